"""Hex geometry: who is whose neighbour, in which direction, on any wargame map.

A map is an ordered list of hexes 0 .. n-1 plus one dummy hex ``n`` that stands for "off the map",
so that every neighbour is a valid index. Positions are doubled-width coordinates (row, x2): x2
grows by two a column and by one a row step, which makes distance a formula without parity cases.
"""

from __future__ import annotations

import numpy as np

#: Directions clockwise from north-east, for pointy-top hexes in straight rows.
NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST = range(6)
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
