"""The chances to win by turn: fitted to games of all openings, judged by games of fresh seeds.

Each pairing plays seeds of its own, so that games are independent; every third one judges what the
others fit. The model is written to ``chances.toml`` in the folder of the study, or in the place of
the one that is shipped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from balance.analysis.chances.fit import fit_weights, outcomes_of, standing
from balance.analysis.chances.judge import (
    Floats,
    brier_score,
    by_game,
    reliability,
    squared_errors,
)
from balance.analysis.estimates.means import mean_interval
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import is_complete, rows
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.words import (
    count_games,
    number_range,
    percent,
    points,
    points_range,
    signed,
)
from balance.counting import counted
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import MOST_GAMES, StudySpec
from balance.experiments.variant_file import BASELINE
from balance.files.writing import write_whole
from balance.strategy.api import SIDES
from balance.strategy.chances import (
    BRIER,
    OUTCOMES,
    Chances,
    Provenance,
    chances_path,
    chances_text,
)
from balance.studies.answer import Answer, fault_remarks, unfinished_remarks
from balance.studies.chances.sheets import sheets
from balance.studies.tables import TABLES
from balance.studies.tournament.pairings import choose_strategies, crossed_cells

KIND = "chances"
FILE = "chances.toml"
#: One game of so many judges; the others fit.
_JUDGES = 3
#: Games in all, and of each pairing.
FEWEST_GAMES, FEWEST_EACH = 300, 20

METHODS = (
    "Chances: logistic regression of the outcome on columns of the turns table, for each game "
    "turn, with a penalty on large weights and on those that differ from the turn before.",
    "Each pairing plays seeds of its own; every third game judges, which the fit never saw. Brier "
    "score: half the squared error summed over the outcomes, mean over the turns of a game, then "
    "over games, with a t interval. Reliability: each game counts in each class once, at the first "
    "turn at which its chance lies there; Wilson intervals.",
    "Chances are right over all these pairings together. The model doesn't know who plays: between "
    "two given strategies they may lie too high or too low throughout.",
)


def chances(
    scenario: str,
    *,
    axis: str | list[str] | None = None,
    soviet: str | list[str] | None = None,
    variant: str = BASELINE,
    games: int = 3000,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    rebuild: bool = False,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Fit the chances of both sides to win, turn by turn, and judge them on other games.

    Parameters
    ----------
    scenario
        Name or alias: ``blue``.
    axis, soviet
        Strategies that meet; all that the game names but ``random`` and ``planner`` if not given.
    variant
        Rule variant.
    games
        Games in all, about, shared by the pairings; 300 or more, and 20 a pairing.
    error_rate
        Accepted chance that an interval misses the truth.
    seed, jobs, out, progress, player
        As of ``balance.run``. The model stands in the folder as ``chances.toml``.
    rebuild
        Whether to put the model in the place of the one that is shipped.

    Raises
    ------
    BadQuestion
        For too few games, or a shipped model of other rules than the printed ones.

    Examples
    --------
    >>> answer = balance.chances("blue", axis="historical", soviet="don_line", games=300)
    >>> answer.facts["brier"] < answer.facts["brier_start"]
    True
    """
    found = find_scenario(scenario)
    check_count(games, FEWEST_GAMES, "games of a model of chances")
    check_error_rate(error_rate)
    if rebuild and (variant != BASELINE or axis or soviet):
        raise BadQuestion(
            "--rebuild: the shipped model is that of the printed rules and all openings; leave out "
            "--variant, --axis and --soviet, or --rebuild"
        )
    own, other = (
        choose_strategies(found, side, given)
        for side, given in (("axis", axis), ("soviet", soviet))
    )
    cells = tuple(
        replace(cell, group=place)
        for place, cell in enumerate(crossed_cells([variant], own, other))
    )
    fewest = max(FEWEST_EACH, math.ceil(FEWEST_GAMES / len(cells)))
    each = max(fewest, round(games / len(cells)))
    question = Question.of(KIND, error_rate=error_rate)
    spec = StudySpec(found.game, found.name, cells, each, seed, "turns", question)
    results = play_spec(spec, out, jobs, progress, player)
    play_further(results)
    if rebuild:
        path = chances_path(found.game, found.name)
        write_whole(path, (results.folder / FILE).read_text(encoding="utf-8"))
    return answer(results)


