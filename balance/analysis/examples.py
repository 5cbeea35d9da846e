"""Games worth looking at: the typical and the extreme ones, by seed."""

from __future__ import annotations

import pandas as pd

from balance.analysis.labels import Labels
from balance.analysis.study import FAULTY_ENDINGS, is_complete, rows

_COLUMNS = ["what", "game_id", "seed", "axis", "soviet", "variant", "winner", "ending"]
_COLUMNS += ["ending_turn", "vp"]


def typical_and_extreme(games: pd.DataFrame, labels: Labels) -> pd.DataFrame:
    """Choose for each ending a typical game, and the extremes of the whole study.

    Typical is the game nearest the medians of ending turn and points among those with that ending;
    ties go to the lowest game_id. Columns: what, game_id, seed, axis, soviet, variant, winner,
    ending, ending_turn, vp.
    """
    chosen: list[tuple[str, pd.DataFrame]] = []
    ordered = games.sort_values("game_id", kind="stable")
    for ending in labels.endings:
        group = ordered.loc[ordered["ending"] == ending.key]
        if len(group):
            chosen.append((f"typical end {ending.phrase}", _nearest_to_medians(group)))
    complete = ordered.loc[is_complete(ordered)]
    if len(complete):
        points = str(labels.game["points"])
        chosen.append((f"most {points}", complete.nlargest(1, "vp")))
        chosen.append((f"fewest {points}", complete.nsmallest(1, "vp")))
        chosen.append(("shortest game", complete.nsmallest(1, "ending_turn")))
    for ending_key in FAULTY_ENDINGS:
        group = ordered.loc[ordered["ending"] == ending_key]
        if len(group):
            name = labels.ending_name(ending_key).lower()
            chosen.append((f"first game: {name}", group.head(1)))
    lines = [{"what": what, **rows(game[_COLUMNS[1:]])[0]} for what, game in chosen]
    return pd.DataFrame(lines, columns=_COLUMNS)


def _nearest_to_medians(group: pd.DataFrame) -> pd.DataFrame:
    distance = pd.Series(0.0, index=group.index)
    for column in ("ending_turn", "vp"):
        values = group[column].astype(float)
        spread = float(values.std(ddof=0)) or 1.0
        distance += (values - values.median()).abs() / spread
    return group.loc[distance.sort_values(kind="stable").index[:1]]
