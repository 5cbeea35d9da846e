"""A grid of scores with their intervals, coloured by the side ahead."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from balance.analysis.labels import Labels
from balance.analysis.words import percent, percent_range
from reports.forest import short_name
from reports.theme import MUTED, between_sides, ink_on

#: Rows and columns of a grid, at most.
MOST_NAMES = 14
#: Height of a row in inches.
ROW_HEIGHT = 0.42


def draw_score_grid(
    axes: Axes,
    down: Sequence[str],
    across: Sequence[str],
    cells: Mapping[tuple[str, str], Mapping[str, Any]],
    labels: Labels,
) -> None:
    """Draw one cell a row and column: score of the side that scores points, and its interval.

    ``cells`` map the names of row and column to ``score``, ``low`` and ``high``; those that are
    missing or unknown get a dash.
    """
    colours = between_sides(labels)
    size = 6 if len(across) > 7 else 7.5
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
            axes.text(place, line + 0.22, interval_words(row), size=size, **there)
    axes.set_xticks(range(len(across)), [short_name(name, 14) for name in across])
    axes.set_yticks(range(len(down)), [short_name(name, 22) for name in down])
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlim(-0.5, max(len(across), 1) - 0.5)
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
