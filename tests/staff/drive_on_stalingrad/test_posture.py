"""Choices before the phases: their order, what the aircraft are for, standing orders."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.assault import make_assault
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Phase, PhaseOrder, Result
from balance.staff.drive_on_stalingrad.choices import (
    LOSSES,
    LUFTWAFFE,
    PHASE_ORDER,
    Losses,
    Luftwaffe,
    Order,
)
from balance.staff.drive_on_stalingrad.conduct import open_turn, prepare_turn
from balance.staff.drive_on_stalingrad.posture import choose_luftwaffe, choose_phase_order
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    tank_corps,
)
from tests.staff.drive_on_stalingrad.desks import open_desk, strike

BOARD = change_cell(change_cell(clear_map(9, 13), 5, 13, ".A-"), 5, 1, ".N")
START = {"phase": Phase.AXIS_START}
SOVIET_START = {"phase": Phase.SOVIET_START, "side": SOVIET}


def chosen_order(
    units: list, *, side: int = AXIS, wish: Order = Order.BEST, rows: list[str] = BOARD, **game: Any
) -> PhaseOrder:
    """Phase order that a side declares, all its units striking."""
    game = (START if side == AXIS else SOVIET_START) | game
    state = build_position(rows, units, **game)
    own = [u for u, unit in enumerate(units) if unit["side"] == side]
    desk = open_desk(state, side, strike("0501" if side == AXIS else "0513", *own))
    desk.order[PHASE_ORDER] = wish
    refresh_supply(state, side)
    prepare_turn(state, desk, side)
    return PhaseOrder(choose_phase_order(state, desk, side))


CONTACT = [rifle("0508"), *[panzer("0509")] * 2, *[panzer("0507")] * 2]
MARCH = [rifle("0508"), *[panzer("0511")] * 4]


@pytest.mark.rule("drive_on_stalingrad 5.4, 5.6")
def test_assaults_come_first_when_all_that_can_be_attacked_stands_in_contact():
    assert chosen_order(CONTACT) == PhaseOrder.ASSAULT_MOVE


@pytest.mark.rule("drive_on_stalingrad 5.4")
def test_movement_comes_first_when_nobody_stands_in_contact():
    assert chosen_order(MARCH) == PhaseOrder.MOVE_ASSAULT
    assert chosen_order([panzer("0511")]) == PhaseOrder.MOVE_ASSAULT, "with nobody to attack at all"


@pytest.mark.rule("drive_on_stalingrad 5.4")
def test_movement_comes_first_when_a_march_opens_far_more_than_stands_in_contact():
    farther = [rifle(f"{row:02d}07") for row in (2, 3, 7, 8)]
    units = [*CONTACT, *farther, *[panzer(f"{row:02d}10") for row in (2, 3, 7, 8)] * 2]
    assert chosen_order(units) == PhaseOrder.MOVE_ASSAULT


@pytest.mark.rule("drive_on_stalingrad 5.6")
def test_the_german_assaults_first_in_game_turn_1():
    assert chosen_order(MARCH, game_turn=1) == PhaseOrder.ASSAULT_MOVE
    assert chosen_order(MARCH, game_turn=1, wish=Order.DOUBLE) == PhaseOrder.ASSAULT_MOVE


@pytest.mark.rule("drive_on_stalingrad 5.4, 5.5")
@pytest.mark.parametrize(
    ("wish", "order"),
    [
        (Order.ASSAULT_MOVE, PhaseOrder.ASSAULT_MOVE),
        (Order.MOVE_ASSAULT, PhaseOrder.MOVE_ASSAULT),
        (Order.DOUBLE, PhaseOrder.ASSAULT_ASSAULT),
    ],
)
@pytest.mark.parametrize("units", [CONTACT, MARCH])
def test_the_plan_has_its_way(units, wish, order):
    assert chosen_order(units, wish=wish) == order


@pytest.mark.rule("drive_on_stalingrad 5.5")
def test_double_phase_is_not_declared_twice():
    spent = {"double_assault_used": 1, "double_move_used": 1}
    assert chosen_order(MARCH, wish=Order.DOUBLE, **spent) == PhaseOrder.MOVE_ASSAULT
    assert chosen_order(MARCH, side=SOVIET, wish=Order.DOUBLE, **spent) == PhaseOrder.ASSAULT_MOVE


@pytest.mark.rule("drive_on_stalingrad 5.5")
def test_double_phase_is_not_declared_where_the_rules_give_none():
    none = {"rules": {"sequence.german_pa_pa_per_game": 0, "sequence.soviet_move_move_per_game": 0}}
    assert chosen_order(MARCH, wish=Order.DOUBLE, **none) == PhaseOrder.MOVE_ASSAULT
    assert chosen_order(MARCH, side=SOVIET, wish=Order.DOUBLE, **none) == PhaseOrder.ASSAULT_MOVE


@pytest.mark.rule("drive_on_stalingrad 5.4, 5.5")
def test_soviets_assault_first_unless_they_move_twice():
    units = [infantry("0508"), *[tank_corps("0505")] * 4]
    assert chosen_order(units, side=SOVIET) == PhaseOrder.ASSAULT_MOVE
    assert chosen_order(units, side=SOVIET, wish=Order.MOVE_ASSAULT) == PhaseOrder.ASSAULT_MOVE
    assert chosen_order(units, side=SOVIET, wish=Order.DOUBLE) == PhaseOrder.MOVE_MOVE


# --- aircraft


def chosen_luftwaffe(units: list, wish: Luftwaffe = Luftwaffe.BEST, rows: list[str] = BOARD) -> int:
    state = build_position(rows, units, **START)
    desk = open_desk(state, AXIS)
    desk.order[LUFTWAFFE] = wish
    return Luftwaffe(choose_luftwaffe(state, desk))


def columns_before(enemy: dict | None) -> list:
    units = [make(name) for name in ("0210", "0510", "0810") for make in (panzer, motorized)]
    return units + [enemy | {"at": name} for name in ("0208", "0508", "0808") if enemy]


@pytest.mark.rule("drive_on_stalingrad 9.27")
def test_aircraft_go_with_panzer_columns_that_have_soft_targets_before_them():
    assert chosen_luftwaffe(columns_before(rifle())) == Luftwaffe.MOBILE


@pytest.mark.rule("drive_on_stalingrad 11.25")
def test_aircraft_support_assaults_when_the_columns_meet_nobody():
    assert chosen_luftwaffe(columns_before(None)) == Luftwaffe.ASSAULTS


@pytest.mark.rule("drive_on_stalingrad 9.25")
def test_cities_and_works_are_no_soft_targets():
    rows = BOARD
    for name, cell in (("0208", ".C"), ("0508", ".L"), ("0808", "m")):
        rows = change_cell(rows, int(name[:2]), int(name[2:]), cell)
    assert chosen_luftwaffe(columns_before(rifle()), rows=rows) == Luftwaffe.ASSAULTS


@pytest.mark.rule("drive_on_stalingrad 9.18, 9.27")
@pytest.mark.parametrize("wish", [Luftwaffe.ASSAULTS, Luftwaffe.MOBILE, Luftwaffe.SEA_BLOCK])
def test_aircraft_do_what_the_plan_says(wish):
    assert chosen_luftwaffe(columns_before(rifle()), wish) == wish


# --- standing orders


def with_orders(
    units: list, rows: list[str] = BOARD, side: int = AXIS, wish: Losses = Losses.BEST
) -> State:
    state = build_position(rows, units, **(START if side == AXIS else SOVIET_START))
    refresh_supply(state, side)
    desk = open_desk(state, side)
    desk.order[LOSSES] = wish
    open_turn(state, desk, side)
    return state


def steps_after_exchange(units: list, owed: int, wish: Losses = Losses.BEST) -> list[int]:
    """Steps left to units of the German side that attack one by one hex, by his staff's orders."""
    assert all(unit["at"] == "0509" for unit in units)
    state = with_orders([*units, *[rifle("0508")] * owed], wish=wish)
    state.game.phase, state.game.phase_order = Phase.AXIS_SECOND, PhaseOrder.MOVE_ASSAULT
    state.crt[:] = Result.EX
    members = np.arange(len(units))
    assert make_assault(state, hex_named(state, "0508"), members, len(units), 0, 0) == Refusal.OK
    return state.units["steps"][: len(units)].tolist()


