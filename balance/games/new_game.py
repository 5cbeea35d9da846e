"""What the state of every game has before play, whichever game it is: blank arrays and logs."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.hex_record import blank_record
from balance.games.log import EVENT
from balance.kernel.boards import board_rows
from balance.kernel.reach import make_waiting
from balance.kernel.records import Rows, as_row, as_rows, copy_records
from balance.rules.trace import no_trace

#: Scratch fields of the kernels, and standing orders of a side.
_FIELDS = _POLICIES = 16


def blank_fields(
    hexes: Rows,
    units: np.ndarray,
    *,
    game: np.dtype[np.void],
    ground: np.dtype[np.void],
    events: int,
    battles: tuple[np.dtype[np.void], int],
    turns: tuple[np.dtype[np.void], int],
) -> dict[str, Any]:
    """Fields of a state that all games have, with nothing in them but the map and a copy of units.

    The types are those of the game's records; ``events`` and the numbers beside types say how many
    rows a log holds at most.
    """
    count = len(hexes)  # the dummy hex included
    return {
        "game": as_row(np.zeros(1, game)),
        "units": as_rows(copy_records(units)),
        "ground": as_rows(np.zeros(count, ground)),
        "hexes": hexes,
        "board": board_rows(hexes["row"][:-1], hexes["x2"][:-1]),
        "work": np.zeros((_FIELDS, count), np.int16),
        "waiting": make_waiting(count),
        "retreat_value": np.zeros((2, count), np.int16),
        "policy": np.zeros((2, _POLICIES), np.int16),
        "events": as_rows(np.zeros(events, EVENT)),
        "battles": as_rows(np.zeros(battles[1], battles[0])),
        "turns": as_rows(np.zeros(turns[1], turns[0])),
        "hex_turns": blank_record(turns[1], count),
        **no_trace(),
    }


def open_game(state: Any, seed: int, set_up: int) -> None:
    """Nobody has won and no unit stands anywhere; ``set_up`` is the phase before the first."""
    state.game.seed = seed
    state.game.phase = set_up
    state.game.winner = -1
    state.units["hex"] = len(state.ground) - 1
    state.units["next"] = -1
    state.ground["occupant"] = -1
    state.ground["first"] = -1
