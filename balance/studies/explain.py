"""Where do the differences between games come from: dice, set-up draws, strategies or rules?

A crossed study: every rule variant with every pairing of strategies, on the same seeds of the
set-up draw, each of them with the same seeds of the dice. The statistics are those of
``balance.analysis.variance``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from balance.analysis.labels import Labels, read_labels
from balance.analysis.paired import Outcome, side_score
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import is_complete, rows
from balance.analysis.variance import FEWEST_DRAWS, INTERPLAY, REMAINDER, explain_variance
from balance.analysis.words import count_games, estimate
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import StudySpec, game_seed
from balance.studies.answer import Answer, Sheet, fault_remarks, unfinished_remarks
from balance.studies.pairings import choose_strategies, crossed_cells, whole_seeds
from balance.studies.tables import TABLES

KIND = "explain"
#: Seeds of the dice, at least.
FEWEST_SEEDS = 20
CHOICES = ("variant", "axis", "soviet")

METHODS = (
    "Analysis of variance of a crossed study: every variant, pairing, set-up draw and seed of the "
    "dice once with every other. Each source is measured against the interplays in its own mean "
    "square; choices count as the ones played, seeds as drawn from all there are.",
    "Intervals: jackknife over seeds of the dice and over set-up draws, added; they speak of other "
    "seeds and other set-up draws, not of other strategies or rules. That of the set-up draws also "
    "spans the chi-squared interval, those of choices the noncentral F interval.",
)
_NOTE = (
    "Dice: what the same dice do whatever else differs. Rest: dice together with set-up, "
    "strategies or rules. Once a move differs the dice fall on other battles, so most of the rest "
    "is luck too; one game a combination can't tell it from a plan that suits some dice."
)


def explain(
    scenario: str,
    *,
    axis: str | Sequence[str] | None = None,
    soviet: str | Sequence[str] | None = None,
    variants: Sequence[str] = ("baseline",),
    set_ups: int = 10,
    games: int = 20,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    detail: str = "turns",
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Split the variance of the outcome into dice, set-up draws, strategies and rules.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    axis, soviet
        Strategies; all that the game names but ``random`` if not given.
    variants
        Rule variants.
    set_ups
        Draws of the set-up, 5 or more, the same under all variants and strategies; 0 has each game
        draw by its own seed, and dice and set-up draws are then one source.
    games
        Seeds of the dice, 20 or more; each is played with every combination of the others.
    error_rate
        Intervals hold with one minus this.
    seed, jobs, out, detail, progress
        As of ``balance.run``.

    Raises
    ------
    BadQuestion
        For a study that varies nothing but chance, or too few seeds or set-up draws.
    """
    found = find_scenario(scenario)
    own = choose_strategies(found.game, "axis", axis)
    other = choose_strategies(found.game, "soviet", soviet)
    check_count(len(variants), 1, "variants to explain by")
    if len(own) * len(other) * len(variants) < 2:
        raise BadQuestion(
            "explain: one variant and one strategy a side leave nothing to explain but chance; "
            "expected several of something; give --axis, --soviet or --variant more than once"
        )
    if set_ups:
        check_count(set_ups, FEWEST_DRAWS, "set-up draws (0 leaves them to the dice)")
    check_count(games, FEWEST_SEEDS, "seeds of the dice")
    check_error_rate(error_rate)
    drawn: Sequence[int | None] = [game_seed(seed, number) for number in range(set_ups)] or [None]
    cells = crossed_cells(variants, own, other, drawn)
    question = Question.of(KIND, error_rate=error_rate, set_ups=set_ups)
    spec = StudySpec(found.game, found.name, cells, games, seed, detail, question)
    return answer(play_spec(spec, out, jobs, progress, player))


