"""Code of others in work that a command does itself: a game shown, an exam, a digest.

A study counts a game that never ends as failed and goes on (``balance/experiments/crews.py``). Here
nothing is left to go on with: what was asked is done in a process apart all the same, and one
message says what ended it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from balance.errors import StrategyError
from balance.experiments import blocks
from balance.experiments.apart import (
    Apart,
    GameLost,
    fault_of,
    lasting_room,
    plugin_path,
    runs_code_of_others,
)
from balance.experiments.blocks import Begin, say_nothing
from balance.experiments.match import PLAYER, rules_of
from balance.experiments.provenance import provenance
from balance.experiments.study import Cell, StudySpec
from balance.experiments.warm_up import Preparation, warm_up
from balance.strategy.api import SIDES

#: Who plays while the product's own code is compiled.
_OWN = ("historical",)


def play_guarded(spec: StudySpec, cell: Cell, work: Callable[..., Any], *arguments: Any) -> Any:
    """Return ``work(*arguments, limits, begin=...)``, done apart where a cell needs that.

    The work calls ``begin`` with the seed of each game before it loads a plugin, and plays within
    the limits. Arguments and answer are pickled.

    Raises
    ------
    StrategyError
        If a game ended its process: which game, by whose code, and what to do.
    """
    if not runs_code_of_others(spec.game, cell):
        return work(*arguments, blocks.LIMITS.timeless, begin=say_nothing)
    room = lasting_room(blocks.LIMITS)
    try:
        compile_own(room, spec.game, spec.scenario, _OWN)
        return room.call(work, *arguments, blocks.LIMITS)
    except GameLost as lost:
        raise StrategyError(_told(spec.game, cell, lost)) from None


def _told(game: str, cell: Cell, lost: GameLost) -> str:
    """Which game was lost, whose code played it, and why."""
    fault = fault_of(game, cell, lost)
    players = [
        f"strategy {name} ({side})"
        for number, (side, name) in enumerate(zip(SIDES, (cell.axis, cell.soviet), strict=True))
        if (fault.side in (number, -1)) and plugin_path(game, side, name)
    ]
    if fault.side < 0 and rules_of(game, cell).functions:
        players.append(f"rule functions of variant {cell.variant}")
    return f"{' or '.join(players)}, seed {lost.game}: {fault.told}; {lost.advice}"


def compile_own(room: Apart, game: str, scenario: str, players: Iterable[str]) -> None:
    """Have the product's own code compiled in a room, for as long as that takes."""
    room.call(_compile, game, scenario, tuple(players))


@cache
def _compile(game: str, scenario: str, players: tuple[str, ...], begin: Begin) -> None:
    cells = tuple(Cell(player, player) for player in players)
    spec = StudySpec(game, scenario, cells, 1, 0)
    warm_up(Preparation(spec, provenance(spec), PLAYER, blocks.LIMITS.timeless))
