"""Divisions march as one body: their regiments are worth twice as much in one hex.

Regiments that each look for the best place of their own come apart, and a division that is apart
has half its strength in attack and in defense. So the staff looks for the hex where most regiments
of a division can be together at the end of the phase, and of those hexes for the one where the
whole division stands best: near its objective if it strikes, in the line if it holds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.searches import BEST
from balance.kernel.compiled import inner
from balance.rules.rows import hexes_apart
from balance.staff.craft.exposure import HOLDING, loss_of_stack
from balance.staff.craft.marching import FAR_OFF, send_unit
from balance.staff.craft.questions import ALLOWED, ON_MAP, Questions
from balance.staff.craft.worth import step_worth
from balance.staff.desk import SETTLED, Desk
from balance.staff.tasks import has_task, strike_mission

_ONE = 1
_NOWHERE = -1
#: Most regiments of one division that are looked at.
_REGIMENTS = 4
#: Worth of one more regiment in the same hex: more than any march.
_TOGETHER = 60.0
#: For each regiment: what a hex of march costs, ending beside the enemy, a post it closes.
_MARCH, _BESIDE, _POST = 0.15, 2.0, 6.0


@inner
def _is_in(state: Any, ask: Questions, side: int, unit: int, division: int) -> bool:
    counter = state.units[unit]
    return (
        ask.bodies.division_of(state, unit) == division
        and counter.side == side
        and counter.status == ON_MAP
    )


@inner
def list_regiments(
    state: Any,
    ask: Questions,
    desk: Desk,
    division: int,
    following: np.ndarray,
    regiments: np.ndarray,
) -> int:
    """List the regiments of a division that are free to march with it; return how many.

    following : int64[units + divisions], see ``_chain_regiments``; regiments : int64[4]
    """
    count = 0
    unit = following[len(state.units) + division - 1]
    while unit >= 0 and count < len(regiments):
        if desk.crew[SETTLED, unit] == 0 and ask.moves.check_may_move(state, unit) == ALLOWED:
            regiments[count] = unit
            count += 1
        unit = following[unit]
    return count


@inner
def _chain_regiments(state: Any, ask: Questions, side: int, following: np.ndarray) -> None:
    """Chain the units of a side on the map by divisions, in order of their numbers.

    following : int64[units + divisions]; each unit's is the next one of its division, -1 the end;
    those behind the units are the first ones of each division.
    """
    units = len(state.units)
    for i in range(len(following)):
        following[i] = _NOWHERE
    for back in range(units):
        unit = units - 1 - back
        division = ask.bodies.division_of(state, unit)
        if division > 0 and _is_in(state, ask, side, unit, division):
            following[unit] = following[units + division - 1]
            following[units + division - 1] = unit


@inner
def _standing(state: Any, ask: Questions, side: int, division: int, h: int) -> int:
    """Regiments of a division in a hex."""
    count = 0
    unit = state.ground[h].first
    while unit >= 0:
        if _is_in(state, ask, side, unit, division):
            count += 1
        unit = state.units[unit].next
    return count


@inner
def _room_for(state: Any, ask: Questions, side: int, division: int, h: int) -> int:
    """Regiments of a division that may stand in a hex, those there included."""
    guests = state.ground[h].stack - _standing(state, ask, side, division, h)
    return ask.ground.most_together(state) - guests


@inner
def _mark_meetings(
    state: Any,
    ask: Questions,
    regiments: np.ndarray,
    count: int,
    division: int,
    following: np.ndarray,
    meetings: np.ndarray,
) -> None:
    """Count the regiments of a division that can be in each hex at the end of the phase.

    following : int64[units + divisions], see ``_chain_regiments``; meetings : int8[hexes + 1]
    """
    for h in range(len(meetings)):
        meetings[h] = 0
    unit = following[len(state.units) + division - 1]
    while unit >= 0:
        meetings[state.units[unit].hex] += 1
        unit = following[unit]
    for r in range(count):
        unit = regiments[r]
        if ask.moves.compute_reach(state, unit) == 0:
            continue
        here = state.units[unit].hex
        for h in range(len(state.ground) - 1):
            if state.work[BEST, h] >= 0 and h != here:
                meetings[h] += 1


@inner
def _body_of(
    state: Any, ask: Questions, desk: Desk, regiments: np.ndarray, count: int
) -> tuple[float, int, float]:
    """Defense strength, steps and worth of the regiments that march, in factor points."""
    defense, steps, worth = 0.0, 0, 0.0
    for r in range(count):
        unit = regiments[r]
        defense += ask.strengths.printed_defense(state, unit)
        steps += state.units[unit].steps
        worth += state.units[unit].steps * step_worth(state, ask, desk, unit)
    return defense, steps, worth


@inner
def _appeal_of(
    state: Any, ask: Questions, desk: Desk, regiments: np.ndarray, count: int, h: int
) -> float:
    """What speaks for a hex as the place of a division, its march counted."""
    weights = desk.weights
    lead = regiments[0]
    appeal = desk.hex_worth[h] + weights.vp_worth * ask.worths.place_worth(
        state, state.units[lead].side, h
    )
    if desk.threat[h] > 0.0:
        appeal += HOLDING * weights.vp_worth * ask.worths.place_points(state, h)
    mission = strike_mission(desk, lead)
    if mission >= 0:
        field = desk.fields[mission, state.units[lead].mobility, h]
        movement = max(_ONE, state.units[lead].movement)
        far = FAR_OFF * ask.moves.parts
        return appeal - count * weights.advance * min(field, far) / (ask.moves.parts * movement)
    for r in range(count):
        appeal -= _MARCH * hexes_apart(state, state.units[regiments[r]].hex, h)
    if ask.ground.in_enemy_zone(state, state.units[lead].side, h):
        appeal -= _BESIDE * count
    if desk.wanted[h] > 0.0:
        gap = 1.0 - min(1.0, desk.own_defense[h] / desk.wanted[h])
        appeal += _POST * gap + weights.ground_worth
    return appeal


@inner
def _find_meeting(
    state: Any,
    ask: Questions,
    desk: Desk,
    regiments: np.ndarray,
    count: int,
    division: int,
    meetings: np.ndarray,
) -> int:
    """The hex where a division is best together, -1 if no two regiments can meet."""
    weights = desk.weights
    side = state.units[regiments[0]].side
    left = state.units[regiments[0]].hex
    defense, steps, worth = _body_of(state, ask, desk, regiments, count)
    best, most = _NOWHERE, -1e18
    for place in range(len(state.ground) - 1):
        h = place
        if meetings[h] < 2:
            continue
        together = min(meetings[h], _room_for(state, ask, side, division, h))
        if together < 2:
            continue
        value = _TOGETHER * together + _appeal_of(state, ask, desk, regiments, count, h)
        # What speaks against a hex takes longer to see, and most aren't good enough anyway.
        if value <= most:
            continue
        doubled = ask.ground.cover_of(state, h)
        if together >= ask.bodies.least_units(state):
            doubled = max(doubled, ask.bodies.multiplier(state))
        lost = loss_of_stack(state, ask, desk, h, left, doubled * defense, steps)
        value -= weights.risk * lost * worth / max(_ONE, steps)
        value -= count * weights.supply_need * ask.worths.lack_of_supply(state, desk, side, h)
        if value > most:
            best, most = h, value
    return best


@inner
def _march_division(
    state: Any,
    ask: Questions,
    desk: Desk,
    division: int,
    strikes: bool,
    following: np.ndarray,
    meetings: np.ndarray,
) -> None:
    """Bring the free regiments of a division together where it stands best.

    One that holds, best stands where it is, and isn't wanted there is left to march to the line.
    """
    regiments = np.zeros(_REGIMENTS, np.int64)
    count = list_regiments(state, ask, desk, division, following, regiments)
    if count == 0:
        return
    for r in range(count):
        if (strike_mission(desk, regiments[r]) >= 0) != strikes:
            return
        if not strikes and has_task(desk, regiments[r]):
            return
    _mark_meetings(state, ask, regiments, count, division, following, meetings)
    goal = _find_meeting(state, ask, desk, regiments, count, division, meetings)
    if goal < 0:
        return
    here = state.units[regiments[0]].hex
    if not strikes and goal == here and desk.wanted[goal] <= 0.0 and desk.threat[goal] <= 0.0:
        return
    for r in range(count):
        send_unit(state, ask, desk, regiments[r], goal)


@inner
def march_bodies(state: Any, ask: Questions, desk: Desk, side: int, strikes: bool) -> None:
    """March the divisions of a side that strike, or those that hold, each as one body.

    Regiments that can't come to the others are left to march by themselves.
    """
    meetings = np.zeros(len(state.ground), np.int8)
    divisions = 0
    for u in range(len(state.units)):
        divisions = max(divisions, ask.bodies.division_of(state, u))
    following = np.zeros(len(state.units) + divisions, np.int64)
    _chain_regiments(state, ask, side, following)
    for division in range(1, divisions + 1):
        if state.game.ended == 0:
            _march_division(state, ask, desk, division, strikes, following, meetings)
