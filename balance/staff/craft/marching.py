"""Movement: where each unit goes.

Strike units choose, among the hexes in reach, by progress towards the objective, places to take,
supply and danger. Units of no task advance with the others while they are on the offensive, and
man the line otherwise (see ``line``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.searches import BEST
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.rows import behind_below, first_above
from balance.staff.craft.exposure import exposure, stands_ill
from balance.staff.craft.questions import ALLOWED, ON_MAP, Questions
from balance.staff.craft.worth import step_worth
from balance.staff.desk import SETTLED, Desk
from balance.staff.tasks import strike_mission

_ONE = 1
_NOWHERE = -1
#: Movement points beyond which an objective is just far.
FAR_OFF = 400
#: Share of what a place is worth that counts against a march to the objective.
_ON_THE_WAY = 0.6
#: Score of a hex below which none is.
EXACTLY = -1e18
#: A division is together when all its regiments are.
_DIVISION = 1.5


# --- moving one unit


@inner
def own_attack(state: Any, ask: Questions, unit: int) -> float:
    """Attack strength of an own unit with integrity, its supply left out: cheap while all move."""
    strength = ask.strengths.printed_attack(state, unit)
    if ask.bodies.has_integrity(state, unit):
        strength *= ask.bodies.multiplier(state)
    return strength


@inner
def own_defense(state: Any, ask: Questions, unit: int) -> float:
    """Defense strength of an own unit with integrity; see ``own_attack``."""
    strength = ask.strengths.printed_defense(state, unit)
    if ask.bodies.has_integrity(state, unit):
        strength *= ask.bodies.multiplier(state)
    return strength


@inner
def recount(state: Any, ask: Questions, desk: Desk, h: int) -> None:
    """Bring the desk's own strengths in a hex up to date after units have come or gone."""
    desk.own_attack[h] = 0.0
    desk.own_defense[h] = 0.0
    unit = state.ground[h].first
    while unit >= 0:
        desk.own_attack[h] += own_attack(state, ask, unit)
        desk.own_defense[h] += own_defense(state, ask, unit)
        unit = state.units[unit].next


@inner
def shift_unit(state: Any, ask: Questions, desk: Desk, unit: int, goal: int) -> None:
    """Move a unit to a hex of the reach just computed; keep the desk's strengths up to date."""
    start = state.units[unit].hex
    desk.crew[SETTLED, unit] = 1
    if goal == start:
        return
    ask.moves.follow(state, unit, goal)
    recount(state, ask, desk, start)
    recount(state, ask, desk, state.units[unit].hex)


@inner
def send_unit(state: Any, ask: Questions, desk: Desk, unit: int, goal: int) -> bool:
    """Move a unit to a hex and settle it there; False if it can't get there."""
    if state.units[unit].hex == goal:
        desk.crew[SETTLED, unit] = 1
        return True
    if ask.ground.check_stacking(state, unit, goal) != ALLOWED or not ask.moves.can_reach(
        state, unit, goal
    ):
        return False
    shift_unit(state, ask, desk, unit, goal)
    return True


@inner
def is_free(state: Any, desk: Desk, side: int, unit: int) -> bool:
    """Whether the staff has still to decide about a unit of a side on the map."""
    counter = state.units[unit]
    return counter.side == side and counter.status == ON_MAP and desk.crew[SETTLED, unit] == 0


# --- what a hex is worth to a unit


@inner
def mates_in(state: Any, ask: Questions, unit: int, h: int) -> int:
    """Other units of the same division in a hex, of those that integrity would double."""
    division = ask.bodies.division_of(state, unit)
    count = 0
    other = state.ground[h].first
    while division != 0 and other >= 0:
        if other != unit and ask.bodies.division_of(state, other) == division:
            count += 1
        other = state.units[other].next
    return count


