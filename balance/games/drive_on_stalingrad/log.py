"""The log of battles, in the order they were fought; the log of events is ``balance.games.log``."""

from __future__ import annotations

from balance.games.drive_on_stalingrad.state import State
from balance.kernel.compiled import entry


@entry
def open_battle(state: State) -> int:
    """Start a row of the battle log and return its number; the last row serves once it is full."""
    row = min(state.game.battle_count, len(state.battles) - 1)
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
