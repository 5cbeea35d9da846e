"""Games worth looking at: the typical and the extreme ones, by seed."""

from __future__ import annotations

import pandas as pd

from balance.analysis.labels import Labels
from balance.analysis.study import FAULTY_ENDINGS, is_complete, rows

_COLUMNS = ["what", "shows", "game_id", "seed", "axis", "soviet", "variant", "winner", "ending"]
_COLUMNS += ["ending_turn", "vp"]


def typical_and_extreme(games: pd.DataFrame, labels: Labels) -> pd.DataFrame:
    """Choose for each ending a typical game, and the extremes of the whole study.

    Typical is the game nearest the medians of ending turn and points among those with that ending;
    ties go to the lowest game_id. ``shows`` is the topic that a game illustrates: an ending,
    ``points``, ``supply``, ``length`` or ``faults``. Columns: what, shows, game_id, seed, axis,
    soviet, variant, winner, ending, ending_turn, vp.
    """
    chosen: list[tuple[str, str, pd.DataFrame]] = []
    ordered = games.sort_values("game_id", kind="stable")
    for ending in labels.endings:
        group = ordered.loc[ordered["ending"] == ending.key]
        if len(group):
            game = _nearest_to_medians(group)
            chosen.append((f"typical end {ending.phrase}", ending.key, game))
    complete = ordered.loc[is_complete(ordered)]
    if len(complete):
        points = str(labels.game["points"])
        chosen.append((f"most {points}", "points", complete.nlargest(1, "vp")))
        chosen.append((f"fewest {points}", "points", complete.nsmallest(1, "vp")))
        chosen.append(("shortest game", "length", complete.nsmallest(1, "ending_turn")))
        most = complete.nlargest(1, "oos_kills")
        chosen.append(("most units eliminated out of supply", "supply", most))
    for ending_key in FAULTY_ENDINGS:
        group = ordered.loc[ordered["ending"] == ending_key]
        if len(group):
            name = labels.ending_name(ending_key).lower()
            chosen.append((f"first game: {name}", "faults", group.head(1)))
    lines = [
        {"what": what, "shows": shows, **rows(game[_COLUMNS[2:]])[0]}
        for what, shows, game in chosen
    ]
    return pd.DataFrame(lines, columns=_COLUMNS)


def _nearest_to_medians(group: pd.DataFrame) -> pd.DataFrame:
    distance = pd.Series(0.0, index=group.index)
    for column in ("ending_turn", "vp"):
        values = group[column].astype(float)
        spread = float(values.std(ddof=0)) or 1.0
        distance += (values - values.median()).abs() / spread
    return group.loc[distance.sort_values(kind="stable").index[:1]]
