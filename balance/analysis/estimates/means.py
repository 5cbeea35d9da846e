"""Means with t intervals, and order statistics with intervals that assume no distribution."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr, stdtrit

from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.estimates.strata import Strata, design_effect, stratum_count
from balance.analysis.study import least_of

#: Shares at which a distribution is described.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def _numbers(values: ArrayLike) -> NDArray[np.float64]:
    array = np.asarray(values, float).ravel()
    return array[~np.isnan(array)]


def mean_interval(
    values: ArrayLike,
    confidence: float = CONFIDENCE,
    strata: Strata = None,
    *,
    least: float = -np.inf,
    unit: float = 0.0,
) -> tuple[float, float, float]:
    """Mean and its t interval: mean, lower and upper end.

    One value alone has an unbounded interval, none has not even a mean (all NaN). ``strata`` with
    fixed shares, one a value, take off what differs between them. ``least`` and ``unit`` as in
    ``t_interval``.

    Examples
    --------
    >>> mean, low, high = mean_interval([4, 5, 6])
    >>> print(f"{mean:.1f} {low:.2f} {high:.2f}")
    5.0 2.52 7.48
    """
    given = np.asarray(values, float).ravel()
    array = _numbers(given)
    spread = float(array.std(ddof=1)) if len(array) > 1 else 0.0
    mean = float(array.mean()) if len(array) else 0.0
    if strata is None:
        return t_interval(len(array), mean, spread, confidence, least=least, unit=unit)
    kept = np.asarray(strata)[~np.isnan(given)]
    spread *= np.sqrt(design_effect(array, kept))
    free = len(array) - stratum_count(kept)
    return t_interval(len(array), mean, spread, confidence, max(free, 1), least=least, unit=unit)


def interval_of_sums(
    count: int,
    total: float,
    squares: float,
    confidence: float = CONFIDENCE,
    *,
    least: float = -np.inf,
) -> tuple[float, float, float]:
    """Mean and t interval of whole numbers of which only sum and sum of squares are known.

    Examples
    --------
    >>> interval_of_sums(3, 15, 77) == mean_interval([4, 5, 6])
    True
    """
    mean = total / max(count, 1)
    rest = max(squares - total * mean, 0.0)
    spread = float(np.sqrt(rest / max(count - 1, 1)))
    return t_interval(count, mean, spread, confidence, least=least, unit=1.0)


def t_interval(
    count: int,
    mean: float,
    spread: float,
    confidence: float,
    freedom: int | None = None,
    *,
    least: float = -np.inf,
    unit: float = 0.0,
) -> tuple[float, float, float]:
    """Mean and t interval of ``count`` numbers of which only mean and standard deviation are known.

    One number alone has an unbounded interval, none has not even a mean (all NaN). The ``freedom``
    of the standard deviation is one less than the numbers if not given. The interval ends at
    ``least``, below which no number can be.

    ``unit`` is the step between numbers that are counted, 0 for others. Of what is rare a sample
    may hold less than its share, or nothing: half the squared quantile of such cases is counted
    more than were seen, as Wilson does for shares, each as large as those seen (the variance over
    the mean) or, where all numbers are alike, one unit.
    """
    if count == 0:
        return np.nan, np.nan, np.nan
    if count == 1:
        return mean, float(least), np.inf
    quantile = float(stdtrit(freedom or count - 1, 0.5 + confidence / 2))
    squares = count * spread**2
    if unit > 0.0:
        rare = spread**2 / (mean - least) if spread > 0.0 else unit
        squares += (quantile * rare) ** 2 / 2
    half = quantile * np.sqrt(squares) / count
    return mean, max(mean - half, float(least)), mean + half


def quantile_interval(
    values: ArrayLike, share: float = 0.5, confidence: float = CONFIDENCE
) -> tuple[float, float, float]:
    """A quantile and its order-statistic interval: value, lower and upper end.

    The ends are values of the sample, chosen from the binomial distribution so that the true
    quantile lies between them with at least the confidence asked; infinite where the sample is too
    small for that.
    """
    array = np.sort(_numbers(values))
    count = len(array)
    if count == 0:
        return np.nan, np.nan, np.nan
    tail = (1 - confidence) / 2
    below = bdtr(np.arange(count + 1), count, share)  # P(at most k values under the quantile)
    # lower end = order statistic r (from 1): P(fewer than r values below) must not pass the tail
    lower = int(np.searchsorted(below, tail, side="right"))
    upper = int(np.searchsorted(below, 1 - tail, side="left")) + 1
    low = float(array[lower - 1]) if lower >= 1 else -np.inf
    high = float(array[upper - 1]) if upper <= count else np.inf
    value = float(np.quantile(array, share, method="inverted_cdf"))
    return value, low, high


def describe(
    table: pd.DataFrame, columns: Mapping[str, str], confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Mean, interval, spread and order statistics of some columns, one line a column.

    ``columns`` maps the names of columns to the words for them; those that the table lacks are left
    out. Columns: column, name, games, mean, low, high, sd, min, q05 ... q95, max.
    """
    lines = []
    for column, name in columns.items():
        if column not in table:
            continue
        values = _numbers(table[column])
        least = least_of(column, values)
        mean, low, high = mean_interval(values, confidence, least=least, unit=1.0)
        line: dict[str, object] = {
            "column": column,
            "name": name,
            "games": len(values),
            "mean": mean,
            "low": low,
            "high": high,
            "sd": float(values.std(ddof=1)) if len(values) > 1 else np.nan,
            "min": float(values.min()) if len(values) else np.nan,
        }
        for share in QUANTILES:
            key = quantile_column(share)
            line[key] = (
                float(np.quantile(values, share, method="inverted_cdf")) if len(values) else np.nan
            )
        line["max"] = float(values.max()) if len(values) else np.nan
        lines.append(line)
    names = ["column", "name", "games", "mean", "low", "high", "sd", "min"]
    names += [quantile_column(share) for share in QUANTILES] + ["max"]
    return pd.DataFrame(lines, columns=names)


def quantile_column(share: float) -> str:
    """Name of the column that holds a quantile.

    >>> quantile_column(0.05)
    'q05'
    """
    return f"q{round(100 * share):02d}"
