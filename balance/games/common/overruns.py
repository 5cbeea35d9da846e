"""Overruns: who may make them, at which odds, and what a failure costs (6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.common.battle import begin_battle, end_battle, reluctance
from balance.games.common.control import enter_hex
from balance.games.common.march import check_may_move, end_march, is_marching, points_left
from balance.games.common.refusals import Refusal
from balance.games.common.retreat import can_cross
from balance.games.common.stacks import eliminate_unit, has_room, lose_step
from balance.games.common.state import CLASSES, PART, State
from balance.games.common.strength import (
    attack_total,
    defense_total,
    find_column,
    find_rung,
    find_shifts,
    shift_odds,
    sides_of,
)
from balance.games.common.tables import MobilityColumn
from balance.games.common.vocabulary import Purpose, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.replaceable import replaceable
from balance.rules.orders import check_actor
from balance.rules.rolls import roll

#: Result of an overrun in the log: no row of the chart.
OVERRUN_RESULT = -1
#: Outcomes of overruns beside steps lost: they get into the hex; they may not be tried.
CARRIED, FORBIDDEN = -1, -2


@inner
def overrun_price(state: State, unit: int, d: int) -> int:
    """Parts of points that a unit pays to overrun the hex beside it in a direction.

    Rule: common 6.1
    """
    counter = state.units[unit]
    price = np.int64(state.cost[CLASSES * counter.side + counter.mobility, counter.hex, d])
    return price + PART * state.rules.overrun_mp


@inner
@replaceable
def may_overrun(state: State, unit: int) -> bool:
    """Whether a unit may take part in overruns at all.

    Rule: common 6.1
    """
    if state.rules.overrun_allowed == 0:
        return False
    return state.mobility[state.units[unit].mobility, MobilityColumn.OVERRUNS] != 0


@inner
@replaceable
def overrun_odds(state: State, attack: int, defense: int) -> int:
    """Rung of the ladder for an overrun, shifts not counted: that of an attack.

    Rule: common 6.2, 8.4
    """
    return find_rung(attack, defense)


@inner
@replaceable
def overrun_outcome(state: State, rung: int, face: int) -> int:
    """What an overrun comes to at odds of a rung, shifts counted: CARRIED, or FORBIDDEN.

    Rule: common 6.2, 6.3

    A game in which overruns may fail looks at the face of the die, 1 and up, and answers by the
    steps that the failure costs, 0 or more. It leaves the defenders alone and ends the march.
    """
    return CARRIED if rung >= state.rules.overrun_odds - 1 else FORBIDDEN


@inner
def overrun_rung(state: State, attack: int, target: int, sides: int) -> int:
    """Rung of the ladder for an overrun of a hex across some sides, shifts counted.

    Rule: common 6.2
    """
    terrain, side, weather = find_shifts(state, target, sides)
    rung = overrun_odds(state, attack, defense_total(state, target))
    return shift_odds(state, rung, terrain + side + weather)


@inner
def may_try(state: State, attack: int, target: int, sides: int) -> bool:
    """Whether a strength is enough to try to overrun a hex across some sides.

    Rule: common 6.2
    """
    return overrun_outcome(state, overrun_rung(state, attack, target, sides), 1) != FORBIDDEN


@inner
@replaceable
def overrun_handicap(state: State, units: NDArray[np.int64]) -> int:
    """What the make-up of a column takes from the die of its overrun: nothing.

    Rule: common 6.3
    """
    return 0


@inner
@replaceable
def pay_for_overrun(state: State, units: NDArray[np.int64], row: int) -> None:
    """Take a step from units whose overrun, a row of the log, has failed.

    Rule: common 6.3
    """
    chosen = -1
    for unit in units:
        if state.units[unit].status == Status.ON_MAP:
            if chosen < 0 or reluctance(state, unit) < reluctance(state, chosen):
                chosen = unit
    if chosen >= 0:
        lose_step(state, chosen, row)


@inner
def check_overrun(state: State, units: np.ndarray, target: int) -> int:
    """Say whether units may overrun a hex together now: a ``Refusal``.

    Rule: common 6.1, 6.2

    units : int64 array of exactly their number
    """
    if len(units) == 0:
        return Refusal.NO_ATTACKERS
    if target < 0 or target >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    for unit in units:
        refusal = check_actor(state, unit, is_marching(state))
        if refusal == Refusal.OK:
            refusal = check_may_move(state, unit)
        if refusal != Refusal.OK:
            return refusal
        if not may_overrun(state, unit):
            return Refusal.CANNOT_OVERRUN
        if state.units[unit].hex != state.units[units[0]].hex:
            return Refusal.NOT_TOGETHER
        d = direction_to(state.neighbour, state.units[unit].hex, target)
        if d < 0:
            return Refusal.NOT_ADJACENT
        if not can_cross(state, unit, state.units[unit].hex, d):
            return Refusal.SIDE_CLOSED
        if overrun_price(state, unit, d) > points_left(state, unit):
            return Refusal.NOT_ENOUGH_POINTS
    if state.ground[target].occupant != 1 - state.game.side:
        return Refusal.NO_ENEMY
    sides = sides_of(state, units, target)
    if not may_try(state, attack_total(state, units), target, sides):
        return Refusal.ODDS_TOO_LOW
    return check_party(state, units, target)


@inner
@replaceable
def check_party(state: State, units: NDArray[np.int64], target: int) -> int:
    """Say whether units that each may overrun a hex may do so together: a ``Refusal``.

    Rule: common 6.1
    """
    return Refusal.OK


@inner
def _carries_hex(state: State, units: np.ndarray, row: int) -> bool:
    """Whether an overrun that is under way, a row of the log, succeeds; a failure is paid for.

    Rule: common 6.3

    The die is thrown only where it decides.
    """
    battle = state.battles[row]
    shift = battle.terrain_shift + battle.side_shift + battle.weather_shift
    rung = shift_odds(state, overrun_odds(state, battle.attack, battle.defense), shift)
    if overrun_outcome(state, rung, 1) == CARRIED:
        return True
    battle.die = roll(
        state, state.crt.shape[0], Purpose.COMBAT, battle.hex, state.ground[battle.hex].battles
    )
    state.ground[battle.hex].battles += 1
    face = max(1, np.int64(battle.die) - overrun_handicap(state, units))
    battle.result = state.crt[face - 1, find_column(state, rung)]
    outcome = overrun_outcome(state, rung, face)
    for _ in range(outcome):
        pay_for_overrun(state, units, row)
    return outcome == CARRIED


@entry
def make_overrun(state: State, units: np.ndarray, target: int) -> int:
    """Overrun a hex, or say why not: a ``Refusal``. The battle is the log's last row.

    Rule: common 6.1, 6.3

    The defenders are eliminated; the units enter their hex, as many as have room, and go on.
    """
    refusal = check_overrun(state, units, target)
    if refusal != Refusal.OK:
        return refusal
    row = begin_battle(state, units, target, 1)
    state.battles[row].result = OVERRUN_RESULT
    if not _carries_hex(state, units, row):
        end_battle(state, row)
        for unit in units:
            if state.units[unit].status == Status.ON_MAP:
                end_march(state, unit, 0)
        return refusal
    while state.ground[target].first >= 0:
        eliminate_unit(state, state.ground[target].first, row)
    end_battle(state, row)
    d = direction_to(state.neighbour, state.units[units[0]].hex, target)
    for last in range(2):  # who comes in late may make room for those before
        for unit in units:
            if state.units[unit].hex == target:
                continue
            left = points_left(state, unit) - overrun_price(state, unit, d)
            enters = has_room(state, unit, target) and state.game.ended == 0
            if enters:
                enter_hex(state, unit, target)
                state.battles[row].advanced += 1
            if enters or last == 1:
                end_march(state, unit, max(0, left))
    return refusal
