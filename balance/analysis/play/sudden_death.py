"""Sudden death: which hex, in which game turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals


def triggers(
    games: pd.DataFrame,
    ending: str,
    last_turn: int,
    hexes: Sequence[str] = (),
) -> pd.DataFrame:
    """Games that ended by sudden death, by hex and game turn.

    ``hexes`` are the hexes that could end a game so: they are listed even where none did. Columns:
    hex, game_turn, games, total (all games of the study).
    """
    chosen = games.loc[games["ending"] == ending]
    found = chosen["ending_hex"].astype(str)
    order = [*hexes, *sorted(set(found) - set(hexes))]
    grid = pd.MultiIndex.from_product([order, range(1, last_turn + 1)], names=["hex", "game_turn"])
    counts = pd.Series(1, index=chosen.index).groupby([found, chosen["ending_turn"]]).sum()
    counts.index.names = ["hex", "game_turn"]
    table = counts.reindex(grid, fill_value=0).astype(np.int64).rename("games").reset_index()
    table["total"] = len(games)
    return table


def triggers_by_hex(table: pd.DataFrame, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Totals of ``triggers`` by hex, as shares of all games with Wilson intervals."""
    totals = table.groupby("hex", sort=False).agg(games=("games", "sum"), total=("total", "first"))
    return with_intervals(totals.reset_index(), confidence=confidence)
