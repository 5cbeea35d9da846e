"""Whether two variants end their games by the same causes, cause by cause and all together.

Sources: Stuart, Biometrika 42 (1955) 412; Maxwell, Brit. J. Psychiatry 116 (1970) 651.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc

from balance.analysis.estimates.paired import (
    Pairs,
    change_table,
    difference_interval,
    seed_means,
)
from balance.analysis.estimates.proportions import CONFIDENCE
from balance.analysis.questions import check_count
from balance.errors import BadQuestion


@dataclass(frozen=True)
class MarginalTest:
    """Stuart-Maxwell test: chi-squared ``statistic`` with ``freedom``, and its p value.

    ``freedom`` 0 means that no pair moved between categories: nothing to test, p value 1.
    """

    statistic: float
    freedom: int
    p_value: float
    pairs: int


def stuart_maxwell(counts: ArrayLike) -> MarginalTest:
    """Test that both margins of a square table of pairs are alike.

    ``counts`` has shape (categories, categories): pairs by the category under the first and the
    second variant. Categories that no pair left or entered play no part.

    Raises
    ------
    BadQuestion
        If the table is not square.
    """
    table = np.asarray(counts, float)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise BadQuestion(
            f"table of pairs: shape {table.shape} isn't square; expected the same categories for "
            "both variants; keep the empty ones"
        )
    pairs = int(table.sum())
    moved = table - np.diag(np.diag(table))
    used = (moved.sum(axis=0) + moved.sum(axis=1)) > 0
    moved = moved[np.ix_(used, used)]
    if len(moved) < 2:
        return MarginalTest(0.0, 0, 1.0, pairs)
    difference = moved.sum(axis=1) - moved.sum(axis=0)
    spread = np.diag(moved.sum(axis=1) + moved.sum(axis=0)) - moved - moved.T
    freedom = int(np.linalg.matrix_rank(spread))
    statistic = float(difference @ np.linalg.pinv(spread, hermitian=True) @ difference)
    return MarginalTest(statistic, freedom, float(chdtrc(freedom, statistic)), pairs)


def compare_endings(pairs: Pairs, endings: Sequence[str]) -> MarginalTest:
    """Test that both variants end their games by the same causes in the same shares.

    Each pair counts once, so the pairs must be of one pairing of strategies (seeds of several
    pairings are not independent).

    Raises
    ------
    BadQuestion
        If there are no pairs, or several on one seed.
    """
    check_count(pairs.count, 1, "paired games")
    if pairs.seeds != pairs.count:
        raise BadQuestion(
            f"endings: {pairs.count} pairs share {pairs.seeds} seeds; expected one pair a seed; "
            "choose the games of one pairing of strategies"
        )
    table = ending_changes(pairs, endings)
    size = int(np.sqrt(len(table)))
    return stuart_maxwell(table["games"].to_numpy().reshape(size, size))


def ending_changes(
    pairs: Pairs, endings: Sequence[str], confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Ending under the first variant by ending under the second, empty cells kept.

    Columns: first, second, games, total, share, low, high (Wilson).
    """
    return change_table(pairs, "ending", endings, confidence)


def _both(pairs: Pairs, column: str) -> list[pd.Series]:
    """A column of the first and of the second games."""
    return [pairs.table[f"{column}_{place}"] for place in ("first", "second")]


def _ending_turns(pairs: Pairs) -> list[NDArray[np.float64]]:
    return [turns.to_numpy(float, na_value=np.nan) for turns in _both(pairs, "ending_turn")]


def incidence_difference(
    pairs: Pairs, endings: Sequence[str], last_turn: int, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Difference of the share of games that each cause has ended by each turn.

    Columns: ending, game_turn, first, second, difference (second minus first), low, high (each
    turn alone).
    """
    seeds = pairs.table["seed"].to_numpy()
    turns = _ending_turns(pairs)
    lines = []
    for ending in endings:
        alike = [np.asarray(found == ending) for found in _both(pairs, "ending")]
        for turn in range(1, last_turn + 1):
            ended = (same & (at <= turn) for same, at in zip(alike, turns, strict=True))
            means = seed_means(seeds, *ended)
            first, second = means.overall
            mean, low, high = difference_interval(means.differences, confidence, 1.0)
            lines.append((ending, turn, first, second, mean, low, high))
    names = ["ending", "game_turn", "first", "second", "difference", "low", "high"]
    return pd.DataFrame(lines, columns=names)


def ending_places_difference(
    pairs: Pairs,
    ending: str,
    last_turn: int,
    hexes: Sequence[str] = (),
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Difference of the games that one cause ended at each hex, in all and by game turn.

    ``hexes`` are listed even where no game ended. Columns: ending, hex, game_turn (0: whole game;
    others only where a game ended), pairs, first, second (games), difference (of the shares of
    games), low, high (for this row alone).
    """
    seeds = pairs.table["seed"].to_numpy()
    turns = _ending_turns(pairs)
    where = [
        hex_names.astype(str).where(found == ending, "").to_numpy(object)
        for hex_names, found in zip(_both(pairs, "ending_hex"), _both(pairs, "ending"), strict=True)
    ]
    seen = sorted({*where[0], *where[1]} - {"", *hexes})
    lines = []
    for hex_name in (*hexes, *seen):
        here = [found == hex_name for found in where]
        for turn in range(last_turn + 1):
            ended = [
                same & ((turn == 0) | (at == turn)) for same, at in zip(here, turns, strict=True)
            ]
            if turn and not any(each.any() for each in ended):
                continue
            means = seed_means(seeds, *ended)
            mean, low, high = difference_interval(means.differences, confidence, 1.0)
            counts = (int(each.sum()) for each in ended)
            lines.append((ending, hex_name, turn, pairs.count, *counts, mean, low, high))
    names = ["ending", "hex", "game_turn", "pairs", "first", "second", "difference", "low", "high"]
    return pd.DataFrame(lines, columns=names)
