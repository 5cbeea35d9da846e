"""The debug check finds what is wrong and nothing else."""

from __future__ import annotations

import pytest

from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.invariants import find_faults
from balance.games.drive_on_stalingrad.stacks import place_unit
from balance.games.drive_on_stalingrad.supply import refresh_supply
from balance.games.drive_on_stalingrad.victory import remove_from_play
from balance.games.drive_on_stalingrad.vocabulary import Army, Side, Status
from tests.games.drive_on_stalingrad.positions import (
    artillery,
    build_position,
    hex_named,
    infantry,
    panzer,
    rifle,
    satellite,
    strip,
)

ROWS = strip(9, {9: ".A-", 8: ".T-", 4: ".TV", 1: ".N"})


def position():
    return build_position(
        ROWS, [panzer("0106"), panzer("0106"), rifle("0103"), artillery("0103"), rifle("0102")]
    )


def test_sound_positions_have_no_faults():
    state = position()
    assert find_faults(state) == []
    enter_hex(state, 0, hex_named(state, "0105"))
    enter_hex(state, 0, hex_named(state, "0104"))
    remove_from_play(state, 4, -1, True)
    remove_from_play(state, 1, -1, False)
    refresh_supply(state, int(Side.AXIS))
    refresh_supply(state, int(Side.SOVIET))
    assert find_faults(state) == []


def spoil_list(state):
    state.units[0].hex = hex_named(state, "0105")


def spoil_counter(state):
    state.ground[hex_named(state, "0103")].stack = 5


def spoil_occupant(state):
    state.ground[hex_named(state, "0103")].occupant = Side.AXIS


def spoil_empty(state):
    state.ground[hex_named(state, "0105")].occupant = Side.SOVIET


def spoil_sides(state):
    state.units[4].side = Side.AXIS


def spoil_status(state):
    state.units[0].status = Status.AWAITING


def spoil_steps(state):
    state.units[0].steps = 3


def spoil_freeze(state):
    state.units[2].frozen_by = Army.SOVIET_9


def spoil_control(state):
    state.ground[hex_named(state, "0103")].control = Side.AXIS


def spoil_network(state):
    state.ground[hex_named(state, "0104")].network_axis = 1


def spoil_line(state):
    state.ground[hex_named(state, "0106")].line_intact = 1


def spoil_vp(state):
    state.game.vp = 2


def spoil_vp_hexes(state):
    state.game.vp_hexes = 1


def spoil_awards(state):
    state.game.oos_kills = 20


def spoil_losses(state):
    state.game.soviet_units_lost = 1


def spoil_step_losses(state):
    state.game.axis_steps_lost = 1


def spoil_supply(state):
    refresh_supply(state, int(Side.AXIS))
    state.supply[0, hex_named(state, "0107")] = 5


def spoil_log(state):
    state.game.event_count = 99_999


@pytest.mark.parametrize(
    "spoil",
    [value for name, value in sorted(globals().items()) if name.startswith("spoil_")],
    ids=lambda spoil: spoil.__name__,
)
def test_every_kind_of_fault_is_found(spoil):
    state = position()
    spoil(state)
    faults = find_faults(state)
    assert faults
    assert all(fault.startswith("game turn 5: ") for fault in faults)


def test_overstacked_and_mixed_hexes_are_found():
    state = build_position(ROWS, [infantry("0106"), satellite("0106")])
    assert any("mixes nationalities" in fault for fault in find_faults(state, phase_closed=True))
    assert find_faults(state) == []
    state.game.ended = 1
    assert find_faults(state, phase_closed=True) == [], "the phase was not played to its end"
    spared = build_position(
        ROWS, [infantry("0106"), satellite("0106")], rules={"stacking.grace_penalty": "none"}
    )
    assert find_faults(spared, phase_closed=True) == []
    state = build_position(ROWS, [rifle("0103")] * 9 + [artillery("0103")] * 4)
    faults = find_faults(state)
    assert any("holds 9 units" in fault for fault in faults)
    assert any("holds 4 artillery" in fault for fault in faults)


@pytest.mark.rule("drive_on_stalingrad 4.4")
def test_a_game_that_goes_on_after_it_is_won_is_found():
    state = position()
    state.game.vp = state.rules.victory_vp_to_win
    told = f"play goes on with {state.game.vp} points"
    assert any(told in fault for fault in find_faults(state))
    state.game.ended = 1
    assert not any(told in fault for fault in find_faults(state))


def test_faults_name_hex_and_unit():
    state = position()
    state.units[0].steps = 0
    place_unit(state, 4, hex_named(state, "0107"))
    faults = find_faults(state, ["24 Pz", "GD", "46 Rif", "A", "B"])
    assert any("unit 24 Pz has 0 of 2 steps" in fault for fault in faults)
    assert any("hex 0102" in fault or "hex 0107" in fault for fault in faults)


def test_an_eliminated_unit_with_steps_and_a_full_log_are_found():
    state = position()
    state.units[1].status = Status.ELIMINATED
    state.game.battle_count = len(state.battles) + 1
    faults = find_faults(state)
    assert any("steps and status ELIMINATED" in fault for fault in faults)
    assert any("a log is full: 0 events, " in fault for fault in faults)
