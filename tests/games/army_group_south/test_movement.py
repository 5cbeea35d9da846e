"""Movement over land: allowance, costs, seasons, rivers, disengaging, the guaranteed hex."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.march import (
    BEST,
    PATH,
    can_reach,
    check_move,
    check_move_stack,
    compute_reach,
    follow_reach,
    move_stack,
    move_unit,
)
from balance.games.army_group_south.movement import movement_allowance, points_left
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.turn import begin_phase
from balance.games.army_group_south.vocabulary import Mode, Phase
from balance.games.army_group_south.zone_costs import BLOCKED
from balance.kernel.reach import PROHIBITED, UNREACHED
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    grenadier,
    headquarters,
    infantry,
    panzer,
    rifle,
)
from tests.games.text_maps import clear_map, hex_named, strip

MAP = clear_map(4, 10)
SOVIET = {"phase": Phase.SOVIET_MOVEMENT}
THAW = {"game_turn": 8}


def refusal_of(state, unit, name):
    return Refusal(check_move(state, unit, hex_named(state, name)))


def move(state, unit, name):
    return Refusal(move_unit(state, unit, hex_named(state, name)))


def reach(state, unit):
    """Names of the hexes in reach, with the points left there."""
    compute_reach(state, unit)
    found = {}
    for h in range(len(state.ground) - 1):
        if state.work[BEST, h] != UNREACHED:
            row, x2 = int(state.hexes[h].row), int(state.hexes[h].x2)
            found[f"{row:02d}{x2 // 2:02d}"] = int(state.work[BEST, h])
    return found


def spent(text, unit, sides=None, rules=None, **game):
    """Points that a unit spends from 0102 into 0101, whose cell is given."""
    state = build_position(strip(14, {1: text}), [unit], sides=sides, rules=rules, **game)
    before = points_left(state, 0)
    assert move(state, 0, "0101") == Refusal.OK
    return before - points_left(state, 0)


# --- allowance


@pytest.mark.rule("army_group_south 5.11, 5.25, 12.21a, 12.0a, 12.0d, 19.7a, 2.0c")
@pytest.mark.parametrize(
    ("supplied", "turn", "allowance"), [(1, 7, 7), (0, 7, 3), (1, 8, 3), (0, 10, 1)]
)
def test_the_allowance_is_halved_by_want_of_supply_and_by_the_thaw(supplied, turn, allowance):
    state = build_position(MAP, [infantry("0205", supplied=supplied)], game_turn=turn)
    assert movement_allowance(state, 0) == allowance


@pytest.mark.rule("army_group_south 5.12a, 5.0c")
def test_a_unit_may_stop_short_and_go_on_until_another_moves():
    state = build_position(MAP, [panzer("0110"), panzer("0310")])
    assert move(state, 0, "0109") == Refusal.OK
    assert move(state, 0, "0108") == Refusal.OK
    assert points_left(state, 0) == 8
    assert move(state, 1, "0309") == Refusal.OK
    assert refusal_of(state, 0, "0107") == Refusal.MOVE_FINISHED


@pytest.mark.rule("army_group_south 5.0c")
def test_a_stack_drops_a_unit_on_the_way_and_goes_on():
    state = build_position(MAP, [panzer("0110"), grenadier("0110")])
    both = np.array([0, 1], np.int64)
    assert move_stack(state, both, 2, hex_named(state, "0108")) == Refusal.OK
    assert move(state, 0, "0106") == Refusal.OK
    assert points_left(state, 1) == 8
    assert move(state, 1, "0107") == Refusal.OK


@pytest.mark.rule("army_group_south 5.0c")
def test_a_stack_goes_at_the_pace_of_its_slowest():
    state = build_position(MAP, [panzer("0110"), infantry("0110")])
    both = np.array([0, 1], np.int64)
    assert check_move_stack(state, both, 2, hex_named(state, "0103")) == Refusal.OK
    assert check_move_stack(state, both, 2, hex_named(state, "0102")) == Refusal.OUT_OF_REACH
    assert move_stack(state, both, 2, hex_named(state, "0108")) == Refusal.OK
    assert [points_left(state, u) for u in (0, 1)] == [8, 5]


def test_units_of_two_hexes_make_no_stack_and_none_is_named_twice():
    state = build_position(MAP, [panzer("0110"), panzer("0109")])
    goal = hex_named(state, "0108")
    assert check_move_stack(state, np.array([0, 1]), 2, goal) == Refusal.NOT_STACKED
    assert check_move_stack(state, np.array([0, 0]), 2, goal) == Refusal.NAMED_TWICE


# --- what hexes and sides cost


@pytest.mark.rule(
    "army_group_south 5.13, 10.0a, 10.21, 10.22b, 10.4a, 10.4b1, 10.4e1, 10.4f, 10.4g1"
)
@pytest.mark.rule("army_group_south 10.4k1, 10.4i, 5.35, 11.21a, 5.27")
@pytest.mark.parametrize(
    ("cell", "mech", "foot"),
    [
        (".", 1, 1), ("w", 2, 1), ("s", 3, 2), ("r", 4, 2), (".T", 1, 1), ("wT", 2, 1),
        ("rC", 1, 1), (".R", 1, 1), ("wR", 2, 1),
    ],
)  # fmt: skip
def test_each_class_pays_what_the_chart_says(cell, mech, foot):
    assert spent(cell, panzer("0102")) == mech
    assert spent(cell, infantry("0102")) == foot
    staff = headquarters("0102", mode=Mode.DEFENSIVE)
    assert spent(cell, staff, **SOVIET) == foot


@pytest.mark.rule("army_group_south 10.4j, 10.16")
def test_the_sea_is_closed():
    state = build_position(strip(14, {1: "~"}), [panzer("0102")])
    assert refusal_of(state, 0, "0101") == Refusal.OUT_OF_REACH
    sides = {("0101", "0102"): "sea"}
    state = build_position(strip(14), [panzer("0102")], sides=sides)
    assert refusal_of(state, 0, "0101") == Refusal.OUT_OF_REACH


@pytest.mark.rule("army_group_south 10.31, 19.31, 19.32, 19.43, 19.7b, TRT-c")
@pytest.mark.parametrize(
    ("side", "turn", "cell", "points"),
    [
        ("minor_river", 7, ".", 1), ("minor_river", 8, ".", 2), ("minor_river", 8, "w", 3),
        ("major_river", 3, ".", 4), ("major_river", 8, "w", 5), ("rail", 8, ".", 1),
    ],
)  # fmt: skip
def test_rivers_cost_extra_by_the_season(side, turn, cell, points):
    # Eleven points, so that the thaw leaves enough for all of them.
    unit = panzer("0102", movement=11)
    assert spent(cell, unit, {("0101", "0102"): side}, game_turn=turn) == points
    soviet = brigade("0102", movement=11, mode=Mode.DEFENSIVE)
    assert spent(cell, soviet, {("0101", "0102"): side}, game_turn=turn, **SOVIET) == points


@pytest.mark.rule("army_group_south 19.43")
def test_the_price_of_a_major_river_may_be_all_there_is():
    rules = {"movement.major_river_price": "total"}
    assert spent("r", panzer("0102"), {("0101", "0102"): "major_river"}, rules) == 3


@pytest.mark.rule("army_group_south 10.13b")
@pytest.mark.parametrize(
    ("enemy", "friend", "refusal"),
    [
        ("0203", None, Refusal.OUT_OF_REACH),  # beside the river
        ("0203", "0204", Refusal.OK),
        (None, None, Refusal.OK),
    ],
)
def test_no_crossing_of_a_major_river_into_a_zone_from_its_bank(enemy, friend, refusal):
    bank = {("0204", "0205"): "major_river", ("0203", "0304"): "major_river"}
    units = [panzer("0205")]
    units += [grenadier(friend)] if friend else []
    units += [rifle(enemy)] if enemy else []
    state = build_position(MAP, units, sides=bank)
    # The long way round is closed too.
    for d in range(6):
        there = state.neighbour[hex_named(state, "0204"), d]
        if there not in (hex_named(state, "0205"), hex_named(state, "0203")):
            state.cost[:, there, (d + 3) % 6] = PROHIBITED
    assert refusal_of(state, 0, "0204") == refusal


@pytest.mark.rule("army_group_south 5.22b")
def test_enemies_bar_the_hex_and_the_way():
    state = build_position(strip(14), [panzer("0106"), rifle("0103")])
    assert refusal_of(state, 0, "0103") == Refusal.ENEMY_IN_HEX
    assert refusal_of(state, 0, "0102") == Refusal.OUT_OF_REACH


# --- one hex is always allowed


@pytest.mark.rule("army_group_south 5.14")
def test_a_unit_that_can_afford_no_hex_goes_one_all_the_same():
    state = build_position(strip(4, {2: "r", 4: "r"}), [panzer("0103", movement=6)], **THAW)
    assert set(reach(state, 0)) == {"0102", "0103", "0104"}
    assert move(state, 0, "0102") == Refusal.OK
    assert points_left(state, 0) == 0
    assert refusal_of(state, 0, "0101") == Refusal.OUT_OF_REACH


@pytest.mark.rule("army_group_south 5.14")
def test_a_unit_that_can_afford_a_hex_has_no_such_right():
    state = build_position(strip(4, {2: "r"}), [panzer("0103", movement=6)], **THAW)
    assert refusal_of(state, 0, "0102") == Refusal.OUT_OF_REACH
    rules = {"movement.one_hex_always": 0}
    rough = strip(4, {2: "r", 4: "r"})
    state = build_position(rough, [panzer("0103", movement=6)], rules=rules, **THAW)
    assert refusal_of(state, 0, "0102") == Refusal.OUT_OF_REACH


@pytest.mark.rule("army_group_south 5.14, 22.0b")
@pytest.mark.parametrize(("covers", "refusal"), [(1, Refusal.OK), (0, Refusal.OUT_OF_REACH)])
def test_who_cant_pay_to_disengage_goes_one_hex_by_the_same_right(covers, refusal):
    rules = {"movement.one_hex_covers_disengaging": covers}
    units = [infantry("0204", movement=2), rifle("0203")]
    state = build_position(MAP, units, rules=rules, **THAW)
    assert refusal_of(state, 0, "0205") == refusal


# --- disengaging


@pytest.mark.rule("army_group_south 5.24, 8.23a, 22.0a, 22.0b")
def test_germans_leave_a_zone_for_two_points_more():
    state = build_position(MAP, [panzer("0204"), rifle("0203")])
    assert move(state, 0, "0205") == Refusal.OK
    assert points_left(state, 0) == 10 - 2 - 1


@pytest.mark.rule("army_group_south 22.0b")
def test_the_price_of_disengaging_may_be_all_there_is():
    rules = {"movement.disengage_price": "total"}
    rows = clear_map(4, 10)
    state = build_position(rows, [panzer("0204"), rifle("0203")], rules=rules)
    assert move(state, 0, "0206") == Refusal.OK
    assert points_left(state, 0) == 10 - 2 - 1


@pytest.mark.rule("army_group_south 22.12")
@pytest.mark.parametrize(
    ("friend", "refusal"), [(None, Refusal.OUT_OF_REACH), ("0304", Refusal.OK)]
)
def test_germans_go_from_zone_to_zone_only_to_a_friend(friend, refusal):
    units = [infantry("0204", movement=3), rifle("0203"), rifle("0303")]
    units += [grenadier(friend)] if friend else []
    state = build_position(MAP, units)
    assert refusal_of(state, 0, "0304") == refusal


@pytest.mark.rule("army_group_south 22.12, 8.21")
def test_germans_may_end_in_another_zone_by_way_of_free_hexes():
    state = build_position(MAP, [panzer("0204"), rifle("0203"), rifle("0403")])
    assert refusal_of(state, 0, "0404") == Refusal.OK


@pytest.mark.rule("army_group_south 22.13")
@pytest.mark.parametrize(("first", "refusal"), [(1, Refusal.IN_ENEMY_ZONE), (0, Refusal.OK)])
def test_a_unit_disengages_only_as_its_first_act(first, refusal):
    rules = {"movement.disengage_first": first}
    state = build_position(MAP, [panzer("0206"), rifle("0203")], rules=rules)
    assert move(state, 0, "0204") == Refusal.OK
    assert refusal_of(state, 0, "0205") == refusal


@pytest.mark.rule("army_group_south 21.13, 21.16b, 21.21, 22.0a, 8.23a")
@pytest.mark.parametrize(
    ("unit", "refusal"),
    [
        (rifle("0203"), Refusal.IN_ENEMY_ZONE),
        (rifle("0203", mode=Mode.DEFENSIVE), Refusal.OK),
        (headquarters("0203"), Refusal.OK),
    ],
)
def test_of_the_soviets_headquarters_and_units_in_defensive_mode_disengage(unit, refusal):
    state = build_position(MAP, [unit, infantry("0204")], **SOVIET)
    assert refusal_of(state, 0, "0202") == refusal


@pytest.mark.rule("army_group_south 22.11")
def test_disengaging_soviets_neither_enter_nor_end_in_a_zone():
    units = [rifle("0203", mode=Mode.DEFENSIVE), infantry("0204"), rifle("0303"), infantry("0403")]
    state = build_position(MAP, units, **SOVIET)
    # 0303 is held by a friend and in a zone; 0302 is in a zone of the far enemy.
    assert refusal_of(state, 0, "0303") == Refusal.OUT_OF_REACH
    found = reach(state, 0)
    assert "0302" in found
    assert all(state.zones[0, hex_named(state, name)] == 0 for name in found if name != "0203")


@pytest.mark.rule("army_group_south 22.11, 21.16b")
def test_a_disengaging_headquarters_goes_to_no_zone_even_to_friends():
    units = [headquarters("0203"), infantry("0204"), rifle("0303")]
    state = build_position(MAP, [*units, infantry("0403")], **SOVIET)
    assert refusal_of(state, 0, "0303") == Refusal.OUT_OF_REACH


def refusal_of_stack(state, members, name):
    party = np.array(members, np.int64)
    return Refusal(check_move_stack(state, party, len(party), hex_named(state, name)))


@pytest.mark.rule("army_group_south 22.11, 22.13")
@pytest.mark.parametrize(
    ("company", "members"), [([], [0]), ([rifle("0203", mode=Mode.DEFENSIVE)], [1, 0])]
)
def test_soviets_who_have_disengaged_enter_no_zone_by_a_second_order(company, members):
    units = [rifle("0204", mode=Mode.DEFENSIVE), *company, infantry("0205"), infantry("0403")]
    state = build_position(clear_map(5, 8), units, **SOVIET)
    beside = ("0304", "0303")  # the other German
    assert {refusal_of(state, 0, name) for name in beside} == {Refusal.OUT_OF_REACH}
    assert move(state, 0, "0203") == Refusal.OK
    assert {refusal_of_stack(state, members, name) for name in beside} == {Refusal.OUT_OF_REACH}
    assert refusal_of_stack(state, members, "0202") == Refusal.OK
    # What it left is forgotten with the phase.
    begin_phase(state, np.int64(Phase.SOVIET_MOVEMENT))
    assert {refusal_of_stack(state, members, name) for name in beside} == {Refusal.OK}


@pytest.mark.rule("army_group_south 22.11")
def test_a_soviet_unit_that_has_left_no_zone_enters_one_by_a_second_order():
    units = [rifle("0202", mode=Mode.DEFENSIVE), infantry("0205"), infantry("0403")]
    state = build_position(clear_map(5, 8), units, **SOVIET)
    assert move(state, 0, "0203") == Refusal.OK
    assert refusal_of(state, 0, "0204") == Refusal.OK


@pytest.mark.rule("army_group_south 22.12, 22.11")
def test_germans_who_have_disengaged_may_enter_a_zone_by_a_second_order():
    state = build_position(MAP, [panzer("0204"), rifle("0203"), rifle("0403")])
    assert move(state, 0, "0205") == Refusal.OK
    assert refusal_of(state, 0, "0404") == Refusal.OK


# --- headquarters and doctrine


@pytest.mark.rule("army_group_south 11.23a")
@pytest.mark.parametrize(
    ("company", "refusal"),
    [([], Refusal.OUT_OF_REACH), ([rifle("0204")], Refusal.OK)],
)
def test_a_headquarters_enters_a_zone_only_to_company(company, refusal):
    state = build_position(MAP, [headquarters("0202"), infantry("0205"), *company], **SOVIET)
    assert refusal_of(state, 0, "0204") == refusal


@pytest.mark.rule("army_group_south 11.23a")
def test_a_headquarters_brings_its_company_along():
    units = [headquarters("0202"), brigade("0202"), infantry("0205")]
    state = build_position(MAP, units, **SOVIET)
    both = np.array([0, 1], np.int64)
    assert move_stack(state, both, 2, hex_named(state, "0204")) == Refusal.OK
    assert state.units[0].came_from == hex_named(state, "0203")


@pytest.mark.rule("army_group_south 21.14a, 4.2-A1c")
def test_a_unit_in_offensive_mode_goes_west_as_in_the_diagram():
    state = build_position(clear_map(5, 6), [rifle("0304", movement=1)], **SOVIET)
    assert set(reach(state, 0)) == {"0304", "0204", "0305", "0404"}


@pytest.mark.rule("army_group_south 21.16a, 21.21")
@pytest.mark.parametrize(
    "unit",
    [headquarters("0304", movement=1), rifle("0304", movement=1, mode=Mode.DEFENSIVE)],
)
def test_headquarters_and_units_in_defensive_mode_go_any_way(unit):
    state = build_position(clear_map(5, 6), [unit], **SOVIET)
    assert len(reach(state, 0)) == 7


@pytest.mark.rule("army_group_south 21.22b, 11.21c")
@pytest.mark.parametrize(
    ("unit", "switch", "refusal"),
    [
        (brigade("0203", mode=Mode.DEFENSIVE), 0, Refusal.DEFENSIVE_MODE),
        (brigade("0203"), 0, Refusal.OK),
        (headquarters("0203", mode=Mode.DEFENSIVE), 0, Refusal.DEFENSIVE_MODE),
        (headquarters("0203", mode=Mode.DEFENSIVE), 1, Refusal.OK),
    ],
)
def test_defensive_mode_bars_the_second_movement(unit, switch, refusal):
    rules = {"hq.defensive_mech_move": switch}
    state = build_position(MAP, [unit], phase=Phase.SOVIET_MECHANIZED, rules=rules)
    assert refusal_of(state, 0, "0204") == refusal


@pytest.mark.rule("army_group_south 12.21b, 12.0b")
def test_supply_of_the_phase_is_that_of_its_beginning():
    rows = strip(14, {14: ".X"})
    state = build_position(rows, [panzer("0108"), panzer("0105")])
    begin_phase(state, np.int64(Phase.AXIS_MOVEMENT))
    assert [movement_allowance(state, u) for u in (0, 1)] == [10, 5]
    assert move(state, 1, "0108") == Refusal.OK
    assert points_left(state, 1) == 2
    assert move(state, 0, "0101") == Refusal.OK
    assert points_left(state, 0) == 3


# --- searches that look no farther than they must

AROUND = [
    panzer("0408"),
    infantry("0510"),
    infantry("0712", supplied=0),
    headquarters("0614"),
    rifle("0611"),
    rifle("0409"),
    brigade("0206"),
]
RIVERS = {("0611", "0612"): "major_river", ("0510", "0511"): "minor_river"}


@pytest.mark.rule("army_group_south 5.11, 5.14, 8.21, 10.13")
@pytest.mark.parametrize("phase", [Phase.AXIS_MOVEMENT, Phase.SOVIET_MOVEMENT])
@pytest.mark.parametrize("turn", [3, 8])
def test_a_unit_can_reach_what_a_search_for_all_hexes_finds_by_the_same_way(phase, turn):
    state = build_position(clear_map(12, 20), AROUND, sides=RIVERS, phase=phase, game_turn=turn)
    found = 0
    for u in range(len(AROUND)):
        unit = np.int64(u)
        compute_reach(state, unit)
        best = state.work[BEST].copy()
        for h in range(len(state.ground) - 1):
            if h == state.units[u].hex:
                continue
            assert bool(can_reach(state, unit, np.int64(h))) == (best[h] != UNREACHED)
            found += best[h] != UNREACHED
    assert found > 20


@pytest.mark.rule("army_group_south 5.11, 5.14, 8.21, 10.13")
@pytest.mark.parametrize("turn", [3, 8])
def test_what_earlier_searches_left_behind_doesnt_matter(turn):
    for u in range(len(AROUND)):
        phase = Phase.AXIS_MOVEMENT if u < 3 else Phase.SOVIET_MOVEMENT
        found = []
        for leftover in (0, 1, 255):
            state = build_position(
                clear_map(12, 20), AROUND, sides=RIVERS, phase=phase, game_turn=turn
            )
            state.steps[:] = leftover
            state.work[BLOCKED] = leftover % 3
            found.append(reach(state, u))
        assert found[0] == found[1] == found[2]


def test_a_unit_sent_to_a_hex_goes_the_way_it_would_choose_among_all():
    ways = []
    for search in ("all", "one"):
        state = build_position(clear_map(12, 20), AROUND, sides=RIVERS)
        goal = np.int64(hex_named(state, "0703"))
        if search == "all":
            compute_reach(state, np.int64(0))
        else:
            assert can_reach(state, np.int64(0), goal)
        follow_reach(state, state.party, np.int64(1), goal)
        ways.append(state.work[PATH, :8].tolist())
        assert state.units[0].hex == goal
    assert ways[0] == ways[1]


@pytest.mark.rule("army_group_south 8.0, 25.3")
def test_a_march_leaves_its_zone_where_it_ends_and_takes_what_it_passes():
    state = build_position(clear_map(4, 10), [panzer("0102")])
    before, start = state.zones.copy(), np.int64(hex_named(state, "0102"))
    compute_reach(state, np.int64(0))
    follow_reach(state, state.party, np.int64(1), start)
    # Who stays where he is has gone nowhere.
    assert state.units[0].hex == start
    assert (state.zones == before).all()
    assert move(state, 0, "0106") == Refusal.OK
    end = build_position(clear_map(4, 10), [panzer("0106")])
    assert (state.zones == end.zones).all()
    assert (state.barred == end.barred).all()
    passed = [hex_named(state, name) for name in ("0103", "0104", "0105", "0106")]
    assert (state.ground.control[passed] == state.units[0].side).all()
