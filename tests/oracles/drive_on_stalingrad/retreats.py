"""Where defenders retreat, by the words of 6.0, 9.22, 11.23 and 11.33 to 11.35."""

from __future__ import annotations

from types import SimpleNamespace

from balance.games.drive_on_stalingrad.vocabulary import Side, Trait
from tests.oracles.drive_on_stalingrad.board import Board

FAR = 10**6


def is_open(board: Board, unit: SimpleNamespace, there: int, bits: int) -> bool:
    """11.23, 11.33, 11.34: whether a hex is open to a retreating unit, stacking apart."""
    if board.price(unit, there, bits) is None or board.owner(there) == 1 - unit.side:
        return False
    fort = board.state.ground["line_intact"][there] and there not in board.stacks
    return not (unit.side == Side.AXIS and fort)


def fits(board: Board, units: list[SimpleNamespace], there: int) -> bool:
    """6.1 to 6.4, 11.34: whether units may retreat into a hex together.

    Those that are stacked already may come into supply so (6.3f): each is asked for by itself
    whether it may stand with the others there.
    """
    return board.has_room(units, there) and all(board.fits([u], there) for u in units)


def nearer(board: Board, side: int, h: int) -> set[int]:
    """11.33: neighbours of a hex that lie closer to the source nearest to units in it."""
    sources = board.sources(side, h)

    def away(at: int) -> int:
        return min((board.gap(at, source) for source in sources), default=FAR)

    return {there for there, _ in board.neighbours(h) if away(there) < away(h)}


def best_hexes(board: Board, units: list[SimpleNamespace]) -> set[int]:
    """Hexes that the whole stack may choose among; empty if it can't go anywhere together."""
    h, side = units[0].hex, units[0].side
    common = {
        there
        for there, bits in board.neighbours(h)
        if all(is_open(board, u, there, bits) for u in units) and fits(board, units, there)
    }
    preferred = common & nearer(board, side, h) or common
    value = board.state.retreat_value[side]
    most = max((int(value[there]) for there in preferred), default=0)
    return {there for there in preferred if value[there] == most}


def may_split(board: Board, units: list[SimpleNamespace]) -> bool:
    """11.34: only stacking may part a stack, so some hex must be open to all of it."""
    around = board.neighbours(units[0].hex)
    return any(all(is_open(board, u, there, bits) for u in units) for there, bits in around)


def is_lawful_split(board: Board, units: list[SimpleNamespace], places: dict[int, int]) -> bool:
    """Whether units may go to these hexes, each by itself: open ones that hold them all."""
    sides = dict(board.neighbours(units[0].hex))
    for there in set(places.values()):
        party = [u for u in units if places[u.number] == there]
        if there not in sides or not fits(board, party, there):
            return False
        if not all(is_open(board, u, there, sides[there]) for u in party):
            return False
    return True


def kind_of(unit: SimpleNamespace) -> tuple[int, int, int]:
    """What retreats and stacking ask of a unit; units of a kind may change places."""
    return unit.nation, unit.mobility, unit.traits & (Trait.ARTILLERY | Trait.PANZER_DIVISION)


def can_split(board: Board, units: list[SimpleNamespace]) -> bool:
    """Whether there is room for all units of a stack, taken apart."""
    around = board.neighbours(units[0].hex)
    units = sorted(units, key=kind_of)

    def place(i: int, least: int, parties: list[list[SimpleNamespace]]) -> bool:
        """Find places for the units from number i on; those of a kind go around in one sense."""
        if i == len(units):
            return True
        unit = units[i]
        if i == 0 or kind_of(unit) != kind_of(units[i - 1]):
            least = 0
        for d in range(least, len(around)):
            there, bits = around[d]
            party = [*parties[d], unit]
            if is_open(board, unit, there, bits) and fits(board, party, there):
                if place(i + 1, d, [*parties[:d], party, *parties[d + 1 :]]):
                    return True
        return False

    return may_split(board, units) and place(0, 0, [[] for _ in around])
