"""The figure of the bench: how time grows with games, with units and their reach, with the map."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from balance.experiments.export import write_files
from balance.experiments.growth_bench import Growth
from reports.figure_files import write_png, write_svg
from reports.picture import NumberTable, Picture, make_picture
from reports.theme import INK, MUTED, SIDE_COLOURS, drawing, new_figure

#: From this many seconds on, times are shown in seconds, else in microseconds.
_LONG = 0.1


def write_growth(grown: Sequence[Growth], folder: Path) -> list[Path]:
    """Write the figure as SVG and PNG, and the measurements behind it as JSON.

    Raises
    ------
    DataError
        If a file is there already or can't be written.
    """
    with drawing():
        picture = growth_picture(grown)
    text = json.dumps([each.entries() for each in grown], indent=1) + "\n"
    return write_files(
        folder,
        {
            "growth.svg": partial(write_svg, picture),
            "growth.png": partial(write_png, picture),
            "growth.json": lambda path: path.write_text(text, encoding="utf-8"),
        },
    )


def growth_picture(grown: Sequence[Growth]) -> Picture:
    """Time over the size of each kind of work, beside a line of time in step with it."""
    figure, panels = new_figure(2.6, columns=len(grown), squeeze=False)
    for axes, each in zip(panels.flat, grown, strict=True):
        _panel(axes, each)
    told = "; ".join(f"{each.title.lower()} over {each.work}: {_exponent(each)}" for each in grown)
    return make_picture(
        "growth",
        "How time grows",
        "Dots are measurements, lines are times in step with the work, through the middle of the "
        "measurements. An exponent of 1 is growth in step; a smaller one is slower growth.",
        f"Time over work, one panel a kind. {told}.",
        figure,
        NumberTable(
            ("What", "Work", "Largest", "Time", "Exponent"),
            [
                (
                    each.title,
                    each.work,
                    f"{each.sizes[-1]:,.0f}",
                    _words_of(each.seconds[-1]),
                    f"{each.exponent:.2f}",
                )
                for each in grown
            ],
        ),
    )


def _panel(axes: Axes, each: Growth) -> None:
    """One kind of work, both scales in powers of ten."""
    sizes, seconds = np.array(each.sizes), np.array(each.seconds)
    long = seconds.max() >= _LONG
    shown = seconds if long else seconds * 1e6
    level = np.exp(np.log(shown / sizes).mean())
    ends = np.array([sizes.min(), sizes.max()])
    axes.plot(ends, level * ends, color=MUTED, lw=0.9, ls=(0, (4, 3)), zorder=1)
    axes.plot(sizes, shown, "o", ms=3.6, color=SIDE_COLOURS[0], mec="none", alpha=0.85, zorder=2)
    axes.set_xscale("log")
    axes.set_yscale("log")
    for scale, values in ((axes.xaxis, sizes), (axes.yaxis, shown)):
        _plain_numbers(scale, float(np.log10(values.max() / values.min())))
    axes.grid()
    axes.set_title(each.title, pad=18)
    axes.text(0, 1.03, _exponent(each), transform=axes.transAxes, size=8, color=INK)
    axes.set_xlabel(each.work)
    axes.set_ylabel("seconds" if long else "microseconds")


def _plain_numbers(scale: Axis, decades: float) -> None:
    """Number a scale of powers of ten plainly, more densely where it spans few of them."""
    between = (1.0,) if decades > 1.5 else (1.0, 3.0) if decades > 1.1 else (1.0, 2.0, 5.0)
    scale.set_major_locator(LogLocator(subs=between))
    scale.set_major_formatter(FuncFormatter(lambda value, _: _plainly(value)))
    scale.set_minor_locator(NullLocator())


def _plainly(value: float) -> str:
    """Write a number of a scale.

    >>> _plainly(1e6), _plainly(0.3)
    ('1,000,000', '0.3')
    """
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def _exponent(each: Growth) -> str:
    return f"exponent {each.exponent:.2f}"


def _words_of(seconds: float) -> str:
    """Write a time.

    >>> _words_of(2.5), _words_of(0.000012)
    ('2.5 s', '12.0 us')
    """
    return f"{seconds:.1f} s" if seconds >= _LONG else f"{seconds * 1e6:.1f} us"
