"""The fair bid: how many victory points make the game even, as players bid for a side?

The game is played twice on each seed: by its rules, and with so many points needed that play goes
on beyond the number that wins. The second games tell how often the side that scores points would
have come to any number. As far as both sides play the same way whatever the number, that is how
often it would win with it; the first games show whether they do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from balance.analysis.bid import FairBid, fair_bid, wins_by_bid
from balance.analysis.labels import Labels, read_labels
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.study import is_complete, rows
from balance.analysis.thresholds import highest_points
from balance.analysis.words import estimate, percent, points, points_range
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import Cell, StudySpec
from balance.experiments.variants import rules_under
from balance.studies.answer import Answer, Sheet, fault_remarks, speed_here, unfinished_remarks
from balance.studies.scores import (
    more_games,
    more_words,
    paired_change,
    score_matrix,
)
from balance.studies.tables import TABLES
from balance.studies.tune import read_want

KIND = "bid"
#: Bids shown beyond the fair one, on both sides.
AROUND = 4

METHODS = (
    "Fair bid: the largest number of points that may be added to those needed so that the side "
    "still wins the wanted share of its games; order-statistic interval.",
    "Points are the most that the side had at any time of the game. Wilson intervals.",
    "Whether players play the same way: the win at the printed number, seed by seed, in the games "
    "by the rules against those played on (paired t interval).",
)


def bid(
    scenario: str,
    *,
    want: object = 50,
    axis: str = "historical",
    soviet: str = "historical",
    variant: str = "baseline",
    settings: Mapping[str, object] | None = None,
    games: int = 1000,
    error_rate: float = 0.05,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    detail: str = "events",
    progress: bool | Progress = False,
    player: str = PLAYER,
) -> Answer:
    """Find the bid of victory points with which the scoring side wins ``want`` percent.

    A bid of 2 raises the number of points that this side needs by 2; a negative one lowers it.
    ``detail`` is ``events`` or ``battles``: points won and lost again within a turn count too.
    The other parameters are those of ``balance.tune``.

    Raises
    ------
    BadQuestion
        For a game that isn't won by points, or a share that no game can have.
    """
    found = find_scenario(scenario)
    wanted = read_want(want)
    if len(wanted) > 1:
        raise BadQuestion(
            f"want: {want!r}; a bid takes one share of wins, such as 50; tune a parameter for "
            "wins, draws and losses"
        )
    if detail == "turns":
        raise BadQuestion(
            "detail: 'turns' misses points won and lost again within a turn; a bid takes 'events' "
            "or 'battles'"
        )
    check_error_rate(error_rate)
    check_count(games, 2, "games for a bid")
    key = str(read_labels(found.game).game.get("points_to_win", ""))
    if not key:
        raise BadQuestion(f"{found.game}: isn't won by points; there is nothing to bid")
    rules = rules_under(found.game, variant, settings or {})
    needed, most = rules.integer(key), rules.parameter(key).maximum
    if needed >= most:
        raise BadQuestion(
            f"{key}: is {needed} already, and play can't go on beyond; expected less than {most}"
        )
    own = cell_overrides(settings or {})
    played_on = cell_overrides({**(settings or {}), key: most})
    question = Question.of(
        KIND, parameter=key, needed=needed, wanted=wanted[0], error_rate=error_rate
    )
    spec = StudySpec(
        found.game,
        found.name,
        tuple(Cell(axis, soviet, variant, overrides) for overrides in (own, played_on)),
        games,
        seed,
        detail,
        question,
    )
    return answer(play_spec(spec, out, jobs, progress, player))


@dataclass(frozen=True)
class _Plan:
    labels: Labels
    parameter: str
    needed: int
    wanted: float
    error_rate: float
    variants: tuple[str, str]  # by the rules, played on

    @classmethod
    def of(cls, spec: StudySpec) -> _Plan:
        ask = spec.question.get
        own, played_on = (cell.variant_label for cell in spec.cells)
        return cls(
            labels=read_labels(spec.game),
            parameter=ask("parameter"),
            needed=ask("needed"),
            wanted=ask("wanted"),
            error_rate=ask("error_rate"),
            variants=(own, played_on),
        )

    @property
    def confidence(self) -> float:
        return 1 - self.error_rate

    @property
    def side(self) -> str:
        return self.labels.sides[self.labels.points_side]


def answer(results: Results) -> Answer:
    """Answer a bid from its tables.

    Raises
    ------
    BadQuestion
        If too few games are there yet.
    """
    plan = _Plan.of(results.spec)
    scores = score_matrix(results.games, plan.variants, plan.labels)
    peaks = _peaks(plan, results)
    found = fair_bid(peaks, plan.needed, plan.wanted, plan.confidence)
    ends = [end for end in (found.bid, found.low, found.high, 0.0) if math.isfinite(end)]
    first = max(int(min(ends)) - AROUND, 1 - plan.needed)
    bids = range(first, max(int(max(ends)) + AROUND, first) + 1)
    table = wins_by_bid(peaks, plan.needed, bids, plan.confidence)[TABLES["bid"].names]
    change = _change_of_play(plan, scores, peaks)
    return Answer(
        results=results,
        sentence=_sentence(plan, found, table, peaks, speed_here(results.games)),
        remarks=(
            *fault_remarks(results.games),
            *unfinished_remarks(results),
            *_remarks(plan, scores, change),
        ),
        tables={"bid": table},
        sheets=[_sheet(plan, table)],
        facts={
            "bid": found.bid,
            "low": found.low,
            "high": found.high,
            "points_to_win": plan.needed,
            "wanted": plan.wanted,
            "error_rate": plan.error_rate,
            "played_on_difference": change[1],
            "played_on_low": change[2],
            "played_on_high": change[3],
            "faulty": int((~is_complete(results.games)).sum()),
        },
        methods=METHODS,
    )


def _peaks(plan: _Plan, results: Results) -> pd.Series:
    """Most points in each complete game that was played on, by seed."""
    games = results.games
    chosen = games.loc[is_complete(games) & (games["variant"] == plan.variants[1])]
    ids = chosen["game_id"]
    roles = ("point_gained", "point_lost", "supply_award")
    peaks = highest_points(
        chosen,
        results.turns.loc[results.turns["game_id"].isin(ids)],
        results.events.loc[results.events["game_id"].isin(ids)],
        plan.labels.event_kinds(*roles),
    )
    return peaks.set_axis(chosen["seed"].to_numpy())


def _change_of_play(
    plan: _Plan, scores: pd.DataFrame, peaks: pd.Series
) -> tuple[int, float, float, float, float]:
    """Wins at the printed number when played on, less those in the games by the rules."""
    reached = (peaks >= plan.needed).astype(float).reindex(scores.index)
    return paired_change(scores[plan.variants[0]], reached, plan.confidence)


def _sentence(
    plan: _Plan, found: FairBid, table: pd.DataFrame, peaks: pd.Series, speed: float | None
) -> str:
    told = f"the fair bid for the {plan.side} is {_bid(found.bid)} {_range(found)}"
    told += f" {plan.labels.game['points']}"
    at = {row["bid"]: f"needing {row['points']:.0f} it wins {estimate(row)}" for row in rows(table)}
    near = [at[value] for value in (found.bid, found.bid + 1) if value in at]
    parts = [told + (": " + ", ".join(near) if near else "")]
    if found.low != found.high:
        parts.append(_undecided(plan, found, peaks, speed))
    return "; ".join([*parts, f"{found.games:,} games played on"])


def _bid(value: float) -> str:
    """A bid with its sign; a question mark where the games can't tell."""
    return f"{value:+.0f}" if math.isfinite(value) and value else "0" if value == 0 else "?"


