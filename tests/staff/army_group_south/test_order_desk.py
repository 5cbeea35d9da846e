"""Single orders: done by the rules, or refused with the rule, counted and logged."""

from __future__ import annotations

import numpy as np
import pytest

from balance.errors import StrategyError, UnknownName
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.sequence import StepKind
from balance.games.army_group_south.stacks import lift_unit, place_unit
from balance.games.army_group_south.vocabulary import EventKind, Feature, Hexside, Mode, Status
from balance.staff.army_group_south.orders import (
    Attack,
    Exit,
    MoveStack,
    Overrun,
    RailEnter,
    RailMove,
    TakeDefensiveMode,
)
from balance.staff.orders import Enter, Move, Order
from tests.staff.army_group_south.on_the_map import (
    hex_of,
    playable,
    row_of,
    snapshot,
    stopped,
    view_of,
)

AXIS, SOVIET = 0, 1
BOOK = playable().order_desk()


def marching(side: int = AXIS):
    return stopped(StepKind.MOVEMENT, side)


def put(state, name: str, place: str) -> None:
    """Put a unit into a hex, asking no questions."""
    unit, h = np.int64(row_of(name)), np.int64(playable().hex_names.index(place))
    if state.units[unit].hex < len(state.ground) - 1:
        lift_unit(state, unit)
    state.units[unit].status = Status.ON_MAP
    state.units[unit].start_hex = h
    state.units[unit].supplied = 1
    place_unit(state, unit, h)
    state.ground[h].control = state.units[unit].side


def free_unit(state, side: int) -> str:
    """A unit of a side that may march to more than ten hexes."""
    view = view_of(state, side)
    return next(u.name for u in view.units() if u.can_act and len(view.reach(u.name)) > 10)


@pytest.mark.rule("army_group_south 5.0")
def test_unit_marches_where_its_reach_says():
    state = marching()
    name = free_unit(state, AXIS)
    reach = view_of(state, AXIS).reach(name)
    goal = min(reach, key=lambda there: reach[there])
    assert BOOK.execute(state, AXIS, Move(name, goal)).accepted
    assert hex_of(state, name) == goal
    assert state.units[row_of(name)].mp_left == reach[goal]


@pytest.mark.rule("army_group_south 5.11")
def test_refused_order_cites_the_rule_is_counted_and_logged_and_changes_nothing_else():
    state = marching()
    name = free_unit(state, AXIS)
    before = snapshot(state)["units"]
    outcome = BOOK.execute(state, AXIS, Move(name, "0101"))
    assert not outcome.accepted
    assert outcome.rule.startswith("army_group_south 5.")
    assert outcome.reason
    assert snapshot(state)["units"] == before
    assert (state.game.axis_refused, state.game.soviet_refused) == (1, 0)
    event = state.events[int(state.game.event_count) - 1]
    assert (event.kind, playable().hex_names[event.hex]) == (EventKind.ORDER_REFUSED, "0101")
    assert playable().unit_names[event.unit] == name
    assert event.value in (Refusal.OUT_OF_REACH, Refusal.ENEMY_IN_HEX)


@pytest.mark.rule("army_group_south 4.1")
def test_units_of_the_other_side_take_no_orders():
    state = marching()
    for order in (
        Move("12 Tank Corps", "Kharkov"),
        MoveStack(("12 Tank Corps",), "Kharkov"),
        Enter("12 Tank Corps", "0101"),
        RailMove("12 Tank Corps", "Kharkov"),
        RailEnter("12 Tank Corps", "0101", "Kharkov"),
        Overrun(("12 Tank Corps",), "Kharkov"),
        Attack(("12 Tank Corps",), ("Kharkov",)),
        Exit("12 Tank Corps"),
        TakeDefensiveMode("12 Tank Corps"),
    ):
        outcome = BOOK.execute(state, AXIS, order)
        assert (outcome.accepted, outcome.rule) == (False, "army_group_south 4.1"), order


@pytest.mark.rule("army_group_south 5.0")
def test_a_stack_marches_together():
    state = marching()
    both = ("679/333", "680/333")
    assert hex_of(state, both[0]) == hex_of(state, both[1]) != ""
    view = view_of(state, AXIS)
    goal = max(set(view.reach(both[0])) & set(view.reach(both[1])))
    assert BOOK.execute(state, AXIS, MoveStack(both, goal)).accepted
    assert [hex_of(state, name) for name in both] == [goal, goal]
    apart = BOOK.execute(state, AXIS, MoveStack((both[0], "FB"), goal))
    assert "army_group_south 5" in apart.rule


@pytest.mark.rule("army_group_south 19.2")
def test_a_german_rides_along_the_railroad_and_a_soviet_does_not():
    state = marching()
    exits = [
        name for name in view_of(state, AXIS).facts["supply_exits"]
        if not state.zones[SOVIET, playable().hex_names.index(name)]
    ]  # fmt: skip
    goal = next_rail_hex(state, exits[0])
    put(state, "FB", exits[0])
    state.units[row_of("FB")].start_zone = 0
    outcome = BOOK.execute(state, AXIS, RailMove("FB", goal))
    assert outcome.accepted, outcome
    assert state.game.rail_moves == 1
    soviet = marching(SOVIET)
    corps = next(u for u in view_of(soviet, SOVIET).units() if u.hex)
    refused = BOOK.execute(soviet, SOVIET, RailMove(corps.name, exits[0]))
    assert refused.rule == "army_group_south 19.2"


def next_rail_hex(state, start: str) -> str:
    """An empty hex beside another along a railroad."""
    h = playable().hex_names.index(start)
    for d in range(6):
        there = int(state.neighbour[h, d])
        rail = state.hexside[h, d] & Hexside.RAIL
        if rail and state.ground[there].occupant < 0 and not state.zones[SOVIET, there]:
            return playable().hex_names[there]
    raise AssertionError(f"no open railroad from {start}")


