"""A side's part of a player turn in one call: the steps of the sequence, and the staff's acts.

Going back to Python between the steps would cost more than many of them take.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from balance.games.steps import DONE, OVER
from balance.kernel.compiled import inner
from balance.staff.desk import Desk


class StepRules(NamedTuple):
    """What a game's steps are, and what its staff does in them."""

    open_step: Callable[..., Any]  # (state) -> kind of the step that is open then, DONE or OVER
    close_step: Callable[..., Any]  # (state)
    conduct: Callable[..., Any]  # (state, desk, side, kind): act in the open step


@inner
def play_on(state: Any, desk: Desk, kind: int, alone: int, rules: StepRules) -> int:
    """Act in the open step, and in all that its side has left in a row.

    ``alone`` is 1 to act in the open step alone. Returns what is open then: DONE if it was alone,
    the kind of a step of the other side, or OVER. The game turn in which it began is the last one.
    """
    side, turn = state.game.side, state.game.game_turn
    while kind != OVER and state.game.game_turn == turn:
        if kind != DONE:
            if state.game.side != side:
                return kind
            rules.conduct(state, desk, side, kind)
            if alone != 0:
                return DONE
        rules.close_step(state)
        kind = rules.open_step(state)
    return kind
