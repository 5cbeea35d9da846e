"""How the printed number of a hex gives its place, for both ways a map may lay its hexes.

Kernels and builder know one lattice: pointed hexes in straight rows, columns counted westward. A
map of flat-topped hexes is stored turned by a quarter, its vertical lines of hexes as rows: what
the sheet has in the west lies in the south of the lattice, what it has in the north lies in the
west. ``to_paper`` turns it back.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from balance.files.toml import read_toml
from balance.rulebook.map_rows import is_text_map

Points = npt.NDArray[np.float64]

#: How the tops of the hexes may lie: a recipe says "flat"; without a word they are pointed.
TOPS = ("pointed", "flat")
#: On a flat-topped map the second figure counts southward from 01; from this on it means the lines
#: north of 01: 99 lies north of 00, which lies north of 01.
_NORTH = 80
_CENTURY = 100


def numbers_flat_hexes(map_folder: Path) -> bool:
    """Whether the recipe beside the tables of a map says that its hexes have flat tops."""
    recipe = map_folder / "projection.toml"
    frame = read_toml(recipe).get("frame") if recipe.is_file() else None
    return isinstance(frame, dict) and frame.get("tops") == "flat"


def numbers_eastward(map_folder: Path) -> bool:
    """Whether columns count from west to east: on maps of letters, and where the recipe says so."""
    recipe = map_folder / "projection.toml"
    frame = read_toml(recipe).get("frame") if recipe.is_file() else None
    said = isinstance(frame, dict) and frame.get("columns") == "eastward"
    return said or is_text_map(map_folder)


def lattice_place(name: str, flat: bool, eastward: bool = False) -> tuple[int, int]:
    """Row and column of a printed number on the lattice.

    >>> lattice_place("2111", flat=False), lattice_place("2111", flat=True)
    ((21, 11), (21, 89))
    >>> [lattice_place(name, flat=True)[1] for name in ("2101", "2100", "2199")]
    [99, 100, 101]
    """
    first, second = int(name[:2]), int(name[2:])
    if not flat:
        return first, _CENTURY - second if eastward else second
    return first, _CENTURY - second if second < _NORTH else 2 * _CENTURY - second


def printed_number(row: int, column: int, flat: bool) -> str:
    """The number of a place on the lattice.

    >>> [printed_number(21, column, flat=True) for column in (89, 99, 100, 101)]
    ['2111', '2101', '2100', '2199']
    """
    return f"{row:02d}{(_CENTURY - column) % _CENTURY if flat else column:02d}"


def to_paper(points: Points, flat: bool) -> Points:
    """Points of the lattice, [..., 2], as they lie on the sheet, its north upward.

    >>> to_paper(np.array([[0.0, -1.0]]), flat=True).tolist()
    [[-1.0, -0.0]]
    """
    return np.stack([points[..., 1], -points[..., 0]], axis=-1) if flat else points
