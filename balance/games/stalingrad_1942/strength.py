"""Strengths in combat: what halves a unit's, and what both sides of an attack come to (7.1, 7.5).

Lists of units and hexes are int64 arrays of exactly their length throughout the files on combat.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.stacks import is_gun, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.tables import TerrainColumn, TerrainRow
from balance.games.stalingrad_1942.vocabulary import Hexside, Terrain
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.replaceable import replaceable
from balance.rules.stacking import sum_over

#: Values of ``UNIT.fighting``.
IDLE, ATTACKS, DEFENDS = 0, 1, 2
#: Columns of ``state.strengths``.
ATTACK, DEFENSE = 0, 1
#: Parts of a point in which strengths are summed that are rounded once: any two of the divisors
#: that charts may hold (1 to 9) divide it, one after the other.
_PARTS = 2520 * 2520


@inner
def _disorganize(state: State, unit: int, strength: int) -> int:
    """What disorder leaves of a strength.

    Rule: stalingrad_1942 7.395

    Ruling: stalingrad_1942 7.395 - rounded down, at least one.
    """
    if state.units[unit].disorganized == 0 or strength <= 0:
        return strength
    return max(strength // state.rules.combat_disorganized_divisor, 1)


@entry
@replaceable
def unit_attack(state: State, unit: int) -> int:
    """Attack strength of a unit at this instant, before terrain; headquarters have none.

    Rule: stalingrad_1942 2.24a, 2.24b, 7.395, 8.51b, 11.36, 14.23, 14.25
    """
    if is_headquarters(state, unit):
        return 0
    if is_gun(state, unit):
        return _gun_factor(state, unit, ATTACK)
    counter = state.units[unit]
    strength = _disorganize(state, unit, state.strengths[unit, counter.steps, ATTACK])
    if counter.unsupplied == 0:
        return strength
    divisor = state.rules.supply_attack_divisor
    return (strength + divisor - 1) // divisor


@inner
def _gun_factor(state: State, unit: int, column: int) -> int:
    """A factor of a gun at this instant.

    Rule: stalingrad_1942 7.395, 14.25
    """
    counter = state.units[unit]
    strength = _disorganize(state, unit, state.strengths[unit, counter.steps, column])
    return strength // (state.rules.supply_artillery_divisor if counter.unsupplied != 0 else 1)


@entry
@replaceable
def unit_defense(state: State, unit: int) -> int:
    """Defense strength of a unit at this instant; headquarters have none.

    Rule: stalingrad_1942 2.24a, 2.24b, 7.395, 8.25, 8.51b, 8.51c, 14.24, 14.25
    """
    if is_headquarters(state, unit):
        return 0
    counter = state.units[unit]
    if is_gun(state, unit):
        if counter.began_in_zone != 0 and counter.motorized == 0:
            return state.rules.artillery_towed_defense_in_zone
        return _gun_factor(state, unit, DEFENSE)
    return _disorganize(state, unit, state.strengths[unit, counter.steps, DEFENSE])


@inner
def support_strength(state: State, gun: int) -> int:
    """What a gun adds to the defense of others.

    Rule: stalingrad_1942 8.43, 14.25

    Ruling: stalingrad_1942 8.43 - the attack factor, or the defense factor as 2.24 has it.
    """
    return _gun_factor(state, gun, state.rules.artillery_support_factor)


@inner
def takes_part_in_defense(state: State, unit: int) -> bool:
    """Whether a unit adds to the defense of its hex: one attacked before this phase doesn't.

    Rule: stalingrad_1942 7.24, 7.27, 11.1

    Ruling: stalingrad_1942 7.27 - a unit beaten into a hex attacked later stays out of that battle.
    """
    return state.units[unit].defended == 0 and not is_headquarters(state, unit)


@inner
def find_defenders(state: State, targets: np.ndarray) -> np.ndarray:
    """Units that defend some hexes together; int64 array.

    Rule: stalingrad_1942 7.23, 7.24
    """
    room = 0
    for target in targets:
        room += state.ground[target].stack
    found = np.empty(room, np.int64)
    count = 0
    for target in targets:
        unit = state.ground[target].first
        while unit >= 0:
            if takes_part_in_defense(state, unit):
                found[count] = unit
                count += 1
            unit = state.units[unit].next
    return found[:count]


# --- terrain that divides strengths


@inner
@replaceable
def side_divisor(state: State, start: int, target: int) -> int:
    """What an attack across the side between two hexes is divided by.

    Rule: stalingrad_1942 7.54, TEC-S-b2, TEC-S-k2, TEC-W-b2, TEC-W-k2
    """
    d = direction_to(state.neighbour, start, target)
    sides = np.int64(state.hexside[start, d])
    if sides & (Hexside.MAJOR_RIVER | Hexside.VOLGA) == 0:
        return 1
    # Ruling: stalingrad_1942 7.54 - a bridge changes nothing, or lifts the division.
    if state.rules.combat_bridges_halve_too == 0 and sides & Hexside.BRIDGE != 0:
        return 1
    row = TerrainRow.VOLGA if sides & Hexside.VOLGA != 0 else TerrainRow.LARGE_RIVER
    return state.tec[row, TerrainColumn.DIVISOR]


@inner
def attack_divisor(state: State, start: int, targets: np.ndarray) -> int:
    """What the attack of a unit in a hex on some others is divided by.

    Rule: stalingrad_1942 7.51, 7.54, TEC-S-b2, TEC-S-j2, TEC-S-k2

    Ruling: stalingrad_1942 7.54 - who attacks several hexes is divided by the worst of the sides.
    """
    worst = 1
    for target in targets:
        worst = max(worst, side_divisor(state, start, target))
    if state.hexes[start].terrain == Terrain.MARSH:
        worst *= state.tec[Terrain.MARSH, TerrainColumn.DIVISOR]
    return worst


# --- totals


@entry
def attack_total(state: State, attackers: np.ndarray, targets: np.ndarray) -> int:
    """Attack strength of adjacent units against some hexes, support not yet added.

    Rule: stalingrad_1942 7.12a, 7.23a, 7.54
    """
    whole, parts = 0, 0
    for unit in attackers:
        divisor = attack_divisor(state, state.units[unit].hex, targets)
        strength = unit_attack(state, unit)
        # Ruling: stalingrad_1942 7.54 - divided and rounded unit by unit, or on the sum.
        if state.rules.combat_halving_by_unit != 0:
            whole += strength // divisor
        else:
            parts += np.int64(strength) * _PARTS // divisor
    return whole + parts // _PARTS


@entry
def fire_total(state: State, guns: np.ndarray) -> int:
    """Attack strength of guns that fire from afar.

    Rule: stalingrad_1942 8.21a, 8.23, 8.31

    Ruling: stalingrad_1942 7.54 - what divides attacks over rivers and out of marshes spares fire.
    """
    total = 0
    for gun in guns:
        total += unit_attack(state, gun)
    return total


@entry
def defense_total(state: State, targets: np.ndarray) -> int:
    """Defense strength of some hexes together, support not yet added.

    Rule: stalingrad_1942 7.12b, 7.23b, 7.24, 8.23
    """
    total = 0
    for target in targets:
        total += sum_over(state, target, defense_there)
    return total


@inner
def defense_there(state: State, unit: int) -> int:
    """What a unit adds to the defense of its hex."""
    return unit_defense(state, unit) if takes_part_in_defense(state, unit) else 0
