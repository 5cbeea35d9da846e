"""The invariants notice what must not be: each is broken by hand and must be told."""

from __future__ import annotations

import pytest

from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.vocabulary import Mode, Side
from tests.games.army_group_south.positions import (
    build_position,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
)
from tests.games.text_maps import hex_named

ROWS = [". . . . .", ". . . . .", ". . . . ."]
TANKS, RIFLES, STAFF, CORPS = range(4)


def position():
    units = [panzer("0205"), rifle("0202"), headquarters("0201"), tank_corps("0302")]
    return build_position(ROWS, units)


def test_a_sound_position_has_no_faults():
    assert find_faults(position()) == []


@pytest.mark.rule("army_group_south 8.11")
def test_zones_that_nobody_has_are_noticed():
    state = position()
    state.zones[0, hex_named(state, "0301")] += 1
    assert any(fault.endswith("is controlled 1 times by AXIS") for fault in find_faults(state))


@pytest.mark.rule("army_group_south 7.0, 11.22, 19.8")
@pytest.mark.parametrize(
    ("units", "told"),
    [
        ([infantry("0205") for _ in range(9)], "holds 9 combat units"),
        ([headquarters("0201") for _ in range(9)], "holds 9 headquarters"),
        ([headquarters("0201"), *(rifle("0201") for _ in range(8))], "9 units with a headq"),
        ([tank_corps("0201"), rifle("0201")], "holds a corps and another large unit"),
    ],
)
def test_overstacked_hexes_are_noticed(units, told):
    faults = find_faults(build_position(ROWS, units), phase_closed=True)
    assert any(told in fault for fault in faults)


@pytest.mark.rule("army_group_south 21.0, 21.3")
def test_modes_that_were_not_taken_by_the_rule_are_noticed():
    state = position()
    state.units[STAFF].mode = Mode.DEFENSIVE
    assert any("1 headquarters changed over, not counted" in f for f in find_faults(state))
    state.units[STAFF].always_offensive = 1
    assert any(fault.endswith("is in defensive mode") for fault in find_faults(state))


@pytest.mark.rule("army_group_south 25.3")
def test_a_hex_held_by_one_side_for_the_other_is_noticed():
    state = position()
    h = hex_named(state, "0202")
    state.ground["control"][h] = 1 - state.ground["control"][h]
    told = "is occupied by one side and controlled by the other"
    assert any(fault.endswith(told) for fault in find_faults(state))


@pytest.mark.rule("army_group_south 25.3")
def test_who_only_set_up_in_a_hex_may_hold_it_without_control_by_a_variant():
    units = [panzer("0205"), rifle("0202")]
    state = build_position(ROWS, units, rules={"victory.set_up_enters": 0})
    assert state.ground["control"][hex_named(state, "0202")] != Side.SOVIET
    assert find_faults(state) == []


@pytest.mark.rule("army_group_south 9.61, 25.2, 25.3")
def test_losses_that_nobody_suffered_are_noticed():
    state = position()
    state.game.axis_steps_lost += 1
    assert any("AXIS lost 0 steps and 0 units, not what is" in f for f in find_faults(state))
    state = position()
    state.game.vp_axis += 3
    assert any("SOVIET losses are worth 0 points, but 3" in f for f in find_faults(state))
