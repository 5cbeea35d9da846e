"""Dots with their intervals, one line each: the plainest picture of several estimates."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from balance.analysis.telling.words import number
from reports.theme import INK, MUTED, PAPER, KeyWrapper

#: Lines of a figure, at most: more would fit no page.
MOST_LINES = 26
#: Letters of a name in a line, and lines of a name, at most.
NAME_WIDTH, NAME_LINES = 50, 2
#: Letters of the longest name that leaves room for a picture to its right; longer ones stand above.
BESIDE = 20
#: Height in inches of a line with a name of one line beside it or above it, and of a further line.
HEIGHT_BESIDE, HEIGHT_BELOW, HEIGHT_MORE = 0.27, 0.4, 0.13
#: Height of what stands around the lines.
FRAME_HEIGHT = 0.75


@dataclass(frozen=True)
class Estimate:
    """One estimate to be drawn; ends that are unknown are not finite."""

    name: str
    value: float
    low: float
    high: float
    #: Of the dot; ink if none.
    colour: str = INK
    #: Whether it is a difference, and its sign worth telling.
    signed: bool = True

    @classmethod
    def of(
        cls,
        name: str,
        row: Mapping[str, Any],
        keys: tuple[str, str, str] = ("difference", "low", "high"),
        scale: float = 1,
        colour: str = INK,
        *,
        signed: bool = True,
    ) -> Estimate:
        """Read an estimate from a row: ``keys`` name it and its ends, ``scale`` gives the unit."""
        value, low, high = (scale * float(row[key]) for key in keys)
        return cls(name, value, low, high, colour, signed)

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves zero out."""
        return bool(self.low > 0 or self.high < 0)

    def words(self, places: int = 1) -> str:
        """The estimate with its interval.

        >>> Estimate("", -34.0, -43.41, -24.6).words(), Estimate("", 1, math.nan, 2).words()
        ('-34.0 [-43.4, -24.6]', '+1.0 [unknown]')
        >>> Estimate("", 0, 0, 0).words()
        '0.0 [all alike]'
        """
        sign = "+" if self.signed and round(self.value, places) > 0 else ""
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            return f"{sign}{number(self.value, places)} [unknown]"
        if self.low == self.high == self.value:
            # Games that are all alike say nothing of how far others may lie from them.
            return f"{sign}{number(self.value, places)} [all alike]"
        ends = (number(end, places) for end in (self.low, self.high))
        return f"{sign}{number(self.value, places)} [{', '.join(ends)}]"


def draw_forest(
    axes: Axes, lines: Sequence[Estimate], places: int = 1, *, with_numbers: bool = True
) -> None:
    """Draw one estimate a line from top to bottom, with its numbers to the right if wanted.

    A filled dot says that the interval leaves zero out, a hollow one that it does not.
    """
    axes.axvline(0, color=MUTED, lw=0.9, zorder=1)
    for place, line in enumerate(lines):
        if math.isfinite(line.low) and math.isfinite(line.high):
            axes.plot([line.low, line.high], [place, place], color=line.colour, lw=1.6, zorder=3)
        if math.isfinite(line.value):
            fill = line.colour if line.is_clear else PAPER
            axes.plot(line.value, place, "o", ms=5.5, color=fill, mec=line.colour, zorder=4)
        if with_numbers:
            words = line.words(places)
            axes.text(1.02, place, words, transform=axes.get_yaxis_transform(), va="center", size=8)
    name_lines(axes, [line.name for line in lines])
    axes.spines["left"].set_visible(False)
    axes.margins(x=0.08)
    axes.xaxis.set_major_locator(MaxNLocator(6 if with_numbers else 2))
    axes.grid(axis="x")


def short_name(name: str, width: int = NAME_WIDTH, lines: int = NAME_LINES) -> str:
    """Break a long name into a few lines; what is left over is cut off.

    >>> short_name("Soviet attacks of negative expected value", 20, 3).splitlines()
    ['Soviet attacks of', 'negative expected', 'value']
    >>> short_name("caucasus_first", 13).splitlines()
    ['caucasus_', 'first']
    """
    wrapper = KeyWrapper(width, max_lines=lines, placeholder=" ...")
    return "\n".join(wrapper.wrap(name)) or "-"


def name_lines(axes: Axes, names: Sequence[str]) -> None:
    """Name the lines 0, 1, ... of a picture from the top, beside them or, if long, above them."""
    above = _stand_above(names)
    axes.set_yticks([] if above else range(len(names)), [] if above else names)
    axes.set_ylim(max(len(names), 1) - 0.4, -0.85 if above else -0.6)
    axes.tick_params(axis="y", length=0)
    for place, name in enumerate(names if above else ()):
        there: Any = {"transform": axes.get_yaxis_transform(), "va": "center", "size": 8}
        axes.text(0, place - 0.42, short_name(name), zorder=5, **there)


def forest_height(names: Sequence[str]) -> float:
    """Height in inches that lines of such names need."""
    above = _stand_above(names)
    more = max(((short_name(name) if above else name).count("\n") for name in names), default=0)
    height = (HEIGHT_BELOW if above else HEIGHT_BESIDE) + HEIGHT_MORE * more
    return height * max(len(names), 1)


def _stand_above(names: Sequence[str]) -> bool:
    return any(len(line) > BESIDE for name in names for line in name.splitlines())
