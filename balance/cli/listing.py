"""Lists for a terminal: entries that fit 80 columns, and what a word or number of a rule finds."""

from __future__ import annotations

import csv
import io
import re
import shutil
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from balance.errors import DataError

_Item = TypeVar("_Item")

#: Width of text that goes to a file or another program.
_WIDTH = 100
_RULE_NUMBER = re.compile(r"\d+(\.\d+[a-z]?\d?(-\w+)?)?")


def find_about(
    words: Sequence[str],
    items: Iterable[_Item],
    about: Callable[[_Item], tuple[Sequence[str], str]],
    kind: str,
) -> list[_Item]:
    """The items that all words are about; where none is, a number also finds those it begins.

    ``about`` gives the numbers of an item's rules, and its text; ``kind`` says what isn't found.

    >>> find_about(["snow"], [], lambda item: ([], ""), "no rule of army_group_south")
    Traceback (most recent call last):
    ...
    balance.errors.DataError: no rule of army_group_south about 'snow'; try one word, a rule's
    number, or none for the whole list
    """
    held = [(item, *about(item)) for item in items]
    for whole in (True, False):
        found = [item for item, rules, text in held if _is_about(words, rules, text, whole)]
        if found:
            return found
    raise DataError(
        f"{kind} about {' '.join(words)!r}; try one word, a rule's number, or none for the whole "
        "list"
    )


def _is_about(words: Sequence[str], rules: Sequence[str], text: str, whole: bool = True) -> bool:
    """Whether every word is in a text, or is the number of one of the rules or of what holds it.

    >>> _is_about(["4.2"], ["4.2a"], "VP hexes"), _is_about(["4"], ["4.2a"], "")
    (True, True)
    >>> _is_about(["4.2"], ["4.21"], ""), _is_about(["4.2"], ["4.21"], "", whole=False)
    (False, True)
    >>> _is_about(["s3"], ["S3d"], ""), _is_about(["set", "VP"], ["Setup-c"], "vp of a set")
    (True, True)
    """
    text = text.casefold()
    return all(
        any(_is_under(number, word, whole) for number in rules)
        or (not _RULE_NUMBER.fullmatch(word) and word.casefold() in text)
        for word in words
    )


def _is_under(number: str, word: str, whole: bool) -> bool:
    """Whether a rule has a number or one that begins with it, past a figure or letter if whole."""
    goes_on = r"\d" if word[-1:].isdigit() else "[a-z]"
    end = f"(?!{goes_on})" if whole else ""
    return re.match(re.escape(word) + end, number, re.IGNORECASE) is not None


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
