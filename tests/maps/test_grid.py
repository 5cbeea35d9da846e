"""Hex geometry as the rulebook's examples and the printed numbers fix it."""

from __future__ import annotations

import math

import pytest

from balance.maps.grid import Frame, Grid, corner_position, hex_distance, points_in_hex


@pytest.fixture(scope="module")
def grid() -> Grid:
    return Grid(Frame(1, 51, 34, 33, "even"))


@pytest.mark.rule("drive_on_stalingrad 7.12", "drive_on_stalingrad 8.4")
@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("2725", "2618", 7),  # printed example of 7.12
        ("2319", "2112", 8),  # printed example of 8.4: within eight
        ("3201", "3301", 1),  # 7.9: the three share a corner
        ("3201", "3302", 1),
        ("3301", "3302", 1),
        ("3217", "3317", 1),
        ("2821", "2822", 1),
        ("1233", "1134", 1),
        ("3401", "3301", 1),
        ("0233", "1134", 9),
        ("1134", "2134", 10),
        ("5112", "5102", 10),
    ],
)
def test_distances_agree_with_the_printed_numbers(grid: Grid, a: str, b: str, hexes: int) -> None:
    assert hex_distance(grid, a, b) == hexes


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("2725", "2624 2625 2724 2726 2824 2825"),
        ("2112", "2011 2012 2111 2113 2211 2212"),
    ],
)
def test_neighbours_agree_with_the_rule_notes(grid: Grid, name: str, neighbours: str) -> None:
    found = sorted(grid.names[i] for i in grid.neighbours(grid.index[name]))
    assert found == neighbours.split()


def test_columns_count_westward_and_rows_southward(grid: Grid) -> None:
    east, west, south = (grid.centre[grid.index[h]] for h in ("1105", "1106", "1305"))
    assert west[0] == east[0] - 1.0
    assert south[0] == east[0]
    assert south[1] == pytest.approx(east[1] - math.sqrt(3.0))


def test_even_rows_lie_half_a_hex_further_west(grid: Grid) -> None:
    assert grid.centre[grid.index["1205"], 0] == grid.centre[grid.index["1105"], 0] - 0.5


def test_two_full_sheets_have_1709_hexes(grid: Grid) -> None:
    assert len(grid) == 1709
    assert sum(name < "3400" for name in grid.names) == 1106


def test_a_side_has_its_hex_on_the_right_hand(grid: Grid) -> None:
    for i, j, direction in grid.sides():
        (ax, ay), (bx, by) = (corner_position(c) for c in grid.side_corners(i, direction))
        x, y = grid.centre[i]
        assert (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0
        assert math.hypot(bx - ax, by - ay) == pytest.approx(1 / math.sqrt(3))
        assert set(grid.side_corners(i, direction)) == set(grid.corners[i]) & set(grid.corners[j])


def test_sample_points_fill_the_hex_evenly() -> None:
    points = points_in_hex(12)
    assert abs(points).max() < 0.578
    assert abs(points.mean(axis=0)).max() < 1e-12
    assert len(points) > 100
