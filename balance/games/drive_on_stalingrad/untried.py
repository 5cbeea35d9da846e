"""Hidden values of untried Soviet units, drawn for each game.

Rule: drive_on_stalingrad 2.14

Every pool (rifle, guards, tank corps, cavalry) is a multiset of printed values. A game shuffles
each pool by its seed alone and hands the values out in the order of the units, so that a rule
variant leaves the draw of a seed as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row, read_rows
from balance.games.counters import whole_number
from balance.games.drive_on_stalingrad.vocabulary import Phase, Purpose
from balance.games.pools import draw_slots
from balance.kernel.compiled import entry

COLUMNS = ("pool", "attack", "defense", "count", "origin", "note")
#: Slot of a unit that draws none.
NO_SLOT = -1


@dataclass(frozen=True)
class UntriedPools:
    """The values of all pools, one slot a value, and which unit draws from which pool."""

    names: tuple[str, ...]
    first: np.ndarray  # int16[n_pools + 1], slots of pool p are first[p] : first[p + 1]
    attack: np.ndarray  # int16[n_slots]
    defense: np.ndarray  # int16[n_slots]
    rows: tuple[Row, ...]  # first row of each pool in the file
    pool_of: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int16))  # int16[n_units]

    def size(self, pool: int) -> int:
        """Number of values in a pool."""
        return int(self.first[pool + 1] - self.first[pool])

    def mean_x10(self, pool: int, factor: str) -> int:
        """Expected attack or defense of an untried unit of a pool, in tenths."""
        values = self.attack if factor == "attack" else self.defense
        members = values[self.first[pool] : self.first[pool + 1]]
        return round(10 * float(members.mean())) if len(members) else 0


def load_untried_pools(path: Path) -> UntriedPools:
    """Read untried.csv: rows of pool, attack, defense, count.

    Raises
    ------
    DataError
        With all faults as file:line.
    """
    faults: list[str] = []
    slots: dict[str, list[tuple[int, int]]] = {}
    first_rows: dict[str, Row] = {}
    for row in read_rows(path, COLUMNS):
        value = (whole_number(row, "attack", faults), whole_number(row, "defense", faults))
        count = whole_number(row, "count", faults, high=999)
        slots.setdefault(row["pool"], []).extend([value] * count)
        first_rows.setdefault(row["pool"], row)
    if faults:
        raise DataError(faults)
    sizes = [len(values) for values in slots.values()]
    flat = [value for values in slots.values() for value in values]
    return UntriedPools(
        names=tuple(slots),
        first=np.cumsum([0, *sizes]).astype(np.int16),
        attack=np.array([attack for attack, _ in flat], np.int16),
        defense=np.array([defense for _, defense in flat], np.int16),
        rows=tuple(first_rows.values()),
    )


@entry
def draw_untried_values(
    units: np.ndarray,
    seed: int,
    first: np.ndarray,
    attack: np.ndarray,
    defense: np.ndarray,
    pool_of: np.ndarray,
) -> None:
    """Give every untried unit its hidden factors for the game with this seed.

    Rule: drive_on_stalingrad 2.14

    units : UNIT[n_units], attack and defense of untried units are written
    first : int16[n_pools + 1]; attack, defense : int16[n_slots]; pool_of : int16[n_units]
    """
    drawn = np.full(len(pool_of), NO_SLOT)
    draw_slots(seed, Phase.SET_UP, Purpose.UNTRIED_DRAW, first, pool_of, drawn)
    for u in range(len(pool_of)):
        if drawn[u] != NO_SLOT:
            units[u].attack = attack[drawn[u]]
            units[u].defense = defense[drawn[u]]
