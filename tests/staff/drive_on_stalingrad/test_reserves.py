"""Reserves: whom the line does not need goes where he is wanted, not behind its far end."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, PhaseOrder
from balance.staff.desk import GARRISON
from balance.staff.drive_on_stalingrad.conduct import conduct_movement
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    rifle,
    tank_corps,
)
from tests.staff.drive_on_stalingrad.desks import (
    NO_ATTACK,
    SOVIET_MOVES,
    Task,
    away,
    hold,
    open_desk,
    places,
    reserve,
    ring_of,
    strike,
)

#: Roots of supply of both sides, nine hexes from each other, and no coast: no line can be drawn.
BOARD = change_cell(change_cell(clear_map(9, 20), 5, 20, ".A-"), 5, 1, ".N")


def march(board: str, units: list, task: Task, side: int = SOVIET, **desk: object) -> State:
    """A movement phase in which nobody attacks."""
    phase = SOVIET_MOVES if side == SOVIET else {}
    state = build_position(board, units, **phase)
    conduct_movement(state, open_desk(state, side, task, **desk, **NO_ATTACK), side)
    return state


# A German division ten hexes from its root, with the road to it barred, is out of supply.
LONE = [infantry("0508"), rifle("0503"), rifle("0504")]
# Somebody guards the root of our own supply.
BAR = [rifle(name, movement=0) for name in ["0501", *(f"{row:02d}15" for row in range(1, 10))]]
# Enough to beat a weak division in 0508.
BESIDE = [rifle(name, attack=9, movement=0) for name in ("0507", "0407", "0607", "0409")]


def test_reserves_close_in_on_an_enemy_out_of_supply():
    state = march(BOARD, LONE + BAR, reserve(1, 2))
    assert set(places(state, 1, 2)) <= set(ring_of(state, "0508"))


def test_units_that_hold_stay_where_no_line_wants_them():
    state = march(BOARD, LONE + BAR, hold(1, 2))
    assert places(state, 1, 2) == ["0503", "0504"]


def test_reserves_leave_an_enemy_in_supply_alone_who_has_not_come_up_to_the_line():
    state = march(BOARD, [infantry("0513"), rifle("0503"), rifle("0503")], reserve(1, 2))
    assert places(state, 1, 2) == ["0503", "0503"]


def test_reserves_meet_an_enemy_in_supply_who_has_come_up_to_a_post():
    units = [infantry("0510"), rifle("0508"), rifle("0503"), rifle("0503")]
    state = march(BOARD, units, reserve(2, 3), garrisons={"0508": 1})
    assert [away(state, unit, "0510") for unit in (2, 3)] < [7, 7]


def test_reserves_do_not_add_to_those_who_are_enough_to_beat_an_enemy():
    units = [infantry("0508", defense=2), rifle("0502"), *BAR, *BESIDE]
    state = march(BOARD, units, reserve(1))
    assert places(state, 1) == ["0502"]


def test_reserves_go_to_a_weak_enemy_sooner_than_to_a_strong_one_as_far_off():
    weak, strong = infantry("0707", defense=2, attack=2), infantry("0307", attack=2)
    state = march(BOARD, [weak, strong, *BAR, rifle("0503")], reserve(2 + len(BAR)))
    unit = 2 + len(BAR)
    assert away(state, unit, "0707") < away(state, unit, "0307")


@pytest.mark.rule("drive_on_stalingrad 4.2")
def test_reserves_go_to_an_enemy_in_a_prize_sooner_than_to_another():
    board = change_cell(BOARD, 7, 7, ".V")
    units = [infantry("0307", attack=2), infantry("0707", attack=2), *BAR, rifle("0503")]
    state = march(board, units, reserve(2 + len(BAR)))
    assert away(state, len(units) - 1, "0707") < away(state, len(units) - 1, "0307")


@pytest.mark.rule("drive_on_stalingrad 4.2")
def test_reserves_strengthen_a_prize_under_a_threat_that_it_can_not_meet():
    board = change_cell(BOARD, 5, 6, ".V")
    garrison = rifle("0506", movement=0)
    enemy = infantry("0508", attack=12, defense=2)
    units = [enemy, garrison, *[tank_corps("0502")] * 2, *BESIDE, rifle("0501")]
    state = march(board, units, reserve(2, 3))
    assert "0506" in places(state, 2, 3)


def test_german_reserves_keep_their_supply():
    bar = [infantry(f"{row:02d}04", movement=0) for row in range(1, 10)]
    lone = rifle("0507", attack=1, defense=1)
    state = march(BOARD, [*bar, lone, infantry("0516"), infantry("0520")], reserve(10), AXIS)
    assert 4 < away(state, 10, "0520") <= 7, "nearer to him, but no farther than a line runs"


# --- garrisons of the plan while the enemy is far off


@pytest.mark.parametrize(("alarm", "stay"), [(3.0, 1), (4.0, 3), (60.0, 3)])
def test_garrison_is_one_unit_until_the_enemy_is_near(alarm: float, stay: int):
    units = [rifle("0506"), rifle("0506"), rifle("0506"), infantry("0510")]
    state = build_position(BOARD, units, **SOVIET_MOVES)
    desk = open_desk(state, SOVIET, garrisons={"0506": 3}, alarm=alarm)
    conduct_movement(state, desk, SOVIET)
    assert desk.marks[GARRISON, hex_named(state, "0506")] == stay


# --- weights of a mission for itself


@pytest.mark.rule("drive_on_stalingrad 7.12")
def test_mission_weighs_supply_for_itself():
    units = [infantry("0514"), infantry("0514"), infantry("0520")]
    state = build_position(BOARD, units)
    desk = open_desk(state, AXIS, strike("0502", 0), strike("0502", 1), supply_need=100.0)
    desk.mission_weights[1].supply_need = 0.0
    conduct_movement(state, desk, AXIS)
    assert away(state, 0, "0520") <= 7 < away(state, 1, "0520")


@pytest.mark.parametrize(("dear", "turns_back"), [(0.0, True), (10.0, False)])
def test_what_an_attack_away_from_the_objective_costs_is_a_weight(dear: float, turns_back: bool):
    behind = rifle("0517", defense=1, attack=1, movement=0)
    units = [infantry("0514"), infantry("0514"), infantry("0520"), behind]
    state = build_position(BOARD, units, phase_order=PhaseOrder.MOVE_ASSAULT)
    weights = {"advance": 9.0, "away": dear, "detour": 0.0, "worth": {"0517": 30.0}}
    desk = open_desk(state, AXIS, strike("0501", 0, 1), min_value_mobile=1e6, **weights)
    conduct_movement(state, desk, AXIS)
    assert any(away(state, unit, "0517") == 1 for unit in (0, 1)) is turns_back
