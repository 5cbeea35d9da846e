"""Terrain by share, and all-water sides."""

from __future__ import annotations

import numpy as np

from balance.maps.grid import Frame, Grid
from balance.maps.ground import Outline, choose_terrain, shares, water_sides

GRID = Grid(Frame(1, 4, 4, 4, "even"))


def box(name: str, kind: str, west: float, south: float, east: float, north: float) -> Outline:
    corners = [[west, south], [east, south], [east, north], [west, north]]
    return Outline(name, kind, np.array(corners))


def around(hex_name: str, half: float, kind: str) -> Outline:
    x, y = GRID.centre[GRID.index[hex_name]]
    return box(kind, kind, x - half, y - half, x + half, y + half)


def test_an_outline_over_a_whole_hex_covers_it() -> None:
    share = shares(GRID, [around("0202", 0.6, "forest")], 5)["forest"]
    assert share[GRID.index["0202"]] == 1.0
    assert share[GRID.index["0404"]] == 0.0


def test_overlapping_outlines_of_a_kind_count_once() -> None:
    one = shares(GRID, [around("0202", 0.3, "marsh")], 5)["marsh"]
    two = shares(GRID, [around("0202", 0.3, "marsh"), around("0202", 0.3, "marsh")], 5)["marsh"]
    assert one.tolist() == two.tolist()


def test_the_terrain_that_exceeds_its_least_share_most_wins() -> None:
    share = {"forest": np.array([0.4, 0.2, 0.4]), "hills": np.array([0.9, 0.3, 0.5])}
    assert choose_terrain(share, {"forest": 0.3, "hills": 0.45}, 3) == ["hills", "clear", "forest"]


def test_every_side_of_a_lone_sea_hex_is_water() -> None:
    terrain = ["sea" if name == "0202" else "clear" for name in GRID.names]
    sides = water_sides(GRID, terrain, [], 0.75)
    sea = GRID.index["0202"]
    assert len(sides) == 6
    assert all(sea in side for side in sides)


def test_sides_between_two_sea_hexes_are_not_listed() -> None:
    assert water_sides(GRID, ["sea"] * len(GRID), [], 0.75) == []


def test_a_strait_between_two_land_hexes_is_a_water_side() -> None:
    a, b = GRID.index["0202"], GRID.index["0203"]
    x, y = (GRID.centre[a] + GRID.centre[b]) / 2
    strait = box("strait", "sea", x - 0.05, y - 0.4, x + 0.05, y + 0.4)
    assert water_sides(GRID, ["clear"] * len(GRID), [strait], 0.75) == [(a, b)]
