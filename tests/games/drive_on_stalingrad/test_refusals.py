"""What the referee answers to acts that make no sense: of nobody, nowhere, after the end."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.assault import check_assault, check_attacker, make_assault
from balance.games.drive_on_stalingrad.mobile_assault import (
    NO_AIRCRAFT,
    check_mobile_assault,
    make_mobile_assault,
)
from balance.games.drive_on_stalingrad.movement import check_move, check_move_stack, move_stack
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.reinforcements import check_entry, enter_reinforcement
from balance.games.drive_on_stalingrad.sea import check_sea_move
from balance.games.drive_on_stalingrad.vocabulary import Army, Phase, PhaseOrder
from balance.games.drive_on_stalingrad.withdrawal import check_withdrawal, withdraw_units
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    hex_named,
    infantry,
    panzer,
    rifle,
    strip,
)

#: A German source in the west, a Soviet one in the east.
BOARD = change_cell(change_cell(clear_map(3, 6), 2, 6, ".A-"), 2, 1, ".N")
#: Units of the position by what they are.
TANKS, RIFLES, AWAITED, FOOT = range(4)
NOBODY, NOWHERE = -1, -1
ASSAULT = {"phase": Phase.AXIS_FIRST, "phase_order": PhaseOrder.ASSAULT_MOVE}
MARCH = {"phase": Phase.AXIS_FIRST, "phase_order": PhaseOrder.MOVE_ASSAULT}


def position(**game):
    units = [panzer("0204"), rifle("0203"), panzer(arrival_turn=1), infantry("0205")]
    return build_position(BOARD, units, **game)


def members(*units):
    return np.array(units, np.int64), len(units)


def target(state):
    return hex_named(state, "0203")


def assault(state, place, *units, act=check_assault):
    return Refusal(act(state, place, *members(*units), NO_AIRCRAFT))


def overrun(state, place, *units):
    return Refusal(check_mobile_assault(state, *members(*units), place))


@pytest.mark.rule("drive_on_stalingrad 5.1, 8.1, 9.23, 11.1")
def test_nothing_is_allowed_once_the_game_is_over():
    state = position(ended=1, **ASSAULT)
    assert assault(state, target(state), TANKS) == Refusal.GAME_OVER
    state = position(ended=1, **MARCH)
    assert overrun(state, target(state), TANKS) == Refusal.GAME_OVER
    assert check_move(state, TANKS, hex_named(state, "0104")) == Refusal.GAME_OVER
    assert check_entry(state, AWAITED, hex_named(state, "0104")) == Refusal.GAME_OVER
    assert enter_reinforcement(state, AWAITED, hex_named(state, "0104")) == Refusal.GAME_OVER


@pytest.mark.rule("drive_on_stalingrad 8.1, 8.7, 9.1, 9.5, 9.23, 11.1")
@pytest.mark.parametrize("unit", [NOBODY, 99])
def test_nobody_does_nothing(unit):
    state = position(**ASSAULT)
    assert check_attacker(state, unit, target(state)) == Refusal.NO_SUCH_UNIT
    state = position(**MARCH)
    north = hex_named(state, "0104")
    assert check_move(state, unit, north) == Refusal.NO_SUCH_UNIT
    assert check_move_stack(state, *members(), north) == Refusal.NO_SUCH_UNIT
    assert move_stack(state, *members(), north) == Refusal.NO_SUCH_UNIT
    assert overrun(state, target(state), unit) == Refusal.NO_SUCH_UNIT
    assert check_entry(state, unit, north) == Refusal.NO_SUCH_UNIT
    leaving = position(game_turn=6, phase=Phase.AXIS_START)
    assert check_withdrawal(leaving, *members(unit)) == Refusal.NO_SUCH_UNIT
    assert withdraw_units(leaving, *members(unit)) == Refusal.NO_SUCH_UNIT


@pytest.mark.rule("drive_on_stalingrad 8.1, 9.25, 11.1")
@pytest.mark.parametrize("place", [NOWHERE, 999])
def test_nothing_is_done_to_no_hex(place):
    assert assault(position(**ASSAULT), place, TANKS) == Refusal.NO_SUCH_HEX
    state = position(**MARCH)
    assert overrun(state, place, TANKS) == Refusal.NO_SUCH_HEX
    assert check_entry(state, AWAITED, place) == Refusal.NO_SUCH_HEX
    assert check_move(state, TANKS, place) == Refusal.OFF_MAP


@pytest.mark.rule("drive_on_stalingrad 8.7, 9.1, 9.23, 11.1")
def test_who_is_not_on_the_map_acts_not():
    state = position(**ASSAULT)
    assert check_attacker(state, AWAITED, target(state)) == Refusal.NOT_ON_MAP
    assert check_attacker(state, RIFLES, target(state)) == Refusal.WRONG_SIDE
    state = position(**MARCH)
    assert check_move(state, AWAITED, hex_named(state, "0104")) == Refusal.NOT_ON_MAP
    assert overrun(state, target(state), AWAITED) == Refusal.NOT_ON_MAP
    leaving = position(game_turn=6, phase=Phase.AXIS_START)
    assert check_withdrawal(leaving, *members(AWAITED)) == Refusal.NOT_ON_MAP


@pytest.mark.rule("drive_on_stalingrad 9.23, 11.1")
def test_what_is_refused_changes_nothing():
    state = position(**ASSAULT)
    assert assault(state, target(state)) == Refusal.NO_ATTACKERS
    assert assault(state, target(state), act=make_assault_of_all) == Refusal.NO_ATTACKERS
    state = position(**MARCH)
    assert overrun(state, target(state)) == Refusal.NO_ATTACKERS
    refused = make_mobile_assault(state, *members(), target(state))
    assert refused == Refusal.NO_ATTACKERS
    assert state.game.battle_count == 0


def make_assault_of_all(state, place, attackers, count, aircraft):
    return make_assault(state, place, attackers, count, aircraft, np.int64(0))


@pytest.mark.rule("drive_on_stalingrad 3.2, 9.1, 11.1")
def test_who_is_held_neither_moves_nor_attacks():
    units = [panzer("0204", army=Army.AXIS_6A), rifle("0203")]
    held = {"frozen": [Army.AXIS_6A], "game_turn": 1}
    state = build_position(BOARD, units, **held, **ASSAULT)
    assert check_attacker(state, 0, target(state)) == Refusal.ARMY_NOT_RELEASED
    state = build_position(BOARD, units, **held, **MARCH)
    assert overrun(state, target(state), 0) == Refusal.ARMY_NOT_RELEASED
    state = position(side=1, phase=Phase.SOVIET_SECOND, phase_order=PhaseOrder.ASSAULT_MOVE)
    state.units[RIFLES].frozen_by = Army.SOVIET_9
    assert check_move(state, RIFLES, hex_named(state, "0103")) == Refusal.FROZEN


@pytest.mark.rule("drive_on_stalingrad 9.1, 9.18, 9.23")
def test_nobody_moves_to_where_he_is_nor_attacks_twice_in_one_go():
    state = position(**MARCH)
    assert check_move(state, TANKS, hex_named(state, "0204")) == Refusal.SAME_HEX
    assert overrun(state, target(state), TANKS, TANKS) == Refusal.ALREADY_ASSAULTED
    state.units[TANKS].assaulted = 1
    assert overrun(state, target(state), TANKS) == Refusal.ALREADY_ASSAULTED
    ports = strip(3, {3: ".PS", 2: "w", 1: ".PS"})
    march = {"phase": Phase.SOVIET_SECOND, "phase_order": PhaseOrder.ASSAULT_MOVE}
    state = build_position(ports, [rifle("3903")], first_row=39, side=1, **march)
    assert check_sea_move(state, 0, hex_named(state, "3903")) == Refusal.SAME_HEX
