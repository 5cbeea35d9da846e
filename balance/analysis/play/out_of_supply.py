"""Eliminations out of supply and the points they bring, by game turn."""

from __future__ import annotations

import pandas as pd

from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.estimates.value_counts import Counted, count_columns


def tally_by_turn(
    events: pd.DataFrame, games: pd.DataFrame, kind: str, last_turn: int
) -> pd.DataFrame:
    """Count how many events of one kind a game has in each turn, so that parts can be added up.

    Index: game_turn, value (events, zero too). Column: games.
    """
    chosen = events.loc[events["kind"] == kind]
    counts = chosen.groupby(["game_id", "game_turn"]).size().unstack(fill_value=0)
    turns = range(1, last_turn + 1)
    by_game = counts.reindex(index=games["game_id"], columns=turns, fill_value=0)
    return count_columns(by_game, "game_turn")


def eliminations_by_turn(
    kills: Counted,
    awards: Counted,
    games: pd.DataFrame,
    last_turn: int,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Units eliminated out of supply and awards for them, by game turn.

    All games are in the means, those that are over with zero: the columns add up to the totals of
    a whole game. ``kills`` and ``awards`` are sums of ``tally_by_turn`` over all ``games``. Units
    that only the end of the game counted are among the kills of its last turn.

    Columns: game_turn, kills and awards (totals), kills_mean, kills_low, kills_high (a game, with
    t interval), at_end_mean (of which counted at the end), games_with_award, total, award_share,
    award_low, award_high (Wilson).
    """
    at_end = games.groupby("ending_turn")["oos_at_end"].sum()
    lines = []
    for turn in range(1, last_turn + 1):
        mean, low, high = kills[turn].mean_interval(confidence, least=0)
        lines.append(
            {
                "game_turn": turn,
                "kills": int(kills[turn].total),
                "awards": int(awards[turn].total),
                "kills_mean": mean,
                "kills_low": low,
                "kills_high": high,
                "at_end_mean": int(at_end.get(turn, 0)) / max(len(games), 1),
                "games_with_award": awards[turn].count - awards[turn].at_most(0),
                "total": len(games),
            }
        )
    columns = ["game_turn", "kills", "awards", "kills_mean", "kills_low", "kills_high"]
    columns += ["at_end_mean", "games_with_award", "total"]
    table = pd.DataFrame(lines, columns=columns)
    table = with_intervals(table, count="games_with_award", confidence=confidence)
    return table.rename(columns={"share": "award_share", "low": "award_low", "high": "award_high"})
