"""The sequence of play: what happens when, and who acts in between (3); Stalin's Breath (16.13).

``open_step`` goes on to the next phase, ``close_step`` does what the referee does at its end: for
kernels that play on by themselves. ``play_sequence`` hands each phase in which a player acts over
to Python, whose caller does what the players want, by the check and do functions of the rules, and
takes the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum

import numpy as np

from balance.games.log import record_event
from balance.games.stalingrad_1942.air import air_units, make_strikes, open_air, spread_disruption
from balance.games.stalingrad_1942.artillery import is_combat
from balance.games.stalingrad_1942.attack import close_combat, forget_fights, open_combat
from balance.games.stalingrad_1942.bridges import complete_bridges
from balance.games.stalingrad_1942.garrison import refresh_call
from balance.games.stalingrad_1942.movement import disrupt_at_start, is_movement
from balance.games.stalingrad_1942.stacks import refresh_zones, remove_excess
from balance.games.stalingrad_1942.state import PAUSE, State
from balance.games.stalingrad_1942.supply import check_supply, find_pocket, trace_supply
from balance.games.stalingrad_1942.victory import count_places, count_points, decide_game
from balance.games.stalingrad_1942.vocabulary import (
    AXIS,
    SOVIET,
    EventKind,
    Feature,
    Phase,
    Side,
    Status,
)
from balance.games.stalingrad_1942.works import abandon_works
from balance.games.steps import DONE, FIRST_KIND, OVER, Step, play_steps
from balance.kernel.compiled import entry, inner
from balance.rules.rows import hexes_apart
from balance.rules.turn_records import CountRules, record_control, write_losses, write_units


class StepKind(IntEnum):
    """What a player may do in a step."""

    AIR = FIRST_KIND  # place air units
    MOVEMENT = FIRST_KIND + 1  # enter, move, mark for strategic movement, blow and build bridges
    FORTIFICATION = FIRST_KIND + 2  # dig field works
    COMBAT = FIRST_KIND + 3  # attack, fire
    STRATEGIC_MOVEMENT = FIRST_KIND + 4  # move units that were marked


#: Kinds of the phases of a half of a turn, and of all phases in their order; nobody acts in
#: SUPPLY, TURN_END and SET_UP.
_HALF = (*StepKind,)[1:]
_KINDS = np.array([StepKind.AIR, StepKind.AIR, DONE, *_HALF, *_HALF, DONE, DONE], np.int64)


def play_sequence(state: State, watch: Callable[[State], None] | None = None) -> Iterator[Step]:
    """Play a game to its end, step by step; see ``steps.play_steps``.

    Rule: stalingrad_1942 3.0a, 3.1a, 3.1b
    """
    return play_steps(state, StepKind, Side, open_step, close_step, watch)


@inner
def following_phase(state: State) -> int:
    """The phase after the one that is being played.

    Rule: stalingrad_1942 3.0a, 3.1a, 3.1-P2a, 3.1-P6a, 3.2b, 13.22, S1b, S2b, S3b
    """
    holder, phase = state.scene.initiative, state.game.phase
    if phase == Phase.AXIS_STRATEGIC or phase == Phase.SOVIET_STRATEGIC:
        if state.game.side != holder:
            return Phase.TURN_END
        holder = 1 - holder
    elif phase != Phase.SUPPLY:
        return phase + 1
    return Phase.AXIS_MOVEMENT if holder == AXIS else Phase.SOVIET_MOVEMENT


@entry
def open_step(state: State) -> int:
    """Go on from a phase that has been closed to the next, and open it.

    Rule: stalingrad_1942 3.0a, 3.0b, 3.1a

    Or from where the game stands between two game turns. Returns a ``StepKind``; DONE for a phase
    in which nobody acts; OVER if there is none.
    """
    between = state.game.phase == Phase.SET_UP or state.game.phase == Phase.TURN_END
    following = np.int64(Phase.TURN_END) if between else np.int64(following_phase(state))
    if not between and (state.game.ended != 0 or following == Phase.TURN_END):
        end_game_turn(state)
    if following == Phase.TURN_END or state.game.ended != 0:
        if state.game.ended != 0:
            return OVER
        begin_game_turn(state)
        following = np.int64(Phase.AXIS_AIR)
    begin_phase(state, following)
    return _kind_of_phase(state)


@inner
def _kind_of_phase(state: State) -> int:
    """What its player may do in this phase: a ``StepKind``, DONE if nothing.

    Rule: stalingrad_1942 3.2b, 10.12, 21.12b, 21.13
    """
    kind = _KINDS[state.game.phase]
    if kind == StepKind.AIR and air_units(state, state.game.side) == 0:
        return DONE
    fights_on = kind == StepKind.COMBAT or kind == StepKind.STRATEGIC_MOVEMENT
    return DONE if fights_on and state.game.pause != 0 else kind


@entry
def close_step(state: State) -> bool:
    """Close the open phase; return whether it is one, as all steps of this game are.

    Rule: stalingrad_1942 3.1a
    """
    end_phase(state)
    return True


# --- what opens and closes turns and phases


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


# --- the record of a game turn


@inner
def unit_worth(state: State, unit: int) -> int:
    """Strength of a unit in attack, with the steps it has left."""
    return state.strengths[unit, state.units[unit].steps, 0]


@inner
def _is_cut_off(state: State, unit: int) -> bool:
    """Whether a unit is out of supply, or in the pocket.

    Rule: stalingrad_1942 14.17, 14.21, 14.21a, S3i
    """
    return state.units[unit].unsupplied != 0


_COUNT = CountRules(unit_worth, _is_cut_off)


@entry
def record_turn(state: State) -> None:
    """Write the row of the current game turn; points are those that the game would come to now.

    Rule: stalingrad_1942 3.0b
    """
    row = state.game.game_turn - 1
    if row < 0 or row >= len(state.turns):
        return
    count_points(state)
    turn, game = state.turns[row], state.game
    turn.game_turn = game.game_turn
    turn.vp, turn.vp_axis, turn.vp_soviet = game.vp, game.vp_axis, game.vp_soviet
    turn.axis_towns = count_places(state, Feature.TOWN, AXIS)
    turn.axis_city_hexes = count_places(state, Feature.CITY, AXIS)
    turn.surrounded, turn.nearest = game.surrounded, game.nearest
    turn.pocket_units = 0
    for unit in range(len(state.units)):
        if state.units[unit].status == Status.ON_MAP:
            turn.pocket_units += state.units[unit].pocket
    write_losses(state, row)
    write_units(state, _COUNT, row)
    record_control(state, row + 1)
