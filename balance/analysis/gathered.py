"""One pass through the logs of a study, part by part: what the answers need of them.

Logs are long (a game has some hundreds of events), so they are never held whole: each part of some
games becomes counts that add up, or a few numbers a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from balance.analysis.battles import tally_results
from balance.analysis.consistency import Fault, log_faults, merge_faults
from balance.analysis.control_map import changes_of_hands, tally_changes
from balance.analysis.history import first_captures
from balance.analysis.labels import Labels
from balance.analysis.on_map import tally_control, tally_heat
from balance.analysis.out_of_supply import counts_by_turn
from balance.analysis.point_sources import tally_points
from balance.analysis.routes import tally_routes
from balance.analysis.study import StudyTables
from balance.analysis.tallies import add_up
from balance.analysis.thresholds import highest_points


@dataclass(frozen=True)
class Gathered:
    """What the logs of a study, or of a part of it, come to.

    What a study kept no log for is missing. ``by_game`` holds tables of one row a game: kills,
    awards (by turn), captures (turn by place), peak (most points). ``counts`` holds tables that add
    up: changes, points, routes, results, heat, control.
    """

    by_game: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    counts: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    faults: Sequence[Fault] = ()


def gather(tables: StudyTables, labels: Labels, places: Sequence[str]) -> Gathered:
    """Go through a study once; ``places`` are the hexes whose capture is asked for."""
    last_turn = max(tables.last_turn, 1)
    found = [_of_part(part, labels, places, last_turn) for part in tables.in_parts()]
    first = found[0]
    return Gathered(
        {name: pd.concat([part.by_game[name] for part in found]) for name in first.by_game},
        {name: add_up(part.counts[name] for part in found) for name in first.counts},
        merge_faults(fault for part in found for fault in part.faults),
    )


def _of_part(part: StudyTables, labels: Labels, places: Sequence[str], last_turn: int) -> Gathered:
    by_game: dict[str, pd.DataFrame] = {"peak": _peak(part, labels)}
    counts: dict[str, pd.DataFrame] = {}
    roles, side = labels.events, labels.points_side
    number = labels.side_keys.index(side)
    if part.events is not None:
        events, games = part.events, part.games
        for name, role in (("kills", "supply_kill"), ("awards", "supply_award")):
            if role in roles:
                by_game[name] = counts_by_turn(events, games, roles[role], last_turn)
        by_game["captures"] = first_captures(events, games, roles["place_taken"], number, places)
        kinds: dict[str, Sequence[int] | None] = {roles["place_taken"]: None}
        if "point_gained" in roles:
            counts["points"] = tally_points(events, roles["point_gained"], roles["point_lost"])
            kinds |= {roles["point_gained"]: (number,), roles["point_lost"]: (1 - number,)}
        counts["changes"] = tally_changes(changes_of_hands(events, kinds, labels.side_keys))
        counts["routes"] = tally_routes(
            part, [ending.key for ending in labels.endings if ending.hexes],
            roles["place_taken"], roles.get("line_crossed", ""), labels.side_keys, side, places,
        )  # fmt: skip
    if part.battles is not None:
        counts["results"] = tally_results(part.battles)
    heat = tally_heat(part, labels.side_keys, roles.get("eliminated", ""), labels.units)
    if heat is not None:
        counts["heat"] = heat
    if part.hexes is not None:
        counts["control"] = tally_control(part.hexes, side)
    return Gathered(by_game, counts, log_faults(part, labels))


def _peak(part: StudyTables, labels: Labels) -> pd.DataFrame:
    kinds = labels.event_kinds("point_gained", "point_lost", "supply_award")
    events = part.events if kinds else None
    return highest_points(part.games, part.turns, events, kinds).rename("peak").to_frame()
