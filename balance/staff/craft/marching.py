"""Movement: where each unit goes.

Strike units choose, among the hexes in reach, by progress towards the objective, places to take,
supply and danger. Units of no task advance with the others while they are on the offensive, and
man the line otherwise (see ``line``).
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.march import (
    BEST,
    can_reach,
    compute_reach,
    follow_reach,
)
from balance.games.army_group_south.movement import check_may_move
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.rows import behind_below, first_above
from balance.games.army_group_south.stacks import check_stacking, in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import AXIS_LINE, NO_LINE, SOVIET_LINE, State
from balance.games.army_group_south.strength import has_integrity
from balance.games.army_group_south.supply import refresh_supply
from balance.games.army_group_south.vocabulary import Feature, Mode, Side, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.fields import FAR, hex_distance_field
from balance.staff.army_group_south.exposure import exposure, stands_ill
from balance.staff.army_group_south.situation import printed_attack, printed_defense
from balance.staff.army_group_south.worth import step_worth
from balance.staff.desk import (
    SETTLED,
    Desk,
)
from balance.staff.tasks import strike_mission

_ONE = 1
_NOWHERE = -1
#: Row of ``desk.distance`` with hexes from the nearest own headquarters.
STAFFS = 3
#: Hexes that headquarters are counted on to follow their troops in the same phase.
FOLLOW = 4
#: Price of ending in an enemy zone one can't leave again, in marches lost.
_STUCK = 0.7
_KHARKOV_HEXES = 3.0
#: Share of what a place is worth that counts against a march to the objective.
_ON_THE_WAY = 0.6
#: Score of a hex below which none is.
EXACTLY = -1e18
#: A division is together when all its regiments are.
_DIVISION = 1.5


# --- moving one unit


@inner
def own_attack(state: State, unit: int) -> float:
    """Attack strength of an own unit with integrity, its supply left out: cheap while all move."""
    strength = printed_attack(state, unit)
    if has_integrity(state, unit):
        strength *= state.rules.integrity_multiplier
    return strength


@inner
def own_defense(state: State, unit: int) -> float:
    """Defense strength of an own unit with integrity; see ``own_attack``."""
    strength = printed_defense(state, unit)
    if has_integrity(state, unit):
        strength *= state.rules.integrity_multiplier
    return strength


@inner
def recount(state: State, desk: Desk, h: int) -> None:
    """Bring the desk's own strengths in a hex up to date after units have come or gone."""
    desk.own_attack[h] = 0.0
    desk.own_defense[h] = 0.0
    unit = state.ground[h].first
    while unit >= 0:
        desk.own_attack[h] += own_attack(state, unit)
        desk.own_defense[h] += own_defense(state, unit)
        unit = state.units[unit].next


@inner
def shift_unit(state: State, desk: Desk, unit: int, goal: int) -> None:
    """Move a unit to a hex of the reach just computed; keep the desk's strengths up to date."""
    start = state.units[unit].hex
    desk.crew[SETTLED, unit] = 1
    if goal == start:
        return
    state.party[0] = unit
    follow_reach(state, state.party, _ONE, goal)
    recount(state, desk, start)
    recount(state, desk, goal)


@inner
def send_unit(state: State, desk: Desk, unit: int, goal: int) -> bool:
    """Move a unit to a hex and settle it there; False if it can't get there."""
    if state.units[unit].hex == goal:
        desk.crew[SETTLED, unit] = 1
        return True
    if check_stacking(state, unit, goal) != Refusal.OK or not can_reach(state, unit, goal):
        return False
    shift_unit(state, desk, unit, goal)
    return True


@inner
def is_free(state: State, desk: Desk, side: int, unit: int) -> bool:
    """Whether the staff has still to decide about a unit of a side on the map."""
    counter = state.units[unit]
    return (
        counter.side == side and counter.status == Status.ON_MAP and desk.crew[SETTLED, unit] == 0
    )


# --- what a hex is worth to a unit


@inner
def place_worth(state: State, side: int, h: int) -> float:
    """Victory points that a side gains by going into a hex.

    Rule: army_group_south 25.3
    """
    held = state.ground[h].control == Side.SOVIET
    if held == (side == Side.SOVIET):
        return 0.0
    return place_points(state, h)


@inner
def place_points(state: State, h: int) -> float:
    """Victory points that a hex stands for; those of Kharkov are shared by its hexes.

    Rule: army_group_south 25.3
    """
    points = float(state.hexes[h].joint_vp)
    joint = state.hexes[h].features & Feature.KHARKOV != 0
    return points / _KHARKOV_HEXES if joint else points


@inner
def measure_staffs(state: State, desk: Desk, follow: int) -> None:
    """Fill ``desk.distance[STAFFS]`` with hexes from the nearest Soviet headquarters in supply.

    Rule: army_group_south 11.31, 12.14

    Those more than ``follow`` hexes beyond its radius are as good as unreached; once all
    headquarters have moved, all beyond it.
    """
    refresh_supply(state, Side.SOVIET)
    seen = state.rules.hq_rating
    for h in range(len(state.ground)):
        desk.mask[0, h] = 1 if state.ground[h].occupant != Side.AXIS else 0
        desk.distance[STAFFS, h] = FAR
    for u in range(len(state.units)):
        if state.units[u].status != Status.ON_MAP or not is_headquarters(state, u):
            continue
        h = state.units[u].hex
        if state.supply[SOVIET_LINE, h] != NO_LINE:
            desk.distance[STAFFS, h] = 0
            if desk.crew[SETTLED, u] == 0:
                seen = state.rules.hq_rating + follow
    desk.distance[STAFFS, len(state.ground) - 1] = FAR
    hex_distance_field(
        state.neighbour, state.board, desk.mask[0], seen, desk.distance[STAFFS], desk.queue
    )