@pytest.mark.rule("army_group_south 15.0, 23.1")
def test_a_reinforcement_enters_where_the_view_says_it_may():
    state = marching(SOVIET)
    view = view_of(state, SOVIET)
    due = next(name for name in view.facts["reinforcements_due"] if view.entry_hexes(name))
    entry = view.entry_hexes(due)[0]
    elsewhere = BOOK.execute(state, SOVIET, Enter(due, "Kharkov"))
    assert "army_group_south 23." in elsewhere.rule
    assert BOOK.execute(state, SOVIET, Enter(due, entry)).accepted
    assert next(u.hex for u in view.units() if u.name == due) == entry
    assert due not in view.facts["reinforcements_due"]


@pytest.mark.rule("army_group_south 9.0, 9.11")
def test_an_attack_is_fought_in_its_phase_alone_and_tells_its_result():
    state = stopped(StepKind.COMBAT, SOVIET)
    corps, place, target = meet(state)
    assert place != target
    outcome = BOOK.execute(state, SOVIET, Attack((corps,), (target,), advance=0))
    assert outcome.accepted, outcome
    assert outcome.result.count("/") == 1
    assert state.game.battle_count == 1
    again = BOOK.execute(state, SOVIET, Attack((corps,), (target,)))
    assert not again.accepted
    early = marching(SOVIET)
    meet(early)
    outcome = BOOK.execute(early, SOVIET, Attack((corps,), (target,)))
    assert outcome.rule == "army_group_south 4.2"


@pytest.mark.rule("army_group_south 6.0")
def test_an_overrun_is_fought_in_a_movement_phase():
    state = marching(SOVIET)
    corps, _, target = meet(state)
    outcome = BOOK.execute(state, SOVIET, Overrun((corps,), target))
    assert outcome.accepted, outcome
    assert state.battles[0].overrun == 1
    assert outcome.result


def meet(state) -> tuple[str, str, str]:
    """A tank corps beside a lone German battalion to its west, in clear country."""
    names = playable().hex_names
    for h in range(len(names)):
        there = int(state.neighbour[h, 4])
        clear = there < len(names) and state.hexside[h, 4] == 0
        if clear and all(
            state.ground[x].occupant < 0 and state.hexes[x].terrain == 0
            and state.hexes[x].features & (Feature.TOWN | Feature.CITY | Feature.EDGE) == 0
            and not state.zones[:, x].any()
            for x in (h, there)
        ):  # fmt: skip
            put(state, "12 Tank Corps", names[h])
            put(state, "FB", names[there])
            hq = next(u.name for u in view_of(state, SOVIET).units() if u.kind == "hq" and u.hex)
            put(state, hq, names[h])
            return "12 Tank Corps", names[h], names[there]
    raise AssertionError("no two clear hexes out of reach of all")


@pytest.mark.rule("army_group_south 21.0")
def test_a_headquarters_takes_defensive_mode_once_in_its_phase():
    state = stopped(StepKind.DOCTRINE, SOVIET)
    hq = next(
        name for name in view_of(state, SOVIET).facts["offensive_headquarters"]
        if not state.units[row_of(name)].always_offensive
    )  # fmt: skip
    assert BOOK.execute(state, SOVIET, TakeDefensiveMode(hq)).accepted
    assert state.units[row_of(hq)].mode == Mode.DEFENSIVE
    assert hq in view_of(state, SOVIET).facts["defensive_headquarters"]
    again = BOOK.execute(state, SOVIET, TakeDefensiveMode(hq))
    assert again.rule == "army_group_south 21.0"


@pytest.mark.rule("army_group_south 25.1")
def test_a_soviet_unit_leaves_the_map_from_the_exit_area_alone():
    state = marching(SOVIET)
    place = view_of(state, SOVIET).facts["exit_hexes"][0]
    refused = BOOK.execute(state, SOVIET, Exit("12 Tank Corps"))
    assert refused.rule == "army_group_south 25.1"
    put(state, "12 Tank Corps", place)
    assert BOOK.execute(state, SOVIET, Exit("12 Tank Corps")).accepted
    assert state.units[row_of("12 Tank Corps")].status == Status.EXITED
    assert view_of(state, SOVIET).facts["exited_strength"] > 0


@pytest.mark.parametrize(
    "order",
    [Move("FBB", "Kharkov"), Move("FB", "Charkov"), Attack(("FB",), ("Nowhere",)), Exit("FBB")],
)
def test_unknown_names_are_told_with_near_ones(order):
    state = marching()
    with pytest.raises(UnknownName):
        BOOK.execute(state, AXIS, order)
    assert state.game.axis_refused == 0


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (Order(), "Order is no order of this game; known: Move, MoveStack, RailMove, Enter"),
        (Attack("FB", ("Kharkov",)), "units is 'FB'; expected a tuple of counter names"),
        (Attack(("FB",), "Kharkov"), "targets is 'Kharkov'; expected a tuple of hexes"),
        (Attack(("FB",), ("Kharkov",), advance=-2), "advance is -2; expected a number -1 to 99"),
    ],
)
def test_malformed_order_is_the_strategys_error(order, message):
    with pytest.raises(StrategyError, match=message):
        BOOK.execute(marching(), AXIS, order)


@pytest.mark.rule("army_group_south 9.11")
def test_orders_that_name_nobody_are_refused_not_carried_out():
    state = stopped(StepKind.COMBAT, AXIS)
    for order in (Attack((), ("Kharkov",)), Attack(("FB",), ()), Overrun((), "Kharkov")):
        assert not BOOK.execute(state, AXIS, order).accepted, order
