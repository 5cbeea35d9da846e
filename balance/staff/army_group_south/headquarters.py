"""Soviet headquarters follow their armies: most troops in reach, in supply, never alone in front.

A headquarters supplies whoever it reaches (Rule: army_group_south 11.3, 20.1), so its place is
where it reaches the most troops that no other one does. In both movement phases they move after the
spearheads and before the armies, which then keep within what they reach.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.march import BEST, compute_reach
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import check_stacking, in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import (
    NO_LINE,
    SOVIET_LINE,
    SUPPLY_BY_COMMAND,
    SUPPLY_SIDES,
    State,
)
from balance.games.army_group_south.supply import refresh_supply
from balance.games.army_group_south.vocabulary import SOVIET, Side, Status, Terrain
from balance.kernel.compiled import entry, inner
from balance.kernel.fields import FAR
from balance.rules.rows import behind_below, first_above, hexes_apart
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.ground import has_last_word
from balance.staff.craft.escorts import risk_of_loss
from balance.staff.craft.marching import is_free, own_attack, own_defense, shift_unit
from balance.staff.desk import SETTLED, Desk

#: Row of ``desk.distance``: length of the lines from the troops in hand.
_LINKS = 2
#: Share of what a unit counts if another headquarters reaches it already.
_SHARED = 0.1
#: Share of a unit's weight that still pulls from just beyond the radius, less with distance.
_BEYOND = 0.6
#: No unit pulls from farther.
_WEIGHED = 24
#: Strength that standing without troops, or out of supply, is thought to cost.
_ALONE, _UNSUPPLIED = 4.0, 60.0
#: Strength that being lost is thought to cost: as long as the offensive wins ground, and from a
#: game turn on in which the Germans have come back with their panzers.
_LOST, _LOST_LATE, _LATE = 400.0, 800.0, 5
#: Odds at which those who stand in a hex keep a headquarters safe there; escorts come on top. With
#: 0.8 a third fewer are lost, but they lead from too far back: in 1,500 games of the field the
#: Soviets won 4.5 % [1.5, 7.4] fewer.
_SAFE = 1.5
#: Share of a unit's weight for each hex nearer: among places that serve as well, the middle one.
_NEAR = 0.04
#: Score that any hex has.
_ANY = -1e18


@entry
def move_headquarters(state: State, desk: Desk) -> None:
    """Move each headquarters that may move to where it serves most.

    Rule: army_group_south 11.21, 11.22, 11.23, 11.3, 12.14, 20.1, 21.16
    """
    refresh_supply(state, SOVIET)
    troops = np.zeros(len(state.ground), np.int64)
    weights = np.zeros(len(state.ground))
    listed = _list_troops(state, troops, weights)
    for unit in range(len(state.units)):
        if state.game.ended != 0:
            return
        if is_headquarters(state, unit) and is_free(state, desk, SOVIET, unit):
            _move(state, desk, unit, troops, weights, listed)


@inner
def _list_troops(state: State, troops: np.ndarray, weights: np.ndarray) -> int:
    """List the hexes with Soviet combat units and what these weigh; return how many.

    troops : int64[n + 1], weights : float64[n + 1]
    """
    count = 0
    for h in range(len(state.ground) - 1):
        if state.ground[h].occupant == Side.SOVIET and state.ground[h].stack > 0:
            troops[count] = h
            weights[count], _ = _company_in(state, h)
            count += 1
    return count


@inner
def _move(
    state: State, desk: Desk, unit: int, troops: np.ndarray, weights: np.ndarray, listed: int
) -> None:
    """Move one headquarters to the hex of its reach that it likes best; see ``_list_troops``."""
    desk.crew[SETTLED, unit] = 1
    if compute_reach(state, unit) == 0:
        return
    count = _weigh_troops(state, desk, unit, troops, weights, listed)
    most = _most_pull(desk, count)
    here = state.units[unit].hex
    best = here
    best_score = staff_score(state, desk, unit, here, count, _ANY)
    span = state.units[unit].movement
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] < 0 or h == here:
            continue
        # Most hexes are no better however strong the pull of who is out of reach.
        score = staff_score(state, desk, unit, h, count, best_score - most)
        if score > best_score + 1e-9 and check_stacking(state, unit, h) == Refusal.OK:
            best_score = score
            best = h
    shift_unit(state, ASK, desk, unit, best)


@inner
def _weigh_troops(
    state: State, desk: Desk, unit: int, troops: np.ndarray, weights: np.ndarray, listed: int
) -> int:
    """List the hexes with troops near by in ``desk.queue`` and what they count in ``pull``.

    Strength that another headquarters supplies counts little. ``need`` is filled with what a
    headquarters in each hex would supply. Returns the number of hexes.
    """
    refresh_supply(state, SOVIET)
    for h in range(len(state.ground)):
        desk.need[h] = 0.0
        desk.distance[_LINKS, h] = FAR
    count = 0
    radius = state.units[unit].leadership
    here = state.units[unit].hex
    march = _farthest(state, here, state.units[unit].movement)
    staffs = np.zeros(len(state.units), np.int64)
    others = _list_others(state, unit, staffs)
    for i in range(listed):
        h = troops[i]
        away = hexes_apart(state, here, h)
        if away > _WEIGHED:
            continue
        weight = weights[i]
        fed = state.command[h] & SUPPLY_BY_COMMAND != 0
        if fed and _is_served(state, staffs, others, h):
            weight *= _SHARED
        desk.queue[count] = h
        desk.pull[h] = weight
        # Of hexes out of its reach the headquarters asks nothing.
        if away <= march + radius:
            _spread_cover(state, desk, h, weight, radius, count + 1)
        count += 1
    return count


@inner
def _farthest(state: State, here: int, span: int) -> int:
    """Hexes to the farthest hex of the reach just computed, which is so many rows high at most."""
    most = 0
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] >= 0:
            most = max(most, hexes_apart(state, here, h))
    return most


@inner
def _list_others(state: State, unit: int, staffs: np.ndarray) -> int:
    """List the other headquarters on the map; return how many.

    staffs : int64[units]
    """
    count = 0
    for u in range(len(state.units)):
        counter = state.units[u]
        if u != unit and counter.status == Status.ON_MAP and counter.leadership != 0:
            staffs[count] = u
            count += 1
    return count


@inner
def _spread_cover(
    state: State, desk: Desk, start: int, weight: float, radius: int, first: int
) -> None:
    """Add the weight of troops to ``need`` in all hexes from which a line leads to them.

    Rule: army_group_south 8.25, 11.31, 12.11, 12.14

    ``desk.queue`` is free from ``first`` on; row _LINKS is FAR on entry, and again at the end.
    """
    links = desk.distance[_LINKS]
    links[start] = 0
    desk.queue[first] = start
    head, tail = first, first + 1
    while head < tail:
        h = desk.queue[head]
        head += 1
        away = links[h]
        desk.need[h] += weight * (1.0 + _NEAR * (radius - away))
        if away == radius or (h != start and state.hexes[h].terrain == Terrain.SWAMP):
            continue
        for d in range(6):
            there = state.neighbour[h, d]
            if links[there] < FAR or there == len(state.ground) - 1:
                continue
            passes = np.int64(state.line_sides[SUPPLY_SIDES, h]) & (1 << d) != 0
            if passes and state.barred[SOVIET, there] == 0:
                links[there] = away + 1
                desk.queue[tail] = there
                tail += 1
    for i in range(first, tail):
        links[desk.queue[i]] = FAR


@inner
def _company_in(state: State, h: int) -> tuple[float, float]:
    """Weight and defense of the combat units in a hex, in supply as they are beside a headquarters.

    Each unit has weight, strong ones more.
    """
    weight, defense = 0.0, 0.0
    unit = state.ground[h].first
    while unit >= 0:
        if not is_headquarters(state, unit):
            weight += 2.0 + own_attack(state, ASK, unit)
            defense += own_defense(state, ASK, unit)
        unit = state.units[unit].next
    return weight, defense


@inner
def _is_served(state: State, staffs: np.ndarray, count: int, h: int) -> bool:
    """Whether one of some headquarters is near enough to a hex to supply it."""
    for i in range(count):
        counter = state.units[staffs[i]]
        if hexes_apart(state, counter.hex, h) <= counter.leadership:
            return True
    return False


@inner
def _most_pull(desk: Desk, count: int) -> float:
    """More than all troops together can pull a headquarters that they are out of reach of."""
    most = 1e-6  # for what rounding does
    for i in range(count):
        most += 0.5 * _BEYOND * desk.pull[desk.queue[i]]
    return most


@inner
def staff_score(state: State, desk: Desk, unit: int, h: int, count: int, wanted: float) -> float:
    """How well a headquarters would stand in a hex, as the first so many hexes with troops pull it.

    See ``_weigh_troops`` for the troops. Below ``wanted`` without their pull it is left out.
    """
    radius = state.units[unit].leadership
    score = desk.need[h]
    if state.ground[h].stack == 0:
        score -= _ALONE
    if not _is_supplied_there(state, h):
        score -= _UNSUPPLIED
    if score < wanted:
        return score
    if not has_last_word(state, SOVIET):
        lost = _LOST_LATE if state.game.game_turn >= _LATE else _LOST
        _, company = _company_in(state, h)
        score -= lost * risk_of_loss(state, ASK, desk, h, radius, company, _SAFE)
    if score < wanted:
        return score
    for i in range(count):
        there = desk.queue[i]
        away = hexes_apart(state, h, there)
        if away > radius:
            score += _BEYOND * desk.pull[there] / (1.0 + away - radius)
    return score


@inner
def _is_supplied_there(state: State, h: int) -> bool:
    """Whether a line to the east edge leads through a hex, or past it if a zone bars it now.

    Rule: army_group_south 8.25, 12.1, 20.1
    """
    if state.supply[SOVIET_LINE, h] != NO_LINE:
        return True
    if not in_enemy_zone(state, SOVIET, h):
        return False
    for d in range(6):
        if state.supply[SOVIET_LINE, state.neighbour[h, d]] != NO_LINE:
            return True
    return False
