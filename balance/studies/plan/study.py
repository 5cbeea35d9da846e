"""Plan a study before it is played: how many games a precision takes, and how long here.

A few games are played as a pilot, of one variant or of two on the same seeds. They tell the speed
of this machine, the spread of the score and, with two variants, what pairing gains. A pilot tells a
spread only roughly, so the plan uses its upper 80% limit: at least four plans of five then hold
what they promise (Browne, Statist. Med. 14 (1995) 1933).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import gammaincinv

from balance.analysis.designs.planning import MOST_GAMES, games_for_equivalence, plan_table
from balance.analysis.estimates.paired import Outcome, block_means, pair_games, side_score
from balance.analysis.questions import check_confidence, check_count, check_power
from balance.analysis.study import is_complete, rows
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.words import about, count_games, duration, number
from balance.counting import counted
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import StudySpec
from balance.given import is_number, listed, shown
from balance.studies.answer import Answer, Sheet, fault_remarks, speed_here
from balance.studies.field.players import Players
from balance.studies.tables import TABLES

KIND = "plan"
#: Half-widths planned for if none is asked, in points.
PRECISIONS = (1.0, 2.0, 5.0)
#: Fewest games of a pilot.
FEWEST_GAMES = 20
#: Share of pilots whose plan is to suffice.
_ASSURANCE = 0.8

METHODS = (
    "Half-widths: t interval of the mean score, or of the paired difference.",
    "Of a field, what differs between pairings is taken for luck: the plan is a little safe.",
    "Power: two-sided paired t test; equivalence: two one-sided tests with no true effect.",
    f"Spreads are the upper {_ASSURANCE:.0%} limit that the pilot allows.",
)


def plan(
    scenario: str,
    variants: str | Sequence[str] = ("baseline",),
    *,
    settings: Mapping[str, object] | None = None,
    axis: str | None = None,
    soviet: str | None = None,
    precision: Sequence[float] = PRECISIONS,
    power: float = 0.8,
    confidence: float = 0.95,
    games: int = 60,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Say how many games a question takes, and how long that is on this machine.

    Parameters
    ----------
    scenario, seed, jobs, out, progress
        As of ``balance.run``; ``games`` are those of the pilot.
    axis, soviet
        Strategies; the field of the scenario if none is named.
    variants
        One variant, or two to be compared.
    settings
        As of ``balance.compare``: the second variant is the first one with these on top.
    precision
        Half-widths of the interval, or changes to be found, in points of a side's score.
    power
        Chance to find a change as large as the precision.

    Raises
    ------
    BadQuestion
        For a precision, power or confidence that makes no sense, or a pilot of too few games.

    Examples
    --------
    >>> answer = balance.plan("blue", precision=(1, 2), games=60)
    >>> finer, coarser = answer.tables["plan"]["games"]
    >>> finer > 3 * coarser  # half the width takes four times the games
    True
    """
    variants = listed(variants, "variants")
    check_power(power)
    check_confidence(confidence)
    check_count(games, FEWEST_GAMES, "games of the pilot")
    if isinstance(precision, str) or not isinstance(precision, Sequence):
        precision = (precision,)
    check_count(len(precision), 1, "precisions")
    for points in precision:
        if not (is_number(points) and 0 < points < 50):
            raise BadQuestion(
                f"precision: {shown(points)} points can't be planned for; expected a number above "
                "0 and below 50, such as 2"
            )
    rules = [(name, cell_overrides({})) for name in variants]
    if settings:
        first = variants[0] if variants else "baseline"
        rules.append((first, cell_overrides(settings)))
    if not 1 <= len(rules) <= 2:
        raise BadQuestion(
            f"plan: {len(rules)} variants; expected one, or two to be compared; plan each "
            "comparison by itself"
        )
    found = find_scenario(scenario)
    players = Players.chosen(found, axis, soviet)
    question = Question.of(
        KIND, precision=precision, power=power, confidence=confidence, **players.setting
    )
    each, cells = players.rounds(games), players.cells(rules)
    spec = StudySpec(found.game, found.name, cells, each, seed, "turns", question)
    return answer(play_spec(spec, out, jobs, progress, player))


