"""Supply-like floods: how far each hex lies from the nearest working source along open ways.

A *node* is a hex that becomes a source itself once a line of limited length links it to one: its
count starts again at zero. ``spread_links`` runs one wave of a flood, ``flood_links`` repeats it
from the nodes that the last wave reached until no new one is found. Distances count hexes entered:
the hex one starts from is free, the source counts.

Nothing here depends on a direction of travel, so sides must be open both ways or not at all.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import entry


@entry
def spread_links(
    neighbour: np.ndarray,
    open_sides: np.ndarray,
    barred: np.ndarray,
    node: np.ndarray,
    node_limit: int,
    limit: int,
    links: np.ndarray,
    parent: np.ndarray,
    queue: np.ndarray,
    count: int,
    reached: np.ndarray,
) -> int:
    """Run one wave from the hexes in ``queue[:count]`` and return how many nodes it reached.

    Parameters
    ----------
    neighbour : int16[n + 1, 6]
    open_sides : uint8[n + 1]
        Bit d set where a line may pass side d.
    barred : int16[n + 1]
        1 where no line may enter.
    node : int16[n + 1]
        1 = a node not yet linked; set to 2 here once it is reached within ``node_limit``.
    links : int16[n + 1]
        Distances; the seeds hold theirs, equal among them. Lowered here, never raised.
    parent : int16[n + 1]
        Hex from which a distance was reached; written here. A source is its own parent.
    queue : int16[n + 1]
        Seeds in, scratch out: a hex enters once a wave.
    reached : int16[n + 1]
        Nodes newly linked, written here.
    """
    found = 0
    head = 0
    while head < count:
        # Unsigned indices for speed: see ``fields``.
        here = np.uint32(queue[np.uint32(head)])
        head += 1
        step = int(links[here]) + 1
        if step > limit:
            break
        sides = int(open_sides[here])
        for d in range(np.uint32(6)):
            if (sides >> d) & 1 == 0:
                continue
            there = np.uint32(neighbour[here, d])
            if links[there] <= step or barred[there] != 0:
                continue
            links[there] = step
            parent[there] = here
            queue[np.uint32(count)] = there
            count += 1
            if node[there] == 1 and step <= node_limit:
                node[there] = 2
                reached[found] = there
                found += 1
    return found


@entry
def spread_lines(
    neighbour: np.ndarray,
    open_sides: np.ndarray,
    limit: int,
    links: np.ndarray,
    queue: np.ndarray,
    count: int,
) -> int:
    """Run one wave of a flood without nodes and return how many hexes it has, the seeds included.

    As ``spread_links``, but for ``links``, which is negative where no line may enter. Nothing is
    asked that the processor would have to guess: each hex is put at the end of the queue, and stays
    there if the end moves on.
    """
    head = 0
    while head < count:
        here = np.uint32(queue[np.uint32(head)])
        head += 1
        step = int(links[here]) + 1
        if step > limit:
            break
        sides = int(open_sides[here])
        for d in range(np.uint32(6)):
            there = np.uint32(neighbour[here, d])
            known = int(links[there])
            nearer = (step < known) & ((sides >> d) & 1 != 0)
            links[there] = step if nearer else known
            queue[np.uint32(count)] = there
            count += int(nearer)
    return count


@entry
def flood_links(
    neighbour: np.ndarray,
    open_sides: np.ndarray,
    barred: np.ndarray,
    node: np.ndarray,
    node_limit: int,
    limit: int,
    links: np.ndarray,
    marks: np.ndarray,
    parent: np.ndarray,
    queue: np.ndarray,
    count: int,
    reached: np.ndarray,
) -> None:
    """Flood from the seeds in ``queue[:count]``, node by node, until nothing more is linked.

    Arrays as in ``spread_links``; each seed is its own parent. ``marks`` (int16[n + 1]) is set to 1
    on every hex of one chain for each linked node: while those stay open, the nodes stay linked.

    >>> from balance.kernel.hexes import build_neighbours
    >>> n = 9  # a row of nine hexes, a source at its east end, a node at hex 3, lines of four
    >>> neighbour = build_neighbours(np.ones(n, int), 2 * np.arange(n))
    >>> links, node, marks, parent, queue, barred, reached = np.zeros((7, n + 1), np.int16)
    >>> links[1:], node[3], barred[n] = 99, 1, 1
    >>> sides = np.full(n + 1, 63, np.uint8)
    >>> flood_links(neighbour, sides, barred, node, 4, 4, links, marks, parent, queue, 1, reached)
    >>> links[:n].tolist()
    [0, 1, 1, 0, 1, 2, 3, 4, 99]
    """
    found = spread_links(
        neighbour,
        open_sides,
        barred,
        node,
        node_limit,
        limit,
        links,
        parent,
        queue,
        count,
        reached,
    )
    while found > 0:
        for i in range(found):
            here = reached[i]
            marks[here] = 1
            while parent[here] != here:
                here = parent[here]
                marks[here] = 1
        for i in range(found):
            here = reached[i]
            links[here] = 0
            parent[here] = here
            queue[i] = here
        found = spread_links(
            neighbour,
            open_sides,
            barred,
            node,
            node_limit,
            limit,
            links,
            parent,
            queue,
            found,
            reached,
        )


@entry
def withdraw_links(
    neighbour: np.ndarray,
    open_sides: np.ndarray,
    limit: int,
    links: np.ndarray,
    before: np.ndarray,
    queue: np.ndarray,
    closed: int,
    unreached: int,
) -> int:
    """Correct distances for a hex that has closed, while all sources go on working.

    Arrays as in ``spread_links``; ``before`` and ``queue`` are scratch. The hexes whose distance
    may have changed are in ``queue`` afterwards, the closed one first; returns their number.

    >>> from balance.kernel.hexes import build_neighbours
    >>> n = 4
    >>> neighbour = build_neighbours(np.ones(n, int), 2 * np.arange(n))
    >>> links = np.array([0, 1, 2, 3, 99], np.int16)
    >>> before, queue = np.zeros((2, n + 1), np.int16)
    >>> sides = np.full(n + 1, 63, np.uint8)
    >>> withdraw_links(neighbour, sides, 7, links, before, queue, 2, 99)
    2
    >>> links[:n].tolist()
    [0, 1, 99, 99]
    """
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
            if (open_sides[here] >> d) & 1 == 0:
                continue
            there = neighbour[here, d]
            if links[there] != step + 1:
                continue
            if not _has_neighbour_at(neighbour, open_sides, links, there, step):
                before[there] = links[there]
                links[there] = unreached
                queue[count] = there
                count += 1
    # Step 2: those hexes are reached again from the others, near ones first.
    for step in range(1, limit + 1):
        for i in range(1, count):
            here = queue[i]
            if links[here] == unreached:
                if _has_neighbour_at(neighbour, open_sides, links, here, step - 1):
                    links[here] = step
    return count


@entry
def _has_neighbour_at(
    neighbour: np.ndarray, open_sides: np.ndarray, links: np.ndarray, h: int, distance: int
) -> bool:
    """Whether a hex beside this one lies at a given distance."""
    for d in range(6):
        if (open_sides[h] >> d) & 1 != 0 and links[neighbour[h, d]] == distance:
            return True
    return False
