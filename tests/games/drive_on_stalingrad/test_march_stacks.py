"""Stacks on the march: who moves together, at what pace, and when a stack's move is over."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.allowance import points_left
from balance.games.drive_on_stalingrad.movement import (
    check_move,
    check_move_stack,
    move_stack,
    move_unit,
)
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.vocabulary import Phase, PhaseOrder, Side
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    hex_named,
    infantry,
    motorized,
    panzer,
    satellite,
    satellite_panzer,
    strip,
    tank_corps,
)

ROAD = strip(12, {12: ".A-"})


def check_together(state, units, name):
    return Refusal(
        check_move_stack(state, np.array(units, np.int64), len(units), hex_named(state, name))
    )


def move_together(state, units, name):
    return Refusal(move_stack(state, np.array(units, np.int64), len(units), hex_named(state, name)))


def refusal_of_move(state, unit, name):
    return Refusal(check_move(state, unit, hex_named(state, name)))


def names_of(state, units):
    return [int(state.units[u].hex) for u in units]


@pytest.mark.rule("drive_on_stalingrad 9.5a")
def test_units_that_began_the_phase_stacked_may_move_together():
    state = build_position(ROAD, [panzer("0112"), panzer("0112")])
    assert move_together(state, [0, 1], "0108") == Refusal.OK
    assert names_of(state, [0, 1]) == [hex_named(state, "0108")] * 2
    assert [points_left(state, u) for u in (0, 1)] == [6, 6]


@pytest.mark.rule("drive_on_stalingrad 9.5a")
def test_units_that_met_on_the_way_may_not_move_together():
    state = build_position(ROAD, [panzer("0112"), panzer("0111")])
    assert check_together(state, [0, 1], "0110") == Refusal.NOT_STACKED_AT_START
    assert move_unit(state, 0, hex_named(state, "0111")) == Refusal.OK
    assert check_together(state, [0, 1], "0110") == Refusal.NOT_STACKED_AT_START


@pytest.mark.rule("drive_on_stalingrad 9.5b")
def test_units_that_began_stacked_may_go_their_own_ways():
    state = build_position(ROAD, [panzer("0110"), panzer("0110"), panzer("0110")])
    assert move_unit(state, 0, hex_named(state, "0112")) == Refusal.OK
    assert move_together(state, [1, 2], "0108") == Refusal.OK
    assert names_of(state, [0, 1, 2]) == [hex_named(state, n) for n in ("0112", "0108", "0108")]


@pytest.mark.rule("drive_on_stalingrad 9.6a")
def test_a_stack_may_pause_to_drop_a_unit_and_then_go_on():
    state = build_position(ROAD, [panzer("0112"), panzer("0112"), panzer("0112")])
    assert move_together(state, [0, 1, 2], "0110") == Refusal.OK
    assert move_unit(state, 2, hex_named(state, "0109")) == Refusal.OK
    assert move_together(state, [0, 1], "0105") == Refusal.OK
    assert names_of(state, [0, 1, 2]) == [hex_named(state, n) for n in ("0105", "0105", "0109")]
    assert [points_left(state, u) for u in (0, 1, 2)] == [3, 3, 7]


@pytest.mark.rule("drive_on_stalingrad 9.6b")
@pytest.mark.parametrize("other", ["0111", "0112"])
def test_a_stack_is_finished_once_a_unit_from_elsewhere_moves(other):
    state = build_position(ROAD, [panzer("0112"), panzer("0112"), panzer(other)])
    assert move_together(state, [0, 1], "0110") == Refusal.OK
    assert move_unit(state, 2, hex_named(state, "0109")) == Refusal.OK
    finished = other != "0112"
    expected = Refusal.MOVE_FINISHED if finished else Refusal.OK
    assert refusal_of_move(state, 0, "0108") == expected
    assert check_together(state, [0, 1], "0108") == expected


@pytest.mark.rule("drive_on_stalingrad 9.7")
def test_a_stack_moves_at_the_pace_of_its_slowest_unit():
    state = build_position(ROAD, [panzer("0112"), infantry("0112")])
    assert check_together(state, [0, 1], "0107") == Refusal.NOT_ENOUGH_POINTS
    assert check_together(state, [0], "0107") == Refusal.OK
    assert check_together(state, [0, 1], "0108") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.7")
def test_faster_units_go_on_where_the_slower_drop_off():
    state = build_position(ROAD, [panzer("0112"), infantry("0112"), motorized("0112")])
    assert move_together(state, [0, 1, 2], "0108") == Refusal.OK
    assert [points_left(state, u) for u in (0, 1, 2)] == [6, 0, 6]
    assert move_together(state, [0, 2], "0104") == Refusal.OK
    assert refusal_of_move(state, 1, "0107") == Refusal.NOT_ENOUGH_POINTS


@pytest.mark.rule("drive_on_stalingrad 9.3a, 9.7")
def test_the_guaranteed_hex_of_a_slow_unit_costs_the_faster_ones_the_full_price():
    rows = strip(12, {12: ".A-", 11: "h"})
    state = build_position(rows, [motorized("0112", movement=3), panzer("0112")])
    assert move_together(state, [0, 1], "0111") == Refusal.OK
    assert [points_left(state, u) for u in (0, 1)] == [0, 6]


@pytest.mark.rule("drive_on_stalingrad 9.7")
def test_a_stack_goes_only_where_each_of_its_units_can_go():
    # Three points carry the infantry over the hill, yet not the division of vehicles beside it.
    rows = strip(12, {6: ".A-", 5: "h"})
    state = build_position(rows, [infantry("0106", movement=3), motorized("0106", movement=5)])
    assert check_together(state, [0, 1], "0104") == Refusal.NOT_ENOUGH_POINTS
    assert check_together(state, [0], "0104") == Refusal.OK
    assert check_together(state, [1], "0104") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.7")
def test_of_units_with_equal_points_those_whose_terrain_is_dearer_choose_the_way():
    # On foot over the hill is the shortest way; the vehicles go round it, and so do all.
    rows = [". . .", ".A- h .", ". . ."]
    state = build_position(rows, [infantry("0203"), motorized("0203", movement=4)])
    assert move_together(state, [0, 1], "0201") == Refusal.OK
    assert [points_left(state, u) for u in (0, 1)] == [1, 1]


@pytest.mark.rule("drive_on_stalingrad 4.6a, 9.5a")
def test_the_rest_of_a_stack_stands_still_once_its_head_has_ended_the_game():
    rows = strip(12, {8: ".X-", 1: ".N"})
    march = {"phase": Phase.SOVIET_SECOND, "phase_order": PhaseOrder.ASSAULT_MOVE}
    units = [tank_corps("0106"), tank_corps("0106")]
    state = build_position(rows, units, side=Side.SOVIET, **march)
    assert move_together(state, [0, 1], "0108") == Refusal.OK
    assert names_of(state, [0, 1]) == [hex_named(state, n) for n in ("0108", "0106")]
    assert state.game.ended == 1


@pytest.mark.rule("drive_on_stalingrad 9.5a, 6.1")
def test_a_stack_may_not_overstack_the_hex_it_moves_into():
    units = [panzer("0112")] * 4 + [panzer("0110")] * 5
    state = build_position(ROAD, units)
    assert check_together(state, [0, 1, 2, 3], "0110") == Refusal.STACK_FULL
    assert check_together(state, [0, 1, 2], "0110") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 6.3a, 6.3b")
def test_a_mixed_stack_marches_out_of_supply_but_not_into_it():
    # 0105 is the last hex in supply.
    state = build_position(ROAD, [infantry("0104"), satellite("0104")])
    assert check_together(state, [0, 1], "0103") == Refusal.OK
    assert move_together(state, [0, 1], "0105") == Refusal.NATIONS_MIXED
    assert move_unit(state, 0, hex_named(state, "0105")) == Refusal.OK
    assert refusal_of_move(state, 1, "0105") == Refusal.NATIONS_MIXED


@pytest.mark.rule("drive_on_stalingrad 6.3c")
def test_a_satellite_panzer_division_marches_with_german_vehicles_anywhere():
    units = [panzer("0108"), motorized("0108"), satellite_panzer("0108"), infantry("0108")]
    state = build_position(ROAD, units)
    assert check_together(state, [0, 1, 2], "0109") == Refusal.OK
    assert check_together(state, [0, 2, 3], "0109") == Refusal.NATIONS_MIXED


@pytest.mark.rule("drive_on_stalingrad 7.16a, 9.7")
def test_supply_that_the_head_of_a_stack_opens_gives_its_tail_no_points():
    # The tail is out of supply at the start; the town it takes back is a source of its side again.
    rows = strip(16, {16: ".A-", 9: ".T-"})
    state = build_position(rows, [panzer("0108"), panzer("0108")])
    state.ground[hex_named(state, "0109")].control = Side.SOVIET
    state.ground[hex_named(state, "0109")].network_axis = 0
    assert move_together(state, [0, 1], "0109") == Refusal.OK
    assert [points_left(state, u) for u in (0, 1)] == [4, 4]
