"""The fewest hexes that part an enemy stack from its supply.

No unit has a zone of control, so only occupied hexes bar a line. For an enemy stack the fewest
hexes that part it from every working source in reach of a line are a minimum vertex cut: enemy
stacks and hexes that nobody can come to are of unlimited capacity, a hex that a free unit can
occupy has capacity one, one that is held for good has none (Ford and Fulkerson 1956; each hex is
split into an entrance and an exit).

Rule: drive_on_stalingrad 7.12, 7.15
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature
from balance.kernel.compiled import inlined, inner
from balance.kernel.hexes import distance

#: No ring of more hexes is tried: it would be thin, and fewer than so many units are at hand.
LONGEST = 9

_CLOSE = 2  # towns so near a stack are cut off with it
ULTIMATE = (
    np.int64(Feature.AXIS_ULTIMATE)
    | np.int64(Feature.TAMAN)
    | np.int64(Feature.ASTRAKHAN)
    | np.int64(Feature.SOVIET_NORTH_ULTIMATE)
    | np.int64(Feature.SOVIET_SOUTH_ULTIMATE)
)

# Capacity of a hex for lines of supply.
SHUT, ONE, FREE = range(3)
# Bits of a hex in a search: its entrance and its exit have been reached.
_IN, _OUT = 1, 2


class Lines(NamedTuple):
    """Lines of supply drawn while a cut is looked for; the next search writes over them."""

    seen: np.ndarray  # uint8[n + 1], bits of a hex in the latest search
    flow: np.ndarray  # int8[n + 1, 6], lines that leave a hex by a side
    through: np.ndarray  # int8[n + 1], lines that pass a hex
    touched: np.ndarray  # int32[n + 1], hexes of the latest search
    queue: np.ndarray  # int32[2n + 2]: twice a hex is its entrance, one more its exit
    came: np.ndarray  # int32[2n + 2], from which of them each was found


@inner
def blank_lines(size: int) -> Lines:
    """Papers for a map of so many hexes, the dummy hex included."""
    return Lines(
        np.zeros(size, np.uint8),
        np.zeros((size, 6), np.int8),
        np.zeros(size, np.int8),
        np.zeros(size, np.int32),
        np.zeros(2 * size, np.int32),
        np.zeros(2 * size, np.int32),
    )


@inner
def find_cut(
    state: State,
    start: int,
    row: int,
    capacity: np.ndarray,
    lines: Lines,
    cut: np.ndarray,
    inside: np.ndarray,
) -> tuple[int, int]:
    """Find the fewest hexes that part the stack in ``start`` from its sources of supply.

    Towns close by belong to the pocket: they are sources only while they are linked themselves.

    Returns
    -------
    hexes, hexes inside : int
        Written to ``cut`` and ``inside``; (-1, 0) if there is no cut of ``LONGEST`` or fewer.
    """
    limit = state.rules.supply_line_max_hexes
    roots = _list_roots(state, start, row, inside)
    if roots > 1:
        limit += _CLOSE
    if _road_is_open(state, start, row, inside, roots, limit, capacity, lines):
        return -1, 0
    return _part(state, start, row, roots, limit, capacity, lines, cut, inside)


@inlined
def _is_within(state: State, start: int, h: int, limit: int) -> bool:
    """Whether a hex is near enough to another one."""
    row, x2 = state.hexes[start].row, state.hexes[start].x2
    return distance(row, x2, state.hexes[h].row, state.hexes[h].x2) <= limit


@inner
def _part(
    state: State,
    start: int,
    row: int,
    roots: int,
    limit: int,
    capacity: np.ndarray,
    papers: Lines,
    cut: np.ndarray,
    inside: np.ndarray,
) -> tuple[int, int]:
    """Draw as many lines as there are from the roots listed in ``inside`` to sources, and cut them.

    Each hex is left by one of them where it could be occupied. Returns what ``find_cut`` does.
    """
    seen, flow, through, touched, queue, came = papers
    n = state.neighbour.shape[0] - 1
    flow[:] = 0
    through[:] = 0
    lines = 0
    while True:
        seen[:] = 0
        head = 0
        tail = 0
        many = 0
        for i in range(roots):
            queue[tail] = 2 * inside[i] + 1
            came[queue[tail]] = -1
            tail += 1
            seen[inside[i]] = _IN | _OUT
            touched[many] = inside[i]
            many += 1
        end = -1
        while head < tail and end < 0:
            node = queue[head]
            head += 1
            h = np.uint32(node >> 1)
            if node & 1 == 1:  # leaving h
                if through[h] > 0 and (seen[h] & _IN) == 0:
                    seen[h] |= _IN
                    came[2 * h] = node
                    queue[tail] = 2 * h
                    tail += 1
                for d in range(6):
                    there = np.uint32(state.neighbour[h, d])
                    if (state.line_sides[row, h] >> d) & 1 == 0 or capacity[there] == SHUT:
                        continue
                    if (seen[there] & _IN) != 0 or not _is_within(state, start, there, limit):
                        continue
                    if seen[there] == 0:
                        touched[many] = there
                        many += 1
                    seen[there] |= _IN
                    came[2 * there] = node
                    queue[tail] = 2 * there
                    tail += 1
            else:  # standing at the entrance of h
                if (seen[h] & _OUT) == 0 and (capacity[h] == FREE or through[h] == 0):
                    seen[h] |= _OUT
                    came[2 * h + 1] = node
                    if state.supply[row, h] == 0:
                        end = 2 * h + 1
                        break
                    queue[tail] = 2 * h + 1
                    tail += 1
                for d in range(6):
                    if through[h] == 0:
                        break  # no line comes in that could be taken back
                    there = np.uint32(state.neighbour[h, d])
                    back = (d + 3) % 6
                    if there < n and flow[there, back] > 0 and (seen[there] & _OUT) == 0:
                        if seen[there] == 0:
                            touched[many] = there
                            many += 1
                        seen[there] |= _OUT
                        came[2 * there + 1] = node
                        queue[tail] = 2 * there + 1
                        tail += 1
        if end < 0:
            break
        lines += 1
        if lines > LONGEST:
            return -1, 0
        # Draw the line, and see whether it passes a hex that can be shut.
        node = end
        narrow = False
        while came[node] >= 0:
            before = came[node]
            h = node // 2
            g = before // 2
            if h == g:
                if node % 2 == 1:
                    through[h] += 1
                    if capacity[h] == ONE:
                        narrow = True
                else:
                    through[h] -= 1
                    narrow = True
            elif node % 2 == 0:  # from the exit of g to the entrance of h
                for d in range(6):
                    if state.neighbour[g, d] == h:
                        flow[g, d] += 1
            else:  # a line through h into g is taken back
                narrow = True
                for d in range(6):
                    if state.neighbour[h, d] == g:
                        flow[h, d] -= 1
            node = before
        if not narrow:
            return -1, 0
    size = 0
    within = 0
    for i in range(many):
        h = touched[i]
        if seen[h] == _IN and capacity[h] == ONE:
            cut[size] = h
            size += 1
        elif (seen[h] & _OUT) != 0:
            inside[within] = h
            within += 1
    return size, within


@inner
def _road_is_open(
    state: State,
    start: int,
    row: int,
    root: np.ndarray,
    roots: int,
    limit: int,
    capacity: np.ndarray,
    papers: Lines,
) -> bool:
    """Whether a line runs from a pocket to a source over hexes alone that nobody could occupy.

    Most stacks have such a line. No ring parts it, so none need be looked for.
    """
    seen, queue = papers.seen, papers.queue
    seen[:] = 0
    for i in range(roots):
        queue[i] = root[i]
        seen[root[i]] = 1
    head = 0
    tail = roots
    while head < tail:
        h = np.uint32(queue[head])
        head += 1
        for d in range(6):
            there = np.uint32(state.neighbour[h, d])
            if seen[there] != 0 or capacity[there] != FREE:
                continue
            if (state.line_sides[row, h] >> d) & 1 == 0:
                continue
            if not _is_within(state, start, there, limit):
                continue
            if state.supply[row, there] == 0:
                return True
            seen[there] = 1
            queue[tail] = there
            tail += 1
    return False


@inner
def _list_roots(state: State, start: int, row: int, root: np.ndarray) -> int:
    """List a hex and the sources close by that are none of their own; return how many."""
    root[0] = start
    count = 1
    first_row, beyond = rows_near(state, start, _CLOSE)
    for there in range(first_row, beyond):
        first, last = span_near(state, start, _CLOSE, there)
        for h in range(first, last):
            if state.supply[row, h] != 0 or h == start:
                continue
            if (state.hexes[h].features & ULTIMATE) == 0:
                root[count] = h
                count += 1
    return count
