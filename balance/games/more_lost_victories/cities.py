"""Major cities: their shelter, and defenders who stay in them (special rule 7, simplified)."""

from __future__ import annotations

from balance.games.common.state import State
from balance.games.common.strength import terrain_columns as columns_of
from balance.games.common.tables import ALL, ResultColumn
from balance.games.common.vocabulary import SOVIET, Feature
from balance.kernel.compiled import inner


@inner
def terrain_columns(state: State, h: int) -> int:
    """Columns that the terrain of a hex is worth to its defenders; a major city counts instead.

    Rule: more_lost_victories S7r
    """
    if state.hexes[h].features & Feature.CITY != 0:
        return max(columns_of(state, h), state.rules.city_shift)
    return columns_of(state, h)


@inner
def holds_out(state: State, unit: int, battle: int) -> bool:
    """Whether a unit that must retreat stays in its city instead.

    Rule: more_lost_victories S7a, S7b, S7c, S7u

    It has to be at home, defend a major city, and have sides of it in a row beyond which no enemy
    stands. DE leaves nobody to stay.
    """
    h = state.units[unit].hex
    if state.rules.city_enclaves == 0 or state.hexes[h].features & Feature.CITY == 0:
        return False
    if state.rules.city_home_country_only != 0 and state.units[unit].side != SOVIET:
        return False
    if state.battles[battle].hex != h or state.battles[battle].attacker == state.units[unit].side:
        return False
    result = state.results[state.battles[battle].result]
    if result[ResultColumn.DEFENDER_LOSS] == ALL and result[ResultColumn.ATTACKER_LOSS] == 0:
        return False
    return _free_sides(state, h, state.units[unit].side) >= state.rules.city_free_hexsides


@inner
def _free_sides(state: State, h: int, side: int) -> int:
    """Sides of a hex in a row, at most, beyond which no enemy of a side stands.

    Rule: more_lost_victories S7b
    """
    most, run = 0, 0
    for d in range(12):
        run = 0 if state.ground[state.neighbour[h, d % 6]].occupant == 1 - side else run + 1
        most = max(most, run)
    return min(most, 6)