def _range(found: FairBid) -> str:
    return f"[{_bid(found.low)}, {_bid(found.high)}]"


def _undecided(plan: _Plan, found: FairBid, peaks: pd.Series, speed: float | None) -> str:
    """How many more games would leave one bid alone: tell both shares from the wanted one."""
    needs = [
        more_games(
            (peaks >= plan.needed + found.bid + step).astype(float), plan.wanted, plan.error_rate
        )
        for step in (0, 1)
    ]
    plans = [need for need in needs if need is not None]
    if not plans:
        return "the games can't tell one bid from the next"
    words = more_words(max(plans), 2, speed).replace(" a value", "")
    return f"{words} would leave one bid alone"


def _remarks(
    plan: _Plan, scores: pd.DataFrame, change: tuple[int, float, float, float, float]
) -> tuple[str, ...]:
    wins = float(scores[plan.variants[0]].mean())
    _, mean, low, high, _ = change
    told = f"{points(mean)} points {points_range(low, high)}"
    if low > 0 or high < 0:
        return (
            f"players play otherwise when more points are needed: at the printed {plan.needed} the "
            f"{plan.side} side would win {told} more often than it does by the rules "
            f"({percent(wins)}); check the bid with `balance tune --parameter {plan.parameter}`",
        )
    return (
        f"at the printed {plan.needed} points the games played on differ by {told} from those by "
        "the rules: no sign that players play otherwise",
    )


def _sheet(plan: _Plan, table: pd.DataFrame) -> Sheet:
    return Sheet(
        f"{plan.side} wins by bid",
        ("Bid", "Points needed", "Wins", "Games"),
        [
            (_bid(row["bid"]), f"{row['points']:.0f}", estimate(row), f"{row['total']:,}")
            for row in rows(table)
        ],
        note="From the games played on; each interval holds for its row alone.",
    )
