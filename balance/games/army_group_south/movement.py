"""Movement: who may move, with how many points, and one stack at a time (sections 5, 19 and 22)."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.phases import is_mechanized_movement, is_movement
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Mobility, Mode, Side
from balance.games.moves import FINISHED as FINISHED
from balance.games.moves import MOVING, finish_other_moves, points_kept
from balance.games.moves import NOT_MOVED as NOT_MOVED
from balance.games.moves import end_move as end_move
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules.orders import check_actor

# --- who may move


@entry
def check_may_act(state: State, unit: int) -> int:
    """Say whether a unit may still do something in this Movement Phase: a ``Refusal``.

    Rule: army_group_south 4.2, 5.0, 5.21, 6.32, 19.92, 21.22
    """
    refusal = check_actor(state, unit, is_movement(state))
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if counter.disrupted != 0:
        return Refusal.DISRUPTED
    if counter.moved == FINISHED:
        return Refusal.MOVE_FINISHED
    if is_mechanized_movement(state):
        return _check_mechanized(state, unit)
    return Refusal.OK


@inner
def _check_mechanized(state: State, unit: int) -> int:
    """Say whether a unit is of those that move in the Mechanized Movement Phase: a ``Refusal``.

    Rule: army_group_south 4.2, 5.0, 11.21, 19.92, 21.22
    """
    counter = state.units[unit]
    allowed = state.rules.restriction_mechanized_movement_axis
    if counter.side == Side.SOVIET:
        allowed = state.rules.restriction_mechanized_movement_soviet
    if allowed == 0:
        return Refusal.FORBIDDEN
    staff = is_headquarters(state, unit)
    if counter.mobility != Mobility.MECH and not staff:
        return Refusal.NOT_MECHANIZED
    if counter.side == Side.SOVIET and counter.mode == Mode.DEFENSIVE:
        # Ruling: army_group_south 21.22 - the ban binds a headquarters in defensive mode itself.
        if not staff or state.rules.hq_defensive_mech_move == 0:
            return Refusal.DEFENSIVE_MODE
    return Refusal.OK


@inner
@replaceable
def may_disengage(state: State, unit: int) -> bool:
    """Whether a unit may leave an enemy zone of control by movement now.

    Rule: army_group_south 5.24, 8.23, 21.13, 21.16, 21.21, 22.0, 22.11, 22.12, 22.13
    """
    counter = state.units[unit]
    # 22.13: as the first act of a move only.
    if counter.moved != NOT_MOVED and state.rules.movement_disengage_first != 0:
        return False
    if counter.side == Side.AXIS:
        return state.rules.restriction_disengaging_axis != 0
    if state.rules.restriction_disengaging_soviet == 0:
        return False
    return is_headquarters(state, unit) or counter.mode != Mode.OFFENSIVE


@entry
def check_may_move(state: State, unit: int) -> int:
    """Say whether a unit may move to another hex at all at this instant: a ``Refusal``.

    Rule: army_group_south 4.2, 5.0, 5.23, 5.24, 6.32, 8.21, 8.23, 21.13, 21.22, 22.0
    """
    refusal = check_may_act(state, unit)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if in_enemy_zone(state, counter.side, counter.hex):
        if not may_disengage(state, unit):
            return Refusal.IN_ENEMY_ZONE
        # Ruling: army_group_south 5.23 - entering a zone stops for the phase, or for the turn.
        if state.rules.movement_zone_stop_lasts != 0:
            if counter.stopped_turn == state.game.game_turn:
                return Refusal.IN_ENEMY_ZONE
    return Refusal.OK


@entry
@replaceable
def movement_allowance(state: State, unit: int) -> int:
    """Movement points of a unit for this phase, by its supply as the phase began.

    Rule: army_group_south 3.23, 5.11, 5.25, 12.21, 19.7
    """
    points = state.units[unit].movement
    if state.units[unit].supplied == 0:
        points //= state.rules.supply_movement_divisor
    if state.game.game_turn >= state.rules.supply_thaw_first_turn:
        points //= state.rules.supply_thaw_divisor
    return points


@entry
def points_left(state: State, unit: int) -> int:
    """Movement points that a unit could still spend this phase.

    Rule: army_group_south 5.11, 5.12
    """
    if state.units[unit].moved == NOT_MOVED:
        return movement_allowance(state, unit)
    return points_kept(state, unit)


# --- one stack at a time


@inner
def begin_moves(state: State, members: np.ndarray) -> None:
    """Open the move of units found free to move, or go on with it; earlier stacks are finished.

    Rule: army_group_south 5.0, 5.12, 6.13

    A stack may drop units on the way, so those that began with these stay free to go on.
    """
    finish_other_moves(state, members[0])
    state.game.move_orders += 1
    for unit in members:
        counter = state.units[unit]
        if counter.moved != MOVING:
            counter.mp_left = movement_allowance(state, unit)
        counter.moved = MOVING
        counter.group = state.game.move_orders
