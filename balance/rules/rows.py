"""Hexes by rows: who lies near a hex is found without a look at the whole map."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.kernel.hexes import distance


def note_rows(hexes: Any) -> None:
    """Fill the fields ``first`` and ``behind`` of a map.

    hexes : HEX[n + 1], in order of rows and then of columns, to or fro, changed
    """
    row, x2 = hexes["row"].astype(np.int64), hexes["x2"].astype(np.int64)
    # A gap in a row begins another: nobody asks how long a row is.
    starts = np.flatnonzero((np.diff(row) != 0) | (np.abs(np.diff(x2)) != 2)) + 1
    starts = np.concatenate(([0], starts, [len(hexes)]))
    lengths = np.diff(starts)
    hexes["first"] = np.repeat(starts[:-1], lengths)
    hexes["behind"] = np.repeat(starts[1:], lengths)


def note_node(hexes: Any, node: int, h: int) -> None:
    """Fill the same fields of a place beyond the printed hexes: the row of the hex it lies in.

    Whoever looks about from there sees that row; nobody who looks about sees the node.
    """
    hexes["first"][node], hexes["behind"][node] = hexes["first"][h], hexes["behind"][h]


@inner
def first_above(state: Any, h: int, away: int) -> int:
    """First hex of the northernmost row that is at most so many rows away from a hex."""
    hexes = state.hexes
    row = hexes[h].row
    first = hexes[h].first
    while first > 0 and hexes[first - 1].row >= row - away:
        first = hexes[first - 1].first
    return first


@inner
def behind_below(state: Any, h: int, away: int) -> int:
    """First hex behind the southernmost row that is at most so many rows away from a hex."""
    hexes = state.hexes
    row = hexes[h].row
    behind = hexes[h].behind
    while (
        behind < len(hexes) - 1
        and hexes[behind].behind > behind  # nodes come after all rows and lie in none
        and hexes[behind].row <= row + away
    ):
        behind = hexes[behind].behind
    return behind


@inner
def span_in_row(state: Any, first: int, x2: int, halves: int) -> tuple[int, int]:
    """First hex of a row at most so many half columns from a place, and the first one behind.

    ``first`` is the first hex of the row, ``x2`` the doubled-width column of the place.
    """
    hexes = state.hexes
    west = hexes[first].x2
    if hexes[hexes[first].behind - 1].x2 < west:  # columns are numbered to the west
        west, x2 = -west, -x2
    start = first + max(0, (x2 - halves - west + 1) // 2)
    behind = first + (x2 + halves - west) // 2 + 1
    return start, min(behind, hexes[first].behind)


@inner
def hexes_apart(state: Any, h: int, other: int) -> int:
    """Distance of two hexes."""
    one, two = state.hexes[h], state.hexes[other]
    return distance(one.row, one.x2, two.row, two.x2)
