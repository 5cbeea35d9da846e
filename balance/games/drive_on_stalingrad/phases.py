"""Which kind of phase is being played, and whose: what the order declared makes of the two phases.

Rule: drive_on_stalingrad 5.1, 5.4, 5.5
"""

from __future__ import annotations

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Phase, PhaseOrder, Side
from balance.kernel.compiled import entry


@entry
def is_first_phase(state: State) -> bool:
    """Whether this is the first of the two phases of a player turn."""
    return state.game.phase == Phase.AXIS_FIRST or state.game.phase == Phase.SOVIET_FIRST


@entry
def is_second_phase(state: State) -> bool:
    """Whether this is the second of the two phases of a player turn."""
    return state.game.phase == Phase.AXIS_SECOND or state.game.phase == Phase.SOVIET_SECOND


@entry
def is_movement_phase(state: State) -> bool:
    """Whether the phasing side moves in this phase.

    Rule: drive_on_stalingrad 5.4, 5.5
    """
    order = state.game.phase_order
    if is_first_phase(state):
        return order == PhaseOrder.MOVE_ASSAULT or order == PhaseOrder.MOVE_MOVE
    if is_second_phase(state):
        return order == PhaseOrder.ASSAULT_MOVE or order == PhaseOrder.MOVE_MOVE
    return False


@entry
def is_assault_phase(state: State) -> bool:
    """Whether the phasing side makes prepared assaults in this phase.

    Rule: drive_on_stalingrad 5.4, 5.5
    """
    return (is_first_phase(state) or is_second_phase(state)) and not is_movement_phase(state)


@entry
def is_start_of_player_turn(state: State, side: int) -> bool:
    """Whether a side's player turn has just begun, before the first of its two phases.

    Rule: drive_on_stalingrad 5.4, 7.14, 8.7, 9.27
    """
    if side == Side.AXIS:
        return state.game.phase == Phase.AXIS_START
    return state.game.phase == Phase.SOVIET_START
