"""Distances counted on boards of bits against the wave from hex to hex."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.kernel.boards import FARTHEST, board_rows
from balance.kernel.fields import FAR, hex_distance_field
from balance.kernel.neighbours import build_neighbours

NO_BOARD = np.zeros((0, 3), np.int16)


def ragged_map(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Rows of unlike length that begin anywhere: row and x2 of each hex, row by row."""
    row, x2 = [], []
    for r in range(3, 3 + int(rng.integers(1, 9))):
        first, last = np.sort(rng.integers(1, 64, 2))
        columns = np.arange(first, last + 1)
        row += [r] * len(columns)
        x2 += (2 * columns + r % 2).tolist()
    return np.array(row), np.array(x2)


def count_from(starts, neighbour, board, open_to, limit):
    n = len(neighbour) - 1
    field = np.full(n + 1, FAR, np.int16)
    field[starts] = 0
    hex_distance_field(neighbour, board, open_to, limit, field, np.zeros(n + 2, np.int16))
    return field.tolist()


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_steps_on_a_board_are_those_of_a_wave(seed):
    rng = np.random.default_rng(seed)
    row, x2 = ragged_map(rng)
    neighbour, board = build_neighbours(row, x2), board_rows(row, x2)
    assert len(board) > 0
    n = len(row)
    open_to = (rng.random(n + 1) < rng.choice([0.6, 0.9, 1.0])).astype(np.uint8)
    starts = rng.choice(n, int(rng.integers(0, min(n, 5) + 1)), replace=False)
    limit = int(rng.integers(0, FARTHEST + 3))  # beyond the last a wave takes over
    on_board = count_from(starts, neighbour, board, open_to, limit)
    assert on_board == count_from(starts, neighbour, NO_BOARD, open_to, limit)


@pytest.mark.parametrize(
    "places",
    [
        [(1, 2), (1, 6)],  # a gap in a row
        [(2, 3), (1, 2)],  # south before north
        [(1, 4), (1, 2)],  # west before east
        [(1, 2), (2, 4)],  # rows that don't stand half a hex apart
        [(1, 2 * c) for c in range(1, 66)],  # too wide for a word
    ],
)
def test_a_map_that_is_no_board_has_no_rows_and_is_counted_all_the_same(places):
    row, x2 = np.array(places).T
    board, neighbour = board_rows(row, x2), build_neighbours(row, x2)
    assert len(board) == 0
    n = len(row)
    found = count_from([0], neighbour, board, np.ones(n + 1, np.uint8), 3)
    assert found[:2] == [0, 1 if 1 in neighbour[0] else FAR]


def test_the_widest_row_of_a_board_has_64_hexes():
    row, x2 = np.ones(64, int), 2 * np.arange(1, 65)
    board = board_rows(row, x2)
    found = count_from([63], build_neighbours(row, x2), board, np.ones(65, np.uint8), 2)
    assert len(board) == 2
    assert found == [FAR] * 61 + [2, 1, 0, FAR]


def test_a_map_without_hexes_is_no_board():
    assert len(board_rows(np.zeros(0, int), np.zeros(0, int))) == 0
