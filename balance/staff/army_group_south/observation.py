"""What a player knows of each unit at this instant, in one compiled call for all views.

Rule: army_group_south 13.0, 13.2
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.movement import check_may_move, points_left
from balance.games.army_group_south.phases import is_combat, is_movement
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import printed_strength
from balance.games.army_group_south.supply import current_mode, is_supplied
from balance.games.army_group_south.untried import is_hidden
from balance.games.army_group_south.vocabulary import Side, Status
from balance.kernel.compiled import entry, inner
from balance.staff import seen_openly
from balance.staff.seen_openly import ATTACK, CAN_ACT, DEFENSE, POINTS

#: Further columns of the table that ``observe_units`` fills; strengths are in tenths.
SUPPLY, MODE = range(seen_openly.COLUMNS, seen_openly.COLUMNS + 2)
COLUMNS = seen_openly.COLUMNS + 2
#: Value of ``SUPPLY`` for units off the map, and of ``MODE`` for units that have none.
NOTHING = -1


@entry
def observe_units(state: State, side: int, table: np.ndarray) -> None:
    """Fill ``table`` with all that ``side`` knows of its units, and the strengths of the enemy's.

    Rule: army_group_south 5.24, 9.14, 12.1, 13.0, 21.0

    table : int16[n_units, COLUMNS]; the game stays as it is, but for supply traced anew.
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if is_hidden(state, unit):
            table[unit, ATTACK] = counter.mean_attack_x10
            table[unit, DEFENSE] = counter.mean_defense_x10
        else:
            table[unit, ATTACK] = 10 * printed_strength(state, unit, 0)
            table[unit, DEFENSE] = 10 * printed_strength(state, unit, 1)
        table[unit, SUPPLY] = NOTHING
        table[unit, MODE] = NOTHING
        table[unit, CAN_ACT] = 0
        table[unit, POINTS] = 0
        if counter.side == side and counter.status == Status.ON_MAP:
            _observe_own(state, np.int64(unit), side, table)


@inner
def _observe_own(state: State, unit: int, side: int, table: np.ndarray) -> None:
    """Supply, mode and what is left to do of an own unit on the map."""
    table[unit, SUPPLY] = 1 if is_supplied(state, unit) else 0
    if side == Side.SOVIET:
        table[unit, MODE] = current_mode(state, unit)
    if side != state.game.side:
        return
    if is_movement(state):
        if check_may_move(state, unit) == Refusal.OK:
            table[unit, CAN_ACT] = 1
            table[unit, POINTS] = points_left(state, unit)
    elif is_combat(state):
        counter = state.units[unit]
        table[unit, CAN_ACT] = 1 if counter.attacked == 0 and counter.disrupted == 0 else 0
