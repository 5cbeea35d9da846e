"""Places beyond the printed hexes: a city that both sides hold, and what searches make of it.

Three rows of three hexes; the middle one is the city. Red holds the city itself and comes there
from the east; Blue's half is node 9, joined to the hexes in the west.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from balance.games.boards import GameMap, add_nodes
from balance.games.new_game import blank_fields
from balance.kernel.fields import FAR, hex_distance_field, travel_field
from balance.kernel.flood import Lines, spread_lines
from balance.kernel.hexes import direction_to, join_node
from balance.kernel.neighbours import NORTH_WEST, SOUTH_WEST, WEST, build_neighbours
from balance.kernel.reach import (
    PROHIBITED,
    Mover,
    Search,
    find_reach,
    find_way,
    make_waiting,
    trace_path,
)
from balance.kernel.records import as_rows
from balance.rules.stacking import StackRules, lift_unit, place_unit
from balance.rules.trace import no_trace

RED, BLUE = 0, 1
EAST, CITY, WEST_HEX, NODE, OFF_MAP = 3, 4, 5, 9, 10
HEX = np.dtype([("row", "i2"), ("x2", "i2")])
UNIT = np.dtype([("side", "i2"), ("hex", "i2"), ("next", "i2")])
GROUND = np.dtype([("occupant", "i2"), ("first", "i2")])
LOG = np.dtype([("game_turn", "i2")])


class Game(NamedTuple):
    """As little of a state as stacks need."""

    game: np.ndarray
    units: np.ndarray
    ground: np.ndarray
    trace: np.ndarray
    traced: np.ndarray


def plain_map() -> GameMap:
    row = np.repeat([1, 2, 3], 3)
    x2 = np.array([2, 4, 6, 3, 5, 7, 2, 4, 6])
    hexes = np.zeros(10, HEX)
    hexes["row"], hexes["x2"] = [*row, -1000], [*x2, -1000]
    names = [f"0{r}0{c}" for r in (1, 2, 3) for c in (1, 2, 3)]
    return GameMap(
        names=names,
        index={name: i for i, name in enumerate(names)},
        hexes=as_rows(hexes),
        neighbour=build_neighbours(row, x2),
        hexside=np.full((10, 6), 7, np.uint8),
        places=["Town" if name == "0202" else "" for name in names],
        degrees=np.arange(18.0).reshape(9, 2),
    )


@pytest.fixture
def city() -> GameMap:
    """The map with Blue's half of the city in place."""
    split = add_nodes(plain_map(), {"0202 Blue": "0202"})
    for side in (SOUTH_WEST, WEST, NORTH_WEST):
        join_node(split.neighbour, NODE, int(split.neighbour[CITY, side]), (side + 3) % 6)
        split.neighbour[CITY, side] = OFF_MAP
    return split


def costs(city: GameMap, points: int) -> np.ndarray:
    cost = np.full((OFF_MAP + 1, 6), points, np.uint16)
    cost[city.neighbour == OFF_MAP] = PROHIBITED
    return cost


def papers(city: GameMap, points: int) -> Search:
    best, came = np.zeros((2, OFF_MAP + 1), np.int16)
    blocked = np.zeros(OFF_MAP + 1, np.int16)
    blocked[OFF_MAP] = 1
    waiting = make_waiting(OFF_MAP + 1)
    return Search(city.neighbour, costs(city, points), blocked, best, came, waiting)


def test_a_node_lies_in_the_place_of_its_hex_and_adjoins_only_what_it_is_joined_to():
    plain, more = plain_map(), add_nodes(plain_map(), {"0202 Blue": "0202"})
    assert more.names[NODE] == "0202 Blue"
    assert more.index["0202 Blue"] == NODE
    assert more.hexes[NODE].tolist() == plain.hexes[CITY].tolist()
    assert more.hexes[OFF_MAP].tolist() == plain.hexes[9].tolist()
    assert more.degrees[NODE].tolist() == plain.degrees[CITY].tolist()
    assert (more.places[NODE], more.hexside[NODE].tolist()) == ("", [0] * 6)
    assert (more.neighbour[NODE:] == OFF_MAP).all()
    assert (
        more.neighbour[:9] == np.where(plain.neighbour == 9, OFF_MAP, plain.neighbour)[:9]
    ).all()


