"""Reading counters of any game from the rows of an order of battle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from balance.errors import UnknownName
from balance.files.charts import Row


@dataclass(frozen=True)
class Counters:
    """All units of a scenario, before anything is placed or drawn."""

    names: tuple[str, ...]
    units: np.ndarray  # UNIT[n_units]; hex is not set, hidden values are not drawn
    set_up: tuple[str, ...]  # where each unit sets up or enters, as the files have it
    rows: tuple[Row, ...]  # where each unit stands in the files

    def index(self, name: str) -> int:
        """Row of a unit by name.

        Raises
        ------
        UnknownName
            If no unit has that name.
        """
        try:
            return self.names.index(name)
        except ValueError:
            raise UnknownName("unit", name, self.names) from None


def whole_number(row: Row, column: str, faults: list[str], *, low: int = 0, high: int = 99) -> int:
    """A cell as a number from low to high; anything else is noted as a fault and read as low."""
    text = row[column]
    if text.isascii() and text.isdecimal() and low <= int(text) <= high:
        return int(text)
    faults.append(row.fault(f"{column} is {text!r}; expected a whole number {low} to {high}"))
    return low


def apply_edits(
    rows: list[Row], edits: Sequence[Mapping[str, object]], columns: Collection[str]
) -> list[Row]:
    """The rows as a variant has them: with changed cells, and without the units it removes.

    Each edit names a ``unit`` and the columns to replace, or ``remove``.

    Raises
    ------
    UnknownName
        If an edit names no unit or no column.
    """
    names = [row["unit"] for row in rows]
    edited: list[Row | None] = list(rows)
    for edit in edits:
        name = str(edit.get("unit", ""))
        if name not in names:
            raise UnknownName("unit", name, names)
        i = names.index(name)
        if edit.get("remove"):
            edited[i] = None
            continue
        cells = dict(rows[i].cells)
        for column, value in edit.items():
            if column in ("unit", "remove", "why"):
                continue
            if column not in columns:
                raise UnknownName(f"column of unit {name!r}", column, columns)
            cells[column] = str(value)
        edited[i] = replace(rows[i], cells=cells)
    return [row for row in edited if row is not None]


def edit_faults(
    rows: Sequence[Row],
    edits: Sequence[Mapping[str, object]],
    ruled: Callable[[Row], Collection[str]],
    last_turn: int,
) -> Iterator[str]:
    """Changes of units that no rule goes by, or that have them arrive when the game is over.

    ``ruled`` says by which columns of a unit the rules go.
    """
    named = {row["unit"]: row for row in rows}
    for edit in edits:
        row = named.get(str(edit["unit"]))
        if row is None:  # removed
            continue
        read = ruled(row)
        for column in edit:
            if column not in (*read, "unit", "why"):
                yield row.fault(
                    f"{column} is {row[column]!r}: no rule goes by it; a variant can change "
                    f"{', '.join(read)}"
                )
        turn = row["arrival_turn"]
        if "arrival_turn" in edit and turn.isdecimal() and int(turn) > last_turn:
            yield row.fault(
                f"arrival_turn is {turn}, but the last game turn is {last_turn}; expected a turn "
                "up to that, or remove = true for a unit that never comes"
            )


def note_names(rows: Sequence[Row], faults: list[str]) -> tuple[str, ...]:
    """Names of the units by row; one that is empty or there twice is a fault."""
    seen: dict[str, Row] = {}
    for row in rows:
        name = row["unit"]
        if not name:
            faults.append(row.fault("unit is empty; expected a name"))
        if name in seen:
            there = f"at line {seen[name].line}"
            if seen[name].path != row.path:
                there += f" of {seen[name].path.name}"
            faults.append(row.fault(f"unit {name!r} is there already, {there}"))
        seen.setdefault(name, row)
    return tuple(row["unit"] for row in rows)
