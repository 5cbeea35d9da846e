"""Railroads and roads as links between adjacent hexes: straight from each place's hex to the next.

A link is a feature of the hexside it crosses. Where a line goes on beyond the map, the hex it
leaves by is marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from balance.errors import DataError
from balance.maps.draft import Draft
from balance.maps.grid import hex_distance
from balance.maps.projection import Points

RAIL, RAIL_EXIT = "rail", "rail_exit"
#: Points a hex width on the way to the edge of the map.
_POINTS_A_HEX = 24
#: How far from the centre of a hex a point may lie and still be in it, hex widths.
_HEX_RADIUS = 0.578


def lay_rails(draft: Draft) -> None:
    """Lay the railroads that a recipe names.

    A wish is ``line``, a railroad of the geography, and may say the ``exit``, the hex by which it
    leaves the map, where that is known better than from its course; ``avoid`` leaves out stations.

    Raises
    ------
    DataError
        If a railroad isn't in the geography or never touches the map.
    """
    for wish in draft.recipe.document.get("rail", []):
        where = f"{draft.recipe.path}: rail {wish['line']!r}"
        if wish["line"] not in draft.geography.rails:
            raise DataError(f"{where}: no such line in the geography's rail.csv")
        stations = [
            s for s in draft.geography.rails[wish["line"]] if s not in wish.get("avoid", [])
        ]
        exit_hex = draft.hex_index(wish["exit"], where) if "exit" in wish else None
        _lay_line(draft, where, [_station(draft, name) for name in stations], RAIL, exit_hex)


def lay_roads(draft: Draft) -> None:
    """Lay the roads that a recipe names.

    A wish is ``line``, a road of the geography, and its ``kind``; ``avoid`` leaves out places. A
    road of the recipe's own lists its ``places``, numbers of hexes among them.

    Raises
    ------
    DataError
        If a road or a place isn't in the geography, or the road never touches the map.
    """
    for wish in draft.recipe.document.get("road", []):
        where = f"{draft.recipe.path}: road {wish['line']!r}"
        names = wish.get("places", draft.geography.roads.get(wish["line"]))
        if names is None:
            raise DataError(f"{where}: no such line in the geography's roads.csv; give its places")
        names = [name for name in names if name not in wish.get("avoid", [])]
        known = {*draft.geography.places, *draft.town_hex, *draft.grid.index}
        unknown = [name for name in names if name not in known]
        if unknown:
            raise DataError(f"{where}: no place {', '.join(unknown)} in the geography")
        _lay_line(draft, where, [_station(draft, name) for name in names], wish["kind"], None)


def _lay_line(
    draft: Draft,
    where: str,
    places: Sequence[tuple[int | None, Points]],
    feature: str,
    exit_hex: int | None,
) -> None:
    if all(i is None for i, _ in places):
        what = "stations" if feature == RAIL else "places"
        raise DataError(f"{where}: none of its {what} lies on the map")
    for here, there in pairwise(places):
        for a, b in pairwise(_leg(draft, here, there, exit_hex)):
            draft.mark_side((min(a, b), max(a, b)), feature, "", "estimate")


def _station(draft: Draft, name: str) -> tuple[int | None, Points]:
    """Hex of a station, None off the map, and its place in the plane."""
    if name in draft.town_hex or name in draft.grid.index:
        i = draft.town_hex[name] if name in draft.town_hex else draft.grid.index[name]
        return i, draft.grid.centre[i]
    plane = draft.projection.to_plane(np.array([draft.geography.places[name].degrees]))[0]
    there = _hex_at(draft, plane)
    return (None, plane) if there is None else (there, draft.grid.centre[there])


def _hex_at(draft: Draft, plane: Points) -> int | None:
    gap = np.hypot(*(draft.grid.centre - plane).T)
    i = int(np.argmin(gap))
    return i if gap[i] <= _HEX_RADIUS else None


def _leg(
    draft: Draft,
    here: tuple[int | None, Points],
    there: tuple[int | None, Points],
    exit_hex: int | None,
) -> list[int]:
    """Hexes of the way between two stations, as far as it lies on the map."""
    if here[0] is None and there[0] is None:
        return []
    if here[0] is not None and there[0] is not None:
        return _hexes_between(draft, here[0], there[0])
    inner, outer = (there, here) if here[0] is None else (here, there)
    assert inner[0] is not None
    last = _last_hex(draft, inner[1], outer[1]) if exit_hex is None else exit_hex
    if RAIL_EXIT in draft.hexes[last]:
        draft.hexes[last][RAIL_EXIT] = 1
    return _hexes_between(draft, inner[0], last)


def _last_hex(draft: Draft, start: Points, end: Points) -> int:
    """Hex in which a straight line leaves the map."""
    count = int(np.ceil(_POINTS_A_HEX * np.hypot(*(end - start))))
    last = _hex_at(draft, start)
    for part in np.linspace(0.0, 1.0, count + 1):
        i = _hex_at(draft, start + part * (end - start))
        if i is None:
            break
        last = i
    assert last is not None, "the line starts on the map"
    return last


def _hexes_between(draft: Draft, a: int, b: int) -> list[int]:
    """A straight line of adjacent hexes from one to another, both included."""
    grid = draft.grid
    steps = hex_distance(grid, grid.names[a], grid.names[b])
    # A nudge decides for one hand where the line runs along a hexside.
    nudge = np.array([1e-4, 2e-4])
    way = [
        _hex_at(draft, grid.centre[a] + part * (grid.centre[b] - grid.centre[a]) + nudge)
        for part in np.linspace(0.0, 1.0, steps + 1)
    ]
    return [i for i in way if i is not None]
