"""Figures of sweep, tune and bid: the score and the endings over the values of a rule."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import estimate, number, percent
from balance.studies.answer import ANSWER, MORE, WHY, Answer
from reports.figures_shapes import sweep_curve
from reports.forest import (
    FRAME_HEIGHT,
    MOST_LINES,
    Estimate,
    draw_forest,
    forest_height,
    short_name,
)
from reports.picture import Picture, make_picture
from reports.score_grid import MOST_NAMES, score_grids, score_words
from reports.theme import INK, MUTED, ending_colour, new_figure, shade, side_colour

#: Settings of a forest, at most.
MOST_SETTINGS = MOST_LINES
#: Letters of all values that find room side by side in a panel.
_LEVEL_LETTERS = 12


def sweep(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw a sweep: a curve for one parameter, a grid for two, dots for more."""
    table, values = answer.tables["sweep"], answer.tables["sweep_values"]
    parameters = list(dict.fromkeys(map(str, values["parameter"])))
    names = _value_names(answer)
    if len(parameters) == 1:
        yield ANSWER, _score_curve(answer, labels, parameters[0])
    elif len(parameters) == 2:
        yield ANSWER, _score_map(answer, labels, parameters)
    else:
        yield ANSWER, _score_forest(table, labels, parameters, names)
    yield WHY, _endings(answer, labels, parameters, names)
    yield MORE, _lengths(table, labels, parameters, names)


def _value_names(answer: Answer) -> list[str]:
    """Values of each setting, in the order of the grid."""
    values = answer.tables["sweep_values"]
    grouped = values.groupby("setting", sort=False)["value"]
    return [", ".join(map(str, part)) for _, part in grouped]


def _score_curve(answer: Answer, labels: Labels, parameter: str) -> Picture:
    table = answer.tables["sweep"]
    values = list(answer.tables["sweep_values"]["value"])
    drawn = table.assign(value=values)[["value", "score", "low", "high"]]
    band = answer.tables.get("sweep_curve")
    if band is not None and len(band) == len(drawn):
        drawn = drawn.assign(
            band_low=band["band_low"].to_numpy(), band_high=band["band_high"].to_numpy()
        )
    picture = sweep_curve(drawn, labels, part=parameter)
    assert picture is not None
    return picture


def _score_map(answer: Answer, labels: Labels, parameters: Sequence[str]) -> Picture:
    """Score of two parameters as a grid, the one with fewer values across."""
    values = answer.tables["sweep_values"]
    by_setting = values.pivot(index="setting", columns="parameter", values="value")
    orders = {
        name: list(dict.fromkeys(values.loc[values["parameter"] == name, "value"]))
        for name in parameters
    }
    down, across = sorted(parameters, key=lambda name: -len(orders[name]))
    cells = {
        (by_setting.loc[row["setting"], down], by_setting.loc[row["setting"], across]): row
        for row in rows(answer.tables["sweep"])
    }
    shown = orders[down][:MOST_NAMES], orders[across][:MOST_NAMES]
    figure = score_grids({"": cells}, *shown, labels, (down, across))
    name = labels.sides[labels.points_side]
    cut = any(len(order) > MOST_NAMES for order in orders.values())
    told = "; ".join(f"{a}, {b}: {score_words(row)}" for (a, b), row in cells.items())
    return make_picture(
        "sweep",
        f"{name} score by {down} and {across}",
        f"Score of the {name} side (win 1, draw one half) with its interval, each for its cell "
        "alone; the colour is that of the side ahead, pale where they are level."
        + (" Only the first values are drawn; the table has all." if cut else ""),
        f"Grid of scores by {down} and {across}: {told}.",
        figure,
    )


