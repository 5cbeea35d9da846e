"""The log of battles, overruns included; the log of events is ``balance.games.log``."""

from __future__ import annotations

from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Side
from balance.kernel.compiled import inner

#: Values of ``overrun``: an attack of the Combat Phase, an overrun.
COMBAT, OVERRUN = 0, 1
#: Battle number of what happens outside battles.
NO_BATTLE = -1


@inner
def open_battle(state: State, hex_index: int, overrun: int) -> int:
    """Start a row of the battle log and return its number.

    Once the log is full, the last row but one serves again and again; the last one stays empty.
    """
    blank = len(state.battles) - 1
    row = min(state.game.battle_count, blank - 1)
    state.game.battle_count += 1
    if state.game.side == Side.AXIS:
        state.game.attacks_axis += 1
    else:
        state.game.attacks_soviet += 1
    state.battles[row] = state.battles[blank]
    battle = state.battles[row]
    battle.game_turn = state.game.game_turn
    battle.phase = state.game.phase
    battle.overrun = overrun
    battle.attacker = state.game.side
    battle.hex = hex_index
    return row
