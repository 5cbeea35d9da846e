"""Variants: rule changes in a TOML file, by name or by path.

A variant has ``[variant]`` (``name``, optional ``game``, ``why``), ``[set]`` (parameter = value),
``[[table]]`` (``chart``, ``row``, ``column``, ``value``), ``[[unit]]`` (``unit`` and the columns of
the order of battle to replace, or ``remove = true``) and ``[[change]]`` (``rule``, ``text``: the
change as errata would word it). ``baseline`` changes nothing. Named ones lie in
``data/<game>/variants``; anything ending in ``.toml`` is a path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from balance.charts import shown_path
from balance.errors import BalanceError, DataError, UnknownName
from balance.resources import game_folder
from balance.rule_index import load_register
from balance.rulebook import Ruleset, line_of, load_ruleset, read_toml

BASELINE = "baseline"
_SECTIONS = ("variant", "set", "table", "unit", "change")
_ENTRIES = {
    "variant": ("name", "game", "why"),
    "table": ("chart", "row", "column", "value"),
    "unit": ("unit",),
    "change": ("rule", "text"),
}
_LATER = {"rule": "replaced rule functions"}


@dataclass(frozen=True)
class Variant:
    """A named set of changes to the rules of a game."""

    name: str
    why: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)
    #: (chart, row, column, value)
    cells: tuple[tuple[str, str, str, Any], ...] = ()
    #: Edits of the order of battle: ``unit`` and the columns to replace, or ``remove``.
    units: tuple[Mapping[str, Any], ...] = ()
    #: (rule number, wording) of each change, for reports.
    wording: tuple[tuple[str, str], ...] = ()
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
        for edit in self.units:
            try:
                ruleset = ruleset.with_unit_edit(edit)
            except BalanceError as error:
                faults.append(f"{self._place(str(edit.get('unit')))}{error}")
        if faults:
            raise DataError(faults)
        if self.cells or self.changes:
            try:
                _check_charts(ruleset)
            except DataError as error:
                raise DataError([f"{self._place('')}{fault}" for fault in error.faults]) from None
        if overrides:
            ruleset = ruleset.with_overrides(overrides)
            _check_charts(ruleset)
        return ruleset

    def _place(self, text: str) -> str:
        if not self.path:
            return ""
        line = f":{line_of(self.path, text)}" if text else ""
        return f"{shown_path(self.path)}{line}: "


def _check_charts(ruleset: Ruleset) -> None:
    """Let the game's own reader of charts judge them."""
    import_module(f"balance.games.{ruleset.game}.tables").check_charts(ruleset)


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
    """Read a variant file; all its faults come in one error, each with its line."""
    data = read_toml(path)
    faults = [*_misplaced_sections(path, data)]
    head = data.get("variant", {})
    if not isinstance(head, dict) or not isinstance(head.get("name"), str):
        faults.append(f'{shown_path(path)}:1: a variant needs [variant] with name = "..."')
        head = {}
    if head.get("game", game) != game:
        where = f"{shown_path(path)}:{line_of(path, 'game')}"
        faults.append(f"{where}: belongs to the game {head['game']!r}, not {game!r}")
    changes = data.get("set", {})
    if not isinstance(changes, dict):
        faults.append(f"{shown_path(path)}: [set] is a table of parameter = value")
        changes = {}
    cells = list(_records(path, data, "table", faults))
    units = list(_records(path, data, "unit", faults))
    wording = list(_records(path, data, "change", faults))
    for record in wording:
        try:
            load_register(game).covers(str(record["rule"]))
        except UnknownName as error:
            line = line_of(path, str(record["rule"]))
            faults.append(f"{shown_path(path)}:{line}: {error}")
    if faults:
        raise DataError(faults)
    return Variant(
        name=head["name"],
        why=str(head.get("why", "")),
        changes=dict(_flatten(changes)),
        cells=tuple((str(c["chart"]), str(c["row"]), str(c["column"]), c["value"]) for c in cells),
        units=tuple(units),
        wording=tuple((str(w["rule"]), str(w["text"])) for w in wording),
        path=path,
    )


def _misplaced_sections(path: Path, data: Mapping[str, Any]) -> Iterator[str]:
    for section in sorted(set(data) - set(_SECTIONS)):
        what = _LATER.get(section)
        known = ", ".join(f"[{name}]" for name in _SECTIONS)
        reason = (
            f"{what} are not modelled" if what else f"no section of a variant; there are {known}"
        )
        line = line_of(path, section, 1, f"[[{section}]]")
        yield f"{shown_path(path)}:{line}: {section}: {reason}"
    head = data.get("variant", {})
    for entry in sorted(set(head if isinstance(head, dict) else ()) - set(_ENTRIES["variant"])):
        known = ", ".join(_ENTRIES["variant"])
        where = f"{shown_path(path)}:{line_of(path, entry)}"
        yield f"{where}: [variant] has no entry {entry!r}; it has {known}"


def _records(
    path: Path, data: Mapping[str, Any], section: str, faults: list[str]
) -> Iterator[Mapping[str, Any]]:
    """Entries of a repeated section that are whole; a fault for each that isn't."""
    records = data.get(section, [])
    if isinstance(records, dict):
        records = [records]
    if not isinstance(records, list):
        faults.append(f"{shown_path(path)}:{line_of(path, section)}: write [[{section}]]")
        return
    needed = _ENTRIES[section]
    more = "at least one column to replace" if section == "unit" else "nothing else"
    for number, record in enumerate(records, start=1):
        entries = set(record) if isinstance(record, dict) else set()
        if entries > set(needed) if section == "unit" else entries == set(needed):
            yield record
            continue
        found = ", ".join(record) if isinstance(record, dict) else repr(record)
        line = line_of(path, "", number, f"[[{section}]]")
        faults.append(
            f"{shown_path(path)}:{line}: [[{section}]] needs {', '.join(needed)} and {more}; "
            f"found {found}"
        )


def _flatten(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    # [set] keys are quoted ("victory.vp_to_win"); unquoted ones mean the same.
    pairs: list[tuple[str, Any]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            pairs += _flatten(value, f"{prefix}{key}.")
        else:
            pairs.append((f"{prefix}{key}", value))
    return pairs
