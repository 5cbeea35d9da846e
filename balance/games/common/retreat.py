"""Retreats: each unit takes the best legal way, away from the battle (9)."""

from __future__ import annotations

import numpy as np

from balance.games.common.control import enter_hex
from balance.games.common.stacks import eliminate_unit, has_room, in_enemy_zone, lose_step
from balance.games.common.state import CLASSES, PROHIBITED, State
from balance.games.common.vocabulary import EventKind, Status
from balance.games.log import record_event
from balance.kernel.compiled import inner
from balance.kernel.replaceable import replaceable
from balance.rules.rows import hexes_apart
from balance.rules.trace import TraceKind, record_trace

# Rows of ``State.work`` that a retreat uses: worth of the way to a hex, and the hex before it.
_WORTH, _BEFORE = 10, 11
_NOT_FOUND = -30000
#: Most that a standing order counts, and what a step into an enemy zone counts against.
_MOST_WORTH, _ZONE = 200, 400
#: What ``retreat.zones`` and ``retreat.blocked`` say: places among their choices.
FRIENDS_OPEN, _STEPS_INSTEAD = 1, 1


@inner
def can_cross(state: State, unit: int, h: int, d: int) -> bool:
    """Whether terrain lets a unit cross a side of a hex, whatever it costs.

    Rule: common 8.1, 9.1, 10.1
    """
    counter = state.units[unit]
    return state.cost[CLASSES * counter.side + counter.mobility, h, d] < PROHIBITED


@inner
@replaceable
def may_retreat_into(state: State, unit: int, h: int) -> bool:
    """Whether a retreat may lead through a hex: no enemies, and no zone of theirs without a friend.

    Rule: common 9.1, 9.3
    """
    side = state.units[unit].side
    occupant = state.ground[h].occupant
    if occupant == 1 - side:
        return False
    if not in_enemy_zone(state, side, h):
        return True
    return occupant == side and state.rules.retreat_zones == FRIENDS_OPEN


@inner
def find_way(state: State, unit: int, length: int, way: np.ndarray) -> bool:
    """Find the way of a retreat that its owner likes best; tell whether there is one.

    Rule: common 3.1, 9.1, 9.3

    way : int64[length + 1 or more], gets the hexes from the unit's own to the last

    Ring by ring: each step leads a hex farther from where the unit stood. It ends where it has
    room; of such hexes it ends in the one of most worth by standing order, past few enemy zones.
    """
    worth, before = state.work[_WORTH], state.work[_BEFORE]
    start, side = state.units[unit].hex, state.units[unit].side
    ring = np.empty(6 * length + 1, np.int64)
    more = np.empty(6 * length + 1, np.int64)
    worth[:] = _NOT_FOUND
    worth[start] = 0
    ring[0] = start
    count = 1
    for step in range(1, length + 1):
        found = 0
        for i in range(count):
            here = ring[i]
            for d in range(6):
                h = state.neighbour[here, d]
                if h == len(state.ground) - 1 or hexes_apart(state, start, h) != step:
                    continue
                if not can_cross(state, unit, here, d) or not may_retreat_into(state, unit, h):
                    continue
                value = worth[here] - (_ZONE if in_enemy_zone(state, side, h) else 0)
                if worth[h] == _NOT_FOUND:
                    more[found] = h
                    found += 1
                if value > worth[h]:
                    worth[h] = value
                    before[h] = here
        count = found
        for i in range(count):
            ring[i] = more[i]
    best, most = -1, _NOT_FOUND
    for i in range(count):
        h = ring[i]
        liked = max(-_MOST_WORTH, min(_MOST_WORTH, state.retreat_value[side, h]))
        if has_room(state, unit, h) and worth[h] + liked > most:
            best, most = h, worth[h] + liked
    if best < 0:
        return False
    for step in range(length, -1, -1):
        way[step] = best
        best = np.int64(before[best])
    return True


@inner
@replaceable
def holds_out(state: State, unit: int, battle: int) -> bool:
    """Whether a unit that a result sends back stays where it is instead: none does.

    Rule: common 9.1
    """
    return False


@inner
def retreat_unit(state: State, unit: int, length: int, battle: int) -> bool:
    """Retreat a unit so many hexes; tell whether it got away.

    Rule: common 9.1, 9.2

    Who has no legal way is eliminated, or by the other reading stays and loses a step a hex.
    """
    if holds_out(state, unit, battle):
        return False
    way = np.empty(length + 1, np.int64)
    if not find_way(state, unit, length, way):
        if state.rules.retreat_blocked == _STEPS_INSTEAD:
            for _ in range(length):
                if state.units[unit].status == Status.ON_MAP:
                    lose_step(state, unit, battle)
        else:
            eliminate_unit(state, unit, battle)
        return False
    state.units[unit].retreated = 1
    state.trail[:] = -1
    for step in range(1, length + 1):
        record_trace(state, TraceKind.RETREATS, unit, way[step - 1])
        enter_hex(state, unit, way[step])
        if step <= len(state.trail):
            state.trail[step - 1] = way[step]
    record_event(state, EventKind.RETREATED, way[length], unit, battle)
    return True
