"""Shares of games: Wilson intervals, and tables that keep the empty categories."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv, ndtri

from balance.analysis.estimates.strata import Strata, design_effect

#: Confidence of every interval of a report, unless told otherwise.
CONFIDENCE = 0.95


def wilson_interval(
    count: ArrayLike, total: ArrayLike, confidence: float = CONFIDENCE
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Wilson score interval of a share: lower and upper end, elementwise.

    Near its nominal coverage for rare events too. No games at all give the interval 0 to 1.

    Examples
    --------
    >>> low, high = wilson_interval(620, 1000)
    >>> print(f"{low:.3f} {high:.3f}")
    0.590 0.650
    """
    k, n = np.broadcast_arrays(np.asarray(count, float), np.asarray(total, float))
    if np.any(k < 0) or np.any(k > n):
        raise ValueError(f"counts must lie between 0 and the totals, got {k} of {n}")
    z = float(ndtri(0.5 + confidence / 2))
    safe = np.maximum(n, 1.0)
    centre = (k + z * z / 2) / (safe + z * z)
    half = z / (safe + z * z) * np.sqrt(k * (n - k) / safe + z * z / 4)
    low = np.where(k == 0, 0.0, centre - half)
    high = np.where(k == n, 1.0, centre + half)
    return low, high


def score_interval(
    scores: ArrayLike, confidence: float, strata: Strata = None
) -> tuple[float, float, float]:
    """Mean score with its Wilson interval: mean, lower and upper end; NaN are left out.

    Among numbers from 0 to 1 with a given mean, wins and losses spread most, so the interval is
    a little wide where games are drawn, never too narrow. With ``strata`` of fixed shares, one a
    score, it is that of the effective number of games.

    >>> mean, low, high = score_interval([1.0] * 100, 0.95)
    >>> print(f"{mean:.2f} {low:.2f} {high:.2f}")
    1.00 0.96 1.00
    """
    given = np.asarray(scores, float)
    played = ~np.isnan(given)
    array = given[played]
    if not len(array):
        return np.nan, 0.0, 1.0
    kept = None if strata is None else np.asarray(strata)[played]
    games = len(array) / design_effect(array, kept)
    low, high = wilson_interval(float(array.mean()) * games, games, confidence)
    return float(array.mean()), float(low), float(high)


def upper_bound(count: int, total: int, confidence: float = CONFIDENCE) -> float:
    """Share that is at most so large, one-sided: Clopper and Pearson, Biometrika 26 (1934) 404.

    Never covers less often than it says; 1 without games. None of n cases bounds the share by
    about 3 / n.

    Examples
    --------
    >>> print(f"{upper_bound(0, 100):.4f}")
    0.0295
    """
    if not 0 <= count <= total:
        raise ValueError(f"the count must lie between 0 and {total}, got {count}")
    return 1.0 if count == total else float(betaincinv(count + 1, total - count, confidence))


def with_intervals(
    table: pd.DataFrame,
    count: str = "games",
    total: str = "total",
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Copy of a table of counts with the columns ``share``, ``low`` and ``high``."""
    table = table.copy()
    n = table[total].to_numpy(float)
    k = table[count].to_numpy(float)
    table["share"] = np.divide(k, n, out=np.full(len(n), np.nan), where=n > 0)
    table["low"], table["high"] = wilson_interval(k, n, confidence)
    return table


def share_table(
    values: pd.Series, categories: Sequence[str], confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Share of each category, in the order given; none is dropped, unforeseen ones come last.

    Columns: category, games, total, share, low, high.
    """
    counts = values.astype(str).value_counts()
    order = [*categories, *sorted(set(counts.index) - set(categories))]
    table = pd.DataFrame(
        {
            "category": order,
            "games": [int(counts.get(name, 0)) for name in order],
            "total": len(values),
        }
    )
    return with_intervals(table, confidence=confidence)


def cross_share_table(
    games: pd.DataFrame,
    rows: tuple[str, Sequence[str]],
    columns: tuple[str, Sequence[str]],
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Share of all games in each cell of two classifications, such as winner by ending.

    ``rows`` and ``columns`` are a column's name and its categories. One line a cell: row, column,
    games, total, share, low, high; cells without games are kept.
    """
    row_name, row_order = rows
    column_name, column_order = columns
    row_values = games[row_name].astype(str)
    column_values = games[column_name].astype(str)
    row_order = [*row_order, *sorted(set(row_values) - set(row_order))]
    column_order = [*column_order, *sorted(set(column_values) - set(column_order))]
    counts = pd.Series(1, index=games.index).groupby([row_values, column_values]).sum()
    lines = [
        {"row": row, "column": column, "games": int(counts.get((row, column), 0))}
        for row in row_order
        for column in column_order
    ]
    table = pd.DataFrame(lines, columns=["row", "column", "games"])
    table["total"] = len(games)
    return with_intervals(table, confidence=confidence)
