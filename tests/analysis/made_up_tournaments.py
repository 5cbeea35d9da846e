"""Tournaments whose true value is known, and how often intervals of it miss."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri
from scipy.stats import binom

from balance.analysis.contests.game_value import change_interval, value_interval
from balance.analysis.contests.matrix_games import solve_matrix

Chances = NDArray[np.float64]


def one_row_best(size: int = 5, points: float = 0.1) -> Chances:
    """One row is better than all others, whatever the columns do."""
    return np.full((size, size), 0.5) - points * (np.arange(size) != 2)[:, None]


CIRCLE = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]])
#: Chances of the rows' side by kind of tournament.
TOURNAMENTS: dict[str, Chances] = {
    "one row best": one_row_best(),
    "one row worse": 1 - one_row_best(points=0.05),
    "all alike, 2 x 8": np.full((2, 8), 0.5),
    "all alike, 5 x 5": np.full((5, 5), 0.5),
    "columns alike": np.tile([[0.3], [0.4], [0.5], [0.55]], (1, 3)),
    "rows alike": np.tile([0.4, 0.5, 0.5, 0.7], (3, 1)),
    "saddle point": np.array([[0.5, 0.8, 0.9], [0.2, 0.4, 0.7], [0.1, 0.7, 0.3]]),
    "weak saddle point": np.array([[0.6, 0.55], [0.4, 0.5]]),
    "two mixed": np.array([[0.7, 0.3], [0.35, 0.6]]),
    "circle": CIRCLE,
    "strong circle": 0.5 + 2.25 * (CIRCLE - 0.5),
    "circle and a dominated row": np.vstack([CIRCLE, [0.1, 0.2, 0.1]]),
    "six by six": 0.2 + 0.6 * np.random.default_rng(5).random((6, 6)),
    "hardly ever lost": np.array([[0.98, 1, 1], [0.5, 0.8, 1], [0.3, 0.9, 0.97]]),
    "never lost but once": np.array([[1.0, 1.0, 0.9], [0.98, 0.98, 0.9], [0.98, 0.98, 0.9]]),
}
#: Chances before and after a change of the rules.
_SADDLE, _ALIKE = TOURNAMENTS["saddle point"], np.tile([0.4, 0.5, 0.5, 0.7], (3, 1))
CHANGES: dict[str, tuple[Chances, Chances]] = {
    "nothing, all alike": (np.full((5, 5), 0.5), np.full((5, 5), 0.5)),
    "nothing, a saddle point": (_SADDLE, _SADDLE),
    "all rise": (one_row_best(), one_row_best() + 0.05),
    "one row becomes best": (np.full((5, 5), 0.5), one_row_best()),
    "a circle rises": (CIRCLE, CIRCLE + 0.1),
    "one pairing of each rises": (_SADDLE, _SADDLE + 0.1 * np.eye(3)),
    "rows alike become columns alike": (_ALIKE, _ALIKE.T[:3, [0, 0, 0, 0]]),
    "two mixed": (TOURNAMENTS["two mixed"], np.array([[0.6, 0.35], [0.4, 0.6]])),
}  # fmt: skip


def played(rng: np.random.Generator, chances: Chances, seeds: int, shared: float = 0.0) -> Chances:
    """Scores, shape (seeds, rows, columns); ``shared`` of the luck is that of the whole seed."""
    return (_luck(rng, seeds, chances.shape, shared) < ndtri(chances)).astype(float)


def played_twice(
    rng: np.random.Generator, before: Chances, after: Chances, seeds: int, shared: float = 0.0
) -> tuple[Chances, Chances]:
    """Scores before and after a change of the rules, on the same seeds: luck is nearly the same."""
    first = _luck(rng, seeds, before.shape, shared)
    second = 0.9 * first + np.sqrt(1 - 0.9**2) * rng.standard_normal(first.shape)
    return (first < ndtri(before)).astype(float), (second < ndtri(after)).astype(float)


def _luck(
    rng: np.random.Generator, seeds: int, shape: tuple[int, ...], shared: float
) -> NDArray[np.float64]:
    seed = rng.standard_normal((seeds, 1, 1))
    return np.sqrt(shared) * seed + np.sqrt(1 - shared) * rng.standard_normal((seeds, *shape))


def missed_values(
    chances: Chances, seeds: int, studies: int, shared: float = 0.0, draws: int = 400
) -> int:
    """In how many studies the interval of the value leaves out the true one."""
    value = solve_matrix(chances).value
    missed = 0
    for number in range(studies):
        scores = played(np.random.default_rng(number), chances, seeds, shared)
        _, low, high = value_interval(scores, draws=draws, seed=studies + number)
        missed += not low <= value <= high
    return missed


def missed_changes(
    before: Chances, after: Chances, seeds: int, studies: int, shared: float = 0.0, draws: int = 400
) -> int:
    """In how many studies the interval of the change of the value leaves out the true one."""
    change = solve_matrix(after).value - solve_matrix(before).value
    missed = 0
    for number in range(studies):
        both = played_twice(np.random.default_rng(number), before, after, seeds, shared)
        _, low, high = change_interval(*both, draws=draws, seed=studies + number)
        missed += not low <= change <= high
    return missed


def most_by_chance(studies: int, share: float = 0.05) -> int:
    """More misses than this are seen in one of a thousand sets of studies if ``share`` is true."""
    return int(binom.ppf(0.999, studies, share))
