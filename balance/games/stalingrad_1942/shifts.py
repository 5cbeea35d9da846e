"""Shifts of the odds column: ground, works, headquarters, arms and whole divisions (7.5, 12, 18).

To the right, for the attacker, is positive.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from balance.games.stalingrad_1942.stacks import is_gun
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.strength import find_defenders
from balance.games.stalingrad_1942.tables import TerrainColumn, TerrainRow
from balance.games.stalingrad_1942.vocabulary import Feature, Hexside, Kind, Nation, Status, Terrain
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.replaceable import replaceable
from balance.rules.rows import hexes_apart


class Shift(IntEnum):
    """What shifts the odds; the battle log has a column for each."""

    TERRAIN = 0  # 7.52
    RIVER = 1  # 7.54
    WORKS = 2  # 9.21
    HEADQUARTERS = 3  # 11.3
    INTEGRITY = 4  # 12.1
    ARMOR = 5  # 18.2
    MECHANIZED = 6  # 18.3
    ANTITANK = 7  # 18.1
    FORTRESS = 8  # 18.4


#: How many they are, for kernels.
SHIFTS = len(Shift)

#: Bits of what takes part on a side (18.1, 18.2, 18.3).
_ARMOR, _GERMAN_ARMOR, _MECHANIZED, _ANTI_TANK = 1, 2, 4, 8


# --- ground


@inner
def has_works(state: State, h: int) -> bool:
    """Whether field works or permanent ones stand in a hex.

    Rule: stalingrad_1942 9.11, 9.12
    """
    return state.ground[h].works != 0 or state.hexes[h].features & Feature.WORKS != 0


@entry
@replaceable
def works_columns(state: State, h: int) -> int:
    """Columns that the works in a hex are worth to its defenders.

    Rule: stalingrad_1942 9.21, 9.22

    Ruling: stalingrad_1942 9.17 - permanent works do what field works do.
    """
    if state.hexes[h].features & Feature.WORKS != 0:
        return state.rules.combat_permanent_works_shift
    return state.rules.combat_field_works_shift if state.ground[h].works != 0 else 0


@entry
@replaceable
def terrain_columns(state: State, h: int) -> int:
    """Columns that terrain and town of a hex are worth to its defenders.

    Rule: stalingrad_1942 7.51, 7.52, 7.53, 7.56, TEC-S-d2, TEC-S-e2, TEC-S-f2, TEC-S-i2
    Rule: stalingrad_1942 TEC-W-d2, TEC-W-e2, TEC-W-f2, TEC-W-i2
    """
    hexes = state.hexes[h]
    columns = state.tec[hexes.terrain, TerrainColumn.SHIFT]
    if hexes.features & Feature.CITY != 0:
        columns += state.tec[TerrainRow.CITY, TerrainColumn.SHIFT]
    if hexes.features & Feature.TOWN != 0:
        columns += state.tec[TerrainRow.TOWN, TerrainColumn.SHIFT]
    return columns


@entry
@replaceable
def river_columns(state: State, attackers: NDArray[np.int64], target: int) -> int:
    """Columns that a small river before a hex is worth to its defenders.

    Rule: stalingrad_1942 7.54, 7.56, TEC-S-c2, TEC-W-c2
    """
    launch = 0
    for unit in attackers:
        d = direction_to(state.neighbour, target, state.units[unit].hex)
        if d >= 0:
            launch |= 1 << d
        elif state.rules.combat_river_shift_needs_all != 0:
            return 0  # who isn't beside the hex comes across no side of it
    return columns_across(state, target, launch)


@inner
def columns_across(state: State, target: int, launch: int) -> int:
    """The same for attackers by some sides of a hex, as bits.

    Rule: stalingrad_1942 7.54
    """
    sides, across = 0, 0
    for d in range(6):
        if (launch >> d) & 1 != 0:
            sides += 1
            across += 1 if state.hexside[target, d] & Hexside.RIVER != 0 else 0
    # Ruling: stalingrad_1942 7.54 - all attackers must come across, or one is enough.
    needed = sides if state.rules.combat_river_shift_needs_all != 0 else 1
    return state.tec[TerrainRow.RIVER, TerrainColumn.SHIFT] if 0 < needed <= across else 0


@inner
def _shift_for_ground(
    state: State, attackers: np.ndarray, targets: np.ndarray, fire: int, shifts: np.ndarray
) -> None:
    """Enter the shifts of the hex that is best to defend among those attacked.

    Rule: stalingrad_1942 7.55, 9.22
    """
    best = -1
    for target in targets:
        terrain, works = terrain_columns(state, target), works_columns(state, target)
        river = river_columns(state, attackers, target) if fire == 0 else 0
        if terrain + works + river > best:
            best = terrain + works + river
            shifts[Shift.TERRAIN], shifts[Shift.WORKS] = -terrain, -works
            shifts[Shift.RIVER] = -river


@inner
def fortress_columns(state: State, defenders: np.ndarray) -> int:
    """Columns that fortress units in works are worth, once a battle.

    Rule: stalingrad_1942 18.4
    """
    for unit in defenders:
        if state.units[unit].kind == Kind.FORTRESS and has_works(state, state.units[unit].hex):
            return state.rules.combat_fortress_shift
    return 0


# --- headquarters


@entry
@replaceable
def is_led(state: State, unit: int) -> bool:
    """Whether a unit is within range of its own headquarters.

    Rule: stalingrad_1942 2.24d, 11.31
    """
    leader = state.units[unit].leader
    if leader < 0 or state.units[leader].status != Status.ON_MAP:
        return False
    away = hexes_apart(state, state.units[unit].hex, state.units[leader].hex)
    return away <= state.rules.headquarters_range


@inner
def are_led(state: State, units: np.ndarray) -> bool:
    """Whether all of some units are within range of their own headquarters.

    Rule: stalingrad_1942 11.32, 11.33, 11.34
    """
    for unit in units:
        if not is_led(state, unit):
            return False
    return len(units) > 0


# --- arms


@inner
def _arm_of(state: State, unit: int) -> int:
    """What a unit brings to a battle that shifts odds, or keeps the enemy's from doing so.

    Rule: stalingrad_1942 18.1a, 18.2, 18.3
    """
    counter = state.units[unit]
    if counter.kind == Kind.ARMOR:
        return _ARMOR | (_GERMAN_ARMOR if counter.nation == Nation.GERMAN else 0)
    if counter.kind == Kind.MECHANIZED:
        return _MECHANIZED
    return _ANTI_TANK if counter.kind == Kind.ANTI_TANK else 0


@inner
def _arms_of(state: State, units: np.ndarray) -> int:
    """The same of several units together."""
    arms = 0
    for unit in units:
        arms |= _arm_of(state, unit)
    return arms


@inner
def _antitank_columns(state: State, own: int, enemy: int) -> int:
    """Columns that a side's anti-tank guns are worth to it.

    Rule: stalingrad_1942 18.1b
    """
    return state.rules.combat_antitank_shift if own & _ANTI_TANK != 0 and enemy & _ARMOR != 0 else 0


@inner
def _mechanized_columns(state: State, own: int, enemy: int) -> int:
    """Columns that a side's mechanized units are worth to it.

    Rule: stalingrad_1942 18.1a, 18.3

    Ruling: stalingrad_1942 18.3 - one German armor unit among the enemies is enough to spoil it.
    """
    if own & _MECHANIZED == 0 or enemy & (_GERMAN_ARMOR | _ANTI_TANK) != 0:
        return 0
    return state.rules.combat_mechanized_shift


@inner
def _is_open_infantry(state: State, targets: np.ndarray, defenders: np.ndarray) -> bool:
    """Whether Soviet infantry, not Guards, stands alone in clear hexes, guns apart.

    Rule: stalingrad_1942 18.2
    """
    for h in targets:
        hexes = state.hexes[h]
        if hexes.terrain != Terrain.CLEAR or hexes.features & (Feature.CITY | Feature.TOWN) != 0:
            return False
    infantry = False
    for unit in defenders:
        counter = state.units[unit]
        if is_gun(state, unit):
            continue
        foot = counter.kind == Kind.INFANTRY or counter.kind == Kind.NAVAL_INFANTRY
        if not foot or counter.nation != Nation.SOVIET or counter.guards != 0:
            return False
        infantry = True
    return infantry


@inner
def _armor_columns(
    state: State, attackers: np.ndarray, targets: np.ndarray, defenders: np.ndarray
) -> int:
    """Columns for German armor that attacks infantry in the open.

    Rule: stalingrad_1942 18.2
    """
    if not _is_open_infantry(state, targets, defenders):
        return 0
    columns = 0
    for unit in attackers:
        if _arm_of(state, unit) & _GERMAN_ARMOR != 0:
            columns += state.rules.combat_armor_shift
    return columns


# --- whole divisions


@entry
@replaceable
def integrity_columns(state: State, units: NDArray[np.int64]) -> int:
    """Columns for divisions and corps that fight as a whole.

    Rule: stalingrad_1942 12.1, 12.21, 12.22, 12.23

    A division that has lost a unit can't bring the number; a corps of four still can.
    """
    columns = 0
    for i in range(len(units)):
        division = state.units[units[i]].division
        if division == 0:
            continue
        together = 0
        for j in range(len(units)):
            if state.units[units[j]].division == division:
                if j < i:
                    break
                together += 1
        if together >= state.rules.combat_integrity_units:
            columns += state.rules.combat_integrity_shift
    return columns


# --- all of them


@entry
def find_shifts(
    state: State,
    attackers: np.ndarray,
    targets: np.ndarray,
    guns: np.ndarray,
    backers: np.ndarray,
    fire: int,
) -> np.ndarray:
    """Columns by which an attack is shifted, for each reason; int64[SHIFTS].

    Rule: stalingrad_1942 7.52, 7.55, 11.32, 11.33, 11.34, 12.22, 18.2, 18.4, 18.5

    Parameters
    ----------
    attackers, targets
        Adjacent units, or with ``fire`` set guns alone; the hexes that they attack.
    guns, backers
        Guns that support the attack and the defense from afar.
    """
    shifts = np.zeros(SHIFTS, np.int64)
    defenders = find_defenders(state, targets)
    _shift_for_ground(state, attackers, targets, fire, shifts)
    if are_led(state, attackers):
        shifts[Shift.HEADQUARTERS] += state.rules.headquarters_attack_shift
    if are_led(state, defenders):
        shifts[Shift.HEADQUARTERS] -= state.rules.headquarters_defense_shift
    shift_for_forces(state, attackers, targets, guns, defenders, backers, shifts)
    return shifts


@inner
def shift_for_forces(
    state: State,
    attackers: np.ndarray,
    targets: np.ndarray,
    guns: np.ndarray,
    defenders: np.ndarray,
    backers: np.ndarray,
    shifts: np.ndarray,
) -> None:
    """Enter the shifts for who fights, wherever he comes from.

    Rule: stalingrad_1942 12.22, 18.1, 18.2, 18.3, 18.4
    """
    shifts[Shift.INTEGRITY] = integrity_columns(state, attackers)
    shifts[Shift.INTEGRITY] -= integrity_columns(state, defenders)
    ours = _arms_of(state, attackers) | _arms_of(state, guns)
    theirs = _arms_of(state, defenders) | _arms_of(state, backers)
    if ours & _GERMAN_ARMOR != 0 and theirs & _ANTI_TANK == 0:
        shifts[Shift.ARMOR] = _armor_columns(state, attackers, targets, defenders)
    shifts[Shift.MECHANIZED] = _mechanized_columns(state, ours, theirs)
    shifts[Shift.MECHANIZED] -= _mechanized_columns(state, theirs, ours)
    shifts[Shift.ANTITANK] = _antitank_columns(state, ours, theirs)
    shifts[Shift.ANTITANK] -= _antitank_columns(state, theirs, ours)
    shifts[Shift.FORTRESS] = -fortress_columns(state, defenders)
