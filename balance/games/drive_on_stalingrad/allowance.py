"""Who may move, and how far: the allowance of a unit and the move of its stack (9.1-9.6)."""

from __future__ import annotations

from balance.games.drive_on_stalingrad.armies import check_free_to_move
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import moves_and_attacks_halved, supply_state
from balance.games.moves import FINISHED, MOVING, finish_other_moves, points_kept
from balance.games.moves import NOT_MOVED as NOT_MOVED
from balance.games.moves import end_move as end_move
from balance.kernel.compiled import entry, inner
from balance.rules.orders import check_actor


@entry
def check_may_move(state: State, unit: int) -> int:
    """Say whether a unit may move at all at this instant: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 5.1, 8.2, 8.4, 9.1, 9.2, 9.6
    """
    refusal = check_actor(state, unit, is_movement_phase(state))
    if refusal == Refusal.OK:
        refusal = check_free_to_move(state, unit)
    if refusal == Refusal.OK and state.units[unit].moved == FINISHED:
        return Refusal.MOVE_FINISHED
    return refusal


@entry
def movement_allowance(state: State, unit: int) -> int:
    """Movement points of a unit for this phase, by its supply at this instant.

    Rule: drive_on_stalingrad 1.3, 2.11, 7.5, 7.6, 7.15, 7.16, 9.1
    """
    points = state.units[unit].movement
    if moves_and_attacks_halved(supply_state(state, unit)):
        points //= state.rules.supply_oos_halving
    return points


@entry
def points_left(state: State, unit: int) -> int:
    """Movement points that a unit could still spend this phase.

    Rule: drive_on_stalingrad 7.16, 9.2
    """
    if state.units[unit].moved == NOT_MOVED:
        return movement_allowance(state, unit)
    return points_kept(state, unit)


# --- one stack at a time


@inner
def begin_move(state: State, unit: int) -> None:
    """Open the move of a unit that has been found free to move, or go on with it.

    Rule: drive_on_stalingrad 7.16, 9.2, 9.6
    """
    if state.units[unit].moved == NOT_MOVED:
        state.units[unit].mp_left = movement_allowance(state, unit)
    finish_other_moves(state, unit)
    state.units[unit].moved = MOVING


@entry
def begin_entry_move(state: State, unit: int, entry_cost: int) -> None:
    """Open the move of a reinforcement that has just been placed in its entry hex.

    Rule: drive_on_stalingrad 8.1, 8.2, 8.3, 9.3

    The entry hex is paid from the unit's allowance; like any first hex it is never out of reach.
    The newcomer began the phase in no hex, so it moves alone.
    """
    state.units[unit].start_hex = len(state.ground) - 1
    left = movement_allowance(state, unit) - entry_cost
    finish_other_moves(state, unit)
    state.units[unit].mp_left = max(0, left)
    state.units[unit].moved = MOVING
