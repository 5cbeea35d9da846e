"""Major cities: their shelter, and defenders who hold out in them (special rule 7)."""

from __future__ import annotations

from balance.games.common.control import enter_hex
from balance.games.common.stacks import in_enemy_zone
from balance.games.common.state import State
from balance.games.common.strategic import lose_capacity
from balance.games.common.strength import terrain_columns as columns_of
from balance.games.common.tables import ALL, ResultColumn
from balance.games.common.vocabulary import SOVIET, Feature
from balance.games.more_lost_victories.enclaves import (
    arrow_of,
    choose_arrow,
    divide,
    link_of,
    other_half,
)
from balance.games.more_lost_victories.marks import Note
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
    """Have a unit that must retreat from a major city stay in it, if it may; tell whether it does.

    Rule: more_lost_victories S7a, S7h, S7m, S7u, S7w, S7x

    At home defenders form an enclave, if two sides of the city in a row are free of enemies and one
    can be their line of communication; it costs them a unit of the railroads. The dominant side of
    a divided city changes places with the enclaved one instead, wherever it is at home. DE leaves
    nobody to stay; an enclaved side goes.
    """
    side, h = state.units[unit].side, state.units[unit].hex
    other = other_half(state, h)
    if other < 0 or state.rules.city_enclaves == 0:
        return False
    if state.battles[battle].hex != h or state.battles[battle].attacker == side:
        return False
    result = state.results[state.battles[battle].result]
    if result[ResultColumn.DEFENDER_LOSS] == ALL and result[ResultColumn.ATTACKER_LOSS] == 0:
        return False
    if link_of(state, h, other) >= 0:
        if arrow_of(state, h, other) >= 0:
            return state.units[unit].note & Note.STAYED != 0
        if state.ground[other].occupant == side:  # the first of them have stayed already
            enter_hex(state, unit, other)
            return True
    elif not _may_form(state, h, side):
        return False
    arrow = choose_arrow(state, h, other, side)
    if arrow < 0:
        return False
    if link_of(state, h, other) >= 0:
        divide(state, h, other, arrow)
        _note_stay(state, h)
    else:
        divide(state, other, h, arrow)
        for _ in range(state.rules.city_rail_loss):
            lose_capacity(state, side)
        enter_hex(state, unit, other)
    return True


@inner
def _may_form(state: State, h: int, side: int) -> bool:
    """Whether a side may form an enclave in a city: at home, with sides in a row free of enemies.

    Rule: more_lost_victories S7b, S7c
    """
    if state.rules.city_home_country_only != 0 and side != SOVIET:
        return False
    return _free_sides(state, h, side) >= state.rules.city_free_hexsides


@inner
def _note_stay(state: State, h: int) -> None:
    """Note that a stack has changed places with the enemy in this phase: all of it stays.

    Rule: more_lost_victories S7x
    """
    unit = state.ground[h].first
    while unit >= 0:
        state.units[unit].note |= Note.STAYED
        unit = state.units[unit].next


@inner
def _free_sides(state: State, h: int, side: int) -> int:
    """Sides of a hex in a row, at most, beyond which no enemy of a side stands.

    Rule: more_lost_victories S7b
    """
    most, run = 0, 0
    for d in range(12):
        there = state.neighbour[h, d % 6]
        zoned = state.rules.city_free_of_zones != 0 and in_enemy_zone(state, side, there)
        run = 0 if zoned or state.ground[there].occupant == 1 - side else run + 1
        most = max(most, run)
    return min(most, 6)
