"""One pass through the long tables of a study, part by part: what the answers need of them.

A game has a dozen turns and some hundreds of events, so these are never held whole: each part of
some games becomes counts that add up, or a number or two a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from balance.analysis.chances.swings import MOST_GAMES, count_kinds, latest_turns, moves
from balance.analysis.consistency import Fault, merge_faults, part_faults, start_points
from balance.analysis.contests.thresholds import highest_points
from balance.analysis.estimates.tallies import RunningSums
from balance.analysis.play.battles import tally_results
from balance.analysis.play.control_map import changes_of_hands, tally_changes
from balance.analysis.play.curves import sample_of, tally_curves, values_by_turn
from balance.analysis.play.drivers import tally_state
from balance.analysis.play.examples import halfway_points, halfway_turn
from balance.analysis.play.history import first_captures, tally_advance, tally_captures
from balance.analysis.play.on_map import tally_control, tally_heat
from balance.analysis.play.out_of_supply import tally_by_turn
from balance.analysis.play.point_sources import tally_points
from balance.analysis.play.routes import tally_routes
from balance.analysis.study import StudyTables
from balance.analysis.telling.labels import Labels
from balance.experiments.schema import told_values
from balance.strategy.chances import Chances


@dataclass(frozen=True)
class Gathered:
    """What the turns and logs of a study, or of a part of it, come to.

    What a study kept no log for is missing. ``by_game`` holds tables with a row a game: peak (most
    points), halfway (points at half-time, of the games that saw it), paths (points by turn, of a
    few games), and where the scenario has a model of chances, latest (when the winner was last
    behind) and of some games a row a turn: moves (of the chances), kinds (of event). ``counts``
    holds tables that add up: curves, state, kills, awards, captures,
    advance, changes, points, routes, results, heat, control.
    """

    by_game: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    counts: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    faults: Sequence[Fault] = ()
    #: Columns of the turns there are.
    turn_columns: Sequence[str] = ()


@dataclass(frozen=True)
class Asked:
    """What is asked of each part of a study, and has to be known of the whole beforehand."""

    labels: Labels
    last_turn: int
    #: Hexes whose capture is asked for.
    places: Sequence[str]
    #: Turn at whose end the state of the games is asked for.
    state_turn: int
    #: Turn that is half-time.
    halfway: int
    #: Numbers of the games whose curves are asked for.
    sample: pd.Series
    #: Points at the start, by variant.
    start: Mapping[str, int]
    #: Model of the chances to win, and the games of which is asked what moves them.
    chances: Chances | None
    moved: pd.Series

    @classmethod
    def of(
        cls,
        tables: StudyTables,
        labels: Labels,
        places: Sequence[str],
        state_turn: int,
        chances: Chances | None = None,
    ) -> Asked:
        """Ask what the games of a study give rise to."""
        games = tables.games
        return cls(
            labels, max(tables.last_turn, 1), places, state_turn, halfway_turn(games),
            sample_of(games)["game_id"], start_points(games, labels), chances,
            sample_of(games, MOST_GAMES)["game_id"],
        )  # fmt: skip


def gather(tables: StudyTables, asked: Asked) -> Gathered:
    """Go through a study once."""
    by_game: dict[str, list[pd.DataFrame]] = {}
    counts, faults = RunningSums(), list[Fault]()
    columns: Sequence[str] = ()
    for part in tables.in_parts():
        found = _of_part(part, asked)
        columns = found.turn_columns
        for name, table in found.by_game.items():
            by_game.setdefault(name, []).append(table)
        counts.add(found.counts)
        faults += found.faults
    joined = {name: pd.concat(parts) for name, parts in by_game.items()}
    if "kinds" in joined:
        joined["kinds"] = joined["kinds"].fillna(0)
    return Gathered(joined, counts.sums(), merge_faults(faults), columns)


def _of_part(part: StudyTables, asked: Asked) -> Gathered:
    turns = part.turns
    assert turns is not None, "a part of a study has its turns"
    return Gathered(
        {**_few_numbers(part, turns, asked), **_chances(part, turns, asked)},
        {**_tallies_of_turns(part, turns, asked), **_tallies_of_logs(part, asked)},
        part_faults(part, asked.labels, asked.start),
        tuple(turns.columns),
    )


def _few_numbers(part: StudyTables, turns: pd.DataFrame, asked: Asked) -> dict[str, pd.DataFrame]:
    """Tables of ``by_game``."""
    games = part.games
    kinds = asked.labels.event_kinds("point_gained", "point_lost", "supply_award")
    peak = highest_points(games, turns, part.events if kinds else None, kinds)
    chosen = games.loc[games["game_id"].isin(asked.sample)]
    rows = turns.loc[turns["game_id"].isin(chosen["game_id"])]
    return {
        "peak": peak.rename("peak").to_frame(),
        "halfway": halfway_points(turns, asked.halfway).to_frame(),
        "paths": values_by_turn(rows, chosen, "vp", asked.last_turn),
    }


def _chances(part: StudyTables, turns: pd.DataFrame, asked: Asked) -> dict[str, pd.DataFrame]:
    """Tables of ``by_game`` on how the chances to win moved."""
    model, labels, games = asked.chances, asked.labels, part.games
    if model is None or not set(model.columns) <= set(turns.columns):
        return {}
    moved = moves(turns, games, model, labels.points_side)
    found = {"latest": latest_turns(moved, games, labels.points_side)}
    if part.events is not None:
        found["moves"] = moved.loc[moved["game_id"].isin(asked.moved)]
        events = part.events.loc[part.events["game_id"].isin(found["moves"]["game_id"])]
        found["kinds"] = count_kinds(
            events,
            labels.units,
            labels.events["place_taken"],
            labels.side_keys,
            told_values(labels.source),
        )
    return found


def _tallies_of_turns(
    part: StudyTables, turns: pd.DataFrame, asked: Asked
) -> dict[str, pd.DataFrame]:
    """Tables of ``counts`` that are made of the turns."""
    games, labels = part.games, asked.labels
    drawn = dict.fromkeys(["vp", *(column for panel in labels.panels for column in panel.lines)])
    curves = [column for column in drawn if column in turns]
    state = [column for column in labels.state if column in turns]
    return {
        "curves": tally_curves(turns, games, curves, asked.last_turn),
        "state": tally_state(turns, games, state, labels.side_keys, asked.state_turn),
    }


def _tallies_of_logs(part: StudyTables, asked: Asked) -> dict[str, pd.DataFrame]:
    """Tables of ``counts`` that are made of events, battles and hexes, as far as they were kept."""
    labels = asked.labels
    counts = {} if part.events is None else _tallies_of_events(part, part.events, asked)
    if part.battles is not None:
        counts["results"] = tally_results(part.battles)
    heat = tally_heat(part, labels.side_keys, labels.events.get("eliminated", ""), labels.units)
    if heat is not None:
        counts["heat"] = heat
    if part.hexes is not None:
        counts["control"] = tally_control(part.hexes, labels.points_side)
    return counts


def _tallies_of_events(
    part: StudyTables, events: pd.DataFrame, asked: Asked
) -> dict[str, pd.DataFrame]:
    counts: dict[str, pd.DataFrame] = {}
    labels, games = asked.labels, part.games
    roles, side = labels.events, labels.points_side
    number = labels.side_keys.index(side)
    for name, role in (("kills", "supply_kill"), ("awards", "supply_award")):
        if role in roles:
            counts[name] = tally_by_turn(events, games, roles[role], asked.last_turn)
    taker = labels.history_side
    by = labels.side_keys.index(taker)
    captures = first_captures(events, games, roles["place_taken"], by, asked.places)
    counts["captures"] = tally_captures(captures, (games["winner"] == taker).to_numpy())
    counts["advance"] = tally_advance(captures, asked.last_turn)
    kinds: dict[str, Sequence[int] | None] = {roles["place_taken"]: None}
    if "point_gained" in roles:
        counts["points"] = tally_points(events, roles["point_gained"], roles["point_lost"])
        kinds |= {roles["point_gained"]: (number,), roles["point_lost"]: (1 - number,)}
    counts["changes"] = tally_changes(changes_of_hands(events, kinds, labels.side_keys))
    counts["routes"] = tally_routes(
        part, [ending.key for ending in labels.endings if ending.hexes],
        roles["place_taken"], roles.get("line_crossed", ""), labels.side_keys, side, asked.places,
    )  # fmt: skip
    return counts
