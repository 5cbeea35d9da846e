"""Single orders: done by the rules, or refused with the rule, counted and logged."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import StrategyError, UnknownName
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import lift_unit, place_unit
from balance.games.drive_on_stalingrad.vocabulary import EventKind, Phase, PhaseOrder, Result
from balance.staff.drive_on_stalingrad.order_desk import OrderBook
from balance.staff.drive_on_stalingrad.orders import AerialSupply, Assault, MobileAssault, SeaMove
from balance.staff.drive_on_stalingrad.views import SeenGame
from balance.staff.orders import Enter, Move, Order
from balance.strategy.view import View
from tests.staff.drive_on_stalingrad.conftest import at_phase, snapshot, unit_row

AXIS, SOVIET = 0, 1


@pytest.fixture(scope="session")
def book(blue):
    return OrderBook(blue)


def hex_of(blue, state, name: str) -> str:
    return blue.hex_names[int(state.units[unit_row(blue, name)].hex)]


def test_unit_marches_where_its_reach_says(blue, book, state):
    reach = View(SeenGame(blue), state, AXIS, 6).reach("24 Pz")
    goal = max(reach)
    assert book.execute(state, AXIS, Move("24 Pz", goal)).accepted
    assert hex_of(blue, state, "24 Pz") == goal
    assert state.units[unit_row(blue, "24 Pz")].mp_left == reach[goal]


@pytest.mark.rule("drive_on_stalingrad 9.2")
def test_refused_order_cites_the_rule_is_counted_and_logged_and_changes_nothing_else(
    blue, book, state
):
    before = snapshot(state)["units"]
    outcome = book.execute(state, AXIS, Move("24 Pz", "Astrakhan"))
    assert not outcome.accepted
    assert outcome.rule.startswith("drive_on_stalingrad 9.")
    assert outcome.reason
    assert snapshot(state)["units"] == before
    assert (state.game.axis_refused, state.game.soviet_refused) == (1, 0)
    event = state.events[int(state.game.event_count) - 1]
    assert (event.kind, blue.hex_names[event.hex]) == (EventKind.ORDER_REFUSED, "3301")
    assert blue.unit_names[event.unit] == "24 Pz"
    assert event.value == Refusal.NOT_ENOUGH_POINTS


@pytest.mark.rule("drive_on_stalingrad 9.4")
def test_march_into_the_enemy_is_refused(book, state):
    outcome = book.execute(state, AXIS, Move("24 Pz", "0430"))
    assert outcome.rule == "drive_on_stalingrad 9.4"


@pytest.mark.rule("drive_on_stalingrad 5.1")
def test_units_of_the_other_side_take_no_orders(book, state):
    for order in (
        Move("1 TC", "0130"),
        Enter("1 TC", "0130"),
        Assault(("1 TC",), "0130"),
        MobileAssault(("1 TC",), "0130", "0230"),
    ):
        outcome = book.execute(state, AXIS, order)
        assert (outcome.accepted, outcome.rule) == (False, "drive_on_stalingrad 5.1"), order
    assert not book.execute(state, SOVIET, AerialSupply("0130")).accepted


@pytest.mark.rule("drive_on_stalingrad 9.28")
def test_mobile_assault_starts_from_the_launch_hex_alone(blue, book, state):
    outcome = book.execute(state, AXIS, MobileAssault(("24 Pz",), "0101", "0102"))
    assert outcome.reason == "24 Pz isn't in the launch hex 0101"
    assert "9.28" in outcome.rule


@pytest.mark.rule("drive_on_stalingrad 9.24")
def test_mobile_assault_is_fought_and_tells_its_result(blue, book, state):
    launch, target = clear_pair(blue, state)
    move_to(blue, state, "24 Pz", launch)
    move_to(blue, state, "1 TC", target)
    outcome = book.execute(state, AXIS, MobileAssault(("24 Pz",), launch, target))
    assert outcome.accepted, outcome
    assert outcome.result in ("AS", "AL1", "DR", "EX", "DE")
    assert state.game.battle_count == 1
    assert state.battles[0].mobile == 1


@pytest.mark.rule("drive_on_stalingrad 11.1")
def test_assault_is_fought_in_its_phase_alone(blue, book, state):
    launch, target = clear_pair(blue, state)
    move_to(blue, state, "24 Pz", launch)
    move_to(blue, state, "1 TC", target)
    early = book.execute(state, AXIS, Assault(("24 Pz",), "0430"))
    assert early.rule == "drive_on_stalingrad 5.1"
    at_phase(state, Phase.AXIS_SECOND, PhaseOrder.MOVE_ASSAULT, game_turn=4)
    outcome = book.execute(state, AXIS, Assault(("24 Pz",), target, aircraft=1, advance=0))
    assert outcome.accepted, outcome
    assert outcome.result
    assert state.game.aircraft == 1
    assert hex_of(blue, state, "24 Pz") in (launch, "")


def stand_by(blue, state, *names: str) -> tuple[str, str]:
    """Put units beside a tank corps, every roll an exchange; give their hexes."""
    launch, target = clear_pair(blue, state)
    move_to(blue, state, names[0], launch)
    for name in names[1:]:
        move_to(blue, state, name, launch, alone=False)
    move_to(blue, state, "1 TC", target)
    state.units[unit_row(blue, "1 TC")].defense = 9
    state.crt[:] = Result.EX
    at_phase(state, Phase.AXIS_SECOND, PhaseOrder.MOVE_ASSAULT, game_turn=4)
    return launch, target


def steps_left(blue, state, *names: str) -> list[int]:
    return [int(state.units[unit_row(blue, name)].steps) for name in names]


@pytest.mark.rule("drive_on_stalingrad 11.37")
@pytest.mark.parametrize(
    ("losses", "left"), [(("24 Pz",), [1, 2]), (("16 Mot",), [2, 1]), (("16 Mot", "24 Pz"), [2, 1])]
)
def test_the_losses_of_an_attack_are_shared_out_by_its_order(blue, book, state, losses, left):
    names = ("24 Pz", "16 Mot")
    _, target = stand_by(blue, state, *names)
    before = state.units[["reduction_priority", "loss_priority"]].copy()
    outcome = book.execute(state, AXIS, Assault(names, target, advance=0, losses=losses))
    assert (outcome.accepted, outcome.result) == (True, "EX")
    assert steps_left(blue, state, *names) == left
    after = state.units[["reduction_priority", "loss_priority"]]
    assert (after == before).all(), "standing orders hold again after the battle"


@pytest.mark.rule("drive_on_stalingrad 11.37")
def test_the_losses_of_a_mobile_assault_are_shared_out_by_its_order(blue, book, state):
    names = ("24 Pz", "16 Mot")
    launch, target = stand_by(blue, state, *names)
    at_phase(state, Phase.AXIS_FIRST, PhaseOrder.MOVE_ASSAULT, game_turn=4)
    outcome = book.execute(state, AXIS, MobileAssault(names, launch, target, losses=("16 Mot",)))
    assert (outcome.accepted, outcome.result) == (True, "EX")
    assert steps_left(blue, state, *names) == [2, 1]


@pytest.mark.rule("drive_on_stalingrad 2.12, 11.32, 11.37")
@pytest.mark.parametrize(
    ("losses", "rule"),
    [
        (("3 Mot",), "drive_on_stalingrad 11.32, 11.37"),
        (("1 TC",), "drive_on_stalingrad 11.32, 11.37"),
        (("24 Pz", "24 Pz", "24 Pz"), "drive_on_stalingrad 2.12"),
    ],
)
def test_losses_that_nobody_can_pay_are_refused_with_the_rule(blue, book, state, losses, rule):
    launch, target = stand_by(blue, state, "24 Pz", "16 Mot")
    for order in (
        Assault(("24 Pz", "16 Mot"), target, losses=losses),
        MobileAssault(("24 Pz", "16 Mot"), launch, target, losses=losses),
    ):
        outcome = book.execute(state, AXIS, order)
        assert (outcome.accepted, outcome.rule) == (False, rule)
    assert state.game.battle_count == 0
    assert state.game.axis_refused == 2


@pytest.mark.rule("drive_on_stalingrad 8.1")
def test_reinforcement_enters_where_the_view_says_it_may(blue, book, state):
    view = View(SeenGame(blue), state, AXIS, 6)
    due = next(name for name in view.facts["reinforcements_due"] if view.entry_hexes(name))
    entry = view.entry_hexes(due)[0]
    assert book.execute(state, AXIS, Enter(due, entry)).accepted
    assert hex_of(blue, state, due) == entry
    assert due not in view.facts["reinforcements_due"]


@pytest.mark.rule("drive_on_stalingrad 9.18")
def test_the_german_side_does_not_sail(book, state):
    outcome = book.execute(state, AXIS, SeaMove("45 Inf", "Novorossiysk"))
    assert "9.18" in outcome.rule


@pytest.mark.rule("drive_on_stalingrad 7.6")
def test_aerial_supply_is_committed_once(blue, book, state):
    assert book.execute(state, AXIS, AerialSupply("Voronezh")).accepted
    assert blue.hex_names[state.game.aerial_hex] == "0424"
    assert book.execute(state, AXIS, AerialSupply("Rostov")).rule == "drive_on_stalingrad 7.6"


@pytest.mark.parametrize(
    "order", [Move("24 PZ", "0533"), Move("24 Pz", "Voronesh"), Assault(("Nobody",), "0430")]
)
def test_unknown_names_are_told_with_near_ones(book, state, order):
    with pytest.raises(UnknownName):
        book.execute(state, AXIS, order)
    assert state.game.axis_refused == 0


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (Order(), "Order is no order of this game; known: Move, SeaMove, Enter"),
        (Assault("24 Pz", "0430"), "units is '24 Pz'; expected a tuple of counter names"),
        (
            Assault(("24 Pz",), "0430", losses="24 Pz"),
            "losses is '24 Pz'; expected a tuple of counter names",
        ),
        (Assault(("24 Pz",), "0430", aircraft=-1), "aircraft is -1; expected a number 0 to 99"),
        (Assault(("24 Pz",), "0430", advance=None), "advance is None; expected a number 0 to 99"),
    ],
)
def test_malformed_order_is_the_strategys_error(book, state, order, message):
    with pytest.raises(StrategyError, match=message):
        book.execute(state, AXIS, order)


def move_to(blue, state, name: str, place: str, *, alone: bool = True) -> None:
    """Put a unit into a hex, by default without others there, asking no questions."""
    unit, h = unit_row(blue, name), blue.hex_index(place)
    for other in np.flatnonzero(state.units["hex"] == h) if alone else ():
        lift_unit(state, np.int64(other))
    lift_unit(state, np.int64(unit))
    place_unit(state, np.int64(unit), np.int64(h))
    state.units[unit].start_hex = h
    state.ground[h].control = state.units[unit].side


def clear_pair(blue, state) -> tuple[str, str]:
    """Two clear hexes side by side with no river between, near Kursk and in German supply."""
    kursk = blue.hex_index("0233")
    terrain, sides = blue.map.hexes["terrain"], blue.map.hexside
    for d in range(6):
        h = int(blue.map.neighbour[kursk, d])
        for e in range(6):
            there = int(blue.map.neighbour[h, e])
            clear = terrain[h] == 0 and terrain[there] == 0 and sides[h, e] == 0
            city = blue.map.hexes["features"][there] & 3
            if clear and there not in (kursk, len(blue.hex_names)) and not city:
                return blue.hex_names[h], blue.hex_names[there]
    raise AssertionError("no clear pair of hexes near Kursk")
