"""What a TOML file holds, written down as a shape, and everything in a file that isn't of it.

A shape is a ``Text``, a ``Number``, ``bool``, ``date``, a tuple of words to choose from,
``[shape]`` for a list of any length, or a table of keys. A key that ends in "?" may be left out;
"*" stands for any other key.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from balance.errors import DataError
from balance.files.charts import shown_path
from balance.files.toml import line_of, read_toml


@dataclass(frozen=True)
class Text:
    """A text; an empty one only where that is said."""

    empty: bool = False


@dataclass(frozen=True)
class Number:
    """A number within limits."""

    low: float = -1e6
    high: float = 1e6
    whole: bool = False


@dataclass(frozen=True)
class Setting:
    """What a parameter or cell may be set to: text, a whole number, true or false, texts."""


TEXT, TEXTS = Text(), [Text()]
NUMBER = Number()
SETTING = Setting()


def read_shaped(path: Path, shape: Mapping[str, Any]) -> dict[str, Any]:
    """Read a TOML file that must be of a shape.

    Raises
    ------
    DataError
        With every entry that is unknown, missing or of another kind, and its line.
    """
    data = read_toml(path)
    faults = [
        f"{shown_path(path)}:{_line(path, place)}: {text}"
        for place, text in _faults(data, shape, "")
    ]
    if faults:
        raise DataError(faults)
    return data


def _line(path: Path, place: str) -> int:
    """Line of an entry such as "restriction[3].side", or of what it stands in."""
    section, _, number = place.partition(".")[0].rstrip("]").partition("[")
    top = line_of(path, "", int(number or 1), f"[[{section}]]" if number else f"[{section}]")
    lines = path.read_text(encoding="utf-8").split("\n")[top:]
    for name in reversed([part.partition("[")[0] for part in place.split(".")]):
        for below, line in enumerate(lines, start=top + 1):
            if name and line.split("=")[0].strip() in (name, f'"{name}"'):
                return below
    return max(top, line_of(path, section))


def _faults(value: Any, shape: Any, where: str) -> Iterator[tuple[str, str]]:
    """Faults of a value, each with its place."""
    if isinstance(shape, Mapping) and isinstance(value, dict):
        yield from _table_faults(value, shape, where)
    elif isinstance(shape, list) and isinstance(value, list):
        for number, each in enumerate(value, start=1):
            yield from _faults(each, shape[0], f"{where}[{number}]")
    elif not _fits(value, shape):
        dotted = isinstance(shape, Setting) and isinstance(value, dict)
        hint = "; a key with a point in it stands in quotes" if dotted else ""
        if isinstance(shape, Setting) and isinstance(value, date):
            hint = "; a date stands in quotes here"
        yield where, f"{where} is {_shown(value)}; expected {_words(shape)}{hint}"


def _table_faults(
    table: Mapping[str, Any], shape: Mapping[str, Any], where: str
) -> Iterator[tuple[str, str]]:
    for name, inner in shape.items():
        if not name.endswith(("?", "*")) and name not in table:
            yield where, f"{where or 'the file'} lacks {name}; expected {_words(inner)}"
    for key, value in table.items():
        inner = shape.get(key, shape.get(f"{key}?", shape.get("*")))
        place = f"{where}.{key}" if where else key
        if inner is None:
            known = ", ".join(name.rstrip("?") for name in shape)
            yield place, f"unknown entry {place}; expected {known}"
        else:
            yield from _faults(value, inner, place)


def _fits(value: Any, shape: Any) -> bool:
    if isinstance(shape, Text):
        return isinstance(value, str) and (shape.empty or bool(value))
    if isinstance(shape, tuple):
        return isinstance(value, str) and value in shape
    if isinstance(shape, Number):
        if isinstance(value, bool) or not isinstance(value, int if shape.whole else int | float):
            return False
        return math.isfinite(value) and shape.low <= value <= shape.high
    if isinstance(shape, Setting):
        texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
        return texts or isinstance(value, str | int)
    return shape in (bool, date) and type(value) is shape


def _words(shape: Any) -> str:
    """A shape in words."""
    if isinstance(shape, Text):
        return "text"
    if isinstance(shape, tuple):
        return f"one of {', '.join(shape)}"
    if isinstance(shape, Number):
        kind = "a whole number" if shape.whole else "a number"
        if shape == NUMBER:
            return kind
        return f"{kind} {shape.low:g} to {shape.high:g}"
    if isinstance(shape, Setting):
        return "a whole number, text, true, false or a list of texts"
    if isinstance(shape, list):
        return "a list"
    if isinstance(shape, Mapping):
        return (
            "a table" if "*" in shape else f"a table of {', '.join(n.rstrip('?') for n in shape)}"
        )
    return {bool: "true or false", date: "a date such as 1942-06-28"}[shape]


def _shown(value: Any) -> str:
    text = value.isoformat() if isinstance(value, date) else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
