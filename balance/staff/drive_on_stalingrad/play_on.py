"""What the staff plays of a game turn in one call: the steps of the sequence, and its acts."""

from __future__ import annotations

from balance.games.drive_on_stalingrad.sequence import StepKind, close_step, open_step
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Side
from balance.games.steps import DONE, OVER
from balance.kernel.compiled import entry, inner
from balance.staff.desk import Desk
from balance.staff.drive_on_stalingrad.assaults import conduct_assaults
from balance.staff.drive_on_stalingrad.conduct import conduct_movement, open_turn

#: Whether a game is sooner played uncompiled than the game is compiled.
QUICK_UNCOMPILED = True


@entry
def play_on(state: State, axis: Desk, soviet: Desk, kind: int, sides: int) -> int:
    """Act in the open step, a ``StepKind`` or DONE, and in those that follow.

    Rule: drive_on_stalingrad 5.1, 5.4

    ``sides`` are those that the staff plays on for, bit 0 for the German side and bit 1 for the
    Soviet one; 0 to act in the open step alone. Returns what is open then: DONE if it was alone,
    the kind of a step in which the staff doesn't act, or OVER.
    """
    while True:
        if kind != DONE:
            if state.game.side == Side.AXIS:
                _conduct(state, axis, state.game.side, kind)
            else:
                _conduct(state, soviet, state.game.side, kind)
            if sides == 0:
                return DONE
        close_step(state)
        kind = open_step(state)
        if kind == OVER or kind == StepKind.TURN_START or sides >> state.game.side & 1 == 0:
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
