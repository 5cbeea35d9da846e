"""Eliminations out of supply and the points they bring, by game turn."""

from __future__ import annotations

import numpy as np
import pandas as pd

from balance.analysis.means import mean_interval
from balance.analysis.proportions import CONFIDENCE, with_intervals


def counts_by_turn(
    events: pd.DataFrame, games: pd.DataFrame, kind: str, last_turn: int
) -> pd.DataFrame:
    """Number of events of one kind: one row a game (all of them), one column a game turn."""
    chosen = events.loc[events["kind"] == kind]
    counts = chosen.groupby(["game_id", "game_turn"]).size().unstack(fill_value=0)
    return counts.reindex(
        index=games["game_id"], columns=range(1, last_turn + 1), fill_value=0
    ).astype(np.int16)


def eliminations_by_turn(
    kills: pd.DataFrame,
    awards: pd.DataFrame,
    games: pd.DataFrame,
    last_turn: int,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Units eliminated out of supply and awards for them, by game turn.

    All games are in the means, those that are over with zero: the columns add up to the totals of
    a whole game. ``kills`` and ``awards`` are tables of ``counts_by_turn``. Units that only the end
    of the game counted are among the kills of its last turn.

    Columns: game_turn, kills and awards (totals), kills_mean, kills_low, kills_high (a game, with
    t interval), at_end_mean (of which counted at the end), games_with_award, total, award_share,
    award_low, award_high (Wilson).
    """
    at_end = games.groupby("ending_turn")["oos_at_end"].sum()
    lines = []
    for turn in range(1, last_turn + 1):
        mean, low, high = mean_interval(kills[turn].to_numpy(), confidence)
        lines.append(
            {
                "game_turn": turn,
                "kills": int(kills[turn].sum()),
                "awards": int(awards[turn].sum()),
                "kills_mean": mean,
                "kills_low": low,
                "kills_high": high,
                "at_end_mean": int(at_end.get(turn, 0)) / max(len(games), 1),
                "games_with_award": int((awards[turn] > 0).sum()),
                "total": len(games),
            }
        )
    columns = ["game_turn", "kills", "awards", "kills_mean", "kills_low", "kills_high"]
    columns += ["at_end_mean", "games_with_award", "total"]
    table = pd.DataFrame(lines, columns=columns)
    table = with_intervals(table, count="games_with_award", confidence=confidence)
    return table.rename(columns={"share": "award_share", "low": "award_low", "high": "award_high"})
