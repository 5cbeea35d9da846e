"""The file of a variant.

``[variant]`` has ``name``, ``why`` and, optional, ``game``. ``[set]`` holds parameter = value,
``[victory_points]`` hex = points. ``[[table]]`` (``chart``, ``row``, ``column``, ``value``)
replaces a cell, ``[[unit]]`` (``unit`` and the columns to replace, or ``remove = true``) a line of
the order of battle, ``[[rule]]`` (``replaces``, ``file``) a rule function by the one of the same
name in a Python file. ``[[hex]]`` (``hex`` and the columns to replace) changes a hex of the map,
``[[hexside]]`` (``hexside`` such as "2111-2112", ``features``) one of its sides. ``[[change]]``
(``rule``, ``text``) words a change as errata would. Hexes may be named by their towns, ``unit`` may
be a group of units, numbers changes of what is there: see ``Ruleset.with_overrides``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.errors import BalanceError, DataError, UnknownName
from balance.experiments.scenarios import find_game
from balance.files.charts import shown_path
from balance.files.toml import line_of, read_toml
from balance.files.writing import is_file
from balance.rulebook.changes import POINTS, single_keys
from balance.rulebook.functions import RuleFunction, read_rule_function
from balance.rulebook.game import Game

#: What the rules are called without a variant; no file may take the name.
BASELINE = "baseline"

_ENTRIES = {
    "variant": ("name", "game", "why"),
    "set": (),
    "victory_points": (),
    "table": ("chart", "row", "column", "value"),
    "unit": ("unit",),
    "hex": ("hex",),
    "hexside": ("hexside", "features"),
    "rule": ("replaces", "file"),
    "change": ("rule", "text"),
}


@dataclass(frozen=True)
class Change:
    """One thing set otherwise, by a key of ``Ruleset.with_overrides``, and its line in the file."""

    key: str
    value: Any
    line: int


@dataclass(frozen=True)
class Variant:
    """A named set of changes to the rules of a game."""

    name: str
    why: str = ""
    changes: tuple[Change, ...] = ()
    #: Rule functions of its own.
    functions: tuple[RuleFunction, ...] = ()
    #: (rule number, wording) of each change, for reports.
    wording: tuple[tuple[str, str], ...] = ()
    path: Path | None = None


def is_of(game: Game, named: object) -> bool:
    """Whether a file that names a game, or a scenario of it, belongs to a game."""
    try:
        return named == game.name or find_game(str(named)) == game
    except UnknownName:
        return False


def read_variant(game: Game, path: Path) -> Variant:
    """Read a variant file; all its faults come in one error, each with its line.

    Raises
    ------
    DataError
        If the file, or a Python file it names, can't be read or has an entry of no meaning.
    """
    data = read_document(path)
    faults = [*_misplaced(path, data)]
    head = data.get("variant", {})
    if not isinstance(head, dict) or not _is_name(head.get("name")):
        faults.append(f'{shown_path(path)}:1: a variant needs [variant] with name = "..."')
        head = {}
    if head.get("name") == BASELINE:
        where = f"{shown_path(path)}:{line_of(path, BASELINE)}"
        faults.append(
            f"{where}: {BASELINE!r} means the rules without a variant; choose another name"
        )
    if not isinstance(head.get("why", ""), str):
        where = f"{shown_path(path)}:{line_of(path, 'why')}"
        faults.append(f"{where}: why is {head['why']!r}; expected text")
    if not is_of(game, head.get("game", game.name)):
        where = f"{shown_path(path)}:{line_of(path, 'game')}"
        faults.append(f"{where}: belongs to the game {head['game']}, not {game}")
        raise DataError(faults)
    functions = []
    for line, record in _records(path, data, "rule", faults):
        file = path.parent / str(record["file"])
        try:
            functions.append(read_rule_function(game, str(record["replaces"]), file))
        except BalanceError as error:
            faults += [f"{shown_path(path)}:{line}: {fault}" for fault in str(error).split("\n")]
    wording = []
    for line, record in _records(path, data, "change", faults):
        try:
            game.register.covers(str(record["rule"]))
        except UnknownName as error:
            faults.append(f"{shown_path(path)}:{line}: {error}")
        if not isinstance(record["text"], str) or not record["text"]:
            faults.append(f"{shown_path(path)}:{line}: text is {record['text']!r}; expected words")
        wording.append((str(record["rule"]), str(record["text"])))
    changes = tuple(_changes(path, data, faults))
    faults += [*_said_twice(game, path, changes, functions), *_bare_changes(path)]
    if faults:
        raise DataError(faults)
    return Variant(
        head["name"], str(head.get("why", "")), changes, tuple(functions), tuple(wording), path
    )


def read_document(path: Path) -> dict[str, Any]:
    """The tables of a variant file, whatever is in them.

    Raises
    ------
    DataError
        If it can't be read or isn't TOML.
    """
    try:
        return read_toml(path)
    except DataError as error:
        raise DataError([*_bare_changes(path)] or error.faults) from None


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _misplaced(path: Path, data: Mapping[str, Any]) -> Iterator[str]:
    for section in sorted(set(data) - set(_ENTRIES)):
        known = ", ".join(f"[{name}]" for name in _ENTRIES)
        line = line_of(path, section, 1, f"[[{section}]]")
        yield f"{shown_path(path)}:{line}: {section}: no section of a variant; there are {known}"
    head = data.get("variant", {})
    for entry in sorted(set(head if isinstance(head, dict) else ()) - set(_ENTRIES["variant"])):
        known = ", ".join(_ENTRIES["variant"])
        where = f"{shown_path(path)}:{line_of(path, entry)}"
        yield f"{where}: [variant] has no entry {entry!r}; it has {known}"


def _changes(path: Path, data: Mapping[str, Any], faults: list[str]) -> Iterator[Change]:
    for key, value in _flatten(_table(path, data, "set", "parameter = value", faults)):
        yield Change(key, value, _line_of_key(path, key))
    points = _table(path, data, "victory_points", "hex = points", faults)
    for name, value in points.items():
        yield Change(f"hex:{name}:{POINTS}", value, _line_of_key(path, name))
    for line, cell in _records(path, data, "table", faults):
        yield Change(f"{cell['chart']}:{cell['row']}:{cell['column']}", cell["value"], line)
    for line, edit in _records(path, data, "unit", faults):
        for column, value in edit.items():
            if column == "remove":
                words = {True: "removed", False: "there"}
                word = words.get(value, value) if isinstance(value, bool) else value
                yield Change(f"unit:{edit['unit']}", word, line)
            elif column != "unit":
                yield Change(f"unit:{edit['unit']}:{column}", value, line)
    for line, edit in _records(path, data, "hex", faults):
        for column, value in edit.items():
            if column != "hex":
                yield Change(f"hex:{edit['hex']}:{column}", value, line)
    for line, edit in _records(path, data, "hexside", faults):
        yield Change(f"hexside:{edit['hexside']}", edit["features"], line)


def _table(
    path: Path, data: Mapping[str, Any], section: str, what: str, faults: list[str]
) -> Mapping[str, Any]:
    table = data.get(section, {})
    if isinstance(table, dict):
        return table
    where = f"{shown_path(path)}:{line_of(path, section, 1, f'[[{section}]]')}"
    faults.append(f"{where}: [{section}] is a table of {what}")
    return {}


def _said_twice(
    game: Game, path: Path, changes: Sequence[Change], functions: Sequence[RuleFunction]
) -> Iterator[str]:
    """Things that a file sets twice: which of the two is meant, nobody can know."""
    ruleset, lines = game.rules, dict[str, int]()
    for change in changes:
        try:
            keys = single_keys(ruleset, change.key)
        except BalanceError:  # told when the change is made
            continue
        key = keys[0] if len(keys) == 1 else change.key
        if key in lines:
            yield (
                f"{shown_path(path)}:{change.line}: {change.key} is set in line {lines[key]} "
                "already; say it once"
            )
        lines.setdefault(key, change.line)
    names = [function.name for function in functions]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield f"{shown_path(path)}:{line_of(path, name)}: {name} is replaced twice; say it once"


#: A change of what is there without quotation marks: "+1" is read as 1, "x1.5" isn't TOML.
_BARE_CHANGE = re.compile(r"\s*(?:[\w-]+|\"[^\"]*\"|'[^']*')\s*=\s*(\+\d+|x\d+(?:\.\d+)?)\b")


def _bare_changes(path: Path) -> Iterator[str]:
    """Numbers such as +1 without quotation marks: one more was meant, but 1 is read."""
    if not is_file(path):
        return
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1):
        found = _BARE_CHANGE.match(line)
        if found:
            alone = f", where it is the number {found[1][1:]}" if found[1][0] == "+" else ""
            yield (
                f"{shown_path(path)}:{number}: {found[1]} stands without quotation marks{alone}; "
                f'write "{found[1]}" to change what is there, or a number without a sign'
            )


def _line_of_key(path: Path, key: str) -> int:
    """Line of a key of [set], which may be quoted, plain, or divided by a header [set.topic]."""
    line = line_of(path, key)
    return line if line > 1 else line_of(path, key.rpartition(".")[2])


def _records(
    path: Path, data: Mapping[str, Any], section: str, faults: list[str]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Line and entries of a repeated section, where they are whole; a fault where they aren't."""
    records = data.get(section, [])
    if isinstance(records, dict):
        records = [records]
    if not isinstance(records, list):
        faults.append(f"{shown_path(path)}:{line_of(path, section)}: write [[{section}]]")
        return
    needed = _ENTRIES[section]
    open_ended = section in ("unit", "hex")
    more = "at least one column to replace" if open_ended else "nothing else"
    for number, record in enumerate(records, start=1):
        line = line_of(path, "", number, f"[[{section}]]")
        entries = set(record) if isinstance(record, dict) else set()
        if entries > set(needed) if open_ended else entries == set(needed):
            yield _line_inside(path, line, str(record[needed[0]])), record
            continue
        found = ", ".join(record) if isinstance(record, dict) else repr(record)
        faults.append(
            f"{shown_path(path)}:{line}: [[{section}]] needs {', '.join(needed)} and {more}; "
            f"found {found}"
        )


def _line_inside(path: Path, header: int, text: str) -> int:
    """Line below a header that has ``text`` in quotes, else the header's."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines[header:], start=header + 1):
        if line.lstrip().startswith("["):
            break
        if f'"{text}"' in line or f"'{text}'" in line:
            return number
    return header


def _flatten(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    # [set] keys are quoted ("victory.vp_to_win"); unquoted ones mean the same.
    pairs: list[tuple[str, Any]] = []
    for key, value in table.items():
        if isinstance(value, dict) and value:
            pairs += _flatten(value, f"{prefix}{key}.")
        else:
            pairs.append((f"{prefix}{key}", value))
    return pairs
