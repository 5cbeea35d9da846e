"""Marching in both seasons: prices in thirtieths, rivers, zones, stacks, pauses (4, 6, 13, 21)."""

from __future__ import annotations

import pytest

from balance.games.log import NO_BATTLE
from balance.games.stalingrad_1942.costs import WAYS
from balance.games.stalingrad_1942.movement import check_mark, mark_unit
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import eliminate_unit
from balance.games.stalingrad_1942.state import PART, PROHIBITED
from balance.games.stalingrad_1942.turn import begin_phase, end_phase
from balance.games.stalingrad_1942.vocabulary import Kind, Mobility, Phase, Side
from balance.kernel.hexes import direction_to
from tests.games.stalingrad_1942.positions import (
    build_position,
    grenadiers,
    guns,
    may_move,
    move,
    naval,
    panzer,
    points_after,
    red_guns,
    regiment,
    rifles,
    staff,
    stands_in,
)
from tests.games.text_maps import clear_map, hex_named, strip

ROW = strip(9)
#: A road of the kind named along the row, from column 5 to column 1.
ROAD = {(f"010{k}", f"010{k + 1}"): "road" for k in range(1, 5)}
MAIN_ROAD = {(f"010{k}", f"010{k + 1}"): "main_road" for k in range(1, 5)}
TRUCK = grenadiers


def spent(unit, to="0104", rows=ROW, scenario="on_to_stalingrad", **position):
    """Points that a unit in 0105 pays for one step, None if it can't take it."""
    side = unit("0105")["side"]
    phase = Phase.AXIS_MOVEMENT if side == Side.AXIS else Phase.SOVIET_MOVEMENT
    state = build_position(rows, [unit("0105")], scenario=scenario, phase=phase, **position)
    left = points_after(state, 0, to)
    return None if left is None else state.units[0].movement - left


SUMMER, WINTER = "on_to_stalingrad", "uranus"
RIVER, DON, VOLGA = ({("0104", "0105"): each} for each in ("river", "major_river", "volga"))
BRIDGED = {("0104", "0105"): "major_river|road|bridge"}


def ground(cell):
    return strip(9, {4: cell})


@pytest.mark.rule("stalingrad_1942 4.31, 4.33, 4.37, 9.3, TEC-S-a1, TEC-S-d1, TEC-S-e1, TEC-S-f1")
@pytest.mark.rule("stalingrad_1942 TEC-S-i1, TEC-S-j1, TEC-W-a1, TEC-W-d1, TEC-W-e1, TEC-W-f1")
@pytest.mark.rule("stalingrad_1942 TEC-W-i1, TEC-W-j1, S1a, S2a, S3a, 2.25a, 2.25b")
@pytest.mark.parametrize(
    ("cell", "summer", "winter"),
    [
        (".", (1, 1, 1), (2, 2, 1)),
        ("f", (3, 3, 2), (3, 3, 2)),
        ("h", (2, 2, 2), (2, 2, 2)),
        ("m", (None, None, 2), (2, 2, 1)),
        (".T", (1, 1, 1), (2, 2, 2)),
        (".C", (2, 2, 2), (2, 2, 2)),
        ("mT", (1, 1, 1), (2, 2, 2)),
        (".W", (1, 1, 1), (2, 2, 1)),
    ],
)
def test_hexes_cost_what_the_chart_of_the_season_says(cell, summer, winter):
    for scenario, prices in ((SUMMER, summer), (WINTER, winter), ("winter_storm", winter)):
        for unit, price in zip((TRUCK, panzer, regiment), prices, strict=True):
            assert spent(unit, rows=ground(cell), scenario=scenario) == price, (scenario, unit)


