"""The position of a game, read off into dictionaries; nothing here asks the referee."""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import (
    Feature,
    Hexside,
    Mobility,
    Nation,
    Side,
    Status,
    SupplyState,
    Terrain,
    Trait,
)
from balance.kernel.hexes import distance
from tests.oracles.drive_on_stalingrad.supply import SupplyOracle

#: 6.1, 6.4: units in a hex, and Soviet artillery beside them.
MOST_UNITS, MOST_GUNS = 8, 3
#: ``units.retreated`` of a unit that retreated into a hex with others (11.35).
GUEST = 1
#: 9.10 to 9.15: points by mechanized, other and mountain units; None = closed.
PRICES: dict[Terrain, tuple[int | None, int, int]] = {
    Terrain.CLEAR: (1, 1, 1),
    Terrain.FOREST: (2, 1, 1),
    Terrain.HILLS: (4, 2, 1),
    Terrain.MOUNTAIN: (None, 4, 2),
    Terrain.MARSH: (None, 2, 2),
    Terrain.DESERT: (1, 1, 1),
}
#: 9.16: extra points over a river, mechanized or not.
MECHANIZED_OVER_RIVER, OTHERS_OVER_RIVER = 2, 1


class Board:
    """Counters by their numbers, stacks by hex, and supply as the book has it."""

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
        self._fields: dict[tuple[int, bool], list[int | None]] = {}

    def around(self, h: int) -> list[tuple[int, int]]:
        """The six hexes around a hex, by direction, each with the features of the side between."""
        return [(int(self.state.neighbour[h, d]), int(self.state.hexside[h, d])) for d in range(6)]

    def neighbours(self, h: int) -> list[tuple[int, int]]:
        """Those of them that are on the map."""
        return [(there, bits) for there, bits in self.around(h) if there != self.off]

    def owner(self, h: int) -> int | None:
        """The side whose units stand in a hex."""
        return self.stacks[h][0].side if h in self.stacks else None

    def terrain(self, h: int) -> Terrain:
        """Natural terrain of a hex."""
        return Terrain(int(self.state.hexes["terrain"][h]))

    def has(self, h: int, feature: Feature) -> bool:
        """Whether a hex has a feature."""
        return bool(int(self.state.hexes["features"][h]) & feature)

    def gap(self, h: int, other: int) -> int:
        """Hexes between two hexes."""
        a, b = self.state.hexes[h], self.state.hexes[other]
        return int(distance(a.row, a.x2, b.row, b.x2))

    @cached_property
    def is_flooded(self) -> bool:
        """9.32: whether the Manych is in flood."""
        turn = int(self.state.game.flood_turn)
        return turn != 0 and turn == self.state.game.game_turn

    def price(self, unit: SimpleNamespace, there: int, bits: int) -> int | None:
        """9.8 to 9.21: points to enter a hex by a side, None if that is prohibited."""
        if bits & (Hexside.BLOCKED | Hexside.WATER) or self.terrain(there) not in PRICES:
            return None
        if bits & Hexside.MANYCH and self.is_flooded:
            return None
        if bits & Hexside.VOLGA and unit.side == Side.AXIS:
            return None
        cost = PRICES[self.terrain(there)][unit.mobility]
        if cost is None or not bits & Hexside.RIVER or bits & Hexside.VOLGA:
            return cost
        mechanized = unit.mobility == Mobility.MECH
        return cost + (MECHANIZED_OVER_RIVER if mechanized else OTHERS_OVER_RIVER)

    # --- supply

    @cached_property
    def _oracles(self) -> list[SupplyOracle]:
        """The supply of each side."""
        return [SupplyOracle(self.state, side) for side in Side]

    def field(self, side: int, *, south: bool) -> list[int | None]:
        """Hexes to the nearest working source, for units of one map."""
        if (side, south) not in self._fields:
            self._fields[side, south] = self._oracles[side].field(south=south)
        return self._fields[side, south]

    def supply(self, side: int, h: int) -> SupplyState:
        """7.2, 7.7, 7.9: supply of the units of a side in a hex."""
        if self.field(side, south=self.has(h, Feature.SOUTH_MAP))[h] is not None:
            return SupplyState.REGULAR
        if side == Side.SOVIET:
            safe = self.has(h, Feature.EAST_OF_VOLGA) and not self.has(h, Feature.SOUTH_MAP)
            return SupplyState.REGULAR if safe else SupplyState.OUT
        marker = int(self.state.game.aerial_hex)
        if marker != self.off and self.gap(h, marker) <= 1:
            return SupplyState.AERIAL
        return SupplyState.COASTAL if self.has(h, Feature.COAST) else SupplyState.OUT

    def sources(self, side: int, h: int) -> list[int]:
        """7.4, 7.13: working sources that units of a side may use where they stand."""
        field = self.field(side, south=self.has(h, Feature.SOUTH_MAP))
        return [source for source in range(self.off) if field[source] == 0]

    # --- stacking

    def may_share(self, h: int, units: list[SimpleNamespace], joining: int) -> bool:
        """6.3: whether units of the German side may stand together, the last ones joining."""
        hosts = len(units) - joining
        bound = [u for i, u in enumerate(units) if i >= hosts or u.mixed_grace == 0]
        satellites = {u.nation for u in bound} - {Nation.GERMAN}
        if len({u.nation for u in bound}) <= 1:
            return True
        germans = [u for u in bound if u.nation == Nation.GERMAN]
        others = [u for u in bound if u.nation != Nation.GERMAN]
        armored = all(u.traits & Trait.PANZER_DIVISION for u in others)
        if len(satellites) == 1 and armored and all(u.mobility == Mobility.MECH for u in germans):
            return True
        return self.supply(Side.AXIS, h) in (SupplyState.OUT, SupplyState.AERIAL)

    def has_room(self, joining: list[SimpleNamespace], h: int) -> bool:
        """6.1, 6.4: whether a hex holds so many units more, whatever their nationalities."""
        together = [*self.stacks.get(h, ()), *joining]
        guns = sum(bool(u.traits & Trait.ARTILLERY) for u in together)
        return guns <= MOST_GUNS and len(together) - guns <= MOST_UNITS

    def fits(self, joining: list[SimpleNamespace], h: int) -> bool:
        """6.1 to 6.4: whether units may join those in a hex."""
        if not self.has_room(joining, h):
            return False
        together = [*self.stacks.get(h, ()), *joining]
        return joining[0].side == Side.SOVIET or self.may_share(h, together, len(joining))
