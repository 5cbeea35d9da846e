"""How results show themselves: in a notebook, as figures, as documents.

Results and answers know nothing of drawing. The package that draws, ``reports``, says here that it
is there; ``balance`` loads it with the first name that is asked of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, Protocol

from balance.errors import DataError


class View(Protocol):
    """One study, drawn."""

    @property
    def sentence(self) -> str:
        """What the study comes to."""

    @property
    def titles(self) -> dict[str, str]:
        """Title of each figure by its key."""

    def figure(self, key: str) -> Any:
        """Return one figure, a ``matplotlib.figure.Figure``."""

    def html(self) -> str:
        """Return what a notebook shows: sentence, small tables, a figure; needs nothing else."""

    def write(self, path: Path | None) -> Path:
        """Write the report, into the study's folder if no path is given; return its path."""


#: Draws results or an answer; None until the package that draws is loaded.
_draw: Callable[[Any], View] | None = None


def draw_with(draw: Callable[[Any], View]) -> None:
    """Say who draws results and answers from now on."""
    global _draw
    _draw = draw


class Listing(dict[str, str]):
    """Names with what they stand for, as lines of text or as a small table.

    >>> Listing(points="Points by game turn")
    points  Points by game turn
    """

    def __repr__(self) -> str:
        width = max(map(len, self), default=0)
        return "\n".join(f"{key:<{width}}  {words}" for key, words in self.items())

    def _repr_html_(self) -> str:
        lines = (
            f"<tr><th><code>{escape(key)}</code></th><td style='text-align: left'>"
            f"{escape(words)}</td></tr>"
            for key, words in self.items()
        )
        return f"<table>{''.join(lines)}</table>"


class Shown:
    """Results that can be looked at: mixed into what a study returns."""

    @cached_property
    def _view(self) -> View:
        if _draw is None:
            raise DataError(
                "figures and reports: nothing is loaded that draws them; expected the package "
                "'reports' that comes with balance; write import reports before"
            )
        return _draw(self)

    @property
    def figures(self) -> Listing:
        """Keys of the figures that this study has, with their titles."""
        return Listing(self._view.titles)

    def figure(self, key: str) -> Any:
        """Draw one figure of the report, by its key in ``figures``.

        Returns a ``matplotlib.figure.Figure``: a notebook shows it, ``savefig`` writes it.

        Raises
        ------
        UnknownName
            If the study has no such figure.
        """
        return self._view.figure(key)

    def report(self, path: str | Path | None = None) -> Path:
        """Write the report page, its short version beside it and ``summary.json``.

        The page goes into the study's folder if no path is given; ``summary.json`` always does.
        Returns the path of the page.

        Raises
        ------
        DataError
            If it can't be written, or if the study has no folder of its own and no path is given.
        """
        return self._view.write(Path(path) if path else None)

    def _repr_html_(self) -> str | None:
        # Without anything that draws, a notebook falls back to the text.
        return self._view.html() if _draw is not None else None
