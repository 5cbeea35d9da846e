"""Soviet headquarters follow their armies: most troops in reach, in supply, never alone in front.

A headquarters supplies whoever it reaches (Rule: army_group_south 11.3, 20.1), so its place is
where it reaches the most troops that no other one does. They move last in both movement phases.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.march import BEST, compute_reach, hexes_apart
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import check_stacking, in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import NO_LINE, SOVIET_LINE, State
from balance.games.army_group_south.supply import refresh_supply
from balance.games.army_group_south.vocabulary import SOVIET, Side, Status
from balance.kernel.compiled import entry, inner
from balance.staff.army_group_south.march import is_free, own_attack, shift_unit
from balance.staff.desk import OWN_DEFENSE, PULL, SETTLED, THREAT, Desk

_ONE = np.int64(1)
#: Share of what a unit counts if another headquarters reaches it already.
_SHARED = 0.1
#: Share of a unit's weight that still pulls from just beyond the radius, less with distance.
_BEYOND = 0.6
#: No unit pulls from farther.
_WEIGHED = 24
#: Strength that standing without troops, or in danger, is thought to cost.
_ALONE, _UNSUPPLIED, _DANGER = 4.0, 60.0, 5.0
#: Times that danger counts for a headquarters without troops beside it.
_UNGUARDED = 4.0
#: Share of a unit's weight for each hex nearer: among places that serve as well, the middle one.
_NEAR = 0.04


@entry
def move_headquarters(state: State, desk: Desk) -> None:
    """Move each headquarters that may move to where it serves most.

    Rule: army_group_south 11.21, 11.22, 11.23, 11.3, 12.14, 20.1, 21.16
    """
    refresh_supply(state, SOVIET)
    for u in range(len(state.units)):
        unit = np.int64(u)
        if state.game.ended != 0:
            return
        if is_headquarters(state, unit) and is_free(state, desk, SOVIET, unit):
            _move(state, desk, unit)


@inner
def _move(state: State, desk: Desk, unit: int) -> None:
    """Move one headquarters to the hex of its reach that it likes best."""
    desk.crew[SETTLED, unit] = 1
    if compute_reach(state, unit) == 0:
        return
    count = _weigh_troops(state, desk, unit)
    here = np.int64(state.units[unit].hex)
    best = here
    best_score = staff_score(state, desk, unit, here, count)
    for h in range(len(state.ground) - 1):
        if state.work[BEST, h] < 0 or h == here:
            continue
        score = staff_score(state, desk, unit, np.int64(h), count)
        if score > best_score + 1e-9 and check_stacking(state, unit, np.int64(h)) == Refusal.OK:
            best_score = score
            best = np.int64(h)
    shift_unit(state, desk, unit, best)


@inner
def _weigh_troops(state: State, desk: Desk, unit: int) -> int:
    """List the hexes with own troops in ``desk.queue`` and what they count in row PULL.

    Strength that another headquarters reaches counts little. Returns the number of hexes.
    """
    count = 0
    staffs = np.zeros(len(state.units), np.int64)
    others = _list_others(state, unit, staffs)
    here = np.int64(state.units[unit].hex)
    for h in range(len(state.ground) - 1):
        ground = state.ground[h]
        if ground.occupant != Side.SOVIET or ground.stack == 0:
            continue
        if hexes_apart(state, here, np.int64(h)) > _WEIGHED:
            continue
        weight = _troops_in(state, np.int64(h))
        if _is_served(state, staffs, others, np.int64(h)):
            weight *= _SHARED
        desk.queue[count] = h
        desk.sheet[PULL, h] = weight
        count += 1
    return count


@inner
def _list_others(state: State, unit: int, staffs: np.ndarray) -> int:
    """List the other headquarters on the map; return how many."""
    count = 0
    for u in range(len(state.units)):
        counter = state.units[u]
        if u != unit and counter.status == Status.ON_MAP and counter.leadership != 0:
            staffs[count] = u
            count += 1
    return count


@inner
def _troops_in(state: State, h: int) -> float:
    """Weight of the combat units in a hex: each counts, strong ones more."""
    weight = 0.0
    unit = np.int64(state.ground[h].first)
    while unit >= 0:
        if not is_headquarters(state, unit):
            weight += 2.0 + own_attack(state, unit)
        unit = np.int64(state.units[unit].next)
    return weight


@inner
def _is_served(state: State, staffs: np.ndarray, count: int, h: int) -> bool:
    """Whether one of some headquarters is near enough to a hex to supply it."""
    for i in range(count):
        counter = state.units[staffs[i]]
        if hexes_apart(state, np.int64(counter.hex), h) <= counter.leadership:
            return True
    return False


@inner
def staff_score(state: State, desk: Desk, unit: int, h: int, count: int) -> float:
    """How well a headquarters would stand in a hex; the troops are listed in ``desk.queue``."""
    radius = np.int64(state.units[unit].leadership)
    score = 0.0
    for i in range(count):
        there = np.int64(desk.queue[i])
        away = hexes_apart(state, h, there)
        if away <= radius:
            score += desk.sheet[PULL, there] * (1.0 + _NEAR * (radius - away))
        else:
            score += _BEYOND * desk.sheet[PULL, there] / (1.0 + away - radius)
    held = desk.sheet[OWN_DEFENSE, h]
    danger = _DANGER
    if state.ground[h].stack == 0:
        score -= _ALONE
        held += radius
        danger *= _UNGUARDED
    if not _is_supplied_there(state, h):
        score -= _UNSUPPLIED
    if desk.sheet[THREAT, h] > 2.0 * held:
        score -= danger * min(3.0, desk.sheet[THREAT, h] / (2.0 * held + 1.0))
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
