"""German divisions march as one body."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.invariants import find_faults
from balance.games.army_group_south.state import State
from balance.games.army_group_south.turn import begin_phase
from balance.games.army_group_south.vocabulary import AXIS, Phase
from balance.staff.desk import Desk
from tests.games.army_group_south.positions import Unit, build_position, grenadier, infantry, panzer
from tests.games.text_maps import hex_named
from tests.staff.army_group_south.craft import hold_line, strike_in_bodies
from tests.staff.army_group_south.war_desks import BOARD, ENEMIES, open_desk


def open_board(units: list[Unit], **desk: object) -> tuple[State, Desk]:
    """What the Germans see before their movement."""
    state = build_position(BOARD, [*units, *ENEMIES], phase=Phase.AXIS_MOVEMENT)
    begin_phase(state, np.int64(Phase.AXIS_MOVEMENT))
    return state, open_desk(state, AXIS, **desk)  # type: ignore[arg-type]


def hexes_of(state: State, count: int) -> list[int]:
    """Hexes of the first units."""
    return [int(state.units[u].hex) for u in range(count)]


@pytest.mark.rule("army_group_south 19.5")
def test_regiments_apart_come_together_to_hold_the_line():
    state, desk = open_board([grenadier("0209"), grenadier("0412"), panzer("0510")])
    hold_line(state, desk, AXIS)
    assert len(set(hexes_of(state, 3))) == 1
    assert not find_faults(state)


@pytest.mark.rule("army_group_south 19.5")
def test_regiments_apart_come_together_on_the_way_to_their_objective():
    state, desk = open_board(
        [grenadier("0218"), grenadier("0418"), panzer("0519")],
        strike="0312",
        strikers=(0, 1, 2),
        risk=0.0,
        supply_need=0.0,
    )
    before = int(desk.fields[0, 0, hex_named(state, "0218")])
    strike_in_bodies(state, desk, AXIS)
    there = hexes_of(state, 3)
    assert len(set(there)) == 1
    assert desk.fields[0, 0, there[0]] < before, "nearer than the foremost was"


@pytest.mark.rule("army_group_south 19.5")
def test_who_is_too_far_away_is_not_waited_for():
    state, desk = open_board([grenadier("0209"), panzer("0410"), grenadier("0329")])
    hold_line(state, desk, AXIS)
    near, also, far = hexes_of(state, 3)
    assert near == also != far


@pytest.mark.rule("army_group_south 19.5")
def test_a_division_that_nobody_wants_where_it_stands_goes_to_where_it_is_wanted():
    state, desk = open_board([grenadier("0329"), grenadier("0329"), panzer("0329")])
    hold_line(state, desk, AXIS)
    there = hexes_of(state, 3)
    assert len(set(there)) == 1
    assert int(state.hexes[there[0]].x2) != int(state.hexes[hex_named(state, "0329")].x2)
    assert not find_faults(state)


@pytest.mark.rule("army_group_south 7.0, 19.5")
def test_a_division_meets_where_there_is_room_for_it():
    full = [infantry("0310"), infantry("0310")]
    state, desk = open_board([grenadier("0309"), panzer("0311"), *full])
    hold_line(state, desk, AXIS)
    assert len(set(hexes_of(state, 2))) == 1
    assert int(state.ground["stack"].max()) <= 3
    assert not find_faults(state)


@pytest.mark.rule("army_group_south 19.5")
def test_regiments_of_two_divisions_do_not_wait_for_each_other():
    state, desk = open_board(
        [panzer("0218"), panzer("0422", division=2)],
        strike="0305",
        strikers=(0, 1),
    )
    before = hexes_of(state, 2)
    strike_in_bodies(state, desk, AXIS)
    assert hexes_of(state, 2) == before, "neither has anybody to meet"
