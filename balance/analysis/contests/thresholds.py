"""How many points would make the game even: wins of the scoring side at other thresholds.

A game that stops at six points tells, for every smaller number, whether that many were reached
before it ended. So the share of wins at each threshold up to the real one is in the data, as far as
both sides would have played the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from balance.analysis.estimates.proportions import CONFIDENCE, with_intervals
from balance.analysis.study import is_complete


def highest_points(
    games: pd.DataFrame,
    turns: pd.DataFrame,
    events: pd.DataFrame | None,
    kinds: Sequence[str],
) -> pd.Series[float]:
    """Most points that each game ever saw, by game_id.

    From the events that change points (their values, in order of play) where they were kept, else
    from the ends of the turns, which miss a point won and lost within one turn.
    """
    ids = games["game_id"]
    parts = [turns.groupby("game_id")["vp"].max(), games.set_index("game_id")["vp"]]
    if events is not None:
        chosen = events.loc[events["kind"].isin(list(kinds)), ["game_id", "value"]]
        running = chosen.assign(value=chosen.groupby("game_id")["value"].cumsum())
        by_game = running.groupby("game_id")["value"]
        # The events add up to the points at the end, less those at the start of the game.
        parts.append(by_game.max() + (parts[1] - by_game.last()))
    return pd.concat([part.reindex(ids) for part in parts], axis=1).max(axis=1).clip(lower=0.0)


def wins_by_threshold(
    games: pd.DataFrame,
    peak: pd.Series,
    points_to_win: int,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Share of complete games in which the scoring side reached each number of points.

    Columns: points, games, total, share, low, high; for 1 .. ``points_to_win``. Broken-off games
    are left out: how far they would have gone nobody knows.
    """
    complete = games.loc[is_complete(games), "game_id"]
    reached = peak.reindex(complete).to_numpy(float)
    numbers = list(range(1, points_to_win + 1))
    table = pd.DataFrame(
        {
            "points": numbers,
            "games": [int((reached >= number).sum()) for number in numbers],
            "total": len(reached),
        }
    )
    return with_intervals(table, confidence=confidence)
