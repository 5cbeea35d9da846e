"""The estimate after a sequential stop: median-unbiased, with an interval that knows of the stop.

The plain mean of a study that stopped because it looked decisive is too far out. Here the sum of
differences is a normal random walk looked at after fixed batches (so not a Brownian motion watched
all the time, and no correction for overshoot is needed), and the stopping bounds are those of the
generalized likelihood ratio with a normal likelihood. The outcomes of the whole test are put in
order by the mean at the stop, and the true differences found under which the one seen, or one
further out, has the chance 1/2 (the estimate) and the two tails (the interval).

Each true difference is judged by the standard deviation of the distribution that has it and fits
the sample best, with half a step off the distance, as in
``balance.analysis.estimates.bounded_mean`` and for its reason: with that of the sample, the
interval is too short where few pairs changed, and all one way. For what is then left of their
skewness it spans the score interval of so many pairs.

Sources: recursion over looks, Armitage, McPherson and Rowe, J. R. Statist. Soc. A 132 (1969) 235;
order by the mean, Emerson and Fleming, Biometrika 77 (1990) 875.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtri

from balance.analysis.estimates.bounded_mean import (
    MOST_MEAN,
    BoundedSample,
    best_fit,
    bounded_interval,
)
from balance.analysis.estimates.paired import difference_interval

#: Cells of the grid in one standard deviation of a batch.
_CELLS = 6
#: Smallest chance that has a quantile.
_TINY = 1e-12
#: Chance below which a way to stop is not followed.
_NEGLIGIBLE = 1e-13


def estimate_after_stop(
    differences: NDArray[np.float64],
    margin: float,
    bounds: tuple[float, float],
    looks: NDArray[np.int64],
    confidence: float,
    bound: float,
) -> tuple[float, float, float]:
    """Median-unbiased mean difference and its interval: value, lower and upper end.

    ``differences``, shape (pairs,), are those up to the stop, from -``bound`` to ``bound``;
    ``bounds`` the log odds of ``sequential.log_bounds``, ``looks`` all numbers of pairs at which
    the test would have looked. If no game differed, the walk tells nothing and the interval is the
    one for no case of n.
    """
    if np.ptp(differences) == 0:
        return difference_interval(differences, confidence, bound)
    sample = BoundedSample.of(differences / bound)
    tail = (1 - confidence) / 2

    def truth_at(chance: float, inwards: int) -> float:
        """Mean at which one as high as that seen, or higher, has a chance to stop the test."""

        @cache  # the search for its root asks twice at some ends
        def beyond(truth: float) -> float:
            fit = best_fit(sample, truth)
            # Half a step inwards: a sum as far out as the one seen counts.
            seen = sample.mean + inwards * fit.one_way * sample.step / 2 / sample.seeds
            walk = exit_chances(truth / fit.spread, margin / bound / fit.spread, bounds, looks)
            more = np.clip(chance_of_more(walk, seen / fit.spread), _TINY, 1 - _TINY)
            return float(ndtri(more) - ndtri(chance))

        return bound * _root(beyond, sample.mean, error)

    error = best_fit(sample, sample.mean).spread / np.sqrt(sample.seeds)
    value, low, high = truth_at(0.5, 0), truth_at(tail, -1), truth_at(1 - tail, 1)
    plain = bounded_interval(sample, confidence)
    return value, min(low, bound * plain[0]), max(high, bound * plain[1])


@dataclass(frozen=True)
class Walk:
    """All ways in which a test can stop: sums at the stop, pairs, and their chances.

    ``sums``, ``pairs``, ``chances`` have one shape; ``width`` is that of a cell of ``sums``.
    """

    sums: NDArray[np.float64]
    pairs: NDArray[np.float64]
    chances: NDArray[np.float64]
    width: float


def exit_chances(
    drift: float, margin: float, bounds: tuple[float, float], looks: NDArray[np.int64]
) -> Walk:
    """Chance of each stop of a walk with unit variance and ``drift`` a pair.

    ``margin`` is in standard deviations. At n pairs the walk goes on while its sum lies inside
    margin * n / 2 + bounds[0] / margin on both sides of 0, but outside
    margin * n / 2 + bounds[1] / margin.
    """
    steps = np.diff(looks, prepend=0)
    width = float(np.sqrt(steps.min())) / _CELLS
    chances, first = np.ones(1), 0  # of cells number first, first + 1 ...
    cells_at, leaves_at = [], []  # a look each
    kernels = {step: _kernel(drift * step, step, width) for step in set(steps.tolist())}
    for pairs, step in zip(looks.tolist(), steps.tolist(), strict=True):
        least, kernel = kernels[step]
        chances = np.convolve(chances, kernel)
        first += least
        cells = np.arange(first, first + len(chances), dtype=np.float64)
        stays = np.zeros(len(cells))
        if pairs != looks[-1]:
            outer, inner = (margin * pairs / 2 + bound / margin for bound in bounds)
            stays = _part_within(cells, outer / width)
            if inner > 0:
                stays -= _part_within(cells, inner / width)
        cells_at.append(cells)
        staying = chances * stays
        leaves_at.append(chances - staying)
        chances = staying
        live = np.flatnonzero(chances > _NEGLIGIBLE)
        if len(live) == 0:
            break
        chances = chances[live[0] : live[-1] + 1]
        first += int(live[0])
    leaves = np.concatenate(leaves_at)
    out = leaves > _NEGLIGIBLE
    sums = width * np.concatenate(cells_at)[out]
    pairs_out = np.repeat(looks[: len(cells_at)].astype(np.float64), [*map(len, cells_at)])[out]
    return Walk(sums, pairs_out, leaves[out], width)


def _kernel(mean: float, variance: float, width: float) -> tuple[int, NDArray[np.float64]]:
    """Chances of a normal change, cell by cell, with the number of the first cell."""
    reach = int(np.ceil(8 * np.sqrt(variance) / width))
    centre = round(mean / width)
    offsets = np.arange(centre - reach, centre + reach + 1)
    kernel = np.exp(-0.5 * (offsets * width - mean) ** 2 / variance)
    return centre - reach, kernel * (width / np.sqrt(2 * np.pi * variance))


def chance_of_more(walk: Walk, mean: float) -> float:
    """Chance to stop with at least this mean, in standard deviations."""
    above = (walk.sums - mean * walk.pairs) / walk.width + 0.5
    return float(walk.chances @ np.clip(above, 0.0, 1.0) / walk.chances.sum())


def _part_within(cells: NDArray[np.float64], edge: float) -> NDArray[np.float64]:
    """Part of each cell that lies nearer to 0 than an edge does, which is counted in cells."""
    # A clip of so few numbers takes twice as long; an edge within cell 0 cuts it on both sides.
    return np.minimum(np.maximum(edge + 0.5 - np.abs(cells), 0.0), min(1.0, 2 * edge))


def _root(function: Callable[[float], float], start: float, error: float) -> float:
    """Where a rising function of means is 0, searched outwards from a start."""
    ends = [start, start]
    for end, sign in ((0, 1), (1, -1)):
        step = 2 * error
        while sign * function(ends[end]) > 0 and abs(ends[end]) < MOST_MEAN:
            ends[end] = float(np.clip(ends[end] - sign * step, -MOST_MEAN, MOST_MEAN))
            step *= 2
        if sign * function(ends[end]) > 0:
            return ends[end]
    return float(brentq(function, *ends, xtol=0.01 * error))
