"""The exam of a file of strategies, as ``balance check strategy`` holds it.

The questions are ``balance.strategy.conformance``'s. A plugin is code of others: it is read and put
to the questions in a process apart, which ends itself where that doesn't.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from balance.errors import StrategyError
from balance.experiments import blocks
from balance.experiments.blocks import Begin, Limits, play_checked, play_game, within
from balance.experiments.isolation.apart import LOADED, Apart, GameLost, told_of_file
from balance.experiments.isolation.guarded import compile_own
from balance.files.writing import is_file
from balance.rulebook.game import Game, open_game
from balance.strategy import registry
from balance.strategy.api import SIDES
from balance.strategy.conformance import (
    Report,
    check_elsewhere,
    check_strategy,
    opponents_of,
)
from balance.strategy.play import Match, PlayedGame

#: Texts hash by them where an exam is held again. With each, two texts of a set change places with
#: a chance of one half.
OTHER_HASH_SEEDS = (1, 2, 3)


def examine(file: Path, games: int = 4) -> Iterator[Report]:
    """Examine every strategy of a file: a plugin in a process apart.

    Raises
    ------
    BalanceError
        If the file can't be read as a strategy at all, or a game ended its process.
    """
    if not is_file(file) or (file.suffix != ".py" and not _brings_functions(file)):
        for entry in registry.read_file(file):
            yield check_strategy(str(file), entry.game, entry.side, games=games)
        return
    limits = blocks.LIMITS
    with Apart(limits) as room:
        for name, its_game, side in _ask(room, file, "", _read, file):
            game = open_game(its_game)
            who = f"strategy {name!r} ({side}), "
            enemies = opponents_of(game, SIDES[1 - SIDES.index(side)])
            report = _report(room, file, who, enemies, (file, game, side, games, False))
            # An opening brings at most compiled functions, which hold no sets of texts.
            if report.games and file.suffix == ".py":
                again = _held_again(file, who, enemies, (file, game, side, games, True))
                report.checks.append(check_elsewhere(report, again))
            yield report


def _brings_functions(file: Path) -> bool:
    """Whether the game of an opening file has rule functions of its own: code of others, too."""
    return any(entry.game.rules.functions for entry in registry.read_file(file))


def _held_again(
    file: Path, who: str, opponents: Sequence[str], asked: tuple[Any, ...]
) -> Iterator[Report]:
    """The same exam in other processes, side by side."""

    def hold(hash_seed: int) -> Report:
        with Apart(blocks.LIMITS, hash_seed) as room:
            return _report(room, file, who, opponents, asked)

    with ThreadPoolExecutor() as threads:
        yield from threads.map(hold, OTHER_HASH_SEEDS)


def _report(
    room: Apart, file: Path, who: str, opponents: Sequence[str], asked: tuple[Any, ...]
) -> Report:
    """Report of an exam that is held in a room."""
    _, game, *_ = asked
    for play in (play_checked, play_game):  # an exam plays both ways
        compile_own(room, game, game.scenarios[0].name, opponents, play)
    report: Report = _ask(room, file, who, _examine, *asked, blocks.LIMITS)
    return report


def _ask(room: Apart, file: Path, who: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """Have something done apart; say who was at what where the process was lost."""
    try:
        return room.call(work, *arguments)
    except GameLost as lost:
        raise StrategyError(told_of_file(file, lost, who)) from None


def _read(file: Path, begin: Begin) -> list[tuple[str, str, str]]:
    """Name, game and side of each strategy of a file."""
    begin(LOADED)
    return [(entry.name, entry.game.reference, entry.side) for entry in registry.read_file(file)]


def _examine(
    file: Path, game: Game, side: str, games: int, again: bool, limits: Limits, begin: Begin
) -> Report:
    """Examine one strategy of a file; each game is begun with what to call it.

    ``again`` is for games that have been checked: what the plugin keeps is to lie elsewhere.
    """
    lying = [bytes(size) for size in range(512) for _ in range(size % 7)] if again else []

    def play(match: Match, seed: int, debug: bool, opponent: str) -> PlayedGame:
        begin(f"against {opponent}, seed {seed}")
        with within(limits):
            return match.play(seed, debug and not again)

    report = check_strategy(str(file), game, side, games=games, play=play)
    del lying
    return report
