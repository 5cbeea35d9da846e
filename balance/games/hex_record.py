"""The record of the map, whichever game it is: who held what, and who was cut off there.

A state keeps ``hex_turns``, int16[3, game turns + 1, n + 1]: as each game turn ended, row 0 as the
game began.
"""

from __future__ import annotations

from typing import Any

import numpy as np

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


def blank_record(turns: int, hexes: int) -> np.ndarray:
    """An empty ``hex_turns``; ``hexes`` counts the dummy hex."""
    return np.zeros((3, turns + 1, hexes), np.int16)


def hex_rows(state: Any) -> np.ndarray:
    """Rows HEX_TURN of hexes whose control changed in a game turn, or that held units cut off then.

    In order of game turn and hex. What changed and changed back within a turn is no change.
    """
    # The last column is the hex off the map.
    record = state.hex_turns[:, : int(state.game.game_turn) + 1, :-1]
    changed = np.diff(record[CONTROL], axis=0) != 0
    turn, place = np.nonzero(changed | record[[AXIS_OOS, SOVIET_OOS], 1:].any(axis=0))
    rows = np.zeros(len(turn), HEX_TURN)
    rows["game_turn"], rows["hex"] = turn + 1, place
    rows["changed"] = changed[turn, place]
    for number, name in ((CONTROL, "control"), (AXIS_OOS, "axis_oos"), (SOVIET_OOS, "soviet_oos")):
        rows[name] = record[number, turn + 1, place]
    return rows