#: As a division of the game: half its factors and a little over are left when it is reduced.
DIVISION = {"attack": 7, "defense": 7, "attack_reduced": 4, "defense_reduced": 4}


@pytest.mark.rule("drive_on_stalingrad 11.37")
def test_staff_spreads_losses_where_the_first_step_of_a_unit_is_its_cheapest():
    units = [infantry("0509", **DIVISION)] * 3
    assert steps_after_exchange(units, 3) == [1, 1, 1]
    assert steps_after_exchange(units, 4) == [0, 1, 1]


@pytest.mark.rule("drive_on_stalingrad 11.37")
def test_staff_keeps_units_alive_between_steps_of_equal_worth():
    even = DIVISION | {"attack": 8, "defense": 8}
    assert steps_after_exchange([infantry("0509", **even)] * 3, 3) == [1, 1, 1]


@pytest.mark.rule("drive_on_stalingrad 11.37")
def test_staff_lets_worthless_units_die_before_it_reduces_a_panzer_division():
    spent = infantry("0509", steps=1, attack_reduced=2, defense_reduced=2)
    assert steps_after_exchange([panzer("0509"), spent, spent], 2) == [2, 0, 0]
    assert steps_after_exchange([panzer("0509"), spent, panzer("0509")], 2) == [1, 0, 2]


