"""Marching: who may move, how far, and where to (4, 5, 7)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.common.control import follow_path
from balance.games.common.refusals import Refusal
from balance.games.common.stacks import has_room, in_enemy_zone
from balance.games.common.state import CLASSES, PART, PROHIBITED, State
from balance.games.common.tables import EffectColumn, MobilityColumn
from balance.games.common.vocabulary import KINDS, PhaseKind
from balance.games.moves import FINISHED, MOVING, NOT_MOVED
from balance.games.searches import BEST, CAME, PATH, lay_path
from balance.kernel.compiled import entry, inner
from balance.kernel.reach import UNREACHED, Mover, Search, find_reach
from balance.kernel.replaceable import replaceable
from balance.rules.orders import check_actor

_HUNDRED = 100


@inner
def phase_kind(state: State) -> int:
    """What may be done in this phase: a ``PhaseKind``, KINDS or more outside all phases.

    Rule: common 1.1
    """
    phase = state.game.phase
    return phase % KINDS if phase < 2 * KINDS else phase


@inner
def is_marching(state: State) -> bool:
    """Whether units move in this phase.

    Rule: common 5.1, 7.1
    """
    kind = phase_kind(state)
    return kind == PhaseKind.MOVEMENT or kind == PhaseKind.EXPLOITATION


@inner
@replaceable
def movement_allowance(state: State, unit: int) -> int:
    """Parts of movement points that a unit has for this phase.

    Rule: common 1.3, 5.1, 7.1, 11.3
    """
    counter = state.units[unit]
    points = PART * counter.movement * state.effects[state.game.weather, EffectColumn.MOVEMENT]
    points //= _HUNDRED
    if counter.unsupplied != 0:
        points //= state.rules.supply_movement_divisor
    if phase_kind(state) == PhaseKind.EXPLOITATION:
        points = points * state.mobility[counter.mobility, MobilityColumn.EXPLOITS] // _HUNDRED
    return points


@inner
def points_left(state: State, unit: int) -> int:
    """Parts of points that a unit could still spend: who starts in an enemy zone pays to leave it.

    Rule: common 4.3, 5.1
    """
    counter = state.units[unit]
    if counter.moved != NOT_MOVED:
        return counter.mp_left if counter.moved == MOVING else 0
    points = movement_allowance(state, unit)
    if in_enemy_zone(state, counter.side, counter.hex):
        points -= PART * state.rules.zones_leave_mp
    return max(0, points)


@inner
def check_may_move(state: State, unit: int) -> int:
    """Say whether a unit may move to another hex at all at this instant: a ``Refusal``.

    Rule: common 1.1, 5.1, 7.1
    """
    refusal = check_actor(state, unit, is_marching(state))
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if phase_kind(state) == PhaseKind.EXPLOITATION:
        if state.mobility[counter.mobility, MobilityColumn.EXPLOITS] == 0:
            return Refusal.CANNOT_EXPLOIT
    if counter.moved == FINISHED:
        return Refusal.MOVE_FINISHED
    return Refusal.OK if points_left(state, unit) > 0 else Refusal.NOT_ENOUGH_POINTS


@inner
def _search(state: State, unit: int) -> int:
    """Find where a unit may go; steps from zone to zone are closed for its sake, if they are.

    Rule: common 4.2, 4.4, 5.1, 5.4, 5.6
    """
    counter = state.units[unit]
    side, h = counter.side, counter.hex
    cost = state.cost[CLASSES * side + counter.mobility]
    kept = cost[h].copy()
    if state.rules.zones_zone_to_zone == 0 and in_enemy_zone(state, side, h):
        for d in range(6):
            if in_enemy_zone(state, side, state.neighbour[h, d]):
                cost[h, d] = PROHIBITED
    minimum = 1 if state.rules.movement_minimum_move != 0 and counter.moved == NOT_MOVED else 0
    work = state.work
    papers = Search(
        state.neighbour, cost, state.blocked[side], work[BEST], work[CAME], state.waiting
    )
    found = find_reach(papers, Mover(h, points_left(state, unit), minimum))
    for d in range(6):
        cost[h, d] = kept[d]
    close_hexes(state, unit, work[BEST])
    return found


@inner
@replaceable
def close_hexes(state: State, unit: int, reach: NDArray[np.int16]) -> None:
    """Close to a unit hexes that its march or ride would reach, by UNREACHED in its reach: none.

    Rule: common 5.1, 5.7
    """


@entry
def compute_reach(state: State, unit: int) -> int:
    """Find where a unit may go now and return the number of hexes, its own included; 0 if nowhere.

    Rule: common 5.1

    Hexes it may pass but not stay in, for want of room, are among them.
    """
    if check_may_move(state, unit) == Refusal.OK:
        return _search(state, unit)
    state.work[BEST, :] = UNREACHED
    return 0


@inner
def check_move(state: State, unit: int, destination: int) -> int:
    """Say whether a unit may move to a hex now: a ``Refusal``. Leaves its reach.

    Rule: common 3.1, 5.1, 5.4
    """
    refusal = check_may_move(state, unit)
    if refusal == Refusal.OK:
        refusal = _check_goal(state, unit, destination)
    if refusal != Refusal.OK:
        return refusal
    _search(state, unit)
    if state.work[BEST, destination] == UNREACHED:
        return Refusal.OUT_OF_REACH
    return Refusal.OK if has_room(state, unit, destination) else Refusal.STACK_FULL


@inner
def _check_goal(state: State, unit: int, h: int) -> int:
    """Say whether a unit could move to a hex, were the way open: a ``Refusal``.

    Rule: common 5.4
    """
    if h < 0 or h >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    if h == state.units[unit].hex:
        return Refusal.SAME_HEX
    enemies = state.ground[h].occupant == 1 - state.units[unit].side
    return Refusal.ENEMY_IN_HEX if enemies else Refusal.OK


@entry
def move_unit(state: State, unit: int, destination: int) -> int:
    """Move a unit by the cheapest way, or say why not: a ``Refusal``.

    Rule: common 5.1
    """
    refusal = check_move(state, unit, destination)
    if refusal == Refusal.OK:
        follow_reach(state, unit, destination)
    return refusal


@inner
def follow_reach(state: State, unit: int, destination: int) -> None:
    """Move a unit to a hex that a search has just found for it, nothing having changed.

    Rule: common 4.2, 5.1
    """
    left = state.work[BEST, destination]
    length = lay_path(state, state.units[unit].hex, destination)
    follow_path(state, unit, state.work[PATH], length)
    end_march(state, unit, left)


@inner
def end_march(state: State, unit: int, left: int) -> None:
    """Note what a unit that has entered a hex has left: nothing where a zone stops it.

    Rule: common 4.2
    """
    counter = state.units[unit]
    stops = state.rules.zones_stop != 0 and in_enemy_zone(state, counter.side, counter.hex)
    counter.mp_left = 0 if stops else left
    counter.moved = FINISHED if counter.mp_left == 0 else MOVING


# --- several units of one hex together


@inner
def compute_stack_reach(state: State, column: np.ndarray, count: int) -> int:
    """Find where units of one hex may go together; return the number of hexes.

    Rule: common 5.1

    column : int64[count or more]. ``BEST`` has what is left to whoever has least.
    """
    least = np.empty(len(state.ground), np.int16)
    for i in range(count):
        if compute_reach(state, column[i]) == 0:
            state.work[BEST, :] = UNREACHED
            return 0
        for h in range(len(least)):
            left = state.work[BEST, h]
            least[h] = left if i == 0 else min(least[h], left)
    found = 0
    for h in range(len(least)):
        state.work[BEST, h] = least[h]
        found += 1 if least[h] != UNREACHED else 0
    return found


@inner
def move_stack(state: State, column: np.ndarray, count: int, destination: int) -> int:
    """Move units one after another to a hex, or say why one can't: a ``Refusal``.

    Rule: common 5.1
    """
    for i in range(count):
        refusal = move_unit(state, column[i], destination)
        if refusal != Refusal.OK:
            return refusal
    return Refusal.OK
