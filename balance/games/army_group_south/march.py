"""Marching: where units may go over land, what it costs, and the walk hex by hex (5, 8.2, 22).

A unit that moves alone is a stack of one. Rows of ``state.work`` named here belong to movement:
after a search ``BEST`` and ``CAME`` hold points left on arrival and the direction of the last step.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.control import follow_path
from balance.games.army_group_south.costs import TOTAL, cost_row
from balance.games.army_group_south.movement import (
    NOT_MOVED,
    begin_moves,
    check_may_move,
    points_left,
)
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import PROHIBITED, State
from balance.games.army_group_south.zone_costs import prepare_ground, step_cost
from balance.games.searches import BEST as BEST
from balance.games.searches import BLOCKED, lay_path, search_papers
from balance.games.searches import PATH as PATH
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.reach import CLOSED, UNREACHED, Mover, find_reach, find_way
from balance.rules.rows import hexes_apart

#: No goal of a search: all hexes in reach are found.
_ANYWHERE = -1


# --- where it may go


@inner
def _points_for(state: State, unit: int) -> int:
    """Points that a unit can put into hexes, what it costs extra to disengage being paid.

    Rule: army_group_south 22.0

    Negative if it can't pay that.
    """
    points = points_left(state, unit)
    counter = state.units[unit]
    if in_enemy_zone(state, counter.side, counter.hex):
        if state.rules.movement_disengage_price != TOTAL:
            points -= state.rules.movement_disengage
    return points


@inner
def _needs_guarantee(state: State, unit: int, points: int) -> bool:
    """Whether a unit that has spent nothing can't afford any adjacent hex open to it.

    Rule: army_group_south 5.14
    """
    if state.units[unit].moved != NOT_MOVED or state.rules.movement_one_hex_always == 0:
        return False
    # Ruling: army_group_south 5.14 - who can't pay to disengage is covered, or not.
    if points < 0 and state.rules.movement_one_hex_covers_disengaging == 0:
        return False
    here = state.units[unit].hex
    for d in range(6):
        if state.steps[here, d] == PROHIBITED or step_cost(state, unit, here, d) > points:
            continue
        if state.work[BLOCKED, state.neighbour[here, d]] != CLOSED:
            return False
    return True


@inner
def _search(state: State, members: np.ndarray, goal: int) -> int:
    """Search the reach of units that move together; return the hexes found.

    Rule: army_group_south 5.11, 5.13, 5.14, 22.0

    They go at the pace of the slowest. With a goal only the best way there is certain.
    """
    lead = members[0]
    points = _points_for(state, lead)
    for unit in members[1:]:
        points = min(points, _points_for(state, unit))
    changed = prepare_ground(state, members, max(points, 1), goal)
    guaranteed = True
    for unit in members:
        guaranteed = guaranteed and _needs_guarantee(state, unit, _points_for(state, unit))
    if points < 0 and not guaranteed:
        state.work[BEST, :] = UNREACHED
        return 0
    costs = state.steps if changed else state.cost[cost_row(state, lead)]
    papers = search_papers(state, costs, state.work[BLOCKED])
    mover = Mover(state.units[lead].hex, max(points, 0), 1 if guaranteed else 0)
    if goal == _ANYWHERE:
        return find_reach(papers, mover)
    return find_way(papers, mover, goal, state.hexes.row, state.hexes.x2, 1)


@entry
def compute_stack_reach(state: State, members: np.ndarray, count: int) -> int:
    """Find where units may go together and return the number of hexes, their own included.

    Rule: army_group_south 5.0, 5.11, 5.22, 8.21, 8.23, 21.14, 22.0

    members : int64 array, the first ``count`` entries are units

    Writes the rows ``BEST`` and ``CAME`` of ``state.work``; 0 if they may not move at all.
    """
    for i in range(count):
        unit = members[i]
        if check_may_move(state, unit) != Refusal.OK or (
            state.units[unit].hex != state.units[members[0]].hex
        ):
            state.work[BEST, :] = UNREACHED
            return 0
    return _search(state, members[:count], _ANYWHERE)


@entry
def compute_reach(state: State, unit: int) -> int:
    """Find where a unit may go by itself; see ``compute_stack_reach``.

    Rule: army_group_south 5.0, 5.11, 5.22, 8.21, 8.23, 21.14, 22.0
    """
    state.party[0] = unit
    return compute_stack_reach(state, state.party, 1)


@entry
def can_reach(state: State, unit: int, goal: int) -> bool:
    """Whether a unit may go to a hex by itself; the way there is ready for ``follow_reach``.

    Rule: army_group_south 5.0, 5.11, 5.14, 5.22, 8.21, 8.23, 21.14, 22.0
    """
    away = hexes_apart(state, state.units[unit].hex, goal)
    if away > max(_points_for(state, unit), 1) or check_may_move(state, unit) != Refusal.OK:
        return False
    state.party[0] = unit
    _search(state, state.party, goal)
    return state.work[BEST, goal] != UNREACHED


# --- moving


@entry
def check_move_stack(state: State, members: np.ndarray, count: int, destination: int) -> int:
    """Say whether units may move to a hex together now: a ``Refusal``. Leaves their reach.

    Rule: army_group_south 5.0, 5.11, 5.22, 8.21, 8.23, 10.4, 21.14, 22.0

    members : int64 array, the first ``count`` entries are units
    """
    if count < 1:
        return Refusal.NO_SUCH_UNIT
    for i in range(count):
        refusal = check_may_move(state, members[i])
        if refusal != Refusal.OK:
            return refusal
        if state.units[members[i]].hex != state.units[members[0]].hex:
            return Refusal.NOT_STACKED
        for j in range(i):
            if members[j] == members[i]:
                return Refusal.NAMED_TWICE
    if destination < 0 or destination >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    if destination == state.units[members[0]].hex:
        return Refusal.SAME_HEX
    _search(state, members[:count], _ANYWHERE)
    if state.work[BEST, destination] != UNREACHED:
        return Refusal.OK
    if state.ground[destination].occupant == 1 - state.game.side:
        return Refusal.ENEMY_IN_HEX
    return Refusal.OUT_OF_REACH


@entry
def check_move(state: State, unit: int, destination: int) -> int:
    """Say whether a unit may move to a hex by itself now: a ``Refusal``. Leaves its reach.

    Rule: army_group_south 5.0, 5.11, 5.22, 8.21, 8.23, 10.4, 21.14, 22.0
    """
    state.party[0] = unit
    return check_move_stack(state, state.party, 1, destination)


@entry
def move_stack(state: State, members: np.ndarray, count: int, destination: int) -> int:
    """Move units together by the cheapest way, or say why not: a ``Refusal``.

    Rule: army_group_south 5.0, 5.11, 5.12, 22.0

    members : int64 array, the first ``count`` entries are units
    """
    refusal = check_move_stack(state, members, count, destination)
    if refusal == Refusal.OK:
        follow_reach(state, members, count, destination)
    return refusal


@entry
def move_unit(state: State, unit: int, destination: int) -> int:
    """Move a unit by itself by the cheapest way, or say why not: a ``Refusal``.

    Rule: army_group_south 5.0, 5.11, 5.12, 22.0
    """
    state.party[0] = unit
    return move_stack(state, state.party, 1, destination)


@entry
def follow_reach(state: State, members: np.ndarray, count: int, destination: int) -> None:
    """Move units to a hex that a search has just found for them, nothing having changed.

    Rule: army_group_south 5.0, 5.12, 22.0

    Combat units go first, so that a headquarters finds its company.
    """
    length = lay_path(state, state.units[members[0]].hex, destination)
    begin_moves(state, members[:count])
    for staffs in range(2):
        for i in range(count):
            unit = members[i]
            if is_headquarters(state, unit) == (staffs == 1):
                _walk(state, unit, length)


@inner
def _walk(state: State, unit: int, length: int) -> None:
    """Walk a unit along ``work[PATH]``; what it can't pay of a guaranteed hex is forgiven.

    Rule: army_group_south 5.11, 5.14, 22.0, 22.11
    """
    counter = state.units[unit]
    if in_enemy_zone(state, counter.side, counter.hex):
        counter.disengaged = 1
    left = _points_for(state, unit)
    here = counter.hex
    for i in range(length):
        h = state.work[PATH, i]
        left = max(0, left - step_cost(state, unit, here, direction_to(state.neighbour, here, h)))
        here = h
    follow_path(state, unit, state.work[PATH], length)
    counter.mp_left = left
    if in_enemy_zone(state, counter.side, counter.hex):
        counter.stopped_turn = state.game.game_turn
