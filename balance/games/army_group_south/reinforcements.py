"""Units that come onto the map: reinforcements, and those that were forced off it (15, 23, 24)."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.control import enter_hex
from balance.games.army_group_south.losses import eliminate_unit
from balance.games.army_group_south.movement import begin_moves, movement_allowance
from balance.games.army_group_south.phases import is_initial_movement
from balance.games.army_group_south.rail import NO_WAY, RAIL_HEXES, find_rail_reach, ride
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import in_enemy_zone
from balance.games.army_group_south.state import PROHIBITED, State
from balance.games.army_group_south.supply import current_mode
from balance.games.army_group_south.tables import TerrainColumn, TerrainRow
from balance.games.army_group_south.vocabulary import EventKind, Feature, Mobility, Side, Status
from balance.games.log import NO_BATTLE, NO_VALUE, record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules.listing import list_units
from balance.rules.rows import hexes_apart

#: Farther than any two hexes of a map.
_FAR = 9999


# --- when


@entry
@replaceable
def is_due(state: State, unit: int) -> bool:
    """Whether a unit off the map may come onto it this game turn.

    Rule: army_group_south 15.0, 23.0, 23.1, 23.2, 23.22, 23.23, 24.0, 24.1, TRT-b
    """
    counter = state.units[unit]
    turn = state.game.game_turn
    if counter.status == Status.AWAITING:
        return counter.arrival_turn > 0 and counter.arrival_turn <= turn
    if counter.status != Status.RETREATED_OFF:
        return False
    if counter.side == Side.AXIS:
        return counter.off_turn < turn
    return counter.off_turn + state.rules.reinforcement_soviet_return_turns <= turn


@entry
def list_arrivals(state: State, side: int, arrivals: np.ndarray) -> int:
    """Fill ``arrivals`` (int array) with the units of a side that are due; return how many.

    Rule: army_group_south 23.0, 24.0
    """
    return list_units(state, is_due, side, arrivals)


# --- where


@inner
def is_free_to_enter(state: State, side: int, h: int) -> bool:
    """Whether neither enemies nor their zones bar the entry of a side by a hex.

    Rule: army_group_south 23.12, 23.21, 24.0
    """
    return state.ground[h].occupant != 1 - side and not in_enemy_zone(state, side, h)


@entry
@replaceable
def entry_cost(state: State, unit: int, h: int) -> int:
    """Movement points to enter the map by a hex; ``PROHIBITED`` if its terrain is closed.

    Rule: army_group_south 10.22, 10.4, 15.0
    """
    mech = state.units[unit].mobility == Mobility.MECH
    column = TerrainColumn.MECH_COST if mech else TerrainColumn.INFANTRY_COST
    cost = state.tec[state.hexes[h].terrain, column]
    if cost != PROHIBITED and state.hexes[h].features & Feature.CITY != 0:
        cost = state.tec[TerrainRow.CITY, column]
    return cost


@inner
def _return_distance(state: State, unit: int) -> int:
    """Hexes from where a unit left the map to the nearest edge hex by which it may return.

    Rule: army_group_south 24.0
    """
    side = state.units[unit].side
    left = state.units[unit].exit_hex
    least = _FAR
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & Feature.EDGE == 0 or not is_free_to_enter(state, side, h):
            continue
        if entry_cost(state, unit, h) == PROHIBITED:
            continue
        least = min(least, hexes_apart(state, h, left))
    return least


@entry
def check_entry(state: State, unit: int, h: int) -> int:
    """Say whether a unit may come onto the map by a hex now: a ``Refusal``.

    Rule: army_group_south 15.0, 23.0, 23.1, 23.12, 23.2, 23.21, 23.22, 24.0, 24.1
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if unit < 0 or unit >= len(state.units):
        return Refusal.NO_SUCH_UNIT
    if h < 0 or h >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    counter = state.units[unit]
    if counter.side != state.game.side:
        return Refusal.WRONG_SIDE
    if not is_initial_movement(state):
        return Refusal.WRONG_PHASE
    if counter.status != Status.AWAITING and counter.status != Status.RETREATED_OFF:
        return Refusal.NOT_AWAITING
    if not is_due(state, unit):
        return Refusal.NOT_DUE
    if entry_cost(state, unit, h) == PROHIBITED:
        return Refusal.HEX_CLOSED
    free = is_free_to_enter(state, counter.side, h)
    if counter.status == Status.AWAITING:
        if state.hexes[h].features & counter.entry_area == 0:
            return Refusal.NOT_AN_ENTRY_HEX
        return Refusal.OK if free else Refusal.ENTRY_IN_ENEMY_ZONE
    return _check_return(state, unit, h, free)


