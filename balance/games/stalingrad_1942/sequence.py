"""The sequence of play: what happens when, and who acts in between (3).

``open_step`` goes on to the next phase, ``close_step`` does what the referee does at its end: for
kernels that play on by themselves. ``play_sequence`` hands each phase in which a player acts over
to Python, whose caller does what the players want, by the check and do functions of the rules, and
takes the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum

import numpy as np

from balance.games.stalingrad_1942.air import air_units
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.turn import (
    begin_game_turn,
    begin_phase,
    end_game_turn,
    end_phase,
)
from balance.games.stalingrad_1942.vocabulary import AXIS, Phase, Side
from balance.games.steps import DONE, FIRST_KIND, OVER, Step, play_steps
from balance.kernel.compiled import entry, inner


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
