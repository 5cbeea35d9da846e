"""A figure as the page carries it: inline SVG with its title, its words and its numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from matplotlib.figure import Figure

from balance.studies.answer import Sheet
from reports.cutting import cut_into_parts
from reports.theme import break_words, svg_of

_PROLOGUE = re.compile(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>", re.DOTALL)
_NAMESPACES = re.compile(r'\s(?:xmlns(?::xlink)?="[^"]*"|version="[^"]*")')
_ROOT = re.compile(r"<svg\b[^>]*>")
_SIZE = re.compile(r'\s(?:width|height)="[^"]*"')
_COMMENTS = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_LONG_NUMBERS = re.compile(r"(\.\d\d)\d+")
_GEOMETRY = re.compile(r'\b(?:d|x|y|points|transform)="[^"]*"')
_FONT = re.compile(r"'DejaVu Sans'(?:, [^;\"]*)?")


@dataclass(frozen=True)
class NumberTable:
    """Numbers behind a figure, already in words."""

    head: Sequence[str]
    lines: Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Picture:
    """One figure: what it shows (``title``), how to read it, what a blind reader needs."""

    key: str
    title: str
    caption: str
    alt: str
    figure: Figure = field(repr=False, compare=False)
    numbers: NumberTable | None = None
    #: Lines of the table of example games that show what the figure shows.
    examples: Sequence[Mapping[str, object]] = ()
    #: Tables of the same, which fold away below it.
    tables: Sequence[Sheet] = ()

    @cached_property
    def svg(self) -> str:
        """The figure as it stands inside a page, drawn when it is first wanted."""
        return inline_svg(self.figure, self.key, self.title, self.alt)

    @cached_property
    def parts(self) -> list[str]:
        """The views of its parts, between which a sheet of paper may end; none if there is one."""
        assert self.svg  # what stands where is known once it is drawn
        width, height = 72 * self.figure.get_size_inches()  # what a view counts in is points
        parts = cut_into_parts(self.figure)
        return [
            f"0 {top * height:.2f} {width:g} {part * height:.2f}"
            for top, part in (parts if len(parts) > 1 else ())
        ]

    @property
    def tall(self) -> float:
        """Its height, as a multiple of its width."""
        width, height = self.figure.get_size_inches()
        return float(height / width)


def make_picture(
    key: str,
    title: str,
    caption: str,
    alt: str,
    figure: Figure,
    numbers: NumberTable | None = None,
    examples: Sequence[Mapping[str, object]] = (),
) -> Picture:
    """Turn a drawn figure into one that can stand inside a page.

    ``examples`` are lines of the table of example games.
    """
    break_words(figure)
    return Picture(key, title, caption, alt, figure, numbers, examples)


def inline_svg(figure: Figure, key: str, title: str, alt: str) -> str:
    """SVG text of a figure, for use inside HTML: no prologue, no addresses, unique names."""
    text = _COMMENTS.sub("", _PROLOGUE.sub("", svg_of(figure)))
    text = re.sub(r'\bid="([^"]+)"', rf'id="{key}-\1"', text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{key}-\1)", text)
    text = re.sub(r'xlink:href="#([^"]+)"', rf'href="#{key}-\1"', text)
    text = _FONT.sub("inherit", text)
    text = _GEOMETRY.sub(lambda found: _LONG_NUMBERS.sub(r"\1", found.group()), text)
    root = _ROOT.search(text)
    assert root is not None
    opening = _SIZE.sub("", _NAMESPACES.sub("", root.group()))
    opening = f'{opening[:-1]} role="img" aria-labelledby="{key}-title {key}-desc">'
    words = (
        f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-desc">{escape(alt)}</desc>'
    )
    return (opening + words + text[root.end() :]).strip()
