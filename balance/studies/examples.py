"""Games of a study that asks more than who wins which are worth looking at."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from balance.analysis.play.examples import halfway_points, halfway_turn, landmarks
from balance.analysis.reading import GAMES_OF_TURNS
from balance.analysis.study import is_complete
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.variant_names import variant_names
from balance.experiments.results import Results

#: What two games of a pair have in common.
_PAIRED = ["seed", "set_up", "axis", "soviet"]


def games_to_look_at(results: Results) -> pd.DataFrame:
    """Choose games: those in which a variant mattered most, then the landmarks of the study.

    Columns as of ``analysis.examples.typical_and_extreme``.
    """
    labels = read_labels(results.spec.game)
    games = results.games
    names = variant_names(results.spec.game, [cell.variant_label for cell in results.spec.cells])
    first, *others = names
    chosen = [_where_it_mattered(games, first, variant, labels, names) for variant in others]
    found = landmarks(games, labels, _halfway(results))
    return pd.concat([*(table for table in chosen if len(table)), found], ignore_index=True)


def _halfway(results: Results) -> pd.Series:
    """Points at half-time of the games that saw it, by game_id."""
    turn = halfway_turn(results.games)
    asked = {"turns": ("game_id", "game_turn", "vp")}
    runs = results.runs(asked, GAMES_OF_TURNS)
    return pd.concat([halfway_points(tables["turns"], turn) for _, _, tables in runs])


def _where_it_mattered(
    games: pd.DataFrame, first: str, variant: str, labels: Labels, names: Mapping[str, str]
) -> pd.DataFrame:
    """The pair of games of one seed that a variant changed most; none if it changed no game.

    Another winner comes first, then the difference of the points, then that of the ending turns;
    ties go to the lowest number.
    """
    complete = games.loc[is_complete(games)].sort_values("game_id", kind="stable")
    pairs = complete.loc[complete["variant"] == first].merge(
        complete.loc[complete["variant"] == variant], on=_PAIRED, suffixes=("_first", "_second")
    )
    changed = pairs.loc[pairs["log_first"] != pairs["log_second"]]
    if not len(changed):
        return landmarks(games.head(0), labels)
    most = pd.DataFrame(
        {
            "flipped": changed["winner_first"] != changed["winner_second"],
            "points": (changed["vp_first"] - changed["vp_second"]).abs(),
            "turns": (changed["ending_turn_first"] - changed["ending_turn_second"]).abs(),
        }
    ).sort_values(["flipped", "points", "turns"], ascending=False, kind="stable")
    pair = changed.loc[most.index[0]]
    both = complete.set_index("game_id", drop=False).loc[
        [pair["game_id_first"], pair["game_id_second"]]
    ]
    what = f"where {names[variant]} mattered most"
    told = both.assign(what=[f"{what}, played under {names[each]}" for each in (first, variant)])
    return told.assign(shows="landmark")[list(landmarks(games.head(0), labels).columns)]