@pytest.mark.rule("stalingrad_1942 4.32, 4.33, 4.34, TEC-S-g1, TEC-S-h1, TEC-W-g1, TEC-W-h1")
@pytest.mark.parametrize(
    ("scenario", "road", "main_road"),
    [(SUMMER, (1 / 2, 1 / 2, 4 / 5), (1 / 3, 1 / 2, 1 / 2)), (WINTER, (1 / 2, 1 / 2, 4 / 5), None)],
)
def test_roads_cost_fractions_along_them(scenario, road, main_road):
    for unit, price in zip((TRUCK, panzer, regiment), road, strict=True):
        assert spent(unit, rows=ground("f"), sides=ROAD, scenario=scenario) == pytest.approx(price)
    for unit, price in zip((TRUCK, panzer, regiment), main_road or (0.5, 0.5, 0.5), strict=True):
        found = spent(unit, rows=ground("f"), sides=MAIN_ROAD, scenario=scenario)
        assert found == pytest.approx(price)


@pytest.mark.rule("stalingrad_1942 4.32, 4.34")
def test_a_road_hex_entered_from_elsewhere_costs_its_terrain():
    rows = [strip(9)[0], strip(9, {5: "f"})[0]]
    state = build_position(rows, [regiment("0105")], sides={("0205", "0206"): "road"})
    assert points_after(state, 0, "0205") == 5 - 2


@pytest.mark.rule("stalingrad_1942 4.32")
def test_parallel_roads_give_no_rate_unless_the_variant_says_so():
    rows = clear_map(2, 9)
    sides = {("0105", "0104"): "main_road", ("0205", "0204"): "road"}
    strict = build_position(rows, [regiment("0105")], sides=sides)
    loose = build_position(
        rows, [regiment("0105")], sides=sides, rules={"movement.road_only_along_road": 0}
    )
    assert points_after(strict, 0, "0205") == 4
    assert points_after(loose, 0, "0205") == pytest.approx(5 - 4 / 5)


@pytest.mark.rule("stalingrad_1942 4.35, TEC-S-c1, TEC-W-c1")
def test_small_rivers_add_points_and_roads_bridge_them():
    for scenario, prices in ((SUMMER, (3, 4, 2)), (WINTER, (3, 4, 2))):
        for unit, price in zip((TRUCK, panzer, regiment), prices, strict=True):
            assert spent(unit, sides=RIVER, scenario=scenario) == price
    bridged = {("0104", "0105"): "river|main_road"}
    assert spent(regiment, sides=bridged) == 1 / 2
    assert spent(regiment, sides=bridged, rules={"movement.road_bridges_small_rivers": 0}) == 1.5


@pytest.mark.rule("stalingrad_1942 4.36, TEC-S-b1, TEC-W-b1")
def test_the_don_is_crossed_at_the_price_of_the_chart():
    assert spent(TRUCK, sides=DON) == 6
    assert spent(panzer, sides=DON) == 6
    assert spent(TRUCK, sides=DON, scenario=WINTER) == 8
    assert spent(panzer, sides=DON, scenario=WINTER) is None
    for scenario in (SUMMER, WINTER):
        # On foot the price is that of the whole step, whatever lies beyond.
        assert spent(regiment, rows=ground("f"), sides=DON, scenario=scenario) == 3
        assert spent(naval, rows=ground("f"), sides=DON, scenario=scenario) == 2
    added = {"movement.flat_crossing": 0}
    assert spent(regiment, rows=ground("f"), sides=DON, rules=added) == 5
    assert spent(panzer, sides=BRIDGED, scenario=WINTER) == 1 / 2
    assert spent(regiment, sides=BRIDGED) == pytest.approx(4 / 5)


@pytest.mark.rule("stalingrad_1942 4.36, TEC-S-k1, TEC-W-k1")
@pytest.mark.parametrize("scenario", [SUMMER, WINTER])
def test_the_volga_takes_the_whole_allowance_of_infantry_and_stops_motors(scenario):
    assert spent(panzer, sides=VOLGA, scenario=scenario) is None
    assert spent(regiment, sides=VOLGA, scenario=scenario) == 5
    begun = build_position(ROW, [regiment("0106")], sides=VOLGA, scenario=scenario)
    assert move(begun, 0, "0105") == Refusal.OK
    assert points_after(begun, 0, "0104") is None
    rules = {"movement.volga_whole_allowance": 0}
    rest = build_position(ROW, [regiment("0106")], sides=VOLGA, scenario=scenario, rules=rules)
    move(rest, 0, "0105")
    assert points_after(rest, 0, "0104") == 0


