"""The map as the referee reads it: ``hexes.csv`` and ``hexsides.csv`` as arrays of the state.

Rule: stalingrad_1942 2.1b, 14.15, 14.16, 20.11, S1e, S3f, Setup-d
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row
from balance.games.boards import (
    GameMap,
    blank_hexes,
    feature_bits,
    hexside_bits,
    make_map,
    read_degrees,
    read_word,
)
from balance.games.counters import whole_number
from balance.games.stalingrad_1942.state import HEX
from balance.games.stalingrad_1942.tables import EDGES, TerrainRow
from balance.games.stalingrad_1942.vocabulary import Feature, Hexside, Terrain
from balance.kernel.hexes import distances
from balance.kernel.records import Rows
from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.game import Game
from balance.rulebook.ruleset import Ruleset
from balance.rules.rows import note_rows

#: Arrival areas by their letter.
AREAS = {name: Feature[f"AREA_{name}"] for name in "AJKWMPRT"}
_TERRAIN = {t.name.lower(): t for t in Terrain if t != Terrain.OFF_MAP}
_HEXSIDES = {side.name.lower(): side for side in Hexside if side != Hexside.BRIDGE}
#: Column of the side that holds a hex at the start, by scenario.
START_SIDES = {
    "on_to_stalingrad": "start_side",
    "uranus": "start_side_uranus",
    "winter_storm": "start_side_winter_storm",
}
#: Rivers of S3f by number; 0 is any other.
RIVERS = ("", "Esaulovsky Aksai", "Myshkova", "Donskaya Tsaritsa", "Karpovka")
_Edits = tuple[tuple[tuple[str, str], str], ...]
#: Distance to Stalingrad on a map without it.
_FAR = 999


def load_map(ruleset: Ruleset, scenario: str) -> tuple[GameMap, np.ndarray]:
    """Read the map of a variant, and which sides are rivers of S3f: uint8[n + 1, 6].

    Nothing writes on it, so variants that agree on it share it.

    Raises
    ------
    DataError
        If a table is wrong; names every line at fault.
    """
    return _shared_map(ruleset.game, tuple(sorted(ruleset.map_edits.items())), scenario)


@lru_cache(maxsize=16)
def _shared_map(game: Game, edits: _Edits, scenario: str) -> tuple[GameMap, np.ndarray]:
    sheet = _shared_sheet(game, edits)
    hexes = blank_hexes(sheet, HEX)
    hexes.terrain[-1] = Terrain.OFF_MAP
    words: dict[str, dict[str, int]] = {
        "place_kind": {"": 0, "town": Feature.TOWN, "city": Feature.CITY},
        "works": {"0": 0, "1": Feature.WORKS},
        START_SIDES[scenario]: {"axis": 0, "soviet": Feature.SOVIET_SIDE},
    }
    faults: list[str] = []
    for i, row in enumerate(sheet.hexes):
        hexes.terrain[i] = read_word(row, "terrain", _TERRAIN, faults)
        hexes.vp[i] = whole_number(row, "vp", faults)
        hexes.features[i] = feature_bits(row, words, faults)
        hexes.features[i] |= _bits(row, "edges", row["edges"], EDGES, faults)
        areas = "".join(row["entry_areas"].split("|"))
        hexes.features[i] |= _bits(row, "entry_areas", areas, AREAS, faults)
    degrees = read_degrees(sheet, faults)
    sides = hexside_bits(sheet, _HEXSIDES, faults)
    if faults:
        raise DataError(faults)
    note_places(hexes)
    return make_map(sheet, hexes, sides, degrees), _river_names(sheet)


@lru_cache(maxsize=16)
def _shared_sheet(game: Game, edits: _Edits) -> Sheet:
    """The tables of the map, the same for all scenarios."""
    return read_sheet(game.folder / "map", dict(edits))


def _bits(row: Row, column: str, letters: str, words: dict[str, Feature], faults: list[str]) -> int:
    if not set(letters) <= set(words) or len(set(letters)) < len(letters):
        faults.append(row.fault(f"{column} is {row[column]!r}; expected letters of {[*words]}"))
        return 0
    return sum(int(words[each]) for each in letters)


def note_places(hexes: Rows) -> None:
    """Fill in what follows from terrain and places: the row of the chart, the way to Stalingrad.

    Rule: stalingrad_1942 S1g, TEC-S-e1, TEC-S-f1, TEC-W-e1, TEC-W-f1

    Ruling: stalingrad_1942 TEC-S-f1 - a town or city is entered at its own price, whatever it
    stands on; in combat both count (7.53).
    """
    features = hexes["features"]
    chart = hexes["terrain"].copy()
    chart[(features & Feature.TOWN) != 0] = TerrainRow.TOWN
    chart[(features & Feature.CITY) != 0] = TerrainRow.CITY
    chart[-1] = Terrain.CLEAR  # off the map; its sides are closed
    hexes["row_of_chart"] = chart
    nearest = np.full(len(hexes), _FAR)
    for h in np.flatnonzero(features & Feature.CITY):
        nearest = np.minimum(nearest, distances(hexes["row"], hexes["x2"], int(h)))
    nearest[-1] = _FAR
    hexes["to_city"] = nearest
    note_rows(hexes)


def _river_names(sheet: Sheet) -> np.ndarray:
    """Numbers of the rivers that the relief must cross.

    Rule: stalingrad_1942 S3f
    """
    names = np.zeros((len(sheet.names) + 1, 6), np.uint8)
    for (i, d), row in sheet.sides.items():
        if row["name"] in RIVERS[1:] and "river" in row["features"].split("|"):
            names[i, d] = RIVERS.index(row["name"])
    return names
