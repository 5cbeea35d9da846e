"""Overruns at low odds (special rule 6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.common.battle import reluctance
from balance.games.common.stacks import lose_step
from balance.games.common.state import State
from balance.games.common.strength import (
    DEFENSE,
    defense_total,
    find_column,
    find_rung,
    find_shifts,
)
from balance.games.common.tables import ALL, ResultColumn
from balance.games.common.vocabulary import Purpose, Status
from balance.games.more_lost_victories.marks import Mark
from balance.kernel.compiled import inner
from balance.rules.rolls import roll


@inner
def suffices(state: State, attack: int, target: int, sides: int) -> bool:
    """Whether a strength is enough to try an overrun: the least of the low odds.

    Rule: more_lost_victories S6a, S6b

    Odds are rounded down to whole ones, so that 9.5:1 is 9:1; shifts count.
    """
    terrain, side, weather = find_shifts(state, target, sides)
    rung = find_rung(attack, defense_total(state, target)) + terrain + side + weather
    least = min(state.rules.overrun_odds, state.rules.overrun_low_min)
    return rung >= least - 1


@inner
def carries_hex(state: State, units: NDArray[np.int64], row: int) -> bool:
    """Whether an overrun succeeds: at 10:1 always, at low odds if the table says DE.

    Rule: more_lost_victories S6c, S6d, S6e, S6f, S6g, S6h, S6j

    DR and DH only stop the units; anything else costs them a step besides. Those who go in pay what
    any overrun costs.
    """
    battle = state.battles[row]
    target = battle.hex
    rung = find_rung(battle.attack, battle.defense)
    rung += battle.terrain_shift + battle.side_shift + battle.weather_shift
    if rung >= state.rules.overrun_odds - 1:
        return True
    battle.die = roll(
        state, state.crt.shape[0], Purpose.COMBAT, target, state.ground[target].battles
    )
    state.ground[target].battles += 1
    face = np.int64(battle.die)
    if not _has_division(state, units):
        face -= state.rules.overrun_drm_without_division
    column = find_column(state, min(rung, state.rules.overrun_low_max - 1))
    battle.result = state.crt[max(1, face) - 1, column]
    result = state.results[battle.result]
    harmless = result[ResultColumn.ATTACKER_LOSS] == 0 and result[ResultColumn.DEFENDER_LOSS] != 0
    if harmless and result[ResultColumn.DEFENDER_LOSS] == ALL:
        return True
    harmless = harmless or (
        result[ResultColumn.ATTACKER_LOSS] == 0
        and result[ResultColumn.ATTACKER_RETREAT] == 0
        and result[ResultColumn.DEFENDER_RETREAT] > 0
    )
    if not harmless:
        for _ in range(state.rules.overrun_low_loss_steps):
            _pay(state, units, row)
    return False


@inner
def _has_division(state: State, units: NDArray[np.int64]) -> bool:
    """Whether a c/m division or cadre takes part; corps count as such.

    Rule: more_lost_victories S6d
    """
    for unit in units:
        if state.units[unit].marks & Mark.MOTORIZED != 0:
            return True
    return False


@inner
def _pay(state: State, units: NDArray[np.int64], row: int) -> None:
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
    if lost <= _printed_defense(state, state.battles[row].hex):
        lose_step(state, chosen, row)


@inner
def _printed_defense(state: State, h: int) -> int:
    """Printed defense strength of the units in a hex.

    Rule: more_lost_victories S6i
    """
    total, unit = 0, state.ground[h].first
    while unit >= 0:
        total += state.strengths[unit, state.units[unit].full_steps, DEFENSE]
        unit = state.units[unit].next
    return total
