"""The map of a game as its referee hands it out, and the reading of its cells.

Each game reads the columns of ``hexes.csv`` in its own way; what they all have is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from balance.files.charts import Row
from balance.kernel.records import Rows, as_rows
from balance.maps.sheet import Sheet


@dataclass(frozen=True)
class GameMap:
    """The static map of a variant.

    Attributes
    ----------
    names : list of str
        Hex numbers by hex index; the off-map hex has none.
    index : dict
        Hex number to hex index.
    hexes : HEX record array [n + 1]
        The last row is the off-map hex.
    neighbour : int16 array [n + 1, 6]
    hexside : uint8 array [n + 1, 6]
        Hexside bits, set on both hexes of a side.
    places : list of str
        Name of the town or city by hex index, "" where there is none.
    degrees : float array [n, 2]
        Latitude and longitude of the hex centres.
    flat : bool
        Whether the hexes have flat tops: then positions and directions lie turned by a quarter.
    """

    names: list[str]
    index: dict[str, int]
    hexes: Rows
    neighbour: np.ndarray
    hexside: np.ndarray
    places: list[str]
    degrees: np.ndarray
    flat: bool = False

    def hexes_with(self, feature: int) -> list[str]:
        """Names of the hexes that have a feature, in order."""
        chosen = np.flatnonzero(self.hexes.features[:-1] & int(feature))
        return [self.names[i] for i in chosen]


def make_map(sheet: Sheet, hexes: Rows, hexside: np.ndarray, degrees: np.ndarray) -> GameMap:
    """Put a map together from the tables it was read from and what the game made of them."""
    places = [row["place"] for row in sheet.hexes]
    return GameMap(
        sheet.names, sheet.index, hexes, sheet.neighbour, hexside, places, degrees, sheet.flat
    )


def add_nodes(game_map: GameMap, nodes: Mapping[str, str]) -> GameMap:
    """Return a map with places beyond the printed hexes, after them and before the off-map hex.

    ``nodes`` gives each the hex in whose place it lies. What its row says besides, and how one
    comes there (``balance.kernel.hexes.join_node``), is for the game to fill in; until then it
    adjoins nothing. Such a map has no board of bits: searches count its hexes one by one.
    """
    many, added = len(game_map.names), len(nodes)
    at = [game_map.index[h] for h in nodes.values()]
    off_map = many + added
    rows = np.zeros(added, game_map.hexes.dtype)
    rows["row"], rows["x2"] = game_map.hexes["row"][at], game_map.hexes["x2"][at]
    neighbour = np.where(game_map.neighbour == many, off_map, game_map.neighbour)
    return replace(
        game_map,
        names=[*game_map.names, *nodes],
        index={**game_map.index, **{name: many + i for i, name in enumerate(nodes)}},
        hexes=as_rows(np.concatenate([game_map.hexes[:-1], rows, game_map.hexes[-1:]])),
        neighbour=np.insert(neighbour, many, np.full((added, 6), off_map), axis=0).astype(np.int16),
        hexside=np.insert(game_map.hexside, many, np.zeros((added, 6)), axis=0),
        places=[*game_map.places, *[""] * added],
        degrees=np.concatenate([game_map.degrees, game_map.degrees[at]]),
    )


def blank_hexes(sheet: Sheet, dtype: np.dtype[np.void]) -> Rows:
    """Rows of a game's hex table with their positions, the off-map hex last."""
    count = len(sheet.names)
    hexes = as_rows(np.zeros(count + 1, dtype))
    hexes.row[:count] = sheet.row
    hexes.x2[:count] = sheet.x2
    # Far enough that no distance from a hex of the map to the off-map hex is ever short.
    hexes.row[count] = hexes.x2[count] = -1000
    return hexes


def read_word(row: Row, column: str, words: Mapping[str, int], faults: list[str]) -> int:
    """A cell that holds one of some words, as its number; anything else is a fault and 0."""
    if row[column] not in words:
        known = ", ".join(repr(word) for word in words)
        faults.append(row.fault(f"{column} is {row[column]!r}; expected one of {known}"))
        return 0
    return int(words[row[column]])


def read_degrees(sheet: Sheet, faults: list[str]) -> np.ndarray:
    """Latitude and longitude of the hex centres, float array [n, 2]."""
    return np.array(
        [[_degrees(row, "lat", faults), _degrees(row, "lon", faults)] for row in sheet.hexes]
    )


def _degrees(row: Row, column: str, faults: list[str]) -> float:
    try:
        return float(row[column])
    except ValueError:
        faults.append(row.fault(f"{column} is {row[column]!r}; expected degrees"))
        return 0.0


def hexside_bits(sheet: Sheet, words: Mapping[str, int], faults: list[str]) -> np.ndarray:
    """Bits of all hexsides from the words of their features: uint8[n + 1, 6].

    A feature that only other games know is a fault.
    """
    table = np.zeros((len(sheet.names) + 1, 6), np.uint8)
    for i, direction in sheet.sides:
        for feature in sheet.features(i, direction):
            if feature in words:
                table[i, direction] |= int(words[feature])
            elif i < sheet.neighbour[i, direction]:
                known = ", ".join(words)
                fault = f"feature {feature!r} isn't on this map; expected one of {known}"
                faults.append(sheet.sides[i, direction].fault(fault))
    return table


def feature_bits(row: Row, words: Mapping[str, Mapping[str, int]], faults: list[str]) -> int:
    """Bits that the cells of a hex set: by column, what each word of it stands for."""
    bits = 0
    for column, known in words.items():
        bits |= read_word(row, column, known, faults)
    if row["place_kind"] and not row["place"]:
        faults.append(row.fault(f"a {row['place_kind']} without a name"))
    return bits


def named_hexes(
    sheet: Sheet | GameMap, key: str, names: Iterable[str], faults: list[str]
) -> list[int]:
    """Indices of the hexes that a parameter names."""
    found = []
    for name in names:
        if name in sheet.index:
            found.append(sheet.index[name])
        else:
            faults.append(
                f"parameter {key}: no hex {name!r} on this map; use one such as {sheet.names[0]!r}"
            )
    return found
