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

#: Scalars that tally a game, for ``GAME`` of a state.
TALLIES = [
    ("event_count", "i4"),
    ("battle_count", "i4"),
    ("attacks_axis", "i4"),  # of all kinds
    ("attacks_soviet", "i4"),
    ("poor_attacks_axis", "i4"),  # attacks of negative expected value, set by the staff
    ("poor_attacks_soviet", "i4"),
    ("axis_refused", "i4"),  # orders refused by the referee
    ("soviet_refused", "i4"),
    ("axis_steps_lost", "i4"),
    ("axis_units_lost", "i4"),
    ("soviet_steps_lost", "i4"),
    ("soviet_units_lost", "i4"),
]
#: What a battle costs both sides, for ``BATTLE``.
COSTS = [
    ("attacker_steps_lost", "i2"),
    ("defender_steps_lost", "i2"),
    ("attacker_units_lost", "i2"),
    ("defender_units_lost", "i2"),
    ("attackers_retreated", "i2"),
    ("defenders_retreated", "i2"),
    ("attacker_oos", "i2"),  # attackers out of supply
    ("defender_oos", "i2"),
    ("advanced", "i2"),  # units that advanced, pursued or, in an overrun, entered
    ("expected_value", "i2"),  # hundredths, by the attacker's staff; 0 if not rated
]
#: Forces and losses of both sides as a game turn ends, for ``TURN``.
FORCES = [
    ("axis_units", "i2"),  # on the map, as all of the next
    ("axis_steps", "i2"),
    ("axis_strength", "i4"),
    ("soviet_units", "i2"),
    ("soviet_steps", "i2"),
    ("soviet_strength", "i4"),
    ("axis_oos", "i2"),  # units out of supply
    ("soviet_oos", "i2"),
    ("axis_steps_lost", "i2"),  # since the start of the game, as the next three
    ("axis_units_lost", "i2"),
    ("soviet_steps_lost", "i2"),
    ("soviet_units_lost", "i2"),
]

#: Arguments of ``record_event`` where there is nothing to say.
NO_UNIT = -1
NO_VALUE = 0
#: Number of the battle of what happens outside battles.
NO_BATTLE = -1


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
