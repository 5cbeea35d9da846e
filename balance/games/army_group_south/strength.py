"""Strengths in battle: steps, terrain, divisional integrity, supply, headquarters (9.3, 10.3).

Each unit is reckoned by itself: raised first, halved then, rounded down, and never below one if it
has any strength at all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.army_group_south.costs import minor_rivers_flow
from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.supply import current_mode, is_supplied
from balance.games.army_group_south.tables import TerrainColumn, TerrainRow
from balance.games.army_group_south.vocabulary import Feature, Hexside, Mode, Side
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.replaceable import replaceable

#: Values of ``units.retreated``: in its place, among units of another hex, into an empty hex.
IN_PLACE, GUEST, WITHDRAWN_ALONE = range(3)
#: Values of ``units.fighting``.
IDLE, ATTACKS, DEFENDS, RETREATS = 0, 1, 2, 3
#: Rivers that all attackers cross.
NO_RIVER, MINOR, MAJOR = range(3)


# --- single units


@inner
def printed_strength(state: State, unit: int, column: int) -> int:
    """Attack (0) or defense (1) strength of a unit at the steps it has left.

    Rule: army_group_south 3.23, 9.6, 9.61
    """
    return state.strengths[unit, state.units[unit].steps, column]


@entry
def is_no_strength(state: State, unit: int) -> bool:
    """Whether a unit has neither attack nor defense strength, on its full side.

    Rule: army_group_south 13.3, 25.2
    """
    full = state.units[unit].full_steps
    return (
        not is_headquarters(state, unit)
        and state.strengths[unit, full, 0] == 0
        and state.strengths[unit, full, 1] == 0
    )


@entry
@replaceable
def has_integrity(state: State, unit: int) -> bool:
    """Whether enough regiments of a unit's division stand in its hex to double it.

    Rule: army_group_south 9.9, 19.5, 19.51, 19.52, 19.53
    """
    division = state.units[unit].division
    if division == 0:
        return False
    together = 0
    other = state.ground[state.units[unit].hex].first
    while other >= 0:
        if state.units[other].division == division:
            together += 1
        other = state.units[other].next
    return together >= state.rules.integrity_least_units


@inner
def _close_strength(state: State, strength: int, divisor: int) -> int:
    """Halve a raised strength and round it down, to one at the least.

    Rule: army_group_south 9.32, 12.23
    """
    # Ruling: army_group_south 9.32, 12.23 - a printed zero stays zero, or is one as well.
    if strength <= 0 and state.rules.combat_min_strength_for_zero == 0:
        return 0
    return max(strength // divisor, state.rules.combat_min_strength)


@inner
@replaceable
def attack_divisor(state: State, unit: int) -> int:
    """What a unit's attack is divided by: for lack of supply or for defensive mode, never both.

    Rule: army_group_south 11.33, 12.23, 21.23
    """
    if not is_supplied(state, unit):
        return state.rules.supply_attack_divisor
    if state.units[unit].side == Side.SOVIET and current_mode(state, unit) == Mode.DEFENSIVE:
        return state.rules.hq_defensive_attack_divisor
    return 1


@entry
def unit_attack(state: State, unit: int) -> int:
    """Attack strength of a unit in combat at this instant; headquarters have none.

    Rule: army_group_south 9.32, 11.35, 12.23, 19.5, 21.23
    """
    if is_headquarters(state, unit):
        return 0
    strength = printed_strength(state, unit, 0)
    if has_integrity(state, unit):
        strength *= state.rules.integrity_multiplier
    return _close_strength(state, strength, attack_divisor(state, unit))


@entry
def unit_defense(state: State, unit: int, multiplier: int) -> int:
    """Defense strength of a unit at this instant, terrain multiplying it by ``multiplier``.

    Rule: army_group_south 9.32, 10.32, 11.34, 11.38, 12.23, 19.5
    """
    if is_headquarters(state, unit):
        if state.ground[state.units[unit].hex].stack > 0:
            return 0
        strength = state.units[unit].leadership
    else:
        strength = printed_strength(state, unit, 1)
    if has_integrity(state, unit):
        doubled = state.rules.integrity_multiplier
        # Choice 0 of the switch: the greater of the two counts.
        if state.rules.combat_integrity_on_top != 0:
            multiplier *= doubled
        else:
            multiplier = max(multiplier, doubled)
    strength *= multiplier
    divisor = 1
    if not is_supplied(state, unit):
        divisor = state.rules.supply_defense_divisor
    return _close_strength(state, strength, divisor)


@inner
def takes_part_in_defense(state: State, unit: int) -> bool:
    """Whether a unit defends its hex; one that retreated into it this Combat Phase does not.

    Rule: army_group_south 9.21, 9.76
    """
    return state.units[unit].retreated != GUEST


# --- terrain


@inner
@replaceable
def river_crossed(state: State, attackers: NDArray[np.int64], count: int, target: int) -> int:
    """The river that every attacker of a hex crosses: ``NO_RIVER``, ``MINOR`` or ``MAJOR``.

    Rule: army_group_south 10.12, 10.14, 19.33, 19.34

    Frozen minor rivers count if the rules give them an effect.

    attackers : int64 array, the first ``count`` entries are units
    """
    crossed = 0
    for i in range(count):
        unit = attackers[i]
        if not is_headquarters(state, unit):
            d = direction_to(state.neighbour, target, state.units[unit].hex)
            crossed |= np.int64(1) << d
    return river_on_sides(state, crossed, target)


@inner
def river_on_sides(state: State, crossed: int, target: int) -> int:
    """The river that all of some sides of a hex have: ``NO_RIVER``, ``MINOR`` or ``MAJOR``.

    Rule: army_group_south 10.12, 10.14, 19.33, 19.34

    ``crossed`` has bit d set for each direction d of the hex.
    """
    minor, major = 0, 0
    for d in range(6):
        if (crossed >> d) & 1 == 0:
            continue
        sides = np.int64(state.hexside[target, d])
        if sides & Hexside.MAJOR_RIVER != 0:
            major += 1
        elif sides & Hexside.MINOR_RIVER != 0:
            minor += 1
        else:
            return NO_RIVER
    if minor == 0:
        return MAJOR
    if major == 0:
        return MINOR
    # Ruling: army_group_south 10.12 - attacks over rivers of both kinds.
    if state.rules.combat_mixed_rivers == 0:
        return MINOR
    return NO_RIVER if state.rules.combat_mixed_rivers == 1 else MAJOR


@inner
def _river_multiplier(state: State, river: int) -> int:
    """What a river multiplies defenders by in this game turn.

    Rule: army_group_south 10.12, 10.14, 19.33, 19.34
    """
    if river == MAJOR:
        return state.tec[TerrainRow.MAJOR_RIVER, TerrainColumn.MULTIPLIER]
    if river == MINOR:
        if minor_rivers_flow(state):
            return state.tec[TerrainRow.MINOR_RIVER, TerrainColumn.MULTIPLIER]
        return state.rules.combat_frozen_minor_river
    return 1


@entry
@replaceable
def terrain_multiplier(state: State, attackers: NDArray[np.int64], count: int, target: int) -> int:
    """What terrain multiplies the defenders of a hex by against these attackers.

    Rule: army_group_south 9.31, 10.12, 10.14, 10.24, 10.26, 10.32, 10.4, 19.33, 19.34

    attackers : int64 array, the first ``count`` entries are units
    """
    return multiplier_across(state, river_crossed(state, attackers, count, target), target)


@inner
def multiplier_across(state: State, river: int, target: int) -> int:
    """What terrain multiplies the defenders of a hex by when all attackers cross a river, or none.

    Rule: army_group_south 9.31, 10.12, 10.14, 10.24, 10.26, 10.32, 10.4
    """
    hexes = state.hexes[target]
    multiplier = state.tec[hexes.terrain, TerrainColumn.MULTIPLIER]
    bonuses = 1 if multiplier > 1 else 0
    if hexes.features & Feature.CITY != 0:
        by_city = state.tec[TerrainRow.CITY, TerrainColumn.MULTIPLIER]
        bonuses += 1 if by_city > 1 else 0
        multiplier = max(multiplier, by_city)
    if hexes.features & Feature.TOWN != 0:
        by_town = state.tec[TerrainRow.TOWN, TerrainColumn.MULTIPLIER]
        bonuses += 1 if by_town > 1 else 0
        multiplier = max(multiplier, by_town)
    by_river = _river_multiplier(state, river)
    bonuses += 1 if by_river > 1 else 0
    multiplier = max(multiplier, by_river)
    if bonuses > 1:
        multiplier = state.rules.combat_several_bonuses
    return min(multiplier, state.rules.combat_most_terrain)


# --- totals of a battle


@inner
def _headquarters_bonus(state: State, attackers: np.ndarray, count: int, staff: int) -> int:
    """Points that a headquarters adds to the attackers of its own hex.

    Rule: army_group_south 11.1, 11.37
    """
    stack = 0
    for i in range(count):
        unit = attackers[i]
        if state.units[unit].hex == state.units[staff].hex:
            stack += unit_attack(state, unit)
    return min(state.units[staff].leadership, stack)


@entry
@replaceable
def headquarters_points(state: State, attackers: NDArray[np.int64], count: int) -> int:
    """Points that headquarters add to an attack.

    Rule: army_group_south 11.37

    attackers : int64 array, the first ``count`` entries are units
    """
    points = 0
    if state.rules.hq_adds_to_attack == 0:
        return 0
    for i in range(count):
        if is_headquarters(state, attackers[i]):
            points += _headquarters_bonus(state, attackers, count, attackers[i])
    return points


@entry
def attack_total(state: State, attackers: np.ndarray, count: int) -> int:
    """Attack strength of units in the Combat Phase, headquarters not yet added.

    Rule: army_group_south 9.0, 9.32, 10.0

    attackers : int64 array, the first ``count`` entries are units
    """
    total = 0
    for i in range(count):
        total += unit_attack(state, attackers[i])
    return total


@entry
def overrun_total(state: State, attackers: np.ndarray, count: int) -> int:
    """Attack strength of units in an overrun: their sum, halved.

    Rule: army_group_south 6.0, 6.12, 6.17, 19.5

    attackers : int64 array, the first ``count`` entries are units

    They are in supply as they were when the phase began, so nothing else halves them.
    """
    total = 0
    for i in range(count):
        unit = attackers[i]
        if is_headquarters(state, unit):
            continue
        strength = printed_strength(state, unit, 0)
        if has_integrity(state, unit):
            strength *= state.rules.integrity_multiplier
        total += strength
    return _close_strength(state, total, state.rules.overrun_attack_divisor)


@entry
def defense_total(
    state: State, attackers: np.ndarray, count: int, target: int, overrun: int
) -> int:
    """Defense strength of a hex against these attackers.

    Rule: army_group_south 6.0, 6.21, 9.0, 9.21, 9.76, 12.22

    attackers : int64 array, the first ``count`` entries are units
    """
    multiplier = terrain_multiplier(state, attackers, count, target)
    total = 0
    unit = state.ground[target].first
    while unit >= 0:
        if overrun != 0 or takes_part_in_defense(state, unit):
            total += unit_defense(state, unit, multiplier)
        unit = state.units[unit].next
    return total
