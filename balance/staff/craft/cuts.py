"""The fewest hexes that part an enemy stack from its supply.

For an enemy stack the fewest hexes that, occupied, part it from every working source in reach of a
line are a minimum vertex cut: enemy stacks and hexes that nobody can come to are of unlimited
capacity, a hex that a free unit can occupy has capacity one, one that is held for good has none
(Ford and Fulkerson 1956; each hex is split into an entrance and an exit). Zones of control are left
out: where they bar lines too, a thinner ring may do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from balance.kernel.compiled import inlined, inner
from balance.rules.rows import hexes_apart
from balance.staff.craft.questions import Questions

#: No ring of more hexes is tried: it would be thin, and fewer than so many units are at hand.
LONGEST = 9

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
    state: Any,
    ask: Questions,
    start: int,
    net: int,
    capacity: np.ndarray,
    lines: Lines,
    cut: np.ndarray,
    inside: np.ndarray,
) -> tuple[int, int]:
    """Find the fewest hexes that part the stack in ``start`` from its sources of supply.

    What falls with it belongs to the pocket, and may need a line as the stack does.

    Returns
    -------
    hexes, hexes inside : int
        Written to ``cut`` and ``inside``; (-1, 0) if there is no cut of ``LONGEST`` or fewer.
    """
    roots, limit = ask.pockets.list_roots(state, net, start, inside)
    if _road_is_open(state, ask, start, net, inside, roots, limit, capacity, lines):
        return -1, 0
    return _part(state, ask, start, net, roots, limit, capacity, lines, cut, inside)


@inlined
def _passes(
    state: Any, ask: Questions, start: int, net: int, limit: int, h: int, d: int, there: int
) -> bool:
    """Whether a line may run from a hex to the next one, so near the stack."""
    return ask.pockets.carries_line(state, net, h, d) and hexes_apart(state, start, there) <= limit


@inner
def _note(lines: Lines, node: int, before: int, tail: int, many: int) -> tuple[int, int]:
    """Queue an entrance or exit found from another one; return how many nodes and hexes are."""
    h = np.uint32(node >> 1)
    if lines.seen[h] == 0:
        lines.touched[many] = h
        many += 1
    lines.seen[h] |= _OUT if node & 1 == 1 else _IN
    lines.came[node] = before
    lines.queue[tail] = node
    return tail + 1, many


@inner
def _search(
    state: Any,
    ask: Questions,
    start: int,
    net: int,
    roots: int,
    limit: int,
    capacity: np.ndarray,
    lines: Lines,
    inside: np.ndarray,
) -> tuple[int, int]:
    """Look for one line more; return the exit of a source that it ends at, -1 if there is none.

    Then the number of hexes touched.
    """
    seen, flow, through, _, queue, _ = lines
    n = state.neighbour.shape[0] - 1
    seen[:] = 0
    head = tail = many = 0
    for i in range(roots):
        tail, many = _note(lines, 2 * inside[i] + 1, -1, tail, many)
        seen[inside[i]] |= _IN
    while head < tail:
        node = queue[head]
        head += 1
        h = np.uint32(node >> 1)
        if node & 1 == 1:  # leaving h
            if through[h] > 0 and (seen[h] & _IN) == 0:
                tail, many = _note(lines, node - 1, node, tail, many)
            for d in range(6):
                there = np.uint32(state.neighbour[h, d])
                if capacity[there] == SHUT or (seen[there] & _IN) != 0:
                    continue
                if _passes(state, ask, start, net, limit, h, d, there):
                    tail, many = _note(lines, 2 * np.int64(there), node, tail, many)
            continue
        # Standing at the entrance of h.
        if (seen[h] & _OUT) == 0 and (capacity[h] == FREE or through[h] == 0):
            tail, many = _note(lines, node + 1, node, tail, many)
            if ask.pockets.is_source(state, net, h):
                return node + 1, many
        for d in range(6):
            if through[h] == 0:
                break  # no line comes in that could be taken back
            there = np.uint32(state.neighbour[h, d])
            if there < n and flow[there, (d + 3) % 6] > 0 and (seen[there] & _OUT) == 0:
                tail, many = _note(lines, 2 * np.int64(there) + 1, node, tail, many)
    return -1, many


@inner
def _draw(state: Any, lines: Lines, capacity: np.ndarray, end: int) -> bool:
    """Draw the line just found; return whether it passes a hex that can be shut."""
    flow, through, came = lines.flow, lines.through, lines.came
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
    return narrow


@inner
def _part(
    state: Any,
    ask: Questions,
    start: int,
    net: int,
    roots: int,
    limit: int,
    capacity: np.ndarray,
    lines: Lines,
    cut: np.ndarray,
    inside: np.ndarray,
) -> tuple[int, int]:
    """Draw as many lines as there are from the roots listed in ``inside`` to sources, and cut them.

    Each hex is left by one of them where it could be occupied. Returns what ``find_cut`` does.
    """
    seen = lines.seen
    lines.flow[:] = 0
    lines.through[:] = 0
    drawn = 0
    end, many = _search(state, ask, start, net, roots, limit, capacity, lines, inside)
    while end >= 0:
        drawn += 1
        if drawn > LONGEST or not _draw(state, lines, capacity, end):
            return -1, 0
        end, many = _search(state, ask, start, net, roots, limit, capacity, lines, inside)
    size = within = 0
    for i in range(many):
        h = lines.touched[i]
        if seen[h] == _IN and capacity[h] == ONE:
            cut[size] = h
            size += 1
        elif (seen[h] & _OUT) != 0:
            inside[within] = h
            within += 1
    return size, within


@inner
def _road_is_open(
    state: Any,
    ask: Questions,
    start: int,
    net: int,
    root: np.ndarray,
    roots: int,
    limit: int,
    capacity: np.ndarray,
    lines: Lines,
) -> bool:
    """Whether a line runs from a pocket to a source over hexes alone that nobody could occupy.

    Most stacks have such a line. No ring parts it, so none need be looked for.
    """
    seen, queue = lines.seen, lines.queue
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
            if not _passes(state, ask, start, net, limit, h, d, there):
                continue
            if ask.pockets.is_source(state, net, there):
                return True
            seen[there] = 1
            queue[tail] = there
            tail += 1
    return False
