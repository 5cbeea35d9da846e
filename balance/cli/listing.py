"""Lists for a terminal: entries that fit 80 columns, and what a word or number of a rule finds."""

from __future__ import annotations

import csv
import io
import re
import shutil
import textwrap
from collections.abc import Iterable, Sequence

from balance.errors import DataError

#: Width of text that goes to a file or another program.
_WIDTH = 100
_RULE_NUMBER = re.compile(r"\d+(\.\d+[a-z]?\d?(-\w+)?)?")


def is_found(words: Sequence[str], rules: Iterable[str], text: str) -> bool:
    """Whether every word is in a text, or is the number of one of the rules or of what holds it.

    >>> is_found(["4.2"], ["4.2a"], "VP hexes"), is_found(["4"], ["4.2a"], "")
    (True, True)
    >>> is_found(["4.2"], ["4.21"], ""), is_found(["vp", "HEX"], ["9.1"], "VP hexes")
    (False, True)
    """
    numbers, text = list(rules), text.casefold()
    return all(
        any(re.match(rf"{re.escape(word)}(?!\d)", number) for number in numbers)
        if _RULE_NUMBER.fullmatch(word)
        else word.casefold() in text
        for word in words
    )


def nothing_about(words: Sequence[str], what: str) -> DataError:
    """Refuse words that nothing in a list is about; ``what`` says what there is none of.

    >>> str(nothing_about(["snow"], "no rule of army_group_south"))
    "no rule of army_group_south about 'snow'; try one word, a rule's number, or none for the whole
    list"
    """
    return DataError(
        f"{what} about {' '.join(words)!r}; try one word, a rule's number, or none for "
        "the whole list"
    )


def terminal_width() -> int:
    """Columns of the terminal; of what isn't one, room for two to read side by side."""
    return max(40, shutil.get_terminal_size((_WIDTH, 24)).columns)


def entry(head: str, paragraphs: Iterable[str], width: int, indent: int = 4) -> str:
    """An entry of a list: its head, and below it, indented, what is said of it.

    >>> print(entry("stacking.limit = 8", ["Units a hex holds; rule 6.1a; book"], 30))
    stacking.limit = 8
        Units a hex holds; rule
        6.1a; book
    """
    space = " " * indent
    lines = textwrap.wrap(head, width, subsequent_indent=space, break_on_hyphens=False)
    for paragraph in filter(None, paragraphs):
        lines += textwrap.wrap(
            paragraph,
            width,
            initial_indent=space,
            subsequent_indent=space,
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as CSV, LF line ends."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()
