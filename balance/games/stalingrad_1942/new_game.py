"""The arrays of a game before its first turn, and the units where they set up (15.1).

``assemble_state`` puts the static map and tables of a variant together with fresh arrays for one
game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from balance.games.new_game import blank_fields, open_game
from balance.games.stalingrad_1942.bridges import add_bridge
from balance.games.stalingrad_1942.control import enter_hex
from balance.games.stalingrad_1942.costs import WAYS, build_costs
from balance.games.stalingrad_1942.state import (
    AIR,
    AIR_UNITS,
    BATTLE,
    BRIDGE,
    GAME,
    GROUND,
    MAX_BATTLES,
    MAX_BRIDGES,
    MAX_EVENTS,
    MAX_TRAIL,
    MAX_TRAILS,
    MAX_TURNS,
    NO_LINE,
    PART,
    PROHIBITED,
    SCENE,
    TURN,
    State,
)
from balance.games.stalingrad_1942.vocabulary import (
    Feature,
    Forbidden,
    Kind,
    Phase,
    Policy,
    Side,
    Status,
)
from balance.kernel.compiled import entry
from balance.kernel.reach import CLOSED
from balance.kernel.records import Rows, as_row, as_rows
from balance.rules.supply_lines import CLOSED as CLOSED_TO_LINES

#: Fields of ``State`` that play never changes; a game that keeps a trace gets one of its own.
_MAP_AND_TABLES = "scene hexes neighbour board river_names crt tec calendar points strengths"
STATIC_FIELDS = frozenset((*_MAP_AND_TABLES.split(), "rules", "forbidden", "trace", "traced"))
#: Most points that a unit may have, see kernel/reach.py.
_MOST_POINTS = 32 * PART


def assemble_state(
    *,
    scene: dict[str, int],
    hexes: Rows,
    hexside: np.ndarray,
    units: np.ndarray,
    strengths: np.ndarray,
    forbidden: np.ndarray | None = None,
    bridges: Iterable[tuple[int, int, bool]] = (),
    seed: int = 0,
    **tables: Any,
) -> State:
    """Build the state of a game in which no unit stands on the map yet.

    Rule: stalingrad_1942 S1h, S2f, S3g

    Parameters are the fields of ``State`` of those names, ``tables`` those that are taken as they
    are: rules, map and charts. ``hexside``, ``units`` and ``strengths`` are copied.
    Bridges are hex, direction, and whether they are in use.
    """
    count = len(hexes)  # the dummy hex included
    fields = blank_fields(
        hexes,
        units,
        game=GAME,
        ground=GROUND,
        events=MAX_EVENTS,
        battles=(BATTLE, MAX_BATTLES),
        turns=(TURN, MAX_TURNS),
    )
    fields["waiting"] = np.zeros((_MOST_POINTS + 7 * count, 2), np.int32)
    state = State(
        **fields,
        **tables,
        scene=as_row(np.array([tuple(scene[name] for name in SCENE.names or ())], SCENE)),
        strengths=np.array(strengths, np.int16),
        hexside=hexside.copy(),
        cost=np.full((2 * WAYS, count, 6), PROHIBITED, np.uint16),
        line_steps=np.full((count, 6), CLOSED_TO_LINES, np.uint8),
        forbidden=np.zeros((2, len(Forbidden)), np.int16) if forbidden is None else forbidden,
        blocked=np.zeros((2, count), np.int16),
        zones=np.zeros((2, count), np.int16),
        disruption=np.zeros((2, count), np.int16),
        supply=np.full((2, count), NO_LINE, np.int16),
        barred=np.zeros((2, count), np.uint8),
        patches=np.zeros((12 * (len(units) + count), 4), np.int64),
        bridges=as_rows(np.zeros(MAX_BRIDGES, BRIDGE)),
        air=as_rows(np.zeros(2 * AIR_UNITS, AIR)),
        trails=np.full((MAX_TRAILS, MAX_TRAIL), -1, np.int16),
        advance_value=np.zeros((2, count), np.int16),
        hold_steps=np.zeros((2, count), np.int16),
        support=np.zeros((2, count), np.int16),
    )
    open_game(state, seed, Phase.SET_UP)
    off_map = count - 1
    state.blocked[:, off_map] = CLOSED
    state.units["start_hex"] = off_map
    state.air["hex"] = off_map
    state.units["leader"] = find_leaders(units)
    state.game.nearest = int(hexes["to_city"].max())
    behind = (hexes["features"] & Feature.SOVIET_SIDE) != 0
    state.ground["control"] = np.where(behind, Side.SOVIET, Side.AXIS)
    build_costs(state)
    for h, direction, intact in bridges:
        add_bridge(state, h, direction, int(intact))
    # A player who says nothing pursues with all he has, retreats rather than lose steps, and gives
    # no headquarters for a step.
    state.policy[:, Policy.SPARE_HEADQUARTERS] = 1
    state.policy[:, Policy.ADVANCE] = state.policy[:, Policy.ADVANCE_HEXES] = MAX_TRAILS
    return state


def find_leaders(units: np.ndarray) -> np.ndarray:
    """Find the headquarters of each unit's formation; -1 where it has none.

    Rule: stalingrad_1942 2.24d, 11.31
    """
    leads = {
        int(unit["formation"]): row
        for row, unit in enumerate(units)
        if unit["kind"] == Kind.HEADQUARTERS and unit["status"] != Status.UNUSED
    }
    return np.array([leads.get(int(formation), -1) for formation in units["formation"]], np.int16)


@entry
def set_up_unit(state: State, unit: int, h: int, dug_in: int) -> None:
    """Put a unit on the map before play, in field works if it starts dug in.

    Rule: stalingrad_1942 15.1a, Setup-a
    """
    state.units[unit].status = Status.ON_MAP
    state.units[unit].start_hex = h
    enter_hex(state, unit, h)
    if dug_in != 0 and state.hexes[h].features & Feature.WORKS == 0:
        state.ground[h].works = 1
