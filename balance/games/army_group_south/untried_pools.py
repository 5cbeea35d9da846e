"""Untried Soviet units: who starts where, and who arrives when, drawn for each game (13.1, 18.1).

A pool has a slot for each of its counters: the marked hexes first, then the arrivals of the chart,
then places in the box. A game deals the counters onto the slots by its seed alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row, read_rows
from balance.rulebook.ruleset import Ruleset

COLUMNS = ("hex", "pool", "origin", "note")

#: Row of the chart of arrivals that sums up those of all pools.
_ALL_POOLS = "all"


@dataclass(frozen=True)
class UntriedPools:
    """What the counters of all pools are dealt onto, slot by slot."""

    names: tuple[str, ...]
    first: np.ndarray  # int16[n_pools + 1], slots of pool p are first[p] : first[p + 1]
    hexes: tuple[str, ...]  # by slot, "" for one that isn't on the map at the start
    arrivals: np.ndarray  # int16[n_slots], game turn of arrival, 0 for none
    pool_of: np.ndarray  # int16[n_units], -1 for units of no pool
    rows: tuple[Row, ...]  # where the marked hexes stand in the file


def load_untried_pools(path: Path, units: Sequence[Row], ruleset: Ruleset) -> UntriedPools:
    """Read the marked hexes and the arrival chart, and count the counters of each pool.

    Rule: army_group_south 18.1, 18.11, 18.12, 23.11

    Parameters
    ----------
    units
        Rows of the order of battle; those with a ``pool`` are untried.

    Raises
    ------
    DataError
        If a pool is asked for more units than it has, or there are too few marked hexes.
    """
    rows = read_rows(path, COLUMNS)
    names = tuple(dict.fromkeys(row.cells["pool"] for row in units if row.cells.get("pool")))
    faults = [
        row.fault(f"no unit is of pool {row['pool']!r}; expected one of {', '.join(names)}")
        for row in rows
        if row["pool"] not in names
    ]
    faults += [row.fault("hex is empty; expected one of the map") for row in rows if not row["hex"]]
    faults += _unknown_pools(names, units, rows, ruleset)
    wanted = ruleset.integer("untried.on_map")
    if wanted > len(rows):
        held = f"{path.name} has {len(rows)} hexes"
        faults.append(
            f"parameter untried.on_map is {wanted}, but {held}; add rows, or ask for less"
        )
    if faults:
        raise DataError(faults)
    rows = rows[:wanted]
    hexes: list[str] = []
    arrivals: list[int] = []
    sizes = [0]
    for name in names:
        marked = [row["hex"] for row in rows if row["pool"] == name]
        turns = _arrivals(ruleset, name)
        size = sum(row.cells.get("pool") == name for row in units)
        spare = size - len(marked) - len(turns)
        if spare < 0:
            chart = ruleset.chart("soviet_reinforcements")
            (row,) = [row for row in chart.rows if row["untried_pool"] == name]
            raise DataError(
                row.fault(
                    f"pool {name!r} has {size} counters for {len(marked)} marked hexes and "
                    f"{len(turns)} arrivals; take hexes of {path.name} or arrivals away "
                    "[army_group_south 18.12]"
                )
            )
        hexes += marked + [""] * (size - len(marked))
        arrivals += [0] * len(marked) + turns + [0] * spare
        sizes.append(size)
    return UntriedPools(
        names=names,
        first=np.cumsum(sizes).astype(np.int16),
        hexes=tuple(hexes),
        arrivals=np.array(arrivals, np.int16),
        pool_of=np.array([_pool_of(row, names) for row in units], np.int16),
        rows=tuple(rows),
    )


def _unknown_pools(
    names: Sequence[str], units: Sequence[Row], hexes: Sequence[Row], ruleset: Ruleset
) -> Iterator[str]:
    """Pools that arrive but have no units, or have units that never come into play.

    Rule: army_group_south 18.11, 23.11
    """
    chart = ruleset.chart("soviet_reinforcements")
    arriving = [row for row in chart.rows if row["untried_pool"] != _ALL_POOLS]
    for row in arriving:
        if row["untried_pool"] not in names:
            yield row.fault(f"no unit is of pool {row['untried_pool']!r}")
    used = {row["untried_pool"] for row in arriving} | {row["pool"] for row in hexes}
    for row in units:
        pool = row.cells.get("pool")
        if pool and pool not in used:
            yield row.fault(f"pool is {pool!r}; expected one of {', '.join(sorted(used))}")


def _pool_of(row: Row, names: tuple[str, ...]) -> int:
    pool = row.cells.get("pool")
    return names.index(pool) if pool else -1


def _arrivals(ruleset: Ruleset, pool: str) -> list[int]:
    """Game turns in which units of a pool arrive, one entry a unit.

    Rule: army_group_south 23.11
    """
    chart = ruleset.chart("soviet_reinforcements")
    turns: list[int] = []
    for name in chart.row_names:
        row = chart.row(name)
        if row["untried_pool"] != pool:
            continue
        for column in chart.columns:
            if column.startswith("turn_"):
                turns += [int(column.removeprefix("turn_"))] * int(row[column])
    return turns
