"""Units of an order of battle by name, and groups of them: "all german infantry except 6A".

A group is ``all`` and words, or a pattern of the name with ``*``. A word is the side, or what
stands in a column of the order of battle that isn't a number: nation, kind, army, formation, trait.
``infantry`` means the kind of that name where there is one, else all kinds that have it in their
name (``infantry_regiment``). ``army=13`` asks one column; words after ``except`` leave units out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from balance.errors import DataError, UnknownName
from balance.files.charts import Row, read_rows

ALL = "all"
_EXCEPT = "except"
#: Columns that don't say what a unit is.
_SILENT = ("unit", "note", "origin", "step_origin")


@lru_cache(maxsize=32)
def unit_rows(folder: Path) -> dict[str, Row]:
    """Rows of the order of battle in a game's folder by the units' names."""
    found: dict[str, Row] = {}
    for path in sorted((folder / "order_of_battle").glob("*.csv")):
        rows = read_rows(path)
        if rows and {"unit", "arrival_turn"} <= set(rows[0].cells):
            # A counter that stands for another one's weaker step is no unit of its own.
            found |= {row["unit"]: row for row in rows if not row.cells.get("replaces")}
    return found


def unit_row(folder: Path, name: str) -> Row:
    """One unit's row in the order of battle of a game's folder, whichever side's file has it.

    Raises
    ------
    UnknownName
        If there is no such unit.
    """
    rows = unit_rows(folder)
    if name not in rows:
        raise UnknownName("unit", name, rows)
    return rows[name]


def is_group(name: str) -> bool:
    """Whether a name means a group of units.

    >>> is_group("all german infantry"), is_group("* Inf"), is_group("340 Inf")
    (True, True, False)
    """
    return name.casefold().split(" ")[0] == ALL or "*" in name


def units_of(folder: Path, group: str) -> list[str]:
    """Names of the units of a group, as the order of battle lists them.

    Raises
    ------
    UnknownName
        If a word means nothing in this order of battle.
    DataError
        If there is no such unit.
    """
    rows = unit_rows(folder)
    if group.casefold().split(" ")[0] != ALL:
        chosen = [name for name in rows if fnmatchcase(name.casefold(), group.casefold())]
        if not chosen:
            raise DataError(f"units {group!r}: no unit has such a name, e.g. {next(iter(rows))!r}")
        return chosen
    words = group.split()[1:]
    at = [word.casefold() for word in words].index(_EXCEPT) if _excepts(words) else len(words)
    wanted = [_fitting(folder, word) for word in words[:at]]
    left_out = [_fitting(folder, word) for word in words[at + 1 :]]
    chosen = [
        name
        for name in rows
        if all(name in each for each in wanted) and not any(name in each for each in left_out)
    ]
    if not chosen:
        each = ", ".join(f"{word!r} {len(fit)}" for word, fit in zip(words, wanted, strict=False))
        raise DataError(f"units {group!r}: none is all of that; of each there are {each or 'all'}")
    return chosen


def _excepts(words: list[str]) -> bool:
    return _EXCEPT in (word.casefold() for word in words)


def _fitting(folder: Path, word: str) -> set[str]:
    """Units that a word means.

    Raises
    ------
    UnknownName
        If it means none.
    """
    rows, wanted = unit_rows(folder), word.casefold()
    if "*" in word:
        return {name for name in rows if fnmatchcase(name.casefold(), wanted)}
    column, equals, value = wanted.partition("=")
    if equals:
        columns = {each for row in rows.values() for each in row.cells}
        if column not in columns:
            raise UnknownName("column of the order of battle", column, columns)
        found = {n for n, row in rows.items() if row.cells.get(column, "").casefold() == value}
        if not found:
            known = {row.cells[column] for row in rows.values() if row.cells.get(column)}
            raise UnknownName(f"{column} of a unit", value, known)
        return found
    for meant in (_words, _parts):
        found = {n for n, row in rows.items() if wanted in meant(row) or wanted == n.casefold()}
        if found:
            return found
    known = {each for row in rows.values() for each in _words(row) if each.isidentifier()}
    raise UnknownName("word for units", word, known)


def _words(row: Row) -> Iterator[str]:
    """What a unit is: its side, and what its columns say in words."""
    yield row.path.stem
    for column, text in row.cells.items():
        if column not in _SILENT:
            for each in text.casefold().split("|"):
                if any(letter.isalpha() for letter in each):
                    yield each


def _parts(row: Row) -> Iterator[str]:
    for word in _words(row):
        yield from word.split("_")