@pytest.mark.rule("stalingrad_1942 TEC-S-k1, 8.15b, 10.19c, 11.37")
def test_no_point_is_left_beyond_the_volga_for_an_overrun_or_an_air_unit():
    def beyond(*others, hindered=0):
        state = build_position(ROW, [regiment("0105"), *others], sides=VOLGA)
        state.air[4].task = 5  # a Soviet air unit
        state.disruption[Side.AXIS, hex_named(state, "0104")] = hindered
        return points_after(state, 0, "0104")

    assert beyond() == 0
    assert beyond(staff("0104", side=Side.SOVIET)) == 0
    assert beyond(red_guns("0104")) is None
    assert beyond(hindered=1) is None


@pytest.mark.rule("stalingrad_1942 TEC-S-k1, 13.14")
def test_who_has_marched_to_and_fro_strategically_crosses_no_volga():
    state = build_position(ROW, [regiment("0105", movement=8)], sides=VOLGA)
    mark_unit(state, 0)
    open_strategic(state)
    assert points_after(state, 0, "0104") == 0
    assert [move(state, 0, to) for to in ("0106", "0105")] == [Refusal.OK, Refusal.OK]
    assert points_after(state, 0, "0104") is None


@pytest.mark.parametrize(("mobility", "points"), [(Mobility.TANK, 24), (Mobility.NONMOTORIZED, 6)])
def test_ways_of_several_turns_are_reckoned_across_the_volga_not_across_the_don(mobility, points):
    for sides, price in ((VOLGA, points * PART), (DON, None)):
        state = build_position(ROW, [], sides=sides)
        h, there = hex_named(state, "0105"), hex_named(state, "0104")
        d = direction_to(state.neighbour, h, there)
        now, way = state.cost[mobility, h, d], state.cost[WAYS + mobility, h, d]
        assert way == (now if price is None else price)
        assert price is None or now == PROHIBITED


@pytest.mark.rule("stalingrad_1942 2.24e, 4.1b, 4.22, 4.23, 4.24, 4.25")
def test_points_are_spent_order_by_order_and_lapse_with_the_phase():
    state = build_position(ROW, [regiment("0109")])
    assert move(state, 0, "0107") == Refusal.OK
    assert points_after(state, 0, "0104") == 0
    assert may_move(state, 0, "0103") == Refusal.OUT_OF_REACH
    assert move(state, 0, "0104") == Refusal.OK
    assert may_move(state, 0, "0103") == Refusal.MOVE_FINISHED
    begin_phase(state, Phase.AXIS_MOVEMENT)
    assert points_after(state, 0, "0101") == 2


@pytest.mark.rule("stalingrad_1942 4.1a, 4.1c, 3.0a")
def test_orders_out_of_turn_are_refused():
    state = build_position(ROW, [regiment("0109"), rifles("0101")])
    assert may_move(state, 1, "0102") == Refusal.WRONG_SIDE
    assert may_move(state, 0, "0109") == Refusal.SAME_HEX
    begin_phase(state, Phase.AXIS_COMBAT)
    assert may_move(state, 0, "0108") == Refusal.WRONG_PHASE
    begin_phase(state, Phase.AXIS_MOVEMENT)
    state.game.ended = 1
    assert may_move(state, 0, "0108") == Refusal.GAME_OVER


@pytest.mark.rule("stalingrad_1942 4.21, 4.41, 4.42, 6.21, 6.22, 6.13")
def test_enemies_close_hexes_zones_stop_and_friends_are_passed():
    state = build_position(ROW, [panzer("0109"), regiment("0107"), rifles("0103")])
    assert points_after(state, 0, "0104") == 12 - 5
    assert points_after(state, 0, "0103") is None
    assert points_after(state, 0, "0102") is None
    assert move(state, 0, "0104") == Refusal.OK
    assert may_move(state, 0, "0105") == Refusal.MOVE_FINISHED


