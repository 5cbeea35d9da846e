"""Figures by the shape of a table: any study whose table has such columns gets the figure.

Each function says which columns it draws; further columns are left alone. Scores are those of the
side that scores points, from 0 to 1, with ``low`` and ``high`` the ends of their interval.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import percent, percent_range
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
from reports.theme import (
    INK,
    MUTED,
    PAPER,
    new_figure,
    shade,
    side_colour,
)

SWEEP = ("value", "score")
TORNADO = ("parameter", "title", "setting", "difference", "low", "high")
_BAND = ("band_low", "band_high")
MATRIX = ("axis", "soviet", "score", "low", "high")
STRATEGIES = ("side", "strategy", "share", "support")


def sweep_curve(
    table: pd.DataFrame, labels: Labels, key: str = "sweep", part: str = ""
) -> Picture | None:
    """Score over the values of one parameter, with intervals, with the band over all values.

    Columns: value (numbers or text, in the order given), score; low and high (this value alone) or
    band_low and band_high (all values at once), or both; parameter (its name), if there is one.
    Nothing if there are no intervals.
    """
    ends = [pair for pair in (("low", "high"), _BAND) if set(pair) <= set(table.columns)]
    if not ends:
        return None
    side = labels.points_side
    name, colour = labels.sides[side], side_colour(labels, side)
    values = pd.to_numeric(table["value"], errors="coerce")
    is_number = bool(values.notna().all())
    places = values.to_numpy(float) if is_number else np.arange(len(table), dtype=float)
    figure, axes = new_figure(3.2)
    axes.axhline(0.5, color=MUTED, lw=0.9, ls=(0, (4, 3)))
    for pair in ends:
        low, high = table[list(pair)].to_numpy(float).T
        if pair == _BAND and is_number:
            axes.fill_between(places, low, high, color=shade(colour, 0.75), lw=0)
        else:
            width, tone = (9, shade(colour, 0.75)) if pair == _BAND else (1.5, colour)
            axes.vlines(places, low, high, color=tone, lw=width, zorder=2 + (pair != _BAND))
    score = table["score"].to_numpy(float)
    axes.plot(places, score, color=colour, lw=1.8 if is_number else 0, marker="o", ms=5, zorder=4)
    if not is_number or len(places) <= 12:
        axes.set_xticks(places, [short_name(f"{value}", 14) for value in table["value"]])
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks(np.linspace(0, 1, 5), ["0%", "25%", "50%", "75%", "100%"])
    axes.grid(axis="y")
    axes.set_ylabel(f"{name} score")
    axes.set_xlabel(part or "Value")
    own = ends[0]
    told = "; ".join(
        f"{row['value']}: {score_words({**row, 'low': row[own[0]], 'high': row[own[1]]})}"
        for row in rows(table)
    )
    return make_picture(
        key,
        f"{name} score by {part or 'value'}",
        " ".join(
            [
                *(["Lines: the interval of each value alone."] if ends[0] != _BAND else []),
                *(["Shaded: the band that holds at all values at once."] if _BAND in ends else []),
                "Dashed: even chances.",
            ]
        ),
        f"Curve of the {name} score: {told}.",
        figure,
    )


#: What the intervals of a tornado hold for.
_HOLD = {
    ("low", "high"): "not adjusted for the number of lines",
    ("all_low", "all_high"): "which hold for all settings at once (Bonferroni)",
}


def tornado(table: pd.DataFrame, labels: Labels, key: str = "tornado", part: str = "") -> Picture:
    """What each parameter moves: bars from its settings, the widest on top.

    Columns: parameter, title (what it is), setting (text of the value set), difference (change of
    the score against the baseline), low and high (this setting alone); all_low and all_high (all
    settings at once) take the place of low and high if there are any. ``part`` names the outcome
    if it is not the score.
    """
    own = labels.points_side
    other = next(side for side in labels.side_keys if side != own)
    scale, places = (1, 2) if part else (100, 1)
    ends = ("all_low", "all_high") if "all_low" in table else ("low", "high")
    reach = table["difference"].abs().groupby(table["parameter"], sort=False).max()
    order = [str(name) for name in reach.sort_values(ascending=False, kind="stable").index]
    moving = [name for name in order if reach[name] > 0]
    settings = table.groupby("parameter", sort=False).size().loc[moving or order].cumsum()
    shown = [str(name) for name in settings.index[settings <= max(MOST_LINES, settings.iloc[0])]]
    lines = [
        row
        for name in shown
        for row in rows(table.loc[table["parameter"] == name].sort_values("difference"))
    ]
    drawn = [
        Estimate(
            f"{row['title']}: {row['setting']}",
            scale * row["difference"],
            scale * row[ends[0]],
            scale * row[ends[1]],
            _gainer_colour(row["difference"], (own, other), labels, part),
        )
        for row in lines
    ]
    names = [line.name for line in drawn]
    figure, axes = new_figure(FRAME_HEIGHT + 0.25 + forest_height(names))
    for place, (row, line) in enumerate(zip(lines, drawn, strict=True)):
        clear = row[ends[0]] > 0 or row[ends[1]] < 0
        tone = shade(line.colour, 0.35 if clear else 0.75)
        axes.barh(place, line.value, height=0.45, color=tone, zorder=2)
    draw_forest(axes, drawn, places)
    score = f"the {labels.sides[own]} score, percentage points"
    axes.set_xlabel(f"Change of {part or score}")
    left = len(order) - len(shown)
    told = "; ".join(f"{line.name} {line.words(places)}" for line in drawn[:10])
    gains = "" if part else f" Colour: the side that gains, {labels.sides[own]} to the right."
    return make_picture(
        key,
        "What moves the result",
        f"Change of {part or 'the score'} under each setting against the baseline, largest "
        f"first, with intervals, {_HOLD[ends]}.{gains} Strong bars: the interval excludes 0."
        + (f" Left out, since they move it less or not at all: {left}." if left > 0 else ""),
        f"Bars by parameter and setting: {told}.",
        figure,
    )


def _gainer_colour(change: float, sides: tuple[str, str], labels: Labels, part: str) -> str:
    """Colour of the side that gains by a change of the score; of no side for another outcome."""
    if part or not change:
        return MUTED
    return side_colour(labels, sides[0] if change > 0 else sides[1])


def payoff_matrix(
    table: pd.DataFrame, labels: Labels, key: str = "matrix", part: str = ""
) -> Picture:
    """Score of each pairing of strategies as a heat map with its numbers.

    Columns: axis, soviet (strategies of the two sides), score, low, high.
    """
    sides = ("axis", "soviet")
    down, across = (list(dict.fromkeys(map(str, table[side])))[:MOST_NAMES] for side in sides)
    cells = {(str(row["axis"]), str(row["soviet"])): row for row in rows(table)}
    names = (f"{labels.sides['axis']} strategy", f"{labels.sides['soviet']} strategy")
    figure = score_grids({"": cells}, down, across, labels, names)
    name = labels.sides[labels.points_side]
    told = "; ".join(f"{a} against {b} {score_words(row)}" for (a, b), row in cells.items())
    cut = any(table[side].nunique() > MOST_NAMES for side in sides)
    return make_picture(
        key,
        f"{name} score of each pairing{f', {part}' if part else ''}",
        f"Score of the {name} side with its interval, not adjusted for the number of cells; the "
        "colour is that "
        f"of the side ahead.{' Only the first strategies are drawn.' if cut else ''}",
        f"Grid of scores: {told}.",
        figure,
    )


def strategy_shares(
    table: pd.DataFrame, labels: Labels, key: str = "strategies", part: str = ""
) -> Picture:
    """How often each side should play each strategy, one panel a side.

    Columns: side, strategy, share (of play in the equilibrium), share_low and share_high (its
    interval, if there is one), support (in how many resamples of the games the strategy has a share
    at all, 0 to 1).
    """
    sides = [side for side in labels.side_keys if (table["side"] == side).any()]
    parts = {side: rows(table.loc[table["side"] == side])[:MOST_NAMES] for side in sides}
    heights = [0.5 + 0.36 * len(parts[side]) for side in sides] or [1.0]
    figure, grid = new_figure(
        0.5 + sum(heights),
        rows=len(heights),
        sharex=True,
        squeeze=False,
        gridspec_kw={"height_ratios": heights},
    )
    for axes, side in zip(grid.flat, sides, strict=False):
        colour = side_colour(labels, side)
        for place, row in enumerate(parts[side]):
            axes.barh(place, row["share"], height=0.6, color=colour, zorder=2)
            axes.plot(row["support"], place, "D", ms=5, color=PAPER, mec=INK, zorder=4)
            words = percent(row["share"])
            if "share_low" in row:
                ends = row["share_low"], row["share_high"]
                axes.plot(ends, [place, place], color=INK, lw=1.6, zorder=3)
                words += f" {percent_range(*ends)}"
            words += f"\nsupport {percent(row['support'])}"
            axes.text(1.03, place, words, transform=axes.get_yaxis_transform(), va="center", size=8)
        axes.set_yticks(
            range(len(parts[side])),
            [short_name(str(row["strategy"]), 18, 3) for row in parts[side]],
        )
        axes.set_ylim(len(parts[side]) - 0.4, -0.6)
        axes.set_title(f"{labels.sides[side]} side")
        axes.set_xlim(0, 1.02)
        axes.set_xticks(np.linspace(0, 1, 5), ["0%", "25%", "50%", "75%", "100%"])
        axes.grid(axis="x")
    told = "; ".join(
        f"{labels.sides[side]} {row['strategy']} {percent(row['share'])}"
        for side in sides
        for row in parts[side]
    )
    return make_picture(
        key,
        f"Best mixture of strategies{f', {part}' if part else ''}",
        "Bars: share of play of each strategy when neither side can gain by another mixture, with "
        "its interval over resamples of the games. "
        "Diamonds: support, the share of resamples of the games in which the strategy is played at "
        "all; how far the mixture is certain.",
        f"Bars of the share of each strategy: {told}.",
        figure,
    )