@inner
def hex_score(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    unit: int,
    worth: float,
    field: np.ndarray,
    h: int,
    wanted: float,
) -> float:
    """How much a unit on the way to its objective would like to end its move in a hex.

    ``worth`` is that of a step of the unit. A score of ``wanted`` or less need not be exact: what
    speaks against a hex is left out where what speaks for it isn't enough.
    """
    weights = desk.weights
    counter = state.units[unit]
    whole = ask.moves.parts * max(_ONE, counter.movement)
    score = -weights.advance * min(field[h], FAR_OFF * ask.moves.parts) / whole
    score += _ON_THE_WAY * weights.vp_worth * ask.worths.place_worth(state, side, h)
    score += desk.hex_worth[h]
    beside = desk.own_defense[h]
    if h == counter.hex:
        beside -= own_defense(state, ask, unit)
    score += weights.together * (min(1.0, beside / 8.0) + _DIVISION * mates_in(state, ask, unit, h))
    if score <= wanted:
        return score
    score -= weights.risk * exposure(state, ask, desk, unit, h, worth)
    score -= weights.advance * ask.moves.price_of_ending(state, desk, unit, h)
    return score - weights.supply_need * ask.worths.lack_of_supply(state, desk, side, h)


@inner
def best_hex(
    state: Any, ask: Questions, desk: Desk, side: int, unit: int, field: np.ndarray
) -> int:
    """Find the hex a unit likes best of the reach just computed, its own included."""
    here = state.units[unit].hex
    best = here
    worth = step_worth(state, ask, desk, unit)
    best_score = hex_score(state, ask, desk, side, unit, worth, field, here, EXACTLY)
    span = max(_ONE, ask.moves.longest(state, unit))
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] < 0 or h == here:
            continue
        score = hex_score(state, ask, desk, side, unit, worth, field, h, best_score)
        if score > best_score + 1e-9 and ask.ground.check_stacking(state, unit, h) == ALLOWED:
            best_score = score
            best = h
    return best


@inner
def march(state: Any, ask: Questions, desk: Desk, side: int, unit: int, field: np.ndarray) -> None:
    """Move a unit to the hex in reach that it likes best on the way its field shows."""
    if ask.moves.compute_reach(state, unit) > 0:
        shift_unit(state, ask, desk, unit, best_hex(state, ask, desk, side, unit, field))
    desk.crew[SETTLED, unit] = 1


# --- strike units


@inner
def move_strikers(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Move all strike units, nearest to their objective first.

    Supply must have been measured since the leaders moved last.
    """
    while state.game.ended == 0:
        unit = next_striker(state, ask, desk, side)
        if unit < 0:
            return
        mission = strike_mission(desk, unit)
        march(state, ask, desk, side, unit, desk.fields[mission, state.units[unit].mobility])


@inner
def next_striker(state: Any, ask: Questions, desk: Desk, side: int) -> int:
    """The free strike unit nearest to its objective, -1 if none is left."""
    chosen = _NOWHERE
    least = 1e9
    for unit in range(len(state.units)):
        if not is_free(state, desk, side, unit) or ask.strengths.is_headquarters(state, unit):
            continue
        mission = strike_mission(desk, unit)
        if mission < 0:
            continue
        if ask.moves.check_may_move(state, unit) != ALLOWED:
            desk.crew[SETTLED, unit] = 1
            continue
        field = desk.fields[mission, state.units[unit].mobility]
        whole = ask.moves.parts * max(_ONE, state.units[unit].movement)
        marches = field[state.units[unit].hex] / whole
        if marches < least:
            least = marches
            chosen = unit
    return chosen


# --- units of no task


@inner
def march_where_wanted(
    state: Any, ask: Questions, desk: Desk, side: int, unit: int, field: np.ndarray
) -> None:
    """Move a unit that has nothing to do nearer to where troops are wanted, if that is safe."""
    desk.crew[SETTLED, unit] = 1
    here = state.units[unit].hex
    if field[here] == 0 or field[here] >= FAR or ask.moves.compute_reach(state, unit) == 0:
        return
    best = here
    span = ask.moves.longest(state, unit)
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] < 0 or field[h] >= field[best]:
            continue
        if ask.ground.in_enemy_zone(state, side, h):
            continue
        if stands_ill(state, ask, desk, unit, h, 0.0):
            continue
        lack = ask.worths.lack_of_supply(state, desk, side, h)
        if lack > ask.worths.lack_of_supply(state, desk, side, here):
            continue
        if ask.ground.check_stacking(state, unit, h) == ALLOWED:
            best = h
    shift_unit(state, ask, desk, unit, best)
