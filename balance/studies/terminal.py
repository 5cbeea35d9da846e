"""The answer of a study on the terminal: the sentence, the remarks, the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from balance.analysis.telling.words import as_sentence
from balance.studies.answer import Answer, Sheet

#: Columns of a terminal that no table fills.
_WIDEST = 10_000


def render_answer(answer: Answer) -> RenderableType:
    """Compose what a study's command prints when it is done; names go in as plain text."""
    parts: list[RenderableType] = [Text(answer.sentence, style="bold")]
    parts += [Text(line) for line in answer.about]
    parts += [Text(remark, style="yellow") for remark in map(as_sentence, answer.remarks)]
    for sheet in filter(lambda sheet: sheet.brief, answer.sheets):
        parts += [Text(), _Fitting(sheet)]
        if sheet.note:
            parts.append(Text(sheet.note, style="dim"))
    return Group(*parts)


class _Fitting:
    """A table; one of a single line that is too wide for the terminal stands on end."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        sheet = self._sheet
        table = _table(sheet.title, sheet.head, sheet.lines)
        unlimited = options.update(width=_WIDEST, max_width=_WIDEST)
        if len(sheet.lines) == 1 and (
            Measurement.get(console, unlimited, table).maximum > options.max_width
        ):
            (name, *heads), (value, *values) = sheet.head, sheet.lines[0]
            table = _table(sheet.title, (name, value), list(zip(heads, values, strict=True)))
        yield table


def _table(title: str, head: Sequence[str], lines: Iterable[Sequence[str]]) -> Table:
    table = Table(title=Text(title), title_justify="left")
    for number, name in enumerate(head):
        # Keys have no blanks to break at; a name cut short would be none.
        justify: Literal["left", "right"] = "left" if number == 0 else "right"
        table.add_column(Text(name), justify=justify, overflow="fold")
    for line in lines:
        table.add_row(*map(Text, line))
    return table
