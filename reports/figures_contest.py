"""Figures of tournament, adapt, explain, restrict, gate and plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.counting import counted
from balance.studies.answer import ANSWER, MORE, WHY, Answer
from balance.studies.gate.study import figure_words
from reports.figures_shapes import payoff_matrix, strategy_shares
from reports.forest import (
    FRAME_HEIGHT,
    MOST_LINES,
    Estimate,
    draw_forest,
    forest_height,
    name_lines,
)
from reports.picture import Picture, make_picture
from reports.theme import INK, MUTED, NEUTRAL, new_figure, shade, side_colour

#: Variants that get a figure of their own, at most.
MOST_VARIANTS = 6


def _sides(labels: Labels) -> tuple[str, str]:
    """The side that scores points, and the other one."""
    own = labels.points_side
    return own, next(key for key in labels.side_keys if key != own)


def _forest(lines: list[Estimate], xlabel: str, places: int = 1) -> tuple[Any, Any]:
    figure, axes = new_figure(FRAME_HEIGHT + forest_height([line.name for line in lines]))
    draw_forest(axes, lines, places)
    axes.set_xlabel(xlabel)
    return figure, axes


def _told(lines: list[Estimate], places: int = 1) -> str:
    return "; ".join(f"{line.name} {line.words(places)}" for line in lines[:12])


def tournament(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw a tournament: value changes, matrix, mixes, strategies, pairings that change."""
    tables = answer.tables
    variants = list(tables["values"]["variant"])[:MOST_VARIANTS]
    if len(variants) > 1:
        yield ANSWER, _value_changes(tables["value_changes"], labels, variants[0])
    yield from _matrices(tables, labels, variants)


def _matrices(
    tables: Mapping[str, pd.DataFrame], labels: Labels, variants: Sequence[str]
) -> Iterator[tuple[str, Picture]]:
    """Draw matrix, mixes, strategies and pairings that change, variant by variant."""
    for number, variant in enumerate(variants, start=1):
        key = f"-{number}" if number > 1 else ""
        part = variant if len(variants) > 1 else ""
        chosen = {
            name: tables[name].loc[tables[name]["variant"] == variant]
            for name in ("matrix", "strategies", "pair_changes")
        }
        yield ANSWER, payoff_matrix(chosen["matrix"], labels, f"matrix{key}", part)
        yield WHY, strategy_shares(chosen["strategies"], labels, f"strategies{key}", part)
        yield WHY, _strategy_scores(chosen["strategies"], labels, f"scores{key}", part)
        if len(chosen["pair_changes"]):
            yield (
                MORE,
                _pair_changes(
                    chosen["pair_changes"], labels, f"pair-changes{key}", variant, variants[0]
                ),
            )


