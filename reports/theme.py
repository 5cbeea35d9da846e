"""Colours and type of all figures: one colour a side, safe for colour-blind readers.

The colours are those of Okabe and Ito, with lighter and darker shades of the same hue for the
endings that belong to a side, so that a side looks the same in every figure.
"""

from __future__ import annotations

import gc
import io
import re
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.text import Text

from balance.analysis.study import FAULTY_ENDINGS
from balance.analysis.telling.labels import Labels

#: By number of the side.
SIDE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
INK = "#1f2933"
MUTED = "#5f6b76"
GRID = "#d9dee3"
NEUTRAL = "#8d99a5"
FAULTY = "#e0b000"
PAPER = "#ffffff"

#: Width of every figure in inches: what a phone shows with letters that can still be read. A wide
#: page shows it larger, never so wide that its letters outgrow the text.
WIDTH = 4.2

#: Letters in a line of a title and of a name of an axis, across a whole figure; in one upright.
_TITLE_LETTERS, _LABEL_LETTERS, _UPRIGHT_LETTERS = 38, 48, 26

_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "wargame-balance",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 8.5,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    # Known, so that no draw looks for what might lie above the axes.
    "axes.titley": 1.0,
    "axes.labelsize": 8.5,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": MUTED,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 3,
    "ytick.major.size": 3,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "hatch.linewidth": 0.6,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
}


class KeyWrapper(textwrap.TextWrapper):
    """Breaks lines after spaces, and after the signs that join the words of a key."""

    wordsep_re = re.compile(r"(\s+|[^\s_.,:=+-]*[_.,:=+-]+|[^\s_.,:=+-]+)")


@contextmanager
def drawing() -> Iterator[None]:
    """Draw inside this context to have the type and lines of the house."""
    with mpl.rc_context(_STYLE), _uncollected():
        yield


@contextmanager
def _uncollected() -> Iterator[None]:
    """Leave circular garbage for later: figures are made of circles that all are still needed."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def any_letters() -> Iterator[None]:
    """Draw names in any script: what the measuring font lacks, the reader's own fonts have."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        warnings.filterwarnings("ignore", message="Matplotlib currently does not support")
        yield


class ReportFigure(Figure):
    """A figure that a notebook shows as it stands in the report."""

    def _repr_svg_(self) -> str:
        return svg_of(self, PAPER)


@contextmanager
def canvas_of(figure: Figure, kind: Any, ground: str = "none", dots: float = 0) -> Iterator[Any]:
    """A canvas that prints a figure on a ground, with so many ``dots`` an inch if they are given.

    It draws once: ``savefig`` would draw all of it before, unseen, to find where its axes stand,
    which drawing finds by itself.
    """
    canvas, dots_before, ground_before = figure.canvas, figure.dpi, figure.get_facecolor()
    figure.set_facecolor(ground)
    figure.dpi = dots or dots_before
    try:
        with drawing(), any_letters():
            yield kind(figure)
    finally:
        figure.set_canvas(canvas)
        figure.dpi = dots_before
        figure.set_facecolor(ground_before)


def svg_of(figure: Figure, ground: str = "none") -> str:
    """A figure as SVG, with nothing that tells when and by what it was drawn."""
    buffer = io.StringIO()
    with canvas_of(figure, FigureCanvasSVG, ground) as canvas:
        canvas.print_svg(buffer, metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def new_figure(height: float, rows: int = 1, columns: int = 1, **keywords: Any) -> tuple[Any, Any]:
    """Empty figure of the common width with its axes, outside any global state."""
    figure = ReportFigure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **keywords)


