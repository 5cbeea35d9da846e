"""Which places lie near an army and near each other: what a mission may have for an area."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from balance.kernel.fields import FAR
from balance.staff.desks_from_plans import Roster


def places_by_number(roster: Roster) -> dict[str, str]:
    """Places of a map by the numbers of their hexes."""
    placed = {index: name for name, index in roster.places.items()}
    return {n: placed[index] for n, index in roster.hex_index.items() if index in placed}


@dataclass(frozen=True)
class Areas:
    """Places in the order in which they are reached, by the movement points that it takes."""

    #: From each place: itself first.
    near: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: From where each army of the side stands at the start; armies that arrive later have none.
    from_army: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, roster: Roster, side: int, starts: NDArray[np.integer]) -> Areas:
        """Areas of a side whose units stand in these hexes at the start, -1 off the map; int[k]."""
        names = sorted(roster.places)
        hexes = [roster.places[name] for name in names]
        own = np.asarray(roster.side) == side
        on_map = own & (starts >= 0)

        def ranked(away: NDArray[np.float64]) -> tuple[str, ...]:
            return tuple(names[place] for place in np.argsort(away, kind="stable").tolist())

        march = int(np.bincount(roster.mobility[own]).argmax()) if own.any() else 0
        ways = _ways_to(roster, roster.sizes.classes * side + march, hexes)
        armies = np.asarray(roster.armies)
        from_army = {
            str(army): ranked(ways[:, starts[on_map & (armies == army)]].mean(axis=1))
            for army in sorted({*armies[on_map].tolist()} - {""})
        }
        near = {name: ranked(ways[:, h]) for name, h in zip(names, hexes, strict=True)}
        return cls(near, from_army)


def _ways_to(roster: Roster, costs: int, goals: list[int]) -> NDArray[np.float64]:
    """Movement points from each hex to each goal by one row of the costs: (goals, n + 1)."""
    size = len(roster.neighbour)
    cost = roster.cost[costs]
    here, side = np.nonzero((cost != roster.closed) & (roster.neighbour < size - 1))
    steps = (roster.neighbour[here, side], here)
    way_back = csr_array((cost[here, side].astype(float), steps), shape=(size, size))
    return np.minimum(dijkstra(way_back, indices=goals).reshape(len(goals), size), FAR)
