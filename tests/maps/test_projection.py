"""Degrees to hexes and back."""

from __future__ import annotations

import numpy as np
import pytest

from balance.files.resources import data_folder
from balance.maps.projection import Cone, Projection
from balance.maps.recipe import make_grid, make_projection, read_geography, read_recipe
from balance.rulebook.game import open_game

CONE = Cone(41.0, 0.7437506, 1.8293302, 5662.370)


def sheet(anchors: list[tuple[float, float]], printed: list[tuple[float, float]]) -> Projection:
    return Projection(
        CONE,
        np.array([[25.0, 0.0], [0.0, 25.0]]),
        np.zeros(2),
        6.0,
        np.array(anchors, dtype=float).reshape(-1, 2),
        np.array(printed, dtype=float).reshape(-1, 2),
    )


def test_the_cone_keeps_distances_of_the_theatre_to_a_percent() -> None:
    # One degree of latitude on the sphere of 6371 km is 111.19 km.
    km = CONE.project(np.array([[48.0, 41.0], [49.0, 41.0]]))
    assert km[1, 1] - km[0, 1] == pytest.approx(111.19, rel=0.01)


def test_an_anchor_lands_exactly_where_it_is_printed() -> None:
    drawn = sheet([(48.0, 41.0), (50.0, 38.0)], [(3.0, -1.0), (-8.0, 9.0)])
    assert drawn.to_plane(np.array([[48.0, 41.0]]))[0] == pytest.approx([3.0, -1.0])
    assert drawn.to_plane(np.array([[50.0, 38.0]]))[0] == pytest.approx([-8.0, 9.0])


def test_an_anchor_pulls_what_is_near_more_than_what_is_far() -> None:
    plain, pulled = sheet([], []), sheet([(48.0, 41.0)], [(1.0, 0.0)])
    home = plain.to_plane(np.array([[48.0, 41.0]]))[0]
    pull = np.hypot(*(np.array([1.0, 0.0]) - home))

    def moved(lat: float) -> float:
        point = np.array([[lat, 41.0]])
        return float(np.hypot(*(pulled.to_plane(point) - plain.to_plane(point))[0]))

    assert moved(48.0) == pytest.approx(pull)
    assert moved(48.0) > moved(48.5) > moved(52.0)
    assert moved(52.0) < 0.1 * pull


def test_degrees_come_back_from_the_plane_of_the_real_map() -> None:
    recipe = read_recipe(open_game("drive_on_stalingrad").folder / "map")
    geography = read_geography(data_folder() / "geography")
    drawn = make_projection(recipe, make_grid(recipe), geography)
    there = np.array([[51.7, 36.2], [48.7, 44.5], [43.0, 47.5], [45.0, 38.0]])
    assert drawn.to_degrees(drawn.to_plane(there)) == pytest.approx(there, abs=1e-6)
