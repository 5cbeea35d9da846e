"""A map while it is built: its hexes and sides as rows to come, and what they are made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from balance.errors import DataError
from balance.maps.chains import Chain
from balance.maps.grid import Corner, Grid, Side
from balance.maps.projection import Projection
from balance.maps.recipe import Geography, Recipe

WET = ("sea", "lake")


@dataclass
class Draft:
    """A map while it is built."""

    recipe: Recipe
    geography: Geography
    grid: Grid
    projection: Projection
    hexes: list[dict[str, Any]] = field(default_factory=list)
    sides: dict[Side, dict[str, Any]] = field(default_factory=dict)
    chains: dict[str, Chain] = field(default_factory=dict)
    #: Corners that each river of the geography passes, in one chain or several.
    banks: dict[str, set[Corner]] = field(default_factory=dict)
    #: Places of the geography by hex, for the banks.
    town_hex: dict[str, int] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def is_land(self, i: int) -> bool:
        """Whether units can stand in a hex at all."""
        return self.hexes[i]["terrain"] not in WET

    def mark_side(self, side: Side, feature: str, name: str, origin: str) -> None:
        """Add a feature to a hexside; the first name given stays."""
        entry = self.sides.setdefault(side, {"features": set(), "name": name, "origin": origin})
        entry["features"].add(feature)
        entry["name"] = entry["name"] or name

    def hex_index(self, name: str, where: str) -> int:
        """Index of a hex named in the data."""
        if name not in self.grid.index:
            raise DataError(f"{where}: no hex {name!r} on this map; use a number such as '0101'")
        return self.grid.index[name]
