"""Movement of units over land: the walk hex by hex, of one unit or of a stack (9.1-9.22)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import (
    NOT_MOVED,
    begin_move,
    check_may_move,
    end_move,
    points_left,
)
from balance.games.drive_on_stalingrad.control import follow_path
from balance.games.drive_on_stalingrad.costs import cost_row
from balance.games.drive_on_stalingrad.reach import BEST, PATH, check_enter, compute_reach
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import company_bits, company_may_share, is_artillery
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.vocabulary import Army, Side
from balance.games.moves import share_parent_stack
from balance.games.searches import lay_path
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.reach import UNREACHED


@entry
def check_move(state: State, unit: int, destination: int) -> int:
    """Say whether a unit may move to a hex now: a ``Refusal``. Leaves its reach in ``work``.

    Rule: drive_on_stalingrad 9.1, 9.2, 9.3, 9.4, 9.13, 9.16, 9.19, 9.22
    """
    refusal = check_may_move(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if destination < 0 or destination >= len(state.ground) - 1:
        return Refusal.OFF_MAP
    if destination == state.units[unit].hex:
        return Refusal.SAME_HEX
    compute_reach(state, unit)
    if state.work[BEST, destination] != UNREACHED:
        return Refusal.OK
    refusal = check_enter(state, unit, destination)
    if refusal != Refusal.OK:
        return refusal
    return explain_out_of_reach(state, unit, destination)


@inner
def explain_out_of_reach(state: State, unit: int, destination: int) -> int:
    """Name the reason why an empty or friendly hex can't be reached: a ``Refusal``."""
    counter = state.units[unit]
    cost = state.cost[cost_row(state, counter.side, counter.mobility)]
    if state.tec[state.hexes[destination].terrain, counter.mobility] == PROHIBITED:
        return Refusal.HEX_CLOSED
    d = direction_to(state.neighbour, counter.hex, destination)
    if d >= 0 and cost[counter.hex, d] == PROHIBITED:
        return Refusal.SIDE_CLOSED
    return Refusal.NOT_ENOUGH_POINTS


@inner
def walk_path(state: State, unit: int, length: int) -> None:
    """Walk a unit along ``work[PATH]``, each hex entered in turn, until an entry stops it.

    Rule: drive_on_stalingrad 3.2, 3.4, 9.1, 9.2
    """
    counter = state.units[unit]
    row = cost_row(state, counter.side, counter.mobility)
    here = counter.hex
    entered = follow_path(state, unit, state.work[PATH], length)
    for i in range(entered):
        h = state.work[PATH, i]
        d = direction_to(state.neighbour, here, h)
        # The minimum move takes all there is, however little.
        counter.mp_left = max(0, np.int64(counter.mp_left) - np.int64(state.cost[row, here, d]))
        here = h
    if counter.frozen_by != Army.NONE:
        end_move(state, unit)


@entry
def follow_reach(state: State, unit: int, destination: int) -> None:
    """Move a unit to a hex that ``compute_reach`` has just found for it, nothing having changed."""
    length = lay_path(state, state.units[unit].hex, destination)
    begin_move(state, unit)
    walk_path(state, unit, length)


@entry
def move_unit(state: State, unit: int, destination: int) -> int:
    """Move a unit to a hex by the cheapest way, or say why not: a ``Refusal``.

    Rule: drive_on_stalingrad 9.1, 9.2, 9.3, 9.5, 9.6
    """
    refusal = check_move(state, unit, destination)
    if refusal == Refusal.OK:
        follow_reach(state, unit, destination)
    return refusal


# --- stacks


