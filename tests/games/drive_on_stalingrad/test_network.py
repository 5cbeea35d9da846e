"""Additions to the supply network and the aerial supply marker."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.network import (
    add_to_network,
    check_network_addition,
    lift_aerial_marker,
    list_network_candidates,
    place_aerial_marker,
)
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.supply import mark_supply_dirty, supply_state
from balance.games.drive_on_stalingrad.vocabulary import (
    EventKind,
    Phase,
    Side,
    SupplyState,
)
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    hex_named,
    panzer,
    rifle,
    strip,
)

AXIS, SOVIET = int(Side.AXIS), int(Side.SOVIET)


def german_start(special, units=(), **more):
    """A German player turn has just begun; towns under German units or marked '-' are German."""
    return build_position(strip(20, {20: ".A-"} | special), units, phase=Phase.AXIS_START, **more)


def take(state, *names):
    """Give captured towns to the German side, outside its network."""
    for name in names:
        ground = state.ground[hex_named(state, name)]
        ground.control, ground.network_soviet = AXIS, 0
    for side in (AXIS, SOVIET):
        mark_supply_dirty(state, side)


@pytest.mark.rule("drive_on_stalingrad 7.14c, 7.14d")
def test_captured_town_in_reach_joins_and_carries_supply():
    state = german_start({13: ".T"}, [panzer("0106")])
    take(state, "0113")
    assert supply_state(state, 0) == SupplyState.OUT
    assert add_to_network(state, AXIS, hex_named(state, "0113")) == Refusal.OK
    assert supply_state(state, 0) == SupplyState.REGULAR
    assert state.events[0].kind == EventKind.NETWORK_ADDED


@pytest.mark.rule("drive_on_stalingrad 7.14c, 7.14f")
def test_second_addition_of_a_player_turn_is_refused():
    state = german_start({13: ".T", 15: ".T"})
    take(state, "0113", "0115")
    add_to_network(state, AXIS, hex_named(state, "0113"))
    again = check_network_addition(state, AXIS, hex_named(state, "0115"))
    assert again == Refusal.NETWORK_LIMIT


@pytest.mark.rule("drive_on_stalingrad 7.14c")
@pytest.mark.parametrize(
    ("side", "answer"), [("axis", Refusal.NETWORK_FORBIDDEN), ("soviet", Refusal.OK)]
)
def test_a_restriction_forbids_additions_to_one_side_alone(side, answer):
    forbidden = {f"restriction.network_additions_{side}": 0}
    state = german_start({13: ".T"}, rules=forbidden)
    take(state, "0113")
    assert add_to_network(state, AXIS, hex_named(state, "0113")) == answer


@pytest.mark.rule("drive_on_stalingrad 7.14d")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("0116", Refusal.NOT_A_TOWN),
        ("0115", Refusal.NOT_CONTROLLED),
        ("0112", Refusal.NO_LINK),
        ("0114", Refusal.ALREADY_IN_NETWORK),
        ("0120", Refusal.ALREADY_IN_NETWORK),
    ],
)
def test_addition_is_refused_with_the_reason(name, reason):
    special = {15: ".T", 14: ".T-", 12: ".T"}
    state = german_start(special, sides={("0112", "0113"): "blocked"})
    take(state, "0112")
    assert check_network_addition(state, AXIS, hex_named(state, name)) == reason


@pytest.mark.rule("drive_on_stalingrad 7.14d, 7.12d")
def test_enemy_unit_on_the_way_bars_an_addition():
    state = german_start({13: ".T"}, [rifle("0116")])
    take(state, "0113")
    refusal = check_network_addition(state, AXIS, hex_named(state, "0113"))
    assert refusal == Refusal.NO_LINK


@pytest.mark.rule("drive_on_stalingrad 7.14c, 7.14g")
def test_additions_belong_to_the_start_of_the_own_player_turn():
    state = german_start({13: ".T"})
    take(state, "0113")
    h = hex_named(state, "0113")
    for phase in (Phase.AXIS_FIRST, Phase.SOVIET_START, Phase.TURN_END):
        state.game.phase = phase
        assert check_network_addition(state, AXIS, h) == Refusal.WRONG_PHASE
    state.game.game_turn += 3
    state.game.phase = Phase.AXIS_START
    assert check_network_addition(state, AXIS, h) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 7.18a")
def test_captured_soviet_source_can_be_made_an_intermediate_one():
    state = german_start({13: ".N"}, [panzer("0106")])
    take(state, "0113")
    assert add_to_network(state, AXIS, hex_named(state, "0113")) == Refusal.OK
    assert supply_state(state, 0) == SupplyState.REGULAR


@pytest.mark.rule("drive_on_stalingrad 7.14d, 7.13c")
def test_southern_german_town_needs_a_line_through_rostov():
    rows = [".A- . . .", ". . . .T"]
    state = build_position(rows, first_row=33, phase=Phase.AXIS_START)
    take(state, "3401")
    assert check_network_addition(state, AXIS, hex_named(state, "3401")) == Refusal.NO_LINK
    rows = [".A- . .R .", ". . . .T"]
    state = build_position(rows, first_row=33, phase=Phase.AXIS_START)
    take(state, "3401")
    assert check_network_addition(state, AXIS, hex_named(state, "3401")) == Refusal.OK


@pytest.mark.rule("drive_on_stalingrad 7.14d")
def test_soviets_add_a_german_town_they_hold():
    state = build_position(strip(9, {1: ".N", 6: ".T-"}), phase=Phase.SOVIET_START)
    ground = state.ground[hex_named(state, "0106")]
    ground.control, ground.network_axis = SOVIET, 0
    assert add_to_network(state, SOVIET, hex_named(state, "0106")) == Refusal.OK
    assert ground.network_soviet == 1


@pytest.mark.rule("drive_on_stalingrad 7.14d")
def test_candidates_are_listed():
    state = german_start({18: ".T", 14: ".T", 5: ".T"})
    take(state, "0118", "0114", "0105")
    out = np.zeros(9, np.int64)
    count = list_network_candidates(state, AXIS, out)
    expected = {hex_named(state, "0118"), hex_named(state, "0114")}
    assert set(out[:count].tolist()) == expected


@pytest.mark.rule("drive_on_stalingrad 7.6d, 7.6a")
def test_marker_serves_one_hex_a_game_turn_at_once():
    state = build_position(strip(5, {}), [panzer("0103")], phase=Phase.SOVIET_SECOND)
    assert place_aerial_marker(state, hex_named(state, "0103")) == Refusal.OK
    assert supply_state(state, 0) == SupplyState.AERIAL
    assert place_aerial_marker(state, hex_named(state, "0101")) == Refusal.AERIAL_USED
    lift_aerial_marker(state)
    assert supply_state(state, 0) == SupplyState.OUT
    assert place_aerial_marker(state, hex_named(state, "0101")) == Refusal.AERIAL_USED


@pytest.mark.rule("drive_on_stalingrad 7.6a, 7.6d")
def test_no_marker_without_one_in_the_rules_or_off_the_map():
    state = build_position(strip(5, {}), rules={"air.aerial_supply_markers": 0})
    assert place_aerial_marker(state, 0) == Refusal.AERIAL_USED
    state = build_position(strip(5, {}))
    assert place_aerial_marker(state, 5) == Refusal.NO_SUCH_HEX
