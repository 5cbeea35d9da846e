"""Lays the rivers and crests of a recipe on a draft, each town on its true bank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from balance.errors import DataError
from balance.maps.chains import (
    Chain,
    Network,
    Points,
    clip_to_map,
    nearest_point,
    resample,
    split_at,
    trace,
)
from balance.maps.draft import Draft
from balance.maps.grid import Corner, Side, corner_position
from balance.maps.recipe import corner_named

_OTHER_BANK = {"left": "right", "right": "left"}


def _corner_test(
    draft: Draft, network: Network, wish: str, own: str
) -> tuple[Callable[[Corner], bool], Corner | None]:
    """Which corners a chain may start or end at: free, edge, coast, a corner, or a chain's name."""
    if "|" in wish:
        corner = corner_named(draft.grid, wish)
        return (lambda c: c == corner), corner
    if wish == "free":
        return (lambda c: c not in network.taken), None
    if wish == "edge":
        return network.is_edge, None
    if wish == "coast":
        return (
            lambda c: (
                any(not draft.is_land(h) for h in draft.grid.hexes_at[c]) and c not in network.taken
            )
        ), None
    if wish not in draft.chains:
        raise DataError(
            f"{draft.recipe.path}: chain {own!r} wants {wish!r}, which isn't a chain before it;"
            " expected free, edge, coast, a corner or a chain"
        )
    targets = set(draft.chains[wish].corners)
    return targets.__contains__, None


def lay_chains(draft: Draft) -> None:
    """Lay every chain of the recipe in its order and mark the features of its sides."""
    wet = {side for side, entry in draft.sides.items() if "water" in entry["features"]}
    sea = {(i, j) for i, j, _ in draft.grid.sides() if not (draft.is_land(i) or draft.is_land(j))}
    network = Network(draft.grid, closed=wet | sea)
    for wish in draft.recipe.document["chain"]:
        chain = _lay_chain(draft, network, wish)
        network.lay(chain)
        draft.chains[chain.name] = chain
        draft.banks.setdefault(wish.get("river", chain.name), set()).update(chain.corners)
        open_sides = _pass_sides(draft, network, chain, wish.get("passes", []))
        for side in network.sides_of(chain):
            if side not in open_sides:
                for feature in chain.features:
                    draft.mark_side(side, feature, wish.get("label", chain.name), "estimate")


def _lay_chain(draft: Draft, network: Network, wish: dict[str, Any]) -> Chain:
    name = wish["name"]
    where = f"{draft.recipe.path}: chain {name!r}"
    if "points" in wish:
        degrees = np.array(wish["points"], dtype=float)
    else:
        source = wish.get("river", name)
        if source not in draft.geography.rivers:
            raise DataError(f"{where}: no river {source!r} in the geography's rivers.csv")
        degrees = draft.geography.rivers[source]
    points = clip_to_map(draft.grid, draft.projection.to_plane(degrees))
    if not len(points):
        raise DataError(f"{where}: it lies outside the map")
    if "from" in wish:
        points = points[_nearest(draft, points, wish["from"]) :]
    if "to" in wish:
        points = points[: _nearest(draft, points, wish["to"]) + 1]
    starts, start = _corner_test(draft, network, wish.get("start", "free"), name)
    ends, end = _corner_test(draft, network, wish["end"], name)
    if start is not None:
        points = points[nearest_point(points, corner_position(start)) :]
    if end is not None:
        points = points[: nearest_point(points, corner_position(end)) + 1]
    via = [corner_named(draft.grid, corner) for corner in wish.get("via", [])]
    points = resample(points)
    pieces = split_at(points, [nearest_point(points, corner_position(c)) for c in via])
    wrong = _wrong_banks(draft, wish.get("river", name))
    for hex_name, bank in wish.get("banks", {}).items():
        wrong.append((draft.hex_index(hex_name, where), _OTHER_BANK[bank]))
    corners: tuple[Corner, ...] = ()
    own = network.fork()
    for k, piece in enumerate(pieces):
        first = starts if k == 0 else {via[k - 1]}.__contains__
        last = ends if k == len(pieces) - 1 else {via[k]}.__contains__
        try:
            walk = trace(own, piece, first, last, wrong)
        except ValueError as error:
            raise DataError(f"{where}: piece {k + 1} of {len(pieces)}: {error}") from None
        own.lay(Chain(name, walk))
        corners = corners + walk[1:] if corners else walk
    if len(set(corners)) != len(corners):
        raise DataError(f"{where}: it crosses itself; give other corners to pass")
    return Chain(name, corners, tuple(wish["features"]))


def _nearest(draft: Draft, points: Points, degrees: list[float]) -> int:
    """Index of the polyline point nearest a place given as latitude and longitude."""
    plane = draft.projection.to_plane(np.array([degrees], dtype=float))[0]
    return nearest_point(points, (float(plane[0]), float(plane[1])))


def _wrong_banks(draft: Draft, river: str) -> list[tuple[int, str]]:
    return [
        (i, _OTHER_BANK[place.bank])
        for name, i in sorted(draft.town_hex.items())
        if (place := draft.geography.places[name]).river == river and place.bank in _OTHER_BANK
    ]


def _pass_sides(draft: Draft, network: Network, chain: Chain, passes: Iterable[str]) -> set[Side]:
    """The sides of a crest that its passes leave open: the nearest side to each."""
    places = {name: points for name, kind, points in draft.geography.outlines if kind == "pass"}
    sides = network.sides_of(chain)
    if not sides:
        return set()
    middle = np.array(
        [
            (np.array(corner_position(a)) + np.array(corner_position(b))) / 2
            for a, b in pairwise(chain.corners)
        ]
    )
    found = set()
    for name in passes:
        if name not in places:
            raise DataError(f"{draft.recipe.path}: pass {name!r} isn't in the geography")
        at = draft.projection.to_plane(places[name])[0]
        found.add(sides[int(np.argmin(np.hypot(*(middle - at).T)))])
    return found


def check_banks(draft: Draft) -> None:
    """Warn of towns that the geography puts on a river which the map draws elsewhere."""
    for name, i in sorted(draft.town_hex.items()):
        place = draft.geography.places[name]
        banks = draft.banks.get(place.river)
        if banks and place.bank and not banks & set(draft.grid.corners[i]):
            draft.warnings.append(
                f"{name} ({draft.hexes[i]['hex']}) isn't beside the {place.river}"
            )
