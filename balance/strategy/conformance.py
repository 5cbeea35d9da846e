"""The exam of a strategy, one's own or another's: it loads, plays by the rules, repeats itself.

``balance.experiments.exam`` holds it for ``balance check strategy FILE``; ``check_strategy`` says
the same to a program. An exam that isn't passed says what went wrong, in the words of the error.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from balance.counting import counted
from balance.errors import BalanceError, DataError, UnknownName
from balance.rulebook.game import Game
from balance.strategy import registry
from balance.strategy.api import SIDES, Strategy
from balance.strategy.calls import make_player
from balance.strategy.play import Match, PlayedGame, prepare

#: Whom a strategy is examined against, as far as the game has them.
OPPONENTS = ("random", "historical")
#: What a plugin may import of the product.
ALLOWED_IMPORT = "balance.strategy"
_FIRST_SEED = 1
#: What leads to the game itself, past the view.
_WAYS_ROUND = {"importlib", "gc", "__import__", "sys.modules", "sys._getframe"}


@dataclass(frozen=True)
class Check:
    """One question of the exam and its answer."""

    question: str
    passed: bool
    answer: str


@dataclass
class Report:
    """The exam of one strategy."""

    name: str
    side: str
    game: str
    checks: list[Check] = field(default_factory=list)
    #: Hash of each game that was played, by what to call it.
    games: dict[str, str] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether every check was passed."""
        return all(check.passed for check in self.checks)

    def text(self) -> str:
        """The report as a table for the terminal.

        >>> print(Report("dash", "axis", "g", [Check("loads", False, "no such file")]).text())
        dash (axis, g): failed
          FAIL  loads  no such file
        """
        width = max((len(check.question) for check in self.checks), default=0)
        lines = [f"{self.name} ({self.side}, {self.game}): {'passed' if self.passed else 'failed'}"]
        for check in self.checks:
            mark = "ok  " if check.passed else "FAIL"
            answer = check.answer.replace("\n", "\n" + " " * (width + 10))
            lines.append(f"  {mark}  {check.question:<{width}}  {answer}".rstrip())
        return "\n".join(lines)


class Play(Protocol):
    """How a game of the exam is played."""

    def __call__(self, match: Match, seed: int, debug: bool, opponent: str) -> PlayedGame:
        """Play a seed against an opponent, known by name."""


def _just_play(match: Match, seed: int, debug: bool, opponent: str) -> PlayedGame:
    return match.play(seed, debug)


def check_strategy(
    path_or_name: str,
    game: Game | None = None,
    side: str | None = None,
    *,
    games: int = 4,
    scenario: str | None = None,
    opponents: Sequence[str] = OPPONENTS,
    play: Play = _just_play,
) -> Report:
    """Put a strategy through its exam.

    Parameters
    ----------
    path_or_name
        A strategy as ``--axis`` and ``--soviet`` take it; a file also tells its game and side.
    games
        Games to play against each opponent, under the debug checks of the referee.
    scenario
        Scenario to play; the first one that the strategy is for if None.
    play
        How each game is played: within limits, for instance.

    Raises
    ------
    BalanceError
        If there is no such strategy, or it can't be loaded.
    """
    if games < 1:
        raise DataError(f"games is {games}; expected at least 1")
    game, side = _game_and_side(path_or_name, game, side)
    entry, parameters = registry.find(game, side, path_or_name)
    strategy = make_player(entry.cls, parameters)
    report = Report(entry.name, side, game.name)
    report.checks.append(Check("loads", True, entry.title or "no description"))
    if entry.path.suffix == ".py":
        report.checks.append(_check_imports(entry.path))
    rules = game.rules
    scenario = scenario or next(s.name for s in game.scenarios if entry.plays(s.name))
    for name in opponents_of(game, SIDES[1 - SIDES.index(side)], opponents, scenario):
        pair = (path_or_name, name) if side == "axis" else (name, path_or_name)
        try:
            match = prepare(game, scenario, rules, *pair)
        except BalanceError as fault:
            report.checks.append(Check("set-up and plans are legal", False, str(fault)))
            break
        report.checks += _check_play(report, match, strategy, name, games, play)
    return report


def opponents_of(
    game: Game, side: str, wanted: Sequence[str] = OPPONENTS, scenario: str = ""
) -> list[str]:
    """Those of the opponents that a game has for a side."""
    known = registry.names(game, side, scenario)
    return [name for name in wanted if name in known]


