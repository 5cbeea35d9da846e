"""What one game wants of the map builder: ``projection.toml``, ``places.csv``, ``overrides.csv``.

The geography files are shared by all games of a theatre; the recipe holds everything one map adds
to them: frame and projection, printed hexes, which rivers are drawn, lines, areas and corrections.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row, read_rows, shown_path
from balance.files.shapes import TEXT, TEXTS, Number, read_shaped
from balance.maps.grid import Corner, Frame, Grid, corner_position
from balance.maps.numbering import TOPS
from balance.maps.projection import Cone, Points, Projection
from balance.maps.sheet import HEX_COLUMNS
from balance.rulebook.parameters import ORIGINS

#: Columns of ``places.csv`` that every game has; others go into the column of that name of the map.
PLACE_COLUMNS = ("name", "hex", "kind", "vp", "origin", "note")
OVERRIDE_COLUMNS = ("target", "what", "value", "origin", "reason")

_MOST_DEGREES = {"lat": 90, "lon": 180}


_COUNT = Number(1, 99, whole=True)
_SHARE = Number(0, 1)
_PAIR = [Number(-1000, 1000)]
#: Classes of a road.
ROADS = ("main_road", "road")
#: What ``projection.toml`` holds.
SHAPE = {
    "game": TEXT,
    "hexes_header": TEXTS,
    "hexsides_header": TEXTS,
    "hex_columns": TEXTS,
    "hex_numbers": TEXTS,
    "frame": {
        **dict.fromkeys(("first_row", "last_row", "odd_columns", "even_columns"), _COUNT),
        "west_rows": ("even", "odd"),
        "tops?": TOPS,
        "north_lines?": Number(0, 19, whole=True),
    },
    "projection": {
        **dict.fromkeys(("central_longitude", "n", "factor"), _PAIR[0]),
        "origin_radius_km": Number(1, 20000),
        "matrix_km": [_PAIR],
        "offset_km": _PAIR,
        "reach_hexes": Number(0.1, 100),
    },
    "anchor": [{"place?": TEXT, "at?": _PAIR, "hex?": TEXT, "corner?": TEXT}],
    "terrain": {
        "samples": Number(1, 50, whole=True),
        "least_water": _SHARE,
        "least_water_side": _SHARE,
        "skip?": TEXTS,
        "kinds": {"*": TEXT},
        "least_share": {"*": _SHARE},
        "coasts": {"*": TEXT},
    },
    "chain": [
        {
            "name": TEXT,
            "features": TEXTS,
            **dict.fromkeys(("start?", "end?", "river?", "label?"), TEXT),
            **dict.fromkeys(("from?", "to?"), _PAIR),
            **dict.fromkeys(("via?", "passes?"), TEXTS),
            "points?": [_PAIR],
            "banks?": {"*": ("left", "right")},
        }
    ],
    "rail?": [{"line": TEXT, "exit?": TEXT, "avoid?": TEXTS}],
    "road?": [{"line": TEXT, "kind": ROADS, "places?": TEXTS, "avoid?": TEXTS}],
    "outline?": [{"name": TEXT, "kind": TEXT, "points": [_PAIR], "reason": TEXT}],
    "lines?": {"*": TEXTS},
    "entry_areas?": {"*": TEXTS},
    "front?": [{"column": TEXT, "date": TEXT, "front": TEXT, "pockets?": TEXTS}],
    "start": {
        "line?": [_PAIR],
        "date?": TEXT,
        "front?": TEXT,
        "over_sea?": [_PAIR],
        "areas?": [{"name": TEXT, "last_row": _COUNT}],
    },
    "region?": [
        {
            **dict.fromkeys(("column", "seed"), TEXT),
            **dict.fromkeys(("chains", "hexes?", "with?"), TEXTS),
            "last_row": _COUNT,
        }
    ],
}


@dataclass(frozen=True)
class Place:
    """A place of the geography: position, and the river and bank it stands on."""

    name: str
    degrees: tuple[float, float]
    river: str
    bank: str


@dataclass(frozen=True)
class Geography:
    """The shared facts of a theatre, by name; lines are in degrees, [m, 2]."""

    places: dict[str, Place]
    rivers: dict[str, Points]
    outlines: list[tuple[str, str, Points]]
    fronts: dict[tuple[str, str], Points]
    #: Names of the places along each railroad.
    rails: dict[str, list[str]]
    #: Names of the places along each road.
    roads: dict[str, list[str]]


@dataclass(frozen=True)
class Recipe:
    """One map's wishes: the TOML document and its two tables."""

    folder: Path
    document: dict[str, Any]
    places: list[Row]
    overrides: list[Row]

    @property
    def hex_columns(self) -> list[str]:
        """Columns of ``hexes.csv`` in their order."""
        return list(self.document["hex_columns"])

    @property
    def hex_numbers(self) -> list[str]:
        """Columns that hold a number: 1 or 0, or victory points."""
        return list(self.document["hex_numbers"])

    @property
    def flat(self) -> bool:
        """Whether the hexes of the map have flat tops."""
        return bool(self.document["frame"].get("tops") == "flat")

    @property
    def path(self) -> str:
        """The TOML file, for messages."""
        return shown_path(self.folder / "projection.toml")


