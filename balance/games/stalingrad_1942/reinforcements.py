"""Reinforcements: when, where and at what price they enter the map (15.2)."""

from __future__ import annotations

import numpy as np

from balance.games.log import record_event
from balance.games.stalingrad_1942.control import enter_hex
from balance.games.stalingrad_1942.costs import entry_cost
from balance.games.stalingrad_1942.movement import (
    check_movement_phase,
    cost_of_aircraft,
    disrupt,
    may_step_in_pause,
    movement_allowance,
)
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import has_room, in_enemy_zone, is_frozen, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import EventKind, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules.rows import hexes_apart


@entry
def is_due(state: State, unit: int) -> bool:
    """Whether a reinforcement that waits may enter the map in this game turn.

    Rule: stalingrad_1942 15.21, S2i, S2j

    Who may not move on the first turn doesn't come then: to enter is to move.
    """
    counter = state.units[unit]
    if counter.status != Status.AWAITING or is_frozen(state, unit):
        return False
    return counter.arrival_turn <= state.game.game_turn


@inner
def _away(state: State, area: int, h: int) -> int:
    """Hexes from a hex to the nearest of an arrival area."""
    nearest = len(state.ground)
    for other in range(len(state.ground) - 1):
        if state.hexes[other].features & area != 0:
            nearest = min(nearest, hexes_apart(state, h, other))
    return nearest


@inner
def _nearest_open(state: State, unit: int) -> int:
    """Hexes from a unit's arrival area to the nearest hex that no enemy holds, 0 if it has one.

    Rule: stalingrad_1942 15.23a
    """
    side, area = state.units[unit].side, state.units[unit].entry_area
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & area != 0 and state.ground[h].occupant != 1 - side:
            return 0
    nearest = len(state.ground)
    for h in range(len(state.ground) - 1):
        if state.ground[h].occupant != 1 - side:
            nearest = min(nearest, _away(state, area, h))
    return nearest


@entry
def list_entry_hexes(state: State, unit: int, hexes: np.ndarray) -> int:
    """Fill in the hexes by which a reinforcement may enter, room apart; return how many.

    Rule: stalingrad_1942 15.22, 15.23a, Setup-d

    hexes : int64[n or more]
    """
    nearest = _nearest_open(state, unit)
    count = 0
    for h in range(len(state.ground) - 1):
        if _is_entry(state, unit, h, nearest):
            hexes[count] = h
            count += 1
    return count


@inner
def _is_entry(state: State, unit: int, h: int, nearest: int) -> bool:
    """Whether a reinforcement may enter by a hex: one of its area, or else as near as any.

    Rule: stalingrad_1942 15.22, 15.23a, Setup-d
    """
    counter = state.units[unit]
    if state.ground[h].occupant == 1 - counter.side:
        return False
    in_area = state.hexes[h].features & counter.entry_area != 0
    return in_area or (nearest > 0 and _away(state, counter.entry_area, h) == nearest)


@inner
@replaceable
def column_cost(state: State, unit: int, h: int) -> int:
    """Parts of points that a unit pays to enter by a hex, those who entered there before counted.

    Rule: stalingrad_1942 15.24, 15.25

    Each later stack pays the hex once more; stacks are taken to be full.
    """
    place = state.ground[h].entered // state.rules.stacking_limit
    return entry_cost(state, unit, h) * (1 + place)


@inner
def _points_over(state: State, unit: int, h: int) -> int:
    """Parts of points that a unit has over as it enters by a hex, below 0 if they don't suffice.

    Rule: stalingrad_1942 10.19c, 15.25
    """
    price = column_cost(state, unit, h) + cost_of_aircraft(state, unit, h)
    return movement_allowance(state, unit) - price


@entry
def check_enter(state: State, unit: int, h: int) -> int:
    """Say whether a reinforcement may enter the map by a hex now: a ``Refusal``.

    Rule: stalingrad_1942 15.21, 15.22, 15.23, 15.25, 21.12, S2i, S2j
    """
    refusal = check_movement_phase(state)
    if refusal != Refusal.OK:
        return refusal
    if unit < 0 or unit >= len(state.units):
        return Refusal.NO_SUCH_UNIT
    counter = state.units[unit]
    if counter.side != state.game.side:
        return Refusal.WRONG_SIDE
    if counter.status != Status.AWAITING:
        return Refusal.NOT_AWAITING
    if not is_due(state, unit):
        return Refusal.FROZEN if is_frozen(state, unit) else Refusal.NOT_DUE
    if h < 0 or h >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    if not _is_entry(state, unit, h, _nearest_open(state, unit)):
        return Refusal.NOT_AN_ENTRY_HEX
    if state.game.pause != 0:
        # Ruling: stalingrad_1942 21.12a - a unit that enters is one of those that may move.
        if not may_step_in_pause(state, unit):
            return Refusal.PAUSE_USED_UP
        if in_enemy_zone(state, counter.side, h):
            return Refusal.PAUSE
    if not has_room(state, unit, h):
        return Refusal.STACK_FULL
    if _points_over(state, unit, h) < 0:
        return Refusal.NOT_ENOUGH_POINTS
    return Refusal.OK


@entry
def enter_unit(state: State, unit: int, h: int) -> int:
    """Have a reinforcement enter the map by a hex, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 3.1-P2b, 3.1-P6b, 10.19c, 15.22, 15.23b, 15.24, 15.25, 21.12a
    """
    refusal = check_enter(state, unit, h)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    left = disrupt(state, unit, h, _points_over(state, unit, h), 1)
    counter.status = Status.ON_MAP
    counter.moved = 1
    state.game.pause_moves += state.game.pause
    enter_hex(state, unit, h)
    if not is_headquarters(state, unit):
        state.ground[h].entered += 1
    counter.mp_left = 0 if in_enemy_zone(state, counter.side, h) else left
    record_event(state, EventKind.ARRIVED, h, unit, 0)
    return refusal
