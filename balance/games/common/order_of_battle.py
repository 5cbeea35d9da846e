"""The order of battle: from CSV files to the unit rows of a scenario that every game copies.

Rule: common 2.1, 12.1, 15.1

``order_of_battle/axis.csv`` and ``soviet.csv`` have one line a counter. A counter that scenarios
set up differently has a line for each, with their names in the column ``scenarios``. Letters in the
column ``marks`` mean what the game's own rule functions take them for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from balance.errors import DataError, told_near
from balance.files.charts import Row, read_rows, shown_path
from balance.games.boards import read_word
from balance.games.common.map import area_bits
from balance.games.common.state import MAX_STEPS, UNIT
from balance.games.common.tables import class_names
from balance.games.common.vocabulary import Kind, Side, Status
from balance.games.counters import Counters, apply_edits, edit_faults, note_names, whole_number
from balance.rulebook.ruleset import Ruleset

#: Columns of the files; those of ``_OPTIONAL`` may be left out.
_COLUMNS = (
    *("unit", "kind", "mobility", "steps", "attack", "defense", "movement", "hex"),
    *("arrival_turn", "entry_area"),
)
_OPTIONAL = {
    "army": "", "nation": "", "zone": "yes", "returns": "yes", "scenarios": "", "marks": "",
    "reduced_attack": "", "reduced_defense": "",
}  # fmt: skip
_KINDS = {kind.name.lower(): kind for kind in Kind}
_YES = {"yes": 1, "no": 0}
#: Columns that no rule goes by.
_FOR_READERS = ("unit", "army", "nation", "scenarios", "note", "origin")


@dataclass(frozen=True)
class OrderOfBattle(Counters):
    """All units of a scenario; ``set_up`` is "" for reinforcements."""

    strengths: np.ndarray  # int16[n_units, MAX_STEPS + 1, 2], see State


def load_order_of_battle(ruleset: Ruleset, scenario: str) -> OrderOfBattle:
    """Read the units that a scenario has.

    Rule: common 2.1, 12.1, 15.1

    Raises
    ------
    DataError
        With all faults of the files, each as file:line.
    """
    rows, sides = [], []
    faults: list[str] = []
    known = [path.stem for path in ruleset.game.scenario_paths]
    for side in Side:
        path = ruleset.folder / "order_of_battle" / f"{side.name.lower()}.csv"
        read = read_rows(path, _COLUMNS)
        faults += _strange_columns(read)
        for row in read:
            whole = Row(row.path, row.line, {**_OPTIONAL, **row.cells})
            named = whole["scenarios"].split("|") if whole["scenarios"] else [scenario]
            faults += [
                row.fault(f"unknown scenario {name!r}; {told_near(name, known)}")
                for name in named
                if name not in known
            ]
            if scenario in named:
                rows.append(whole)
                sides.append(side)
    if faults:
        raise DataError(faults)
    sides_of = {row["unit"]: side for row, side in zip(rows, sides, strict=True)}
    edits = [edit for edit in ruleset.unit_edits if edit["unit"] in sides_of]
    rows = apply_edits(rows, edits, set().union(*(row.cells for row in rows)))
    last_turn = ruleset.integer("sequence.last_turn")
    faults += edit_faults(rows, edits, _ruled, last_turn)
    names = note_names(rows, faults)
    units = np.zeros(len(rows), UNIT)
    strengths = np.zeros((len(rows), MAX_STEPS + 1, 2), np.int16)
    classes = {name: number for number, name in enumerate(class_names(ruleset))}
    for u, row in enumerate(rows):
        units[u]["side"] = sides_of[row["unit"]]
        _fill_unit(units[u], row, classes, faults)
        strengths[u] = _strengths(row, int(units[u]["full_steps"]), faults)
    if faults:
        raise DataError(faults)
    set_up = tuple(row["hex"] for row in rows)
    return OrderOfBattle(names, units, set_up, tuple(rows), strengths)


def _strange_columns(rows: Sequence[Row]) -> Iterator[str]:
    """Columns of a file that nobody reads: a name with a letter wrong would do nothing."""
    known = {*_COLUMNS, *_OPTIONAL, *_FOR_READERS}
    for column in rows[0].cells if rows else ():
        if column not in known:
            path = shown_path(rows[0].path)
            yield f"{path}: unknown column {column!r}; {told_near(column, known)}"


def nation_of(row: Row, side: Side) -> str:
    """Nation of a unit; that of its side where the file names none."""
    return row["nation"] or side.name.lower()


def _ruled(row: Row) -> tuple[str, ...]:
    """Columns of a unit by which rules go."""
    return tuple(column for column in row.cells if column not in _FOR_READERS)


def _fill_unit(unit: np.void, row: Row, classes: dict[str, int], faults: list[str]) -> None:
    """Fill what the counter prints.

    Rule: common 2.1, 12.1
    """
    unit["status"] = Status.AWAITING
    unit["kind"] = read_word(row, "kind", _KINDS, faults)
    unit["mobility"] = read_word(row, "mobility", classes, faults)
    unit["movement"] = whole_number(row, "movement", faults, high=60)
    unit["full_steps"] = whole_number(row, "steps", faults, low=1, high=MAX_STEPS)
    unit["steps"] = unit["full_steps"]
    unit["has_zone"] = read_word(row, "zone", _YES, faults)
    unit["can_return"] = read_word(row, "returns", _YES, faults)
    unit["entry_area"] = area_bits(row, "entry_area", faults)
    unit["marks"] = area_bits(row, "marks", faults)
    unit["arrival_turn"] = whole_number(row, "arrival_turn", faults) if row["arrival_turn"] else 0
    if bool(row["hex"]) == bool(row["arrival_turn"].strip("0")):
        has = "a hex and a turn of arrival" if row["hex"] else "neither a hex nor a turn of arrival"
        faults.append(row.fault(f"{row['unit']} has {has}; expected one of the two"))


def _strengths(row: Row, steps: int, faults: list[str]) -> np.ndarray:
    """Attack and defense by steps left, between those of the last step and the full ones.

    Rule: common 2.1

    Where the file prints none for the last step it has its share of the full strength, rounded up.
    """
    table = np.zeros((MAX_STEPS + 1, 2), np.int16)
    for place, column in enumerate(("attack", "defense")):
        full = whole_number(row, column, faults)
        least = -(-full // steps)
        if row[f"reduced_{column}"]:
            least = whole_number(row, f"reduced_{column}", faults)
            if least > full:
                faults.append(
                    row.fault(f"reduced_{column} is {least}, but {column} {full}; expected less")
                )
        for step in range(1, steps + 1):
            gained = (full - least) * (step - 1)
            table[step, place] = full if step == steps else least + gained // (steps - 1)
    return table
