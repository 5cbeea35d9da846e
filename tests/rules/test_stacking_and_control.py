"""Frames of stacks and of entering hexes, for two games made up here, on a map of one row."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from balance.kernel.compiled import entry, inner
from balance.kernel.records import as_row, as_rows
from balance.rules import control, stacking
from balance.rules.trace import TRACE, TraceKind

HEXES = 6
NOWHERE = HEXES
BLUE, RED = 0, 1
#: The hex that stops units and is never passed in the second game.
FORD = 3

UNIT = [("hex", "i2"), ("next", "i2"), ("side", "i1"), ("worth", "i2"), ("came_from", "i2")]
HEX = [("first", "i2"), ("occupant", "i1"), ("control", "i1"), ("worth", "i2"), ("taken", "i2")]
GAME = [("event_count", "i4"), ("battle_count", "i4"), ("held", "i4")]


class State(NamedTuple):
    game: Any
    units: Any
    ground: Any
    trace: Any
    traced: Any
    #: Changes of holders in order: side, hex, change.
    changes: Any


@inner
def add_worth(state, unit, h, change):
    state.ground[h].worth += change * state.units[unit].worth


@inner
def note_change(state, side, h, change):
    row = state.changes[state.game.held]
    state.game.held += 1
    row[0], row[1], row[2] = side, h, change


@inner
def count_taken(state, unit, h):
    state.ground[h].taken += 1


@inner
def note_way(state, unit, start, h):
    state.units[unit].came_from = start
    return True


@inner
def stop_at_ford(state, unit, start, h):
    state.units[unit].came_from = start
    return h != FORD


@inner
def is_no_ford(state, unit, h):
    return h != FORD


STACKS = stacking.StackRules(add_worth, note_change)
OPEN = control.EntryRules(STACKS, count_taken, note_way, control.pass_all)
FORDED = control.EntryRules(STACKS, count_taken, stop_at_ford, is_no_ford)


@entry
def enter(state, unit, h):
    return control.enter_hex(state, OPEN, unit, h)


@entry
def lift(state, unit):
    stacking.lift_unit(state, STACKS, unit)


@entry
def follow(state, unit, path):
    return control.follow_path(state, OPEN, unit, path, len(path))


@entry
def follow_to_ford(state, unit, path):
    return control.follow_path(state, FORDED, unit, path, len(path))


@pytest.fixture
def state() -> State:
    """Three units, none on the map: two blue ones worth 1 and 2, a red one worth 4."""
    units = as_rows(np.zeros(3, UNIT))
    units.hex[:], units.next[:], units.came_from[:] = NOWHERE, -1, -1
    units.side[:], units.worth[:] = (BLUE, BLUE, RED), (1, 2, 4)
    ground = as_rows(np.zeros(HEXES + 1, HEX))
    ground.first[:], ground.occupant[:], ground.control[:] = -1, -1, RED
    game = as_row(np.zeros(1, GAME))
    trace, traced = as_rows(np.zeros(40, TRACE)), np.zeros(1, np.int64)
    return State(game, units, ground, trace, traced, np.zeros((40, 3), np.int64))


def changes(state: State) -> list[tuple[int, ...]]:
    return [tuple(row) for row in state.changes[: state.game.held].tolist()]


def traced(state: State) -> list[tuple[str, int]]:
    rows = state.trace[: state.traced[0]]
    return [(TraceKind(row.kind).name, int(row.hex)) for row in rows]


def stack(state: State, h: int) -> list[int]:
    found, unit = [], int(state.ground[h].first)
    while unit >= 0:
        found.append(unit)
        unit = int(state.units[unit].next)
    return found


def test_units_lie_newest_first_and_are_counted_as_the_game_counts(state):
    enter(state, 0, 2)
    enter(state, 1, 2)
    assert stack(state, 2) == [1, 0]
    assert state.ground[2].worth == 3
    lift(state, 0)
    assert stack(state, 2) == [1]
    assert state.ground[2].worth == 2
    assert state.units[0].hex == NOWHERE
    assert traced(state) == [("PLACED", 2), ("PLACED", 2), ("LIFTED", 2)]


def test_a_hex_has_a_holder_from_the_first_unit_to_the_last(state):
    enter(state, 0, 2)
    enter(state, 1, 2)
    assert state.ground[2].occupant == BLUE
    lift(state, 1)
    assert changes(state) == [(BLUE, 2, 1)]
    lift(state, 0)
    assert state.ground[2].occupant == -1
    assert changes(state) == [(BLUE, 2, 1), (BLUE, 2, -1)]
    enter(state, 2, 2)
    assert state.ground[2].occupant == RED


def test_control_changes_with_the_first_entry_of_the_other_side(state):
    enter(state, 2, 1)
    assert (state.ground[1].control, state.ground[1].taken) == (RED, 0)
    lift(state, 2)
    enter(state, 0, 1)
    enter(state, 1, 1)
    assert (state.ground[1].control, state.ground[1].taken) == (BLUE, 1)


def test_who_passes_a_hex_takes_it_and_holds_the_last_alone(state):
    enter(state, 0, 0)
    assert follow(state, 0, np.array([1, 2, FORD, 4], np.int16)) == 4
    assert state.ground.control.tolist() == [BLUE] * 5 + [RED] * 2
    assert changes(state) == [(BLUE, 0, 1), (BLUE, 0, -1), (BLUE, 4, 1)]
    assert (state.units[0].hex, state.units[0].came_from) == (4, FORD)
    passed = [(kind, h) for h in (1, 2, FORD) for kind in ("PLACED", "LIFTED")]
    assert traced(state) == [("PLACED", 0), ("LIFTED", 0), *passed, ("PLACED", 4)]


def test_an_entry_may_stop_a_unit_where_it_stands(state):
    enter(state, 0, 0)
    assert follow_to_ford(state, 0, np.array([1, 2, FORD, 4], np.int16)) == 3
    assert stack(state, FORD) == [0]
    assert (state.ground[4].control, state.units[0].came_from) == (RED, 2)
    assert changes(state) == [(BLUE, 0, 1), (BLUE, 0, -1), (BLUE, FORD, 1)]


def test_a_path_may_begin_off_the_map_or_be_empty(state):
    assert follow(state, 0, np.zeros(0, np.int16)) == 0
    assert state.units[0].hex == NOWHERE
    assert follow(state, 0, np.array([1, 2], np.int16)) == 2
    assert changes(state) == [(BLUE, 2, 1)]


@inner
def is_dear(state, unit):
    return state.units[unit].worth > 1


@entry
def holds_dear(state, h):
    return stacking.holds_any(state, h, is_dear)


def test_a_hex_holds_any_unit_asked_for_wherever_it_stands_in_the_stack(state):
    enter(state, 1, 2)
    enter(state, 0, 2)
    enter(state, 2, 3)
    lift(state, 2)
    assert [bool(holds_dear(state, h)) for h in range(4)] == [False, False, True, False]
    lift(state, 1)
    assert not holds_dear(state, 2)
