"""``balance parameters GAME [WORD]``: every number of a rulebook that errata may change."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from balance.cli import options
from balance.cli.listing import csv_text, entry, find_about, terminal_width
from balance.errors import UnknownName
from balance.experiments.scenarios import find_game
from balance.rulebook.parameters import Parameter
from balance.rulebook.ruleset import Ruleset

COLUMNS = ("key", "value", "range", "rule", "meaning", "origin")
FORMATS = ("table", "csv")


def command(
    game: options.Game,
    words: options.Words = None,
    format: options.Format = "table",
) -> None:
    """List the numbers and switches of a game: key, value, range, rule, meaning and origin.

    With words, only those that have all of them in their key, meaning or reason; with the number of
    a rule, those of that rule. What is listed can be changed by `--set KEY=VALUE` or a variant.
    """
    if format not in FORMATS:
        raise UnknownName("format", format, FORMATS)
    ruleset = find_game(game).rules
    found = parameters_about(ruleset, words or ())
    if format == "csv":
        rows = [_cells(ruleset, parameter) for parameter in found]
        sys.stdout.write(csv_text(COLUMNS, rows))
        return
    width = terminal_width()
    for parameter in found:
        print(_entry(ruleset, parameter, width))
    kind = "parameter" if len(found) == 1 else "parameters"
    charts = ", ".join(sorted(ruleset.charts))
    print()
    told = f"{len(found)} {kind}. Cells of charts are set as chart:row:column"
    if ruleset.charts:
        chart = ruleset.charts[min(ruleset.charts)]
        cell = f"{chart.name}:{chart.row_names[0]}:{chart.columns[0]}"
        told += f", such as {cell}; the charts are {charts}"
    print(entry(f"{told}.", (), width, 0))


def parameters_about(ruleset: Ruleset, words: tuple[str, ...] | list[str]) -> list[Parameter]:
    """The parameters that all the words, or numbers of rules, are about; by key.

    Raises
    ------
    DataError
        If there is none.
    """
    other_names: dict[str, list[str]] = {}
    for alias, key in ruleset.aliases.items():
        other_names.setdefault(key, []).append(alias)

    def about(parameter: Parameter) -> tuple[Sequence[str], str]:
        key = parameter.key
        text = (key, *other_names.get(key, ()), parameter.title, parameter.reason)
        return parameter.rules, " ".join(text)

    parameters = [parameter for _, parameter in sorted(ruleset.parameters.items())]
    return find_about(words, parameters, about, f"nothing in {ruleset.game}")


def _cells(ruleset: Ruleset, parameter: Parameter) -> tuple[str, ...]:
    return (
        parameter.key,
        shown_value(parameter, ruleset[parameter.key]),
        "fixed" if parameter.type == "fixed" else parameter.range_text(),
        parameter.rule,
        parameter.title,
        parameter.origin,
    )


def _entry(ruleset: Ruleset, parameter: Parameter, width: int) -> str:
    key, value, allowed, rule, meaning, origin = _cells(ruleset, parameter)
    source = f"{origin}: {parameter.reason}" if parameter.reason else origin
    return entry(f"{key} = {value}", (meaning, f"{allowed}; rule {rule}; {source}"), width)


def shown_value(parameter: Parameter, value: object) -> str:
    """A value as one reads it, and as `--set` takes it.

    >>> from balance.rulebook.game import open_game
    >>> shown_value(open_game("drive_on_stalingrad").rules.parameter("victory.sudden_death"), 1)
    'on'
    """
    if isinstance(value, tuple):
        return "|".join(value) or "none"
    if parameter.type == "switch":
        return "on" if value else "off"
    return "prohibited" if parameter.type == "cell" and value == -1 else str(value)
