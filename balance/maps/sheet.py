"""A built map as it lies on disk: ``hexes.csv`` and ``hexsides.csv``, written and read back.

A designer who owns the printed map may edit or replace both tables; so reading them checks all that
a map of any game must satisfy and reports every fault with its line.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from balance.errors import DataError
from balance.files.charts import Row
from balance.kernel.neighbours import build_neighbours
from balance.maps.numbering import lattice_place, numbers_eastward, numbers_flat_hexes
from balance.rulebook.map_edits import MapEdits, edited_hex, edited_sides
from balance.rulebook.map_rows import map_hexes, map_sides

#: Columns of ``hexes.csv`` that every map has; a game's own stand between them.
HEX_COLUMNS = (
    "hex", "terrain", "place", "place_kind", "vp", "start_side", "lat", "lon", "origin", "note",
)  # fmt: skip
SIDE_COLUMNS = ("hex_a", "hex_b", "features", "name", "origin")
#: Features of a side, of all games, in the order in which they are written. Railroads and roads are
#: among them: they link the hexes on both hands of the side.
SIDE_FEATURES = (
    "river", "minor_river", "major_river", "volga", "wadi", "escarpment", "blocked", "water",
    "o_ring", "manych", "rail", "main_road", "road", "track",
)  # fmt: skip

#: Features of which a side has one at most: of two, only the stronger would count.
_BARRIERS = (
    *("river", "minor_river", "major_river", "volga", "wadi", "escarpment", "blocked", "water"),
)


@dataclass(frozen=True)
class Sheet:
    """The two tables of a map, joined to a grid.

    Attributes
    ----------
    names : list of str
        Hex numbers in order.
    index : dict
        Hex number to hex index.
    row, x2 : int arrays [n]
        Doubled-width positions as in ``balance.kernel.neighbours``.
    neighbour : int16 array [n + 1, 6]
    hexes : list of Row
        One row a hex, in order of the hex numbers.
    sides : dict
        ``(hex, direction)``, both ways round, to the row of that hexside.
    flat : bool
        Whether the hexes have flat tops: then ``row`` and ``x2`` lie turned by a quarter.
    """

    names: list[str]
    index: dict[str, int]
    row: npt.NDArray[np.int64]
    x2: npt.NDArray[np.int64]
    neighbour: npt.NDArray[np.int16]
    hexes: list[Row]
    sides: dict[tuple[int, int], Row]
    flat: bool = False

    def features(self, hex_index: int, direction: int) -> list[str]:
        """Features of one hexside."""
        row = self.sides.get((hex_index, direction))
        return row["features"].split("|") if row else []


def read_sheet(folder: Path, edits: MapEdits | None = None) -> Sheet:
    """Read a built map; even rows lie half a hex further west and columns count westward.

    Those of maps of letters count eastward (``balance.rulebook.map_rows``).

    ``edits`` are the changes of a variant. Hexes have flat tops if the recipe beside them says so.

    Raises
    ------
    DataError
        With every fault: hexes out of order or twice, sides between hexes that aren't neighbours,
        unknown features.
    """
    faults: list[str] = []
    hexes: list[Row] = []
    edits = edits or {}
    for printed in map_hexes(folder, HEX_COLUMNS):
        row = edited_hex(printed, edits)
        if not re.fullmatch(r"[0-9]{4}", row["hex"]):
            faults.append(row.fault(f"hex {row['hex']!r}; expected four digits such as '0101'"))
        elif hexes and row["hex"] <= hexes[-1]["hex"]:
            faults.append(row.fault(f"hex {row['hex']} after {hexes[-1]['hex']}; sort, each once"))
        else:
            hexes.append(row)
        if (row["hex"], "place") in edits and (row["hex"], "place_kind") not in edits:
            faults.append(
                row.fault(f"place is {row['place']!r}: no rule goes by a name; change place_kind")
            )
    names = [row["hex"] for row in hexes]
    index = {name: i for i, name in enumerate(names)}
    flat, eastward = numbers_flat_hexes(folder), numbers_eastward(folder)
    places = [lattice_place(name, flat, eastward) for name in names]
    rows = np.array([row for row, _ in places])
    x2 = np.array([2 * column + (row % 2 == 0) for row, column in places])
    neighbour = build_neighbours(rows, x2)
    sides: dict[tuple[int, int], Row] = {}
    for row in edited_sides(map_sides(folder, SIDE_COLUMNS), edits):
        unknown = [row[key] for key in ("hex_a", "hex_b") if row[key] not in index]
        if unknown:
            faults.append(row.fault(f"no hex {', '.join(unknown)} on this map"))
            continue
        a, b = index[row["hex_a"]], index[row["hex_b"]]
        near = np.flatnonzero(neighbour[a] == b)
        if not len(near):
            beside = ", ".join(names[h] for h in sorted(neighbour[a]) if h < len(names))
            side = f"{row['hex_a']}-{row['hex_b']}"
            said = f"{side}: expected two adjacent hexes; {row['hex_a']} adjoins {beside}"
            faults.append(row.fault(said))
            continue
        if a >= b:
            faults.append(
                row.fault(f"{row['hex_a']} before {row['hex_b']}; the lower number stands first")
            )
            continue
        direction = int(near[0])
        if (a, direction) in sides:
            faults.append(row.fault(f"this side stands in line {sides[a, direction].line} too"))
        wrong = [f for f in row["features"].split("|") if f not in SIDE_FEATURES]
        if wrong:
            side = f"{row['hex_a']}-{row['hex_b']}"
            faults.append(
                row.fault(f"{side}: features {wrong}; expected {', '.join(SIDE_FEATURES)}")
            )
        side_features = row["features"].split("|")
        alone = [each for each in side_features if each in _BARRIERS]
        if (
            len(set(side_features)) < len(side_features)
            or len(alone) > 1
            or (len(side_features) > 1 and not {"blocked", "water"}.isdisjoint(alone))
        ):
            faults.append(
                row.fault(
                    f"{row['hex_a']}-{row['hex_b']}: features {row['features']!r}; expected each "
                    f"once, one of {', '.join(_BARRIERS)} at most, blocked and water alone"
                )
            )
        sides[a, direction] = sides[b, (direction + 3) % 6] = row
    if faults:
        raise DataError(faults)
    return Sheet(names, index, rows, x2, neighbour, hexes, sides, flat)


def format_table(
    comments: Iterable[str], columns: Sequence[str], rows: Iterable[Mapping[str, object]]
) -> str:
    """Text of a table: comment lines, the number of rows, header, rows; LF line ends."""
    text = io.StringIO(newline="")
    rows = list(rows)
    for comment in (*comments, f"rows: {len(rows)}"):
        text.write(f"# {comment}".rstrip() + "\n")
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
