"""The ground of a game's map as a picture: terrain, rivers, places, start line.

Reads the two files a game keeps its map in, so that a designer's own map is drawn as well. Hex
names are row and column in two digits each; ``grid`` in the game's ``report.toml`` says in which
direction columns are numbered and which rows are pushed half a hex further that way.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline

from balance.analysis.labels import Labels
from reports.theme import INK, MUTED, shade

_GROUND = {
    "clear": "#f5f2e9",
    "forest": "#cfdfc4",
    "hills": "#e7dcc3",
    "mountain": "#cdbaa3",
    "marsh": "#d3e2dd",
    "desert": "#f4e6c3",
    "lake": "#c9dff0",
    "sea": "#c9dff0",
}
_UNKNOWN = "#eceff1"
_RIVER = "#6fa8d6"
_RADIUS = 1 / math.sqrt(3)
_CORNERS = np.array(
    [
        (_RADIUS * math.sin(math.radians(60 * k)), _RADIUS * math.cos(math.radians(60 * k)))
        for k in range(6)
    ]
)


@dataclass(frozen=True)
class HexMap:
    """One row a hex of the map file, with its place on paper, and the river hexsides."""

    position: dict[str, tuple[float, float]]
    rows: dict[str, dict[str, str]]
    rivers: list[tuple[str, str, bool]]  # two hexes and whether the river is a large one

    @property
    def is_empty(self) -> bool:
        """Whether there is no map to draw."""
        return not self.position

    def size(self) -> tuple[float, float]:
        """Width and height in hexes."""
        points = np.array(list(self.position.values()))
        spread = points.max(axis=0) - points.min(axis=0)
        return float(spread[0]) + 1, float(spread[1]) + 1.2


def read_map(labels: Labels) -> HexMap:
    """Read the map files of a game; an empty map if it has none."""
    grid = labels.game.get("grid", {})
    westward = grid.get("columns", "eastward") == "westward"
    shifted = grid.get("shifted_rows", "even")
    rows = _read(labels.folder / str(labels.game.get("map", "map/hexes.csv")))
    sides = _read(labels.folder / str(labels.game.get("hexsides", "map/hexsides.csv")))
    found = {row["hex"]: row for row in rows}
    return HexMap(
        position={name: _position(name, westward, shifted) for name in found},
        rows=found,
        rivers=[
            (side["hex_a"], side["hex_b"], "volga" in side["features"].split("|"))
            for side in sides
            if {"river", "volga", "manych"} & set(side["features"].split("|"))
        ],
    )


def _read(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def _position(name: str, westward: bool, shifted: str) -> tuple[float, float]:
    row, column = int(name[:2]), int(name[2:])
    pushed = (row % 2 == 0) == (shifted == "even")
    along = column + (0.5 if pushed else 0.0)
    return (-along if westward else along, -row * 1.5 * _RADIUS)


def draw_ground(axes: Axes, ground: HexMap) -> None:
    """Draw terrain, rivers and the line on which the game starts."""
    by_terrain: dict[str, list[str]] = {}
    for name, row in ground.rows.items():
        by_terrain.setdefault(row.get("terrain", ""), []).append(name)
    for terrain, names in sorted(by_terrain.items()):
        colour = _GROUND.get(terrain, _UNKNOWN)
        outline = _hexes(ground.position[name] for name in names)
        axes.add_patch(PathPatch(outline, facecolor=colour, edgecolor=shade(colour, -0.09), lw=0.3))
    for large in (False, True):
        sides = [(a, b) for a, b, is_large in ground.rivers if is_large == large]
        lines = [_side(ground.position, a, b) for a, b in sides if _known(ground.position, a, b)]
        width = 2.4 if large else 1.2
        axes.add_collection(
            LineCollection(lines, colors=_RIVER, linewidths=width, capstyle="round", zorder=2)
        )
    axes.add_collection(
        LineCollection(
            _start_line(ground), colors=INK, linewidths=1.1, linestyles=(0, (3, 2)), zorder=3
        )
    )
    points = np.array(list(ground.position.values()))
    axes.set_xlim(points[:, 0].min() - 0.6, points[:, 0].max() + 0.6)
    axes.set_ylim(points[:, 1].min() - 0.7, points[:, 1].max() + 0.7)
    axes.set_aspect("equal")
    axes.set_axis_off()


def draw_names(axes: Axes, ground: HexMap, hexes: Iterable[str], names: Mapping[str, str]) -> None:
    """Write the names of places beside their hexes."""
    for name in hexes:
        if name in ground.position:
            x, y = ground.position[name]
            axes.text(
                x + 0.5, y + 0.28, names.get(name, name), size=5.6, color=INK, va="bottom", zorder=7
            )


def draw_places(axes: Axes, ground: HexMap, hexes: Iterable[str]) -> None:
    """Small marks for places where nothing is to be told."""
    points = [ground.position[name] for name in hexes if name in ground.position]
    if points:
        x, y = zip(*points, strict=True)
        axes.plot(x, y, "s", ms=1.8, color=MUTED, zorder=4)


def _hexes(centres: Iterable[tuple[float, float]]) -> Outline:
    corners = np.vstack([_CORNERS, _CORNERS[:1]])
    codes = [Outline.MOVETO, *[Outline.LINETO] * 5, Outline.CLOSEPOLY]
    centres = list(centres)
    points = np.concatenate([corners + np.array(centre) for centre in centres])
    return Outline(points, codes * len(centres))


def _known(position: Mapping[str, tuple[float, float]], a: str, b: str) -> bool:
    return a in position and b in position


def _side(position: Mapping[str, tuple[float, float]], a: str, b: str) -> list[tuple[float, float]]:
    """Ends of the hexside between two neighbouring hexes."""
    ax, ay = position[a]
    bx, by = position[b]
    middle_x, middle_y = (ax + bx) / 2, (ay + by) / 2
    dx, dy = bx - ax, by - ay
    length = math.hypot(dx, dy)
    half = _RADIUS / 2
    off_x, off_y = -dy / length * half, dx / length * half
    return [(middle_x + off_x, middle_y + off_y), (middle_x - off_x, middle_y - off_y)]


def _start_line(ground: HexMap) -> list[list[tuple[float, float]]]:
    """Hexsides between land hexes that different sides hold at the start."""
    land = {
        name: row["start_side"]
        for name, row in ground.rows.items()
        if row.get("start_side") and row.get("terrain") not in ("sea", "lake")
    }
    at = {_key(ground.position[name]): name for name in land}
    lines = []
    for name, side in land.items():
        x, y = ground.position[name]
        for dx, dy in ((1.0, 0.0), (0.5, 1.5 * _RADIUS), (-0.5, 1.5 * _RADIUS)):
            other = at.get(_key((x + dx, y + dy)))
            if other is not None and land[other] != side:
                lines.append(_side(ground.position, name, other))
    return lines


def _key(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0] * 100), round(point[1] * 100)
