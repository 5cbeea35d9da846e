"""Pockets: the fewest hexes that cut a stack off, and who marches into them."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from balance.games.drive_on_stalingrad.state import SOVIET_NORTH, State
from balance.games.drive_on_stalingrad.supply import hex_supply, refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Feature, SupplyState
from balance.kernel.hexes import distance
from balance.staff.drive_on_stalingrad.strikers import move_strikers
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    panzer,
    rifle,
)
from tests.staff.drive_on_stalingrad.desks import (
    NO_ATTACK,
    mass,
    name_of,
    open_desk,
    places,
    ring_of,
    strike,
)
from tests.staff.drive_on_stalingrad.kernels import cut_off

SHUT, ONE, FREE = range(3)
LONGEST = 9  # rings beyond this are not tried
CLOSE = 2  # towns so near a stack fall with it


def find_ring(state: State, start: str, capacity: np.ndarray) -> tuple[int, set[int]]:
    """Size of the smallest ring around a stack and its hexes."""
    refresh_supply(state, SOVIET)
    cut = np.zeros(len(state.ground), np.int64)
    inside = np.zeros(len(state.ground), np.int64)
    h = np.int64(hex_named(state, start))
    size, _ = cut_off(state, h, np.int64(SOVIET_NORTH), capacity, cut, inside)
    return size, set(cut[: max(0, size)].tolist())


def anybody_anywhere(state: State) -> np.ndarray:
    """Capacities where each empty hex can be occupied and each Soviet stack stays open."""
    capacity = np.where(state.ground["occupant"] == SOVIET, FREE, ONE).astype(np.uint8)
    capacity[-1] = SHUT
    return capacity


# --- the smallest ring

#: A source five hexes east of 0508, far enough from the edge to be no easier to surround.
OPEN = change_cell(clear_map(9, 15), 5, 3, ".N")


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_ring_around_a_stack_in_open_country_has_six_hexes():
    state = build_position(OPEN, [rifle("0508"), rifle("0503")])
    size, ring = find_ring(state, "0508", anybody_anywhere(state))
    assert size == 6
    assert {name_of(state, h) for h in ring} == set(ring_of(state, "0508"))


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_one_hex_shuts_a_neck_of_land():
    rows = [". . w w w w w", ". . . . . . .N", ". . w w w w w"]
    state = build_position(rows, [rifle("0206"), rifle("0201")])
    size, ring = find_ring(state, "0206", anybody_anywhere(state))
    assert size == 1
    assert {name_of(state, h) for h in ring} <= {"0202", "0203", "0204", "0205"}


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_hexes_held_for_good_shorten_the_ring():
    state = build_position(OPEN, [rifle("0508"), rifle("0503")])
    capacity = anybody_anywhere(state)
    held = ring_of(state, "0508")[:2]
    capacity[[hex_named(state, name) for name in held]] = SHUT
    size, ring = find_ring(state, "0508", capacity)
    assert size == 4
    assert {name_of(state, h) for h in ring} == set(ring_of(state, "0508")[2:])


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_no_ring_where_a_line_passes_only_hexes_that_nobody_reaches():
    state = build_position(OPEN, [rifle("0508"), rifle("0503")])
    capacity = anybody_anywhere(state)
    capacity[[hex_named(state, f"05{column:02d}") for column in range(4, 8)]] = FREE
    assert find_ring(state, "0508", capacity)[0] == -1


@pytest.mark.rule("drive_on_stalingrad 7.8, 7.12")
def test_town_beside_a_stack_falls_into_the_pocket_with_it():
    rows = change_cell(OPEN, 5, 7, ".T")
    state = build_position(rows, [rifle("0508"), rifle("0503")])
    capacity = anybody_anywhere(state)
    capacity[[hex_named(state, name) for name in ring_of(state, "0503")]] = FREE
    size, ring = find_ring(state, "0508", capacity)
    around = set(ring_of(state, "0508")) | set(ring_of(state, "0507"))
    assert size == 8
    assert {name_of(state, h) for h in ring} == around - {"0508", "0507"}


@pytest.mark.rule("drive_on_stalingrad 7.8, 7.12")
def test_town_beside_a_stack_draws_on_sources_that_the_stack_does_not_reach():
    state = build_position(change_cell(OPEN, 5, 10, ".T"), [rifle("0511"), rifle("0503")])
    assert find_ring(state, "0511", anybody_anywhere(state))[0] > 0
    alone = build_position(OPEN, [rifle("0511"), rifle("0503")])
    assert find_ring(alone, "0511", anybody_anywhere(alone))[0] == 0, "out of supply already"


def random_front(seed: int) -> tuple[State, str, np.ndarray]:
    """A stack somewhere, one to three sources, sea that bars lines, capacities at random."""
    rng = np.random.default_rng(seed)
    rows = clear_map(8, 11)
    for _ in range(int(rng.integers(0, 12))):
        rows = change_cell(rows, int(rng.integers(1, 9)), int(rng.integers(1, 12)), "w")
    for cell in rng.choice([".T", ".N", ".N"], int(rng.integers(2, 5))).tolist():
        rows = change_cell(rows, int(rng.integers(1, 9)), int(rng.integers(1, 6)), cell)
    row, column = int(rng.integers(2, 8)), int(rng.integers(5, 10))
    start = f"{row:02d}{column:02d}"
    rows = change_cell(rows, row, column, ".")
    state = build_position(rows, [rifle(start)])
    weights = [(0.1, 0.75, 0.15), (0.0, 1.0, 0.0), (0.05, 0.5, 0.45)][seed % 3]
    capacity = rng.choice([SHUT, ONE, FREE], len(state.ground), p=weights).astype(np.uint8)
    capacity[hex_named(state, start)] = FREE
    capacity[-1] = SHUT
    return state, start, capacity


def lines_between(state: State, start: str, capacity: np.ndarray) -> nx.DiGraph:
    """All ways of supply from a stack to its sources; each hex is an edge as wide as it is open."""
    n = len(state.ground) - 1
    hexes = state.hexes
    home = hex_named(state, start)
    source = state.supply[SOVIET_NORTH] == 0
    ultimate = (hexes["features"] & Feature.SOVIET_NORTH_ULTIMATE) != 0

    def away(h: int) -> int:
        return int(distance(hexes[home].row, hexes[home].x2, hexes[h].row, hexes[h].x2))

    near = [h for h in range(n) if source[h] and not ultimate[h] and away(h) <= CLOSE]
    roots = {home, *near}
    limit = int(state.rules.supply_line_max_hexes) + (CLOSE if len(roots) > 1 else 0)
    graph = nx.DiGraph()
    graph.add_nodes_from(["stack", "source"])
    for h in range(n):
        width = {"capacity": 1} if capacity[h] == ONE else {}
        graph.add_edge(("in", h), ("out", h), **width)
        if h in roots:
            graph.add_edge("stack", ("out", h))
        elif source[h]:
            graph.add_edge(("out", h), "source")
        for d in range(6):
            there = int(state.neighbour[h, d])
            open_side = (int(state.line_sides[SOVIET_NORTH, h]) >> d) & 1
            if there < n and open_side and capacity[there] != SHUT and there not in roots:
                if away(there) <= limit:
                    graph.add_edge(("out", h), ("in", there))
    return graph


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_smallest_ring_equals_the_minimum_cut_of_a_flow_network():
    sizes = []
    for seed in range(60):
        state, start, capacity = random_front(seed)
        size, ring = find_ring(state, start, capacity)
        graph = lines_between(state, start, capacity)
        try:
            least = nx.minimum_cut_value(graph, "stack", "source")
        except nx.NetworkXUnbounded:
            least = LONGEST + 1
        assert size == (least if least <= LONGEST else -1), f"seed {seed}"
        sizes.append(size)
        if size > 0:
            assert len(ring) == size, f"seed {seed}: a hex twice"
            assert all(capacity[h] == ONE for h in ring), f"seed {seed}: a hex nobody can take"
            graph.remove_nodes_from([("in", h) for h in ring])
            assert not nx.has_path(graph, "stack", "source"), f"seed {seed}: the ring leaks"
    assert len(set(sizes)) > 5, "the positions are too much alike"


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_smallest_ring_equals_the_minimum_node_cut_where_every_hex_can_be_taken():
    rng = np.random.default_rng(5)
    for _ in range(12):
        rows = clear_map(5, 7)
        for _ in range(int(rng.integers(2, 9))):
            rows = change_cell(rows, int(rng.integers(1, 6)), int(rng.integers(2, 6)), "w")
        rows = change_cell(rows, 3, 1, ".N")
        state = build_position(rows, [rifle("0307"), rifle("0301")])
        graph = nx.Graph()
        graph.add_nodes_from(range(len(state.ground) - 1))
        for h in range(len(state.ground) - 1):
            for d in range(6):
                if (int(state.line_sides[SOVIET_NORTH, h]) >> d) & 1:
                    graph.add_edge(h, int(state.neighbour[h, d]))
        ends = hex_named(state, "0307"), hex_named(state, "0301")
        least = len(nx.minimum_node_cut(graph, *ends)) if nx.has_path(graph, *ends) else 0
        assert find_ring(state, "0307", anybody_anywhere(state))[0] == least


# --- closing it


BOARD = change_cell(OPEN, 5, 15, ".A-")
POCKET = [*[rifle("0508") for _ in range(6)], rifle("0503")]
SPEARHEAD = ["0510", "0411", "0611", "0510", "0411", "0611"]
CREW = range(len(POCKET), len(POCKET) + len(SPEARHEAD))


def soviet_supply(state: State, name: str) -> SupplyState:
    return SupplyState(hex_supply(state, SOVIET, np.int64(hex_named(state, name))))


@pytest.mark.rule("drive_on_stalingrad 4.3, 7.12")
def test_panzers_close_a_ring_with_a_unit_on_each_hex():
    state = build_position(BOARD, [*POCKET, *[panzer(name) for name in SPEARHEAD]])
    assert soviet_supply(state, "0508") == SupplyState.REGULAR
    mass(state, open_desk(state, AXIS, strike("0503", *CREW), **NO_ATTACK), AXIS)
    assert sorted(places(state, *CREW)) == sorted(ring_of(state, "0508"))
    assert soviet_supply(state, "0508") == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_nobody_marches_into_a_ring_that_can_not_be_closed():
    state = build_position(BOARD, [*POCKET, *[panzer(name) for name in SPEARHEAD[:5]]])
    mass(state, open_desk(state, AXIS, strike("0503", *CREW[:5]), **NO_ATTACK), AXIS)
    assert places(state, *CREW[:5]) == SPEARHEAD[:5]


@pytest.mark.rule("drive_on_stalingrad 7.12, 9.1")
def test_nobody_stirs_when_the_far_side_of_the_ring_is_out_of_reach():
    state = build_position(BOARD, [*POCKET, *[infantry(name, movement=2) for name in SPEARHEAD]])
    mass(state, open_desk(state, AXIS, strike("0503", *CREW), **NO_ATTACK), AXIS)
    assert places(state, *CREW) == SPEARHEAD


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_units_of_the_line_keep_their_hexes_of_the_ring():
    held = ["0509", "0408"]
    units = [*POCKET, *[panzer(name) for name in SPEARHEAD[:4]], *[infantry(h) for h in held]]
    state = build_position(BOARD, units)
    mass(state, open_desk(state, AXIS, strike("0503", *CREW[:4]), **NO_ATTACK), AXIS)
    assert places(state, *CREW[4:]) == held
    assert sorted(places(state, *CREW[:4])) == sorted(set(ring_of(state, "0508")) - set(held))
    assert soviet_supply(state, "0508") == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_ring_stays_closed_when_the_strike_units_move_on():
    units = [*POCKET, *[panzer(name) for name in SPEARHEAD[:5]], panzer("0509")]
    state = build_position(BOARD, units)
    desk = open_desk(state, AXIS, strike("0503", *CREW), **NO_ATTACK)
    mass(state, desk, AXIS)
    move_strikers(state, desk, AXIS)
    assert sorted(places(state, *CREW)) == sorted(ring_of(state, "0508"))
    assert soviet_supply(state, "0508") == SupplyState.OUT


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_units_of_the_line_are_not_called_to_a_ring():
    state = build_position(BOARD, [*POCKET, *[panzer(name) for name in SPEARHEAD]])
    mass(state, open_desk(state, AXIS, strike("0503", *CREW[:5]), **NO_ATTACK), AXIS)
    assert places(state, *CREW) == SPEARHEAD


@pytest.mark.rule("drive_on_stalingrad 7.8")
def test_stack_on_an_ultimate_source_is_never_surrounded():
    rows = change_cell(BOARD, 5, 8, ".N")
    state = build_position(rows, [*POCKET, *[panzer(name) for name in SPEARHEAD]])
    mass(state, open_desk(state, AXIS, strike("0503", *CREW), **NO_ATTACK), AXIS)
    assert places(state, *CREW) == SPEARHEAD
    assert soviet_supply(state, "0508") == SupplyState.REGULAR


def test_commander_who_gives_nothing_for_pockets_closes_none():
    state = build_position(BOARD, [*POCKET, *[panzer(name) for name in SPEARHEAD]])
    desk = open_desk(state, AXIS, strike("0503", *CREW), pocket_worth=0.0, **NO_ATTACK)
    mass(state, desk, AXIS)
    assert places(state, *CREW) == SPEARHEAD


@pytest.mark.rule("drive_on_stalingrad 4.3")
def test_a_lone_division_is_not_worth_six_panzers():
    units = [rifle("0508"), rifle("0503"), *[panzer(name) for name in SPEARHEAD]]
    state = build_position(BOARD, units)
    mass(state, open_desk(state, AXIS, strike("0503", *range(2, 8)), **NO_ATTACK), AXIS)
    assert places(state, *range(2, 8)) == SPEARHEAD
