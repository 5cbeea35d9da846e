"""What the enemy could do next: how much of his strength can come to attack each hex.

A stack that is free to march counts in full near by, and less with distance, since it can't be
everywhere. Where our zones and troops keep everybody out nothing threatens.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.rows import behind_below, first_above, span_in_row
from balance.staff.craft.distances import count_hexes
from balance.staff.craft.questions import Questions
from balance.staff.desk import ENEMY_UNITS, Desk

#: Hexes within which a stack that is free to march counts in full.
_NEAR = 3
#: No stack is looked for farther away.
_FAR_MARCH = 10


@inner
def threaten_everywhere(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Fill ``desk.threat`` as if our zones kept nobody out: what he could do if we went back.

    A unit held where it is threatens what it stands beside alone. One that is free threatens as
    far as it marches, less with distance, since it can't be everywhere.
    """
    shares = np.zeros(_FAR_MARCH + 2)
    desk.threat[:] = 0.0
    for h in range(len(state.ground) - 1):
        if desk.marks[ENEMY_UNITS, h] > 0:
            _threaten_from(state, ask, desk, side, h, shares)


@inner
def forget_barred_threats(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Clear ``desk.threat`` where our zones and troops keep everybody out (``measure_access``)."""
    measure_access(state, ask, desk, side)
    desk.threat[len(state.ground) - 1] = 0.0
    for h in range(len(state.ground) - 1):
        if desk.threat[h] > 0.0 and not is_open_to_attack(state, desk, h):
            desk.threat[h] = 0.0


@inner
def measure_access(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Fill ``desk.distance[0]`` with hexes from the nearest enemy; nobody leaves our zones."""
    last = len(state.ground) - 1
    for h in range(last + 1):
        occupant = state.ground[h].occupant
        free = occupant != side and not ask.ground.in_enemy_zone(state, 1 - side, h)
        free = free and ask.ground.is_land(state, h)
        desk.mask[0, h] = 1 if free else 0
        desk.distance[0, h] = 0 if occupant == 1 - side else FAR
    count_hexes(state, desk, 0, _FAR_MARCH)
    # Hexes that are entered but not left: in our zones, without our troops.
    for h in range(last):
        if desk.distance[0, h] == FAR and state.ground[h].occupant != side:
            if ask.ground.is_land(state, h):
                least = FAR
                for d in range(6):
                    there = state.neighbour[h, d]
                    if state.ground[there].occupant == 1 - side or desk.mask[0, there] != 0:
                        least = min(least, desk.distance[0, there])
                if least < FAR:
                    desk.distance[0, h] = least + 1


@inner
def is_open_to_attack(state: Any, desk: Desk, h: int) -> bool:
    """Whether enemies can come to stand beside a hex."""
    for d in range(6):
        if desk.distance[0, state.neighbour[h, d]] < FAR:
            return True
    return False


@inner
def _threaten_from(
    state: Any, ask: Questions, desk: Desk, side: int, h: int, shares: np.ndarray
) -> None:
    """Add the units of an enemy stack to what threatens the hexes around; see ``_spread``."""
    fixed, free, march, bound = ask.strengths.striking_power(state, side, h)
    if fixed > 0.0:
        for d in range(6):
            desk.threat[state.neighbour[h, d]] += fixed
    if free <= 0.0:
        return
    _spread(state, ask, desk, h, free, min(march, _FAR_MARCH), bound, shares)


@inner
def _spread(
    state: Any,
    ask: Questions,
    desk: Desk,
    h: int,
    strength: float,
    march: int,
    bound: int,
    shares: np.ndarray,
) -> None:
    """Spread a stack's strength over the hexes it can come to attack, less with distance.

    shares : float64[_FAR_MARCH + 2], scratch
    """
    hexes = state.hexes
    row, x2 = hexes[h].row, hexes[h].x2
    for away in range(march + 2):
        share = 1.0
        if away > _NEAR:
            share = 1.0 - (away - _NEAR) / (march + 2.0 - _NEAR)
        shares[away] = share * strength
    first, below = first_above(state, h, march + 1), behind_below(state, h, march + 1)
    while first < below:
        rows = abs(hexes[first].row - row)
        start, behind = span_in_row(state, first, x2, 2 * (march + 1) - rows)
        for other in range(start, behind):
            halves = hexes[other].x2 - x2
            away = rows + max(0, (abs(halves) - rows) >> 1)
            if not ask.strengths.may_come(bound, away, rows, halves):
                continue
            desk.threat[other] += shares[away]
        first = hexes[first].behind
