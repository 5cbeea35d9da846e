"""Small maps written as text, for tests of games whose even rows lie half a hex further west.

A row of text is a row of the map, its hexes from west to east, separated by blanks. As on the
printed maps columns count from the east, so that the last hex of a row is column 01.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np


def clear_map(rows: int, columns: int) -> list[str]:
    """Give the text of a map of clear hexes."""
    return [" ".join("." * columns)] * rows


def strip(columns: int, special: Mapping[int, str] | None = None) -> list[str]:
    """Give the text of a map of one row: clear hexes, save those given by column from the east."""
    special = special or {}
    return [" ".join(special.get(column, ".") for column in range(columns, 0, -1))]


def change_cell(rows: Sequence[str], row: int, column: int, text: str) -> list[str]:
    """Replace one hex of a text map; row counts from 1 at the top, column from 1 in the east."""
    changed = list(rows)
    cells = changed[row - 1].split()
    cells[len(cells) - column] = text
    changed[row - 1] = " ".join(cells)
    return changed


def cells_of(rows_of_text: Sequence[str], first_row: int) -> Iterator[tuple[int, int, str]]:
    """Row, column and text of each hex, in order of their numbers."""
    for offset, text in enumerate(rows_of_text):
        for column, cell in enumerate(reversed(text.split()), start=1):
            yield first_row + offset, column, cell


def doubled(row: int, column: int) -> int:
    """Doubled-width column of a hex, see ``balance.kernel.neighbours``."""
    return 2 * column + (1 if row % 2 == 0 else 0)


def name_of(row: int, x2: int) -> str:
    """Printed name of a hex."""
    return f"{row:02d}{x2 // 2:02d}"


def hex_named(state: Any, name: str) -> int:
    """Index of a hex by its printed name."""
    row, column = int(name[:2]), int(name[2:])
    hexes = state.hexes
    found = np.flatnonzero((hexes["row"] == row) & (hexes["x2"] == doubled(row, column)))
    assert len(found) == 1, f"no hex {name}"
    return int(found[0])


def lay_sides(
    names: Mapping[str, int],
    neighbour: np.ndarray,
    sides: Mapping[tuple[str, str], str],
    words: Mapping[str, int],
) -> np.ndarray:
    """Bits of the hexsides between named hexes: ``{("0101", "0102"): "river|o_ring"}``."""
    hexside = np.zeros(neighbour.shape, np.uint8)
    for (a, b), text in sides.items():
        bits = sum(words[word.upper()] for word in text.split("|"))
        for start, end in ((names[a], names[b]), (names[b], names[a])):
            hexside[start, list(neighbour[start]).index(end)] |= bits
    return hexside
