"""Bridges: built where they pay, blown before the enemy, struck where enemies are fed over them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.games.stalingrad_1942.air import air_units
from balance.games.stalingrad_1942.bridges import add_bridge
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.supply import trace_supply
from balance.games.stalingrad_1942.vocabulary import AirTask, Hexside, Mobility, Phase, Side
from balance.kernel.hexes import direction_to
from balance.staff.desk import MISSION, Desk, Posture, Sizes, new_desk
from balance.staff.stalingrad_1942.aircraft import conduct_air
from balance.staff.stalingrad_1942.bridges import blow_bridges, bridge_rivers
from balance.staff.stalingrad_1942.choices import BRIDGE_STRIKES, BRIDGING
from balance.staff.stalingrad_1942.followers import move_followers
from balance.staff.stalingrad_1942.guns import fire_alone
from tests.games.stalingrad_1942.positions import build_position, guns, regiment, rifles, staff
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


def direction(state: State, near: str, there: str) -> np.int64:
    return np.int64(direction_to(state.neighbour, hex_named(state, near), hex_named(state, there)))


def is_bridged(state: State) -> bool:
    d = direction(state, NEAR, FAR_BANK)
    return bool(state.hexside[hex_named(state, NEAR), d] & Hexside.BRIDGE)


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


@pytest.mark.rule("stalingrad_1942 17.3")
@pytest.mark.parametrize(("near_by", "threat"), [(True, 0.0), (False, 50.0)])
def test_no_bridge_is_begun_beside_another_or_to_be_blown(near_by: bool, threat: float) -> None:
    state = on_the_don(bridge=False)
    desk = desk_for(state)
    desk.fields[0, :, hex_named(state, NEAR)] = PART * 20
    desk.threat[hex_named(state, FAR_BANK)] = threat
    if near_by:
        add_bridge(state, hex_named(state, "0302"), np.int64(0), np.int64(1))
    bridge_rivers(state, desk, np.int64(0))
    assert state.units[2].bridge_side == 0


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


# --- bridges that troops are fed over


TWO_ROWS = [". . . . . . . . .E", ". . . . . . . . .E"]
BANKS = [("0102", "0103"), ("0202", "0203"), ("0202", "0103")]


def bridgehead(
    *others: dict[str, Any], troops: int = 4, bridges: int = 1, phase: Phase = Phase.AXIS_AIR
) -> State:
    """Soviet rifles, 6 factors each, who are fed from the east over so many bridges of the Don."""
    sides = {pair: "major_river" + "|bridge" * (i < bridges) for i, pair in enumerate(BANKS)}
    units = [*others, *(rifles(f"010{3 + i // 2}") for i in range(troops))]
    return build_position(TWO_ROWS, units, sides=sides, phase=phase)


def ordered(state: State, choice: int, chosen: bool = True) -> Desk:
    """A desk whose plan makes one choice."""
    desk = new_desk(len(state.ground) - 1, len(state.units), 1, Sizes(classes=4, marks=6))
    desk.crew[MISSION, :] = -1
    desk.order[:] = 0
    desk.order[choice] = chosen
    return desk


LIFELINES = pytest.mark.parametrize(
    ("position", "chosen", "strikes"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"bridges": 2}, True, False),
        ({"troops": 3}, True, False),
    ],
    ids=["all", "not wanted", "two bridges", "few troops"],
)


@pytest.mark.rule("stalingrad_1942 10.14, 14.18, 17.2")
@LIFELINES
def test_all_air_units_strike_the_bridge_that_many_enemies_are_fed_over(
    position: dict[str, int], chosen: bool, strikes: bool
) -> None:
    state = bridgehead(regiment("0109"), **position)
    trace_supply(state, np.int64(1))
    before = state.supply.copy(), state.line_steps.copy(), state.hexside.copy()
    conduct_air(state, ordered(state, BRIDGE_STRIKES, chosen), np.int64(0))
    own = state.air[: air_units(state, np.int64(0))]
    assert {int(wing.task) == AirTask.STRIKE_BRIDGE for wing in own} == {strikes}
    after = state.supply, state.line_steps, state.hexside
    assert all(np.array_equal(was, now) for was, now in zip(before, after, strict=True))


@pytest.mark.rule("stalingrad_1942 17.2")
@LIFELINES
def test_guns_in_range_of_such_a_bridge_fire_at_it(
    position: dict[str, int], chosen: bool, strikes: bool
) -> None:
    state = bridgehead(guns("0106"), guns("0109"), phase=Phase.AXIS_COMBAT, **position)
    fire_alone(state, ordered(state, BRIDGE_STRIKES, chosen), np.int64(0))
    assert [int(gun.attacked) for gun in state.units[:2]] == [int(strikes), 0]


@pytest.mark.rule("stalingrad_1942 17.3")
def test_a_headquarters_builds_a_bridge_again_that_would_feed_many_and_stays_there() -> None:
    state = bridgehead(
        staff("0201", side=Side.SOVIET), bridges=1, phase=Phase.SOVIET_MOVEMENT, troops=4
    )
    add_bridge(state, hex_named(state, "0102"), direction(state, *BANKS[0]), np.int64(0))
    desk = ordered(state, BRIDGING)
    move_followers(state, desk, np.int64(1))
    assert state.units[0].hex == hex_named(state, "0102")
    state.units[0].moved = 0  # as the next turn begins
    bridge_rivers(state, desk, np.int64(1))
    move_followers(state, desk, np.int64(1))
    assert state.units[0].hex == hex_named(state, "0102")
    assert state.units[0].bridge_side != 0
