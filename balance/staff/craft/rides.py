"""Rides: reserves that railroads, or other lines behind the front, take to where they are wanted.

A ride must spare more than a march, and end where the unit likes it better than where it stands.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.staff.craft.entries import aim_at, points_from
from balance.staff.craft.marching import EXACTLY, hex_score, is_free, recount
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.craft.worth import step_worth
from balance.staff.desk import AIM, SETTLED, Desk
from balance.staff.tasks import has_task, strike_mission

_NOWHERE = -1
#: A ride must spare so many times a unit's march, and gain so much for the unit.
_MARCHES = 0.8
_GAIN = 0.3
#: Hexes to enemies who could come there within which a unit is at the front.
_REAR = 6


@inner
def ride_to_the_front(state: Any, ask: Questions, desk: Desk, side: int) -> bool:
    """Move reserves whom a ride spares more than a march, the greatest gain first.

    Returns whether fields have been prepared and still hold, nobody having moved.
    """
    before = ask.rides.left(state, side)
    if before <= 0:
        return False
    riders = np.zeros(len(state.units), np.uint8)
    idle = _mark_riders(state, ask, desk, side, riders)
    if idle:
        rows = (1 << ask.moves.classes) - 1
        ask.rides.prepare(state, ask, desk, side, np.int64(rows))
    while ask.rides.left(state, side) > 0:
        unit = _farthest(state, ask, desk, riders)
        if unit < 0:
            break
        riders[unit] = 0
        _ride(state, ask, desk, side, unit)
    return idle and ask.rides.left(state, side) == before


@inner
def best_stop(
    state: Any, ask: Questions, desk: Desk, side: int, unit: int, field: np.ndarray
) -> int:
    """The hex of the search of rides just made that a unit likes best; -1 if there is none."""
    best = _NOWHERE
    most = -1e9
    worth = step_worth(state, ask, desk, unit)
    for h in range(len(state.ground) - 1):
        if not ask.rides.reaches(state, h) or h == state.units[unit].hex:
            continue
        score = hex_score(state, ask, desk, side, unit, worth, field, h, most)
        if score > most and ask.ground.check_stacking(state, unit, h) == ALLOWED:
            most = score
            best = h
    return best


@inner
def _may_ride(state: Any, ask: Questions, desk: Desk, side: int, unit: int) -> bool:
    """Whether a unit could ride and has somewhere to go.

    Who has no task doesn't leave the front for another part of it: see ``measure_access``.
    """
    if not is_free(state, desk, side, unit):
        return False
    if not has_task(desk, unit):
        if desk.distance[0, state.units[unit].hex] <= _REAR:
            return False
    elif strike_mission(desk, unit) < 0:
        return False
    return ask.rides.check(state, unit) == ALLOWED


@inner
def _mark_riders(state: Any, ask: Questions, desk: Desk, side: int, riders: np.ndarray) -> bool:
    """Mark the units that may ride; whether any of them has no task.

    riders : uint8[units]
    """
    idle = False
    for u in range(len(state.units)):
        if _may_ride(state, ask, desk, side, u):
            riders[u] = 1
            idle = idle or not has_task(desk, u)
    return idle


@inner
def _farthest(state: Any, ask: Questions, desk: Desk, riders: np.ndarray) -> int:
    """The rider that is the most marches from where it is wanted, -1 if none is far enough."""
    chosen = _NOWHERE
    most = _MARCHES
    for unit in range(len(state.units)):
        if riders[unit] == 0:
            continue
        away = points_from(state, desk, unit, state.units[unit].hex)
        marches = away / max(1, ask.moves.allowance(state, unit))
        if marches > most:
            most = marches
            chosen = unit
    return chosen


@inner
def _spares_a_march(state: Any, ask: Questions, desk: Desk, unit: int) -> bool:
    """Whether any hex of the search of rides just made is so near to the goal that a ride pays.

    Most riders find none: the dearer question, which of them the unit likes best, needn't be asked.
    """
    near = points_from(state, desk, unit, state.units[unit].hex)
    near -= _MARCHES * ask.moves.allowance(state, unit)
    for h in range(len(state.ground) - 1):
        if ask.rides.reaches(state, h) and points_from(state, desk, unit, h) < near:
            return True
    return False


@inner
def _ride(state: Any, ask: Questions, desk: Desk, side: int, unit: int) -> None:
    """Have a unit ride if it likes the end of that better than a march would bring it."""
    ask.rides.find(state, unit)
    if not _spares_a_march(state, ask, desk, unit):
        return
    aim_at(state, desk, unit)
    field = desk.distance[AIM]
    start = state.units[unit].hex
    goal = best_stop(state, ask, desk, side, unit, field)
    if goal < 0:
        return
    spared = field[start] - field[goal]
    worth = step_worth(state, ask, desk, unit)
    better = hex_score(state, ask, desk, side, unit, worth, field, goal, EXACTLY)
    better -= hex_score(state, ask, desk, side, unit, worth, field, start, EXACTLY)
    if spared > _MARCHES * ask.moves.allowance(state, unit) and better > _GAIN:
        if ask.rides.make(state, unit, goal) == ALLOWED:
            desk.crew[SETTLED, unit] = 1
            recount(state, ask, desk, start)
            recount(state, ask, desk, goal)
