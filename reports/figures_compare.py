"""Figures of a comparison: the verdicts, what else differs, and who won instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.variant_names import variant_name
from balance.analysis.telling.words import count_games, level
from balance.counting import counted
from balance.studies.answer import Answer
from reports.forest import FRAME_HEIGHT, Estimate, draw_forest, forest_height, short_name
from reports.picture import Picture, make_picture
from reports.theme import INK, MUTED, NEUTRAL, halo, new_figure, shade, side_colour

#: Counts whose intervals reach less far than this part of the farthest get a scale of their own.
_FINER = 0.2
#: A panel of flows is so many of its heights.
_FLOW_COLUMNS = 2


@dataclass(frozen=True)
class Comparison:
    """What all figures of a comparison draw on."""

    answer: Answer
    labels: Labels

    @cached_property
    def first(self) -> str:
        """The variant that the others are compared with."""
        spec = self.answer.results.spec
        return variant_name(spec.game, spec.cells[0].variant_label)

    @cached_property
    def variants(self) -> list[str]:
        """The others."""
        return [str(name) for name in self.answer.tables["verdicts"]["variant"]]

    def of(self, table: str, variant: str) -> pd.DataFrame:
        """Rows of a table that are about one variant."""
        whole = self.answer.tables[table]
        return whole.loc[whole["variant"] == variant]

    def curve(self, variant: str, column: str) -> pd.DataFrame:
        """Curve of one quantity under one variant against the first one, by game turn."""
        table = self.of("curves", variant)
        return table.loc[table["column"] == column]

    def key(self, name: str, variant: str) -> str:
        """Key of a figure of one variant."""
        return f"{name}-{self.variants.index(variant) + 1}"

    @property
    def confidence_words(self) -> str:
        """Confidence of the intervals."""
        return f"{1 - self.answer.results.spec.question.get('error_rate'):.0%}"

    @property
    def verdict_confidence(self) -> str:
        """Confidence of the intervals of the verdicts, which hold for all variants together."""
        return level(self.answer.facts["confidence"])

    @property
    def sides(self) -> tuple[str, str]:
        """The side that scores points, and the other one."""
        own = self.labels.points_side
        return own, next(key for key in self.labels.side_keys if key != own)


def verdicts(study: Comparison) -> Picture:
    """Change of the score under each variant, with the margin that matters."""
    labels, (own, other) = study.labels, study.sides
    table = rows(study.answer.tables["verdicts"])
    margin = study.answer.results.spec.question.get("margin")
    lines = [
        Estimate(
            row["variant"],
            100 * row["difference"],
            100 * row["low"],
            100 * row["high"],
            side_colour(labels, row["side"]) if row["side"] in labels.sides else MUTED,
        )
        for row in table
    ]
    figure, axes = new_figure(FRAME_HEIGHT + 0.5 + forest_height(study.variants))
    axes.axvspan(-margin, margin, color=NEUTRAL, alpha=0.25, lw=0, zorder=0)
    draw_forest(axes, lines)
    reach = 1.1 * max([margin, *(abs(x) for e in lines for x in (e.low, e.high) if np.isfinite(x))])
    axes.set_xlim(-reach, reach)
    for side, place, ha in ((other, 0.0, "left"), (own, 1.0, "right")):
        axes.text(
            place,
            1.0,
            f"◀ favours\n{labels.side_phrase(side)}"
            if ha == "left"
            else f"favours ▶\n{labels.side_phrase(side)}",
            transform=axes.transAxes,
            ha=ha,
            va="bottom",
            color=side_colour(labels, side),
            fontweight="bold",
        )
    name = labels.sides[own]
    axes.set_xlabel(f"Change of the {name} score against {study.first}, percentage points")
    return make_picture(
        "verdicts",
        f"What each change does to the {name} score",
        f"Change of the score (win 1, draw one half) with {study.verdict_confidence} intervals. "
        f"The grey band holds changes of less than {counted(margin, 'point')}, too small to "
        "matter. A coloured dot is a change that clearly favours that side; a grey one "
        "may be chance.",
        "One line a variant. " + " ".join(row["sentence"] for row in table),
        figure,
    )  # fmt: skip


def differences(study: Comparison, number: int, variant: str) -> Picture:
    """All outcomes under one variant against the first one, on scales that suit them."""
    panels = _panels(rows(study.of("outcomes", variant)), study.labels)
    heights = [forest_height([line.name for line in lines]) + 0.5 for _, lines, _ in panels]
    figure, grid = new_figure(
        0.3 + sum(heights), rows=len(panels), squeeze=False, gridspec_kw={"height_ratios": heights}
    )
    for axes, (title, lines, places) in zip(grid.flat, panels, strict=True):
        draw_forest(axes, lines, places)
        axes.set_title(title)
    figure.get_layout_engine().set(h_pad=0.08)
    told = [line for _, lines, _ in panels for line in lines if line.is_clear]
    words = "; ".join(f"{line.name} {line.words(2)}" for line in told[:8])
    return make_picture(
        f"differences-{number}",
        f"What differs under {variant}",
        f"Mean paired differences, {variant} minus {study.first}, as played, with "
        f"{study.confidence_words} intervals, not adjusted for the number of lines. Filled dots: "
        "the interval "
        "excludes zero. Each panel has its own scale.",
        f"Dots with intervals, one line an outcome. Clear of zero: {words or 'none'}.",
        figure,
    )


def _panels(table: Sequence[dict[str, Any]], labels: Labels) -> list[tuple[str, Any, int]]:
    """Outcomes by unit: title, lines, places after the point."""
    shares: list[Estimate] = []
    scores: list[Estimate] = []
    counts: list[Estimate] = []
    for row in table:
        is_share = row["outcome"].startswith(("score", "ending:"))
        scale = 100 if is_share else 1
        line = Estimate(
            _outcome_name(row, labels),
            *(scale * row[key] for key in ("difference", "low", "high")),
        )
        is_points = row["outcome"] == "vp" or row["outcome"].startswith("vp_")
        (shares if is_share else scores if is_points else counts).append(line)
    farthest = max([_reach(line) for line in counts], default=0.0)
    coarse = [line for line in counts if _reach(line) >= _FINER * farthest]
    fine = [line for line in counts if _reach(line) < _FINER * farthest]
    panels = [
        ("Score and endings, percentage points", shares, 1),
        (str(labels.game["points"]).capitalize(), scores, 2),
        ("Mean of a game", coarse, 2),
        ("Mean of a game, finer scale", fine, 2),
    ]
    return [panel for panel in panels if panel[1]]


def _outcome_name(row: Mapping[str, Any], labels: Labels) -> str:
    """Name of an outcome beside others, where "Victory points" might be anything."""
    kind, _, ending = str(row["outcome"]).partition(":")
    name = f"ended {labels.ending_phrase(ending)}" if kind == "ending" else str(row["name"])
    return name if name.startswith("of which") else name[:1].upper() + name[1:]


def _reach(line: Estimate) -> float:
    ends = [abs(end) for end in (line.value, line.low, line.high) if np.isfinite(end)]
    return max(ends, default=0.0)


def changes(study: Comparison) -> Picture:
    """Who won instead: flows from the winners under the first variant to those under another."""
    count = len(study.variants)
    columns = min(count, _FLOW_COLUMNS)
    lines = -(-count // columns)
    figure, grid = new_figure(0.2 + 2.5 * lines, rows=lines, columns=columns, squeeze=False)
    told = []
    for axes, variant in zip(grid.flat, study.variants, strict=False):
        table = [row for row in rows(study.of("changes", variant)) if row["games"]]
        _draw_flows(axes, table, study.labels)
        axes.set_title(short_name(variant, 70 // columns))
        total = table[0]["total"] if table else 0
        flipped = sum(row["games"] for row in table if row["first"] != row["second"])
        told.append(f"{variant}: {flipped:,} of {count_games(total)} have another winner")
    for axes in list(grid.flat)[count:]:
        axes.set_visible(False)
    return make_picture(
        "changes",
        "Who won instead",
        f"Each pair of games on the same seed: on the left its winner under {study.first}, on the "
        "right under the variant. Figures are numbers of pairs; their shares with intervals are in "
        "the tables below.",
        f"Flows between winners. {'; '.join(told)}.",
        figure,
    )


def _draw_flows(axes: Axes, table: Sequence[dict[str, Any]], labels: Labels) -> None:
    """Bars of winners on both sides and bands between them, as high as their numbers of games."""
    axes.set_axis_off()
    total = sum(row["games"] for row in table)
    if not total:
        axes.text(0.5, 0.5, "no pairs", ha="center", color=MUTED)
        return
    order = [key for key in (labels.points_side, "draw", *labels.side_keys)]
    order = list(dict.fromkeys(order))
    starts = {side: _stack(table, side, order, 0.04 * total) for side in ("first", "second")}
    for side, place in (("first", 0.0), ("second", 1.0)):
        _draw_bars(axes, table, labels, side, place, starts[side])
    filled = {side: dict(starts[side]) for side in starts}
    way = np.linspace(0, 1, 41)
    bend = way**2 * (3 - 2 * way)
    for row in sorted(table, key=lambda r: (order.index(r["first"]), order.index(r["second"]))):
        left, right = filled["first"][row["first"]], filled["second"][row["second"]]
        below = left + (right - left) * bend
        colour = side_colour(labels, row["first"])
        is_flip = row["first"] != row["second"]
        axes.fill_between(
            0.04 + 0.92 * way,
            below,
            below + row["games"],
            color=shade(colour, 0.35 if is_flip else 0.7),
            lw=0,
            zorder=3 if is_flip else 2,
        )
        # Bands cross in the middle, so those that flip are told near where they start.
        at = 9 if is_flip else 20
        axes.text(
            0.04 + 0.92 * way[at],
            below[at] + row["games"] / 2,
            f"{row['games']:,}",
            ha="center",
            va="center",
            fontweight="bold" if is_flip else "normal",
            zorder=5,
            path_effects=halo(),
        )
        filled["first"][row["first"]] += row["games"]
        filled["second"][row["second"]] += row["games"]
    axes.set_xlim(-0.35, 1.35)
    axes.invert_yaxis()


def _stack(
    table: Sequence[Mapping[str, Any]], side: str, order: Sequence[str], gap: float
) -> dict[str, float]:
    """Where each winner's bar begins, from the top."""
    starts: dict[str, float] = {}
    place = 0.0
    for winner in order:
        games = sum(row["games"] for row in table if row[side] == winner)
        if games:
            starts[winner] = place
            place += games + gap
    return starts


def _draw_bars(
    axes: Axes,
    table: Sequence[Mapping[str, Any]],
    labels: Labels,
    side: str,
    place: float,
    starts: Mapping[str, float],
) -> None:
    for winner, start in starts.items():
        games = sum(row["games"] for row in table if row[side] == winner)
        colour = side_colour(labels, winner)
        axes.bar(place, games, bottom=start, width=0.08, color=colour, zorder=4)
        axes.text(
            place + (-0.07 if place == 0 else 0.07),
            start + games / 2,
            f"{labels.winner_name(winner)}\n{games:,}",
            ha="right" if place == 0 else "left",
            va="center",
            color=INK,
            size=8,
        )
