"""Guns and headquarters: they follow the troops, and stand where somebody shields them."""

from __future__ import annotations

from balance.games.searches import BEST
from balance.games.stalingrad_1942.march import compute_reach, follow_reach
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import (
    in_enemy_zone,
    is_headquarters,
    is_overrun_by_entry,
)
from balance.games.stalingrad_1942.state import State
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.rows import behind_below, first_above, hexes_apart
from balance.staff.craft.distances import TO_ENEMY, count_from_enemies
from balance.staff.craft.supply_survey import lack_of_supply
from balance.staff.craft.threats import measure_access
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.choices import BRIDGING
from balance.staff.stalingrad_1942.ground import check_stacking, mans_line
from balance.staff.stalingrad_1942.lifelines import mark_sites
from balance.staff.stalingrad_1942.moves import longest
from balance.staff.stalingrad_1942.strengths import printed_defense

#: Hexes from the nearest enemy that are counted.
_SEEN = 15
#: Hexes from the enemy at which guns and headquarters like to stand, and those nearer than which
#: they stand with troops alone; hexes of his way around our zones within which he may drive over
#: whom nobody shields, and the row of ``desk.distance`` with them.
_GUNS, _STAFFS, _ALONE = 2, 3, 6
_REACHED, _ACCESS = 8, 0
#: Prices, in hexes: to stand where nobody shields, near the enemy and again where he may come;
#: beside an enemy, out of supply, with few troops.
_BARE, _BESIDE, _STARVING, _COMPANY = 20.0, 12.0, 6.0, 8.0
#: What the site of a bridge is worth to a headquarters, in hexes.
_SITE = 40.0


@inner
def move_followers(state: State, desk: Desk, side: int) -> None:
    """March guns to where the front is, headquarters to where most of their formation is.

    Rule: stalingrad_1942 8.15, 8.21, 11.31, 11.37, 17.3

    A headquarters goes to a bridge that is to be built again, and stays with one that it builds.
    """
    count_from_enemies(state, ASK, desk, side, _SEEN)
    measure_access(state, ASK, desk, side)
    sites = desk.mask[1]
    sites[:] = 0
    if desk.order[BRIDGING]:
        mark_sites(state, sites, side)
    for u in range(len(state.units)):
        unit = u
        counter = state.units[unit]
        if counter.side != side or mans_line(state, unit):
            continue
        if counter.bridge_side != 0 and not in_enemy_zone(state, side, counter.hex):
            continue
        if compute_reach(state, unit) > 1:
            staff = is_headquarters(state, unit)
            led = _foremost(state, desk, side, unit) if staff else -1
            goal = _best_place(state, desk, side, unit, led)
            if goal != state.units[unit].hex:
                follow_reach(state, unit, goal)
            if staff and sites[goal] != 0:
                sites[:] = 0  # one is enough, for this turn


@inner
def _foremost(state: State, desk: Desk, side: int, staff: int) -> int:
    """Hex of the unit of a formation that is nearest to the enemy, -1 if it has none.

    Rule: stalingrad_1942 11.31
    """
    found, least = -1, FAR + 1
    for u in range(len(state.units)):
        counter = state.units[u]
        if counter.leader == staff and counter.status == 0:
            away = desk.distance[TO_ENEMY, counter.hex]
            if away < least:
                found, least = counter.hex, away
    return found


@inner
def _best_place(state: State, desk: Desk, side: int, unit: int, led: int) -> int:
    """The hex of the reach just computed that suits a follower best, its own included."""
    here = state.units[unit].hex
    wanted = _GUNS if led < 0 else _STAFFS
    best, least = here, 1e9
    span = longest(state, unit)
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] < 0 or state.ground[h].occupant == 1 - side:
            continue
        away = desk.distance[TO_ENEMY, h]
        price = float(abs(min(away, 2 * _SEEN) - wanted))
        if led >= 0:
            price += 2.0 * hexes_apart(state, h, led)
        shield = _shield_of(state, h, unit)
        if shield <= 0.0:
            price += _BARE if away < _ALONE else 0.0
            price += _BARE if desk.distance[_ACCESS, h] < _REACHED else 0.0
        if led < 0:
            price -= _COMPANY * min(1.0, shield / _SHIELD)
        if in_enemy_zone(state, side, h):
            price += _BESIDE
        if led >= 0 and desk.mask[1, h] != 0:
            price -= _SITE
        price += _STARVING * lack_of_supply(state, desk, side, h)
        if h != here:
            price += _STIR
        if price < least and (h == here or check_stacking(state, unit, h) == Refusal.OK):
            best, least = h, price
    return best


@inner
def _shield_of(state: State, h: int, unit: int) -> float:
    """Defense of those in a hex, a unit excepted, who are not driven over as it would be.

    Rule: stalingrad_1942 8.15b, 11.37
    """
    total = 0.0
    other = state.ground[h].first
    while other >= 0:
        if other != unit and not is_overrun_by_entry(state, other):
            total += printed_defense(state, other)
        other = state.units[other].next
    return total


#: Defense of a stack that shields guns well; price of stirring at all.
_SHIELD, _STIR = 8.0, 0.5
