"""Whether a difference is too small to matter: two one-sided tests at plus and minus a margin.

Source: Schuirmann, J. Pharmacokinet. Biopharm. 15 (1987) 657.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr

from balance.analysis.estimates.bounded_mean import BoundedSample, chance_below
from balance.analysis.estimates.paired import difference_interval
from balance.analysis.estimates.strata import Strata, design_effect, stratum_count
from balance.analysis.questions import check_count, check_error_rate, check_margin


@dataclass(frozen=True)
class Equivalence:
    """Two one-sided tests: ``shown`` if the mean difference lies within the margin.

    ``low`` and ``high`` enclose the mean with confidence 1 - 2 * error_rate; equivalence is shown
    when they lie inside the margin, ``p_value`` is the larger one of both tests.
    """

    margin: float
    error_rate: float
    pairs: int
    difference: float
    low: float
    high: float
    p_value: float

    @property
    def shown(self) -> bool:
        """Whether a difference as large as the margin is ruled out at the error rate."""
        return self.p_value <= self.error_rate


def show_equivalence(
    differences: ArrayLike,
    margin: float,
    error_rate: float = 0.05,
    bound: float = np.inf,
    strata: Strata = None,
) -> Equivalence:
    """Test whether the mean of per-seed differences lies within plus and minus ``margin``.

    ``differences`` has shape (seeds,) and the unit of ``margin``; a margin of 0.02 is 2 points of a
    side's score. ``bound`` is the largest possible difference (1 for a score): with one, the tests
    are those of ``bounded_mean``, else t tests. ``strata`` as of ``difference_interval``.

    Raises
    ------
    BadQuestion
        For a margin or error rate that makes no sense, or fewer than two seeds.
    """
    check_margin(margin)
    check_error_rate(error_rate)
    array = np.asarray(differences, float)
    count = len(array)
    check_count(count, 2, "paired seeds")
    mean, low, high = difference_interval(array, 1 - 2 * error_rate, bound, strata)
    if np.isfinite(bound):
        sample, limit = BoundedSample.of(array / bound, strata), margin / bound
        p_value = max(chance_below(sample, limit), chance_below(sample.mirrored, limit))
    else:
        error = float(array.std(ddof=1)) * np.sqrt(design_effect(array, strata) / count)
        free = max(count - stratum_count(strata), 1)
        p_value = float(stdtr(free, (abs(mean) - margin) / error)) if error else 1.0
    return Equivalence(margin, error_rate, count, mean, low, high, p_value)
