"""Where a unit may go: what an order finds in its way, and the search (4, 6, 8.15, 10.19, 21.12).

``State.cost`` and ``State.blocked`` hold for every unit of a class; what differs for one unit at
one instant is written over them before a search and taken back after it.
"""

from __future__ import annotations

from balance.games.searches import BEST as BEST
from balance.games.searches import CAME as CAME
from balance.games.searches import PATH as PATH
from balance.games.searches import search_papers
from balance.games.stalingrad_1942.costs import has_bridge, is_large_river
from balance.games.stalingrad_1942.movement import GONE, cost_of_aircraft, points_left
from balance.games.stalingrad_1942.stacks import (
    in_enemy_zone,
    is_gun,
    is_headquarters,
    is_overrun_by_entry,
)
from balance.games.stalingrad_1942.state import PART, PROHIBITED, State
from balance.games.stalingrad_1942.tables import WHOLE_ALLOWANCE, TerrainRow
from balance.games.stalingrad_1942.vocabulary import AirTask, Hexside, Status
from balance.kernel.compiled import inner
from balance.kernel.hexes import opposite
from balance.kernel.reach import OPEN, STOP, UNREACHED, Mover, find_reach, find_way
from balance.kernel.replaceable import replaceable
from balance.rules.stacking import holds_any

# Kinds of patches, and their columns.
_COST, _BLOCKED = range(2)
_KIND, _HEX, _SIDE, _OLD = range(4)
#: No goal of a search: all hexes in reach are found.
ANYWHERE = -1
#: Nothing, for a variant may price steps as it likes.
_CHEAPEST_STEP = 0


@inner
def _patch_cost(state: State, count: int, mobility: int, h: int, d: int, cost: int) -> int:
    state.patches[count, _KIND] = _COST
    state.patches[count, _HEX] = h
    state.patches[count, _SIDE] = d
    state.patches[count, _OLD] = state.cost[mobility, h, d]
    state.cost[mobility, h, d] = min(cost, PROHIBITED)
    return count + 1


@inner
def _take_back(state: State, side: int, mobility: int, count: int) -> None:
    for i in range(count - 1, -1, -1):
        h, old = state.patches[i, _HEX], state.patches[i, _OLD]
        if state.patches[i, _KIND] == _COST:
            state.cost[mobility, h, state.patches[i, _SIDE]] = old
        else:
            state.blocked[side, h] = old


@inner
@replaceable
def stays_in_zone(state: State, side: int, h: int, d: int) -> bool:
    """Whether a step by a side leads from the zone of an enemy unit into a zone of the same unit.

    Rule: stalingrad_1942 6.32

    It does where one stands beside both hexes.
    """
    there = state.neighbour[h, d]
    if not in_enemy_zone(state, side, h) or not in_enemy_zone(state, side, there):
        return False
    # Ruling: stalingrad_1942 6.32a - from one zone into another unit's, or not.
    if state.rules.zones_exit_one_to_another == 0:
        return True
    for turn in (1, 5):
        beside = state.neighbour[h, (d + turn) % 6]
        if state.ground[beside].occupant == 1 - side and state.ground[beside].zoned > 0:
            return True
    return False


@inner
def _leave_start(state: State, unit: int, count: int) -> int:
    """Close steps within a zone, and open the Volga to units on foot with all their points.

    Rule: stalingrad_1942 4.36, 6.31, 6.32, TEC-S-k1, TEC-W-k1
    """
    counter = state.units[unit]
    h, mobility = counter.hex, counter.mobility
    left = points_left(state, unit)
    fresh = counter.hex == counter.start_hex and counter.moved == 0 and counter.marked != GONE
    for d in range(6):
        if stays_in_zone(state, counter.side, h, d):
            count = _patch_cost(state, count, mobility, h, d, PROHIBITED)
        elif state.hexside[h, d] & Hexside.VOLGA != 0 and not has_bridge(state, h, d):
            if state.tec[TerrainRow.VOLGA, mobility] != WHOLE_ALLOWANCE or left == 0:
                continue
            if _asks_for_more(state, unit, state.neighbour[h, d]):
                continue
            # Ruling: stalingrad_1942 TEC-S-k1 - the whole allowance, or whatever is left of it.
            if fresh or state.rules.movement_volga_whole_allowance == 0:
                count = _patch_cost(state, count, mobility, h, d, left)
    return count


@inner
def _asks_for_more(state: State, unit: int, h: int) -> bool:
    """Whether a hex takes points of a unit besides those of the step, so that all don't suffice.

    Rule: stalingrad_1942 8.15b, 10.19c
    """
    if cost_of_aircraft(state, unit, h) > 0:
        return True
    prey = state.ground[h].occupant == 1 - state.units[unit].side and holds_any(state, h, is_gun)
    return prey and state.rules.artillery_overrun_cost > 0


