"""Railroads: what the craft asks about rides, and who enters by rail."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.movement import movement_allowance
from balance.games.army_group_south.rail import (
    NO_WAY,
    RAIL_HEXES,
    check_rail_unit,
    find_rail_reach,
    move_by_rail,
)
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.reinforcements import check_entry, enter_by_rail
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import AXIS, Feature, Side
from balance.kernel.compiled import inner
from balance.staff.craft.entries import prepare_fields
from balance.staff.craft.marching import recount
from balance.staff.craft.questions import Questions, Rides
from balance.staff.craft.rides import best_stop
from balance.staff.desk import SETTLED, Desk

_ONE = 1


@inner
def rides_left(state: State, side: int) -> int:
    """Units that a side may still move by rail: the Germans alone have railroads.

    Rule: army_group_south 5.32
    """
    return state.rules.rail_units - state.game.rail_moves if side == Side.AXIS else 0


@inner
def find_stations(state: State, unit: int) -> None:
    """Find the railroad hexes in reach of a unit.

    Rule: army_group_south 5.3, 19.2
    """
    find_rail_reach(state, state.units[unit].hex, 0)


@inner
def is_station(state: State, h: int) -> bool:
    """Whether a hex is among those just found.

    Rule: army_group_south 5.3
    """
    return state.work[RAIL_HEXES, h] != NO_WAY


@inner
def enter_railed(state: State, ask: Questions, desk: Desk, unit: int, field: np.ndarray) -> bool:
    """Bring a German newcomer on by rail where a railroad enters; False if that doesn't pay.

    Rule: army_group_south 15.0, 19.2
    """
    if state.units[unit].side != Side.AXIS or state.game.rail_moves >= state.rules.rail_units:
        return False
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & Feature.RAIL_EXIT == 0:
            continue
        if check_entry(state, unit, h) != Refusal.OK:
            continue
        find_rail_reach(state, h, _ONE)
        goal = best_stop(state, ask, desk, AXIS, unit, field)
        spared = field[h] - field[goal] if goal >= 0 else 0
        if spared > movement_allowance(state, unit):
            if enter_by_rail(state, unit, h, goal) == Refusal.OK:
                desk.crew[SETTLED, unit] = 1
                recount(state, ask, desk, goal)
                return True
    return False


RIDES = Rides(
    left=rides_left,
    check=check_rail_unit,
    prepare=prepare_fields,
    find=find_stations,
    reaches=is_station,
    make=move_by_rail,
)
