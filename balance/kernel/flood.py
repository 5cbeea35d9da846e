"""Supply-like floods: how far each hex lies from the nearest working source along open ways.

A *node* is a hex that becomes a source itself once a line of limited length links it to one: its
count starts again at zero. ``spread_links`` runs one wave of a flood, ``flood_links`` repeats it
from the nodes that the last wave reached until no new one is found. Distances count hexes entered:
the hex one starts from is free, the source counts.

Nothing here depends on a direction of travel, so sides must be open both ways or not at all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.kernel.compiled import entry, inlined, inner


class Lines(NamedTuple):
    """The papers of a flood: the map, the distances it fills in, and a queue to work with."""

    neighbour: np.ndarray  # int16[n + 1, 6]
    links: np.ndarray  # int16[n + 1], distances; those of the seeds are equal. Never raised
    queue: np.ndarray  # int16[n + 1], the seeds, then each hex that is entered


class Ways(NamedTuple):
    """Where lines may run, and where they came from."""

    sides: np.ndarray  # uint8[n + 1], bit d set where a line may pass side d
    barred: np.ndarray  # int16[n + 1], 1 where no line may enter
    parent: np.ndarray  # int16[n + 1], written: hex before; a source is its own parent


class Nodes(NamedTuple):
    """Hexes that become sources, and what holds them."""

    node: np.ndarray  # int16[n + 1], 1 = a node not yet linked, 2 = a source; written
    marks: np.ndarray  # int16[n + 1], 1 on every hex of one chain for each linked node; written
    reached: np.ndarray  # int16[n + 1], scratch: nodes that a wave has linked
    limit: int  # length of a line that links a node


@inlined
def spread_evenly(lines: Lines, sides: np.ndarray | None, limit: int, count: int) -> int:
    """Run one wave as ``spread_lines`` does, by all sides if there is nothing about them.

    Nothing is asked that the processor would have to guess: each hex is put at the end of the
    queue, and stays there if the end moves on.
    """
    links, queue = lines.links, lines.queue
    head = 0
    while head < count:
        # Unsigned indices for speed: see ``fields``.
        here = np.uint32(queue[np.uint32(head)])
        head += 1
        step = int(links[here]) + 1
        if step > limit:
            break
        for d in range(np.uint32(6)):
            there = np.uint32(lines.neighbour[here, d])
            known = int(links[there])
            nearer = step < known
            if sides is not None:
                nearer = nearer & ((int(sides[here]) >> d) & 1 != 0)
            links[there] = step if nearer else known
            queue[np.uint32(count)] = there
            count += int(nearer)
    return count


@entry
def spread_lines(lines: Lines, sides: np.ndarray, limit: int, count: int) -> int:
    """Run one wave of a flood and return how many hexes it has, the ``count`` seeds included.

    sides : uint8[n + 1], bit d set where a line may pass side d. Where no line may enter,
    ``links`` is negative.
    """
    return spread_evenly(lines, sides, limit, count)


@inner
def _spread(lines: Lines, ways: Ways, nodes: Nodes | None, limit: int, count: int) -> int:
    """Run one wave as ``spread_links`` does, and return how many nodes it has linked, if any.

    A call, for a wave copied into the loop over waves takes 7 % longer.
    """
    found = 0
    links, queue = lines.links, lines.queue
    head = 0
    while head < count:
        here = np.uint32(queue[np.uint32(head)])
        head += 1
        step = int(links[here]) + 1
        if step > limit:
            break
        sides = int(ways.sides[here])
        for d in range(np.uint32(6)):
            if (sides >> d) & 1 == 0:
                continue
            there = np.uint32(lines.neighbour[here, d])
            if links[there] <= step or ways.barred[there] != 0:
                continue
            links[there] = step
            ways.parent[there] = here
            queue[np.uint32(count)] = there
            count += 1
            if nodes is not None and nodes.node[there] == 1 and step <= nodes.limit:
                nodes.node[there] = 2
                nodes.reached[found] = there
                found += 1
    return found


@entry
def spread_links(lines: Lines, ways: Ways, limit: int, count: int) -> None:
    """Run one wave as ``spread_lines`` does, and note the hex before each hex."""
    _spread(lines, ways, None, limit, count)


@entry
def flood_links(lines: Lines, ways: Ways, nodes: Nodes, limit: int, count: int) -> None:
    """Flood from the first ``count`` hexes of the queue, node by node, until no more is linked.

    Each seed is its own parent. While the hexes of its chain stay open, a node stays linked.

    >>> from balance.kernel.neighbours import build_neighbours
    >>> n = 9  # a row of nine hexes, a source at its east end, a node at hex 3, lines of four
    >>> neighbour = build_neighbours(np.ones(n, int), 2 * np.arange(n))
    >>> links, node, marks, parent, queue, barred, reached = np.zeros((7, n + 1), np.int16)
    >>> links[1:], node[3], barred[n] = 99, 1, 1
    >>> ways = Ways(np.full(n + 1, 63, np.uint8), barred, parent)
    >>> nodes = Nodes(node, marks, reached, 4)
    >>> flood_links(Lines(neighbour, links, queue), ways, nodes, 4, 1)
    >>> links[:n].tolist()
    [0, 1, 1, 0, 1, 2, 3, 4, 99]
    """
    links, parent, reached = lines.links, ways.parent, nodes.reached
    while count > 0:
        count = _spread(lines, ways, nodes, limit, count)
        for i in range(count):
            here = reached[i]
            nodes.marks[here] = 1
            while parent[here] != here:
                here = parent[here]
                nodes.marks[here] = 1
        for i in range(count):
            here = reached[i]
            links[here] = 0
            parent[here] = here
            lines.queue[i] = here


@entry
def withdraw_links(lines: Lines, ways: Ways, limit: int, closed: int, unreached: int) -> int:
    """Correct distances for a hex that has closed, while all sources go on working.

    ``ways.parent`` is scratch, for distances as they were. The hexes whose distance may have
    changed are in ``lines.queue`` afterwards, the closed one first; returns their number.

    >>> from balance.kernel.neighbours import build_neighbours
    >>> n = 4
    >>> neighbour = build_neighbours(np.ones(n, int), 2 * np.arange(n))
    >>> links = np.array([0, 1, 2, 3, 99], np.int16)
    >>> barred, before, queue = np.zeros((3, n + 1), np.int16)
    >>> ways = Ways(np.full(n + 1, 63, np.uint8), barred, before)
    >>> withdraw_links(Lines(neighbour, links, queue), ways, 7, 2, 99)
    2
    >>> links[:n].tolist()
    [0, 1, 99, 99]
    """
    neighbour, links, queue = lines.neighbour, lines.links, lines.queue
    before = ways.parent
    queue[0] = closed
    before[closed] = links[closed]
    links[closed] = unreached
    count = 1
    head = 0
    # Step 1: all that rested on the closed hex alone, and what rested on that, loses its distance.
    while head < count:
        here = queue[head]
        head += 1
        step = before[here]
        for d in range(6):
            if (ways.sides[here] >> d) & 1 == 0:
                continue
            there = neighbour[here, d]
            if links[there] != step + 1:
                continue
            if not _has_neighbour_at(lines, ways, there, step):
                before[there] = links[there]
                links[there] = unreached
                queue[count] = there
                count += 1
    # Step 2: those hexes are reached again from the others, near ones first.
    for step in range(1, limit + 1):
        for i in range(1, count):
            here = queue[i]
            if links[here] == unreached:
                if _has_neighbour_at(lines, ways, here, step - 1):
                    links[here] = step
    return count


@entry
def _has_neighbour_at(lines: Lines, ways: Ways, h: int, distance: int) -> bool:
    """Whether a hex beside this one lies at a given distance."""
    for d in range(6):
        if (ways.sides[h] >> d) & 1 != 0 and lines.links[lines.neighbour[h, d]] == distance:
            return True
    return False