def play_further(
    results: Results,
    jobs: int | None = None,
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> None:
    """Write the model that the games give; nothing more is played."""
    text = chances_text(results.spec.game, _Fit(results).model)
    write_whole(results.folder / FILE, text)


@dataclass(frozen=True)
class _Fit:
    """A model, and how it did on the games that judge it."""

    results: Results

    @cached_property
    def games(self) -> pd.DataFrame:
        """Complete games, with ``judges``: whether a game judges."""
        games = self.results.games
        games = games.loc[is_complete(games)]
        check_count(len(games), FEWEST_GAMES, "complete games of a model of chances")
        number = games["seed"] % MOST_GAMES // self.results.spec.groups
        games = games.assign(judges=number % _JUDGES == 0)
        won = set(games.loc[~games["judges"], "winner"])
        for side in SIDES:
            if side not in won:
                name = read_labels(self.results.spec.game).sides[side]
                raise BadQuestion(
                    f"{self.results.spec.scenario}: the {name} side won none of "
                    f"{count_games(int((~games['judges']).sum()))} that a model is fitted to, so "
                    "there are no chances to be told; name other strategies"
                )
        return games

    @cached_property
    def rows(self) -> pd.DataFrame:
        """Turns at whose end a game goes on."""
        found = standing(self.results.turns, self.games)
        return found.merge(self.games[["game_id", "judges"]], on="game_id")

    @cached_property
    def judged(self) -> pd.DataFrame:
        """Those of the games that judge."""
        return self.rows.loc[self.rows["judges"]].reset_index(drop=True)

    @cached_property
    def model(self) -> Chances:
        """The model, with how it did on the games that judge it."""
        found = self.of(self.columns)
        brier, low, high = brier_score(self.judged, self.errors(found), self.confidence)
        points = brier_score(self.judged, self.errors(self.points), self.confidence)[0]
        made = replace(found.made, brier=brier, brier_low=low, brier_high=high, brier_points=points)
        return replace(found, made=_rounded(made))

    @cached_property
    def points(self) -> Chances:
        """A model that knows the points alone."""
        return self.of(["vp"])

    def errors(self, model: Chances) -> Floats:
        """Squared errors of a model in the rows that judge."""
        return squared_errors(model.at(self.judged), self.judged["winner"])

    @cached_property
    def gain(self) -> tuple[float, float, float]:
        """By how much its Brier score is below that of the points alone, game by game."""
        less = self.errors(self.points) - self.errors(self.model)
        return mean_interval(by_game(self.judged, less), self.confidence)

    @cached_property
    def start_errors(self) -> Floats:
        """Those of the shares of all games."""
        before = np.broadcast_to(self.model.before, (len(self.judged), len(self.model.before)))
        return squared_errors(before, self.judged["winner"])

    @property
    def confidence(self) -> float:
        """Confidence of the intervals."""
        return 1 - float(self.results.spec.question.get("error_rate"))

    @cached_property
    def columns(self) -> list[str]:
        """Columns that the game has words for, as what decides it, and that differ."""
        named = read_labels(self.results.spec.game).state
        return [name for name in named if self.rows[name].nunique() > 1]

    def of(self, columns: list[str]) -> Chances:
        """A model that knows some columns, fitted and not yet judged."""
        spec, prints = self.results.spec, self.results.manifest.provenance
        games = self.games.loc[~self.games["judges"]]
        outcomes = outcomes_of(games["winner"])
        shares = games["winner"].value_counts(normalize=True)
        made = Provenance(
            variant=spec.cells[0].variant_label,
            version=prints.version,
            engine=prints.engine,
            date=date.today(),
            fitted=len(games),
            judged=len(self.games) - len(games),
            pairings=len(spec.cells),
            seed=spec.seed,
        )
        rows = self.rows.loc[~self.rows["judges"]]
        usual, weights = fit_weights(rows, columns, outcomes)
        start = np.array([shares[name] for name in outcomes])
        return Chances(spec.scenario, made, tuple(outcomes), tuple(columns), start, usual, weights)

    def newcomers(self) -> pd.DataFrame:
        """How a model fitted without a strategy does in its games, a row a strategy."""
        met = self.games[["game_id", *SIDES]].astype({side: str for side in SIDES})
        rows = self.rows.merge(met, on="game_id")
        lines = []
        for side in SIDES:
            names = list(dict.fromkeys(rows[side]))
            for name in names if len(names) > 1 else ():
                own = rows[side] == name
                others, seen = rows.loc[~own], rows.loc[own].reset_index(drop=True)
                if not set(self.model.outcomes) <= set(others["winner"]):
                    continue  # what never happened can't be told
                usual, weights = fit_weights(others, self.columns, self.model.outcomes)
                model = replace(
                    self.model, columns=tuple(self.columns), usual=usual, weights=weights
                )
                told = model.at(seen)
                errors = squared_errors(told, seen["winner"])
                wins = told[:, OUTCOMES.index(side)] - (seen["winner"] == side)
                misses = by_game(seen, wins)
                brier = brier_score(seen, errors, self.confidence)[0]
                off, low, high = mean_interval(misses, self.confidence)
                lines.append((side, name, len(misses), brier, off, low, high))
        return pd.DataFrame(lines, columns=TABLES["newcomers"].names)


def _rounded(made: Provenance) -> Provenance:
    told = {name: round(getattr(made, name), 4) for name in BRIER}
    return replace(made, **told)


def answer(results: Results) -> Answer:
    """Answer from the games of a study.

    Raises
    ------
    BadQuestion
        If fewer than 300 games are played yet, or one side won none of them.
    """
    fit = _Fit(results)
    model, labels, made = fit.model, read_labels(results.spec.game), fit.model.made
    tables = {
        "chances": _by_turn(fit),
        "reliability": reliability(fit.judged, model.at(fit.judged), fit.confidence),
        "newcomers": fit.newcomers(),
    }
    start = brier_score(fit.judged, fit.start_errors, fit.confidence)[0]
    facts = {
        **{name: getattr(made, name) for name in BRIER},
        **dict(zip(("gain", "gain_low", "gain_high"), fit.gain, strict=True)),
        "brier_start": start,
        "fitted": made.fitted,
        "judged": made.judged,
        "pairings": made.pairings,
        "outcomes": list(model.outcomes),
        "error_rate": results.spec.question.get("error_rate"),
    }
    return Answer(
        results=results,
        sentence=_sentence(model, start, fit.gain, labels),
        remarks=(
            *fault_remarks(results.games),
            *unfinished_remarks(results),
            *_newcomer_remarks(tables["newcomers"], fit.confidence),
            *([] if results.is_temporary else [f"the model is {results.folder / FILE}"]),
        ),
        tables=tables,
        sheets=sheets(tables, labels),
        facts=facts,
        methods=METHODS,
    )


def _sentence(
    model: Chances, start: float, gain: tuple[float, float, float], labels: Labels
) -> str:
    made = model.made
    shares = ", ".join(
        f"{labels.winner_name(name)} {percent(share)}"
        for name, share in zip(model.outcomes, model.start, strict=True)
    )
    judged, fitted = count_games(made.judged), count_games(made.fitted)
    return (
        f"The chances told at the end of each game turn have a Brier score of {made.brier:.3f} "
        f"[{made.brier_low:.3f}, {made.brier_high:.3f}] in {judged} that the fit never saw, where "
        f"0 is perfect: {gain[0]:.3f} {number_range(*gain[1:], 3)} less than with the points and "
        f"the turn alone ({made.brier_points:.3f}), {start - made.brier:.3f} less than with the "
        f"shares of all games ({shares}). They are fitted to {fitted} of "
        f"{counted(made.pairings, 'pairing')}."
    )


def _by_turn(fit: _Fit) -> pd.DataFrame:
    lines = []
    errors = {"brier": fit.errors(fit.model), "points": fit.errors(fit.points)}
    for turn, part in fit.judged.groupby("game_turn"):
        brier, low, high = mean_interval(errors["brier"][part.index], fit.confidence, least=0)
        lines.append(
            {
                "game_turn": turn,
                "games": len(part),
                "brier": brier,
                "low": low,
                "high": high,
                "points": float(errors["points"][part.index].mean()),
                "start": float(fit.start_errors[part.index].mean()),
            }
        )
    return pd.DataFrame(lines, columns=TABLES["chances"].names)


def _newcomer_remarks(table: pd.DataFrame, confidence: float) -> list[str]:
    """How far the chances may be off where a strategy plays that the fit never met."""
    if table.empty:
        return []
    worst = rows(table.loc[[table["off"].abs().idxmax()]])[0]
    return [
        "fitted without one of these strategies, the chances of its side are off by "
        f"{points(_beyond_luck(table, confidence))} points in its games (root mean square, less "
        "what luck adds): so far they may be off where somebody new plays. The worst of "
        f"{len(table)} is {worst['strategy']}: {signed(100 * worst['off'])} "
        f"{points_range(worst['low'], worst['high'])}"
    ]


def _beyond_luck(table: pd.DataFrame, confidence: float) -> float:
    """Root mean square of ``off``, less what the luck of so many games adds to it."""
    error = (table["high"] - table["off"]) / stdtrit(table["games"] - 1, 0.5 + confidence / 2)
    return math.sqrt(max(float((table["off"] ** 2 - error**2).mean()), 0.0))
