"""The order of battle: from CSV files to the template of unit rows that every game copies.

Rule: army_group_south 3.2, 3.21, 3.22, 9.6, 9.61, 9.62, 9.63, 9.64, 11.1, 13.1, 18.1, 18.2
Rule: army_group_south 18.21, 18.22, 19.5, 19.51, 19.53, 21.3, 23.1, 23.2, CS-a, CS-b
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from balance.errors import DataError
from balance.files.charts import Row, read_rows
from balance.games.army_group_south.map import AREAS
from balance.games.army_group_south.state import MAX_STEPS, UNIT
from balance.games.army_group_south.untried_pools import UntriedPools, load_untried_pools
from balance.games.army_group_south.vocabulary import Kind, Mobility, Side, Size, Status
from balance.games.boards import read_word
from balance.games.counters import Counters, apply_edits, edit_faults, note_names, whole_number
from balance.rulebook.ruleset import Ruleset

#: Columns that the referee reads in both files.
COLUMNS = (
    "unit", "designation", "parent", "size", "unit_class", "mechanized", "attack", "defense",
    "movement", "steps", "step_2", "step_3", "step_4", "hex", "arrival_turn", "entry_area", "note",
)  # fmt: skip

_SIZES = {
    "II": Size.BATTALION,
    "III": Size.REGIMENT,
    "X": Size.BRIGADE,
    "XX": Size.DIVISION,
    "XXX": Size.CORPS,
    "HQ": Size.HEADQUARTERS,
}
#: Kinds of German units by their classes.
GERMAN_KINDS = {
    "infantry_battalion": Kind.GERMAN_INFANTRY,
    "infantry_division": Kind.GERMAN_INFANTRY,
    "infantry_regiment": Kind.GERMAN_INFANTRY,
    "panzer_battalion": Kind.GERMAN_MECHANIZED,
    "panzer_division_remnant": Kind.GERMAN_MECHANIZED,
    "panzer_regiment": Kind.GERMAN_MECHANIZED,
    "panzergrenadier_regiment": Kind.GERMAN_MECHANIZED,
}
_SOVIET_KINDS = {
    kind.name.lower(): kind for kind in Kind if Kind.RIFLE_DIVISION <= kind < Kind.HEADQUARTERS
} | {"tank_or_mechanized_corps": Kind.TANK_CORPS, "hq": Kind.HEADQUARTERS}
#: A headquarters moves as infantry does (11.21); that it moves twice is no matter of its class.
_MOBILITIES = {
    "yes": Mobility.MECH,
    "no": Mobility.INFANTRY,
    "mech_phase_only": Mobility.INFANTRY,
}
#: Modes of a headquarters -> whether it never leaves the offensive.
_MODES = {"offensive|defensive": 0, "offensive": 1}
_FACTORS = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")


@dataclass(frozen=True)
class OrderOfBattle(Counters):
    """All units of the scenario; ``set_up`` is "" for arrivals and untried units."""

    strengths: np.ndarray  # int16[n_units, MAX_STEPS + 1, 2], see State
    pools: UntriedPools


def load_order_of_battle(folder: Path, ruleset: Ruleset) -> OrderOfBattle:
    """Read german.csv, soviet.csv and untried_hexes.csv under a ruleset.

    Rule: army_group_south 18.1, 18.11, 18.12, 18.2, 18.21, 18.22, 23.11

    Counters that show a weaker step of another one are no units of their own.

    Raises
    ------
    DataError
        With all faults of the files, each as file:line.
    """
    printed = read_rows(folder / "german.csv", COLUMNS)
    faults = list(_unknown_replaced(printed))
    german = [row for row in printed if not row["replaces"]]
    rows = german + read_rows(folder / "soviet.csv", COLUMNS)
    columns = {column for row in rows for column in row.cells}
    rows = apply_edits(rows, ruleset.unit_edits, columns)
    last_turn = ruleset.integer("sequence.game_turns")
    faults += edit_faults(rows, ruleset.unit_edits, _ruled, last_turn)
    names = note_names(rows, faults)
    units = np.zeros(len(rows), UNIT)
    strengths = np.zeros((len(rows), MAX_STEPS + 1, 2), np.int16)
    divisions: dict[str, int] = {}
    for u, row in enumerate(rows):
        _fill_unit(units[u], strengths[u], row, faults)
        if row.path.stem == "german":
            _fill_german(units[u], row, ruleset, divisions, faults)
        else:
            _fill_soviet(units[u], row, ruleset, faults)
    if faults:
        raise DataError(faults)
    pools = load_untried_pools(folder / "untried_hexes.csv", rows, ruleset)
    _fill_means(units, strengths, pools)
    return OrderOfBattle(
        names=names,
        units=units,
        strengths=strengths,
        set_up=tuple(row["hex"] for row in rows),
        rows=tuple(rows),
        pools=pools,
    )


def _ruled(row: Row) -> tuple[str, ...]:
    """Columns of a unit that rules go by.

    Rule: army_group_south 9.9, 11.1, 16.0, 18.11, 23.2
    """
    soviet = "pool" in row.cells
    columns = ["size", "unit_class", "mechanized", "movement"]
    if row["size"] == "HQ":
        columns += ["leadership", "modes"]
    else:
        columns += ["attack", "defense", *(c for c in COLUMNS if c.startswith("step"))]
    columns += ["pool"] if soviet else ["parent"] if row["mechanized"] == "yes" else []
    if not row.cells.get("pool"):  # else the draw says when and where
        columns += ["hex", "arrival_turn", *(() if soviet else ("entry_area",))]
    return tuple(columns)


def _unknown_replaced(rows: Sequence[Row]) -> Iterator[str]:
    """Counters of a weaker step whose division isn't there.

    Rule: army_group_south 18.22
    """
    names = {row["unit"] for row in rows if not row["replaces"]}
    for row in rows:
        if row["replaces"] and row["replaces"] not in names:
            yield row.fault(f"replaces is {row['replaces']!r}; expected the name of a division")


def _fill_unit(unit: np.void, strengths: np.ndarray, row: Row, faults: list[str]) -> None:
    """Fill what both sides print alike.

    Rule: army_group_south 3.21, 3.23, 9.6, 9.61, 9.64
    """
    unit["status"] = Status.AWAITING
    unit["unit_size"] = read_word(row, "size", _SIZES, faults)
    unit["mobility"] = read_word(row, "mechanized", _MOBILITIES, faults)
    unit["movement"] = whole_number(row, "movement", faults, low=1, high=20)
    unit["arrival_turn"] = whole_number(row, "arrival_turn", faults)
    coming = [bool(row["hex"]), unit["arrival_turn"] > 0, bool(row.cells.get("pool"))]
    if sum(coming) != 1:
        found = f"hex {row['hex']!r}, arrival_turn {row['arrival_turn']}"
        pool = f", pool {row['pool']!r}" if "pool" in row.cells else ""
        faults.append(row.fault(f"{found}{pool}; expected one alone: a hex, a turn or a pool"))
    steps = whole_number(row, "steps", faults, low=1, high=MAX_STEPS)
    unit["full_steps"] = unit["steps"] = steps
    if row["entry_area"] and row["entry_area"] not in AREAS:
        known = ", ".join(AREAS)
        faults.append(row.fault(f"entry_area is {row['entry_area']!r}; expected one of {known}"))
    else:
        unit["entry_area"] = int(AREAS[row["entry_area"]]) if row["entry_area"] else 0
    if unit["unit_size"] == Size.HEADQUARTERS:
        steps_to_come = [f"step_{number}" for number in range(2, MAX_STEPS + 1)]
        for column in ("attack", "defense", *steps_to_come):
            if row[column]:
                faults.append(
                    row.fault(f"{column} is {row[column]!r}; a headquarters has a rating alone")
                )
        return
    strengths[steps] = whole_number(row, "attack", faults), whole_number(row, "defense", faults)
    for beyond in range(steps + 1, MAX_STEPS + 1):
        if row[f"step_{beyond}"]:
            faults.append(
                row.fault(f"step_{beyond} is {row[f'step_{beyond}']!r}, but steps is {steps}")
            )
    for lost in range(1, steps):
        column = f"step_{lost + 1}"
        factors = _FACTORS.fullmatch(row[column])
        if factors:
            strengths[steps - lost] = int(factors[1]), int(factors[2])
        else:
            faults.append(
                row.fault(f"{column} is {row[column]!r}; expected attack-defense such as '3-4'")
            )


def _fill_german(
    unit: np.void, row: Row, ruleset: Ruleset, divisions: dict[str, int], faults: list[str]
) -> None:
    """Fill what German units have alone: their arm, and a division that may double them.

    Rule: army_group_south 9.9, 16.0, 19.5, 19.51, 19.53
    """
    unit["side"] = Side.AXIS
    unit["kind"] = read_word(row, "unit_class", GERMAN_KINDS, faults)
    mechanized = unit["mobility"] == Mobility.MECH
    never = ruleset.word("integrity.never").split("|")
    if mechanized and row["parent"] and row["designation"] not in never:
        unit["division"] = divisions.setdefault(row["parent"], len(divisions) + 1)


def _fill_soviet(unit: np.void, row: Row, ruleset: Ruleset, faults: list[str]) -> None:
    """Fill what Soviet units have alone: kind, leadership, pool, and one entry area for all.

    Rule: army_group_south 3.22, 11.1, 13.0, 21.0, 21.3, 23.1
    """
    unit["side"] = Side.SOVIET
    unit["kind"] = read_word(row, "unit_class", _SOVIET_KINDS, faults)
    unit["untried"] = 1 if row["pool"] else 0
    if unit["arrival_turn"] or unit["untried"]:
        unit["entry_area"] = int(AREAS[ruleset.word("reinforcement.soviet_area")])
    if unit["unit_size"] != Size.HEADQUARTERS:
        for column in ("leadership", "modes"):
            if row[column]:
                faults.append(
                    row.fault(f"{column} is {row[column]!r}; only headquarters have {column}")
                )
    else:
        rated = ruleset.parameter("hq.rating")
        printed = whole_number(row, "leadership", faults, low=1, high=rated.maximum)
        rating = ruleset.integer("hq.rating")
        # The parameter is the one rating that all counters show; a variant may move them together.
        unit["leadership"] = rating if printed == rated.value else printed
        unit["always_offensive"] = read_word(row, "modes", _MODES, faults)


def _fill_means(units: np.ndarray, strengths: np.ndarray, pools: UntriedPools) -> None:
    """Give each unit the strength its owner may expect of it: untried ones the mean of their pool.

    Rule: army_group_south 13.0, 13.2
    """
    full = strengths[np.arange(len(units)), units["full_steps"]].astype(np.float64)
    for p in range(len(pools.names)):
        members = pools.pool_of == p
        full[members] = full[members].mean(axis=0)
    units["mean_attack_x10"], units["mean_defense_x10"] = np.rint(10 * full).astype(np.int16).T
