"""Figures of a comparison that tell why: where points come from, where games part, what decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.analysis.play.parting import parting_turns
from balance.analysis.study import rows
from balance.analysis.telling.words import estimate
from balance.counting import counted
from reports.figures_compare import Comparison
from reports.forest import (
    FRAME_HEIGHT,
    Estimate,
    draw_forest,
    forest_height,
    name_lines,
    short_name,
)
from reports.picture import Picture, make_picture
from reports.theme import INK, MUTED, NEUTRAL, PAPER, new_figure, shade, side_colour, turn_ticks

#: Events and hexes of a figure, at most.
MOST_EVENTS, MOST_HEXES = 10, 20


def points_by_source(study: Comparison, variant: str) -> Picture | None:
    """Change of the points of each hex, and of the awards; nothing where events don't tell them."""
    places = study.of("places", variant)
    if places.empty:
        return None
    labels = study.labels
    colour = side_colour(labels, labels.points_side)
    table = places.loc[places["what"] == "points"]
    order = table["difference"].abs().sort_values(ascending=False, kind="stable").index
    awards = study.of("outcomes", variant)
    awards = awards.loc[awards["outcome"] == "vp_oos"]
    sources = [
        *(("awards, units out of supply", row) for row in rows(awards)),
        *((row["place"], row) for row in rows(table.loc[order[:MOST_HEXES]])),
    ]
    lines = [
        Estimate(name, row["difference"], row["low"], row["high"], colour) for name, row in sources
    ]
    if not lines:
        return None  # a game whose events don't tell where its points come from
    figure, axes = new_figure(FRAME_HEIGHT + forest_height([line.name for line in lines]))
    draw_forest(axes, lines, 2)
    points = labels.game["points"]
    axes.set_xlabel(f"Change of the mean {points} at the end of a game")
    left = len(table) - len(order[:MOST_HEXES])
    told = "; ".join(f"{line.name} {line.words(2)}" for line in lines[:8])
    return make_picture(
        study.key("sources", variant),
        f"Where the {points} change under {variant}",
        f"Mean paired difference of the {points} of the {labels.sides[labels.points_side]} side "
        f"from each hex and from awards, with {study.confidence_words} intervals, each for its "
        "line alone. Filled dots: the interval excludes zero."
        + (f" Not drawn: {counted(left, 'hex', 'hexes')} with smaller changes." if left else ""),
        f"Dots with intervals by source: {told}.",
        figure,
    )


def partings(study: Comparison, variant: str) -> Picture | None:
    """In which game turn the games of a pair part, and how many of them flip."""
    table = study.of("partings", variant)
    if table.empty:
        return None
    by_events = bool((table["phase"] != "").any())
    last = max(int(study.answer.results.games["ending_turn"].max()), 1)
    counts = parting_turns(table, last)
    figure, axes = new_figure(2.3)
    stays = counts["pairs"] - counts["flipped"]
    axes.bar(counts["game_turn"], counts["flipped"], width=0.75, color=INK)
    axes.bar(
        counts["game_turn"], stays, bottom=counts["flipped"], width=0.75, color=shade(NEUTRAL, 0.4)
    )
    top = max(int(counts["pairs"].max()), 1)
    for row in rows(counts.loc[counts["pairs"] > 0]):
        words = f"{row['flipped']} of {row['pairs']}"
        axes.text(row["game_turn"], row["pairs"] + 0.03 * top, words, ha="center", size=7.5)
    axes.set_ylim(0, 1.18 * top)
    axes.set_xlim(-0.7, last + 0.7)
    named = turn_ticks(last) if last else range(0)
    axes.set_xticks([0, *named], ["never", *map(str, named)])
    axes.set_xlabel("Game turn of the first difference")
    axes.set_ylabel("pairs of games")
    axes.grid(axis="y")
    words = "event that differs" if by_events else "turn that ends differently"
    alike = int(counts["pairs"].iloc[0])
    told = "; ".join(
        f"turn {row['game_turn']} {counted(row['pairs'], 'pair')}, {row['flipped']} flipped"
        for row in rows(counts.iloc[1:])
        if row["pairs"]
    )
    return make_picture(
        study.key("partings", variant),
        f"When the games of a pair diverge under {variant}",
        f"Pairs of games by the game turn of the first {words}. Dark: pairs with another winner; "
        f"the figures give their number among all. Identical to the end: {counted(alike, 'pair')}.",
        f"Bars by game turn: {told or 'no pair of games parts'}.",
        figure,
    )


