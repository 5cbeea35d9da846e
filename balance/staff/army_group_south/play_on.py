"""What the staff plays of a player turn in one call: the steps of the sequence, and its acts."""

from __future__ import annotations

from balance.games.army_group_south.sequence import StepKind, close_step, open_step
from balance.games.army_group_south.state import State
from balance.kernel.compiled import entry, inner
from balance.staff.army_group_south.conduct import (
    conduct_combat,
    conduct_mechanized,
    conduct_movement,
)
from balance.staff.army_group_south.doctrine import choose_modes
from balance.staff.craft import playing_on
from balance.staff.desk import Desk

#: Whether a game is sooner played uncompiled than the game is compiled.
QUICK_UNCOMPILED = True


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


_STEPS = playing_on.StepRules(open_step, close_step, _conduct)


@entry
def play_on(state: State, desk: Desk, kind: int, alone: int) -> int:
    """Act in the open step, a ``StepKind``, and in all that its side has left in a row.

    Rule: army_group_south 4.1, 4.2
    """
    return playing_on.play_on(state, desk, kind, alone, _STEPS)
