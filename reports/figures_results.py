"""Figures of the result itself: who wins and how, and what goes with winning."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.telling.words import estimate
from reports.picture import NumberTable, Picture, make_picture
from reports.theme import (
    INK,
    MUTED,
    NEUTRAL,
    PAPER,
    ending_colour,
    new_figure,
    say_empty,
    shade,
    side_colour,
)

#: Space that a drawing does not fold away.
_INDENT = "\u2003\u2002"


def who_wins(results: Results) -> Picture:
    """Share of games by winner and ending, with intervals."""
    labels = results.labels
    cells = {(cell["row"], cell["column"]): cell for cell in rows(results.winner_by_ending)}
    lines: list[tuple[str, dict[str, Any], str, bool]] = []
    for row in rows(results.winners):
        key = row["category"]
        if row["games"] == 0 and key not in labels.sides:
            continue
        lines.append((labels.winner_name(key), row, side_colour(labels, key), True))
        for ending in [*labels.ending_keys]:
            cell = cells[key, ending]
            owned = any(entry.key == ending and entry.winner == key for entry in labels.endings)
            if cell["games"] or owned:
                colour = ending_colour(labels, ending)
                lines.append((f"{_INDENT}{labels.ending_name(ending)}", cell, colour, False))
    figure, axes = new_figure(0.8 + 0.3 * len(lines))
    for place, (_, row, colour, whole) in enumerate(lines):
        share = row["share"] if row["total"] else 0.0
        axes.barh(place, share, height=0.78 if whole else 0.5, color=colour, zorder=2)
        if not row["total"]:
            continue
        reach = [[max(share - row["low"], 0)], [max(row["high"] - share, 0)]]
        axes.errorbar(share, place, xerr=reach, color=INK, capsize=2.5, lw=1, zorder=3)
        axes.text(
            min(row["high"], 1) + 0.035,
            place,
            estimate(row),
            va="center",
            fontweight="bold" if whole else "normal",
            zorder=4,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
        )
    axes.set_yticks(range(len(lines)), [name for name, *_ in lines])
    for tick, (_, _, _, whole) in zip(axes.get_yticklabels(), lines, strict=True):
        tick.set_fontweight("bold" if whole else "normal")
        tick.set_horizontalalignment("left")
    axes.tick_params(axis="y", length=0, pad=112)
    axes.invert_yaxis()
    axes.set_xlim(0, 1.22)
    axes.set_xticks(np.linspace(0, 1, 5), ["0%", "25%", "50%", "75%", "100%"])
    axes.axvline(0.5, color=MUTED, lw=0.8, ls=(0, (4, 3)), zorder=1)
    axes.set_xlabel("Share of all games", loc="left")
    axes.spines["bottom"].set_bounds(0, 1)
    numbers = NumberTable(
        ("Winner and ending", "Games", "Share", "Interval"),
        [
            (
                name.strip(),
                f"{row['games']:,} of {row['total']:,}",
                *(_share_cells(row) if row["total"] else ("-", "-")),
            )
            for name, row, _, _ in lines
        ],
    )
    alt = "; ".join(f"{name.strip()} {estimate(row)}" for name, row, _, _ in lines if row["total"])
    return make_picture(
        "who-wins",
        "Who wins, and how",
        f"Shares of {results.sample_words} with {results.confidence:.0%} Wilson intervals. Thick "
        "bars are winners, thin bars the ways they won.",
        f"Bar chart of the share of games by winner and ending. {alt or 'No games'}.",
        figure,
        numbers,
        results.examples_of(*(ending.key for ending in labels.endings)),
    )


def _share_cells(row: dict[str, Any]) -> tuple[str, str]:
    text = estimate(row)
    share, _, interval = text.partition(" ")
    return share, interval


#: Results of combat that the legend of the attacks has beside one another.
_KINDS_A_LINE = 5


def attacks(results: Results) -> Picture | None:
    """Attacks a game by final odds and result, one panel a side."""
    if results.battles is None:
        return None
    labels, table = results.labels, rows(results.battles)
    games = max(len(results.tables.games), 1)
    odds = {row["rung"]: row["odds"] for row in sorted(table, key=lambda row: row["rung"])}
    kinds = list(dict.fromkeys([*labels.results, *(row["result"] for row in table)]))
    figure, panels = new_figure(
        4.6, rows=len(labels.sides), sharex=True, sharey=True, squeeze=False
    )
    for axes, side in zip(panels.flat, labels.side_keys, strict=True):
        colour = side_colour(labels, side)
        base = dict.fromkeys(odds, 0.0)
        for place, kind in enumerate(kinds):
            # From pale (bad for the attacker) to his own colour and beyond.
            tone = shade(colour, 0.85 - 1.25 * place / max(len(kinds) - 1, 1))
            heights = {
                row["rung"]: row["battles"] / games
                for row in table
                if row["side"] == side and row["result"] == kind
            }
            values = [heights.get(rung, 0.0) for rung in odds]
            axes.bar(range(len(odds)), values, bottom=list(base.values()), color=tone, label=kind)
            base = {rung: base[rung] + heights.get(rung, 0.0) for rung in odds}
        lines = -(-len(kinds) // _KINDS_A_LINE)
        axes.set_title(f"{labels.sides[side]} attacks", pad=20 + 13 * (lines - 1))
        axes.set_xticks(range(len(odds)), list(odds.values()), rotation=45, ha="right")
        axes.grid(axis="y")
        if odds:
            axes.legend(
                loc="lower left",
                bbox_to_anchor=(-0.02, 0.99),
                ncols=min(len(kinds), _KINDS_A_LINE),
                handlelength=1,
                handletextpad=0.4,
                columnspacing=1,
            )
        else:
            say_empty(axes, "no attacks")
        axes.set_ylabel("Attacks a game")
    axes.set_xlabel("Final odds")
    told = [row for row in table if row["battles"]]
    words = ", ".join(f"{key} {name}" for key, name in labels.results.items())
    numbers = NumberTable(
        ("Attacker", "Odds", "Result", "Attacks", "Share at these odds"),
        [
            (
                labels.sides[row["side"]],
                row["odds"],
                row["result"],
                f"{row['battles']:,} of {row['total']:,}",
                estimate(row),
            )
            for row in told
        ],
    )
    return make_picture(
        "attacks",
        "Attacks by odds and result",
        f"Mean number of attacks a game in {results.sample_words}, by odds after all shifts; the "
        f"darker, the better for the attacker. {words}. The shares at each odds, with Wilson "
        "intervals, are in the numbers below.",
        "Stacked bars of attacks a game by final odds and result, one panel a side: "
        + "; ".join(
            f"{labels.sides[row['side']]} {row['attacks_mean']:.1f} attacks a game"
            for row in rows(results.attacks)
            if row["attacks"]
        )
        + ".",
        figure,
        numbers,
        results.examples_of("length"),
    )


def wins_by_capture(results: Results) -> Picture | None:
    """Share of games won by the side that took places, by whether each fell by its real turn."""
    if results.capture_wins is None:
        return None
    labels = results.labels
    side = labels.history_side
    name = labels.sides[side]
    every = rows(results.capture_wins)
    # A place that fell in all games or in none by then has nothing to be compared with.
    table = [row for row in every if row["taken_games"] and row["open_games"]]
    colours = (side_colour(labels, side), NEUTRAL)
    figure, axes = new_figure(1.0 + 0.27 * max(len(table), 3))
    groups = (("taken", "fallen by then", -0.13, "o"), ("open", "not yet", 0.13, "s"))
    for (prefix, words, offset, marker), colour in zip(groups, colours, strict=True):
        for place, row in enumerate(table):
            share = row[f"{prefix}_share"]
            reach = [
                [max(share - row[f"{prefix}_low"], 0)],
                [max(row[f"{prefix}_high"] - share, 0)],
            ]
            axes.errorbar(
                share,
                place + offset,
                xerr=reach,
                fmt=marker,
                ms=4.5,
                color=colour,
                lw=1.2,
                capsize=2,
            )
        axes.plot([], [], marker=marker, ls="", ms=5, color=colour, label=words)
    axes.set_yticks(
        range(len(table)), [f"{row['place']}, turn {row['game_turn']}" for row in table]
    )
    axes.set_ylim(max(len(table), 1) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xticks(np.linspace(0, 1, 5), ["0%", "25%", "50%", "75%", "100%"])
    axes.set_xlabel(f"Share of games the {name} side won")
    axes.grid(axis="y")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    if not table:
        axes.set_yticks([])
        say_empty(axes, "no place had fallen by its real turn in some games and not in others")
    numbers = NumberTable(
        ("Place", "Real turn", f"{name} wins, fallen by then", "Games", "not yet", "Games"),
        [
            (
                row["place"],
                str(row["game_turn"]),
                _part(row, "taken"),
                f"{row['taken_games']:,}",
                _part(row, "open"),
                f"{row['open_games']:,}",
            )
            for row in every
        ],
    )
    return make_picture(
        "wins-by-capture",
        f"{name} wins by whether a place fell on time",
        f"Each place with the game turn in which it really fell; {results.sample_words} split by "
        f"whether the {name} side had taken it by the end of that turn, Wilson intervals. Places "
        "that had fallen by then in all or in none of the games are in the numbers only. This "
        "shows what goes together, not what causes what.",
        f"For each place two points with intervals: the share of games the {name} side won where "
        "the place had fallen by its historical turn, and where it had not.",
        figure,
        numbers,
        results.examples_of("points"),
    )


def _part(row: dict[str, Any], prefix: str) -> str:
    if not row[f"{prefix}_games"]:
        return "-"
    return estimate({name: row[f"{prefix}_{name}"] for name in ("share", "low", "high")})
