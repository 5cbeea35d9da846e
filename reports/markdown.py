"""The short version of a report in Markdown, fit for a forum: sentence, remarks, a few tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from balance.studies.answer import Sheet
from reports.page import Page

_SPECIAL = re.compile(r"[\\`*|~]|<(?=[A-Za-z/!?])|&(?=#?\w+;)")
_EDGE_UNDERSCORE = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_OPENS_A_BLOCK = re.compile(r"^(\d*)([#+=>.)-])(?=\s|$|[-=#>])")
#: Every run of spaces and line breaks, the invisible ones included.
_BLANKS = re.compile(r"\s+")


def page_markdown(page: Page) -> str:
    """Text of the short version."""
    return "\n".join([*_lines(page), ""])


def _lines(page: Page) -> Iterator[str]:
    yield f"**{plain_text(page.sentence)}**"
    yield ""
    for line in page.about:
        yield f"- {plain_text(line)}"
    if page.limits.reconstructed:
        words = plain_text(page.limits.reconstructed)
        yield f"- Reconstructed, not taken from the printed game: {words}."
    for alarm in page.alarms:
        words = f"{alarm.head} {alarm.words}".strip()
        yield f"- {plain_text(words)}{' below.' if alarm.anchor else ''}"
    for line in page.sure:
        yield f"- {plain_text(line)}"
    for sheet in page.brief:
        yield from _sheet_lines(sheet)
    yield from _limit_lines(page)


def _limit_lines(page: Page) -> Iterator[str]:
    limits = page.limits
    yield from ("", "### How it was played", "")
    for word, value in limits.facts:
        yield f"- {plain_text(word)}: {plain_text(value)}"
    for key, words in limits.changes:
        yield f"- Changed rule {plain_text(key)}: {plain_text(words)}"
    for sheet in (limits.cells, limits.failures):
        if sheet:
            yield from _sheet_lines(sheet, "Games that broke off")
    yield from ("", "### Method and limits", "")
    for line in (*limits.methods, *limits.estimates):
        yield f"- {plain_text(line)}"
    yield (
        f"- Rules of the book not modelled: {len(limits.not_modelled)}, simplified: "
        f"{len(limits.simplified)}; the full report lists them."
    )


def _sheet_lines(sheet: Sheet, title: str = "") -> Iterator[str]:
    """A table with its title and note; the first column to the left, the others to the right."""
    yield from ("", f"### {plain_text(sheet.title or title)}", "")
    yield _row(sheet.head)
    yield "|" + "|".join([":--", *["--:"] * (len(sheet.head) - 1)]) + "|"
    for line in sheet.lines:
        yield _row(line)
    if sheet.note:
        yield from ("", plain_text(sheet.note))


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(plain_text, cells)) + " |"


def plain_text(words: str) -> str:
    r"""Write words so that Markdown shows them as they are, whatever name they hold.

    >>> print(plain_text("vp_to_win_7: 34.0 points [24.6, 43.4]"), plain_text("*x*"))
    vp_to_win_7: 34.0 points [24.6, 43.4] \*x\*
    """
    text = _SPECIAL.sub(r"\\\g<0>", _BLANKS.sub(" ", words).strip())
    text = _EDGE_UNDERSCORE.sub(r"\\_", text)
    # Brackets are intervals here; only what would make a link or a picture of them is taken away.
    text = text.replace("](", "]\\(").replace("][", "]\\[").replace("]:", "]\\:")
    return _OPENS_A_BLOCK.sub(r"\1\\\2", text)