def answer(results: Results) -> Answer:
    """Plan from the games of a pilot."""
    spec, question, games = results.spec, results.spec.question, results.games
    labels = read_labels(spec.game)
    side = labels.points_side
    score = side_score(side, labels.sides[side])
    complete = games.loc[is_complete(games)]
    check_count(len(complete), FEWEST_GAMES, "complete games of the pilot")
    sd = min(upper_sd(score.of(complete)), 0.5)
    pair_sd = _pair_sd(results, score)
    gain = 2 * sd**2 / pair_sd**2
    speed = speed_here(games) or math.nan
    half_widths = [points / 100 for points in question.get("precision")]
    table = plan_table(
        half_widths, sd, gain, speed, power=question.get("power"),
        confidence=question.get("confidence"),
    )  # fmt: skip
    table["equivalence_pairs"] = [
        games_for_equivalence(
            pair_sd, each, 0.0, question.get("power"), 1 - question.get("confidence"), bound=1.0
        )
        for each in half_widths
    ]
    table["equivalence_seconds"] = 2 * table["equivalence_pairs"] / speed
    return Answer(
        results=results,
        sentence=_sentence(table, labels, question, paired=len(_variants(spec)) == 2),
        remarks=(
            *_remarks(results, speed),
            *fault_remarks(games),
            *Players.of(spec).remarks,
        ),
        tables={"plan": table[TABLES["plan"].names]},
        sheets=[_sheet(table, question)],
        facts={
            "games_per_second": speed,
            "sd": sd,
            "pair_sd": pair_sd,
            "gain": gain,
            "pilot_games": len(games),
        },
        methods=METHODS,
    )


def _variants(spec: StudySpec) -> list[str]:
    """Variants of the pilot, as tables show them."""
    return list(dict.fromkeys(cell.variant_label for cell in spec.cells))


def upper_sd(values: Sequence[float] | np.ndarray, assurance: float = _ASSURANCE) -> float:
    """Upper confidence limit of the standard deviation of scores, or of their differences.

    ``values`` lie from -1 to 1 and are mostly alike where few games are lost or few change, so that
    a chi-squared limit would hold in 55% of pilots instead of 80%. The limit is that of Fay and
    Feuer, Statist. Med. 16 (1997) 791, for a sum of weighted counts, here of squared deviations: a
    gamma distribution with the mean and variance that they would have with one more of the largest.
    Where all values are alike the one more is a deviation of 1.

    >>> print(f"{upper_sd([0.0] * 57 + [1.0] * 3):.3f}", f"{upper_sd([0.0] * 60):.3f}")
    0.294 0.164
    """
    array = np.asarray(values, float)
    count = len(array)
    squares = (array - array.mean()) ** 2 * count / (count - 1)
    one_more = (float(squares.max()) or 1.0) / count
    mean = float(squares.mean()) + one_more
    variance = float(squares.var(ddof=1)) / count + one_more**2
    shape = mean**2 / variance
    return math.sqrt(float(gammaincinv(shape, assurance)) * mean / shape)


def _pair_sd(results: Results, score: Outcome) -> float:
    """Spread of a seed's difference; without a second variant, as if seeds were independent."""
    games, labels = results.games, _variants(results.spec)
    complete = games.loc[is_complete(games)]
    if len(labels) == 1:
        return math.sqrt(2) * min(upper_sd(score.of(complete)), 0.5)
    first, second = (games.loc[games["variant"] == label] for label in labels)
    differences = block_means(pair_games(first, second), score)["difference"].to_numpy(float)
    check_count(len(differences), FEWEST_GAMES, "complete pairs of the pilot")
    return upper_sd(differences)


def _sentence(table: pd.DataFrame, labels: Labels, question: Question, *, paired: bool) -> str:
    row = rows(table)[min(1, len(table) - 1)]
    points = counted(100 * row["half_width"], "point")
    side = labels.sides[labels.points_side]
    said = (
        f"Knowing the {side} score to ±{points} takes about {about(row['games'])} games "
        f"({duration(row['games_seconds'])} here)"
    )
    power = f"{question.get('power'):.0%}"
    what = "these variants" if paired else "two variants"
    return (
        f"{said}; finding a change of {points} between {what} with {power} power takes about "
        f"{about(row['power_pairs'])} paired games ({duration(row['power_seconds'])})."
    )


def _remarks(results: Results, speed: float) -> tuple[str, ...]:
    said = [
        f"pilot of {count_games(len(results.games))}; this machine plays {number(speed)} games/s "
        "on all cores"
    ]
    if len(_variants(results.spec)) == 1:
        said.append(
            "pairs are planned as if seeds were independent; with both variants given, the pilot "
            "measures what playing them on the same seeds saves (often most of the games)"
        )
    return tuple(said)


def _sheet(table: pd.DataFrame, question: Question) -> Sheet:
    power = f"{question.get('power'):.0%}"

    def cell(games: float, seconds: float) -> str:
        return f"{about(games)} ({duration(seconds)})" if games < MOST_GAMES else "too many"

    return Sheet(
        "Games for a precision, and the time they take here",
        (
            "Points", "One variant, to ±", "Difference of two, to ±", "On other seeds",
            f"Find a change, power {power}", f"Show there is none, power {power}",
        ),
        [
            (
                f"{100 * row['half_width']:g}",
                cell(row["games"], row["games_seconds"]),
                cell(row["pairs"], row["pairs_seconds"]),
                about(row["unpaired"]),
                cell(row["power_pairs"], row["power_seconds"]),
                cell(row["equivalence_pairs"], row["equivalence_seconds"]),
            )
            for row in rows(table)
        ],
        note="Numbers of differences are games a variant: twice as many are played.",
    )  # fmt: skip
