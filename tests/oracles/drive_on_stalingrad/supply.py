"""Supply by the letter of the book, slowly: sets, queues and hex names, none of the engine's code.

For each hex: the fewest hexes from it to a working source of a side, or None where no line of legal
length exists. Written from section 7 alone, as a twin to compare the compiled floods with.
"""

from __future__ import annotations

from collections import deque

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature, Hexside, Side, Terrain

LIMIT = 7


class SupplyOracle:
    """A state, read hex by hex."""

    def __init__(self, state: State, side: int) -> None:
        self.state = state
        self.side = side
        self.count = len(state.ground) - 1
        # Lists, for NumPy is slow at single numbers.
        self.features = state.hexes["features"].tolist()
        self.terrain = state.hexes["terrain"].tolist()
        self.ground = {field: state.ground[field].tolist() for field in state.ground.dtype.names}
        self.ways = [self.open_sides(h) for h in range(self.count)]

    def has(self, h: int, feature: int) -> bool:
        """Whether a hex has a feature."""
        return bool(self.features[h] & feature)

    def is_closed(self, h: int) -> bool:
        """7.12: enemy units, seas, lakes for the German side, intact fortifications."""
        terrain = self.terrain[h]
        if terrain == Terrain.SEA or self.ground["occupant"][h] == 1 - self.side:
            return True
        if self.side == Side.AXIS:
            return terrain == Terrain.LAKE or bool(self.ground["line_intact"][h])
        return False

    def open_sides(self, h: int) -> list[int]:
        """Hexes to which a line may go on from a hex, on whichever map."""
        found = []
        around = zip(self.state.neighbour[h].tolist(), self.state.hexside[h].tolist(), strict=True)
        for there, bits in around:
            if there >= self.count or self.is_closed(there):
                continue
            if bits & Hexside.BLOCKED:
                continue
            if self.side == Side.AXIS and bits & (Hexside.VOLGA | Hexside.WATER):
                continue
            coast = self.has(h, Feature.COAST) and self.has(there, Feature.COAST)
            if bits & Hexside.WATER and coast:
                continue
            found.append(there)
        return found

    def distances(self, start: int, allowed: set[int]) -> dict[int, int]:
        """Hexes within the limit of a start, which need not itself be open."""
        reached = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if reached[here] == LIMIT:
                continue
            for there in self.ways[here]:
                if there in allowed and there not in reached:
                    reached[there] = reached[here] + 1
                    queue.append(there)
        return reached

    def controls(self, h: int) -> bool:
        """Whether the side controls a hex."""
        return bool(self.ground["control"][h] == self.side)

    def sheet(self, *, south: bool) -> set[int]:
        """Hexes of one map; Astrakhan belongs to both for the Soviets."""
        hexes = set()
        for h in range(self.count):
            both = self.side == Side.SOVIET and self.has(h, Feature.ASTRAKHAN)
            if self.has(h, Feature.SOUTH_MAP) == south or both:
                hexes.add(h)
        return hexes

    def network(self, allowed: set[int]) -> set[int]:
        """Intermediate sources in the side's hands."""
        field = "network_axis" if self.side == Side.AXIS else "network_soviet"
        return {h for h in allowed if self.ground[field][h] and self.controls(h)}

    def linked(self, roots: set[int], allowed: set[int], extra: dict[int, int]) -> set[int]:
        """Sources that link, town by town, to a root; extra holds the distance left by a detour."""
        working = set(roots)
        waiting = {h: self.distances(h, allowed) for h in self.network(allowed) - working}
        grown = True
        while grown:
            grown = False
            for town, near in sorted(waiting.items()):
                by_detour = any(near.get(h, 99) + d <= LIMIT for h, d in extra.items())
                if by_detour or any(source in near for source in working):
                    working.add(town)
                    del waiting[town]
                    grown = True
        return working

    def field(self, *, south: bool) -> list[int | None]:
        """Distance to the nearest working source from each hex, for units of one map."""
        if self.side == Side.AXIS and south:
            return self._german_south()
        allowed = self.sheet(south=south)
        if self.side == Side.AXIS:
            kinds = int(Feature.AXIS_ULTIMATE)
        else:
            own = Feature.SOVIET_SOUTH_ULTIMATE if south else Feature.SOVIET_NORTH_ULTIMATE
            kinds = own | Feature.ASTRAKHAN
        roots = {h for h in allowed if self.has(h, kinds) and self.controls(h)}
        return self._to_nearest(self.linked(roots, allowed, {}), allowed, {})

    def _german_south(self) -> list[int | None]:
        """7.4, 7.13: through Rostov and on through the north, or to Taman while it is active."""
        north = self.field(south=False)
        everywhere = set(range(self.count))
        extra = {}
        roots = set()
        for h in range(self.count):
            beyond = north[h]
            if self.has(h, Feature.ROSTOV) and beyond is not None:
                extra[h] = beyond
            if self.has(h, Feature.TAMAN) and self.controls(h) and self.state.game.taman_active:
                roots.add(h)
        working = self.linked(roots, everywhere, extra)
        return self._to_nearest(working, everywhere, extra)

    def _to_nearest(
        self, working: set[int], allowed: set[int], extra: dict[int, int]
    ) -> list[int | None]:
        best = dict.fromkeys(range(self.count), LIMIT + 1)
        for start, beyond in [*((source, 0) for source in working), *extra.items()]:
            for h, distance in self.distances(start, allowed).items():
                best[h] = min(best[h], distance + beyond)
        return [best[h] if best[h] <= LIMIT else None for h in range(self.count)]
