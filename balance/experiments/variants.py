"""Variants: rule changes in a TOML file, by name or by path.

A variant has ``[variant]`` (``name``, optional ``game``, ``why``), ``[set]`` (parameter = value)
and ``[[table]]`` (``chart``, ``row``, ``column``, ``value``). ``baseline`` changes nothing. Named
ones lie in ``data/<game>/variants``; anything ending in ``.toml`` is a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from balance.errors import BalanceError, DataError, UnknownName
from balance.resources import game_folder
from balance.rulebook import Ruleset, line_of, load_ruleset, read_toml

BASELINE = "baseline"
_SECTIONS = {"variant", "set", "table"}
_LATER = {
    "unit": "edits of the order of battle",
    "rule": "replaced rule functions",
}


@dataclass(frozen=True)
class Variant:
    """A named set of changes to the rules of a game."""

    name: str
    why: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)
    #: (chart, row, column, value)
    cells: tuple[tuple[str, str, str, Any], ...] = ()
    path: Path | None = None

    def apply(self, game: str, overrides: Mapping[str, Any] | None = None) -> Ruleset:
        """Return the rules of a game under this variant, then with overrides on top.

        Raises
        ------
        DataError
            Naming each unknown parameter and each value out of range, and the line of a file.
        """
        ruleset = load_ruleset(game)
        faults: list[str] = []
        for key, value in self.changes.items():
            try:
                ruleset = ruleset.with_overrides({key: value})
            except BalanceError as error:
                faults.append(f"{self._place(key)}{error}")
        for chart, row, column, value in self.cells:
            try:
                ruleset = ruleset.with_cell(chart, row, column, value)
            except (BalanceError, ValueError, KeyError) as error:
                faults.append(f"{self._place(chart)}{error}")
        if faults:
            raise DataError(faults)
        return ruleset.with_overrides(overrides) if overrides else ruleset

    def _place(self, text: str) -> str:
        return f"{self.path}:{line_of(self.path, text)}: " if self.path else ""


def variant_names(game: str) -> list[str]:
    """Names of the variants that come with a game, ``baseline`` first."""
    found = sorted(path.stem for path in (game_folder(game) / "variants").glob("*.toml"))
    return [BASELINE, *(name for name in found if name != BASELINE)]


def load_variant(game: str, name: str) -> Variant:
    """Find a variant by its name or path.

    Raises
    ------
    UnknownName
        If there is no variant of that name.
    DataError
        If the file can't be read, belongs to another game or has an entry of no meaning.
    """
    if name.endswith(".toml"):
        return read_variant(game, Path(name))
    if name == BASELINE:
        return Variant(BASELINE, "the rules as the game's data has them")
    if name not in variant_names(game):
        raise UnknownName("variant", name, variant_names(game))
    return read_variant(game, game_folder(game) / "variants" / f"{name}.toml")


def read_variant(game: str, path: Path) -> Variant:
    """Read a variant file."""
    data = read_toml(path)
    faults = []
    for section in sorted(set(data) - _SECTIONS):
        what = _LATER.get(section)
        reason = f"{what} are not modelled" if what else "no section of a variant"
        faults.append(f"{path}:{line_of(path, '', 1, f'[[{section}]]')}: {section}: {reason}")
    head = data.get("variant", {})
    if not isinstance(head, dict) or not isinstance(head.get("name"), str):
        faults.append(f'{path}: a variant needs [variant] with name = "..."')
        head = {}
    if head.get("game", game) != game:
        faults.append(f"{path}: belongs to the game {head['game']!r}, not {game!r}")
    changes = data.get("set", {})
    if not isinstance(changes, dict):
        faults.append(f"{path}: [set] is a table of parameter = value")
        changes = {}
    changes = dict(_flatten(changes))
    cells = []
    for number, record in enumerate(data.get("table", []), start=1):
        try:
            cells.append(
                (
                    str(record["chart"]),
                    str(record["row"]),
                    str(record["column"]),
                    record["value"],
                )
            )
        except (KeyError, TypeError) as error:
            line = line_of(path, "", number, "[[table]]")
            faults.append(f"{path}:{line}: [[table]] needs chart, row, column, value; no {error}")
    if faults:
        raise DataError(faults)
    return Variant(head["name"], str(head.get("why", "")), changes, tuple(cells), path)


def _flatten(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    # [set] keys are quoted ("victory.vp_to_win"); unquoted ones mean the same.
    pairs: list[tuple[str, Any]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            pairs += _flatten(value, f"{prefix}{key}.")
        else:
            pairs.append((f"{prefix}{key}", value))
    return pairs
