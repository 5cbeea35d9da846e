"""Which figures an answer gets: those of its kind, else those that the shapes of its tables ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pandas as pd

from balance.analysis.labels import Labels
from balance.studies.answer import Answer
from balance.studies.tables import TABLES
from reports import figures_compare, figures_compare_turns, figures_shapes
from reports.figures_estimates import estimates
from reports.picture import Picture
from reports.theme import drawing

#: Figures that the parts of one table get, at most.
MOST_PARTS = 12


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


def draw_answer(answer: Answer, labels: Labels) -> list[Picture]:
    """Draw every figure of a study."""
    own = _OF_A_KIND.get(answer.kind)
    with drawing():
        return list(own(answer, labels) if own else _by_shape(answer, labels))


def _compare(answer: Answer, labels: Labels) -> Iterator[Picture]:
    study = figures_compare.Comparison(answer, labels)
    yield figures_compare.verdicts(study)
    yield figures_compare.changes(study)
    for number, variant in enumerate(study.variants, start=1):
        yield figures_compare.differences(study, number, variant)
    points = figures_compare_turns.curves(study)
    if points:
        yield points
    yield figures_compare_turns.incidence(study)


_OF_A_KIND: dict[str, Callable[[Answer, Labels], Iterator[Picture]]] = {"compare": _compare}


def _by_shape(answer: Answer, labels: Labels) -> Iterator[Picture]:
    """Draw each table that has a shape of its own, else as estimates with their intervals."""
    outcome = answer.results.spec.question.get("outcome", "score")
    for name, table in answer.tables.items():
        fitting = (shape for shape in SHAPES if set(shape.columns) <= set(table.columns))
        shape = next(fitting, None)
        if shape is None or table.empty:
            yield from estimates(table, TABLES[name])
            continue
        whole = "" if outcome == "score" else str(outcome)
        for number, (part, lines) in enumerate(_parts(table, shape.by, whole), start=1):
            key = name.replace("_", "-") + (f"-{number}" if number > 1 else "")
            picture = shape.draw(lines, labels, key, part)
            if picture:
                yield picture


def _parts(table: pd.DataFrame, by: str, whole: str) -> Iterator[tuple[str, pd.DataFrame]]:
    """Parts of a table that get a figure each, with their names."""
    if not by or by not in table:
        yield whole, table
        return
    for number, (name, lines) in enumerate(table.groupby(by, sort=False)):
        if number < MOST_PARTS:
            yield str(name), lines
