"""The map of any game for readers: ground, places, roles of hexes, rivers, railroads and borders.

Names and kinds come from ``replay.toml``; where things lie comes from the map in force. Positions
are doubled-width ones whose x grows eastward: the centre of a hex lies at (x / 2, y * sqrt(3) / 2)
hex widths. Edges are flat lists of hex, direction (0 north-east, clockwise), each edge once. On a
map of flat-topped hexes all that lies turned by a quarter, as in ``balance.maps.numbering``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from balance.games.boards import GameMap
from balance.kernel.records import Rows

SIDES = ("axis", "soviet")
#: Half hexes from the middle of a hex to a node that lies in it.
_ASIDE = 0.7
#: Words of ``[hexside]`` for water between two land hexes.
INLAND_WATER = "LAKE"


@dataclass(frozen=True)
class MapWords:
    """What the numbers on the map of a game are: classes of its vocabulary."""

    terrain: type[IntEnum]
    water: Collection[int]  # terrains that are all water, off the map among them
    feature: type[IntEnum]  # has TOWN and CITY, and PORT where harbours matter
    hexside: type[IntEnum]
    water_side: int  # bit of a hexside of water


def side_number(key: str) -> int:
    """Number of a side by its name, -1 for none.

    >>> side_number("soviet"), side_number("")
    (1, -1)
    """
    return SIDES.index(key) if key else -1


def tell_map(game_map: GameMap, kinds: MapWords, words: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the map in the words of ``replay.toml``; lists by hex leave out the off-map hex.

    Rule: drive_on_stalingrad 1.4, 2.2, 9.9
    Rule: army_group_south 10.1, 10.4
    """
    hexes = game_map.hexes[:-1]
    return {
        "number": list(game_map.names),
        "flat": game_map.flat,
        "x": _across(hexes),
        "y": (hexes["row"] - int(hexes["row"].min())).tolist(),
        "terrain": hexes["terrain"].tolist(),
        "terrains": [
            {"key": terrain.name.lower(), "name": terrain.name.capitalize()}
            for terrain in kinds.terrain
        ],
        "places": _places(game_map, kinds.feature),
        "marks": [_mark(game_map, kinds.feature, entry) for entry in words["mark"]],
        "hexsides": _hexsides(game_map, kinds, words["hexside"]),
        "lines": [_line(game_map, kinds, entry) for entry in words["line"]],
    }


def _across(hexes: Rows) -> list[float]:
    """Where each hex lies from west to east; a node lies beside the middle of its hex.

    A position that is no whole number tells readers that there is no hex to draw.
    """
    across = (int(hexes["x2"].max()) - hexes["x2"]).tolist()
    seen: set[tuple[int, int]] = set()
    for h, place in enumerate(zip(hexes["row"].tolist(), hexes["x2"].tolist(), strict=True)):
        if place in seen:
            across[h] += _ASIDE
        seen.add(place)
    return across


def map_faults(game_map: GameMap, kinds: MapWords, words: Mapping[str, Any]) -> Iterator[str]:
    """Features and columns of ``replay.toml`` that the map hasn't, and hexsides without words."""
    features, columns = list(kinds.feature.__members__), list(game_map.hexes.dtype.names)
    asked = [("mark", "feature", features), ("mark", "column", columns)]
    for table, entry, known in (*asked, ("line", "feature", features)):
        for number, each in enumerate(words[table], start=1):
            if each.get(entry, known[0]) not in known:
                yield (
                    f"{table}[{number}].{entry} is {each[entry]!r}; expected one of "
                    f"{', '.join(known)}"
                )
    named, sides = {*words["hexside"]}, list(kinds.hexside.__members__)
    for name in sorted(({*sides} - named) | (named - {*sides, INLAND_WATER})):
        what = "lacks" if name in sides else "has unknown"
        yield f"[hexside] {what} {name}; expected {', '.join(sides)} and {INLAND_WATER}"


def _places(game_map: GameMap, feature: type[IntEnum]) -> list[dict[str, Any]]:
    bits = game_map.hexes["features"]
    port = int(feature.__members__.get("PORT", 0))
    return [
        {
            "hex": h,
            "name": name,
            "kind": "city" if bits[h] & feature["CITY"] else "town",
            "port": bool(bits[h] & port),
        }
        for h, name in enumerate(game_map.places)
        if name
    ]


def _mark(game_map: GameMap, feature: type[IntEnum], entry: Mapping[str, str]) -> dict[str, Any]:
    """Hexes that mean something in play: those with a feature, or with a number in a column."""
    if "feature" in entry:
        key = entry["feature"]
        values = game_map.hexes["features"][:-1] & int(feature[key])
    else:
        key = entry["column"]
        values = game_map.hexes[key][:-1]
    hexes = np.flatnonzero(values)
    mark = {
        "key": key.lower(),
        "name": entry["name"],
        "kind": entry["kind"],
        "side": side_number(entry.get("side", "")),
        "rule": entry["rule"],
        "hexes": hexes.tolist(),
    }
    return mark if "feature" in entry else {**mark, "values": values[hexes].tolist()}


def _is_water(game_map: GameMap, kinds: MapWords) -> np.ndarray:
    return np.isin(game_map.hexes["terrain"], list(kinds.water))


def _line(game_map: GameMap, kinds: MapWords, entry: Mapping[str, str]) -> dict[str, Any]:
    """Border between the land hexes with a feature and those without."""
    inside = (game_map.hexes["features"] & int(kinds.feature[entry["feature"]])) != 0
    water = _is_water(game_map, kinds)
    edges = []
    for h in np.flatnonzero(inside & ~water).tolist():
        for direction, there in enumerate(game_map.neighbour[h].tolist()):
            if not inside[there] and not water[there]:
                edges += [h, direction]
    return {"key": entry["key"], "name": entry["name"], "rule": entry["rule"], "edges": edges}


def _hexsides(
    game_map: GameMap, kinds: MapWords, told: Mapping[str, Mapping[str, str]]
) -> list[dict[str, Any]]:
    """Features of hexsides; water between two land hexes is one of its own."""
    water = _is_water(game_map, kinds)
    edges: dict[str, list[int]] = {key: [] for key in told}
    for h, direction in np.argwhere(game_map.hexside[:-1] != 0).tolist():
        there = int(game_map.neighbour[h, direction])
        if there < h:
            continue
        for feature in kinds.hexside:
            if game_map.hexside[h, direction] & feature:
                inland = feature == kinds.water_side and not water[h] and not water[there]
                edges[INLAND_WATER if inland else feature.name] += [h, direction]
    return [
        {"key": key.lower(), **told[key], "edges": found} for key, found in edges.items() if found
    ]
