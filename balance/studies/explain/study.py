"""Where do the differences between games come from: luck, set-up draws, strategies or rules?

A crossed study: every rule variant with every pairing of strategies, on the same seeds of the
set-up draw, each of them with the same seeds of the dice. The statistics are those of
``balance.analysis.designs.variance``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from balance.analysis.designs.variance import FEWEST_DRAWS, INTERPLAY, LUCK, explain_variance
from balance.analysis.estimates.paired import Outcome, side_score
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import is_complete, rows
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.words import count_games, estimate, percent
from balance.counting import counted
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import StudySpec, game_seed
from balance.given import check_whole, listed
from balance.studies.answer import Answer, Sheet, fault_remarks, unfinished_remarks
from balance.studies.tables import TABLES
from balance.studies.tournament.pairings import choose_strategies, crossed_cells, whole_seeds

KIND = "explain"
#: Seeds of the dice, at least.
FEWEST_SEEDS = 20
CHOICES = ("variant", "axis", "soviet")

METHODS = (
    "Analysis of variance of a crossed study: every variant, pairing, set-up draw and seed of the "
    "dice once with every other. Luck is the variance between games that differ in nothing but the "
    "seed of the dice; each other source is tested against the interactions in its own mean "
    "square. Choices count as the ones played, seeds and set-up draws as drawn from all there are.",
    "Intervals: jackknife over seeds of the dice and over set-up draws, added; they speak of other "
    "seeds and other set-up draws, not of other strategies or rules. Those of luck and of what "
    "set-up draws have a part in also span the chi-squared interval, those of choices the "
    "noncentral F interval.",
)
_NOTE = (
    "Share: of the variance between games. Luck: all that different dice would change under the "
    "same set-up, strategies and rules. Once one move differs the same dice fall on different "
    "battles, so no seed is lucky for every plan; that counts as luck too."
)


def explain(
    scenario: str,
    *,
    axis: str | Sequence[str] | None = None,
    soviet: str | Sequence[str] | None = None,
    variants: str | Sequence[str] = ("baseline",),
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
    """Split the variance of the outcome into luck, set-up draws, strategies and rules.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    axis, soviet
        Strategies; all but examples, ``random`` and ``planner`` if not given.
    variants
        Rule variants.
    set_ups
        Draws of the set-up, 5 or more, the same under all variants and strategies; 0 has each game
        draw by its own seed, and set-up draws are then a part of luck.
    games
        Seeds of the dice, 20 or more; each is played with every combination of the others.
    error_rate
        Intervals hold with one minus this.
    seed, jobs, out, detail, progress
        As of ``balance.run``.

    Raises
    ------
    BadQuestion
        For a study that varies nothing but the dice, or too few seeds or set-up draws.

    Examples
    --------
    >>> answer = balance.explain(
    ...     "blue", axis=["historical", "random"], soviet=["historical"], set_ups=5, games=20
    ... )
    >>> answer.kind
    'explain'
    """
    variants = listed(variants, "variants")
    found = find_scenario(scenario)
    for name, number in (("set_ups", set_ups), ("seed", seed)):
        check_whole(name, number)
    own = choose_strategies(found, "axis", axis, examples=False)
    other = choose_strategies(found, "soviet", soviet, examples=False)
    check_count(len(variants), 1, "variants to explain by")
    if len(own) * len(other) * len(variants) < 2 and not set_ups:
        raise BadQuestion(
            "explain: one variant, one strategy a side and no set-up draws of their own leave "
            "nothing but luck; expected several of something; give --axis, --soviet or --variant "
            "more than once, or --set-ups"
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
        *unfinished_remarks(results, "only seeds played in every pairing count"),
    ]
    if broken:
        remarks.append(
            f"left out, because one of the games on the seed broke off: {broken:,} of "
            f"{counted(games['seed'].nunique(), 'seed')}, with all games"
        )
    remarks += [
        f"the {name} was the same in every game, so there is nothing to explain" for name in alike
    ]
    fixed = [_fixed(name, labels.sides) for name in CHOICES if games[name].nunique() == 1]
    if fixed:
        remarks.append(f"not varied, so their share is not known: {', '.join(fixed)}")
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


def _fixed(choice: str, sides: Mapping[str, str]) -> str:
    """What a study didn't vary, in words."""
    return "rules" if choice == "variant" else f"{sides[choice]} strategies"


def _labels(choices: Sequence[str], sides: Mapping[str, str], *, draws: bool) -> dict[str, str]:
    """Words for the sources of a study that varied some choices."""
    rules = "variant" in choices
    plans = len(choices) > rules
    suiting = "plans and rules" if plans and rules else "plans" if plans else "rules"
    return {
        "set_up": "set-up draws",
        "variant": "the rules",
        **{side: f"the {name} plan" for side, name in sides.items()},
        LUCK: "luck" if draws else "luck (set-up draws included)",
        f"set_up_{INTERPLAY}": f"how well {suiting} suit the set-up",
        INTERPLAY: "how plans and rules combine" if rules else "how the plans match up",
    }


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
        choices = [name for name in CHOICES if name in set(part["source"])]
        names = _labels(choices, labels.sides, draws=len(chances) > 1)
        part.insert(0, "label", part["source"].map(names))
        parts.append(part.assign(outcome=outcome.key, name=outcome.name))
    table = pd.concat(parts, ignore_index=True)
    alike = [each.name for each in outcomes if each not in varied]
    return table[TABLES["sources"].names], alike


def _sentence(table: pd.DataFrame, games: int) -> str:
    """What counts, the largest first; then how much the rest may count at most."""
    ordered = rows(table.sort_values("share", ascending=False, kind="stable"))
    seen = [row for row in ordered if row["share"] >= 0.005]
    unseen = [row for row in ordered if row["share"] < 0.005]
    first, *others = (f"to {row['label']}" for row in seen)
    share, *shares = map(estimate, seen)
    lead = f"{share} of the variation in the {ordered[0]['name']} from game to game is due {first}"
    more = [f"{figure} {label}" for figure, label in zip(shares, others, strict=True)]
    told = f"{', '.join([lead, *more])} ({count_games(games)})."
    if not unseen:
        return told
    rest = ", ".join(f"{row['label']} (at most {percent(row['high'])})" for row in unseen)
    return f"{told} Little or nothing is due to {rest}."


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