@entry
def check_move_stack(state: State, members: np.ndarray, count: int, destination: int) -> int:
    """Say whether units may move together as one stack: a ``Refusal``. Leaves the way in ``work``.

    Rule: drive_on_stalingrad 6.1, 6.3, 6.4, 9.5, 9.6, 9.7

    members : int array, the first ``count`` entries are units

    They must stand in one hex, have begun the phase stacked, and all afford the way of the slowest.
    """
    if count < 1:
        return Refusal.NO_SUCH_UNIT
    lead = members[0]
    points = 0
    for i in range(count):
        unit = members[i]
        refusal = check_may_move(state, unit)
        if refusal != Refusal.OK:
            return refusal
        if state.units[unit].hex != state.units[lead].hex:
            return Refusal.NOT_STACKED_AT_START
        if not share_parent_stack(state, unit, lead):
            return Refusal.NOT_STACKED_AT_START
        # Of two equally slow units the one with the lower mobility class has the dearer terrain.
        left = points_left(state, unit)
        slow = i == 0 or left < points
        if left == points and state.units[unit].mobility < state.units[lead].mobility:
            slow = True
        if slow:
            lead, points = unit, left
    refusal = check_move(state, lead, destination)
    if refusal != Refusal.OK:
        return refusal
    length = lay_path(state, state.units[lead].hex, destination)
    if not _stack_fits(state, members, count, length):
        return Refusal.STACK_FULL
    for i in range(count):
        refusal = _check_way(state, members[i], points, length)
        if refusal != Refusal.OK:
            return refusal
    if not _nations_fit(state, members, count, length):
        return Refusal.NATIONS_MIXED
    return Refusal.OK


@inner
def _nations_fit(state: State, members: np.ndarray, count: int, length: int) -> bool:
    """Whether all the members together may share every hex of the way, by nationality.

    Rule: drive_on_stalingrad 6.2, 6.3
    """
    # Ruling: drive_on_stalingrad 6.3 - a march into supply earns no grace.
    if state.units[members[0]].side != Side.AXIS:
        return True
    together = 0
    for i in range(count):
        together |= company_bits(state, members[i])
    for i in range(length):
        if not company_may_share(state, state.work[PATH, i], together):
            return False
    return True


@inner
def _stack_fits(state: State, members: np.ndarray, count: int, length: int) -> bool:
    """Whether all the members together keep within the limit in every hex of the way."""
    guns = 0
    for i in range(count):
        if is_artillery(state, members[i]):
            guns += 1
    for i in range(length):
        ground = state.ground[state.work[PATH, i]]
        if ground.stack + count - guns > state.rules.stacking_limit:
            return False
        if ground.guns + guns > state.rules.stacking_soviet_artillery_extra:
            return False
    return True


@inner
def _check_way(state: State, unit: int, points: int, length: int) -> int:
    """Say whether a unit can walk the way in ``work[PATH]`` with so many points: a ``Refusal``."""
    counter = state.units[unit]
    row = cost_row(state, counter.side, counter.mobility)
    here = counter.hex
    guaranteed = counter.moved == NOT_MOVED and length == 1
    for i in range(length):
        there = state.work[PATH, i]
        refusal = check_enter(state, unit, there)
        if refusal != Refusal.OK:
            return refusal
        step = np.int64(state.cost[row, here, direction_to(state.neighbour, here, there)])
        if step == PROHIBITED:
            return Refusal.SIDE_CLOSED
        points -= step
        if points < 0 and not guaranteed:
            return Refusal.NOT_ENOUGH_POINTS
        here = there
    return Refusal.OK


@entry
def move_stack(state: State, members: np.ndarray, count: int, destination: int) -> int:
    """Move units together at the pace of the slowest, or say why not: a ``Refusal``.

    Rule: drive_on_stalingrad 9.5, 9.6, 9.7

    members : int array, the first ``count`` entries are units
    """
    refusal = check_move_stack(state, members, count, destination)
    if refusal != Refusal.OK:
        return refusal
    length = lay_path(state, state.units[members[0]].hex, destination)
    # All begin before one of them stirs: what the first brings about gives the next no points.
    for i in range(count):
        begin_move(state, members[i])
    # The pace of the slowest was the affair of the check; each pays the way from its own points.
    for i in range(count):
        walk_path(state, members[i], length)
        if state.game.ended != 0:
            break
    return Refusal.OK
