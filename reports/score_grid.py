"""A grid of scores with their intervals, coloured by the side ahead."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import percent, percent_range
from reports.forest import short_name
from reports.theme import MUTED, between_sides, ink_on, new_figure

#: Rows and columns of a figure, at most, and columns beside one another.
MOST_NAMES, _COLUMNS = 14, 6
#: Columns whose names find room side by side; those of more stand upright.
_LEVEL = 3
#: Height of a row in inches.
ROW_HEIGHT = 0.42

Cells = Mapping[tuple[str, str], Mapping[str, Any]]


def score_grids(
    parts: Mapping[str, Cells], down: Sequence[str], across: Sequence[str], labels: Labels,
    names: tuple[str, str],
) -> Figure:  # fmt: skip
    """Draw one cell a row and column: score of the side that scores points, and its interval.

    ``parts`` are grids by their titles, one below the other. They map the names of row and column
    to ``score``, ``low`` and ``high``; those that are missing or unknown get a dash. More columns
    than a phone can show go on below. ``names`` are those of rows and columns.
    """
    blocks = [across[at : at + _COLUMNS] for at in range(0, len(across), _COLUMNS)] or [across]
    drawn = [(title, cells, block) for title, cells in parts.items() for block in blocks]
    height = 1.3 + ROW_HEIGHT * max(len(down), 2)
    figure, grid = new_figure(height * len(drawn), rows=len(drawn), squeeze=False)
    for axes, (title, cells, block) in zip(grid.flat, drawn, strict=True):
        _draw_grid(axes, down, block, cells, labels)
        axes.set_xlim(-0.5, min(max(len(across), 1), _COLUMNS) - 0.5)
        axes.set_title(title)
        axes.set_ylabel(names[0])
        axes.set_xlabel(names[1])
    return figure


def _draw_grid(
    axes: Axes, down: Sequence[str], across: Sequence[str], cells: Cells, labels: Labels
) -> None:
    colours = between_sides(labels)
    for line, own in enumerate(down):
        for place, other in enumerate(across):
            row = cells.get((own, other))
            if row is None or not math.isfinite(row["score"]):
                axes.text(place, line, "-", ha="center", va="center", color=MUTED)
                continue
            ground = colours(row["score"])
            axes.barh(line, 0.96, left=place - 0.48, height=0.94, color=ground)
            there: Any = {"ha": "center", "va": "center", "color": ink_on(ground)}
            axes.text(place, line - 0.14, percent(row["score"]), fontweight="bold", **there)
            axes.text(place, line + 0.22, interval_words(row), size=7, **there)
    upright = len(across) > _LEVEL
    axes.set_xticks(
        range(len(across)),
        [short_name(name, 18 if upright else 14, 2) for name in across],
        rotation=90 if upright else 0,
    )
    axes.set_yticks(range(len(down)), [short_name(name, 13, 3) for name in down])
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_ylim(max(len(down), 1) - 0.5, -0.5)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def has_ends(row: Mapping[str, float]) -> bool:
    """Whether both ends of a score's interval are known."""
    return math.isfinite(row["low"]) and math.isfinite(row["high"])


def interval_words(row: Mapping[str, float]) -> str:
    """Write the interval of a score."""
    return percent_range(row["low"], row["high"]) if has_ends(row) else "[unknown]"


def score_words(row: Mapping[str, float]) -> str:
    """Write a score with its interval."""
    if not math.isfinite(row["score"]):
        return "unknown"
    return f"{percent(row['score'])} {interval_words(row)}"
