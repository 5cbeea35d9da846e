"""Charts and lists kept as CSV: read with the line of each row, so that a fault can name it.

Lines that start with ``#`` are comments, empty lines are skipped, the first other line names the
columns. A comment ``# rows: 12`` says how many rows there are, so that a lost one is noticed.
Every cell is text; the reader of a chart says what it means.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from balance.errors import DataError, UnknownName
from balance.files.resources import data_folder


def shown_path(path: Path) -> str:
    """A path as messages show it: from the data folder's parent, or whole if it lies elsewhere.

    >>> shown_path(data_folder() / "drive_on_stalingrad" / "parameters.toml")
    'data/drive_on_stalingrad/parameters.toml'
    """
    path = Path(path)
    root = data_folder().resolve()
    if path.resolve().is_relative_to(root):
        return str(Path("data") / path.resolve().relative_to(root))
    return str(path)


#: A comment that says how many rows follow.
_ROW_COUNT = re.compile(r"# rows: ([0-9]{1,6})\s*")


def strange_character(text: str) -> str:
    r"""Line and name of the first character that no text file should hold, "" if there is none.

    >>> strange_character("a,b\n1,\x00")
    '2: holds the control character 0x0; remove it'
    """
    if text.startswith("\ufeff"):
        return "1: begins with a byte order mark; save it as plain UTF-8"
    found = _CONTROL.search(text)
    if not found:
        return ""
    line = text.count("\n", 0, found.start()) + 1
    return f"{line}: holds the control character {ord(found[0]):#x}; remove it"


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

#: What spreadsheets write between cells where the comma is for decimals.
_OTHER_MARKS = {";": "semicolons", "\t": "tabs"}


@dataclass(frozen=True)
class Row:
    """One row of a CSV file: cells by column name, and where it stands."""

    path: Path
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        if column not in self.cells:
            there = ", ".join(self.cells)
            raise DataError(f"{shown_path(self.path)}: no column {column}; found {there}")
        return self.cells[column]

    def fault(self, text: str) -> str:
        """A message about this row, opening with file and line."""
        return f"{shown_path(self.path)}:{self.line}: {text}"


def read_rows(path: Path, columns: Iterable[str] = ()) -> list[Row]:
    """Read a CSV file with comments.

    Parameters
    ----------
    path : Path
        The file.
    columns : iterable of str
        Columns that must be there; others are kept as they are.

    Raises
    ------
    DataError
        If the file is missing, a needed column is missing or a row has too few or too many cells.
    """
    name, path = shown_path(path), Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"{name}: can't be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        at = error.object.count(b"\n", 0, error.start) + 1
        raise DataError(f"{name}:{at}: isn't UTF-8 text; save it as UTF-8") from error
    return list(_parse(path, text, tuple(columns)))


# Each rule set of a study reads the same files again; parsing them was up to half of opening it.
@lru_cache(maxsize=64)
def _parse(path: Path, text: str, columns: tuple[str, ...]) -> tuple[Row, ...]:
    """The rows of a text that stands in a file; see ``read_rows``."""
    name, strange = shown_path(path), strange_character(text)
    if strange:
        raise DataError(f"{name}:{strange}")
    promised: int | None = None
    header: list[str] = []
    rows: list[Row] = []
    faults: list[str] = []
    uneven: list[tuple[int, int]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            count = _ROW_COUNT.fullmatch(line)
            promised = int(count[1]) if count else promised
            continue
        try:
            # Hardly a line has quotation marks, and a reader for each takes as long as all else.
            parts = next(csv.reader([line], strict=True)) if '"' in line else line.split(",")
        except csv.Error as error:
            faults.append(f"{name}:{number}: {error}; close every quotation mark on its line")
            continue
        cells = [cell.strip() for cell in parts]
        if not header:
            header = cells
            missing = [column for column in columns if column not in header]
            if missing:
                parted = next((word for mark, word in _OTHER_MARKS.items() if mark in line), "")
                if len(header) == 1 and parted:
                    raise DataError(f"{name}:{number}: is divided by {parted}; expected commas")
                raise DataError(
                    f"{name}:{number}: no column {', '.join(missing)}; found {', '.join(header)}"
                )
            if len(set(header)) < len(header):
                raise DataError(f"{name}:{number}: a column name appears twice")
            continue
        if len(cells) != len(header):
            uneven.append((number, len(cells)))
            continue
        rows.append(Row(path, number, dict(zip(header, cells, strict=True))))
    # Where every line has as many cells it is the head that is wrong: that is told once.
    alike = len(uneven) > 1 and not rows and len({cells for _, cells in uneven}) == 1
    for number, there in uneven[:1] if alike else uneven:
        also = f", and so in all {len(uneven)} lines" if alike else ""
        faults.append(f"{name}:{number}: {there} cells where {len(header)} columns are named{also}")
    if not header:
        faults.append(f"{name}: is empty; its first line must name the columns")
    if promised is not None and promised != len(rows) and not faults:
        faults.append(
            f"{name}: has {len(rows)} rows where its head says {promised}; put the lost line back, "
            f"or write `# rows: {len(rows)}`"
        )
    if faults:
        raise DataError(faults)
    return tuple(rows)


@dataclass(frozen=True)
class Chart:
    """A grid with row names in its first column, as printed; a variant may override cells."""

    name: str
    rows: tuple[Row, ...]
    key_column: str
    columns: tuple[str, ...]
    edits: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def row_names(self) -> list[str]:
        """Names in the first column, from top to bottom."""
        return [row[self.key_column] for row in self.rows]

    def row(self, name: str) -> Row:
        """One row by its name, overrides included."""
        row = self._by_name.get(name)
        if row is None:
            raise UnknownName(f"row of chart {self.name}", name, self.row_names)
        edits = {c: v for (r, c), v in self.edits.items() if r == name}
        return Row(row.path, row.line, {**row.cells, **edits})

    @cached_property
    def _by_name(self) -> dict[str, Row]:
        """The rows as they are printed."""
        return {row[self.key_column]: row for row in self.rows}

    def cell(self, row: str, column: str) -> str:
        """One cell, as text."""
        if column not in self.columns:
            raise UnknownName(f"column of chart {self.name}", column, self.columns)
        return self.row(row)[column]

    def printed(self, row: str, column: str) -> str:
        """One cell as the file has it, without overrides."""
        return Chart(self.name, self.rows, self.key_column, self.columns).cell(row, column)

    def with_cell(self, row: str, column: str, value: str) -> Chart:
        """The same chart with one cell changed."""
        self.cell(row, column)
        edits = {**self.edits, (row, column): value}
        return Chart(self.name, self.rows, self.key_column, self.columns, edits)

    def grid(self) -> dict[str, dict[str, str]]:
        """All cells by row and column name, overrides included."""
        rows = {name: self.row(name) for name in self.row_names}
        return {
            name: {column: row[column] for column in self.columns} for name, row in rows.items()
        }


def unread_edits(chart: Chart, read: Collection[tuple[str, str]]) -> list[str]:
    """Changed cells that no rule goes by, as faults; ``read`` has row and column of all others."""
    columns = ", ".join(dict.fromkeys(column for _, column in read))
    rows = ", ".join(dict.fromkeys(row for row, _ in read))
    possible = f"a variant can change {columns} of {rows}" if read else "all of it is for readers"
    return [
        chart.row(row).fault(
            f"{column} of {row!r} is {text!r}: no rule goes by that cell; {possible}"
        )
        for (row, column), text in chart.edits.items()
        if (row, column) not in read and text != chart.printed(row, column)
    ]


def read_chart(path: Path) -> Chart:
    """Read a CSV file whose first column names the rows."""
    rows = read_rows(path)
    if not rows:
        raise DataError(f"{shown_path(path)}: has no rows")
    columns = list(rows[0].cells)
    seen: dict[str, int] = {}
    faults = []
    for row in rows:
        name = row[columns[0]]
        if name in seen:
            faults.append(row.fault(f"row {name!r} stands on line {seen[name]} already"))
        seen[name] = row.line
    if faults:
        raise DataError(faults)
    return Chart(Path(path).stem, tuple(rows), columns[0], tuple(columns[1:]))
