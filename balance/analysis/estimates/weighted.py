"""Weighted sums of mean scores of independent samples, such as a mix less what it is compared with.

What is added is one stratified sample, and what is taken off another: each has the Wilson interval
of its effective size, by the variance within its strata. So many small samples don't each bring the
error of an interval of a few games. Then each of the two may lie as far from its estimate as its
own interval says, and what differs adds up by squares.

Sources: Zou and Donner, Statistics in Medicine 27 (2008) 1693; for a difference of two shares that
of Newcombe, Statistics in Medicine 17 (1998) 873. Effective sizes as in
``balance.analysis.estimates.strata``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.analysis.estimates.proportions import wilson_interval


def weighted_sum_interval(
    weights: ArrayLike, means: ArrayLike, games: ArrayLike, confidence: float
) -> tuple[float, float, float]:
    """Weighted sum of mean scores (0 to 1) with its interval: sum, lower and upper end.

    All have shape (samples,); ``games`` are the sizes of the samples. Weights may be negative. A
    sample without games may have any mean.

    Examples
    --------
    >>> total, low, high = weighted_sum_interval([1, -1], [0.7, 0.5], [200, 200], 0.95)
    >>> print(f"{total:.2f} {low:.3f} {high:.3f}")
    0.20 0.104 0.291
    """
    weight, count = np.asarray(weights, float), np.asarray(games, float)
    mean = np.nan_to_num(np.asarray(means, float), nan=0.5)
    sums = [(w, 0.5, 0.0, 1.0) for w in weight[(count == 0) & (weight != 0)]]
    for sign in (1.0, -1.0):
        here = (sign * weight > 0) & (count > 0)
        if here.any():
            shares = np.abs(weight[here]) / np.abs(weight[here]).sum()
            sums.append(
                (weight[here].sum(), *_stratified(shares, mean[here], count[here], confidence))
            )
    return combined_interval(*zip(*sums, strict=True)) if sums else (0.0, 0.0, 0.0)


def _stratified(
    shares: NDArray[np.float64],
    means: NDArray[np.float64],
    games: NDArray[np.float64],
    confidence: float,
) -> tuple[float, float, float]:
    """Mean over strata by their shares, with its Wilson interval: mean, lower and upper end.

    As in ``strata``, the variance of each is reckoned from one game more than it has, which varies
    as the whole does.
    """
    mean = float(np.clip(shares @ means, 0.0, 1.0))
    whole = mean * (1 - mean)
    within = (games * means * (1 - means) + whole) / games
    simple = float((shares**2 / games).sum())
    variance = float((shares**2 * within / games).sum())
    size = whole / variance if whole > 0 else 1 / simple
    low, high = wilson_interval(mean * size, size, confidence)
    return mean, float(low), float(high)


def combined_interval(
    weights: ArrayLike, means: ArrayLike, lows: ArrayLike, highs: ArrayLike
) -> tuple[float, float, float]:
    """Weighted sum of means of independent samples, each with its own interval: sum, low and high.

    All have shape (samples,); no weight may be 0 where an interval is unbounded.

    Examples
    --------
    >>> combined_interval([1, -1], [5, 3], [2, -1], [9, 7])
    (2.0, -3.0, 7.656854249492381)
    """
    weight, mean = np.asarray(weights, float), np.asarray(means, float)
    low, high = np.asarray(lows, float), np.asarray(highs, float)
    below = weight * (mean - np.where(weight < 0, high, low))
    above = weight * (np.where(weight < 0, low, high) - mean)
    total = float(weight @ mean)
    return total, total - float(np.hypot.reduce(below)), total + float(np.hypot.reduce(above))