@pytest.mark.rule("drive_on_stalingrad 11.37")
@pytest.mark.parametrize(
    ("wish", "left"),
    [(Losses.BEST, [2, 0, 1]), (Losses.SPREAD, [1, 1, 1]), (Losses.CONCENTRATE, [2, 0, 1])],
)
def test_the_plan_may_have_losses_spread_whatever_a_step_is_worth(wish, left):
    units = [panzer("0509"), infantry("0509", steps=1), infantry("0509", **DIVISION)]
    assert steps_after_exchange(units, 2, wish) == left


@pytest.mark.rule("drive_on_stalingrad 11.37")
@pytest.mark.parametrize(
    ("wish", "left"),
    [(Losses.BEST, [1, 1, 2]), (Losses.SPREAD, [1, 1, 2]), (Losses.CONCENTRATE, [0, 2, 2])],
)
def test_the_plan_may_have_one_unit_pay_all(wish, left):
    units = [infantry("0509", **DIVISION)] * 3
    assert steps_after_exchange(units, 2, wish) == left


@pytest.mark.rule("drive_on_stalingrad 8.1, 11.37")
def test_units_that_enter_this_turn_have_their_price_too():
    state = with_orders([panzer("0509"), panzer(None, arrival_turn=5)])
    assert len(set(state.units["reduction_priority"].tolist())) == 1
    assert state.units["reduction_priority"][0] > 0


@pytest.mark.rule("drive_on_stalingrad 11.33")
def test_retreats_lead_to_friends_and_supply_and_away_from_the_enemy():
    state = with_orders([infantry("0510"), tank_corps("0507"), infantry("0110")])

    def value(name: str) -> int:
        return int(state.retreat_value[AXIS, hex_named(state, name)])

    assert value("0510") > value("0710"), "friends"
    assert value("0710") > value("0703"), "supply"
    assert value("0509") > value("0508"), "the enemy is beside it"


@pytest.mark.rule("drive_on_stalingrad 11.33")
def test_soviets_retreat_towards_their_own_sources():
    state = with_orders([rifle("0505"), infantry("0509")], side=SOVIET)
    values = state.retreat_value[SOVIET]
    assert values[hex_named(state, "0503")] > values[hex_named(state, "0511")]
