"""Guns and headquarters: they follow the troops, and stand where somebody shields them."""

from __future__ import annotations

import numpy as np

from balance.games.searches import BEST
from balance.games.stalingrad_1942.march import compute_reach, follow_reach
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import (
    in_enemy_zone,
    is_headquarters,
    is_overrun_by_entry,
)
from balance.games.stalingrad_1942.state import PART, PROHIBITED, State
from balance.games.stalingrad_1942.vocabulary import Mobility, Status
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.kernel.reach import OPEN, STOP
from balance.rules.rows import behind_below, first_above, hexes_apart
from balance.staff.craft.distances import TO_ENEMY, complete_field, count_from_enemies
from balance.staff.craft.supply_survey import lack_of_supply
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.bridges import mark_sites
from balance.staff.stalingrad_1942.choices import BRIDGING
from balance.staff.stalingrad_1942.ground import check_stacking, mans_line
from balance.staff.stalingrad_1942.moves import longest
from balance.staff.stalingrad_1942.strengths import printed_defense

#: Hexes from the nearest enemy that are counted.
_SEEN = 15
#: Hexes from the enemy at which guns stand best; hexes from the foremost of its formation up to
#: which a headquarters leads it well.
_GUNS, _NEAR = 2, 3
#: The march of the fastest units, points of ``PART``; points up to which a hex is thought open to
#: them, for our line may not hold; the row of ``desk.distance`` with what enemies march.
_MARCH, _REACHED, _ACCESS = 12 * PART, 16 * PART, 0
#: Prices, in hexes: of a gun to stand where nobody shields, near the enemy and again where he may
#: come, and of a headquarters where he may; beside an enemy, out of supply, with few troops.
_BARE, _OPEN, _BESIDE, _STARVING, _COMPANY = 30.0, 16.0, 12.0, 10.0, 8.0
#: Price of standing with those who are sure to be beaten, and odds from which they are; how often
#: winners follow these over one of the hexes beside them.
_RISK, _SURE, _FOLLOWED = 30.0, 4.0, 0.5
#: What may ride against a stack more than so many hexes from the enemy: threats count little there.
_RIDERS, _FROM_AFAR = 8.0, 6
#: Hexes of troops around a headquarters that keep the enemy off, the price of each that lacks, and
#: hexes from the enemy from which none is needed. Three hexes from him one headquarters in twelve
#: was lost a turn with none, one in a hundred with two.
_GUARDS, _LONELY, _SAFE = 2, 12.0, 12
#: Hexes from the enemy where battles no longer sweep over whom nobody shields, and the price of
#: each that lacks.
_SWEPT, _FRONT = 4, 4.0
#: Price of each time that what could come to a headquarters outweighs the troops within two hexes,
#: up to so many, and what is added to these. A headquarters was lost in one of 150 turns where it
#: was less than half, in one of ten at 4 to 8 times, in one of four beyond 16.
_ODDS, _MOST_ODDS, _FEW = 10.0, 16.0, 2.0
#: Price of standing with another headquarters where no enemy is near; where one is, what guards
#: there are guard both.
_CROWD = 3.0
#: What the site of a bridge is worth to a headquarters, in hexes.
_SITE = 40.0


@inner
def move_followers(state: State, desk: Desk, side: int) -> None:
    """March guns to where the front is, headquarters to where most of their formation is.

    Rule: stalingrad_1942 8.15, 8.21, 11.31, 11.37, 17.3

    A headquarters goes to a bridge that is to be built again, and stays with one that it builds.
    """
    count_from_enemies(state, ASK, desk, side, _SEEN)
    _measure_ways(state, desk, side)
    sites = desk.mask[1]
    sites[:] = 0
    if desk.order[BRIDGING]:
        mark_sites(state, sites, side)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or mans_line(state, unit):
            continue
        if counter.bridge_side != 0 and not in_enemy_zone(state, side, counter.hex):
            continue
        if compute_reach(state, unit) > 1:
            staff = is_headquarters(state, unit)
            goal = _best_place(state, desk, side, unit, staff)
            if goal != state.units[unit].hex:
                follow_reach(state, unit, goal)
            if staff and sites[goal] != 0:
                sites[:] = 0  # one is enough, for this turn


