"""When games end and by which cause: counts by turn, and cumulative incidence.

Every game ends, by its rules or by breaking off, so nothing is censored and the cumulative
incidence of a cause is the plain share of games that it has ended so far.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals


def endings_by_turn(games: pd.DataFrame, endings: Sequence[str], last_turn: int) -> pd.DataFrame:
    """Games that ended in each turn by each cause; empty cells are kept.

    Columns: ending, game_turn, games, total.
    """
    found = games["ending"].astype(str)
    order = [*endings, *sorted(set(found) - set(endings))]
    grid = pd.MultiIndex.from_product(
        [order, range(1, last_turn + 1)], names=["ending", "game_turn"]
    )
    counts = pd.Series(1, index=games.index).groupby([found, games["ending_turn"]]).sum()
    counts.index.names = ["ending", "game_turn"]
    table = counts.reindex(grid, fill_value=0).astype(np.int64).rename("games").reset_index()
    table["total"] = len(games)
    return table


def cumulative_incidence(
    games: pd.DataFrame,
    endings: Sequence[str],
    last_turn: int,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Share of all games ended by each cause up to and including each turn, with Wilson intervals.

    Columns: ending, game_turn, games (cumulative), total, share, low, high.
    """
    table = endings_by_turn(games, endings, last_turn)
    table["games"] = table.groupby("ending", sort=False)["games"].cumsum()
    return with_intervals(table, confidence=confidence)
