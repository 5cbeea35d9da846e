"""How a quantity of the ``turns`` table runs over the game turns: means and a fan of quantiles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from balance.analysis.means import QUANTILES, mean_interval, quantile_column
from balance.analysis.proportions import CONFIDENCE
from balance.analysis.study import is_complete

#: What the reader must know about a fan chart.
CARRIED_FORWARD = (
    "Games that ended early stay in the picture with their final value; "
    "games that broke off leave it at that turn."
)


def values_by_turn(
    turns: pd.DataFrame, games: pd.DataFrame, column: str, last_turn: int
) -> pd.DataFrame:
    """One row a game, one column a game turn: the value at the end of that turn.

    A game that ended by its rules keeps its final value in later turns, because that is what it
    came to; a game that broke off has none after its fault (NaN).
    """
    table = turns.pivot(index="game_id", columns="game_turn", values=column)
    table = table.reindex(index=games["game_id"], columns=range(1, last_turn + 1)).astype(float)
    complete = is_complete(games).to_numpy()
    table.loc[complete] = table.loc[complete].ffill(axis=1)
    return table


def fan(
    turns: pd.DataFrame,
    games: pd.DataFrame,
    column: str,
    last_turn: int,
    quantiles: Sequence[float] = QUANTILES,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Fan chart of a quantity by game turn.

    Columns: game_turn, games (with a value), in_play (still going when the turn ended or ending in
    it), mean, low, high (t interval of the mean), q05 ... q95. Quantiles are values that occurred.
    """
    values = values_by_turn(turns, games, column, last_turn)
    ending_turn = games["ending_turn"].to_numpy()
    names = [quantile_column(share) for share in quantiles]
    lines = []
    for turn in range(1, last_turn + 1):
        at_turn = values[turn].to_numpy()
        at_turn = at_turn[~np.isnan(at_turn)]
        mean, low, high = mean_interval(at_turn, confidence)
        spread = (
            np.quantile(at_turn, list(quantiles), method="inverted_cdf")
            if len(at_turn)
            else np.full(len(names), np.nan)
        )
        lines.append(
            {
                "game_turn": turn,
                "games": len(at_turn),
                "in_play": int((ending_turn >= turn).sum()),
                "mean": mean,
                "low": low,
                "high": high,
                **dict(zip(names, spread, strict=True)),
            }
        )
    columns = ["game_turn", "games", "in_play", "mean", "low", "high", *names]
    return pd.DataFrame(lines, columns=columns)


def sample_paths(
    turns: pd.DataFrame, games: pd.DataFrame, column: str, last_turn: int, most: int = 40
) -> pd.DataFrame:
    """Curves of some games, evenly spread over the study: one row a game, one column a turn."""
    step = -(-len(games) // most)
    chosen = games.iloc[:: max(step, 1)]
    rows = turns.loc[turns["game_id"].isin(chosen["game_id"])]
    return values_by_turn(rows, chosen, column, last_turn)