@inner
def _measure_ways(state: State, desk: Desk, side: int) -> None:
    """Fill the row ``_ACCESS`` with points that enemies march to each hex, of ``_MARCH`` they have.

    Rule: stalingrad_1942 6.21, 8.15b, 11.37

    The slow begin with some spent. All end in our zones, and whom nobody shields bars no way. As
    fields count to a place and not from it, the first hex is paid in place of the last one.
    """
    blocked, ways = state.blocked[1 - side], desk.distance[_ACCESS]
    for h in range(len(ways)):
        desk.mask[2, h] = 0 if blocked[h] == OPEN else 1
        ways[h] = FAR
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side and counter.status == Status.ON_MAP and mans_line(state, unit):
            spent = max(0, _MARCH - PART * counter.movement)
            ways[counter.hex] = min(ways[counter.hex], spent)
    complete_field(state, desk, _ACCESS, Mobility.TANK)
    for h in range(len(state.ground) - 1):
        if blocked[h] == STOP and ways[h] == FAR:
            for d in range(6):
                there, cost = state.neighbour[h, d], state.cost[Mobility.TANK, h, d]
                if cost < PROHIBITED and blocked[there] == OPEN:
                    ways[h] = min(ways[h], ways[there] + cost)


@inner
def _may_come(desk: Desk, h: int) -> bool:
    """Whether enemies could march to a hex in their next movement."""
    return desk.distance[_ACCESS, h] <= _MARCH


@inner
def _foremost(state: State, desk: Desk, staff: int) -> int:
    """Hex of the unit of a formation that is nearest to the enemy; that of its staff if none is.

    Rule: stalingrad_1942 11.31
    """
    found, least = np.int64(state.units[staff].hex), FAR + 1
    for u in range(len(state.units)):
        counter = state.units[u]
        if counter.leader == staff and u != staff and counter.status == 0:
            away = desk.distance[TO_ENEMY, counter.hex]
            if away < least:
                found, least = np.int64(counter.hex), away
    return found


@inner
def _best_place(state: State, desk: Desk, side: int, unit: int, staff: bool) -> int:
    """The hex of the reach just computed that suits a gun or a staff best, its own included."""
    here, span = state.units[unit].hex, longest(state, unit)
    led = _foremost(state, desk, unit) if staff else np.int64(here)
    best, least = here, 1e9
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] < 0 or state.ground[h].occupant == 1 - side:
            continue
        price = _STARVING * lack_of_supply(state, desk, side, h) + (_STIR if h != here else 0.0)
        if staff:
            price += _price_for_staff(state, desk, unit, led, h)
            # Danger takes longest to tell, and makes no hex better.
            price += _danger_to_staff(state, desk, side, unit, h) if price < least else 0.0
        else:
            price += _price_for_gun(state, desk, side, unit, h)
        if price < least and (h == here or check_stacking(state, unit, h) == Refusal.OK):
            best, least = h, price
    return best


@inner
def _price_for_gun(state: State, desk: Desk, side: int, gun: int, h: int) -> float:
    """Price of a hex for a gun, which wants troops with it two hexes from the enemy.

    Rule: stalingrad_1942 8.15b, 8.21
    """
    away, shield = _hexes_to_enemy(desk, h), _shield_of(state, h, gun)
    price = abs(away - _GUNS) - _COMPANY * min(1.0, shield / _SHIELD)
    price += _BESIDE if in_enemy_zone(state, side, h) else 0.0
    if shield <= 0.0:
        price += _BARE if away <= _GUNS else 0.0
        price += _BARE if _may_come(desk, h) else 0.0
    return price


