"""Tune a parameter: which value gives the balance that is wanted, on the same seeds?

Few values are all played. Of a wide range both ends and some values between are played first, as
one study; then one value after the other, where the estimate falls, each as a study of one value in
a folder inside that of the first. The seeds are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.designs.tuning import Tuned, nearest_shares, next_value
from balance.analysis.estimates.proportions import score_interval
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import is_complete
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.variant_names import parameter_meanings
from balance.errors import BadQuestion, DataError
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import MANIFEST, StudySpec
from balance.given import check_text, check_whole
from balance.rulebook.ruleset import Ruleset
from balance.studies.answer import Answer, fault_remarks, speed_here, unfinished_remarks
from balance.studies.field.changes import FIELD_METHODS, field_scores, scores_sheet
from balance.studies.field.players import Players
from balance.studies.scores import (
    score_matrix,
    shares_by_variant,
)
from balance.studies.settings import check_distinct, on_top, rules_hashes
from balance.studies.tables import TABLES
from balance.studies.tournament.pairings import Sides
from balance.studies.tune.plan import Plan
from balance.studies.tune.words import nearest_row, remarks_on, sentence, sheet

KIND = "tune"
#: So many values are all played; of more, FIRST_VALUES come first and FURTHER_VALUES at most then.
ALL_VALUES, FIRST_VALUES, FURTHER_VALUES = 12, 7, 12
#: Folder, inside that of the study, of the values played later.
FURTHER = "further"

METHODS = (
    "All values are played on the same seeds.",
    "Score of a side: win 1, draw one half; Wilson intervals, each for its row alone.",
    "Between values played, the score is interpolated linearly. The value is where the closest "
    "curve that only rises or only falls meets the wanted score; its interval holds every value "
    "whose score is not told apart from it by a t test over seeds (Fieller), which adds about two "
    "wins and two losses to the games of each value (Agresti and Coull).",
    "Of a wide range, the later values are chosen by the scores of the earlier ones; the interval "
    "takes the values as given.",
)
SHARES_METHOD = (
    "Nearest shares: half the sum of the absolute differences; how often each value is the nearest "
    "comes from bootstrap samples of the seeds."
)


def tune(
    scenario: str,
    parameter: str,
    start: int,
    end: int,
    *,
    want: object = 50,
    axis: str | None = None,
    soviet: str | None = None,
    variant: str = "baseline",
    settings: Mapping[str, object] | None = None,
    games: int = 1000,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    detail: str = "turns",
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Find the value of a parameter, from ``start`` to ``end``, that gives the wanted balance.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    parameter
        Key of a whole number, as overrides take it: ``victory.vp_to_win``.
    want
        Score of the side that scores points in percent, 50; or its wins, draws and losses,
        ``"45/10/45"`` or ``(45, 10, 45)``.
    axis, soviet, variant, settings
        Strategies (the field of the scenario if none is named), rule variant and parameters on top
        of it.
    games
        Games a value.
    error_rate
        Accepted chance that an interval misses the truth.
    seed, jobs, out, detail, progress, player
        As of ``balance.run``.

    Raises
    ------
    BadQuestion
        For an empty range, or a balance that no game can have.
    DataError
        For an unknown parameter or a value out of range.

    Examples
    --------
    >>> answer = balance.tune("blue", "victory.vp_to_win", 5, 7, games=20)
    >>> sorted(answer.results.games.variant.unique())[-1]
    'baseline+victory.vp_to_win=7'
    """
    found = find_scenario(scenario)
    wanted = read_want(want)
    check_error_rate(error_rate)
    check_count(games, 2, "games a value")
    check_text("parameter", parameter, "its key as text, such as 'victory.vp_to_win'")
    for name, number in (("start", start), ("end", end)):
        check_whole(name, number)
    if start >= end:
        raise BadQuestion(
            f"{parameter}: from {start} to {end} is no range; expected the smaller number first, "
            "such as from 4 to 9"
        )
    _check_ends(found.game.rules, parameter, {"--from": start, "--to": end})
    base = cell_overrides(settings or {})
    values = first_values(start, end)
    tried = [((parameter, str(value)),) for value in values]
    cells = [on_top(base, setting) for setting in tried]
    rules_hashes(found.game, variant, [cells[0], cells[-1]])  # a fault of an end is told by it
    check_distinct(tried, rules_hashes(found.game, variant, cells))
    players = Players.chosen(found, axis, soviet)
    question = Question.of(
        KIND, parameter=parameter, first=start, last=end, wanted=wanted, error_rate=error_rate,
        **players.setting,
    )  # fmt: skip
    spec = StudySpec(
        found.game,
        found.name,
        players.cells((variant, overrides) for overrides in cells),
        players.rounds(games),
        seed,
        detail,
        question,
    )
    results = play_spec(spec, out, jobs, progress, player)
    play_further(results, jobs, progress, player)
    return answer(results)


