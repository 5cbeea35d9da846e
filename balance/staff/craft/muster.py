"""Who is there to attack with, where each unit can come, and whom it can attack from there."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.searches import BEST
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR, hex_distance_field
from balance.staff.craft.exposure import exposure
from balance.staff.craft.questions import ALLOWED, ON_MAP, Questions
from balance.staff.craft.worth import step_worth
from balance.staff.desk import SETTLED, Desk
from balance.staff.tasks import has_task, strike_mission

#: Row of ``desk.distance`` with hexes from the nearest enemy, and how far that is counted.
TO_ENEMY, _SEEN = 2, 12
#: Share of the way it leads back from the objective that counts against an attack.
_AWAY = 0.3
#: Movement points beyond which an objective is just far.
_FAR_OFF = 400.0
#: Share of the march it opens to a striker that getting into a hex is worth.
THROUGH = 0.5

# Rows of the roll: numbers by mustered unit.
STRENGTH, STEP_WORTH, NEAREST, TOLL = range(4)
ROLL = 4


@inner
def muster(
    state: Any, ask: Questions, desk: Desk, side: int, camp: np.ndarray, roll: np.ndarray
) -> int:
    """List the units that could attack near enemies, strongest first; return how many.

    camp : int64[units], roll : float64[ROLL, units]
    """
    count = 0
    for u in range(len(state.units)):
        counter = state.units[u]
        unit = u
        if counter.side != side or counter.status != ON_MAP:
            continue
        strength = ask.attacks.marching_strength(state, unit)
        away = desk.distance[TO_ENEMY, counter.hex]
        if strength <= 0.0 or away > counter.movement + 1:
            continue
        place = count
        while place > 0 and roll[STRENGTH, place - 1] < strength:
            camp[place] = camp[place - 1]
            roll[STRENGTH, place] = roll[STRENGTH, place - 1]
            place -= 1
        camp[place] = unit
        roll[STRENGTH, place] = strength
        count += 1
    for i in range(count):
        roll[STEP_WORTH, i] = desk.weights.caution * step_worth(state, ask, desk, camp[i])
    return count


@inner
def measure_enemies(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Hexes from each hex to the nearest enemy, over land; measure supply too."""
    last = len(state.ground) - 1
    ask.worths.measure_supply(state, desk, side)
    for h in range(last + 1):
        desk.mask[0, h] = 1 if ask.ground.is_land(state, h) else 0
        enemy = h < last and state.ground[h].occupant == 1 - side
        desk.distance[TO_ENEMY, h] = 0 if enemy else FAR
    hex_distance_field(
        state.neighbour, state.board, desk.mask[0], _SEEN, desk.distance[TO_ENEMY], desk.queue
    )


@inner
def list_targets(state: Any, desk: Desk, side: int, targets: np.ndarray) -> int:
    """List the enemy hexes; return how many."""
    count = 0
    for h in range(len(state.ground) - 1):
        if state.ground[h].occupant == 1 - side:
            targets[count] = h
            count += 1
    return count


@inner
def goes_forward(state: Any, ask: Questions, desk: Desk, unit: int) -> bool:
    """Whether a unit leaves its place to attack: a striker, or of no task and on the offensive."""
    if strike_mission(desk, unit) >= 0:
        return True
    return not has_task(desk, unit) and ask.attacks.is_on_offensive(state, unit)


@inner
def sallies(state: Any, ask: Questions, desk: Desk, unit: int) -> bool:
    """Whether a unit that holds the line may leave it to attack; see ``_price_of_staying``."""
    return not has_task(desk, unit) and ask.attacks.may_sally(state, unit)


@inner
def _price_of_staying(
    state: Any, ask: Questions, desk: Desk, unit: int, target: int, sides: int
) -> float:
    """What it costs a unit that moves once a turn that it ends the turn beside a target."""
    worth = step_worth(state, ask, desk, unit)
    here = exposure(state, ask, desk, unit, state.units[unit].hex, worth)
    least = 1e9
    for d in range(6):
        if (sides >> d) & 1 != 0:
            beside = state.neighbour[target, d]
            least = min(least, exposure(state, ask, desk, unit, beside, worth))
    return desk.weights.risk * max(0.0, least - here)


