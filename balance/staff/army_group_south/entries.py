"""Newcomers and railroads: who comes onto the map where, and who rides to where he is wanted.

A unit that enters must go on at once, since the next one to move ends its move (Rule:
army_group_south 5.0), so it marches for its task as it comes.
"""

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
from balance.games.army_group_south.reinforcements import (
    check_entry,
    enter_by_rail,
    enter_map,
    list_arrivals,
    list_entry_hexes,
)
from balance.games.army_group_south.stacks import check_stacking, is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import AXIS, Feature, Side, Status
from balance.kernel.compiled import entry, inner
from balance.staff.army_group_south.advancing import seek_prey
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.ground import STAFFS, measure_staffs
from balance.staff.craft.line import draw_line
from balance.staff.craft.manning import complete_field, start_march_fields
from balance.staff.craft.marching import EXACTLY, hex_score, is_free, march, recount
from balance.staff.craft.worth import step_worth
from balance.staff.desk import MISSION, SETTLED, Desk
from balance.staff.tasks import has_task, strike_mission

_ONE = 1
#: Both rows of fields, as bits.
_BOTH = 3
_NOWHERE = -1
#: Row of ``desk.distance``: points to where the unit in hand is wanted.
AIM = 2
_MOST = 64
#: Hexes from a headquarters from which its next march still brings a newcomer into supply.
_IN_TOUCH = 8
_LOOKED_FOR = 8  # hexes beyond the radius of a headquarters that are told apart
_LONELY = 2  # price of each hex farther from all headquarters
#: A ride by rail must spare so many times a unit's march, and gain so much for the unit.
_MARCHES = 0.8
#: Hexes to enemies who could come there within which a unit is at the front.
_REAR = 6
_GAIN = 0.3


@entry
def bring_newcomers(state: State, desk: Desk, side: int, prepared: bool) -> None:
    """Enter all units that are due, each where its task is nearest, and march them on.

    Rule: army_group_south 15.0, 23.0, 23.1, 23.2, 24.0

    ``prepared`` says that ``ride_to_the_front`` has found where units are wanted.
    """
    arrivals = np.zeros(_MOST, np.int64)
    count = list_arrivals(state, side, arrivals)
    if count == 0:
        return
    if not prepared:
        wanted = 0
        for i in range(count):
            if not has_task(desk, arrivals[i]):
                wanted |= np.int64(1) << state.units[arrivals[i]].mobility
        _prepare_fields(state, desk, side, wanted)
    for i in range(count):
        if state.game.ended != 0:
            return
        _bring(state, desk, side, arrivals[i])


@inner
def _prepare_fields(state: State, desk: Desk, side: int, wanted: int) -> None:
    """Have ``desk.distance[0:2]`` say how far it is to where units without a task are wanted.

    Those rows alone that are wanted, as bits.
    """
    if side == Side.SOVIET:
        measure_staffs(state, desk, _LOOKED_FOR)
        seek_prey(state, desk, side, wanted)
    else:
        draw_line(state, ASK, desk, side)
        start_march_fields(state, ASK, desk)
        for row in range(2):
            if (wanted >> row) & 1 != 0:
                complete_field(state, desk, row, row)


@inner
def _aim(state: State, desk: Desk, unit: int) -> None:
    """Fill ``desk.distance[AIM]`` with the points to where a unit is wanted from each hex."""
    for h in range(len(state.ground)):
        desk.distance[AIM, h] = _points_to_go(state, desk, unit, h)


@inner
def _points_to_go(state: State, desk: Desk, unit: int, h: int) -> int:
    """Movement points from a hex to where a unit is wanted."""
    mobility = state.units[unit].mobility
    if has_task(desk, unit):
        return desk.fields[desk.crew[MISSION, unit], mobility, h]
    return desk.distance[mobility, h]


@inner
def _bring(state: State, desk: Desk, side: int, unit: int) -> None:
    """Bring one newcomer onto the map, by rail if that helps."""
    _aim(state, desk, unit)
    field = desk.distance[AIM]
    if side == Side.AXIS and _enter_by_rail(state, desk, unit, field):
        return
    entries = np.zeros(_MOST, np.int64)
    count = list_entry_hexes(state, unit, entries)
    best = _NOWHERE
    least = 1 << 30
    for i in range(count):
        h = entries[i]
        price = field[h] + state.ground[h].stack
        if side == Side.SOVIET:
            price += _LONELY * max(0, min(20, desk.distance[STAFFS, h]) - _IN_TOUCH)
        if price < least:
            least = price
            best = h
    if best >= 0 and enter_map(state, unit, best) == Refusal.OK:
        recount(state, ASK, desk, best)
        if not is_headquarters(state, unit):
            march(state, ASK, desk, side, unit, field)


