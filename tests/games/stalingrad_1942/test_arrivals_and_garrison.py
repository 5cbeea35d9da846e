"""Reinforcements and the garrison of Stalingrad (15.2, 20)."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.garrison import count_garrison
from balance.games.stalingrad_1942.movement import check_mark, mark_unit
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.reinforcements import check_enter, enter_unit
from balance.games.stalingrad_1942.turn import begin_phase
from balance.games.stalingrad_1942.vocabulary import Feature, Phase, Side
from tests.games.stalingrad_1942.positions import (
    build_position,
    grenadiers,
    guns,
    may_move,
    move,
    red_guns,
    regiment,
    rifles,
    staff,
    tanks,
)
from tests.games.text_maps import hex_named, strip

ROW = strip(9, {9: ".M", 8: ".M"})


def newcomer(unit=regiment, **fields):
    return unit(None, **({"arrival_turn": 3, "entry_area": int(Feature.AREA_M)} | fields))


def enter(state, unit, at="0109"):
    return Refusal(enter_unit(state, unit, hex_named(state, at)))


def may_enter(state, unit, at):
    return Refusal(check_enter(state, unit, hex_named(state, at)))


@pytest.mark.rule("stalingrad_1942 15.21, 15.22, 15.25a, 3.1-P6b, 3.1-P2b, Setup-d")
def test_reinforcements_enter_by_their_area_when_due_and_pay_for_the_hex():
    state = build_position(ROW, [newcomer(), newcomer(arrival_turn=4), regiment("0101")])
    assert may_enter(state, 0, "0107") == Refusal.NOT_AN_ENTRY_HEX
    assert may_enter(state, 1, "0109") == Refusal.NOT_DUE
    assert may_enter(state, 2, "0109") == Refusal.NOT_AWAITING
    assert enter(state, 0) == Refusal.OK
    assert state.units[0].mp_left == 30 * 4
    assert move(state, 0, "0105") == Refusal.OK
    begin_phase(state, Phase.AXIS_COMBAT)
    state.game.game_turn = 4
    assert may_enter(state, 1, "0109") == Refusal.WRONG_PHASE


@pytest.mark.rule("stalingrad_1942 15.25a")
def test_a_road_in_the_hex_of_entry_goes_on_beyond_the_edge():
    sides = {("0109", "0108"): "main_road"}
    state = build_position(ROW, [newcomer(grenadiers)], sides=sides)
    enter(state, 0)
    assert state.units[0].mp_left == 30 * 12 - 10


@pytest.mark.rule("stalingrad_1942 15.24, 15.25b")
def test_each_later_stack_of_a_column_pays_the_hex_once_more():
    units = [newcomer() for _ in range(7)]
    state = build_position(ROW, units)
    left = []
    for u in range(7):
        assert enter(state, u) == Refusal.OK
        left.append(state.units[u].mp_left // 30)
        move(state, u, f"010{8 - u // 3}" if left[-1] else "0109")
    assert left == [4, 4, 4, 3, 3, 3, 2]
    slow = build_position(ROW, [newcomer(), newcomer(movement=1)], rules={"stacking.limit": 1})
    enter(slow, 0)
    move(slow, 0, "0107")
    assert may_enter(slow, 1, "0109") == Refusal.NOT_ENOUGH_POINTS


@pytest.mark.rule("stalingrad_1942 10.19c, 10.19e, 15.25a")
@pytest.mark.parametrize(("wings", "left"), [(0, 4), (1, 4 - 3), (3, 4 - 3 - 1)])
def test_air_units_hinder_newcomers_in_the_hex_of_entry(wings, left):
    units = [newcomer(), newcomer(movement=1)]
    state = build_position(ROW, units)
    state.air[4].task = 5  # a Soviet air unit
    state.disruption[Side.AXIS, hex_named(state, "0109")] = wings
    assert may_enter(state, 1, "0109") == (Refusal.NOT_ENOUGH_POINTS if wings else Refusal.OK)
    assert enter(state, 0) == Refusal.OK
    assert state.units[0].mp_left == 30 * left
    # What they have taken, they don't take again (10.19d).
    assert state.units[0].disruption == wings


@pytest.mark.rule("stalingrad_1942 15.23")
def test_where_enemies_hold_the_whole_area_the_nearest_hexes_serve():
    one = build_position(ROW, [newcomer(), rifles("0109")])
    assert may_enter(one, 0, "0109") == Refusal.NOT_AN_ENTRY_HEX
    assert enter(one, 0, "0108") == Refusal.OK
    assert one.units[0].mp_left == 0  # in the zone of 0109
    both = build_position(ROW, [newcomer(), rifles("0109"), rifles("0108")])
    assert may_enter(both, 0, "0106") == Refusal.NOT_AN_ENTRY_HEX
    assert may_enter(both, 0, "0107") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 21.12a, 15.22")
def test_in_a_pause_newcomers_are_among_the_units_that_move():
    units = [newcomer() for _ in range(3)]
    state = build_position(ROW, units, pause=1, rules={"sequence.pause_units": 2})
    assert [enter(state, u) for u in range(3)] == [Refusal.OK, Refusal.OK, Refusal.PAUSE_USED_UP]


@pytest.mark.rule("stalingrad_1942 S2i, S2j, 15.22")
def test_newcomers_of_armies_that_may_not_move_yet_wait():
    units = [newcomer(arrival_turn=1), newcomer(arrival_turn=1, opens=1)]
    state = build_position(ROW, units, scenario="uranus", game_turn=1)
    assert [may_enter(state, u, "0109") for u in (0, 1)] == [Refusal.FROZEN, Refusal.OK]
    state.game.game_turn = 2
    assert enter(state, 0) == Refusal.OK


# --- the garrison

CITY = strip(9, {3: ".CS", 2: ".CS", 1: ".S", 4: ".S", 5: ".S", 6: ".S"})


def soviet_turn(units, rows=CITY, **position):
    return build_position(rows, units, phase=Phase.SOVIET_MOVEMENT, **position)


@pytest.mark.rule("stalingrad_1942 20.11")
def test_the_last_three_units_stay_in_stalingrad():
    three = [rifles("0103"), rifles("0103"), rifles("0102"), staff("0102", side=Side.SOVIET)]
    state = soviet_turn(three)
    assert count_garrison(state) == 3
    assert may_move(state, 0, "0104") == Refusal.GARRISON_LEAVES
    assert may_move(state, 0, "0102") == Refusal.OK
    assert may_move(state, 3, "0101") == Refusal.OK
    assert may_move(soviet_turn([*three, rifles("0102")]), 0, "0104") == Refusal.OK
    for rules in ({"stalingrad.scenarios": "none"}, {"stalingrad.least_soviet_units": 2}):
        assert may_move(soviet_turn(three, rules=rules), 0, "0104") == Refusal.OK
    summer_only = {"stalingrad.scenarios": "on_to_stalingrad"}
    assert may_move(soviet_turn(three, rules=summer_only), 0, "0104") == Refusal.GARRISON_LEAVES
    winter = soviet_turn(three, rules=summer_only, scenario="uranus")
    assert may_move(winter, 0, "0104") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 20.12a, 20.12c")
def test_while_units_can_come_in_others_may_not_go_elsewhere():
    state = soviet_turn([rifles("0103"), rifles("0102"), rifles("0106"), rifles("0109")])
    assert may_move(state, 2, "0105") == Refusal.GARRISON_CALLS
    assert may_move(state, 3, "0108") == Refusal.GARRISON_CALLS
    assert move(state, 2, "0103") == Refusal.OK
    assert may_move(state, 3, "0108") == Refusal.OK
    nobody_near = soviet_turn([rifles("0103"), rifles("0109")])
    assert may_move(nobody_near, 1, "0108") == Refusal.OK
    axis_phase = build_position(CITY, [rifles("0103"), regiment("0109")])
    assert may_move(axis_phase, 1, "0108") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 20.12a, 20.12b")
def test_an_attack_at_even_odds_on_the_city_serves_instead_all_german_guns_counted():
    rows = strip(9, {6: ".CS", 3: ".C"})

    def answer(*germans):
        units = [rifles("0106"), rifles("0104"), rifles("0109"), rifles("0107")]
        return soviet_turn([*units, *germans], rows)

    assert may_move(answer(regiment("0103")), 2, "0108") == Refusal.OK
    with_guns = answer(regiment("0103"), guns("0101"))
    assert may_move(with_guns, 2, "0108") == Refusal.GARRISON_CALLS
    # A move that joins the attack is no move elsewhere.
    assert move(with_guns, 3, "0104") == Refusal.OK
    assert may_move(with_guns, 2, "0108") == Refusal.OK


@pytest.mark.rule("stalingrad_1942 20.12a, 21.13")
@pytest.mark.parametrize(("pause", "answer"), [(0, Refusal.OK), (1, Refusal.GARRISON_CALLS)])
def test_in_a_pause_no_attack_serves_instead(pause, answer):
    rows = strip(9, {6: ".CS", 3: ".C"})
    units = [rifles("0106"), rifles("0104"), rifles("0109"), rifles("0107"), regiment("0103")]
    assert may_move(soviet_turn(units, rows, pause=pause), 2, "0108") == answer


@pytest.mark.rule("stalingrad_1942 20.12a, 8.51a")
@pytest.mark.parametrize(
    ("enemy", "answer"), [("0101", Refusal.OK), ("0205", Refusal.GARRISON_CALLS)]
)
def test_guns_in_an_enemy_zone_count_for_an_attack_on_neighbours_alone(enemy, answer):
    rows = [strip(9, {6: ".CS", 3: ".C"})[0], strip(9)[0]]
    reds = [tanks("0104"), red_guns("0105"), rifles("0106"), rifles("0109"), rifles("0107")]
    state = soviet_turn([*reds, rifles("0103", side=Side.AXIS), regiment(enemy)], rows)
    assert may_move(state, 3, "0108") == answer


@pytest.mark.rule("stalingrad_1942 13.13, 20.12")
def test_while_the_city_calls_no_combat_unit_is_kept_back_for_strategic_movement():
    units = [rifles("0103"), rifles("0102"), rifles("0106"), rifles("0109")]
    state = soviet_turn([*units, staff("0108", side=Side.SOVIET)])
    marks = [Refusal(check_mark(state, u)) for u in (2, 3, 4)]
    assert marks == [Refusal.GARRISON_CALLS, Refusal.GARRISON_CALLS, Refusal.OK]
    assert move(state, 2, "0103") == Refusal.OK
    assert Refusal(mark_unit(state, 3)) == Refusal.OK
    nobody_near = soviet_turn([rifles("0103"), rifles("0109")])
    assert Refusal(mark_unit(nobody_near, 1)) == Refusal.OK