@inner
def way_gained(state: Any, desk: Desk, unit: int, from_points: float, h: int) -> float:
    """Marches towards its objective that a striker gains by getting into a hex, -1 to 1.

    ``from_points`` are the movement points from its objective that it has or could come to.
    """
    mission = strike_mission(desk, unit)
    if mission < 0:
        return 0.0
    field = desk.fields[mission, state.units[unit].mobility]
    gained = min(_FAR_OFF, from_points) - min(_FAR_OFF, float(field[h]))
    return max(-1.0, min(1.0, gained / max(1, state.units[unit].movement)))


@inner
def points_to_go(state: Any, desk: Desk, unit: int) -> float:
    """Movement points from a striker to its objective, 0 for others."""
    mission = strike_mission(desk, unit)
    if mission < 0:
        return 0.0
    return float(desk.fields[mission, state.units[unit].mobility, state.units[unit].hex])


@inner
def _marches(state: Any, ask: Questions, desk: Desk, unit: int) -> bool:
    """Whether a unit may be sent to an attack; others attack from where they stand."""
    return (
        desk.crew[SETTLED, unit] == 0
        and (goes_forward(state, ask, desk, unit) or sallies(state, ask, desk, unit))
        and ask.moves.check_may_move(state, unit) == ALLOWED
    )


@inner
def mark_sides(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    camp: np.ndarray,
    count: int,
    targets: np.ndarray,
    many: int,
    sides: np.ndarray,
    roll: np.ndarray,
) -> int:
    """Mark from where each mustered unit can come to attack each target; return who may march.

    sides : uint8[targets, units], bit d set for the neighbour in direction d of the target
    roll : row NEAREST is written: how near its objective a striker could march
    """
    strikers = 0
    done = np.zeros(count, np.uint8)
    for i in range(count):
        if done[i] != 0:
            continue
        unit = camp[i]
        moving = _marches(state, ask, desk, unit)
        if moving and ask.moves.compute_reach(state, unit) == 0:
            moving = False
        for j in range(i, count):
            other = camp[j]
            if j > i and (done[j] != 0 or not ask.moves.are_alike(state, unit, other)):
                continue
            if j > i and _marches(state, ask, desk, other) != moving:
                continue
            done[j] = 1
            strikers += 1 if moving else 0
            roll[NEAREST, j] = _nearest(state, ask, desk, other) if moving else 0.0
            for t in range(many):
                sides[t, j] = _sides_of(state, ask, desk, side, other, targets[t], moving)
    return strikers


@inner
def _nearest(state: Any, ask: Questions, desk: Desk, unit: int) -> float:
    """Movement points that a striker could be from its objective at the end of its march."""
    return max(0.0, points_to_go(state, desk, unit) - ask.moves.allowance(state, unit))


@inner
def _sides_of(
    state: Any, ask: Questions, desk: Desk, side: int, unit: int, target: int, moving: bool
) -> np.uint8:
    """Directions of a target from which a unit can attack it, as bits."""
    found = np.uint8(0)
    here = state.units[unit].hex
    for d in range(6):
        h = state.neighbour[target, d]
        if h != here and not (moving and state.work[BEST, h] >= 0):
            continue
        if state.ground[h].occupant == 1 - side:
            continue
        if not ask.attacks.may_launch(state, desk, side, h, (d + 3) % 6):
            continue
        found |= np.uint8(1 << d)
    return found


@inner
def price_units(
    state: Any,
    ask: Questions,
    desk: Desk,
    target: int,
    camp: np.ndarray,
    count: int,
    sides: np.ndarray,
    roll: np.ndarray,
) -> int:
    """Price what else each unit could do instead of attacking a target, into row TOLL.

    sides : uint8[units], see ``mark_sides``; returns the directions that anybody can attack from.
    """
    weights = desk.weights
    anybody = 0
    for i in range(count):
        if sides[i] == 0:
            continue
        anybody |= np.int64(sides[i])
        unit = camp[i]
        roll[TOLL, i] = weights.effort * roll[STRENGTH, i]
        back = max(0.0, -way_gained(state, desk, unit, points_to_go(state, desk, unit), target))
        lost = -way_gained(state, desk, unit, roll[NEAREST, i], target)
        roll[TOLL, i] += weights.advance * (_AWAY * back + weights.detour * lost)
        if ask.attacks.stays_beside(state, unit) and sallies(state, ask, desk, unit):
            roll[TOLL, i] += _price_of_staying(state, ask, desk, unit, target, np.int64(sides[i]))
    return anybody