def _check_ends(rules: Ruleset, key: str, ends: Mapping[str, int]) -> None:
    """Refuse ends that the parameter can't take; what is no parameter is told later."""
    chart, _, rest = key.partition(":")
    row, _, column = rest.partition(":")
    cell = rules.cell_parameters.get((chart, row, column))
    parameter = cell or rules.parameters.get(rules.aliases.get(key, key))
    if parameter is None or parameter.type == "hexes":
        return
    wrong = []
    for option, value in ends.items():
        try:
            parameter.accept(value)
        except ValueError:
            wrong.append(f"{option} {value}")
    if wrong:
        raise DataError(
            f"tune: {' and '.join(wrong)}: {key} takes {parameter.range_text()} "
            f"[{rules.game} {parameter.rule}]"
        )


def read_want(want: object) -> tuple[float, ...]:
    """Read what is wanted: one share of points, or those of wins, draws and losses.

    Raises
    ------
    BadQuestion
        Unless it is one percentage between 0 and 100, or three that add up to 100.

    Examples
    --------
    >>> read_want("45/10/45"), read_want(50)
    ((0.45, 0.1, 0.45), (0.5,))
    """
    parts = want.split("/") if isinstance(want, str) else want
    try:
        numbers = [
            float(str(part)) for part in (parts if isinstance(parts, list | tuple) else [parts])
        ]
    except ValueError:
        numbers = []
    single = len(numbers) == 1 and 0 < numbers[0] < 100
    three = len(numbers) == 3 and min(numbers) >= 0 and abs(sum(numbers) - 100) < 1e-6
    if not (single or three):
        raise BadQuestion(
            f"want: {want!r} is no balance; expected a score in percent between 0 and 100, such "
            "as 50, or wins, draws and losses that add up to 100, such as 45/10/45"
        )
    return tuple(number / 100 for number in numbers)


def first_values(start: int, end: int) -> list[int]:
    """Values to play first: all of them if few, else both ends and some between.

    >>> first_values(4, 9), first_values(1, 61)
    ([4, 5, 6, 7, 8, 9], [1, 11, 21, 31, 41, 51, 61])
    """
    if end - start < ALL_VALUES:
        return list(range(start, end + 1))
    return [round(value) for value in np.linspace(start, end, FIRST_VALUES).tolist()]


