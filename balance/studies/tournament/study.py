"""Every strategy of one side against every one of the other, on the same seeds.

What is the scenario worth when both sides choose their strategies as well as they can, which
strategies are then played, and which are never worth playing? Under several variants: which side
does a change of the rules favour when both choose anew, and against whom does it work the other
way? The statistics are those of ``balance.analysis.contests.equilibrium``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
from scipy.special import ndtri

from balance.analysis.contests.equilibrium import (
    FEWEST_SEEDS,
    Equilibrium,
    Payoffs,
    compare_tournaments,
    compare_values,
    find_equilibrium,
    payoffs,
)
from balance.analysis.contests.pairings import reversal_words
from balance.analysis.designs.forecast import LIKELY, more_to_tell
from balance.analysis.designs.planning import play_seconds
from balance.analysis.estimates.paired import side_score
from balance.analysis.estimates.proportions import wilson_interval
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import DRAW, is_complete, rows
from balance.analysis.telling.labels import read_labels
from balance.analysis.telling.variant_names import rename_variants, variant_names, variant_questions
from balance.analysis.telling.words import (
    about,
    count_games,
    duration,
    percent,
    percent_range,
    points,
    points_range,
)
from balance.counting import counted
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, StudySpec
from balance.experiments.variant_file import BASELINE
from balance.given import listed
from balance.strategy.field import read_fields
from balance.studies.answer import Answer, fault_remarks, speed_here, unfinished_remarks
from balance.studies.tables import TABLES
from balance.studies.tournament.pairings import (
    Sides,
    choose_strategies,
    crossed_cells,
    whole_seeds,
)
from balance.studies.tournament.sheets import sheets

KIND = "tournament"
#: What every value rests on: a strategy that wasn't played may be better than all of them.
AMONG = "among these strategies"
#: Samples of the bootstrap.
RESAMPLES = 300

METHODS = (
    "Every pairing plays the same seeds. Score of a side: win 1, draw one half; Wilson interval in "
    "each pairing.",
    "Value and best mixes: linear program of the matrix, among the strategies played. The interval "
    "of the value allows for the choice: what is best of several nearly equal ones is so by luck, "
    "too, and its estimate leans by that. How often a strategy is in the best mix: bootstrap of "
    "whole seeds; a mix is uncertain if too many samples use other strategies.",
    "Variants: change of the value when both sides adapt their choice, from the noise of both "
    "together, "
    "and no larger than that of the pairing that changes most; several variants share the error "
    "rate evenly. A pairing goes the other way if its change is significantly opposite to the "
    "mean, by "
    "Holm over all pairings (times the variants); it is undecided if neither direction is "
    "significant.",
)


def tournament(
    scenario: str,
    *,
    axis: str | Sequence[str] | None = None,
    soviet: str | Sequence[str] | None = None,
    variants: str | Sequence[str] = ("baseline",),
    games: int = 200,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    detail: str = "turns",
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Play every strategy of one side against every one of the other.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    axis, soviet
        Strategies, two or more a side; all but examples, ``random`` and ``planner`` if not given.
    variants
        Rule variants; the first is what the others are compared with.
    games
        Games in each pairing under each variant, 20 or more.
    error_rate
        Intervals hold with one minus this.
    seed, jobs, out, detail, progress
        As of ``balance.run``.

    Raises
    ------
    BadQuestion
        For fewer than two strategies of a side, one of the other side, or fewer than 20 games.

    Examples
    --------
    >>> answer = balance.tournament(
    ...     "blue", axis=["historical", "random"], soviet=["historical", "random"], games=20
    ... )
    >>> len(answer.tables["matrix"])
    4
    """
    variants = listed(variants, "variants")
    found = find_scenario(scenario)
    own = choose_strategies(found, "axis", axis, examples=False)
    other = choose_strategies(found, "soviet", soviet, examples=False)
    for side, names in (("Axis", own), ("Soviet", other)):
        check_count(len(names), 2, f"{side} strategies of a tournament")
    check_count(len(variants), 1, "variants of a tournament")
    check_count(games, FEWEST_SEEDS, "games a pairing of a tournament")
    check_error_rate(error_rate)
    cells = crossed_cells(variants, own, other)
    question = Question.of(KIND, error_rate=error_rate)
    spec = StudySpec(found.game, found.name, cells, games, seed, detail, question)
    read_fields(found.game)  # the answer looks into it: its faults are told before play
    return answer(play_spec(spec, out, jobs, progress, player))


