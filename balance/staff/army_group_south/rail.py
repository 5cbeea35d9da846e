"""Railroads: who enters by rail, and which reserves ride to where they are wanted."""

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
from balance.games.army_group_south.stacks import check_stacking
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import AXIS, Feature, Side, Status
from balance.kernel.compiled import inner
from balance.staff.craft.entries import AIM, aim_at, points_from, prepare_fields
from balance.staff.craft.marching import EXACTLY, hex_score, is_free, recount
from balance.staff.craft.questions import Questions
from balance.staff.craft.worth import step_worth
from balance.staff.desk import SETTLED, Desk
from balance.staff.tasks import has_task, strike_mission

_ONE = 1
#: All rows of fields, as bits.
_BOTH = 3
_NOWHERE = -1
#: A ride by rail must spare so many times a unit's march, and gain so much for the unit.
_MARCHES = 0.8
#: Hexes to enemies who could come there within which a unit is at the front.
_REAR = 6
_GAIN = 0.3


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
        goal = _best_station(state, ask, desk, unit, field)
        spared = field[h] - field[goal] if goal >= 0 else 0
        if spared > movement_allowance(state, unit):
            if enter_by_rail(state, unit, h, goal) == Refusal.OK:
                desk.crew[SETTLED, unit] = 1
                recount(state, ask, desk, goal)
                return True
    return False


@inner
def _best_station(state: State, ask: Questions, desk: Desk, unit: int, field: np.ndarray) -> int:
    """The railroad hex in reach, of the search just made, that a unit likes best; -1 if none."""
    best = _NOWHERE
    most = -1e9
    worth = step_worth(state, ask, desk, unit)
    for h in range(len(state.ground) - 1):
        if state.work[RAIL_HEXES, h] == NO_WAY or h == state.units[unit].hex:
            continue
        score = hex_score(state, ask, desk, AXIS, unit, worth, field, h, most)
        if score > most and check_stacking(state, unit, h) == Refusal.OK:
            most = score
            best = h
    return best


@inner
def ride_to_the_front(state: State, ask: Questions, desk: Desk) -> bool:
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
        prepare_fields(state, ask, desk, AXIS, _BOTH)
    while state.game.rail_moves < state.rules.rail_units:
        unit = _farthest(state, desk, riders)
        if unit < 0:
            break
        riders[unit] = 0
        _ride(state, ask, desk, unit)
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
        away = points_from(state, desk, unit, state.units[unit].hex)
        marches = away / max(1, movement_allowance(state, unit))
        if marches > most:
            most = marches
            chosen = unit
    return chosen


@inner
def _ride(state: State, ask: Questions, desk: Desk, unit: int) -> None:
    """Move one unit by rail if it likes the end of the ride better than a march would bring it."""
    aim_at(state, desk, unit)
    field = desk.distance[AIM]
    start = state.units[unit].hex
    find_rail_reach(state, start, 0)
    goal = _best_station(state, ask, desk, unit, field)
    if goal < 0:
        return
    spared = field[start] - field[goal]
    worth = step_worth(state, ask, desk, unit)
    better = hex_score(state, ask, desk, AXIS, unit, worth, field, goal, EXACTLY)
    better -= hex_score(state, ask, desk, AXIS, unit, worth, field, start, EXACTLY)
    if spared > _MARCHES * movement_allowance(state, unit) and better > _GAIN:
        if move_by_rail(state, unit, goal) == Refusal.OK:
            desk.crew[SETTLED, unit] = 1
            recount(state, ask, desk, start)
            recount(state, ask, desk, goal)
