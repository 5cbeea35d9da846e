"""Where a unit may go by itself, by the words of sections 5, 8, 10, 19, 21 and 22."""

from __future__ import annotations

import heapq
from types import SimpleNamespace

from balance.games.army_group_south.vocabulary import (
    Feature,
    Hexside,
    Mobility,
    Mode,
    Phase,
    Side,
    Terrain,
)
from tests.oracles.army_group_south.board import Board, is_headquarters

#: 10.4: points to enter terrain, for mechanized units and for infantry.
PRICES = {
    Terrain.CLEAR: (1, 1),
    Terrain.WOODS: (2, 1),
    Terrain.SWAMP: (3, 2),
    Terrain.ROUGH: (4, 2),
}
MAJOR_RIVER = 3  # 19.43
MINOR_RIVER_IN_THAW = 1  # 19.32
DISENGAGING = 2  # 22.0
MOVED_NOT_YET, MOVING, DONE = range(3)

FIRST_PHASE = {Side.AXIS: Phase.AXIS_MOVEMENT, Side.SOVIET: Phase.SOVIET_MOVEMENT}
SECOND_PHASE = {Side.AXIS: Phase.AXIS_MECHANIZED, Side.SOVIET: Phase.SOVIET_MECHANIZED}


def is_tied_westward(unit: SimpleNamespace) -> bool:
    """21.14, 21.16: combat units in offensive mode, never headquarters."""
    soviet = unit.side == Side.SOVIET and not is_headquarters(unit)
    return soviet and unit.mode == Mode.OFFENSIVE


def may_move(board: Board, unit: SimpleNamespace) -> bool:
    """Whether a unit may move at all now."""
    phase = board.state.game.phase
    if unit.disrupted or unit.moved == DONE:  # 6.32, 5.0
        return False
    if phase == SECOND_PHASE[unit.side]:  # 4.2, 11.21, 21.22
        if unit.mobility != Mobility.MECH and not is_headquarters(unit):
            return False
        if unit.side == Side.SOVIET and unit.mode == Mode.DEFENSIVE:
            return False
    elif phase != FIRST_PHASE[unit.side]:
        return False
    if unit.hex in board.zones[1 - unit.side]:  # 5.24, 21.13, 22.13
        return unit.moved == MOVED_NOT_YET and not is_tied_westward(unit)
    return True


def allowance(board: Board, unit: SimpleNamespace) -> int:
    """5.25, 19.7: points that a unit still has."""
    if unit.moved == MOVING:
        return int(unit.mp_left)
    points = unit.movement if unit.supplied else unit.movement // 2
    return points // 2 if board.thaw else points


def price(board: Board, unit: SimpleNamespace, there: int, bits: int) -> int | None:
    """Points to enter a hex by a side, None if that is prohibited (10.1, 10.2, 10.3)."""
    if board.is_water(there, bits):
        return None
    column = 0 if unit.mobility == Mobility.MECH and not is_headquarters(unit) else 1
    terrain = Terrain(board.terrain(there))
    cost = 1 if board.has(there, Feature.CITY) else PRICES[terrain][column]
    if bits & Hexside.MAJOR_RIVER:
        return cost + MAJOR_RIVER
    if bits & Hexside.MINOR_RIVER and board.thaw:
        return cost + MINOR_RIVER_IN_THAW
    return cost


def is_river_guarded(board: Board, unit: SimpleNamespace, there: int) -> bool:
    """10.13: whether an enemy beside a major river controls a hex."""
    for near, bits in board.neighbours(there):
        if board.owner(near) == 1 - unit.side and not bits & (Hexside.MAJOR_RIVER | Hexside.SEA):
            if any(side & Hexside.MAJOR_RIVER for _, side in board.neighbours(near)):
                return True
    return False


def may_step(board: Board, unit: SimpleNamespace, here: int, there: int, bits: int) -> bool:
    """Whether a unit may go from one hex to the next, were it rich enough."""
    enemy = 1 - unit.side
    owner = board.owner(there)
    if owner == enemy:  # 5.22
        return False
    if is_tied_westward(unit) and not board.is_west_of(there, here):
        return False
    if there not in board.zones[enemy]:
        return True
    company = [u for u in board.stacks.get(there, ()) if not is_headquarters(u)]
    if is_headquarters(unit) and not company:  # 11.23
        return False
    leaving = unit.hex in board.zones[enemy]
    if unit.side == Side.SOVIET and (leaving or unit.disengaged):
        return False  # 22.11: neither from zone to zone, nor to end in one
    if unit.side == Side.AXIS and leaving and here == unit.hex and owner is None:  # 22.12
        return False
    if bits & Hexside.MAJOR_RIVER and owner is None:  # 10.13
        return not is_river_guarded(board, unit, there)
    return True


def reach(board: Board, unit: SimpleNamespace) -> dict[int, int]:
    """Most points left in each hex that a unit may go to; empty if it may not move."""
    if not may_move(board, unit):
        return {}
    enemy_zones = board.zones[1 - unit.side]
    points = allowance(board, unit)
    if unit.hex in enemy_zones:
        points -= DISENGAGING
    best = {unit.hex: max(points, 0)}
    heap = [(-points, unit.hex)]
    one_hex: set[int] = set()
    while heap:
        left, here = heapq.heappop(heap)
        left = -left
        if here != unit.hex and (left < best[here] or here in enemy_zones):  # 8.21
            continue
        for there, bits in board.neighbours(here):
            cost = price(board, unit, there, bits)
            if cost is None or not may_step(board, unit, here, there, bits):
                continue
            if here == unit.hex:
                one_hex.add(there)
            if cost <= left and best.get(there, -1) < left - cost:
                best[there] = left - cost
                heapq.heappush(heap, (cost - left, there))
    if len(best) == 1 and unit.moved == MOVED_NOT_YET:  # 5.14
        best |= dict.fromkeys(one_hex, 0)
        return best
    return best if points >= 0 else {}
