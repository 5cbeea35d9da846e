"""Overruns at low odds (special rule 6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.common.battle import reluctance
from balance.games.common.overruns import CARRIED, FORBIDDEN
from balance.games.common.stacks import lose_step
from balance.games.common.state import State
from balance.games.common.strength import DEFENSE, find_column, find_rung
from balance.games.common.tables import ALL, ResultColumn
from balance.games.common.vocabulary import AXIS, Status
from balance.games.more_lost_victories.marks import Mark
from balance.kernel.compiled import inner

#: Rung of the ladder that is 9:1.
_NINE = 8


@inner
def overrun_odds(state: State, attack: int, defense: int) -> int:
    """Rung of the ladder for an overrun, shifts not counted; what lies above 9:1 is a reading.

    Rule: more_lost_victories S6a, S6b
    """
    rung = find_rung(attack, defense)
    above_nine = rung == _NINE and attack > (_NINE + 1) * defense
    return rung + 1 if above_nine and state.rules.overrun_round_up != 0 else rung


@inner
def overrun_outcome(state: State, rung: int, face: int) -> int:
    """What an overrun comes to: at 10:1 it succeeds, at low odds if the table says DE.

    Rule: more_lost_victories S6a, S6b, S6c, S6e, S6f, S6g, S6h, S6j

    DR and DH only stop the units; anything else costs them a step besides. Odds are rounded down to
    whole ones, so that 9.5:1 is 9:1; shifts count. Those who go in pay what any overrun costs.
    """
    if rung >= state.rules.overrun_odds - 1:
        return CARRIED
    if rung < state.rules.overrun_low_min - 1:
        return FORBIDDEN
    column = find_column(state, min(rung, state.rules.overrun_low_max - 1))
    result = state.results[state.crt[face - 1, column]]
    other = result[ResultColumn.DEFENDER_LOSS]
    unhurt = result[ResultColumn.ATTACKER_LOSS] == 0 and result[ResultColumn.ATTACKER_RETREAT] == 0
    if unhurt and other == ALL:
        return CARRIED
    harmless = unhurt and result[ResultColumn.DEFENDER_RETREAT] > 0
    if unhurt and other == 0 and state.rules.overrun_no_effect_costs == 0:
        harmless = True
    return 0 if harmless else state.rules.overrun_low_loss_steps


@inner
def overrun_handicap(state: State, units: NDArray[np.int64]) -> int:
    """What the die of an overrun loses without a c/m division or cadre; corps count as such.

    Rule: more_lost_victories S6d
    """
    corps_count = state.rules.overrun_corps_count != 0
    for unit in units:
        counter = state.units[unit]
        if counter.marks & Mark.MOTORIZED != 0 and (corps_count or counter.side == AXIS):
            return 0
    return state.rules.overrun_drm_without_division


@inner
def pay_for_overrun(state: State, units: NDArray[np.int64], row: int) -> None:
    """Take the step that its owner gives first, unless it is stronger than all the defenders.

    Rule: more_lost_victories S6h, S6i
    """
    chosen = -1
    for unit in units:
        if state.units[unit].status == Status.ON_MAP and state.units[unit].steps > 0:
            if chosen < 0 or reluctance(state, unit) < reluctance(state, chosen):
                chosen = unit
    if chosen < 0:
        return
    steps = state.units[chosen].steps
    lost = state.strengths[chosen, steps, DEFENSE] - state.strengths[chosen, steps - 1, DEFENSE]
    if state.rules.overrun_loss_capped == 0 or lost <= _printed_defense(
        state, state.battles[row].hex
    ):
        lose_step(state, chosen, row)


@inner
def _printed_defense(state: State, h: int) -> int:
    """Printed defense strength of the units in a hex, by the sides of their counters that are up.

    Rule: more_lost_victories S6i
    """
    total, unit = 0, state.ground[h].first
    while unit >= 0:
        total += state.strengths[unit, state.units[unit].steps, DEFENSE]
        unit = state.units[unit].next
    return total
