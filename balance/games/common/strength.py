"""Strengths in combat, and the shifts of the odds (8.2, 8.3)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from balance.games.common.state import MAX_SIDES, State
from balance.games.common.tables import EffectColumn, SideColumn, TerrainColumn
from balance.kernel.compiled import inner
from balance.kernel.hexes import direction_to
from balance.kernel.odds import odds_ladder
from balance.kernel.replaceable import replaceable
from balance.rules.stacking import sum_over

#: Columns of ``state.strengths``.
ATTACK, DEFENSE = 0, 1


class Shift(IntEnum):
    """What shifts the odds; the battle log has a column for each."""

    TERRAIN = 0
    SIDE = 1
    WEATHER = 2


@inner
def _supplied(state: State, unit: int, column: int, divisor: int) -> int:
    """Strength of a unit by its steps, divided if it is out of supply.

    Rule: common 2.1, 11.3
    """
    starved = state.units[unit].unsupplied != 0
    return state.strengths[unit, state.units[unit].steps, column] // (divisor if starved else 1)


@inner
@replaceable
def unit_attack(state: State, unit: int) -> int:
    """Attack strength of a unit at this instant.

    Rule: common 2.1, 8.2, 11.3
    """
    return _supplied(state, unit, ATTACK, state.rules.supply_attack_divisor)


@inner
@replaceable
def unit_defense(state: State, unit: int) -> int:
    """Defense strength of a unit at this instant.

    Rule: common 2.1, 8.2, 11.3
    """
    return _supplied(state, unit, DEFENSE, state.rules.supply_defense_divisor)


@inner
def attack_total(state: State, attackers: np.ndarray) -> int:
    """Attack strength of units together; int64 array of exactly their number.

    Rule: common 8.2
    """
    total = 0
    for unit in attackers:
        total += unit_attack(state, unit)
    return total


@inner
def defense_total(state: State, h: int) -> int:
    """Defense strength of the units in a hex.

    Rule: common 8.2
    """
    return sum_over(state, h, unit_defense)


@inner
@replaceable
def terrain_columns(state: State, h: int) -> int:
    """Columns that the terrain of a hex is worth to its defenders.

    Rule: common 8.3
    """
    return state.terrain[state.hexes[h].terrain, TerrainColumn.SHIFT]


@inner
@replaceable
def side_columns(state: State, h: int, d: int) -> int:
    """Columns that the features of a side of a hex are worth to its defenders.

    Rule: common 8.3
    """
    columns = 0
    for row in range(MAX_SIDES):
        if (state.hexside[h, d] >> row) & 1 != 0:
            columns = max(columns, state.sides[row, SideColumn.SHIFT])
    return columns


@inner
def columns_across(state: State, target: int, sides: int) -> int:
    """Columns that hexsides are worth against attacks across some of them (bits).

    Rule: common 8.3

    The least of them where all attackers must come across, else the greatest.
    """
    needs_all = state.rules.combat_shift_needs_all != 0
    least, most, count = MAX_SIDES * MAX_SIDES, 0, 0
    for d in range(6):
        if (sides >> d) & 1 != 0:
            columns = side_columns(state, target, d)
            least, most, count = min(least, columns), max(most, columns), count + 1
    if count == 0:
        return 0
    return least if needs_all else most


@inner
def sides_of(state: State, attackers: np.ndarray, target: int) -> int:
    """Sides of a hex across which units attack it, as bits."""
    sides = 0
    for unit in attackers:
        d = direction_to(state.neighbour, target, state.units[unit].hex)
        if d >= 0:
            sides |= np.int64(1) << d
    return sides


@inner
def find_shifts(state: State, target: int, sides: int) -> tuple[int, int, int]:
    """Columns by which an attack across some sides of a hex is shifted, by ``Shift``.

    Rule: common 1.3, 8.3
    """
    weather = state.effects[state.game.weather, EffectColumn.SHIFT]
    return -terrain_columns(state, target), -columns_across(state, target, sides), weather


@inner
def find_rung(attack: int, defense: int) -> int:
    """Rung of the ladder for two strengths; odds need a divisor.

    Rule: common 8.4
    """
    return odds_ladder(attack, max(defense, 1))


@inner
def _place_of(state: State, rung: int) -> int:
    """Column that odds are read in; beyond either end of the table each rung counts as a column.

    Rule: common 8.4

    Odds between two columns belong to the lower one: 4:1 to 3:1 where 5:1 comes next.
    """
    last = len(state.odds) - 1
    if rung >= state.odds[last]:
        return last + rung - state.odds[last]
    if rung < state.odds[0]:
        return rung - state.odds[0]
    place = 0
    while state.odds[place + 1] <= rung:
        place += 1
    return place


@inner
def shift_odds(state: State, rung: int, columns: int) -> int:
    """Rung of the ladder that odds come to when they are shifted by columns of the table.

    Rule: common 8.3, 8.4
    """
    last = len(state.odds) - 1
    place = _place_of(state, rung) + columns
    if columns == 0:
        return np.int64(rung)
    if place > last:
        return state.odds[last] + place - last
    return state.odds[place] if place >= 0 else state.odds[0] + place


@inner
def find_column(state: State, rung: int) -> int:
    """Column of the table for a rung, within its ends.

    Rule: common 8.4
    """
    return max(0, min(_place_of(state, rung), len(state.odds) - 1))
