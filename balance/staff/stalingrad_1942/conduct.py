"""One phase at a time: what the staff does to carry out a plan. Nothing yet."""

from __future__ import annotations

from balance.games.stalingrad_1942.state import State
from balance.kernel.compiled import inner
from balance.staff.desk import Desk


@inner
def conduct(state: State, desk: Desk, side: int, kind: int) -> None:
    """Do what belongs into one step, a ``StepKind``."""
