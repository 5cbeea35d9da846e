"""Supply, communications and modes by the words of sections 11, 12, 20 and 21."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from types import SimpleNamespace

from balance.games.army_group_south.vocabulary import Feature, Hexside, Mode, Side, Terrain
from tests.oracles.army_group_south.board import Board, is_headquarters

GERMAN_LIMIT = 8  # 20.2
ANY_LENGTH = 10**6


class Supply:
    """What every unit of a position could say of its supply."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def lines(self, side: int, ends: set[int], limit: int, *, of_supply: bool) -> dict[int, int]:
        """Lengths of the lines of a side that lead to one of the ends, by the hex they start in.

        12.11: a line of supply may lead into swamp, but not through it.
        """
        found = dict.fromkeys(ends, 0)
        queue = deque(ends)
        while queue:
            here = queue.popleft()
            through_swamp = of_supply and self.board.terrain(here) == Terrain.SWAMP
            if found[here] == limit or (through_swamp and here not in ends):
                continue
            for there, bits in self.board.neighbours(here):
                if there in found or self.board.is_water(there, bits):
                    continue
                if not self.board.bars_line(side, there):
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    @cached_property
    def railroads(self) -> set[int]:
        """20.2: railroad hexes connected with an edge of the map."""
        board = self.board
        exits = [h for h in range(board.off) if board.has(h, Feature.RAIL_EXIT)]
        found = {h for h in exits if not board.bars_line(Side.AXIS, h)}
        queue = deque(found)
        while queue:
            for there, bits in board.neighbours(queue.popleft()):
                if bits & Hexside.RAIL and there not in found:
                    if not board.bars_line(Side.AXIS, there):
                        found.add(there)
                        queue.append(there)
        return found

    @cached_property
    def german(self) -> dict[int, int]:
        """20.2: hexes no farther than eight from such a railroad hex."""
        return self.lines(Side.AXIS, self.railroads, GERMAN_LIMIT, of_supply=True)

    @cached_property
    def from_the_edge(self) -> dict[int, int]:
        """20.1: hexes with a line of any length to the eastern edge."""
        board = self.board
        edge = {h for h in range(board.off) if board.has(h, Feature.SOVIET_EDGE)}
        edge = {h for h in edge if not board.bars_line(Side.SOVIET, h)}
        return self.lines(Side.SOVIET, edge, ANY_LENGTH, of_supply=True)

    @cached_property
    def headquarters(self) -> list[SimpleNamespace]:
        """All headquarters on the map."""
        return [u for stack in self.board.stacks.values() for u in stack if is_headquarters(u)]

    @cached_property
    def supplied_by_headquarters(self) -> set[int]:
        """6.32, 12.14, 20.1: hexes in the radius of a supplied, undisrupted headquarters."""
        found: set[int] = set()
        for staff in self.headquarters:
            if self.is_supplied(staff) and not staff.disrupted:
                ends, limit = {staff.hex}, staff.leadership
                found |= self.lines(Side.SOVIET, ends, limit, of_supply=True).keys()
        return found

    def commanded_by(self, mode: Mode) -> set[int]:
        """11.31: hexes in the radius of a headquarters of a mode."""
        found: set[int] = set()
        for staff in self.headquarters:
            if staff.mode == mode:
                ends, limit = {staff.hex}, staff.leadership
                found |= self.lines(Side.SOVIET, ends, limit, of_supply=False).keys()
        return found

    @cached_property
    def commanded(self) -> dict[Mode, set[int]]:
        """Hexes in communication with headquarters of each mode."""
        return {mode: self.commanded_by(mode) for mode in (Mode.OFFENSIVE, Mode.DEFENSIVE)}

    def is_supplied(self, unit: SimpleNamespace) -> bool:
        """12.1, 15.0: whether a unit is in supply."""
        game = self.board.state.game
        if unit.entered_turn == game.game_turn and unit.side == game.side:
            return True
        if unit.side == Side.AXIS:
            return unit.hex in self.german
        if is_headquarters(unit):
            return unit.hex in self.from_the_edge
        return unit.hex in self.supplied_by_headquarters

    def is_in_communication(self, unit: SimpleNamespace) -> bool:
        """9.15, 11.33: whether a Soviet combat unit may attack."""
        return any(unit.hex in reached for reached in self.commanded.values())

    def mode(self, unit: SimpleNamespace) -> int:
        """21.0, 21.2: mode of a Soviet unit; with headquarters of both, the owner's choice."""
        if is_headquarters(unit):
            return int(unit.mode)
        if not self.is_supplied(unit):
            return Mode.DEFENSIVE
        modes = [mode for mode, reached in self.commanded.items() if unit.hex in reached]
        if len(modes) == 2:
            return int(unit.mode_wish)
        return modes[0] if modes else Mode.OFFENSIVE  # 15.0: arrivals without a line