def _score_forest(
    table: pd.DataFrame, labels: Labels, parameters: Sequence[str], names: Sequence[str]
) -> Picture:
    """Scores of many parameters, one line a setting, in the order of the score."""
    side = labels.points_side
    named = table.assign(name=list(names))
    ordered = rows(named.sort_values("score", ascending=False, kind="stable"))
    cut = len(ordered) > MOST_SETTINGS
    half = MOST_SETTINGS // 2
    shown = [*ordered[:half], *ordered[-half:]] if cut else ordered
    lines = [
        Estimate.of(
            f"{row['name']} (compared with)" if row["reference"] else row["name"],
            row,
            ("score", "low", "high"),
            100,
            side_colour(labels, side),
            signed=False,
        )
        for row in shown
    ]
    figure, axes = new_figure(FRAME_HEIGHT + forest_height([line.name for line in lines]))
    draw_forest(axes, lines, 0)
    axes.axvline(50, color=MUTED, lw=0.9, ls=(0, (4, 3)))
    axes.set_xlim(-2, 102)
    name = labels.sides[side]
    axes.set_xlabel(f"{name} score, percent")
    told = "; ".join(f"{line.name} {line.words(0)}" for line in lines[:10])
    return make_picture(
        "sweep",
        f"{name} score by setting",
        f"Score of the {name} side (win 1, draw one half), highest first, each interval for its "
        f"line alone. Dashed: even chances. Values in the order of {', '.join(parameters)}."
        + (f" The {half} highest and the {half} lowest of {len(ordered)}." if cut else ""),
        f"Dots with intervals by setting: {told}.",
        figure,
    )


def _endings(
    answer: Answer, labels: Labels, parameters: Sequence[str], names: Sequence[str]
) -> Picture:
    """Share of each ending over the settings, one small panel an ending."""
    shares = answer.tables["sweep_shares"]
    shares = shares.loc[shares["what"] == "ending"]
    endings = [key for key in dict.fromkeys(map(str, shares["category"]))]
    figure, grid = new_figure(2.7, columns=len(endings), sharex=True, sharey=True, squeeze=False)
    told = []
    for axes, ending in zip(grid.flat, endings, strict=True):
        table = shares.loc[shares["category"] == ending]
        _draw_values(axes, names, table, ("share", "low", "high"), ending_colour(labels, ending))
        axes.set_title(labels.ending_name(ending))
        axes.set_ylim(-0.02, 1.02)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        told.append(
            f"{labels.ending_name(ending)}: "
            + ", ".join(
                f"{name} {estimate(row) if row['total'] else 'unknown'}"
                for name, row in list(zip(names, rows(table), strict=True))[:12]
            )
        )
    grid[0, 0].set_ylabel("share of games")
    _name_values(figure, grid, parameters)
    return make_picture(
        "sweep-endings",
        "How games end at each value",
        "Share of complete games with each ending, with Wilson intervals, each for its value "
        "alone.",
        f"Small panels, one an ending. {'; '.join(told)}.",
        figure,
    )


def _lengths(
    table: pd.DataFrame, labels: Labels, parameters: Sequence[str], names: Sequence[str]
) -> Picture:
    """Points and ending turn over the settings."""
    side = labels.points_side
    panels = (
        ("vp", f"{labels.sides[side]} {labels.game['points']}", side_colour(labels, side)),
        ("ending_turn", "Game turn of the end", INK),
    )
    figure, grid = new_figure(2.7, columns=2, sharex=True, squeeze=False)
    told = []
    for axes, (column, title, colour) in zip(grid.flat, panels, strict=True):
        columns = (column, f"{column}_low", f"{column}_high")
        _draw_values(axes, names, table, columns, colour)
        axes.set_title(title)
        axes.set_ylabel("mean of a game")
        axes.margins(y=0.2)
        told.append(
            f"{title}: "
            + ", ".join(
                f"{name} {number(row[column], 2)}"
                for name, row in list(zip(names, rows(table), strict=True))[:12]
            )
        )
    _name_values(figure, grid, parameters)
    return make_picture(
        "sweep-length",
        "Points and length of the games",
        "Means of a game with t intervals, not adjusted for the number of values. A dot without a "
        "line: all "
        "games alike, or one game only.",
        f"Two small panels. {'; '.join(told)}.",
        figure,
    )


