"""Mean of differences without a bound that few seeds show, such as points where a rule is rare.

A t interval of a handful of differences is too short, most of all where they go one way, and one of
none is a certainty. Where fewer than 30 seeds, or half of them, differ from what is usual, the test
and the interval are those of ``balance.analysis.estimates.bounded_mean``: about what is usual, with
the largest difference seen as the bound. A larger one that is rarer still, no sample can tell of.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from balance.analysis.estimates.bounded_mean import BoundedSample, bounded_interval, mean_p_value
from balance.analysis.estimates.strata import Strata

#: From so many seeds that differ on, normal theory is trusted.
_MANY = 30


@dataclass(frozen=True)
class SeldomChanged:
    """Differences of which most are alike: what is usual, the bound, and the others about it."""

    usual: float
    bound: float
    sample: BoundedSample

    @classmethod
    def of(
        cls, differences: ArrayLike, unit: float = 1.0, strata: Strata = None
    ) -> SeldomChanged | None:
        """Take the differences so, shape (seeds,), or None if many differ, or there is one alone.

        ``unit`` is the least that one which differs is reckoned to differ by.
        """
        array = np.asarray(differences, float)
        count = len(array)
        if count < 2:
            return None
        usual = float(np.median(array))  # of more than half that are alike
        about = array - usual
        if np.count_nonzero(about) >= min(_MANY, count / 2):
            return None
        bound = max(float(np.abs(about).max()), abs(usual), unit)
        return cls(usual, bound, BoundedSample.of(about / bound, strata))

    def interval(self, confidence: float) -> tuple[float, float]:
        """Interval of the mean: lower and upper end.

        >>> rare = SeldomChanged.of([0] * 100)
        >>> print("{:.3f} {:.3f}".format(*rare.interval(0.95)))
        -0.036 0.036
        """
        low, high = bounded_interval(self.sample, confidence)
        return self.usual + self.bound * low, self.usual + self.bound * high

    @property
    def p_value(self) -> float:
        """Two-sided p value that the mean is 0; each seed speaks at most as a coin would."""
        found = mean_p_value(self.sample, -self.usual / self.bound)
        return max(found, float(2.0 ** (1 - self.sample.seeds)))
