"""What the staff plays in one call: the steps of the sequence, and its acts."""

from __future__ import annotations

from balance.games.stalingrad_1942.sequence import close_step, open_step
from balance.games.stalingrad_1942.state import State
from balance.kernel.compiled import entry
from balance.staff.craft import playing_on
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.conduct import conduct

#: A game takes minutes uncompiled, longer than to compile all of it.
QUICK_UNCOMPILED = False

_STEPS = playing_on.StepRules(open_step, close_step, conduct)


@entry
def play_on(state: State, desk: Desk, kind: int, alone: int) -> int:
    """Act in the open step, a ``StepKind``, and in all that its side has left in a row.

    Rule: stalingrad_1942 3.1a
    """
    return playing_on.play_on(state, desk, kind, alone, _STEPS)
