"""Movement over land: allowance, costs, closed hexes, and the hex that is always guaranteed."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.allowance import movement_allowance, points_left
from balance.games.drive_on_stalingrad.assault import check_advance
from balance.games.drive_on_stalingrad.movement import check_move, move_unit
from balance.games.drive_on_stalingrad.reach import (
    ANYWHERE,
    BEST,
    can_reach,
    check_enter,
    compute_nearer,
    compute_reach,
    open_search,
)
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.replay_words import CONFINED, look_at_units
from balance.games.drive_on_stalingrad.retreat import check_retreat_hex
from balance.games.drive_on_stalingrad.state import PROHIBITED
from balance.games.drive_on_stalingrad.supply import is_out_of_supply
from balance.games.drive_on_stalingrad.turn import begin_phase
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Mobility,
    Phase,
    PhaseOrder,
    Side,
    Status,
    SupplyState,
)
from balance.kernel.compiled import entry
from balance.kernel.fields import FAR, travel_field
from balance.kernel.hexes import direction_to
from balance.kernel.reach import UNREACHED
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
    strip,
    tank_corps,
)

SOVIET_MARCH = {
    "side": Side.SOVIET,
    "phase": Phase.SOVIET_SECOND,
    "phase_order": PhaseOrder.ASSAULT_MOVE,
}
#: A row with a German source in the west and a Soviet one in the east.
ROAD = strip(12, {12: ".A-", 1: ".N"})


def refusal_of_move(state, unit, name):
    return Refusal(check_move(state, unit, hex_named(state, name)))


def move(state, unit, name):
    return Refusal(move_unit(state, unit, hex_named(state, name)))


def place_of(state, unit):
    return int(state.units[unit].hex)


# --- allowance


@pytest.mark.rule("drive_on_stalingrad 9.1a")
def test_a_unit_gets_its_movement_factor_anew_every_movement_phase():
    state = build_position(strip(16, {16: ".A-"}), [infantry("0116")])
    assert move(state, 0, "0112") == Refusal.OK
    assert points_left(state, 0) == 0
    assert refusal_of_move(state, 0, "0111") == Refusal.NOT_ENOUGH_POINTS
    state.game.phase_order = PhaseOrder.MOVE_MOVE
    begin_phase(state, 1)
    assert points_left(state, 0) == 4
    assert refusal_of_move(state, 0, "0111") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.2a")
def test_points_not_spent_are_neither_saved_nor_lent():
    state = build_position(ROAD, [infantry("0112"), infantry("0112")])
    assert move(state, 0, "0111") == Refusal.OK
    assert points_left(state, 0) == 3
    assert points_left(state, 1) == 4
    state.game.phase_order = PhaseOrder.MOVE_MOVE
    begin_phase(state, 1)
    assert points_left(state, 0) == 4


@pytest.mark.rule("drive_on_stalingrad 9.2b")
def test_a_unit_may_stop_short_go_on_or_stay():
    state = build_position(ROAD, [panzer("0112"), panzer("0111")])
    assert move(state, 0, "0110") == Refusal.OK
    assert move(state, 0, "0109") == Refusal.OK
    assert points_left(state, 0) == 7
    assert place_of(state, 1) == hex_named(state, "0111")


@pytest.mark.rule("drive_on_stalingrad 9.2c")
def test_a_move_is_finished_once_another_unit_begins_its_own():
    state = build_position(ROAD, [panzer("0112"), panzer("0111")])
    assert move(state, 0, "0110") == Refusal.OK
    assert move(state, 1, "0109") == Refusal.OK
    assert refusal_of_move(state, 0, "0109") == Refusal.MOVE_FINISHED
    assert refusal_of_move(state, 1, "0108") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.1b")
def test_each_hex_on_the_way_is_entered_and_paid():
    rows = strip(12, {12: ".A-", 10: "f", 9: "h"})
    state = build_position(rows, [panzer("0112")])
    assert move(state, 0, "0108") == Refusal.OK
    assert points_left(state, 0) == 10 - 1 - 2 - 4 - 1
    for name in ("0111", "0110", "0109", "0108"):
        assert state.ground[hex_named(state, name)].control == Side.AXIS
    assert state.ground[hex_named(state, "0107")].control == Side.SOVIET


@pytest.mark.rule("drive_on_stalingrad 9.1b")
def test_no_hex_is_skipped_on_the_way():
    rows = strip(12, {5: ".A-", 3: "l"})
    state = build_position(rows, [panzer("0104")])
    assert refusal_of_move(state, 0, "0102") == Refusal.NOT_ENOUGH_POINTS


@pytest.mark.rule("drive_on_stalingrad 9.1c, 5.1a")
@pytest.mark.parametrize(
    ("phase", "order", "refusal"),
    [
        (Phase.AXIS_FIRST, PhaseOrder.MOVE_ASSAULT, Refusal.OK),
        (Phase.AXIS_SECOND, PhaseOrder.MOVE_ASSAULT, Refusal.WRONG_PHASE),
        (Phase.AXIS_FIRST, PhaseOrder.ASSAULT_MOVE, Refusal.WRONG_PHASE),
        (Phase.AXIS_SECOND, PhaseOrder.ASSAULT_MOVE, Refusal.OK),
        (Phase.AXIS_START, PhaseOrder.MOVE_ASSAULT, Refusal.WRONG_PHASE),
    ],
)
def test_units_move_in_the_movement_phase_alone(phase, order, refusal):
    state = build_position(ROAD, [panzer("0112")], phase=phase, phase_order=order)
    assert refusal_of_move(state, 0, "0110") == refusal
    assert (compute_reach(state, 0) > 0) == (refusal == Refusal.OK)


@pytest.mark.rule("drive_on_stalingrad 9.1c")
def test_the_side_that_is_not_phasing_does_not_move():
    state = build_position(ROAD, [panzer("0112"), rifle("0102")])
    assert refusal_of_move(state, 1, "0103") == Refusal.WRONG_SIDE


# --- supply and movement


@pytest.mark.rule("drive_on_stalingrad 7.16a, 7.15b")
@pytest.mark.parametrize(("column", "points"), [("0105", 10), ("0104", 5)])
def test_a_unit_out_of_supply_moves_with_half_its_factor(column, points):
    state = build_position(ROAD, [panzer(column)])
    assert movement_allowance(state, 0) == points


@pytest.mark.rule("drive_on_stalingrad 7.16a")
def test_supply_is_checked_when_the_move_begins_and_holds_for_the_phase():
    state = build_position(ROAD, [panzer("0106")])
    assert move(state, 0, "0104") == Refusal.OK
    assert is_out_of_supply(state, 0)
    assert points_left(state, 0) == 8


@pytest.mark.rule("drive_on_stalingrad 7.15a")
def test_want_of_supply_alone_never_costs_a_unit_or_a_step():
    state = build_position(clear_map(3, 5), [panzer("0202"), rifle("0204")])
    assert is_out_of_supply(state, 0)
    assert is_out_of_supply(state, 1)
    for phase in (0, 1):
        begin_phase(state, phase)
    assert [int(u.steps) for u in state.units] == [2, 1]
    assert [int(u.status) for u in state.units] == [Status.ON_MAP, Status.ON_MAP]


@pytest.mark.rule("drive_on_stalingrad 7.17")
def test_both_sides_may_march_out_of_supply_and_on():
    state = build_position(ROAD, [panzer("0106")])
    assert move(state, 0, "0103") == Refusal.OK
    assert is_out_of_supply(state, 0)
    assert move(state, 0, "0102") == Refusal.OK
    state = build_position(ROAD, [tank_corps("0107")], **SOVIET_MARCH)
    assert move(state, 0, "0110") == Refusal.OK
    assert is_out_of_supply(state, 0)
    assert move(state, 0, "0111") == Refusal.OK


# --- the guaranteed hex


@pytest.mark.rule("drive_on_stalingrad 9.3a")
def test_one_hex_is_guaranteed_for_the_whole_allowance():
    rows = strip(12, {5: ".A-", 3: "h"})
    state = build_position(rows, [motorized("0104", movement=3)])
    assert refusal_of_move(state, 0, "0102") == Refusal.NOT_ENOUGH_POINTS
    assert move(state, 0, "0103") == Refusal.OK
    assert points_left(state, 0) == 0
    assert refusal_of_move(state, 0, "0102") == Refusal.NOT_ENOUGH_POINTS


@pytest.mark.rule("drive_on_stalingrad 9.3a")
def test_the_guarantee_is_gone_once_a_unit_has_moved():
    rows = strip(12, {5: ".A-", 3: "h"})
    state = build_position(rows, [motorized("0105", movement=3)])
    assert move(state, 0, "0104") == Refusal.OK
    assert refusal_of_move(state, 0, "0103") == Refusal.NOT_ENOUGH_POINTS


@pytest.mark.rule("drive_on_stalingrad 9.3b")
@pytest.mark.parametrize(
    ("cell", "side", "refusal"),
    [
        ("m", "", Refusal.HEX_CLOSED),
        ("s", "", Refusal.HEX_CLOSED),
        ("w", "", Refusal.HEX_CLOSED),
        (".", "blocked", Refusal.SIDE_CLOSED),
        (".", "volga", Refusal.SIDE_CLOSED),
        (".", "water", Refusal.SIDE_CLOSED),
        (".", "river", Refusal.OK),
    ],
)
def test_the_guarantee_opens_no_closed_hex_or_side(cell, side, refusal):
    sides = {("0103", "0104"): side} if side else None
    state = build_position(
        strip(12, {5: ".A-", 3: cell}), [panzer("0104", movement=1)], sides=sides
    )
    assert refusal_of_move(state, 0, "0103") == refusal


# --- enemies, friends, and the edge of the map


@pytest.mark.rule("drive_on_stalingrad 9.4")
def test_no_unit_moves_into_or_through_enemies():
    state = build_position(ROAD, [panzer("0108"), rifle("0106")])
    assert refusal_of_move(state, 0, "0106") == Refusal.ENEMY_IN_HEX
    assert refusal_of_move(state, 0, "0105") == Refusal.NOT_ENOUGH_POINTS
    assert refusal_of_move(state, 0, "0107") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.32b")
@pytest.mark.parametrize(("turn", "refusal"), [(5, Refusal.SIDE_CLOSED), (4, Refusal.OK)])
def test_nobody_crosses_the_manych_in_flood(turn, refusal):
    sides = {("0103", "0104"): "river|manych"}
    rows = strip(12, {5: ".A-"})
    state = build_position(rows, [panzer("0104")], sides=sides, flood_turn=turn)
    assert refusal_of_move(state, 0, "0103") == refusal


@pytest.mark.rule("drive_on_stalingrad 3.2g")
def test_who_awaits_the_release_of_his_army_marches_within_its_area():
    areas = {f"01{column:02d}": Army.AXIS_6A for column in (10, 11, 12)}
    unit = infantry("0112", army=Army.AXIS_6A)
    state = build_position(ROAD, [unit], areas=areas, frozen=[Army.AXIS_6A], game_turn=1)
    assert refusal_of_move(state, 0, "0109") == Refusal.OUTSIDE_ARMY_AREA
    assert refusal_of_move(state, 0, "0110") == Refusal.OK
    seen = np.zeros((2, 1), np.int64)
    look_at_units(state, seen)
    assert seen.tolist() == [[SupplyState.REGULAR], [CONFINED]]


@pytest.mark.rule("drive_on_stalingrad 3.2p")
@pytest.mark.parametrize("free_by", ["", "movement.joining_frozen_army_freezes"])
def test_a_march_ends_where_it_meets_a_frozen_front_army(free_by):
    units = [rifle("0105"), rifle("0104", army=Army.SOVIET_9)]
    rules = {free_by: 0} if free_by else {}
    state = build_position(ROAD, units, frozen=[Army.SOVIET_9], rules=rules, **SOVIET_MARCH)
    beyond = Refusal.OK if free_by else Refusal.NOT_ENOUGH_POINTS
    assert refusal_of_move(state, 0, "0103") == beyond
    assert move(state, 0, "0104") == Refusal.OK
    assert points_left(state, 0) == (3 if free_by else 0)


@pytest.mark.rule("drive_on_stalingrad 3.2p")
@pytest.mark.parametrize(("refreezes", "beyond"), [(1, Refusal.NOT_ENOUGH_POINTS), (0, Refusal.OK)])
def test_thawed_units_march_through_a_frozen_army_only_in_a_variant(refreezes, beyond):
    units = [rifle("0105", army=Army.SOVIET_21), rifle("0104", army=Army.SOVIET_9)]
    rules = {"sequence.thawed_unit_refreezes": refreezes}
    state = build_position(ROAD, units, frozen=[Army.SOVIET_9], rules=rules, **SOVIET_MARCH)
    assert refusal_of_move(state, 0, "0103") == beyond


@pytest.mark.rule("drive_on_stalingrad 4.6a, 9.1b")
def test_a_march_ends_with_the_game_in_a_german_base_on_the_way():
    rows = strip(12, {9: ".X-", 1: ".N"})
    state = build_position(rows, [tank_corps("0107")], **SOVIET_MARCH)
    assert move(state, 0, "0111") == Refusal.OK
    assert place_of(state, 0) == hex_named(state, "0109")
    assert state.game.ended == 1


# --- searches that look at a part of the map


def rough_position(seed):
    """A map with all kinds of terrain, stacks of both sides upon it, and armies asleep."""
    dice = np.random.default_rng(seed)
    rows = [" ".join(dice.choice(list("....fhmsdl"), 12)) for _ in range(9)]
    free = [
        (r, c) for r in range(1, 10) for c in range(1, 13) if rows[r - 1].split()[12 - c] == "."
    ]
    names = [f"{r:02d}{c:02d}" for r, c in dice.permutation(free)[:9]]
    units = [make(at) for make in (panzer, infantry, satellite) for at in names[:3]]
    units += [infantry(names[3])] * 8
    units += [tank_corps(names[4]), rifle(names[5]), *[rifle(names[6])] * 8]
    units += [rifle(at, army=Army.SOVIET_9) for at in names[7:9]]
    sides = {(a, b): "river" for a, b in (("0505", "0506"), ("0404", "0405"), ("0606", "0607"))}
    return build_position(rows, units, sides=sides, frozen=[Army.SOVIET_9])


@entry
def look_nearer(state, unit, field):
    """Call from compiled code what only that may call."""
    points = open_search(state, unit, ANYWHERE)
    if points >= 0:
        compute_nearer(state, unit, points, field, np.int64(field[state.units[unit].hex]))
    return points


@pytest.mark.rule("drive_on_stalingrad 3.2p, 6.2a, 9.1b, 9.3a, 9.4")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("side", list(Side))
def test_searches_for_a_hex_and_for_nearer_ones_find_what_the_whole_reach_holds(seed, side):
    state = rough_position(seed)
    if side == Side.SOVIET:
        state.game.side, state.game.phase = side, SOVIET_MARCH["phase"]
        state.game.phase_order = SOVIET_MARCH["phase_order"]
    hexes = len(state.ground) - 1
    field = np.full(hexes + 1, FAR, np.int16)
    field[hex_named(state, "0106")] = 0
    closed = (state.ground["occupant"] == 1 - side).astype(np.uint8)
    args = (state.neighbour, state.cost[3 * side + Mobility.NONMECH], PROHIBITED, closed, field)
    travel_field(*args, np.zeros(hexes + 2, np.int16))
    for unit in np.flatnonzero(state.units["side"] == side).tolist():
        reached = compute_reach(state, unit)
        whole = state.work[BEST].copy()
        for h in range(hexes):
            assert can_reach(state, unit, h) == (whole[h] != UNREACHED)
            assert state.work[BEST, h] == whole[h]
        nearer = (field < field[state.units[unit].hex]) & (whole != UNREACHED)
        assert (look_nearer(state, unit, field) >= 0) == (reached > 0)
        assert np.array_equal(state.work[BEST, nearer], whole[nearer])


@pytest.mark.rule("drive_on_stalingrad 9.1c")
def test_searches_of_a_unit_that_may_not_move_find_nothing():
    state = build_position(ROAD, [panzer("0112")], phase=Phase.AXIS_SECOND)
    assert not can_reach(state, 0, hex_named(state, "0111"))
    assert look_nearer(state, 0, np.zeros(len(state.ground), np.int16)) < 0
    assert np.all(state.work[BEST] == UNREACHED)


# --- enemies beside the way


@pytest.mark.rule("drive_on_stalingrad 2.15f")
def test_enemies_beside_the_way_stop_nobody():
    rows = change_cell(clear_map(3, 9), 2, 9, ".A-")
    state = build_position(rows, [panzer("0209"), rifle("0104"), rifle("0306")])
    assert move(state, 0, "0202") == Refusal.OK
    assert points_left(state, 0) == 3
    assert place_of(state, 0) == hex_named(state, "0202")


@pytest.mark.rule("drive_on_stalingrad 2.15f")
def test_enemies_beside_a_hex_bar_neither_lines_nor_retreat():
    rows = change_cell(clear_map(3, 9), 2, 9, ".A-")
    state = build_position(rows, [panzer("0203"), rifle("0104"), rifle("0305")])
    assert not is_out_of_supply(state, 0)
    here, back = hex_named(state, "0203"), hex_named(state, "0204")
    d = direction_to(state.neighbour, here, back)
    assert check_retreat_hex(state, 0, d, -1) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 9.22")
def test_no_unit_leaves_the_map():
    state = build_position(strip(12, {3: ".A-"}), [panzer("0101"), panzer("0112")])
    off_map = len(state.ground) - 1
    for unit in (0, 1):
        assert check_move(state, unit, off_map) == Refusal.OFF_MAP
        assert compute_reach(state, unit) > 1
        assert state.work[BEST, off_map] == UNREACHED
        assert check_advance(state, unit, off_map) != Refusal.OK
        assert check_enter(state, unit, off_map) == Refusal.OFF_MAP
        here = int(state.units[unit].hex)
        outward = [d for d in range(6) if state.neighbour[here, d] == off_map]
        assert len(outward) == 5
        for d in outward:
            assert check_retreat_hex(state, unit, d, -1) == Refusal.OFF_MAP


# --- costs


@pytest.mark.rule("drive_on_stalingrad 9.20")
@pytest.mark.parametrize("features", ["T", "C", "L", "O", "TLO"])
def test_works_of_man_cost_no_points(features):
    state = build_position(strip(12, {5: ".A-", 3: "." + features}), [panzer("0104")])
    assert move(state, 0, "0103") == Refusal.OK
    assert points_left(state, 0) == 9


@pytest.mark.rule("drive_on_stalingrad 9.20")
def test_a_town_costs_what_its_terrain_costs():
    state = build_position(strip(12, {5: ".A-", 3: "hT"}), [panzer("0104"), infantry("0104")])
    assert move(state, 0, "0103") == Refusal.OK
    assert points_left(state, 0) == 6
    assert move(state, 1, "0103") == Refusal.OK
    assert points_left(state, 1) == 2


@pytest.mark.rule("drive_on_stalingrad 9.20")
def test_the_side_of_the_o_ring_costs_no_points():
    sides = {("0103", "0104"): "o_ring"}
    state = build_position(strip(12, {5: ".A-"}), [panzer("0104")], sides=sides)
    assert move(state, 0, "0103") == Refusal.OK
    assert points_left(state, 0) == 9


@pytest.mark.rule("drive_on_stalingrad 9.21")
def test_panzers_pay_six_points_over_a_river_into_hills():
    sides = {("0103", "0104"): "river"}
    state = build_position(
        strip(12, {5: ".A-", 3: "h"}), [panzer("0104"), infantry("0104")], sides=sides
    )
    assert move(state, 0, "0103") == Refusal.OK
    assert points_left(state, 0) == 10 - (4 + 2)
    assert move(state, 1, "0103") == Refusal.OK
    assert points_left(state, 1) == 4 - (2 + 1)
