"""The map as the referee reads it: hexes and hexsides as arrays of the state (5.2, 11.1, 12.2)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from string import ascii_uppercase

import numpy as np

from balance.errors import DataError, told_near
from balance.files.charts import Row, read_rows, shown_path
from balance.games.boards import (
    GameMap,
    add_nodes,
    blank_hexes,
    feature_bits,
    hexside_bits,
    make_map,
    read_degrees,
    read_word,
)
from balance.games.common.state import HEX
from balance.games.common.tables import side_names, terrain_names
from balance.games.common.vocabulary import Feature
from balance.games.counters import whole_number
from balance.kernel.records import Rows
from balance.maps.sheet import read_sheet
from balance.rulebook.game import Game
from balance.rulebook.map_rows import control_in
from balance.rulebook.ruleset import Ruleset
from balance.rules.rows import note_node, note_rows

_WORDS: dict[str, dict[str, int]] = {
    "place_kind": {"": 0, "town": Feature.TOWN, "city": Feature.CITY},
    "start_side": {"axis": 0, "soviet": Feature.SOVIET_SIDE},
    "supply": {
        "": 0,
        "axis": Feature.AXIS_SOURCE,
        "soviet": Feature.SOVIET_SOURCE,
        "both": Feature.AXIS_SOURCE | Feature.SOVIET_SOURCE,
    },
}
#: Places beyond the printed hexes, each in a hex: "node", "hex" and "place".
_NODES = "nodes.csv"
_Edits = tuple[tuple[tuple[str, str], str], ...]
#: Share of the way between the sources of both sides, from either end, where no front ends.
_BEHIND = 0.35


def load_map(ruleset: Ruleset) -> GameMap:
    """Read the map of a variant; nothing writes on it, so variants that agree on it share it.

    Rule: common 5.2, 11.1, 12.2

    Raises
    ------
    DataError
        If a table is wrong; names every line at fault.
    """
    edits = tuple(sorted(ruleset.map_edits.items()))
    terrains, sides = tuple(terrain_names(ruleset)), tuple(side_names(ruleset))
    return _shared_map(ruleset.game, edits, terrains, sides)


def as_it_begins(game_map: GameMap, game: Game, scenario: str) -> GameMap:
    """Return a map with control as a scenario begins, if it says so itself.

    Rule: common 5.5, 15.1

    Raises
    ------
    DataError
        If its ``control_SCENARIO.txt`` is wrong, or one is there for no scenario.
    """
    folder, known = game.folder / "map", [path.stem for path in game.scenario_paths]
    for path in folder.glob("control_*.txt"):
        name = path.stem.removeprefix("control_")
        if name not in known:
            raise DataError(
                f"{shown_path(path)}: unknown scenario {name!r}; {told_near(name, known)}"
            )
    printed = [name for name in game_map.names if name.isdecimal()]
    held = control_in(folder, scenario, printed)
    if not held:
        return game_map
    hexes = game_map.hexes.copy()
    for h, name in enumerate(game_map.names):
        if name in held:
            hexes.features[h] &= ~Feature.SOVIET_SIDE
            hexes.features[h] |= _WORDS["start_side"][held[name]]
    return replace(game_map, hexes=hexes)


@lru_cache(maxsize=16)
def _shared_map(
    game: Game, edits: _Edits, terrains: tuple[str, ...], sides: tuple[str, ...]
) -> GameMap:
    sheet = read_sheet(game.folder / "map", dict(edits))
    faults: list[str] = []
    hexes = blank_hexes(sheet, HEX)
    numbers = {name: number for number, name in enumerate(terrains)}
    for i, row in enumerate(sheet.hexes):
        hexes.terrain[i] = read_word(row, "terrain", numbers, faults)
        hexes.features[i] = feature_bits(row, _WORDS, faults)
        hexes.vp[i] = whole_number(row, "vp", faults)
        hexes.areas[i] = area_bits(row, "entry_areas", faults)
    hexes.terrain[-1] = len(terrains)  # a row without prices: nobody enters it
    bits = hexside_bits(sheet, {name: 1 << row for row, name in enumerate(sides)}, faults)
    degrees = read_degrees(sheet, faults)
    if not faults:
        faults += [
            f"{game.folder.name}: the map has no source of supply of the {side} side; mark a hex"
            for side in ("axis", "soviet")
            if not (hexes["features"] & Feature[f"{side.upper()}_SOURCE"]).any()
        ]
    game_map = make_map(sheet, hexes, bits, degrees)
    path = game.folder / "map" / _NODES
    nodes = read_rows(path, ("node", "hex", "place")) if path.is_file() and not faults else []
    game_map = _with_nodes(game_map, nodes, faults)
    if faults:
        raise DataError(faults)
    note_rows(game_map.hexes)
    for row in nodes:
        note_node(game_map.hexes, game_map.index[row["node"]], game_map.index[row["hex"]])
    _note_front(game_map.hexes)
    return game_map


def _with_nodes(game_map: GameMap, rows: list[Row], faults: list[str]) -> GameMap:
    """Return a map with the places of ``nodes.csv``, each like its hex; nothing adjoins them.

    Rule: common 5.2

    They are no sources of supply and no ways in. A rule function of the game joins them to the map.
    """
    for row in rows:
        if row["hex"] not in game_map.index:
            faults.append(row.fault(f"no hex {row['hex']!r} on this map"))
        elif row["node"] in game_map.index:
            faults.append(
                row.fault(f"{row['node']!r} is a hex of this map; name the node otherwise")
            )
    if faults or not rows:
        return game_map
    more = add_nodes(game_map, {row["node"]: row["hex"] for row in rows})
    for row in rows:
        node, h = more.index[row["node"]], more.index[row["hex"]]
        more.hexes[node] = more.hexes[h]
        more.hexes["areas"][node] = 0
        more.hexes["features"][node] &= ~(Feature.AXIS_SOURCE | Feature.SOVIET_SOURCE)
        more.hexside[node] = more.hexside[h]
        more.places[node] = row["place"]
    return more


def area_bits(row: Row, column: str, faults: list[str]) -> int:
    """Entry areas of a cell such as "A|C", as bits.

    Rule: common 12.2
    """
    letters = row[column].split("|") if row[column] else []
    if any(len(each) != 1 or each not in ascii_uppercase for each in letters):
        faults.append(row.fault(f"{column} is {row[column]!r}; expected letters such as A or A|C"))
        return 0
    return sum(1 << ascii_uppercase.index(each) for each in set(letters))


def _note_front(hexes: Rows) -> None:
    """Fill in where each hex lies on the way between the sources of both sides, for staffs.

    ``ahead`` counts half hexes from the middle towards the Soviet sources, ``aside`` across that
    way. A front begins on one edge of the map and ends on another, between the sources.
    """
    x = hexes["x2"].astype(float)
    y = hexes["row"] * np.sqrt(3.0)
    points = np.stack([x, y], axis=1)
    axis, soviet = (
        points[(hexes["features"] & bit) != 0].mean(axis=0)
        for bit in (Feature.AXIS_SOURCE, Feature.SOVIET_SOURCE)
    )
    way = soviet - axis
    length = float(np.hypot(*way)) or 1.0
    along = (points - (axis + soviet) / 2) @ (way / length)
    across = (points - (axis + soviet) / 2) @ np.array([-way[1], way[0]]) / length
    hexes["ahead"], hexes["aside"] = along.round(), across.round()
    rows, columns = hexes["row"][:-1], hexes["x2"][:-1]
    edge = (rows == rows.min()) | (rows == rows.max())
    edge |= (columns <= columns.min() + 1) | (columns >= columns.max() - 1)
    between = np.abs(along[:-1]) < (0.5 - _BEHIND / 2) * length
    ends = np.where(across[:-1] < 0, 1, 2)
    hexes["line_end"][:-1] = np.where(edge & between, ends, 0)
    hexes["ahead"][-1] = hexes["aside"][-1] = 0
