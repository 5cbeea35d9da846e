"""Sea block, support of the panzers, and the flooding of the Manych."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.announcements import (
    block_sea,
    flood_manych,
    support_panzers,
)
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.turn import begin_game_turn
from balance.games.drive_on_stalingrad.vocabulary import EventKind, Phase, Side, SupplyState
from tests.games.drive_on_stalingrad.positions import build_position, hex_named, strip

START = {"phase": Phase.TURN_START}


@pytest.mark.rule("drive_on_stalingrad 9.18h")
def test_both_aircraft_bar_the_sea_for_a_game_turn():
    state = build_position(strip(3, {}), **START)
    assert block_sea(state) == Refusal.OK
    assert (state.game.sea_block, state.game.aircraft) == (1, 0)
    assert (state.events[0].kind, state.events[0].value) == (EventKind.AIRCRAFT, 1)
    begin_game_turn(state)
    assert (state.game.sea_block, state.game.aircraft) == (0, 2)


@pytest.mark.rule("drive_on_stalingrad 9.18h")
def test_sea_block_comes_at_the_start_of_the_game_turn_or_not_at_all():
    state = build_position(strip(3, {}), phase=Phase.AXIS_START)
    assert block_sea(state) == Refusal.TOO_LATE
    state = build_position(strip(3, {}), aircraft=1, **START)
    assert block_sea(state) == Refusal.AIRCRAFT_SPENT


@pytest.mark.rule("drive_on_stalingrad 9.27b, 9.27c, 11.25c")
def test_aircraft_with_the_panzers_are_spent_for_the_game_turn():
    state = build_position(strip(3, {}), phase=Phase.AXIS_START)
    assert support_panzers(state) == Refusal.OK
    assert (state.game.schwerpunkt, state.game.aircraft) == (1, 0)
    assert support_panzers(state) == Refusal.AIRCRAFT_SPENT
    begin_game_turn(state)
    assert (state.game.schwerpunkt, state.game.aircraft) == (0, 2)


@pytest.mark.rule("drive_on_stalingrad 9.27b, 9.27c")
def test_aircraft_that_bar_the_sea_cannot_support_panzers():
    state = build_position(strip(3, {}), **START)
    block_sea(state)
    state.game.phase = Phase.AXIS_START
    assert support_panzers(state) == Refusal.AIRCRAFT_SPENT


@pytest.mark.rule("drive_on_stalingrad 9.27b")
def test_support_of_panzers_is_declared_at_the_start_of_the_player_turn():
    state = build_position(strip(3, {}), phase=Phase.AXIS_FIRST)
    assert support_panzers(state) == Refusal.TOO_LATE


@pytest.mark.rule("drive_on_stalingrad 11.25a, 11.25e")
def test_aircraft_come_back_each_game_turn_as_many_as_the_rules_say():
    state = build_position(strip(3, {}), aircraft=0, rules={"air.german_aircraft": 1})
    begin_game_turn(state)
    assert state.game.aircraft == 1


@pytest.mark.rule("drive_on_stalingrad 9.32a")
def test_manych_is_flooded_once_by_whoever_holds_a_sluice():
    state = build_position(strip(3, {3: ".M-", 2: ".M"}), **START)
    assert flood_manych(state) == Refusal.OK
    assert state.game.flood_turn == state.game.game_turn
    assert state.events[0].kind == EventKind.MANYCH_FLOODED
    begin_game_turn(state)
    assert flood_manych(state) == Refusal.FLOOD_USED


@pytest.mark.rule("drive_on_stalingrad 9.32a")
def test_no_flood_without_a_sluice_or_after_the_start_of_the_turn():
    state = build_position(strip(3, {3: ".M-"}), **START)
    assert flood_manych(state) == Refusal.FLOOD_HEX_LOST
    state = build_position(strip(3, {3: ".M"}), phase=Phase.AXIS_START)
    assert flood_manych(state) == Refusal.TOO_LATE


@pytest.mark.rule("drive_on_stalingrad 9.32b")
@pytest.mark.parametrize("blocks", [0, 1])
def test_flood_bars_supply_only_in_a_variant_and_for_one_turn(blocks):
    sides = {("0102", "0103"): "river|manych"}
    rules = {"supply.flooded_manych_blocks_supply": blocks}
    state = build_position(strip(3, {3: ".A-", 1: ".M"}), sides=sides, rules=rules, **START)
    h = hex_named(state, "0102")
    flood_manych(state)
    assert (hex_supply(state, int(Side.AXIS), h) == SupplyState.REGULAR) == (not blocks)
    begin_game_turn(state)
    assert hex_supply(state, int(Side.AXIS), h) == SupplyState.REGULAR
