"""Which figures an answer gets: those of its kind, else those that the shapes of its tables ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pandas as pd

from balance.analysis.telling.labels import Labels
from balance.studies.answer import ANSWER, MORE, WHY, Answer
from balance.studies.tables import TABLES
from reports import (
    figures_chances,
    figures_compare,
    figures_compare_state,
    figures_compare_turns,
    figures_compare_why,
    figures_contest,
    figures_sensitivity,
    figures_shapes,
    figures_sweep,
)
from reports.figures_estimates import estimates
from reports.picture import Picture
from reports.theme import drawing

#: Figures that the parts of one table get, at most.
MOST_PARTS = 12

#: A figure and the part of the page it stands in.
Placed = tuple[str, Picture]


@dataclass(frozen=True)
class Shape:
    """A figure for every table that has some columns; each value of ``by`` gets one of its own."""

    columns: tuple[str, ...]
    draw: Callable[[pd.DataFrame, Labels, str, str], Picture | None]
    by: str = ""


SHAPES = (
    Shape(figures_shapes.SWEEP, figures_shapes.sweep_curve, "parameter"),
    Shape(figures_shapes.TORNADO, figures_shapes.tornado),
    Shape(figures_shapes.MATRIX, figures_shapes.payoff_matrix, "variant"),
    Shape(figures_shapes.STRATEGIES, figures_shapes.strategy_shares, "variant"),
)


def draw_answer(answer: Answer, labels: Labels) -> list[Placed]:
    """Draw every figure of a study, each with its part of the page."""
    own = _OF_A_KIND.get(answer.kind)
    with drawing():
        return list(own(answer, labels) if own else _by_shape(answer, labels))


def _compare(answer: Answer, labels: Labels) -> Iterator[Placed]:
    study = figures_compare.Comparison(answer, labels)
    yield ANSWER, figures_compare.verdicts(study)
    yield ANSWER, figures_compare.changes(study)
    yield from _reasons(study)


def _restrict(answer: Answer, labels: Labels) -> Iterator[Placed]:
    study = figures_compare.Comparison(answer, labels)
    yield ANSWER, figures_contest.worth(answer, labels)
    yield WHY, figures_compare.changes(study)
    yield from _reasons(study)


def _reasons(study: figures_compare.Comparison) -> Iterator[Placed]:
    """What a comparison tells beside its verdict, variant by variant."""
    yield WHY, figures_compare_turns.incidence(study)
    points = figures_compare_turns.curves(study)
    if points:
        yield WHY, points
    for variant in study.variants:
        yield from _drawn(WHY, figures_compare_why.points_by_source(study, variant))
        for picture in figures_compare_why.ending_places(study, variant):
            yield WHY, picture
        yield from _drawn(WHY, figures_compare_why.partings(study, variant))
        yield from _drawn(WHY, figures_compare_why.separating(study, variant))
    for number, variant in enumerate(study.variants, start=1):
        yield MORE, figures_compare.differences(study, number, variant)
        yield from _drawn(MORE, figures_compare_state.state_curves(study, variant))
        yield from _drawn(MORE, figures_compare_state.captures(study, variant))


def _drawn(part: str, picture: Picture | None) -> Iterator[Placed]:
    if picture:
        yield part, picture


_OF_A_KIND: dict[str, Callable[[Answer, Labels], Iterator[Placed]]] = {
    "adapt": figures_contest.adapt,
    "bid": figures_sweep.bid,
    "chances": figures_chances.chances,
    "compare": _compare,
    "dead_rules": figures_sensitivity.dead_rules,
    "explain": figures_contest.explain,
    "gate": figures_contest.gate,
    "plan": figures_contest.plan,
    "restrict": _restrict,
    "sensitivity": figures_sensitivity.sensitivity,
    "sweep": figures_sweep.sweep,
    "tournament": figures_contest.tournament,
    "tune": figures_sweep.tune,
}


def _by_shape(answer: Answer, labels: Labels) -> Iterator[Placed]:
    """Draw each table that has a shape of its own, else as estimates with their intervals."""
    outcome = answer.results.spec.question.get("outcome", "score")
    for name, table in answer.tables.items():
        fitting = (shape for shape in SHAPES if set(shape.columns) <= set(table.columns))
        shape = next(fitting, None)
        if shape is None or table.empty:
            yield from ((ANSWER, picture) for picture in estimates(table, TABLES[name]))
            continue
        whole = "" if outcome == "score" else str(outcome)
        for number, (part, lines) in enumerate(_parts(table, shape.by, whole), start=1):
            key = name.replace("_", "-") + (f"-{number}" if number > 1 else "")
            yield from _drawn(ANSWER, shape.draw(lines, labels, key, part))


def _parts(table: pd.DataFrame, by: str, whole: str) -> Iterator[tuple[str, pd.DataFrame]]:
    """Parts of a table that get a figure each, with their names."""
    if not by or by not in table:
        yield whole, table
        return
    for number, (name, lines) in enumerate(table.groupby(by, sort=False)):
        if number < MOST_PARTS:
            yield str(name), lines