@inner
def _price_for_staff(state: State, desk: Desk, staff: int, led: int, h: int) -> float:
    """Price of a hex for a headquarters, which wants its troops near, danger left aside.

    Rule: stalingrad_1942 11.31, 17.3
    """
    quiet = min(_hexes_to_enemy(desk, h), _SAFE) / _SAFE
    price = max(0.0, hexes_apart(state, h, led) - _NEAR)
    price += _CROWD * _staffs_in(state, h, staff) * quiet
    return price - _SITE * desk.mask[1, h]


@inner
def _danger_to_staff(state: State, desk: Desk, side: int, staff: int, h: int) -> float:
    """Price of the enemies who may come to a headquarters in a hex before its side moves again.

    Rule: stalingrad_1942 11.37
    """
    away, shield = _hexes_to_enemy(desk, h), _shield_of(state, h, staff)
    guards = _guards_beside(state, side, h) + (1 if shield > 0.0 else 0)
    price = 2.0 * _BESIDE if in_enemy_zone(state, side, h) else 0.0
    price += _LONELY * max(0, _GUARDS - guards) * max(0.0, _SAFE - away) / _SAFE
    odds = desk.open_threat[h] / (_FEW + _troops_around(state, desk, h))
    price += _ODDS * min(_MOST_ODDS, odds)
    if shield > 0.0:
        return price + _RISK * _risk_of_stack(state, desk, h, shield)
    price += _FRONT * max(0.0, _SWEPT - away)
    beyond = max(0.0, _REACHED - desk.distance[_ACCESS, h]) / _REACHED
    return price + _OPEN * max(beyond, _FOLLOWED * _risk_beside(state, desk, side, h))


@inner
def _staffs_in(state: State, h: int, staff: int) -> int:
    """Headquarters in a hex, one excepted."""
    count = 0
    other = state.ground[h].first
    while other >= 0:
        if other != staff and is_headquarters(state, other):
            count += 1
        other = state.units[other].next
    return count


@inner
def _hexes_to_enemy(desk: Desk, h: int) -> float:
    """Hexes to the nearest enemy, none counted farther off than twice what is looked at."""
    return float(min(desk.distance[TO_ENEMY, h], 2 * _SEEN))


@inner
def _risk_of_stack(state: State, desk: Desk, h: int, shield: float) -> float:
    """How likely the enemy beats those who shield a headquarters in a hex, 0 to 1.

    Rule: stalingrad_1942 7.31, 11.37
    """
    for d in range(6):
        if _may_come(desk, state.neighbour[h, d]):
            riders = _RIDERS if _hexes_to_enemy(desk, h) > _FROM_AFAR else 0.0
            return min(1.0, max(riders, desk.open_threat[h]) / (_SURE * shield))
    return 0.0


@inner
def _risk_beside(state: State, desk: Desk, side: int, h: int) -> float:
    """How likely the enemy beats those who stand beside a hex and follows them over it, 0 to 1.

    Rule: stalingrad_1942 7.41, 11.37
    """
    risk = 0.0
    for d in range(6):
        beside = state.neighbour[h, d]
        if state.ground[beside].occupant == side and state.ground[beside].barring > 0:
            shield = max(1.0, desk.own_defense[beside])
            risk = max(risk, _risk_of_stack(state, desk, beside, shield))
    return risk


@inner
def _troops_around(state: State, desk: Desk, h: int) -> float:
    """Defense of our troops within two hexes of one."""
    own = desk.own_defense
    total = own[h]
    for d in range(6):
        beside = state.neighbour[h, d]
        total += own[beside] + own[state.neighbour[beside, d]]
        total += own[state.neighbour[beside, (d + 1) % 6]]
    return total


@inner
def _guards_beside(state: State, side: int, h: int) -> int:
    """Hexes beside one whose units keep zones there, of a side.

    Rule: stalingrad_1942 6.21, 11.37
    """
    guards = 0
    for d in range(6):
        beside = state.neighbour[h, d]
        if state.ground[beside].occupant == side and state.ground[beside].zoned > 0:
            guards += 1
    return guards


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
