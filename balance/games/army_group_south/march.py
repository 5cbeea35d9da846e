"""Marching: where units may go over land, what it costs, and the walk hex by hex (5, 8.2, 22).

A unit that moves alone is a stack of one. Rows of ``state.work`` named here belong to movement:
after a search ``BEST`` and ``CAME`` hold points left on arrival and the direction of the last step.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.control import enter_hex
from balance.games.army_group_south.costs import TOTAL, cost_row
from balance.games.army_group_south.movement import (
    NOT_MOVED,
    begin_moves,
    check_may_move,
    points_left,
)
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.rows import behind_below, first_above, span_in_row
from balance.games.army_group_south.stacks import carries_zone, in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import PROHIBITED, State
from balance.games.army_group_south.vocabulary import Hexside, Side
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to, distance
from balance.kernel.reach import CLOSED, OPEN, STOP, UNREACHED, find_reach, trace_path

BEST, CAME, HEADS, LINKS, BACKS, BLOCKED, PATH = range(7)

_ONE = np.int64(1)
#: No goal of a search: all hexes in reach are found.
_ANYWHERE = np.int64(-1)


# --- where it may go


@inner
def _enemy_beside_river(state: State, side: int, h: int) -> bool:
    """Whether an enemy who stands beside a major river controls a hex.

    Rule: army_group_south 10.13
    """
    for d in range(6):
        there = np.int64(state.neighbour[h, d])
        if state.ground[there].occupant != 1 - side:
            continue
        if not carries_zone(state, there, (d + 3) % 6):
            continue
        for e in range(6):
            if state.hexside[there, e] & Hexside.MAJOR_RIVER != 0:
                return True
    return False


@inner
def _close_crossings(state: State, side: int, h: int) -> None:
    """Close the major river sides of a controlled hex to units that would cross into it.

    Rule: army_group_south 10.13
    """
    for d in range(6):
        if state.hexside[h, d] & Hexside.MAJOR_RIVER != 0:
            if _enemy_beside_river(state, side, h):
                state.steps[state.neighbour[h, d], (d + 3) % 6] = PROHIBITED


@inner
def _add_steps(state: State, unit: int, lead: bool, start: int, behind: int) -> None:
    """Write the costs for a unit into ``state.steps``, or raise them to what it must pay.

    Of the hexes from ``start`` to before ``behind`` only.
    """
    row = cost_row(state, unit)
    here = np.int64(state.units[unit].hex)
    if lead:
        _copy_steps(state, row, start, behind)
    else:
        _raise_steps(state, row, here, start, behind)
    for d in range(6):
        own = _step_cost(state, unit, here, d)
        if lead or state.steps[here, d] < own:
            state.steps[here, d] = own


@inner
def _copy_steps(state: State, row: int, start: int, behind: int) -> None:
    """Write one row of the costs into ``state.steps``: a plain copy, for most units move alone."""
    for h in range(np.uint32(start), np.uint32(behind)):
        for d in range(np.uint32(6)):
            state.steps[h, d] = state.cost[row, h, d]


@inner
def _raise_steps(state: State, row: int, here: int, start: int, behind: int) -> None:
    """Raise ``state.steps`` to one row of the costs, in all hexes but that which is left."""
    for h in range(np.uint32(start), np.uint32(behind)):
        if h == here:
            continue
        for d in range(np.uint32(6)):
            if state.steps[h, d] < state.cost[row, h, d]:
                state.steps[h, d] = state.cost[row, h, d]


@inner
def _prepare_ground(state: State, members: np.ndarray, count: int, away: int) -> None:
    """Mark hexes that units moving together may not enter, or not leave again.

    Rule: army_group_south 5.22, 5.23, 8.21, 8.25, 10.13, 11.23, 22.11, 22.12, 22.13

    Only those up to ``away`` hexes from them: no hex costs less than a point.
    """
    lead = np.int64(members[0])
    side = np.int64(state.units[lead].side)
    start = np.int64(state.units[lead].hex)
    first, behind = first_above(state, start, away), behind_below(state, start, away)
    staffs = 0
    for i in range(count):
        _add_steps(state, np.int64(members[i]), i == 0, first, behind)
        if is_headquarters(state, np.int64(members[i])):
            staffs += 1
    leaving = in_enemy_zone(state, side, start)
    closes = leaving and _shuns_zones(state, side)
    row, x2 = np.int64(state.hexes[start].row), np.int64(state.hexes[start].x2)
    blocked = state.work[BLOCKED]
    while first < behind:
        rows = abs(np.int64(state.hexes[first].row) - row)
        here, beyond = span_in_row(state, first, x2, 2 * away - rows)
        for h in range(here, beyond):
            occupant = state.ground[h].occupant
            if occupant == 1 - side:
                blocked[h] = CLOSED
            elif state.zones[1 - side, h] == 0:
                blocked[h] = OPEN
            else:
                blocked[h] = STOP
                # 22.11: disengaging Soviet units neither cross from zone to zone nor stop in one.
                # 11.23: a headquarters needs company in such a hex, found there or brought along.
                unescorted = staffs == count and state.ground[h].stack == 0
                if unescorted or closes:
                    blocked[h] = CLOSED
                if occupant != side:
                    _close_crossings(state, side, np.int64(h))
        first = np.int64(state.hexes[first].behind)
    blocked[len(blocked) - 1] = CLOSED
    if leaving and not _crosses_zones(state, side):
        _close_zone_to_zone(state, side, start)


@inner
def _shuns_zones(state: State, side: int) -> bool:
    """Whether disengaging units of a side enter no enemy zone at all.

    Rule: army_group_south 22.1, 22.11

    Before the addenda of October 1979 a friend in the hex let Soviet units in.
    """
    return side == Side.SOVIET and state.rules.movement_soviet_zone_to_zone == 0


@inner
def _crosses_zones(state: State, side: int) -> bool:
    """Whether disengaging units of a side go from zone to zone with nobody there.

    Rule: army_group_south 22.12

    Before the addenda of October 1979 no rule kept the Germans from it.
    """
    return side == Side.AXIS and state.rules.movement_german_zone_to_zone != 0


@inner
def _close_zone_to_zone(state: State, side: int, start: int) -> None:
    """Close the steps from one enemy zone into another, unless a friend stands there.

    Rule: army_group_south 22.11, 22.12, 22.13
    """
    for d in range(6):
        there = np.int64(state.neighbour[start, d])
        if state.zones[1 - side, there] > 0 and state.ground[there].occupant != side:
            state.steps[start, d] = PROHIBITED


@inner
def _points_for(state: State, unit: int) -> int:
    """Points that a unit can put into hexes, what it costs extra to disengage being paid.

    Rule: army_group_south 22.0

    Negative if it can't pay that.
    """
    points = points_left(state, unit)
    counter = state.units[unit]
    if in_enemy_zone(state, np.int64(counter.side), np.int64(counter.hex)):
        if state.rules.movement_disengage_price != TOTAL:
            points -= np.int64(state.rules.movement_disengage)
    return points


@inner
def _step_cost(state: State, unit: int, h: int, d: int) -> int:
    """Points a unit pays to leave a hex by a side; ``PROHIBITED`` if that is closed to it.

    Rule: army_group_south 5.13, 10.31, 22.0
    """
    cost = np.int64(state.cost[cost_row(state, unit), h, d])
    # Ruling: army_group_south 22.0 - the price of disengaging is extra, or all there is.
    if cost != PROHIBITED and state.rules.movement_disengage_price == TOTAL:
        if in_enemy_zone(state, np.int64(state.units[unit].side), h):
            return np.int64(state.rules.movement_disengage)
    return cost


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
    here = np.int64(state.units[unit].hex)
    for d in range(6):
        if state.steps[here, d] == PROHIBITED or _step_cost(state, unit, here, d) > points:
            continue
        if state.work[BLOCKED, state.neighbour[here, d]] != CLOSED:
            return False
    return True


@inner
def _search(state: State, members: np.ndarray, count: int, goal: int) -> int:
    """Search the reach of units that move together; return the hexes found.

    Rule: army_group_south 5.11, 5.13, 5.14, 22.0

    They go at the pace of the slowest. With a goal only the best way there is certain.
    """
    lead = np.int64(members[0])
    points = _points_for(state, lead)
    for i in range(1, count):
        points = min(points, _points_for(state, np.int64(members[i])))
    _prepare_ground(state, members, count, max(points, _ONE))
    guaranteed = True
    for i in range(count):
        unit = np.int64(members[i])
        guaranteed = guaranteed and _needs_guarantee(state, unit, _points_for(state, unit))
    if points < 0 and not guaranteed:
        state.work[BEST, :] = UNREACHED
        return 0
    return find_reach(
        np.int64(state.units[lead].hex),
        max(points, 0),
        goal,
        1 if guaranteed else 0,
        PROHIBITED,
        state.neighbour,
        state.steps,
        state.work[BLOCKED],
        state.work[BEST],
        state.work[CAME],
        state.work[HEADS],
        state.work[LINKS],
        state.work[BACKS],
    )


@entry
def compute_stack_reach(state: State, members: np.ndarray, count: int) -> int:
    """Find where units may go together and return the number of hexes, their own included.

    Rule: army_group_south 5.0, 5.11, 5.22, 8.21, 8.23, 21.14, 22.0

    members : int64 array, the first ``count`` entries are units

    Writes the rows ``BEST`` and ``CAME`` of ``state.work``; 0 if they may not move at all.
    """
    for i in range(count):
        unit = np.int64(members[i])
        if check_may_move(state, unit) != Refusal.OK or (
            state.units[unit].hex != state.units[members[0]].hex
        ):
            state.work[BEST, :] = UNREACHED
            return 0
    return _search(state, members, count, _ANYWHERE)


@entry
def compute_reach(state: State, unit: int) -> int:
    """Find where a unit may go by itself; see ``compute_stack_reach``.

    Rule: army_group_south 5.0, 5.11, 5.22, 8.21, 8.23, 21.14, 22.0
    """
    state.party[0] = unit
    return compute_stack_reach(state, state.party, _ONE)


@entry
def can_reach(state: State, unit: int, goal: int) -> bool:
    """Whether a unit may go to a hex by itself; the way there is ready for ``follow_reach``.

    Rule: army_group_south 5.0, 5.11, 5.14, 5.22, 8.21, 8.23, 21.14, 22.0
    """
    away = hexes_apart(state, np.int64(state.units[unit].hex), goal)
    if away > max(_points_for(state, unit), _ONE) or check_may_move(state, unit) != Refusal.OK:
        return False
    state.party[0] = unit
    _search(state, state.party, _ONE, goal)
    return state.work[BEST, goal] != UNREACHED


@inner
def hexes_apart(state: State, h: int, other: int) -> int:
    """Distance of two hexes."""
    one, two = state.hexes[h], state.hexes[other]
    return distance(np.int64(one.row), np.int64(one.x2), np.int64(two.row), np.int64(two.x2))


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
        refusal = check_may_move(state, np.int64(members[i]))
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
    _search(state, members, count, _ANYWHERE)
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
    return check_move_stack(state, state.party, _ONE, destination)


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
    return move_stack(state, state.party, _ONE, destination)


@entry
def follow_reach(state: State, members: np.ndarray, count: int, destination: int) -> None:
    """Move units to a hex that a search has just found for them, nothing having changed.

    Rule: army_group_south 5.0, 5.12, 22.0

    Combat units go first, so that a headquarters finds its company.
    """
    start = np.int64(state.units[members[0]].hex)
    length = trace_path(start, destination, state.neighbour, state.work[CAME], state.work[PATH])
    begin_moves(state, members, count)
    for staffs in range(2):
        for i in range(count):
            unit = np.int64(members[i])
            if is_headquarters(state, unit) == (staffs == 1):
                _walk(state, unit, length)


@inner
def _walk(state: State, unit: int, length: int) -> None:
    """Walk a unit along ``work[PATH]``; what it can't pay of a guaranteed hex is forgiven.

    Rule: army_group_south 5.11, 5.14, 22.0
    """
    counter = state.units[unit]
    left = _points_for(state, unit)
    for i in range(length):
        h = np.int64(state.work[PATH, i])
        d = direction_to(state.neighbour, np.int64(counter.hex), h)
        left = max(0, left - _step_cost(state, unit, np.int64(counter.hex), d))
        enter_hex(state, unit, h)
    counter.mp_left = left
    if in_enemy_zone(state, np.int64(counter.side), np.int64(counter.hex)):
        counter.stopped_turn = state.game.game_turn
