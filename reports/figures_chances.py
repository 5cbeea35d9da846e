"""Figures of chances: whether they hold, and how far off they are turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import estimate, number_range, percent
from balance.studies.answer import ANSWER, SURE, Answer
from reports.picture import Picture, make_picture
from reports.theme import INK, MUTED, new_figure, shade, side_colour, turn_axis


def chances(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw a model of chances: its error by game turn, and what came of what it told."""
    yield ANSWER, _errors(answer.tables["chances"])
    yield SURE, _reliability(answer.tables["reliability"], labels)


def _errors(table: pd.DataFrame) -> Picture:
    figure, axes = new_figure(2.6)
    turn = table["game_turn"]
    axes.fill_between(turn, table["low"], table["high"], color=shade(INK, 0.75), lw=0)
    for column, name, style in (
        ("brier", "this model", {"color": INK, "lw": 2}),
        ("points", "points alone", {"color": MUTED, "lw": 1.4, "ls": (0, (4, 2))}),
        ("start", "shares of all games", {"color": MUTED, "lw": 1.4, "ls": (0, (1, 2))}),
    ):
        axes.plot(turn, table[column], label=name, **style)
    axes.set_ylim(0, None)
    axes.set_ylabel("Brier score")
    axes.grid(axis="y")
    axes.legend(loc="lower left")
    turn_axis(axes, int(turn.max()))
    first, last = (rows(table)[place] for place in (0, -1))
    told = "; ".join(
        f"after game turn {row['game_turn']} {row['brier']:.3f} "
        f"{number_range(row['low'], row['high'], 3)}"
        for row in (first, last)
    )
    return make_picture(
        "errors",
        "How far off the chances are, by game turn",
        "Mean squared error of the chances told at the end of each game turn, 0 at best, in games "
        "that the fit never saw. Band: t interval of this model's; below the others is better.",
        f"One curve a model: {told}.",
        figure,
    )


def _reliability(table: pd.DataFrame, labels: Labels) -> Picture:
    figure, axes = new_figure(3.6)
    axes.plot([0, 1], [0, 1], color=MUTED, lw=1, ls=(0, (4, 3)))
    for outcome, part in table.groupby("outcome", sort=False):
        share = part["share"]
        axes.errorbar(
            part["chance"],
            share,
            [share - part["low"], part["high"] - share],
            fmt="o",
            ms=4,
            lw=1.4,
            color=side_colour(labels, str(outcome)),
            label=labels.winner_name(str(outcome)),
        )
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel("chance told")
    axes.set_ylabel("share of games")
    axes.grid()
    axes.legend(loc="upper left")
    told = "; ".join(
        f"{labels.winner_name(row['outcome'])} told {percent(row['chance'])}, came in "
        f"{estimate(row)}"
        for row in rows(table)
    )
    return make_picture(
        "reliability",
        "Do the chances hold?",
        "How often an outcome came, by the chance told for it, with Wilson intervals: on the line, "
        "chances are right. Each game counts in each class once, at the first turn at which its "
        "chance lies there.",
        f"One dot a class: {told}.",
        figure,
    )