@inner
def _enter_by_rail(state: State, desk: Desk, unit: int, field: np.ndarray) -> bool:
    """Bring a German newcomer on by rail where a railroad enters; False if that doesn't pay.

    Rule: army_group_south 15.0, 19.2
    """
    if state.game.rail_moves >= state.rules.rail_units:
        return False
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & Feature.RAIL_EXIT == 0:
            continue
        if check_entry(state, unit, h) != Refusal.OK:
            continue
        find_rail_reach(state, h, _ONE)
        goal = _best_station(state, desk, unit, field)
        spared = field[h] - field[goal] if goal >= 0 else 0
        if spared > movement_allowance(state, unit):
            if enter_by_rail(state, unit, h, goal) == Refusal.OK:
                desk.crew[SETTLED, unit] = 1
                recount(state, ASK, desk, goal)
                return True
    return False


@inner
def _best_station(state: State, desk: Desk, unit: int, field: np.ndarray) -> int:
    """The railroad hex in reach, of the search just made, that a unit likes best; -1 if none."""
    best = _NOWHERE
    most = -1e9
    worth = step_worth(state, ASK, desk, unit)
    for h in range(len(state.ground) - 1):
        if state.work[RAIL_HEXES, h] == NO_WAY or h == state.units[unit].hex:
            continue
        score = hex_score(state, ASK, desk, AXIS, unit, worth, field, h, most)
        if score > most and check_stacking(state, unit, h) == Refusal.OK:
            most = score
            best = h
    return best


@entry
def ride_to_the_front(state: State, desk: Desk) -> bool:
    """Move reserves by rail whom the ride spares more than a march, the greatest gain first.

    Rule: army_group_south 5.3, 19.2, 19.21, 19.22

    Returns whether fields have been prepared and still hold, nobody having moved.
    """
    before = state.game.rail_moves
    if before >= state.rules.rail_units:
        return False
    riders = np.zeros(len(state.units), np.uint8)
    idle = _mark_riders(state, desk, riders)
    if idle:
        _prepare_fields(state, desk, AXIS, _BOTH)
    while state.game.rail_moves < state.rules.rail_units:
        unit = _farthest(state, desk, riders)
        if unit < 0:
            break
        riders[unit] = 0
        _ride(state, desk, unit)
    return idle and state.game.rail_moves == before


@inner
def _may_ride(state: State, desk: Desk, unit: int) -> bool:
    """Whether a unit stands free at a railroad and has somewhere to go.

    Who has no task doesn't leave the front for another part of it: see ``measure_access``.
    """
    if state.units[unit].status != Status.ON_MAP or not is_free(state, desk, AXIS, unit):
        return False
    if not has_task(desk, unit):
        if desk.distance[0, state.units[unit].hex] <= _REAR:
            return False
    elif strike_mission(desk, unit) < 0:
        return False
    return check_rail_unit(state, unit) == Refusal.OK


@inner
def _mark_riders(state: State, desk: Desk, riders: np.ndarray) -> bool:
    """Mark the units that may ride; whether any of them has no task.

    riders : uint8[units]
    """
    idle = False
    for u in range(len(state.units)):
        if _may_ride(state, desk, u):
            riders[u] = 1
            idle = idle or not has_task(desk, u)
    return idle


@inner
def _farthest(state: State, desk: Desk, riders: np.ndarray) -> int:
    """The rider that is the most marches from where it is wanted, -1 if none is far enough."""
    chosen = _NOWHERE
    most = _MARCHES
    for u in range(len(state.units)):
        unit = u
        if riders[u] == 0:
            continue
        away = _points_to_go(state, desk, unit, state.units[unit].hex)
        marches = away / max(1, movement_allowance(state, unit))
        if marches > most:
            most = marches
            chosen = unit
    return chosen


@inner
def _ride(state: State, desk: Desk, unit: int) -> None:
    """Move one unit by rail if it likes the end of the ride better than a march would bring it."""
    _aim(state, desk, unit)
    field = desk.distance[AIM]
    start = state.units[unit].hex
    find_rail_reach(state, start, 0)
    goal = _best_station(state, desk, unit, field)
    if goal < 0:
        return
    spared = field[start] - field[goal]
    worth = step_worth(state, ASK, desk, unit)
    better = hex_score(state, ASK, desk, AXIS, unit, worth, field, goal, EXACTLY)
    better -= hex_score(state, ASK, desk, AXIS, unit, worth, field, start, EXACTLY)
    if spared > _MARCHES * movement_allowance(state, unit) and better > _GAIN:
        if move_by_rail(state, unit, goal) == Refusal.OK:
            desk.crew[SETTLED, unit] = 1
            recount(state, ASK, desk, start)
            recount(state, ASK, desk, goal)
