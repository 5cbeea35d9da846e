"""Whether two variants end their games by the same causes, cause by cause and all together.

Sources: Stuart, Biometrika 42 (1955) 412; Maxwell, Brit. J. Psychiatry 116 (1970) 651.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import chdtrc

from balance.analysis.estimates.paired import (
    Outcome,
    Pairs,
    block_means,
    change_table,
    difference_interval,
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


def incidence_difference(
    pairs: Pairs, endings: Sequence[str], last_turn: int, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Difference of the share of games that each cause has ended by each turn.

    Columns: ending, game_turn, first, second, difference (second minus first), low, high (each
    turn alone).
    """
    lines = []
    for ending in endings:
        for turn in range(1, last_turn + 1):
            ended = {
                f"ended_{place}": (pairs.table[f"ending_{place}"] == ending)
                & (pairs.table[f"ending_turn_{place}"] <= turn)
                for place in ("first", "second")
            }
            counted = Pairs(
                pd.DataFrame({"seed": pairs.table["seed"], **ended}), pairs.first, pairs.second
            )
            blocks = block_means(counted, Outcome("ended", "ended", "ended", bound=1.0))
            mean, low, high = difference_interval(blocks["difference"], confidence, 1.0)
            lines.append(
                {
                    "ending": ending,
                    "game_turn": turn,
                    "first": float(blocks["first"].mean()),
                    "second": float(blocks["second"].mean()),
                    "difference": mean,
                    "low": low,
                    "high": high,
                }
            )
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
    where = {
        place: pairs.table[f"ending_hex_{place}"]
        .astype(str)
        .where(pairs.table[f"ending_{place}"] == ending, "")
        for place in ("first", "second")
    }
    seen = sorted({*where["first"], *where["second"]} - {"", *hexes})
    lines = []
    for hex_name in (*hexes, *seen):
        for turn in range(last_turn + 1):
            ended = {
                f"ended_{place}": (found == hex_name)
                & ((turn == 0) | (pairs.table[f"ending_turn_{place}"] == turn))
                for place, found in where.items()
            }
            if turn and not any(each.any() for each in ended.values()):
                continue
            counted = Pairs(
                pd.DataFrame({"seed": pairs.table["seed"], **ended}), pairs.first, pairs.second
            )
            blocks = block_means(counted, Outcome("ended", "ended", "ended", bound=1.0))
            mean, low, high = difference_interval(blocks["difference"], confidence, 1.0)
            counts = (int(each.sum()) for each in ended.values())
            lines.append((ending, hex_name, turn, pairs.count, *counts, mean, low, high))
    names = ["ending", "hex", "game_turn", "pairs", "first", "second", "difference", "low", "high"]
    return pd.DataFrame(lines, columns=names)
