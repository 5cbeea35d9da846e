"""The order of battle: from CSV files to the template of unit rows that every game copies.

Rule: drive_on_stalingrad 1.5, 2.4, 2.5, 2.7, 2.8, 2.9, 2.10, 2.11, 2.12, 2.13, 2.14, 2.15, 8.1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row, read_rows
from balance.games.boards import read_word
from balance.games.counters import Counters, apply_edits, edit_faults, note_names, whole_number
from balance.games.drive_on_stalingrad.state import UNIT
from balance.games.drive_on_stalingrad.untried import UntriedPools, load_untried_pools
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Kind,
    Mobility,
    Nation,
    Side,
    Status,
    Trait,
)

COLUMNS = (
    "unit", "nation", "kind", "mobility", "attack", "defense", "attack_reduced",
    "defense_reduced", "movement", "steps", "traits", "rating", "army", "arrival_turn", "set_up",
    "origin", "note",
)  # fmt: skip

#: Columns that rules go by, beside the rating of untried units.
_RULED = tuple(column for column in COLUMNS if column not in ("unit", "rating", "origin", "note"))

#: Nations as files name them. The Slovak division counts as German (1.5).
NATIONS = {nation.name.lower(): nation for nation in Nation} | {"slovak": Nation.GERMAN}

#: Mobility classes as files name them.
MOBILITIES = {mobility.name.lower(): mobility for mobility in Mobility}

_KINDS = {kind.name.lower(): kind for kind in Kind}

#: Armies as files name them: 2A, 4PA ... for the German side, numbers for Soviet front armies,
#: reserve_5 ... for Reserve Armies.
ARMIES = {
    army.name.removeprefix("AXIS_").removeprefix("SOVIET_").replace("RESERVE", "reserve"): army
    for army in Army
    if army != Army.NONE
}

#: What the set_up column may say: a word, or a word and a name after a colon.
_SET_UP_WORDS = ("free", "reserve")
_SET_UP_PREFIXES = ("area", "front", "hex", "arrive", "pool")


@dataclass(frozen=True)
class OrderOfBattle(Counters):
    """All units of a scenario; hidden factors are 0."""

    pools: UntriedPools


def load_order_of_battle(
    folder: Path,
    *,
    die_mean_x10: int,
    edits: Sequence[Mapping[str, object]] = (),
    last_turn: int = 99,
) -> OrderOfBattle:
    """Read axis.csv, soviet.csv and untried.csv.

    ``die_mean_x10`` is the mean of the die that rates a "?" factor (2.15), in tenths. ``edits`` are
    a variant's, see ``apply_edits``; none may have a unit arrive after ``last_turn``.

    Raises
    ------
    DataError
        With all faults of the files, each as file:line.
    UnknownName
        If an edit names no unit or no column.
    """
    rows = read_rows(folder / "axis.csv", COLUMNS) + read_rows(folder / "soviet.csv", COLUMNS)
    rows = apply_edits(rows, edits, COLUMNS)
    pools = load_untried_pools(folder / "untried.csv")
    faults = list(edit_faults(rows, edits, _ruled, last_turn))
    units = np.zeros(len(rows), UNIT)
    pool_of = np.full(len(rows), -1, np.int16)
    names = note_names(rows, faults)
    for u, row in enumerate(rows):
        pool_of[u] = _fill_unit(units[u], row, pools, die_mean_x10, faults)
    for p, pool in enumerate(pools.names):
        wanted = int(np.count_nonzero(pool_of == p))
        if wanted > pools.size(p):
            faults.append(
                pools.rows[p].fault(
                    f"pool {pool!r} holds {pools.size(p)} values for {wanted} untried units; "
                    "raise its counts [drive_on_stalingrad 2.14]"
                )
            )
    if faults:
        raise DataError(faults)
    return OrderOfBattle(
        names=names,
        units=units,
        set_up=tuple(row["set_up"] for row in rows),
        rows=tuple(rows),
        pools=replace(pools, pool_of=pool_of),
    )


def _ruled(row: Row) -> tuple[str, ...]:
    """Columns of a unit that rules go by: printed factors go by no rating.

    Rule: drive_on_stalingrad 2.14
    """
    untried = Trait.UNTRIED.name.lower() in row["traits"].split("|")
    return (*_RULED, "rating") if untried else _RULED


def _fill_unit(
    unit: np.void, row: Row, pools: UntriedPools, die_mean_x10: int, faults: list[str]
) -> int:
    """Fill one template row; returns the untried pool of the unit, -1 for none."""
    nation = read_word(row, "nation", NATIONS, faults)
    traits = 0
    listed = [name for name in row["traits"].split("|") if name]
    if len(set(listed)) < len(listed):
        faults.append(row.fault(f"traits is {row['traits']!r}; expected each trait once"))
    for name in dict.fromkeys(listed):
        if name.upper() in Trait.__members__:
            traits |= Trait[name.upper()]
        else:
            known = ", ".join(trait.name.lower() for trait in Trait)
            faults.append(row.fault(f"no trait {name!r}; expected some of {known}"))
    unit["side"] = Side.SOVIET if nation == Nation.SOVIET else Side.AXIS
    unit["nation"] = nation
    unit["kind"] = read_word(row, "kind", _KINDS, faults)
    unit["mobility"] = read_word(row, "mobility", MOBILITIES, faults)
    unit["traits"] = traits
    unit["movement"] = whole_number(row, "movement", faults, low=1, high=20)
    unit["full_steps"] = unit["steps"] = whole_number(row, "steps", faults, low=1, high=2)
    unit["army"] = read_word(row, "army", {"": Army.NONE, **ARMIES}, faults)
    unit["arrival_turn"] = whole_number(row, "arrival_turn", faults)
    unit["next"] = -1
    pool = _fill_factors(unit, row, traits, pools, die_mean_x10, faults)
    unit["status"] = _first_status(row, int(unit["arrival_turn"]), faults)
    return pool


def _fill_factors(
    unit: np.void,
    row: Row,
    traits: int,
    pools: UntriedPools,
    die_mean_x10: int,
    faults: list[str],
) -> int:
    """Printed factors, or their expected value where a die or a draw decides (2.14, 2.15)."""
    untried = bool(traits & Trait.UNTRIED)
    pool = -1
    if untried:
        if row["rating"] in pools.names:
            pool = pools.names.index(row["rating"])
        else:
            expected = ", ".join(pools.names)
            faults.append(
                row.fault(
                    f"rating {row['rating']!r} of an untried unit; expected a pool of untried.csv: "
                    f"{expected} [drive_on_stalingrad 2.14]"
                )
            )
    for factor, die in (("attack", Trait.DIE_ATTACK), ("defense", Trait.DIE_DEFENSE)):
        mark = "u" if untried else "?" if traits & die else ""
        if not mark:
            unit[factor] = whole_number(row, factor, faults)
        elif row[factor] != mark:
            faults.append(row.fault(f"{factor} is {row[factor]!r}; its traits ask for {mark!r}"))
        if pool >= 0:
            mean = pools.mean_x10(pool, factor)
        elif mark == "?":
            mean = die_mean_x10
        else:
            mean = 10 * int(unit[factor])
        unit[f"mean_{factor}_x10"] = mean
        reduced = whole_number(row, f"{factor}_reduced", faults)
        if (reduced > 0) != (int(unit["full_steps"]) == 2):
            faults.append(
                row.fault(
                    f"{factor}_reduced is {reduced} for a unit of {unit['full_steps']} steps; "
                    "two-step units have a reduced side, one-step units 0 "
                    "[drive_on_stalingrad 2.12]"
                )
            )
        unit[f"{factor}_reduced"] = reduced
    return pool


def _first_status(row: Row, arrival_turn: int, faults: list[str]) -> Status:
    """Where a unit is before its first move: to be set up, awaited, or held for 8.2 or 8.5."""
    text = row["set_up"]
    word, _, name = text.partition(":")
    if text not in _SET_UP_WORDS and (word not in _SET_UP_PREFIXES or not name):
        faults.append(
            row.fault(
                f"set_up is {text!r}; expected area:NAME, front:ARMY, hex:RRCC, reserve, free, "
                "arrive:north, arrive:taman or pool:south"
            )
        )
    if (text == "arrive:north") != (arrival_turn > 0):
        faults.append(
            row.fault(
                f"arrival_turn {arrival_turn} with set_up {text!r}; units that enter in the north "
                "have a turn, all others 0 [drive_on_stalingrad 8.1]"
            )
        )
    if word in ("arrive", "pool"):
        return Status.AWAITING if arrival_turn > 0 else Status.POOL
    return Status.ON_MAP
