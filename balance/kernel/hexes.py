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
