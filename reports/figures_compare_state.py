"""Figures of a comparison that tell what else changed: strengths and losses by turn, and towns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from balance.analysis.play.curves import CARRIED_FORWARD
from balance.analysis.study import rows
from balance.analysis.telling.words import number
from balance.counting import counted
from reports.figures_compare import Comparison
from reports.forest import FRAME_HEIGHT, Estimate, draw_forest, forest_height, short_name
from reports.picture import NumberTable, Picture, make_picture
from reports.theme import INK, MUTED, NARROW, new_figure, shade, side_colour, turn_axis, turn_ticks

#: Small panels beside each other.
_COLUMNS = 2
#: Places of a figure, at most.
MOST_PLACES = 24


def state_curves(study: Comparison, variant: str) -> Picture | None:
    """Difference of each quantity of the turns by game turn, in small panels with bands."""
    whole = study.of("curves", variant)
    columns = [name for name in dict.fromkeys(whole["column"]) if name != "vp"]
    if not columns:
        return None
    lines = -(-len(columns) // _COLUMNS)
    figure, grid = new_figure(
        0.3 + 1.45 * lines, rows=lines, columns=_COLUMNS, sharex=True, squeeze=False
    )
    told = []
    for axes, column in zip(grid.flat, columns, strict=False):
        table = study.curve(variant, column)
        clear = _is_clear(table)
        _draw_difference(axes, table, _colour(study, column), clear=clear)
        axes.set_title(short_name(_name(study, column), 30, 2), size=8)
        if clear:
            last = rows(table)[-1]
            told.append(f"{_name(study, column)} {_words(last)} at the end")
    for axes in list(grid.flat)[len(columns) :]:
        axes.set_visible(False)
    for axes in list(grid.flat)[max(len(columns) - _COLUMNS, 0) : len(columns)]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel("Game turn")
    figure.get_layout_engine().set(h_pad=0.06)
    return make_picture(
        study.key("state", variant),
        f"Strength, losses and supply by game turn under {variant}",
        f"Mean paired difference, {variant} minus {study.first}, in units, steps, hexes or points "
        f"of strength as the panel's title says. Shaded: the {study.confidence_words} band that "
        "holds at all turns of its panel at once; strong where it excludes zero at some turn. "
        f"{CARRIED_FORWARD}",
        f"Small curves of differences. Clear of zero: {'; '.join(told) or 'none'}.",
        figure,
        _numbers(study, variant, columns),
    )


def _is_clear(table: pd.DataFrame) -> bool:
    moving = table["band_low"] < table["band_high"]
    return bool((moving & ((table["band_low"] > 0) | (table["band_high"] < 0))).any())


def _draw_difference(axes: Axes, table: pd.DataFrame, colour: str, *, clear: bool) -> None:
    turns = table["game_turn"]
    tone = colour if clear else MUTED
    axes.axhline(0, color=MUTED, lw=0.9)
    band = shade(tone, 0.65 if clear else 0.8)
    axes.fill_between(turns, table["band_low"], table["band_high"], color=band, lw=0)
    axes.plot(turns, table["difference"], color=tone, lw=1.8)
    last = int(turns.max())
    turn_axis(axes, last, "")
    axes.set_xticks(turn_ticks(last, NARROW))
    axes.tick_params(labelsize=7)
    axes.grid(axis="y")
    if not table[["band_low", "band_high", "difference"]].to_numpy().any():
        axes.set_ylim(-1, 1)
        axes.text((1 + last) / 2, 0.3, "alike in every game", ha="center", color=MUTED, size=7.5)


def _colour(study: Comparison, column: str) -> str:
    """Colour of the side that a quantity belongs to."""
    for panel in study.labels.panels:
        if column in panel.lines:
            return side_colour(study.labels, panel.lines[column])
    owner = next((side for side in study.labels.sides if column.startswith(side)), "")
    return side_colour(study.labels, owner) if owner else INK


def _name(study: Comparison, column: str) -> str:
    """A quantity in words: those of the state of the game, of its measures, else its panel."""
    labels = study.labels
    for panel in labels.panels:
        if column in panel.lines and column not in labels.state:
            return f"{labels.sides[panel.lines[column]]}: {panel.title.lower()}"
    name = labels.state.get(column) or labels.measures.get(column, column)
    return f"{labels.game['points_short']} {name}" if name.startswith("of which") else name


def _words(row: dict[str, float]) -> str:
    ends = (number(row[end], 2) for end in ("band_low", "band_high"))
    return f"{row['difference']:+.2f} [{', '.join(ends)}]"


def _numbers(study: Comparison, variant: str, columns: list[str]) -> NumberTable:
    lines = [
        (
            _name(study, column),
            f"{row['game_turn']:.0f}",
            number(row["first"], 2),
            number(row["second"], 2),
            _words(row),
        )
        for column in columns
        for row in rows(study.curve(variant, column))
    ]
    return NumberTable(("What", "Turn", study.first, variant, "Difference and band"), lines)


def captures(study: Comparison, variant: str) -> Picture | None:
    """Change of the captures and of the control of towns; nothing without events."""
    places = study.of("places", variant)
    if places.empty:
        return None
    labels = study.labels
    parts = {what: places.loc[places["what"] == what].set_index("place") for what in _MEASURES}
    size = parts["taken"]["difference"].abs().add(parts["held"]["difference"].abs(), fill_value=0)
    order = size.sort_values(ascending=False, kind="stable")
    shown = list(order[order > 0].index[:MOST_PLACES])
    if not shown:
        return None
    names = [short_name(str(name), 18, 2) for name in shown]
    figure, grid = new_figure(
        FRAME_HEIGHT + 0.2 + forest_height(names), columns=len(_MEASURES), sharey=True,
        squeeze=False,
    )  # fmt: skip
    colour = side_colour(labels, labels.points_side)
    told = []
    for number_, (axes, (what, (title, scale))) in enumerate(
        zip(grid.flat, _MEASURES.items(), strict=True)
    ):
        lines = [_line(str(name), parts[what], scale, colour) for name in shown]
        drawn = [replace(line, name=name) for line, name in zip(lines, names, strict=True)]
        draw_forest(axes, drawn, 2 if scale == 1 else 1, with_numbers=False)
        axes.set_title(title, size=8)
        axes.tick_params(axis="y", labelleft=number_ == 0)
        told += [f"{line.name} {title} {line.words()}" for line in lines if line.is_clear]
    left = len(order) - len(shown)
    side = labels.sides[labels.points_side]
    return make_picture(
        study.key("captures", variant),
        f"Towns and cities under {variant}",
        f"Paired differences with {study.confidence_words} intervals, not adjusted for the number "
        "of lines: "
        f"share of games in which the {side} side takes the place, turn of its first capture "
        "(never counts as the turn after the last), share in which it holds it at the end. Filled "
        f"dots: the interval excludes zero; {len(parts['taken'])} places were looked at, so a "
        "few of them would by chance alone: the p values in the table are adjusted for that."
        + (f" Not drawn, as the change is less or none: {counted(left, 'place')}." if left else ""),
        f"Three columns of dots with intervals by place. Clear of zero alone: "
        f"{'; '.join(told[:10]) or 'none'}.",
        figure,
    )


#: What is told of a place: title of the panel, and what its differences are multiplied by.
_MEASURES = {
    "taken": ("taken, points", 100),
    "turn": ("turn taken", 1),
    "held": ("held at the end, points", 100),
}


def _line(name: str, table: pd.DataFrame, scale: int, colour: str) -> Estimate:
    if name not in table.index:
        return Estimate(name, np.nan, np.nan, np.nan, colour)
    (row,) = rows(table.loc[[name]])
    return Estimate.of(name, row, scale=scale, colour=colour)