def break_words(figure: Figure) -> None:
    """Break titles and names of axes that are wider than there is room for."""
    for axes in figure.axes:
        place = axes.get_subplotspec()
        columns = place.get_gridspec().ncols if place else 1
        titles = (axes.get_title("left"), axes.get_title("center"))
        for text in axes.get_children():
            if isinstance(text, Text) and (title := text.get_text()) in titles:
                text.set_text(KeyWrapper(_TITLE_LETTERS // columns).fill(title))
        axes.set_xlabel(textwrap.fill(axes.get_xlabel(), _LABEL_LETTERS // columns))
        axes.set_ylabel(KeyWrapper(_UPRIGHT_LETTERS).fill(axes.get_ylabel()))


def side_colour(labels: Labels, side: str) -> str:
    """Colour of a side, the same in every figure; grey for no side."""
    keys = labels.side_keys
    return SIDE_COLOURS[keys.index(side) % len(SIDE_COLOURS)] if side in keys else NEUTRAL


def shade(colour: str, amount: float) -> str:
    """Lighter (up to 1) or darker (down to -1) shade of a colour.

    >>> shade("#000000", 1.0), shade("#ffffff", -1.0), shade("#336699", 0.0)
    ('#ffffff', '#000000', '#336699')
    """
    target = 1.0 if amount > 0 else 0.0
    weight = abs(amount)
    red, green, blue = (part + (target - part) * weight for part in to_rgb(colour))
    return str(to_hex((red, green, blue)))


def ink_on(ground: Any) -> str:
    """Black or white, whichever reads better on a colour (WCAG contrast).

    >>> ink_on("#0072b2"), ink_on("#ffffff")
    ('#ffffff', '#1f2933')
    """

    def luminance(colour: Any) -> float:
        parts = [
            p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in to_rgb(colour)
        ]
        return float(0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2])

    light, dark, below = luminance(PAPER), luminance(INK), luminance(ground)
    return PAPER if (light + 0.05) / (below + 0.05) > (below + 0.05) / (dark + 0.05) else INK


def ending_colour(labels: Labels, ending: str) -> str:
    """Colour of an ending: a shade of its winner's colour."""
    if ending in FAULTY_ENDINGS:
        return FAULTY
    owners = {entry.key: entry.winner for entry in labels.endings}
    if ending not in owners:
        return NEUTRAL
    siblings = [key for key, winner in owners.items() if winner == owners[ending]]
    amounts = (0.0, 0.5, -0.4, 0.75)
    amount = amounts[siblings.index(ending) % len(amounts)]
    return shade(side_colour(labels, owners[ending]), amount)


def between_sides(labels: Labels) -> LinearSegmentedColormap:
    """Colour scale from the second side (0) through near-white to the points side (1)."""
    mine = labels.points_side
    other = next(key for key in labels.side_keys if key != mine)
    ends = [side_colour(labels, other), "#f4f4f2", side_colour(labels, mine)]
    return LinearSegmentedColormap.from_list("sides", ends)


#: Turns that a figure of half the width names, at most.
NARROW = 6


def turn_ticks(last_turn: int, most: int = 13) -> range:
    """Game turns that an axis names: the first, and others at even steps.

    >>> list(turn_ticks(5)), list(turn_ticks(23, 6))
    ([1, 2, 3, 4, 5], [1, 5, 9, 13, 17, 21])
    """
    return range(1, last_turn + 1, -(-last_turn // most))


def turn_axis(axes: Axes, last_turn: int, name: str = "Game turn") -> None:
    """Game turns along the bottom, so many as there is room for."""
    axes.set_xticks(turn_ticks(last_turn))
    axes.set_xlim(0.5, last_turn + 0.5)
    axes.set_xlabel(name)


def label_ends(
    axes: Axes, last_turn: int, ends: Sequence[tuple[float, str, str]], gap: float = 0.085
) -> None:
    """Write names at the right ends of lines, in place of a legend.

    ``ends`` are height, words and colour of each line; words nearer than ``gap`` of the height of
    the axes move apart, and up from the bottom. To be called when the range of the axes is set.
    """
    low, high = axes.get_ylim()
    least = gap * (high - low)
    place = low - least / 2
    for height, words, colour in sorted(ends, key=lambda end: end[0]):
        place = max(height, place + least)
        axes.text(
            last_turn + 0.25, place, words, color=shade(colour, -0.4), va="center", size=8,
            fontweight="bold", clip_on=False,
        )  # fmt: skip


def halo() -> list[Any]:
    """White edge that keeps letters readable on any ground."""
    return [withStroke(linewidth=2.5, foreground=PAPER)]


def say_empty(axes: Axes, words: str) -> None:
    """Say in an empty picture why there is nothing to see."""
    axes.text(
        0.5, 0.5, words, transform=axes.transAxes, ha="center", va="center", color=MUTED, zorder=5
    )
