"""The rows of a map, as those find them who look around a hex."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.state import HEX
from balance.kernel.records import as_rows
from balance.rules.rows import note_rows
from tests.games.army_group_south.positions import build_position


def test_each_hex_knows_where_its_row_begins_and_ends():
    hexes = build_position([". . .", ". . . .", ". ."]).hexes
    assert hexes["first"].tolist() == [0, 0, 0, 3, 3, 3, 3, 7, 7, 9]
    assert hexes["behind"].tolist() == [3, 3, 3, 7, 7, 7, 7, 9, 9, 10]


def test_a_gap_in_a_row_begins_another():
    hexes = as_rows(np.zeros(6, HEX))
    hexes["row"] = [1, 1, 1, 2, 2, -1000]
    hexes["x2"] = [2, 4, 8, 3, 5, -1000]
    note_rows(hexes)
    assert hexes["first"].tolist() == [0, 0, 2, 3, 3, 5]
    assert hexes["behind"].tolist() == [2, 2, 3, 5, 5, 6]
