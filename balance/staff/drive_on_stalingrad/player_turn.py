"""A whole player turn in one compiled call, the referee's steps and the staff's acts in turn."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.sequence import StepKind, close_step, open_step
from balance.games.drive_on_stalingrad.state import State
from balance.games.steps import DONE, OVER
from balance.kernel.compiled import entry, inner
from balance.staff.desk import Desk
from balance.staff.drive_on_stalingrad.assaults import conduct_assaults
from balance.staff.drive_on_stalingrad.conduct import conduct_movement, open_turn


@entry
def conduct_player_turn(state: State, desk: Desk, kind: int, alone: int) -> int:
    """Act in the open step, a ``StepKind``, and in all that its side has left in this player turn.

    Rule: drive_on_stalingrad 5.1, 5.4

    ``alone`` is 1 to act in the open step alone. Returns what is open then: DONE if it was alone,
    the kind of a step that isn't the side's, or OVER.
    """
    side = np.int64(state.game.side)
    while kind != OVER and kind != StepKind.TURN_START and state.game.side == side:
        _conduct(state, desk, side, kind)
        if alone != 0:
            return DONE
        close_step(state)
        kind = open_step(state)
    return kind


@inner
def _conduct(state: State, desk: Desk, side: int, kind: int) -> None:
    """Do what belongs into one step."""
    if kind == StepKind.PLAYER_TURN_START:
        open_turn(state, desk, side)
    elif kind == StepKind.MOVEMENT:
        conduct_movement(state, desk, side)
    else:
        conduct_assaults(state, desk, side)