@inner
def lack_of_supply(state: State, desk: Desk, side: int, h: int) -> float:
    """How far a hex is from being supplied: 0 if it is, 1 if nothing can be done about it.

    Rule: army_group_south 12.14, 20.1, 20.2

    Soviet headquarters move after their troops, so they are counted on to follow some hexes.
    """
    if side == Side.SOVIET:
        beyond = desk.distance[STAFFS, h] - state.rules.hq_rating
        return min(1.0, max(0.0, beyond / FOLLOW))
    if state.supply[AXIS_LINE, h] != NO_LINE:
        return 0.0
    for d in range(6):
        if state.supply[AXIS_LINE, state.neighbour[h, d]] < state.rules.supply_german_hexes:
            return 0.0
    return 1.0


@inner
def mates_in(state: State, unit: int, h: int) -> int:
    """Other units of the same division in a hex, of those that integrity would double."""
    division = state.units[unit].division
    count = 0
    other = state.ground[h].first
    while division != 0 and other >= 0:
        if other != unit and state.units[other].division == division:
            count += 1
        other = state.units[other].next
    return count


@inner
def hex_score(
    state: State,
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
    score = -weights.advance * min(field[h], 400) / max(1, counter.movement)
    score += _ON_THE_WAY * weights.vp_worth * place_worth(state, side, h)
    score += desk.hex_worth[h]
    beside = desk.own_defense[h]
    if h == counter.hex:
        beside -= own_defense(state, unit)
    score += weights.together * (min(1.0, beside / 8.0) + _DIVISION * mates_in(state, unit, h))
    if score <= wanted:
        return score
    score -= weights.risk * exposure(state, desk, unit, h, worth)
    if in_enemy_zone(state, side, h) and counter.side == Side.SOVIET:
        if counter.mode == Mode.OFFENSIVE:
            score -= weights.advance * _STUCK
    return score - weights.supply_need * lack_of_supply(state, desk, side, h)


@inner
def best_hex(state: State, desk: Desk, side: int, unit: int, field: np.ndarray) -> int:
    """Find the hex a unit likes best of the reach just computed, its own included."""
    here = state.units[unit].hex
    best = here
    worth = step_worth(state, desk, unit)
    best_score = hex_score(state, desk, side, unit, worth, field, here, EXACTLY)
    span = max(_ONE, state.units[unit].movement)
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] < 0 or h == here:
            continue
        score = hex_score(state, desk, side, unit, worth, field, h, best_score)
        if score > best_score + 1e-9 and check_stacking(state, unit, h) == Refusal.OK:
            best_score = score
            best = h
    return best


@inner
def march(state: State, desk: Desk, side: int, unit: int, field: np.ndarray) -> None:
    """Move a unit to the hex in reach that it likes best on the way its field shows."""
    if compute_reach(state, unit) > 0:
        shift_unit(state, desk, unit, best_hex(state, desk, side, unit, field))
    desk.crew[SETTLED, unit] = 1


# --- strike units


@entry
def move_strikers(state: State, desk: Desk, side: int) -> None:
    """Move all strike units, nearest to their objective first.

    Rule: army_group_south 5.0, 21.14

    Soviet headquarters must have been looked for (``measure_staffs``) since they moved last.
    """
    while state.game.ended == 0:
        unit = _next_striker(state, desk, side)
        if unit < 0:
            return
        mission = strike_mission(desk, unit)
        march(state, desk, side, unit, desk.fields[mission, state.units[unit].mobility])


@inner
def _next_striker(state: State, desk: Desk, side: int) -> int:
    """The free strike unit nearest to its objective, -1 if none is left."""
    chosen = _NOWHERE
    least = 1e9
    for u in range(len(state.units)):
        unit = u
        if not is_free(state, desk, side, unit) or is_headquarters(state, unit):
            continue
        mission = strike_mission(desk, unit)
        if mission < 0:
            continue
        if check_may_move(state, unit) != Refusal.OK:
            desk.crew[SETTLED, unit] = 1
            continue
        field = desk.fields[mission, state.units[unit].mobility]
        marches = field[state.units[unit].hex] / max(1, state.units[unit].movement)
        if marches < least:
            least = marches
            chosen = unit
    return chosen


# --- units of no task


@inner
def march_where_wanted(state: State, desk: Desk, side: int, unit: int, field: np.ndarray) -> None:
    """Move a unit that has nothing to do nearer to where troops are wanted, if that is safe."""
    desk.crew[SETTLED, unit] = 1
    here = state.units[unit].hex
    if field[here] == 0 or field[here] >= FAR or compute_reach(state, unit) == 0:
        return
    best = here
    for h in range(len(state.ground) - 1):
        if state.work[BEST, h] < 0 or field[h] >= field[best]:
            continue
        if in_enemy_zone(state, side, h):
            continue
        if stands_ill(state, desk, unit, h, 0.0):
            continue
        lack = lack_of_supply(state, desk, side, h)
        if lack > lack_of_supply(state, desk, side, here):
            continue
        if check_stacking(state, unit, h) == Refusal.OK:
            best = h
    shift_unit(state, desk, unit, best)