def answer(results: Results) -> Answer:
    """Answer a study of variance from its tables.

    Raises
    ------
    BadQuestion
        If fewer than 20 seeds are complete, or all games ended alike.
    """
    spec, question = results.spec, results.spec.question
    labels = read_labels(spec.game)
    games = whole_seeds(results)
    check_count(int(games["seed"].nunique()), FEWEST_SEEDS, "seeds played in all combinations")
    sources, alike = _source_table(games, labels, question)
    score = sources.loc[sources["outcome"] == sources["outcome"].iloc[0]]
    broken = games.loc[~is_complete(games), "seed"].nunique()
    remarks = [
        *fault_remarks(results.games),
        *unfinished_remarks(results, "seeds count that every pairing has played"),
    ]
    if broken:
        remarks.append(
            f"{broken:,} of {games['seed'].nunique():,} seeds are left out with all their games, "
            "since one of them broke off"
        )
    remarks += [f"{name} never differed, so there is nothing to explain in it" for name in alike]
    fixed = [_LABELS[name] for name in CHOICES if games[name].nunique() == 1]
    if fixed:
        remarks.append(f"not varied, so nothing is known of them: {', '.join(fixed)}")
    return Answer(
        results=results,
        sentence=_sentence(score, len(games)),
        remarks=tuple(remarks),
        tables={"sources": sources},
        sheets=[_sheet(part) for _, part in sources.groupby("outcome", sort=False)],
        facts={
            "error_rate": question.get("error_rate"),
            "set_ups": question.get("set_ups"),
            "seeds": int(games["seed"].nunique() - broken),
            "faulty": int((~is_complete(results.games)).sum()),
        },
        methods=METHODS,
    )


_LABELS = {
    "seed": "dice",
    "set_up": "set-up draws",
    "variant": "rules",
    "axis": "Axis strategies",
    "soviet": "Soviet strategies",
}
_TOGETHER: dict[tuple[str, ...], str] = {("axis", "soviet"): "which strategies meet"}


def _source_table(
    games: pd.DataFrame, labels: Labels, question: Question
) -> tuple[pd.DataFrame, list[str]]:
    """Sources of the variance of the score and of the points; names of those that never differ."""
    side = labels.points_side
    outcomes = [
        side_score(side, labels.sides[side]),
        Outcome("vp", str(labels.game["points"]), "vp"),
    ]
    # Without draws of their own, set_up is the seed of the game under another name.
    chances = ("seed", "set_up") if question.get("set_ups") else ("seed",)
    whole = games.loc[is_complete(games)]
    varied = [each for each in outcomes if np.ptp(each.of(whole)) > 0]
    parts = []
    for outcome in varied or outcomes[:1]:
        part = explain_variance(games, outcome, CHOICES, chances, 1 - question.get("error_rate"))
        choices = tuple(name for name in CHOICES if name in set(part["source"]))
        names = {
            **_LABELS,
            "seed": "dice" if len(chances) > 1 else "dice and set-up draws",
            INTERPLAY: _TOGETHER.get(choices, "strategies and rules together"),
            REMAINDER: "rest",
        }
        part.insert(0, "label", part["source"].map(names))
        parts.append(part.assign(outcome=outcome.key, name=outcome.name))
    table = pd.concat(parts, ignore_index=True)
    alike = [each.name for each in outcomes if each not in varied]
    return table[TABLES["sources"].names], alike


def _sentence(table: pd.DataFrame, games: int) -> str:
    """Share of each source, chances first; the rest is told for what it is."""
    *known, rest = rows(table)
    first, *others = known
    told = [
        f"{first['label']} explain {estimate(first)}",
        *(f"{row['label']} {estimate(row)}" for row in others),
    ]
    return (
        f"Of the variance of the {rest['name']}, {', '.join(told)}; the rest, "
        f"{estimate(rest)}, is luck in its interplay with all that: dice fall otherwise once "
        f"anything differs; {count_games(games)}"
    )


def _sheet(table: pd.DataFrame) -> Sheet:
    name = str(table["name"].iloc[0])
    return Sheet(
        f"Where the variance of the {name} comes from",
        ("Source", "Values", "Share", "Interval", "Standard deviation"),
        [
            (
                row["label"][0].upper() + row["label"][1:],
                f"{row['levels']:,}" if row["levels"] else "-",
                *estimate(row).split(" ", 1),
                f"{row['variance'] ** 0.5:.2f}",
            )
            for row in rows(table)
        ],
        note=_NOTE,
        topic=f"sources-{str(table['outcome'].iloc[0]).replace('_', '-')}",
    )
