"""Retreats: the way, zones and rivers, guests, and the way off the map and back."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.reinforcements import (
    check_entry,
    enter_map,
    is_due,
    list_entry_hexes,
)
from balance.games.army_group_south.stacks import lift_unit, place_unit
from balance.games.army_group_south.turn import begin_phase, end_phase
from balance.games.army_group_south.vocabulary import (
    ENGAGED,
    EventKind,
    Phase,
    Side,
    Status,
)
from balance.kernel.reach import PROHIBITED
from tests.games.army_group_south.battles import (
    AXIS_FIGHTS,
    MAP,
    SOVIETS_FIGHT,
    attack,
    overrun,
    places,
    refusal_of_attack,
    set_policy,
    set_result,
)
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    grenadier,
    headquarters,
    infantry,
    panzer,
    rifle,
    untried,
)
from tests.games.text_maps import clear_map, hex_named

SUPPLIED = [". . . . . . . .E"] * 5


def control(state, side, names):
    """Have a side control some hexes more, from nowhere."""
    for name in names:
        state.zones[side, hex_named(state, name)] += 1


def soviets_driven(units, hexes=1, wish=None, controlled=(), **keywords):
    """Drive Soviet units out of 0304 by an attack from 0305, which controls 0204 and 0404."""
    state = build_position(MAP, [infantry("0305"), *units], **(AXIS_FIGHTS | keywords))
    set_result(state, 0, hexes)
    control(state, Side.AXIS, controlled)
    if wish:
        state.retreat_value[Side.SOVIET, hex_named(state, wish)] = 9
    attack(state, "0304", [0], advance=0)
    return state


def germans_driven(units, hexes=1, wish=None, controlled=(), **keywords):
    """Drive German units out of 0304 by an attack from 0303, which controls 0203 and 0403."""
    soviets = [brigade("0303", ladder=[(9, 9)]), headquarters("0301")]
    state = build_position(SUPPLIED, [*soviets, *units], **(SOVIETS_FIGHT | keywords))
    set_result(state, 0, hexes)
    control(state, Side.SOVIET, controlled)
    if wish:
        state.retreat_value[Side.AXIS, hex_named(state, wish)] = 9
    attack(state, "0304", [0], advance=0)
    return state


# --- the way


@pytest.mark.rule("army_group_south 9.5e, 9.72, 9.7b, 8.23b")
@pytest.mark.parametrize("wish", ["0303", "0203", "0403"])
def test_the_owner_chooses_among_the_legal_hexes(wish):
    state = soviets_driven([rifle("0304", mp_left=3)], wish=wish)
    assert places(state)[1] == wish
    assert state.units[1].mp_left == 3


@pytest.mark.rule("army_group_south 9.73")
@pytest.mark.parametrize(("hexes", "distance"), [(1, 1), (2, 2), (3, 3)])
def test_a_retreat_goes_its_full_distance(hexes, distance):
    state = soviets_driven([rifle("0304")], hexes=hexes)
    row, x2 = int(state.hexes[state.units[1].hex].row), int(state.hexes[state.units[1].hex].x2)
    rows, halves = abs(row - 3), abs(x2 - 8)
    assert rows + max(0, (halves - rows) // 2) == distance


@pytest.mark.rule("army_group_south 9.73")
@pytest.mark.parametrize(("exact", "place"), [(1, "0302"), (0, "0403")])
def test_a_retreat_may_double_back_only_by_the_other_reading(exact, place):
    rules = {"retreat.exact_distance": exact}
    state = build_position(MAP, [infantry("0305"), rifle("0304")], rules=rules, **AXIS_FIGHTS)
    set_result(state, 0, 2)
    state.retreat_value[Side.SOVIET, hex_named(state, "0302")] = 1
    state.retreat_value[Side.SOVIET, hex_named(state, "0403")] = 9
    attack(state, "0304", [0], advance=0)
    assert places(state)[1] == place


@pytest.mark.rule("army_group_south 9.71b, 8.25a")
def test_soviets_retreat_into_zones_only_to_friends():
    east = ("0303", "0203", "0403")
    state = soviets_driven([rifle("0304"), rifle("0203")], wish="0303", controlled=east)
    assert places(state)[1] == "0203"
    state = soviets_driven([rifle("0304")], controlled=east)
    assert state.units[1].status == Status.ELIMINATED
    state = soviets_driven([rifle("0304")], wish="0204")
    assert places(state)[1] in east


@pytest.mark.rule("army_group_south 9.74a")
def test_an_empty_hex_goes_before_a_friendly_one():
    state = soviets_driven([rifle("0304"), rifle("0303")], wish="0303")
    assert places(state)[1] in ("0203", "0403")


@pytest.mark.rule("army_group_south 9.74b, 9.74c")
@pytest.mark.parametrize(("guests", "status"), [(2, Status.ON_MAP), (3, Status.ELIMINATED)])
def test_units_without_room_are_lost(guests, status):
    walls = [infantry("0204"), infantry("0404")]
    full = guests * [rifle("0303")] + 3 * [rifle("0203")] + 3 * [rifle("0403")]
    state = soviets_driven([rifle("0304"), *walls, *full])
    assert state.units[1].status == status


@pytest.mark.rule("army_group_south 9.75, 9.74c, 9.7a")
def test_those_their_owner_would_lose_last_choose_first():
    walls = [infantry("0204"), infantry("0404")]
    full = [*2 * [rifle("0303")], *3 * [rifle("0203")], *3 * [rifle("0403")]]
    driven = [rifle("0304", loss_priority=1), rifle("0304", loss_priority=2)]
    state = soviets_driven([*driven, *walls, *full])
    assert state.units["status"][1:3].tolist() == [Status.ELIMINATED, Status.ON_MAP]


@pytest.mark.rule("army_group_south 19.41, 9.78")
@pytest.mark.parametrize(("walled", "place"), [(False, "0203"), (True, "0303")])
def test_a_major_river_is_crossed_only_without_another_way(walled, place):
    sides = {("0304", "0303"): "major_river"}
    others = [infantry("0204"), infantry("0404")] if walled else [infantry("0404")]
    state = soviets_driven([rifle("0304"), *others], wish="0303", sides=sides)
    assert places(state)[1] == place


@pytest.mark.rule("army_group_south 10.16")
def test_nobody_retreats_over_the_sea():
    sides = {("0304", "0303"): "sea"}
    state = soviets_driven([rifle("0304")], wish="0303", sides=sides)
    assert places(state)[1] != "0303"


# --- German retreats


@pytest.mark.rule("army_group_south 19.6a, 19.6b, 9.71b, 25.3a")
def test_germans_retreat_through_zones_for_a_step_each():
    state = germans_driven([infantry("0304")], controlled=("0305", "0204", "0404"))
    assert state.units[2].steps == 3
    assert state.game.vp_soviet == 2
    assert state.battles[0].defender_steps_lost == 1


@pytest.mark.rule("army_group_south 9.75, 19.6b, 8.25a")
def test_each_of_those_who_retreat_together_pays_for_a_zone():
    west = ("0305", "0204", "0404")
    driven = [infantry("0304"), infantry("0304")]
    state = germans_driven(driven, wish="0305", controlled=west)
    assert places(state)[2:4] == ["0305", "0305"]
    assert state.units["steps"][2:4].tolist() == [3, 3]


@pytest.mark.rule("army_group_south 9.75, 9.76a")
def test_those_who_retreat_together_are_no_guests_of_each_other():
    walls = [infantry("0204"), infantry("0404")]
    state = soviets_driven([rifle("0304"), rifle("0304"), *walls], wish="0303")
    assert places(state)[1:3] == ["0303", "0303"]
    assert state.units["retreated"][1] == state.units["retreated"][2]
    assert not state.units["fighting"][1:3].any()


@pytest.mark.rule("army_group_south 19.6b")
def test_a_retreat_into_zones_may_cost_the_last_step():
    last = infantry("0304", ladder=[(1, 2)])
    state = germans_driven([last], controlled=("0305", "0204", "0404"))
    assert state.units[2].status == Status.ELIMINATED


@pytest.mark.rule("army_group_south 19.6a, 9.74a")
@pytest.mark.parametrize(
    ("order", "place", "steps"),
    [("friend_before_zone", "0305", 4), ("zone_before_friend", "0204", 3)],
)
def test_germans_prefer_friends_to_zones_by_the_ruling(order, place, steps):
    state = germans_driven(
        [infantry("0304"), infantry("0305")],
        wish="0204",
        controlled=("0204", "0404"),
        rules={"retreat.german_order": order},
    )
    assert (places(state)[2], state.units[2].steps) == (place, steps)


@pytest.mark.rule("army_group_south 8.25a, 19.6b")
@pytest.mark.parametrize(("lifts", "steps"), [(1, 4), (0, 3)])
def test_a_friend_lifts_the_price_of_a_zone(lifts, steps):
    state = germans_driven(
        [infantry("0304"), infantry("0305")],
        controlled=("0305", "0204", "0404"),
        rules={"retreat.friend_lifts_zone_loss": lifts},
    )
    assert (places(state)[2], state.units[2].steps) == ("0305", steps)


@pytest.mark.rule("army_group_south 9.77")
def test_attackers_retreat_into_no_hex_that_was_held_and_pay_for_zones_that_were():
    state = build_position(MAP, [infantry("0305"), rifle("0304")], **AXIS_FIGHTS)
    set_result(state, 1, 8)
    for name in ("0304", "0204", "0404"):
        state.retreat_value[Side.AXIS, hex_named(state, name)] = 9
    attack(state, "0304", [0])
    assert places(state)[0] in ("0306", "0205", "0405")
    assert state.units[0].steps == 4


@pytest.mark.rule("army_group_south 9.77, 9.71b")
def test_soviet_attackers_retreat_into_no_zone_that_was():
    units = [rifle("0304"), infantry("0305"), headquarters("0301", mode=1)]
    state = build_position(SUPPLIED, units, **SOVIETS_FIGHT)
    set_result(state, 1, 8)
    for name in ("0204", "0404"):
        state.retreat_value[Side.SOVIET, hex_named(state, name)] = 9
    attack(state, "0305", [0])
    assert places(state)[0] in ("0303", "0203", "0403")


# --- guests


@pytest.mark.rule("army_group_south 9.76a, 9.76b, 9.21")
@pytest.mark.parametrize(
    ("result", "engaged_counts", "dead"),
    [(0, 1, False), (1, 1, True), (ENGAGED, 1, True), (ENGAGED, 0, False)],
)
def test_who_retreated_into_a_hex_adds_nothing_and_dies_with_its_loss(result, engaged_counts, dead):
    rules = {"retreat.engaged_finds_guests": engaged_counts}
    walls = [infantry("0204"), infantry("0404")]
    units = [infantry("0305"), rifle("0304"), rifle("0303"), *walls, infantry("0302")]
    state = build_position(SUPPLIED, units, rules=rules, **AXIS_FIGHTS)
    set_result(state, 0, 1)
    attack(state, "0304", [0], advance=0)
    assert places(state)[1] == "0303"
    set_result(state, 0 if result == 1 else result, result)
    set_policy(state, Side.SOVIET, steps_if_trapped=0)
    battle = attack(state, "0303", [5], advance=0)
    assert battle.defense == 2  # the host alone, out of supply
    assert (state.units[1].status == Status.ELIMINATED) == dead


@pytest.mark.rule("army_group_south 9.76b, 13.3a")
@pytest.mark.parametrize(("elimination", "dead"), [(1, 1), (0, 0)])
@pytest.mark.parametrize("others", [[], [rifle("0202")]])
def test_guests_die_with_hosts_who_vanish_for_want_of_strength(elimination, dead, others):
    rules = {"untried.vanishing_is_elimination": elimination}
    walls = [infantry("0204"), infantry("0404"), infantry("0403")]
    units = [infantry("0305"), rifle("0304"), untried("0303", ladder=[(0, 0)]), *walls]
    units += [infantry("0302"), *others]
    state = build_position(SUPPLIED, units, rules=rules, **AXIS_FIGHTS)
    set_result(state, 0, 1)
    control(state, Side.AXIS, ["0203"])
    attack(state, "0304", [0], advance=0)
    assert places(state)[1] == "0303"
    set_result(state, 0, 0)
    battle = attack(state, ["0303"] + ["0202" for _ in others], [6], advance=0)
    assert (battle.die != 0) == bool(others)
    assert (battle.no_strength, battle.defender_units_lost) == (1, dead)
    assert (state.units[1].status == Status.ELIMINATED) == bool(dead)


@pytest.mark.rule("army_group_south 9.76b, 9.76c, 13.3a")
def test_an_overrun_that_finds_hosts_without_strength_leaves_guests_to_fight():
    units = [panzer("0305"), untried("0304", ladder=[(0, 0)]), rifle("0304")]
    state = build_position(MAP, units, phase=Phase.AXIS_MOVEMENT)
    state.units[2].retreated = 1
    set_result(state, 0, 0)
    overrun(state, "0304", [0])
    assert state.units["status"][1:].tolist() == [Status.ELIMINATED, Status.ON_MAP]


@pytest.mark.rule("army_group_south 9.14b, 9.76a")
def test_who_retreated_into_an_empty_hex_is_left_alone():
    state = soviets_driven([rifle("0304"), grenadier("0308")], wish="0303")
    lift_unit(state, 2)
    place_unit(state, 2, hex_named(state, "0202"))
    assert refusal_of_attack(state, "0303", [2]) == Refusal.ALREADY_DEFENDED


@pytest.mark.rule("army_group_south 9.76a, 9.14b")
def test_the_next_phase_knows_nothing_of_guests():
    state = soviets_driven([rifle("0304")], wish="0303")
    assert state.units[1].retreated != 0
    begin_phase(state, np.int64(Phase.AXIS_COMBAT))
    assert (state.units[1].retreated, state.units[1].defended) == (0, 0)


@pytest.mark.rule("army_group_south 9.76c")
def test_an_overrun_meets_guests_as_anybody():
    state = build_position(MAP, [panzer("0305"), rifle("0304")], phase=Phase.AXIS_MOVEMENT)
    state.units[1].retreated = 1
    assert overrun(state, "0304", [0]).defenders == 1


# --- off the map and back


def driven_off(side=Side.SOVIET, result=1, rules=None, steps=1, **orders):
    """A unit at the edge of a narrow map that had no other way than off it."""
    if side == Side.SOVIET:
        units, game = [infantry("0202"), rifle("0201"), infantry("0102")], AXIS_FIGHTS
    else:
        beaten = infantry("0203", steps=steps)
        units = [brigade("0202"), beaten, brigade("0102"), headquarters("0101")]
        game = SOVIETS_FIGHT
    rows = [". . .E", ". . .E", "~ ~ ~"]
    state = build_position(rows, units, rules=rules, **game)
    if side == Side.AXIS:
        for d in range(6):  # sea all round but for the way in
            there = int(state.neighbour[hex_named(state, "0203"), d])
            if there not in (len(state.ground) - 1, hex_named(state, "0202")):
                state.cost[:, hex_named(state, "0203"), d] = PROHIBITED
    set_result(state, 0, result)
    set_policy(state, side, **orders)
    attack(state, "0201" if side == Side.SOVIET else "0203", [0], advance=0)
    return state


@pytest.mark.rule("army_group_south 24.0a, 24.1a, 9.71c")
@pytest.mark.parametrize("side", list(Side))
def test_who_has_no_other_way_leaves_the_map_alive(side):
    state = driven_off(side)
    assert state.units[1].status == Status.RETREATED_OFF
    assert state.game.vp_axis == state.game.vp_soviet == 0
    assert not is_due(state, 1)
    state.game.game_turn = 4
    assert is_due(state, 1)


@pytest.mark.rule("army_group_south 24.0a, 9.71c, 9.66b")
@pytest.mark.parametrize(
    ("reading", "steps", "result", "status", "left"),
    [
        ("forced", 4, 1, Status.ON_MAP, 3),
        ("forced", 2, 1, Status.ON_MAP, 1),
        ("forced", 1, 1, Status.RETREATED_OFF, 1),
        ("forced", 2, 2, Status.RETREATED_OFF, 2),
        ("forced", 2, 3, Status.RETREATED_OFF, 2),
        ("free", 4, 1, Status.RETREATED_OFF, 4),
    ],
)
def test_who_could_pay_in_steps_and_live_is_not_forced_off(reading, steps, result, status, left):
    rules = {"retreat.off_map": reading}
    state = driven_off(Side.AXIS, result, rules, steps=steps, steps_if_trapped=2)
    assert (state.units[1].status, state.units[1].steps) == (status, left)


@pytest.mark.rule("army_group_south 24.0a, 9.71c, 9.75")
@pytest.mark.parametrize(
    ("reading", "orders", "gone", "dead"),
    [
        ("forced", {"steps_if_trapped": 2}, 0, 1),
        ("forced", {}, 0, 3),  # who could pay but will not has no way off the map
        ("free", {}, 3, 0),
    ],
)
def test_the_steps_of_all_who_would_retreat_together_count(reading, orders, gone, dead):
    units = [infantry("0202"), infantry("0102"), *3 * [rifle("0201")]]
    rows, rules = [". . .E", ". . .E", "~ ~ ~"], {"retreat.off_map": reading}
    state = build_position(rows, units, rules=rules, **AXIS_FIGHTS)
    set_result(state, 0, 1)
    set_policy(state, Side.SOVIET, **orders)
    attack(state, "0201", [0], advance=0)
    assert np.count_nonzero(state.units["status"] == Status.RETREATED_OFF) == gone
    assert np.count_nonzero(state.units["status"] == Status.ELIMINATED) == dead


@pytest.mark.rule("army_group_south 24.0b, 24.0c, 23.22")
def test_it_returns_by_the_nearest_free_edge_hexes():
    rows = clear_map(7, 4)
    state = build_position(rows, [infantry("0103"), rifle()], game_turn=4)
    state.units[1].status = Status.RETREATED_OFF
    state.units[1].off_turn = 3
    state.units[1].exit_hex = hex_named(state, "0301")
    state.game.phase, state.game.side = Phase.SOVIET_MOVEMENT, Side.SOVIET
    entries = np.zeros(40, np.int64)
    assert list_entry_hexes(state, 1, entries) == 1
    assert entries[0] == hex_named(state, "0301")
    state.zones[0, hex_named(state, "0301")] = 1
    assert list_entry_hexes(state, 1, entries) == 2
    assert set(entries[:2]) == {hex_named(state, "0201"), hex_named(state, "0401")}
    assert list_entry_hexes(state, 1, entries[:1]) == 1
    assert check_entry(state, 1, hex_named(state, "0501")) == Refusal.NOT_AN_ENTRY_HEX
    assert enter_map(state, 1, hex_named(state, "0401")) == Refusal.OK
    assert state.units[1].mp_left == 5


@pytest.mark.rule("army_group_south 24.1a, 24.1b, 24.0a")
def test_a_soviet_unit_that_cant_return_at_once_is_lost_and_scores():
    state = driven_off()
    state.game.game_turn = 4
    begin_phase(state, np.int64(Phase.SOVIET_MOVEMENT))
    end_phase(state)
    assert state.units[1].status == Status.ELIMINATED
    assert state.game.vp_axis == 3
    assert EventKind.MISSED_ENTRY in state.events["kind"][: state.game.event_count]


@pytest.mark.rule("army_group_south 24.0a")
def test_a_german_unit_returns_whenever_its_owner_likes():
    state = driven_off(Side.AXIS)
    state.game.game_turn = 8
    begin_phase(state, np.int64(Phase.AXIS_MOVEMENT))
    end_phase(state)
    assert state.units[1].status == Status.RETREATED_OFF
    assert is_due(state, 1)


# --- retreat or steps


@pytest.mark.rule("army_group_south 9.66b, 19.6")
@pytest.mark.parametrize(
    ("policy", "hexes", "steps", "moved"),
    [(1, 1, 3, True), (2, 1, 3, False), (1, 2, 3, True), (2, 2, 3, True)],
)
def test_a_retreat_that_costs_as_many_steps_in_zones_may_be_refused(policy, hexes, steps, moved):
    soviets = [brigade("0303", ladder=[(9, 9)]), headquarters("0301")]
    state = build_position(SUPPLIED, [*soviets, infantry("0304")], **SOVIETS_FIGHT)
    set_result(state, 0, hexes)
    set_policy(state, Side.AXIS, steps_if_trapped=policy)
    control(state, Side.SOVIET, ["0305", "0203", "0403", "0204", "0404"])
    attack(state, "0304", [0], advance=0)
    assert state.units[2].steps == steps
    assert (places(state)[2] != "0304") == moved


@pytest.mark.rule("army_group_south 9.66b, 9.71a")
@pytest.mark.parametrize(("held", "steps", "moved"), [(0, 4, True), (1, 3, False), (2, 3, False)])
def test_a_hex_may_be_held_at_the_price_of_steps(held, steps, moved):
    soviets = [brigade("0303", ladder=[(9, 9)]), headquarters("0301")]
    state = build_position(SUPPLIED, [*soviets, infantry("0304")], **SOVIETS_FIGHT)
    set_result(state, 0, 1)
    state.hold_steps[Side.AXIS, hex_named(state, "0304")] = held
    state.hold_steps[Side.AXIS, hex_named(state, "0305")] = 3
    attack(state, "0304", [0], advance=0)
    assert state.units[2].steps == steps
    assert (places(state)[2] != "0304") == moved
