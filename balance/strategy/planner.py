"""A commander that plays ahead: it tries its side's openings from where the game stands.

At the start of its player turn it takes the openings of its side as candidates and plays each on,
against openings of the enemy, in copies: with dice of their own, and with all that its side can't
know dealt anew. They go to the end of the game, or to a horizon, where the scenario's model of
chances (``chances``) judges how they stand. Sequential halving (Karnin, Koren and Somekh 2013)
gives most games to those that do best. A few games are no proof, and who changes his mind with
each throw of dice carries out no plan: it goes on with the one that it follows until another one
does better by more than luck explains, in these games and, for less, in those of the decisions
before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import fmean, pstdev
from typing import Any, Protocol

from balance.errors import DataError
from balance.staff.plan import Plan
from balance.strategy.api import Strategy

#: What the margin of points adds to a score, at most: for one standard deviation.
_MARGIN = 0.15
#: Least value of each parameter.
_LEAST = {"rollouts": 1, "every": 1, "horizon": 0}
#: Standard errors by which another opening must do better than the one that is followed.
_DOUBT = 1.0
#: What a game played for one decision counts at the next one.
_FADED = 0.6

#: What games played for one decision were worth, to each candidate those of the first numbers.
Worths = list[list[float]]


class Ahead(Protocol):
    """What a planner may try: games that go on from a copy of the one he plays."""

    #: Openings of his side, by name.
    candidates: Sequence[str]
    #: The one that his side plays most in the field, by its number.
    usual: int

    @property
    def may_stop(self) -> bool:
        """Whether games may be played for some turns alone: the scenario's chances judge them."""

    def plan(self, candidate: int) -> Plan:
        """What a candidate wants now."""

    def play_on(self, candidate: int, number: int, turns: int = 0) -> tuple[float, float]:
        """Play one game on: score (1 won, 0.5 drawn, 0 lost) and margin of points.

        To its end, or for some game turns, the present one included: its score is then the chance
        to win and half of that to draw. Games of one number have the same dice, hidden values and
        enemy for all candidates.

        Raises
        ------
        BadQuestion
            For a number of turns in a scenario without a model of chances.
        """


class Planner(Strategy):
    """Tries the openings of its side from where the game stands, and follows what does best."""

    rollouts: int = 24  # games played ahead for each decision
    every: int = 1  # game turns from one decision to the next
    horizon: int = 3  # game turns played ahead, the present one included; 0 to the end of the game

    def __init__(self, **parameters: Any) -> None:
        super().__init__(**parameters)
        for key, least in _LEAST.items():
            if (value := getattr(self, key)) < least:
                raise DataError(
                    f"strategy {self.name!r}: parameter {key} is {value}; expected {least} or more"
                )
        self._chosen = -1
        self._next_turn = 0
        self._memory: list[Worths] = []

    def choose(self, turn: int, ahead: Ahead) -> Plan:
        """The plan of the candidate that does best in games played ahead."""
        if turn >= self._next_turn or self._chosen < 0:
            turns = self.horizon if ahead.may_stop else 0

            def play_on(candidate: int, number: int) -> tuple[float, float]:
                return ahead.play_on(candidate, number, turns)

            followed = ahead.usual if self._chosen < 0 else self._chosen
            self._chosen = best_of(
                len(ahead.candidates), self.rollouts, play_on, followed, self._memory
            )
            self._next_turn = turn + self.every
        return ahead.plan(self._chosen)


def best_of(
    candidates: int,
    budget: int,
    play_on: Callable[[int, int], tuple[float, float]],
    followed: int = 0,
    memory: list[Worths] | None = None,
) -> int:
    """The candidate that does best, by sequential halving; the one followed if none surely does.

    Parameters
    ----------
    budget
        Games in all, about; each candidate plays one at least.
    play_on
        Plays one game: (candidate, number of the game) -> score and margin of points. All
        candidates play the games of the same numbers.
    followed
        Plays in each round, and gives way to another one that is ahead of it in the same games by
        more than a standard error.
    memory
        What was played for earlier decisions, the last one first; these games are put before them.

    >>> best_of(3, 60, lambda candidate, number: ((candidate + number) % 5 < candidate + 1, 0.0))
    2
    >>> best_of(2, 60, lambda candidate, number: ((candidate + number) % 2, 0.0), followed=1)
    1
    """
    others = [each for each in range(candidates) if each != followed]
    if not others:
        return followed
    rounds = len(others).bit_length()
    before = [] if memory is None else memory
    played: list[list[tuple[float, float]]] = [[] for _ in range(candidates)]
    number, best, lead = 0, followed, (0.0, 0.0)
    while others:
        alive = [followed, *others]
        games = max(1, budget // (rounds * len(alive)))
        for each in alive:
            played[each] += [play_on(each, number + i) for i in range(games)]
        number += games
        known = [_worths(played), *before]
        leads = {each: _lead(known, each, followed) for each in others}
        others.sort(key=lambda each: -leads[each][0])
        best, lead = others[0], leads[others[0]]
        others = others[: len(others) // 2]
    before.insert(0, _worths(played))
    mean, error = lead
    return best if mean > _DOUBT * error else followed


def _worths(played: Sequence[Sequence[tuple[float, float]]]) -> Worths:
    """What games were worth to each candidate: their scores, and a little for their margins."""
    scale = pstdev(margin for each in played for _, margin in each) or 1.0
    return [
        [score + _MARGIN * max(-1.0, min(1.0, margin / scale)) for score, margin in each]
        for each in played
    ]


def _lead(known: Sequence[Worths], one: int, other: int) -> tuple[float, float]:
    """By how much one candidate did better in the same games, and its standard error."""
    leads, weights = [], []
    for age, worths in enumerate(known):
        # Who was left out sooner has played the first of the games alone.
        same = [mine - its for mine, its in zip(worths[one], worths[other], strict=False)]
        leads += same
        weights += [_FADED**age] * len(same)
    mean, total = fmean(leads, weights), sum(weights)
    spread = fmean([(each - mean) ** 2 for each in leads], weights)
    return mean, math.sqrt(spread * sum(weight**2 for weight in weights)) / total
