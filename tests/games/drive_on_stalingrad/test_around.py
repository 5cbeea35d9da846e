"""Neighbourhoods row by row: against the distance of every hex of the map."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.state import State
from balance.kernel.compiled import entry
from balance.kernel.hexes import distances
from tests.games.drive_on_stalingrad.positions import build_position, clear_map


@entry
def list_near(state: State, h: int, radius: int) -> np.ndarray:
    """All hexes of the spans around a hex, as a loop over them meets them."""
    found = np.zeros(2000, np.int64)
    count = 0
    first_row, beyond = rows_near(state, h, radius)
    for row in range(first_row, beyond):
        first, last = span_near(state, h, radius, row)
        for there in range(first, last):
            found[count] = there
            count += 1
    return found[:count]


@pytest.mark.parametrize("radius", [0, 1, 2, 5, 9, 30])
def test_spans_hold_the_hexes_within_a_radius_in_their_order(radius):
    state = build_position(clear_map(9, 13), [])
    row, x2 = (np.asarray(state.hexes[name][:-1]) for name in ("row", "x2"))
    for h in range(len(row)):
        near = np.flatnonzero(distances(row, x2, h) <= radius)
        assert list_near(state, np.int64(h), np.int64(radius)).tolist() == near.tolist()


def test_nothing_lies_within_less_than_no_hexes():
    state = build_position(clear_map(9, 13), [])
    assert len(list_near(state, np.int64(40), np.int64(-1))) == 0
