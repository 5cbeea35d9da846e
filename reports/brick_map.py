"""Small maps for comparing: every hex a brick in one of a few colours, without any detail.

A row of bricks of one colour is one shape, so a page can hold dozens of such maps. The ground with
terrain, rivers and names is drawn by ``hex_map``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline

from reports.hex_map import WATER, Ground
from reports.theme import INK, PAPER

_SEA = "#e3ebf1"
_HALF_ROW = np.sqrt(3.0) / 4.0


def draw_bricks(axes: Axes, ground: Ground, colours: Mapping[str, str], land: str) -> None:
    """Fill the hexes named in ``colours``, all other land with the colour ``land``."""
    fills = []
    for name, row in zip(ground.sheet.names, ground.sheet.hexes, strict=True):
        fills.append(_SEA if row["terrain"] in WATER else colours.get(name, land))
    by_colour: dict[str, list[tuple[float, float, float]]] = {}
    for colour, left, right, up in _stretches(ground, fills):
        by_colour.setdefault(colour, []).append((left, right, up))
    for colour, stretches in by_colour.items():
        # A hairline of the same colour closes the seams between rows. `add_patch` would measure it
        # for the limits of the axes, which are known.
        shape = _outline(stretches)
        axes.add_artist(PathPatch(shape, facecolor=colour, edgecolor=colour, lw=0.15))
    low, high = ground.centre.min(axis=0), ground.centre.max(axis=0)
    axes.set_xlim(low[0] - 0.6, high[0] + 0.6)
    axes.set_ylim(low[1] - 0.6, high[1] + 0.6)
    axes.set_aspect("equal")
    axes.set_axis_off()


def draw_dots(axes: Axes, ground: Ground, hexes: Sequence[str]) -> None:
    """Mark hexes with a dot that shows on any colour."""
    points = [place for place in map(ground.place, hexes) if place]
    if points:
        across, up = zip(*points, strict=True)
        axes.plot(across, up, "o", ms=2.2, color=INK, mec=PAPER, mew=0.5, zorder=4)


def draw_key(axes: Axes, classes: Sequence[tuple[str, str]]) -> None:
    """Draw colours with their words in two rows: the key of all maps of a figure."""
    columns = -(-len(classes) // 2)
    for place, (colour, words) in enumerate(classes):
        line, left = divmod(place, columns)
        axes.barh(-3 * line, 0.94, left=left, height=1, color=colour)
        axes.text(left + 0.47, -3 * line - 0.75, words, ha="center", va="top", size=7.5)
    axes.set_xlim(0, columns)
    axes.set_ylim(-5.4, 0.5)
    axes.set_axis_off()


def _stretches(ground: Ground, fills: Sequence[str]) -> list[tuple[str, float, float, float]]:
    """Neighbours of one row and one colour: colour, left end, right end, middle of the row."""
    bricks = [(up, across, fill) for (across, up), fill in zip(ground.centre, fills, strict=True)]
    found = []
    for (up, fill), group in groupby(sorted(bricks), key=lambda brick: (brick[0], brick[2])):
        across = [brick[1] for brick in group]
        found.append((fill, across[0] - 0.5, across[-1] + 0.5, up))
    return found


def _outline(stretches: Sequence[tuple[float, float, float]]) -> Outline:
    points = [
        corner
        for left, right, up in stretches
        for corner in (
            (left, up - _HALF_ROW), (right, up - _HALF_ROW), (right, up + _HALF_ROW),
            (left, up + _HALF_ROW), (left, up - _HALF_ROW),
        )
    ]  # fmt: skip
    one = [Outline.MOVETO, *[Outline.LINETO] * 3, Outline.CLOSEPOLY]
    return Outline(points, one * len(stretches))
