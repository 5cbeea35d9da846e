"""Mean of numbers from -1 to 1, most of them 0: a score test, and the interval of what it allows.

The score of a side differs from seed to seed by nothing in most seeds, and else by a few steps:
whole wins, draws, means over several pairings. A t interval of a handful of those is too short,
most of all where they go one way. Here a mean is doubted by how far the sample's is from it, in
standard deviations *of the distribution that has this mean and fits the sample best*: shares of
the values seen and of both extremes, which may exist though no seed has shown them. Sums move in
steps: half of the smallest change is taken off the distance, as far as the changes of that
distribution go one way (where they go both ways their number evens the steps out). If no seed
changed, the chance is exact: a share s of seeds, changed as far as can be, stays unseen with
(1 - s)**seeds, or less often where the seeds are those of strata with fixed shares. There the
deviations are those within strata (``balance.analysis.estimates.strata``).

Sources: score tests, Rao, Proc. Camb. Phil. Soc. 44 (1948) 50; the fit is the empirical likelihood
of Owen, Biometrika 75 (1988) 237. For -1, 0 and 1 this is the statistic of Tango, Statist. Med. 17
(1998) 891, and for a mean of 0 McNemar's; the half step is Yates's, J. R. Statist. Soc. Suppl. 1
(1934) 217.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri

from balance.analysis.estimates.strata import Strata, design_effect

#: Largest mean, in shares of the bound, that a distribution is fitted to.
MOST_MEAN = 1 - 1e-9
#: Seeds that the upper extreme counts for if none has shown it: next to none.
_UNSEEN = 1e-9
#: Range of the logarithm of a gap (see ``_fit``), and how often it is halved to find one.
_GAPS = (-30.0, 25.0)
_HALVINGS = 45

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class BoundedSample:
    """Values from -1 to 1, rising, with the number of seeds of each; both have shape (values,)."""

    values: Floats
    counts: Floats
    #: Variance of the mean over that of a simple sample, see ``strata``.
    effect: float = 1.0

    @classmethod
    def of(cls, numbers: ArrayLike, strata: Strata = None) -> BoundedSample:
        """Count the values of a sample, each number of one of the ``strata`` if there are any."""
        # A mean over pairings differs in its last digits with the order of its sum.
        values, counts = np.unique(np.round(np.asarray(numbers, float), 12), return_counts=True)
        if np.any(np.abs(values) > 1):
            raise ValueError(f"numbers must lie from -1 to 1, got {values[0]:g} to {values[-1]:g}")
        return cls(values, counts.astype(float), design_effect(numbers, strata))

    @cached_property
    def seeds(self) -> float:
        """Size of the sample."""
        return float(self.counts.sum())

    @cached_property
    def mean(self) -> float:
        """Mean of the sample, rounded once: that of the mirrored one is exactly its negative."""
        return math.fsum((self.counts * self.values).tolist()) / self.seeds

    @cached_property
    def step(self) -> float:
        """Smallest change seen; 0 if no seed changed."""
        changes = np.abs(self.values[self.values != 0])
        return float(changes.min()) if len(changes) else 0.0

    @cached_property
    def with_extreme(self) -> list[tuple[float, float]]:
        """Values and seeds, the upper extreme among them even if no seed has shown it."""
        pairs = zip(self.values.tolist(), self.counts.tolist(), strict=True)
        return [*pairs, (1.0, _UNSEEN)]

    @cached_property
    def mirrored(self) -> BoundedSample:
        """The sample with every sign turned."""
        return BoundedSample(-self.values[::-1], self.counts[::-1], self.effect)


def chance_below(sample: BoundedSample, mean: float) -> float:
    """Chance of a sample mean as low as this one or lower if the true mean were ``mean``.

    Examples
    --------
    >>> sample = BoundedSample.of([1.0] * 8 + [0.0] * 392)
    >>> print(f"{chance_below(sample, 0.04):.3f} {chance_below(sample.mirrored, 0.0):.4f}")
    0.028 0.0023
    """
    if abs(mean) >= 1:
        return float(sample.mean >= 1 or mean <= -1)
    if sample.step == 0:
        return float((1 - max(mean, 0.0)) ** sample.seeds)
    return float(ndtr(_score(sample, best_fit(sample, mean))))


def mean_p_value(sample: BoundedSample, mean: float = 0.0) -> float:
    """Two-sided p value of the score test that the true mean is ``mean``."""
    least = min(chance_below(sample, mean), chance_below(sample.mirrored, -mean))
    return min(2 * least, 1.0)


def bounded_interval(sample: BoundedSample, confidence: float) -> tuple[float, float]:
    """All means that two score tests allow, each at half of 1 - confidence: lower and upper end.

    Examples
    --------
    >>> low, high = bounded_interval(BoundedSample.of([1.0] * 8 + [0.0] * 392), 0.95)
    >>> print(f"{low:.3f} {high:.3f}")
    0.009 0.041
    """
    tail = (1 - confidence) / 2
    return 0.0 - _highest(sample.mirrored, tail), _highest(sample, tail)


def _highest(sample: BoundedSample, tail: float) -> float:
    """Highest mean that leaves a sample mean as low as this one at least the chance ``tail``."""
    if sample.step == 0:
        return float(1 - tail ** (1 / sample.seeds))
    if sample.mean >= 1:
        return 1.0
    bar = float(ndtri(tail))
    gap = _rise(lambda gap: _score(sample, _fit(sample, gap)), bar)
    return _fit(sample, gap).mean


class Fit(NamedTuple):
    """A distribution fitted to a sample.

    Mean and standard deviation of a seed (within strata, on the mean), and how far changes go one
    way: the size of the mean over the mean size, 0 to 1.
    """

    mean: float
    spread: float
    one_way: float


def best_fit(sample: BoundedSample, mean: float) -> Fit:
    """Distribution with a mean, between -1 and 1 without these, that fits the sample best."""
    if mean < sample.mean:
        return best_fit(sample.mirrored, -mean)._replace(mean=mean)
    gap = _rise(lambda gap: -_fit(sample, gap).mean, -mean)
    return _fit(sample, gap)._replace(mean=mean)


def _score(sample: BoundedSample, fit: Fit) -> float:
    """Standard normal score of a sample mean so low where a fit is the truth."""
    distance = sample.seeds * (sample.mean - fit.mean) + fit.one_way * sample.step / 2
    return distance / (math.sqrt(sample.seeds) * fit.spread)


def _fit(sample: BoundedSample, gap: float) -> Fit:
    """Best fit to a mean above that of the sample.

    It gives each value a share in proportion to its seeds over its distance from a pole beyond the
    upper extreme; ``gap`` is the logarithm of the pole's distance from it: the nearer, the higher
    the mean.
    """
    beyond = math.exp(gap)
    whole = total = squares = sizes = 0.0
    # A handful of values: plain numbers are ten times as fast as arrays.
    for value, count in sample.with_extreme:
        share = count / (beyond + (1 - value))
        whole += share
        total += share * value
        squares += share * value * value
        sizes += share * abs(value)
    mean = total / whole
    variance = sample.effect * max(squares / whole - mean * mean, 0.0)
    return Fit(mean, math.sqrt(variance), abs(total) / sizes)


def _rise(function: Callable[[float], float], level: float) -> float:
    """Gap at which a rising function reaches a level."""
    left, right = _GAPS
    for _ in range(_HALVINGS):
        middle = (left + right) / 2
        if function(middle) < level:
            left = middle
        else:
            right = middle
    return right
