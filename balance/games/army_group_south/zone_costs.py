"""The ground before a march: hexes closed by enemies and their zones, and what each side costs.

Rows of ``state.work`` named here belong to movement.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.costs import TOTAL, cost_row
from balance.games.army_group_south.stacks import carries_zone, in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import PROHIBITED, State
from balance.games.army_group_south.vocabulary import Hexside, Side
from balance.games.searches import BLOCKED as BLOCKED
from balance.games.searches import NEXT_ROW
from balance.kernel.compiled import inner
from balance.kernel.reach import CLOSED, OPEN, STOP
from balance.rules.rows import behind_below, first_above, span_in_row

_CROSSINGS = NEXT_ROW


# --- hexes


@inner
def prepare_ground(state: State, members: np.ndarray, away: int, goal: int) -> bool:
    """Mark hexes that units moving together may not enter, or not leave again, in ``BLOCKED``.

    Rule: army_group_south 5.22, 5.23, 8.21, 8.25, 10.13, 11.23, 22.1, 22.11, 22.12, 22.13

    Only those up to ``away`` hexes from them: no hex costs less than a point; with a ``goal``, -1
    for none, only in rows by which one could still come there. Returns whether they pay what stands
    in ``state.steps``; otherwise they pay the plain costs of the first of them.
    """
    lead = members[0]
    side = state.units[lead].side
    start = state.units[lead].hex
    leaving = in_enemy_zone(state, side, start)
    up, down = away, away
    if goal >= 0:
        north = state.hexes[start].row - state.hexes[goal].row
        up, down = max(1, (away + north) // 2), max(1, (away - north) // 2)
    first, behind = first_above(state, start, up), behind_below(state, start, down)
    # 22.11: before the addenda of October 1979 a friend in the hex let Soviet units in.
    closes = side == Side.SOVIET and state.rules.movement_soviet_zone_to_zone == 0
    closes = closes and (leaving or _have_disengaged(state, members))
    crossings = _block_hexes(state, members, away, first, behind, closes)
    for d in range(6):
        state.steps[start, d] = state.cost[cost_row(state, lead), start, d]
    if len(members) == 1 and not leaving and crossings == 0:
        return False
    for unit in members:
        _add_steps(state, unit, unit == lead, first, behind)
    for i in range(crossings):
        _close_crossings(state, state.work[_CROSSINGS, i])
    # 22.12: before these addenda no rule kept the Germans from it.
    crosses = side == Side.AXIS and state.rules.movement_german_zone_to_zone != 0
    if leaving and not crosses:
        _close_zone_to_zone(state, side, start)
    return True


@inner
def _block_hexes(
    state: State,
    members: np.ndarray,
    away: int,
    first: int,
    behind: int,
    closes: bool,
) -> int:
    """Fill ``BLOCKED`` for the hexes around, enemy zones being closed altogether if ``closes``.

    Rule: army_group_south 5.22, 5.23, 8.21, 8.25, 11.23, 22.11

    Those in the rows that begin with hex ``first`` and end before ``behind``. Returns how many have
    major river sides to close, which are listed in ``_CROSSINGS``.
    """
    lead = state.units[members[0]]
    side, start = lead.side, lead.hex
    row, x2 = state.hexes[start].row, state.hexes[start].x2
    # 11.23: a headquarters needs company in an enemy zone, found there or brought along.
    alone = _are_headquarters(state, members)
    blocked = state.work[BLOCKED]
    crossings = 0
    while first < behind:
        rows = abs(state.hexes[first].row - row)
        here, beyond = span_in_row(state, first, x2, 2 * away - rows)
        for h in range(here, beyond):
            occupant = state.ground[h].occupant
            if occupant == 1 - side:
                blocked[h] = CLOSED
            elif state.zones[1 - side, h] == 0:
                blocked[h] = OPEN
            else:
                # 22.11: Soviets who leave a zone, or have left one, enter none in that phase.
                unescorted = alone and state.ground[h].stack == 0
                blocked[h] = CLOSED if unescorted or closes else STOP
                if occupant != side and _bars_crossings(state, side, h):
                    state.work[_CROSSINGS, crossings] = h
                    crossings += 1
        first = state.hexes[first].behind
    blocked[len(blocked) - 1] = CLOSED
    return crossings


@inner
def _are_headquarters(state: State, members: np.ndarray) -> bool:
    """Whether there are none but headquarters among some units."""
    for unit in members:
        if not is_headquarters(state, unit):
            return False
    return True


@inner
def _have_disengaged(state: State, members: np.ndarray) -> bool:
    """Whether one of some units has left an enemy zone by an earlier order of this phase.

    Rule: army_group_south 22.11
    """
    for unit in members:
        if state.units[unit].disengaged != 0:
            return True
    return False


@inner
def _enemy_beside_river(state: State, side: int, h: int) -> bool:
    """Whether an enemy who stands beside a major river controls a hex.

    Rule: army_group_south 10.13
    """
    for d in range(6):
        there = state.neighbour[h, d]
        if state.ground[there].occupant != 1 - side:
            continue
        if not carries_zone(state, there, (d + 3) % 6):
            continue
        for e in range(6):
            if state.hexside[there, e] & Hexside.MAJOR_RIVER != 0:
                return True
    return False


@inner
def _bars_crossings(state: State, side: int, h: int) -> bool:
    """Whether units can't cross a major river into a hex that enemies beside it control.

    Rule: army_group_south 10.13
    """
    for d in range(6):
        if state.hexside[h, d] & Hexside.MAJOR_RIVER != 0:
            return _enemy_beside_river(state, side, h)
    return False


@inner
def _close_crossings(state: State, h: int) -> None:
    """Close the major river sides of a controlled hex to units that would cross into it.

    Rule: army_group_south 10.13
    """
    for d in range(6):
        if state.hexside[h, d] & Hexside.MAJOR_RIVER != 0:
            state.steps[state.neighbour[h, d], (d + 3) % 6] = PROHIBITED


@inner
def _close_zone_to_zone(state: State, side: int, start: int) -> None:
    """Close the steps from one enemy zone into another, unless a friend stands there.

    Rule: army_group_south 22.11, 22.12, 22.13
    """
    for d in range(6):
        there = state.neighbour[start, d]
        if state.zones[1 - side, there] > 0 and state.ground[there].occupant != side:
            state.steps[start, d] = PROHIBITED


# --- costs


@inner
def _add_steps(state: State, unit: int, lead: bool, start: int, behind: int) -> None:
    """Write the costs for a unit into ``state.steps``, or raise them to what it must pay.

    Of the hexes from ``start`` to before ``behind`` only.
    """
    row = cost_row(state, unit)
    here = state.units[unit].hex
    if lead:
        _copy_steps(state, row, start, behind)
    else:
        _raise_steps(state, row, here, start, behind)
    for d in range(6):
        own = step_cost(state, unit, here, d)
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
def step_cost(state: State, unit: int, h: int, d: int) -> int:
    """Points a unit pays to leave a hex by a side; ``PROHIBITED`` if that is closed to it.

    Rule: army_group_south 5.13, 10.31, 22.0
    """
    cost = np.int64(state.cost[cost_row(state, unit), h, d])
    # Ruling: army_group_south 22.0 - the price of disengaging is extra, or all there is.
    if cost != PROHIBITED and state.rules.movement_disengage_price == TOTAL:
        if in_enemy_zone(state, state.units[unit].side, h):
            return state.rules.movement_disengage
    return cost
