"""What battles are to units: strengths, what a result is worth, who may attack, overruns."""

from __future__ import annotations

import numpy as np

from balance.games.common.battle import make_attack
from balance.games.common.march import check_may_move
from balance.games.common.overruns import (
    CARRIED,
    FORBIDDEN,
    make_overrun,
    may_overrun,
    may_try,
    overrun_handicap,
    overrun_outcome,
)
from balance.games.common.refusals import Refusal
from balance.games.common.state import CLASSES, PART, PROHIBITED, State
from balance.games.common.strength import (
    columns_across,
    defense_total,
    find_column,
    find_rung,
    find_shifts,
    shift_odds,
    terrain_columns,
    unit_attack,
    unit_defense,
)
from balance.games.common.tables import ALL, EQUAL, HALF, HALF_EQUAL, ResultColumn
from balance.games.common.vocabulary import AXIS
from balance.kernel.compiled import inner
from balance.staff.craft.battle_value import (
    GROUND,
    OVERRUN,
    OWN_RETREAT,
    OWN_STEPS,
    OWN_WORTH,
    PUSH,
    STEPS,
    WAY,
    WORTH,
    loss_of,
)
from balance.staff.desk import Desk

#: What a column is worth in strength.
_COLUMN = 1.5
#: Hexes of a retreat after which a stack has lost touch for a turn, and the longest that counts.
_PUSHED_FAR, LONGEST_RETREAT = 2.0, 4
_NEVER = -1e9
#: Part of the price of a retreat that the rest of a march is worth.
_HALTED = 0.3
#: Most hexes that threats are counted for.
_FARTHEST = 10


# --- strengths


@inner
def printed_attack(state: State, unit: int) -> float:
    """Attack strength of a unit by the steps it has left.

    Rule: common 2.1
    """
    return float(state.strengths[unit, state.units[unit].steps, 0])


@inner
def printed_defense(state: State, unit: int) -> float:
    """Defense strength of a unit by the steps it has left.

    Rule: common 2.1
    """
    return float(state.strengths[unit, state.units[unit].steps, 1])


@inner
def known_strengths(state: State, unit: int) -> tuple[float, float]:
    """Attack and defense strength of a unit where it stands, terrain left out.

    Rule: common 8.2, 11.3
    """
    return float(unit_attack(state, unit)), float(unit_defense(state, unit))


@inner
def attack_of(state: State, unit: int) -> float:
    """Attack strength that a unit brings into a battle.

    Rule: common 8.2
    """
    return float(unit_attack(state, unit))


@inner
def starved_divisor(state: State) -> float:
    """What lack of supply divides the defense of a stack by.

    Rule: common 11.3
    """
    return float(state.rules.supply_defense_divisor)


@inner
def step_points(state: State, unit: int) -> float:
    """Points that the enemy gets for a step of a unit.

    Rule: common 14.1
    """
    if state.units[unit].side == AXIS:
        return float(state.rules.victory_soviet_step_points)
    return float(state.rules.victory_axis_step_points)


@inner
def striking_power(state: State, side: int, h: int) -> tuple[float, float, int, bool]:
    """What an enemy stack can attack with: strength held there, strength free to come, its march.

    Rule: common 5.1, 8.2
    """
    free, march = 0.0, 0
    unit = state.ground[h].first
    while unit >= 0:
        strength = float(unit_attack(state, unit))
        if strength > 0.0:
            free += strength
            march = max(march, min(state.units[unit].movement, _FARTHEST))
        unit = state.units[unit].next
    return 0.0, free, march, False


@inner
def defense_against(state: State, target: int, sides: int) -> float:
    """Defense of a hex attacked across some of its sides, columns made strength.

    Rule: common 8.2, 8.3
    """
    columns = terrain_columns(state, target) + columns_across(state, target, sides)
    return max(1.0, float(defense_total(state, target)) * _COLUMN**columns)


@inner
def column_of(
    state: State,
    desk: Desk,
    target: int,
    attack: float,
    defense: float,
    units: np.ndarray,
    members: int,
    without: int,
    launch: int,
) -> int:
    """Rung of the ladder for strengths that attack across some sides of a hex, shifts counted.

    Rule: common 8.3, 8.4
    """
    terrain, side, weather = find_shifts(state, target, launch)
    rung = find_rung(np.int64(attack), defense_total(state, target))
    return shift_odds(state, rung, terrain + side + weather)


