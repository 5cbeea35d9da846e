"""Changes of a map by a variant: a hex that is another terrain, a river on another hexside.

A change is addressed as ``hex:2111:terrain`` or ``hexside:2111-2112``, where the name of a place
does for its hex, and holds the text that
stands in that cell of ``hexes.csv`` or in the features of ``hexsides.csv``. The game's own reader
of the map judges the values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from balance.errors import DataError, UnknownName
from balance.files.charts import Row, shown_path
from balance.rulebook.map_rows import map_sides
from balance.rulebook.place_names import hex_number, hex_rows, hexside_ends

#: (hex or side, column) -> text.
MapEdits = Mapping[tuple[str, str], str]
FEATURES = "features"
#: Text for a hexside without features.
NO_FEATURES = "none"
#: Columns that say where a hex is and where that is known from: no rule.
_NO_RULES = ("hex", "lat", "lon", "origin", "note")


def printed_cell(folder: Path, key: str, listed: Mapping[str, str]) -> tuple[tuple[str, str], str]:
    """Address and text of the cell of a game's map that a key such as ``hex:2111:terrain`` means.

    ``listed`` names the columns whose hexes a parameter lists, with its key.

    Raises
    ------
    UnknownName
        If there is no such hex or column.
    DataError
        If a key is no address, or a parameter lists those hexes.
    """
    topic, _, rest = key.partition(":")
    if topic == "hexside":
        first, second = sorted(hexside_ends(folder, rest))
        features = _side_features(folder).get((first, second), NO_FEATURES)
        return (f"{first}-{second}", FEATURES), features
    name, colon, column = rest.partition(":")
    if not colon:
        raise DataError(f"{key!r}: a hex is changed as hex:NUMBER:column, e.g. hex:2111:terrain")
    name = hex_number(folder, name)
    if column in listed:
        raise DataError(f"{key!r}: which hexes these are, the parameter {listed[column]} says")
    possible = hex_rows(folder)[name].cells.items()
    cells = {c: text for c, text in possible if c not in (*_NO_RULES, *listed)}
    if column not in cells:
        raise UnknownName(f"column of hex {name!r}", column, cells)
    return (name, column), cells[column]


def printed_hex(folder: Path, name: str) -> Row:
    """The row of a hex as the game's map has it, without changes."""
    return hex_rows(folder)[name]


def map_marks(folder: Path, key: str) -> Iterator[str]:
    """What a fault about a change of the map says: the line of the hex, or the name of the side."""
    topic, _, rest = key.partition(":")
    if topic == "hex":
        row = hex_rows(folder)[hex_number(folder, rest.partition(":")[0])]
        yield f"{shown_path(row.path)}:{row.line}:"
    else:
        yield "-".join(sorted(hexside_ends(folder, rest)))


def edited_hex(row: Row, edits: MapEdits) -> Row:
    """A row of ``hexes.csv`` with its changes."""
    changed = {column: text for (name, column), text in edits.items() if name == row["hex"]}
    return Row(row.path, row.line, {**row.cells, **changed}) if changed else row


def edited_sides(rows: list[Row], edits: MapEdits) -> list[Row]:
    """The rows of ``hexsides.csv`` with changes: sides changed, added or without features."""
    wanted = {name: text for (name, column), text in edits.items() if column == FEATURES}
    if not wanted:
        return rows
    kept = []
    for row in rows:
        text = wanted.pop(f"{row['hex_a']}-{row['hex_b']}", None)
        if text != NO_FEATURES:
            cells = row.cells if text is None else {**row.cells, FEATURES: text}
            kept.append(Row(row.path, row.line, cells))
    for name, text in wanted.items():
        if text != NO_FEATURES:
            a, _, b = name.partition("-")
            empty = dict.fromkeys(rows[0].cells, "")
            kept.append(Row(rows[0].path, 1, {**empty, "hex_a": a, "hex_b": b, FEATURES: text}))
    return kept


@lru_cache(maxsize=8)
def _side_features(folder: Path) -> dict[tuple[str, str], str]:
    rows = map_sides(folder / "map", ("hex_a", "hex_b", FEATURES))
    return {(row["hex_a"], row["hex_b"]): row[FEATURES] for row in rows}
