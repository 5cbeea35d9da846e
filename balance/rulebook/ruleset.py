"""The numbers of a rulebook: every parameter and chart of a game, with overrides.

A game's folder holds ``parameters.toml`` (one record a number, limit or switch, with the rule that
prints it) and ``tables/*.csv`` (charts as printed). ``Game.rules`` are both as printed; ``Ruleset``
hands them out, takes a variant's overrides and refuses what is unknown or out of range.

The kernels read the same numbers from a record of 32-bit integers: ``supply.line_max_hexes`` is
``rules.supply_line_max_hexes`` there. Hex lists and words stay in Python.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import DataError, UnknownName
from balance.files.charts import Chart, read_chart, shown_path
from balance.files.toml import line_of, read_toml
from balance.rulebook.changes import POINTS, changed, hex_points
from balance.rulebook.map_edits import MapEdits, printed_cell
from balance.rulebook.parameters import CLOSED as CLOSED
from balance.rulebook.parameters import CLOSED_CELL as CLOSED_CELL
from balance.rulebook.parameters import Parameter, Value, parse_parameter
from balance.rulebook.unit_groups import unit_row as unit_row

if TYPE_CHECKING:
    from balance.rulebook.functions import RuleFunction
    from balance.rulebook.game import Game


@dataclass(frozen=True)
class Ruleset:
    """All numbers of one game under one variant. Immutable; overriding gives another one."""

    game: Game
    parameters: Mapping[str, Parameter]
    aliases: Mapping[str, str]
    values: Mapping[str, Value]
    charts: Mapping[str, Chart]
    #: Edits of the order of battle, one a unit: ``unit`` and the columns to replace, or ``remove``.
    unit_edits: tuple[Mapping[str, object], ...] = ()
    #: Changes of the map, see ``balance.rulebook.map_edits``.
    map_edits: MapEdits = field(default_factory=dict)
    #: Rule functions that a variant replaces by its own, by name.
    functions: Mapping[str, RuleFunction] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Folder of the game's data."""
        return self.game.folder

    def parameter(self, key: str) -> Parameter:
        """The record of one parameter, by its key or an alias of it."""
        key = self.aliases.get(key, key)
        if key not in self.parameters:
            raise UnknownName("parameter", key, [*self.parameters, *self.aliases])
        return self.parameters[key]

    def __getitem__(self, key: str) -> Value:
        parameter = self.parameter(key)
        if parameter.type == "cell":
            return _cell_number(self.charts, parameter)
        return self.values[parameter.key]

    def integer(self, key: str) -> int:
        """A number or switch; of a choice, its place in the list of choices."""
        value = self[key]
        parameter = self.parameter(key)
        if parameter.type == "choice":
            return parameter.choices.index(str(value))
        if not isinstance(value, int):
            raise DataError(f"parameters.toml: {key} is {value!r}; expected a whole number")
        return value

    def word(self, key: str) -> str:
        """The name chosen by a choice, or the word of a fixed parameter."""
        return str(self[key])

    def hexes(self, key: str) -> tuple[str, ...]:
        """Hex names of a list of hexes.

        >>> from balance.rulebook.game import open_game
        >>> open_game("drive_on_stalingrad").rules.hexes("supply.rostov_hex")
        ('2725',)
        """
        value = self[key]
        if not isinstance(value, tuple):
            raise DataError(f"parameters.toml: {key} is {value!r}; expected a list of hexes")
        return value

    def chart(self, name: str) -> Chart:
        """A chart of the game's ``tables`` folder, overrides included."""
        if name not in self.charts:
            raise UnknownName("chart", name, self.charts)
        return self.charts[name]

    def with_overrides(self, overrides: Mapping[str, object]) -> Ruleset:
        """The same rules with some things set otherwise; a later change wins.

        Parameters
        ----------
        overrides : mapping
            Key to value; text is read as the parameter's type ("7", "on", "0233|1134"). A key is
            that of a parameter, ``chart:row:column`` for a cell, ``unit:NAME:column`` for an entry
            of the order of battle, ``unit:NAME`` with the value "removed" (or "there"),
            ``hex:2111:terrain`` for a hex of the map (``hex:2111:vp``: its victory points) or
            ``hexside:2111-2112`` for the features of one of its sides ("river",
            "minor_river|rail", "none"). NAME may be a group of units ("all german infantry", see
            ``balance.rulebook.unit_groups``), a hex the name of a place on it, a number a change of
            what is there ("+1", "1 less", "x1.5"; halves are rounded up).

        Raises
        ------
        DataError
            Naming every unknown key (with near ones) and every value out of range.

        Examples
        --------
        >>> from balance.rulebook.game import open_game
        >>> rules = open_game("drive_on_stalingrad").rules
        >>> short = rules.with_overrides({"supply.line_max_hexes": 6})
        >>> short["supply.line_max_hexes"]
        6
        >>> rules.with_overrides({"crt:4:3:1": "DR"}).changes
        {'crt:4:3:1': ('EX', 'DR')}
        >>> rules.with_overrides({"hex:Voronezh:vp": "+1"}).changes
        {'hex:0424:vp': ('1', '2')}
        """
        rules, faults = self, []
        for key, given in overrides.items():
            try:
                rules = changed(rules, key, given)
            except (UnknownName, DataError) as error:
                faults.append(str(error))
        if faults:
            raise DataError(faults)
        return rules

    def with_values(self, values: Mapping[str, Value]) -> Ruleset:
        """The same rules with other numbers, which are of the parameters' own types."""
        return replace(self, values={**self.values, **values})

    def with_cell(self, chart: str, row: str, column: str, value: object) -> Ruleset:
        """The same rules with one cell of a chart changed.

        A cell that a parameter stands for takes what that takes; else the game's own reader judges.
        """
        return changed(self, f"{chart}:{row}:{column}", value)

    def with_unit_edit(self, edit: Mapping[str, object]) -> Ruleset:
        """The same rules with one unit of the order of battle changed, removed or put back.

        Parameters
        ----------
        edit : mapping
            ``unit`` and either the columns to replace or ``remove``; the game's own reader of the
            order of battle judges the values.

        Raises
        ------
        UnknownName
            If there is no such unit or column.
        DataError
            If the unit has been removed, or ``remove`` is neither true nor false.
        """
        name = str(edit.get("unit", ""))
        printed = unit_row(self.folder, name)
        for column in edit:
            if column != "remove" and column not in printed.cells:
                known = [*printed.cells, "remove"]
                raise UnknownName(f"column of unit {name!r}", column, known)
        if edit.get("remove", False) not in (True, False):
            raise DataError(f"unit {name!r}: remove is true or false, not {edit['remove']!r}")
        edits = {str(old["unit"]): old for old in self.unit_edits}
        before = edits.pop(name, {})
        if before.get("remove") and "remove" not in edit:
            raise DataError(
                f"unit {name!r} was removed by an earlier change; remove = false puts it back"
            )
        merged = {**before, **edit}
        if edit.get("remove"):
            merged = {"unit": name, "remove": True}
        else:
            merged.pop("remove", None)
            differs = {c: v for c, v in merged.items() if str(v) != printed[c]}
            merged = {"unit": name, **differs} if differs else {}
        kept = (*edits.values(), merged) if merged else tuple(edits.values())
        return replace(self, unit_edits=kept)

    @cached_property
    def cell_parameters(self) -> dict[tuple[str, str, str], Parameter]:
        """Parameters that stand for cells of charts, by chart, row and column."""
        return {cell: p for p in self.parameters.values() for cell in p.cells}

    @cached_property
    def listed_columns(self) -> dict[str, str]:
        """Columns of the map that a parameter alone may change, with its key."""
        listing = [p for p in self.parameters.values() if p.map_column and not p.points]
        return {parameter.map_column: parameter.key for parameter in listing}

    @cached_property
    def points_parameter(self) -> Parameter | None:
        """The parameter that lists the victory hexes, where the map has no points of its own."""
        return next((p for p in self.parameters.values() if p.points), None)

    def with_function(self, function: RuleFunction) -> Ruleset:
        """The same rules with one documented rule function replaced by another."""
        return replace(self, functions={**self.functions, function.name: function})

    @cached_property
    def changes(self) -> dict[str, tuple[Any, Any]]:
        """What differs from the baseline: key -> (baseline value, value here).

        Keys are those that ``with_overrides`` takes, and ``rule:NAME`` for a replaced function.
        """
        found: dict[str, tuple[Any, Any]] = {}
        edited = {
            (name, row, column)
            for name, chart in self.charts.items()
            for (row, column), text in chart.edits.items()
            if text != chart.printed(row, column)
        }
        for key, parameter in self.parameters.items():
            if parameter.type == "cell":
                # All its cells alike: that is the parameter; else each cell speaks for itself.
                if not edited.issuperset(parameter.cells):
                    continue
                texts = {self.charts[c].cell(row, column) for c, row, column in parameter.cells}
                if len(texts) == 1:
                    chart, row, column = parameter.cells[0]
                    before = _number(self.charts[chart].printed(row, column))
                    found[key] = (before, self[key])
                    edited.difference_update(parameter.cells)
            elif self.values.get(key) != parameter.value:
                found[key] = (parameter.value, self.values[key])
        for name, row, column in sorted(edited):
            chart_cells = self.charts[name]
            cell = (chart_cells.printed(row, column), chart_cells.cell(row, column))
            found[f"{name}:{row}:{column}"] = cell
        for edit in self.unit_edits:
            unit = str(edit["unit"])
            if edit.get("remove"):
                found[f"unit:{unit}"] = ("there", "removed")
                continue
            printed = unit_row(self.folder, unit)
            for column, value in edit.items():
                if column != "unit":
                    found[f"unit:{unit}:{column}"] = (printed[column], str(value))
        for (name, column), text in self._map_changes.items():
            key = f"hexside:{name}" if "-" in name else f"hex:{name}:{column}"
            there = printed_cell(self.folder, key, self.listed_columns)[1]
            if column == POINTS:
                there = str(hex_points(self.game.rules, name))
            found[key] = (there, text)
        own = self.functions if self is self.game.rules else self.game.rules.functions
        for name, function in self.functions.items():
            if own.get(name) != function:
                replaced = own[name].label if name in own else "built in"
                found[f"rule:{name}"] = (replaced, function.label)
        return found

    @property
    def _map_changes(self) -> MapEdits:
        """Changes of the map, without points that a hex would have by the list of victory hexes."""
        if self.points_parameter is None:
            return self.map_edits
        return {
            (name, column): text
            for (name, column), text in self.map_edits.items()
            if column != POINTS or int(text) != hex_points(self, name, own=False)
        }

    @cached_property
    def hash(self) -> str:
        """Twelve characters that differ whenever any number or chart cell differs."""
        content = {
            "game": self.game.name,
            "values": {key: self.values[key] for key in sorted(self.values)},
            "charts": {name: self.charts[name].grid() for name in sorted(self.charts)},
            "units": sorted([k, v[1]] for k, v in self.changes.items() if k.startswith("unit:")),
        }
        if self._map_changes:
            content["map"] = sorted([*address, text] for address, text in self._map_changes.items())
        if self.functions:
            content["functions"] = {name: self.functions[name].hash for name in self.functions}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def _cell_number(charts: Mapping[str, Chart], parameter: Parameter) -> int:
    chart, row, column = parameter.cells[0]
    return _number(charts[chart].cell(row, column))


