"""Where a unit can go: least-cost reach over hexes within a movement allowance.

A bounded Dijkstra with one bucket for each number of points left. Buckets are doubly linked lists
threaded through the fields, so that a hex found again by a cheaper way moves up without being
queued twice, and any allowance up to the number of hexes fits. Every array is the caller's scratch
and needs no clearing between calls.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import entry, inlined

#: Values of ``blocked``: free to enter, closed, or to be entered but not left again.
OPEN, CLOSED, STOP = range(3)
#: ``best`` of a hex that can't be reached.
UNREACHED = -1
# What bounds a search: nothing, the distance to its goal, a field that is to fall.
_ALL, _TO_GOAL, _NEARER = range(3)


@inlined
def _spread(
    start: int,
    points: int,
    goal: int,
    minimum_move: int,
    prohibited: int,
    neighbour: np.ndarray,
    cost: np.ndarray,
    blocked: np.ndarray,
    best: np.ndarray,
    came: np.ndarray,
    heads: np.ndarray,
    links: np.ndarray,
    backs: np.ndarray,
    bound: int,
    field: np.ndarray,
    x2: np.ndarray,
    far: int,
) -> int:
    """Search, by parameters of the kernels below, as far as a bound leaves hexes of use.

    ``field`` holds rows if the bound is the distance to the goal, and ``far`` the value at the
    start if it is a field that is to fall.
    """
    # Unsigned indices for speed: see ``fields``.
    for h in range(np.uint32(len(best))):
        best[h] = UNREACHED
    for p in range(points + 1):
        heads[p] = -1
    best[start] = points
    came[start] = -1
    links[start] = -1
    backs[start] = -1
    heads[points] = start
    found = 1
    left = points
    while left > 0:
        here = int(heads[np.uint32(left)])
        if here < 0:
            left -= 1
            continue
        # Take the first hex out of its bucket: its value is final.
        if here == goal:
            break
        at = np.uint32(here)
        after = int(links[at])
        heads[np.uint32(left)] = after
        if after >= 0:
            backs[np.uint32(after)] = -1
        if blocked[at] == STOP and here != start:
            continue
        most = min(left, prohibited - 1)
        for side in range(np.uint32(6)):
            step = int(cost[at, side])
            if step > most:
                continue
            there = np.uint32(neighbour[at, side])
            then = left - step
            known = int(best[there])
            if known >= then or blocked[there] == CLOSED:
                continue
            if bound == _TO_GOAL:
                rows = abs(int(field[there]) - int(field[goal]))
                halves = abs(int(x2[there]) - int(x2[goal]))
                if rows + max(0, (halves - rows) // 2) > then:
                    continue
            elif bound == _NEARER and int(field[there]) - then >= far:
                continue
            if known < 0:
                found += 1
            else:
                before, after = int(backs[there]), int(links[there])
                if before >= 0:
                    links[np.uint32(before)] = after
                else:
                    heads[np.uint32(known)] = after
                if after >= 0:
                    backs[np.uint32(after)] = before
            best[there] = then
            came[there] = side
            first = int(heads[np.uint32(then)])
            links[there] = first
            backs[there] = -1
            if first >= 0:
                backs[np.uint32(first)] = there
            heads[np.uint32(then)] = there
    if minimum_move:
        for side in range(6):
            there = np.uint32(neighbour[start, side])
            if cost[start, side] == prohibited or blocked[there] == CLOSED:
                continue
            if best[there] == UNREACHED:
                best[there] = 0
                came[there] = side
                found += 1
    return found


@entry
def find_reach(
    start: int,
    points: int,
    goal: int,
    minimum_move: int,
    prohibited: int,
    neighbour: np.ndarray,
    cost: np.ndarray,
    blocked: np.ndarray,
    best: np.ndarray,
    came: np.ndarray,
    heads: np.ndarray,
    links: np.ndarray,
    backs: np.ndarray,
) -> int:
    """Find every hex in reach, the most points that can be left there, and the way.

    Parameters
    ----------
    start, points
        Hex index and movement points (at least 0, less than the length of ``heads``).
    goal
        Hex index: the search ends when the best way there is known. -1 finds all hexes in reach.
    minimum_move
        1 if a neighbour of the start may be entered for all points when they don't suffice.
    prohibited
        Value of ``cost`` that closes a hexside; all others are less.
    neighbour : int16[n + 1, 6]
    cost : uint8[n + 1, 6]
        Points to leave a hex by each side, at least 1.
    blocked : uint8[n + 1]
        ``OPEN``, ``CLOSED`` or ``STOP`` for each hex.
    best, came : int16[n + 1]
        Written: points left on arrival (``UNREACHED`` where there is no way) and the direction of
        the last step (-1 at the start).
    heads, links, backs : int16[n + 1]
        Scratch.

    Returns
    -------
    int
        Number of hexes reached, the start included.
    """
    return _spread(
        start,
        points,
        goal,
        minimum_move,
        prohibited,
        neighbour,
        cost,
        blocked,
        best,
        came,
        heads,
        links,
        backs,
        _ALL,
        best,
        best,
        0,
    )


@entry
def find_way(
    start: int,
    points: int,
    goal: int,
    minimum_move: int,
    prohibited: int,
    neighbour: np.ndarray,
    cost: np.ndarray,
    blocked: np.ndarray,
    best: np.ndarray,
    came: np.ndarray,
    heads: np.ndarray,
    links: np.ndarray,
    backs: np.ndarray,
    row: np.ndarray,
    x2: np.ndarray,
) -> int:
    """Find the way to one hex as ``find_reach`` does, without looking at hexes too far from it.

    row, x2 : int16[n + 1]
        Doubled-width position of each hex. A step costs a point at least, so whoever stands
        farther from the goal than he has points left never comes there.
    """
    return _spread(
        start,
        points,
        goal,
        minimum_move,
        prohibited,
        neighbour,
        cost,
        blocked,
        best,
        came,
        heads,
        links,
        backs,
        _TO_GOAL,
        row,
        x2,
        0,
    )


@entry
def find_nearer(
    start: int,
    points: int,
    minimum_move: int,
    prohibited: int,
    neighbour: np.ndarray,
    cost: np.ndarray,
    blocked: np.ndarray,
    best: np.ndarray,
    came: np.ndarray,
    heads: np.ndarray,
    links: np.ndarray,
    backs: np.ndarray,
    field: np.ndarray,
    below: int,
) -> int:
    """Find the hexes in reach where ``field`` is less than a number, and the ways there.

    field : int16[n + 1]
        Movement points from each hex to somewhere, by costs and closed hexes that are never more
        than those here (``fields.travel_field``).
    below
        No more than the field at the start. Wherever a way to a hex nearer than that leads, the
        points left could bring the field below it; no other hexes are looked at.
    """
    return _spread(
        start,
        points,
        -1,
        minimum_move,
        prohibited,
        neighbour,
        cost,
        blocked,
        best,
        came,
        heads,
        links,
        backs,
        _NEARER,
        field,
        field,
        below,
    )


@entry
def trace_path(
    start: int, end: int, neighbour: np.ndarray, came: np.ndarray, path: np.ndarray
) -> int:
    """Write the way from start to end, as found by ``find_reach``, and return its length.

    path : int16[any]
        Written: the hexes entered, in order; the start is left out, the end is last.
    """
    length = 0
    here = end
    while here != start:
        here = int(neighbour[here, (int(came[here]) + 3) % 6])
        length += 1
    here = end
    for i in range(length):
        path[length - 1 - i] = here
        here = int(neighbour[here, (int(came[here]) + 3) % 6])
    return length