@dataclass(frozen=True)
class _Change:
    """What a variant does to the tournament of the first one."""

    variant: str  # as readers call it
    difference: float
    low: float
    high: float
    pairs: pd.DataFrame
    seeds: int
    error_rate: float
    seeds_per_second: float | None  # under both variants, on all cores of this machine

    @property
    def more_seeds(self) -> int:
        """Seeds that would tell which side gains with a chance of 80%, about; 0 if none would."""
        if self.verdict == "favours":
            return 0
        half = (self.high - self.low) / 2
        sd = half / -ndtri(self.error_rate / 2) * math.sqrt(self.seeds)
        return more_to_tell(self.difference, float(sd), self.seeds, self.error_rate) or 0

    @property
    def verdict(self) -> str:
        return "favours" if self.low > 0 or self.high < 0 else "undecided"

    def sentence(self, sides: Sides) -> str:
        size, near, far = self.difference, self.low, self.high
        if size < 0:
            size, near, far = -size, -far, -near
        figure = f"{points(size)} points {points_range(near, far)}"
        gainer = sides.gainer(self.difference)
        adapting = f"when both sides adapt their choice {AMONG}"
        played = f"({counted(self.seeds, 'seed')} in each of {counted(len(self.pairs), 'pairing')})"
        if self.verdict == "favours":
            told = [f"{self.variant} favours {gainer} by {figure} {adapting} {played}."]
        else:
            told = [
                f"The effect of {self.variant} is undecided {adapting}: so far {figure} for "
                f"{gainer} {played}.",
                *self._forecast(),
            ]
        return " ".join([*told, reversal_words(self.pairs, ("own", "other"))])

    def _forecast(self) -> list[str]:
        if not self.more_seeds:
            return []
        words = f"About {about(self.more_seeds)} more seeds"
        if self.seeds_per_second is not None:
            words += f" ({duration(play_seconds(self.more_seeds, self.seeds_per_second))} here)"
        return [f"{words} have an {LIKELY:.0%} chance of settling it."]


def answer(
    results: Results, called: Mapping[str, str] | None = None, more: Sequence[Results] = ()
) -> Answer:
    """Answer a tournament from its tables; ``called`` gives strategies other names.

    ``more`` are studies of the same seeds with further pairings.

    Raises
    ------
    BadQuestion
        If fewer than 20 seeds are played in all pairings yet.
    """
    spec = results.spec
    error_rate = spec.question.get("error_rate")
    sides = Sides.of(read_labels(spec.game))
    studies = (results, *more)
    games = whole_seeds(*studies)
    if called:
        games = games.assign(**{key: games[key].replace(called) for key in sides.keys})
    check_count(int(games["seed"].nunique()), FEWEST_SEEDS, "seeds played in all pairings")
    variants = list(dict.fromkeys(cell.variant_label for cell in spec.cells))
    own, other = (games[side].unique() for side in sides.keys)
    played = {
        variant: payoffs(games.loc[games["variant"] == variant], sides.keys[0], sides.keys)
        for variant in variants
    }
    solved = {
        variant: find_equilibrium(table, confidence=1 - error_rate, resamples=RESAMPLES)
        for variant, table in played.items()
    }
    changes = _changes(played, error_rate, speed_here(games, 2 * len(own) * len(other)))
    tables = {
        "matrix": _matrix_table(games, sides, 1 - error_rate),
        "values": _value_table(played, solved),
        "strategies": _strategy_table(solved, sides),
        "value_changes": _value_change_table(changes, sides),
        "pair_changes": _pair_change_table(changes, sides),
    }
    names = variant_names(spec.game, variants)
    told = [replace(each, variant=names[each.variant]).sentence(sides) for each in changes]
    sentence = " ".join(told)
    return Answer(
        results=results,
        sentence=sentence
        or _sentence(solved[variants[0]], played[variants[0]], sides, 1 - error_rate),
        about=variant_questions(spec.game, variants),
        remarks=(
            *fault_remarks(pd.concat([each.games for each in studies])),
            *unfinished_remarks(results, "only seeds played in every pairing count"),
            *_best_answers(spec, [cell for each in studies for cell in each.spec.cells], sides),
        ),
        tables=tables,
        sheets=sheets(rename_variants(tables, names), sides),
        facts={
            "error_rate": error_rate,
            "seeds": int(games["seed"].nunique()),
            "faulty": sum(int((~is_complete(each.games)).sum()) for each in studies),
        },
        methods=METHODS,
    )


def _best_answers(spec: StudySpec, cells: Sequence[Cell], sides: Sides) -> Iterator[str]:
    """How far the field's mixes can be exploited, where all of its players are in the tournament.

    That is known of the rules as printed alone.
    """
    field = read_fields(spec.game).get(spec.scenario)
    if field is None or Cell("", "", BASELINE).conditions not in {
        replace(cell.conditions, axis="", soviet="") for cell in cells
    }:
        return
    played = {(cell.axis, cell.soviet) for cell in cells}
    if not {(each.axis, each.soviet) for each in field.pairings} <= played:
        return
    for each in field.answers:
        own = dict(zip(sides.keys, sides.phrases, strict=True))[each.side]
        yield (
            f"against the mix of the field, the best answer found for {own} gains "
            f"{points(each.gain)} points {points_range(each.low, each.high)} in "
            f"{count_games(each.games)}"
        )


def _changes(
    played: dict[str, Payoffs], error_rate: float, seeds_per_second: float | None
) -> list[_Change]:
    """Each variant against the first one; the error rate is shared evenly."""
    first, *others = played
    made = []
    for variant in others:
        confidence = 1 - error_rate / len(others)
        pairs = compare_tournaments(played[first], played[variant], 1 - error_rate, len(others))
        value = compare_values(played[first], played[variant], confidence=confidence)
        seeds = len(played[variant].seeds)
        made.append(_Change(variant, *value, pairs, seeds, 1 - confidence, seeds_per_second))
    return made


