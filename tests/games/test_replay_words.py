"""What the replay words of all games share, for a game made up here."""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from balance.games.replay_words import CONDITION, SUPPLY, GameReplayWords, phase_kinds
from balance.games.searches import BEST
from balance.kernel.records import as_row, as_rows

UNIT = [("hex", "i2"), ("side", "i2"), ("steps", "i2"), ("status", "i2")]


class Status(IntEnum):
    ON_MAP = 0
    LOST = 1


class State(NamedTuple):
    game: Any
    units: Any
    ground: Any
    work: Any


def copied(state: State) -> State:
    return state._replace(work=state.work.copy())


def walk_east(state: State, unit: int) -> int:
    """Reach the hex of a unit and the next one."""
    here = state.units[unit].hex
    state.work[BEST] = -1
    state.work[BEST, here : here + 2] = 1
    return int((state.work[BEST, :-1] >= 0).sum())


def look_at(state: State, seen: np.ndarray) -> None:
    seen[SUPPLY], seen[CONDITION] = [0, 1, -1], [4, 0, 0]


class ReplayWords(GameReplayWords):
    book = SimpleNamespace(Status=Status)
    points = ("vp",)
    battle_kind, battle_numbers = "raid", ("odds", "die")
    copy, search, look_at = map(staticmethod, (copied, walk_east, look_at))

    def result(self, row):
        return f"D{row['lost']}"

    def facts(self, state):
        return [["Weather", "dry"]]

    def supply_of(self, state):
        return {"lines": ["0", "1"], "works": [2]}


@pytest.fixture
def state() -> State:
    units = np.array([(0, 0, 2, 0), (2, 0, 1, 0), (3, 0, 0, 1)], UNIT)
    game = np.array([(0, 5)], [("side", "i4"), ("vp", "i4")])
    ground = as_rows(np.array([(0,), (1,), (0,), (0,)], [("control", "i2")]))
    return State(as_row(game), as_rows(units), ground, np.full((5, 4), 7, np.int16))


def test_reach_is_that_of_units_on_the_map_that_can_move_and_is_found_on_a_copy(state):
    assert ReplayWords(None, {}).reach(state) == {0: [1]}
    assert (state.work == 7).all()


def test_a_game_without_hidden_units_shows_them_all(state):
    told = ReplayWords(None, {}).position(state)
    assert told["revealed"] == [1, 1, 1]
    assert (told["steps"], told["supply"], told["condition"]) == ([2, 1, 0], [0, 1, -1], [4, 0, 0])
    assert (told["control"], told["points"]) == ([0, 1, 0], [5])
    assert (told["works"], told["markers"], told["lines"]) == ([2], [], ["0", "1"])


def test_a_battle_is_told_by_its_columns_and_the_shifts_that_have_words():
    row = {"raid": 1, "odds": 3, "die": 6, "lost": 2, "shift_river": -1, "shift_air": 0}
    words = {"shift": {"shift_air": {}, "shift_river": {}}}
    assert ReplayWords(None, words).battle(row) == {
        "kind": 1, "shifts": [[1, -1]], "result": "D2", "odds": 3, "die": 6,
    }  # fmt: skip
    assert ReplayWords(None, {}).battle(row)["shifts"] == []


def test_kinds_of_phase_are_those_of_both_sides_once_in_order():
    names = "AXIS_MOVEMENT AXIS_COMBAT SUPPLY SOVIET_MOVEMENT SOVIET_START TURN_END SET_UP"
    phases = IntEnum("Phase", names, start=0)
    assert phase_kinds(phases) == ["movement", "combat", "supply", "start", "end", "set_up"]
