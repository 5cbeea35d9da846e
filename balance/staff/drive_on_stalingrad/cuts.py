"""The fewest hexes that part an enemy stack from its supply.

No unit has a zone of control, so only occupied hexes bar a line. For an enemy stack the fewest
hexes that part it from every working source in reach of a line are a minimum vertex cut: enemy
stacks and hexes that nobody can come to are of unlimited capacity, a hex that a free unit can
occupy has capacity one, one that is held for good has none (Ford and Fulkerson 1956; each hex is
split into an entrance and an exit).

Rule: drive_on_stalingrad 7.12, 7.15
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature
from balance.kernel.compiled import inner
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


@inner
def find_cut(
    state: State,
    start: int,
    row: int,
    capacity: np.ndarray,
    seen: np.ndarray,
    flow: np.ndarray,
    through: np.ndarray,
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
    n = state.neighbour.shape[0] - 1
    limit = np.int64(state.rules.supply_line_max_hexes)
    # Taken out of the state once: here that counts references (see ``compiled``).
    hexes = state.hexes
    neighbour = state.neighbour
    sides = state.line_sides[row]
    supply = state.supply[row]
    from_row = np.int64(hexes[start].row)
    from_x2 = np.int64(hexes[start].x2)
    queue = np.empty(2 * n + 2, np.int32)
    prev = np.empty(2 * n + 2, np.int32)
    touched = np.empty(n + 1, np.int32)
    root = np.zeros(64, np.int64)
    roots = _list_roots(state, start, row, root)
    if roots > 1:
        limit += _CLOSE
    if _road_is_open(state, start, row, root, roots, limit, capacity, seen, cut):
        return -1, 0
    flow[:] = 0
    through[:] = 0
    lines = 0
    while True:
        seen[:] = 0
        head = 0
        tail = 0
        many = 0
        for i in range(roots):
            queue[tail] = 2 * root[i] + 1
            prev[queue[tail]] = -1
            tail += 1
            seen[root[i]] = _IN | _OUT
            touched[many] = root[i]
            many += 1
        end = -1
        while head < tail and end < 0:
            node = np.int64(queue[head])
            head += 1
            h = np.uint32(node >> 1)
            if node & 1 == 1:  # leaving h
                if through[h] > 0 and (seen[h] & _IN) == 0:
                    seen[h] |= _IN
                    prev[2 * h] = node
                    queue[tail] = 2 * h
                    tail += 1
                for d in range(6):
                    there = np.uint32(neighbour[h, d])
                    if (sides[h] >> d) & 1 == 0 or capacity[there] == SHUT:
                        continue
                    if (seen[there] & _IN) != 0:
                        continue
                    away = distance(
                        from_row, from_x2, np.int64(hexes[there].row), np.int64(hexes[there].x2)
                    )
                    if away > limit:
                        continue
                    if seen[there] == 0:
                        touched[many] = there
                        many += 1
                    seen[there] |= _IN
                    prev[2 * there] = node
                    queue[tail] = 2 * there
                    tail += 1
            else:  # standing at the entrance of h
                if (seen[h] & _OUT) == 0 and (capacity[h] == FREE or through[h] == 0):
                    seen[h] |= _OUT
                    prev[2 * h + 1] = node
                    if supply[h] == 0:
                        end = 2 * h + 1
                        break
                    queue[tail] = 2 * h + 1
                    tail += 1
                for d in range(6):
                    there = np.uint32(neighbour[h, d])
                    back = (d + 3) % 6
                    if there < n and flow[there, back] > 0 and (seen[there] & _OUT) == 0:
                        if seen[there] == 0:
                            touched[many] = there
                            many += 1
                        seen[there] |= _OUT
                        prev[2 * there + 1] = node
                        queue[tail] = 2 * there + 1
                        tail += 1
        if end < 0:
            break
        lines += 1
        if lines > LONGEST:
            return -1, 0
        # Draw the line, and see whether it passes a hex that can be shut.
        node = np.int64(end)
        narrow = False
        while prev[node] >= 0:
            before = np.int64(prev[node])
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
                    if neighbour[g, d] == h:
                        flow[g, d] += 1
            else:  # a line through h into g is taken back
                narrow = True
                for d in range(6):
                    if neighbour[h, d] == g:
                        flow[h, d] -= 1
            node = before
        if not narrow:
            return -1, 0
    size = 0
    within = 0
    for i in range(many):
        h = np.int64(touched[i])
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
    seen: np.ndarray,
    queue: np.ndarray,
) -> bool:
    """Whether a line runs from a pocket to a source over hexes alone that nobody could occupy.

    Most stacks have such a line. No ring parts it, so none need be looked for.
    """
    hexes = state.hexes
    neighbour = state.neighbour
    sides = state.line_sides[row]
    supply = state.supply[row]
    from_row = np.int64(hexes[start].row)
    from_x2 = np.int64(hexes[start].x2)
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
            there = np.uint32(neighbour[h, d])
            if seen[there] != 0 or capacity[there] != FREE or (sides[h] >> d) & 1 == 0:
                continue
            there_row, there_x2 = np.int64(hexes[there].row), np.int64(hexes[there].x2)
            if distance(from_row, from_x2, there_row, there_x2) > limit:
                continue
            if supply[there] == 0:
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
            if (np.int64(state.hexes[h].features) & ULTIMATE) == 0 and count < root.shape[0]:
                root[count] = h
                count += 1
    return count
