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

from balance.analysis.designs.screening import morris_design, morris_effects
from balance.analysis.designs.sobol import FEWEST_SEEDS, Indices, sobol_design, sobol_indices
from balance.analysis.questions import check_count
from balance.analysis.study import is_complete, rows
from balance.analysis.telling.labels import read_labels
from balance.analysis.telling.words import count_games, percent, percent_range
from balance.counting import counted
from balance.errors import BadQuestion
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides
from balance.experiments.study import Cell, StudySpec
from balance.rulebook.game import Game
from balance.studies.answer import Answer, fault_remarks, unfinished_remarks
from balance.studies.by_cell import Measure, games_by_cell
from balance.studies.field.players import Players
from balance.studies.sensitivity.ranges import Range
from balance.studies.sensitivity.sheets import index_words, morris_sheets, sobol_sheets
from balance.studies.tables import TABLES

MORRIS, SOBOL = "morris", "sobol"
#: Seeds at each point of a design, its trajectories and its rows, if not given. Of as many games
#: several seeds of fewer rows tell more where the dice are strong, as they are in most games.
GAMES = {MORRIS: 20, SOBOL: 4}
TRAJECTORIES, ROWS = 10, 64

METHODS = {
    MORRIS: (
        "Morris trajectories: from a random point of the ranges one parameter after the other is "
        "moved, all games of a trajectory on the same seeds. Effects are scaled to the whole "
        "range. Intervals are t over trajectories; for the mean effect as far as that of all their "
        "seeds doesn't reach further, for its size on a log scale.",
        "The mean absolute effect counts the dice that a change reshuffles too; a mean effect "
        "with its interval does not. What changes no game has exactly none of either.",
    ),
    SOBOL: (
        "Sobol indices (Saltelli 2010, Jansen 1999) of the mean outcomes of the points. A change "
        "reshuffles the dice of the games that follow: what the dice still add to the means is "
        "estimated from the seeds of each row and subtracted, so that a parameter that only "
        "reshuffles them has an index of 0 but for chance.",
        "Alone: what this parameter causes by itself, as a share of what all cause; with "
        "interactions: its total index. The latter may add up to more than 100%, since an "
        "interaction counts for each of its parameters. "
        "Intervals are Fieller's with a bootstrap t over rows; they hold for each share alone, and "
        "are too wide rather than too short where the dice do little.",
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
        return list(enumerate(self.morris_places if self.method == MORRIS else self._sobol_places))

    @cached_property
    def morris_places(self) -> NDArray[np.int64]:
        """Settings by place; shape (trajectories, parameters + 1, parameters)."""
        return self._places(morris_design(len(self.ranges), self.count, seed=self._seed))

    @property
    def _sobol_places(self) -> NDArray[np.int64]:
        return self._places(sobol_design(len(self.ranges), self.count, self._seed).points())

    @property
    def cost(self) -> str:
        """How many points the design has, in words."""
        points = len(self.ranges) + (1 if self.method == MORRIS else 2)
        unit = "trajectories" if self.method == MORRIS else "rows"
        return f"{self.count:,} {unit} of {points} points"

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
        """Outcomes of each group on its seeds that are complete at all its points.

        Shape (points, seeds) each; a group may have none of them.
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
            found.append(own.to_numpy(float).T)
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
    if "rows" in sizes:
        check_count(base.games, FEWEST_SEEDS, "seeds at each point (--games)")
    question = Question.of(base.question.kind, **settings)
    cells = tuple(dict.fromkeys(Design(question, base.seed).cells(baseline)))
    return replace(base, cells=cells, question=question)


def cost(spec: StudySpec) -> str:
    """What a design costs, in words, before it is played; points may come to the same settings."""
    drawn = Design(spec.question, spec.seed)
    return f"{drawn.cost} on {counted(spec.games, 'seed')}: {count_games(spec.total_games)} to play"


def _given(question: Question) -> tuple[tuple[str, str], ...]:
    return tuple((key, text) for key, text in question.get("given", ()))


def answer(results: Results) -> Answer:
    """Answer from the stored tables."""
    spec, question = results.spec, results.spec.question
    drawn = Design(question, spec.seed)
    measure = Measure.of(read_labels(spec.game), question.get("outcome"))
    outcomes = drawn.outcomes(results, measure)
    remarks = [
        *fault_remarks(results.games),
        *unfinished_remarks(results),
        *Players.of(spec).remarks,
    ]
    needed = 1 if drawn.method == MORRIS else FEWEST_SEEDS
    whole = [each.shape[1] >= needed for each in outcomes]
    if not all(whole):
        unit = "trajectories" if drawn.method == MORRIS else "rows"
        remarks.append(f"{whole.count(False)} of {len(whole)} {unit} lack games and are left out")
    used = f"{drawn.cost} on {counted(spec.games, 'seed')}, {count_games(len(results.games))}"
    confidence = 1 - question.get("error_rate")
    tell = _tell_morris if drawn.method == MORRIS else _tell_sobol
    name = {MORRIS: "elementary_effects", SOBOL: "sobol_indices"}[drawn.method]
    facts: dict[str, float] = {}
    try:
        table, sentence, facts = tell(drawn, outcomes, confidence, measure, spec.game)
    except BadQuestion as fault:
        remarks.append(str(fault))
        table, sentence = pd.DataFrame(columns=["parameter"]), "No answer yet"
    table = table.reindex(columns=TABLES[name].names)
    return Answer(
        results=results,
        sentence=f"{sentence} ({used}).",
        remarks=tuple(remarks),
        tables={name: table},
        sheets=(morris_sheets if drawn.method == MORRIS else sobol_sheets)(table, measure),
        facts={
            "method": drawn.method,
            "outcome": measure.outcome.key,
            "error_rate": question.get("error_rate"),
            "parameters": len(drawn.ranges),
            **facts,
            "faulty": int((~is_complete(results.games)).sum()),
        },
        methods=METHODS[drawn.method],
    )


#: Table, sentence and further facts of an answer.
_Told = tuple[pd.DataFrame, str, dict[str, float]]


def _tell_morris(
    drawn: Design,
    outcomes: Sequence[NDArray[np.float64]],
    confidence: float,
    measure: Measure,
    game: Game,
) -> _Told:
    whole = [number for number, each in enumerate(outcomes) if each.shape[1]]
    check_count(len(whole), 2, "complete trajectories")
    # A move counts as the part of the range that the setting moved, not the point behind it.
    steps = np.array([len(each.settings) - 1 for each in drawn.ranges])
    places = drawn.morris_places[whole] / steps
    names = [each.key for each in drawn.ranges]
    played = [outcomes[number] for number in whole]
    table = morris_effects(places, played, names, confidence, measure.outcome.bound)
    table = _with_titles(table, drawn.ranges, game)
    return table, _morris_sentence(table, measure), {}


def _tell_sobol(
    drawn: Design,
    outcomes: Sequence[NDArray[np.float64]],
    confidence: float,
    measure: Measure,
    game: Game,
) -> _Told:
    whole = [each for each in outcomes if each.shape[1] >= FEWEST_SEEDS]
    names = [each.key for each in drawn.ranges]
    indices = sobol_indices(whole, names, confidence=confidence)
    table = _with_titles(indices.table, drawn.ranges, game)
    ends = (indices.caused_low, indices.caused_high)
    facts = {"caused": indices.caused, "caused_low": ends[0], "caused_high": ends[1]}
    return table, _sobol_sentence(table, indices, measure), facts


def _with_titles(table: pd.DataFrame, ranges: Sequence[Range], game: Game) -> pd.DataFrame:
    parameters = game.rules.parameters
    by_key = {each.key: each for each in ranges}
    keys = table["parameter"].tolist()
    return table.assign(
        title=[parameters[key].title for key in keys],
        from_setting=[by_key[key].settings[0] for key in keys],
        to_setting=[by_key[key].settings[-1] for key in keys],
    )


def _morris_sentence(table: pd.DataFrame, measure: Measure) -> str:
    top, *others = rows(table)
    told = top["title"]
    if top["mu_star"] == 0:
        return f"Over the ranges given, no parameter was seen to move the {measure.name}"
    if top["star_low"] > max((each["star_high"] for each in others), default=0.0):
        lead = f"{told} moves the {measure.name} most"
    else:
        lead = f"{told} seems to move the {measure.name} most, but others may move it more"
    idle = int((table["mu_star"] == 0).sum())
    return (
        f"Over the ranges given, {lead}: "
        f"by {measure.size(top['mu_star'])} "
        f"{measure.interval(top['star_low'], top['star_high'])} either way, "
        "with the luck that it reshuffles, "
        f"{measure.change(top['mu'])} {measure.interval(top['low'], top['high'])} on balance; "
        f"{idle} of {counted(len(table), 'parameter')} made no difference"
    )


def _sobol_sentence(table: pd.DataFrame, indices: Indices, measure: Measure) -> str:
    if indices.hidden:
        return (
            f"What the parameters do to the {measure.name} can't be told from luck: over the "
            f"ranges given they cause at most {percent(indices.caused_high)} of the variance "
            "between games, all together; more seeds (--games) may show it"
        )
    top, *others = rows(table)
    told = top["title"]
    if top["total_low"] > max((each["total_high"] for each in others), default=0.0):
        lead = f"{told} matters most for the {measure.name}"
    elif top["total_low"] > 0:
        lead = f"{told} seems to matter most for the {measure.name}, but others may matter more"
    else:
        lead = f"no parameter stands out: {told} seems to matter most for the {measure.name}"
    rest = percent(indices.caused), percent_range(indices.caused_low, indices.caused_high)
    sentence = (
        f"Over the ranges given, {lead}: it is involved in {index_words(top, 'total')} of what the "
        f"parameters cause, which is {' '.join(rest)} of the variance between games; the rest is "
        "luck"
    )
    idle = int((table["total_high"] == 0).sum())
    return (
        f"{sentence}; {idle} of {counted(len(table), 'parameter')} made no difference"
        if idle
        else sentence
    )