@pytest.mark.rule("stalingrad_1942 6.11, 6.14, 6.31, 6.32")
def test_a_step_within_the_zone_of_one_unit_is_barred_another_unit_doesnt_matter():
    # 0203 and 0204 both lie beside 0104; the way around, by 0304, is free.
    rows = clear_map(3, 6)
    state = build_position(rows, [regiment("0204"), rifles("0104")])
    assert points_after(state, 0, "0203") == 5 - 2
    assert points_after(state, 0, "0304") == 5 - 1
    two = build_position(rows, [regiment("0204"), rifles("0105"), rifles("0303")])
    assert points_after(two, 0, "0203") == 4
    barred = {"zones.exit_one_to_another": 0}
    none = build_position(rows, [regiment("0204"), rifles("0105"), rifles("0303")], rules=barred)
    assert points_after(none, 0, "0203") is None


@pytest.mark.rule("stalingrad_1942 6.12a, 8.15a, 11.21")
def test_towed_guns_and_headquarters_have_no_zone_and_self_propelled_ones_have():
    def left(gun, **rules):
        state = build_position(clear_map(2, 9), [panzer("0109"), gun], rules=rules)
        return points_after(state, 0, "0101")

    for red in (red_guns("0205"), staff("0205", side=Side.SOVIET, formation=2)):
        assert left(red) == 4
    mobile = red_guns("0205", kind=Kind.SELF_PROPELLED_ARTILLERY)
    assert left(mobile) is None
    assert left(mobile, **{"zones.self_propelled_guns": 0}) == 4


@pytest.mark.rule("stalingrad_1942 4.21, 8.15b, 11.36, 11.37")
def test_lone_guns_are_overrun_for_a_point_and_headquarters_for_none():
    state = build_position(ROW, [panzer("0109"), red_guns("0107"), staff("0105", side=Side.SOVIET)])
    assert points_after(state, 0, "0104") == 12 - 5 - 1
    assert move(state, 0, "0104") == Refusal.OK
    assert [stands_in(state, u) for u in (1, 2)] == ["", ""]
    assert state.game.soviet_units_lost == 2
    other = build_position(ROW, [staff("0109"), red_guns("0107")])
    assert points_after(other, 0, "0107") is None
    guarded = build_position(ROW, [panzer("0109"), red_guns("0107"), rifles("0107")])
    assert points_after(guarded, 0, "0107") is None


@pytest.mark.rule("stalingrad_1942 5.0, 11.22, 11.23, 4.42")
def test_three_combat_units_and_any_headquarters_stand_in_a_hex():
    crowd = [regiment("0105"), regiment("0105"), guns("0105")]
    state = build_position(ROW, [*crowd, regiment("0106"), staff("0107")])
    assert may_move(state, 3, "0105") == Refusal.STACK_FULL
    assert move(state, 3, "0104") == Refusal.OK
    assert move(state, 4, "0105") == Refusal.OK
    assert state.ground[hex_named(state, "0105")].stack == 3


@pytest.mark.rule("stalingrad_1942 5.0")
def test_who_stands_beyond_the_limit_as_movement_ends_is_removed_by_standing_order():
    crowd = [rifles("0105") for _ in range(4)]
    state = build_position(ROW, crowd, phase=Phase.SOVIET_MOVEMENT)
    state.units["loss_priority"][:4] = [3, 1, 2, 4]
    end_phase(state)
    assert [stands_in(state, u) for u in range(4)] == ["0105", "", "0105", "0105"]


@pytest.mark.rule("stalingrad_1942 5.0, 3.1-P9")
def test_whom_battles_drove_together_have_their_next_movement_phase_to_part():
    state = build_position(ROW, [*(regiment("0105") for _ in range(4)), panzer("0109")])
    mark_unit(state, 4)
    begin_phase(state, Phase.AXIS_STRATEGIC)
    # Nobody joins them: strategic movement ends in no full hex.
    assert may_move(state, 4, "0105") == Refusal.STACK_FULL
    end_phase(state)
    assert state.ground[hex_named(state, "0105")].stack == 4
    begin_phase(state, Phase.AXIS_MOVEMENT)
    assert move(state, 0, "0104") == Refusal.OK
    end_phase(state)
    assert [stands_in(state, u) for u in range(4)] == ["0104", "0105", "0105", "0105"]


# --- strategic movement


def open_strategic(state):
    end_phase(state)
    begin_phase(state, Phase.AXIS_STRATEGIC)


