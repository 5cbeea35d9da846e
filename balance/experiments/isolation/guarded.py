"""Code of others in work that a command does itself: a game shown, an exam, a digest.

A study counts a game that never ends as failed and goes on (``crews.py``). Here nothing is left to
go on with: what was asked is done in a process apart all the same, and one message says what ended
it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from balance.errors import StrategyError
from balance.experiments import blocks
from balance.experiments.blocks import Begin, Limits, memory_limit, play_game, say_nothing
from balance.experiments.cold_start import uncompiled_room
from balance.experiments.isolation.apart import (
    SET_UP,
    Apart,
    GameLost,
    fault_of,
    lasting_room,
    runs_code_of_others,
)
from balance.experiments.match import PLAYER, open_match, open_under, rules_of, sources_of
from balance.experiments.plugins import plugin_path
from balance.experiments.provenance import provenance
from balance.experiments.study import Cell, StudySpec
from balance.experiments.warm_up import Play, play_until_compiled
from balance.rulebook.game import Game
from balance.strategy.api import SIDES

#: Who plays while the product's own code is compiled.
_OWN = ("historical",)


def play_guarded(
    spec: StudySpec,
    cell: Cell,
    play: Play,
    work: Callable[..., Any],
    *arguments: Any,
    uncompiled: bool = False,
) -> Any:
    """Return ``work(*arguments, limits, begin=...)``, done apart where a cell needs that.

    So it is if the work is to be done ``uncompiled``.

    The work calls ``begin`` with the seed of each game before it loads a plugin, and plays within
    the limits, in the way of ``play``, which is any function of a module. Arguments and answer are
    pickled.

    Raises
    ------
    StrategyError
        If a game ended its process: which game, by whose code, and what to do.
    """
    if not uncompiled and not runs_code_of_others(spec.game, cell):
        return work(*arguments, blocks.LIMITS.timeless, begin=say_nothing)
    with contextlib.ExitStack() as stack:
        if uncompiled:
            room = stack.enter_context(uncompiled_room())
        else:
            room = lasting_room(blocks.LIMITS).fresh_for(provenance(replace(spec, cells=(cell,))))
        try:
            compile_own(room, spec.game, spec.scenario, _OWN, play)
            return room.call(work, *arguments, blocks.LIMITS)
        except GameLost as lost:
            raise StrategyError(_told(spec.game, cell, lost)) from None


def open_cells(
    spec: StudySpec, cells: Iterable[Cell], player: str, room: Apart | None = None
) -> None:
    """Open cells before any game is played: apart, in a room, those with code of others.

    This process never loads what others have written.

    Raises
    ------
    BalanceError
        If one can't be opened; a StrategyError if that ended the room or took too long.
    """
    for cell in cells:
        if not runs_code_of_others(spec.game, cell):
            sources = sources_of(spec.game, cell.conditions)
            open_match(player, spec.game, spec.scenario, cell.conditions, sources)
            continue
        assert room, "a study with code of others has a process apart"
        compile_own(room, spec.game, spec.scenario, _OWN)
        try:
            room.call(_open, spec.game, spec.scenario, cell, player, blocks.LIMITS)
        except GameLost as lost:
            raise StrategyError(_told(spec.game, cell, lost)) from None


def _open(game: Game, scenario: str, cell: Cell, player: str, limits: Limits, begin: Begin) -> None:
    begin(SET_UP)
    try:
        with memory_limit(limits.memory):
            sources = sources_of(game, cell.conditions)
            open_match(player, game, scenario, cell.conditions, sources)
    except MemoryError:
        raise StrategyError(
            f"{_players(game, cell)}, {SET_UP}: takes more memory than there is for it"
        ) from None


def _told(game: Game, cell: Cell, lost: GameLost) -> str:
    """Which game was lost, or what before any game, by whose code, and why."""
    fault = fault_of(game, cell, lost)
    at = lost.game if lost.game == SET_UP else f"seed {lost.game}"
    return f"{_players(game, cell, fault.side)}, {at}: {fault.told}; {lost.advice}"


def _players(game: Game, cell: Cell, to_blame: int = -1) -> str:
    """Code of others that plays in a cell, of one side or (-1) of any."""
    players = [
        f"strategy {name} ({side})"
        for number, (side, name) in enumerate(zip(SIDES, (cell.axis, cell.soviet), strict=True))
        if to_blame in (number, -1) and plugin_path(game, side, name)
    ]
    if to_blame < 0 and rules_of(game, cell).functions:
        own = bool(game.rules.functions)
        players.append(f"rule functions of {game if own else f'variant {cell.variant}'}")
    return " or ".join(players)


def compile_own(
    room: Apart, game: Game, scenario: str, players: Iterable[str], play: Play = play_game
) -> None:
    """Have what the product's own code takes to play so compiled in a room, however long it takes.

    A way to play is a function of a module.
    """
    room.call(_compile, game, scenario, tuple(players), play)


@cache
def _compile(game: Game, scenario: str, players: tuple[str, ...], play: Play, begin: Begin) -> None:
    # Rule functions of a game of one's own are code of others too: they come in once time counts.
    rules = replace(game.rules, functions={})
    for player in players:
        match = open_under(PLAYER, game, scenario, Cell(player, player), rules)
        play_until_compiled(match, 0, blocks.LIMITS.timeless, play=play)
