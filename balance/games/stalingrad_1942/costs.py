"""What it costs to leave each hex by each side, by class of unit, and how lines of supply pass.

A scenario has one season, so one chart (4.3); the tables follow the bridges, which come and go.
Beside the costs stands what ways of several turns are reckoned at, where no single move can say it.
"""

from __future__ import annotations

from balance.games.stalingrad_1942.state import PART, PROHIBITED, State
from balance.games.stalingrad_1942.tables import WHOLE_ALLOWANCE, TerrainRow
from balance.games.stalingrad_1942.vocabulary import Hexside, Mobility, Terrain
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import opposite
from balance.kernel.replaceable import replaceable
from balance.rules import supply_lines

#: Row of ``State.cost`` from which on it says, by class, what ways of several turns are thought to
#: cost.
WAYS = len(Mobility)
#: Points that a crossing of the Volga is reckoned at there: on foot, and with a bridge to wait for.
_FERRY, _BRIDGE = 6, 24
#: Entry of ``State.barred`` off the map, by side: whether its lines have been traced since the last
#: way for them came or went.
LINES_UNTRACED, LINES_TRACED = range(2)


@inner
def is_large_river(state: State, h: int, d: int) -> bool:
    """Whether Don or Volga flow along a side, bridge or not.

    Rule: stalingrad_1942 4.36, 7.39
    """
    return state.hexside[h, d] & (Hexside.MAJOR_RIVER | Hexside.VOLGA) != 0


@inner
def has_bridge(state: State, h: int, d: int) -> bool:
    """Whether a bridge in use leads over Don or Volga by a side.

    Rule: stalingrad_1942 4.36, 17.1a
    """
    return state.hexside[h, d] & Hexside.BRIDGE != 0


@inner
def _roads_of(state: State, h: int) -> int:
    """Roads that pass through a hex, as bits of ``Hexside``."""
    roads = 0
    for d in range(6):
        roads |= state.hexside[h, d] & (Hexside.ROAD | Hexside.MAIN_ROAD)
    return roads


@inner
def road_row(state: State, h: int, d: int) -> int:
    """Row of the chart of the road that leads from a hex by a side, -1 if none does.

    Rule: stalingrad_1942 4.32, 4.33, 4.34
    """
    there = state.neighbour[h, d]
    roads = state.hexside[h, d] & (Hexside.ROAD | Hexside.MAIN_ROAD)
    # Ruling: stalingrad_1942 4.32 - the rate holds along a road, or between any two road hexes.
    if roads == 0 and state.rules.movement_road_only_along_road == 0:
        here, beyond = _roads_of(state, h), _roads_of(state, there)
        roads = here & beyond
        if roads == 0 and here != 0 and beyond != 0:
            roads = Hexside.ROAD
    if roads == 0 or (is_large_river(state, h, d) and not has_bridge(state, h, d)):
        return -1
    return TerrainRow.MAIN_ROAD if roads & Hexside.MAIN_ROAD != 0 else TerrainRow.ROAD


@inner
@replaceable
def side_cost(state: State, mobility: int, h: int, d: int) -> int:
    """Parts of a point to leave a hex by a side: the hex entered and the river crossed.

    Rule: stalingrad_1942 4.31, 4.32, 4.33, 4.34, 4.35, 4.36, 4.37, 9.3
    Rule: stalingrad_1942 TEC-S-a1, TEC-S-b1, TEC-S-c1, TEC-S-d1, TEC-S-e1, TEC-S-f1, TEC-S-g1
    Rule: stalingrad_1942 TEC-S-h1, TEC-S-i1, TEC-S-j1, TEC-S-k1, TEC-W-a1, TEC-W-b1, TEC-W-c1
    Rule: stalingrad_1942 TEC-W-d1, TEC-W-e1, TEC-W-f1, TEC-W-g1, TEC-W-h1, TEC-W-i1, TEC-W-j1
    Rule: stalingrad_1942 TEC-W-k1

    Where a whole allowance takes units over the Volga, the side is closed here: see ``march``.
    """
    there = state.neighbour[h, d]
    if there == len(state.ground) - 1:
        return PROHIBITED
    tec = state.tec
    road = road_row(state, h, d)
    cost = tec[state.hexes[there].row_of_chart, mobility]
    river = 0
    if state.hexside[h, d] & Hexside.RIVER != 0:
        river = tec[TerrainRow.RIVER, mobility]
        # Ruling: stalingrad_1942 4.35 - roads have bridges over small rivers, or have none.
        if road < 0 or state.rules.movement_road_bridges_small_rivers == 0:
            cost += river
        else:
            river = 0
    if is_large_river(state, h, d) and not has_bridge(state, h, d):
        volga = state.hexside[h, d] & Hexside.VOLGA != 0
        price = tec[TerrainRow.VOLGA if volga else TerrainRow.LARGE_RIVER, mobility]
        if price >= WHOLE_ALLOWANCE or cost >= PROHIBITED:
            return PROHIBITED
        # Ruling: stalingrad_1942 4.36, TEC-S-b1 - on foot the price is that of the whole step.
        flat = mobility >= Mobility.NONMOTORIZED and state.rules.movement_flat_crossing != 0
        cost = price if flat else cost + price
    if road >= 0:
        cost = min(cost, tec[road, mobility] + river)
    return min(cost, PROHIBITED)


