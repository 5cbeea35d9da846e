"""What a player knows of each unit at this instant, in one compiled call for all views.

Rule: stalingrad_1942 2.22, 2.23
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.movement import check_may_move, points_left
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Phase, Status
from balance.games.stalingrad_1942.works import check_build_works
from balance.kernel.compiled import entry
from balance.staff.seen_openly import ATTACK, CAN_ACT, DEFENSE, POINTS


@entry
def observe_units(state: State, side: int, table: np.ndarray) -> None:
    """Fill ``table`` with the printed strengths of all units, and what own ones can do.

    Rule: stalingrad_1942 4.22, 7.27, 9.11

    table : int16[n_units, COLUMNS of ``balance.staff.seen_openly``]
    """
    combat = state.game.phase == Phase.AXIS_COMBAT or state.game.phase == Phase.SOVIET_COMBAT
    for unit in range(len(state.units)):
        counter = state.units[unit]
        table[unit, ATTACK] = state.strengths[unit, counter.steps, 0]
        table[unit, DEFENSE] = state.strengths[unit, counter.steps, 1]
        table[unit, CAN_ACT] = 0
        table[unit, POINTS] = 0
        if counter.side != side or side != state.game.side or counter.status != Status.ON_MAP:
            continue
        if check_may_move(state, unit) == Refusal.OK:
            table[unit, CAN_ACT] = 1
            table[unit, POINTS] = points_left(state, unit) // PART
        elif check_build_works(state, unit) == Refusal.OK or (combat and counter.attacked == 0):
            table[unit, CAN_ACT] = 1
