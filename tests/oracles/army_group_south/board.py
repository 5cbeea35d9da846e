"""The position of a game, read off into dictionaries and sets; nothing here asks the referee."""

from __future__ import annotations

from types import SimpleNamespace

from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Feature, Hexside, Side, Size, Status, Terrain


class Board:
    """Counters by their numbers, stacks by hex, and the hexes that each side controls."""

    def __init__(self, state: State, absent: frozenset[int] = frozenset()) -> None:
        """Read a position, as if some units were not there."""
        self.state = state
        self.off = len(state.ground) - 1
        names = state.units.dtype.names
        self.units = {
            u: SimpleNamespace(number=u, **dict(zip(names, row, strict=True)))
            for u, row in enumerate(state.units.tolist())
            if u not in absent
        }
        self.stacks: dict[int, list[SimpleNamespace]] = {}
        for unit in self.units.values():
            if unit.status == Status.ON_MAP:
                self.stacks.setdefault(unit.hex, []).append(unit)
        self.zones = [self._controlled(side) for side in Side]
        self.thaw = int(state.game.game_turn) >= 8  # 19.7

    def neighbours(self, h: int) -> list[tuple[int, int]]:
        """Hexes of the map around a hex, each with the features of the side between."""
        around = [
            (int(self.state.neighbour[h, d]), int(self.state.hexside[h, d])) for d in range(6)
        ]
        return [(there, bits) for there, bits in around if there != self.off]

    def owner(self, h: int) -> int | None:
        """The side whose units stand in a hex."""
        return self.stacks[h][0].side if h in self.stacks else None

    def terrain(self, h: int) -> int:
        """Natural terrain of a hex."""
        return int(self.state.hexes["terrain"][h])

    def has(self, h: int, feature: Feature) -> bool:
        """Whether a hex has a feature."""
        return bool(int(self.state.hexes["features"][h]) & feature)

    def is_west_of(self, h: int, other: int) -> bool:
        """Whether a hex lies to the west, north-west or south-west of its neighbour."""
        return bool(self.state.hexes["x2"][h] > self.state.hexes["x2"][other])

    def is_water(self, h: int, bits: int) -> bool:
        """10.16: whether a hex, or the side it is entered by, is all water."""
        return bool(bits & Hexside.SEA) or self.terrain(h) == Terrain.SEA

    def bars_line(self, side: int, h: int) -> bool:
        """8.25, 12.1, 11.31: enemies in the hex, or their zone with no friend in it."""
        owner = self.owner(h)
        return owner == 1 - side or (owner is None and h in self.zones[1 - side])

    def _controlled(self, side: int) -> set[int]:
        """8.1: zones of all units, not across major rivers or water."""
        return {
            there
            for h, stack in self.stacks.items()
            if stack[0].side == side
            for there, bits in self.neighbours(h)
            if not bits & Hexside.MAJOR_RIVER and not self.is_water(there, bits)
        }


def is_headquarters(unit: SimpleNamespace) -> bool:
    """Whether a counter is a headquarters."""
    return bool(unit.unit_size == Size.HEADQUARTERS)
