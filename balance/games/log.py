"""The records of a game, whichever it is: events and battles in the order they happened.

The logs have a fixed length. What no longer fits is counted but not kept, so that
``game.event_count > len(events)`` tells that a log is incomplete.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import entry, inner

#: One row an event: what ``kind`` and ``value`` mean is said by the vocabulary of each game.
EVENT = np.dtype(
    [
        ("game_turn", "i2"),
        ("phase", "i2"),
        ("kind", "i2"),
        ("hex", "i2"),
        ("unit", "i2"),
        ("value", "i2"),
    ],
    align=True,
)

#: Arguments of ``record_event`` where there is nothing to say.
NO_UNIT = -1
NO_VALUE = 0


@entry
def record_event(state: Any, kind: int, hex_index: int, unit: int, value: int) -> None:
    """Append a row to the events of this game.

    ``hex_index`` is n where no hex is concerned, ``unit`` is NO_UNIT where no unit is.
    """
    row = state.game.event_count
    state.game.event_count += 1
    if row >= len(state.events):
        return
    event = state.events[row]
    event.game_turn = state.game.game_turn
    event.phase = state.game.phase
    event.kind = kind
    event.hex = hex_index
    event.unit = unit
    event.value = value


@inner
def open_battle(state: Any, hex_index: int) -> int:
    """Start a row of the battle log and return its number; the last row serves once it is full.

    The phasing side attacks the hex; all other columns are 0.
    """
    row = min(state.game.battle_count, len(state.battles) - 1)
    state.game.battle_count += 1
    if state.game.side == 0:
        state.game.attacks_axis += 1
    else:
        state.game.attacks_soviet += 1
    state.battles[row] = np.zeros(1, state.battles.dtype)[0]
    battle = state.battles[row]
    battle.game_turn = state.game.game_turn
    battle.phase = state.game.phase
    battle.attacker = state.game.side
    battle.hex = hex_index
    return row
