"""The map as the referee reads it: ``hexes.csv`` and ``hexsides.csv`` as arrays of the state.

Rule: army_group_south 10.1, 10.4, 20.1, 20.2, 23.1, 23.2, 25.1, 25.3

Roles of hexes that the rulebook names by number or area are parameters; they win over the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row
from balance.games.army_group_south.state import HEX
from balance.games.army_group_south.vocabulary import Feature, Hexside, Terrain
from balance.games.boards import (
    GameMap,
    blank_hexes,
    feature_bits,
    hexside_bits,
    make_map,
    named_hexes,
    read_degrees,
    read_word,
)
from balance.games.counters import whole_number
from balance.kernel.records import Rows
from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.changes import MOST_POINTS
from balance.rulebook.game import Game
from balance.rulebook.ruleset import Ruleset

#: Entry areas by their letter.
AREAS = {name[-1]: Feature[name] for name in ("AREA_A", "AREA_B", "AREA_C", "AREA_K", "AREA_L")}
_TERRAIN = {t.name.lower(): t for t in Terrain if t != Terrain.OFF_MAP}
_WORDS: dict[str, dict[str, int]] = {
    "place_kind": {"": 0, "town": Feature.TOWN, "city": Feature.CITY},
    "start_side": {"axis": 0, "soviet": Feature.SOVIET_SIDE},
    "rail_exit": {"0": 0, "1": Feature.RAIL_EXIT | Feature.RAIL},
}
_HEXSIDES = {
    "minor_river": Hexside.MINOR_RIVER,
    "major_river": Hexside.MAJOR_RIVER,
    "water": Hexside.SEA,
    "rail": Hexside.RAIL,
}


def load_map(ruleset: Ruleset) -> GameMap:
    """Read the map of a variant.

    Raises
    ------
    DataError
        If a table or a parameter is wrong; names every line at fault.
    """
    sheet = _shared_sheet(ruleset.game, tuple(sorted(ruleset.map_edits.items())))
    hexes = blank_hexes(sheet, HEX)
    hexes.terrain[-1] = Terrain.OFF_MAP
    faults: list[str] = []
    for i, row in enumerate(sheet.hexes):
        hexes.terrain[i] = read_word(row, "terrain", _TERRAIN, faults)
        hexes.vp[i] = whole_number(row, "vp", faults, high=MOST_POINTS)
        hexes.features[i] = _features(row, faults)
    degrees = read_degrees(sheet, faults)
    sides = hexside_bits(sheet, _HEXSIDES, faults)
    _mark_edges(sheet, hexes)
    hexes.features[(sides & Hexside.RAIL).any(axis=1)] |= int(Feature.RAIL)
    _set_roles(sheet, hexes, ruleset, faults)
    if faults:
        raise DataError(faults)
    return make_map(sheet, hexes, sides, degrees)


@lru_cache(maxsize=16)
def _shared_sheet(game: Game, edits: tuple[tuple[tuple[str, str], str], ...]) -> Sheet:
    """The tables of the map; nothing writes on them, so variants that agree on them share."""
    return read_sheet(game.folder / "map", dict(edits))


def _features(row: Row, faults: list[str]) -> int:
    bits = feature_bits(row, _WORDS, faults)
    letters = list(filter(None, row["entry_areas"].split("|")))
    if len(set(letters)) < len(letters):
        faults.append(row.fault(f"entry_areas is {row['entry_areas']!r}; expected each area once"))
    for letter in letters:
        if letter in AREAS:
            bits |= int(AREAS[letter])
        else:
            known = ", ".join(AREAS)
            faults.append(row.fault(f"entry area {letter!r}; expected one of {known}, or several"))
    return bits


def _mark_edges(sheet: Sheet, hexes: Rows) -> None:
    """Mark the hexes on the edge of the map, and those of its eastern edge.

    Rule: army_group_south 24.0, 25.1
    """
    count = len(sheet.names)
    edge = (sheet.neighbour[:-1] == count).any(axis=1)
    hexes.features[:-1][edge] |= int(Feature.EDGE)
    east = hexes.x2[:-1] < 2 * 2  # column 01 of its row
    hexes.features[:-1][east] |= int(Feature.EAST_EDGE)


def _set_roles(sheet: Sheet, hexes: Rows, ruleset: Ruleset, faults: list[str]) -> None:
    """Give hexes the roles that parameters place.

    Rule: army_group_south 20.1, 20.2, 25.1, 25.3
    """
    hexes.features[_named(sheet, ruleset, "victory.kharkov_hexes", faults)] |= int(Feature.KHARKOV)
    closed = _named(sheet, ruleset, "supply.german_excluded_exit", faults)
    hexes.features[closed] &= ~int(Feature.RAIL_EXIT)
    hexes.features[_exits(sheet, hexes, ruleset, faults)] |= int(Feature.EXIT)
    ends = _named(sheet, ruleset, "supply.soviet_edge", faults)
    if len(ends) == 2:
        rows = sorted(int(hexes.row[h]) for h in ends)
        # Ruling: army_group_south 20.1 - the two hexes that end the stretch belong to it, or don't.
        inward = 0 if ruleset.integer("supply.soviet_edge_ends_count") else 1
        east = (hexes.features & int(Feature.EAST_EDGE)) != 0
        stretch = (hexes.row >= rows[0] + inward) & (hexes.row <= rows[1] - inward)
        hexes.features[east & stretch] |= int(Feature.SOVIET_EDGE)


def _exits(sheet: Sheet, hexes: Rows, ruleset: Ruleset, faults: list[str]) -> Sequence[int]:
    """Hexes by which Soviet units may leave: those that are area L, or all of another entry area.

    Rule: army_group_south 25.1
    """
    area = ruleset.word("victory.exit_area")
    if area != "L":
        return np.flatnonzero(hexes.features & int(AREAS[area])).tolist()
    key, width = "victory.exit_hexes", ruleset.integer("victory.exit_width")
    found = list(dict.fromkeys(_named(sheet, ruleset, key, faults)))
    for h in found:
        if not hexes.features[h] & int(Feature.EDGE):
            faults.append(f"parameter {key}: {sheet.names[h]} isn't on the edge of the map")
    if width > len(found):
        faults.append(
            f"parameter victory.exit_width is {width}, but {key} names {len(found)} hexes; "
            "name more, or ask for less"
        )
    return found[:width]


def _named(sheet: Sheet, ruleset: Ruleset, key: str, faults: list[str]) -> list[int]:
    """Indices of the hexes that a parameter names."""
    return named_hexes(sheet, key, ruleset.hexes(key), faults)
