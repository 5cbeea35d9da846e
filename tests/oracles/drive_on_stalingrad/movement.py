"""Where a unit may go by itself, by the words of sections 3, 5, 6, 7 and 9."""

from __future__ import annotations

import heapq
from types import SimpleNamespace

from balance.games.drive_on_stalingrad.state import RELEASED
from balance.games.drive_on_stalingrad.vocabulary import Army, Phase, PhaseOrder, Side, SupplyState
from tests.oracles.drive_on_stalingrad.board import Board

FIRST, SECOND = (Phase.AXIS_FIRST, Phase.SOVIET_FIRST), (Phase.AXIS_SECOND, Phase.SOVIET_SECOND)
MOVED_NOT_YET, MOVING, DONE = range(3)
#: 3.2: game turn from which armies no longer matter.
ALL_ACTIVE = 4


def moves_now(board: Board) -> bool:
    """5.4, 5.5: whether the phasing side moves in this phase."""
    game = board.state.game
    if game.phase in FIRST:
        return game.phase_order in (PhaseOrder.MOVE_ASSAULT, PhaseOrder.MOVE_MOVE)
    return game.phase in SECOND and game.phase_order in (
        PhaseOrder.ASSAULT_MOVE,
        PhaseOrder.MOVE_MOVE,
    )


def assaults_now(board: Board) -> bool:
    """5.4, 5.5: whether it makes prepared assaults."""
    return board.state.game.phase in (*FIRST, *SECOND) and not moves_now(board)


def sleeps(board: Board, army: int) -> bool:
    """Whether an army is still waiting for its release."""
    return bool(board.state.army[army, RELEASED] == 0)


def is_confined(board: Board, unit: SimpleNamespace) -> bool:
    """3.2: German-side units keep to the area of an army that is not yet active."""
    german_army = Army.AXIS_2A <= unit.army <= Army.AXIS_17A
    return german_army and sleeps(board, unit.army) and board.state.game.game_turn < ALL_ACTIVE


def holds_newcomers(board: Board, h: int) -> bool:
    """3.2: whether units of a frozen Soviet front army stand in a hex."""
    front = [u.army for u in board.stacks.get(h, ()) if Army.SOVIET_13 <= u.army <= Army.SOVIET_56]
    return any(sleeps(board, army) for army in front)


def allowance(board: Board, unit: SimpleNamespace) -> int:
    """7.15, 7.16: points that a unit still has."""
    if unit.moved == MOVING:
        return int(unit.mp_left)
    supplied = board.supply(unit.side, unit.hex) == SupplyState.REGULAR
    return int(unit.movement if supplied else unit.movement // 2)


def may_enter(board: Board, unit: SimpleNamespace, h: int) -> bool:
    """3.2, 6.2, 9.4: whether a unit may be in a hex at all, if only for a moment."""
    if board.owner(h) == 1 - unit.side:
        return False
    if is_confined(board, unit) and board.state.hexes["area"][h] != unit.army:
        return False
    return h not in board.stacks or board.fits([unit], h)


def reach(board: Board, unit: SimpleNamespace) -> dict[int, int]:
    """Most points left in each hex that a unit may go to; empty if it may not move."""
    held = unit.frozen_by != Army.NONE or unit.held_turn == board.state.game.game_turn
    if held or unit.moved == DONE or not moves_now(board):
        return {}
    best = {unit.hex: allowance(board, unit)}
    heap = [(-best[unit.hex], unit.hex)]
    one_hex: set[int] = set()
    enterable: dict[int, bool] = {unit.hex: False}
    while heap:
        left, here = heapq.heappop(heap)
        left = -left
        stops = here != unit.hex and unit.side == Side.SOVIET and holds_newcomers(board, here)
        if left < best[here] or stops:
            continue
        for there, bits in board.neighbours(here):
            cost = board.price(unit, there, bits)
            if there not in enterable:
                enterable[there] = may_enter(board, unit, there)
            if cost is None or not enterable[there]:
                continue
            if here == unit.hex:
                one_hex.add(there)
            if cost <= left and best.get(there, -1) < left - cost:
                best[there] = left - cost
                heapq.heappush(heap, (cost - left, there))
    if unit.moved == MOVED_NOT_YET and unit.movement > 0:  # 9.3
        for there in one_hex:
            best.setdefault(there, 0)
    return best
