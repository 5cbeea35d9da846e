"""Compare rule variants on the same seeds: which side does a change favour, and by how much?

The first variant is what the others are compared with. The score of the side that scores points
(win 1, draw one half) decides the verdict; everything else is told beside it.

Played for a fixed number of games, the verdict rests on the score test of
``balance.analysis.estimates.bounded_mean`` and the equivalence test. Played ``until="decided"``,
the sequential test of ``balance.analysis.estimates.sequential`` stops play and its estimate is
corrected for the stop. Either way several variants share the error rate evenly (Bonferroni), in all
that is said of them: tests, intervals, p values and the games still needed.

Over a field each pairing has seeds of its own and is a stratum of the test; the sequential test
takes what differs between pairings for luck, and stops no earlier for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.estimates.paired import (
    Outcome,
    Pairs,
    block_means,
    pair_games,
    pairing_gain,
    side_score,
)
from balance.analysis.estimates.sequential import Sequential, decide_sequentially, score_steps
from balance.analysis.questions import (
    check_count,
)
from balance.analysis.study import is_complete, rows
from balance.analysis.telling.comparison import (
    ComparisonVerdict,
    reach_comparison,
    reach_sequential,
)
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.variant_names import rename_variants, variant_names, variant_questions
from balance.analysis.telling.words import level, number, signed
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER, rules_of
from balance.experiments.pool import Enough
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.store import Store
from balance.experiments.study import Cell, StudySpec
from balance.experiments.variant_file import BASELINE
from balance.given import listed
from balance.rulebook.game import Game, ScenarioName
from balance.studies.answer import Answer, fault_remarks, speed_here, unfinished_remarks
from balance.studies.compare.parts import Material, tables_of
from balance.studies.compare.sheets import is_sequential, sheets
from balance.studies.compare.stop import BATCH, Stop
from balance.studies.field.changes import FIELD_METHODS, field_changes, pairing_words
from balance.studies.field.players import Players
from balance.studies.tables import TABLES
from balance.studies.tournament.pairings import Sides

KIND = "compare"
#: Share of the games from which one side counts as always winning.
_ALWAYS = 0.95

METHODS = (
    "Both games of a pair share their seed and so every die that the change leaves alone.",
    "Score of a side: win 1, draw one half; the interval of its difference and p come from a score "
    "test over seeds (Tango's where every change is a whole win).",
    "No effect: two one-sided tests at the margin; their interval is the one named beside it.",
    "Several variants share the error rate evenly (Bonferroni): verdicts, their intervals and p "
    "hold for all of them together.",
    "Games still needed: the chance that they decide allows for what the games played may have "
    "missed, and takes changes to be about as large as the margin beforehand.",
    "Curves: the band holds at all turns at once (max-t bootstrap over seeds).",
    "Endings together: Stuart-Maxwell test. Rows of tables are not adjusted for their number.",
)
SEQUENTIAL_METHOD = (
    "Played until decided: generalized sequential probability ratio tests at plus and minus the "
    "margin; the estimate is median-unbiased after the stop."
)


def compare(
    scenario: str,
    variants: str | Sequence[str] = (BASELINE,),
    *,
    settings: Mapping[str, object] | Sequence[Mapping[str, object]] | None = None,
    axis: str | Sequence[str] | None = None,
    soviet: str | Sequence[str] | None = None,
    games: int = 1000,
    until: str | None = None,
    margin: float = 2.0,
    max_games: int = 10_000,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    detail: str = "events",
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Compare rule variants on the same seeds; one alone is compared with the baseline.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    variants
        Names or paths; the first is what the others are compared with. One alone, without
        ``settings``, is compared with the baseline.
    settings
        Parameters, ``{"victory.vp_to_win": 7}``: one more variant, the first with these on top.
        Several such mappings make several.
    axis, soviet
        Strategies; several of a side are all played, and a seed counts as the mean over pairings.
        If none is named, the field of the scenario plays.
    games
        Games a variant, in each pairing of strategies that are named; those of a field share them
        by their weights.
    until
        ``"decided"`` plays until the question is answered, at most ``max_games``; ``games`` then
        has no say.
    margin
        Smallest change of a side's score that matters, in percentage points.
    error_rate
        Accepted chance of a false verdict; intervals hold with one minus this.
    seed, jobs, out, detail, progress
        As of ``balance.run``; events, which cost a few percent of the time, tell where points come
        from, when places fall and what goes with a change of winner.

    Raises
    ------
    BadQuestion
        For settings that make no sense, such as a margin of 0.

    Examples
    --------
    >>> answer = balance.compare("blue", settings={"victory.vp_to_win": 7}, games=40)
    >>> list(answer.tables["verdicts"].variant)
    ['baseline+victory.vp_to_win=7']
    """
    variants = listed(variants, "variants")
    found = find_scenario(scenario)
    rules: list[tuple[str, tuple[tuple[str, str], ...]]] = [(name, ()) for name in variants]
    several: Sequence[Any] = settings if isinstance(settings, list | tuple) else [settings]
    for each in several:
        if each:
            rules.append((variants[0] if variants else BASELINE, cell_overrides(each)))
    if len(rules) == 1 and rules[0][0] != BASELINE:
        rules.insert(0, (BASELINE, ()))
    if len(rules) < 2:
        raise BadQuestion(
            "variants to compare: nothing differs from the baseline; name a variant, or set a "
            "parameter"
        )
    players = Players.chosen(found, axis, soviet)
    cells = players.cells(rules)
    if len(set(cells)) < len(cells):
        raise BadQuestion("variants to compare: one is given twice; give each of them once")
    results = play_pairs(
        KIND,
        found,
        players,
        cells,
        games=games,
        stop=Stop(until, margin, max_games, error_rate),
        seed=seed,
        detail=detail,
        out=out,
        jobs=jobs,
        progress=progress,
        player=player,
    )
    return answer(results)