def _degrees(row: Row, column: str) -> float:
    most = _MOST_DEGREES[column]
    text = row[column]
    if not re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{1,9})?", text) or abs(float(text)) > most:
        raise DataError(row.fault(f"{column} is {text!r}; expected degrees, -{most} to {most}"))
    return float(text)


def _series(path: Path, keys: tuple[str, ...], *columns: str) -> dict[tuple[str, ...], list[Row]]:
    """Rows that belong together, by their keys; each is numbered 1, 2 ... in the column seq."""
    found: dict[tuple[str, ...], list[Row]] = {}
    faults = []
    for row in read_rows(path, (*keys, "seq", *columns)):
        key = tuple(row[name] for name in keys)
        found.setdefault(key, []).append(row)
        number = str(len(found[key]))
        if row["seq"] != number:
            whose = ", ".join(key)
            faults.append(row.fault(f"seq is {row['seq']!r}; expected {number}, next of {whose!r}"))
    if faults:
        raise DataError(faults)
    return found


def _lines(path: Path, keys: tuple[str, ...]) -> dict[tuple[str, ...], Points]:
    return {
        key: np.array([(_degrees(row, "lat"), _degrees(row, "lon")) for row in rows])
        for key, rows in _series(path, keys, "lat", "lon").items()
    }


def _place(row: Row) -> Place:
    if row["bank"] not in ("", "left", "right"):
        raise DataError(row.fault(f"bank is {row['bank']!r}; expected left, right or nothing"))
    degrees = (_degrees(row, "lat"), _degrees(row, "lon"))
    return Place(row["name"], degrees, row["river"], row["bank"])


def read_geography(folder: Path) -> Geography:
    """Read the geography files of a theatre."""
    places = {
        row["name"]: _place(row)
        for row in read_rows(folder / "places.csv", ("name", "lat", "lon", "river", "bank"))
    }
    outlines = [
        (key[0], key[1], points)
        for file in ("water.csv", "terrain.csv")
        for key, points in _lines(folder / file, ("name", "kind")).items()
    ]
    return Geography(
        places,
        {key[0]: points for key, points in _lines(folder / "rivers.csv", ("river",)).items()},
        outlines,
        {
            (key[0], key[1]): points
            for key, points in _lines(folder / "fronts.csv", ("date", "name")).items()
        },
        _read_stations(folder / "rail.csv", places),
        _read_stations(folder / "roads.csv", places),
    )


def _read_stations(path: Path, places: Mapping[str, Place]) -> dict[str, list[str]]:
    lines = _series(path, ("line",), "place")
    faults = [
        row.fault(f"place {row['place']!r} isn't in places.csv")
        for rows in lines.values()
        for row in rows
        if row["place"] not in places
    ]
    if faults:
        raise DataError(faults)
    return {line: [row["place"] for row in rows] for (line,), rows in lines.items()}


def read_recipe(folder: Path) -> Recipe:
    """Read the recipe of one map."""
    path = folder / "projection.toml"
    document = read_shaped(path, SHAPE)
    _check_columns(shown_path(path), document)
    places = read_rows(folder / "places.csv", PLACE_COLUMNS)
    named = places[0].cells if places else {}
    unknown = [c for c in named if c not in ("name", "kind", *document["hex_columns"])]
    if unknown:
        raise DataError(
            f"{shown_path(folder / 'places.csv')}: columns {', '.join(unknown)} aren't among the"
            f" hex_columns of {shown_path(path)}; add or remove them"
        )
    overrides = read_rows(folder / "overrides.csv", OVERRIDE_COLUMNS)
    strange = [
        row.fault(f"origin is {row['origin']!r}; expected one of {', '.join(ORIGINS)}")
        for row in places + overrides
        if row["origin"] not in ORIGINS
    ]
    if strange:
        raise DataError(strange)
    return Recipe(folder, document, places, overrides)


