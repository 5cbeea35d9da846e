"""Pictures of a hex map: terrain, rivers, places and lines, or any value a hex in colours.

``draw_map`` takes the tables of a map as ``balance.maps.sheet.read_sheet`` gives them, so it draws
the map of any game; with ``values`` it becomes a heat map over a pale ground.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from balance.files.charts import Row
from balance.maps.numbering import to_paper
from balance.maps.sheet import Sheet

#: Colours of the terrain kinds; colour-blind readers tell them by lightness.
TERRAIN_COLOURS = {
    "clear": "#f3edd7",
    "forest": "#a9c78d",
    "hills": "#d9bf8f",
    "mountain": "#a58466",
    "marsh": "#bcd6c8",
    "desert": "#fbe3a6",
    "woods": "#a9c78d",
    "rough": "#d9bf8f",
    "swamp": "#bcd6c8",
    "steppe": "#efe6bb",
    "sand": "#f0cd80",
    "heights": "#c9a678",
    "jungle": "#86b272",
    "salt": "#e9e7e1",
    "city": "#c7bfb6",
    "fortress": "#b3a69b",
    "lake": "#a9cfe6",
    "sea": "#8fbfdc",
}
#: That of terrain of a game of one's own that no colour is known for.
UNKNOWN_TERRAIN = "#d5dade"
#: Colour and width (points, on a hex 1 inch wide) of the hexside features, drawn in this order.
_SIDE_STYLES = {
    "water": ("#5b9cc4", 5.0),
    "lake": ("#5b9cc4", 12.0),  # a water side between two land hexes
    "river": ("#2f7fb5", 7.0),
    "minor_river": ("#4f9bcb", 6.0),
    "major_river": ("#12507b", 12.0),
    "manych": ("#3fb0c9", 7.0),
    "volga": ("#12507b", 13.0),
    "wadi": ("#a98350", 6.0),
    "escarpment": ("#7d5a3a", 9.0),
    "blocked": ("#4a3324", 11.0),
    "o_ring": ("#8c2d7a", 6.0),
}
#: Likewise of what links two hexes, from centre to centre.
_LINK_STYLES = {
    "track": ("#c98a4b", 1.5),
    "road": ("#c98a4b", 3.0),
    "main_road": ("#b5452c", 6.0),
    "rail": ("#333333", 4.0),
}
_AREA_COLOURS = ("#b9c7e8", "#f0b9b9", "#b9e0c2", "#f3d9a4", "#d3bde6", "#a9dbe0")
ROW_HEIGHT = np.sqrt(3.0) / 2.0
#: Corners from the north, clockwise; side d of a hex, as ``balance.kernel.neighbours`` numbers
#: them, joins corner d and d + 1.
CORNERS = np.array([(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)], dtype=float) * np.array(
    [0.5, ROW_HEIGHT / 3.0]
)


@dataclass(frozen=True)
class MapStyle:
    """What a picture shows besides the ground; every part may be left out."""

    places: bool = True
    numbers: bool = False  # the number of every hex
    victory: bool = True  # VP hexes
    start_line: bool = True
    areas: bool = False  # army set-up areas, or entry areas, tinted
    works: bool = True  # permanent works
    rivers: bool = True


FULL = MapStyle(numbers=True, areas=True)
QUIET = MapStyle(victory=False, start_line=False, works=False)


def paper_corners(sheet: Sheet) -> np.ndarray:
    """Corners of a hex as they lie on the sheet, in the order of ``CORNERS``."""
    return to_paper(CORNERS, sheet.flat)


def paper_centres(sheet: Sheet) -> np.ndarray:
    """Centres of the hexes as they lie on the sheet, in hex widths east and north, [n, 2]."""
    # x2 grows westward, as columns are numbered; paper grows eastward.
    return to_paper(np.stack([-sheet.x2 * 0.5, -sheet.row * ROW_HEIGHT], axis=1), sheet.flat)


def draw_map(
    sheet: Sheet,
    *,
    rows: tuple[int, int] = (0, 99),
    columns: tuple[int, int] = (0, 99),
    values: Mapping[str, float] | None = None,
    label: str = "",
    title: str = "",
    colours: str = "viridis",
    style: MapStyle | None = None,
    hex_inches: float = 0.32,
    marked: Collection[str] = (),
) -> Figure:
    """Draw a map, or part of it.

    Parameters
    ----------
    sheet : Sheet
        The tables of the map.
    rows, columns : pair of int
        First and last figures of the hex numbers to draw.
    values : mapping, optional
        A value for each hex name that has one: the map becomes a heat map with a colour bar.
    label, title : str
        What the values are, and what the picture is.
    colours : str
        Matplotlib colour map of the values.
    style : MapStyle, optional
        What to show; by default all but numbers and areas, and less of it under values.
    hex_inches : float
        Width of a hex.
    marked : collection of str
        Hexes to outline in red.

    Returns
    -------
    Figure
        Not shown, not saved.
    """
    style = style or (QUIET if values is not None else MapStyle())
    shown = [
        i
        for i, name in enumerate(sheet.names)
        if rows[0] <= int(name[:2]) <= rows[1] and columns[0] <= int(name[2:]) <= columns[1]
    ]
    centre = paper_centres(sheet)
    low, high = centre[shown].min(axis=0) - 0.7, centre[shown].max(axis=0) + 0.7
    width, height = (high - low) * hex_inches
    bar = 1.0 if values is not None else 0.0
    figure = Figure(figsize=(width + bar, height + 0.3))
    axes = figure.add_axes((0.0, 0.0, width / (width + bar), height / (height + 0.3)))
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_aspect("equal")
    axes.axis("off")
    if title:
        axes.set_title(title, fontsize=10)
    _draw_ground(axes, sheet, centre, shown, values, colours, style, hex_inches)
    if style.rivers:
        _draw_sides(axes, sheet, centre, set(shown), hex_inches, faint=values is not None)
    _draw_lines(axes, sheet, centre, set(shown), style, hex_inches)
    _outline(
        axes, sheet, centre, [i for i in shown if sheet.names[i] in marked], "#d01c1c", hex_inches
    )
    _write(axes, sheet, centre, shown, style, hex_inches)
    if values is not None and values:
        norm = Normalize(min(values.values()), max(values.values()))
        bar_axes = figure.add_axes((width / (width + bar) + 0.01, 0.2, 0.02, 0.5))
        figure.colorbar(ScalarMappable(norm, colours), cax=bar_axes, label=label)
    return figure


def _hexagons(sheet: Sheet, centre: np.ndarray, chosen: list[int], size: float = 1.0) -> np.ndarray:
    return centre[chosen][:, None, :] + paper_corners(sheet)[None, :, :] * size


def _draw_ground(
    axes: Axes,
    sheet: Sheet,
    centre: np.ndarray,
    shown: list[int],
    values: Mapping[str, float] | None,
    colours: str,
    style: MapStyle,
    hex_inches: float,
) -> None:
    fills = []
    scale = None
    if values:
        norm = Normalize(min(values.values()), max(values.values()))
        scale = ScalarMappable(norm, colours)
    area = "army_area" if "army_area" in sheet.hexes[0].cells else "entry_areas"
    names = sorted({row[area] for row in sheet.hexes if row[area]})
    for i in shown:
        row = sheet.hexes[i]
        colour = np.array(to_rgb(TERRAIN_COLOURS.get(row["terrain"], UNKNOWN_TERRAIN)))
        if values is not None and row["terrain"] not in ("sea", "lake"):
            colour = 0.4 * colour + 0.6  # a pale ground behind the values
        if scale is not None and values is not None and row["hex"] in values:
            colour = scale.to_rgba(np.array([values[row["hex"]]]))[0, :3]
        if style.areas and row[area]:
            tint = _AREA_COLOURS[names.index(row[area]) % len(_AREA_COLOURS)]
            colour = 0.5 * colour + 0.5 * np.array(to_rgb(tint))
        fills.append(colour)
    line = max(0.2, hex_inches * 0.8)
    axes.add_collection(
        PolyCollection(
            list(_hexagons(sheet, centre, shown)),
            facecolors=fills,
            edgecolors="#9a9482",
            linewidths=line,
        )
    )


def _side_line(sheet: Sheet, centre: np.ndarray, i: int, direction: int) -> np.ndarray:
    return centre[i] + paper_corners(sheet)[[direction, (direction + 1) % 6]]


def _draw_sides(
    axes: Axes,
    sheet: Sheet,
    centre: np.ndarray,
    shown: set[int],
    hex_inches: float,
    *,
    faint: bool,
) -> None:
    lines: dict[str, list[np.ndarray]] = {feature: [] for feature in _SIDE_STYLES}
    for i, direction in sheet.sides:
        j = int(sheet.neighbour[i, direction])
        if i in shown and (i < j or j not in shown):
            inland = all(sheet.hexes[h]["terrain"] not in ("sea", "lake") for h in (i, j))
            for feature in sheet.features(i, direction):
                if feature not in lines:
                    continue  # a road or railroad, drawn from hex to hex
                drawn = "lake" if feature == "water" and inland else feature
                lines[drawn].append(_side_line(sheet, centre, i, direction))
    for feature, (colour, width) in _SIDE_STYLES.items():
        axes.add_collection(
            LineCollection(
                lines[feature],
                colors=colour,
                linewidths=width * hex_inches * (0.5 if faint else 1.0),
                capstyle="round",
                zorder=2,
            )
        )


def _draw_lines(
    axes: Axes,
    sheet: Sheet,
    centre: np.ndarray,
    shown: set[int],
    style: MapStyle,
    hex_inches: float,
) -> None:
    """The front at the start as a line between the sides, roads, railroads and permanent works."""
    if style.start_line:
        front = []
        for i in shown:
            for direction in range(6):
                j = int(sheet.neighbour[i, direction])
                if j < len(sheet.names) and _faces(sheet.hexes[i], sheet.hexes[j]):
                    front.append(_side_line(sheet, centre, i, direction))
        axes.add_collection(
            LineCollection(front, colors="#c4261d", linewidths=6 * hex_inches, zorder=3, alpha=0.8)
        )
    for feature, (colour, width) in _LINK_STYLES.items():
        links = [
            centre[[i, int(sheet.neighbour[i, direction])]]
            for i, direction in sheet.sides
            if direction < 3 and i in shown and feature in sheet.features(i, direction)
        ]
        if links:
            axes.add_collection(
                LineCollection(
                    links, colors=colour, linewidths=width * hex_inches, zorder=3, alpha=0.8
                )
            )
    if style.works:
        works = [
            i
            for i in shown
            if "1" in (sheet.hexes[i].cells.get(column) for column in ("don_volga_line", "works"))
        ]
        _outline(axes, sheet, centre, works, "#6b4a1e", hex_inches, size=0.72)


def _faces(row: Row, other: Row) -> bool:
    """Whether the front at the start runs between a Soviet hex and another one."""
    dry = all(each["terrain"] not in ("sea", "lake") for each in (row, other))
    return dry and row["start_side"] == "soviet" and other["start_side"] == "axis"


def _outline(
    axes: Axes,
    sheet: Sheet,
    centre: np.ndarray,
    chosen: list[int],
    colour: str,
    hex_inches: float,
    size: float = 0.9,
) -> None:
    if chosen:
        axes.add_collection(
            PolyCollection(
                list(_hexagons(sheet, centre, chosen, size)),
                facecolors="none",
                edgecolors=colour,
                linewidths=5 * hex_inches,
                zorder=4,
            )
        )


def _write(
    axes: Axes,
    sheet: Sheet,
    centre: np.ndarray,
    shown: list[int],
    style: MapStyle,
    hex_inches: float,
) -> None:
    halo = [withStroke(linewidth=4 * hex_inches, foreground="white")]
    for i in shown:
        row = sheet.hexes[i]
        x, y = centre[i]
        if style.numbers:
            axes.text(
                x, y + 0.36, row["hex"], fontsize=12 * hex_inches, color="#777777", ha="center",
                va="center", zorder=3,
            )  # fmt: skip
        if style.victory and row["vp"] not in ("", "0"):
            many = row["vp"] != "1"
            axes.text(
                x + 0.32, y + 0.02, f"★{row['vp']}" if many else "★", color="#c4261d", ha="center",
                va="center", fontsize=(13 if many else 22) * hex_inches, zorder=6,
                path_effects=halo,
            )  # fmt: skip
        if style.places and row["place"]:
            city = row["place_kind"] == "city"
            marker = "s" if city else ("D" if row.cells.get("port") == "1" else "o")
            axes.plot(
                x, y + 0.02, marker, color="#222222", markersize=(16 if city else 9) * hex_inches,
                zorder=5,
            )  # fmt: skip
            name = row["place"].split(" (")[0]
            axes.text(
                x, y - 0.22, name, fontsize=(17 if city else 14) * hex_inches,
                fontweight="bold" if city else "normal", ha="center", va="center", zorder=6,
                path_effects=halo,
            )  # fmt: skip
