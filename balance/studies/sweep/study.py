"""Sweep one or more parameters on the same seeds: how the balance runs with their values.

Every combination of the values is a cell of the study. Each is compared, seed by seed, with the one
that leaves the rules as they are, or with the first one where none does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from balance.analysis.estimates.bands import FEWEST_SEEDS, difference_band
from balance.analysis.estimates.means import mean_interval
from balance.analysis.estimates.multiplicity import holm
from balance.analysis.estimates.proportions import score_interval
from balance.analysis.estimates.strata import Strata
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import is_complete
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.variant_names import parameter_meanings
from balance.analysis.telling.words import count_games, estimate
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import StudySpec
from balance.given import check_mapping
from balance.studies.answer import Answer, fault_remarks, unfinished_remarks
from balance.studies.field.changes import FIELD_METHODS, field_changes, pairing_words
from balance.studies.field.players import Players
from balance.studies.scores import (
    paired_change,
    score_matrix,
    shares_by_variant,
)
from balance.studies.settings import (
    Overrides,
    are_numbers,
    check_distinct,
    on_top,
    read_values,
    rules_hashes,
    setting_label,
    settings_grid,
)
from balance.studies.sweep.sheets import sheets
from balance.studies.tables import TABLES
from balance.studies.tournament.pairings import Sides

KIND = "sweep"

METHODS = (
    "All settings are played on the same seeds: every die that a value leaves alone falls alike.",
    "Score of a side: win 1, draw one half; Wilson intervals. The interval and p of its "
    "change come from a score test over seeds (Tango's where every change is a whole win).",
    "p is adjusted by Holm for all settings. Intervals hold for their row alone.",
    "Band: holds at all values of the parameter at once (max-t bootstrap over seeds; Wilson's "
    "interval, the error rate shared evenly, where all games went one way).",
    "Lowest and highest of several settings: Wilson intervals that hold for all settings at once "
    "(error rate shared evenly).",
)


def sweep(
    scenario: str,
    over: Mapping[str, object],
    *,
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
    """Play every combination of the values of some parameters on the same seeds.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    over
        Keys as overrides take them, each with its values: ``{"victory.vp_to_win": [5, 6, 7],
        "supply.line_max_hexes": "5..9"}``; ``5..9:2`` goes in steps of 2.
    axis, soviet, variant, settings
        What all settings share: strategies (the field of the scenario if none is named), rule
        variant, parameters on top of it.
    games
        Games a setting.
    error_rate
        Accepted chance of a false alarm; intervals hold with one minus this.
    seed, jobs, out, detail, progress, player
        As of ``balance.run``.

    Raises
    ------
    BadQuestion
        For nothing to sweep, one value only, a value given twice, too many settings.
    DataError
        For an unknown parameter or a value out of range.

    Examples
    --------
    >>> answer = balance.sweep("blue", {"victory.vp_to_win": [5, 6, 7]}, games=20)
    >>> answer.results.game_count
    60
    """
    found = find_scenario(scenario)
    if not over:
        raise BadQuestion(
            "sweep: no parameter to vary; expected at least one with its values, such as "
            "victory.vp_to_win=5..7; balance parameters GAME lists them"
        )
    check_mapping("over", over, "{'victory.vp_to_win': '5..9'}")
    check_error_rate(error_rate)
    check_count(games, 2, "games a setting")
    players = Players.chosen(found, axis, soviet)
    base = cell_overrides(settings or {})
    values = {key: read_values(key, given) for key, given in over.items()}
    grid = settings_grid(values)
    cells = [on_top(base, setting) for setting in grid]
    own, *hashes = rules_hashes(found.game, variant, [base, *cells])
    check_distinct(grid, hashes)
    question = Question.of(
        KIND,
        over=[[key, *texts] for key, texts in values.items()],
        reference=hashes.index(own) if own in hashes else 0,
        unchanged=own in hashes,
        error_rate=error_rate,
        **players.setting,
    )
    spec = StudySpec(
        found.game,
        found.name,
        players.cells((variant, overrides) for overrides in cells),
        players.rounds(games),
        seed,
        detail,
        question,
    )
    return answer(play_spec(spec, out, jobs, progress, player))


@dataclass(frozen=True)
class Plan:
    """What the cells of a sweep are, in their order."""

    labels: Labels
    over: dict[str, tuple[str, ...]]
    grid: list[Overrides]
    variants: list[str]  # as in games.variant
    reference: int
    #: Whether the reference leaves the rules as they are.
    unchanged: bool
    error_rate: float
    players: Players

    @classmethod
    def of(cls, spec: StudySpec) -> Plan:
        """Read the plan of a study."""
        question = spec.question
        over = {key: values for key, *values in question.get("over")}
        return cls(
            labels=read_labels(spec.game),
            over=over,
            grid=settings_grid(over),
            variants=list(dict.fromkeys(cell.variant_label for cell in spec.cells)),
            reference=question.get("reference"),
            unchanged=question.get("unchanged"),
            error_rate=question.get("error_rate"),
            players=Players.of(spec),
        )

    @property
    def confidence(self) -> float:
        """Confidence of an interval."""
        return 1 - self.error_rate

    @property
    def names(self) -> list[str]:
        """Labels of the settings."""
        return [setting_label(setting) for setting in self.grid]

    @property
    def side(self) -> str:
        """Name of the side whose score is told."""
        return self.labels.sides[self.labels.points_side]


def answer(results: Results) -> Answer:
    """Answer a sweep from its tables.

    Raises
    ------
    BadQuestion
        If too few games are there yet.
    """
    plan = Plan.of(results.spec)
    games = plan.players.whole_rounds(results.games, len(plan.variants))
    scores = score_matrix(games, plan.variants, plan.labels)
    shares = shares_by_variant(games, plan.variants, plan.labels, plan.confidence)
    names = dict(zip(plan.variants, plan.names, strict=True))
    shares.insert(0, "setting", [names[variant] for variant in shares["variant"]])
    tables = {
        "sweep": _settings_table(plan, games, scores),
        "sweep_values": _value_table(plan),
        "sweep_shares": shares,
        "field_changes": _field_changes(plan, scores),
    }
    if len(plan.over) == 1:
        tables["sweep_curve"] = _curve(plan, scores)
    return Answer(
        results=results,
        sentence=_sentence(plan, scores, tables["sweep"]),
        remarks=_remarks(plan, results, scores),
        tables=tables,
        sheets=sheets(
            tables, plan.over, plan.labels, plan.names[plan.reference], unchanged=plan.unchanged
        ),
        facts={
            "settings": len(plan.grid),
            "reference": plan.names[plan.reference],
            "reference_is_unchanged_rules": plan.unchanged,
            "error_rate": plan.error_rate,
            "faulty": int((~is_complete(games)).sum()),
        },
        methods=(*METHODS, *(FIELD_METHODS if plan.players.is_field else ())),
        about=parameter_meanings(results.spec.game, plan.over),
    )


def _settings_table(plan: Plan, games: pd.DataFrame, scores: pd.DataFrame) -> pd.DataFrame:
    matrix, strata = scores.to_numpy(float), plan.players.strata(scores.index)
    whole = is_complete(games)
    lines = []
    for number, (name, variant) in enumerate(zip(plan.names, plan.variants, strict=True)):
        here = games["variant"] == variant
        played = games.loc[here & whole]
        score, low, high = score_interval(matrix[:, number], plan.confidence, strata)
        own = plan.players.strata(played["seed"])
        points = mean_interval(played["vp"], plan.confidence, own, unit=1.0)
        turns = mean_interval(played["ending_turn"], plan.confidence, own, unit=1.0)
        change = paired_change(
            matrix[:, plan.reference], matrix[:, number], plan.confidence, strata
        )
        if number == plan.reference:
            change = (change[0], np.nan, np.nan, np.nan, np.nan)
        lines.append(
            (
                name,
                variant,
                number == plan.reference,
                len(played),
                int((here & ~whole).sum()),
                *(score, low, high),
                *points,
                *turns,
                *change,
            )
        )
    table = pd.DataFrame(lines, columns=TABLES["sweep"].names)
    others = ~table["reference"]
    table.loc[others, "p_value"] = holm(table.loc[others, "p_value"])
    return table


def _field_changes(plan: Plan, scores: pd.DataFrame) -> pd.DataFrame:
    """What each setting but the reference does in each pairing of the field."""
    base = scores[plan.variants[plan.reference]]
    others = [v for number, v in enumerate(plan.variants) if number != plan.reference]
    changes = {variant: (scores.index, base, scores[variant]) for variant in others}
    return field_changes(plan.players, changes, plan.confidence)


def _value_table(plan: Plan) -> pd.DataFrame:
    lines = [
        (name, key, value, float(value) if are_numbers(plan.over[key]) else np.nan)
        for name, setting in zip(plan.names, plan.grid, strict=True)
        for key, value in setting
    ]
    return pd.DataFrame(lines, columns=TABLES["sweep_values"].names)


def _curve(plan: Plan, scores: pd.DataFrame) -> pd.DataFrame:
    """Score by value with its band; no rows where seeds are too few for one."""
    names = TABLES["sweep_curve"].names
    matrix = scores.dropna().to_numpy(float)
    if len(matrix) < FEWEST_SEEDS:
        return pd.DataFrame(columns=names)
    band = difference_band(np.zeros_like(matrix), matrix, confidence=plan.confidence)
    table = band.rename(columns={"pairs": "seeds", "difference": "score"})
    table["value"] = [value for ((_, value),) in plan.grid]
    table[["band_low", "band_high"]] = table[["band_low", "band_high"]].clip(0, 1)
    return table[names]


def _shared(plan: Plan) -> float:
    """Confidence of one of the intervals that are to hold for all settings together."""
    return 1 - plan.error_rate / len(plan.grid)


def _sentence(plan: Plan, scores: pd.DataFrame, table: pd.DataFrame) -> str:
    """From the first to the last value where the score moved between them, else the extremes."""
    matrix, strata = scores.to_numpy(float), plan.players.strata(scores.index)
    games = count_games(len(matrix)) + (" of the field" if plan.players.is_field else "")
    if len(plan.over) == 1:
        key, values = next(iter(plan.over.items()))
        _, change, low, high, _ = paired_change(
            matrix[:, 0], matrix[:, -1], plan.confidence, strata
        )
        if are_numbers(values) and (low > 0 or high < 0):
            first, last = (
                estimate({"share": row["score"], "low": row["low"], "high": row["high"]})
                for _, row in table.iloc[[0, -1]].iterrows()
            )
            verb = "rises" if change > 0 else "falls"
            told = (
                f"The {plan.side} score {verb} from {first} at {key}={values[0]} to {last} at "
                f"{key}={values[-1]} ({games} at each value)."
            )
            ends = {plan.names[-1]: (scores.index, matrix[:, 0], matrix[:, -1])}
            changes = field_changes(plan.players, ends, plan.confidence)
            across = pairing_words(changes, plan.names[-1], True, Sides.of(plan.labels).phrases)
            return " ".join(filter(None, (told, across)))
    extremes = _extremes(plan, table, matrix, strata)
    return f"{extremes} ({games} each). {_count_differing(plan, table)}."


def _extremes(plan: Plan, table: pd.DataFrame, matrix: np.ndarray, strata: Strata) -> str:
    """The lowest and the highest score, with intervals that hold for all settings at once."""
    score = table["score"].to_numpy(float)
    ends = [int(score.argmin()), int(score.argmax())]
    said = []
    for number in ends:
        share, low, high = score_interval(matrix[:, number], _shared(plan), strata)
        figure = estimate({"share": share, "low": low, "high": high})
        said.append(f"{figure} with {plan.names[number]}")
    if matrix[:, ends[0]].tolist() == matrix[:, ends[1]].tolist():
        return f"The {plan.side} score is {said[0]}, and no other setting changes any result"
    return f"The {plan.side} score ranges from {said[0]} to {said[1]}"


def _count_differing(plan: Plan, table: pd.DataFrame) -> str:
    differing = int((table["p_value"] <= plan.error_rate).sum())
    what = "the unchanged rules" if plan.unchanged else plan.names[plan.reference]
    if differing == 0:
        return f"No setting differs detectably from {what}"
    verb = "differs" if differing == 1 else "differ"
    return f"{differing} of the {len(table) - 1} other settings {verb} from {what}"


def _remarks(plan: Plan, results: Results, scores: pd.DataFrame) -> tuple[str, ...]:
    said = [
        *fault_remarks(results.games),
        *unfinished_remarks(results, plan.players.counted),
        *plan.players.remarks,
    ]
    if not plan.unchanged:
        said.append(
            "none of the settings leaves the rules unchanged, so changes are measured from the "
            f"first, {plan.names[0]}"
        )
    if len(plan.over) == 1 and len(scores.dropna()) < FEWEST_SEEDS:
        said.append(
            f"a band that holds at all values at once needs at least {FEWEST_SEEDS} complete seeds"
        )
    return tuple(said)
