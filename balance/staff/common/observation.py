"""What a player knows of each unit at this instant, in one compiled call for all views.

Rule: common 2.1
"""

from __future__ import annotations

import numpy as np

from balance.games.common.march import check_may_move, phase_kind, points_left
from balance.games.common.newcomers import check_replace
from balance.games.common.refusals import Refusal
from balance.games.common.state import PART, State
from balance.games.common.vocabulary import PhaseKind, Status
from balance.kernel.compiled import entry
from balance.staff.seen_openly import ATTACK, CAN_ACT, DEFENSE, POINTS


@entry
def observe_units(state: State, side: int, table: np.ndarray) -> None:
    """Fill ``table`` with the printed strengths of all units, and what own ones can do.

    Rule: common 2.1, 5.1, 8.1

    table : int16[n_units, COLUMNS of ``balance.staff.seen_openly``]
    """
    combat = phase_kind(state) == PhaseKind.COMBAT
    for unit in range(len(state.units)):
        counter = state.units[unit]
        table[unit, ATTACK] = state.strengths[unit, counter.steps, 0]
        table[unit, DEFENSE] = state.strengths[unit, counter.steps, 1]
        table[unit, CAN_ACT] = table[unit, POINTS] = 0
        if counter.side != side or side != state.game.side or counter.status != Status.ON_MAP:
            continue
        if check_may_move(state, unit) == Refusal.OK:
            table[unit, CAN_ACT] = 1
            table[unit, POINTS] = points_left(state, unit) // PART
        elif (combat and counter.attacked == 0) or check_replace(state, unit) == Refusal.OK:
            table[unit, CAN_ACT] = 1
