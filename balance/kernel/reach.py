"""Where a unit can go: least-cost reach over hexes within a movement allowance.

A bounded Dijkstra with one list of hexes for each number of points left, most points first. A hex
found again by a cheaper way is listed twice, and passed over the second time. Nothing needs
clearing between two searches.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.kernel.compiled import entry, inlined

#: Points to leave a hex by a closed side, more than any mover has; all other costs are less. Games
#: that count in fractions have costs of 16 bits, and close a side with more than that.
PROHIBITED = 255
#: Values of ``blocked``: free to enter, closed, or to be entered but not left again.
OPEN, CLOSED, STOP = range(3)
#: ``best`` of a hex that can't be reached.
UNREACHED = -1
# What bounds a search: nothing, the distance to its goal, a field that is to fall.
_ALL, _TO_GOAL, _NEARER = range(3)
_NOWHERE = -1
# Columns of ``waiting``, and the link of the last entry of a list.
_HEX, _NEXT = range(2)
_END = 0


class Search(NamedTuple):
    """The papers of a search: the map it reads, the sheets it fills in, and a list to work with.

    Kernels put it together where its arrays are at hand; that costs nothing.
    """

    neighbour: np.ndarray  # int16[n + 1, 6]
    cost: np.ndarray  # uint8 or uint16[n + 1, 6], points to leave a hex by a side, at least 1, or
    #   more than any mover has: PROHIBITED
    blocked: np.ndarray  # any integers [n + 1]: OPEN, CLOSED or STOP
    best: np.ndarray  # int16[n + 1], written: points left on arrival, UNREACHED if there is no way
    came: np.ndarray  # int16[n + 1], written: direction of the last step, -1 at the start
    waiting: np.ndarray  # scratch, see ``make_waiting``


class Mover(NamedTuple):
    """Who sets out."""

    start: int  # hex index
    points: int  # movement points, 0 to n
    minimum_move: int  # 1 if a neighbour may be entered for all points when they don't suffice


class _Aim(NamedTuple):
    """What a search is for, and so which hexes it needn't look at."""

    bound: int  # _ALL, _TO_GOAL or _NEARER
    goal: int  # hex index, or _NOWHERE
    field: np.ndarray  # rows of the hexes if the goal bounds it, or the field that is to fall
    x2: np.ndarray  # columns of the hexes if the goal bounds it
    level: int  # row of the goal, or what the field is to fall below
    column: int  # column of the goal


def make_waiting(hexes: int) -> np.ndarray:
    """Return scratch for searches of a map of so many hexes, the one off the map among them.

    Lists of hexes one after another, an entry of which is a hex and the number of the next entry:
    int32[7 x hexes, 2]. First the heads, one for each number of points left; then the start, and
    each hex by each of its sides at most once.

    >>> make_waiting(3).shape
    (21, 2)
    """
    return np.zeros((7 * hexes, 2), np.int32)


@inlined
def _spread(search: Search, mover: Mover, aim: _Aim) -> int:
    """Search as far as the aim asks for; return the number of hexes found."""
    best, blocked, waiting = search.best, search.blocked, search.waiting
    start, points = mover.start, mover.points
    best[:] = UNREACHED
    best[start] = points
    search.came[start] = -1
    # Unsigned indices for speed: see ``fields``.
    for p in range(np.uint32(points)):
        waiting[p, _NEXT] = _END
    free = np.uint32(points + 1)
    waiting[points, _NEXT] = free
    waiting[free, _HEX] = start
    waiting[free, _NEXT] = _END
    found = 1
    for left in range(points, 0, -1):
        # Whatever is found from here on has fewer points left: the list stays as it is.
        at = np.uint32(waiting[np.uint32(left), _NEXT])
        while at != _END:
            here = np.uint32(waiting[at, _HEX])
            at = np.uint32(waiting[at, _NEXT])
            if best[here] != left:
                continue
            if here == aim.goal:
                return found
            if blocked[here] == STOP and here != start:
                continue
            for side in range(np.uint32(6)):
                step = int(search.cost[here, side])
                there = np.uint32(search.neighbour[here, side])
                then = left - step
                known = int(best[there])
                # Asked first, for it is seldom so: where points don't suffice, it isn't either.
                if then <= known:
                    continue
                if blocked[there] == CLOSED:
                    continue
                if _is_too_far(aim, int(there), then):
                    continue
                found += int(known < 0)
                best[there] = then
                search.came[there] = side
                free = np.uint32(free + np.uint32(1))
                waiting[free, _HEX] = there
                waiting[free, _NEXT] = waiting[np.uint32(then), _NEXT]
                waiting[np.uint32(then), _NEXT] = free
    return found


@inlined
def _is_too_far(aim: _Aim, h: int, left: int) -> bool:
    """Whether a hex is of no use for the aim of a search, with so many points left there."""
    if aim.bound == _TO_GOAL:
        rows = abs(int(aim.field[h]) - aim.level)
        halves = abs(int(aim.x2[h]) - aim.column)
        return rows + max(0, (halves - rows) // 2) > left
    return aim.bound == _NEARER and int(aim.field[h]) - left >= aim.level


@inlined
def _enter_beside(search: Search, start: int) -> int:
    """Add the neighbours of the start that no points suffice for; return how many they are."""
    found = 0
    for side in range(np.uint32(6)):
        there = np.uint32(search.neighbour[start, side])
        if search.cost[start, side] == PROHIBITED or search.blocked[there] == CLOSED:
            continue
        if search.best[there] == UNREACHED:
            search.best[there] = 0
            search.came[there] = side
            found += 1
    return found


@inlined
def _find(search: Search, mover: Mover, aim: _Aim) -> int:
    """Search, the minimum move included; return the number of hexes found."""
    found = _spread(search, mover, aim)
    if mover.minimum_move != 0:
        found += _enter_beside(search, mover.start)
    return found


@entry
def find_reach(search: Search, mover: Mover) -> int:
    """Find every hex in reach, the most points that can be left there, and the way.

    Writes ``search.best`` and ``search.came``. Returns the number of hexes reached, the start
    included.
    """
    return _find(search, mover, _Aim(_ALL, _NOWHERE, search.best, search.best, 0, 0))


@entry
def find_way(search: Search, mover: Mover, goal: int, row: np.ndarray, x2: np.ndarray) -> int:
    """Find the way to one hex as ``find_reach`` does, without looking at hexes too far from it.

    row, x2 : int16[n + 1]
        Doubled-width position of each hex. A step costs a point at least, so whoever stands
        farther from the goal than he has points left never comes there.
    """
    return _find(search, mover, _Aim(_TO_GOAL, goal, row, x2, int(row[goal]), int(x2[goal])))


@entry
def find_nearer(search: Search, mover: Mover, field: np.ndarray, below: int) -> int:
    """Find the hexes in reach where ``field`` is less than a number, and the ways there.

    field : int16[n + 1]
        Movement points from each hex to somewhere, by costs and closed hexes that are never more
        than those here (``fields.travel_field``).
    below
        No more than the field at the start. Wherever a way to a hex nearer than that leads, the
        points left could bring the field below it; no other hexes are looked at.
    """
    return _find(search, mover, _Aim(_NEARER, _NOWHERE, field, field, below, 0))


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
