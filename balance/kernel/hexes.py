"""Hex geometry that kernels ask for: directions and distances; positions as in ``neighbours``."""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import entry


@entry
def opposite(direction: int) -> int:
    """Direction that leads back.

    >>> opposite(0), opposite(4)
    (3, 1)
    """
    return (direction + 3) % 6


@entry
def distance(row_a: int, x2_a: int, row_b: int, x2_b: int) -> int:
    """Hexes from one position to another: the number of steps of a shortest path on an open map.

    >>> distance(27, 50, 26, 37)  # 2725 to 2618 in Drive on Stalingrad
    7
    """
    rows = abs(int(row_a) - int(row_b))
    halves = abs(int(x2_a) - int(x2_b))
    return rows + max(0, (halves - rows) // 2)


def distances(row: np.ndarray, x2: np.ndarray, start: int) -> np.ndarray:
    """Distance of every position from one of them; int64 array of the shape of ``row``.

    >>> distances(np.array([27, 26, 27]), np.array([50, 37, 50]), 0).tolist()
    [0, 7, 0]
    """
    rows = np.abs(row.astype(np.int64) - int(row[start]))
    halves = np.abs(x2.astype(np.int64) - int(x2[start]))
    return rows + np.maximum(0, (halves - rows) // 2)


@entry
def direction_to(neighbour: np.ndarray, start: int, end: int) -> int:
    """Direction of an adjacent hex, or -1 if the two are not neighbours.

    neighbour : int16[n + 1, 6]
    """
    for d in range(6):
        if neighbour[start, d] == end:
            return d
    return -1


@entry
def join_node(neighbour: np.ndarray, node: int, h: int, side: int) -> None:
    """Let a side of a hex lead to a node, and back from there by the side opposite.

    neighbour : int16[n + 1, 6], mutated

    A node is a place beyond the printed hexes: half of a city that both sides hold, with the sides
    it has of it; a box off the map. It has six sides at most, each to one place, so a box that more
    hexes lead to is several nodes.

    >>> from balance.kernel.neighbours import build_neighbours
    >>> neighbour = build_neighbours(np.array([1, 1]), np.array([2, 4]))
    >>> more = np.insert(np.where(neighbour == 2, 3, neighbour), 2, 3, axis=0)
    >>> join_node(more, 2, 0, 4)
    >>> more.tolist()[0], more.tolist()[2]
    ([3, 3, 3, 3, 2, 3], [3, 0, 3, 3, 3, 3])
    """
    neighbour[h, side] = node
    neighbour[node, (side + 3) % 6] = h
