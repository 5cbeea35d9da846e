"""Pockets: which hexes to occupy so that enemy stacks lose their line of supply.

For each enemy stack in our midst the smallest ring is found (``cuts``), and those that cut off most
are manned.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.bits import count_bits, has_bit, put_bit
from balance.kernel.compiled import inner
from balance.staff.craft.cuts import FREE, LONGEST, ONE, SHUT, blank_lines, find_cut
from balance.staff.craft.marching import send_unit
from balance.staff.craft.questions import Questions
from balance.staff.desk import ENEMY_UNITS, SETTLED, Desk
from balance.staff.ranking import best_and_second
from balance.staff.tasks import strike_mission

_MOST_RINGS = 6  # in one phase
#: Price of a hex of the ring, in factor points: what its unit could do elsewhere.
_PER_HEX = 2.0
_PER_THREAT = 0.05  # for each enemy factor that can fall on it
#: Chance that a unit in a pocket is destroyed there, for what its own strength is worth.
_DOOMED = 0.5


@inner
def count_cover(
    state: Any,
    desk: Desk,
    side: int,
    camp: np.ndarray,
    reach: np.ndarray,
    cover: np.ndarray,
    held: np.ndarray,
) -> None:
    """Count by hex the free strike units that can come there, and the units that stay there."""
    n = state.neighbour.shape[0] - 1
    units = state.units
    for u in range(units.shape[0]):
        if units[u].side == side and units[u].hex < n:
            held[units[u].hex] += 1
    free = np.zeros(reach.shape[1], np.uint32)
    for i in range(len(camp)):
        u = camp[i]
        if desk.crew[SETTLED, u] == 0 and strike_mission(desk, u) >= 0:
            held[units[u].hex] -= 1
            put_bit(free, i)
    for h in range(n):
        cover[h] = _count_both(reach[h], free)


@inner
def _count_both(one: np.ndarray, other: np.ndarray) -> int:
    """How many numbers are in both of two rows of bits."""
    found = 0
    for k in range(len(one)):
        found += count_bits(np.int64(one[k] & other[k]))
    return found


@inner
def mark_capacity(
    state: Any, desk: Desk, side: int, cover: np.ndarray, held: np.ndarray, capacity: np.ndarray
) -> None:
    """Fill ``capacity`` for the lines of the enemy of ``side``.

    What only free units hold is open, unless somebody stays.
    """
    n = state.neighbour.shape[0] - 1
    ground = state.ground
    units = desk.marks[ENEMY_UNITS]
    for h in range(n):
        if ground[h].occupant == side:
            capacity[h] = SHUT if held[h] > 0 else ONE
        elif cover[h] > 0 and units[h] == 0:
            capacity[h] = ONE
        else:
            capacity[h] = FREE
    capacity[n] = SHUT


@inner
def man_ring(
    state: Any,
    ask: Questions,
    desk: Desk,
    camp: np.ndarray,
    reach: np.ndarray,
    cut: np.ndarray,
    size: int,
    crew: np.ndarray,
) -> bool:
    """Choose a free unit for each hex of a ring; the hexes that fewest can reach come first."""
    for k in range(size):
        crew[k] = -1
    for _ in range(size):
        tightest = -1
        fewest = 1 << 20
        for k in range(size):
            if crew[k] >= 0:
                continue
            can = 0
            for i in range(len(camp)):
                if has_bit(reach[cut[k]], i) and _is_free(desk, camp, i, crew, size):
                    can += 1
            if can < fewest:
                fewest = can
                tightest = k
        if fewest == 0:
            return False
        best = -1
        best_rank = -1e9
        for i in range(len(camp)):
            if not has_bit(reach[cut[tightest]], i) or not _is_free(desk, camp, i, crew, size):
                continue
            u = camp[i]
            rank = ask.strengths.printed_defense(state, u)
            if state.units[u].hex == cut[tightest]:
                rank += 4.0
            if rank > best_rank:
                best_rank = rank
                best = i
        crew[tightest] = best
    return True


@inner
def _is_free(desk: Desk, camp: np.ndarray, i: int, crew: np.ndarray, size: int) -> bool:
    u = camp[i]
    if desk.crew[SETTLED, u] != 0 or strike_mission(desk, u) < 0:
        return False
    for k in range(size):
        if crew[k] == i:
            return False
    return True


@inner
def close_pockets(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    camp: np.ndarray,
    reach: np.ndarray,
) -> None:
    """March free strike units into the rings that cut off most for the units they take.

    camp : int64[k], units
    reach : uint32[n + 1, words], bit i of a hex: unit i of the camp could be there
    """
    n = state.neighbour.shape[0] - 1
    if desk.weights.pocket_worth <= 0.0:
        return
    enemy = 1 - side
    capacity = np.zeros(n + 1, np.uint8)
    lines = blank_lines(n + 1)
    cut = np.zeros(n + 1, np.int64)
    inside = np.zeros(n + 1, np.int64)
    crew = np.zeros(LONGEST, np.int64)
    ask.worths.refresh_supply(state, enemy)
    cover = np.zeros(n + 1, np.int16)
    held = np.zeros(n + 1, np.int16)
    count_cover(state, desk, side, camp, reach, cover, held)
    mark_capacity(state, desk, side, cover, held, capacity)
    stacks = np.empty(n, np.int64)
    worth = np.full(
        list_stacks(state, ask, desk, enemy, capacity, stacks), 1e9
    )  # not looked at yet
    # The latest ring around each stack, and how many had been closed when it was found.
    found = np.full(len(worth), -1)
    ring = np.zeros((len(worth), LONGEST), np.int64)
    length = np.zeros(len(worth), np.int64)
    rings = 0
    while rings < _MOST_RINGS:
        # A ring only loses by the units that others have taken: the best of the old values is found
        # anew, if anything has changed, and is the best indeed if it still beats the rest.
        best, second = best_and_second(worth)
        if best < 0 or worth[best] <= 0.0:
            return
        if found[best] < rings:
            stack = stacks[best]
            net = ask.pockets.net_of(state, enemy, stack)
            size, within = find_cut(state, ask, stack, net, capacity, lines, cut, inside)
            if size <= 0:
                worth[best] = -1e9
                continue
            worth[best] = _ring_value(state, ask, desk, side, cut, size, inside, within)
            found[best] = rings
            length[best] = size
            for k in range(size):
                ring[best, k] = cut[k]
            if worth[best] <= 0.0 or worth[best] < second:
                continue
        worth[best] = -1e9
        size = length[best]
        if not man_ring(state, ask, desk, camp, reach, ring[best], size, crew):
            continue
        rings += 1
        for k in range(size):
            u = camp[crew[k]]
            send_unit(state, ask, desk, u, ring[best, k])
            if state.game.ended != 0:
                return
            if desk.crew[SETTLED, u] != 0:
                held[state.units[u].hex] += 1
                for h in range(n):
                    cover[h] -= np.int64(has_bit(reach[h], crew[k]))
        mark_capacity(state, desk, side, cover, held, capacity)


@inner
def _ring_value(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    cut: np.ndarray,
    size: int,
    inside: np.ndarray,
    within: int,
) -> float:
    """What a ring is worth: the units in it, less what its own units could do elsewhere."""
    weights = desk.weights
    award = weights.vp_worth * ask.pockets.points_of_captive(state, side)
    value = 0.0
    for k in range(within):
        h = inside[k]
        if desk.marks[ENEMY_UNITS, h] > 0:
            each = award + _DOOMED * desk.enemy_worth[h]
            value += weights.pocket_worth * each * desk.marks[ENEMY_UNITS, h]
    for k in range(size):
        value -= _PER_HEX + _PER_THREAT * desk.threat[cut[k]]
    return value


@inner
def list_stacks(
    state: Any, ask: Questions, desk: Desk, enemy: int, capacity: np.ndarray, stacks: np.ndarray
) -> int:
    """List the enemy stacks that could be cut off, those with one of us beside; return how many."""
    count = 0
    for h in range(state.neighbour.shape[0] - 1):
        if desk.marks[ENEMY_UNITS, h] > 0 and state.ground[h].occupant == enemy:
            if ask.pockets.can_be_cut_off(state, h) and _near(state, h, capacity):
                stacks[count] = h
                count += 1
    return count


@inner
def _near(state: Any, h: int, capacity: np.ndarray) -> bool:
    """Whether a hex next to this one can be occupied by us, or is."""
    for d in range(6):
        if capacity[state.neighbour[h, d]] != FREE:
            return True
    return False
