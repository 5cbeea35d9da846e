"""German rail movement."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.army_group_south.march import move_unit
from balance.games.army_group_south.movement import points_left
from balance.games.army_group_south.rail import check_rail_move, move_by_rail
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.reinforcements import check_rail_entry, enter_by_rail
from balance.games.army_group_south.turn import begin_phase
from balance.games.army_group_south.vocabulary import Feature, Phase
from tests.games.army_group_south.positions import (
    build_position,
    infantry,
    panzer,
    rifle,
)
from tests.games.text_maps import hex_named, strip


def line(length, gap=0):
    """A row of railroad hexes, and its links save the one west of column ``gap``."""
    rows = strip(length, {c: ".R" for c in range(1, length)} | {length: ".XB"})
    links = [(f"01{c:02d}", f"01{c + 1:02d}") for c in range(1, length) if c != gap]
    return rows, dict.fromkeys(links, "rail")


def railway(units, length=12, gap=0, **keywords):
    rows, sides = line(length, gap)
    return build_position(rows, units, sides=sides, **keywords)


def refusal_of(state, unit, name):
    return Refusal(check_rail_move(state, unit, hex_named(state, name)))


@pytest.mark.rule("army_group_south 5.3a, 5.31a, 5.31b, 5.33b")
def test_a_unit_goes_along_the_line_and_does_no_more():
    state = railway([infantry("0110", supplied=0)])
    assert move_by_rail(state, 0, hex_named(state, "0102")) == Refusal.OK
    assert state.units[0].hex == hex_named(state, "0102")
    assert points_left(state, 0) == 0
    assert move_unit(state, 0, hex_named(state, "0101")) == Refusal.MOVE_FINISHED


@pytest.mark.rule("army_group_south 5.33b, 19.22")
def test_a_train_goes_to_another_hex_or_doesnt_go():
    state = railway([infantry("0110")])
    assert move_by_rail(state, 0, hex_named(state, "0110")) == Refusal.SAME_HEX
    assert (state.game.rail_moves, points_left(state, 0)) == (0, 7)


@pytest.mark.rule("army_group_south 5.33b")
def test_a_unit_that_has_marched_takes_no_train():
    state = railway([panzer("0110")])
    move_unit(state, 0, hex_named(state, "0109"))
    assert refusal_of(state, 0, "0102") == Refusal.ALREADY_MOVED


@pytest.mark.rule("army_group_south 5.31a, 10.22a")
def test_the_line_must_be_connected_and_lead_to_both_hexes():
    state = railway([panzer("0110")], gap=5)
    assert refusal_of(state, 0, "0106") == Refusal.OK
    assert refusal_of(state, 0, "0105") == Refusal.NO_RAIL_WAY
    without_rail = [line(6)[0][0].replace(".R", ".", 1)]
    state = build_position(without_rail, [panzer("0105")])
    assert refusal_of(state, 0, "0103") == Refusal.NOT_ON_RAIL


@pytest.mark.rule("army_group_south 19.2b, 5.33a")
def test_soviet_units_and_zones_cut_the_line_for_trains():
    state = railway([panzer("0110"), rifle("0105")])
    assert refusal_of(state, 0, "0107") == Refusal.OK
    assert refusal_of(state, 0, "0106") == Refusal.NO_RAIL_WAY
    state = railway([panzer("0110"), rifle("0105"), infantry("0106")])
    assert refusal_of(state, 0, "0106") == Refusal.NO_RAIL_WAY


@pytest.mark.rule("army_group_south 5.33a")
def test_who_began_the_turn_in_a_zone_takes_no_train():
    state = railway([panzer("0110"), rifle("0109")])
    assert refusal_of(state, 0, "0111") == Refusal.IN_ENEMY_ZONE
    begin_phase(state, np.int64(Phase.AXIS_MOVEMENT))
    state.zones[:] = 0  # the enemy has been overrun since
    assert refusal_of(state, 0, "0111") == Refusal.IN_ENEMY_ZONE


@pytest.mark.rule("army_group_south 5.34, 5.3b, 19.2a, 19.2c")
def test_only_germans_and_only_in_their_first_movement_phase():
    state = railway([panzer("0110"), rifle("0103")], phase=Phase.AXIS_MECHANIZED)
    assert refusal_of(state, 0, "0108") == Refusal.WRONG_PHASE
    state = railway([panzer("0110"), rifle("0103")], phase=Phase.SOVIET_MOVEMENT)
    assert refusal_of(state, 1, "0104") == Refusal.RAIL_SIDE


@pytest.mark.rule("army_group_south 19.21, 5.32")
def test_thirty_hexes_is_the_farthest():
    state = railway([panzer("0140")], length=42)
    assert refusal_of(state, 0, "0110") == Refusal.OK
    assert refusal_of(state, 0, "0109") == Refusal.NO_RAIL_WAY


@pytest.mark.rule("army_group_south 19.22, 15.0f, 5.32")
def test_four_units_a_game_turn_arrivals_among_them():
    area = {"arrival_turn": 3, "entry_area": int(Feature.AREA_B)}
    state = railway([*3 * [infantry("0111")], infantry("0110"), infantry(None, **area)])
    for unit, name in enumerate(("0108", "0107", "0106")):
        assert move_by_rail(state, unit, hex_named(state, name)) == Refusal.OK
    edge, goal = hex_named(state, "0112"), hex_named(state, "0105")
    assert enter_by_rail(state, 4, edge, goal) == Refusal.OK
    assert state.units[4].hex == goal
    assert refusal_of(state, 3, "0104") == Refusal.RAIL_LIMIT


@pytest.mark.rule("army_group_south 15.0f, 19.21")
def test_the_entry_hex_is_the_first_of_an_arrivals_thirty():
    area = {"arrival_turn": 3, "entry_area": int(Feature.AREA_B)}
    state = railway([infantry(None, **area)], length=42)
    edge = hex_named(state, "0142")
    assert check_rail_entry(state, 0, edge, hex_named(state, "0113")) == Refusal.OK
    assert check_rail_entry(state, 0, edge, hex_named(state, "0112")) == Refusal.NO_RAIL_WAY
