"""Stacks, zones of control, prices of sides, and the end of units: who stands where (2, 3, 4, 5.2).

Zones, ``State.blocked`` and what zones add to ``State.cost`` follow the lists of units.
"""

from __future__ import annotations

import numpy as np

from balance.games.common.state import CLASSES, MAX_SIDES, PART, PROHIBITED, State
from balance.games.common.tables import SideColumn
from balance.games.common.vocabulary import EventKind, Status
from balance.games.log import record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import opposite
from balance.kernel.reach import CLOSED, OPEN, STOP
from balance.kernel.replaceable import replaceable
from balance.rules import stacking
from balance.rules.losses import count_losses

#: Value of an event outside battles.
NO_BATTLE = -1


# --- prices of sides


@inner
@replaceable
def side_cost(state: State, mobility: int, h: int, d: int) -> int:
    """Parts of a point to leave a hex by a side, zones left out.

    Rule: common 5.2, 5.3

    The hex entered and all barriers of the side; or the price of a road, if that is less or the
    others are closed: roads have bridges.
    """
    there = state.neighbour[h, d]
    if there == len(state.ground) - 1:
        return PROHIBITED
    price = state.terrain[state.hexes[there].terrain, mobility]
    road = PROHIBITED
    bits = state.hexside[h, d]
    for row in range(MAX_SIDES):
        if (bits >> row) & 1 == 0:
            continue
        if state.sides[row, SideColumn.ROAD] != 0:
            road = min(road, state.sides[row, mobility])
        else:
            price += state.sides[row, mobility]
    # A step costs at least a part: whoever paid nothing would never stop.
    return max(1, min(price, road, PROHIBITED))


@inner
def set_side_cost(state: State, h: int, d: int) -> None:
    """Write the price of a side for both sides and all classes, enemy zones counted.

    Rule: common 4.2, 5.2
    """
    there = state.neighbour[h, d]
    for mobility in range(CLASSES):
        price = side_cost(state, mobility, h, d)
        for side in range(2):
            row = CLASSES * side + mobility
            state.cost[row, h, d] = price
            if price < PROHIBITED and state.zones[1 - side, there] > 0:
                state.cost[row, h, d] = price + PART * state.rules.zones_enter_mp


@entry
def build_costs(state: State) -> None:
    """Fill in ``State.cost``.

    Rule: common 5.2
    """
    state.cost[:] = PROHIBITED
    for h in range(len(state.ground) - 1):
        for d in range(6):
            set_side_cost(state, h, d)


# --- zones of control


@inner
@replaceable
def has_zone(state: State, unit: int) -> bool:
    """Whether a unit has a zone of control.

    Rule: common 4.1
    """
    return state.units[unit].has_zone != 0


@inner
def carries_zone(state: State, h: int, d: int) -> bool:
    """Whether zones of units in a hex reach the next one in a direction.

    Rule: common 4.1
    """
    bits = state.hexside[h, d]
    for row in range(MAX_SIDES):
        if (bits >> row) & 1 != 0 and state.sides[row, SideColumn.ZONE] == 0:
            return False
    return True


@inner
def in_enemy_zone(state: State, side: int, h: int) -> bool:
    """Whether a hex lies in a zone of control of the enemies of a side.

    Rule: common 4.1
    """
    return state.zones[1 - side, h] > 0


@inner
def _block_hex(state: State, h: int) -> None:
    """Note how a hex stops the movement of both sides.

    Rule: common 4.2, 5.4
    """
    stops = STOP if state.rules.zones_stop != 0 else OPEN
    for side in range(2):
        state.blocked[side, h] = stops if in_enemy_zone(state, side, h) else OPEN
    if state.ground[h].occupant >= 0:
        state.blocked[1 - state.ground[h].occupant, h] = CLOSED


@inner
def spread_zone(state: State, side: int, h: int, change: int) -> None:
    """Let zones out of a hex begin, or end, in those around it.

    Rule: common 4.1, 4.2
    """
    for d in range(6):
        there = state.neighbour[h, d]
        if there == len(state.ground) - 1 or not carries_zone(state, h, d):
            continue
        state.zones[side, there] += change
        _block_hex(state, there)
        if state.rules.zones_enter_mp != 0:
            for e in range(6):
                beside = state.neighbour[there, e]
                if beside < len(state.ground) - 1:
                    set_side_cost(state, beside, opposite(e))