def separating(study: Comparison, variant: str) -> Picture | None:
    """Events that only one game of a pair has: among flipped pairs and among the others."""
    table = study.of("separating", variant)
    if table.empty:
        return None
    shown = rows(table.head(MOST_EVENTS))
    error_rate = study.answer.results.spec.question.get("error_rate")
    figure, axes = new_figure(
        FRAME_HEIGHT + 0.3 + 1.25 * forest_height([row["event"] for row in shown])
    )
    for place, row in enumerate(shown):
        for group, shift, colour in (("flipped", -0.14, INK), ("other", 0.14, NEUTRAL)):
            ends = [row[f"{group}_low"], row[f"{group}_high"]]
            axes.plot(ends, [place + shift] * 2, color=colour, lw=1.6)
            clear = row["p_holm"] < error_rate
            fill = colour if clear else PAPER
            axes.plot(row[f"{group}_share"], place + shift, "o", ms=5, color=fill, mec=colour)
            words = estimate({name: row[f"{group}_{name}"] for name in ("share", "low", "high")})
            axes.text(
                1.03, place + shift, words, transform=axes.get_yaxis_transform(), va="center",
                size=7.5, color=colour if group == "flipped" else MUTED,
            )  # fmt: skip
    name_lines(axes, [row["event"] for row in shown])
    axes.set_ylim(top=-1.1)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.grid(axis="x")
    axes.set_xlabel("Share of pairs in which only one of the two games has it")
    first = shown[0]
    axes.text(0, -0.85, f"dark: {first['flipped_pairs']:,} flipped pairs", weight="bold")
    words = f"grey: {first['other_pairs']:,} others"
    axes.text(1, -0.85, words, color=MUTED, weight="bold", ha="right")
    clear = int((table["p_holm"] < error_rate).sum())
    told = "; ".join(_told(row) for row in shown[:5])
    return make_picture(
        study.key("separating", variant),
        f"What goes with a change of winner under {variant}",
        f"The events that best tell flipped pairs from the others, of {len(table)} looked at, with "
        f"Wilson intervals. Filled dots: clear of chance with all events taken together (Holm): "
        f"{clear}. What goes together need not be cause and effect.",
        f"Two dots with intervals an event: {told}.",
        figure,
    )


def _told(row: dict[str, Any]) -> str:
    groups: Sequence[str] = ("flipped", "other")
    words = [
        estimate({name: row[f"{group}_{name}"] for name in ("share", "low", "high")})
        for group in groups
    ]
    return f"{row['event']} {words[0]} of flipped pairs, {words[1]} of others"


def ending_places(study: Comparison, variant: str) -> list[Picture]:
    """Hexes that ended games, by game turn, under both variants; one figure an ending."""
    whole = study.of("ending_places", variant)
    made = []
    for ending in dict.fromkeys(whole["ending"]):
        table = whole.loc[whole["ending"] == ending]
        if table[["first", "second"]].to_numpy().any():
            made.append(_ending_grid(study, variant, str(ending), table))
    return made


def _ending_grid(study: Comparison, variant: str, ending: str, table: pd.DataFrame) -> Picture:
    """Grid of hexes by turn: games under the first variant and under the other one."""
    labels = study.labels
    hexes = list(dict.fromkeys(table["hex"]))
    turns = sorted(set(table["game_turn"]) - {0})
    columns = [0, *turns]
    figure, axes = new_figure(1.0 + 0.4 * len(hexes))
    reach = max(int((table["second"] - table["first"]).abs().max()), 1)
    less, more = (shade(side_colour(labels, side), 0.2) for side in labels.side_keys[:2])
    for row in rows(table):
        place, line = columns.index(row["game_turn"]), hexes.index(row["hex"])
        change = row["second"] - row["first"]
        tone = shade(more if change > 0 else less, 1 - 0.8 * abs(change) / reach)
        axes.barh(line, 0.96, left=place - 0.48, height=0.94, color=tone)
        axes.text(
            place, line, f"{row['first']} →\n{row['second']}", ha="center", va="center", size=7.5
        )
    axes.set_xticks(range(len(columns)), ["whole\ngame", *map(str, turns)])
    axes.set_yticks(
        range(len(hexes)), [short_name(labels.place_name(name), 16, 3) for name in hexes]
    )
    axes.set_ylim(len(hexes) - 0.5, -0.5)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    whole = rows(table.loc[table["game_turn"] == 0])
    told = "; ".join(
        f"{labels.place_name(row['hex'])} games {row['first']} to {row['second']}" for row in whole
    )
    return make_picture(
        study.key(f"ends-{ending.replace('_', '-')}", variant),
        f"{labels.ending_name(ending)}, where and when, under {variant}",
        f"Games that ended {labels.ending_phrase(ending)} at each hex: under {study.first} → under "
        f"the variant, of {counted(whole[0]['pairs'], 'pair')}. The colour shows where there are "
        "more or fewer; shares with intervals are in the table below. Turns without such a "
        "game are left out.",
        f"Grid of counts: {told}.",
        figure,
    )