def _check_columns(where: str, document: Mapping[str, Any]) -> None:
    missing = [c for c in HEX_COLUMNS if c not in document.get("hex_columns", [])]
    if missing:
        raise DataError(f"{where}: hex_columns lacks {', '.join(missing)}; every map has them")
    named = {
        "hex_numbers": document.get("hex_numbers", []),
        "columns of regions": [region["column"] for region in document.get("region", [])],
        "columns of lines": list(document.get("lines", {})),
    }
    for what, columns in named.items():
        unknown = [column for column in columns if column not in document["hex_columns"]]
        if unknown:
            raise DataError(f"{where}: {what} {', '.join(unknown)} aren't among the hex_columns")
    terrain = document["terrain"]
    strange = [kind for kind in terrain["least_share"] if kind not in terrain["kinds"].values()]
    if strange:
        raise DataError(
            f"{where}: terrain.least_share has {', '.join(strange)}; expected what terrain.kinds "
            f"gives: {', '.join(terrain['kinds'].values())}"
        )


def make_grid(recipe: Recipe) -> Grid:
    """The hex grid of a recipe."""
    return Grid(Frame(**recipe.document["frame"]))


def corner_named(grid: Grid, name: str) -> Corner:
    """The corner that two or three hexes share, written ``3201|3301|3302``.

    Two hexes are enough at the rim of the map.
    """
    hexes = name.split("|")
    unknown = [h for h in hexes if h not in grid.index]
    if unknown:
        raise DataError(f"corner {name!r}: no hex {', '.join(unknown)} on this map")
    common = set.intersection(*(set(grid.corners[grid.index[h]]) for h in hexes))
    if len(hexes) == 2:
        common = {c for c in common if len(grid.hexes_at[c]) == 2}
    if len(common) != 1:
        raise DataError(f"corner {name!r}: these hexes don't share exactly one corner")
    return common.pop()


def make_projection(recipe: Recipe, grid: Grid, geography: Geography) -> Projection:
    """The projection of a recipe, pulled onto its anchors.

    An anchor gives a place (or ``at``, a point in degrees) and a ``hex`` or a ``corner``.
    """
    document = recipe.document["projection"]
    for part, count in (("matrix_km", 2), ("offset_km", 2)):
        if len(document[part]) != count or any(
            len(row) != count for row in document[part] if isinstance(row, list)
        ):
            raise DataError(f"{recipe.path}: projection.{part} must hold {count} numbers a side")
    degrees, plane = [], []
    for anchor in recipe.document.get("anchor", []):
        if "place" in anchor:
            if anchor["place"] not in geography.places:
                raise DataError(
                    f"{recipe.path}: anchor {anchor['place']!r} isn't in the geography's places.csv"
                )
            degrees.append(geography.places[anchor["place"]].degrees)
        elif len(anchor["at"]) == 2:
            degrees.append(tuple(anchor["at"]))
        else:
            raise DataError(
                f"{recipe.path}: anchor at {anchor['at']!r}; expected a longitude and a latitude"
            )
        if "corner" in anchor:
            plane.append(corner_position(corner_named(grid, anchor["corner"])))
        elif anchor["hex"] in grid.index:
            plane.append(tuple(grid.centre[grid.index[anchor["hex"]]]))
        else:
            raise DataError(f"{recipe.path}: anchor hex {anchor['hex']!r} isn't on this map")
    if len(set(degrees)) < len(degrees):
        raise DataError(f"{recipe.path}: two anchors name the same place; keep one of them")
    return Projection(
        Cone(
            document["central_longitude"],
            document["n"],
            document["factor"],
            document["origin_radius_km"],
        ),
        np.array(document["matrix_km"], dtype=float),
        np.array(document["offset_km"], dtype=float),
        float(document["reach_hexes"]),
        np.array(degrees, dtype=float).reshape(-1, 2),
        np.array(plane, dtype=float).reshape(-1, 2),
    )