@entry
def recount_zones(state: State, zoned: np.ndarray, zones: np.ndarray) -> None:
    """Say anew which units have a zone, and how many hexes zone each: for a look at the state.

    Rule: common 4.1

    zoned : int64[n_units], zones : int16[2, n + 1], both of noughts
    """
    for unit in range(len(state.units)):
        zoned[unit] = 1 if has_zone(state, unit) else 0
    for h in range(len(state.ground) - 1):
        if state.ground[h].zoned > 0:
            for d in range(6):
                there = state.neighbour[h, d]
                if there < len(state.ground) - 1 and carries_zone(state, h, d):
                    zones[state.ground[h].occupant, there] += 1


# --- stacks


@inner
def _count_unit(state: State, unit: int, h: int, change: int) -> None:
    """Count a unit in a hex, or no longer.

    Rule: common 3.1, 4.1
    """
    ground = state.ground[h]
    ground.stack += change
    if has_zone(state, unit):
        ground.zoned += change
        if ground.zoned == max(0, change):
            spread_zone(state, state.units[unit].side, h, change)


@inner
def _change_holder(state: State, side: int, h: int, change: int) -> None:
    """Close a hex to the enemy, or open it.

    Rule: common 5.4
    """
    _block_hex(state, h)


STACKS = stacking.StackRules(_count_unit, _change_holder)


@inner
@replaceable
def has_room(state: State, unit: int, h: int) -> bool:
    """Whether a unit may end a phase in a hex of friends in which it doesn't stand yet.

    Rule: common 3.1
    """
    return state.ground[h].stack < state.rules.stacking_limit


@inner
def _counts(state: State, unit: int) -> bool:
    """Whether a unit counts against the limit: all do.

    Rule: common 3.1
    """
    return True


@inner
@replaceable
def first_in_excess(state: State, h: int) -> int:
    """Whom a hex loses next because it holds too many, as its side's standing orders say; -1: none.

    Rule: common 3.1
    """
    return stacking.first_beyond_limit(state, h, _counts)


@inner
def remove_excess(state: State, side: int) -> None:
    """Eliminate units of a side that stand beyond the limit.

    Rule: common 3.1
    """
    stacking.thin_out(state, side, first_in_excess, _remove)


@inner
def _remove(state: State, unit: int) -> None:
    record_event(state, EventKind.OVERSTACK_REMOVED, state.units[unit].hex, unit, 0)
    eliminate_unit(state, unit, NO_BATTLE)


@entry
def note_excess(state: State, side: int, crowded: np.ndarray) -> None:
    """Mark by 1 the hexes that hold too many units of a side: for a look at the state.

    Rule: common 3.1

    crowded : int64[n + 1], of noughts
    """
    for h in range(len(state.ground) - 1):
        if state.ground[h].occupant == side and first_in_excess(state, h) >= 0:
            crowded[h] = 1


# --- the end of units


@inner
def eliminate_unit(state: State, unit: int, battle: int) -> None:
    """Take a unit on the map out of the game with all its steps; ``battle`` or ``NO_BATTLE``.

    Rule: common 2.2
    """
    counter = state.units[unit]
    record_event(state, EventKind.ELIMINATED, counter.hex, unit, battle)
    stacking.lift_unit(state, STACKS, unit)
    count_losses(state, counter.side, counter.steps, 1)
    counter.steps = 0
    counter.status = Status.ELIMINATED


@inner
def lose_step(state: State, unit: int, battle: int) -> None:
    """Take a step from a unit on the map; it is eliminated with its last one.

    Rule: common 2.2
    """
    counter = state.units[unit]
    if counter.steps > 1:
        counter.steps -= 1
        count_losses(state, counter.side, 1, 0)
        record_event(state, EventKind.STEP_LOST, counter.hex, unit, battle)
    else:
        eliminate_unit(state, unit, battle)
