"""The estimate after a sequential stop: median-unbiased, with an interval that knows of the stop.

The plain mean of a study that stopped because it looked decisive is too far out. Here the sum of
differences is a normal random walk looked at after fixed batches (so not a Brownian motion watched
all the time, and no correction for overshoot is needed), and the stopping bounds are those of the
generalized likelihood ratio with a normal likelihood; the standard deviation is that of the sample.
The outcomes of the whole test are put in order by the mean at the stop, and the true differences
found under which the one seen, or a greater one, has the chance 1/2 (the estimate) and the two
tails (the interval).

Sources: recursion over looks, Armitage, McPherson and Rowe, J. R. Statist. Soc. A 132 (1969) 235;
order by the mean, Emerson and Fleming, Biometrika 77 (1990) 875.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.analysis.estimates.paired import difference_interval

#: Cells of the grid in one standard deviation of a batch.
_CELLS = 6
#: Chance below which a way to stop is not followed.
_NEGLIGIBLE = 1e-13


def estimate_after_stop(
    mean: float,
    sd: float,
    pairs: int,
    margin: float,
    bounds: tuple[float, float],
    looks: NDArray[np.int64],
    confidence: float,
    bound: float = np.inf,
) -> tuple[float, float, float]:
    """Median-unbiased mean difference and its interval: value, lower and upper end.

    ``mean``, ``sd`` and ``pairs`` are those at the stop, ``bounds`` the log odds of
    ``sequential.log_bounds``, ``looks`` all numbers of pairs at which the test would have looked.
    If no game differed, the walk tells nothing and the interval is the one for no case of n.
    """
    if sd == 0:
        return difference_interval(np.full(pairs, mean), confidence, bound)
    walk = exit_chances(mean / sd, margin / sd, bounds, looks)
    tail = (1 - confidence) / 2
    seen = mean / sd
    beyond = chance_of_more(walk, seen)
    error = 1 / np.sqrt(pairs)
    value, low, high = (_solve(beyond, chance, seen, error) for chance in (0.5, tail, 1 - tail))
    edge = np.array([low, value, high]) * sd
    low, value, high = np.clip(edge, -bound, bound)
    return float(value), float(low), float(high)


@dataclass(frozen=True)
class Walk:
    """All ways in which a test can stop: sums at the stop, pairs, and their chances at one drift.

    ``sums``, ``pairs``, ``chances`` have one shape; ``drift`` is the mean of a step in standard
    deviations, ``width`` the width of a cell of ``sums``.
    """

    sums: NDArray[np.float64]
    pairs: NDArray[np.float64]
    chances: NDArray[np.float64]
    drift: float
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
    cells, chances, first = np.zeros(1), np.ones(1), 0  # cell numbers first, first + 1 ...
    sums_out, pairs_out, chances_out = [], [], []
    for pairs, step in zip(looks.tolist(), steps.tolist(), strict=True):
        reach = int(np.ceil(8 * np.sqrt(step) / width))
        centre = round(drift * step / width)
        offsets = np.arange(centre - reach, centre + reach + 1)
        kernel = np.exp(-0.5 * (offsets * width - drift * step) ** 2 / step)
        kernel *= width / np.sqrt(2 * np.pi * step)
        chances = np.convolve(chances, kernel)
        first += centre - reach
        cells = (first + np.arange(len(chances))) * width
        if pairs == looks[-1]:
            stays = np.zeros(len(cells))
        else:
            outer = margin * pairs / 2 + bounds[0] / margin
            inner = margin * pairs / 2 + bounds[1] / margin
            stays = _part_below(cells, outer, width) - _part_below(cells, -outer, width)
            if inner > 0:
                stays -= _part_below(cells, inner, width) - _part_below(cells, -inner, width)
        leaves = chances * (1 - stays)
        out = leaves > _NEGLIGIBLE
        sums_out.append(cells[out])
        pairs_out.append(np.full(int(out.sum()), float(pairs)))
        chances_out.append(leaves[out])
        chances = chances * stays
        live = np.flatnonzero(chances > _NEGLIGIBLE)
        if len(live) == 0:
            break
        chances = chances[live[0] : live[-1] + 1]
        first += int(live[0])
    return Walk(
        np.concatenate(sums_out), np.concatenate(pairs_out), np.concatenate(chances_out), drift,
        width,
    )  # fmt: skip


def chance_of_more(walk: Walk, mean: float) -> Callable[[float], float]:
    """Chance to stop with at least this mean, as a function of the true drift.

    Both are in standard deviations. The walk at another drift has the same ways to stop, each
    weighted by its likelihood ratio.
    """
    above = 1 - _part_below(walk.sums - mean * walk.pairs, 0.0, walk.width)

    def chance(truth: float) -> float:
        shift = truth - walk.drift
        weights = np.exp(shift * walk.sums - walk.pairs * ((truth**2 - walk.drift**2) / 2))
        weights *= walk.chances
        return float(weights @ above / weights.sum())

    return chance


def _part_below(cells: NDArray[np.float64], edge: float, width: float) -> NDArray[np.float64]:
    """Part of each cell that lies below an edge."""
    return np.clip((edge - cells) / width + 0.5, 0.0, 1.0)


def _solve(function: Callable[[float], float], level: float, start: float, error: float) -> float:
    """Where a rising function reaches a level, searched outwards from a start."""
    # Without a stop the answer would be that of the normal distribution; the stop moves it.
    left, right = start - 2 * error, start + 2 * error
    for _ in range(40):
        if function(left) <= level:
            break
        left -= 2 * error
    for _ in range(40):
        if function(right) >= level:
            break
        right += 2 * error
    for _ in range(22):
        middle = (left + right) / 2
        if function(middle) < level:
            left = middle
        else:
            right = middle
    return (left + right) / 2
