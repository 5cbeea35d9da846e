"""Where a unit may go: the search for hexes in reach (9.1-9.4).

Rows of ``state.work`` named here belong to movement. After ``compute_reach`` the rows ``BEST`` and
``CAME`` hold points left on arrival and the direction of the last step, until the next call.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import NOT_MOVED, check_may_move, points_left
from balance.games.drive_on_stalingrad.armies import (
    awaits_release,
    check_army_area,
    front_army_sleeps,
    holds_sleepers,
    is_front_army,
)
from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.costs import cost_row
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import check_stacking
from balance.games.drive_on_stalingrad.state import (
    AXIS_STANDS,
    GUNS_FULL,
    NATION_STANDS,
    SOVIET_STANDS,
    UNITS_FULL,
    State,
)
from balance.games.drive_on_stalingrad.vocabulary import Nation, Side, Trait
from balance.games.searches import BEST as BEST
from balance.games.searches import BLOCKED, NEXT_ROW, search_papers
from balance.games.searches import CAME as CAME
from balance.games.searches import PATH as PATH
from balance.kernel.compiled import entry, inlined, inner
from balance.kernel.reach import (
    CLOSED,
    OPEN,
    STOP,
    UNREACHED,
    Mover,
    Search,
    find_nearer,
    find_reach,
    find_way,
)

REACHED = NEXT_ROW

#: No goal of a search: all hexes in reach are found.
ANYWHERE = -1
_CHEAPEST_STEP = 1


@inner
def may_be_frozen(state: State, unit: int) -> bool:
    """Whether a unit would be held by a frozen front-line army that it joined, if one is left.

    Rule: drive_on_stalingrad 3.2
    """
    if state.rules.movement_joining_frozen_army_freezes == 0:
        return False
    if is_front_army(state.units[unit].army) and (state.rules.sequence_thawed_unit_refreezes == 0):
        return False
    return front_army_sleeps(state)


@entry
def check_enter(state: State, unit: int, h: int) -> int:
    """Say whether a unit may enter a hex by movement, apart from cost: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 6.1, 6.2, 6.3, 6.4, 7.17, 9.4, 9.22

    Supply is not asked: either side may march out of it.
    """
    if h < 0 or h >= len(state.ground) - 1:
        return Refusal.OFF_MAP
    occupant = state.ground[h].occupant
    if occupant == 1 - state.units[unit].side:
        return Refusal.ENEMY_IN_HEX
    refusal = check_army_area(state, unit, h)
    if refusal != Refusal.OK:
        return refusal
    if occupant >= 0:
        return check_stacking(state, unit, h)
    return Refusal.OK


@inner
def _doubtful_stacks(state: State, unit: int) -> int:
    """Bits of ``standing`` of the own stacks that a unit may perhaps not join.

    Rule: drive_on_stalingrad 6.1, 6.3, 6.4
    """
    counter = state.units[unit]
    bits = GUNS_FULL if (counter.traits & Trait.ARTILLERY) != 0 else UNITS_FULL
    if counter.side == Side.AXIS:
        for nation in range(Nation.SOVIET):
            if nation != counter.nation:
                bits |= NATION_STANDS << nation
    return np.uint8(bits)


@inner
def fill_blocked(state: State, unit: int, points: int, goal: int, blocked: np.ndarray) -> None:
    """Mark the hexes a unit may not enter, or not leave again, as far as its points could carry it.

    Rule: drive_on_stalingrad 3.2, 6.2, 9.4

    Hexes farther off, or too far from a goal (-1: none) to be of use, keep whatever value they had.
    """
    counter = state.units[unit]
    side = counter.side
    confined = awaits_release(state, unit)
    freezing = side == Side.SOVIET and may_be_frozen(state, unit)
    own, enemy = np.uint8(SOVIET_STANDS), np.uint8(AXIS_STANDS)
    if side == Side.AXIS:
        own, enemy = enemy, own
    doubtful = own if freezing else _doubtful_stacks(state, unit)
    # A step costs a point at least, and the minimum move is one step.
    radius = max(points, 1)
    here = counter.hex
    hexes = state.hexes
    standing = state.standing
    first_row, beyond = rows_near(state, here, radius)
    for row in range(first_row, beyond):
        if goal < 0:
            first, last = span_near(state, here, radius, row)
        else:
            first, last = _span_between(state, here, goal, radius, row)
        for h in range(np.uint32(first), np.uint32(last)):
            bits = standing[h]
            blocked[h] = CLOSED if (bits & enemy) != 0 else OPEN
            # Most stacks have room for the unit and hold its own nationality alone. One question
            # for all, that the processor guesses well.
            if ((bits & own) != 0) & ((bits & doubtful) != 0):
                if check_stacking(state, unit, np.int64(h)) != Refusal.OK:
                    blocked[h] = CLOSED
                elif freezing and holds_sleepers(state, np.int64(h)):
                    blocked[h] = STOP
        if confined:
            for h in range(np.uint32(first), np.uint32(last)):
                blocked[h] = blocked[h] if hexes[h].area == counter.army else CLOSED
    blocked[len(blocked) - 1] = CLOSED


@inlined
def _span_between(state: State, start: int, goal: int, radius: int, row: int) -> tuple[int, int]:
    """Hexes of a row through which a way of ``radius`` steps may lead: the first, and beyond them.

    No hex lies nearer to either end than its row does.
    """
    to_start = abs(state.hexes[start].row - row)
    to_goal = abs(state.hexes[goal].row - row)
    first, last = span_near(state, start, radius - to_goal, row)
    other_first, other_last = span_near(state, goal, radius - to_start, row)
    return max(first, other_first), max(max(first, other_first), min(last, other_last))


@entry
def compute_reach(state: State, unit: int) -> int:
    """Find where a unit may go now and return the number of hexes, its own included; 0 if nowhere.

    Rule: drive_on_stalingrad 3.2, 6.2, 9.1, 9.2, 9.3, 9.4, 9.21

    Writes the rows ``BEST`` and ``CAME`` of ``state.work``.
    """
    points = open_search(state, unit, ANYWHERE)
    if points < 0:
        return 0
    return find_reach(_papers(state, unit), _mover(state, unit, points))


@entry
def can_reach(state: State, unit: int, destination: int) -> bool:
    """Whether a unit may go to a hex now; leaves the way there, and no more, in ``state.work``.

    Rule: drive_on_stalingrad 9.1
    """
    points = open_search(state, unit, destination)
    if points < 0:
        return False
    counter = state.units[unit]
    if state.work[BLOCKED, destination] == CLOSED and destination != counter.hex:
        state.work[BEST, destination] = UNREACHED
        return False
    mover = _mover(state, unit, points)
    where = state.hexes
    find_way(_papers(state, unit), mover, destination, where.row, where.x2, _CHEAPEST_STEP)
    return state.work[BEST, destination] != UNREACHED


@inner
def compute_nearer(state: State, unit: int, points: int, field: np.ndarray, below: int) -> None:
    """Find where a field is less than a number, within the reach of a unit.

    Parameters
    ----------
    points
        As ``open_search`` told, nothing having changed since.
    field : int16[n + 1]
        Movement points of its kind to somewhere, enemies closed.
    below
        No more than the field in the unit's own hex.

    Writes the rows ``BEST`` and ``CAME`` of ``state.work``: for these hexes as ``compute_reach``
    does, others may be left out.

    Rule: drive_on_stalingrad 9.1
    """
    find_nearer(_papers(state, unit), _mover(state, unit, points), field, below)


@inner
def list_reached(state: State, unit: int) -> int:
    """List the hexes of the reach just found, by their numbers, in the row ``REACHED`` of ``work``.

    Returns how many they are.
    """
    here = state.units[unit].hex
    radius = max(1, state.units[unit].movement)
    best = state.work[BEST]
    found = state.work[REACHED]
    count = 0
    first_row, beyond = rows_near(state, here, radius)
    for row in range(first_row, beyond):
        first, last = span_near(state, here, radius, row)
        for h in range(np.uint32(first), np.uint32(last)):
            found[count] = h
            count += np.int64(best[h] != UNREACHED)
    return count


@inner
def open_search(state: State, unit: int, goal: int) -> int:
    """Mark the hexes closed to a unit and return its points, -1 if it may not move.

    Rule: drive_on_stalingrad 9.1, 9.2
    """
    if check_may_move(state, unit) != Refusal.OK:
        state.work[BEST, :] = UNREACHED
        return -1
    points = points_left(state, unit)
    fill_blocked(state, unit, points, goal, state.work[BLOCKED])
    return points


@inlined
def _papers(state: State, unit: int) -> Search:
    """Return the papers of a search for a unit, by the costs that it pays."""
    counter = state.units[unit]
    costs = state.cost[cost_row(state, counter.side, counter.mobility)]
    return search_papers(state, costs, state.work[BLOCKED])


@inlined
def _mover(state: State, unit: int, points: int) -> Mover:
    """Return a unit with so many points as a search takes it."""
    return Mover(state.units[unit].hex, points, _first_step(state, unit))


@inner
def _first_step(state: State, unit: int) -> int:
    """Return 1 if a unit may move a hex however dear it is, 0 otherwise.

    Rule: drive_on_stalingrad 9.3
    """
    counter = state.units[unit]
    if counter.moved != NOT_MOVED or counter.movement <= 0:
        return 0
    return 1 if state.rules.movement_minimum_move_hexes > 0 else 0
