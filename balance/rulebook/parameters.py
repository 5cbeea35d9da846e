"""One number, limit or switch of a rulebook: its record and what it may be set to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from balance.errors import UnknownName
from balance.files.charts import Chart

#: A parameter's value: a number, a word, or hex names.
Value = int | str | tuple[str, ...]

#: Greatest number that a parameter may be limited to.
LARGEST = 1_000_000
TYPES = ("integer", "switch", "choice", "hexes", "fixed", "cell")
ORIGINS = ("book", "history", "ruling", "estimate")
#: How charts (two prints) and an override write "closed", and the number kernels see for it.
CLOSED_CELL, CLOSED_LETTER = "-", "P"
CLOSED_WORD = "prohibited"
CLOSED = -1
_SWITCH_WORDS = {"on": 1, "yes": 1, "true": 1, "1": 1, "off": 0, "no": 0, "false": 0, "0": 0}


@dataclass(frozen=True)
class Parameter:
    """One number, limit or switch of a rulebook, and what it may be set to."""

    key: str
    type: str
    rule: str
    title: str
    origin: str
    reason: str = ""
    unit: str = ""
    value: Value | None = None
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()
    cells: tuple[tuple[str, str, str], ...] = ()
    #: Column of the map that marks the hexes it lists: the parameter speaks for it.
    map_column: str = ""
    #: Of a list of victory hexes: key of the points that each of them is worth.
    points: str = ""

    @property
    def rules(self) -> list[str]:
        """Numbers of the rules that hold this parameter."""
        return [number.strip() for number in self.rule.split(",") if number.strip()]

    @property
    def field(self) -> str:
        """Name of the parameter in the kernels' record."""
        return self.key.replace(".", "_")

    def range_text(self) -> str:
        """What may be set, in words.

        >>> limit = Parameter("stacking.limit", "integer", "6.1", "", "book", minimum=1, maximum=9)
        >>> limit.range_text()
        'a whole number 1 to 9'
        """
        unit = f" ({self.unit})" if self.unit else ""
        if self.type == "switch":
            return "0 (off) or 1 (on)"
        if self.type == "choice":
            return "one of " + ", ".join(self.choices)
        if self.type == "hexes":
            many = f"{self.minimum} to {self.maximum}"
            count = str(self.minimum) if self.minimum == self.maximum else many
            return f"{count} hex name{'' if count == '1' else 's'}, e.g. 2618 or 2618|2725"
        if self.type == "fixed":
            return f"{self.value} and nothing else"
        closed = f", or {CLOSED_WORD}" if self.type == "cell" and "MP" in self.unit else ""
        return f"a whole number {self.minimum} to {self.maximum}{unit}{closed}"

    def accept(self, given: object) -> Value:
        """Turn a value as given (TOML value or text) into this parameter's own type.

        Raises
        ------
        ValueError
            If it has the wrong type or lies outside the range; the message says what may be set.
        """
        text = str(given).strip() if not isinstance(given, list | tuple) else ""
        if self.type == "switch" and text.lower() in _SWITCH_WORDS:
            return _SWITCH_WORDS[text.lower()]
        if self.type == "choice" and text in self.choices:
            return text
        if self.type == "fixed" and self.value is not None and text == str(self.value):
            return self.value
        if self.type == "hexes":
            return self._accept_hexes(given)
        if self.type in ("integer", "cell") and not isinstance(given, bool):
            is_price = self.type == "cell" and "MP" in self.unit
            if is_price and text in (CLOSED_WORD, CLOSED_CELL, CLOSED_LETTER):
                return CLOSED
            if re.fullmatch(r"[+-]?[0-9]{1,9}", text) and self.minimum <= int(text) <= self.maximum:
                return int(text)
        raise ValueError(f"can't be {given!r}; it takes {self.range_text()}")

    def _accept_hexes(self, given: object) -> tuple[str, ...]:
        if isinstance(given, list | tuple):
            names = [str(name).strip() for name in given]
        else:
            names = [name for name in re.split(r"[|,\s]+", str(given).strip()) if name]
        # A bare number would have lost its leading zero: 0233 is read as 233.
        wrong = [name for name in names if not re.fullmatch(r"[A-Z]?[0-9]{4}", name)]
        if wrong or isinstance(given, int) or not self.minimum <= len(names) <= self.maximum:
            raise ValueError(f"can't be {given!r}; it takes {self.range_text()}, as text")
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if twice:
            raise ValueError(f"names {', '.join(twice)} twice; it takes each hex once")
        return tuple(names)


