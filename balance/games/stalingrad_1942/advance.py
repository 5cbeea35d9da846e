"""Pursuit: winners follow the beaten along their trails, or enter the hex of the dead (7.4)."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.control import enter_hex
from balance.games.stalingrad_1942.garrison import leaves_garrison
from balance.games.stalingrad_1942.retreat import can_follow
from balance.games.stalingrad_1942.stacks import has_room, is_bound, is_gun, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import Forbidden, Kind, Policy, Status
from balance.kernel.compiled import inner
from balance.kernel.hexes import direction_to
from balance.kernel.replaceable import replaceable
from balance.rules.stacking import holds_any
from balance.rules.trace import TraceKind, record_trace


@inner
@replaceable
def may_pursue(state: State, unit: int) -> bool:
    """Whether a unit that won may follow the beaten at all.

    Rule: stalingrad_1942 7.46, 8.14, 8.51d, 11.36, 16.12a

    Ruling: stalingrad_1942 8.51 - self-propelled guns that fought as neighbours may.
    """
    counter = state.units[unit]
    if counter.status != Status.ON_MAP or is_headquarters(state, unit):
        return False
    if is_bound(state, unit):
        return False
    return not is_gun(state, unit) or counter.kind == Kind.SELF_PROPELLED_ARTILLERY


@inner
def _may_enter(state: State, unit: int, start: int, h: int) -> bool:
    """Whether a pursuer may go from a hex into the next.

    Rule: stalingrad_1942 4.21, 7.43, 7.45, 8.15c, 11.37
    """
    side = state.units[unit].side
    if not can_follow(state, unit, start, direction_to(state.neighbour, start, h)):
        return False
    return state.ground[h].occupant != 1 - side or state.ground[h].barring == 0


@inner
def _may_stay(state: State, unit: int, h: int) -> bool:
    """Whether a pursuer may end his way in a hex: those he overruns there make room for him.

    Rule: stalingrad_1942 5.0, 8.15c, 20.11

    Ruling: stalingrad_1942 7.47 - not in a full hex of friends (5.0).
    """
    prey = state.ground[h].occupant == 1 - state.units[unit].side
    return (prey or has_room(state, unit, h)) and not leaves_garrison(state, unit, h)


@inner
def _is_beside_beaten(state: State, side: int, h: int) -> bool:
    """Whether units of a side that have been driven back this phase stand next to a hex.

    Rule: stalingrad_1942 7.44
    """
    for d in range(6):
        there = state.neighbour[h, d]
        if state.ground[there].occupant == side and holds_any(state, there, _was_beaten):
            return True
    return False


@inner
def _was_beaten(state: State, unit: int) -> bool:
    return state.units[unit].retreated != 0


@inner
def advance_unit(state: State, unit: int, targets: np.ndarray) -> bool:
    """Have a unit follow the beaten as its owner's standing order likes best; tell whether it does.

    Rule: stalingrad_1942 7.41, 7.42, 7.43, 7.44, 7.47, 20.11

    The hex attacked is the first of the way, which may be as long as the retreat was. Of hexes its
    owner values alike the nearest is taken.
    """
    side, start = state.units[unit].side, state.units[unit].hex
    if state.forbidden[side, Forbidden.PURSUIT] != 0:
        return False
    best_trail, best_step, best = -1, 0, -1
    for target in targets:
        if not _may_enter(state, unit, start, target):
            continue
        for trail in range(-1, state.game.trail_count):
            # -1 stands for the hex alone, which the death of its defenders opens.
            if trail >= 0 and state.trails[trail, 0] != target:
                continue
            length = _length(state, trail)
            here = start
            for step in range(min(length, state.policy[side, Policy.ADVANCE_HEXES])):
                h = target if trail < 0 else state.trails[trail, step]
                if not _may_enter(state, unit, here, h):
                    break
                value = state.advance_value[side, h]
                if _may_stay(state, unit, h):
                    if best < 0 or value > state.advance_value[side, best]:
                        best_trail, best_step, best = trail, step, h
                if _is_beside_beaten(state, 1 - side, h):
                    break
                here = h
    if best < 0:
        return False
    record_trace(state, TraceKind.ADVANCES, unit, best)
    for step in range(best_step + 1):
        enter_hex(state, unit, best if best_trail < 0 else state.trails[best_trail, step])
    return True


@inner
def _length(state: State, trail: int) -> int:
    """Hexes that a pursuer may go: as many as the retreat had; 7.47 opens the hex of the dead.

    Rule: stalingrad_1942 7.41, 7.47
    """
    if trail < 0:
        return state.rules.combat_advance_after_elimination
    length = 0
    while length + 1 < state.trails.shape[1] and state.trails[trail, length + 1] >= 0:
        length += 1
    return length
