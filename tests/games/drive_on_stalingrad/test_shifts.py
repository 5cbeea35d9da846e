"""Column shifts, asked for without a battle."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.shifts import GERMAN_BIT, assault_shifts, is_concentric
from balance.games.drive_on_stalingrad.vocabulary import Nation, PhaseOrder, Side
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
)

ROMANIAN_BIT = 1 << Nation.ROMANIAN
SOVIET_BIT = 1 << Nation.SOVIET
MOVE_FIRST, ASSAULT_FIRST, ASSAULT_TWICE = (
    PhaseOrder.MOVE_ASSAULT,
    PhaseOrder.ASSAULT_MOVE,
    PhaseOrder.ASSAULT_ASSAULT,
)
ONE_SIDE = 0b010000
OPPOSITE = 0b010010
TERRAIN, FORTIFICATION, CONCENTRIC, AIR, FIRST, AGAINST_MOBILE = range(6)


def shifts(
    cell=".",
    mask=ONE_SIDE,
    nations=GERMAN_BIT,
    order=MOVE_FIRST,
    attacker=Side.AXIS,
    mobile=0,
    aircraft=0,
    **more,
):
    rows = change_cell(clear_map(3, 3), 2, 2, cell)
    state = build_position(rows, (), **more)
    given = [hex_named(state, "0202"), mask, nations, order, attacker, mobile, aircraft]
    return assault_shifts(state, *[np.int64(int(number)) for number in given])


@pytest.mark.rule("drive_on_stalingrad 11.13")
def test_clear_terrain_shifts_nothing():
    assert shifts() == (0, 0, 0, 0, 0, 0)


@pytest.mark.rule("drive_on_stalingrad 11.14a")
def test_forest_shelters_only_from_those_who_move_first():
    assert shifts("f")[TERRAIN] == -1
    assert shifts("f", order=ASSAULT_FIRST)[TERRAIN] == 0
    assert shifts("f", order=ASSAULT_TWICE)[TERRAIN] == 0


@pytest.mark.rule("drive_on_stalingrad 11.15a, 11.16a, 11.17b, 11.18")
@pytest.mark.parametrize("order", [MOVE_FIRST, ASSAULT_FIRST, ASSAULT_TWICE])
@pytest.mark.parametrize(("cell", "shift"), [("h", -1), ("m", -2), ("s", 1), ("d", 1)])
def test_other_terrain_shifts_in_any_order(cell, shift, order):
    assert shifts(cell, order=order)[TERRAIN] == shift


@pytest.mark.rule("drive_on_stalingrad 11.18")
def test_desert_helps_mobile_assaults_too():
    assert shifts("d", mobile=1)[TERRAIN] == 1


@pytest.mark.rule("drive_on_stalingrad 11.21, 11.22b")
def test_cities_shelter_and_towns_do_not():
    assert shifts(".C")[TERRAIN] == -2
    assert shifts(".T")[TERRAIN] == 0
    assert shifts("hT")[TERRAIN] == -1


@pytest.mark.rule("drive_on_stalingrad 11.23a")
def test_intact_line_shelters_soviets_from_prepared_assaults():
    assert shifts(".L")[FORTIFICATION] == -2
    assert shifts(".L", attacker=Side.SOVIET, nations=SOVIET_BIT)[FORTIFICATION] == 0
    assert shifts(".", attacker=Side.AXIS)[FORTIFICATION] == 0


@pytest.mark.rule("drive_on_stalingrad 11.24a")
@pytest.mark.parametrize("mobile", [0, 1])
def test_o_ring_counts_when_all_attackers_cross_it(mobile):
    ring = {("0202", "0203"): "o_ring"}
    assert shifts(".O", sides=ring, mobile=mobile)[FORTIFICATION] == -1
    assert shifts(".O", 0b011000, sides=ring, mobile=mobile)[FORTIFICATION] == 0
    assert shifts(".O", sides=ring, mobile=mobile, o_ring_intact=0)[FORTIFICATION] == 0


@pytest.mark.rule("drive_on_stalingrad 11.11, 11.23a, 11.24a")
def test_shifts_of_line_and_ring_add_up():
    assert shifts(".LO", sides={("0202", "0203"): "o_ring"})[FORTIFICATION] == -3


@pytest.mark.rule("drive_on_stalingrad 11.28a")
def test_thirty_nine_sets_of_hexes_are_concentric():
    state = build_position(clear_map(3, 3), ())
    concentric = {mask for mask in range(64) if is_concentric(state, mask)}
    assert len(concentric) == 39
    assert {0b001001, 0b010101, 0b101010} <= concentric
    assert not {0b000011, 0b000111} & concentric


@pytest.mark.rule("drive_on_stalingrad 11.28a, 11.28b, 11.28c, 11.28d, 11.39c")
def test_concentric_bonus_depends_on_who_attacks_and_never_helps_against_cities():
    assert shifts(mask=OPPOSITE)[CONCENTRIC] == 2
    assert shifts(mask=OPPOSITE, nations=ROMANIAN_BIT)[CONCENTRIC] == 1
    assert shifts(mask=OPPOSITE, nations=GERMAN_BIT | ROMANIAN_BIT)[CONCENTRIC] == 1
    soviet = {"nations": SOVIET_BIT, "attacker": Side.SOVIET, "order": ASSAULT_FIRST}
    assert shifts(mask=OPPOSITE, **soviet)[CONCENTRIC] == 1
    assert shifts(".C", mask=OPPOSITE)[CONCENTRIC] == 0
    assert shifts(mask=OPPOSITE, mobile=1)[CONCENTRIC] == 0


@pytest.mark.rule("drive_on_stalingrad 5.6, 5.5c")
def test_german_assaults_before_movement_gain_a_column():
    assert shifts(order=ASSAULT_FIRST)[FIRST] == 1
    assert shifts(order=MOVE_FIRST)[FIRST] == 0
    assert shifts(order=ASSAULT_TWICE)[FIRST] == 0
    assert shifts(order=ASSAULT_FIRST, mobile=1)[FIRST] == 0
    soviet = {"nations": SOVIET_BIT, "attacker": Side.SOVIET}
    assert shifts(order=ASSAULT_FIRST, **soviet)[FIRST] == 0


@pytest.mark.rule("drive_on_stalingrad 5.6")
def test_imposed_order_of_the_first_game_turn_gains_the_column_too():
    assert shifts(order=ASSAULT_FIRST, game_turn=1)[FIRST] == 1
    strict = {"sequence.gt1_pa_first_shift": 0}
    assert shifts(order=ASSAULT_FIRST, game_turn=1, rules=strict)[FIRST] == 0


@pytest.mark.rule("drive_on_stalingrad 9.27a, 9.27b")
def test_mobile_assaults_lose_two_columns_unless_the_luftwaffe_helps():
    assert shifts(mobile=1)[AGAINST_MOBILE] == -2
    assert shifts(mobile=1, schwerpunkt=1)[AGAINST_MOBILE] == 0
    assert shifts(mobile=0)[AGAINST_MOBILE] == 0


@pytest.mark.rule("drive_on_stalingrad 11.25b")
@pytest.mark.parametrize("aircraft", [-2, 0, 1, 2])
def test_each_aircraft_is_worth_a_column(aircraft):
    assert shifts(aircraft=aircraft)[AIR] == aircraft
