"""A party for an attack: who goes to which launch hex, and who is not needed."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from balance.kernel.compiled import inner
from balance.staff.craft.battle_value import (
    OWN_RETREAT,
    OWN_STEP,
    OWN_STEPS,
    OWN_WORTH,
    STAKES,
    WAY,
    doubtful_value,
)
from balance.staff.craft.best_first import SIDE, UNIT, move_member
from balance.staff.craft.marching import mates_in
from balance.staff.craft.muster import Levy
from balance.staff.craft.questions import Questions
from balance.staff.craft.stakes import hidden_share, longest_retreat, retreat_price
from balance.staff.desk import Desk

_MOST = 18  # units in one attack
#: Liking for a hex: still empty, with others of the division, to stay, not to cross a major river.
_SPREAD, _MATES, _STAY, _DRY = 2.0, 3.0, 0.3, 2.5
_IDLE = 0.02
#: Entry of ``known`` that nobody has looked at yet.
_UNKNOWN = -1.0

#: Row of ``desk.party`` with places in the levy, in place of units.
ROW = UNIT


class Papers(NamedTuple):
    """What is written down while an attack on one hex is planned."""

    stakes: np.ndarray  # float64[STAKES]
    known: np.ndarray  # float64[3, 64], by launch directions: defense, way of retreat, duties
    room: np.ndarray  # int64[6], units that may still come to each neighbour of the target
    company: np.ndarray  # int64[6], who is there, see ``company_of``
    duties: np.ndarray  # float64[6], price of what falls due beside each neighbour of the target
    mates: np.ndarray  # int64[most in a party], of its division who will stand with each


@inner
def blank_papers(desk: Desk) -> Papers:
    """Papers for a new target."""
    return Papers(
        np.zeros(STAKES),
        np.full((3, 64), _UNKNOWN),
        np.zeros(6, np.int64),
        np.zeros(6, np.int64),
        np.zeros(6),
        np.zeros(desk.party.shape[1], np.int64),
    )


# --- launch hexes


@inner
def look_at_sides(state: Any, ask: Questions, side: int, target: int, papers: Papers) -> None:
    """Note how many units may still come to each neighbour of a target, and who is there."""
    room, company = papers.room, papers.company
    for d in range(6):
        h = state.neighbour[target, d]
        company[d] = 0
        room[d] = ask.ground.most_together(state)
        if state.ground[h].occupant != side:
            continue
        room[d] -= state.ground[h].stack
        unit = state.ground[h].first
        while unit >= 0:
            company[d] = max(company[d], ask.attacks.company_of(state, unit))
            unit = state.units[unit].next


# --- the party


@inner
def form_party(
    state: Any,
    ask: Questions,
    desk: Desk,
    target: int,
    shape: int,
    levy: Levy,
    sides: np.ndarray,
    papers: Papers,
) -> int:
    """Send units of a levy to the launch hexes of a shape, strongest first; return how many.

    Each goes to a hex still empty, or to others of its division. ``room`` and ``company`` are used
    up. ``desk.party`` holds places in the levy and sides of the target.
    """
    room, company = papers.room, papers.company
    members = 0
    for i in range(len(levy.units)):
        near = np.int64(sides[i]) & shape
        if near == 0:
            continue
        unit = levy.units[i]
        size = ask.attacks.company_of(state, unit)
        division = ask.bodies.division_of(state, unit)
        best, best_rank, best_stays = -1, -1e9, False
        for d in range(6):
            if (near >> d) & 1 == 0:
                continue
            h = state.neighbour[target, d]
            stays = h == state.units[unit].hex
            if not stays and (room[d] <= 0 or not ask.attacks.fits(size, company[d])):
                continue
            rank = _STAY if stays else 0.0
            held, mates = 0, mates_in(state, ask, unit, h)
            for m in range(members):
                if desk.party[SIDE, m] == d:
                    held += 1
                    other = levy.units[desk.party[ROW, m]]
                    if division != 0 and ask.bodies.division_of(state, other) == division:
                        mates += 0 if state.units[other].hex == h else 1
            rank += _SPREAD if held == 0 else 0.0
            rank += _MATES * mates - papers.duties[d]
            if ask.attacks.is_across_river(state, target, d):
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
def count_mates(
    state: Any, ask: Questions, desk: Desk, target: int, members: int, levy: Levy, mates: np.ndarray
) -> None:
    """Count for each of the party the regiments of its division that will stand with it.

    Those that stand there count even if they are of no party.
    """
    for m in range(members):
        unit = levy.units[desk.party[ROW, m]]
        d = desk.party[SIDE, m]
        h = state.neighbour[target, d]
        division = ask.bodies.division_of(state, unit)
        mates[m] = mates_in(state, ask, unit, h)
        for k in range(members):
            other = levy.units[desk.party[ROW, k]]
            if division == 0 or k == m or desk.party[SIDE, k] != d:
                continue
            if ask.bodies.division_of(state, other) == division and state.units[other].hex != h:
                mates[m] += 1


@inner
def rate_plan(
    state: Any,
    ask: Questions,
    desk: Desk,
    target: int,
    members: int,
    without: int,
    levy: Levy,
    papers: Papers,
) -> float:
    """Value of an attack less what its units could do elsewhere, one of them left out.

    ``without`` is his place in the party, -1 for nobody.
    """
    stakes, known, mates = papers.stakes, papers.known, papers.mates
    attack, cost, worth, cheapest, steps, launch = 0.0, 0.0, 0.0, 1e9, 0, 0
    left = ask.bodies.least_units(state) - 1
    for m in range(members):
        if m == without:
            continue
        i = desk.party[ROW, m]
        unit = levy.units[i]
        beside = mates[m]
        if without >= 0 and desk.party[SIDE, without] == desk.party[SIDE, m]:
            beside -= _parted(state, ask, desk, target, levy, without, unit)
        strength = levy.strength[i]
        if ask.bodies.division_of(state, unit) != 0 and beside >= left:
            strength *= ask.bodies.multiplier(state)
        attack += strength
        cost += levy.toll[i] + _IDLE
        own = state.units[unit].steps
        steps += own
        worth += own * levy.step_worth[i]
        cheapest = min(cheapest, levy.step_worth[i])
        launch |= 1 << np.int64(desk.party[SIDE, m])
    if attack <= 0.0:
        return -1e9
    if known[0, launch] == _UNKNOWN:
        known[0, launch] = ask.battles.defense_against(state, target, launch)
        known[1, launch] = longest_retreat(state, ask, target, launch)
        side = 1 - state.ground[target].occupant
        known[2, launch] = ask.attacks.price_of_duties(state, desk, side, target, launch)
    stakes[WAY] = known[1, launch]
    stakes[OWN_STEPS] = steps
    stakes[OWN_WORTH] = worth
    stakes[OWN_STEP] = cheapest
    stakes[OWN_RETREAT] = retreat_price(state, ask, desk, attack)
    units, defense = levy.units, known[0, launch]
    column = ask.attacks.column_of(
        state, desk, target, attack, defense, units, members, without, launch
    )
    cost += known[2, launch]
    return doubtful_value(state, ask, column, hidden_share(state, ask, target), stakes) - cost


@inner
def _parted(
    state: Any, ask: Questions, desk: Desk, target: int, levy: Levy, without: int, unit: int
) -> int:
    """1 if a unit has one of its division less beside it when a member stays away."""
    gone = levy.units[desk.party[ROW, without]]
    division = ask.bodies.division_of(state, unit)
    if gone == unit or division == 0 or ask.bodies.division_of(state, gone) != division:
        return 0
    # Who stands there stands there still.
    h = state.neighbour[target, desk.party[SIDE, without]]
    return 0 if state.units[gone].hex == h else 1


@inner
def thin_party(
    state: Any,
    ask: Questions,
    desk: Desk,
    target: int,
    members: int,
    levy: Levy,
    papers: Papers,
) -> tuple[int, float]:
    """Leave out, weakest first, whoever adds less than he costs; number left and net value."""
    nobody = -1
    count_mates(state, ask, desk, target, members, levy, papers.mates)
    net = rate_plan(state, ask, desk, target, members, nobody, levy, papers)
    for m in range(members - 1, -1, -1):
        if members == 1:
            break
        without = rate_plan(state, ask, desk, target, members, m, levy, papers)
        if without < net:
            continue
        net = without
        members -= 1
        move_member(desk, m, members)
        count_mates(state, ask, desk, target, members, levy, papers.mates)
    return members, net
