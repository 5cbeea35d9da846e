"""The frame of a game turn: what opens and closes game turns, player turns and phases (section 5).

Each function is one step of the sequence of play; ``sequence`` puts them in order.
"""

from __future__ import annotations

from balance.games.drive_on_stalingrad.announcements import reopen_line_sides
from balance.games.drive_on_stalingrad.armies import check_reserve_armies, release_due_armies
from balance.games.drive_on_stalingrad.network import lift_aerial_marker
from balance.games.drive_on_stalingrad.overstacking import punish_mixed_stacks, punish_overstacking
from balance.games.drive_on_stalingrad.phases import is_movement_phase, is_start_of_player_turn
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.reinforcements import open_south, start_entry_phase
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.taman import bring_taman_units
from balance.games.drive_on_stalingrad.turn_record import record_turn
from balance.games.drive_on_stalingrad.victory import close_last_turn
from balance.games.drive_on_stalingrad.vocabulary import EventKind, Phase, PhaseOrder, Side
from balance.games.drive_on_stalingrad.withdrawal import is_withdrawal_pending
from balance.games.log import NO_UNIT, record_event
from balance.games.moves import open_phase
from balance.kernel.compiled import entry, inner


@entry
def begin_game_turn(state: State) -> None:
    """Open the next game turn: release armies, give the German player his aircraft back.

    Rule: drive_on_stalingrad 1.1, 3.2, 5.2, 7.6, 8.5, 11.25

    Sea block and flooding are announced in this phase.
    """
    state.game.game_turn += 1
    state.game.phase = Phase.TURN_START
    state.game.aircraft = state.rules.air_german_aircraft
    state.game.sea_block = 0
    state.game.schwerpunkt = 0
    state.game.aerial_used = 0
    state.game.south_entered_turn = 0
    reopen_line_sides(state)
    release_due_armies(state)


@entry
def begin_player_turn(state: State, side: int) -> None:
    """Open a player turn; its owner then adds to his network, withdraws, and declares his order.

    Rule: drive_on_stalingrad 3.2, 5.2, 5.4, 7.14, 8.4, 8.5
    """
    state.game.side = side
    state.game.phase = Phase.AXIS_START if side == Side.AXIS else Phase.SOVIET_START
    state.game.network_additions = 0
    state.game.order_declared = 0
    state.game.sea_moves = 0
    # Every rule that fixes an order fixes this one, so it also serves where none is declared.
    state.game.phase_order = PhaseOrder.ASSAULT_MOVE
    bring_taman_units(state)
    if side == Side.SOVIET:
        check_reserve_armies(state)
        open_south(state)


@entry
def check_order(state: State, order: int) -> int:
    """Say whether the phasing player may declare a phase order now: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 5.4, 5.5
    """
    if not is_start_of_player_turn(state, state.game.side):
        return Refusal.WRONG_PHASE
    if state.game.order_declared != 0:
        return Refusal.ORDER_DECLARED
    if order < PhaseOrder.ASSAULT_MOVE or order > PhaseOrder.MOVE_MOVE:
        return Refusal.ORDER_UNKNOWN
    if state.game.side == Side.AXIS:
        if is_withdrawal_pending(state):
            return Refusal.WITHDRAWAL_PENDING
        return _check_axis_order(state, order)
    return _check_soviet_order(state, order)


@inner
def _check_axis_order(state: State, order: int) -> int:
    """Say whether the German player may play in this order: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 5.4, 5.5
    """
    if order == PhaseOrder.MOVE_MOVE:
        return Refusal.ORDER_FIXED
    first_turn = state.game.game_turn == 1
    if order == PhaseOrder.ASSAULT_ASSAULT:
        # Ruling: drive_on_stalingrad 5.5 - the imposed order of the first turn excludes it.
        if first_turn and state.rules.sequence_gt1_german_pa_pa == 0:
            return Refusal.ORDER_FIXED
        if state.game.double_assault_used >= state.rules.sequence_german_pa_pa_per_game:
            return Refusal.ORDER_SPENT
        return Refusal.OK
    if first_turn and order != PhaseOrder.ASSAULT_MOVE:
        if state.rules.sequence_gt1_german_order == 0:  # choice 0: assaults, then movement
            return Refusal.ORDER_FIXED
    return Refusal.OK


