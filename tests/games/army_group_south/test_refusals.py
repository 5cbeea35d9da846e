"""What the referee answers to acts that make no sense: of nobody, nowhere, after the end."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.attack import check_attack, check_attacker, check_target
from balance.games.army_group_south.doctrine import check_defensive_mode
from balance.games.army_group_south.march import check_move, check_move_stack
from balance.games.army_group_south.overrun import check_overrun
from balance.games.army_group_south.rail import check_rail_move
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.reinforcements import check_entry, check_rail_entry, enter_map
from balance.games.army_group_south.vocabulary import Feature, Phase, Status
from tests.games.army_group_south.positions import (
    build_position,
    enter_phase,
    headquarters,
    panzer,
    rifle,
)
from tests.games.text_maps import hex_named

ROWS = [". . . . .", ". . . . .", "~ . . . ."]
#: Units of the position by what they are.
TANKS, RIFLES, AWAITED, STAFF, AWAITED_STAFF, BESIDE = range(6)
NOBODY, NOWHERE = -1, -1


def position(phase: Phase, **game: int):
    units = [
        panzer("0203"),
        rifle("0202"),
        panzer(arrival_turn=1, entry_area=int(Feature.AREA_A)),
        headquarters("0101"),
        headquarters(),
        panzer("0304"),
    ]
    return build_position(ROWS, units, phase=phase, **game)


def attack(state, unit=TANKS, targets=1):
    target = np.array([hex_named(state, "0202")], np.int64)
    return check_attack(state, target, targets, np.array([unit], np.int64), 1)


def overrun(state, target, *units):
    return check_overrun(state, np.array(units, np.int64), len(units), target)


OVER = pytest.mark.rule("army_group_south 4.2")


@OVER
def test_nothing_is_allowed_once_the_game_is_over():
    combat = position(Phase.AXIS_COMBAT, ended=1)
    assert attack(combat) == Refusal.GAME_OVER
    march = position(Phase.AXIS_MOVEMENT, ended=1)
    assert check_move(march, TANKS, hex_named(march, "0103")) == Refusal.GAME_OVER
    assert check_entry(march, AWAITED, hex_named(march, "0103")) == Refusal.GAME_OVER
    start = position(Phase.SOVIET_START, ended=1)
    assert check_defensive_mode(start, STAFF) == Refusal.GAME_OVER


@pytest.mark.rule("army_group_south 5.0, 9.11, 21.3, 23.0")
@pytest.mark.parametrize("unit", [NOBODY, 99])
def test_nobody_does_nothing(unit):
    combat = position(Phase.AXIS_COMBAT)
    assert check_attacker(combat, unit, hex_named(combat, "0202")) == Refusal.NO_SUCH_UNIT
    march = position(Phase.AXIS_MOVEMENT)
    assert check_move(march, unit, hex_named(march, "0103")) == Refusal.NO_SUCH_UNIT
    assert check_entry(march, unit, hex_named(march, "0103")) == Refusal.NO_SUCH_UNIT
    members = np.array([TANKS], np.int64)
    assert check_move_stack(march, members, 0, hex_named(march, "0103")) == Refusal.NO_SUCH_UNIT
    start = position(Phase.SOVIET_START)
    assert check_defensive_mode(start, unit) == Refusal.NO_SUCH_UNIT


@pytest.mark.rule("army_group_south 5.33, 6.11, 9.11, 23.0")
@pytest.mark.parametrize("place", [NOWHERE, 999])
def test_nothing_is_done_to_no_hex(place):
    assert check_target(position(Phase.AXIS_COMBAT), place) == Refusal.NO_SUCH_HEX
    march = position(Phase.AXIS_MOVEMENT)
    assert check_entry(march, AWAITED, place) == Refusal.NO_SUCH_HEX
    assert overrun(march, place, TANKS) == Refusal.NO_SUCH_HEX
    on_rail = build_position([".R .R"], [panzer("0102")])
    assert check_rail_move(on_rail, 0, place) == Refusal.NO_SUCH_HEX


@pytest.mark.rule("army_group_south 5.0, 9.11, 21.3")
def test_who_is_not_on_the_map_acts_not():
    combat = position(Phase.AXIS_COMBAT)
    assert check_attacker(combat, AWAITED, hex_named(combat, "0202")) == Refusal.NOT_ON_MAP
    march = position(Phase.AXIS_MOVEMENT)
    assert check_move(march, AWAITED, hex_named(march, "0103")) == Refusal.NOT_ON_MAP
    start = position(Phase.SOVIET_START)
    assert check_defensive_mode(start, AWAITED_STAFF) == Refusal.NOT_ON_MAP


@pytest.mark.rule("army_group_south 6.15, 9.12")
def test_an_attack_has_a_target_and_an_overrun_one_stack():
    assert attack(position(Phase.AXIS_COMBAT), targets=0) == Refusal.NO_ENEMY
    march = position(Phase.AXIS_MOVEMENT)
    assert overrun(march, hex_named(march, "0202"), TANKS, BESIDE) == Refusal.NOT_STACKED
    assert overrun(march, hex_named(march, "0202")) == Refusal.NO_ATTACKERS


# --- entering the map


@pytest.mark.rule("army_group_south 15.0, 23.0, 23.1")
def test_nobody_enters_by_the_sea():
    state = position(Phase.AXIS_MOVEMENT)
    sea = hex_named(state, "0305")
    assert check_entry(state, AWAITED, sea) == Refusal.HEX_CLOSED
    assert enter_map(state, AWAITED, sea) == Refusal.HEX_CLOSED
    assert state.units[AWAITED].status == Status.AWAITING


@pytest.mark.rule("army_group_south 24.0")
def test_who_was_driven_off_the_map_returns_by_its_edge():
    state = build_position(ROWS, [panzer()])
    state.units[0].status = Status.RETREATED_OFF
    state.units[0].exit_hex = hex_named(state, "0303")
    # The nearest of the edge is 0303 itself; the sea of the edge counts for nothing.
    assert check_entry(state, 0, hex_named(state, "0203")) == Refusal.NOT_AN_ENTRY_HEX
    assert check_entry(state, 0, hex_named(state, "0301")) == Refusal.NOT_AN_ENTRY_HEX
    assert check_entry(state, 0, hex_named(state, "0303")) == Refusal.OK


def by_rail(state, unit, at="0101", to="0103"):
    place = hex_named(state, to) if to else NOWHERE
    return check_rail_entry(state, unit, hex_named(state, at), place)


@pytest.mark.rule("army_group_south 5.31, 5.34, 15.0, 19.2")
def test_only_germans_enter_by_rail_and_only_so_many():
    rows = [".RXE .R .R .R .RXB"]
    units = [panzer(arrival_turn=1, entry_area=int(Feature.AREA_B))]
    state = build_position(rows, units)
    assert by_rail(state, 0, to="") == Refusal.NO_SUCH_HEX
    assert by_rail(state, 0, at="0103") == Refusal.NOT_AN_ENTRY_HEX
    state.game.rail_moves = state.rules.rail_units
    assert by_rail(state, 0) == Refusal.RAIL_LIMIT
    soviet = rifle(arrival_turn=1, entry_area=int(Feature.SOVIET_EDGE))
    state = build_position(rows, [soviet])
    enter_phase(state, Phase.SOVIET_MOVEMENT)
    assert by_rail(state, 0, at="0105") == Refusal.RAIL_SIDE