def _number(text: str) -> int:
    return CLOSED if text == CLOSED_CELL else int(text)


def read_ruleset(game: Game) -> Ruleset:
    """Read ``parameters.toml`` and ``tables/*.csv`` of a game; all faults in one error."""
    charts = {p.stem: read_chart(p) for p in sorted((game.folder / "tables").glob("*.csv"))}
    parameters, aliases = read_parameters(game.folder / "parameters.toml", charts)
    values = {k: p.value for k, p in parameters.items() if p.value is not None}
    return Ruleset(game, parameters, aliases, values, charts)


def read_parameters(
    path: Path, charts: Mapping[str, Chart]
) -> tuple[dict[str, Parameter], dict[str, str]]:
    """Read a file of parameters and aliases; all faults in one error."""
    data = read_toml(path)
    parameters: dict[str, Parameter] = {}
    faults = [*_head_faults(path, data)]
    for number, record in enumerate(data.get("parameter", []), start=1):
        try:
            parameter = parse_parameter(record, charts)
            if parameter.key in parameters:
                raise ValueError(f"parameter {parameter.key!r} is there twice")
            parameters[parameter.key] = parameter
        except (ValueError, TypeError, UnknownName, KeyError) as error:
            where = line_of(path, str(record.get("key", "")), number, "[[parameter]]")
            missing = f"lacks {error}" if isinstance(error, KeyError) else str(error)
            faults.append(f"{shown_path(path)}:{where}: {missing}")
    aliases = {}
    for record in data.get("alias", []):
        if record.get("of") not in parameters or record.get("key") in parameters:
            faults.append(f"{shown_path(path)}: alias {record} doesn't lead to a parameter")
        else:
            aliases[record["key"]] = record["of"]
    if faults:
        raise DataError(faults)
    return parameters, aliases


