"""Figures of sensitivity: tornado, effects over ranges, shares of variance, rules switched off."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import count_games
from balance.studies.answer import ANSWER, WHY, Answer
from balance.studies.sensitivity.sheets import index_words
from reports.figures_shapes import tornado
from reports.forest import (
    FRAME_HEIGHT,
    MOST_LINES,
    Estimate,
    draw_forest,
    forest_height,
    name_lines,
)
from reports.picture import Picture, make_picture
from reports.theme import INK, MUTED, PAPER, new_figure, shade, side_colour


def sensitivity(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw a sensitivity study by the table that its method has."""
    outcome = str(answer.results.spec.question.get("outcome", "score"))
    part = "" if outcome == "score" else labels.measures.get(outcome, outcome)
    tables = answer.tables
    if "parameter_effects" in tables and len(tables["parameter_effects"]):
        yield ANSWER, tornado(tables["parameter_effects"], labels, part=part)
    if "elementary_effects" in tables and len(tables["elementary_effects"]):
        yield ANSWER, _morris(tables["elementary_effects"], labels, part)
    if "sobol_indices" in tables and len(tables["sobol_indices"]):
        yield from ((ANSWER, each) for each in _sobol(tables["sobol_indices"], labels, part))


def _outcome_words(labels: Labels, part: str) -> tuple[str, float, int]:
    """Name of the outcome with its unit, what a change is multiplied by, and places."""
    if part:
        return part, 1, 2
    return f"{labels.sides[labels.points_side]} score, percentage points", 100, 1


def _morris(table: pd.DataFrame, labels: Labels, part: str) -> Picture:
    """Size of the effects of each parameter, and their mean with its sign."""
    name, scale, places = _outcome_words(labels, part)
    shown = rows(table.head(MOST_LINES))
    sizes, means = (
        [
            Estimate.of(
                f"{row['title']}: {row['from_setting']} to {row['to_setting']}",
                row,
                keys,
                scale,
                signed=signed,
            )
            for row in shown
        ]
        for keys, signed in (
            (("mu_star", "star_low", "star_high"), False),
            (("mu", "low", "high"), True),
        )
    )
    height = forest_height([line.name for line in sizes])
    figure, grid = new_figure(2 * (FRAME_HEIGHT + height), rows=2)
    for axes, lines, title in zip(grid, (sizes, means), ("Either way", "On balance"), strict=True):
        draw_forest(axes, lines, places)
        axes.set_title(title)
    grid[1].set_xlabel(f"Effect over the whole range on the {name}")
    told = "; ".join(f"{line.name} {line.words(places)}" for line in sizes[:10])
    return make_picture(
        "effects",
        "How far each parameter moves the result",
        "Above: mean size of an effect, whatever its sign. Below: mean effect with its sign. With "
        "t intervals over trajectories, not adjusted for the number of lines. Effects are scaled "
        "up to the "
        "whole range and may pass what it can do; dice that a change reshuffles are in their size."
        + (f" The largest {len(shown)} of {len(table)}." if len(table) > len(shown) else ""),
        f"Dots with intervals, largest first: {told}.",
        figure,
    )


