"""The frame of a game turn: what opens and closes turns and phases (3); Stalin's Breath (16.13).

Each function is one step of the sequence of play; ``sequence`` puts them in order.
"""

from __future__ import annotations

from balance.games.log import record_event
from balance.games.stalingrad_1942.air import make_strikes, open_air, spread_disruption
from balance.games.stalingrad_1942.artillery import is_combat
from balance.games.stalingrad_1942.attack import close_combat, forget_fights, open_combat
from balance.games.stalingrad_1942.bridges import complete_bridges
from balance.games.stalingrad_1942.garrison import refresh_call
from balance.games.stalingrad_1942.movement import disrupt_at_start, is_movement
from balance.games.stalingrad_1942.stacks import refresh_zones, remove_excess
from balance.games.stalingrad_1942.state import PAUSE, State
from balance.games.stalingrad_1942.supply import check_supply, find_pocket, trace_supply
from balance.games.stalingrad_1942.turn_record import record_turn
from balance.games.stalingrad_1942.victory import decide_game
from balance.games.stalingrad_1942.vocabulary import AXIS, SOVIET, EventKind, Phase, Status
from balance.games.stalingrad_1942.works import abandon_works
from balance.kernel.compiled import entry, inner
from balance.rules.rows import hexes_apart


@entry
def begin_game_turn(state: State) -> None:
    """Open the next game turn.

    Rule: stalingrad_1942 3.0b, 7.27, 7.31h, 8.51a, 10.19d, 16.13, 21.11
    """
    state.game.game_turn += 1
    state.game.pause = state.calendar[state.game.game_turn, PAUSE]
    for unit in range(len(state.units)):
        counter = state.units[unit]
        counter.disruption = 0
        counter.disrupted_mp = 0
    refresh_zones(state)
    # Air strikes are no affair of the last combat phase.
    forget_fights(state)
    _release_units(state)


@inner
def side_of(state: State, phase: int) -> int:
    """The side that acts in a phase.

    Rule: stalingrad_1942 3.1a
    """
    if phase == Phase.SUPPLY or phase >= Phase.TURN_END:
        return state.scene.initiative
    soviet = phase == Phase.SOVIET_AIR or phase >= Phase.SOVIET_MOVEMENT
    return SOVIET if soviet else AXIS


@entry
def begin_phase(state: State, phase: int) -> None:
    """Open a phase.

    Rule: stalingrad_1942 3.0a, 3.1-P1a, 3.1-P1b, 3.1-P1c, 3.1-P2a, 3.1-P4, 3.1-P6a, 3.1-P8
    """
    state.game.phase = phase
    state.game.side = side_of(state, phase)
    if phase == Phase.AXIS_AIR or phase == Phase.SOVIET_AIR:
        open_air(state, state.game.side)
    elif phase == Phase.SUPPLY:
        spread_disruption(state)
        make_strikes(state)
        check_supply(state)
    elif is_movement(state):
        _open_movement(state)
    elif is_combat(state):
        open_combat(state)


@inner
def _open_movement(state: State) -> None:
    """Open a side's Movement Phase: nobody has moved, bridges are built, air units hinder.

    Rule: stalingrad_1942 4.24, 10.19b, 13.13, 17.3a, 20.12, 21.12a
    """
    side = state.game.side
    state.game.pause_moves = 0
    for h in range(len(state.ground) - 1):
        state.ground[h].entered = 0
    complete_bridges(state)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side:
            continue
        counter.moved = 0
        counter.marked = 0
        counter.built = 0
        counter.fought = 0
        counter.mp_left = 0
        counter.start_hex = counter.hex
        if counter.status == Status.ON_MAP:
            disrupt_at_start(state, unit)
    refresh_call(state)


@entry
def end_phase(state: State) -> None:
    """Close a phase: duties are done, excess is removed, empty works fall in, enemies are noted.

    Rule: stalingrad_1942 5.0, 7.29, 9.13, 9.14, 16.13
    """
    if is_combat(state) and state.game.ended == 0:
        close_combat(state)
    if is_movement(state):
        remove_excess(state, state.game.side)
    state.game.garrison_call = 0
    abandon_works(state)
    _note_enemies_near(state)


@entry
def end_game_turn(state: State) -> None:
    """Close a game turn, and the game with the last one; look for the ring, write the turn record.

    Rule: stalingrad_1942 3.0b, S1c, S2c, S2e, S3c, S3d
    """
    state.game.phase = Phase.TURN_END
    trace_supply(state, AXIS)
    find_pocket(state)
    record_turn(state)
    if state.game.ended == 0 and state.game.game_turn >= state.scene.turns:
        decide_game(state)


# --- Stalin's Breath: units that may not leave their hex until the enemy has long been near


@inner
def _note_enemies_near(state: State) -> None:
    """Note for units under Stalin's Breath in which game turn an enemy first came near.

    Rule: stalingrad_1942 16.13

    Looked at as each phase ends.
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.breath != 1 or counter.breath_turn != 0 or counter.status != Status.ON_MAP:
            continue
        for other in range(len(state.units)):
            enemy = state.units[other]
            if enemy.side == counter.side or enemy.status != Status.ON_MAP:
                continue
            if hexes_apart(state, counter.hex, enemy.hex) <= state.rules.stalingrad_breath_range:
                counter.breath_turn = state.game.game_turn
                break


@inner
def _release_units(state: State) -> None:
    """As a game turn begins: tell of units that may move from now on.

    Rule: stalingrad_1942 16.13
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.breath != 1 or counter.breath_turn == 0 or counter.status != Status.ON_MAP:
            continue
        if state.game.game_turn == counter.breath_turn + state.rules.stalingrad_breath_delay:
            record_event(state, EventKind.RELEASED, counter.hex, unit, 0)
