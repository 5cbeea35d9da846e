"""The exam of a file of strategies, as ``balance check strategy`` holds it.

The questions are ``balance.strategy.conformance``'s. A plugin is code of others: it is read and put
to the questions in a process apart, which ends itself where that doesn't.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from balance.errors import StrategyError
from balance.experiments import blocks
from balance.experiments.apart import LOADED, Apart, GameLost, told_of_file
from balance.experiments.blocks import Begin, Limits, play_checked, play_game, within
from balance.experiments.guarded import compile_own
from balance.files import is_file
from balance.strategy import registry
from balance.strategy.api import SIDES
from balance.strategy.conformance import (
    Report,
    check_strategy,
    first_scenario,
    opponents_of,
)
from balance.strategy.play import Match, PlayedGame


def check_file(file: Path, games: int = 4) -> int:
    """Examine every strategy of a file, print the reports and return an exit code.

    0 if all passed, 1 if one failed.

    Raises
    ------
    BalanceError
        If the file can't be read as a strategy at all, or a game ended its process.
    """
    reports = list(examine(Path(file), games))
    print("\n\n".join(report.text() for report in reports))
    return 0 if all(report.passed for report in reports) else 1


def examine(file: Path, games: int = 4) -> Iterator[Report]:
    """Examine every strategy of a file: a plugin in a process apart."""
    if file.suffix != ".py":
        for entry in registry.read_file(file):
            yield check_strategy(str(file), entry.game, entry.side, games=games)
        return
    limits = blocks.LIMITS
    with Apart(limits) as room:
        ask = partial(_ask, room, file)
        for name, game, side in ask("", _read, file):
            other = SIDES[1 - SIDES.index(side)]
            for play in (play_checked, play_game):  # an exam plays both ways
                compile_own(room, game, first_scenario(game), opponents_of(game, other), play)
            yield ask(f"strategy {name!r} ({side}), ", _examine, file, game, side, games, limits)


def _ask(room: Apart, file: Path, who: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """Have something done apart; say who was at what where the process was lost."""
    try:
        return room.call(work, *arguments)
    except GameLost as lost:
        raise StrategyError(told_of_file(file, lost, who)) from None


def _read(file: Path, begin: Begin) -> list[tuple[str, str, str]]:
    """Name, game and side of each strategy of a file."""
    if is_file(file):
        begin(LOADED)
    return [(entry.name, entry.game, entry.side) for entry in registry.read_file(file)]


def _examine(file: Path, game: str, side: str, games: int, limits: Limits, begin: Begin) -> Report:
    """Examine one strategy of a file; each game is begun with what to call it."""

    def play(match: Match, seed: int, debug: bool, opponent: str) -> PlayedGame:
        begin(f"against {opponent}, seed {seed}")
        with within(limits):
            return match.play(seed, debug)

    return check_strategy(str(file), game, side, games=games, play=play)
