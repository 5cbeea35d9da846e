"""What battles are to units: what a result is worth, strengths before it, who may attack.

Marches are planned by these estimates; what is fought is rated as the referee would reckon it, see
``combat``.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.battle import (
    ATTACKER_HEXES,
    ATTACKER_STEPS,
    DEFENDER_HEXES,
    DEFENDER_STEPS,
    DUES,
)
from balance.games.stalingrad_1942.costs import is_large_river
from balance.games.stalingrad_1942.shifts import has_works, terrain_columns, works_columns
from balance.games.stalingrad_1942.stacks import is_frozen, is_gun, is_headquarters
from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.strength import defense_there, unit_attack
from balance.games.stalingrad_1942.vocabulary import Hexside, Mobility
from balance.kernel.compiled import inner
from balance.rules.stacking import sum_over
from balance.staff.craft.battle_value import (
    GROUND,
    OWN_RETREAT,
    OWN_STEPS,
    PUSH,
    STEPS,
    WAY,
    WORTH,
    loss_of,
)
from balance.staff.desk import ENEMY_UNITS, SETTLED, Desk
from balance.staff.stalingrad_1942.choices import SALLIES
from balance.staff.stalingrad_1942.moves import digs_in

#: What a column is worth in strength, and what attackers across a large river are left with.
_COLUMN, _HALVED = 1.5, 2.0
#: Hexes of a retreat after which a stack has lost touch for a turn.
_PUSHED_FAR = 2.0


# --- results


@inner
def value_of(state: State, column: int, stakes: np.ndarray) -> float:
    """Expected worth of a battle to the attacker in a column of the combat results table.

    Rule: stalingrad_1942 7.12e, 7.31

    stakes : float64[STAKES]
    """
    column = max(0, min(column, state.crt.shape[1] - 1))
    total = 0.0
    for face in range(state.crt.shape[0]):
        total += result_value(DUES[state.crt[face, column]], stakes)
    return total / state.crt.shape[0]


@inner
def result_value(dues: np.ndarray, stakes: np.ndarray) -> float:
    """Worth of one result to the attacker, both sides choosing what is less bad for them.

    Rule: stalingrad_1942 7.31, 7.32, 7.37, 7.41

    dues : int64[5], a row of ``DUES``; stakes : float64[STAKES]
    """
    gain = loss_of(stakes, STEPS, dues[DEFENDER_STEPS]) if dues[DEFENDER_STEPS] > 0 else 0.0
    emptied = dues[DEFENDER_STEPS] >= stakes[STEPS]
    hexes = dues[DEFENDER_HEXES]
    if hexes > 0:
        pays = loss_of(stakes, STEPS, hexes)
        if hexes <= stakes[WAY]:
            goes = stakes[PUSH] * min(1.0, hexes / _PUSHED_FAR) + stakes[GROUND]
            gain += goes if hexes >= stakes[STEPS] else min(goes, pays + stakes[PUSH])
            return gain - _own_losses(dues, stakes)
        emptied = hexes >= stakes[STEPS]
        gain += min(pays, stakes[WORTH])
    if emptied and dues[ATTACKER_HEXES] == 0:
        gain += stakes[GROUND]
    return gain - _own_losses(dues, stakes)


@inner
def _own_losses(dues: np.ndarray, stakes: np.ndarray) -> float:
    """What a result costs the attacker: steps first, then hexes or as many steps more."""
    steps, hexes = dues[ATTACKER_STEPS], dues[ATTACKER_HEXES]
    lost = loss_of(stakes, OWN_STEPS, steps) if steps > 0 else 0.0
    if hexes > 0 and steps < stakes[OWN_STEPS]:
        lost += min(stakes[OWN_RETREAT], loss_of(stakes, OWN_STEPS, steps + hexes) - lost)
    return lost


@inner
def steps_lost(state: State, column: int, steps: int, trapped: bool) -> float:
    """Steps that a stack loses on average in a column of the combat results table.

    Rule: stalingrad_1942 7.31, 7.37

    Who is free to go back does so; who is trapped pays every hex of a retreat with a step.
    """
    column = max(0, min(column, state.crt.shape[1] - 1))
    lost = 0
    for face in range(state.crt.shape[0]):
        dues = DUES[state.crt[face, column]]
        lost += min(steps, dues[DEFENDER_STEPS] + (dues[DEFENDER_HEXES] if trapped else 0))
    return lost / state.crt.shape[0]


# --- strengths


@inner
def marching_strength(state: State, unit: int) -> float:
    """Attack strength of a unit by itself, 0 if it can't attack this turn from where it marches.

    Rule: stalingrad_1942 8.51, 11.36, S2i, S2j
    """
    if is_headquarters(state, unit) or is_gun(state, unit) or is_frozen(state, unit):
        return 0.0
    return float(unit_attack(state, unit))


@inner
def defense_against(state: State, target: int, sides: int) -> float:
    """Defense of a hex attacked across some of its sides, columns of the ground made strength.

    Rule: stalingrad_1942 7.52, 7.54, 9.21
    """
    total = float(sum_over(state, target, defense_there))
    columns = terrain_columns(state, target) + works_columns(state, target)
    small, large, count = 0, 0, 0
    for d in range(6):
        if (sides >> d) & 1 != 0:
            count += 1
            small += 1 if state.hexside[target, d] & Hexside.RIVER != 0 else 0
            large += 1 if is_large_river(state, target, d) else 0
    if count > 0:
        columns += 1 if small == count else 0
        total *= 1.0 + (_HALVED - 1.0) * large / count
    return max(1.0, total * _COLUMN**columns)


@inner
def retreat_row(state: State, unit: int) -> int:
    """Row of the costs that says which sides a retreat can't cross.

    Rule: stalingrad_1942 7.38, 7.39
    """
    return state.units[unit].mobility if unit >= 0 else np.int64(Mobility.NONMOTORIZED)


@inner
def carries_zone(state: State, h: int, d: int) -> bool:
    """Whether units in a hex control the next one in a direction: all six.

    Rule: stalingrad_1942 6.11
    """
    return True


# --- who attacks


@inner
def may_sally(state: State, desk: Desk, unit: int) -> bool:
    """Whether a unit of the line may leave its place to attack: where the plan chooses so, any.

    Rule: stalingrad_1942 7.22, 9.13, 14.21

    Elsewhere one beside enemies, from no works if it is fed.
    """
    if desk.order[SALLIES]:
        return True
    counter = state.units[unit]
    if state.zones[1 - counter.side, counter.hex] == 0:
        return False
    return not has_works(state, counter.hex) or state.supply[counter.side, counter.hex] == NO_LINE


@inner
def may_launch(state: State, desk: Desk, side: int, h: int, d: int) -> bool:
    """Whether units can attack out of a hex: from anywhere on the map.

    Rule: stalingrad_1942 7.11b
    """
    return h < len(state.ground) - 1


@inner
def price_of_duties(state: State, desk: Desk, side: int, target: int, launch: int) -> float:
    """What the attacks cost that fall due beside the launch hexes of an attack.

    Rule: stalingrad_1942 7.21, 7.22

    Enemies who shall be attacked anyway cost nothing; to attack whom is due saves the more of the
    price the better it can be done.
    """
    if state.rules.combat_compulsory == 0:
        return 0.0
    price = 0.0
    beside = np.empty(36, np.int64)
    count = 0
    for d in range(6):
        if (launch >> d) & 1 == 0:
            continue
        here = state.neighbour[target, d]
        for e in range(6):
            h = state.neighbour[here, e]
            if h == target or desk.marks[ENEMY_UNITS, h] == 0 or desk.need[h] > 0.0:
                continue
            known = is_due(state, desk, side, h)
            for i in range(count):
                known = known or beside[i] == h
            if not known:
                beside[count] = h
                count += 1
                price += desk.weights.soak_off * (1.0 - _ease(state, desk, h))
    if is_due(state, desk, side, target):
        price -= desk.weights.soak_off * _ease(state, desk, target)
    return price


@inner
def _ease(state: State, desk: Desk, h: int) -> float:
    """How little of a burden it is to have to attack a hex, 0 to 1, by who could come to it."""
    return min(1.0, desk.value[h] / (_PLENTY * defense_against(state, h, 0)))


@inner
def is_due(state: State, desk: Desk, side: int, h: int) -> bool:
    """Whether own troops stand beside an enemy hex who will have to attack it.

    Rule: stalingrad_1942 7.21, 7.22, 9.11, 9.23

    Who has stood still digs in, and is free then unless an attack on another hex is planned there.
    """
    for d in range(6):
        there = state.neighbour[h, d]
        if state.ground[there].occupant != side or state.ground[there].zoned == 0:
            continue
        attacks = _will_attack(state, desk, there)
        if not attacks and has_works(state, there):
            continue
        unit = state.ground[there].first
        while unit >= 0:
            settled = desk.crew[SETTLED, unit] != 0 or state.units[unit].moved != 0
            if settled and (attacks or not digs_in(state, desk, unit)):
                return True
            unit = state.units[unit].next
    return False


@inner
def _will_attack(state: State, desk: Desk, h: int) -> bool:
    """Whether an attack is planned on a hex beside one."""
    for d in range(6):
        if desk.need[state.neighbour[h, d]] > 0.0:
            return True
    return False


#: Odds at which it is no burden to have to attack a hex, with its share in all who could come.
_PLENTY = 3.0