@pytest.mark.rule("stalingrad_1942 13.11, 13.13, 13.14, 13.21, 3.1-P9, 3.1-P5")
def test_units_marked_beforehand_move_strategically_two_points_less():
    state = build_position(ROW, [panzer("0109"), regiment("0108", movement=4), regiment("0107")])
    assert [Refusal(mark_unit(state, u)) for u in (0, 1)] == [Refusal.OK, Refusal.OK]
    assert Refusal(check_mark(state, 0)) == Refusal.ALREADY_MARKED
    open_strategic(state)
    assert points_after(state, 0, "0101") == 10 - 8
    assert points_after(state, 1, "0105") == 3 - 3
    assert may_move(state, 2, "0106") == Refusal.NOT_MARKED
    assert move(state, 0, "0105") == Refusal.OK
    assert points_after(state, 0, "0101") == 10 - 8


@pytest.mark.rule("stalingrad_1942 13.12, 13.13")
def test_strategic_movement_needs_a_quiet_turn_outside_zones():
    state = build_position(ROW, [panzer("0109"), regiment("0108"), regiment("0107")])
    assert move(state, 0, "0106") == Refusal.OK
    assert Refusal(mark_unit(state, 0)) == Refusal.HAS_MOVED
    mark_unit(state, 1)
    mark_unit(state, 2)
    state.units[1].fought = 1
    state.units[2].built = 1
    open_strategic(state)
    assert may_move(state, 1, "0105") == Refusal.HAS_FOUGHT
    assert may_move(state, 2, "0105") == Refusal.HAS_BUILT


@pytest.mark.rule("stalingrad_1942 13.12, 13.13")
@pytest.mark.parametrize(("stays", "answer"), [(True, Refusal.IN_ENEMY_ZONE), (False, Refusal.OK)])
def test_zones_bar_strategic_movement_when_it_is_made_not_when_it_is_marked(stays, answer):
    state = build_position(ROW, [staff("0109"), rifles("0108")])
    assert Refusal(mark_unit(state, 0)) == Refusal.OK
    if not stays:
        eliminate_unit(state, 1, NO_BATTLE)
    open_strategic(state)
    assert may_move(state, 0, "0107") == answer


@pytest.mark.rule("stalingrad_1942 13.12, 13.13")
def test_a_battle_and_works_of_the_last_turn_are_past():
    state = build_position(ROW, [panzer("0109", fought=1, built=1, moved=1)])
    assert Refusal(mark_unit(state, 0)) == Refusal.OK


@pytest.mark.rule("stalingrad_1942 13.13")
def test_a_marked_unit_that_marches_loses_its_mark():
    state = build_position(ROW, [panzer("0109")])
    mark_unit(state, 0)
    move(state, 0, "0108")
    assert state.units[0].marked == 0


@pytest.mark.rule("stalingrad_1942 13.11")
def test_the_variant_of_two_marches_needs_neither_rest_nor_mark():
    rules = {"movement.strategic_needs_rest": 0}
    state = build_position(ROW, [panzer("0109")], rules=rules)
    move(state, 0, "0108")
    open_strategic(state)
    assert points_after(state, 0, "0101") == 10 - 7


# --- first turn, pauses


@pytest.mark.rule("stalingrad_1942 S2i, S2j")
def test_only_the_armies_that_open_uranus_move_on_its_first_turn():
    def answer(**position):
        fields = {"scenario": "uranus", "game_turn": 1} | position
        state = build_position(
            ROW, [rifles("0109"), rifles("0108", opens=1)], phase=Phase.SOVIET_MOVEMENT, **fields
        )
        return [may_move(state, u, "0107") for u in (0, 1)]

    assert answer() == [Refusal.FROZEN, Refusal.OK]
    assert answer(game_turn=2) == [Refusal.OK, Refusal.OK]
    assert answer(scenario="winter_storm") == [Refusal.OK, Refusal.OK]
    assert answer(rules={"sequence.first_turn_limits": 0}) == [Refusal.OK, Refusal.OK]


