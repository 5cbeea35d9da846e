"""Mobile assaults: which columns make them, against whom, and how they go on."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET
from balance.staff.desk import SETTLED
from balance.staff.drive_on_stalingrad.conduct import receive_newcomers
from balance.staff.drive_on_stalingrad.mobile import conduct_mobile_assaults
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
)
from tests.staff.drive_on_stalingrad.desks import hold, open_desk, places, strike

BOARD = change_cell(change_cell(clear_map(9, 13), 5, 13, ".A-"), 5, 1, ".N")
COLUMN = [panzer("0510"), panzer("0510")]


def assault(
    units: list, rows: list[str] = BOARD, *, task: str = "strike", **weights: float
) -> tuple[State, list[int]]:
    """State after the mobile assaults of all German units, and the hexes attacked."""
    state = build_position(rows, units)
    own = [u for u, unit in enumerate(units) if unit["side"] == AXIS]
    desk = open_desk(
        state, AXIS, strike("0501", *own) if task == "strike" else hold(*own), **weights
    )
    receive_newcomers(state, desk, AXIS)
    conduct_mobile_assaults(state, desk)
    for battle in state.battles[: state.game.battle_count]:
        assert battle.mobile == 1
    settled = desk.crew[SETTLED, own].tolist()
    assert any(settled) == (state.game.battle_count > 0), "who has assaulted is done"
    return state, state.battles["hex"][: state.game.battle_count].tolist()


@pytest.mark.rule("drive_on_stalingrad 9.23, 9.24")
def test_panzers_break_the_weak_enemy_in_their_way():
    state, targets = assault([*COLUMN, rifle("0507")])
    assert targets == [hex_named(state, "0507")]
    assert state.ground[hex_named(state, "0507")].occupant != SOVIET


@pytest.mark.rule("drive_on_stalingrad 9.24, 9.29")
def test_the_column_marches_on_through_the_gap():
    state, _ = assault([panzer("0509", attack=30), rifle("0508")])
    assert int(state.hexes[state.units[0].hex].x2) < int(state.hexes[hex_named(state, "0508")].x2)


@pytest.mark.rule("drive_on_stalingrad 9.23")
def test_a_column_without_panzers_makes_no_mobile_assault():
    for make in (motorized, infantry):
        state, targets = assault([*[make("0510")] * 3, rifle("0508", defense=1)])
        assert targets == []
        assert set(places(state, 0, 1, 2)) == {"0510"}, "nor does it march to one"


@pytest.mark.rule("drive_on_stalingrad 9.23")
def test_panzers_that_hold_stay_where_they_are():
    state, targets = assault([*COLUMN, rifle("0508")], task="hold")
    assert targets == []
    assert places(state, 0, 1) == ["0510", "0510"]


@pytest.mark.rule("drive_on_stalingrad 9.26")
def test_columns_out_of_supply_make_no_mobile_assault():
    rows = [row.replace(".A-", ".") for row in BOARD]
    assert assault([*COLUMN, rifle("0508")], rows)[1] == []


@pytest.mark.rule("drive_on_stalingrad 9.25")
@pytest.mark.parametrize("cell", [".C", ".L", "m", "s"])
def test_ground_that_bars_mobile_assaults_is_left_alone(cell):
    assert assault([*COLUMN, rifle("0508")], change_cell(BOARD, 5, 8, cell))[1] == []


def test_nobody_attacks_out_of_the_march_against_the_strong():
    enemies = [rifle("0508", attack=9, defense=9)] * 6
    assert assault([*COLUMN, *enemies])[1] == []


def test_nobody_attacks_out_of_the_march_for_less_than_is_wanted():
    assert assault([*COLUMN, rifle("0508")], min_value_mobile=100.0)[1] == []


@pytest.mark.rule("drive_on_stalingrad 9.24")
def test_a_column_assaults_once():
    enemies = [rifle("0507"), rifle("0505")]
    assert len(assault([panzer("0508", attack=30), *enemies])[1]) == 1


def test_the_weaker_of_two_enemies_is_attacked():
    enemies = [rifle("0407", defense=8), rifle("0607", defense=1)]
    state, targets = assault([*COLUMN, *enemies])
    assert targets == [hex_named(state, "0607")]


def test_the_garrison_of_a_hex_joins_no_column():
    state = build_position(BOARD, [panzer("0510", attack=30), rifle("0508")])
    desk = open_desk(state, AXIS, strike("0501", 0), garrisons={"0510": 1})
    receive_newcomers(state, desk, AXIS)
    conduct_mobile_assaults(state, desk)
    assert (int(state.game.battle_count), places(state, 0)) == (0, ["0510"])
