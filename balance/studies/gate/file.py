"""The file of a gate: what is played, and what is expected of it.

``[gate]`` says what is played (by the field of the scenario, if neither ``axis`` nor ``soviet`` is
there), ``[set]`` holds parameters on top, ``[bands]`` the least and the
greatest value expected of each figure. ``[dead_rules]`` asks besides that every rule matters:
``games`` a rule, ``only`` these rules, ``allowed`` those that are known to do nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.errors import DataError
from balance.files.charts import shown_path
from balance.files.toml import line_of, read_toml
from balance.files.writing import is_file

#: Entries of [gate]: name, type and value if it is left out.
_ENTRIES: dict[str, tuple[type, Any]] = {
    "scenario": (str, None),
    "axis": (str, ""),
    "soviet": (str, ""),
    "variant": (str, "baseline"),
    "games": (int, 400),
    "seed": (int, 1),
    "confidence": (float, 0.95),
    "strict": (bool, False),
    "why": (str, ""),
}


#: Entries of [dead_rules], likewise.
_DEAD_ENTRIES: dict[str, tuple[type, Any]] = {
    "games": (int, 20),
    "only": (list, []),
    "allowed": (list, []),
}
_TABLES = {"gate": _ENTRIES, "dead_rules": _DEAD_ENTRIES}


@dataclass(frozen=True)
class DeadRules:
    """How a gate looks for rules that change nothing."""

    games: int
    only: tuple[str, ...]
    allowed: tuple[str, ...]


@dataclass(frozen=True)
class GateFile:
    """What a gate file asks for."""

    path: Path
    scenario: str
    axis: str
    soviet: str
    variant: str
    games: int
    seed: int
    confidence: float
    strict: bool
    why: str
    overrides: Mapping[str, object]
    bands: Mapping[str, tuple[float, float]]
    dead_rules: DeadRules | None = None

    def beside(self, name: str) -> str:
        """A name as it is, or the path of the file of that name that lies beside the gate file."""
        file, colon, parameters = name.partition(":")
        near = self.path.parent / file
        if file.endswith((".toml", ".py")) and is_file(near):
            return f"{near}{colon}{parameters}"
        return name


def read_gate(path: Path) -> GateFile:
    """Read a gate file; all its faults come in one error, each with its line.

    Raises
    ------
    DataError
        If it can't be read, lacks something or has an entry of no meaning.
    """
    data = read_toml(path)
    faults = [*_strange(path, data)]
    values = _entries(path, "gate", data.get("gate"), faults)
    dead = None
    if "dead_rules" in data:
        found = _entries(path, "dead_rules", data["dead_rules"], faults)
        dead = DeadRules(
            found["games"], *(tuple(map(str, found[name])) for name in ("only", "allowed"))
        )
    bands = data.get("bands", {})
    if not isinstance(bands, dict) or not bands:
        faults.append(
            f"{shown_path(path)}: a gate needs [bands] with at least one figure, such as "
            '"score.axis" = [0.4, 0.6]'
        )
        bands = {}
    for name, band in bands.items():
        if not _is_band(band):
            faults.append(
                f"{shown_path(path)}:{line_of(path, name)}: {name} is {band!r}; expected its least "
                "and its greatest value, such as [0.45, 0.55]"
            )
    if faults:
        raise DataError(faults)
    given = {name: (float(band[0]), float(band[1])) for name, band in bands.items()}
    return GateFile(
        path=path, overrides=data.get("set", {}), bands=given, dead_rules=dead, **values
    )


def _entries(path: Path, table: str, given: Any, faults: list[str]) -> dict[str, Any]:
    """Entries of one table, with the usual value of those left out."""
    given = given if isinstance(given, dict) else {}
    values = {}
    for name, (kind, usual) in _TABLES[table].items():
        value = given.get(name, usual)
        if value is None or (usual is None and value == ""):
            where = f"{shown_path(path)}:{line_of(path, table)}"
            faults.append(f'{where}: [{table}] needs {name} = "..."')
        elif not _is_of(value, kind):
            faults.append(
                f"{shown_path(path)}:{line_of(path, name)}: {name} is {value!r}; expected "
                f"{_KIND_WORDS[kind]}"
            )
            value = usual
        values[name] = value
    return values


def _strange(path: Path, data: Mapping[str, Any]) -> Iterator[str]:
    for table, part in data.items():
        where = f"{shown_path(path)}:{line_of(path, table)}"
        if table not in (*_TABLES, "bands", "set"):
            yield (
                f"{where}: unknown entry {table!r}; expected [gate], [set], [bands] or [dead_rules]"
            )
        elif not isinstance(part, dict):
            yield f"{where}: {table} is no table; write [{table}]"
        for name in part if isinstance(part, dict) and table in _TABLES else ():
            if name not in _TABLES[table]:
                yield (
                    f"{shown_path(path)}:{line_of(path, name)}: unknown entry {name!r} of "
                    f"[{table}]; expected one of {', '.join(_TABLES[table])}"
                )


_KIND_WORDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
}


def _is_of(value: object, kind: type) -> bool:
    if kind is bool or isinstance(value, bool):
        return kind is bool and isinstance(value, bool)
    return isinstance(value, (int, float) if kind is float else kind)


def _is_band(band: object) -> bool:
    if not (isinstance(band, list) and len(band) == 2 and all(_is_of(end, float) for end in band)):
        return False
    return math.isfinite(band[0]) and math.isfinite(band[1]) and band[0] <= band[1]
