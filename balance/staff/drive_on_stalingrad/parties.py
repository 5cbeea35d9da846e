"""The party of a prepared assault that is still to be marched to: who attacks from where.

For an enemy hex and a camp of units that could come beside it the best attack is formed: from the
launch hexes that make a concentric position or from all, strongest first, without those who add
less than they cost.

Rule: drive_on_stalingrad 6.3, 11.3, 11.28, 11.29, 11.39
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature, Nation, Trait
from balance.kernel.compiled import inner
from balance.staff.desk import Desk
from balance.staff.drive_on_stalingrad.assaults import FROM, UNIT
from balance.staff.drive_on_stalingrad.muster import list_sides, open_sides
from balance.staff.drive_on_stalingrad.prospects import (
    GERMAN,
    NATION,
    PANZERS,
    STRENGTH,
    TERMS,
    effort_of,
    most_value,
    net_value,
    odds_terms,
)
from balance.staff.drive_on_stalingrad.situation import known_attack
from balance.staff.drive_on_stalingrad.stakes import RUNGS, price_rungs

#: Directions of launch hexes tried for each target, as masks: the ways to stand around it that cost
#: fewest hexes (Rule: drive_on_stalingrad 11.28), and all of them.
SHAPES = np.array([0b001001, 0b010010, 0b100100, 0b010101, 0b101010, 0b111111])
_STEP_WORTH = 3.0  # what a step lost in an attack not yet formed is thought to cost
_MANY_STEPS = 20
MOST = 24  # units in one attack


@inner
def describe_camp(state: State, camp: np.ndarray, count: int, about: np.ndarray) -> None:
    """Fill ``about`` (float64[4, rows of camp]) with what is asked of each unit for each target."""
    for i in range(count):
        u = camp[i]
        nation = state.units[u].nation
        about[GERMAN, i] = 1.0 if nation == Nation.GERMAN else 0.0
        about[NATION, i] = nation
        about[STRENGTH, i] = known_attack(state, u)
        panzers = (state.units[u].traits & Trait.PANZER_DIVISION) != 0
        about[PANZERS, i] = 1.0 if panzers else 0.0


@inner
def form_party(
    state: State,
    desk: Desk,
    camp: np.ndarray,
    about: np.ndarray,
    able: np.ndarray,
    count: int,
    target: int,
    sides: np.ndarray,
    shape: int,
    gain: np.ndarray,
    room: np.ndarray,
    nation: np.ndarray,
    held: np.ndarray,
    who: np.ndarray,
) -> int:
    """Place the camp around a target, in the launch hexes of a shape alone; return who joins.

    ``able`` lists the ``count`` rows of the camp that can attack, the strongest first. Each goes to
    the hex still empty, else to the one that costs it no halving, until the defender would be
    eliminated without a roll. ``held`` and ``who`` are scratch: units that march in, and the nation
    there, by direction.

    Rule: drive_on_stalingrad 6.3, 11.10, 11.39
    """
    for d in range(6):
        held[d] = 0
        who[d] = nation[d]
    ally = -1
    members = 0
    city = 1.0 if (state.hexes[target].features & Feature.CITY) != 0 else 0.0
    for k in range(count):
        i = able[k]
        if (sides[i] & shape) == 0:
            continue
        here = state.units[camp[i]].hex
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
    state: State,
    desk: Desk,
    target: int,
    members: int,
    about: np.ndarray,
    terms: np.ndarray,
    price: np.ndarray,
    toll: np.ndarray,
    held: np.ndarray,
) -> tuple[int, float]:
    """Leave out, weakest first, whoever adds less than he costs; number left and net value."""
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
            unit[kept] = unit[k]
            origin[kept] = origin[k]
            strength[kept] = strength[k]
            kept += 1
    return kept, net


class Papers(NamedTuple):
    """What is written down while an attack is planned; the next plan writes over it."""

    gain: np.ndarray  # float64[6], these three by direction of the launch hex: see ``open_sides``
    room: np.ndarray  # int64[6]
    nation: np.ndarray  # int64[6]
    held: np.ndarray  # int64[6], scratch, as the next
    who: np.ndarray  # int64[6]
    allowed: np.ndarray  # int64[2, 6], see ``list_sides``
    able: np.ndarray  # int64[units], who can attack, as the next two
    sides: np.ndarray  # int64[units]
    toll: np.ndarray  # float64[units]
    price: np.ndarray  # float64[RUNGS], see ``price_rungs``
    terms: np.ndarray  # float64[TERMS], see ``odds_terms``
    party: np.ndarray  # int16[2, most in a party], the best one so far, as in ``desk.party``
    strength: np.ndarray  # float64[most in a party], as in ``desk.party_strength``


@inner
def blank_papers(units: int) -> Papers:
    """Papers for a camp of so many units."""
    return Papers(
        np.zeros(6),
        np.zeros(6, np.int64),
        np.zeros(6, np.int64),
        np.zeros(6, np.int64),
        np.zeros(6, np.int64),
        np.zeros((2, 6), np.int64),
        np.zeros(units, np.int64),
        np.zeros(units, np.int64),
        np.zeros(units),
        np.zeros(RUNGS),
        np.zeros(TERMS),
        np.zeros((2, MOST), np.int16),
        np.zeros(MOST),
    )


@inner
def call_up(
    state: State,
    desk: Desk,
    side: int,
    target: int,
    camp: np.ndarray,
    reach: np.ndarray,
    nearest: np.ndarray,
    busy: np.ndarray,
    papers: Papers,
) -> tuple[int, int]:
    """Write down who of a camp can attack a hex, and from where.

    Returns how many are able, and the directions that anybody can attack from.
    """
    open_sides(state, side, target, papers.gain, papers.room, papers.nation)
    papers.allowed[:] = -1
    return list_sides(
        state,
        desk,
        target,
        camp,
        reach,
        nearest,
        busy,
        papers.gain,
        papers.allowed,
        papers.able,
        papers.sides,
        papers.toll,
    )


@inner
def plan_assault(
    state: State,
    desk: Desk,
    side: int,
    target: int,
    camp: np.ndarray,
    reach: np.ndarray,
    nearest: np.ndarray,
    busy: np.ndarray,
    about: np.ndarray,
    papers: Papers,
) -> tuple[int, float]:
    """Form the best attack on a hex that free units can march to: number of units, net value.

    The units, as rows of ``camp``, and their launch directions are left in ``desk.party``.
    """
    gain, room, nation, held, who, _, able, sides, toll, price, terms, party, strength = papers
    count, anybody = call_up(state, desk, side, target, camp, reach, nearest, busy, papers)
    if anybody == 0:
        return 0, -1e9
    price_rungs(state, desk, side, target, _STEP_WORTH, _MANY_STEPS, price)
    if price[RUNGS - 1] < desk.weights.min_value:
        return 0, -1e9
    odds_terms(state, desk, side, target, terms)
    best_net = -1e9
    best = 0
    for s in range(len(SHAPES)):
        shape = SHAPES[s]
        if (shape & anybody) == 0 or (s < 5 and (shape & anybody) != shape):
            continue
        most = most_value(state, target, about, able, count, sides, shape, gain, terms, price, toll)
        if most <= best_net or most < desk.weights.min_value:
            continue
        members = form_party(
            state,
            desk,
            camp,
            about,
            able,
            count,
            target,
            sides,
            shape,
            gain,
            room,
            nation,
            held,
            who,
        )
        if members == 0:
            continue
        members, net = thin_party(state, desk, target, members, about, terms, price, toll, held)
        if net > best_net:
            best_net = net
            best = members
            _copy_party(desk.party, desk.party_strength, party, strength, members)
    _copy_party(party, strength, desk.party, desk.party_strength, best)
    return best, best_net


@inner
def _copy_party(
    party: np.ndarray, strength: np.ndarray, to: np.ndarray, to_strength: np.ndarray, members: int
) -> None:
    for k in range(members):
        to[UNIT, k] = party[UNIT, k]
        to[FROM, k] = party[FROM, k]
        to_strength[k] = strength[k]


@inner
def rank_of(desk: Desk, members: int, net: float) -> float:
    """Order of merit of a plan: value by the troops it takes, for those are what runs out."""
    strength = 0.0
    for k in range(members):
        strength += desk.party_strength[k]
    return net / (10.0 + strength)
