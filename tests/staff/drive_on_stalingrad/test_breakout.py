"""Units cut off go for supply while there is a road, and hold where they are when there is none."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import SOVIET
from balance.kernel.hexes import distance
from balance.staff.drive_on_stalingrad.conduct import conduct_movement
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    panzer,
    rifle,
)
from tests.staff.drive_on_stalingrad.desks import SOVIET_MOVES, open_desk, places, ring_of, strike

#: Supply of both sides is at the two ends; a Soviet line reaches seven hexes, to column 08.
BOARD = change_cell(change_cell(clear_map(9, 16), 5, 16, ".A-"), 5, 1, ".N")


def away(state: State, unit: int) -> int:
    """Hexes from a unit to the Soviet source."""
    here, there = state.hexes[state.units[unit].hex], state.hexes[hex_named(state, "0501")]
    return int(distance(here.row, here.x2, there.row, there.x2))


def play(state: State, **fields: dict[str, int]) -> State:
    """Move the Soviets, with a line to hold in the west."""
    conduct_movement(state, open_desk(state, SOVIET, stand_off=1.0, **fields), SOVIET)
    return state


@pytest.mark.rule("drive_on_stalingrad 7.15")
@pytest.mark.parametrize(("start", "end"), [("0509", 7), ("0512", 9)])
def test_units_cut_off_march_to_supply_as_far_as_half_their_points_carry(start: str, end: int):
    state = build_position(BOARD, [rifle(start), panzer("0514")], **SOVIET_MOVES)
    assert away(play(state), 0) == end


def test_units_cut_off_go_round_the_enemy():
    block = [infantry(name) for name in ("0509", "0409", "0609")]
    state = build_position(BOARD, [rifle("0510"), *block], **SOVIET_MOVES)
    play(state)
    assert places(state, 0) != ["0510"], "too far for a turn, but it is on its way"


def test_units_in_a_closed_ring_stay_together():
    ring = [infantry(name) for name in ring_of(build_position(BOARD, []), "0511")]
    state = build_position(BOARD, [rifle("0511"), rifle("0511"), *ring], **SOVIET_MOVES)
    assert places(play(state), 0, 1) == ["0511", "0511"]


def test_units_that_strike_and_garrisons_are_left_to_their_tasks():
    state = build_position(BOARD, [rifle("0512"), rifle("0911"), panzer("0514")], **SOVIET_MOVES)
    desk = open_desk(state, SOVIET, strike("0514", 0), garrisons={"0911": 1}, supply_need=0.0)
    conduct_movement(state, desk, SOVIET)
    assert away(state, 0) >= 11
    assert places(state, 1) == ["0911"]