def _draw_values(
    axes: Axes,
    names: Sequence[str],
    table: pd.DataFrame,
    columns: tuple[str, str, str],
    colour: str,
) -> None:
    """Dots with intervals over the settings in their order."""
    places = np.arange(len(names))
    value, low, high = (table[name].to_numpy(float) for name in columns)
    known = np.isfinite(low) & np.isfinite(high)
    axes.vlines(places[known], low[known], high[known], color=colour, lw=1.5)
    axes.plot(places, value, "o", ms=4.5, color=colour)
    step = max(1, math.ceil(len(names) / 12))
    shown = [short_name(name, 12, 1) for name in names][::step]
    axes.set_xticks(places[::step], shown)
    if len(shown) * max(map(len, shown)) > _LEVEL_LETTERS:
        axes.tick_params(axis="x", rotation=90, labelsize=7)
    axes.set_xlim(-0.6, len(names) - 0.4)
    axes.grid(axis="y")


def _name_values(figure: Any, grid: Any, parameters: Sequence[str]) -> None:
    figure.supxlabel(short_name(", ".join(parameters), 80, 2), size=8.5, color=MUTED)


def tune(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw a tuning: the score over the values, and the value that gives what is wanted."""
    facts, table = answer.facts, answer.tables["tune"]
    wanted = facts["wanted"]
    score = wanted[0] + (wanted[1] / 2 if len(wanted) > 1 else 0)
    yield (
        ANSWER,
        _aim(
            labels,
            "tune",
            f"{labels.sides[labels.points_side]} score by {facts['parameter']}",
            table.rename(columns={"value": "place"}),
            (facts["value"], facts["low"], facts["high"]),
            score,
            str(facts["parameter"]),
        ),
    )


def bid(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw the wins over the bids, and the fair one."""
    facts, table = answer.facts, answer.tables["bid"]
    side = labels.sides[labels.points_side]
    yield (
        ANSWER,
        _aim(
            labels,
            "bid",
            f"{side} wins by bid",
            table.rename(columns={"bid": "place", "share": "score"}),
            (facts["bid"], facts["low"], facts["high"]),
            float(facts["wanted"]),
            f"Bid: {labels.game['points']} added to what the {side} side needs",
        ),
    )


def _aim(
    labels: Labels,
    key: str,
    title: str,
    table: pd.DataFrame,
    found: tuple[float, float, float],
    wanted: float,
    name: str,
) -> Picture:
    """Scores over the values of ``place``, the score wanted and the value that gives it."""
    colour = side_colour(labels, labels.points_side)
    figure, axes = new_figure(3.0)
    axes.axhline(wanted, color=MUTED, lw=0.9, ls=(0, (4, 3)))
    value, low, high = found
    places = table["place"].to_numpy(float)
    reach = float(places.min()) - 0.5, float(places.max()) + 0.5
    ends = [min(max(end, reach[0]), reach[1]) for end in (low, high) if end == end]
    if len(ends) == 2:
        axes.axvspan(*ends, color=shade(INK, 0.85), lw=0)
    if math.isfinite(value):
        axes.axvline(value, color=INK, lw=1.4)
    axes.vlines(places, table["low"], table["high"], color=colour, lw=1.5)
    axes.plot(places, table["score"], "o", ms=5, color=colour)
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks(np.linspace(0, 1, 5), ["0%", "25%", "50%", "75%", "100%"])
    step = max(1, len(places) // 14)
    axes.set_xticks(places[::step], [f"{place:g}" for place in places[::step]])
    axes.set_xlim(*reach)
    axes.grid(axis="y")
    axes.set_xlabel(name)
    axes.set_ylabel(title.partition(" by ")[0])
    words = _found_words(value, low, high)
    told = "; ".join(
        f"{row['place']:g}: {estimate({**row, 'share': row['score']})}" for row in rows(table)
    )
    return make_picture(
        key,
        title,
        f"Dots: each value with its Wilson interval, for that value alone. Dashed: the "
        f"{percent(wanted)} that are wanted. {words}",
        f"Dots with intervals: {told}. {words}",
        figure,
    )


def _found_words(value: float, low: float, high: float) -> str:
    """Say where the wanted score lies."""
    if not math.isfinite(value):
        return "Which value gives it is not known, so none is marked."
    ends = ", ".join(f"{end:g}" if math.isfinite(end) else "beyond" for end in (low, high))
    return f"Line and grey: the value that gives it, {value:.3g} [{ends}]."
