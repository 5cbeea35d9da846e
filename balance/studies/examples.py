"""Games of a study that asks more than who wins which are worth looking at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd

from balance.analysis.chances.swings import latest_turns, moves
from balance.analysis.play.examples import halfway_points, halfway_turn, landmarks
from balance.analysis.reading import GAMES_OF_TURNS, games_between
from balance.analysis.study import is_complete
from balance.analysis.telling.labels import read_labels
from balance.analysis.telling.variant_names import variant_names
from balance.experiments.results import Results
from balance.strategy.chances import shipped_chances

#: What two games of a pair have in common.
_PAIRED = ["seed", "set_up", "axis", "soviet"]
#: Variants of which games are shown at most, those that mattered most; each has two.
_MOST_VARIANTS = 6
#: Methods whose settings are points of a design: none is a change that somebody proposes.
_DESIGNS = ("morris", "sobol")


def games_to_look_at(results: Results) -> pd.DataFrame:
    """Choose games: those in which a variant mattered most, then the landmarks of the study.

    Of a bid only games by the printed rules: the others are played on beyond the win. Columns as of
    ``analysis.examples.typical_and_extreme``.
    """
    labels = read_labels(results.spec.game)
    games = results.games
    names = variant_names(results.spec.game, [cell.variant_label for cell in results.spec.cells])
    first, *others = names
    if results.spec.question.kind == "bid":
        games, others = games.loc[games["variant"] == first], []
    if results.spec.question.get("method") in _DESIGNS:
        others = []
    pairs = {variant: _most_changed(games, first, variant) for variant in others}
    felt = [pair for pair in pairs.values() if pair is not None]
    least = sorted((pair.size for pair in felt), reverse=True)[:_MOST_VARIANTS]
    chosen = [
        _shown(games, pair, f"where {names[variant]} mattered most", names)
        for variant, pair in pairs.items()
        if pair is not None and pair.size in least
    ][:_MOST_VARIANTS]
    found = landmarks(games, labels, _halfway(results), _latest(results, labels.points_side))
    return pd.concat([*(table[found.columns] for table in chosen), found], ignore_index=True)


def _halfway(results: Results) -> pd.Series:
    """Points at half-time of the games that saw it, by game_id."""
    turn = halfway_turn(results.games)
    asked = {"turns": ("game_id", "game_turn", "vp")}
    runs = results.runs(asked, GAMES_OF_TURNS)
    return pd.concat([halfway_points(tables["turns"], turn) for _, _, tables in runs])


def _latest(results: Results, side: str) -> pd.DataFrame | None:
    """When the winner was last behind, of the games by the rules that the chances are fitted to."""
    spec = results.spec
    model = shipped_chances(next(s for s in spec.game.scenarios if s.name == spec.scenario))
    if model is None:
        return None
    games = results.games.loc[results.games["variant"] == model.made.variant]
    asked = {"turns": ("game_id", "game_turn", *model.columns)}
    parts = []
    for first, last, tables in results.runs(asked, GAMES_OF_TURNS):
        part = games_between(games, first, last)
        parts.append(latest_turns(moves(tables["turns"], part, model, side), part, side))
    return pd.concat(parts)


class _Pair(NamedTuple):
    """Two games of one seed by number, and by how much they differ, compared in order."""

    games: tuple[int, int]
    #: Another winner (1 or 0), difference of the points, of the ending turns.
    size: tuple[int, int, int]


def _most_changed(games: pd.DataFrame, first: str, variant: str) -> _Pair | None:
    """The pair of games of one seed that a variant changed most; None if it changed no game.

    Another winner comes first, then the difference of the points, then that of the ending turns;
    ties go to the lowest number.
    """
    complete = games.loc[is_complete(games)].sort_values("game_id", kind="stable")
    pairs = complete.loc[complete["variant"] == first].merge(
        complete.loc[complete["variant"] == variant], on=_PAIRED, suffixes=("_first", "_second")
    )
    changed = pairs.loc[pairs["log_first"] != pairs["log_second"]]
    if not len(changed):
        return None
    sizes = pd.DataFrame(
        {
            "flipped": changed["winner_first"] != changed["winner_second"],
            "points": (changed["vp_first"] - changed["vp_second"]).abs(),
            "turns": (changed["ending_turn_first"] - changed["ending_turn_second"]).abs(),
        }
    ).astype(int)
    most = sizes.sort_values(list(sizes.columns), ascending=False, kind="stable").index[0]
    flipped, points, turns = (int(size) for size in sizes.loc[most])
    one, two = (int(changed.loc[most, f"game_id_{which}"]) for which in ("first", "second"))
    return _Pair((one, two), (flipped, points, turns))


def _shown(games: pd.DataFrame, pair: _Pair, what: str, names: Mapping[str, str]) -> pd.DataFrame:
    """Both games of a pair as lines of the table."""
    both = games.set_index("game_id", drop=False).loc[list(pair.games)]
    told = [f"{what}, played under {names[each]}" for each in both["variant"]]
    return both.assign(what=told, shows="landmark")