def play_pairs(
    kind: str,
    found: ScenarioName,
    players: Players,
    cells: tuple[Cell, ...],
    *,
    games: int,
    stop: Stop,
    seed: int,
    detail: str,
    out: str | Path | None,
    jobs: int | None,
    progress: bool | Progress,
    player: str,
    **settings: object,
) -> Results:
    """Play cells whose first rules the others are compared with; ``settings`` go to the question.

    Raises
    ------
    BadQuestion
        For a margin, error rate, number of games or way to stop that makes no sense, or rules that
        are those of the first.
    """
    stop.check(games)
    _check_differ(found.game, cells)
    question = stop.question(kind, players, **settings)
    each = players.rounds(games if stop.until is None else BATCH)
    spec = StudySpec(found.game, found.name, cells, each, seed, detail, question)
    if stop.until is None:
        return play_spec(spec, out, jobs, progress, player)
    return play_spec(
        spec,
        out,
        jobs,
        progress,
        player,
        enough=enough(question),
        most_games=players.rounds(stop.max_games),
    )


def _check_differ(game: Game, cells: Sequence[Cell]) -> None:
    """Refuse rules that change nothing in the first ones: all games would go alike."""
    first, *others = {cell.variant_label: rules_of(game, cell).hash for cell in cells}.items()
    for label, rules in others:
        if rules == first[1]:
            names = variant_names(game, [first[0], label])
            told = {BASELINE: "the baseline"}.get(first[0], names[first[0]])
            raise BadQuestion(
                f"variants to compare: {names[label]}: nothing differs from {told}; set another "
                "value, or leave it out"
            )