def _sentence(solved: Equilibrium, played: Payoffs, sides: Sides, confidence: float) -> str:
    """Who is ahead when both sides choose well, and what they then play."""
    favoured = (
        f"The scenario favours {sides.phrases[0]}"
        if solved.low > 0.5
        else f"The scenario favours {sides.phrases[1]}"
        if solved.high < 0.5
        else "Neither side is clearly favoured"
    )
    mixes = ", ".join(
        f"for {phrase} {_mix_words(table)}{_doubt(alike, confidence)}"
        for phrase, table, alike in zip(
            sides.phrases,
            (solved.own, solved.other),
            (solved.own_alike, solved.other_alike),
            strict=True,
        )
    )
    seeds, own, other = played.scores.shape
    return (
        f"{favoured} when both sides choose well {AMONG}: the "
        f"{sides.names[0]} score is {percent(solved.value)} "
        f"{percent_range(solved.low, solved.high)}. Best choice: {mixes} "
        f"({count_games(seeds * own * other)}, {seeds:,} in each of "
        f"{counted(own * other, 'pairing')})."
    )


def _mix_words(table: pd.DataFrame) -> str:
    """Strategies of a best mix with their shares, the largest first."""
    used = table.loc[table["share"] > 0.005].sort_values("share", ascending=False, kind="stable")
    if len(used) == 1:
        return str(used["strategy"].iloc[0])
    return ", ".join(f"{row['strategy']} {percent(row['share'])}" for row in rows(used))


def _doubt(alike: float, confidence: float) -> str:
    """Say of a best mix that resampled games choose others; nothing if hardly any do."""
    return "" if alike >= confidence else f" (uncertain: {percent(1 - alike)} of resamples differ)"


def _matrix_table(games: pd.DataFrame, sides: Sides, confidence: float) -> pd.DataFrame:
    score = side_score(sides.keys[0])
    lines = []
    # In the order in which the study names variants and strategies.
    for key, part in games.groupby(["variant", "axis", "soviet"], sort=False):
        whole = part.loc[is_complete(part)]
        total = float(score.of(whole).sum())
        low, high = wilson_interval(total, len(whole), confidence)
        shares = whole["winner"].value_counts(normalize=True)
        lines.append(
            {
                **dict(zip(("variant", "axis", "soviet"), key, strict=True)),
                "games": len(whole),
                "faulty": len(part) - len(whole),
                "score": total / len(whole),
                "low": float(low),
                "high": float(high),
                "axis_wins": float(shares.get("axis", 0.0)),
                "draws": float(shares.get(DRAW, 0.0)),
                "soviet_wins": float(shares.get("soviet", 0.0)),
            }
        )
    return pd.DataFrame(lines, columns=TABLES["matrix"].names)


def _value_table(played: dict[str, Payoffs], solved: dict[str, Equilibrium]) -> pd.DataFrame:
    lines = [
        {
            "variant": variant,
            "side": found.side,
            "value": found.value,
            "low": found.low,
            "high": found.high,
            "exploitability": found.exploitability,
            "own_alike": found.own_alike,
            "other_alike": found.other_alike,
            "seeds": len(played[variant].seeds),
            "faulty": played[variant].faulty,
        }
        for variant, found in solved.items()
    ]
    return pd.DataFrame(lines, columns=TABLES["values"].names)


def _strategy_table(solved: dict[str, Equilibrium], sides: Sides) -> pd.DataFrame:
    parts = [
        table.assign(variant=variant, side=side)
        for variant, found in solved.items()
        for side, table in zip(sides.keys, (found.own, found.other), strict=True)
    ]
    return pd.concat(parts, ignore_index=True)[TABLES["strategies"].names]


def _value_change_table(changes: Sequence[_Change], sides: Sides) -> pd.DataFrame:
    lines = [
        {
            "variant": each.variant,
            "verdict": each.verdict,
            "sentence": each.sentence(sides),
            "side": sides.keys[each.difference < 0] if each.verdict == "favours" else "",
            "difference": each.difference,
            "low": each.low,
            "high": each.high,
            "overall": float(each.pairs["overall"].iloc[0]),
            "seeds": each.seeds,
            "more_seeds": each.more_seeds,
        }
        for each in changes
    ]
    return pd.DataFrame(lines, columns=TABLES["value_changes"].names)


def _pair_change_table(changes: Sequence[_Change], sides: Sides) -> pd.DataFrame:
    names = TABLES["pair_changes"].names
    if not changes:
        return pd.DataFrame(columns=names)
    parts = [
        each.pairs.rename(columns=dict(zip(("own", "other"), sides.keys, strict=True))).assign(
            variant=each.variant,
            reverses=each.pairs["reverses"].astype(int),
            undecided=each.pairs["undecided"].astype(int),
            leader_changes=each.pairs["leader_changes"].astype(int),
        )
        for each in changes
    ]
    return pd.concat(parts, ignore_index=True)[names]
