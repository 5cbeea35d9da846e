"""A party for an attack: who goes to which launch hex, and who is not needed.

Rule: army_group_south 7.0, 9.13, 9.71, 19.5, 19.8
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Hexside, Side, Size
from balance.kernel.compiled import inner
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.muster import STEP_WORTH, STRENGTH, TOLL
from balance.staff.army_group_south.stakes import (
    hidden_share,
    likely_defense_of,
    longest_retreat,
    retreat_price,
)
from balance.staff.craft.battle_value import (
    OWN_RETREAT,
    OWN_STEP,
    OWN_STEPS,
    OWN_WORTH,
    WAY,
    doubtful_value,
    odds_column,
)
from balance.staff.craft.marching import mates_in
from balance.staff.desk import Desk

_MOST = 18  # units in one attack
#: Liking for a hex: still empty, with others of the division, to stay, not to cross a major river.
_SPREAD, _MATES, _STAY, _DRY = 2.0, 3.0, 0.3, 2.5
_IDLE = 0.02
#: Who shares a launch hex, as far as sizes matter.
_FREE, _DIVISION, _CORPS = range(3)
#: Entry of ``known`` that nobody has looked at yet.
UNKNOWN = -1.0

# Rows of ``desk.party``: the row of the camp, and the side of the target it attacks from.
ROW, SIDE = 0, 1


# --- launch hexes


@inner
def look_at_sides(
    state: State, side: int, target: int, room: np.ndarray, company: np.ndarray
) -> None:
    """Note how many units may still come to each neighbour of a target, and who is there.

    Rule: army_group_south 7.0, 19.8
    """
    for d in range(6):
        h = state.neighbour[target, d]
        company[d] = _FREE
        room[d] = state.rules.stacking_combat_units
        if state.ground[h].occupant != side:
            continue
        room[d] -= state.ground[h].stack
        unit = state.ground[h].first
        while unit >= 0:
            company[d] = max(company[d], _company_of(state, unit))
            unit = state.units[unit].next


@inner
def _company_of(state: State, unit: int) -> int:
    counter = state.units[unit]
    if counter.side != Side.SOVIET:
        return _FREE
    if counter.unit_size == Size.CORPS:
        return _CORPS
    return _DIVISION if counter.unit_size == Size.DIVISION else _FREE


# --- the party


@inner
def form_party(
    state: State,
    desk: Desk,
    target: int,
    shape: int,
    camp: np.ndarray,
    count: int,
    sides: np.ndarray,
    room: np.ndarray,
    company: np.ndarray,
) -> int:
    """Send mustered units to the launch hexes of a shape, strongest first; return how many.

    Each goes to a hex still empty, or to others of its division. ``room`` and ``company`` are used
    up. ``desk.party`` holds rows of the camp and sides of the target.

    Rule: army_group_south 7.0, 9.13, 19.5, 19.8
    """
    members = 0
    for i in range(count):
        near = np.int64(sides[i]) & shape
        if near == 0:
            continue
        unit = camp[i]
        size = _company_of(state, unit)
        best, best_rank, best_stays = -1, -1e9, False
        for d in range(6):
            if (near >> d) & 1 == 0:
                continue
            h = state.neighbour[target, d]
            stays = h == state.units[unit].hex
            if not stays and (room[d] <= 0 or not _fits(size, company[d])):
                continue
            rank = _STAY if stays else 0.0
            held, mates = 0, mates_in(state, ASK, unit, h)
            for m in range(members):
                if desk.party[SIDE, m] == d:
                    held += 1
                    other = camp[desk.party[ROW, m]]
                    if state.units[unit].division != 0:
                        if state.units[other].division == state.units[unit].division:
                            mates += 0 if state.units[other].hex == h else 1
            rank += _SPREAD if held == 0 else 0.0
            rank += _MATES * mates
            if np.int64(state.hexside[target, d]) & Hexside.MAJOR_RIVER != 0:
                rank -= _DRY
            if rank > best_rank:
                best, best_rank, best_stays = d, rank, stays
        if best < 0:
            continue
        if not best_stays:
            room[best] -= 1
            company[best] = max(company[best], size)
        desk.party[ROW, members] = i
        desk.party[SIDE, members] = best
        members += 1
        if members == _MOST:
            break
    return members


@inner
def _fits(size: int, company: int) -> bool:
    """Whether a unit may share a hex with those there.

    Rule: army_group_south 19.8
    """
    if size == _CORPS:
        return company == _FREE
    return size == _FREE or company != _CORPS


@inner
def count_mates(
    state: State, desk: Desk, target: int, members: int, camp: np.ndarray, mates: np.ndarray
) -> None:
    """Count for each of the party the regiments of its division that will stand with it.

    Rule: army_group_south 19.5

    Those that stand there count even if they are of no party.
    """
    for m in range(members):
        unit = camp[desk.party[ROW, m]]
        d = desk.party[SIDE, m]
        h = state.neighbour[target, d]
        division = state.units[unit].division
        mates[m] = mates_in(state, ASK, unit, h)
        for k in range(members):
            other = camp[desk.party[ROW, k]]
            if division == 0 or k == m or desk.party[SIDE, k] != d:
                continue
            if state.units[other].division == division and state.units[other].hex != h:
                mates[m] += 1


@inner
def rate_plan(
    state: State,
    desk: Desk,
    target: int,
    members: int,
    without: int,
    camp: np.ndarray,
    roll: np.ndarray,
    mates: np.ndarray,
    stakes: np.ndarray,
    known: np.ndarray,
) -> float:
    """Value of an attack less what its units could do elsewhere, one of them left out.

    ``without`` is his place in the party, -1 for nobody. ``known`` keeps defense strengths and ways
    of retreat by launch directions: float64[2, 64], ``UNKNOWN`` where nobody has looked yet.
    """
    attack, cost, worth, cheapest, steps, launch = 0.0, 0.0, 0.0, 1e9, 0, 0
    left = state.rules.integrity_least_units - 1
    for m in range(members):
        if m == without:
            continue
        i = desk.party[ROW, m]
        unit = camp[i]
        beside = mates[m]
        if without >= 0 and desk.party[SIDE, without] == desk.party[SIDE, m]:
            beside -= _parted(state, target, camp, desk, without, unit)
        strength = roll[STRENGTH, i]
        if state.units[unit].division != 0 and beside >= left:
            strength *= state.rules.integrity_multiplier
        attack += strength
        cost += roll[TOLL, i] + _IDLE
        own = state.units[unit].steps
        steps += own
        worth += own * roll[STEP_WORTH, i]
        cheapest = min(cheapest, roll[STEP_WORTH, i])
        launch |= 1 << np.int64(desk.party[SIDE, m])
    if attack <= 0.0:
        return -1e9
    if known[0, launch] == UNKNOWN:
        known[0, launch] = likely_defense_of(state, target, launch)
        known[1, launch] = longest_retreat(state, target, launch)
    stakes[WAY] = known[1, launch]
    stakes[OWN_STEPS] = steps
    stakes[OWN_WORTH] = worth
    stakes[OWN_STEP] = cheapest
    stakes[OWN_RETREAT] = retreat_price(state, desk, attack)
    column = odds_column(ASK, attack, known[0, launch])
    return doubtful_value(ASK, state.crt, column, hidden_share(state, target), stakes) - cost


@inner
def _parted(
    state: State, target: int, camp: np.ndarray, desk: Desk, without: int, unit: int
) -> int:
    """1 if a unit has one of its division less beside it when a member stays away."""
    gone = camp[desk.party[ROW, without]]
    division = state.units[unit].division
    if gone == unit or division == 0 or state.units[gone].division != division:
        return 0
    # Who stands there stands there still.
    h = state.neighbour[target, desk.party[SIDE, without]]
    return 0 if state.units[gone].hex == h else 1


@inner
def thin_party(
    state: State,
    desk: Desk,
    target: int,
    members: int,
    camp: np.ndarray,
    roll: np.ndarray,
    mates: np.ndarray,
    stakes: np.ndarray,
    known: np.ndarray,
) -> tuple[int, float]:
    """Leave out, weakest first, whoever adds less than he costs; number left and net value."""
    nobody = -1
    count_mates(state, desk, target, members, camp, mates)
    net = rate_plan(state, desk, target, members, nobody, camp, roll, mates, stakes, known)
    for m in range(members - 1, -1, -1):
        if members == 1:
            break
        without = rate_plan(state, desk, target, members, m, camp, roll, mates, stakes, known)
        if without < net:
            continue
        net = without
        for k in range(m, members - 1):
            desk.party[ROW, k] = desk.party[ROW, k + 1]
            desk.party[SIDE, k] = desk.party[SIDE, k + 1]
        members -= 1
        count_mates(state, desk, target, members, camp, mates)
    return members, net
