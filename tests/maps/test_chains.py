"""Rivers along hexsides: courses on a small sheet of eight rows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from balance.maps.chains import Chain, Network, clip_to_map, resample, trace
from balance.maps.grid import Corner, Frame, Grid, corner_position


@pytest.fixture
def network() -> Network:
    return Network(Grid(Frame(1, 8, 8, 8, "even")))


def course(grid: Grid, *names: str) -> np.ndarray:
    """A polyline through the centres of hexes."""
    return np.array([grid.centre[grid.index[name]] for name in names])


def anywhere(_: Corner) -> bool:
    return True


def hexes_on(network: Network, walk: tuple[Corner, ...], hand: str) -> set[str]:
    """Hexes directly left or right of a walk."""
    found = set()
    for a, b in pairwise(walk):
        for following, left, right in network.steps[a]:
            if following == b:
                found.add(network.grid.names[left if hand == "left" else right])
    return found


def test_a_river_is_a_chain_of_touching_sides(network: Network) -> None:
    walk = trace(network, course(network.grid, "0207", "0705"), anywhere, anywhere)
    sides = network.sides_of(Chain("river", walk))
    assert len(sides) == len(walk) - 1 >= 8
    assert len(set(walk)) == len(walk)


def test_a_river_stays_near_its_course(network: Network) -> None:
    path = course(network.grid, "0207", "0404", "0702")
    walk = trace(network, path, anywhere, anywhere)
    fine = resample(path)
    for corner in walk:
        gap = np.hypot(*(fine - np.array(corner_position(corner))).T).min()
        assert gap < 0.8


def test_a_big_bend_is_not_cut(network: Network) -> None:
    # East along row 3, then back west along row 6: the two ends are only three rows apart.
    path = course(network.grid, "0307", "0302", "0602", "0607")
    walk = trace(network, path, anywhere, anywhere)
    east = max(corner_position(corner)[0] for corner in walk)
    assert east > network.grid.centre[network.grid.index["0303"], 0]


@pytest.mark.parametrize("bank", ["left", "right"])
def test_a_town_in_the_middle_of_the_river_gets_its_bank(network: Network, bank: str) -> None:
    town = network.grid.index["0504"]
    path = course(network.grid, "0206", "0504", "0803")
    other = {"left": "right", "right": "left"}[bank]
    walk = trace(network, path, anywhere, anywhere, [(town, other)])
    assert "0504" in hexes_on(network, walk, bank)
    assert "0504" not in hexes_on(network, walk, other)


def test_a_tributary_ends_at_its_first_touch_of_the_main_river(network: Network) -> None:
    main = Chain("main", trace(network, course(network.grid, "0107", "0806"), anywhere, anywhere))
    network.lay(main)
    joins = set(main.corners).__contains__
    walk = trace(network, course(network.grid, "0402", "0507"), anywhere, joins)
    assert walk[-1] in main.corners
    assert not set(walk[:-1]) & set(main.corners)


def test_no_river_runs_along_a_closed_side(network: Network) -> None:
    free = trace(network, course(network.grid, "0205", "0705"), anywhere, anywhere)
    network.closed.update(network.sides_of(Chain("coast", free))[2:4])
    walk = trace(network, course(network.grid, "0205", "0705"), anywhere, anywhere)
    assert not set(network.sides_of(Chain("river", walk))) & network.closed


def test_a_course_without_a_way_is_refused(network: Network) -> None:
    with pytest.raises(ValueError, match="no chain of hexsides"):
        trace(network, course(network.grid, "0205", "0705"), anywhere, lambda _: False)


def test_only_the_longest_run_inside_the_map_is_drawn(network: Network) -> None:
    grid = network.grid
    outside = grid.centre[grid.index["0401"]] + np.array([6.0, 0.0])
    path = np.concatenate([course(grid, "0407", "0402"), [outside]])
    clipped = clip_to_map(grid, path)
    assert clipped[0] == pytest.approx(path[0])
    assert clipped[-1, 0] < grid.centre[:, 0].max() + 0.6
