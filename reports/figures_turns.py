"""Figures by game turn: points, endings, eliminations out of supply, strength and losses."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from balance.analysis.play.curves import CARRIED_FORWARD
from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.telling.words import estimate, number, number_range
from reports.picture import NumberTable, Picture, make_picture
from reports.theme import (
    INK,
    MUTED,
    NARROW,
    ending_colour,
    label_ends,
    new_figure,
    say_empty,
    shade,
    side_colour,
    turn_axis,
    turn_ticks,
)


def points_fan(results: Results) -> Picture:
    """Points by game turn as a fan chart."""
    labels, table = results.labels, results.points.dropna(subset=["q50"])
    colour = side_colour(labels, labels.points_side)
    points, short = str(labels.game["points"]), str(labels.game["points_short"])
    name = labels.sides[labels.points_side]
    figure, axes = new_figure(3.0)
    turns = table["game_turn"]
    axes.fill_between(
        turns, table["q05"], table["q95"], color=shade(colour, 0.78), lw=0, label="5% to 95%"
    )
    axes.fill_between(
        turns, table["q25"], table["q75"], color=shade(colour, 0.5), lw=0, label="25% to 75%"
    )
    shown = _draw_paths(axes, results)
    axes.plot(turns, table["q50"], color=colour, lw=2, marker="o", ms=3.5, label="median")
    axes.plot(turns, table["mean"], color=INK, lw=1.2, ls=(0, (2, 2)), label="mean")
    if results.points_to_win is not None:
        axes.axhline(results.points_to_win, color=INK, lw=1)
        axes.text(
            0.6,
            results.points_to_win,
            f"{results.points_to_win:g} {short} win",
            va="bottom",
            fontweight="bold",
        )
    if table.empty:
        say_empty(axes, "no games")
    turn_axis(axes, results.last_turn)
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, -0.2), max(high, (results.points_to_win or 0) + 1))
    axes.set_ylabel(f"{name} {points}")
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.grid(axis="y")
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3, columnspacing=1.2)
    numbers = NumberTable(
        ("Turn", "Games", "Still playing", "Mean", "Interval", "5%", "25%", "Median", "75%", "95%"),
        [
            (
                str(row["game_turn"]),
                f"{row['games']:,}",
                f"{row['in_play']:,}",
                number(row["mean"], 2),
                number_range(row["low"], row["high"]),
                *(f"{row[key]:g}" for key in ("q05", "q25", "q50", "q75", "q95")),
            )
            for row in rows(table)
        ],
    )
    last = rows(table)[-1:]
    told = "".join(
        f" At the end the median is {row['q50']:g}, the middle half {row['q25']:g} to "
        f"{row['q75']:g}."
        for row in last
    )
    return make_picture(
        "points",
        f"{name} {points} by game turn",
        f"{results.sample_words}; at the end of each game turn the median, the mean, and the "
        f"ranges that hold half and nine tenths of the games. Thin lines are {shown} games picked "
        "evenly through the study, drawn a little apart so that equal ones can be seen; a line "
        f"stops where its game ended. {CARRIED_FORWARD}",
        f"Fan chart of {name} {points} over {results.last_turn} game turns.{told}",
        figure,
        numbers,
        results.examples_of("points"),
    )


def _draw_paths(axes: Axes, results: Results) -> int:
    """Draw the points of some single games; return how many."""
    paths = results.paths
    ending = results.tables.games.set_index("game_id")["ending_turn"].reindex(paths.index)
    apart = np.linspace(-0.22, 0.22, max(len(paths), 2))
    for place, (last, values) in enumerate(zip(ending, paths.to_numpy(), strict=True)):
        turns = np.arange(1, int(last) + 1)
        axes.plot(
            turns,
            values[: int(last)] + apart[place],
            color=MUTED,
            lw=0.5,
            alpha=0.55,
            label="" if place else "single games",
        )
    return len(paths)


def ending_turns(results: Results) -> Picture:
    """Number of games that ended in each turn, stacked by ending."""
    labels = results.labels
    counts = {(r["ending"], r["game_turn"]): r["games"] for r in rows(results.endings_by_turn)}
    total = max(len(results.tables.games), 1)
    turns = range(1, results.last_turn + 1)
    endings = list(dict.fromkeys(ending for ending, _ in counts))
    shown = [key for key in endings if any(counts[key, turn] for turn in turns)]
    figure, axes = new_figure(2.9)
    base = [0.0] * len(turns)
    for key in shown:
        shares = [counts[key, turn] / total for turn in turns]
        colour = ending_colour(labels, key)
        axes.bar(turns, shares, bottom=base, color=colour, width=0.8, label=labels.ending_name(key))
        base = [below + share for below, share in zip(base, shares, strict=True)]
    for turn, height in zip(turns, base, strict=True):
        if height:
            axes.text(turn, height, f"{round(height * total):,}", ha="center", va="bottom", size=7)
    if not shown:
        say_empty(axes, "no games")
    else:
        axes.legend(loc="upper left")
    turn_axis(axes, results.last_turn)
    axes.set_ylabel("Share of all games")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.grid(axis="y")
    axes.margins(y=0.1)
    numbers = NumberTable(
        ("Turn", *(labels.ending_name(key) for key in endings)),
        [(str(turn), *(f"{counts[key, turn]:,}" for key in endings)) for turn in turns],
    )
    busiest = max(turns, key=lambda turn: base[turn - 1])
    told = f" Most games ended in game turn {busiest}." if shown else ""
    return make_picture(
        "ending-turns",
        "When games end",
        f"Games that ended in each game turn, of {results.sample_words}, by ending; the figures on "
        "the bars are numbers of games.",
        f"Stacked bars of the number of games that ended in each game turn.{told}",
        figure,
        numbers,
        results.examples_of("length"),
    )


def incidence(results: Results) -> Picture:
    """Share of games ended so far, by ending, with intervals."""
    labels = results.labels
    figure, axes = new_figure(3.2)
    lines: list[tuple[str, dict[str, Any]]] = []
    ends: list[tuple[float, str, str]] = []
    for key, marker in zip(labels.ending_keys, cycle("osD^vP"), strict=False):
        table = results.incidence.loc[results.incidence["ending"] == key]
        final = rows(table)[-1]
        own = any(entry.key == key for entry in labels.endings)
        if not final["games"] and not own:
            continue
        lines.append((key, final))
        if not final["total"]:
            continue
        colour = ending_colour(labels, key)
        turns = table["game_turn"]
        axes.fill_between(turns, table["low"], table["high"], color=colour, alpha=0.22, lw=0)
        axes.plot(
            turns,
            table["share"],
            color=colour,
            lw=2,
            marker=marker,
            ms=3.5,
        )
        ends.append((final["share"], f"{labels.ending_name(key)}\n{estimate(final)}", colour))
    if results.tables.games.empty:
        say_empty(axes, "no games")
    turn_axis(axes, results.last_turn)
    axes.set_ylim(-0.02, 1.02)
    label_ends(axes, results.last_turn, ends, gap=0.16)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_ylabel("Games ended so far")
    axes.grid(axis="y")
    numbers = NumberTable(
        ("Turn", *(labels.ending_name(key) for key, _ in lines)),
        [
            (
                str(turn),
                *(
                    estimate(row) if row["total"] else "-"
                    for key, _ in lines
                    for row in rows(
                        results.incidence.loc[
                            (results.incidence["ending"] == key)
                            & (results.incidence["game_turn"] == turn)
                        ]
                    )
                ),
            )
            for turn in range(1, results.last_turn + 1)
        ],
    )
    alt = "; ".join(
        f"{labels.ending_name(key)} {estimate(final)} at the end"
        for key, final in lines
        if final["total"]
    )
    return make_picture(
        "incidence",
        "How games end, turn by turn",
        f"Share of all {results.sample_words} that each ending has closed up to and including each "
        f"game turn, with {results.confidence:.0%} Wilson intervals (bands).",
        f"Rising lines, one an ending: {alt or 'no games'}.",
        figure,
        numbers,
        results.examples_of(*(ending.key for ending in labels.endings)),
    )


def eliminations(results: Results) -> Picture | None:
    """Eliminations out of supply and the points for them, by game turn."""
    if results.eliminations is None:
        return None
    labels, table = results.labels, results.eliminations
    other = next(key for key in labels.side_keys if key != labels.points_side)
    figure, (upper, lower) = new_figure(
        3.9, rows=2, sharex=True, gridspec_kw={"height_ratios": [3, 2]}
    )
    turns = table["game_turn"]
    if table["total"].max() > 0:
        colour = side_colour(labels, other)
        in_play = table["kills_mean"] - table["at_end_mean"]
        upper.bar(turns, in_play, color=colour, width=0.75, label="in play")
        upper.bar(
            turns,
            table["at_end_mean"],
            bottom=in_play,
            color=shade(colour, 0.5),
            width=0.75,
            label="counted when the game ends",
        )
        upper.legend(loc="upper left", ncols=2)
        upper.margins(y=0.2)
        known = table.loc[(table["kills_high"] - table["kills_low"]).abs() < 1e9]
        reach = [
            (known["kills_mean"] - known["kills_low"]).clip(lower=0),
            (known["kills_high"] - known["kills_mean"]).clip(lower=0),
        ]
        upper.errorbar(
            known["game_turn"], known["kills_mean"], yerr=reach, fmt="none", ecolor=INK, capsize=2
        )
        share = table["award_share"].fillna(0)
        lower.bar(turns, share, color=side_colour(labels, labels.points_side), width=0.75)
        reach = [
            (share - table["award_low"]).clip(lower=0),
            (table["award_high"] - share).clip(lower=0),
        ]
        lower.errorbar(turns, share, yerr=reach, fmt="none", ecolor=INK, capsize=2)
    if not table["kills"].sum():
        say_empty(upper, "no unit was eliminated out of supply")
    upper.set_title("Units eliminated out of supply, mean a game")
    upper.set_ylabel("units a game")
    lower.set_ylabel("share of games")
    lower.set_title(f"Games in which that brought {labels.game['points']}")
    lower.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    for axes in (upper, lower):
        axes.grid(axis="y")
        axes.set_ylim(bottom=0)
    turn_axis(lower, results.last_turn)
    totals = rows(table[["kills", "awards"]].sum().to_frame().T)[0]
    games = max(len(results.tables.games), 1)
    numbers = NumberTable(
        (
            "Turn",
            "Units",
            "Mean a game",
            "Interval",
            "At the end",
            "Awards",
            "Games with an award",
        ),
        [
            (
                str(row["game_turn"]),
                f"{row['kills']:,}",
                number(row["kills_mean"], 2),
                number_range(row["kills_low"], row["kills_high"]),
                number(row["at_end_mean"], 2),
                f"{row['awards']:,}",
                estimate({name: row[f"award_{name}"] for name in ("share", "low", "high")})
                if row["total"]
                else "-",
            )
            for row in rows(table)
        ],
    )
    return make_picture(
        "out-of-supply",
        f"{labels.sides[other]} units eliminated out of supply",
        f"Mean number a game with t intervals, and share of games with an award in that turn with "
        f"Wilson intervals, over all {results.sample_words}: a game that is over counts as zero, "
        "so the columns add up to a whole game.",
        f"Two bar charts by game turn. Over a whole game {totals['kills'] / games:.1f} units on "
        f"average and {totals['awards'] / games:.2f} awards.",
        figure,
        numbers,
        results.examples_of("supply"),
    )


def strength(results: Results) -> Picture | None:
    """Small panels of the state of both sides by game turn."""
    labels = results.labels
    panels = [panel for panel in labels.panels if results.panels.get(panel.title)]
    if not panels:
        return None
    height = (len(panels) + 1) // 2
    figure, grid = new_figure(0.4 + 1.75 * height, rows=height, columns=2, squeeze=False)
    drawn: set[str] = set()
    for axes, panel in zip(grid.flat, panels, strict=False):
        for column, table in results.panels[panel.title].items():
            side = panel.lines[column]
            colour = side_colour(labels, side)
            known = table.dropna(subset=["q50"])
            axes.fill_between(
                known["game_turn"], known["q05"], known["q95"], color=colour, alpha=0.14, lw=0
            )
            axes.fill_between(
                known["game_turn"], known["q25"], known["q75"], color=colour, alpha=0.3, lw=0
            )
            words = labels.sides[side] if side not in drawn else None
            drawn.add(side)
            axes.plot(known["game_turn"], known["q50"], color=colour, lw=1.8, label=words)
        axes.set_title(panel.title)
        axes.set_ylim(bottom=0)
        axes.grid(axis="y")
        turn_axis(axes, results.last_turn, "")
        axes.set_ylabel(panel.unit, color=MUTED, size=7.5)
        axes.set_xticks(turn_ticks(results.last_turn, NARROW))
    for axes in list(grid.flat)[len(panels) :]:
        axes.set_visible(False)
    figure.legend(loc="outside upper right", ncols=len(drawn))
    lines = []
    for panel in panels:
        for column, table in results.panels[panel.title].items():
            for row in rows(table.dropna(subset=["q50"])):
                lines.append(
                    (
                        f"{panel.title}, {labels.sides[panel.lines[column]]}",
                        str(row["game_turn"]),
                        f"{row['mean']:.1f}",
                        number_range(row["low"], row["high"]),
                        f"{row['q25']:g} to {row['q75']:g}",
                    )
                )
    return make_picture(
        "strength",
        "Strength, losses and supply",
        f"Median by game turn with the ranges that hold half and nine tenths of "
        f"{results.sample_words}. {CARRIED_FORWARD}",
        "Small charts by game turn: " + ", ".join(panel.title.lower() for panel in panels) + ".",
        figure,
        NumberTable(("What", "Turn", "Mean", "Interval", "Middle half"), lines),
        results.examples_of("length"),
    )
