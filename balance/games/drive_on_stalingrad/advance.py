"""Advance of the victors of a prepared assault into the hex they have emptied (11.38)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.costs import cost_row
from balance.games.drive_on_stalingrad.reach import check_enter
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import is_artillery
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.vocabulary import Status
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.replaceable import replaceable
from balance.rules.trace import TraceKind, record_trace


@entry
@replaceable
def check_advance(state: State, unit: int, target: int) -> int:
    """Say whether an attacker may advance into the hex it has helped to empty: a ``Refusal``.

    Rule: drive_on_stalingrad 6.1, 9.13, 9.16, 9.19, 9.22, 11.38
    """
    counter = state.units[unit]
    if counter.status != Status.ON_MAP:
        return Refusal.NOT_ON_MAP
    if is_artillery(state, unit):
        return Refusal.HEX_CLOSED
    d = direction_to(state.neighbour, counter.hex, target)
    if d < 0:
        return Refusal.NOT_ADJACENT
    cost = np.int64(state.cost[cost_row(state, counter.side, counter.mobility), counter.hex, d])
    if cost == PROHIBITED:
        return Refusal.SIDE_CLOSED
    return check_enter(state, unit, target)


@inner
def advance_attackers(state: State, attackers: np.ndarray, target: int, most: int) -> int:
    """Advance up to ``most`` attackers, in the order they were named, and return how many went.

    Rule: drive_on_stalingrad 3.4, 11.36, 11.37, 11.38

    Those that may not advance are passed over.
    """
    advanced = 0
    for unit in attackers:
        if advanced >= most or state.game.ended != 0:
            break
        if check_advance(state, unit, target) == Refusal.OK:
            record_trace(state, TraceKind.ADVANCES, unit, target)
            enter_hex(state, unit, target)
            advanced += 1
    return advanced
