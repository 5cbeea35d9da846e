"""The debug check finds what is wrong, and names hex or unit."""

from __future__ import annotations

import pytest

from balance.games.stalingrad_1942.invariants import find_faults
from balance.games.stalingrad_1942.vocabulary import Hexside, Phase, Status
from tests.games.stalingrad_1942.positions import build_position, guns, regiment, rifles, staff
from tests.games.text_maps import hex_named, strip

ROW = strip(9, {5: ".W"})


@pytest.fixture
def state():
    units = [regiment("0109"), guns("0109"), staff("0109"), rifles("0103", dug_in=1)]
    sides = {("0107", "0106"): "major_river|bridge"}
    return build_position(ROW, units, sides=sides)


def test_a_sound_position_has_no_faults(state):
    assert find_faults(state, phase_closed=True) == []


@pytest.mark.rule("stalingrad_1942 6.11")
def test_zones_that_follow_from_nobody_are_found(state):
    state.zones[0, hex_named(state, "0105")] = 1
    assert any("controls it 1 times" in fault for fault in find_faults(state))


@pytest.mark.rule("stalingrad_1942 4.21, 6.21")
def test_a_hex_that_stops_nobody_is_found(state):
    state.blocked[0, hex_named(state, "0103")] = 0
    assert any("stops side 0" in fault for fault in find_faults(state))


@pytest.mark.rule("stalingrad_1942 5.0, 11.23")
def test_wrong_counts_and_crowds_are_found(state):
    h = hex_named(state, "0109")
    state.ground[h].stack = 4
    found = find_faults(state, phase_closed=True)
    assert any("counts" in fault for fault in found)
    assert any("holds 4 combat units" in fault for fault in found)


def test_a_list_that_runs_in_a_circle_is_found(state):
    first = state.ground[hex_named(state, "0109")].first
    state.units[state.units[first].next].next = first
    assert any("twice" in fault for fault in find_faults(state))


@pytest.mark.rule("stalingrad_1942 7.35, 14.21")
def test_dead_units_with_steps_and_marks_out_of_bounds_are_found(state):
    state.units[3].status = Status.ELIMINATED
    state.units[0].unsupplied = 4
    found = find_faults(state)
    assert any("status ELIMINATED" in fault for fault in found)
    assert any("out of its bounds" in fault for fault in found)


@pytest.mark.rule("stalingrad_1942 9.12, 9.13")
def test_works_where_none_can_be_are_found(state):
    state.ground[hex_named(state, "0105")].works = 1
    assert any("field works" in fault for fault in find_faults(state))
    state.ground[hex_named(state, "0105")].works = 0
    state.ground[hex_named(state, "0101")].works = 1
    assert any("field works" in fault for fault in find_faults(state, phase_closed=True))


@pytest.mark.rule("stalingrad_1942 4.31, 14.18")
@pytest.mark.parametrize("table", ["cost", "line_steps"])
def test_sides_that_are_passed_otherwise_than_the_map_says_are_found(state, table):
    state.game.phase = Phase.SUPPLY
    assert find_faults(state, phase_closed=True) == []
    getattr(state, table)[..., hex_named(state, "0105"), 0] = 9
    assert any("isn't passed" in fault for fault in find_faults(state, phase_closed=True))


@pytest.mark.rule("stalingrad_1942 17.1")
def test_bridges_that_lead_one_way_are_found(state):
    h = hex_named(state, "0107")
    d = int(state.bridges[0].direction)
    state.hexside[state.bridges[0].hex, d] ^= Hexside.BRIDGE
    assert any("one way" in fault for fault in find_faults(state))
    assert h in (state.bridges[0].hex, state.neighbour[state.bridges[0].hex, d])
