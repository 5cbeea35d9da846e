"""The map of a scenario for readers: ground, places, roles of hexes, rivers and borders.

Names and kinds come from ``replay.toml``; where things lie comes from the map in force. Positions
are doubled-width ones whose x grows eastward: the centre of a hex lies at (x / 2, y * sqrt(3) / 2)
hex widths. Edges are flat lists of hex, direction (0 north-east, clockwise), each edge once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from balance.games.boards import GameMap
from balance.games.drive_on_stalingrad.vocabulary import Feature, Hexside, Side, Terrain

_SIDES = [side.name.lower() for side in Side]


def tell_map(game_map: GameMap, words: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the map in the words of ``replay.toml``; lists by hex leave out the off-map hex.

    Rule: drive_on_stalingrad 1.4, 2.2, 9.9
    """
    hexes = game_map.hexes[:-1]
    return {
        "number": list(game_map.names),
        "x": (int(hexes["x2"].max()) - hexes["x2"]).tolist(),
        "y": (hexes["row"] - int(hexes["row"].min())).tolist(),
        "terrain": hexes["terrain"].tolist(),
        "terrains": [
            {"key": terrain.name.lower(), "name": terrain.name.capitalize()} for terrain in Terrain
        ],
        "places": _places(game_map),
        "marks": [_mark(game_map, entry) for entry in words["mark"]],
        "hexsides": _hexsides(game_map, words["hexside"]),
        "lines": [_line(game_map, entry) for entry in words["line"]],
    }


def side_number(key: str) -> int:
    """Number of a side by its name, -1 for none.

    >>> side_number("soviet"), side_number("")
    (1, -1)
    """
    return _SIDES.index(key) if key else -1


def _places(game_map: GameMap) -> list[dict[str, Any]]:
    bits = game_map.hexes["features"]
    return [
        {
            "hex": h,
            "name": name,
            "kind": "city" if bits[h] & Feature.CITY else "town",
            "port": bool(bits[h] & Feature.PORT),
        }
        for h, name in enumerate(game_map.places)
        if name
    ]


def _mark(game_map: GameMap, entry: Mapping[str, str]) -> dict[str, Any]:
    """Hexes with a feature that has a meaning in play."""
    bit = int(Feature[entry["feature"]])
    return {
        "key": entry["feature"].lower(),
        "name": entry["name"],
        "kind": entry["kind"],
        "side": side_number(entry.get("side", "")),
        "rule": entry["rule"],
        "hexes": np.flatnonzero(game_map.hexes["features"][:-1] & bit).tolist(),
    }


def _is_water(game_map: GameMap) -> np.ndarray:
    return np.isin(game_map.hexes["terrain"], (Terrain.LAKE, Terrain.SEA, Terrain.OFF_MAP))


def _line(game_map: GameMap, entry: Mapping[str, str]) -> dict[str, Any]:
    """Border between the land hexes with a feature and those without."""
    inside = (game_map.hexes["features"] & int(Feature[entry["feature"]])) != 0
    water = _is_water(game_map)
    edges = []
    for h in np.flatnonzero(inside & ~water).tolist():
        for direction, there in enumerate(game_map.neighbour[h].tolist()):
            if not inside[there] and not water[there]:
                edges += [h, direction]
    return {"key": entry["key"], "name": entry["name"], "rule": entry["rule"], "edges": edges}


def _hexsides(game_map: GameMap, told: Mapping[str, Mapping[str, str]]) -> list[dict[str, Any]]:
    """Features of hexsides; water between two land hexes is a lake or a reservoir."""
    water = _is_water(game_map)
    edges: dict[str, list[int]] = {key: [] for key in told}
    for h, direction in np.argwhere(game_map.hexside[:-1] != 0).tolist():
        there = int(game_map.neighbour[h, direction])
        if there < h:
            continue
        for feature in Hexside:
            if game_map.hexside[h, direction] & feature:
                inland = feature == Hexside.WATER and not water[h] and not water[there]
                edges["LAKE" if inland else feature.name] += [h, direction]
    return [
        {"key": key.lower(), **told[key], "edges": found} for key, found in edges.items() if found
    ]
