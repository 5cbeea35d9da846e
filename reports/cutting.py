"""Where a tall figure may be cut, so that a sheet of paper can end inside it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from reports.theme import any_letters, drawing

#: Height in inches of a figure that needs no cut, and of one whose lists need none.
SMALL, SMALL_LIST = 3.0, 4.0
#: Height in inches of a part at least: some four lines of estimates.
LEAST_PART = 1.3
#: What is left whole of a line of a list, up (with its name) and down from its middle, in lines.
_UP, _DOWN = 0.45, 0.2


def cut_into_parts(figure: Figure) -> list[tuple[float, float]]:
    """Top and height of each part of a drawn figure, from its top, as shares of its height.

    A cut lies between panels, or between the lines of a panel that is a list, and in no words.
    """
    if figure.get_figheight() <= SMALL:
        return [(0.0, 1.0)]
    least = LEAST_PART / figure.get_figheight()
    cuts = [0.0]
    with drawing(), any_letters():
        for place in _gaps(figure):
            if cuts[-1] + least <= place <= 1 - least:
                cuts.append(place)
    return [(top, bottom - top) for top, bottom in pairwise([*cuts, 1.0])]


def _gaps(figure: Figure) -> Iterator[float]:
    """Middles of the strips in which nothing stands from side to side, from the top."""
    reached = 0.0
    for top, bottom in sorted(_taken(figure)):
        if top > reached:
            yield (reached + top) / 2
        reached = max(reached, bottom)


def _taken(figure: Figure) -> Iterator[tuple[float, float]]:
    """Upper and lower ends of all that must stay whole."""
    whole: list[Artist] = [*figure.legends, *figure.texts]
    is_small = figure.get_figheight() <= SMALL_LIST
    for axes in figure.axes:
        if is_small or not _is_list(axes):
            whole.append(axes)
            continue
        whole += axes.findobj(Text)
        for line in range(int(max(axes.get_ylim())) + 1):
            ends = axes.transData.transform([(0, line - _UP), (0, line + _DOWN)])
            top, bottom = 1 - ends[:, 1] / figure.bbox.height
            yield top, bottom
    for artist in whole:
        box = artist.get_tightbbox() if artist.get_visible() else None
        if box is not None and box.height:
            yield 1 - box.y1 / figure.bbox.height, 1 - box.y0 / figure.bbox.height


def _is_list(axes: Axes) -> bool:
    """Whether a panel is a list of lines from the top, and no table whose heads are needed."""
    has_heads = axes.xaxis.get_ticks_position() == "top"
    return bool(axes.axison and axes.yaxis_inverted() and not has_heads)