@dataclass(frozen=True)
class _Plan:
    """What the cells of a comparison are."""

    labels: Labels
    variants: list[str]  # as in games.variant, the first one first
    players: Players

    @classmethod
    def of(cls, spec: StudySpec) -> _Plan:
        names = list(dict.fromkeys(cell.variant_label for cell in spec.cells))
        return cls(read_labels(spec.game), names, Players.of(spec))

    @property
    def pairings(self) -> int:
        """Pairings that share a seed."""
        return self.players.on_a_seed

    @property
    def among(self) -> str:
        """Whose the games are, as it follows their number."""
        return "of the field" if self.players.is_field else ""

    @property
    def score(self) -> Outcome:
        side = self.labels.points_side
        return side_score(side, self.labels.sides[side])

    @cached_property
    def sides(self) -> Sides:
        """The side that scores points and the other one."""
        return Sides.of(self.labels)

    def pairs(self, games: pd.DataFrame) -> Iterator[tuple[str, Pairs]]:
        """Each variant with its pairs against the first one."""
        games = self.players.whole_rounds(games, len(self.variants))
        first = games.loc[games["variant"] == self.variants[0]]
        for variant in self.variants[1:]:
            second = games.loc[games["variant"] == variant]
            yield variant, pair_games(first, second, stratified=self.players.is_field)

    def differences(self, pairs: Pairs) -> pd.Series[float]:
        """Change of the score by seed, in order of seed; seeds with a faulty game are left out."""
        sizes = pairs.table.groupby("seed")["seed"].transform("size")
        whole = Pairs(pairs.table.loc[sizes == self.pairings], pairs.first, pairs.second)
        return block_means(whole, self.score)["difference"].astype(float)

    @property
    def comparisons(self) -> int:
        """Number of variants that share the error rate."""
        return len(self.variants) - 1

    def test(self, pairs: Pairs, question: Question) -> Sequential:
        """Sequential test of one variant."""
        share = question.get("error_rate") / self.comparisons
        return decide_sequentially(
            self.differences(pairs).to_numpy(),
            question.get("margin") / 100,
            batch=question.get("batch"),
            most_pairs=question.get("max_games"),
            error_rate=share,
            confidence=1 - share,
            steps=score_steps(self.pairings),
        )


def enough(question: Question) -> Enough:
    """Go on by a batch until every variant is decided or the cap is reached."""

    def wanted(store: Store, spec: StudySpec) -> int:
        plan = _Plan.of(spec)
        columns = ["variant", "axis", "soviet", "seed", "winner", "ending"]
        games = store.read("games", columns)
        tests = (plan.test(pairs, question) for _, pairs in plan.pairs(games))
        if all(test.is_decided for test in tests):
            return spec.games
        batch, most = (plan.players.rounds(question.get(n)) for n in ("batch", "max_games"))
        return min(spec.games + batch, most)

    return wanted


def answer(results: Results) -> Answer:
    """Answer a comparison from its tables.

    Raises
    ------
    BadQuestion
        If too few games are there yet.
    """
    spec, question = results.spec, results.spec.question
    plan = _Plan.of(spec)
    confidence = 1 - question.get("error_rate")
    labels, games = plan.labels, results.games
    paired = list(plan.pairs(games))
    names = variant_names(spec.game, plan.variants)
    found = _verdicts(plan, results, paired, names)
    material = Material.of(results, plan.labels, confidence, plan.pairings)
    whole = {
        "verdicts": _verdict_table(plan, paired, found),
        "field_changes": _field_changes(plan, paired, confidence),
        **tables_of(paired, material),
    }
    told = {
        name: pairing_words(whole["field_changes"], name, each.side >= 0, plan.sides.phrases)
        for name, each in found
    }
    sequential = is_sequential(question)
    return Answer(
        results=results,
        sentence=" ".join(" ".join(filter(None, (v.sentence, told[name]))) for name, v in found),
        remarks=(*_remarks(plan, results, found), *_one_sided_remarks(names, whole["outcomes"])),
        tables=whole,
        sheets=sheets(rename_variants(whole, names), names[plan.variants[0]], labels, question),
        about=variant_questions(spec.game, plan.variants),
        facts={
            "margin": question.get("margin"),
            "error_rate": question.get("error_rate"),
            "confidence": 1 - question.get("error_rate") / plan.comparisons,
            "decided": all(verdict.decided for _, verdict in found),
            "faulty": int((~is_complete(games)).sum()),
        },
        methods=(
            *METHODS,
            *([SEQUENTIAL_METHOD] if sequential else []),
            *(FIELD_METHODS if plan.players.is_field else []),
        ),
    )


def _field_changes(
    plan: _Plan, paired: Sequence[tuple[str, Pairs]], confidence: float
) -> pd.DataFrame:
    """What each variant does in each pairing of the field."""
    blocks = {variant: block_means(pairs, plan.score) for variant, pairs in paired}
    changes = {name: (each.index, each["first"], each["second"]) for name, each in blocks.items()}
    return field_changes(plan.players, changes, confidence)


