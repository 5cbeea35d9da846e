"""The sequence of play in rulebook order: what happens when, and who acts in between (section 4).

``open_step`` goes on to the next phase, ``close_step`` does what the referee does at its end: for
kernels that play on by themselves. ``play_sequence`` hands each phase in which a player acts over
to Python, whose caller does what the players want, by the check and do functions of the rules, and
takes the next step::

    for step in play_sequence(state):
        act(state, step)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum

import numpy as np

from balance.games.army_group_south.phases import (
    is_combat,
    is_initial_movement,
    is_mechanized_movement,
)
from balance.games.army_group_south.state import State
from balance.games.army_group_south.turn import (
    begin_game_turn,
    begin_phase,
    end_game_turn,
    end_phase,
    play_removal,
)
from balance.games.army_group_south.vocabulary import Phase, Side
from balance.games.steps import DONE, FIRST_KIND, OVER, Step, play_steps
from balance.kernel.compiled import entry, inner


class StepKind(IntEnum):
    """What a player may do in a step."""

    DOCTRINE = FIRST_KIND  # Soviet: headquarters change their mode
    MOVEMENT = FIRST_KIND + 1  # enter, move, rail, overrun, leave the map
    COMBAT = FIRST_KIND + 2
    MECHANIZED_MOVEMENT = FIRST_KIND + 3  # move, overrun, leave the map


def play_sequence(state: State, watch: Callable[[State], None] | None = None) -> Iterator[Step]:
    """Play a game to its end, step by step; see ``steps.play_steps``.

    Rule: army_group_south 4.1, 4.2, 19.11, 19.12, 19.13, 19.91, 21.0
    """
    return play_steps(state, StepKind, Side, open_step, close_step, watch)


@entry
def open_step(state: State) -> int:
    """Go on from a phase that has been closed to the next, and open it.

    Rule: army_group_south 4.1, 4.2, 19.12, 19.13, 19.91

    Or from where the game stands between two game turns. Returns a ``StepKind``; DONE for a phase
    in which nobody acts; OVER if there is none. A game that is won goes on to the end of the turn.
    """
    if state.game.phase == Phase.SOVIET_REMOVAL:
        end_game_turn(state)
    if state.game.phase == Phase.SET_UP or state.game.phase == Phase.TURN_END:
        if state.game.ended != 0:
            return OVER
        begin_game_turn(state)
        begin_phase(state, first_phase(state))
    elif is_mechanized_movement(state):
        play_removal(state, state.game.phase + 1)
    else:
        begin_phase(state, state.game.phase + 1)
    return _kind_of_phase(state)


@inner
def first_phase(state: State) -> int:
    """The phase that this game turn begins with.

    Rule: army_group_south 19.12
    """
    if state.game.game_turn == 1 and state.rules.sequence_turn1_start_phase == 0:
        return np.int64(Phase.AXIS_MECHANIZED)
    return np.int64(Phase.AXIS_MOVEMENT)


@inner
def _kind_of_phase(state: State) -> int:
    """What its player may do in this phase: a ``StepKind``, DONE if nothing.

    Rule: army_group_south 4.1, 4.2, 21.0
    """
    if state.game.phase == Phase.SOVIET_START:
        return np.int64(StepKind.DOCTRINE)
    if is_initial_movement(state):
        return np.int64(StepKind.MOVEMENT)
    if is_combat(state):
        return np.int64(StepKind.COMBAT)
    if is_mechanized_movement(state):
        return np.int64(StepKind.MECHANIZED_MOVEMENT)
    return DONE


@entry
def close_step(state: State) -> bool:
    """Close the open phase; return whether it is one, as all steps of this game are.

    Rule: army_group_south 4.2
    """
    # The one in which disruption is removed has no more to it.
    if _kind_of_phase(state) != DONE:
        end_phase(state)
    return True
