"""Morris trajectories and Sobol rows over ranges of chosen parameters.

All games of a trajectory, or of a row, share their seeds: they are a group of cells. A design
follows from the question and the seed of its study, so an answer draws it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.labels import read_labels
from balance.analysis.questions import check_count
from balance.analysis.screening import morris_design, morris_effects
from balance.analysis.sobol import SobolDesign, sobol_design, sobol_indices
from balance.analysis.study import is_complete, rows
from balance.analysis.words import count_games, number, percent
from balance.errors import BadQuestion
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides
from balance.experiments.study import Cell, StudySpec
from balance.rulebook import load_ruleset
from balance.studies.answer import Answer, fault_remarks, unfinished_remarks
from balance.studies.by_cell import Measure, games_by_cell
from balance.studies.ranges import Range
from balance.studies.sensitivity_sheets import morris_sheets, sobol_sheets
from balance.studies.tables import TABLES

MORRIS, SOBOL = "morris", "sobol"
#: Games at each point of a design, its trajectories and its rows, if not given.
GAMES = {MORRIS: 20, SOBOL: 1}
TRAJECTORIES, ROWS = 10, 64

METHODS = {
    MORRIS: (
        "Morris trajectories: from a random point of the ranges one parameter after the other is "
        "moved, all games of a trajectory on the same seeds. Effects are scaled to the whole "
        "range, intervals are t over trajectories.",
        "The mean absolute effect counts the dice that a change reshuffles too; a mean effect "
        "with its interval does not. What changes no game has exactly none of either.",
    ),
    SOBOL: (
        "Sobol indices (Saltelli 2010, Jansen 1999): each row of the design has seeds of its own, "
        "shared by all its games; repeats of a row on other seeds tell the variance that the "
        "parameters cause from that of the dice.",
        "First: share of that variance by the parameter alone; total: with its interplay. "
        "Intervals are from a bootstrap over rows.",
    ),
}


class Design:
    """Where the points of a design are, and which cell plays each."""

    def __init__(self, question: Question, seed: int) -> None:
        self.method: str = question.get("method")
        self.ranges = [Range(key, tuple(texts)) for key, texts in question.get("ranges")]
        self.count: int = question.get("trajectories" if self.method == MORRIS else "rows")
        self._seed = seed

    @cached_property
    def groups(self) -> list[tuple[int, NDArray[np.int64]]]:
        """Each group of seeds with its points; settings by place, shape (points, parameters)."""
        if self.method == MORRIS:
            return list(enumerate(self.morris_places))
        drawn = self.sobol
        inner = [drawn.a, drawn.b, *(drawn.mixed(number) for number in range(len(self.ranges)))]
        places = self._places(np.stack(inner, axis=1))
        # The rows of A once more, on other seeds.
        return [*enumerate(places), *((self.count + n, row[:1]) for n, row in enumerate(places))]

    @cached_property
    def morris_places(self) -> NDArray[np.int64]:
        """Settings by place; shape (trajectories, parameters + 1, parameters)."""
        return self._places(morris_design(len(self.ranges), self.count, seed=self._seed))

    @cached_property
    def sobol(self) -> SobolDesign:
        """Points of the rows."""
        return sobol_design(len(self.ranges), self.count, self._seed)

    def _places(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        slices = [each.places(points[..., n]) for n, each in enumerate(self.ranges)]
        return np.stack(slices, axis=-1)

    def cells(self, base: Cell) -> Iterator[Cell]:
        """The cell of each point, group by group; points that come to the same settings repeat."""
        for group, places in self.groups:
            for point in places:
                chosen = {r.key: r.settings[at] for r, at in zip(self.ranges, point, strict=True)}
                overrides = cell_overrides({**dict(base.overrides), **chosen})
                yield replace(base, overrides=overrides, group=group)

    def outcomes(self, results: Results, measure: Measure) -> list[NDArray[np.float64]]:
        """Mean outcome at each point of each group, over seeds complete at all its points.

        Missing where a group has no such seed.
        """
        spec = results.spec
        number = {cell: place for place, cell in enumerate(spec.cells)}
        games = games_by_cell(results, measure.outcome)
        values = games.pivot(index="seed", columns="cell", values="value")
        values = values.reindex(columns=range(len(spec.cells)))
        every = self.cells(replace(spec.cells[0], overrides=_given(spec.question)))
        found = []
        for _, places in self.groups:
            own = values[[number[next(every)] for _ in places]].dropna()
            found.append(own.mean().to_numpy(float) if len(own) else np.full(len(places), np.nan))
        return found


def design(base: StudySpec, ranges: Sequence[Range], sizes: Mapping[str, int]) -> StudySpec:
    """Turn a study of the baseline alone into the cells of a design.

    ``sizes`` holds ``trajectories`` or ``rows``.
    """
    check_count(len(ranges), 2, "parameters to range over (--parameters, --over)")
    (baseline,) = base.cells
    ranged = {each.key for each in ranges}
    both = [key for key, _ in baseline.overrides if key in ranged]
    if both:
        raise BadQuestion(f"{both[0]}: is set and has a range too; give it one of the two")
    settings = {
        **dict(base.question.settings),
        **sizes,
        "ranges": [(each.key, each.settings) for each in ranges],
        "given": baseline.overrides or None,
    }
    question = Question.of(base.question.kind, **settings)
    cells = tuple(dict.fromkeys(Design(question, base.seed).cells(baseline)))
    return replace(base, cells=cells, question=question)


def _given(question: Question) -> tuple[tuple[str, str], ...]:
    return tuple((key, text) for key, text in question.get("given", ()))


def answer(results: Results) -> Answer:
    """Answer from the stored tables."""
    spec, question = results.spec, results.spec.question
    drawn = Design(question, spec.seed)
    measure = Measure.of(read_labels(spec.game), question.get("outcome"))
    confidence = 1 - question.get("error_rate")
    outcomes = drawn.outcomes(results, measure)
    judge = _judge_morris if drawn.method == MORRIS else _judge_sobol
    remarks = [*fault_remarks(results.games), *unfinished_remarks(results)]
    whole = [not np.isnan(each).any() for each in outcomes]
    unit = "trajectories" if drawn.method == MORRIS else "rows and repeats"
    if not all(whole):
        remarks.append(f"{whole.count(False)} of {len(whole)} {unit} lack games and don't count")
    name = {MORRIS: "elementary_effects", SOBOL: "sobol_indices"}[drawn.method]
    try:
        table = judge(drawn, outcomes, confidence)
    except BadQuestion as fault:
        remarks.append(str(fault))
        table = pd.DataFrame(columns=["parameter"])
    table = _with_titles(table, drawn.ranges, spec.game).reindex(columns=TABLES[name].names)
    tell, show = (
        (_morris_sentence, morris_sheets) if drawn.method == MORRIS else
        (_sobol_sentence, sobol_sheets)
    )  # fmt: skip
    used = f"{drawn.count} {unit.split()[0]}, {count_games(len(results.games))}"
    return Answer(
        results=results,
        sentence=tell(table, measure, used) if len(table) else f"no answer from {used}",
        remarks=tuple(remarks),
        tables={name: table},
        sheets=show(table, measure),
        facts={
            "method": drawn.method,
            "outcome": measure.outcome.key,
            "error_rate": question.get("error_rate"),
            "parameters": len(drawn.ranges),
            "faulty": int((~is_complete(results.games)).sum()),
        },
        methods=METHODS[drawn.method],
    )


def _judge_morris(
    drawn: Design, outcomes: Sequence[NDArray[np.float64]], confidence: float
) -> pd.DataFrame:
    values = np.stack(outcomes)
    whole = ~np.isnan(values).any(axis=1)
    check_count(int(whole.sum()), 2, "complete trajectories")
    # A move counts as the part of the range that the setting moved, not the point behind it.
    steps = np.array([len(each.settings) - 1 for each in drawn.ranges])
    places = drawn.morris_places[whole] / steps
    return morris_effects(places, values[whole], [each.key for each in drawn.ranges], confidence)


def _judge_sobol(
    drawn: Design, outcomes: Sequence[NDArray[np.float64]], confidence: float
) -> pd.DataFrame:
    values = np.stack(outcomes[: drawn.count])
    repeats = np.array([each[0] for each in outcomes[drawn.count :]])
    whole = ~(np.isnan(values).any(axis=1) | np.isnan(repeats))
    values, repeats = values[whole], repeats[whole]
    names = [each.key for each in drawn.ranges]
    return sobol_indices(
        values[:, 0],
        values[:, 1],
        values[:, 2:].T,
        names,
        repeats=repeats,
        confidence=confidence,
    )


def _with_titles(table: pd.DataFrame, ranges: Sequence[Range], game: str) -> pd.DataFrame:
    parameters = load_ruleset(game).parameters
    by_key = {each.key: each for each in ranges}
    keys = table["parameter"].tolist()
    return table.assign(
        title=[parameters[key].title for key in keys],
        from_setting=[by_key[key].settings[0] for key in keys],
        to_setting=[by_key[key].settings[-1] for key in keys],
    )


def _morris_sentence(table: pd.DataFrame, measure: Measure, used: str) -> str:
    top = rows(table)[0]
    idle = int((table["mu_star"] == 0).sum())
    return (
        f"over the ranges given, {top['title']} ({top['parameter']}) moves the {measure.name} "
        f"most: by {measure.size(top['mu_star'])} "
        f"{measure.interval(top['star_low'], top['star_high'])} either way, "
        f"{measure.change(top['mu'])} {measure.interval(top['low'], top['high'])} on balance "
        f"({used}); {idle} of {len(table)} parameters made no difference"
    )


def _sobol_sentence(table: pd.DataFrame, measure: Measure, used: str) -> str:
    top = rows(table)[0]
    told = f"{top['title']} ({top['parameter']})"
    if np.isnan(top["total"]):
        return (
            f"the dice hide what the parameters do to the {measure.name}; {told} has "
            f"{percent(top['total_share'])} of their total effects, more than any other ({used})"
        )
    return (
        f"over the ranges given, {told} weighs most on the {measure.name}: total index "
        f"{number(top['total'], 2)} [{number(top['total_low'], 2)}, "
        f"{number(top['total_high'], 2)}] ({used})"
    )
