"""What an attack that is still to be formed promises: its value at the odds to be had, and at most.

The terms of the odds on a hex are looked up once, whoever attacks it from wherever; no attack is
formed where all who could come together promise too little.

Rule: drive_on_stalingrad 11.8, 11.11, 11.24, 11.28
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.drive_on_stalingrad.shifts import (
    GERMAN_BIT,
    PREPARED,
    concentric_shift,
    first_shift,
    fortification_shift,
    terrain_shift,
)
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature, Hexside
from balance.kernel.compiled import inlined, inner
from balance.staff.desk import Desk
from balance.staff.drive_on_stalingrad.choices import RATED_ORDER
from balance.staff.drive_on_stalingrad.stakes import (
    LOWEST_RUNG,
    RUNGS,
    enemy_defense_there,
    estimated_rung,
    place_of,
)

_NOBODY = 0
# Nations that attack together, as masks.
_GERMANS = np.int64(GERMAN_BIT)
_MIXED = 63
_OTHERS = _MIXED & ~_GERMANS
_SLACK = 1e-9  # by which sums taken in another order may differ

# Rows of what is asked of a camp again and again: 1 for a German unit, its nation, its attack
# factor, 1 for a panzer division.
GERMAN, NATION, STRENGTH, PANZERS = range(4)
# Entries of the terms of the odds on one hex.
FIXED, RING, RING_SIDES, DEFENSE, CITY = range(5)
TERMS = 5


MOST = 24  # units in one attack


class Papers(NamedTuple):
    """What is written down while an attack is planned; the next plan writes over it."""

    gain: np.ndarray  # float64[6], these three by direction of the launch hex: see ``open_sides``
    room: np.ndarray  # int64[6]
    nation: np.ndarray  # int64[6]
    held: np.ndarray  # int64[6], scratch, as the next
    who: np.ndarray  # int64[6]
    allowed: (
        np.ndarray
    )  # int64[2, 6], what terrain permits, by class of unit and direction; -1: not asked yet
    able: np.ndarray  # int64[units], who can attack, as the next two
    sides: np.ndarray  # int64[units]
    toll: np.ndarray  # float64[units]
    price: np.ndarray  # float64[RUNGS], see ``price_rungs``
    terms: np.ndarray  # float64[TERMS], see ``odds_terms``
    party: np.ndarray  # int16[2, most in a party], the best one so far, as in ``desk.party``


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
    )


@inner
def odds_terms(state: State, desk: Desk, side: int, target: int, terms: np.ndarray) -> None:
    """Fill ``terms`` with what the odds on a hex depend on, whoever attacks it from wherever.

    Rule: drive_on_stalingrad 11.11, 11.24
    """
    order = desk.order[RATED_ORDER]
    works = fortification_shift(state, target, _NOBODY, side, PREPARED)
    terms[FIXED] = (
        terrain_shift(state, target, order, PREPARED)
        + first_shift(state, side, order, PREPARED)
        + works
    )
    ring = 0
    for d in range(6):
        if (np.int64(state.hexside[target, d]) & Hexside.O_RING) != 0:
            ring |= np.int64(1) << d
    terms[RING_SIDES] = ring
    terms[RING] = 0.0
    if ring != 0:
        terms[RING] = fortification_shift(state, target, ring, side, PREPARED) - works
    terms[DEFENSE] = enemy_defense_there(state, desk, target)
    city = (state.hexes[target].features & Feature.CITY) != 0
    terms[CITY] = 1.0 if city else 0.0


@inlined
def net_value(
    state: State,
    target: int,
    attack: float,
    launch: int,
    germans: int,
    others: int,
    cost: float,
    terms: np.ndarray,
    price: np.ndarray,
) -> float:
    """Value of an attack less what its units could do elsewhere.

    ``launch`` has a bit for each direction that somebody attacks from.

    Rule: drive_on_stalingrad 11.28
    """
    nations = _GERMANS
    if others > 0:
        nations = _MIXED if germans > 0 else _OTHERS
    shift = terms[FIXED] + concentric_shift(state, target, launch, nations, PREPARED)
    if (launch & ~np.int64(terms[RING_SIDES])) == 0:
        shift += terms[RING]
    rung = estimated_rung(attack, terms[DEFENSE]) + np.int64(shift)
    return price[place_of(rung)] - cost


@inlined
def effort_of(about: np.ndarray, i: int, share: float, city: float) -> float:
    """Attack factors that a unit of the camp brings from where it has this share of them.

    Rule: drive_on_stalingrad 11.22
    """
    strength = about[STRENGTH, i] * share
    return strength * 0.5 if city != 0.0 and about[PANZERS, i] != 0.0 else strength


@inner
def most_value(
    state: State,
    target: int,
    about: np.ndarray,
    count: int,
    shape: int,
    papers: Papers,
) -> float:
    """No attack from the hexes of a shape is worth more: all come, each by the best way for him.

    ``about`` as ``Camp`` has it, ``count`` the rows of the camp that are able to attack.

    An attack with fewer factors costs less: none has them cheaper than who is cheapest by factor.
    """
    gain, able, sides, toll = papers.gain, papers.able, papers.sides, papers.toll
    terms, price = papers.terms, papers.price
    attack = 0.0
    gift = 0.0
    least = 1e9  # toll of one unit
    rate = 1e9  # toll of one factor
    germans = 0
    coming = 0
    launch = 0
    for k in range(count):
        i = able[k]
        there = sides[i] & shape
        if there == 0:
            continue
        share = 0.0
        for d in range(6):
            if (there >> d) & 1 != 0:
                share = max(share, gain[d])
        strength = effort_of(about, i, share, terms[CITY])
        attack += strength
        gift += max(0.0, -toll[i])
        least = min(least, toll[i])
        rate = min(rate, toll[i] / strength)
        germans += np.int64(about[GERMAN, i])
        coming += 1
        launch |= there
    if coming == 0:
        return -1e9
    concentric = _most_concentric(state, target, launch, germans, coming)
    shift = np.int64(terms[FIXED] + max(0.0, terms[RING]) + concentric)
    rung = estimated_rung(attack * (1.0 + _SLACK), terms[DEFENSE]) + shift
    most = -1e9
    for place in range(place_of(rung) + 1):
        cost = -gift
        if gift == 0.0:
            cost = max(least, rate * _factors_for(place, shift, terms[DEFENSE])) * (1.0 - _SLACK)
        most = max(most, price[place] - cost)
    return most


@inlined
def _most_concentric(state: State, target: int, launch: int, germans: int, coming: int) -> int:
    """Highest shift for attacking from several sides that some of those who come can have.

    Rule: drive_on_stalingrad 11.28

    To attack from more directions is taken never to give less.
    """
    most = 0
    if germans > 0:
        most = max(most, concentric_shift(state, target, launch, _GERMANS, PREPARED))
    if germans < coming:
        most = max(most, concentric_shift(state, target, launch, _OTHERS, PREPARED))
        if germans > 0:
            most = max(most, concentric_shift(state, target, launch, _MIXED, PREPARED))
    return most


@inlined
def _factors_for(place: int, shift: int, defense: float) -> float:
    """Fewest attack factors that make the odds of a place among the rungs, by this shift.

    Rule: drive_on_stalingrad 11.8, 11.9
    """
    rung = place + LOWEST_RUNG - 1 - shift
    factors = max(1.0, defense)
    factors = factors * (rung + 1) if rung >= 0 else factors / (1 - rung)
    # Less than one factor counts as one.
    return factors if place > 0 and factors > 1.0 else 0.0
