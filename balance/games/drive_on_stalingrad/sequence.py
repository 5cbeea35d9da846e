"""The sequence of play in rulebook order: what happens when, and who acts in between (section 5).

``open_step`` goes on to the next point at which a player acts, ``close_step`` does what the referee
does when he has: for kernels that play on by themselves. ``play_sequence`` hands each step over to
Python, whose caller does what the players want, by the check and do functions of the rules, and
takes the next step::

    for step in play_sequence(state):
        act(state, step)

It stops when the game has ended, also if a player's act ends it in the middle of a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum

import numpy as np

from balance.games.drive_on_stalingrad.phases import is_first_phase, is_second_phase
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.turn import (
    begin_game_turn,
    begin_phase,
    begin_player_turn,
    end_game_turn,
    end_phase,
    end_player_turn,
)
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Phase, Side
from balance.games.drive_on_stalingrad.withdrawal import (
    is_withdrawal_pending,
    withdraw_first_listed,
)
from balance.games.steps import FIRST_KIND, OVER, Step, play_steps
from balance.kernel.compiled import entry, inner


class StepKind(IntEnum):
    """What players may do in a step."""

    TURN_START = FIRST_KIND  # German: sea block; Soviet: flooding
    PLAYER_TURN_START = FIRST_KIND + 1  # network addition, withdrawal, panzer support, phase order
    MOVEMENT = FIRST_KIND + 2
    ASSAULT = FIRST_KIND + 3


def play_sequence(state: State, watch: Callable[[State], None] | None = None) -> Iterator[Step]:
    """Play a game to its end, step by step; see ``steps.play_steps``.

    Rule: drive_on_stalingrad 3.2, 5.1, 5.2, 5.4
    """
    both = (StepKind.TURN_START,)
    return play_steps(state, StepKind, Side, open_step, close_step, watch, both)


@entry
def open_step(state: State) -> int:
    """Go on from a step that has been closed to the next, and open it: a ``StepKind``, or OVER.

    Rule: drive_on_stalingrad 3.2, 5.1, 5.2, 5.4

    Or from where the game stands between two game turns.
    """
    phase = state.game.phase
    if phase == Phase.SET_UP or phase == Phase.TURN_END:
        return _open_game_turn(state)
    if is_second_phase(state):
        end_player_turn(state)
    if state.game.ended != 0 or phase == Phase.SOVIET_SECOND:
        # The weather of the next turn would be found here; Operation Blue has none (5.2).
        end_game_turn(state)
        return _open_game_turn(state)
    if phase == Phase.TURN_START or phase == Phase.AXIS_SECOND:
        begin_player_turn(state, AXIS if phase == Phase.TURN_START else SOVIET)
        return np.int64(StepKind.PLAYER_TURN_START)
    moves = begin_phase(state, np.int64(is_first_phase(state)))
    return np.int64(StepKind.MOVEMENT) if moves else np.int64(StepKind.ASSAULT)


@inner
def _open_game_turn(state: State) -> int:
    """Open the next game turn, if there is one.

    Rule: drive_on_stalingrad 5.1, 5.2
    """
    if state.game.ended != 0:
        return OVER
    begin_game_turn(state)
    return np.int64(StepKind.TURN_START)


@entry
def close_step(state: State) -> bool:
    """Close the open step; return whether it is a phase.

    Rule: drive_on_stalingrad 5.4, 5.5, 8.7

    A phase in which the game has ended stays as it is.
    """
    if is_withdrawal_pending(state):
        withdraw_first_listed(state)
    if not is_first_phase(state) and not is_second_phase(state):
        return False
    if state.game.ended == 0:
        end_phase(state)
    return True
