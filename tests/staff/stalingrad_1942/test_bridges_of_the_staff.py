"""Bridges: built where strikers gain by them, blown before the enemy, left to strikers."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Hexside, Mobility
from balance.kernel.hexes import direction_to
from balance.staff.desk import MISSION, Desk, Posture, Sizes, new_desk
from balance.staff.stalingrad_1942.bridges import blow_bridges, bridge_rivers
from tests.games.stalingrad_1942.positions import build_position, regiment, staff
from tests.games.text_maps import hex_named

NEAR, FAR_BANK = "0304", "0404"


def on_the_don(bridge: bool) -> State:
    """A river between two hexes; troops on both banks, a headquarters on one."""
    side = "major_river|bridge" if bridge else "major_river"
    units = [regiment(NEAR), regiment(FAR_BANK), staff(NEAR)]
    return build_position(units=units, sides={(NEAR, FAR_BANK): side})


def desk_for(state: State) -> Desk:
    """A desk with one mission to strike, of nobody yet."""
    desk = new_desk(len(state.ground) - 1, len(state.units), 1, Sizes(classes=len(Mobility)))
    desk.posture[0] = Posture.STRIKE
    return desk


def is_bridged(state: State) -> bool:
    near, there = hex_named(state, NEAR), hex_named(state, FAR_BANK)
    d = direction_to(state.neighbour, near, there)
    return bool(state.hexside[near, d] & Hexside.BRIDGE)


@pytest.mark.rule("stalingrad_1942 17.3")
@pytest.mark.parametrize(("points", "begins"), [(20, True), (2, False)])
def test_a_headquarters_bridges_a_river_that_costs_strikers_a_detour(
    points: int, begins: bool
) -> None:
    state = on_the_don(bridge=False)
    desk = desk_for(state)
    desk.fields[0, :, hex_named(state, NEAR)] = PART * points
    bridge_rivers(state, desk, np.int64(0))
    assert (state.units[2].bridge_side != 0) == begins


@pytest.mark.rule("stalingrad_1942 17.1")
@pytest.mark.parametrize(
    ("threat", "strikes", "stands"), [(50.0, False, False), (1.0, False, True), (50.0, True, True)]
)
def test_a_bridge_that_cant_be_held_is_blown_but_not_under_strikers(
    threat: float, strikes: bool, stands: bool
) -> None:
    state = on_the_don(bridge=True)
    desk = desk_for(state)
    desk.threat[hex_named(state, FAR_BANK)] = threat
    desk.own_defense[hex_named(state, NEAR)] = 4.0
    if strikes:
        desk.crew[MISSION, 0] = 0
    blow_bridges(state, desk, np.int64(0))
    assert is_bridged(state) == stands
