"""Which places lie near an army and near each other: what a mission may have for an area."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

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
        each = [roster.travel(side, march, [h]) for h in hexes]
        ways = np.reshape(np.array(each, float), (len(hexes), len(roster.neighbour)))
        armies = np.asarray(roster.armies)
        from_army = {
            str(army): ranked(ways[:, starts[on_map & (armies == army)]].mean(axis=1))
            for army in sorted({*armies[on_map].tolist()} - {""})
        }
        near = {name: ranked(ways[:, h]) for name, h in zip(names, hexes, strict=True)}
        return cls(near, from_army)
