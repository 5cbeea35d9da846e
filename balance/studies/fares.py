"""How a player fares: games against the opponents of the exam, counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.analysis.estimates.proportions import wilson_interval
from balance.analysis.telling.words import count_games, percent, percent_range
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.run import run
from balance.rulebook.game import Game
from balance.strategy.api import SIDES
from balance.strategy.conformance import opponents_of


@dataclass(frozen=True)
class Record:
    """What became of the games against one opponent."""

    opponent: str
    games: int
    won: int
    lost: int
    failed: int = 0

    def __str__(self) -> str:
        """The record in a line.

        >>> print(Record("random", 60, 50, 10))
        against random: won 83% [72, 91], lost 17% [9, 28] of 60 games
        """
        words = f"against {self.opponent}: won {_share(self.won, self.games)}, lost "
        words += f"{_share(self.lost, self.games)} of {count_games(self.games)}"
        return words + (f"; {count_games(self.failed)} without a result" if self.failed else "")

    @property
    def is_lost(self) -> bool:
        """Whether the player loses more often than not beyond doubt: the interval lies above 50%.

        >>> Record("random", 60, 10, 50).is_lost, Record("random", 60, 28, 32).is_lost
        (True, False)
        """
        return float(wilson_interval(self.lost, self.games)[0]) > 0.5

    @property
    def warning(self) -> str:
        """What to warn of, if anything."""
        if not self.is_lost:
            return ""
        if self.opponent == "random":
            return (
                "it loses to random, which makes any legal moves: its games say nothing about the "
                "balance; watch where its units go with balance replay"
            )
        return (
            f"it loses to {self.opponent}: a study between the two says as much of the players as "
            "of the rules"
        )


def fare(
    game: Game,
    side: str,
    strategy: str,
    *,
    games: int = 60,
    opponents: Sequence[str] | None = None,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> list[Record]:
    """Play a strategy against each opponent of its exam and count.

    Parameters
    ----------
    strategy
        By name or file, as ``--axis`` and ``--soviet`` take it.
    games
        Games against each opponent, of the first scenario of the game.
    opponents
        ``random`` and ``historical`` if not given, as far as the game has them.
    """
    other = SIDES[1 - SIDES.index(side)]
    found = []
    for opponent in opponents_of(game, other) if opponents is None else opponents:
        axis, soviet = (strategy, opponent) if side == SIDES[0] else (opponent, strategy)
        played = run(
            f"{game}/{game.scenarios[0].name}",
            axis=axis,
            soviet=soviet,
            games=games,
            detail="turns",
            jobs=jobs,
            progress=progress,
            player=player,
        ).games
        ends = played["winner"].value_counts()
        failed = int(ends.get("none", 0))
        found.append(
            Record(opponent, games, int(ends.get(side, 0)), int(ends.get(other, 0)), failed)
        )
    return found


def _share(count: int, games: int) -> str:
    low, high = wilson_interval(count, games)
    return f"{percent(count / games)} {percent_range(float(low), float(high))}"
