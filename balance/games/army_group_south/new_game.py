"""The arrays of a game before its first turn, and the units where they set up (section 18).

``assemble_state`` puts the static map and tables of a variant together with fresh arrays for one
game.
"""

from __future__ import annotations

import numpy as np

from balance.errors import DataError
from balance.games.army_group_south.control import take_hex
from balance.games.army_group_south.costs import build_costs, find_line_sides
from balance.games.army_group_south.stacks import place_unit
from balance.games.army_group_south.state import (
    BATTLE,
    GAME,
    GROUND,
    MAX_BATTLES,
    MAX_EVENTS,
    MAX_STAFFS,
    MAX_TRAILS,
    NO_LINE,
    SUPPLY_SIDES,
    TURN,
    State,
)
from balance.games.army_group_south.tables import count_losses
from balance.games.army_group_south.vocabulary import (
    NOBODY,
    Feature,
    Mode,
    Phase,
    Policy,
    Side,
    Size,
    Status,
    Terrain,
)
from balance.games.new_game import blank_fields, open_game
from balance.kernel.compiled import entry
from balance.kernel.records import Rows
from balance.rules.rows import note_rows

#: Fields of ``State`` that play never changes; a game that keeps a trace gets one of its own.
_MAP_AND_TABLES = "rules hexes neighbour board hexside cost crt losses tec line_sides strengths"
STATIC_FIELDS = frozenset((*_MAP_AND_TABLES.split(), "trace", "traced"))


def assemble_state(
    *,
    rules: np.record,
    hexes: Rows,
    neighbour: np.ndarray,
    hexside: np.ndarray,
    crt: np.ndarray,
    tec: np.ndarray,
    units: np.ndarray,
    strengths: np.ndarray,
    turns: int,
    seed: int = 0,
) -> State:
    """Build the state of a game in which no unit stands on the map yet.

    Rule: army_group_south 21.0, 25.3

    Parameters are the fields of ``State`` of those names; ``units`` and ``strengths`` are copied,
    and ``hexes`` get the fields that follow from others.

    Raises
    ------
    DataError
        If there are more headquarters than the referee keeps lines for.
    """
    count = len(hexes)  # the dummy hex included
    staffs = int(np.count_nonzero(np.asarray(units["unit_size"]) == Size.HEADQUARTERS))
    if staffs > MAX_STAFFS:
        raise DataError(
            f"order of battle: {staffs} headquarters; expected at most {MAX_STAFFS}, for so many "
            "are the lines kept; leave some out"
        )
    note_rows(hexes)
    _join_points(hexes)
    major_blocks = bool(rules.supply_major_river_blocks)
    line_sides = find_line_sides(hexes["terrain"], hexside, neighbour, major_blocks)
    swamp = hexes["terrain"] == Terrain.SWAMP
    state = State(
        **blank_fields(
            hexes,
            units,
            game=GAME,
            ground=GROUND,
            events=MAX_EVENTS,
            battles=(BATTLE, MAX_BATTLES),
            turns=(TURN, turns),
        ),
        rules=rules,
        strengths=np.array(strengths, np.int16),
        neighbour=neighbour,
        hexside=hexside,
        cost=build_costs(hexes["terrain"], hexes["features"], hexside, neighbour, tec, rules),
        crt=crt,
        losses=count_losses(crt),
        tec=tec,
        zones=np.zeros((2, count), np.int16),
        barred=np.zeros((2, count), np.int16),
        supply=np.full((2, count), NO_LINE, np.int16),
        command=np.zeros(count, np.int16),
        staff_reach=np.zeros((2, count), np.int32),
        staff_traces=np.zeros(MAX_STAFFS + 1, np.int64),
        line_sides=line_sides,
        supply_work=np.zeros((4, count), np.int16),
        open_sides=np.where(swamp, 0, line_sides[SUPPLY_SIDES]).astype(np.uint8),
        steps=np.zeros((count, 6), np.uint16),
        party=np.zeros(1, np.int64),
        trails=np.zeros((MAX_TRAILS, 4), np.int16),
        advance_value=np.zeros((2, count), np.int16),
        hold_steps=np.zeros((2, count), np.int16),
    )
    off_map = count - 1
    open_game(state, seed, Phase.SET_UP)
    state.barred[:, off_map] = 1
    state.game.axis_supply_dirty = 1
    state.game.soviet_supply_dirty = 1
    for field in ("start_hex", "came_from", "exit_hex"):
        state.units[field] = off_map
    state.units["mode"] = Mode.OFFENSIVE
    state.ground["control"] = NOBODY
    # Ruling: army_group_south 25.3 - towns behind the Soviet line need be entered to score, or not.
    if not rules.victory_towns_need_entry:
        behind = (hexes["features"] & Feature.SOVIET_SIDE) != 0
        state.ground["control"][behind] = Side.SOVIET
    # A player who says nothing advances with all he has, and retreats rather than lose steps.
    state.policy[:, Policy.ADVANCE] = rules.stacking_combat_units
    state.policy[:, Policy.ADVANCE_HEXES] = rules.advance_after_elimination
    return state


def _join_points(hexes: Rows) -> None:
    """Fill the field ``joint_vp`` of a map.

    Rule: army_group_south 25.3
    """
    kharkov = (hexes["features"] & Feature.KHARKOV) != 0
    hexes["joint_vp"] = np.where(kharkov, hexes["vp"][kharkov].sum(), hexes["vp"])


@entry
def set_up_unit(state: State, unit: int, h: int) -> None:
    """Put a unit on the map before play; it holds the town or city it stands in.

    Rule: army_group_south 18.1, 18.2, 25.3
    """
    state.units[unit].status = Status.ON_MAP
    state.units[unit].start_hex = h
    place_unit(state, unit, h)
    # Ruling: army_group_south 25.3 - standing in a town at the start is entering it, or not.
    if state.rules.victory_set_up_enters != 0:
        take_hex(state, unit, h)
