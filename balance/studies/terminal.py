"""The answer of a study on the terminal: the sentence, the remarks, the tables."""

from __future__ import annotations

from typing import Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from balance.analysis.telling.words import as_sentence
from balance.studies.answer import Answer, Sheet


def render_answer(answer: Answer) -> RenderableType:
    """Compose what a study's command prints when it is done; names go in as plain text."""
    parts: list[RenderableType] = [Text(answer.sentence, style="bold")]
    parts += [Text(line) for line in answer.about]
    parts += [Text(remark, style="yellow") for remark in map(as_sentence, answer.remarks)]
    for sheet in filter(lambda sheet: sheet.brief, answer.sheets):
        parts += [Text(), _table(sheet)]
        if sheet.note:
            parts.append(Text(sheet.note, style="dim"))
    return Group(*parts)


def _table(sheet: Sheet) -> Table:
    table = Table(title=Text(sheet.title), title_justify="left")
    for number, head in enumerate(sheet.head):
        # Keys have no blanks to break at; a name cut short would be none.
        justify: Literal["left", "right"] = "left" if number == 0 else "right"
        table.add_column(Text(head), justify=justify, overflow="fold")
    for line in sheet.lines:
        table.add_row(*map(Text, line))
    return table