@inner
def _meet_prey(state: State, unit: int, count: int) -> int:
    """Price the hexes of towed guns that may be overrun; close all such hexes to headquarters.

    Rule: stalingrad_1942 4.21, 8.15b, 11.36, 11.37
    """
    counter = state.units[unit]
    closed = is_headquarters(state, unit)
    extra = PART * state.rules.artillery_overrun_cost
    for other in range(len(state.units)):
        enemy = state.units[other]
        if enemy.side == counter.side or enemy.status != Status.ON_MAP:
            continue
        # Most troops are no prey: what is quickest to see is asked first.
        h = enemy.hex
        if state.ground[h].barring > 0 or (not closed and not is_gun(state, other)):
            continue
        if not is_overrun_by_entry(state, other):
            continue
        if not _is_first_of_sort(state, other, closed):
            continue
        for d in range(6):
            back, there = opposite(d), state.neighbour[h, d]
            cost = state.cost[counter.mobility, there, back]
            if cost < PROHIBITED:
                dearer = PROHIBITED if closed else cost + extra
                count = _patch_cost(state, count, counter.mobility, there, back, dearer)
    return count


@inner
def _is_first_of_sort(state: State, unit: int, any_sort: bool) -> bool:
    """Whether no other unit above this one in its hex would have it priced already."""
    above = state.ground[state.units[unit].hex].first
    while above != unit:
        if any_sort or is_gun(state, above):
            return False
        above = state.units[above].next
    return True


@inner
def _meet_aircraft(state: State, unit: int, count: int) -> int:
    """Price the hexes where air units would hinder a unit, and have it stop there for a moment.

    Rule: stalingrad_1942 10.19c

    What more than one of them take depends on what is left, so a further order goes on from there.
    """
    counter = state.units[unit]
    side = counter.side
    for h in range(len(state.ground) - 1):
        if state.disruption[side, h] & ~counter.disruption == 0:
            continue
        if state.blocked[side, h] == OPEN:
            state.patches[count, _KIND] = _BLOCKED
            state.patches[count, _HEX] = h
            state.patches[count, _OLD] = OPEN
            state.blocked[side, h] = STOP
            count += 1
        extra = cost_of_aircraft(state, unit, h)
        for d in range(6):
            back, there = opposite(d), state.neighbour[h, d]
            cost = state.cost[counter.mobility, there, back]
            if extra > 0 and cost < PROHIBITED:
                count = _patch_cost(state, count, counter.mobility, there, back, cost + extra)
    return count


@inner
def _are_hindered(state: State, side: int) -> bool:
    """Whether an air unit hinders the movement of a side anywhere.

    Rule: stalingrad_1942 10.19a
    """
    per_side = len(state.air) // 2
    for a in range(per_side):
        if state.air[(1 - side) * per_side + a].task == AirTask.DISRUPT:
            return True
    return False


@inner
def search_reach(state: State, unit: int, goal: int) -> int:
    """Find where a unit may go with the points it has left; return the hexes, its own included.

    Rule: stalingrad_1942 4.1, 4.21, 4.22, 4.23, 4.41, 4.42, 6.21, 6.22, 6.32

    Leaves points and directions in the rows ``BEST`` and ``CAME`` of ``state.work``: up to the hex
    ``goal`` and no farther, or of all hexes for ``ANYWHERE``.
    """
    counter = state.units[unit]
    if state.game.pause != 0:
        return _search_pause(state, unit)
    count = _meet_prey(state, unit, 0)
    if _are_hindered(state, counter.side):
        count = _meet_aircraft(state, unit, count)
    count = _leave_start(state, unit, count)
    papers = search_papers(state, state.cost[counter.mobility], state.blocked[counter.side])
    mover = Mover(counter.hex, points_left(state, unit), 0)
    if goal == ANYWHERE:
        found = find_reach(papers, mover)
    else:
        found = find_way(papers, mover, goal, state.hexes.row, state.hexes.x2, _CHEAPEST_STEP)
    _take_back(state, counter.side, counter.mobility, count)
    return found


@inner
def _search_pause(state: State, unit: int) -> int:
    """Find the hexes that a unit may step to in a pause turn.

    Rule: stalingrad_1942 10.19c, 21.12

    Ruling: stalingrad_1942 21.12b - large rivers aren't crossed by bridges either.
    """
    counter = state.units[unit]
    best, came = state.work[BEST], state.work[CAME]
    left, h = points_left(state, unit), counter.hex
    best[:] = UNREACHED
    best[h] = left
    came[h] = -1
    found = 1
    for d in range(6):
        there = state.neighbour[h, d]
        cost = int(state.cost[counter.mobility, h, d]) + cost_of_aircraft(state, unit, there)
        if is_large_river(state, h, d) or cost > left:
            continue
        if state.blocked[counter.side, there] != OPEN:
            continue
        if state.ground[there].occupant == 1 - counter.side:
            continue
        best[there] = left - cost
        came[there] = d
        found += 1
    return found
