"""What a player knows of each unit at this instant, in one compiled call for all views.

Rule: drive_on_stalingrad 2.14, 2.15, 11.7
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move, points_left
from balance.games.drive_on_stalingrad.armies import check_free_to_attack, check_free_to_move
from balance.games.drive_on_stalingrad.phases import is_assault_phase, is_movement_phase
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import supply_state
from balance.games.drive_on_stalingrad.vocabulary import Status
from balance.kernel.compiled import entry
from balance.staff import seen_openly
from balance.staff.drive_on_stalingrad.situation import known_attack, known_defense
from balance.staff.seen_openly import ATTACK, CAN_ACT, DEFENSE, POINTS

#: Further column of the table that ``observe_units`` fills; factors are in tenths.
SUPPLY = seen_openly.COLUMNS
COLUMNS = SUPPLY + 1
#: Value of ``SUPPLY`` for a unit off the map.
NO_SUPPLY = -1


@entry
def observe_units(state: State, side: int, table: np.ndarray) -> None:
    """Fill ``table`` with all that ``side`` knows of its units, and the factors of enemy top units.

    Rule: drive_on_stalingrad 2.14, 3.2, 7.16, 8.2, 8.4, 9.2, 11.4, 11.7

    table : int16[n_units, COLUMNS]; rows of enemy units that aren't on top of a stack stay as they
    are. The game stays as it is too, but for supply fields traced anew.
    """
    moving = side == state.game.side and is_movement_phase(state)
    assaulting = side == state.game.side and is_assault_phase(state)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        on_map = counter.status == Status.ON_MAP
        if counter.side != side and not (on_map and state.ground[counter.hex].first == unit):
            continue
        table[unit, ATTACK] = np.int64(round(10.0 * known_attack(state, unit)))
        table[unit, DEFENSE] = np.int64(round(10.0 * known_defense(state, unit)))
        table[unit, SUPPLY] = NO_SUPPLY
        table[unit, CAN_ACT] = 0
        table[unit, POINTS] = 0
        if counter.side != side or not on_map:
            continue
        table[unit, SUPPLY] = supply_state(state, unit)
        if moving:
            if check_may_move(state, unit) == Refusal.OK:
                table[unit, CAN_ACT] = 1
                table[unit, POINTS] = points_left(state, unit)
        elif assaulting:
            free = check_free_to_attack(state, unit) == Refusal.OK
            table[unit, CAN_ACT] = 1 if free and counter.attacked == 0 else 0
        elif check_free_to_move(state, unit) == Refusal.OK:
            table[unit, CAN_ACT] = 1
