"""The line: an unbroken chain from the north edge to the sea, outside all that the enemy holds."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Feature, Terrain
from balance.staff.desk import Desk
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    rifle,
)
from tests.staff.drive_on_stalingrad.desks import (
    SOVIET_MOVES,
    line_of,
    name_of,
    open_desk,
    ring_of,
    stand,
)

SEA = " ".join([".K"] * 13)
COLUMNS = range(1, 14)


def front(axis: int, soviet: int, rows: list[str] | None = None, **game: object) -> State:
    """Infantry in each row of one column against rifles in each row of another, above a coast."""
    rows = rows or [*clear_map(6, 13), SEA]
    units = [infantry(f"{row:02d}{axis:02d}") for row in range(1, 8)]
    units += [rifle(f"{row:02d}{soviet:02d}") for row in range(1, 8)]
    return build_position(rows, units, **game)


def drawn(state: State, **wishes: object) -> tuple[Desk, list[str]]:
    """Desk of the phasing side and its line, from the coast to the north edge."""
    side = np.int64(state.game.side)
    desk = open_desk(state, side, **wishes)
    stand(state, desk, side)
    return desk, [name_of(state, h) for h in line_of(desk)]


def random_front(seed: int, **game: object) -> State:
    rng = np.random.default_rng(seed)
    rows = [*clear_map(6, 13), SEA]
    for _ in range(15):
        cell = str(rng.choice(["f", "h", "m", "s", ".T", ".C", ".L"]))
        rows = change_cell(rows, int(rng.integers(1, 7)), int(rng.integers(1, 14)), cell)
    for row in range(1, 7):
        for column in range(7, 14):
            cell = rows[row - 1].split()[13 - column]
            rows = change_cell(rows, row, column, cell + "-")
    rows[6] = " ".join([".K-"] * 7 + [".K"] * 6)
    units = [infantry(f"{rng.integers(1, 8):02d}{rng.integers(7, 13):02d}") for _ in range(9)]
    units += [rifle(f"{rng.integers(1, 8):02d}{rng.integers(2, 7):02d}") for _ in range(9)]
    return build_position(rows, units, **game)


@pytest.mark.parametrize("game", [{}, SOVIET_MOVES])
@pytest.mark.parametrize("seed", range(8))
def test_line_is_an_unbroken_chain_from_the_north_edge_to_the_coast(seed, game):
    state = random_front(seed, **game)
    desk, _ = drawn(state)
    line = line_of(desk)
    assert (state.hexes[line[0]].features & Feature.COAST) != 0
    assert state.hexes[line[-1]].row == 1
    for here, there in itertools.pairwise(line):
        assert there in state.neighbour[here], f"{name_of(state, here)} to {name_of(state, there)}"
    assert len(set(line)) == len(line)


@pytest.mark.parametrize("game", [{}, SOVIET_MOVES])
@pytest.mark.parametrize("seed", range(8))
def test_line_runs_through_no_enemy_and_wants_troops_in_every_hex(seed, game):
    state = random_front(seed, **game)
    desk, _ = drawn(state)
    for h in line_of(desk):
        assert state.ground[h].occupant != 1 - state.game.side, name_of(state, h)
        assert desk.wanted[h] > 0.0, name_of(state, h)


@pytest.mark.rule("drive_on_stalingrad 3.2")
@pytest.mark.parametrize("seed", range(8))
def test_soviet_line_stays_on_its_side_of_the_start_line_while_armies_are_held(seed):
    state = random_front(seed, **SOVIET_MOVES, game_turn=2)
    desk, _ = drawn(state)
    assert len(line_of(desk)) >= 7
    for h in line_of(desk):
        assert (state.hexes[h].features & Feature.SOVIET_AT_START) != 0, name_of(state, h)


def ground_beyond_the_start_line(**game: object) -> list[str]:
    """Draw the line of Soviets who stand three hexes west of the start line."""
    rows = [" ".join([".-"] * 8 + ["."] * 5)] * 6 + [" ".join([".K-"] * 8 + [".K"] * 5)]
    return drawn(front(axis=12, soviet=8, rows=rows, **SOVIET_MOVES, **game))[1]


@pytest.mark.rule("drive_on_stalingrad 3.2")
def test_soviet_line_may_run_west_of_the_start_line_once_all_armies_are_free():
    def western(line: list[str]) -> int:
        return sum(int(name[2:]) > 5 for name in line)

    assert western(ground_beyond_the_start_line(game_turn=2)) == 0
    assert western(ground_beyond_the_start_line(game_turn=4)) == 7
    assert western(ground_beyond_the_start_line(game_turn=2, lifted=1)) == 7


def test_line_is_drawn_where_the_troops_stand():
    where = [f"{row:02d}09" for row in range(7, 0, -1)]
    assert drawn(front(axis=9, soviet=6), forward=0.2)[1] == where
    assert drawn(front(axis=9, soviet=6), forward=0.2, occupied=0.0)[1] != where


def test_line_gives_ground_to_stand_as_far_off_as_the_commander_wants():
    state = front(axis=8, soviet=7)
    desk = open_desk(state, AXIS, stand_off=4.0, occupied=0.0, forward=5.0)
    stand(state, desk, AXIS)
    assert min(int(state.hexes[h].x2) for h in line_of(desk)) >= 2 * 10


def shared(line: list[str], wanted: list[str]) -> int:
    """Hexes of a line that are among the wanted ones: the lie of a single hex may outweigh them."""
    return len(set(line) & set(wanted))


@pytest.mark.rule("drive_on_stalingrad 11.15")
def test_line_prefers_heights_to_open_ground():
    rows = [" ".join("h" if column == 9 else "." for column in reversed(COLUMNS))] * 6
    rows = [*rows, " ".join(["hK" if column == 9 else ".K" for column in reversed(COLUMNS)])]
    heights = [f"{row:02d}09" for row in range(7, 0, -1)]
    flat = drawn(front(axis=10, soviet=6), stand_off=2.0, forward=0.2)[1]
    hilly = drawn(front(axis=10, soviet=6, rows=rows), stand_off=2.0, forward=0.2)[1]
    assert shared(flat, heights) == 0, flat
    assert shared(hilly, heights) >= 5, hilly


@pytest.mark.rule("drive_on_stalingrad 11.19")
def test_line_stands_behind_a_river():
    column = [f"{row:02d}09" for row in range(7, 0, -1)]
    dry = front(axis=10, soviet=6)
    river = {
        (name, beyond): "river"
        for name in column
        for beyond in ring_of(dry, name)
        if beyond.endswith("08")
    }
    wet = front(axis=10, soviet=6, sides=river)
    before = drawn(dry, stand_off=2.0, forward=0.2)[1]
    behind = drawn(wet, stand_off=2.0, forward=0.2)[1]
    assert shared(before, column) == 0, before
    assert shared(behind, column) >= 5, behind


def test_bias_bends_the_line():
    bias = {f"{row:02d}{column:02d}": 400 for row in range(1, 8) for column in COLUMNS}
    bias |= dict.fromkeys([f"{row:02d}10" for row in range(1, 8)], 0)
    state = front(axis=8, soviet=5)
    _, line = drawn(state, bias=bias)
    assert line == [f"{row:02d}10" for row in range(7, 0, -1)]


@pytest.mark.rule("drive_on_stalingrad 7.9")
def test_water_in_the_line_needs_no_troops():
    rows = [*clear_map(6, 13), SEA]
    for row in (3, 4):
        for column in range(5, 13):
            rows = change_cell(rows, row, column, "l")
    units = [infantry("0208"), infantry("0508"), rifle("0205"), rifle("0505")]
    state = build_position(rows, units)
    desk, _ = drawn(state)
    for h in line_of(desk):
        assert state.hexes[h].terrain != Terrain.LAKE
    assert len(line_of(desk)) < 7


def test_no_line_is_drawn_where_the_enemy_bars_the_map_from_edge_to_edge():
    rows = [*clear_map(2, 4), ".K .K .K .K"]
    units = [rifle(f"{row:02d}{column:02d}") for row in (2,) for column in range(1, 5)]
    state = build_position(rows, [*units, infantry("0304")])
    desk, line = drawn(state)
    assert line == []
    assert hex_named(state, "0304") == state.units[4].hex
    assert desk.wanted.max() == 0.0


def test_soviets_draw_a_line_of_their_own():
    state = front(axis=7, soviet=6, **SOVIET_MOVES)
    _, line = drawn(state)
    assert state.game.side == SOVIET
    assert line == [f"{row:02d}06" for row in range(7, 0, -1)]