@pytest.mark.rule("stalingrad_1942 21.12")
def test_in_a_pause_five_units_step_one_hex_and_over_no_large_river():
    units = [regiment(f"010{k}") for k in (9, 8, 7, 6, 5, 4)]
    state = build_position(clear_map(2, 9), units, pause=1)
    assert may_move(state, 0, "0107") == Refusal.OUT_OF_REACH
    for u in range(5):
        assert move(state, u, f"020{9 - u}") == Refusal.OK
    assert may_move(state, 0, "0109") == Refusal.PAUSE_USED_UP
    assert may_move(state, 5, "0204") == Refusal.PAUSE_USED_UP
    for features in ("major_river|road|bridge", "volga"):
        river = build_position(ROW, [regiment("0105")], sides={("0105", "0104"): features}, pause=1)
        assert may_move(river, 0, "0104") == Refusal.OUT_OF_REACH


@pytest.mark.rule("stalingrad_1942 21.12b, 21.13")
def test_in_a_pause_nobody_enters_zones_overruns_or_moves_strategically():
    state = build_position(ROW, [regiment("0105"), rifles("0103"), regiment("0108")], pause=1)
    assert may_move(state, 0, "0104") == Refusal.OUT_OF_REACH
    prey = build_position(ROW, [regiment("0105"), red_guns("0104")], pause=1)
    assert may_move(prey, 0, "0104") == Refusal.ENEMY_IN_HEX
    assert Refusal(mark_unit(state, 2)) == Refusal.PAUSE


# --- disruption from the air


@pytest.mark.rule("stalingrad_1942 10.19")
def test_a_hex_hindered_from_the_air_costs_half_of_the_printed_points_once():
    def position(bits, **fields):
        state = build_position(ROW, [regiment("0109", movement=5, **fields)])
        state.air[4].task = 5  # a Soviet air unit
        for name, value in bits.items():
            state.disruption[Side.AXIS, hex_named(state, name)] = value
        begin_phase(state, Phase.AXIS_MOVEMENT)
        return state

    state = position({"0108": 1, "0107": 1})
    assert points_after(state, 0, "0108") == 5 - 1 - 3
    assert move(state, 0, "0108") == Refusal.OK
    assert points_after(state, 0, "0107") == 0
    # Half of the printed points can no longer be paid: the hex is closed.
    far = position({"0106": 1})
    assert points_after(far, 0, "0107") == 3
    assert points_after(far, 0, "0106") is None
    # Who begins there has half; a second air unit takes half of what remains.
    assert points_after(position({"0109": 1}), 0, "0107") == 0
    assert points_after(position({"0109": 3}), 0, "0108") == 0
    assert points_after(position({"0109": 3}), 0, "0107") is None


@pytest.mark.rule("stalingrad_1942 10.19c, 10.19e")
def test_a_second_air_unit_takes_half_of_what_is_left_on_arrival():
    state = build_position(ROW, [panzer("0109")])
    state.air[4].task = state.air[5].task = 5
    for name, bits in (("0108", 1), ("0107", 2)):
        state.disruption[Side.AXIS, hex_named(state, name)] = bits
    assert move(state, 0, "0108") == Refusal.OK
    assert state.units[0].mp_left == 30 * (12 - 1 - 6)
    assert move(state, 0, "0107") == Refusal.OK
    assert state.units[0].mp_left == 30 * 2


@pytest.mark.rule("stalingrad_1942 10.19c, 21.12a")
@pytest.mark.parametrize(("cell", "left"), [(".", 4 - 1 - 2), ("f", 4 - 2 - 2), ("fw", None)])
def test_a_hindered_hex_costs_its_points_in_a_pause_too(cell, left):
    # Behind a river a forest takes three points of four, so that half of them can't be paid.
    river = {("0105", "0104"): "river"} if "w" in cell else {}
    unit = regiment("0105", movement=4)
    state = build_position(ground(cell[0]), [unit], sides=river, pause=1)
    state.air[4].task = 5
    state.disruption[Side.AXIS, hex_named(state, "0104")] = 1
    assert points_after(state, 0, "0104") == left
    if left is not None:
        assert move(state, 0, "0104") == Refusal.OK
        assert state.units[0].mp_left == 30 * left
