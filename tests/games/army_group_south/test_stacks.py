"""Stacking, and zones of control as units come and go."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from balance.games.army_group_south.march import check_move, move_unit
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import (
    check_stacking,
    in_enemy_zone,
    lift_unit,
    place_unit,
)
from balance.games.army_group_south.turn import begin_phase, end_phase
from balance.games.army_group_south.vocabulary import AXIS, SOVIET, EventKind, Phase, Size, Status
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    grenadier,
    guards,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
    untried,
)
from tests.games.text_maps import clear_map, hex_named, strip

MAP = clear_map(3, 8)
ROAD = strip(12, {12: ".X", 1: ".E"})


def stacking(host, guest, **rules):
    state = build_position(MAP, [*host, guest], rules=rules)
    return Refusal(check_stacking(state, len(host), hex_named(state, "0204")))


@pytest.mark.rule("army_group_south 7.0a, 7.0b, 7.0c, 11.22a, 11.22b, 19.8a, 19.8b")
@pytest.mark.parametrize(
    ("host", "guest", "refusal"),
    [
        (2 * [rifle("0204")], rifle(), Refusal.OK),
        (2 * [rifle("0204", disrupted=1)], rifle(), Refusal.OK),
        (3 * [rifle("0204")], rifle(), Refusal.STACK_FULL),
        (3 * [rifle("0204")], headquarters(), Refusal.OK),
        ([*3 * [brigade("0204")], headquarters("0204")], brigade(), Refusal.STACK_FULL),
        ([headquarters("0204")], headquarters(), Refusal.SECOND_HEADQUARTERS),
        ([tank_corps("0204")], rifle(), Refusal.CORPS_MIXED),
        ([rifle("0204")], tank_corps(), Refusal.CORPS_MIXED),
        ([tank_corps("0204")], tank_corps(), Refusal.CORPS_MIXED),
        ([tank_corps("0204"), brigade("0204")], brigade(), Refusal.OK),
        ([tank_corps("0204")], headquarters(), Refusal.OK),
        ([infantry("0204"), infantry("0204")], infantry(), Refusal.OK),
    ],
)
def test_what_may_share_a_hex(host, guest, refusal):
    assert stacking(host, guest) == refusal


def test_a_variant_raises_the_limits():
    host, rules = 3 * [rifle("0204")], {"stacking.combat_units": 4}
    assert stacking(host, rifle(), **rules) == Refusal.OK
    with_staff = [*host, headquarters("0204")]
    assert stacking(with_staff, rifle(), **rules) == Refusal.STACK_FULL
    rules["stacking.with_headquarters"] = 5
    assert stacking(with_staff, rifle(), **rules) == Refusal.OK


@pytest.mark.rule("army_group_south 7.0d, 5.22a")
def test_units_pass_through_full_stacks_of_their_own():
    state = build_position(ROAD, [panzer("0112"), *3 * [grenadier("0111")]])
    assert move_unit(state, 0, hex_named(state, "0110")) == Refusal.OK


@pytest.mark.rule("army_group_south 7.0a, 7.0e, 25.2b")
@pytest.mark.parametrize(("scores", "points"), [(1, 3), (0, 0)])
def test_what_stands_too_thick_at_the_end_of_a_movement_phase_is_lost(scores, points):
    units = [rifle("0204", loss_priority=5 - u) for u in range(4)]
    rules = {"stacking.excess_scores": scores}
    state = build_position(MAP, units, phase=Phase.SOVIET_MOVEMENT, rules=rules)
    end_phase(state)
    lost = [0, 0, 0, 1]
    assert (state.units["status"] == Status.ELIMINATED).tolist() == [bool(u) for u in lost]
    assert state.game.vp_axis == points
    assert EventKind.OVERSTACK_REMOVED in state.events["kind"][: state.game.event_count]


@pytest.mark.rule("army_group_south 19.8a, 7.0e")
def test_a_corps_that_ends_with_a_division_costs_one_of_them():
    units = [tank_corps("0204", loss_priority=9), rifle("0204"), brigade("0204", loss_priority=-9)]
    state = build_position(MAP, units, phase=Phase.SOVIET_MOVEMENT)
    end_phase(state)
    assert state.units["status"].tolist() == [Status.ON_MAP, Status.ELIMINATED, Status.ON_MAP]


def left_after_a_phase(units, phase=Phase.SOVIET_MOVEMENT, **rules):
    """Numbers of the units that stand in their hex when a movement phase has ended."""
    state = build_position(MAP, units, phase=phase, rules=rules)
    end_phase(state)
    return [u for u in range(len(units)) if state.units[u].status == Status.ON_MAP]


CORPS = {"loss_priority": 85}  # twice that for both of its steps


@pytest.mark.rule("army_group_south 7.0e, 19.8a, 11.22b")
@pytest.mark.parametrize(
    ("units", "left"),
    [
        # One corps goes rather than three divisions, two divisions rather than a corps.
        ([tank_corps("0204", **CORPS), *3 * [rifle("0204", loss_priority=75)]], [1, 2, 3]),
        ([tank_corps("0204", **CORPS), *2 * [rifle("0204", loss_priority=75)]], [0]),
        ([tank_corps("0204"), *3 * [rifle("0204")]], [1, 2, 3]),
        ([*3 * [rifle("0204")], tank_corps("0204")], [0, 1, 2]),
        ([tank_corps("0204", **CORPS), *3 * [brigade("0204", loss_priority=9)]], [0, 2, 3]),
        # Of two corps the better one, with the brigade that a division would bar.
        (
            [
                tank_corps("0204", loss_priority=80),
                tank_corps("0204", loss_priority=90),
                rifle("0204", loss_priority=75),
                brigade("0204", loss_priority=30),
            ],
            [1, 3],
        ),
        # All steps of a unit go, not the first alone.
        ([*3 * [rifle("0204", loss_priority=7)], guards("0204", loss_priority=5)], [1, 2, 3]),
        ([headquarters("0204", loss_priority=u) for u in (2, 3, 1)] + [rifle("0204")], [1, 3]),
        ([tank_corps("0204", **CORPS), rifle("0204"), headquarters("0204")], [0, 2]),
    ],
)
def test_what_stands_too_thick_goes_at_the_least_loss(units, left):
    assert left_after_a_phase(units) == left


@pytest.mark.rule("army_group_south 7.0e")
def test_of_germans_too_those_go_whose_steps_are_worth_least_together():
    units = [infantry("0204", loss_priority=3), *3 * [panzer("0204", loss_priority=5)]]
    assert left_after_a_phase(units, Phase.AXIS_MOVEMENT) == [0, 2, 3]


@pytest.mark.rule("army_group_south 7.0e, 11.22b, 19.8a")
def test_no_other_set_of_units_would_do_at_less_loss():
    """Against all sets of units that keep to the limits, in random stacks."""
    rng = np.random.default_rng(1)
    kinds = (rifle, guards, brigade, tank_corps, headquarters)
    for _ in range(40):
        priorities = rng.integers(0, 30, int(rng.integers(2, 7))).tolist()
        units = [kinds[rng.integers(5)]("0204", loss_priority=p) for p in priorities]
        state = build_position(MAP, units, phase=Phase.SOVIET_MOVEMENT)
        worth = (state.units["loss_priority"] * state.units["steps"]).tolist()
        sizes = state.units["unit_size"].tolist()
        legal = [
            kept
            for many in range(len(units) + 1)
            for kept in combinations(range(len(units)), many)
            if fits([sizes[u] for u in kept])
        ]
        end_phase(state)
        left = tuple(np.flatnonzero(state.units["status"] == Status.ON_MAP).tolist())
        assert left in legal
        assert sum(worth[u] for u in left) == max(sum(worth[u] for u in kept) for kept in legal)


def fits(sizes):
    """Whether Soviet units of some sizes may share a hex."""
    staffs = sizes.count(Size.HEADQUARTERS)
    large = sizes.count(Size.DIVISION) + sizes.count(Size.CORPS)
    mixed = Size.CORPS in sizes and large > 1
    return staffs <= 1 and len(sizes) - staffs <= 3 and not mixed


@pytest.mark.rule("army_group_south 8.0a, 8.11, 8.12a, 11.35a, 6.32b, 13.3b")
@pytest.mark.parametrize(
    "unit",
    [rifle("0204"), headquarters("0204"), untried("0204"), rifle("0204", disrupted=1)],
)
def test_every_unit_controls_the_six_hexes_around_it(unit):
    state = build_position(MAP, [unit])
    controlled = {h for h in range(24) if in_enemy_zone(state, AXIS, h)}
    centre = hex_named(state, "0204")
    assert controlled == {int(h) for h in state.neighbour[centre]}


@pytest.mark.rule("army_group_south 8.12a, 8.12b, 10.4d3, 10.4j, 10.16")
@pytest.mark.parametrize(
    ("side", "crosses"),
    [("major_river", False), ("sea", False), ("minor_river", True), ("rail", True)],
)
def test_zones_stop_at_major_rivers_and_the_sea_alone(side, crosses):
    state = build_position(MAP, [rifle("0204")], sides={("0204", "0205"): side})
    assert in_enemy_zone(state, AXIS, hex_named(state, "0205")) == crosses


def test_a_variant_takes_zones_over_major_rivers():
    sides = {("0204", "0205"): "major_river"}
    rules = {"stacking.major_river_stops_zones": 0}
    state = build_position(MAP, [rifle("0204")], sides=sides, rules=rules)
    assert in_enemy_zone(state, AXIS, hex_named(state, "0205"))


@pytest.mark.rule("army_group_south 8.24a, 8.24b, 5.23a")
def test_zones_of_friends_are_none_and_several_are_as_one():
    state = build_position(MAP, [rifle("0204"), rifle("0202")])
    between = hex_named(state, "0203")
    assert not in_enemy_zone(state, SOVIET, between)
    lift_unit(state, 0)
    assert in_enemy_zone(state, AXIS, between)
    lift_unit(state, 1)
    assert not in_enemy_zone(state, AXIS, between)
    place_unit(state, 1, between)
    assert in_enemy_zone(state, AXIS, hex_named(state, "0204"))


@pytest.mark.rule("army_group_south 8.0b, 8.21, 5.23b, 8.22")
def test_a_unit_stops_in_an_enemy_zone_and_pays_nothing_extra():
    state = build_position(ROAD, [panzer("0112"), rifle("0106")])
    assert check_move(state, 0, hex_named(state, "0106")) == Refusal.ENEMY_IN_HEX
    assert move_unit(state, 0, hex_named(state, "0107")) == Refusal.OK
    assert state.units[0].mp_left == 5
    assert check_move(state, 0, hex_named(state, "0108")) == Refusal.IN_ENEMY_ZONE


@pytest.mark.rule("army_group_south 8.25b")
def test_a_friend_in_the_hex_doesnt_let_a_unit_move_on_through_a_zone():
    rows = clear_map(3, 8)
    state = build_position(rows, [panzer("0207"), grenadier("0205"), rifle("0204")])
    move_unit(state, 0, hex_named(state, "0205"))
    assert check_move(state, 0, hex_named(state, "0305")) == Refusal.IN_ENEMY_ZONE


@pytest.mark.rule("army_group_south 5.23b")
@pytest.mark.parametrize(
    ("lasts", "refusal"), [("phase", Refusal.OK), ("game_turn", Refusal.IN_ENEMY_ZONE)]
)
def test_how_long_a_zone_stops_a_unit_is_a_choice(lasts, refusal):
    rules = {"movement.zone_stop_lasts": lasts}
    state = build_position(ROAD, [panzer("0110"), rifle("0106")], rules=rules)
    assert move_unit(state, 0, hex_named(state, "0107")) == Refusal.OK
    begin_phase(state, np.int64(Phase.AXIS_MECHANIZED))
    assert check_move(state, 0, hex_named(state, "0108")) == refusal
