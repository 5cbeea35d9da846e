"""Counts that add up over parts of a study, with what a mean and its interval need.

A study of many games is read in parts; what is counted by hex (or any other key) in each part is
added up, sums of squares with it, so that the mean a game keeps its t interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from balance.analysis.estimates.means import interval_of_sums
from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals


def tally(rows: pd.DataFrame, by: Sequence[str], amount: str = "") -> pd.DataFrame:
    """Count rows by key, or add up a column of theirs, which is positive.

    Index: ``by``, as plain words. Columns: games (with any), count, squares (of the counts of each
    game).
    """
    # By sorted numbers, not by pandas' groups: a part of a study has a million rows.
    key, words = _key_numbers(rows, by)
    game, games = pd.factorize(rows["game_id"])
    amounts = rows[amount].to_numpy("int64") if amount else np.ones(len(rows), "int64")
    known = key >= 0
    code = key[known] * max(len(games), 1) + game[known]
    order = np.argsort(code, kind="stable")
    starts = np.flatnonzero(np.diff(code[order], prepend=-1))
    sums = np.add.reduceat(amounts[known][order], starts) if len(starts) else amounts[:0]
    of_key = code[order][starts] // max(len(games), 1)
    count, squares = (
        np.bincount(of_key, weights, minlength=len(words)).astype("int64")
        for weights in (sums, sums**2)
    )
    found = {"games": np.bincount(of_key, minlength=len(words)), "count": count}
    table = pd.DataFrame({**found, "squares": squares}, index=words)
    return table.loc[table["games"] > 0]


def _key_numbers(rows: pd.DataFrame, by: Sequence[str]) -> tuple[np.ndarray, pd.Index]:
    """Number the keys of rows (-1 where a word is missing), and list the keys by number."""
    numbers = np.zeros(len(rows), "int64")
    words: list[list[object]] = []
    for name in by:
        codes, found = pd.factorize(rows[name])
        numbers = np.where((codes < 0) | (numbers < 0), -1, numbers * max(len(found), 1) + codes)
        words.append(list(found))
    if len(words) == 1:
        return numbers, pd.Index(words[0], dtype=object, name=by[0])
    return numbers, pd.MultiIndex.from_product(words, names=list(by))


def plain_index(table: pd.DataFrame) -> pd.DataFrame:
    """Copy of a table whose index no longer depends on the words of its part."""
    names = list(table.index.names)
    lines = table.reset_index()
    words = [name for name in names if isinstance(lines[name].dtype, pd.CategoricalDtype)]
    return lines.astype(dict.fromkeys(words, object)).set_index(names)


def add_up(tables: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Sum of tables of counts by their index; what one lacks counts as nothing."""
    whole = pd.concat(list(tables))
    return whole.groupby(level=list(range(whole.index.nlevels)), sort=True).sum()


#: Tables of counts that wait to be added up, at most: they are small, but a long study has many.
_MOST_WAITING = 16


class RunningSums:
    """Adds tables of counts up by name while they come, so that few of them are held at a time."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[pd.DataFrame]] = {}

    def add(self, tables: Mapping[str, pd.DataFrame]) -> None:
        """Add the tables of one part of a study."""
        for name, table in tables.items():
            waiting = self._waiting.setdefault(name, [])
            waiting.append(table)
            if len(waiting) == _MOST_WAITING:
                waiting[:] = [add_up(waiting)]

    def sums(self) -> dict[str, pd.DataFrame]:
        """Sum of all tables of each name so far."""
        return {name: add_up(waiting) for name, waiting in self._waiting.items()}


def means_a_game(counts: pd.DataFrame, total: int, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Mean count a game by key, with t interval, and the share of games with any.

    ``counts`` is a sum of ``tally`` over ``total`` games. Columns: those of the index, count,
    mean, mean_low, mean_high, games, total, share, low, high (Wilson).
    """
    names = list(counts.index.names)
    table = counts.reset_index()
    ends = [
        interval_of_sums(total, count, squares, confidence, least=0)
        for count, squares in zip(table["count"], table["squares"], strict=True)
    ]
    table[["mean", "mean_low", "mean_high"]] = pd.DataFrame(
        ends, columns=["mean", "mean_low", "mean_high"], index=table.index, dtype=float
    )
    table["total"] = total
    table = with_intervals(table, confidence=confidence)
    means = ["mean", "mean_low", "mean_high"]
    return table[[*names, "count", *means, "games", "total", "share", "low", "high"]]
