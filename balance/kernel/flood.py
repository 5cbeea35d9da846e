"""Supply-like floods: how far each hex lies from the nearest working source along open ways.

A *node* is a hex that becomes a source itself once a line of limited length links it to one: its
count starts again at zero. ``spread_links`` runs one wave of a flood, ``flood_links`` repeats it
from the nodes that the last wave reached until no new one is found. Distances count hexes entered:
the hex one starts from is free, the source counts.

Nothing here depends on a direction of travel, so sides must be open both ways or not at all.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True)
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
        here = queue[head]
        head += 1
        step = links[here] + 1
        if step > limit:
            break
        sides = open_sides[here]
        for d in range(6):
            if (sides >> d) & 1 == 0:
                continue
            there = neighbour[here, d]
            if links[there] <= step or barred[there] != 0:
                continue
            links[there] = step
            parent[there] = here
            queue[count] = there
            count += 1
            if node[there] == 1 and step <= node_limit:
                node[there] = 2
                reached[found] = there
                found += 1
    return found


@njit(cache=True)
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
    [0, 1, 2, 0, 1, 2, 3, 4, 99]
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
