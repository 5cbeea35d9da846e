"""The record of the map, whichever game it is: who held what, and who was cut off there.

A state keeps ``hex_turns``, int16[3, game turns + 1, n + 1]: as each game turn ended, row 0 as the
game began.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import entry

#: First axis of ``hex_turns``: Side in control, units out of supply by side.
CONTROL, AXIS_OOS, SOVIET_OOS = np.arange(3)

#: One row a game turn and hex of which there is something to tell: see ``hex_rows``.
HEX_TURN = np.dtype(
    [
        ("game_turn", "i2"),
        ("hex", "i2"),
        ("changed", "i2"),  # 1 = its control changed in the game turn
        ("control", "i2"),  # Side that controlled it when the game turn ended
        ("axis_oos", "i2"),  # units out of supply in it then
        ("soviet_oos", "i2"),
    ],
    align=True,
)
#: Its fields by place.
_GAME_TURN, _HEX, _CHANGED, _CONTROL, _AXIS_OOS, _SOVIET_OOS = np.arange(6)


def blank_record(turns: int, hexes: int) -> np.ndarray:
    """An empty ``hex_turns``; ``hexes`` counts the dummy hex."""
    return np.zeros((3, turns + 1, hexes), np.int16)


def hex_rows(state: Any) -> np.ndarray:
    """Rows HEX_TURN of hexes whose control changed in a game turn, or that held units cut off then.

    In order of game turn and hex. What changed and changed back within a turn is no change.
    """
    # The last column is the hex off the map.
    _, turns, hexes = state.hex_turns.shape
    turns = min(turns - 1, int(state.game.game_turn))
    rows = np.empty((turns * (hexes - 1), len(HEX_TURN)), np.int16)
    count = list_hex_rows(state.hex_turns, turns, rows)
    return rows[:count].copy().view(HEX_TURN).reshape(count)


@entry
def list_hex_rows(record: np.ndarray, turns: int, rows: np.ndarray) -> int:
    """Fill in the rows of so many game turns, see ``hex_rows``; return their number.

    ``rows`` is int16[most, 6], the fields of HEX_TURN: Numba looks long at an array of records.
    """
    count = 0
    for turn in range(1, turns + 1):
        for h in range(record.shape[2] - 1):
            control = record[CONTROL, turn, h]
            changed = control != record[CONTROL, turn - 1, h]
            axis_oos, soviet_oos = record[AXIS_OOS, turn, h], record[SOVIET_OOS, turn, h]
            if changed or axis_oos != 0 or soviet_oos != 0:
                rows[count, _GAME_TURN] = turn
                rows[count, _HEX] = h
                rows[count, _CHANGED] = 1 if changed else 0
                rows[count, _CONTROL] = control
                rows[count, _AXIS_OOS] = axis_oos
                rows[count, _SOVIET_OOS] = soviet_oos
                count += 1
    return count
