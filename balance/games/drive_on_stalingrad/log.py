"""The record of a game: events and battles, in the order they happened.

Both logs have a fixed length. What no longer fits is counted but not kept, so that
``game.event_count > MAX_EVENTS`` (or the same of battles) tells that a log is incomplete. A replay
keeps a trace of every step of every unit besides.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import State
from balance.kernel.compiled import entry

#: Arguments of ``record_event`` where there is nothing to say.
NO_UNIT = np.int64(-1)
NO_VALUE = np.int64(0)


@entry
def record_event(state: State, kind: int, hex_index: int, unit: int, value: int) -> None:
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


@entry
def record_trace(state: State, kind: int, unit: int, hex_index: int) -> None:
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


@entry
def open_battle(state: State) -> int:
    """Start a row of the battle log and return its number; the last row serves once it is full."""
    row = min(np.int64(state.game.battle_count), len(state.battles) - 1)
    state.game.battle_count += 1
    battle = state.battles[row]
    battle.game_turn = state.game.game_turn
    battle.phase = state.game.phase
    battle.mobile = 0
    battle.attacker = state.game.side
    battle.hex = len(state.ground) - 1
    battle.launch_hexes = 0
    battle.attackers = 0
    battle.defenders = 0
    battle.attack = 0
    battle.defense = 0
    battle.odds = 0
    battle.shift_terrain = 0
    battle.shift_fortification = 0
    battle.shift_concentric = 0
    battle.shift_air = 0
    battle.shift_first = 0
    battle.shift_mobile = 0
    battle.final_odds = 0
    battle.die = 0
    battle.result = 0
    battle.expected_value = 0
    battle.attacker_steps_lost = 0
    battle.defender_steps_lost = 0
    battle.defender_units_lost = 0
    battle.defender_oos = 0
    battle.attacker_oos = 0
    battle.retreated = 0
    battle.advanced = 0
    return row