# --- results


@inner
def value_of(state: State, rung: int, stakes: np.ndarray) -> float:
    """Expected worth of a battle to the attacker at odds of a rung of the ladder.

    Rule: common 6.2, 6.3, 8.4, 8.5

    stakes : float64[STAKES]
    """
    if stakes[OVERRUN] != 0.0:
        return _overrun_value(state, rung, stakes)
    column = find_column(state, rung)
    total = 0.0
    for face in range(state.crt.shape[0]):
        total += _result_value(state, state.crt[face, column], stakes)
    return total / state.crt.shape[0]


@inner
def _overrun_value(state: State, rung: int, stakes: np.ndarray) -> float:
    """Expected worth of an overrun: of all defenders and their hex, or the price of a failure.

    Rule: common 6.2, 6.3

    Who fails has lost the rest of its march, a part of what going back would cost.
    """
    if overrun_outcome(state, rung, 1) == CARRIED:
        return stakes[WORTH] + stakes[GROUND]
    faces, handicap = state.crt.shape[0], np.int64(stakes[OVERRUN] - 1.0)
    total = 0.0
    for thrown in range(1, faces + 1):
        outcome = overrun_outcome(state, rung, max(1, thrown - handicap))
        if outcome == FORBIDDEN:
            return _NEVER
        if outcome == CARRIED:
            total += stakes[WORTH] + stakes[GROUND]
        else:
            total -= loss_of(stakes, OWN_STEPS, outcome) if outcome > 0 else 0.0
            total -= _HALTED * stakes[OWN_RETREAT]
    return total / faces


@inner
def _steps_due(loss: int, steps: float) -> float:
    """Steps that a result takes of those that are there; of exchanges all."""
    if loss == HALF:
        return np.ceil(steps / 2.0)
    return steps if loss == ALL or loss <= EQUAL else min(steps, float(loss))


@inner
def _worth_lost(stakes: np.ndarray, first: int, loss: int, other: float) -> float:
    """Worth of what a result takes of a side; in exchanges what the other side loses, or half."""
    if loss <= EQUAL:
        return min(stakes[first + 1], other * (0.5 if loss == HALF_EQUAL else 1.0))
    steps = _steps_due(loss, stakes[first])
    return loss_of(stakes, first, np.int64(steps)) if steps > 0.0 else 0.0


@inner
def _result_value(state: State, number: int, stakes: np.ndarray) -> float:
    """Worth of one result to the attacker.

    Rule: common 8.5, 9.1, 9.2, 10.1
    """
    result = state.results[number]
    own, other = result[ResultColumn.ATTACKER_LOSS], result[ResultColumn.DEFENDER_LOSS]
    hexes = result[ResultColumn.DEFENDER_RETREAT]
    goes_back = result[ResultColumn.ATTACKER_RETREAT] > 0
    if own <= EQUAL:
        gain = _worth_lost(stakes, STEPS, other, 0.0)
        price = _worth_lost(stakes, OWN_STEPS, own, gain)
    else:
        price = _worth_lost(stakes, OWN_STEPS, own, 0.0)
        gain = _worth_lost(stakes, STEPS, other, price)
    emptied = other > EQUAL and _steps_due(other, stakes[STEPS]) >= stakes[STEPS]
    if hexes > 0 and not emptied:
        if hexes <= stakes[WAY]:
            gain += stakes[PUSH] * min(1.0, hexes / _PUSHED_FAR)
            emptied = True
        elif state.rules.retreat_blocked == 0:
            gain = stakes[WORTH]
            emptied = True
        else:
            gain = min(stakes[WORTH], gain + loss_of(stakes, STEPS, np.int64(hexes)))
    if goes_back and price < stakes[OWN_WORTH]:
        price += stakes[OWN_RETREAT]
    elif emptied and price < stakes[OWN_WORTH]:
        gain += stakes[GROUND]
    return gain - price


