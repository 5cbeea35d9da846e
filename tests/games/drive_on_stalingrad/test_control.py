"""Entering hexes: control, networks, works, and what the book hangs on them."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.armies import release_due_armies
from balance.games.drive_on_stalingrad.control import (
    enter_hex,
    note_attack_across,
    note_attack_on,
)
from balance.games.drive_on_stalingrad.overstacking import punish_mixed_stacks
from balance.games.drive_on_stalingrad.stacks import lift_unit
from balance.games.drive_on_stalingrad.state import RELEASED
from balance.games.drive_on_stalingrad.taman import bring_taman_units
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    EventKind,
    Nation,
    Side,
    Status,
    Trait,
)
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    hex_named,
    infantry,
    panzer,
    rifle,
    satellite,
    strip,
)


def kinds(state):
    return [EventKind(int(event.kind)) for event in state.events[: state.game.event_count]]


@pytest.mark.rule("drive_on_stalingrad 3.4a, 3.4c")
def test_start_line_and_all_beyond_it_begin_under_soviet_control():
    state = build_position(strip(3, {3: ".-", 2: ".*"}))
    assert [int(state.ground[h].control) for h in range(3)] == [
        Side.SOVIET,
        Side.SOVIET,
        Side.AXIS,
    ]


@pytest.mark.rule("drive_on_stalingrad 3.4b")
def test_control_follows_whoever_entered_last():
    state = build_position(strip(3, {}), [panzer("0103"), rifle("0101")])
    h = hex_named(state, "0102")
    enter_hex(state, 0, h)
    assert state.ground[h].control == Side.AXIS
    enter_hex(state, 0, hex_named(state, "0103"))
    assert state.ground[h].control == Side.AXIS
    enter_hex(state, 1, h)
    assert state.ground[h].control == Side.SOVIET


@pytest.mark.rule("drive_on_stalingrad 3.4c")
def test_taking_a_town_is_logged_with_the_taker():
    state = build_position(strip(3, {2: ".T"}), [panzer("0103")])
    enter_hex(state, 0, hex_named(state, "0102"))
    event = state.events[0]
    assert (event.kind, event.value) == (EventKind.TOWN_TAKEN, Side.AXIS)
    assert event.hex == hex_named(state, "0102")


@pytest.mark.rule("drive_on_stalingrad 7.14a, 7.14b")
@pytest.mark.rule("drive_on_stalingrad 7.18c")
def test_town_of_the_own_side_rejoins_its_network_when_recaptured():
    state = build_position(strip(3, {2: ".T"}), [panzer("0103"), rifle("0101")])
    ground = state.ground[hex_named(state, "0102")]
    assert ground.network_soviet == 1
    enter_hex(state, 0, hex_named(state, "0102"))
    assert (ground.network_soviet, ground.network_axis) == (0, 0)
    lift_unit(state, 0)
    enter_hex(state, 1, hex_named(state, "0102"))
    assert (ground.network_soviet, ground.network_axis) == (1, 0)


@pytest.mark.rule("drive_on_stalingrad 7.18c")
def test_variant_makes_recaptured_towns_wait_for_a_marker():
    rules = {"supply.own_side_recapture": 0}
    state = build_position(strip(3, {2: ".T"}), [panzer("0103"), rifle("0101")], rules=rules)
    for unit in (0, 1):
        enter_hex(state, unit, hex_named(state, "0102"))
        lift_unit(state, unit)
    assert state.ground[hex_named(state, "0102")].network_soviet == 0


@pytest.mark.rule("drive_on_stalingrad 7.3d, 7.8c, 7.18b")
def test_each_side_starts_with_its_own_towns_in_its_network():
    state = build_position(strip(4, {4: ".T-", 3: ".C-", 2: ".T", 1: ".C"}))
    axis = [int(state.ground[hex_named(state, f"010{c}")].network_axis) for c in (4, 3, 2, 1)]
    soviet = [int(state.ground[hex_named(state, f"010{c}")].network_soviet) for c in (4, 3, 2, 1)]
    assert (axis, soviet) == ([1, 1, 0, 0], [0, 0, 1, 1])


# --- works


@pytest.mark.rule("drive_on_stalingrad 11.23d, 11.23e")
def test_fortification_falls_for_good_when_a_german_side_unit_enters():
    state = build_position(strip(3, {2: ".L"}), [satellite("0103"), rifle("0101")])
    ground = state.ground[hex_named(state, "0102")]
    assert ground.line_intact == 1
    enter_hex(state, 1, hex_named(state, "0102"))
    assert ground.line_intact == 1
    lift_unit(state, 1)
    enter_hex(state, 0, hex_named(state, "0102"))
    assert ground.line_intact == 0
    assert EventKind.LINE_DESTROYED in kinds(state)


@pytest.mark.rule("drive_on_stalingrad 11.24b")
def test_o_ring_is_void_once_any_german_side_unit_is_inside():
    state = build_position(strip(4, {2: ".O", 1: ".O"}), [panzer("0104"), rifle("0101")])
    enter_hex(state, 0, hex_named(state, "0103"))
    assert state.game.o_ring_intact == 1
    enter_hex(state, 0, hex_named(state, "0102"))
    assert state.game.o_ring_intact == 0
    assert kinds(state).count(EventKind.O_RING_BROKEN) == 1


# --- the Don line and the start line


@pytest.mark.rule("drive_on_stalingrad 8.6a, 8.6b, 8.6c")
def test_first_german_step_over_the_don_advances_arrivals_and_frees_reserve_armies():
    units = [panzer("0104"), rifle("0101", army=Army.RESERVE_5)]
    state = build_position(strip(4, {3: ".E", 2: ".E"}), units, frozen=[Army.RESERVE_5])
    assert state.units[1].frozen_by == Army.RESERVE_5
    enter_hex(state, 0, hex_named(state, "0103"))
    assert state.game.arrivals_advance == 1
    assert state.units[1].frozen_by == Army.NONE
    state.game.game_turn += 1
    enter_hex(state, 0, hex_named(state, "0102"))
    assert state.game.arrivals_advance == 1
    assert kinds(state).count(EventKind.DON_LINE_CROSSED) == 1


@pytest.mark.rule("drive_on_stalingrad 8.6a")
def test_attack_over_the_don_counts_like_a_step_and_soviet_moves_do_not():
    state = build_position(strip(4, {2: ".E", 1: ".E"}), [panzer("0103"), rifle("0101")])
    enter_hex(state, 1, hex_named(state, "0102"))
    assert state.game.don_line_crossed == 0
    note_attack_across(state, int(Side.AXIS), hex_named(state, "0103"), hex_named(state, "0102"))
    assert state.game.don_line_crossed == state.game.game_turn


@pytest.mark.rule("drive_on_stalingrad 3.2h")
@pytest.mark.parametrize("by_attack", [False, True])
def test_soviet_crossing_of_the_start_line_lifts_every_restriction(by_attack):
    frozen = [Army.AXIS_6A, Army.AXIS_17A, Army.SOVIET_38]
    units = [rifle("0102"), infantry("0104", army=Army.AXIS_6A)]
    state = build_position(
        strip(4, {4: ".-", 3: ".-", 2: ".*"}),
        units,
        frozen=frozen,
        opposite={Army.SOVIET_38: [Army.AXIS_6A]},
        game_turn=1,
    )
    west, line = hex_named(state, "0103"), hex_named(state, "0102")
    if by_attack:
        note_attack_across(state, int(Side.SOVIET), line, west)
    else:
        enter_hex(state, 0, west)
    assert state.game.lifted == 1
    assert [int(state.army[army, RELEASED]) for army in frozen] == [1, 1, 1]


@pytest.mark.rule("drive_on_stalingrad 3.2h")
def test_soviet_moves_on_the_line_itself_lift_nothing():
    state = build_position(
        strip(4, {4: ".-", 3: ".-", 2: ".*", 1: ".*"}),
        [rifle("0101"), rifle("0102")],
        frozen=[Army.AXIS_6A],
        game_turn=1,
    )
    enter_hex(state, 0, hex_named(state, "0102"))
    assert (state.game.lifted, state.army[Army.AXIS_6A, RELEASED]) == (0, 0)


@pytest.mark.rule("drive_on_stalingrad 3.2h")
def test_variants_may_keep_the_restrictions_or_the_soviets_asleep():
    rows = strip(3, {3: ".-", 2: ".*"})
    frozen = [Army.AXIS_6A, Army.SOVIET_38]
    opposite = {Army.SOVIET_38: [Army.AXIS_6A]}
    rules = {"sequence.soviet_crossing_lifts_all": 0}
    more = {"frozen": frozen, "opposite": opposite, "game_turn": 1}
    state = build_position(rows, [rifle("0102")], rules=rules, **more)
    enter_hex(state, 0, hex_named(state, "0103"))
    assert state.game.lifted == 0
    rules = {"sequence.crossing_thaws_opposite": 0}
    state = build_position(rows, [rifle("0102")], rules=rules, **more)
    enter_hex(state, 0, hex_named(state, "0103"))
    assert [int(state.army[army, RELEASED]) for army in frozen] == [1, 0]
    release_due_armies(state)  # still game turn 1, and 6th Army's date is turn 2
    assert state.army[Army.SOVIET_38, RELEASED] == 0
    state.game.game_turn = 2
    release_due_armies(state)
    assert state.army[Army.SOVIET_38, RELEASED] == 1


@pytest.mark.rule("drive_on_stalingrad 3.2n")
def test_attack_on_its_unit_wakes_a_front_army():
    units = [rifle("0102", army=Army.SOVIET_21), rifle("0101", army=Army.SOVIET_21)]
    state = build_position(strip(3, {}), units, frozen=[Army.SOVIET_21, Army.SOVIET_38])
    note_attack_on(state, hex_named(state, "0102"))
    assert [int(unit.frozen_by) for unit in state.units] == [Army.NONE, Army.NONE]
    assert state.army[Army.SOVIET_38, RELEASED] == 0


@pytest.mark.rule("drive_on_stalingrad 8.4b")
def test_attacked_reserve_army_sleeps_on_unless_a_variant_wakes_it():
    units = [rifle("0102", army=Army.RESERVE_7)]
    state = build_position(strip(3, {}), units, frozen=[Army.RESERVE_7])
    note_attack_on(state, hex_named(state, "0102"))
    assert state.units[0].frozen_by == Army.RESERVE_7
    rules = {"sequence.reserve_attack_wakes": 1}
    state = build_position(strip(3, {}), units, frozen=[Army.RESERVE_7], rules=rules)
    note_attack_on(state, hex_named(state, "0102"))
    assert state.units[0].frozen_by == Army.NONE


# --- Taman


def taman_position(**more):
    rows = [". . . .", ".Q . . ."]
    units = [
        panzer("3403"),
        infantry(None, traits=Trait.TAMAN, status=Status.POOL),
        satellite(None, nation=Nation.ROMANIAN, traits=Trait.TAMAN, status=Status.POOL),
        *more.pop("extra", []),
    ]
    return build_position(rows, units, first_row=33, **more)


@pytest.mark.rule("drive_on_stalingrad 7.4c, 7.4d, 8.2d")
def test_first_german_step_into_taman_brings_its_two_units_at_once():
    state = taman_position()
    taman = hex_named(state, "3404")
    enter_hex(state, 0, taman)
    assert [int(unit.hex) for unit in state.units] == [taman] * 3
    assert [int(unit.status) for unit in state.units] == [Status.ON_MAP] * 3
    assert state.game.taman_arrived == 1
    assert kinds(state).count(EventKind.ARRIVED) == 2


@pytest.mark.rule("drive_on_stalingrad 8.2d, 6.1a")
def test_taman_units_wait_until_their_hex_has_room():
    garrison = [infantry("3404")] * 6
    state = taman_position(extra=garrison)
    enter_hex(state, 0, hex_named(state, "3404"))
    assert [int(unit.status) for unit in state.units[1:3]] == [Status.ON_MAP, Status.POOL]
    assert state.game.taman_arrived == 0
    bring_taman_units(state)
    assert state.units[2].status == Status.POOL
    lift_unit(state, 3)
    bring_taman_units(state)
    assert state.units[2].status == Status.ON_MAP
    assert (state.game.taman_arrived, kinds(state).count(EventKind.ARRIVED)) == (1, 2)


@pytest.mark.rule("drive_on_stalingrad 8.2e")
def test_taman_units_are_held_for_their_game_turn():
    state = taman_position()
    enter_hex(state, 0, hex_named(state, "3404"))
    assert [int(unit.held_turn) for unit in state.units] == [0, 5, 5]


@pytest.mark.rule("drive_on_stalingrad 8.11a, 8.2d")
def test_enemy_beside_taman_delays_its_units_until_it_is_gone():
    state = taman_position(extra=[rifle("3304")])
    enter_hex(state, 0, hex_named(state, "3404"))
    assert state.game.taman_active == 1
    assert state.units[1].status == Status.POOL
    lift_unit(state, 3)
    bring_taman_units(state)
    assert state.units[1].status == Status.ON_MAP


@pytest.mark.rule("drive_on_stalingrad 8.11a")
def test_variant_lets_the_taman_units_land_beside_the_enemy():
    rules = {"reinforcement.taman_delayed_by_enemy": 0}
    state = taman_position(extra=[rifle("3304")], rules=rules)
    enter_hex(state, 0, hex_named(state, "3404"))
    assert state.units[1].status == Status.ON_MAP


@pytest.mark.rule("drive_on_stalingrad 8.2d, 6.3f")
def test_taman_units_may_share_their_hex_until_the_next_german_movement_phase_ends():
    state = taman_position()
    enter_hex(state, 0, hex_named(state, "3404"))
    punish_mixed_stacks(state)
    assert state.game.axis_units_lost == 0
    state.game.game_turn += 1
    punish_mixed_stacks(state)
    assert state.game.axis_units_lost == 1
    assert state.units[2].status == Status.ELIMINATED