@inner
def _check_soviet_order(state: State, order: int) -> int:
    """Say whether the Soviet player may play in this order: a ``Refusal``.

    Rule: drive_on_stalingrad 5.4, 5.5
    """
    if order == PhaseOrder.ASSAULT_ASSAULT:
        return Refusal.ORDER_FIXED
    # Ruling: drive_on_stalingrad 5.4, 5.5
    if order == PhaseOrder.MOVE_MOVE:
        if state.game.double_move_used >= state.rules.sequence_soviet_move_move_per_game:
            return Refusal.ORDER_SPENT
        return Refusal.OK
    if order != PhaseOrder.ASSAULT_MOVE and state.rules.sequence_soviet_order == 0:
        return Refusal.ORDER_FIXED
    return Refusal.OK


@entry
def declare_order(state: State, order: int) -> int:
    """Declare the phase order of this player turn, if it may be; return a ``Refusal``.

    Rule: drive_on_stalingrad 5.4, 5.5
    """
    refusal = check_order(state, order)
    if refusal != Refusal.OK:
        return refusal
    state.game.phase_order = order
    state.game.order_declared = 1
    if order == PhaseOrder.ASSAULT_ASSAULT:
        state.game.double_assault_used += 1
    if order == PhaseOrder.MOVE_MOVE:
        state.game.double_move_used += 1
    off_map = len(state.ground) - 1
    record_event(state, EventKind.PHASE_ORDER, off_map, NO_UNIT, order)
    return Refusal.OK


@entry
def begin_phase(state: State, second: int) -> bool:
    """Open the first (0) or second (1) phase of a player turn; return whether its side moves in it.

    Of which kind it is, the order declared says.

    Rule: drive_on_stalingrad 5.1, 5.4, 6.2, 8.1, 9.2, 9.5, 9.18, 9.24, 11.4, 11.35
    """
    first = Phase.AXIS_FIRST if state.game.side == Side.AXIS else Phase.SOVIET_FIRST
    state.game.phase = first + second
    bring_taman_units(state)
    punish_overstacking(state)
    open_phase(state)
    for unit in range(len(state.units)):
        state.units[unit].assaulted = 0
    start_entry_phase(state)
    # Ruling: drive_on_stalingrad 9.18 - choice 0: the limit of sea moves is one a phase.
    if state.rules.movement_sea_limit_scope == 0:
        state.game.sea_moves = 0
    return is_movement_phase(state)


@entry
def end_phase(state: State) -> None:
    """Close a phase: stacks beyond the limits pay for it.

    Rule: drive_on_stalingrad 6.2, 6.3, 8.2
    """
    punish_overstacking(state)
    punish_mixed_stacks(state)
    bring_taman_units(state)


@entry
def end_player_turn(state: State) -> None:
    """Close a player turn.

    Rule: drive_on_stalingrad 7.6
    """
    # Ruling: drive_on_stalingrad 7.6 - choice 0: the marker stays to the end of the game turn.
    if state.rules.air_aerial_marker_lasts != 0:
        lift_aerial_marker(state)


@entry
def end_game_turn(state: State) -> None:
    """Close a game turn, and the game with the last one; write the turn record.

    Rule: drive_on_stalingrad 4.3, 4.5, 7.6

    Also to be called when a game has ended in the middle of a turn, for its last row.
    """
    if state.game.ended == 0:
        state.game.phase = Phase.TURN_END
        close_last_turn(state)
    record_turn(state)
    lift_aerial_marker(state)
