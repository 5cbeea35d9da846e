"""Numbers of flat-topped hexes, and the sheet that a quarter turn makes of the lattice."""

from __future__ import annotations

import math

import numpy as np
import pytest

from balance.maps.grid import Frame, Grid, hex_distance
from balance.maps.numbering import lattice_place, printed_number, to_paper


@pytest.fixture(scope="module")
def grid() -> Grid:
    return Grid(Frame(1, 62, 65, 65, "even", "flat", 11))


def test_numbers_and_places_lead_to_each_other(grid: Grid) -> None:
    for name in grid.names:
        assert printed_number(*lattice_place(name, flat=True), flat=True) == name


def test_lines_north_of_01_are_numbered_backward_from_00(grid: Grid) -> None:
    line = [name for name in grid.names if name.startswith("21")]
    assert len(line) == 65
    assert {"2190", "2199", "2100", "2101", "2154"} <= set(line)
    assert not {"2189", "2155"} & set(line)
    for north, south in [("2190", "2191"), ("2199", "2100"), ("2100", "2101"), ("2153", "2154")]:
        assert hex_distance(grid, north, south) == 1


def test_on_paper_lines_run_south_and_count_westward(grid: Grid) -> None:
    paper = to_paper(grid.centre, flat=True)
    here, south, west = (paper[grid.index[name]] for name in ("2111", "2112", "2311"))
    assert south - here == pytest.approx([0.0, -1.0])
    assert west - here == pytest.approx([-math.sqrt(3.0), 0.0])


def test_odd_lines_lie_half_a_hex_lower(grid: Grid) -> None:
    paper = to_paper(grid.centre, flat=True)
    assert paper[grid.index["2111"], 1] == paper[grid.index["2211"], 1] - 0.5


def test_the_neighbours_of_a_flat_hex(grid: Grid) -> None:
    found = {grid.names[i] for i in grid.neighbours(grid.index["2111"])}
    assert found == {"2110", "2112", "2011", "2012", "2211", "2212"}


def test_turning_keeps_distances_and_hands() -> None:
    points = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    a, b, c = to_paper(points, flat=True)
    (bx, by), (cx, cy) = b - a, c - a
    assert bx * cy - by * cx == pytest.approx(1.0)
