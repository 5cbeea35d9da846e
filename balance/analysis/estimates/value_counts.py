"""How many games have which value: all that means, intervals and quantiles of a quantity need.

A quantity of a game takes few values, however many games there are. Counts of them add up over the
parts of a study exactly, so that nothing has to be held a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.means import t_interval
from balance.analysis.estimates.proportions import CONFIDENCE


@dataclass(frozen=True)
class Distribution:
    """Values that occurred, in rising order, and the number of games with each."""

    values: NDArray[np.float64]
    games: NDArray[np.int64]

    @property
    def count(self) -> int:
        """Games with a value."""
        return int(self.games.sum())

    @property
    def total(self) -> float:
        """Sum over all games."""
        return float(self.values @ self.games)

    @property
    def mean(self) -> float:
        """Mean a game; NaN without games."""
        return self.total / self.count if self.count else float("nan")

    def variance(self, lost: int = 0) -> float:
        """Mean square of the distances from the mean; ``lost`` degrees of freedom.

        NaN where there are no more games than that.
        """
        if self.count <= lost:
            return float("nan")
        return float((self.values - self.mean) ** 2 @ self.games) / (self.count - lost)

    def mean_interval(
        self, confidence: float = CONFIDENCE, *, least: float = -np.inf
    ) -> tuple[float, float, float]:
        """Mean and t interval, as ``means.mean_interval`` of the whole numbers of all games.

        >>> Distribution(np.array([4.0, 6.0]), np.array([2, 1])).mean_interval(0.5)[0]
        4.666666666666667
        """
        spread = float(np.sqrt(self.variance(1))) if self.count > 1 else 0.0
        return t_interval(self.count, self.mean, spread, confidence, least=least, unit=1.0)

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """Values below or at which so large a share of the games lies; NaN without games.

        Values that occurred, as NumPy's method "inverted_cdf".

        >>> Distribution(np.array([4.0, 6.0, np.inf]), np.array([2, 1, 1])).quantiles([0.5, 0.75])
        [4.0, 6.0]
        """
        if not self.count:
            return [float("nan")] * len(shares)
        below = self.games.cumsum()
        ranks = np.maximum(np.ceil(self.count * np.asarray(shares) - 1), 0)
        return [float(value) for value in self.values[below.searchsorted(ranks, side="right")]]

    def at_most(self, value: float) -> int:
        """Games with this value or a lower one.

        >>> Distribution(np.array([4.0, 6.0]), np.array([2, 1])).at_most(5)
        2
        """
        return int(self.games[: self.values.searchsorted(value, side="right")].sum())

    def with_other(self, other: Distribution) -> Distribution:
        """The games of both together."""
        values, place = np.unique(np.concatenate([self.values, other.values]), return_inverse=True)
        games = np.zeros(len(values), np.int64)
        np.add.at(games, place, np.concatenate([self.games, other.games]))
        return Distribution(values, games)


def count_values(columns: Iterable[tuple[Any, NDArray[Any]]], names: Sequence[str]) -> pd.DataFrame:
    """Count how many games have each value, so that parts of a study can be added up.

    ``columns`` are pairs of a key and the values of some games; missing values are left out.
    Index: ``names`` (of the key, or its parts), value. Column: games.
    """
    keys, values, counts = [], [np.empty(0)], [np.empty(0, np.int64)]
    for key, column in columns:
        numbers = np.asarray(column, np.float64)
        found, games = np.unique(numbers[~np.isnan(numbers)], return_counts=True)
        keys.append(key if isinstance(key, tuple) else (key,))
        values.append(found)
        counts.append(games)
    lengths = [len(found) for found in values[1:]]
    parts = zip(*keys, strict=True) if keys else ([] for _ in names)
    levels = [pd.Index(list(part)).repeat(lengths) for part in parts]
    index = pd.MultiIndex.from_arrays([*levels, np.concatenate(values)], names=[*names, "value"])
    return pd.DataFrame({"games": np.concatenate(counts)}, index=index)


def count_columns(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """Count the values of each column of a table with one row a game; see ``count_values``."""
    return count_values(((key, table[key].to_numpy()) for key in table), [name])


class Counted:
    """Distributions by key, from a sum of ``count_values``."""

    def __init__(self, counts: pd.DataFrame) -> None:
        ordered = counts.sort_index()
        index = ordered.index
        assert isinstance(index, pd.MultiIndex)
        self._values = index.get_level_values("value").to_numpy(np.float64)
        self._games = ordered["games"].to_numpy(np.int64)
        keys = index.droplevel("value")
        starts = np.flatnonzero(~keys.duplicated())
        ends = np.append(starts, len(keys))[1:]
        self._spans = dict(zip(keys[starts], zip(starts, ends, strict=True), strict=True))

    def __getitem__(self, key: Any) -> Distribution:
        """Distribution of a key; one of no games where nothing was counted."""
        start, end = self._spans.get(key, (0, 0))
        return Distribution(self._values[start:end], self._games[start:end])