def _head_faults(path: Path, data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the frame of ``parameters.toml``: its records are looked at by themselves.

    ``count`` is the number of records, so that a lost one is noticed.
    """
    for key in sorted(set(data) - {"format", "count", "parameter", "alias"}):
        where = f"{shown_path(path)}:{line_of(path, key)}"
        yield f"{where}: unknown entry {key!r}; expected format, count, [[parameter]] or [[alias]]"
    if data.get("format", 1) != 1:
        where = f"{shown_path(path)}:{line_of(path, 'format')}"
        yield f"{where}: format is {data.get('format')!r}; expected 1"
    if not data.get("parameter"):
        yield f"{shown_path(path)}: has no [[parameter]]; it lists every number of the rules"
    there = len(data.get("parameter", [])) + len(data.get("alias", []))
    if data.get("count", there) != there:
        where = f"{shown_path(path)}:{line_of(path, 'count')}"
        yield (
            f"{where}: holds {there} parameters and aliases where count is {data['count']!r}; "
            "put the lost one back, or correct the count"
        )


def describe_changes(ruleset: Ruleset) -> Iterable[str]:
    """One line for each number that differs from the baseline, e.g. for a report."""
    for key, (before, after) in sorted(ruleset.changes.items()):
        yield f"{key}: {_text(before)} -> {_text(after)}"


def _text(value: object) -> str:
    return "|".join(value) if isinstance(value, tuple) else str(value)
