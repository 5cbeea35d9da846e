"""Games worth looking at: the typical and the extreme ones, by seed."""

from __future__ import annotations

import pandas as pd

from balance.analysis.study import FAULTY_ENDINGS, is_complete, rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import percent

_COLUMNS = ["what", "shows", "game_id", "seed", "axis", "soviet", "variant", "winner", "ending"]
_COLUMNS += ["ending_turn", "vp"]


def typical_and_extreme(
    games: pd.DataFrame,
    labels: Labels,
    halfway: pd.Series | None = None,
    latest: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Choose the landmarks of a study, for each ending a typical game, and the extremes.

    Typical is the game nearest the medians of ending turn and points among those with that ending;
    ties go to the lowest game_id. ``shows`` is the topic that a game illustrates: ``landmark``, an
    ending, ``chances``, ``points``, ``supply``, ``length`` or ``faults``. ``halfway`` as of
    ``landmarks``; ``latest`` as of ``chances.swings.latest_turns``.
    Columns: what, shows, game_id, seed, axis, soviet, variant, winner, ending, ending_turn, vp.
    """
    ordered = _in_order(games, labels)
    chosen = _landmarks(ordered, labels, halfway) + _turned_latest(ordered, latest)
    for ending in labels.endings:
        group = ordered.loc[ordered["ending"] == ending.key]
        if len(group):
            game = _nearest_to_medians(group)
            chosen.append((f"typical end {ending.phrase}", ending.key, game))
    complete = ordered.loc[is_complete(ordered)]
    if len(complete):
        points = str(labels.game["points"])
        if complete["vp"].nunique() > 1:
            chosen.append((f"most {points}", "points", complete.nlargest(1, "vp")))
            chosen.append((f"fewest {points}", "points", complete.nsmallest(1, "vp")))
        if complete["ending_turn"].nunique() > 1:
            chosen.append(("shortest game", "length", complete.nsmallest(1, "ending_turn")))
        if labels.awards:
            most = complete.nlargest(1, labels.awards["kills"])
            chosen.append(("most units eliminated out of supply", "supply", most))
    for ending_key in FAULTY_ENDINGS:
        group = ordered.loc[ordered["ending"] == ending_key]
        if len(group):
            name = labels.ending_name(ending_key).lower()
            chosen.append((f"first game: {name}", "faults", group.head(1)))
    return _lines(chosen)


def landmarks(
    games: pd.DataFrame,
    labels: Labels,
    halfway: pd.Series | None = None,
    latest: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Choose the median game, the biggest upset, the quickest end of each kind, games turned late.

    The upset is the game whose winner was furthest behind at half-time: the scoring side below the
    mean of the points of all games then, or the other side with it above. ``halfway`` has those
    points, as of ``halfway_points``; without them no upset is chosen. ``latest`` as of
    ``chances.swings.latest_turns``. Columns as of ``typical_and_extreme``.
    """
    ordered = _in_order(games, labels)
    return _lines(_landmarks(ordered, labels, halfway) + _turned_latest(ordered, latest))


def halfway_turn(games: pd.DataFrame) -> int:
    """Game turn that is half-time: half the length of the longest complete game."""
    lengths = games.loc[is_complete(games), "ending_turn"]
    return max(int(lengths.max()) // 2, 1) if len(lengths) else 1


def halfway_points(turns: pd.DataFrame, turn: int) -> pd.Series:
    """Points at the end of a turn, by game_id, of the games that saw it."""
    return turns.loc[turns["game_turn"] == turn].set_index("game_id")["vp"]


#: Games that turned latest, so many.
_LATEST = 3
_Choice = tuple[str, str, pd.DataFrame]


def _in_order(games: pd.DataFrame, labels: Labels) -> pd.DataFrame:
    """What is asked of games, in order of their numbers; a long study has not much more room."""
    columns = [*_COLUMNS[2:], *([labels.awards["kills"]] if labels.awards else [])]
    return games[columns].sort_values("game_id", kind="stable")


def _landmarks(games: pd.DataFrame, labels: Labels, halfway: pd.Series | None) -> list[_Choice]:
    complete = games.loc[is_complete(games)]
    if not len(complete):
        return []
    chosen = [("median game", _nearest_to_medians(complete))]
    if halfway is not None:
        chosen += _upset(complete, labels, halfway)
    for ending in labels.endings:
        group = complete.loc[complete["ending"] == ending.key]
        if len(group):
            differ = group["ending_turn"].nunique() > 1
            what = "quickest end" if differ else "a game that ended"
            chosen.append((f"{what} {ending.phrase}", group.nsmallest(1, "ending_turn")))
    return [(what, "landmark", game) for what, game in chosen]


def _upset(
    games: pd.DataFrame, labels: Labels, halfway: pd.Series
) -> list[tuple[str, pd.DataFrame]]:
    """The game won from furthest behind at half-time; none if no winner was behind then."""
    then = games["game_id"].map(halfway.astype(float))
    ahead = then - then.mean()
    behind = ahead.where(games["winner"] != labels.points_side, -ahead)
    behind = behind.where(games["winner"].isin(labels.side_keys))
    if not (behind > 0).any():
        return []
    what = f"biggest upset: won from furthest behind at the end of game turn {halfway_turn(games)}"
    return [(what, games.loc[[behind.idxmax()]])]


def _turned_latest(games: pd.DataFrame, latest: pd.DataFrame | None) -> list[_Choice]:
    """The games whose winner was behind to the latest turn, with least chance then."""
    if latest is None:
        return []
    order = latest.sort_index().sort_values(["turn", "value"], ascending=[False, True])
    return [
        (
            f"turned late: the winner's chance was {percent(row['value'])} after game turn "
            f"{int(row['turn'])}",
            "chances",
            games.loc[games["game_id"] == game_id],
        )
        for game_id, row in order.loc[order["turn"] > 0].head(_LATEST).iterrows()
    ]


def _lines(chosen: list[_Choice]) -> pd.DataFrame:
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