def test_each_half_of_a_city_is_reached_by_its_own_sides(city):
    assert direction_to(city.neighbour, WEST_HEX, CITY) == -1
    assert direction_to(city.neighbour, NODE, WEST_HEX) == WEST
    search = papers(city, 30)
    assert find_reach(search, Mover(EAST, 30, 0)) == 6  # all beside it but the node
    assert (search.best[CITY], search.best[NODE]) == (0, -1)
    find_way(search, Mover(WEST_HEX, 30, 0), NODE, city.hexes["row"], city.hexes["x2"], 30)
    assert (search.best[NODE], search.best[CITY]) == (0, -1)


def test_a_way_through_a_node_is_found_and_traced_back(city):
    search = papers(city, 30)
    top, bottom = (int(city.neighbour[NODE, side]) for side in (NORTH_WEST, SOUTH_WEST))
    search.blocked[WEST_HEX] = search.blocked[CITY] = 1
    find_reach(search, Mover(top, 60, 0))
    path = np.zeros(OFF_MAP + 1, np.int16)
    assert trace_path(top, bottom, city.neighbour, search.came, path) == 2
    assert path[:2].tolist() == [NODE, bottom]


def test_fields_and_floods_count_the_steps_through_a_node(city):
    blocked = np.zeros(OFF_MAP + 1, np.uint8)
    field = np.full(OFF_MAP + 1, FAR, np.int16)
    field[NODE] = 0
    travel_field(
        city.neighbour, costs(city, 300), PROHIBITED, blocked, field, np.zeros(12, np.int16)
    )
    assert (field[WEST_HEX], field[EAST], field[CITY]) == (300, 900, 900)
    links = np.full(OFF_MAP + 1, 99, np.int16)
    links[NODE], links[OFF_MAP] = 0, -1
    lines = Lines(city.neighbour, links, np.full(OFF_MAP + 1, NODE, np.int16))
    spread_lines(lines, np.full(OFF_MAP + 1, 63, np.uint8), 9, 1)
    assert (links[WEST_HEX], links[EAST], links[CITY]) == (1, 3, 3)


def test_a_map_with_nodes_counts_distances_without_a_board(city):
    fields = blank_fields(
        city.hexes, np.zeros(1, UNIT), game=LOG, ground=GROUND, events=1, battles=(LOG, 1),
        turns=(LOG, 100),
    )  # fmt: skip
    assert len(fields["board"]) == 0
    assert fields["hex_turns"].shape == (3, 101, OFF_MAP + 1)
    field = np.full(OFF_MAP + 1, FAR, np.int16)
    field[NODE] = 0
    open_to, queue = np.ones(OFF_MAP + 1, np.uint8), np.zeros(OFF_MAP + 1, np.int16)
    hex_distance_field(city.neighbour, fields["board"], open_to, 9, field, queue)
    assert (field[WEST_HEX], field[EAST], field[CITY]) == (1, 3, 3)


def test_both_sides_stand_in_one_city():
    units = np.zeros(2, UNIT)
    units["side"], units["hex"], units["next"] = [RED, BLUE], OFF_MAP, -1
    ground = np.full(OFF_MAP + 1, -1, np.int16).repeat(2).view(GROUND)
    game = Game(np.zeros(1, LOG), as_rows(units), as_rows(ground), **no_trace())
    rules = StackRules(lambda *_: None, lambda *_: None)
    place_unit(game, rules, 0, CITY)
    place_unit(game, rules, 1, NODE)
    assert game.ground["occupant"][[CITY, NODE]].tolist() == [RED, BLUE]
    lift_unit(game, rules, 0)
    assert game.ground["occupant"][[CITY, NODE]].tolist() == [-1, BLUE]
