"""Builds the tables of a map, ``hexes.csv`` and ``hexsides.csv``, from geography and a recipe."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from balance.errors import DataError
from balance.files.charts import Row
from balance.maps.courses import check_banks, lay_chains
from balance.maps.draft import WET, Draft
from balance.maps.grid import Corner
from balance.maps.ground import Outline, choose_terrain, inside, shares, water_sides
from balance.maps.numbering import to_paper
from balance.maps.projection import Points
from balance.maps.rails import lay_rails, lay_roads
from balance.maps.recipe import (
    make_grid,
    make_projection,
    read_geography,
    read_recipe,
)
from balance.maps.sheet import SIDE_COLUMNS, SIDE_FEATURES, format_table

#: Hexes nearer to the edge of the sheet than this lie along it, hex widths.
_SHORT = 0.6
#: What a place may be.
PLACE_KINDS = ("town", "city")


def build_map(geography_folder: Path, map_folder: Path) -> Draft:
    """Build a map from its geography and recipe."""
    geography = read_geography(geography_folder)
    recipe = read_recipe(map_folder)
    grid = make_grid(recipe)
    draft = Draft(recipe, geography, grid, make_projection(recipe, grid, geography))
    _check_overrides(draft)
    _lay_ground(draft)
    _set_places(draft)
    _override(draft, "terrain")
    for hex_row in draft.hexes:
        if hex_row["place_kind"] == "city":
            hex_row["terrain"] = "clear"
    _mark_water(draft)
    lay_chains(draft)
    lay_rails(draft)
    lay_roads(draft)
    _set_lines(draft)
    _set_edges(draft)
    _set_entry_areas(draft)
    _override(draft, "line")
    _set_start(draft)
    _set_regions(draft)
    _override(draft, "rest")
    check_banks(draft)
    return draft


def _outlines(draft: Draft) -> list[Outline]:
    skip = set(draft.recipe.document["terrain"].get("skip", []))
    rename = draft.recipe.document["terrain"]["kinds"]
    own = draft.recipe.document.get("outline", [])
    drawn = [
        *draft.geography.outlines,
        *((each["name"], each["kind"], np.array(each["points"], dtype=float)) for each in own),
    ]
    there = {kind for _, kind, _ in drawn}
    strange = [kind for kind in rename if kind not in there]
    if strange:
        raise DataError(
            f"{draft.recipe.path}: terrain.kinds has {', '.join(strange)}; expected "
            f"kinds of outlines: {', '.join(sorted(there))}"
        )
    return [
        Outline(name, rename[kind], draft.projection.to_plane(points))
        for name, kind, points in drawn
        if name not in skip and kind in rename and len(points) > 2
    ]


def _lay_ground(draft: Draft) -> None:
    document = draft.recipe.document["terrain"]
    share = shares(draft.grid, _outlines(draft), document["samples"])
    kinds = choose_terrain(share, document["least_share"], len(draft.grid))
    for kind in WET:
        if kind in share:
            for wet in np.flatnonzero(share[kind] >= document["least_water"]):
                kinds[int(wet)] = kind
    degrees = draft.projection.to_degrees(draft.grid.centre)
    for i, name in enumerate(draft.grid.names):
        empty: dict[str, Any] = dict.fromkeys(draft.recipe.hex_columns, "")
        empty.update(dict.fromkeys(draft.recipe.hex_numbers, 0))
        empty.update(
            hex=name,
            terrain=kinds[i],
            start_side="soviet",
            lat=f"{degrees[i, 0]:.2f}",
            lon=f"{degrees[i, 1]:.2f}",
            origin="estimate",
        )
        draft.hexes.append(empty)


def _set_places(draft: Draft) -> None:
    faults = []
    for row in draft.recipe.places:
        known = draft.geography.places.get(row["name"])
        if row["hex"]:
            i = draft.hex_index(row["hex"], row.fault("hex"))
        elif known is None:
            faults.append(row.fault(f"place {row['name']!r} isn't in the geography; give its hex"))
            continue
        else:
            plane = draft.projection.to_plane(np.array([known.degrees]))[0]
            gap = np.hypot(*(draft.grid.centre - plane).T)
            i = int(np.argmin(gap))
            if gap[i] > 0.7:
                faults.append(row.fault(f"{row['name']} lies outside the map; give its hex"))
                continue
        target = draft.hexes[i]
        if target["place"]:
            faults.append(
                row.fault(
                    f"{row['name']} falls on {target['hex']}, where {target['place']} stands;"
                    " give another hex or drop one"
                )
            )
            continue
        if row["kind"] not in PLACE_KINDS:
            kinds = " or ".join(PLACE_KINDS)
            faults.append(row.fault(f"kind is {row['kind']!r}; expected {kinds}"))
        target.update(place=row["name"], place_kind=row["kind"])
        for column, cell in row.cells.items():
            if column in draft.recipe.hex_numbers:
                target[column] = _number(row, column, faults)
            elif column not in ("name", "hex", "kind"):
                target[column] = cell
        if not draft.is_land(i):
            target["terrain"] = "clear"  # a port wins over the sea around it
        if known is not None:
            draft.town_hex[row["name"]] = i
    if faults:
        raise DataError(faults)


def _number(row: Row, column: str, faults: list[str]) -> int:
    """A number of a place, 0 where there is none."""
    text = row[column] or "0"
    if re.fullmatch(r"[0-9]{1,3}", text):
        return int(text)
    faults.append(row.fault(f"{column} is {text!r}; expected a whole number 0 to 999, or nothing"))
    return 0


def _sort_of(row: Row) -> str:
    if row["what"] == "terrain":
        return "terrain"
    return "line" if row["what"] in ("add", "remove", "start_side") else "rest"


def _check_overrides(draft: Draft) -> None:
    """Refuse overrides that name no hex or hexside of the map, or nothing to change."""
    faults = []
    grounds = {*draft.recipe.document["terrain"]["kinds"].values(), "clear", *WET}
    seen: dict[tuple[str, str, str], int] = {}
    for row in draft.recipe.overrides:
        hexes = row["target"].split("|")
        change = (row["target"], row["what"], row["value"] if len(hexes) > 1 else "")
        if change in seen:
            faults.append(row.fault(f"{row['target']} is corrected in line {seen[change]} already"))
        seen[change] = row.line
        if row["what"] == "terrain" and row["value"] not in grounds:
            known = ", ".join(sorted(grounds))
            faults.append(row.fault(f"terrain {row['value']!r}; expected one of {known}"))
        if row["what"] == "start_side" and row["value"] not in ("axis", "soviet"):
            faults.append(row.fault(f"start_side {row['value']!r}; expected axis or soviet"))
        if any(name not in draft.grid.index for name in hexes) or len(hexes) > 2:
            faults.append(
                row.fault(f"target {row['target']!r}; expected a hex, or two: '2111|2112'")
            )
        elif len(hexes) == 2:
            i, j = (draft.grid.index[name] for name in hexes)
            if j not in draft.grid.neighbours(i) or row["value"] not in SIDE_FEATURES:
                faults.append(row.fault("expected two adjacent hexes and a hexside feature"))
            if row["what"] not in ("add", "remove"):
                faults.append(row.fault(f"what is {row['what']!r}; expected add or remove"))
        elif row["what"] not in draft.recipe.hex_columns:
            faults.append(row.fault(f"what is {row['what']!r}; expected a column of hexes.csv"))
    if faults:
        raise DataError(faults)


def _override(draft: Draft, sort: str) -> None:
    """Apply the hand corrections of one sort, in the order of the file."""
    for row in draft.recipe.overrides:
        if _sort_of(row) != sort:
            continue
        hexes = [draft.grid.index[name] for name in row["target"].split("|")]
        if len(hexes) == 1:
            target = draft.hexes[hexes[0]]
            target[row["what"]] = row["value"]
            target["note"] = "; ".join(note for note in (target["note"], row["reason"]) if note)
            if not target["place"]:
                target["origin"] = row["origin"]
            continue
        i, j = sorted(hexes)
        if row["what"] == "add":
            draft.mark_side((i, j), row["value"], "", row["origin"])
            draft.sides[i, j]["origin"] = row["origin"]
        elif (i, j) in draft.sides:
            draft.sides[i, j]["features"].discard(row["value"])


def _mark_water(draft: Draft) -> None:
    document = draft.recipe.document["terrain"]
    terrain = [str(row["terrain"]) for row in draft.hexes]
    seas = [o for o in _outlines(draft) if o.kind == "sea"]
    lakes = [o for o in _outlines(draft) if o.kind == "lake"]
    coasts: dict[str, str] = document["coasts"]
    for i, j in water_sides(draft.grid, terrain, seas + lakes, document["least_water_side"]):
        wet = [h for h in (i, j) if terrain[h] == "sea"]
        place = (
            draft.grid.centre[wet].mean(axis=0) if wet else draft.grid.centre[[i, j]].mean(axis=0)
        )
        name = _nearest_outline(seas if wet else seas + lakes, place)
        draft.mark_side((i, j), "water", name, "estimate")
        for h in (i, j):
            if wet and terrain[h] not in WET and name in coasts:
                draft.hexes[h]["coast"] = coasts[name]


def _nearest_outline(outlines: list[Outline], place: Points) -> str:
    def gap(outline: Outline) -> float:
        if inside(outline.points, place[None, :])[0]:
            return 0.0
        return float(np.hypot(*(outline.points - place).T).min())

    return min(outlines, key=gap).name


def _set_lines(draft: Draft) -> None:
    """Fortification hexes, and the ring of sides around the hexes inside it."""
    lines = draft.recipe.document.get("lines", {})
    where = f"{draft.recipe.path}: lines"
    for column, names in lines.items():
        for name in names:
            draft.hexes[draft.hex_index(name, where)][column] = 1
    ring = {draft.grid.index[name] for name in lines.get("o_ring_inside", [])}
    for i, j, _ in draft.grid.sides():
        features = draft.sides.get((i, j), {"features": set()})["features"]
        if (i in ring) != (j in ring) and not features & {"volga", "water"}:
            draft.mark_side((i, j), "o_ring", "Stalingrad O-Ring", "estimate")


def _set_edges(draft: Draft) -> None:
    """Say of each hex on the rim of a flat-topped map along which edges of the sheet it lies."""
    if "edges" not in draft.recipe.hex_columns:
        return
    paper = to_paper(draft.grid.centre, draft.recipe.flat)
    low, high = paper.min(axis=0), paper.max(axis=0)
    for i, (east, north) in enumerate(paper):
        # Every second line of hexes ends half a hex short of the edge that the others reach.
        sides = {
            "N": high[1] - north < _SHORT,
            "E": high[0] - east < _SHORT,
            "S": north - low[1] < _SHORT,
            "W": east - low[0] < _SHORT,
        }
        draft.hexes[i]["edges"] = "".join(letter for letter, there in sides.items() if there)


def _set_entry_areas(draft: Draft) -> None:
    """Name the areas by which units enter or leave at their hexes, all at the edge of the map."""
    where = f"{draft.recipe.path}: entry_areas"
    for area, hexes in draft.recipe.document.get("entry_areas", {}).items():
        for name in hexes:
            i = draft.hex_index(name, where)
            if len(draft.grid.neighbours(i)) == 6:
                raise DataError(f"{where}: {area}: {name} isn't at the edge of the map")
            row = draft.hexes[i]
            row["entry_areas"] = "|".join(a for a in (row["entry_areas"], area) if a)


def _set_start(draft: Draft) -> None:
    """Sides at the start: the front, its line hexes on the far side, and set-up areas by row.

    The front is that of a date in the geography, or the recipe's own ``line``.
    """
    start = draft.recipe.document["start"]
    if "line" in start:
        degrees = np.array(start["line"], dtype=float)
    else:
        degrees = _front(draft, "start", start.get("date", ""), start.get("front", ""))
    behind = _behind(draft, degrees, start.get("over_sea", []))
    for later in draft.recipe.document.get("front", []):
        _set_front(draft, later)
    by_hand = {row["target"] for row in draft.recipe.overrides if row["what"] == "start_side"}
    for i, row in enumerate(draft.hexes):
        if row["hex"] not in by_hand and draft.is_land(i):
            row["start_side"] = "axis" if behind[i] else "soviet"
    if "areas" not in start:
        return
    for i, row in enumerate(draft.hexes):
        if not draft.is_land(i):
            continue
        if row["start_side"] == "axis":
            number = int(draft.grid.row[i])
            row["army_area"] = next(a["name"] for a in start["areas"] if number <= a["last_row"])
        else:
            near = [j for j in draft.grid.neighbours(i) if draft.is_land(j)]
            row["start_line"] = int(any(draft.hexes[j]["start_side"] == "axis" for j in near))


def _front(draft: Draft, whose: str, date: str, name: str) -> Points:
    fronts = draft.geography.fronts
    if (date, name) not in fronts:
        known = "; ".join(map(" ".join, fronts)) or "none"
        raise DataError(
            f"{draft.recipe.path}: {whose} has the front {f'{date} {name}'!r}, which the "
            f"geography doesn't have (fronts.csv: {known})"
        )
    return fronts[date, name]


def _behind(draft: Draft, degrees: Points, over_sea: list[list[float]]) -> npt.NDArray[np.bool_]:
    """Hexes west of a front, which is closed over the sea and far west of the map."""
    front = draft.projection.to_plane(degrees)
    sea = draft.projection.to_plane(np.array(over_sea, dtype=float))
    line = np.concatenate([front, sea])
    # The west of the sheet lies in the south of a lattice turned by a quarter.
    across = 1 if draft.recipe.flat else 0
    ends = line[[-1, 0]].copy()
    ends[:, across] = draft.grid.centre[:, across].min() - 5.0
    return inside(np.concatenate([line, ends]), draft.grid.centre)


def _set_front(draft: Draft, wish: dict[str, Any]) -> None:
    """Who holds each hex when another scenario of the map begins, pockets behind the front too."""
    names = (wish["front"], *wish.get("pockets", []))
    lines = [_front(draft, wish["column"], wish["date"], name) for name in names]
    held = _behind(draft, lines[0], [])
    for pocket in lines[1:]:
        held |= inside(draft.projection.to_plane(pocket), draft.grid.centre)
    for i, row in enumerate(draft.hexes):
        row[wish["column"]] = "axis" if held[i] else "soviet"


def _set_regions(draft: Draft) -> None:
    """Flood each region from its seed, stopped by its chains, barrier hexes and last row.

    The barrier hexes, and the regions it is to include, belong to it.
    """
    for region in draft.recipe.document.get("region", []):
        grid = draft.grid
        barrier: set[tuple[Corner, Corner]] = set()
        for name in region["chains"]:
            barrier.update(pairwise(draft.chains[name].corners))
        closed_hexes = {
            i for i, row in enumerate(draft.hexes) for c in region.get("hexes", []) if row[c]
        }
        seed = draft.hex_index(region["seed"], f"{draft.recipe.path}: region")
        reached, todo = {seed}, [seed]
        while todo:
            i = todo.pop()
            for direction in range(6):
                j = int(grid.neighbour[i, direction])
                a, b = grid.side_corners(i, direction)
                if j == len(grid) or j in reached or (a, b) in barrier or (b, a) in barrier:
                    continue
                if grid.row[j] > region["last_row"] or j in closed_hexes:
                    continue
                reached.add(j)
                todo.append(j)
        for other in region.get("with", []):
            reached.update(i for i, row in enumerate(draft.hexes) if row[other])
        for i in reached | closed_hexes:
            draft.hexes[i][region["column"]] = 1


def map_tables(draft: Draft) -> dict[str, str]:
    """The text of both tables by file name."""
    document = draft.recipe.document
    game = document["game"]
    hexes = format_table(document["hexes_header"], draft.recipe.hex_columns, draft.hexes)
    rows = []
    for (i, j), entry in sorted(draft.sides.items()):
        features = [f for f in SIDE_FEATURES if f in entry["features"]]
        if features:
            rows.append(
                {
                    "hex_a": draft.grid.names[i],
                    "hex_b": draft.grid.names[j],
                    "features": "|".join(features),
                    "name": entry["name"],
                    "origin": entry["origin"],
                }
            )
    assert rows, f"{game}: a map without hexsides"
    sides = format_table(document["hexsides_header"], SIDE_COLUMNS, rows)
    return {"hexes.csv": hexes, "hexsides.csv": sides}
