"""Combat strength: printed, rolled and revealed factors, and what halves them (1.3, 2.14, 11.12).

Factors subject to the same causes of reduction are added first; each cause then reduces their sum
once. Causes are bits, so that a staff that only estimates strengths can add up its own sums with
``add_factor`` and close them with ``total_strength``.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.stacks import is_artillery
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import (
    defends_halved,
    moves_and_attacks_halved,
    supply_state,
)
from balance.games.drive_on_stalingrad.vocabulary import Feature, Hexside, Purpose, Trait
from balance.kernel.compiled import entry, inner
from balance.kernel.dice import roll_die
from balance.kernel.hexes import direction_to
from balance.kernel.odds import halve_group
from balance.kernel.replaceable import replaceable
from balance.rules.stacking import sum_over

#: Causes of a halved factor.
SUPPLY, RIVER, CITY = 1, 2, 4
#: Values of ``units.retreated``: in its place, among units of another hex, into an empty hex.
IN_PLACE, GUEST, WITHDRAWN_ALONE = range(3)
#: Number of sets of causes: the length of an array of sums.
CAUSE_SETS = 8


@inner
def is_reduced(state: State, unit: int) -> bool:
    """Whether a two-step unit shows its reduced side.

    Rule: drive_on_stalingrad 2.12
    """
    return state.units[unit].steps < state.units[unit].full_steps


@inner
def has_trait(state: State, unit: int, trait: int) -> bool:
    """Whether a unit has a ``Trait``."""
    return (state.units[unit].traits & trait) != 0


# --- factors


@inner
def roll_factor(state: State, unit: int, nth: int) -> int:
    """Roll the factor of a unit with a question mark for one battle.

    Rule: drive_on_stalingrad 2.15

    ``nth`` is the number of battles fought before in the same hex this phase.
    """
    turn, phase = state.game.game_turn, state.game.phase
    if state.rules.units_unknown_factor_kept != 0:
        turn, phase, nth = 0, 0, 0
    return roll_die(
        state.rules.units_unknown_factor_die,
        state.game.seed,
        turn,
        phase,
        Purpose.UNKNOWN_FACTOR,
        unit,
        nth,
    )


@inner
def printed_attack(state: State, unit: int) -> int:
    """Attack factor on the side of the counter that shows.

    Rule: drive_on_stalingrad 2.10, 2.12
    """
    if is_reduced(state, unit):
        return state.units[unit].attack_reduced
    return state.units[unit].attack


@inner
def can_attack_at_all(state: State, unit: int) -> bool:
    """Whether a unit has an attack factor above zero, printed or to be rolled.

    Rule: drive_on_stalingrad 11.12
    """
    return has_trait(state, unit, Trait.DIE_ATTACK) or printed_attack(state, unit) > 0


@inner
def attack_factor(state: State, unit: int, nth: int) -> int:
    """Attack factor of a unit in one battle, before any reduction.

    Rule: drive_on_stalingrad 2.10, 2.12, 2.14, 2.15
    """
    if has_trait(state, unit, Trait.DIE_ATTACK):
        return roll_factor(state, unit, nth)
    return printed_attack(state, unit)


@inner
def defense_factor(state: State, unit: int, nth: int) -> int:
    """Defense factor of a unit in one battle, before any reduction.

    Rule: drive_on_stalingrad 2.10, 2.12, 2.14, 2.15
    """
    if has_trait(state, unit, Trait.DIE_DEFENSE):
        return roll_factor(state, unit, nth)
    if is_reduced(state, unit):
        return state.units[unit].defense_reduced
    return state.units[unit].defense


# --- reductions


@inner
@replaceable
def halve_for_causes(state: State, total: int, causes: int) -> int:
    """Reduce a sum of factors once for each of its causes, rounding down, to one at the least.

    Rule: drive_on_stalingrad 1.3, 7.15, 11.12, 11.19, 11.22
    """
    # Ruling: drive_on_stalingrad 11.12
    floor = state.rules.combat_min_factor
    if causes & SUPPLY:
        total = halve_group(total, state.rules.supply_oos_halving, floor)
    if causes & RIVER:
        total = halve_group(total, state.rules.combat_river_attack_halving, floor)
    if causes & CITY:
        total = halve_group(total, state.rules.combat_panzer_city_halving, floor)
    return total


@entry
def add_factor(state: State, sums: np.ndarray, factor: int, causes: int) -> None:
    """Add a factor to the sum of those that share its causes.

    Rule: drive_on_stalingrad 1.3, 11.12

    sums : int64[CAUSE_SETS]
    """
    if state.rules.combat_halving_grouping != 0:
        # Choice 1: each unit is halved by itself.
        sums[0] += halve_for_causes(state, factor, causes)
    else:
        sums[causes] += factor


@entry
def total_strength(state: State, sums: np.ndarray) -> int:
    """Add up the sums of a battle, each reduced by its causes.

    Rule: drive_on_stalingrad 1.3, 11.8, 11.12

    sums : int64[CAUSE_SETS]
    """
    total = 0
    for causes in range(CAUSE_SETS):
        if sums[causes] > 0:
            total += halve_for_causes(state, sums[causes], causes)
    return total


@entry
def attack_causes(state: State, unit: int, start: int, target: int, mobile: int) -> int:
    """Causes that reduce the attack of a unit from one hex into another.

    Rule: drive_on_stalingrad 7.15, 7.16, 11.19, 11.22

    Supply is judged in the hex where the unit stands. Mobile assaults cross no rivers, enter no
    cities and need regular supply, so nothing reduces them.
    """
    causes = 0
    if moves_and_attacks_halved(supply_state(state, unit)):
        causes |= SUPPLY
    if mobile != 0:
        return causes
    if not is_artillery(state, unit):
        d = direction_to(state.neighbour, start, target)
        side = np.int64(state.hexside[start, d])
        if side & Hexside.VOLGA:
            # Ruling: drive_on_stalingrad 11.19
            if state.rules.combat_volga_halves_soviet_attack != 0:
                causes |= RIVER
        elif side & Hexside.RIVER:
            causes |= RIVER
    if has_trait(state, unit, Trait.PANZER_DIVISION):
        if (state.hexes[target].features & Feature.CITY) != 0:
            causes |= CITY
    return causes


# --- totals of a battle


@inner
def attacks_alone(state: State, attackers: np.ndarray, unit: int) -> bool:
    """Whether no other unit takes part in an attack from the hex of this one.

    Rule: drive_on_stalingrad 11.27
    """
    for other in attackers:
        if other != unit and state.units[other].hex == state.units[unit].hex:
            return False
    return True


@entry
def attack_total(state: State, attackers: np.ndarray, count: int, target: int, mobile: int) -> int:
    """Attack strength of units against a hex.

    Rule: drive_on_stalingrad 1.3, 2.15, 11.8, 11.12, 11.19, 11.22, 11.27

    attackers : int array, the first ``count`` entries are units
    """
    sums = np.zeros(CAUSE_SETS, np.int64)
    nth = state.ground[target].battles
    for unit in attackers[:count]:
        factor = attack_factor(state, unit, nth)
        if mobile == 0 and has_trait(state, unit, Trait.FLAK_9):
            if attacks_alone(state, attackers[:count], unit):
                factor = state.rules.combat_flak_alone_attack
        causes = attack_causes(state, unit, state.units[unit].hex, target, mobile)
        add_factor(state, sums, factor, causes)
    return total_strength(state, sums)


@inner
def takes_part_in_defense(state: State, unit: int) -> bool:
    """Whether a unit defends its hex; one that retreated into it this phase does not.

    Rule: drive_on_stalingrad 11.35
    """
    return state.units[unit].retreated != GUEST


@inner
def _defends_alone(state: State, h: int) -> bool:
    """Whether a single unit takes part in the defense of a hex.

    Rule: drive_on_stalingrad 11.27, 11.35
    """
    # Ruling: drive_on_stalingrad 11.27 - units that have just retreated into it are no company.
    return sum_over(state, h, takes_part_in_defense) == 1


@entry
def defense_total(state: State, h: int) -> int:
    """Defense strength of the units in a hex.

    Rule: drive_on_stalingrad 1.3, 2.15, 7.15, 11.2, 11.8, 11.12, 11.27, 11.35
    """
    sums = np.zeros(CAUSE_SETS, np.int64)
    nth = state.ground[h].battles
    unit = state.ground[h].first
    while unit >= 0:
        if takes_part_in_defense(state, unit):
            factor = defense_factor(state, unit, nth)
            if has_trait(state, unit, Trait.FLAK_9) and _defends_alone(state, h):
                factor = state.rules.combat_flak_alone_defense
            causes = SUPPLY if defends_halved(supply_state(state, unit)) else 0
            add_factor(state, sums, factor, causes)
        unit = state.units[unit].next
    # Ruling: drive_on_stalingrad 11.12 - odds need a divisor.
    return max(total_strength(state, sums), state.rules.combat_min_defense_total)