def adapt(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw what a change is worth to either kind of players, then the tournament."""
    own, other = _sides(labels)
    lines = [
        Estimate.of(
            {"unchanged": "players who don't adapt", "adapted": "players who adapt"}[
                row["players"]
            ],
            row,
            ("difference", "low", "high"),
            100,
            side_colour(labels, row["side"]) if row["side"] else MUTED,
        )
        for row in rows(answer.tables["adapted"])
    ]
    figure, _ = _forest(lines, f"Change of the {labels.sides[own]} score, percentage points")
    yield (
        ANSWER,
        make_picture(
            "adapted",
            "Players who don't adapt, and players who do",
            f"To the right: the change favours {labels.side_phrase(own)}, to the left "
            f"{labels.side_phrase(other)}. A coloured dot clearly favours that side; a grey one "
            "may be chance. Players who adapt were trained under either of the rules, with as many "
            "games, and choose among all that was found.",
            f"One line each: {_told(lines)}.",
            figure,
        ),
    )
    yield from _matrices(answer.tables, labels, list(answer.tables["values"]["variant"]))


def _value_changes(table: pd.DataFrame, labels: Labels, first: str) -> Picture:
    own, other = _sides(labels)
    name = labels.sides[own]
    lines = [
        Estimate.of(
            row["variant"],
            row,
            ("difference", "low", "high"),
            100,
            side_colour(labels, row["side"]) if row["side"] else MUTED,
        )
        for row in rows(table)
    ]
    figure, _ = _forest(lines, f"Change of the {name} score against {first}, percentage points")
    return make_picture(
        "value-changes",
        "What each variant does once both sides adapt",
        f"Change of the {name} score when both sides choose their strategies as well as they can, "
        "among these strategies, with intervals. To the right: favours "
        f"{labels.side_phrase(own)}, to the left {labels.side_phrase(other)}. A coloured dot "
        "clearly favours that side; a grey one may be chance.",
        f"One line a variant: {_told(lines)}.",
        figure,
    )


def _strategy_scores(table: pd.DataFrame, labels: Labels, key: str, part: str) -> Picture:
    """Mean score of each strategy over all opponents; dominated ones are marked."""
    lines = [
        Estimate.of(
            f"{row['strategy']} ({labels.sides[row['side']]})"
            + (f", dominated by {row['dominated_by']}" if row["dominated_by"] else ""),
            row,
            ("score", "low", "high"),
            100,
            side_colour(labels, row["side"]),
            signed=False,
        )
        for row in rows(table)
    ][:MOST_LINES]
    figure, axes = _forest(lines, "Score of the strategy's own side over all opponents, percent", 0)
    axes.axvline(50, color=MUTED, lw=0.9, ls=(0, (4, 3)))
    axes.set_xlim(-2, 102)
    beaten = [
        f"{row['strategy']} by {row['dominated_by']}" for row in rows(table) if row["dominated_by"]
    ]
    return make_picture(
        key,
        f"Strategies against all opponents{f', {part}' if part else ''}",
        "Mean score over all opponents with t intervals. The highest is so partly by luck: "
        "expect a lower one in fresh games. Dominated: another strategy, or a mix, "
        "scores more against every opponent in the games played; the table says in how many "
        f"resamples of the games it does. Dominated here: {'; '.join(beaten) or 'none'}.",
        f"One line a strategy: {_told(lines, 0)}.",
        figure,
    )


def _pair_changes(
    table: pd.DataFrame, labels: Labels, key: str, variant: str, first: str
) -> Picture:
    """Change of each pairing; those where the variant works the other way are marked."""
    own, _ = _sides(labels)
    ordered = table.sort_values("difference", ascending=False, kind="stable")
    lines = [
        Estimate.of(
            f"{row['axis']} against {row['soviet']}" + (" (other way)" if row["reverses"] else ""),
            row,
            ("difference", "low", "high"),
            100,
            INK,
        )
        for row in rows(ordered.head(MOST_LINES))
    ]
    figure, axes = _forest(
        lines, f"Change of the {labels.sides[own]} score, percentage points, against {first}"
    )
    overall = 100 * float(table["overall"].iloc[0])
    axes.axvline(overall, color=MUTED, lw=0.9, ls=(0, (4, 3)))
    reversing = [line.name for line in lines if line.name.endswith("(other way)")]
    leaders = int(table["leader_changes"].sum())
    undecided = int(table["undecided"].sum())
    return make_picture(
        key,
        f"What {variant} does pairing by pairing",
        "Paired change of the score of each pairing, not adjusted for the number of lines. Dashed: "
        "the mean over all pairings. Pairings that significantly go the other way: "
        f"{len(reversing)}; undecided, since neither direction is significant: {undecided}; in "
        f"which the other side is now ahead in the games played: {leaders}."
        + (f" {len(table) - len(lines)} are not drawn." if len(table) > len(lines) else ""),
        f"One line a pairing: {_told(lines)}.",
        figure,
    )


def explain(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw where the variance comes from, one figure an outcome: the score first."""
    for number, (outcome, table) in enumerate(
        answer.tables["sources"].groupby("outcome", sort=False)
    ):
        name = str(table["name"].iloc[0])
        lines = [
            Estimate.of(
                row["label"][:1].upper() + row["label"][1:],
                row,
                ("share", "low", "high"),
                100,
                signed=False,
            )
            for row in rows(table)
        ]
        figure, axes = _forest(lines, f"Share of the variance of the {name}, percent", 0)
        axes.set_xlim(-3, 103)
        yield (
            ANSWER if number == 0 else MORE,
            make_picture(
                f"sources-{str(outcome).replace('_', '-')}",
                f"Where the variance of the {name} comes from",
                "Share of the variance by source, with intervals for other seeds and draws of the "
                "set-up. Luck: all that different dice would change under the same set-up, "
                "strategies "
                "and rules. What was not varied is not shown.",
                f"One line a source: {_told(lines, 0)}.",
                figure,
            ),
        )


def worth(answer: Answer, labels: Labels) -> Picture:
    """What each ability is worth to its side."""
    side = str(answer.facts["side"])
    margin = float(answer.facts["margin"])
    lines = [
        Estimate.of(
            row["title"],
            row,
            ("score", "low", "high"),
            100,
            side_colour(labels, side),
        )
        for row in rows(answer.tables["worth"])
    ]
    figure, axes = _forest(lines, f"Worth in percentage points of the {labels.sides[side]} score")
    axes.axvspan(-margin, margin, color=NEUTRAL, alpha=0.25, lw=0, zorder=0)
    return make_picture(
        "worth",
        f"What each ability is worth to {labels.side_phrase(side)}",
        "Score that the side loses when it is forbidden the action, with intervals. Filled dots: "
        f"the interval excludes zero. Grey: less than {counted(margin, 'point')}, too small "
        "to matter. It holds for these strategies, which may not know how best to do without.",
        f"One line an ability: {_told(lines)}.",
        figure,
    )


def gate(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw each figure with its interval inside or outside its band, on a scale of the band."""
    table = rows(answer.tables["bands"])
    names = [figure_words(row["figure"], labels) for row in table]
    figure, axes = new_figure(FRAME_HEIGHT + 0.3 + forest_height(names))
    for place, row in enumerate(table):
        low, high = row["expected_low"], row["expected_high"]
        # A band of a single value is a stroke, on the scale of the interval.
        size = (high - low) or max(abs(row["high"] - low), abs(row["low"] - low)) or 1.0
        value, *ends = ((row[key] - low) / size for key in ("estimate", "low", "high"))
        axes.barh(
            place, 1 if high > low else 0.04, height=0.45, color=shade(NEUTRAL, 0.5), zorder=1
        )
        if np.isfinite(ends).all():
            axes.plot(np.clip(ends, -1, 2), [place, place], color=INK, lw=1.6, zorder=3)
        inside = row["status"] == "inside"
        marker = "o" if inside else "X"
        axes.plot(min(max(value, -1), 2), place, marker, ms=6, color=INK, zorder=4)
        words = f"{row['estimate']:.3g} [{row['low']:.3g}, {row['high']:.3g}] {row['status']}"
        axes.text(1.02, place, words, transform=axes.get_yaxis_transform(), va="center", size=8)
    name_lines(axes, names)
    axes.set_xlim(-1.1, 2.1)
    axes.set_xlabel("Expected")
    axes.set_xticks([0, 1], ["least", "most"])
    told = "; ".join(f"{name} {row['status']}" for name, row in zip(names, table, strict=True))
    yield (
        ANSWER,
        make_picture(
            "bands",
            "Each figure beside its band",
            "Grey: the band that is expected, drawn equally long for all. Dots: what the games "
            "came to, with intervals; crosses: outside or doubtful. What lies beyond the picture "
            "is drawn at its edge; the figures with their intervals are in the table below.",
            f"One line a figure: {told}.",
            figure,
        ),
    )


def plan(answer: Answer, labels: Labels) -> Iterator[tuple[str, Picture]]:
    """Draw the games that a precision takes, for one variant and for a difference."""
    table = answer.tables["plan"].sort_values("half_width")
    if len(table) < 2:
        return
    figure, axes = new_figure(3.0)
    widths = 100 * table["half_width"].to_numpy(float)
    drawn = (
        ("games", "one variant", INK, "-"),
        ("pairs", "difference of two, same seeds", side_colour(labels, labels.side_keys[0]), "-"),
        ("unpaired", "difference, other seeds", MUTED, (0, (4, 2))),
    )
    last = {column: float(table[column].iloc[-1]) for column, *_ in drawn}
    for column, name, colour, style in drawn:
        counts = table[column].to_numpy(float)
        # Both lines of a difference may run close to each other: their names then keep apart.
        rank = sorted(last, key=last.__getitem__).index(column)
        axes.plot(widths, counts, color=colour, ls=style, marker="o", ms=4)
        axes.annotate(
            name, (widths[-1], counts[-1]), xytext=(6, (-6, 0, 6)[rank]),
            textcoords="offset points",
            va=("top", "center", "bottom")[rank], color=colour, annotation_clip=False,
        )  # fmt: skip
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(widths, [f"±{width:g}" for width in widths])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_xlim(widths[0] * 0.85, widths[-1] * 6)
    axes.set_ylim(bottom=0.5 * min(last.values()))
    axes.grid(axis="both")
    axes.set_xlabel("Half-width of the interval, percentage points of the score")
    axes.set_ylabel("games a variant")
    told = "; ".join(
        f"±{counted(100 * row['half_width'], 'point')}: {row['games']:,.0f} games of one variant, "
        f"{row['pairs']:,.0f} pairs for a difference"
        for row in rows(table)
    )
    yield (
        ANSWER,
        make_picture(
            "plan",
            "Games for a precision",
            "Forecast from a small pilot, so these are numbers to plan with and no promises. Both "
            "scales are logarithmic: half the width takes four times the games.",
            f"Falling lines: {told}.",
            figure,
        ),
    )
