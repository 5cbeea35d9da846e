"""The trace of a game, whichever it is: every step of every unit, for replays.

A game in normal play has a trace of length 0, which costs nothing and tells nothing.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from balance.kernel.compiled import entry
from balance.kernel.records import as_rows


class TraceKind(IntEnum):
    """What became of a unit; the last ones say how its next steps are to be read."""

    PLACED = 0  # put into a hex
    LIFTED = 1  # taken out of a hex
    ATTACKS = 2  # takes part in an attack, from its hex
    DEFENDS = 3  # takes part in a defense
    RETREATS = 4  # goes back from its hex
    ADVANCES = 5  # follows a beaten enemy, as far as the hex
    RIDES = 6  # goes by rail, as far as the hex
    SAILS = 7  # goes by sea, as far as the hex


#: One row a step of a unit, with what had happened before it.
TRACE = np.dtype(
    [
        ("kind", "i2"),  # TraceKind
        ("unit", "i2"),
        ("hex", "i2"),
        ("event", "i4"),  # events and battles before it
        ("battle", "i4"),
    ],
    align=True,
)

#: Rows of a trace where one is kept: many times what a game fills.
MAX_TRACE = 200_000


def no_trace() -> dict[str, np.ndarray]:
    """Fields ``trace`` and ``traced`` of a state that keeps no trace."""
    return _fields(0)


def keep_trace(state: Any) -> Any:
    """The same state with an empty trace that will be kept."""
    return state._replace(**_fields(MAX_TRACE))


def _fields(rows: int) -> dict[str, np.ndarray]:
    return {"trace": as_rows(np.zeros(rows, TRACE)), "traced": np.zeros(1, np.int64)}


@entry
def record_trace(state: Any, kind: int, unit: int, hex_index: int) -> None:
    """Append a row to the trace of units, if this game keeps one.

    ``traced`` grows beyond the length of the trace when it no longer fits.
    """
    if len(state.trace) == 0:
        return
    row = state.traced[0]
    state.traced[0] += 1
    if row >= len(state.trace):
        return
    step = state.trace[row]
    step.kind = kind
    step.unit = unit
    step.hex = hex_index
    step.event = state.game.event_count
    step.battle = state.game.battle_count
