"""Ways of retreat by the words of 9.7, 19.4, 19.6, 19.8 and 24.0."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

from balance.games.army_group_south.vocabulary import Hexside, Side, Size
from balance.kernel.hexes import distance
from tests.oracles.army_group_south.board import Board, is_headquarters

Way = tuple[int, ...]
#: What the rules like least comes first: off the map, across major rivers, zones, friends.
Burden = tuple[int, int, int, int]


def fits(board: Board, unit: SimpleNamespace, h: int) -> bool:
    """7.0, 11.22, 19.8: whether a unit may join those in a hex, who are judged elsewhere."""
    together = [*board.stacks.get(h, ()), unit]
    staffs = sum(is_headquarters(u) for u in together)
    if is_headquarters(unit) and staffs > 1:
        return False
    if len(together) - staffs > 3:
        return False
    sizes = [u.unit_size for u in together]
    corps = unit.side == Side.SOVIET and Size.CORPS in sizes
    return not corps or sum(size in (Size.CORPS, Size.DIVISION) for size in sizes) == 1


def gap(board: Board, h: int, other: int) -> int:
    """Hexes between two hexes."""
    a, b = board.state.hexes[h], board.state.hexes[other]
    return int(distance(a.row, a.x2, b.row, b.x2))


def step_burden(board: Board, unit: SimpleNamespace, here: int, there: int) -> Burden | None:
    """What a step of a retreat is reproached with; None if it is forbidden."""
    if there == board.off:
        return (1, 0, 0, 0)
    bits = dict(board.neighbours(here))[there]
    owner = board.owner(there)
    if board.is_water(there, bits) or owner == 1 - unit.side:  # 9.71, 10.16
        return None
    river = int(bool(bits & Hexside.MAJOR_RIVER))  # 9.78, 19.41
    if owner == unit.side:  # 8.25, 9.74
        return (0, river, 0, 1) if fits(board, unit, there) else None
    if there not in board.zones[1 - unit.side]:
        return (0, river, 0, 0)
    return (0, river, 1, 0) if unit.side == Side.AXIS else None  # 9.71, 19.6


def ways(
    board: Board, unit: SimpleNamespace, hexes: int, *, leaves: bool
) -> Iterator[tuple[Burden, Way]]:
    """All ways of a defender to a distance; those that leave the map end with the hex off it.

    Only units that are forced to leave it may (24.0); the battle says which those are.
    """

    def go(way: Way, burden: Burden) -> Iterator[tuple[Burden, Way]]:
        here = way[-1]
        if len(way) > hexes or here == board.off:
            yield burden, way
            return
        for there in {int(there) for there in board.state.neighbour[here]}:
            step = step_burden(board, unit, here, there)
            if step is None or (there == board.off and not leaves):
                continue
            if there == board.off or gap(board, there, unit.hex) == len(way):  # 9.73
                added = [a + b for a, b in zip(burden, step, strict=True)]
                yield from go((*way, there), (added[0], added[1], added[2], added[3]))

    yield from go((unit.hex,), (0, 0, 0, 0))


def best_ways(board: Board, unit: SimpleNamespace, hexes: int, *, leaves: bool) -> dict[Way, int]:
    """Ways that the rules prefer, and what their owner's standing order thinks of their ends."""
    found = list(ways(board, unit, hexes, leaves=leaves))
    least = min((burden for burden, _ in found), default=None)
    value = board.state.retreat_value[unit.side]
    return {way: int(value[way[-1]]) for burden, way in found if burden == least}
