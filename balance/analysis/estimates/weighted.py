"""Weighted sums of mean scores of independent samples, such as a mix less what it is compared with.

Source: Zou and Donner, Statistics in Medicine 27 (2008) 1693: each mean may lie as far from its
estimate as its own interval says, and what differs adds up by squares. For a difference of two
shares with Wilson intervals it is that of Newcombe, Statistics in Medicine 17 (1998) 873.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

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
    mean, count = np.nan_to_num(np.asarray(means, float), nan=0.5), np.asarray(games, float)
    return combined_interval(weights, mean, *wilson_interval(mean * count, count, confidence))


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
