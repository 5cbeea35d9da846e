"""The party of a prepared assault that is still to be marched to: who attacks from where.

For an enemy hex and a camp of units that could come beside it the best attack is formed: from the
launch hexes that make a concentric position or from all, strongest first, without those who add
less than they cost.

Rule: drive_on_stalingrad 6.3, 11.3, 11.28, 11.29, 11.39
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature, Nation
from balance.kernel.compiled import inner
from balance.staff.craft.best_first import swap_members
from balance.staff.desk import Desk
from balance.staff.drive_on_stalingrad.assaults import FROM, UNIT
from balance.staff.drive_on_stalingrad.muster import Camp, list_sides, open_sides
from balance.staff.drive_on_stalingrad.prospects import (
    GERMAN,
    MOST,
    NATION,
    Papers,
    effort_of,
    most_value,
    net_value,
    odds_terms,
)
from balance.staff.drive_on_stalingrad.stakes import RUNGS, price_rungs
from balance.staff.ranking import copy_columns

#: Directions of launch hexes tried for each target, as masks: the ways to stand around it that cost
#: fewest hexes (Rule: drive_on_stalingrad 11.28), and all of them.
SHAPES = np.array([0b001001, 0b010010, 0b100100, 0b010101, 0b101010, 0b111111])
_STEP_WORTH = 3.0  # what a step lost in an attack not yet formed is thought to cost
_MANY_STEPS = 20


@inner
def form_party(
    state: State,
    desk: Desk,
    camp: Camp,
    count: int,
    target: int,
    shape: int,
    papers: Papers,
) -> int:
    """Place the camp around a target, in the launch hexes of a shape alone; return who joins.

    Of the ``count`` rows of the camp that can attack the strongest come first. Each goes to the hex
    still empty, else to the one that costs it no halving, until the defender would be eliminated
    without a roll.

    Rule: drive_on_stalingrad 6.3, 11.10, 11.39
    """
    gain, room, able, sides = papers.gain, papers.room, papers.able, papers.sides
    held, who, about = papers.held, papers.who, camp.about
    for d in range(6):
        held[d] = 0
        who[d] = papers.nation[d]
    ally = -1
    members = 0
    city = 1.0 if (state.hexes[target].features & Feature.CITY) != 0 else 0.0
    for k in range(count):
        i = able[k]
        if (sides[i] & shape) == 0:
            continue
        here = state.units[camp.units[i]].hex
        own = np.int64(about[NATION, i])
        if own != Nation.GERMAN and own != Nation.SOVIET and ally >= 0 and ally != own:
            continue
        best = -1
        best_rank = -1.0
        for d in range(6):
            if (sides[i] >> d) & 1 == 0 or (shape >> d) & 1 == 0:
                continue
            stays = state.neighbour[target, d] == here
            if not stays and held[d] >= room[d]:
                continue
            if not stays and who[d] >= 0 and who[d] != own:
                continue
            rank = gain[d] + (2.0 if held[d] == 0 else 0.0) + (0.3 if stays else 0.0)
            if rank > best_rank:
                best_rank = rank
                best = d
        if best < 0:
            continue
        if state.neighbour[target, best] != here:
            held[best] += 1
        who[best] = own
        if own != Nation.GERMAN and own != Nation.SOVIET:
            ally = own
        desk.party[UNIT, members] = i
        desk.party[FROM, members] = (best + 3) % 6
        desk.party_strength[members] = effort_of(about, i, gain[best], city)
        members += 1
        if members == MOST:
            break
    return members


@inner
def thin_party(
    state: State, desk: Desk, camp: Camp, target: int, members: int, papers: Papers
) -> tuple[int, float]:
    """Leave out, weakest first, whoever adds less than he costs; number left and net value."""
    terms, price, toll, held = papers.terms, papers.price, papers.toll, papers.held
    about = camp.about
    unit = desk.party[UNIT]
    origin = desk.party[FROM]
    strength = desk.party_strength
    attack = 0.0
    cost = 0.0
    germans = 0
    launch = 0
    held[:] = 0
    for k in range(members):
        attack += strength[k]
        cost += toll[unit[k]]
        germans += np.int64(about[GERMAN, unit[k]])
        d = (origin[k] + 3) % 6
        held[d] += 1
        launch |= np.int64(1) << d
    net = net_value(state, target, attack, launch, germans, members - germans, cost, terms, price)
    left = members
    for k in range(members - 1, -1, -1):
        if left == 1:
            break
        i = unit[k]
        d = (origin[k] + 3) % 6
        others = launch if held[d] > 1 else launch & ~(np.int64(1) << d)
        without = net_value(
            state,
            target,
            attack - strength[k],
            others,
            germans - np.int64(about[GERMAN, i]),
            left - 1 - germans + np.int64(about[GERMAN, i]),
            cost - toll[i],
            terms,
            price,
        )
        if without < net:
            continue
        held[d] -= 1
        launch = others
        net = without
        attack -= strength[k]
        cost -= toll[i]
        germans -= np.int64(about[GERMAN, i])
        left -= 1
        strength[k] = 0.0
    kept = 0
    for k in range(members):
        if strength[k] > 0.0:
            swap_members(desk, k, kept)
            kept += 1
    return kept, net


@inner
def call_up(
    state: State,
    desk: Desk,
    side: int,
    target: int,
    camp: Camp,
    papers: Papers,
) -> tuple[int, int]:
    """Write down who of a camp can attack a hex, and from where.

    Returns how many are able, and the directions that anybody can attack from.
    """
    open_sides(state, side, target, papers.gain, papers.room, papers.nation)
    return list_sides(state, desk, target, camp, papers)


@inner
def plan_assault(
    state: State,
    desk: Desk,
    side: int,
    target: int,
    camp: Camp,
    papers: Papers,
) -> tuple[int, float, float]:
    """Form the best attack on a hex that free units can march to: number of units, net value.

    Last comes its order of merit. The units, as rows of ``camp``, and their launch directions are
    left in ``desk.party``.
    """
    price = papers.price
    count, anybody = call_up(state, desk, side, target, camp, papers)
    if anybody == 0:
        return 0, -1e9, -1e9
    price_rungs(state, desk, side, target, _STEP_WORTH, _MANY_STEPS, price)
    if price[RUNGS - 1] < desk.weights.min_value:
        return 0, -1e9, -1e9
    odds_terms(state, desk, side, target, papers.terms)
    best_net, best_rank, best = -1e9, -1e9, 0
    for s in range(len(SHAPES)):
        shape = SHAPES[s]
        if (shape & anybody) == 0 or (s < 5 and (shape & anybody) != shape):
            continue
        most = most_value(state, target, camp.about, count, shape, papers)
        if most <= best_net or most < desk.weights.min_value:
            continue
        members = form_party(state, desk, camp, count, target, shape, papers)
        if members == 0:
            continue
        members, net = thin_party(state, desk, camp, target, members, papers)
        if net > best_net:
            best_net, best_rank, best = net, _rank_of(desk, members, net), members
            copy_columns(papers.party, desk.party, members)
    copy_columns(desk.party, papers.party, best)
    return best, best_net, best_rank


@inner
def _rank_of(desk: Desk, members: int, net: float) -> float:
    """Order of merit of a plan: value by the troops it takes, for those are what runs out."""
    strength = 0.0
    for k in range(members):
        strength += desk.party_strength[k]
    return net / (10.0 + strength)
