"""Figures of places: sudden death by hex, and where control changed hands on the map."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.telling.words import count_games, estimate, number_range
from balance.files.charts import Row
from reports.hex_map import Ground, draw_ground, draw_names, draw_places
from reports.picture import NumberTable, Picture, make_picture
from reports.theme import (
    GRID,
    INK,
    WIDTH,
    between_sides,
    ending_colour,
    new_figure,
    say_empty,
    turn_axis,
)


def sudden_ends(results: Results, ending: str) -> Picture:
    """Games that ended at a hex, by hex and game turn; some did."""
    labels = results.labels
    table = results.triggers[ending]
    totals = {row["hex"]: row for row in rows(results.trigger_hexes[ending])}
    grid = table.pivot(index="hex", columns="game_turn", values="games").reindex(list(totals))
    name = labels.ending_name(ending)
    colour = ending_colour(labels, ending)
    figure, axes = new_figure(0.9 + 0.36 * max(len(grid), 2))
    counts = grid.to_numpy(float)
    scale = LinearSegmentedColormap.from_list("counts", ["#ffffff", colour])
    shades = scale(counts / counts.max())
    strong = 0.6 * counts.max()
    for place in range(len(grid)):
        lefts = np.arange(counts.shape[1]) + 0.5
        axes.barh(place, 1, left=lefts, height=1, color=shades[place], ec=GRID, lw=0.5)
        for turn, count in enumerate(counts[place], start=1):
            if count:
                ink = "#ffffff" if count > strong else INK
                axes.text(turn, place, f"{count:.0f}", ha="center", va="center", color=ink)
    words = [
        f"{labels.place_name(key)}  {estimate(row) if row['total'] else ''}"
        for key, row in totals.items()
    ]
    axes.set_yticks(range(len(grid)), words)
    axes.set_ylim(len(grid) - 0.5, -0.5)
    turn_axis(axes, results.last_turn)
    axes.tick_params(axis="y", length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    numbers = NumberTable(
        ("Hex", "Games", "Share of all games", *(f"Turn {turn}" for turn in grid.columns)),
        [
            (
                labels.place_name(key),
                f"{row['games']:,}",
                estimate(row) if row["total"] else "-",
                *(f"{grid.loc[key, turn]:,}" for turn in grid.columns),
            )
            for key, row in totals.items()
        ],
    )
    alt = "; ".join(
        f"{labels.place_name(key)} {count_games(row['games'])}" for key, row in totals.items()
    )
    return make_picture(
        f"ends-{ending.replace('_', '-')}",
        f"{name}: where and when",
        f"Number of games that ended {labels.ending_phrase(ending)} at each hex in each game turn; "
        f"beside the names the share of all {results.sample_words} with Wilson intervals.",
        f"Grid of counts by hex and game turn: {alt or 'no hex can end a game so'}.",
        figure,
        numbers,
        results.examples_of(ending),
    )


def control_map(results: Results, ground: Ground | None) -> Picture | None:
    """Where control changed hands, and who held each place in the end, on the map."""
    if results.control is None:
        return None
    labels, table = results.labels, rows(results.control)
    name = labels.sides[labels.points_side]
    other = labels.sides[next(key for key in labels.side_keys if key != labels.points_side)]
    if ground is None:
        figure, axes = new_figure(2)
        axes.set_axis_off()
        say_empty(axes, "this game has no map file")
    else:
        width, height = ground.size()
        tall = WIDTH * height / width
        figure, (axes, scale) = new_figure(
            tall + 0.6, rows=2, gridspec_kw={"height_ratios": [tall, 0.12]}
        )
        draw_ground(axes, ground)
        changed = {row["hex"] for row in table}
        draw_places(axes, ground, (key for key in labels.places if key not in changed))
        colours = between_sides(labels)
        for row in table:
            place = ground.place(row["hex"])
            if place is None:
                continue
            size = 4.5 + 2.6 * min(row["changes_mean"], 3.0)
            worth = _on_map(ground, row["hex"])["vp"] not in ("", "0")
            axes.plot(
                *place,
                "*" if worth else "o",
                ms=size + (5 if worth else 0),
                color=colours(row["share"]),
                mec=INK,
                mew=0.8,
                zorder=6,
            )
        told = [row["hex"] for row in table if _worth_a_name(ground, row)]
        draw_names(axes, ground, told, labels.places)
        _draw_scale(scale, colours)
        scale.set_xticks(
            [0, 0.25, 0.5, 0.75, 1], [f"always {other}", "25%", "50%", "75%", f"always {name}"]
        )
        scale.set_xlabel(f"Share of games in which the {name} side held it at the end")
    ordered = sorted(table, key=lambda row: -row["changes_mean"])
    numbers = NumberTable(
        ("Place", f"{name} at the end", "Changes a game", "Interval", "First change (median turn)"),
        [
            (
                labels.place_name(row["hex"]),
                estimate(row),
                f"{row['changes_mean']:.2f}",
                number_range(row["changes_low"], row["changes_high"]),
                f"{row['first_turn']:g}",
            )
            for row in ordered
        ],
    )
    most = ", ".join(
        f"{labels.place_name(row['hex'])} {row['changes_mean']:.1f} times a game"
        for row in ordered[:5]
    )
    return make_picture(
        "control",
        "Where control changed hands",
        f"Places that changed hands in any of {results.sample_words}. The colour shows who held a "
        "place at the end, the size how often it changed hands in a game; stars are hexes worth "
        f"{labels.place_points}. Small squares never changed hands. Dashed: the line on which "
        "the game starts. Intervals are in the numbers below.",
        f"Hex map of {len(table)} places that changed hands; most often {most or 'none'}.",
        figure,
        numbers,
        results.examples_of("points"),
    )


def _draw_scale(axes: Axes, colours: LinearSegmentedColormap, steps: int = 40) -> None:
    """Draw a colour scale from 0 to 1, in lines and areas only."""
    lefts = np.arange(steps) / steps
    axes.barh(0, 1 / steps, left=lefts, height=1, color=colours((np.arange(steps) + 0.5) / steps))
    axes.set_xlim(-0.3, 1.3)
    axes.set_ylim(-0.5, 0.5)
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)


def _on_map(ground: Ground, hex_name: str) -> Row:
    return ground.sheet.hexes[ground.sheet.index[hex_name]]


def _worth_a_name(ground: Ground, row: dict[str, Any]) -> bool:
    """Cities, hexes worth points and much-fought places are named; the map holds no more."""
    if ground.place(row["hex"]) is None:
        return False
    there = _on_map(ground, row["hex"])
    is_worth = there["place_kind"] == "city" or there["vp"] not in ("", "0")
    return is_worth or row["changes_mean"] >= 0.5
