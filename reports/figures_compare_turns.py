"""Figures of a comparison by game turn: the points, and the endings so far."""

from __future__ import annotations

from typing import Any

from matplotlib.lines import Line2D

from balance.analysis.play.curves import CARRIED_FORWARD
from balance.analysis.study import rows
from balance.analysis.telling.words import number, points, points_range
from reports.figures_compare import Comparison
from reports.forest import short_name
from reports.picture import NumberTable, Picture, make_picture
from reports.theme import (
    INK,
    MUTED,
    NARROW,
    ending_colour,
    new_figure,
    shade,
    side_colour,
    turn_axis,
    turn_ticks,
)


def curves(study: Comparison) -> Picture | None:
    """Points by turn under both variants, and their difference with its band."""
    drawn = [name for name in study.variants if len(study.curve(name, "vp"))]
    if not drawn:
        return None
    labels = study.labels
    colour = side_colour(labels, labels.points_side)
    short = labels.game["points_short"]
    figure, grid = new_figure(
        0.7 + 2.0 * len(drawn), rows=len(drawn), columns=2, sharex=True, sharey="col", squeeze=False
    )
    told = []
    for (left, right), variant in zip(grid, drawn, strict=True):
        table = study.curve(variant, "vp")
        turns = table["game_turn"]
        left.plot(turns, table["first"], color=MUTED, lw=1.6, ls=(0, (4, 2)))
        left.plot(turns, table["second"], color=colour, lw=2)
        left.set_title(short_name(variant, 44))
        left.set_ylabel(f"mean {short}")
        right.axhline(0, color=MUTED, lw=0.9)
        right.fill_between(
            turns, table["band_low"], table["band_high"], color=shade(colour, 0.65), lw=0
        )
        right.plot(turns, table["difference"], color=colour, lw=2, marker="o", ms=3)
        right.set_title(f"difference, {short}")
        for axes in (left, right):
            axes.grid(axis="y")
            turn_axis(axes, int(turns.max()), "")
            axes.set_xticks(turn_ticks(int(turns.max()), NARROW))
        last = rows(table)[-1]
        told.append(
            f"{variant}: at the end {number(last['difference'], 2)} "
            f"[{number(last['band_low'], 2)}, {number(last['band_high'], 2)}]"
        )
    for axes in grid[-1]:
        axes.set_xlabel("Game turn")
    _add_legend(figure, study.first, colour)
    name = labels.sides[labels.points_side]
    return make_picture(
        "curves",
        f"{name} {labels.game['points']} by game turn",
        f"Left: means under {study.first} and under the variant. Right: the difference with its "
        f"{study.confidence_words} band, which holds at all turns at once. {CARRIED_FORWARD}",
        f"Two curves and their difference, one row a variant. {'; '.join(told)}.",
        figure,
    )


def incidence(study: Comparison) -> Picture:
    """Share of games that each ending has closed so far, under both variants."""
    labels = study.labels
    endings = [ending.key for ending in labels.endings]
    figure, grid = new_figure(
        0.75 + 2.0 * len(study.variants),
        rows=len(study.variants),
        columns=len(endings),
        sharex=True,
        sharey=True,
        squeeze=False,
    )
    told, lines = [], []
    for panels, variant in zip(grid, study.variants, strict=True):
        whole = study.of("incidence", variant)
        for axes, ending in zip(panels, endings, strict=True):
            table = whole.loc[whole["ending"] == ending]
            turns, colour = table["game_turn"], ending_colour(labels, ending)
            first, second = table["first"], table["second"]
            axes.fill_between(turns, first, second, color=shade(colour, 0.7), lw=0)
            axes.plot(turns, first, color=MUTED, lw=1.6, ls=(0, (4, 2)))
            axes.plot(turns, second, color=colour, lw=2)
            turn_axis(axes, int(turns.max()), "")
            axes.set_xticks(turn_ticks(int(turns.max()), NARROW))
            axes.tick_params(axis="x", labelsize=7.5)
            axes.set_ylim(-0.02, 1.02)
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
            axes.grid(axis="y")
            last = rows(table)[-1]
            words = _difference_words(last)
            there = {"transform": axes.transAxes, "va": "top", "size": 7.5}
            axes.text(0.04, 0.94, words.replace(" [", "\n["), **there)
            told.append(f"{variant}, {labels.ending_name(ending).lower()}: {words}")
            lines += [
                (
                    variant,
                    labels.ending_name(ending),
                    f"{row['game_turn']}",
                    f"{points(row['first'])}%",
                    f"{points(row['second'])}%",
                    _difference_words(row),
                )
                for row in rows(table)
            ]
        panels[0].set_ylabel(short_name(variant, 26))
    for axes, ending in zip(grid[0], endings, strict=True):
        axes.set_title(labels.ending_name(ending))
    for axes in grid[-1]:
        axes.set_xlabel("Game turn")
    _add_legend(figure, study.first, INK)
    return make_picture(
        "incidence",
        "How games end, turn by turn",
        f"Share of games that each ending has closed by the end of each game turn, under "
        f"{study.first} (dashed) and under the variant. The figures are the difference after the "
        f"last turn in percentage points with its {study.confidence_words} interval. "
        f"{_test_words(study)}",
        f"Rising lines, one panel a variant and ending. Differences in points: {'; '.join(told)}.",
        figure,
        NumberTable(
            ("Variant", "Ending", "Turn", study.first, "The variant", "Difference, points"), lines
        ),
    )


def _add_legend(figure: Any, first: str, colour: str) -> None:
    """Say above all panels which line is which."""
    lines = [
        Line2D([], [], color=MUTED, lw=1.6, ls=(0, (4, 2))),
        Line2D([], [], color=colour, lw=2),
    ]
    names = [short_name(first, 40, 1), "the variant"]
    figure.legend(lines, names, loc="outside upper left", ncols=2)


def _difference_words(row: dict[str, Any]) -> str:
    text = points(row["difference"])
    sign = "+" if row["difference"] > 0 and text != "0.0" else ""
    return f"{sign}{text} {points_range(row['low'], row['high'])}"


def _test_words(study: Comparison) -> str:
    """Say whether the endings differ as a whole."""
    said = []
    for row in rows(study.answer.tables["endings"]):
        chance = "<0.001" if row["p_value"] < 0.001 else f"{row['p_value']:.3f}"
        said.append(f"{row['variant']} p {chance}" if row["freedom"] else f"{row['variant']} none")
    if not said:
        return ""
    return f"All endings together (Stuart-Maxwell test of a difference): {', '.join(said)}."