def parse_parameter(record: Mapping[str, Any], charts: Mapping[str, Chart]) -> Parameter:
    """Read one [[parameter]] record; its cells must be in the charts.

    Raises
    ------
    ValueError, KeyError, UnknownName
        Saying what is wrong with it.
    """
    known = {"key", "value", "type", "min", "max", "choices", "cells", "unit", "rule", "title"}
    unknown = set(record) - known - {"origin", "reason", "map_column", "points"}
    key = record["key"]
    if unknown:
        raise ValueError(f"{key}: unknown entry {', '.join(sorted(unknown))}")
    if not re.fullmatch(r"[a-z]+\.[a-z0-9_]+", key):
        raise ValueError(f"key {key!r} isn't of the form topic.name")
    kind, origin, reason = record["type"], record["origin"], record.get("reason", "")
    if kind not in TYPES:
        raise UnknownName(f"type of parameter {key}", kind, TYPES)
    if origin not in ORIGINS:
        raise UnknownName(f"origin of parameter {key}", origin, ORIGINS)
    if origin in ("ruling", "estimate") and not reason:
        raise ValueError(f"{key}: origin {origin} needs a reason")
    if not isinstance(record["rule"], str):
        raise ValueError(f"{key}: rule numbers are text, in quotation marks")
    for name in ("title", "reason", "unit", "map_column", "points"):
        text = record.get(name, "-")
        if not isinstance(text, str) or not text:
            raise ValueError(f"{key}: {name} is {text!r}; expected text")
    for name in ("min", "max"):
        if type(record.get(name, 0)) is not int or abs(record.get(name, 0)) > LARGEST:
            expected = f"a whole number up to {LARGEST}"
            raise ValueError(f"{key}: {name} is {record[name]!r}; expected {expected}")
    if record.get("min", 0) > record.get("max", 0) and kind in ("integer", "cell", "hexes"):
        raise ValueError(f"{key}: min is {record['min']}, which is above max")
    for name in ("cells", "choices"):
        words = record.get(name, [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ValueError(f"{key}: {name} is {words!r}; expected a list of texts")
    cells = tuple(_cell_address(key, text) for text in record.get("cells", []))
    given = record.get("value")
    parameter = Parameter(
        key=key,
        type=kind,
        rule=record["rule"],
        title=record["title"],
        origin=origin,
        reason=reason,
        unit=record.get("unit", ""),
        value=given if kind == "fixed" else None,
        minimum=int(record.get("min", 0)),
        maximum=int(record.get("max", 0)),
        choices=tuple(record.get("choices", [])),
        cells=cells,
        map_column=record.get("map_column", ""),
        points=record.get("points", ""),
    )
    if kind == "cell":
        if not cells:
            raise ValueError(f"{key}: a cell parameter names its cells")
        numbers = {}
        for chart, row, column in cells:
            if chart not in charts:
                raise UnknownName("chart", chart, charts)
            numbers[f"{chart}:{row}:{column}"] = charts[chart].cell(row, column)
        if len(set(numbers.values())) > 1:
            shown = ", ".join(f"{place} {number!r}" for place, number in numbers.items())
            raise ValueError(f"{key}: its cells hold different values: {shown}")
        try:
            parameter.accept(next(iter(numbers.values())))
        except ValueError as error:
            raise ValueError(f"{key}, cell {record['cells'][0]}, {error}") from None
        return parameter
    if given is None:
        raise KeyError(f"value of {key}")
    if kind == "fixed":
        if type(given) not in (int, str):
            raise ValueError(f"{key} is {given!r}; expected a whole number or text")
        return parameter
    try:
        return replace(parameter, value=parameter.accept(given))
    except ValueError as error:
        raise ValueError(f"{key} {error}") from None


def _cell_address(key: str, text: str) -> tuple[str, str, str]:
    parts = text.split(":")
    if len(parts) != 3:
        raise ValueError(f"{key}: cell {text!r} isn't of the form chart:row:column")
    return parts[0], parts[1], parts[2]
