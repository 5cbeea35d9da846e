"""Who is there to attack with, where each unit can come, and whom it can attack from there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from balance.games.searches import BEST
from balance.kernel.compiled import inner
from balance.kernel.sorting import sort_down
from balance.staff.craft.distances import TO_ENEMY, count_from_enemies
from balance.staff.craft.exposure import exposure
from balance.staff.craft.marching import FAR_OFF
from balance.staff.craft.questions import ALLOWED, ON_MAP, Questions
from balance.staff.craft.worth import step_worth
from balance.staff.desk import SETTLED, Desk
from balance.staff.tasks import has_task, strike_mission

#: Hexes from the nearest enemy that are counted.
_SEEN = 12
#: Share of the way it leads back from the objective that counts against an attack.
_AWAY = 0.3
#: Share of the march it opens to a striker that getting into a hex is worth.
THROUGH = 0.5


class Levy(NamedTuple):
    """The units that could attack, strongest first, and what is asked of each."""

    units: np.ndarray  # int64[k]
    strength: np.ndarray  # float64[k], attack strength as it marches
    step_worth: np.ndarray  # float64[k], price of a step of it
    nearest: np.ndarray  # float64[k], points from its objective at the end of a march
    toll: np.ndarray  # float64[k], what else it could do instead of attacking the target in hand
    sides: np.ndarray  # uint8[targets, k], directions of a target that it can attack from, as bits;
    #   0 for who is busy


@inner
def muster(state: Any, ask: Questions, desk: Desk, side: int, targets: int) -> Levy:
    """List the units that could attack near enemies, strongest first; ``sides`` are still open."""
    count_from_enemies(state, ask, desk, side, _SEEN)
    units, strengths = np.zeros(len(state.units), np.int64), np.zeros(len(state.units))
    count = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != ON_MAP:
            continue
        strength = ask.attacks.marching_strength(state, unit)
        away = desk.distance[TO_ENEMY, counter.hex]
        if strength <= 0.0 or away > ask.moves.longest(state, unit) + 1:
            continue
        units[count] = unit
        strengths[count] = strength
        count += 1
    sort_down(units[:count], strengths[:count])
    worth = np.zeros(count)
    for i in range(count):
        worth[i] = desk.weights.caution * step_worth(state, ask, desk, units[i])
    sides = np.zeros((targets, count), np.uint8)
    return Levy(units[:count], strengths[:count], worth, np.zeros(count), np.zeros(count), sides)


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
    return not has_task(desk, unit) and ask.attacks.may_sally(state, desk, unit)


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
def way_gained(
    state: Any, ask: Questions, desk: Desk, unit: int, from_points: float, h: int
) -> float:
    """Marches towards its objective that a striker gains by getting into a hex, -1 to 1.

    ``from_points`` are the movement points from its objective that it has or could come to.
    """
    mission = strike_mission(desk, unit)
    if mission < 0:
        return 0.0
    field = desk.fields[mission, state.units[unit].mobility]
    far = float(FAR_OFF * ask.moves.parts)
    gained = min(far, from_points) - min(far, float(field[h]))
    return max(-1.0, min(1.0, gained / (ask.moves.parts * max(1, state.units[unit].movement))))


@inner
def way_opened(state: Any, ask: Questions, desk: Desk, party: np.ndarray, target: int) -> float:
    """What it is worth to the strikers among some units, where they stand, to get into a hex."""
    most = 0.0
    for unit in party:
        start = points_to_go(state, desk, unit)
        most = max(most, way_gained(state, ask, desk, unit, start, target))
    return desk.weights.advance * THROUGH * most


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
    state: Any, ask: Questions, desk: Desk, side: int, levy: Levy, targets: np.ndarray
) -> int:
    """Mark from where each of a levy can come to attack each target; return how many may march.

    Writes ``nearest`` and ``sides``.
    """
    count = len(levy.units)
    strikers = 0
    done = np.zeros(count, np.uint8)
    for i in range(count):
        if done[i] != 0:
            continue
        unit = levy.units[i]
        moving = _marches(state, ask, desk, unit)
        if moving and ask.moves.compute_reach(state, unit) == 0:
            moving = False
        for j in range(i, count):
            other = levy.units[j]
            if j > i and (done[j] != 0 or not ask.moves.are_alike(state, unit, other)):
                continue
            if j > i and _marches(state, ask, desk, other) != moving:
                continue
            done[j] = 1
            strikers += 1 if moving else 0
            levy.nearest[j] = _nearest(state, ask, desk, other) if moving else 0.0
            for t in range(levy.sides.shape[0]):
                levy.sides[t, j] = _sides_of(state, ask, desk, side, other, targets[t], moving)
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
    state: Any, ask: Questions, desk: Desk, target: int, levy: Levy, sides: np.ndarray
) -> int:
    """Price what else each unit could do instead of attacking a target, into ``toll``.

    sides : uint8[k], a row of ``levy.sides``; returns the directions that anybody can attack from.
    """
    weights = desk.weights
    anybody = 0
    for i in range(len(levy.units)):
        if sides[i] == 0:
            continue
        anybody |= np.int64(sides[i])
        unit = levy.units[i]
        levy.toll[i] = weights.effort * levy.strength[i]
        back = max(
            0.0, -way_gained(state, ask, desk, unit, points_to_go(state, desk, unit), target)
        )
        lost = -way_gained(state, ask, desk, unit, levy.nearest[i], target)
        levy.toll[i] += weights.advance * (_AWAY * back + weights.detour * lost)
        if ask.attacks.stays_beside(state, unit) and sallies(state, ask, desk, unit):
            levy.toll[i] += _price_of_staying(state, ask, desk, unit, target, np.int64(sides[i]))
    return anybody