@inner
def steps_lost(state: State, rung: int, steps: int, trapped: bool) -> float:
    """Steps that a stack loses on average when attacked at odds of a rung of the ladder.

    Rule: common 8.5, 9.2
    """
    column = find_column(state, rung)
    lost = 0.0
    for face in range(state.crt.shape[0]):
        result = state.results[state.crt[face, column]]
        due = _steps_due(result[ResultColumn.DEFENDER_LOSS], float(steps))
        if trapped and result[ResultColumn.DEFENDER_RETREAT] > 0:
            due = float(steps)
        lost += due
    return lost / state.crt.shape[0]


@inner
def retreat_row(state: State, unit: int) -> int:
    """Row of the costs that says which sides a retreat can't cross.

    Rule: common 9.1
    """
    if unit < 0:
        return 0
    return CLASSES * state.units[unit].side + state.units[unit].mobility


# --- who attacks


@inner
def may_sally(state: State, desk: Desk, unit: int) -> bool:
    """Whether a unit of the line may leave its place to attack: all may."""
    return True


@inner
def stays_beside(state: State, unit: int) -> bool:
    """Whether a unit ends the turn where it has attacked from: all who don't exploit do.

    Rule: common 7.1
    """
    return state.mobility[state.units[unit].mobility, 0] == 0


@inner
def may_launch(state: State, desk: Desk, side: int, h: int, d: int) -> bool:
    """Whether units of any class can attack out of a hex in a direction.

    Rule: common 8.1
    """
    for mobility in range(CLASSES):
        if state.cost[CLASSES * side + mobility, h, d] < PROHIBITED:
            return True
    return False


@inner
def is_across_river(state: State, target: int, d: int) -> bool:
    """Whether it is hard to attack a hex by a side of it.

    Rule: common 8.3
    """
    return columns_across(state, target, 1 << d) > 0


@inner
def make_attack_on(state: State, target: int, party: np.ndarray, count: int, advancing: int) -> int:
    """Attack one hex: a ``Refusal``.

    Rule: common 8.1
    """
    attackers = np.empty(count, np.int64)
    for i in range(count):
        attackers[i] = party[i]
    return make_attack(state, attackers, target, advancing)


@inner
def prefer_steps(state: State, side: int, pays: bool) -> None:
    """Leave the order that attackers rather lose steps than go back: they have no choice."""


# --- overruns


@inner
def can_overrun(state: State, unit: int) -> bool:
    """Whether a unit could take part in an overrun now.

    Rule: common 6.1
    """
    return may_overrun(state, unit) and check_may_move(state, unit) == Refusal.OK


@inner
def overrun_divisor(state: State) -> int:
    """What overruns divide attack strength by: nothing."""
    return 1


@inner
def handicap_of(state: State, column: np.ndarray, count: int) -> int:
    """What the make-up of a column takes from the die of its overrun.

    Rule: common 6.3
    """
    return overrun_handicap(state, column[:count])


@inner
def overrun_price(state: State) -> int:
    """Parts of points that an overrun of a clear hex costs.

    Rule: common 6.1
    """
    return PART * (1 + state.rules.overrun_mp)


@inner
def may_launch_overrun(
    state: State, h: int, launch: int, onward: int, lead: int, count: int
) -> bool:
    """Whether a column from a hex could overrun out of a launch hex: it has room and the strength.

    Rule: common 3.1, 6.2
    """
    counter = state.units[lead]
    target = state.neighbour[launch, onward]
    if state.cost[CLASSES * counter.side + counter.mobility, launch, onward] >= PROHIBITED:
        return False
    if launch != h and state.ground[launch].stack + count > state.rules.stacking_limit:
        return False
    attack, unit = 0, state.ground[h].first
    while unit >= 0:
        attack += unit_attack(state, unit) if can_overrun(state, unit) else 0
        unit = state.units[unit].next
    return may_try(state, attack, target, np.int64(1) << ((onward + 3) % 6))


@inner
def overrun_with(state: State, column: np.ndarray, count: int, target: int) -> int:
    """Overrun a hex: a ``Refusal``.

    Rule: common 6.1
    """
    return make_overrun(state, column[:count], target)
