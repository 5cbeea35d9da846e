"""The frame of a game turn: what opens and closes turns and phases (section 4).

Each function is one step of the sequence of play; ``sequence`` puts them in order.
"""

from __future__ import annotations

from balance.games.army_group_south.losses import eliminate_unit
from balance.games.army_group_south.phases import is_initial_movement, is_movement
from balance.games.army_group_south.reinforcements import punish_missed_entries
from balance.games.army_group_south.stacks import find_excess, in_enemy_zone, keeps_to_limits
from balance.games.army_group_south.state import DIRTY_COMMAND, State
from balance.games.army_group_south.supply import note_supply
from balance.games.army_group_south.turn_record import record_turn
from balance.games.army_group_south.victory import decide_game
from balance.games.army_group_south.vocabulary import EventKind, Phase, Side
from balance.games.log import NO_BATTLE, NO_VALUE, record_event
from balance.games.moves import open_phase
from balance.kernel.compiled import entry, inner


@entry
def begin_game_turn(state: State) -> None:
    """Open the next game turn.

    Rule: army_group_south 4.2, 19.22
    """
    state.game.game_turn += 1
    state.game.rail_moves = 0


@entry
def begin_phase(state: State, phase: int) -> None:
    """Open a phase: forget the last one, and before a movement phase look at supply.

    Rule: army_group_south 4.1, 4.2, 5.12, 5.33, 9.14, 9.76, 11.23, 12.0, 15.0, 19.11, 21.0, 22.11
    """
    state.game.phase = phase
    before = state.game.side
    state.game.side = Side.AXIS if phase < Phase.SOVIET_START else Side.SOVIET
    if state.game.side != before:
        # 15.0: headquarters that have entered give supply regardless for their Player-Turn alone.
        state.game.soviet_supply_dirty |= DIRTY_COMMAND
    state.game.move_orders = 0
    open_phase(state)
    off_map = len(state.ground) - 1
    for unit in range(len(state.units)):
        counter = state.units[unit]
        counter.disengaged = 0
        counter.group = 0
        inside = in_enemy_zone(state, counter.side, counter.hex)
        if not inside:
            counter.came_from = off_map
        if is_initial_movement(state):
            counter.start_zone = 1 if inside else 0
    if is_movement(state):
        note_supply(state)


@entry
def end_phase(state: State) -> None:
    """Close a phase: missed arrivals and stacks beyond the limits pay for it.

    Rule: army_group_south 7.0, 19.8, 23.13, 24.1
    """
    if is_initial_movement(state) and state.game.side == Side.SOVIET:
        punish_missed_entries(state)
    punish_overstacking(state)


@inner
def punish_overstacking(state: State) -> None:
    """Remove the units of the phasing side that its hexes can't hold, by its standing order.

    Rule: army_group_south 7.0, 11.22, 19.8
    """
    for h in range(len(state.ground) - 1):
        if state.ground[h].occupant != state.game.side:
            continue
        if keeps_to_limits(state, h):
            continue
        for unit in find_excess(state, h):
            record_event(state, EventKind.OVERSTACK_REMOVED, h, unit, NO_VALUE)
            points_axis, points_soviet = state.game.vp_axis, state.game.vp_soviet
            eliminate_unit(state, unit, NO_BATTLE)
            # Ruling: army_group_south 7.0 - what is removed for stacking scores, or doesn't.
            if state.rules.stacking_excess_scores == 0:
                state.game.vp_axis = points_axis
                state.game.vp_soviet = points_soviet


@entry
def play_removal(state: State, phase: int) -> None:
    """Open the phase after a side's last one: its disrupted units come back to normal.

    Rule: army_group_south 4.2, 6.33
    """
    begin_phase(state, phase)
    for unit in range(len(state.units)):
        if state.units[unit].side == state.game.side:
            state.units[unit].disrupted = 0
    state.game.soviet_supply_dirty |= DIRTY_COMMAND


@entry
def end_game_turn(state: State) -> None:
    """Close a game turn, and the game with the last one; write the turn record.

    Rule: army_group_south 4.2, 19.13, 25.0
    """
    state.game.phase = Phase.TURN_END
    if state.game.ended == 0:
        record_turn(state)
        if state.game.game_turn >= state.rules.sequence_game_turns:
            decide_game(state)
