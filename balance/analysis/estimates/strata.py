"""Means of samples whose strata have fixed shares: how much less they vary than simple ones.

A study over a field gives each pairing its share of the games, so that what differs from pairing
to pairing is no luck. The design effect takes it off the variance of the mean; the effective size
of the sample is its size over the effect.

Sources: Cochran, Sampling Techniques (1977), chapter 5; score and Wilson intervals by effective
size, Korn and Graubard, Survey Methodology 24 (1998) 193, and Franco, Little, Louis and Slud,
J. Survey Stat. Methodol. 7 (2019) 334.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

#: Which stratum each number of a sample is of; None where there are none.
Strata = ArrayLike | None


def design_effect(values: ArrayLike, strata: Strata) -> float:
    """Variance of the mean with shares that are fixed, over that with shares left to luck.

    At most 1, and 1 without strata or where all numbers are alike. The variance of each stratum is
    reckoned from one number more than it has, which varies as the whole sample does: a few that are
    all alike don't make a certainty.

    Examples
    --------
    >>> print(f"{design_effect([0, 0, 1, 0, 1, 1, 1, 1], [0] * 4 + [1] * 4):.2f}")
    0.60
    """
    if strata is None:
        return 1.0
    numbers = np.asarray(values, float)
    _, place = np.unique(np.asarray(strata), return_inverse=True)
    sizes = np.bincount(place)
    whole = float(numbers.var(ddof=1)) if len(numbers) > 1 else 0.0
    if whole == 0:
        return 1.0
    means = np.bincount(place, numbers) / sizes
    squares = np.bincount(place, (numbers - means[place]) ** 2)
    within = float((squares + whole).sum()) / len(numbers)
    return min(within / whole, 1.0)


def stratum_count(strata: Strata) -> int:
    """Number of strata; 1 without."""
    return 1 if strata is None else len(np.unique(np.asarray(strata)))