@inner
def _check_return(state: State, unit: int, h: int, free: bool) -> int:
    """Say whether a unit may return by a hex: the nearest free one on the edge; a ``Refusal``.

    Rule: army_group_south 24.0
    """
    if state.hexes[h].features & Feature.EDGE == 0:
        return Refusal.NOT_AN_ENTRY_HEX
    if not free:
        return Refusal.ENTRY_IN_ENEMY_ZONE
    if hexes_apart(state, h, state.units[unit].exit_hex) > _return_distance(state, unit):
        return Refusal.NOT_AN_ENTRY_HEX
    return Refusal.OK


@entry
def list_entry_hexes(state: State, unit: int, entries: np.ndarray) -> int:
    """Fill ``entries`` (int array) with the hexes by which a unit may enter; return how many.

    Rule: army_group_south 23.1, 23.2, 24.0
    """
    if state.units[unit].status == Status.AWAITING:
        wanted = state.units[unit].entry_area
    else:
        wanted = np.int64(Feature.EDGE)
    count = 0
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & wanted != 0 and count < len(entries):
            if check_entry(state, unit, h) == Refusal.OK:
                entries[count] = h
                count += 1
    return count


# --- how


@entry
def enter_map(state: State, unit: int, h: int) -> int:
    """Bring a unit onto the map by a hex, or say why not: a ``Refusal``.

    Rule: army_group_south 15.0, 23.0, 24.0

    The entry hex is paid from its allowance; like any first hex it is never out of reach. The unit
    began the phase in no hex, so it moves alone.
    """
    refusal = check_entry(state, unit, h)
    if refusal != Refusal.OK:
        return refusal
    _arrive(state, unit, h, 0)
    counter = state.units[unit]
    left = movement_allowance(state, unit) - entry_cost(state, unit, h)
    counter.mp_left = max(0, left)
    return Refusal.OK


@inner
def _arrive(state: State, unit: int, h: int, by_rail: int) -> None:
    """Put a newcomer into its entry hex: in supply, in the mode its headquarters give it.

    Rule: army_group_south 15.0, 21.0, 23.0, 24.0
    """
    counter = state.units[unit]
    kind = EventKind.ARRIVED if counter.status == Status.AWAITING else EventKind.RETURNED
    counter.status = Status.ON_MAP
    counter.entered_turn = state.game.game_turn
    counter.exit_hex = len(state.ground) - 1
    counter.start_hex = len(state.ground) - 1
    counter.came_from = len(state.ground) - 1
    counter.moved = 0
    counter.supplied = 1
    enter_hex(state, unit, h)
    if counter.side == Side.SOVIET:
        counter.mode = current_mode(state, unit)
    state.party[0] = unit
    begin_moves(state, state.party)
    record_event(state, kind, h, unit, by_rail)


@entry
def check_rail_entry(state: State, unit: int, h: int, destination: int) -> int:
    """Say whether a reinforcement may enter by a hex and go on by rail to another: a ``Refusal``.

    Rule: army_group_south 5.31, 5.32, 5.33, 6.32, 15.0, 19.2, 19.21, 19.22

    Leaves its rail reach in ``state.work``. The entry hex is the first of its railroad hexes.
    """
    refusal = check_entry(state, unit, h)
    if refusal != Refusal.OK:
        return refusal
    # Ruling: army_group_south 6.32 - a disrupted unit returns to its entry hex, no farther.
    if state.units[unit].disrupted != 0:
        return Refusal.DISRUPTED
    if state.units[unit].side != Side.AXIS:
        return Refusal.RAIL_SIDE
    if state.game.rail_moves >= state.rules.rail_units:
        return Refusal.RAIL_LIMIT
    if destination < 0 or destination >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    if state.hexes[h].features & Feature.RAIL_EXIT == 0:
        return Refusal.NOT_ON_RAIL
    find_rail_reach(state, h, 1)
    if state.work[RAIL_HEXES, destination] == NO_WAY:
        return Refusal.NO_RAIL_WAY
    return Refusal.OK


@entry
def enter_by_rail(state: State, unit: int, h: int, destination: int) -> int:
    """Bring a reinforcement onto the map by rail, or say why not: a ``Refusal``.

    Rule: army_group_south 5.33, 15.0, 19.22
    """
    refusal = check_rail_entry(state, unit, h, destination)
    if refusal == Refusal.OK:
        _arrive(state, unit, h, 1)
        ride(state, unit, destination)
    return refusal


@inner
def punish_missed_entries(state: State) -> None:
    """Eliminate the Soviet units that were due this phase and have not come.

    Rule: army_group_south 23.12, 23.13, 24.1

    Ruling: army_group_south 23.13 - a Soviet player may hold reinforcements back by choice, or not.
    Where he may, one is barred for good only if no entry hex is open to it.
    """
    may_wait = state.rules.reinforcement_soviets_may_wait != 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side == Side.SOVIET and is_due(state, unit):
            if may_wait and counter.status == Status.AWAITING:
                if list_entry_hexes(state, unit, np.empty(1, np.int64)) > 0:
                    continue
            off_map = len(state.ground) - 1
            record_event(state, EventKind.MISSED_ENTRY, off_map, unit, NO_VALUE)
            eliminate_unit(state, unit, NO_BATTLE)