def _game_and_side(path_or_name: str, game: Game | None, side: str | None) -> tuple[Game, str]:
    """Game and side of a strategy, from its file where they are not given."""
    head = path_or_name.partition(":")[0]
    if game is not None and side is not None:
        if side not in SIDES:
            raise UnknownName("side", side, SIDES)
        return game, side
    if not head.endswith((".toml", ".py")):
        raise DataError(f"strategy {path_or_name!r}: say for which game and side it is")
    found = registry.read_file(Path(head))
    fitting = [e for e in found if game in (None, e.game) and side in (None, e.side)]
    if len(fitting) != 1:
        names = ", ".join(f"{e.name} ({e.side})" for e in found)
        raise DataError(f"{head}: holds {names}; say which side to examine")
    return fitting[0].game, fitting[0].side


def _check_imports(path: Path) -> Check:
    """A plugin imports nothing of the product but its plugin interface."""
    question = f"imports only {ALLOWED_IMPORT}"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    wrong = [
        f"{path.name}:{line} imports {name}"
        for line, name in _imports(tree)
        if (name.split(".")[0] in ("balance", "reports") and name != ALLOWED_IMPORT)
        or name in _WAYS_ROUND
    ]
    wrong += [
        f"{path.name}:{node.lineno} takes {name}, which leads around the view"
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute) and (name := ast.unparse(node)) in _WAYS_ROUND
    ]
    return Check(question, not wrong, "; ".join(wrong))


def _imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            if node.module in ("balance", "sys"):
                for alias in node.names:
                    yield node.lineno, f"{node.module}.{alias.name}"
            else:
                yield node.lineno, node.module


def _check_play(
    report: Report, match: Match, strategy: Strategy, opponent: str, games: int, play: Play
) -> Iterator[Check]:
    """Play against one opponent: without faults, without refusals, and the same again."""
    against = f"against {opponent}"
    played: list[PlayedGame] = []
    number = SIDES.index(report.side)
    for seed in range(_FIRST_SEED, _FIRST_SEED + games):
        try:
            game = play(match, seed, True, opponent)
        except AssertionError as fault:
            told = f"seed {seed}: the referee's own checks fail, which no strategy may bring about"
            yield Check(f"{against}: plays to the end", False, f"{told}: {fault}")
            return
        if game.error:
            whose = "" if game.error_side == number else f"(the fault of {opponent}) "
            yield Check(f"{against}: plays to the end", False, f"seed {seed}: {whose}{game.error}")
            return
        played.append(game)
        report.games[f"{against}, seed {seed}"] = game_hash(game)
    # Played again after other games: what a strategy keeps between games or draws from elsewhere
    # than its view shows here. Compiled by now, without debug checks, it also tells the time.
    again = play(match, _FIRST_SEED, False, opponent)
    wins = sum(int(game.game["winner"]) == number for game in played)
    yield Check(
        f"{against}: plays to the end",
        True,
        f"{games} game{'s' * (games > 1)}, {wins} won, {again.seconds:.2f} s a game",
    )
    refused = sum(int(game.game[f"{report.side}_refused"]) for game in played)
    full_control = type(strategy).orders is not Strategy.orders
    yield Check(
        f"{against}: no order refused",
        full_control or refused == 0,
        f"{refused} refused" + (", as single orders may be" if full_control and refused else ""),
    )
    same = game_hash(again) == game_hash(played[0])
    yield Check(
        f"{against}: repeats itself",
        same,
        f"seed {_FIRST_SEED} gives the same game twice"
        if same
        else f"seed {_FIRST_SEED} gave two different games; draw chance from view.random alone, "
        "and keep nothing from one game to the next",
    )


def check_elsewhere(report: Report, again: Iterable[Report]) -> Check:
    """Whether a strategy plays as it does in other processes, where its exam was held again.

    Texts hash otherwise there, and what a process keeps lies at other places.
    """
    question, processes = "plays the same in every process", 1
    for other in again:
        processes += 1
        astray = [game for game, made in report.games.items() if other.games.get(game) != made]
        if astray:
            return Check(
                question,
                False,
                f"{len(astray)} of {counted(len(report.games), 'game')} went another way in "
                f"another process, the first is {astray[0]}; a set hands out its members in "
                "another order there: sort what you take from a set, as in sorted(names), and let "
                "nothing hang on hash(), id(), the clock or any chance but view.random",
            )
    told = f"{counted(len(report.games), 'game')} went the same way in {processes} processes"
    return Check(question, True, told)


def game_hash(game: PlayedGame) -> str:
    """Hash of all that happened in a game.

    What the referee alone counts is in it too: two games of one hash went the same way.
    """
    told: list[Any] = [game.game.tolist(), game.error]
    told += [table.tolist() for table in (game.turns, game.events, game.battles)]
    return hashlib.sha256(repr(told).encode()).hexdigest()
