"""What the staff plays in one call: the steps of the sequence, and its acts."""

from __future__ import annotations

from balance.games.common.state import State
from balance.games.common.turn import close_step, open_step
from balance.games.steps import DONE, OVER
from balance.kernel.compiled import entry
from balance.staff.common.conduct import conduct
from balance.staff.desk import Desk

#: A game takes minutes uncompiled, longer than to compile all of it.
QUICK_UNCOMPILED = False


@entry
def play_on(state: State, desk: Desk, kind: int, alone: int) -> int:
    """Act in the open step, a ``StepKind``, and in all that its side has left in a row.

    Rule: common 1.1

    ``alone`` is 1 to act in the open step alone. Returns what is open then: DONE if it was alone,
    the kind of a step of the other side, or OVER. The game turn in which it began is the last one.
    """
    side, turn = state.game.side, state.game.game_turn
    while kind != OVER and state.game.game_turn == turn:
        if kind != DONE:
            if state.game.side != side:
                return kind
            conduct(state, desk, side, kind)
            if alone != 0:
                return DONE
        close_step(state)
        kind = open_step(state)
    return kind