@inner
def _way_cost(state: State, mobility: int, h: int, d: int, cost: int) -> int:
    """Parts of a point that a side is reckoned at on a way of several turns: the Volga is open.

    Rule: stalingrad_1942 TEC-S-k1, TEC-W-k1, 17.3

    On foot a crossing takes all points of a turn, which no sum of costs can say; who needs a bridge
    goes to the bank, where a headquarters may build one.

    cost : of ``side_cost``
    """
    off_map = len(state.ground) - 1
    if cost < PROHIBITED or state.neighbour[h, d] == off_map:
        return cost
    if state.hexside[h, d] & Hexside.VOLGA == 0:
        return cost
    on_foot = state.tec[TerrainRow.VOLGA, mobility] == WHOLE_ALLOWANCE
    return PART * (_FERRY if on_foot else _BRIDGE)


@inner
def find_line_step(state: State, h: int, d: int) -> int:
    """How a line from a base goes on over a side: along a road, off road, or not at all.

    Rule: stalingrad_1942 14.12, 14.18, TEC-W-j1

    Ruling: stalingrad_1942 14.12, 14.18 - the hex of the unit counts among those off road, that of
    the base doesn't; roads have bridges over small rivers; a hex with a road is a road hex from
    wherever a line comes to it, but off its road it is no drier than another.
    """
    there = state.neighbour[h, d]
    sides = state.hexside[h, d]
    road = sides & (Hexside.ROAD | Hexside.MAIN_ROAD) != 0
    if is_large_river(state, h, d) and not has_bridge(state, h, d):
        # Ruling: stalingrad_1942 14.18 - over Don and Volga by bridges alone, or by any road; over
        # the Volga by ferries, too, if a variant has them.
        ferry = sides & Hexside.VOLGA != 0 and state.rules.supply_volga_ferries != 0
        if not ferry and (not road or state.rules.supply_bridges_only != 0):
            return supply_lines.CLOSED
    if road:
        return supply_lines.ROAD
    if sides & Hexside.RIVER != 0 or state.hexes[there].row_of_chart == Terrain.MARSH:
        return supply_lines.CLOSED
    return supply_lines.ROAD if _roads_of(state, there) != 0 else supply_lines.OFF_ROAD


@inner
def _write_side(state: State, h: int, d: int) -> None:
    """Write how lines leave a hex by a side, and the cost to do so for all classes."""
    state.line_steps[h, d] = find_line_step(state, h, d)
    for mobility in range(WAYS):
        cost = side_cost(state, mobility, h, d)
        state.cost[mobility, h, d] = cost
        state.cost[WAYS + mobility, h, d] = _way_cost(state, mobility, h, d, cost)


@inner
def flip_bridge(state: State, h: int, d: int) -> None:
    """Put a bridge on a side that has none, or take it away; what follows is to be written anew.

    Rule: stalingrad_1942 17.1, 17.3
    """
    state.hexside[h, d] ^= Hexside.BRIDGE
    state.hexside[state.neighbour[h, d], opposite(d)] ^= Hexside.BRIDGE


@inner
def set_side(state: State, h: int, d: int) -> None:
    """Write anew what it means to pass a side, both ways.

    Rule: stalingrad_1942 17.1, 17.3
    """
    there, off_map = state.neighbour[h, d], len(state.ground) - 1
    state.barred[:, off_map] = LINES_UNTRACED
    _write_side(state, h, d)
    if there < off_map:
        _write_side(state, there, opposite(d))


@entry
def build_costs(state: State) -> None:
    """Fill in ``State.cost`` and ``State.line_steps``, with the bridges that are there.

    Rule: stalingrad_1942 4.31
    """
    off_map = len(state.ground) - 1
    state.cost[:, off_map, :] = PROHIBITED
    for h in range(off_map):
        for d in range(6):
            _write_side(state, h, d)


@inner
def entry_cost(state: State, unit: int, h: int) -> int:
    """Parts of a point that the step onto the map costs: the hex, or the road in it.

    Rule: stalingrad_1942 15.25a

    Ruling: stalingrad_1942 15.25 - a road in the hex is taken to go on beyond the edge.
    """
    mobility = state.units[unit].mobility
    cost = state.tec[state.hexes[h].row_of_chart, mobility]
    roads = _roads_of(state, h)
    row = TerrainRow.MAIN_ROAD if roads & Hexside.MAIN_ROAD != 0 else TerrainRow.ROAD
    return min(cost, state.tec[row, mobility]) if roads != 0 else cost
