"""Figures beside history: when places fell, and how far the advance had come by each turn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from balance.analysis.play.history import ON_TIME_TURNS
from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.telling.words import estimate, number, number_range
from reports.picture import NumberTable, Picture, make_picture
from reports.theme import (
    GRID,
    INK,
    NARROW,
    label_ends,
    new_figure,
    say_empty,
    shade,
    side_colour,
    turn_axis,
    turn_ticks,
)


def history_band(results: Results) -> Picture | None:
    """Turn in which each place fell in the games, beside the real one."""
    if results.history is None:
        return None
    labels, table = results.labels, rows(results.history)
    name = labels.sides[labels.history_side]
    colour = side_colour(labels, labels.history_side)
    never = results.last_turn + 1.2
    figure, axes = new_figure(1.3 + 0.28 * max(len(table), 3))

    def turn(value: float) -> float:
        return value if math.isfinite(value) else never

    for place, row in enumerate(table):
        if row["total"]:
            axes.plot(
                [turn(row["q10"]), turn(row["q90"])],
                [place, place],
                color=shade(colour, 0.55),
                lw=2.2,
                solid_capstyle="butt",
            )
            axes.plot(
                [turn(row["q25"]), turn(row["q75"])],
                [place, place],
                color=shade(colour, 0.2),
                lw=5.5,
                solid_capstyle="butt",
            )
            axes.plot(turn(row["q50"]), place, "o", color="#ffffff", mec=colour, ms=4.2, zorder=6)
            words = f"{_part(row, 'by_then')}\n{estimate(row)}"
            axes.text(never + 1.2, place, words, va="center", size=7)
        axes.plot(row["game_turn"], place, "D", color=INK, ms=6.5, zorder=5)
    axes.plot([], [], "D", color=INK, ms=5, ls="", label="really fell")
    axes.plot([], [], "o", color="#ffffff", mec=colour, ms=5, ls="", label="median of the games")
    axes.plot([], [], color=shade(colour, 0.2), lw=5.5, label="middle half")
    axes.plot([], [], color=shade(colour, 0.55), lw=2.2, label="10% to 90%")
    axes.legend(
        loc="lower left", bbox_to_anchor=(-0.3, 1.0), ncols=2, columnspacing=0.8, handlelength=1.5
    )
    axes.set_yticks(range(len(table)), [row["place"] for row in table])
    axes.invert_yaxis()
    named = turn_ticks(results.last_turn, NARROW)
    axes.set_xticks([*named, never], [*map(str, named), "\nnever"])
    axes.set_xlim(0.5, never + 5.2)
    axes.axvline(results.last_turn + 0.6, color=INK, lw=0.6)
    axes.set_xlabel("Game turn", loc="left")
    axes.text(
        never + 1.2, 1.0, "by then,\nbelow: ever", transform=axes.get_xaxis_transform(),
        va="bottom", size=7,
    )  # fmt: skip
    for line in (*range(1, results.last_turn + 1), never):
        axes.axvline(line, color=GRID, lw=0.6, zorder=0)
    if not table:
        say_empty(axes, "no dates to compare with")
    columns = ("Place", "Really fell", "Turn", "By then", "Ever", "25%", "Median", "75%", "On time")
    numbers = NumberTable(
        columns,
        [
            (
                f"{row['place']} ({row['hex']})",
                row["date"],
                str(row["game_turn"]),
                _part(row, "by_then") if row["total"] else "-",
                estimate(row) if row["total"] else "-",
                *(_turn_words(row[key]) for key in ("q25", "q50", "q75")),
                _part(row, "on_time") if row["total"] else "-",
            )
            for row in table
        ],
    )
    alt = "; ".join(
        f"{row['place']} really in turn {row['game_turn']}, in the games "
        f"{_turn_words(row['q50'])} (median)"
        for row in table
    )
    return make_picture(
        "history",
        f"When places fell to the {name} side, beside history",
        f"First capture of each place in {results.sample_words}, and the game turn of its real "
        "date. A game in which the place never fell counts as later than any turn. On the right, "
        "with Wilson intervals, the share of games in which it had fallen by the end of the real "
        "turn, and in which it ever fell; the numbers below also tell the share within "
        f"{ON_TIME_TURNS} turns of the real one (on time).",
        f"Ranges of capture turns by place with the historical turn marked. {alt}.",
        figure,
        numbers,
        results.examples_of("points"),
    )


def _turn_words(value: float) -> str:
    if np.isnan(value):
        return "-"
    return f"{value:g}" if math.isfinite(value) else "never"


def _part(row: Mapping[str, Any], kind: str) -> str:
    return estimate({name: row[f"{kind}_{name}"] for name in ("share", "low", "high")})


def advance(results: Results) -> Picture | None:
    """How many places of history had fallen by each turn, and the share of games as far as it."""
    if results.advance is None:
        return None
    labels, table = results.labels, results.advance
    name = labels.sides[labels.history_side]
    colour = side_colour(labels, labels.history_side)
    figure, (upper, lower) = new_figure(
        4.2, rows=2, sharex=True, gridspec_kw={"height_ratios": [3, 2]}
    )
    turns = table["game_turn"]
    known = table.dropna(subset=["mean"])
    upper.fill_between(
        known["game_turn"], known["q05"], known["q95"], color=shade(colour, 0.78), lw=0
    )
    upper.fill_between(
        known["game_turn"], known["q25"], known["q75"], color=shade(colour, 0.5), lw=0
    )
    upper.plot(known["game_turn"], known["q50"], color=colour, lw=2, marker="o", ms=3.5)
    upper.plot(turns, table["real"], color=INK, lw=1.6, marker="D", ms=4)
    ends = [(float(table["real"].iloc[-1]), "history", INK)]
    ends += [(float(known["q50"].iloc[-1]), "median game", colour)] if len(known) else []
    label_ends(upper, results.last_turn, ends)
    if len(known):
        share = table["share"].fillna(0)
        lower.bar(turns, share, color=colour, width=0.75)
        reach = [(share - table["low"]).clip(lower=0), (table["high"] - share).clip(lower=0)]
        lower.errorbar(turns, share, yerr=reach, fmt="none", ecolor=INK, capsize=2)
    else:
        say_empty(upper, "no games")
    upper.set_title("Places fallen so far")
    upper.set_ylabel("places")
    lower.set_title("Games at least as far as history")
    lower.set_ylabel("share of games")
    lower.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    lower.set_ylim(0, 1.04)
    upper.set_ylim(bottom=0)
    for axes in (upper, lower):
        axes.grid(axis="y")
    turn_axis(lower, results.last_turn)
    lines = rows(table)
    told = [row for row in lines if row["total"]][-1:]
    alt = "".join(
        f" At the end history had {row['real']}, the median game {row['q50']:g}; "
        f"{estimate(row)} of the games had come at least as far."
        for row in told
    )
    return make_picture(
        "advance",
        f"The {name} advance beside history",
        "Of the places in the figure above, how many had fallen at least once by the end of each "
        f"game turn: the median and the ranges that hold half and nine tenths of "
        f"{results.sample_words}, and the real number. Below, with Wilson intervals, the share of "
        "games that had taken as many as history or more, whichever they were.",
        f"Fan chart of places fallen by game turn with the historical line.{alt}",
        figure,
        NumberTable(
            ("Turn", "History", "Mean", "Interval", "Median", "Middle half", "As far as history"),
            [
                (
                    str(row["game_turn"]),
                    str(row["real"]),
                    number(row["mean"]),
                    number_range(row["mean_low"], row["mean_high"]),
                    *(
                        (f"{row['q50']:g}", f"{row['q25']:g} to {row['q75']:g}", estimate(row))
                        if row["total"]
                        else ("-", "-", "-")
                    ),
                )
                for row in lines
            ],
        ),
        results.examples_of("points"),
    )
