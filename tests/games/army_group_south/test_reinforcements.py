"""Arrivals: when, where, at what cost, and what happens to those who can't come."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.march import check_move
from balance.games.army_group_south.movement import points_left
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.reinforcements import (
    check_entry,
    enter_map,
    list_arrivals,
)
from balance.games.army_group_south.supply import is_supplied
from balance.games.army_group_south.turn import begin_phase, end_phase
from balance.games.army_group_south.vocabulary import (
    EventKind,
    Feature,
    Mode,
    Phase,
    Side,
    Status,
)
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    headquarters,
    infantry,
    rifle,
)
from tests.games.text_maps import hex_named

ROWS = [".A . . . . . . .K", "wB . . . . . . sK", ".B . . . . . . .K"]
SOVIETS = {"phase": Phase.SOVIET_MOVEMENT}


def german(turn=3, area="B", **fields):
    return infantry(None, arrival_turn=turn, entry_area=int(Feature[f"AREA_{area}"]), **fields)


def soviet(turn=3, maker=rifle, **fields):
    return maker(None, arrival_turn=turn, entry_area=int(Feature.AREA_K), **fields)


def refusal(units, at, **game):
    state = build_position(ROWS, units, **game)
    return Refusal(check_entry(state, 0, hex_named(state, at)))


@pytest.mark.rule("army_group_south 15.0a, 15.0b, 23.0a, 23.1a, 23.2a, 23.22, 23.23, 4.2-A1b")
@pytest.mark.parametrize(
    ("unit", "game", "expected"),
    [
        (german(3), {}, Refusal.OK),
        (german(2), {}, Refusal.OK),  # withheld until now
        (german(4), {}, Refusal.NOT_DUE),
        (german(3), {"phase": Phase.AXIS_MECHANIZED}, Refusal.WRONG_PHASE),
        (german(3), SOVIETS, Refusal.WRONG_SIDE),
        (german(3, "A"), {}, Refusal.NOT_AN_ENTRY_HEX),
        (infantry("0305"), {}, Refusal.NOT_AWAITING),
    ],
)
def test_germans_enter_from_their_turn_on_by_their_area(unit, game, expected):
    assert refusal([unit], "0308", **game) == expected


@pytest.mark.rule("army_group_south 23.1c, 23.1d, 23.12, 23.21")
@pytest.mark.parametrize(
    ("at", "enemy", "expected"),
    [
        ("0101", None, Refusal.OK),
        ("0301", None, Refusal.OK),
        ("0301", "0302", Refusal.ENTRY_IN_ENEMY_ZONE),
        ("0301", "0301", Refusal.ENTRY_IN_ENEMY_ZONE),
        ("0305", None, Refusal.NOT_AN_ENTRY_HEX),
    ],
)
def test_soviets_enter_anywhere_in_their_area_outside_enemy_zones(at, enemy, expected):
    units = [soviet()] + ([infantry(enemy)] if enemy else [])
    assert refusal(units, at, **SOVIETS) == expected


@pytest.mark.rule("army_group_south 15.0c, 10.4b1, 10.4g1")
@pytest.mark.parametrize(
    ("unit", "at", "left"),
    [
        (soviet(), "0101", 5), (soviet(), "0201", 4), (soviet(maker=brigade), "0201", 5),
        (soviet(movement=1), "0201", 0),
    ],
)  # fmt: skip
def test_the_entry_hex_is_paid_and_never_too_dear(unit, at, left):
    state = build_position(ROWS, [unit], **SOVIETS)
    assert enter_map(state, 0, hex_named(state, at)) == Refusal.OK
    assert points_left(state, 0) == left
    assert EventKind.ARRIVED in state.events["kind"][: state.game.event_count]


@pytest.mark.rule("army_group_south 10.22b, 10.4e1, 15.0c")
@pytest.mark.parametrize("make", [rifle, brigade])
def test_to_enter_by_a_city_costs_a_point_whatever_it_stands_on(make):
    state = build_position([". . sKC", ". . ."], [soviet(maker=make)], **SOVIETS)
    assert enter_map(state, 0, hex_named(state, "0101")) == Refusal.OK
    assert points_left(state, 0) == state.units[0].movement - 1


@pytest.mark.rule("army_group_south 15.0d")
def test_newcomers_move_on_supplied_and_in_offensive_mode():
    state = build_position(ROWS, [soviet()], **SOVIETS)
    enter_map(state, 0, hex_named(state, "0101"))
    assert is_supplied(state, 0)
    assert state.units[0].mode == Mode.OFFENSIVE
    assert check_move(state, 0, hex_named(state, "0104")) == Refusal.OK


@pytest.mark.rule("army_group_south 15.0d, 21.0d")
def test_newcomers_take_the_mode_of_headquarters_in_reach():
    staff = headquarters("0103", mode=Mode.DEFENSIVE)
    state = build_position(ROWS, [soviet(), staff], **SOVIETS)
    enter_map(state, 0, hex_named(state, "0101"))
    assert state.units[0].mode == Mode.DEFENSIVE


@pytest.mark.rule("army_group_south 23.13, 25.2b")
@pytest.mark.parametrize(
    ("barred", "may_wait", "status", "points"),
    [
        (True, 0, Status.ELIMINATED, 3),
        (True, 1, Status.ELIMINATED, 3),
        (False, 0, Status.ELIMINATED, 3),
        (False, 1, Status.AWAITING, 0),
    ],
)
def test_soviets_that_dont_come_in_time_never_come(barred, may_wait, status, points):
    rules = {"reinforcement.soviets_may_wait": may_wait}
    state = build_position(ROWS, [soviet()], rules=rules, **SOVIETS)
    if barred:
        state.zones[Side.AXIS, :] += 1
    end_phase(state)
    assert state.units[0].status == status
    assert state.game.vp_axis == points


@pytest.mark.rule("army_group_south 23.22, 23.23")
def test_germans_that_dont_come_come_later():
    state = build_position(ROWS, [german()])
    end_phase(state)
    assert state.units[0].status == Status.AWAITING
    state.game.game_turn = 9
    begin_phase(state, np.int64(Phase.AXIS_MOVEMENT))
    arrivals = np.zeros(4, np.int64)
    assert list_arrivals(state, np.int64(0), arrivals) == 1
    assert enter_map(state, 0, hex_named(state, "0308")) == Refusal.OK


@pytest.mark.rule("army_group_south 15.0b")
def test_soviet_arrivals_of_later_turns_are_left_alone():
    state = build_position(ROWS, [soviet(4)], **SOVIETS)
    end_phase(state)
    assert state.units[0].status == Status.AWAITING
