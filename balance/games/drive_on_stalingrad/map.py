"""The map as the referee reads it: ``hexes.csv`` and ``hexsides.csv`` as arrays of the state.

Rule: drive_on_stalingrad 1.4, 2.2, 3.4, 4.2, 7.3, 7.8, 7.10, 7.11, 8.6, 9.8, 9.9, 9.13, 9.17
Rule: drive_on_stalingrad 9.32, 11.23, 11.24

Roles of hexes that the rulebook names by number, or prints in two ways (the Taman hex, Astrakhan,
the sudden-death hexes ...), are parameters; they win over the tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row
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
from balance.games.drive_on_stalingrad.state import HEX
from balance.games.drive_on_stalingrad.vocabulary import Army, Feature, Hexside, Terrain
from balance.kernel.records import Rows
from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.changes import POINTS
from balance.rulebook.game import open_game
from balance.rulebook.map_edits import MapEdits, printed_hex
from balance.rulebook.ruleset import Ruleset

GAME = "drive_on_stalingrad"

#: First row of the south map (1.4).
_SOUTH_ROW = "34"
_TERRAIN = {t.name.lower(): t for t in Terrain if t != Terrain.OFF_MAP}
_AREAS = {a.name.removeprefix("AXIS_"): a for a in Army if a.name.startswith("AXIS_")}
_SUPPLY = {
    "": 0,
    "axis_ultimate": Feature.AXIS_ULTIMATE,
    "soviet_north_ultimate": Feature.SOVIET_NORTH_ULTIMATE,
    "soviet_south_ultimate": Feature.SOVIET_SOUTH_ULTIMATE,
    # 7.11: a source for both maps.
    "astrakhan": Feature.SOVIET_NORTH_ULTIMATE | Feature.SOVIET_SOUTH_ULTIMATE | Feature.ASTRAKHAN,
}
_FLAGS = {
    "port": Feature.PORT,
    "don_volga_line": Feature.DON_VOLGA_LINE,
    "o_ring_inside": Feature.O_RING_INSIDE,
    "vp": Feature.VP,
    "start_line": Feature.START_LINE,
    "east_of_don_line": Feature.EAST_OF_DON_LINE,
    "east_of_volga": Feature.EAST_OF_VOLGA,
}
_WORDS: dict[str, Mapping[str, int]] = {
    "place_kind": {"": 0, "town": Feature.TOWN, "city": Feature.CITY},
    "coast": {"": 0, "azov": Feature.COAST, "black": Feature.COAST},
    "start_side": {"axis": 0, "soviet": Feature.SOVIET_AT_START},
    "supply": _SUPPLY,
    **{column: {"0": 0, "1": flag} for column, flag in _FLAGS.items()},
}

#: Parameters that say which hexes have a role, and the feature each sets.
HEX_PARAMETERS: dict[str, int] = {
    "victory.vp_hexes": Feature.VP,
    "supply.german_ultimate_sources": Feature.AXIS_ULTIMATE,
    "supply.soviet_south_ultimates": Feature.SOVIET_SOUTH_ULTIMATE,
    "supply.astrakhan_hex": Feature.ASTRAKHAN,
    "supply.rostov_hex": Feature.ROSTOV,
    "supply.taman_hex": Feature.TAMAN,
    "victory.sudden_death_hexes": Feature.SUDDEN_DEATH,
    "movement.black_sea_ports": Feature.PORT,
    "movement.manych_flood_hexes": Feature.MANYCH_CONTROL,
}


#: Words of the column supply whose hexes such a parameter says.
_LISTED = {
    "axis_ultimate": "supply.german_ultimate_sources",
    "soviet_south_ultimate": "supply.soviet_south_ultimates",
    "astrakhan": "supply.astrakhan_hex",
}


def hex_parameters(ruleset: Ruleset) -> dict[str, Sequence[str]]:
    """The parameters of a variant that place roles on the map, for ``load_map``."""
    return {key: ruleset.hexes(key) for key in HEX_PARAMETERS}


def load_map(
    folder: Path | None = None,
    parameters: Mapping[str, Sequence[str]] | None = None,
    edits: MapEdits | None = None,
) -> GameMap:
    """Read the map of a variant.

    That of a folder with ``hexes.csv`` and ``hexsides.csv``, the game's own if none is given, with
    changes of single hexes and hexsides. ``parameters`` are hexes by the keys of
    ``HEX_PARAMETERS``; one that isn't given has the value of ``parameters.toml``.

    Raises
    ------
    DataError
        If a table or a parameter is wrong; names every line at fault.

    Examples
    --------
    >>> board = load_map(parameters={"supply.taman_hex": ["3733"]})
    >>> board.hexes_with(Feature.TAMAN)
    ['3733']
    """
    edits = edits or {}
    points = {name: int(text) for (name, column), text in edits.items() if column == POINTS}
    edits = {each: text for each, text in edits.items() if each[1] != POINTS}
    game = open_game(GAME)
    sheet = read_sheet(folder or game.folder / "map", edits)
    hexes = blank_hexes(sheet, HEX)
    hexes.terrain[-1] = Terrain.OFF_MAP
    faults: list[str] = []
    for i, row in enumerate(sheet.hexes):
        hexes.terrain[i] = read_word(row, "terrain", _TERRAIN, faults)
        hexes.area[i] = read_word(row, "army_area", {"": Army.NONE, **_AREAS}, faults)
        hexes.features[i] = _features(row, faults)
    faults.extend(_listed_elsewhere(game.folder, sheet, edits))
    degrees = read_degrees(sheet, faults)
    if folder is None:
        faults.extend(_unlike_the_table(game.rules, sheet, hexes))
    roles = {**hex_parameters(game.rules), **(parameters or {})}
    _set_roles(sheet, hexes, roles, faults)
    _set_points(sheet, hexes, points)
    faults.extend(_contradictions(sheet, hexes))
    words = {side.name.lower(): int(side) for side in Hexside}
    sides = hexside_bits(sheet, words, faults)
    if faults:
        raise DataError(faults)
    return make_map(sheet, hexes, sides, degrees)


def _listed_elsewhere(folder: Path, sheet: Sheet, edits: MapEdits) -> Iterator[str]:
    """Changes of sources of supply that come to nothing, since a parameter lists those hexes.

    Rule: drive_on_stalingrad 7.3, 7.10, 7.11
    """
    for (name, column), text in edits.items():
        if column == "supply" and name in sheet.index:
            printed = printed_hex(folder, name)["supply"]
            for word in sorted({text, printed} & set(_LISTED)):
                row = sheet.hexes[sheet.index[name]]
                yield row.fault(
                    f"supply is {text!r}: which hexes are {word}, the parameter {_LISTED[word]} "
                    "says; change that"
                )


def _unlike_the_table(ruleset: Ruleset, sheet: Sheet, hexes: Rows) -> list[str]:
    """VP hexes stand in the table, where the map shows them, and in a parameter, for variants.

    Rule: drive_on_stalingrad 4.2
    """
    marked = {sheet.names[i] for i in np.flatnonzero(hexes.features[:-1] & int(Feature.VP))}
    listed = set(ruleset.hexes("victory.vp_hexes"))
    if marked == listed:
        return []
    where = ", ".join(sorted(marked ^ listed))
    return [f"column vp of hexes.csv and parameter victory.vp_hexes differ at {where}"]


def _features(row: Row, faults: list[str]) -> int:
    south = int(Feature.SOUTH_MAP) if row["hex"][:2] >= _SOUTH_ROW else 0
    return south | feature_bits(row, _WORDS, faults)


def _set_roles(
    sheet: Sheet,
    hexes: Rows,
    parameters: Mapping[str, Sequence[str]],
    faults: list[str],
) -> None:
    """Move the features that parameters place to the hexes they name."""
    for key, feature in HEX_PARAMETERS.items():
        hexes.features[:-1] &= ~int(feature)
        hexes.features[named_hexes(sheet, key, parameters[key], faults)] |= int(feature)
    # 7.10, 7.11: wherever Astrakhan stands, it serves both maps.
    astrakhan = (hexes.features & int(Feature.ASTRAKHAN)) != 0
    hexes.features[astrakhan] |= int(Feature.SOVIET_NORTH_ULTIMATE | Feature.SOVIET_SOUTH_ULTIMATE)


def _set_points(sheet: Sheet, hexes: Rows, points: Mapping[str, int]) -> None:
    """Give single hexes points of their own, or none.

    Rule: drive_on_stalingrad 4.2
    """
    for name, worth in points.items():
        h = sheet.index[name]
        hexes.own_vp[h] = worth
        hexes.features[h] &= ~int(Feature.VP)
        if worth:
            hexes.features[h] |= int(Feature.VP)


def _contradictions(sheet: Sheet, hexes: Rows) -> list[str]:
    """Hexes whose features can't go together."""
    faults = []
    on_land = int(
        Feature.TOWN | Feature.CITY | Feature.VP | Feature.TAMAN | Feature.START_LINE
        | Feature.DON_VOLGA_LINE | Feature.COAST
    )  # fmt: skip
    for i, row in enumerate(sheet.hexes):
        bits = int(hexes.features[i])
        terrain = Terrain(int(hexes.terrain[i]))
        if terrain in (Terrain.LAKE, Terrain.SEA) and bits & on_land:
            faults.append(
                row.fault(f"{row['hex']} is {row['terrain']}; it can't have a land feature")
            )
        if bits & Feature.CITY and terrain != Terrain.CLEAR:
            faults.append(row.fault(f"a city in {row['terrain']}; cities are clear [9.10]"))
        if bits & Feature.START_LINE and not bits & Feature.SOVIET_AT_START:
            faults.append(row.fault("start line hexes are on the Soviet side [3.4]"))
    return faults
