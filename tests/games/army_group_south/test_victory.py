"""Points, places, the way off the map, and who has won by how much."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.attack import make_attack
from balance.games.army_group_south.control import enter_hex
from balance.games.army_group_south.exits import check_exit, exit_map
from balance.games.army_group_south.march import move_unit
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import lift_unit
from balance.games.army_group_south.victory import (
    cut_off_points,
    decide_game,
    exited_strength,
    place_points,
)
from balance.games.army_group_south.vocabulary import (
    Ending,
    EventKind,
    Level,
    Mode,
    Phase,
    Side,
    Status,
)
from balance.staff.army_group_south.ground import place_worth
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    guards,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
)
from tests.games.text_maps import hex_named, strip

SOVIETS = {"phase": Phase.SOVIET_MOVEMENT}
#: The exit area in the west, towns of three and five points, the Soviet edge in the east.
ROAD = strip(9, {9: ".L", 6: ".T3", 5: ".C5", 1: ".E"})
KHARKOV = [". .H9 .H .T2 .", ". . .H . .ST1"]


# --- places


@pytest.mark.rule("army_group_south 25.3c, 25.3d")
def test_a_place_is_whose_unit_was_last_to_enter_be_it_in_passing():
    state = build_position(ROAD, [brigade("0104"), infantry("0109")], **SOVIETS)
    assert place_points(state) == 0
    assert move_unit(state, 0, hex_named(state, "0107")) == Refusal.OK
    assert place_points(state) == 8
    enter_hex(state, 1, hex_named(state, "0106"))
    assert place_points(state) == 5
    kinds = state.events["kind"][: state.game.event_count].tolist()
    assert kinds.count(EventKind.PLACE_TAKEN) == 3


@pytest.mark.rule("army_group_south 25.3c")
def test_open_ground_that_a_variant_gives_points_is_taken_and_scores_like_a_town():
    state = build_position(strip(4, {}), [brigade("0101"), infantry("0104")], **SOVIETS)
    h = hex_named(state, "0102")
    state.hexes[h].vp = state.hexes[h].joint_vp = 4
    assert (place_points(state), place_worth(state, Side.SOVIET, h)) == (0, 4.0)
    enter_hex(state, 0, h)
    assert (place_points(state), place_worth(state, Side.SOVIET, h)) == (4, 0.0)
    (event,) = state.events[: state.game.event_count]
    assert (event.kind, event.hex, event.value) == (EventKind.PLACE_TAKEN, h, Side.SOVIET)


@pytest.mark.rule("army_group_south 25.3c")
@pytest.mark.parametrize(
    ("need_entry", "set_up_enters", "points"), [(1, 1, 2), (1, 0, 0), (0, 0, 1)]
)
def test_what_counts_as_entered_at_the_start_is_a_choice(need_entry, set_up_enters, points):
    rules = {"victory.towns_need_entry": need_entry, "victory.set_up_enters": set_up_enters}
    state = build_position(KHARKOV, [rifle("0102")], rules=rules)
    assert place_points(state) == points


@pytest.mark.rule("army_group_south 25.3e")
def test_kharkov_scores_with_all_three_hexes():
    units = [rifle("0104"), rifle("0103"), rifle("0203")]
    assert place_points(build_position(KHARKOV, units[:2])) == 0
    assert place_points(build_position(KHARKOV, units)) == 9


@pytest.mark.rule("army_group_south 25.3e")
def test_each_hex_of_kharkov_stands_for_the_points_of_all():
    state = build_position([". .H4 .H5 .T2 .", ". . .H . .ST1"], [])
    points = [int(state.hexes.joint_vp[hex_named(state, f"01{c:02d}")]) for c in range(5, 0, -1)]
    assert points == [0, 9, 9, 2, 0]
    assert state.hexes.joint_vp[hex_named(state, "0203")] == 9


# --- leaving the map


@pytest.mark.rule("army_group_south 25.1a, 25.1c")
@pytest.mark.parametrize(
    ("unit", "game", "expected"),
    [
        (brigade("0109"), SOVIETS, Refusal.OK),
        (brigade("0108"), SOVIETS, Refusal.NOT_AN_EXIT),
        (headquarters("0109"), SOVIETS, Refusal.NOT_AN_EXIT),
        (panzer("0109"), {}, Refusal.OFF_MAP),
        (brigade("0109"), {"phase": Phase.SOVIET_COMBAT}, Refusal.WRONG_PHASE),
        (brigade("0109", moved=1, mp_left=0), SOVIETS, Refusal.NOT_ENOUGH_POINTS),
    ],
)
def test_soviet_combat_units_leave_by_the_exit_area_for_a_point(unit, game, expected):
    state = build_position(ROAD, [unit], **game)
    assert check_exit(state, 0) == expected
    assert exit_map(state, 0) == expected
    assert (state.units[0].status == Status.EXITED) == (expected == Refusal.OK)


@pytest.mark.rule("army_group_south 22.0b, 25.1a")
@pytest.mark.parametrize(
    ("price", "points", "expected"),
    [
        ("extra", 3, Refusal.OK),
        ("extra", 2, Refusal.NOT_ENOUGH_POINTS),
        ("total", 2, Refusal.OK),
        ("total", 1, Refusal.NOT_ENOUGH_POINTS),
    ],
)
def test_who_leaves_the_map_out_of_a_german_zone_pays_for_disengaging(price, points, expected):
    rules = {"movement.disengage_price": price}
    unit = rifle("0109", movement=points, mode=Mode.DEFENSIVE)
    state = build_position(ROAD, [unit, infantry("0108")], rules=rules, **SOVIETS)
    assert check_exit(state, 0) == expected


def exited(units, rules=None, at="0109"):
    """A game at its end, all but the last of the units having left by a hex."""
    state = build_position(ROAD, [*units, headquarters("0105")], rules=rules, **SOVIETS)
    for unit in range(len(units)):
        if state.units[unit].side == Side.SOVIET:
            assert exit_map(state, unit) == Refusal.OK
    return state


@pytest.mark.rule("army_group_south 25.1a, 25.0a, 25.4a")
@pytest.mark.parametrize(("strength", "won"), [(30, True), (29, False)])
def test_thirty_points_off_the_map_win_outright(strength, won):
    units = [brigade("0109", ladder=[(15, 1)]), brigade("0109", ladder=[(strength - 15, 1)])]
    state = exited(units)
    decide_game(state)
    assert state.game.exited_strength == strength
    assert (state.game.ending == Ending.AUTOMATIC_VICTORY) == won
    assert (state.game.level == Level.DECISIVE) == won


@pytest.mark.rule("army_group_south 25.1b")
def test_the_line_to_the_east_must_be_free_of_germans_and_their_zones():
    units = [brigade("0109", ladder=[(30, 1)]), infantry("0103")]
    state = exited(units)
    assert exited_strength(state, False) == 30
    assert exited_strength(state, True) == 0
    decide_game(state)
    assert state.game.ending == Ending.POINTS


@pytest.mark.rule("army_group_south 25.1b")
@pytest.mark.parametrize(("german", "strength"), [("0204", 0), ("0304", 30)])
def test_zones_alone_cut_the_line_friends_or_not(german, strength):
    rows = [". .L . . . . .E", "~ ~ ~ . ~ ~ ~", "~ ~ ~ . ~ ~ ~"]
    units = [brigade("0106", ladder=[(30, 1)]), rifle("0104"), infantry(german)]
    state = build_position(rows, units, **SOVIETS)
    assert exit_map(state, 0) == Refusal.OK
    assert exited_strength(state, True) == strength


@pytest.mark.rule("army_group_south 25.1b")
@pytest.mark.parametrize(("tested", "won"), [("end", True), ("exit", False)])
def test_the_line_is_tested_at_the_end_or_at_the_exit(tested, won):
    rules = {"victory.exit_line_tested": tested}
    units = [brigade("0109", ladder=[(30, 1)]), infantry("0103")]
    state = exited(units, rules)
    enter_hex(state, 1, hex_named(state, "0108"))
    state.zones[Side.AXIS, :] = 0
    state.ground["occupant"][hex_named(state, "0108")] = -1  # it has been beaten since
    decide_game(state)
    assert (state.game.level == Level.DECISIVE) == won


@pytest.mark.rule("army_group_south 25.1a")
@pytest.mark.parametrize(("counted", "strength"), [("printed", 9), ("halved", 4)])
def test_printed_strength_leaves_or_what_supply_leaves_of_it(counted, strength):
    rules = {"victory.exit_strength_counted": counted, "hq.rating": 4}
    unit = brigade("0109", ladder=[(9, 1)], mode=Mode.DEFENSIVE)
    rows = strip(9, {9: ".L"})
    state = build_position(rows, [unit], rules=rules, **SOVIETS)
    exit_map(state, 0)
    assert exited_strength(state, False) == strength


@pytest.mark.rule("army_group_south 25.2f")
@pytest.mark.parametrize(
    ("staff", "traces", "points"),
    [("0105", 1, 0), ("0104", 1, 6), ("0105", 0, 6)],
)
def test_units_off_the_map_without_a_supply_line_count_as_eliminated(staff, traces, points):
    rules = {"victory.off_map_traces_from_exit": traces}
    units = [guards("0109"), headquarters(staff)]
    state = build_position(ROAD, units, rules=rules, **SOVIETS)
    exit_map(state, 0)
    assert cut_off_points(state) == points
    decide_game(state)
    assert (state.game.vp_axis, state.game.vp_exited) == (points, points)


@pytest.mark.rule("army_group_south 25.2f, 24.1b")
@pytest.mark.parametrize(("staff", "points"), [("0105", 0), ("0104", 6)])
def test_units_still_forced_off_at_the_end_count_as_those_that_left(staff, points):
    units = [guards("0109"), headquarters(staff), infantry("0108")]
    state = build_position(ROAD, units, phase=Phase.AXIS_COMBAT)
    state.crt[1] = 2
    target, party = np.array([hex_named(state, "0109")]), np.array([2])
    assert make_attack(state, target, 1, party, 1, 0) == Refusal.OK
    assert state.units[0].status == Status.RETREATED_OFF
    lift_unit(state, 2)  # the German is no bar to the line
    decide_game(state)
    assert (state.game.vp_axis, state.game.vp_exited) == (points, points)


@pytest.mark.rule("army_group_south 25.2g, 25.2f")
def test_units_of_no_strength_score_nothing_off_the_map_either():
    state = build_position(ROAD, [brigade("0109", ladder=[(0, 0)])], **SOVIETS)
    exit_map(state, 0)
    assert cut_off_points(state) == 0


# --- the verdict


@pytest.mark.rule("army_group_south 25.0b, 25.4a, 25.4b")
@pytest.mark.parametrize(
    ("axis", "soviet", "winner", "level"),
    [
        (0, 0, -1, Level.DRAW),
        (7, 7, -1, Level.DRAW),
        (8, 7, Side.AXIS, Level.TACTICAL),
        (0, 20, Side.SOVIET, Level.TACTICAL),
        (21, 0, Side.AXIS, Level.OPERATIONAL),
        (5, 65, Side.SOVIET, Level.OPERATIONAL),
        (61, 0, Side.AXIS, Level.STRATEGIC),
    ],
)
def test_the_difference_makes_the_level(axis, soviet, winner, level):
    state = build_position(ROAD, [tank_corps("0102"), infantry("0109")])
    state.game.vp_axis, state.game.vp_soviet = axis, soviet
    decide_game(state)
    assert (state.game.winner, state.game.level) == (winner, level)
    assert state.game.ending == Ending.POINTS


@pytest.mark.rule("army_group_south 25.0b, 25.3c")
def test_places_are_added_at_the_end():
    state = build_position(ROAD, [rifle("0106"), infantry("0109")])
    state.game.vp_axis = np.int32(1)
    decide_game(state)
    assert (state.game.vp_soviet, state.game.vp_places) == (3, 3)
    assert state.game.winner == Side.SOVIET
