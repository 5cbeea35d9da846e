"""When, where and how reinforcements enter."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.movement import move_unit
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.reinforcements import (
    can_enter,
    check_entry,
    draw_south_unit,
    enter_reinforcement,
    is_due,
    list_arrivals,
    list_entry_hexes,
    open_south,
)
from balance.games.drive_on_stalingrad.stacks import lift_unit, place_unit
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.turn import begin_game_turn, begin_phase, begin_player_turn
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    EventKind,
    Phase,
    PhaseOrder,
    Side,
    Status,
    SupplyState,
    Trait,
)
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    build_position,
    clear_map,
    hex_named,
    infantry,
    panzer,
    rifle,
    strip,
    tank_corps,
)

SOVIET_MOVES = {
    "side": Side.SOVIET,
    "phase": Phase.SOVIET_SECOND,
    "phase_order": PhaseOrder.ASSAULT_MOVE,
}


def arrival(make, turn=5, **fields):
    return make(None, arrival_turn=turn, **fields)


def refusal(state, unit, name):
    return Refusal(check_entry(state, unit, hex_named(state, name)))


# --- when


@pytest.mark.rule("drive_on_stalingrad 8.1a, 8.1b")
def test_reinforcement_is_due_from_its_turn_on_and_may_wait():
    state = build_position(strip(3, {3: ".A-"}), [arrival(infantry, 6)])
    seen = []
    for turn in (5, 6, 8):
        state.game.game_turn = turn
        seen.append((is_due(state, 0), refusal(state, 0, "0103")))
    assert seen == [(False, Refusal.NOT_DUE), (True, Refusal.OK), (True, Refusal.OK)]


@pytest.mark.rule("drive_on_stalingrad 8.6a")
def test_soviet_arrivals_come_a_turn_early_once_the_don_is_crossed():
    units = [arrival(rifle, 5), arrival(rifle, 6), arrival(rifle, 7), arrival(infantry, 6)]
    state = build_position(strip(3, {1: ".N"}), units)
    assert [is_due(state, u) for u in range(4)] == [True, False, False, False]
    state.game.arrivals_advance, state.game.don_line_crossed = 1, 5
    assert [is_due(state, u) for u in range(4)] == [True, True, False, False]


@pytest.mark.rule("drive_on_stalingrad 8.6a")
def test_variant_keeps_the_turn_of_the_crossing_to_its_own_arrivals():
    rules = {"reinforcement.advance_includes_due_turn": 0}
    state = build_position(strip(3, {1: ".N"}), [arrival(rifle, 6)], rules=rules)
    state.game.arrivals_advance, state.game.don_line_crossed = 1, 5
    assert not is_due(state, 0)
    state.game.don_line_crossed = 4
    assert is_due(state, 0)


@pytest.mark.rule("drive_on_stalingrad 8.1c, 5.5b")
def test_entry_belongs_to_the_owners_movement_phase():
    units = [arrival(infantry), arrival(rifle)]
    state = build_position(strip(3, {3: ".A-", 1: ".N"}), units)
    assert refusal(state, 0, "0103") == Refusal.OK
    assert refusal(state, 1, "0101") == Refusal.WRONG_SIDE
    state.game.phase_order = PhaseOrder.ASSAULT_ASSAULT
    assert refusal(state, 0, "0103") == Refusal.WRONG_PHASE
    state.game.phase_order = PhaseOrder.ASSAULT_MOVE
    assert refusal(state, 0, "0103") == Refusal.WRONG_PHASE
    state.game.phase = Phase.AXIS_SECOND
    assert refusal(state, 0, "0103") == Refusal.OK


def test_arrivals_are_listed_by_side():
    units = [arrival(infantry), arrival(rifle), arrival(infantry, 9), panzer("0102")]
    state = build_position(strip(3, {3: ".A-"}), units)
    out = np.zeros(9, np.int64)
    assert out[: list_arrivals(state, int(Side.AXIS), out)].tolist() == [0]
    assert list_arrivals(state, int(Side.AXIS), out[:0]) == 0


# --- where


@pytest.mark.rule("drive_on_stalingrad 8.2a, 8.1f")
def test_germans_enter_at_working_sources_of_the_north():
    special = {20: ".A-", 14: ".T-", 10: ".T", 6: ".T-"}
    state = build_position(strip(20, special), [arrival(infantry)])
    results = [refusal(state, 0, f"01{c:02d}") for c in (20, 14, 10, 6, 12)]
    assert results == [Refusal.OK, Refusal.OK] + [Refusal.NOT_AN_ENTRY_HEX] * 3
    out = np.zeros(9, np.int64)
    count = list_entry_hexes(state, 0, out)
    assert set(out[:count].tolist()) == {hex_named(state, "0120"), hex_named(state, "0114")}


@pytest.mark.rule("drive_on_stalingrad 8.2g")
def test_no_german_enters_in_the_south():
    rows = [".A- .R-", ". .T-"]
    state = build_position(rows, [arrival(infantry)], first_row=33)
    assert refusal(state, 0, "3401") == Refusal.NOT_AN_ENTRY_HEX


@pytest.mark.rule("drive_on_stalingrad 8.2f")
def test_taman_units_enter_nowhere_else():
    unit = arrival(infantry, traits=Trait.TAMAN)
    state = build_position(strip(3, {3: ".A-"}), [unit])
    assert refusal(state, 0, "0103") == Refusal.TAMAN_ONLY


@pytest.mark.rule("drive_on_stalingrad 8.3a, 8.1f")
def test_soviets_enter_at_volga_towns_and_linked_towns_of_the_north():
    state = build_position(
        strip(20, {1: ".N", 7: ".T", 18: ".T"}), [arrival(rifle)], **SOVIET_MOVES
    )
    results = [refusal(state, 0, f"01{c:02d}") for c in (1, 7, 18)]
    assert results == [Refusal.OK, Refusal.OK, Refusal.NOT_AN_ENTRY_HEX]


@pytest.mark.rule("drive_on_stalingrad 8.3a, 8.3c, 7.11")
def test_astrakhan_is_an_entry_for_the_south_alone():
    units = [arrival(rifle), rifle(None, traits=Trait.SOUTH_POOL, status=Status.POOL)]
    rows = [". .Z", ". ."]
    state = build_position(rows, units, first_row=33, south_open=1, **SOVIET_MOVES)
    assert refusal(state, 0, "3301") == Refusal.NOT_AN_ENTRY_HEX
    assert refusal(state, 1, "3301") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 8.1f")
def test_variant_closes_soviet_ultimate_sources_outside_the_network():
    rules = {"reinforcement.soviet_ultimates_open": 0}
    state = build_position(strip(3, {1: ".N-"}), [arrival(rifle)], rules=rules, **SOVIET_MOVES)
    state.ground[hex_named(state, "0101")].control = Side.SOVIET
    assert refusal(state, 0, "0101") == Refusal.NOT_AN_ENTRY_HEX


@pytest.mark.rule("drive_on_stalingrad 8.11a, 8.11b")
def test_enemy_next_to_a_town_closes_it_to_arrivals_but_not_to_supply():
    units = [arrival(infantry), rifle("0102")]
    state = build_position(strip(4, {3: ".A-"}), units)
    assert refusal(state, 0, "0103") == Refusal.ENTRY_INTERDICTED
    h = hex_named(state, "0104")
    assert hex_supply(state, int(Side.AXIS), h) == SupplyState.REGULAR
    rules = {"reinforcement.entry_blocked_by_adjacent_enemy": 0}
    assert refusal(build_position(strip(4, {3: ".A-"}), units, rules=rules), 0, "0103") == 0


@pytest.mark.rule("drive_on_stalingrad 8.1d")
def test_one_stack_enters_through_a_hex_each_phase():
    units = [arrival(rifle) for _ in range(9)] + [arrival(artillery) for _ in range(4)]
    state = build_position(strip(3, {1: ".N", 2: ".T"}), units, **SOVIET_MOVES)
    h = hex_named(state, "0101")
    for unit in [*range(8), 9, 10, 11]:
        assert enter_reinforcement(state, unit, h) == Refusal.OK
        place_aside(state, unit)
    assert refusal(state, 8, "0101") == Refusal.ENTRY_FULL
    assert refusal(state, 12, "0101") == Refusal.ENTRY_FULL
    assert refusal(state, 8, "0102") == Refusal.OK
    begin_phase(state, 1)
    assert refusal(state, 8, "0101") == Refusal.OK


def place_aside(state, unit):
    """Move a newcomer out of the way, as if it had marched on."""
    lift_unit(state, unit)
    place_unit(state, unit, hex_named(state, "0103"))


@pytest.mark.rule("drive_on_stalingrad 6.1a, 8.1d")
def test_full_hex_takes_no_newcomer():
    units = [arrival(rifle)] + [rifle("0101")] * 8
    state = build_position(strip(3, {1: ".N"}), units, **SOVIET_MOVES)
    assert refusal(state, 0, "0101") == Refusal.STACK_FULL


# --- how


@pytest.mark.rule("drive_on_stalingrad 8.2b, 8.3b, 8.1e, 8.1g, 2.13a, 2.13c")
def test_newcomer_enters_at_full_strength_and_pays_for_its_hex():
    units = [arrival(infantry, steps=0), arrival(infantry, steps=0)]
    state = build_position(strip(4, {4: ".A-", 3: "hT-"}), units)
    assert enter_reinforcement(state, 0, hex_named(state, "0104")) == Refusal.OK
    assert state.units[0].mp_left == 3
    assert enter_reinforcement(state, 1, hex_named(state, "0103")) == Refusal.OK
    assert state.units[1].mp_left == 2
    assert [int(unit.steps) for unit in state.units] == [2, 2]
    assert [int(unit.status) for unit in state.units] == [Status.ON_MAP] * 2
    assert state.events[0].kind == EventKind.ARRIVED
    assert not can_enter(state, 0, hex_named(state, "0104"))


@pytest.mark.rule("drive_on_stalingrad 3.2i")
@pytest.mark.parametrize(("turn", "army"), [(2, "AXIS_17A"), (4, "AXIS_17A"), (5, "NONE")])
def test_early_german_newcomer_joins_the_army_of_its_entry_hex(turn, army):
    units = [arrival(infantry, 2, army=Army.AXIS_2A)]
    state = build_position(
        strip(3, {3: ".A-"}),
        units,
        areas={"0103": Army.AXIS_17A},
        game_turn=turn,
        frozen=[Army.AXIS_17A] if turn < 5 else [],
    )
    enter_reinforcement(state, 0, hex_named(state, "0103"))
    assert state.units[0].army == Army[army]


@pytest.mark.rule("drive_on_stalingrad 8.2c, 8.1g, 8.3b")
def test_newcomers_enter_before_and_after_other_moves_and_march_on():
    units = [arrival(infantry), arrival(infantry), panzer("0104")]
    state = build_position([*strip(8, {8: ".A-"}), *clear_map(2, 8)], units)
    entry, ahead = hex_named(state, "0108"), hex_named(state, "0106")
    assert enter_reinforcement(state, 0, entry) == Refusal.OK
    assert move_unit(state, 2, hex_named(state, "0103")) == Refusal.OK
    assert enter_reinforcement(state, 1, entry) == Refusal.OK
    assert move_unit(state, 1, ahead) == Refusal.OK
    assert state.units[1].hex == ahead


@pytest.mark.rule("drive_on_stalingrad 3.2p, 8.3b")
def test_a_newcomer_that_joins_a_frozen_army_goes_no_farther():
    units = [arrival(rifle), rifle("0101", army=Army.SOVIET_9)]
    frozen = [Army.SOVIET_9]
    state = build_position(strip(4, {1: ".N"}), units, frozen=frozen, **SOVIET_MOVES)
    assert enter_reinforcement(state, 0, hex_named(state, "0101")) == Refusal.OK
    assert state.units[0].frozen_by == Army.SOVIET_9
    assert move_unit(state, 0, hex_named(state, "0102")) == Refusal.FROZEN


# --- the south


@pytest.mark.rule("drive_on_stalingrad 8.5f, 8.6d")
def test_any_number_of_soviet_units_may_march_from_map_to_map():
    units = [rifle("3303") for _ in range(6)] + [rifle("3402") for _ in range(2)]
    state = build_position([". . .N", ". . .S"], units, first_row=33, **SOVIET_MOVES)
    for unit in range(6):
        assert move_unit(state, unit, hex_named(state, "3403")) == Refusal.OK
    for unit in (6, 7):
        assert move_unit(state, unit, hex_named(state, "3302")) == Refusal.OK


def south(count=4, **more):
    pool = [rifle(None, traits=Trait.SOUTH_POOL, status=Status.POOL) for _ in range(count)]
    rows = [". .R-", ". .", ". .S"]
    return build_position(rows, pool, first_row=33, **(SOVIET_MOVES | more))


@pytest.mark.rule("drive_on_stalingrad 8.5d")
def test_south_opens_when_a_soviet_turn_begins_with_rostov_lost_and_stays_open():
    state = south()
    assert refusal(state, 0, "3501") == Refusal.SOUTH_CLOSED
    open_south(state)
    assert refusal(state, 0, "3501") == Refusal.OK
    state.ground[hex_named(state, "3301")].control = Side.SOVIET
    open_south(state)
    assert state.game.south_open == 1
    state = south(rules={"reinforcement.south_entry_latches": 0}, south_open=1)
    state.ground[hex_named(state, "3301")].control = Side.SOVIET
    open_south(state)
    assert state.game.south_open == 0


@pytest.mark.rule("drive_on_stalingrad 8.5d")
def test_south_stays_closed_while_rostov_holds():
    state = south()
    state.ground[hex_named(state, "3301")].control = Side.SOVIET
    open_south(state)
    assert state.game.south_open == 0
    assert draw_south_unit(state) == -1


@pytest.mark.rule("drive_on_stalingrad 8.5a, 8.5b, 8.5e")
def test_two_southern_divisions_enter_a_turn_and_ten_in_all():
    state = south(12, south_open=1)
    h = hex_named(state, "3501")
    entered = []
    for _ in range(6):
        next_soviet_movement(state)
        for _ in range(3):
            unit = draw_south_unit(state)
            if unit >= 0 and enter_reinforcement(state, unit, h) == Refusal.OK:
                entered.append(unit)
                lift_unit(state, unit)
    assert state.game.south_entered == 10
    assert len(set(entered)) == 10


def next_soviet_movement(state):
    """Open the Soviet movement phase of the next game turn."""
    begin_game_turn(state)
    begin_player_turn(state, Side.AXIS)
    begin_player_turn(state, Side.SOVIET)
    begin_phase(state, 1)


@pytest.mark.rule("drive_on_stalingrad 8.5b, 5.5d")
def test_two_more_southern_divisions_may_enter_with_each_game_turn_but_not_with_each_phase():
    state = south(6, south_open=1)
    h = hex_named(state, "3501")

    def enter_all():
        answers = [Refusal(enter_reinforcement(state, unit, h)) for unit in range(6)]
        return [unit for unit, answer in enumerate(answers) if answer == Refusal.OK]

    next_soviet_movement(state)
    assert enter_all() == [0, 1]
    assert refusal(state, 2, "3501") == Refusal.SOUTH_LIMIT
    state.game.phase_order = PhaseOrder.MOVE_MOVE
    begin_phase(state, 0)
    assert enter_all() == [], "two movement phases are one game turn"
    next_soviet_movement(state)
    assert enter_all() == [2, 3]


@pytest.mark.rule("drive_on_stalingrad 8.5b")
def test_third_southern_division_of_a_turn_is_refused():
    state = south(3, south_open=1, south_entered_turn=2)
    assert draw_south_unit(state) == -1
    assert refusal(state, 0, "3501") == Refusal.SOUTH_LIMIT


@pytest.mark.rule("drive_on_stalingrad 8.5e")
def test_nobody_is_drawn_from_an_empty_southern_pool():
    assert draw_south_unit(south(0, south_open=1)) == -1


@pytest.mark.rule("drive_on_stalingrad 8.5c, 2.14e")
def test_southern_draw_differs_by_seed_and_repeats_for_one_seed():
    draws = []
    for seed in (1, 2, 3, 4, 5, 6):
        state = south(10, south_open=1, seed=seed)
        assert draw_south_unit(state) == draw_south_unit(state)
        draws.append(draw_south_unit(state))
    assert len(set(draws)) > 1


@pytest.mark.rule("drive_on_stalingrad 8.5a")
def test_southern_divisions_do_not_enter_in_the_north():
    rows = [".N .R-", ". .", ". .S"]
    pool = [rifle(None, traits=Trait.SOUTH_POOL, status=Status.POOL)]
    state = build_position(rows, pool, first_row=33, south_open=1, **SOVIET_MOVES)
    assert refusal(state, 0, "3302") == Refusal.NOT_AN_ENTRY_HEX


@pytest.mark.rule("drive_on_stalingrad 9.18c, 9.18d, 9.18h")
def test_southern_newcomer_at_a_port_comes_by_sea():
    rows = [". .R-", ". .", ". .SP"]
    pool = [rifle(None, traits=Trait.SOUTH_POOL, status=Status.POOL) for _ in range(2)]
    more = {"south_open": 1} | SOVIET_MOVES
    state = build_position(rows, pool, first_row=33, **more)
    assert enter_reinforcement(state, 0, hex_named(state, "3501")) == Refusal.OK
    assert state.game.sea_moves == 1
    assert refusal(state, 1, "3501") == Refusal.SEA_LIMIT
    state = build_position(rows, pool, first_row=33, sea_block=1, **more)
    assert refusal(state, 0, "3501") == Refusal.SEA_BLOCKED
    rules = {"movement.port_entry_counts_as_sea": 0}
    state = build_position(rows, pool, first_row=33, rules=rules, sea_block=1, **more)
    assert refusal(state, 0, "3501") == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 8.3b")
def test_unit_may_not_enter_where_its_terrain_is_closed():
    units = [arrival(tank_corps), arrival(rifle)]
    state = build_position(strip(3, {1: ".N", 2: "mT"}), units, **SOVIET_MOVES)
    assert refusal(state, 0, "0102") == Refusal.HEX_CLOSED
    assert refusal(state, 1, "0102") == Refusal.OK
