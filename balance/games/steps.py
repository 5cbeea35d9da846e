"""What a game's sequence of play tells of a step, whichever game it is.

A game's ``open_step`` goes on to the next point at which something is done and says of what kind it
is; ``close_step`` does what follows when it has been done. Where the sequence stands, the state
knows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

#: In the place of a kind of step: no step is left, since the game is over; the open one is done,
#: because its player has acted or because none may.
OVER, DONE = np.arange(2)
#: Number of the first of a game's own kinds.
FIRST_KIND = 2


class Step(NamedTuple):
    """A point of a sequence at which a player acts; side is None where both may."""

    kind: Any  # member of the game's StepKind
    game_turn: int
    side: Any  # Side


def play_steps(
    state: Any,
    kinds: type[IntEnum],
    sides: type[IntEnum],
    open_step: Callable[[Any], int],
    close_step: Callable[[Any], bool],
    watch: Callable[[Any], None] | None,
    both: Collection[int] = (),
) -> Iterator[Step]:
    """Take a game from where it stands between two game turns to its end, step by step.

    Steps in which nobody acts aren't told; ``both`` are the kinds in which both sides may.
    ``watch`` is called with the state at the end of every phase, after the penalties of stacking;
    it must not change the state.
    """
    while (kind := open_step(state)) != OVER:
        if kind != DONE:
            side = None if kind in both else sides(int(state.game.side))
            yield Step(kinds(kind), int(state.game.game_turn), side)
        if close_step(state) and watch is not None:
            watch(state)
