"""Boards: a map as bits, a word for each row, so that all its hexes take a step at once.

A hex is a bit of its row's word. Whoever stands beside a set of hexes is that set moved by one bit
east and west, and in the rows above and below straight and by one bit more: a few shifts for a row
of up to 64 hexes, without a question that the processor would have to guess.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import inlined, inner

#: Columns of a table of rows: number of the first hex, its bit, and 1 where the neighbours in other
#: rows have its own bit and the next, 0 where they have its own bit and the one before.
_FIRST, _INDENT, _STAGGER = range(3)
_WORD = 64
_NO_ROWS = np.zeros((0, 3), np.int16)
#: Boards that a field of distances is made of: bit b of the distance of each hex.
_PLANES = 5
#: Distances that can be counted so.
FARTHEST = (1 << _PLANES) - 1
_ONE = np.uint64(1)
_NONE = np.uint64(0)


def board_rows(row: np.ndarray, x2: np.ndarray) -> np.ndarray:
    """Table of the rows of a map: int16[rows + 1, 3], the last row of it behind the map.

    Without rows where the map can't be a board: its hexes must be numbered row by row and eastmost
    first, with no gap in a row, and no more than 64 columns.

    row, x2 : int arrays, doubled-width positions as in ``hexes``

    >>> board_rows(np.array([1, 1, 2]), np.array([2, 4, 3])).tolist()
    [[0, 0, 0], [2, 0, 1], [3, 0, 0]]
    >>> len(board_rows(np.array([1, 1]), np.array([2, 6])))
    0
    """
    row, x2 = row.astype(np.int64), x2.astype(np.int64)
    if len(row) == 0:
        return _NO_ROWS
    column = (x2 >> 1) - int(x2.min() >> 1)
    steps, along = np.diff(row), np.diff(x2)
    in_order = (steps >= 0).all() and (along[steps == 0] == 2).all()
    if not in_order or len(set((row + x2) % 2)) > 1 or column.max() >= _WORD:
        return _NO_ROWS
    numbers = np.arange(row[0], row[-1] + 2)
    first = np.searchsorted(row, numbers)
    table = np.zeros((len(numbers), 3), np.int16)
    table[:, _FIRST] = first
    table[:-1, _INDENT] = column[first[:-1]]
    table[:-1, _STAGGER] = x2[first[:-1]] % 2
    return table


@inlined
def _put_on_board(
    rows: np.ndarray, open_to: np.ndarray, field: np.ndarray, reached: np.ndarray, free: np.ndarray
) -> None:
    """Set the bits of the hexes with value 0, and of those that may be entered besides."""
    for r in range(len(rows) - 1):
        first = np.int64(rows[r, _FIRST])
        starts = _NONE
        others = _NONE
        for c in range(np.int64(rows[r + 1, _FIRST]) - first):
            h = np.uint32(first + c)
            starts |= np.uint64(field[h] == 0) << np.uint64(c)
            others |= np.uint64(open_to[h] != 0) << np.uint64(c)
        # Rows stand at 1 and more: there is an empty one on each side of the map.
        reached[r + 1] = starts << np.uint64(rows[r, _INDENT])
        free[r + 1] = (others & ~starts) << np.uint64(rows[r, _INDENT])


@inlined
def _take_from_board(
    rows: np.ndarray, planes: np.ndarray, reached: np.ndarray, beyond: int, field: np.ndarray
) -> None:
    """Note the distance of each hex that was reached, and ``beyond`` for all others."""
    for r in range(len(rows) - 1):
        first = np.int64(rows[r, _FIRST])
        indent = np.uint64(rows[r, _INDENT])
        ones, twos, fours = planes[0, r + 1], planes[1, r + 1], planes[2, r + 1]
        eights, sixteens, all_reached = planes[3, r + 1], planes[4, r + 1], reached[r + 1]
        for c in range(np.int64(rows[r + 1, _FIRST]) - first):
            bit = _ONE << (np.uint64(c) + indent)
            value = 1 if ones & bit != _NONE else 0
            value += 2 if twos & bit != _NONE else 0
            value += 4 if fours & bit != _NONE else 0
            value += 8 if eights & bit != _NONE else 0
            value += 16 if sixteens & bit != _NONE else 0
            field[np.uint32(first + c)] = value if all_reached & bit != _NONE else beyond


@inner
def count_steps(
    rows: np.ndarray, open_to: np.ndarray, limit: int, beyond: int, field: np.ndarray
) -> None:
    """Fill ``field`` with hexes counted from the nearest hex of value 0, as far as ``limit``.

    rows : of ``board_rows``; open_to : uint8[n + 1], only hexes where it is nonzero are entered;
    limit : no more than FARTHEST; beyond : value of all other hexes; field : int16[n + 1], mutated
    """
    words = np.zeros((4 + _PLANES, len(rows) + 1), np.uint64)
    reached, free, wider, new = words[0], words[1], words[2], words[3]
    planes = words[4:]
    _put_on_board(rows, open_to, field, reached, free)
    for step in range(1, limit + 1):
        for r in range(len(rows) - 1):
            stagger = np.uint64(rows[r, _STAGGER])
            here = reached[r + 1]
            wider[r + 1] = here | (here << stagger) >> (_ONE - stagger)
        for r in range(1, len(rows)):
            here = reached[r]
            around = here << _ONE | here >> _ONE | wider[r - 1] | wider[r + 1]
            new[r] = around & free[r]
            free[r] &= ~around
            reached[r] = here | new[r]
        for b in range(_PLANES):
            if (step >> b) & 1 != 0:
                for r in range(1, len(rows)):
                    planes[b, r] |= new[r]
    _take_from_board(rows, planes, reached, beyond, field)