def _sobol(table: pd.DataFrame, labels: Labels, part: str) -> Iterator[Picture]:
    """Shares of the variance: alone, and with interplay; nothing where the dice hide them all."""
    known = table.loc[table[["first", "total"]].notna().all(axis=1)].head(MOST_LINES)
    if known.empty:
        return
    name = part or f"{labels.sides[labels.points_side]} score"
    colour = side_colour(labels, labels.side_keys[0])
    names = [str(title) for title in known["title"]]
    figure, axes = new_figure(FRAME_HEIGHT + 0.3 + 1.4 * forest_height(names))
    for place, row in enumerate(rows(known)):
        for index, shift, fill in (("total", -0.16, colour), ("first", 0.2, PAPER)):
            ends = [100 * row[f"{index}_low"], 100 * row[f"{index}_high"]]
            axes.plot(ends, [place + shift] * 2, color=colour, lw=1.6)
            axes.plot(100 * row[index], place + shift, "o", ms=5.5, color=fill, mec=colour)
            which = "in all" if index == "total" else "alone"
            axes.text(
                1.02, place + shift, f"{index_words(row, index)} {which}",
                transform=axes.get_yaxis_transform(), va="center", size=7.5,
            )  # fmt: skip
    name_lines(axes, names)
    axes.grid(axis="x")
    axes.set_xlim(-2, 102)
    axes.set_xlabel(f"Percent of what the parameters do to the {name}, luck left out")
    told = "; ".join(
        f"{row['title']} {index_words(row, 'total')} with interactions, "
        f"{index_words(row, 'first')} alone"
        for row in rows(known)
    )
    yield make_picture(
        "indices",
        "How much of the effect each parameter is involved in",
        "Percent of the variance that the parameters cause over these ranges, luck left out. "
        "Hollow: alone; filled: in all, with its interactions, which several share. Intervals "
        "are not adjusted for the number of lines."
        + (f" {len(table) - len(known)} are not drawn." if len(table) > len(known) else ""),
        f"Two dots with intervals a parameter: {told}.",
        figure,
    )


def dead_rules(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw how many games change without each rule, and how the score does."""
    table = answer.tables["rule_effects"]
    if table.empty:
        return
    yield ANSWER, _rule_counts(table)
    live = table.loc[table["status"] != "dead"]
    if len(live):
        yield WHY, _rule_scores(live, labels)


def _rule_counts(table: pd.DataFrame) -> Picture:
    """How many rules are dead, quiet and live."""
    words = {
        "dead": "dead: taking them away changed no game",
        "quiet": "quiet: games changed, but never the winner",
        "live": "live: other sides won",
    }
    counts = {status: int((table["status"] == status).sum()) for status in words}
    figure, axes = new_figure(1.9)
    tones = (INK, MUTED, shade(MUTED, 0.55))
    for place, (status, tone) in enumerate(zip(words, tones, strict=True)):
        axes.barh(place, counts[status], height=0.4, color=tone)
    name_lines(axes, [f"{counts[status]} {told}" for status, told in words.items()])
    axes.set_xlim(0, max(*counts.values(), 1))
    axes.set_xlabel("rules")
    axes.spines["left"].set_visible(False)
    pairs = int(table["pairs"].median())
    return make_picture(
        "rule-counts",
        "Rules by what their absence changes",
        f"Each of {len(table)} rules was switched off in {count_games(pairs)} on the seeds of "
        "the baseline. A dead rule may change games that were not played; the table says in "
        "how many at most. A rule may be dead for these players only.",
        "Three bars: " + "; ".join(f"{count} {words[status]}" for status, count in counts.items())
        + ".",
        figure,
    )  # fmt: skip


def _rule_scores(table: pd.DataFrame, labels: Labels) -> Picture:
    """Change of the score without each rule, largest first."""
    own = labels.points_side
    other = next(key for key in labels.side_keys if key != own)
    ordered = table.sort_values("difference", key=abs, ascending=False, kind="stable")
    lines = [
        Estimate.of(
            f"{row['rule']} {row['title']}",
            row,
            ("difference", "low", "high"),
            100,
            side_colour(labels, own if row["difference"] > 0 else other)
            if row["p_holm"] < 0.05
            else MUTED,
        )
        for row in rows(ordered.head(MOST_LINES))
    ]
    figure, axes = new_figure(FRAME_HEIGHT + forest_height([line.name for line in lines]))
    draw_forest(axes, lines)
    axes.set_xlabel(f"Change of the {labels.sides[own]} score without the rule, percentage points")
    told = "; ".join(f"{line.name} {line.words()}" for line in lines[:10])
    left = len(table) - len(lines)
    return make_picture(
        "rule-scores",
        "What the score does without each rule",
        "Paired change of the score without the rule, with intervals, not adjusted for the number "
        "of lines. "
        "Coloured: clear of chance with all rules taken together (Holm, 5%), in the colour of the "
        "side that gains."
        + (f" The {len(lines)} largest; {left} more are in the table." if left else ""),
        f"One line a rule: {told}.",
        figure,
    )
