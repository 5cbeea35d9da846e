"""Reads the project's CSV data files and says at which line a fault lies.

A data file opens with comment lines (``#``: source, rule, units), then a header row, then one fact
a line. Every value is text here; who reads a file turns it into numbers and names.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.errors import DataError
from balance.resources import data_folder


@dataclass(frozen=True)
class CsvRow:
    """One row of a data file: the values by column name, and where it stands."""

    place: str  # "data/.../axis.csv:41"
    values: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.values[column]

    def integer(self, column: str, faults: list[str], *, low: int = 0, high: int = 999) -> int:
        """The value as a whole number from low to high; anything else is noted and read as low."""
        text = self.values[column]
        try:
            value = int(text)
        except ValueError:
            faults.append(f"{self.place}: {column} is {text!r}; a whole number was expected")
            return low
        if not low <= value <= high:
            faults.append(f"{self.place}: {column} is {value}; expected {low} to {high}")
            return low
        return value


def shown_path(path: Path) -> str:
    """Name a data file as messages show it: from ``data/`` on, where it lies there."""
    try:
        return str(Path("data") / path.resolve().relative_to(data_folder().resolve()))
    except ValueError:
        return str(path)


def read_csv(path: Path, columns: Sequence[str]) -> list[CsvRow]:
    """Read a data file whose header must name exactly these columns.

    Raises
    ------
    DataError
        With every fault found: no such file, another header, a row with too few or too many values.
    """
    shown = shown_path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"{shown}: no such file; the game's data folder must hold it") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{shown}: not UTF-8 text ({error.reason})") from None
    lines = text.splitlines()
    body = [(i, line) for i, line in enumerate(lines, start=1) if line and line[0] != "#"]
    if not body:
        raise DataError(f"{shown}: the file holds no header row; expected {','.join(columns)}")
    rows: list[CsvRow] = []
    faults: list[str] = []
    header = next(csv.reader([body[0][1]]))
    if header != list(columns):
        raise DataError(
            f"{shown}:{body[0][0]}: the columns are {','.join(header)}; "
            f"expected {','.join(columns)}"
        )
    for number, line in body[1:]:
        place = f"{shown}:{number}"
        try:
            values = next(csv.reader([line], strict=True))
        except csv.Error as error:
            faults.append(f"{place}: not a CSV row ({error})")
            continue
        if len(values) != len(columns):
            faults.append(f"{place}: {len(values)} values; expected {len(columns)} by the header")
            continue
        rows.append(CsvRow(place, dict(zip(columns, values, strict=True))))
    if faults:
        raise DataError(faults)
    return rows
