"""The hex grid of one map: names, neighbours, sides and the corners they run between.

Pointy-top hexes in straight rows, numbered row then column, columns counted westward; a map of
flat-topped hexes is the same, turned by a quarter (``balance.maps.numbering``). A corner is a
pair of integers, so that chains of hexsides (rivers, crests) are exact walks on a graph. The plane
is measured in hex widths, east and north.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from balance.kernel.neighbours import build_neighbours
from balance.maps.numbering import lattice_place, printed_number

Corner = tuple[int, int]
#: An undirected hexside: the indices of its two hexes, lower first.
Side = tuple[int, int]

#: Corners of a hex from its centre (west-growing x2 negated, rows times three), clockwise from
#: north; side d runs from corner d to corner d + 1 with the hex on its right hand.
_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
#: Distance between two rows, in hex widths.
ROW_HEIGHT = math.sqrt(3.0) / 2.0


@dataclass(frozen=True)
class Frame:
    """The rectangle of a map sheet: rows, and the columns of odd and even rows.

    ``west_rows`` tells which rows lie half a hex further west: "even" or "odd". With flat tops rows
    are the vertical lines, and ``north_lines`` of their hexes lie north of those numbered 01.
    """

    first_row: int
    last_row: int
    odd_columns: int
    even_columns: int
    west_rows: str
    tops: str = "pointed"
    north_lines: int = 0

    def places(self) -> list[tuple[str, int, int]]:
        """Every hex: its number, row and column on the lattice, in order of the numbers."""
        flat = self.tops == "flat"
        found = []
        for row in range(self.first_row, self.last_row + 1):
            columns = self.even_columns if row % 2 == 0 else self.odd_columns
            first = 1
            if flat:
                first = lattice_place(f"{row:02d}{columns - self.north_lines:02d}", flat)[1]
            for column in range(first, first + columns):
                found.append((printed_number(row, column, flat), row, column))
        return sorted(found)


class Grid:
    """All hexes of a frame in order of their numbers, with neighbours, corners and sides.

    Attributes
    ----------
    names : list of str
        Hex numbers as printed, sorted.
    row, x2 : int arrays [n]
        Doubled-width positions as in ``balance.kernel.neighbours``.
    neighbour : int16 array [n + 1, 6]
    centre : float array [n, 2]
        Centres in hex widths, east and north.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        places = frame.places()
        self.names = [name for name, _, _ in places]
        self.index = {name: i for i, name in enumerate(self.names)}
        self.row = np.array([row for _, row, _ in places])
        self.x2 = np.array([2 * column + self._shift(row) for _, row, column in places])
        self.neighbour = build_neighbours(self.row, self.x2)
        corner_x = -self.x2
        corner_y = 3 * self.row
        self.corners: list[tuple[Corner, ...]] = [
            tuple((int(x) + dx, int(y) + dy) for dx, dy in _CORNERS)
            for x, y in zip(corner_x, corner_y, strict=True)
        ]
        self.centre = np.stack([corner_x * 0.5, -self.row * ROW_HEIGHT], axis=1)
        self.hexes_at: dict[Corner, list[int]] = {}
        for i, corners in enumerate(self.corners):
            for corner in corners:
                self.hexes_at.setdefault(corner, []).append(i)

    def _shift(self, row: int) -> int:
        return int((row % 2 == 0) == (self.frame.west_rows == "even"))

    def __len__(self) -> int:
        return len(self.names)

    def neighbours(self, i: int) -> list[int]:
        """Hexes of the map that share a side with hex ``i``."""
        return [int(j) for j in self.neighbour[i] if j != len(self)]

    def sides(self) -> list[tuple[int, int, int]]:
        """Every side between two hexes of the map once: (hex, other hex, direction to it)."""
        here, direction = np.nonzero(
            (self.neighbour[:-1] > np.arange(len(self))[:, None])
            & (self.neighbour[:-1] < len(self))
        )
        there = self.neighbour[here, direction]
        return list(zip(here.tolist(), there.tolist(), direction.tolist(), strict=True))

    def side_corners(self, i: int, direction: int) -> tuple[Corner, Corner]:
        """Ends of a side, in the sense that has hex ``i`` on the right hand."""
        return self.corners[i][direction], self.corners[i][(direction + 1) % 6]

    def side_name(self, side: Side) -> str:
        """Name of a side as written in the data: ``2111|2112``."""
        return f"{self.names[side[0]]}|{self.names[side[1]]}"


def corner_position(corner: Corner) -> tuple[float, float]:
    """Place of a corner in the plane, hex widths east and north.

    >>> corner_position((0, -2))
    (0.0, 0.5773502691896257)
    """
    return corner[0] * 0.5, -corner[1] * ROW_HEIGHT / 3.0


def hex_distance(grid: Grid, a: str, b: str) -> int:
    """Hexes between two named hexes.

    >>> hex_distance(Grid(Frame(1, 33, 34, 33, "even")), "2725", "2618")
    7
    """
    i, j = grid.index[a], grid.index[b]
    rows = abs(int(grid.row[i]) - int(grid.row[j]))
    halves = abs(int(grid.x2[i]) - int(grid.x2[j]))
    return rows + max(0, (halves - rows) // 2)


def points_in_hex(per_side: int) -> npt.NDArray[np.float64]:
    """Evenly spread sample points of a hex, ``per_side`` squared or so, [m, 2].

    They lie around its centre, in hex widths.
    """
    step = 1.0 / per_side
    points = []
    for a in range(-per_side, per_side + 1):
        for b in range(-per_side, per_side + 1):
            x, y = (a + 0.5 * b) * step, b * ROW_HEIGHT * step
            # Inside a pointy-top hex of width 1: three pairs of parallel sides.
            inside = (
                abs(x) <= 0.5
                and abs(0.5 * x + ROW_HEIGHT * y) <= 0.5
                and abs(0.5 * x - ROW_HEIGHT * y) <= 0.5
            )
            if inside:
                points.append((x, y))
    return np.array(points)