@dataclass(frozen=True)
class _Played:
    """All games of a tuning, whichever of its folders holds them."""

    games: pd.DataFrame
    variants: dict[int, str]  # value of the parameter -> as in games.variant

    @classmethod
    def of(cls, results: Results) -> _Played:
        """Read the first values and the further ones."""
        parts = [results, *further_results(results)]
        key = results.spec.question.get("parameter")
        variants = {
            int(dict(cell.overrides)[key]): cell.variant_label
            for part in parts
            for cell in part.spec.cells
        }
        players = Players.of(results.spec)
        games = pd.concat(
            [
                players.whole_rounds(part.games, len(part.spec.cells) // players.each_rules)
                for part in parts
            ],
            ignore_index=True,
        )
        return cls(games, dict(sorted(variants.items())))

    def scores(self, labels: Labels) -> pd.DataFrame:
        """Scores by seed and value."""
        matrix = score_matrix(self.games, list(self.variants.values()), labels)
        return matrix.set_axis([float(value) for value in self.variants], axis=1)


def further_results(results: Results) -> list[Results]:
    """Studies of the values played after the first ones, in order of value."""
    manifests = (results.folder / FURTHER).glob(f"*/{MANIFEST}")
    found = [Results(path.parent) for path in manifests]
    return sorted(found, key=lambda each: int(each.folder.name))


def play_further(
    results: Results,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> None:
    """Play more values until those nearest to the estimate are played.

    Those that were begun earlier are finished first, with as many games as the first values have.
    """
    spec, plan = results.spec, Plan.of(results.spec)

    def play(value: int) -> None:
        play_spec(
            _one_value(spec, value), results.folder / FURTHER / str(value), jobs, progress, player
        )

    for begun in further_results(results):
        play(int(begun.folder.name))
    for _ in range(FURTHER_VALUES - len(further_results(results))):
        tuned = plan.tune(_Played.of(results).scores(plan.labels))
        if np.isnan(tuned.value):
            return
        value = next_value(tuned, range(plan.first, plan.last + 1))
        if value is None:
            return
        play(int(value))


def _one_value(spec: StudySpec, value: int) -> StudySpec:
    """The study of one further value."""
    key, cell = spec.question.get("parameter"), spec.cells[0]
    overrides = tuple(sorted({**dict(cell.overrides), key: str(value)}.items()))
    cells = Players.of(spec).cells([(cell.variant, overrides)])
    return replace(spec, cells=cells, round_games=1)


def answer(results: Results) -> Answer:
    """Answer a tuning from its tables.

    Raises
    ------
    BadQuestion
        If too few games are there yet.
    """
    plan, played = Plan.of(results.spec), _Played.of(results)
    scores = played.scores(plan.labels)
    tuned = plan.tune(scores)
    table = _table(plan, played, scores, tuned)
    pairings = field_scores(plan.players, scores, plan.confidence)
    speed = speed_here(played.games)
    return Answer(
        results=results,
        sentence=sentence(plan, tuned, table, scores, speed),
        remarks=(
            *fault_remarks(played.games),
            *unfinished_remarks(results, plan.players.counted),
            *plan.players.remarks,
            *remarks_on(plan, tuned, table),
        ),
        tables={"tune": table, "field_scores": pairings},
        about=parameter_meanings(results.spec.game, [plan.parameter]),
        sheets=[
            sheet(plan, table),
            *([scores_sheet(pairings, plan.parameter, plan.labels)] if len(pairings) else []),
        ],
        facts=_facts(plan, tuned, table, played.games),
        methods=(
            *METHODS,
            *([SHARES_METHOD] if len(plan.wanted) > 1 else []),
            *(FIELD_METHODS[:1] if plan.players.is_field else ()),
        ),
    )


def _facts(plan: Plan, tuned: Tuned, table: pd.DataFrame, games: pd.DataFrame) -> dict[str, Any]:
    return {
        "parameter": plan.parameter,
        "wanted": plan.wanted,
        "value": tuned.value,
        "low": tuned.low,
        "high": tuned.high,
        "nearest": nearest_row(plan, table)["value"],
        "error_rate": plan.error_rate,
        "games": len(games),
        "faulty": int((~is_complete(games)).sum()),
    }


def _table(plan: Plan, played: _Played, scores: pd.DataFrame, tuned: Tuned) -> pd.DataFrame:
    variants = list(played.variants.values())
    table = pd.DataFrame({"value": [float(v) for v in played.variants], "variant": variants})
    table["games"] = scores.notna().sum().to_numpy()
    strata = plan.players.strata(scores.index)
    intervals = [score_interval(scores[value], plan.confidence, strata) for value in scores]
    table[["score", "low", "high"]] = intervals
    table["fitted"] = tuned.scores["fitted"].to_numpy()
    table["may_be_wanted"] = (table["low"] <= plan.score) & (plan.score <= table["high"])
    table = table.join(_result_shares(plan, played.games, variants), on="variant")
    table[["distance", "best"]] = np.nan
    if len(plan.wanted) == 3:
        near = nearest_shares(scores, plan.wanted)
        table[["distance", "best"]] = near[["distance", "best"]].to_numpy()
    return table[TABLES["tune"].names]


def _result_shares(plan: Plan, games: pd.DataFrame, variants: Sequence[str]) -> pd.DataFrame:
    """Wins, draws and losses of the side that scores points, by variant."""
    labels = plan.labels
    own, other = Sides.of(labels).keys
    shares = shares_by_variant(games, variants, labels, plan.confidence)
    found: dict[str, pd.Series] = {}
    for name, winner in (("wins", own), ("draws", "draw"), ("losses", other)):
        part = shares.loc[(shares["what"] == "winner") & (shares["category"] == winner)]
        part = part.set_index("variant")
        found |= {name: part["share"], f"{name}_low": part["low"], f"{name}_high": part["high"]}
    return pd.DataFrame(found)
