"""Compiled supply against its slow twin, on random maps and after random moves."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import check_stacking, lift_unit
from balance.games.drive_on_stalingrad.state import NO_LINE
from balance.games.drive_on_stalingrad.supply import refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import Side
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    hex_named,
    panzer,
    rifle,
)
from tests.oracles.drive_on_stalingrad.supply import SupplyOracle

ROWS, COLUMNS, FIRST_ROW = 10, 14, 29  # rows 29-38: five of each map


def random_position(seed: int):
    """A map with all that matters to supply, and units of both sides anywhere on it."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(ROWS):
        cells = []
        for c in range(COLUMNS):
            cell = rng.choice(list("....fhmsdlw"))
            west = c < COLUMNS // 2
            feature = rng.choice(
                ["", "T", "C", "L", "K", "G"], p=[0.7, 0.13, 0.03, 0.06, 0.05, 0.03]
            )
            if feature in ("T", "C"):
                cell = "."  # towns stand on land
            cells.append(cell + feature + ("-" if west else ""))
        rows.append(cells)
    rows[1][0] = rows[4][0] = ".A-"
    rows[3][COLUMNS // 2] = rng.choice([".R", ".R-"])
    rows[7][2] = ".Q"
    rows[0][-1] = rows[2][-3] = ".N"
    rows[4][-1] = ".Z"
    rows[-1][-4] = rows[-2][3] = ".S"
    sides = {}
    for _ in range(60):
        r, c = rng.integers(1, ROWS), rng.integers(1, COLUMNS)
        name = f"{FIRST_ROW + r:02d}{c:02d}"
        other = f"{FIRST_ROW + r:02d}{c + 1:02d}"
        sides[name, other] = str(rng.choice(["river", "volga", "blocked", "water"]))
    names = [f"{FIRST_ROW + r:02d}{c + 1:02d}" for r in range(ROWS) for c in range(COLUMNS)]
    places = rng.choice(names, 40, replace=False)
    units = [panzer(p) for p in places[:18]] + [rifle(p) for p in places[18:]]
    texts = [" ".join(cells) for cells in rows]
    state = build_position(texts, units, first_row=FIRST_ROW, sides=sides)
    return state, rng


def assert_agrees(state, moment):
    for side in (Side.AXIS, Side.SOVIET):
        refresh_supply(state, int(side))
        oracle = SupplyOracle(state, side)
        for south in (False, True):
            row = 2 * side + south
            traced = [None if v == NO_LINE else int(v) for v in state.supply[row, :-1]]
            expected = oracle.field(south=south)
            wrong = [h for h in range(len(expected)) if traced[h] != expected[h]]
            found = [(h, traced[h], expected[h]) for h in wrong[:5]]
            assert not wrong, f"{moment}: row {row}, (hex, traced, expected): {found}"


@pytest.mark.rule("drive_on_stalingrad 7.3a, 7.4a, 7.8a, 7.10a, 7.12a, 7.13a, 7.13b, 7.13c, 7.14e")
@pytest.mark.parametrize("seed", range(12))
def test_fields_equal_the_slow_twin(seed):
    state, _ = random_position(seed)
    assert_agrees(state, f"seed {seed}")


@pytest.mark.rule("drive_on_stalingrad 7.12d, 7.16a, 7.16b")
@pytest.mark.parametrize("seed", range(100, 108))
@pytest.mark.parametrize("unasked", [1, 3])  # moves before anybody asks for supply
def test_fields_stay_right_through_moves_and_losses(seed, unasked):
    state, rng = random_position(seed)
    on_map = list(range(40))
    clean = 0
    for move in range(10 * unasked):
        unit = int(rng.choice(on_map))
        here = int(state.units[unit].hex)
        if rng.random() < 0.15:
            lift_unit(state, unit)
            on_map.remove(unit)
        else:
            there = int(state.neighbour[here, rng.integers(6)])
            enemy = 1 - int(state.units[unit].side)
            if there == len(state.ground) - 1 or state.ground[there].occupant == enemy:
                continue
            if check_stacking(state, unit, there) == Refusal.OK:
                enter_hex(state, unit, there)
        clean += int(state.game.axis_supply_dirty == 0) + int(state.game.soviet_supply_dirty == 0)
        if move % unasked == 0:
            assert_agrees(state, f"seed {seed}, move {move}")
    assert clean > 0  # the fields were not simply traced anew each time


@pytest.mark.rule("drive_on_stalingrad 7.10a, 7.12d, 7.16a")
def test_southern_lines_open_again_while_the_north_waits_to_be_traced():
    rows = [". . . .T . .N", ". . . . . .", "w w w w w w", ". . . . . .S"]
    state = build_position(rows, [panzer(), panzer("3503")], first_row=32)
    assert_agrees(state, "before")
    enter_hex(state, 0, hex_named(state, "3203"))
    assert state.game.soviet_supply_dirty == 1
    lift_unit(state, 1)
    assert state.game.soviet_supply_dirty == 3
    assert_agrees(state, "after")


@pytest.mark.rule("drive_on_stalingrad 7.8a")
def test_twin_finds_no_line_where_there_is_no_source():
    state = build_position([". . .", ". . ."], [rifle("0101")])
    assert SupplyOracle(state, Side.SOVIET).field(south=False) == [None] * 6
