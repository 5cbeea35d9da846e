"""The record of the map against the same in NumPy, over all hexes at once."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from balance.games.hex_record import (
    AXIS_OOS,
    CONTROL,
    HEX_TURN,
    SOVIET_OOS,
    blank_record,
    hex_rows,
)

TURNS, HEXES = 4, 9


def plain_hex_rows(record: np.ndarray, game_turn: int) -> np.ndarray:
    record = record[:, : game_turn + 1, :-1]
    changed = np.diff(record[CONTROL], axis=0) != 0
    turn, place = np.nonzero(changed | record[[AXIS_OOS, SOVIET_OOS], 1:].any(axis=0))
    rows = np.zeros(len(turn), HEX_TURN)
    rows["game_turn"], rows["hex"] = turn + 1, place
    rows["changed"] = changed[turn, place]
    for number, name in ((CONTROL, "control"), (AXIS_OOS, "axis_oos"), (SOVIET_OOS, "soviet_oos")):
        rows[name] = record[number, turn + 1, place]
    return rows


@pytest.mark.parametrize("game_turn", [0, 1, 3, TURNS, TURNS + 2])
def test_rows_are_those_of_the_slow_way(game_turn):
    rng = np.random.default_rng(game_turn)
    record = blank_record(TURNS, HEXES)
    record[CONTROL] = rng.integers(0, 2, record.shape[1:])
    record[AXIS_OOS:] = rng.integers(0, 4, (2, *record.shape[1:])) == 3
    found = hex_rows(SimpleNamespace(hex_turns=record, game=SimpleNamespace(game_turn=game_turn)))
    assert found.dtype == HEX_TURN
    assert found.tolist() == plain_hex_rows(record, game_turn).tolist()
    assert (len(found) > 0) == (game_turn > 0)
