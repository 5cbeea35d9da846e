"""Units of an order of battle by name, and groups of them: "all german infantry except 6A".

A group is ``all`` and words, or a pattern of the name with ``*``. A word is the side, or what
stands in a column of the order of battle that isn't a number: nation, kind, army, formation, trait.
``infantry`` means the kind of that name where there is one, else all kinds that have it in their
name (``infantry_regiment``). ``army=13`` asks one column; words after ``except`` leave units out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from balance.errors import DataError, UnknownName
from balance.files.charts import Row, read_rows

ALL = "all"
_EXCEPT = "except"
#: Columns that don't say what a unit is.
_SILENT = ("unit", "note", "origin", "step_origin")


#: Between the values of a cell in which the rows of one unit differ.
_OR = " or "


@lru_cache(maxsize=32)
def unit_rows(folder: Path) -> dict[str, tuple[Row, ...]]:
    """Rows of the order of battle in a game's folder by the units' names.

    First those that say when a unit arrives, one a scenario where scenarios differ; then what other
    files say of it.
    """
    found: dict[str, tuple[Row, ...]] = {}
    described: list[Row] = []
    for path in sorted((folder / "order_of_battle").glob("*.csv")):
        rows = read_rows(path)
        if not rows or "unit" not in rows[0].cells:
            continue
        if "arrival_turn" not in rows[0].cells:
            described += rows
            continue
        for row in rows:
            # A counter that stands for another one's weaker step is no unit of its own.
            if not row.cells.get("replaces"):
                found[row["unit"]] = (*found.get(row["unit"], ()), row)
    for row in described:
        if row["unit"] in found:
            found[row["unit"]] += (row,)
    return found


def rows_of_unit(folder: Path, name: str) -> list[Row]:
    """The rows of a unit that a change of it changes, one a scenario where scenarios differ.

    Raises
    ------
    UnknownName
        If there is no such unit.
    """
    rows = unit_rows(folder)
    if name not in rows:
        raise UnknownName("unit", name, rows)
    return [row for row in rows[name] if "arrival_turn" in row.cells]


def unit_row(folder: Path, name: str) -> Row:
    """One unit's row in the order of battle of a game's folder, whichever side's file has it.

    Cells in which its rows for several scenarios differ hold all values: "0 or 9".

    Raises
    ------
    UnknownName
        If there is no such unit.
    """
    first, *others = rows_of_unit(folder, name)
    if not others:
        return first
    texts = {
        column: dict.fromkeys(row[column] for row in (first, *others)) for column in first.cells
    }
    return replace(first, cells={column: _OR.join(each) for column, each in texts.items()})


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
    if words[at:] and not words[at + 1 :]:
        raise DataError(
            f"units {group!r}: nothing follows {_EXCEPT!r}; say which units are left out"
        )
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
        cells = {name: [row.cells for row in those] for name, those in rows.items()}
        columns = {key for those in cells.values() for each in those for key in each}
        if column not in columns:
            raise UnknownName("column of the order of battle", column, columns)
        held = {n: {each.get(column, "") for each in those} for n, those in cells.items()}
        found = {n for n, texts in held.items() if value in map(str.casefold, texts)}
        if not found:
            known = {text for texts in held.values() for text in texts if text}
            raise UnknownName(f"{column} of a unit", value, known)
        return found
    words, parts = _meanings(folder)
    found = words.get(wanted, set()) | {name for name in rows if wanted == name.casefold()}
    if found or wanted in parts:
        return found or parts[wanted]
    raise UnknownName("word for units", word, filter(str.isidentifier, words))


@lru_cache(maxsize=32)
def _meanings(folder: Path) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Units that each word means, and those that have it as a part of a word."""
    words: dict[str, set[str]] = {}
    parts: dict[str, set[str]] = {}
    for name, rows in unit_rows(folder).items():
        for word in _words(rows):
            words.setdefault(word, set()).add(name)
            for part in word.split("_"):
                parts.setdefault(part, set()).add(name)
    return words, parts


def _words(rows: tuple[Row, ...]) -> Iterator[str]:
    """What a unit is: its side, and what its columns say in words."""
    for row in rows:
        yield row.path.stem
        for column, text in row.cells.items():
            if column not in _SILENT:
                for each in text.casefold().split("|"):
                    if any(letter.isalpha() for letter in each):
                        yield each
