"""Paired differences of yes-or-no outcomes of which few seeds changed: Tango's score interval.

A t interval of a handful of changed games, all one way, is too short: with 8 changed seeds of 400
it covers in 89% of studies where it says 95%. The score interval holds down to none.

Source: Tango, Statist. Med. 17 (1998) 891.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

#: Below so many changed seeds the score interval takes the place of the t interval.
FEW_CHANGES = 30


def has_few_changes(differences: NDArray[np.float64]) -> bool:
    """Whether differences, all of them -1, 0 or 1, have few that are not 0."""
    changed = int(np.count_nonzero(differences))
    return 0 < changed < FEW_CHANGES and bool(np.isin(differences, (-1.0, 0.0, 1.0)).all())


def score_statistic(gained: int, lost: int, seeds: int, difference: float) -> float:
    """Standard normal score that speaks for a true difference above ``difference``.

    ``gained`` and ``lost`` count the seeds whose outcome came and went.
    """
    if abs(difference) >= 1:
        return math.copysign(math.inf, -difference)
    a = 2.0 * seeds
    b = -gained - lost + (2 * seeds - gained + lost) * difference
    c = -lost * difference * (1 - difference)
    went = (math.sqrt(max(b * b - 4 * a * c, 0.0)) - b) / (2 * a)
    variance = seeds * (2 * went + difference * (1 - difference))
    distance = gained - lost - seeds * difference
    if variance <= 0:
        return 0.0 if distance == 0 else math.copysign(math.inf, distance)
    return distance / math.sqrt(variance)


def score_interval(
    differences: NDArray[np.float64], confidence: float
) -> tuple[float, float, float]:
    """Mean of differences that are -1, 0 or 1, with its score interval: mean, low, high.

    Examples
    --------
    >>> mean, low, high = score_interval(np.array([1.0] * 8 + [0.0] * 392), 0.95)
    >>> print(f"{mean:.3f} {low:.3f} {high:.3f}")
    0.020 0.010 0.039
    """
    gained, lost = int((differences > 0).sum()), int((differences < 0).sum())
    seeds = len(differences)
    mean = (gained - lost) / seeds
    z = float(ndtri(0.5 + confidence / 2))

    def distance(value: float) -> float:
        return score_statistic(gained, lost, seeds, value)

    low = -1.0 if mean <= -1 else _falls_to(distance, z, -1.0, mean)
    high = 1.0 if mean >= 1 else _falls_to(distance, -z, mean, 1.0)
    return mean, low, high


def _falls_to(function: Callable[[float], float], level: float, left: float, right: float) -> float:
    """Where a falling function passes a level between two places."""
    for _ in range(60):
        middle = (left + right) / 2
        if function(middle) > level:
            left = middle
        else:
            right = middle
    return (left + right) / 2
