"""States for the next game, and their memory when a game is over."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from balance.games.fresh import Template
from balance.kernel.bundles import bundle
from balance.kernel.records import Rows, as_row, as_rows

GAME = np.dtype([("seed", "i8"), ("points", "i4")], align=True)
UNIT = np.dtype([("hex", "i2"), ("steps", "i2")], align=True)


@bundle
class State(NamedTuple):
    game: Any
    units: Rows
    cost: np.ndarray
    work: np.ndarray


@pytest.fixture
def template() -> Template:
    game = as_row(np.zeros(1, GAME))
    game.points = 3
    units = as_rows(np.array([(4, 2), (5, 1)], UNIT))
    return Template(State(game, units, np.arange(4), np.zeros((2, 6), np.int16)), {"cost"})


def values(state: State) -> list[Any]:
    return [state.game.item(), *(part.tolist() for part in state[1:])]


def spoil(state: State) -> None:
    state.game.points = 99
    state.units["hex"] = -7
    state.work[:] = 8


def test_a_fresh_state_is_that_of_the_template_with_its_seed(template):
    state = template.fresh(42)
    assert values(state) == [(42, 3), [(4, 2), (5, 1)], [0, 1, 2, 3], [[0] * 6] * 2]
    assert state.units[1].hex == 5


def test_two_states_share_what_play_never_changes_and_nothing_else(template):
    first, second = template.fresh(1), template.fresh(2)
    before = values(second)
    spoil(first)
    assert values(second) == before
    assert first.cost is second.cost


def test_a_state_that_was_taken_back_begins_anew(template):
    state = template.fresh(1)
    spoil(state)
    template.take_back(state)
    again = template.fresh(2)
    assert again is state, "on the same memory"
    assert values(again) == [(2, 3), [(4, 2), (5, 1)], [0, 1, 2, 3], [[0] * 6] * 2]


def test_a_state_that_was_taken_back_serves_one_game_at_a_time(template):
    template.take_back(template.fresh(1))
    second, third = template.fresh(2), template.fresh(3)
    assert (second.game.seed, third.game.seed) == (2, 3)


def test_a_state_that_was_not_made_last_is_left_alone(template):
    kept, last = template.fresh(1), template.fresh(2)
    template.take_back(kept)
    spoil(kept)
    before = values(kept)
    assert template.fresh(3) is not kept
    assert values(kept) == before
    assert last.game.seed == 2
