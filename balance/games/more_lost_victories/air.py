"""Air transport to what is cut off, by weather (second special rule 7), and lines of 6th Army."""

from __future__ import annotations

from balance.games.common.state import NO_LINE, State
from balance.games.common.vocabulary import AXIS, Feature
from balance.games.more_lost_victories.enclaves import link_of, other_half
from balance.games.more_lost_victories.sixth_army import note_line
from balance.kernel.compiled import inner
from balance.rules.rows import behind_below, first_above, hexes_apart

#: Rows of the chart of weather.
FROST, SNOW = 0, 1
#: Loads are counted in halves of an RE; a unit of one step is a third of a division of 3 RE.
_DIVISION, _BRIGADE = 6, 2
#: Hexes that are more than any map has between two of its hexes.
_ANYWHERE = 1000
#: More groups than there ever are.
_ALL = 1000


@inner
def is_supplied(state: State, unit: int) -> bool:
    """Whether a unit is in supply at its side's check: by a line, or by air.

    Rule: more_lost_victories S1c, S9a, S9b, S9c
    """
    counter = state.units[unit]
    has_line = state.supply[counter.side, counter.hex] != NO_LINE
    is_flown_to = not has_line and counter.side == AXIS and _is_flown_to(state, unit)
    note_line(state, unit, has_line, is_flown_to)
    return has_line or is_flown_to


@inner
def _is_flown_to(state: State, unit: int) -> bool:
    """Fly supply to an Axis unit, if what is left of the loads of this turn suffices for it.

    Rule: more_lost_victories S9a, S9b, S9c
    """
    counter, used = state.units[unit], 0
    for other in range(len(state.units)):
        if state.units[other].side == AXIS and state.units[other].note_turn == state.game.game_turn:
            used += _need(state, other)
    if used + _need(state, unit) > _capacity(state, _groups_in_range(state, counter.hex)):
        return False
    counter.note_turn = state.game.game_turn
    return True


@inner
def _need(state: State, unit: int) -> int:
    """Halves of an RE that keep a unit in supply.

    Rule: more_lost_victories S9a
    """
    size = _DIVISION if state.units[unit].full_steps > 1 else _BRIGADE
    return max(1, size // state.rules.air_fed_by_load)


@inner
def _capacity(state: State, most: int) -> int:
    """Halves of an RE that all groups, but at most so many, carry in a turn of this weather.

    Rule: more_lost_victories S9a, S9b, S9c
    """
    rules = state.rules
    groups = min(rules.air_transport_groups, most)
    bombers = min(rules.air_bomber_groups, most - groups)
    if state.game.weather == SNOW:
        return groups * rules.air_snow_transport_halves + bombers * rules.air_snow_bomber_halves
    return groups * rules.air_frost_transport_halves + bombers * rules.air_frost_bomber_halves


@inner
def _groups_in_range(state: State, h: int) -> int:
    """Groups for whom there is an airfield near enough: Axis towns and cities in supply have them.

    Rule: more_lost_victories S7k, S9a

    A divided city has airfields for a few groups, any other place for all.
    """
    anywhere = state.game.weather == SNOW and state.rules.air_range_in_snow == 0
    farthest = _ANYWHERE if anywhere else state.rules.air_range_hexes
    groups = 0
    for base in range(first_above(state, h, farthest), behind_below(state, h, farthest)):
        if state.hexes[base].features & (Feature.TOWN | Feature.CITY) == 0:
            continue
        if state.supply[AXIS, base] == NO_LINE or state.ground[base].control != AXIS:
            continue
        if hexes_apart(state, base, h) > farthest:
            continue
        other = other_half(state, base)
        if other < 0 or link_of(state, base, other) < 0:
            return _ALL
        groups += state.rules.city_airbase_groups
    return groups
