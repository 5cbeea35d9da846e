"""How each rule of a game is switched off, and how its firings are counted: ``switch_off.toml``.

A rule fires once for each row of a result table that meets all its conditions, or as often as a
column of such rows says. Conditions are data (column, comparison, value), never code.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from balance.errors import BalanceError, DataError, UnknownName
from balance.experiments.run import cell_overrides
from balance.experiments.schema import Table, tables_of
from balance.experiments.study import Cell
from balance.experiments.variant_file import BASELINE
from balance.experiments.variants import rules_under
from balance.files.charts import shown_path
from balance.files.shapes import SETTING, TEXT, Number, read_shaped
from balance.files.toml import line_of
from balance.rulebook.game import Game

FILE = "switch_off.toml"
_SHAPE = {
    "format": Number(1, 1, whole=True),
    "rule": [
        {
            "rule": TEXT,
            "set?": {"*": SETTING},
            "variant?": TEXT,
            "fired?": {"table": TEXT, "where?": [[SETTING]], "count?": TEXT},
            "note?": TEXT,
        }
    ],
}
COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class Firing:
    """Which rows of a result table are firings of a rule."""

    table: str
    #: Column, comparison, value; all must hold.
    where: tuple[tuple[str, str, str | int], ...] = ()
    #: Column whose numbers are added up; the rows are counted if there is none.
    count: str = ""

    def by_game(self, rows: pd.DataFrame, game_ids: pd.Series) -> pd.Series[float]:
        """Firings in each of some games, 0 where there are none; ``rows`` is the result table."""
        chosen = rows.loc[rows["game_id"].isin(game_ids)]
        for column, comparison, value in self.where:
            chosen = chosen.loc[COMPARISONS[comparison](chosen[column], value).astype(bool)]
        by_game = chosen.groupby("game_id")
        counts = by_game[self.count].sum() if self.count else by_game.size()
        return counts.reindex(game_ids, fill_value=0).astype(float)


@dataclass(frozen=True)
class RuleSwitch:
    """What switches a rule off."""

    rule: str
    settings: tuple[tuple[str, str], ...]
    variant: str = ""
    fired: Firing | None = None
    #: What a reader should know, such as what else it switches off.
    note: str = ""

    def off(self, baseline: Cell) -> Cell:
        """The baseline without this rule."""
        names = [name for name in (baseline.variant, self.variant) if name not in ("", BASELINE)]
        return Cell(
            baseline.axis,
            baseline.soviet,
            "+".join(names) or BASELINE,
            cell_overrides({**dict(baseline.overrides), **dict(self.settings)}),
        )

    @property
    def text(self) -> str:
        """What is set, in one line."""
        return ", ".join([*([self.variant] if self.variant else []), *map("=".join, self.settings)])


def read_switches(game: Game) -> dict[str, RuleSwitch]:
    """Read the switches of a game, by rule number in printed order.

    Raises
    ------
    DataError
        With every unknown rule, setting, table, column or comparison, and its line.
    """
    path = game.folder / FILE
    if not path.is_file():
        raise DataError(f"{shown_path(path)}: there is no such file; dead rules need it")
    found: dict[str, RuleSwitch] = {}
    faults = []
    known = game.register.rules
    for place, record in enumerate(read_shaped(path, _SHAPE)["rule"], start=1):
        try:
            switch = _switch(game, record)
            if switch.rule not in known:
                raise UnknownName(f"rule of {game}", switch.rule, known)
            if switch.rule in found:
                raise DataError(f"rule {switch.rule} is there twice")
            found[switch.rule] = switch
        except (BalanceError, KeyError, TypeError, ValueError) as error:
            where = line_of(path, str(record.get("rule", "")), place, "[[rule]]")
            text = f"an entry lacks {error}" if isinstance(error, KeyError) else str(error)
            faults.append(f"{shown_path(path)}:{where}: {text}")
    if faults:
        raise DataError(faults)
    return {number: found[number] for number in known if number in found}


def _switch(game: Game, record: Mapping[str, Any]) -> RuleSwitch:
    settings = cell_overrides(record.get("set", {}))
    variant = record.get("variant", "")
    if not settings and not variant:
        raise ValueError(f"rule {record['rule']}: nothing switches it off; give set or variant")
    rules_under(game, variant or BASELINE, dict(settings), judged=False)
    fired = record.get("fired")
    return RuleSwitch(
        rule=str(record["rule"]),
        settings=settings,
        variant=variant,
        fired=None if fired is None else _firing(fired, tables_of(game)),
        note=record.get("note", ""),
    )


def _firing(record: Mapping[str, Any], tables: Mapping[str, Table]) -> Firing:
    table = record["table"]
    if table not in tables:
        raise UnknownName("result table", table, tables)
    conditions = tuple(_conditions(tables[table], record.get("where", [])))
    count = record.get("count", "")
    _check_column(tables[table], count or "game_id")
    return Firing(table, conditions, count)


def _conditions(table: Table, where: list[list[Any]]) -> Iterator[tuple[str, str, str | int]]:
    for condition in where:
        if len(condition) != 3:
            raise ValueError(f"where has {condition!r}; expected [column, comparison, value]")
        column, comparison, value = condition
        _check_column(table, column)
        if comparison not in COMPARISONS:
            raise UnknownName("comparison", comparison, COMPARISONS)
        yield column, comparison, value


def _check_column(table: Table, column: str) -> None:
    if column not in table.names:
        raise UnknownName(f"column of {table.name}", column, table.names)
