"""The hexes around a hex, row by row: loops over a neighbourhood look at nothing beyond it.

A loop takes ``rows_near``, and of each row the hexes of ``span_near``: just those within a number
of hexes, in the order of their numbers.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import State
from balance.kernel.compiled import inlined


def first_hexes(row: np.ndarray, x2: np.ndarray) -> np.ndarray:
    """First hex at or behind each place of a map: int16[last row + 2, last column + 2].

    row, x2 : int arrays of the hexes, which stand in order of rows, then of x2. A column has the
    x2 of two hexes side by side in two rows: 2c and 2c + 1.

    >>> first_hexes(np.array([1, 1, 2]), np.array([2, 4, 3])).tolist()
    [[0, 0, 0, 0], [0, 0, 1, 2], [2, 2, 3, 3], [3, 3, 3, 3]]
    """
    rows = np.arange(int(row.max(initial=0)) + 2)
    columns = 2 * np.arange(int(x2.max(initial=0)) // 2 + 2)
    width = int(columns[-1]) + 1
    places = row.astype(np.int64) * width + x2
    asked = rows[:, None] * width + columns
    return np.searchsorted(places, asked).astype(np.int16)


@inlined
def rows_near(state: State, h: int, radius: int) -> tuple[int, int]:
    """First row within ``radius`` of a hex, and the first one beyond them."""
    row = state.hexes[h].row
    return max(0, row - radius), min(state.first_at.shape[0] - 1, row + radius + 1)


@inlined
def span_near(state: State, h: int, radius: int, row: int) -> tuple[int, int]:
    """First hex of a row within ``radius`` of a hex, and the first one beyond them."""
    # By ``hexes.distance``. Both ends have x2 as hexes of that row do, odd or even.
    half = 2 * radius - abs(state.hexes[h].row - row)
    x2 = state.hexes[h].x2
    last = state.first_at.shape[1] - 1
    first = min(last, max(0, (x2 - half) >> 1))
    beyond = min(last, max(0, ((x2 + half) >> 1) + 1))
    return state.first_at[row, first], state.first_at[row, beyond]
