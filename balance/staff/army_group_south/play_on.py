"""What the staff plays of a player turn in one call: the steps of the sequence, and its acts."""

from __future__ import annotations

from balance.games.army_group_south.sequence import StepKind, close_step, open_step
from balance.games.army_group_south.state import State
from balance.games.steps import DONE, OVER
from balance.kernel.compiled import entry, inner
from balance.staff.army_group_south.conduct import (
    conduct_combat,
    conduct_mechanized,
    conduct_movement,
)
from balance.staff.army_group_south.doctrine import choose_modes
from balance.staff.desk import Desk

#: Whether a game is sooner played uncompiled than the game is compiled.
QUICK_UNCOMPILED = True


@entry
def play_on(state: State, desk: Desk, kind: int, alone: int) -> int:
    """Act in the open step, a ``StepKind``, and in all that its side has left in this player turn.

    Rule: army_group_south 4.1, 4.2

    ``alone`` is 1 to act in the open step alone. Returns what is open then: DONE if it was alone,
    the kind of a step of the other side, or OVER.
    """
    side = state.game.side
    while kind != OVER and state.game.side == side:
        if kind != DONE:
            _conduct(state, desk, side, kind)
            if alone != 0:
                return DONE
        close_step(state)
        kind = open_step(state)
    return kind


@inner
def _conduct(state: State, desk: Desk, side: int, kind: int) -> None:
    """Do what belongs into one step."""
    if kind == StepKind.DOCTRINE:
        choose_modes(state, desk)
    elif kind == StepKind.MOVEMENT:
        conduct_movement(state, desk, side)
    elif kind == StepKind.COMBAT:
        conduct_combat(state, desk, side)
    else:
        conduct_mechanized(state, desk, side)