def _verdicts(
    plan: _Plan,
    results: Results,
    paired: Sequence[tuple[str, Pairs]],
    names: Mapping[str, str],
) -> list[tuple[str, ComparisonVerdict]]:
    """Verdict of each variant against the first one."""
    question = results.spec.question
    margin, error_rate = question.get("margin") / 100, question.get("error_rate")
    speed = speed_here(results.games, plan.pairings)
    if is_sequential(question):
        return [
            (
                name,
                reach_sequential(
                    plan.test(pairs, question),
                    plan.sides.phrases,
                    games_per_second=speed,
                    subject=names[name],
                    among=plan.among,
                ),
            )
            for name, pairs in paired
        ]
    differences = [plan.differences(pairs) for _, pairs in paired]
    for (name, _), values in zip(paired, differences, strict=True):
        check_count(len(values), 2, f"complete paired games under {names[name]}")
    return [
        (
            name,
            reach_comparison(
                values,
                plan.sides.phrases,
                margin,
                error_rate=error_rate,
                comparisons=plan.comparisons,
                strata=plan.players.strata(values.index),
                games_per_second=speed,
                subject=names[name],
                among=plan.among,
            ),
        )
        for (name, _), values in zip(paired, differences, strict=True)
    ]


def _remarks(
    plan: _Plan, results: Results, found: Sequence[tuple[str, ComparisonVerdict]]
) -> tuple[str, ...]:
    said = [
        *fault_remarks(results.games),
        *unfinished_remarks(results, plan.players.counted),
        *plan.players.remarks,
    ]
    spec = results.spec
    if plan.pairings > 1:
        said.append(f"each seed is the mean over {plan.pairings} pairings of strategies")
    if plan.comparisons > 1:
        error_rate = spec.question.get("error_rate")
        said.append(
            f"{plan.comparisons} variants share the error rate: each interval holds with "
            f"{level(1 - error_rate / plan.comparisons)}, so that all verdicts are right together "
            f"with {level(1 - error_rate)}"
        )
    if is_sequential(spec.question) and all(v.decided for _, v in found):
        said.append(
            "play stopped because the verdict was clear; it is corrected for that, the tables "
            "are as played and lean a little the same way"
        )
    return tuple(said)


def _one_sided_remarks(names: Mapping[str, str], outcomes: pd.DataFrame) -> Iterator[str]:
    """What the points say of variants under which the same side wins nearly always."""
    for variant, table in outcomes.groupby("variant", sort=False):
        told = {row["outcome"]: row for row in rows(table)}
        shares = told["score"]["first"], told["score"]["second"]
        if (min(shares) < _ALWAYS and max(shares) > 1 - _ALWAYS) or "vp" not in told:
            continue
        vp = told["vp"]
        low, high = (number(vp[end], 2) for end in ("low", "high"))
        yield (
            f"the same side wins nearly every game with and without {names[str(variant)]}, so the "
            f'score has little room to move; see "{vp["name"]}": '
            f"{signed(vp['difference'], 2)} [{low}, {high}]"
        )


def _verdict_table(
    plan: _Plan,
    paired: Sequence[tuple[str, Pairs]],
    found: Sequence[tuple[str, ComparisonVerdict]],
) -> pd.DataFrame:
    lines = []
    for (variant, pairs), (_, verdict) in zip(paired, found, strict=True):
        table = pairs.table
        blocks = block_means(pairs, plan.score)
        lines.append(
            {
                "variant": variant,
                "verdict": verdict.kind,
                "sentence": verdict.sentence,
                "side": plan.sides.keys[verdict.side] if verdict.side >= 0 else "",
                "difference": verdict.difference,
                "low": verdict.low,
                "high": verdict.high,
                "p_value": verdict.p_value,
                "within_low": verdict.within_low,
                "within_high": verdict.within_high,
                "p_within": verdict.p_within,
                "pairs": verdict.pairs,
                "more_pairs": verdict.more.likely,
                "more_even": verdict.more.even,
                "more_nearly": verdict.more.nearly,
                "flipped": int((table["winner_first"] != table["winner_second"]).sum()),
                "identical": int((table["log_first"] == table["log_second"]).sum()),
                "gain": pairing_gain(blocks["first"], blocks["second"]),
            }
        )
    return pd.DataFrame(lines, columns=TABLES["verdicts"].names)
