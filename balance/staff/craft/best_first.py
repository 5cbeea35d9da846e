"""Attacks of a phase one after another, best first, whatever makes them good in a game.

The attack under construction is in ``desk.party``, its strengths in ``desk.party_strength``. What
an attack is worth stands in ``desk.value``: each outcome opens or closes others near by, which are
rated anew.

Kernels that differ are handed over: ``rate`` (state, ask, desk, side, target, papers) writes the
value of a target; ``attack``, of the same parameters, attacks it if that is still worth it, and has
all rated anew that this can have changed, the target at least; ``rate_party`` (state, ask, desk,
target, count, given, papers) is the value of the first ``count`` of the party.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.rules.stacking import stacks_beside
from balance.staff.desk import GARRISON, Desk

# Rows of ``desk.party``: units of the attack under construction, and the sides of the target that
# they stand beside.
UNIT, SIDE = 0, 1


@inner
def attack_best_first(
    state: Any, ask: Any, desk: Desk, side: int, rate: Any, attack: Any, papers: np.ndarray
) -> None:
    """Make all attacks of a phase that are worth their risk, best first."""
    n = len(state.ground) - 1
    floor = desk.weights.min_value
    for h in range(n):
        desk.value[h] = -1e9
        if state.ground[h].occupant == 1 - side and stacks_beside(state, side, h) > 0:
            rate(state, ask, desk, side, h, papers)
    while state.game.ended == 0:
        best = n
        for h in range(n):
            if desk.value[h] >= floor:
                if best == n or desk.value[h] > desk.value[best]:
                    best = h
        if best == n:
            return
        attack(state, ask, desk, side, best, papers)


@inner
def drop_needless(
    state: Any,
    ask: Any,
    desk: Desk,
    target: int,
    count: int,
    rate_party: Any,
    given: int,
    papers: Any,
) -> int:
    """Leave out of the party, weakest first, whom it does no worse without; return how many stay.

    The party comes strongest first.
    """
    value = rate_party(state, ask, desk, target, count, given, papers)
    i = count - 1
    while i >= 0 and count > 1:
        move_member(desk, i, count - 1)
        without = rate_party(state, ask, desk, target, count - 1, given, papers)
        if without >= value:
            value = without
            count -= 1
        else:
            move_member(desk, count - 1, i)
        i -= 1
    return count


@inner
def swap_members(desk: Desk, one: int, other: int) -> None:
    """Have two members of the party change places."""
    party, strength = desk.party, desk.party_strength
    for row in range(2):
        party[row, one], party[row, other] = party[row, other], party[row, one]
    strength[one], strength[other] = strength[other], strength[one]


@inner
def move_member(desk: Desk, source: int, place: int) -> None:
    """Bring a member of the party to another place; those on the way make room."""
    step = 1 if source < place else -1
    for i in range(source, place, step):
        swap_members(desk, i, i + step)


@inner
def is_garrison(state: Any, desk: Desk, unit: int, free: int) -> bool:
    """Whether a unit is needed in its hex, the first ``free`` units of the party being gone."""
    h = state.units[unit].hex
    left = state.ground[h].stack
    for j in range(free):
        if state.units[desk.party[UNIT, j]].hex == h:
            left -= 1
    return desk.marks[GARRISON, h] > 0 and left <= desk.marks[GARRISON, h]
