"""The ground of a map as a pale base for results: few shapes, so that a page stays light.

``reports.maps`` draws maps to be studied; here the same tables carry marks of what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline

from balance.analysis.telling.labels import Labels
from balance.maps.sheet import Sheet, read_sheet
from balance.rulebook.changes import POINTS
from balance.rulebook.map_edits import edited_hex
from balance.rulebook.map_rows import TEXT_MAP
from reports.maps import TERRAIN_COLOURS, UNKNOWN_TERRAIN, paper_centres, paper_corners
from reports.theme import INK, MUTED, WIDTH, halo, shade

_RIVER = "#6fa8d6"
#: Rivers by the width they are drawn with; water without a name here is drawn as terrain.
_RIVER_WIDTHS = {
    **{"river": 1.2, "manych": 1.2, "volga": 2.4},
    **{"minor_river": 1.2, "major_river": 2.4},
}
#: Terrain that nobody holds.
WATER = ("sea", "lake")
#: Size of the names of places in points, and the width of a letter and height of a line beside it.
_NAME_SIZE, _LETTER_WIDTH, _LETTER_HEIGHT = 7.0, 0.6, 1.1
#: Half the width of the mark of a place, in points.
_MARK = 6.0

Line = npt.NDArray[np.float64]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Ground:
    """A map with the place of each hex on paper."""

    sheet: Sheet
    centre: npt.NDArray[np.float64]  # one row a hex: across and up, in hexes

    def place(self, hex_name: str) -> tuple[float, float] | None:
        """Where a hex lies on paper; None if the map has no such hex."""
        index = self.sheet.index.get(hex_name)
        if index is None:
            return None
        return float(self.centre[index, 0]), float(self.centre[index, 1])

    def size(self) -> tuple[float, float]:
        """Width and height in hexes, with a margin."""
        spread = self.centre.max(axis=0) - self.centre.min(axis=0)
        return float(spread[0]) + 1.2, float(spread[1]) + 1.4


def read_ground(labels: Labels) -> Ground | None:
    """Read the map of a game, with the points that a variant gives; None if it has none."""
    folder = labels.source.folder / "map"
    if not any((folder / file).is_file() for file in ("hexes.csv", TEXT_MAP)):
        return None
    sheet = read_sheet(folder)
    points = {(name, POINTS): str(worth) for name, worth in labels.worth.items()}
    sheet = replace(sheet, hexes=[edited_hex(row, points) for row in sheet.hexes])
    return Ground(sheet, paper_centres(sheet))


def draw_ground(axes: Axes, ground: Ground) -> None:
    """Draw terrain, rivers and the line on which the game starts."""
    by_terrain: dict[str, list[int]] = {}
    for index, row in enumerate(ground.sheet.hexes):
        by_terrain.setdefault(row["terrain"], []).append(index)
    for terrain, chosen in sorted(by_terrain.items()):
        colour = shade(TERRAIN_COLOURS.get(terrain, UNKNOWN_TERRAIN), 0.4)
        outline = _hexes(ground, chosen)
        # `add_patch` would measure it for the limits of the axes, which are set below.
        patch = PathPatch(outline, facecolor=colour, edgecolor=shade(colour, -0.1), lw=0.3)
        axes.add_artist(patch)
    for feature, width in _RIVER_WIDTHS.items():
        lines = _sides_with(ground, feature)
        axes.add_collection(
            LineCollection(lines, colors=_RIVER, linewidths=width, capstyle="round", zorder=2)
        )
    axes.add_collection(
        LineCollection(
            _start_line(ground), colors=INK, linewidths=1.1, linestyles=(0, (3, 2)), zorder=3
        )
    )
    low, high = ground.centre.min(axis=0), ground.centre.max(axis=0)
    axes.set_xlim(low[0] - 0.6, high[0] + 0.6)
    axes.set_ylim(low[1] - 0.7, high[1] + 0.7)
    axes.set_aspect("equal")
    axes.set_axis_off()


def draw_names(axes: Axes, ground: Ground, hexes: Iterable[str], names: Mapping[str, str]) -> None:
    """Write the names of places beside their hexes, on a map as wide as a figure.

    A name that would cover another one or a mark wherever it stood is left out, and a place of
    several hexes is named once.
    """
    points = ground.size()[0] / (72 * WIDTH)  # in hexes
    wide, tall, mark = (
        size * points for size in (_LETTER_WIDTH * _NAME_SIZE, _LETTER_HEIGHT * _NAME_SIZE, _MARK)
    )
    places = {name: place for name in hexes if (place := ground.place(name))}
    taken = [(x - mark, y - mark, x + mark, y + mark) for x, y in places.values()]
    edge = ground.centre[:, 0].min(), ground.centre[:, 0].max()
    written: set[str] = set()
    for name, (x, y) in places.items():
        words = names.get(name, name).split(" (")[0]
        length = wide * len(words)
        spots = [
            (left, low, left + length, low + tall)
            for low in (y - tall / 2, y, y - tall, y + mark, y - mark - tall)
            for left in (x + mark, x - mark - length, x - length / 2)
            if edge[0] <= left and left + length <= edge[1]
        ]
        spot = next((each for each in spots if not any(_overlap(each, box) for box in taken)), None)
        if spot and words not in written:
            written.add(words)
            taken.append(spot)
            there: Any = {"va": "center", "zorder": 7, "path_effects": halo()}
            axes.text(spot[0], (spot[1] + spot[3]) / 2, words, size=_NAME_SIZE, **there)


def _overlap(one: Box, other: Box) -> bool:
    """Whether two boxes (left, low, right, high) share any of their area."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def draw_places(axes: Axes, ground: Ground, hexes: Iterable[str]) -> None:
    """Small marks for places where nothing is to be told."""
    points = [place for place in map(ground.place, hexes) if place]
    if points:
        across, up = zip(*points, strict=True)
        axes.plot(across, up, "s", ms=1.8, color=MUTED, zorder=4)


def _hexes(ground: Ground, chosen: list[int]) -> Outline:
    """All hexes of one colour as one shape."""
    centres, corners = ground.centre[chosen], paper_corners(ground.sheet)
    corners = np.vstack([corners, corners[:1]])
    codes = [Outline.MOVETO, *[Outline.LINETO] * 5, Outline.CLOSEPOLY]
    points = (centres[:, None, :] + corners[None, :, :]).reshape(-1, 2)
    return Outline(points, codes * len(centres))


def _side(ground: Ground, index: int, direction: int) -> Line:
    corners = paper_corners(ground.sheet)[[direction, (direction + 1) % 6]]
    return np.asarray(ground.centre[index] + corners)


def _sides_with(ground: Ground, feature: str) -> list[Line]:
    sheet = ground.sheet
    return [
        _side(ground, index, direction)
        for index, direction in sheet.sides
        if index < sheet.neighbour[index, direction] and feature in sheet.features(index, direction)
    ]


def _start_line(ground: Ground) -> list[Line]:
    """Hexsides between land hexes that different sides hold at the start."""
    sheet = ground.sheet
    holder = ["" if row["terrain"] in WATER else row["start_side"] for row in sheet.hexes] + [""]
    lines = []
    for index in range(len(sheet.names)):
        for direction in range(3):
            other = holder[sheet.neighbour[index, direction]]
            if other and holder[index] and other != holder[index]:
                lines.append(_side(ground, index, direction))
    return lines
