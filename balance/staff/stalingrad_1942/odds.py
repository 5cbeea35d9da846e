"""Columns of attacks that are only planned: as the referee will reckon them once all are there."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.battle import find_column
from balance.games.stalingrad_1942.shifts import (
    SHIFTS,
    are_led,
    columns_across,
    shift_for_forces,
    terrain_columns,
    works_columns,
)
from balance.games.stalingrad_1942.stacks import is_gun
from balance.games.stalingrad_1942.state import AIR_UNITS, State
from balance.games.stalingrad_1942.strength import (
    attack_divisor,
    find_defenders,
    support_strength,
    unit_attack,
    unit_defense,
)
from balance.games.stalingrad_1942.vocabulary import AirTask, Status
from balance.kernel.compiled import inner
from balance.kernel.odds import odds_ladder
from balance.rules.rows import behind_below, first_above, hexes_apart
from balance.staff.desk import Desk

#: Rows of ``desk.marks`` with what guns in range may add to the defense of a hex: the strongest of
#: them, and all.
COVER, ALL_COVER = 5, 6
#: Row of ``desk.party``: sides of the target.
_SIDE = 1
#: Hexes that a headquarters is likely to come nearer before the battle.
_FOLLOWS = 2


@inner
def sum_cover(state: State, desk: Desk, side: int) -> None:
    """Mark what the guns of a side in range may add to the defense of each hex.

    Rule: stalingrad_1942 8.42, 8.43, 8.44
    """
    cover, reach = desk.marks[COVER], state.rules.artillery_range
    desk.marks[COVER : ALL_COVER + 1] = 0
    for gun in range(len(state.units)):
        counter = state.units[gun]
        if counter.side != side or counter.status != Status.ON_MAP or not is_gun(state, gun):
            continue
        if state.zones[1 - side, counter.hex] > 0:
            continue
        strength, here = support_strength(state, gun), counter.hex
        for h in range(first_above(state, here, reach), behind_below(state, here, reach)):
            if h != here and hexes_apart(state, here, h) <= reach:
                cover[h] = max(cover[h], strength)
                desk.marks[ALL_COVER, h] += strength


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
    """Column of the table for a party that will have marched to its launch hexes.

    Rule: stalingrad_1942 7.12, 7.52, 7.54, 9.21, 11.32, 11.33, 11.37, 12.22, 18.5

    ``attack`` counts where no party is named. Guns of the attacker come on top.
    """
    targets = np.full(1, target, np.int64)
    party, nobody = np.empty(members, np.int64), np.empty(0, np.int64)
    count, total = 0, 0
    led = members > 0
    for m in range(members):
        if m == without:
            continue
        unit = units[desk.party[0, m]]
        start = state.neighbour[target, desk.party[_SIDE, m]]
        total += unit_attack(state, unit) // attack_divisor(state, start, targets)
        led = led and _will_be_led(state, unit, start)
        party[count] = unit
        count += 1
    if members == 0:
        total = np.int64(attack)
    defenders = find_defenders(state, targets)
    if len(defenders) == 0:
        return 0  # headquarters alone are no target: nobody marches to attack them
    shifts = np.zeros(SHIFTS, np.int64)
    shift_for_forces(state, party[:count], targets, nobody, defenders, nobody, shifts)
    shift = shifts.sum() - terrain_columns(state, target) - works_columns(state, target)
    shift -= columns_across(state, target, launch)
    if led:
        shift += state.rules.headquarters_attack_shift
    if are_led(state, defenders):
        shift -= state.rules.headquarters_defense_shift
    planes = air_support(state, state.game.side, target, AirTask.SUPPORT_ATTACK)
    total += planes * state.rules.air_attack
    against = _defense_of(state, defenders)
    against += cover_from_guns_and_air(state, desk, target, total, against)
    return find_column(state, total, against, shift)


@inner
def air_support(state: State, side: int, h: int, task: int) -> int:
    """Air units of a side that are still to support a fight in a hex.

    Rule: stalingrad_1942 10.15, 10.17
    """
    count = 0
    for i in range(AIR_UNITS):
        wing = state.air[side * AIR_UNITS + i]
        if wing.task == task and wing.hex == h and wing.done == 0:
            count += 1
    return count


@inner
def cover_from_guns_and_air(state: State, desk: Desk, h: int, attack: int, defense: int) -> int:
    """What guns in range and the air units there will add to the defense of a hex.

    Rule: stalingrad_1942 8.43, 8.46, 8.49, 10.15

    As their owner has the guns do who lets as many support as lower the odds.
    """
    added = air_support(state, 1 - state.game.side, h, AirTask.SUPPORT_DEFENSE)
    added *= state.rules.air_defense
    most, each = added + desk.marks[ALL_COVER, h], desk.marks[COVER, h]
    before = odds_ladder(attack, max(defense + added, 1))
    while added < most:
        added = min(most, added + each)
        if odds_ladder(attack, max(defense + added, 1)) < before:
            break
    return added


@inner
def _defense_of(state: State, defenders: np.ndarray) -> int:
    """Defense strength of units once enemies stand beside them.

    Rule: stalingrad_1942 7.12b, 8.51c
    """
    total = 0
    for unit in defenders:
        if is_gun(state, unit) and state.units[unit].motorized == 0:
            total += state.rules.artillery_towed_defense_in_zone
        else:
            total += unit_defense(state, unit)
    return total


@inner
def _will_be_led(state: State, unit: int, h: int) -> bool:
    """Whether a unit in a hex is likely to be in range of its headquarters when it fights.

    Rule: stalingrad_1942 11.31
    """
    leader = state.units[unit].leader
    if leader < 0 or state.units[leader].status != Status.ON_MAP:
        return False
    away = hexes_apart(state, state.units[leader].hex, h)
    return away <= state.rules.headquarters_range + _FOLLOWS
