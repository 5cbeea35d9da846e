"""Standing orders: what the staff tells the referee about choices within battles."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.vocabulary import Mode, Policy, Side
from tests.games.army_group_south.battles import AXIS_FIGHTS, attack, places, set_result
from tests.games.army_group_south.positions import (
    brigade,
    build_position,
    headquarters,
    infantry,
    panzer,
    rifle,
    tank_corps,
)
from tests.games.text_maps import hex_named
from tests.staff.army_group_south.craft import leave_standing_orders
from tests.staff.army_group_south.war_desks import open_desk

ROWS = [".X . . . . . . . .E"] * 7
KHARKOV = [*ROWS[:3], ".X . . .H20 . . . . .E", *ROWS[4:]]


def orders(units, side, rows=ROWS, **keywords):
    state = build_position(rows, [*units, headquarters("0401")], **AXIS_FIGHTS)
    desk = open_desk(state, side, **keywords)
    leave_standing_orders(state, desk, np.int64(side))
    return state


def value(state, side, name):
    return state.retreat_value[side, hex_named(state, name)]


@pytest.mark.rule("army_group_south 9.72")
def test_retreats_lead_away_from_the_enemy_and_into_supply():
    state = orders([infantry("0405"), rifle("0404")], Side.SOVIET)
    assert value(state, Side.SOVIET, "0402") > value(state, Side.SOVIET, "0403")
    assert value(state, Side.SOVIET, "0403") > value(state, Side.SOVIET, "0407")


@pytest.mark.rule("army_group_south 9.72")
def test_a_beaten_division_goes_back_to_its_own():
    state = orders([infantry("0405"), rifle("0404")], Side.SOVIET)
    set_result(state, 0, 2)
    attack(state, "0404", [0], advance=0)
    assert places(state)[1] in ("0402", "0203", "0603")  # three hexes from the enemy


@pytest.mark.rule("army_group_south 9.66, 25.3")
def test_kharkov_is_held_at_the_price_of_a_step_and_a_field_is_not():
    units = [infantry("0406"), infantry("0204"), tank_corps("0405")]
    state = orders(units, Side.AXIS, KHARKOV)
    assert state.hold_steps[Side.AXIS, hex_named(state, "0406")] >= 1
    assert state.hold_steps[Side.AXIS, hex_named(state, "0204")] == 0
    assert state.policy[Side.AXIS, Policy.DEFEND_STEPS] == 0


@pytest.mark.rule("army_group_south 9.67")
def test_brigades_are_lost_first_and_headquarters_last():
    units = [tank_corps("0404"), brigade("0404"), rifle("0304"), headquarters("0304")]
    state = orders(units, Side.SOVIET)
    corps, small, division, staff = state.units["loss_priority"][:4]
    assert small < division < staff
    assert small < corps < staff


@pytest.mark.rule("army_group_south 9.67")
def test_infantry_steps_go_before_those_of_panzers():
    state = orders([panzer("0405"), infantry("0405")], Side.AXIS)
    assert state.units[1].loss_priority < state.units[0].loss_priority


@pytest.mark.rule("army_group_south 21.0")
def test_strike_units_go_by_the_offensive_mode_where_both_reach_them():
    units = [rifle("0404"), rifle("0304")]
    state = orders(units, Side.SOVIET, strike="0409", strikers=(0,))
    assert state.units["mode_wish"][:2].tolist() == [Mode.OFFENSIVE, Mode.DEFENSIVE]
