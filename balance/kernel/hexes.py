"""Hex geometry: neighbours, directions and distances, for any wargame map.

A map is an ordered list of hexes 0 .. n-1 plus one dummy hex ``n`` that stands for "off the map",
so that every neighbour is a valid index. Positions are doubled-width coordinates (row, x2): x2
grows by two a column and by one a row step, which makes distance a formula without parity cases.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import entry

#: Directions clockwise from north-east, for pointy-top hexes in straight rows.
NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST = range(6)
DIRECTION_NAMES = ("NE", "E", "SE", "SW", "W", "NW")
_STEPS = ((-1, -1), (0, -2), (1, -1), (1, 1), (0, 2), (-1, 1))


def build_neighbours(row: np.ndarray, x2: np.ndarray) -> np.ndarray:
    """Neighbour table of a map whose x2 grows westward.

    Parameters
    ----------
    row, x2 : int arrays, shape [n]
        Doubled-width position of each hex.

    Returns
    -------
    int16 array, shape [n + 1, 6]
        Index of the neighbour in each direction (0 NE, clockwise); n where there is none. Row n,
        the dummy hex, is its own neighbour everywhere.
    """
    count = len(row)
    index = {(int(r), int(x)): i for i, (r, x) in enumerate(zip(row, x2, strict=True))}
    table = np.full((count + 1, 6), count, np.int16)
    for (r, x), i in index.items():
        for direction, (dr, dx) in enumerate(_STEPS):
            table[i, direction] = index.get((r + dr, x + dx), count)
    return table


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
