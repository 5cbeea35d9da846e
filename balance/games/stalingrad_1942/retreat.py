"""Losses of a battle, and retreats: a stack's way, its price, who can't take it (7.32 to 7.396).

All ways of the full distance are tried and the cheapest legal one is taken: first the fewest units
and steps lost, then the owner's standing order.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.control import enter_hex
from balance.games.stalingrad_1942.stacks import (
    eliminate_unit,
    in_enemy_zone,
    is_headquarters,
    lose_step,
)
from balance.games.stalingrad_1942.state import PROHIBITED, State
from balance.games.stalingrad_1942.strength import IDLE
from balance.games.stalingrad_1942.tables import TerrainRow
from balance.games.stalingrad_1942.vocabulary import Hexside, Policy, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.rules.rows import hexes_apart
from balance.rules.stacking import holds_any
from balance.rules.trace import TraceKind, record_trace

_LARGE_RIVER = Hexside.MAJOR_RIVER | Hexside.VOLGA
#: Price of a way that nobody can take, above any sum of others.
NO_WAY = np.int64(1 << 60)
#: Prices of a unit that can't follow, a hex that costs steps, an overfull last hex, each above
#: any sum of the next; then the standing order.
_UNIT, _ZONE, _FULL, _HALF = 1 << 40, 1 << 28, 1 << 20, 1 << 16


# --- whose steps


@inner
def pays_steps(state: State, unit: int) -> bool:
    """Whether steps may be taken from a unit: headquarters unless their side spares them.

    Rule: stalingrad_1942 11.21, 11.35
    """
    counter = state.units[unit]
    if counter.status != Status.ON_MAP:
        return False
    spared = state.policy[counter.side, Policy.SPARE_HEADQUARTERS] != 0
    return not (spared and is_headquarters(state, unit))


@inner
def steps_of(state: State, units: np.ndarray) -> int:
    """Steps that may be taken from some units in all."""
    steps = 0
    for unit in units:
        if pays_steps(state, unit):
            steps += state.units[unit].steps
    return steps


@inner
def lose_steps(state: State, units: np.ndarray, steps: int, battle: int) -> None:
    """Take steps from units, as far as they have them, as their owner's standing orders say.

    Rule: stalingrad_1942 7.34a, 7.36
    """
    for _ in range(steps):
        i = _next_to_pay(state, units, _steps_left(state, units))
        if i >= 0:
            lose_step(state, units[i], battle)


@inner
def would_hold(state: State, units: np.ndarray, h: int, steps: int) -> bool:
    """Whether a combat unit would be left in a hex once some units had paid so many steps.

    Rule: stalingrad_1942 7.32, 7.34a, 7.47, 11.37
    """
    left = _steps_left(state, units)
    for _ in range(steps):
        i = _next_to_pay(state, units, left)
        if i < 0:
            return False
        left[i] -= 1
    for i in range(len(units)):
        if left[i] > 0 and state.units[units[i]].hex == h and not is_headquarters(state, units[i]):
            return True
    return False


@inner
def _steps_left(state: State, units: np.ndarray) -> np.ndarray:
    """Steps of some units, one by one."""
    left = np.zeros(len(units), np.int64)
    for i in range(len(units)):
        if state.units[units[i]].status == Status.ON_MAP:
            left[i] = state.units[units[i]].steps
    return left


@inner
def _next_to_pay(state: State, units: np.ndarray, left: np.ndarray) -> int:
    """Place in a list of the unit that pays the next step, -1 if none can.

    Rule: stalingrad_1942 7.34a, 7.36

    ``left`` has the steps that each would have by then.
    """
    chosen = -1
    for i in range(len(units)):
        if left[i] > 0 and pays_steps(state, units[i]):
            if chosen < 0 or _goes_before(state, units, left, i, chosen):
                chosen = i
    return chosen


@inner
def _goes_before(state: State, units: np.ndarray, left: np.ndarray, i: int, other: int) -> bool:
    """Whether a unit's owner would rather take a step from it than from another.

    Rule: stalingrad_1942 7.34a
    """
    counter, beside = state.units[units[i]], state.units[units[other]]
    if state.policy[counter.side, Policy.KEEP_UNITS] != 0:
        if (left[i] > 1) != (left[other] > 1):
            return left[i] > 1
    return counter.loss_priority < beside.loss_priority


# --- ways


@entry
def find_stack(state: State, h: int, part: int) -> np.ndarray:
    """Units in a hex that play a part in the battle; int64 array."""
    found = np.empty(len(state.units), np.int64)
    count = 0
    unit = state.ground[h].first
    while unit >= 0:
        if state.units[unit].fighting == part:
            found[count] = unit
            count += 1
        unit = state.units[unit].next
    return found[:count]


@inner
def _holds_friends(state: State, side: int, h: int) -> bool:
    """Whether a unit of a side stands in a hex that isn't on the same retreat.

    Rule: stalingrad_1942 7.37a, 7.391a
    """
    return state.ground[h].occupant == side and holds_any(state, h, _is_idle)


@inner
def _is_idle(state: State, unit: int) -> bool:
    return state.units[unit].fighting == IDLE


@inner
def can_follow(state: State, unit: int, start: int, d: int) -> bool:
    """Whether terrain lets a unit go across a side, whatever it costs.

    Rule: stalingrad_1942 7.38, 7.45, TEC-S-k1
    """
    mobility = state.units[unit].mobility
    if state.cost[mobility, start, d] != PROHIBITED:
        return True
    # The Volga takes a whole allowance, which costs know nothing of.
    there = state.hexes[state.neighbour[start, d]].row_of_chart
    return (
        np.int64(state.hexside[start, d]) & Hexside.VOLGA != 0
        and state.tec[TerrainRow.VOLGA, mobility] < PROHIBITED
        and state.tec[there, mobility] < PROHIBITED
    )


@inner
def _step_price(state: State, stack: np.ndarray, start: int, d: int) -> int:
    """What speaks against one step of a retreat; ``NO_WAY`` if the rules forbid it.

    Rule: stalingrad_1942 7.37, 7.38, 7.39, 7.391, 7.396
    """
    side = state.units[stack[0]].side
    h = state.neighbour[start, d]
    if h == len(state.ground) - 1 or state.ground[h].occupant == 1 - side:
        return NO_WAY
    sides = np.int64(state.hexside[start, d])
    if sides & _LARGE_RIVER != 0 and sides & Hexside.BRIDGE == 0:
        return NO_WAY
    price, following = 0, 0
    if in_enemy_zone(state, side, h):
        if not _holds_friends(state, side, h):
            return NO_WAY
        price = _ZONE
    for unit in stack:
        if can_follow(state, unit, start, d):
            following += 1
        else:
            price += _UNIT
    return price if following > 0 else NO_WAY


@inner
def _is_overfull(state: State, stack: np.ndarray, h: int) -> bool:
    """Whether a hex would hold more than it may at the end of the next movement phase.

    Rule: stalingrad_1942 5.0
    """
    troops = state.ground[h].stack
    for unit in stack:
        troops += 1 if not is_headquarters(state, unit) else 0
    return troops > state.rules.stacking_limit


@entry
def find_way(state: State, stack: np.ndarray, hexes: int, way: np.ndarray) -> int:
    """Find the way by which a stack retreats, and return its price; ``NO_WAY`` if none is legal.

    Rule: stalingrad_1942 7.32, 7.37, 7.38, 7.39, 7.391, 7.393a, 7.393b, 7.396

    way : int64[hexes + 1 or more], gets the hexes from the stack's own to the last

    Each step leads farther from the battle, so that the stack ends at the full distance from it.
    """
    side = state.units[stack[0]].side
    path, turn = np.zeros(hexes + 1, np.int64), np.zeros(hexes + 1, np.int64)
    prices = np.zeros(hexes + 1, np.int64)
    path[0] = state.units[stack[0]].hex
    least, depth = NO_WAY, 0
    while depth >= 0:
        d = turn[depth]
        if d == 6:
            depth -= 1
            continue
        turn[depth] += 1
        price = prices[depth] + _step_price(state, stack, path[depth], d)
        if price >= least:
            continue
        h = np.int64(state.neighbour[path[depth], d])
        if hexes_apart(state, h, path[0]) != depth + 1:
            continue
        path[depth + 1] = h
        if depth + 1 < hexes:
            depth += 1
            prices[depth], turn[depth] = price, 0
            continue
        price += _HALF + (_FULL if _is_overfull(state, stack, h) else 0)
        price -= state.retreat_value[side, h]
        if price < least:
            least = price
            way[: hexes + 1] = path
    return least


@inner
def is_retreat_cheaper(state: State, units: np.ndarray, hexes: int) -> bool:
    """Whether a retreat would cost none of some units its life, nor as many steps as staying.

    Rule: stalingrad_1942 7.37, 7.38, 7.39, 7.391b
    """
    way = np.empty(hexes + 1, np.int64)
    for unit in units:
        counter = state.units[unit]
        if counter.status == Status.ON_MAP and state.ground[counter.hex].first >= 0:
            stack = find_stack(state, counter.hex, counter.fighting)
            if stack[0] != unit:
                continue
            price = find_way(state, stack, hexes, way)
            steps = price // _ZONE * state.rules.combat_retreat_through_zone_steps
            if price >= _UNIT or steps >= hexes:
                return False
    return True


@inner
def retreat_units(state: State, units: np.ndarray, hexes: int, battle: int) -> int:
    """Retreat units, stack by stack; return how many got away. Who can't is eliminated.

    Rule: stalingrad_1942 7.32, 7.34b, 7.37, 7.38, 7.39, 7.393, 7.396
    """
    gone = 0
    way = np.empty(hexes + 1, np.int64)
    for unit in units:
        counter = state.units[unit]
        # Those gone already, and those eliminated, play no part any more.
        if counter.status != Status.ON_MAP or counter.fighting == IDLE:
            continue
        stack = find_stack(state, counter.hex, counter.fighting)
        if find_way(state, stack, hexes, way) >= NO_WAY:
            for other in stack:
                eliminate_unit(state, other, battle)
        else:
            gone += _take_way(state, stack, way, hexes, battle)
    return gone


@inner
def _take_way(state: State, stack: np.ndarray, way: np.ndarray, hexes: int, battle: int) -> int:
    """Lead a stack along its way, which is kept as a trail; return how many units arrive.

    Rule: stalingrad_1942 7.38, 7.391b, 7.392, 7.41, 13.12

    The trail ends where the last of them is lost. Who goes back in his side's own combat phase was
    in the battle: headquarters do so with attackers.
    """
    side = state.units[stack[0]].side
    trail = min(state.game.trail_count, len(state.trails) - 1)
    state.game.trail_count = trail + 1
    state.trails[trail, :] = -1
    state.trails[trail, 0] = way[0]
    for unit in stack:
        state.units[unit].retreated = 1
        state.units[unit].fighting = IDLE
        if side == state.game.side:
            state.units[unit].fought = 1
    for step in range(1, hexes + 1):
        start, h = way[step - 1], way[step]
        d = direction_to(state.neighbour, start, h)
        # Friends and zones as they are before the stack comes: it holds no hex for itself.
        costly = in_enemy_zone(state, side, h)
        for unit in stack:
            if state.units[unit].status != Status.ON_MAP:
                continue
            if can_follow(state, unit, start, d):
                # Units go by turns, so each step says anew what it is.
                record_trace(state, TraceKind.RETREATS, unit, start)
                enter_hex(state, unit, h)
            else:
                eliminate_unit(state, unit, battle)
        if _left_of(state, stack) == 0:
            break
        state.trails[trail, step] = h
        if costly:
            lose_steps(state, stack, state.rules.combat_retreat_through_zone_steps, battle)
    return _left_of(state, stack)


@inner
def _left_of(state: State, stack: np.ndarray) -> int:
    """Units of a stack that are still on the map."""
    left = 0
    for unit in stack:
        left += 1 if state.units[unit].status == Status.ON_MAP else 0
    return left
