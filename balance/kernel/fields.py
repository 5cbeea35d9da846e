"""Whole-map fields: travel cost to the nearest of some hexes, and cheapest chains of hexes.

Travel to all hexes is a label-correcting search with a ring queue: on maps of a few thousand hexes
with small integer costs each is settled two or three times, which beats a heap in compiled code.
Searches that may end early take hexes in order, out of buckets.

Indices are unsigned here: a signed one may count from the end of an array, and to ask that of each
takes a third of the time of such loops.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.boards import FARTHEST, count_steps
from balance.kernel.compiled import entry, inlined, inner
from balance.kernel.flood import Lines, spread_evenly

#: Value of a hex from which none of the goals can be reached, or only at that price and more.
FAR = 32_000
#: Value of closed hexes while a wave runs.
_CLOSED = -1
#: Buckets of searches that settle hexes in order.
_RING = 256
# Columns of the entries of such a bucket: the hex, and the number of the next entry.
_HEX, _NEXT = range(2)
#: Link of a hex that waits no longer.
_GONE = -2


@entry
def travel_field(
    neighbour: np.ndarray,
    cost: np.ndarray,
    closed: int,
    blocked: np.ndarray,
    field: np.ndarray,
    queue: np.ndarray,
) -> None:
    """Complete ``field`` to the movement points a mover needs from each hex to the nearest goal.

    Parameters
    ----------
    neighbour : int16[n + 1, 6]
    cost : uint16[n + 1, 6]
        Points to leave a hex by a side; ``closed`` where that is forbidden.
    blocked : uint8[n + 1]
        Nonzero for hexes that may not be passed.
    field : int16[n + 1], mutated
        0 (or a head start) on the goals and FAR elsewhere on entry.
    queue : int16[m + 1] with m > n, scratch
    """
    n = neighbour.shape[0] - 1
    size = n + 1
    waiting = np.zeros(n + 1, np.uint8)
    head = 0
    count = 0
    for h in range(n):
        if field[h] < FAR:
            queue[count] = h
            count += 1
            waiting[h] = 1
    while count > 0:
        here = np.uint32(queue[np.uint32(head)])
        head = head + 1 if head + 1 < size else 0
        count -= 1
        waiting[here] = 0
        base = int(field[here])
        for d in range(np.uint32(6)):
            there = np.uint32(neighbour[here, d])
            step = int(cost[there, np.uint32((d + 3) % 6)])
            # Most are no better, so the rest is asked afterwards.
            if base + step >= field[there] or step == closed:
                continue
            if there == n or blocked[there] != 0:
                continue
            field[there] = base + step
            if waiting[there] == 0:
                waiting[there] = 1
                tail = head + count
                if tail >= size:
                    tail -= size
                queue[np.uint32(tail)] = there
                count += 1


@entry
def travel_field_to(
    neighbour: np.ndarray,
    cost: np.ndarray,
    closed: int,
    blocked: np.ndarray,
    field: np.ndarray,
    asked: np.ndarray,
) -> None:
    """Do as ``travel_field`` until the value of each hex asked for is known.

    asked : uint8[n + 1], nonzero for the hexes in question. Where it is not known how far other
    hexes are, ``field`` holds the greatest value found: they are no nearer than that.
    """
    count = 0
    for h in range(np.uint32(neighbour.shape[0] - 1)):
        count += asked[h] != 0
    value = _travel_until(neighbour, cost, closed, blocked, field, asked, count, 0)
    for h in range(np.uint32(neighbour.shape[0] - 1)):
        field[h] = min(int(field[h]), value)


@entry
def nearest_by_travel(
    neighbour: np.ndarray,
    cost: np.ndarray,
    closed: int,
    blocked: np.ndarray,
    field: np.ndarray,
    asked: np.ndarray,
    since: int,
) -> int:
    """Do as ``travel_field_to`` until the nearest of the hexes asked for is known.

    since : number from which on the search goes on, if all hexes that are nearer are known and all
    beside them, and none of them is asked for; 0 to begin it

    Returns
    -------
    int
        That hex, the first by its index of several; -1 if none can be reached.

    All hexes on the way from it have their values.
    """
    value = _travel_until(neighbour, cost, closed, blocked, field, asked, 1, since)
    for h in range(np.uint32(neighbour.shape[0] - 1)):
        # Who is as near has been found too, for no step is free.
        if asked[h] != 0 and field[h] == value < FAR:
            return int(h)
    return -1


@inner
def _travel_until(
    neighbour: np.ndarray,
    cost: np.ndarray,
    closed: int,
    blocked: np.ndarray,
    field: np.ndarray,
    asked: np.ndarray,
    missing: int,
    since: int,
) -> int:
    """Search in order until so many of the hexes asked for are known; the greatest of their values.

    It is ``FAR`` if they can't be reached.

    Hexes wait in a ring of buckets, nearest first: one bucket for a value, and for those that are
    greater by as much as the ring is long, which wait for its next round. A hex found again by a
    cheaper way waits twice, and is passed over the second time.
    """
    n = neighbour.shape[0] - 1
    heads = np.full(_RING, -1, np.int32)
    waits = np.empty((7 * n, 2), np.int32)
    known = np.zeros(n, np.uint8)
    count = 0
    for h in range(np.uint32(n)):
        if since <= field[h] < FAR:
            waits[count, _HEX] = h
            waits[count, _NEXT] = heads[np.uint32(field[h] % _RING)]
            heads[np.uint32(field[h] % _RING)] = count
            count += 1
    left = count
    value = since
    first = int(heads[np.uint32(value % _RING)])
    heads[np.uint32(value % _RING)] = -1
    while left > 0 and missing > 0:
        if first < 0:
            value += 1
            first = int(heads[np.uint32(value % _RING)])
            heads[np.uint32(value % _RING)] = -1
            continue
        at = np.uint32(first)
        here = np.uint32(waits[at, _HEX])
        first = int(waits[at, _NEXT])
        if field[here] > value:
            waits[at, _NEXT] = heads[np.uint32(value % _RING)]
            heads[np.uint32(value % _RING)] = at
            continue
        left -= 1
        if known[here] != 0:
            continue
        known[here] = 1
        if asked[here] != 0:
            missing -= 1
        for d in range(np.uint32(6)):
            there = np.uint32(neighbour[here, d])
            # Half of them are known, and costs lie far apart.
            if field[there] <= value:
                continue
            step = int(cost[there, np.uint32((d + 3) % 6)])
            new = value + step
            if new >= field[there] or step == closed or blocked[there] != 0 or there == n:
                continue
            field[there] = new
            waits[np.uint32(count), _HEX] = there
            waits[np.uint32(count), _NEXT] = heads[np.uint32(new % _RING)]
            heads[np.uint32(new % _RING)] = count
            count += 1
            left += 1
    return value if missing == 0 else FAR


@entry
def hex_distance_field(
    neighbour: np.ndarray,
    board: np.ndarray,
    open_to: np.ndarray,
    limit: int,
    field: np.ndarray,
    queue: np.ndarray,
) -> None:
    """Complete ``field`` to hexes counted from the nearest start, up to ``limit``.

    Parameters
    ----------
    neighbour : int16[n + 1, 6]
    board : int16[rows + 1, 3]
        Rows of the map, of ``boards.board_rows``; without any it is a wave from hex to hex, which
        takes three times as long.
    open_to : uint8[n + 1]
        Only hexes where it is nonzero are entered.
    field : int16[n + 1], mutated
        0 on the starts and FAR elsewhere on entry.
    queue : int16[n + 1], scratch
    """
    if len(board) > 0 and limit <= FARTHEST:
        count_steps(board, open_to, limit, FAR, field)
    else:
        _spread_from_starts(neighbour, open_to, limit, field, queue)


@inner
def _spread_from_starts(
    neighbour: np.ndarray, open_to: np.ndarray, limit: int, field: np.ndarray, queue: np.ndarray
) -> None:
    """Do as ``hex_distance_field`` on any map, by a wave from the starts."""
    n = neighbour.shape[0] - 1
    # Without branches, which the processor would guess wrongly every other time: each hex is put at
    # the end of the queue, and stays there if the end moves on.
    tail = 0
    for h in range(np.uint32(n)):
        queue[np.uint32(tail)] = h
        tail += int(field[h] == 0)
    # For the time being closed hexes are near: then one question is enough for each.
    beyond = field[n]
    field[n] = _CLOSED
    for h in range(np.uint32(n)):
        field[h] = _CLOSED if (open_to[h] == 0) & (field[h] == FAR) else field[h]
    spread_evenly(Lines(neighbour, field, queue), None, limit, tail)
    for h in range(np.uint32(n)):
        field[h] = FAR if field[h] == _CLOSED else field[h]
    field[n] = beyond


@entry
def cheapest_chain(
    neighbour: np.ndarray,
    toll: np.ndarray,
    start: np.ndarray,
    goal: np.ndarray,
    total: np.ndarray,
    parent: np.ndarray,
    chain: np.ndarray,
) -> int:
    """Find the cheapest chain of adjacent hexes from any start hex to any goal hex.

    Parameters
    ----------
    neighbour : int16[n + 1, 6]
    toll : int32[n + 1]
        Price of having a hex in the chain; negative = not allowed.
    start, goal : uint8[n + 1]
        Masks of the hexes where the chain may begin and end.
    total : int32[n + 1], parent : int16[n + 1]
        Scratch, mutated.
    chain : int16[n + 1], mutated
        The hexes from goal to start.

    Returns
    -------
    int
        Number of hexes in the chain, 0 if there is none.

    Hexes wait in a ring of buckets, each for a few totals one after another, the least first; one
    reached more cheaply moves up. The search ends with the first bucket beyond the best goal.
    """
    n = neighbour.shape[0] - 1
    big = 1 << 29
    dearest = 0
    for h in range(np.uint32(n)):
        # Where the chain may not run no way is cheaper than that: one question is enough for each.
        total[h] = big if toll[h] >= 0 else toll[h]
        dearest = max(dearest, int(toll[h]))
    total[n] = min(0, int(toll[n]))
    shift = 0
    while dearest >> shift > _RING - 2:
        shift += 1
    heads = np.full(_RING, -1, np.int32)
    links = np.full(n, _GONE, np.int32)
    backs = np.empty(n, np.int32)
    for h in range(np.uint32(n)):
        if start[h] != 0 and toll[h] >= 0:
            total[h] = toll[h]
            parent[h] = n
            _wait(heads, links, backs, int(h), int(toll[h]) >> shift)
    best = n
    least = big
    bucket = 0
    empty = 0
    while empty < _RING and bucket << shift <= least:
        first = int(heads[np.uint32(bucket & (_RING - 1))])
        if first < 0:
            bucket += 1
            empty += 1
            continue
        empty = 0
        _leave(heads, links, backs, first, bucket)
        here = np.uint32(first)
        base = int(total[here])
        if goal[here] != 0 and (base < least or (base == least and first < best)):
            best = first
            least = base
        for d in range(np.uint32(6)):
            there = np.uint32(neighbour[here, d])
            known = int(total[there])
            new = base + int(toll[there])
            if new >= known:
                continue
            if links[there] != _GONE:
                _leave(heads, links, backs, int(there), known >> shift)
            total[there] = new
            parent[there] = here
            _wait(heads, links, backs, int(there), new >> shift)
    if best == n:
        return 0
    length = 0
    link = best
    while link != n and length <= n:
        chain[length] = link
        length += 1
        link = int(parent[link])
    return length


@inlined
def _wait(heads: np.ndarray, links: np.ndarray, backs: np.ndarray, h: int, bucket: int) -> None:
    """Put a hex first in its bucket."""
    at = np.uint32(bucket & (_RING - 1))
    first = int(heads[at])
    links[np.uint32(h)] = first
    backs[np.uint32(h)] = -1
    if first >= 0:
        backs[np.uint32(first)] = h
    heads[at] = h


@inlined
def _leave(heads: np.ndarray, links: np.ndarray, backs: np.ndarray, h: int, bucket: int) -> None:
    """Take a hex out of its bucket."""
    before, after = int(backs[np.uint32(h)]), int(links[np.uint32(h)])
    if before >= 0:
        links[np.uint32(before)] = after
    else:
        heads[np.uint32(bucket & (_RING - 1))] = after
    if after >= 0:
        backs[np.uint32(after)] = before
    links[np.uint32(h)] = _GONE
