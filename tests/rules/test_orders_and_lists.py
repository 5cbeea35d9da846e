"""Frames of orders, lists, dice and turn records, for a game made up here."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from balance.games.reasons import COMMON
from balance.kernel.compiled import entry, inner
from balance.kernel.dice import roll_die
from balance.kernel.records import as_row, as_rows
from balance.rules import listing, orders, rolls, turn_records

HEXES = 4
BLUE, RED = 0, 1
UNIT = [("hex", "i2"), ("side", "i2"), ("steps", "i2"), ("turn", "i2")]
HEX = [("first", "i2")]
GAME = [("seed", "i8"), ("game_turn", "i4"), ("phase", "i4"), ("side", "i4"), ("ended", "i4")]


class State(NamedTuple):
    game: Any
    units: Any
    ground: Any
    hex_turns: Any


@pytest.fixture
def state() -> State:
    units = np.array([(0, BLUE, 2, 1), (2, RED, 1, 3), (2, RED, 3, 2), (HEXES, BLUE, 1, 1)], UNIT)
    return State(
        as_row(np.zeros(1, GAME)),
        as_rows(units),
        as_rows(np.zeros(HEXES + 1, HEX)),
        np.full((3, 2, HEXES + 1), 9, np.int16),
    )


@entry
def check_actor(state, unit, in_phase):
    return orders.check_actor(state, unit, in_phase)


@entry
def check_own_unit(state, unit, in_phase):
    return orders.check_own_unit(state, unit, in_phase)


def test_an_order_names_the_first_reason_against_it(state):
    assert check_actor(state, 0, True) == orders.OK
    assert check_actor(state, 0, False) == orders.WRONG_PHASE
    assert check_actor(state, 1, False) == orders.WRONG_SIDE
    assert check_actor(state, 3, True) == orders.NOT_ON_MAP
    assert check_actor(state, 4, True) == check_actor(state, -1, True) == orders.NO_SUCH_UNIT
    state.game.ended = 1
    assert check_actor(state, -1, False) == orders.GAME_OVER
    assert check_own_unit(state, 0, True) == orders.OK


def test_their_codes_have_the_names_that_all_games_know():
    names = [name for name, code in sorted(vars(orders).items(), key=str) if isinstance(code, int)]
    assert len(names) == 7
    assert set(names) <= set(COMMON)


@inner
def is_early(state, unit):
    return state.units[unit].turn < 3


@inner
def check_hex(state, who, h):
    return 0 if h >= who else 8


@entry
def early_units(state, side, units):
    return listing.list_units(state, is_early, side, units)


@entry
def open_hexes(state, who, asked, hexes):
    return listing.list_hexes(state, check_hex, who, asked, hexes)


def test_units_and_hexes_are_listed_as_far_as_there_is_room(state):
    found = np.full(4, -1, np.int64)
    assert early_units(state, RED, found) == 1
    assert found.tolist() == [2, -1, -1, -1]
    asked = np.array([3, 0, 1, 2], np.int16)
    assert open_hexes(state, 1, asked, found) == 3
    assert found.tolist() == [3, 1, 2, -1]
    assert open_hexes(state, 1, asked, found[:2]) == 2


@entry
def roll(state, faces, purpose, key, nth):
    return rolls.roll(state, faces, purpose, key, nth)


@entry
def draw(state, size, purpose, key, nth):
    return rolls.draw(state, size, purpose, key, nth)


def test_a_roll_belongs_to_seed_turn_phase_purpose_and_place(state):
    state.game.seed, state.game.game_turn, state.game.phase = 77, 3, 5
    assert roll(state, 6, 2, 9, 1) == roll_die(6, 77, 3, 5, 2, 9, 1)
    assert draw(state, 6, 2, 9, 1) == roll(state, 6, 2, 9, 1) - 1


@inner
def worth(state, unit):
    return 10 * state.units[unit].steps


@inner
def is_cut_off(state, unit):
    return state.units[unit].steps == 3


COUNTS = turn_records.CountRules(worth, is_cut_off)


@entry
def count(state, row):
    return turn_records.count_units(state, COUNTS, row)


def test_units_on_the_map_are_counted_by_side_and_those_cut_off_by_hex(state):
    assert count(state, 1).tolist() == [[1, 2, 20, 0], [2, 4, 40, 1]]
    assert state.hex_turns[:, 0].tolist() == [[9] * 5] * 3
    assert state.hex_turns[1:, 1].tolist() == [[0] * 5, [0, 0, 1, 0, 0]]
