"""The fair bid: how many victory points make the game even, as players bid for a side?

The game is played twice on each seed: by its rules, and with so many points needed that play goes
on beyond the number that wins. The second games tell how often the side that scores points would
have come to any number. As far as both sides play the same way whatever the number, that is how
often it would win with it; the first games show whether they do.

A game that the side with more points wins needs no second games: the points at its end tell how it
would have gone with any number given to the other side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from balance.analysis.contests.bid import FairBid, fair_bid, wins_by_bid
from balance.analysis.contests.thresholds import highest_points
from balance.analysis.designs.forecast import LIKELY
from balance.analysis.questions import check_count, check_error_rate
from balance.analysis.reading import GAMES_A_PART, games_between
from balance.analysis.study import is_complete, rows
from balance.analysis.telling.labels import Labels, read_labels
from balance.analysis.telling.words import (
    as_sentence,
    count_games,
    estimate,
    percent,
    points,
    points_range,
)
from balance.errors import BadQuestion
from balance.experiments.match import PLAYER
from balance.experiments.progress import Progress
from balance.experiments.question import Question
from balance.experiments.results import Results
from balance.experiments.run import cell_overrides, play_spec
from balance.experiments.scenarios import find_scenario
from balance.experiments.study import StudySpec
from balance.experiments.variants import rules_under
from balance.rulebook.game import Game
from balance.studies.answer import Answer, Sheet, fault_remarks, speed_here, unfinished_remarks
from balance.studies.field.players import Players
from balance.studies.scores import (
    more_games,
    more_words,
    paired_change,
    score_matrix,
)
from balance.studies.tables import TABLES
from balance.studies.tune.study import read_want

KIND = "bid"
#: Parameters of a cell that differ from the rules.
Overrides = tuple[tuple[str, str], ...]
#: Facts of an answer: how wins change in games played on.
_PLAYED_ON = ("played_on_difference", "played_on_low", "played_on_high")
#: Bids shown beyond the fair one, on both sides.
AROUND = 4
#: Bids that are shown one by one.
MOST_BIDS = 30

METHODS_LEAD = (
    "Fair bid: the largest number of points that the other side may be given so that the side "
    "still wins the wanted share of its games; order-statistic interval.",
    "Points are those at the end of the game, one side's less the other's; what is won otherwise "
    "than on points is won with any bid. Wilson intervals.",
    "Players don't know of the bid: one who does may play differently.",
)
METHODS = (
    "Fair bid: the largest number of points that may be added to those needed so that the side "
    "still wins the wanted share of its games; order-statistic interval.",
    "Points are the most that the side had at any time of the game. Wilson intervals.",
    "Whether players play the same way: the win at the printed number, seed by seed, in the games "
    "by the rules against those played on (interval of a score test over seeds).",
)
#: Of a bid over a field.
FIELD_METHOD = (
    "Field: pairings with fixed weights share the games, each on seeds of its own. Intervals of "
    "wins and of the bid take what differs between pairings for luck, and so are a little wide."
)


def bid(
    scenario: str,
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

    Examples
    --------
    >>> answer = balance.bid("blue", want=50, games=60)
    >>> answer.facts["low"] <= answer.facts["bid"] <= answer.facts["high"]
    True
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
    words = read_labels(found.game).game
    key, lead = str(words.get("points_to_win", "")), words.get("points_lead")
    if not key and lead is None:
        raise BadQuestion(f"{found.game}: is not won by points, so there is nothing to bid")
    own = cell_overrides(settings or {})
    played: tuple[Overrides, ...] = (own,)
    needed = lead
    if key:
        needed, most = _points_needed(found.game, key, variant, settings or {})
        played = (own, cell_overrides({**(settings or {}), key: most}))
    players = Players.chosen(found, axis, soviet)
    question = Question.of(
        KIND, parameter=key, needed=needed, wanted=wanted[0], error_rate=error_rate,
        **players.setting,
    )  # fmt: skip
    spec = StudySpec(
        found.game,
        found.name,
        players.cells((variant, overrides) for overrides in played),
        players.rounds(games),
        seed,
        detail,
        question,
    )
    return answer(play_spec(spec, out, jobs, progress, player))


def _points_needed(
    game: Game, key: str, variant: str, settings: Mapping[str, object]
) -> tuple[int, int]:
    """Points that win under some rules, and the most that a game can be played on to."""
    rules = rules_under(game, variant, settings)
    needed, most = rules.integer(key), int(rules.parameter(key).maximum)
    if needed >= most:
        raise BadQuestion(
            f"{key}: is {needed} already, and play can't go on beyond; expected less than {most}"
        )
    return needed, most


@dataclass(frozen=True)
class _Plan:
    labels: Labels
    parameter: str  # of the number that wins; empty where a lead wins
    needed: int
    wanted: float
    error_rate: float
    variants: tuple[str, ...]  # by the rules; played on, where a number wins
    players: Players

    @classmethod
    def of(cls, spec: StudySpec) -> _Plan:
        ask = spec.question.get
        return cls(
            labels=read_labels(spec.game),
            parameter=ask("parameter"),
            needed=ask("needed"),
            wanted=ask("wanted"),
            error_rate=ask("error_rate"),
            variants=tuple(dict.fromkeys(cell.variant_label for cell in spec.cells)),
            players=Players.of(spec),
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
    games = plan.players.whole_rounds(results.games, len(plan.variants))
    scores = score_matrix(games, plan.variants, plan.labels)
    peaks = _peaks(plan, results, games) if plan.parameter else _final_points(plan, games)
    found = fair_bid(peaks, plan.needed, plan.wanted, plan.confidence)
    bids = _bids_shown(plan, found)
    table = wins_by_bid(peaks, plan.needed, bids, plan.confidence)[TABLES["bid"].names]
    change = _change_of_play(plan, scores, peaks) if plan.parameter else None
    return Answer(
        results=results,
        sentence=_sentence(plan, found, table, peaks, speed_here(results.games)),
        remarks=(
            *fault_remarks(results.games),
            *unfinished_remarks(results, plan.players.counted),
            *plan.players.remarks,
            *(_remarks(plan, scores, change) if change else ()),
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
            **(dict(zip(_PLAYED_ON, change[1:4], strict=True)) if change else {}),
            "faulty": int((~is_complete(results.games)).sum()),
        },
        methods=(
            *(METHODS if plan.parameter else METHODS_LEAD),
            *([FIELD_METHOD] if plan.players.is_field else []),
        ),
    )


def _bids_shown(plan: _Plan, found: FairBid) -> list[float]:
    """Bids around the fair one; where a number wins, with the printed one and no absurd ones.

    Of very many each so many-th is shown, and those the sentence tells of.
    """
    ends = [end for end in (found.bid, found.low, found.high) if math.isfinite(end)]
    if plan.parameter or not ends:
        ends.append(0.0)
    first = int(min(ends)) - AROUND
    if plan.parameter:
        first = max(first, 1 - plan.needed)
    span = range(first, max(int(max(ends)) + AROUND, first) + 1)
    told = {found.bid, found.bid + 1} if math.isfinite(found.bid) else set()
    return sorted({*map(float, span[:: 1 + len(span) // MOST_BIDS]), *told})


def _final_points(plan: _Plan, games: pd.DataFrame) -> pd.Series:
    """Lead at the end of each complete game, by seed; without bound where points didn't decide."""
    games = games.loc[is_complete(games)]
    own = games["winner"] == plan.labels.points_side
    fixed = [ending.key for ending in plan.labels.endings if ending.winner]
    decided = games["ending"].isin(fixed)
    lead = games["vp"].astype(float).where(~decided, own.map({True: math.inf, False: -math.inf}))
    return lead.set_axis(games["seed"].to_numpy())


def _peaks(plan: _Plan, results: Results, games: pd.DataFrame) -> pd.Series:
    """Most points in each complete game that was played on, by seed."""
    chosen = games.loc[is_complete(games) & (games["variant"] == plan.variants[1])]
    kinds = plan.labels.event_kinds("point_gained", "point_lost", "supply_award")
    asked = {"turns": ("game_id", "vp"), "events": ("game_id", "kind", "value")}
    peaks = [
        highest_points(games_between(chosen, first, last), part["turns"], part["events"], kinds)
        for first, last, part in results.runs(asked, GAMES_A_PART)
    ]
    return pd.concat(peaks).set_axis(chosen["seed"].to_numpy())


def _change_of_play(
    plan: _Plan, scores: pd.DataFrame, peaks: pd.Series
) -> tuple[int, float, float, float, float]:
    """Wins at the printed number when played on, less those in the games by the rules."""
    reached = (peaks >= plan.needed).astype(float).reindex(scores.index)
    strata = plan.players.strata(scores.index)
    return paired_change(scores[plan.variants[0]], reached, plan.confidence, strata)


def _sentence(
    plan: _Plan, found: FairBid, table: pd.DataFrame, peaks: pd.Series, speed: float | None
) -> str:
    side = plan.labels.side_phrase(plan.labels.points_side)
    told = f"The fair bid for {side} is {_bid(found.bid)} {plan.labels.game['points']} "
    told += _range(found)
    shares = {row["bid"]: estimate(row) for row in rows(table)}
    if math.isfinite(found.bid):
        still, lost = (f"{_if(plan, bid)} ({shares[bid]})" for bid in (found.bid, found.bid + 1))
        told += (
            f": the {plan.side} side still wins at least {100 * plan.wanted:g}% of its games "
            f"{still}, no longer {lost}"
        )
    on = ", played on beyond the win" if plan.parameter else ""
    among = " of the field" if plan.players.is_field else ""
    told += f"; {count_games(found.games)}{among}{on}."
    if found.low == found.high:
        return told
    return f"{told} {as_sentence(_undecided(plan, found, peaks, speed))}"


def _if(plan: _Plan, bid: float) -> str:
    """What a bid means, as it follows "wins": its sign says for whom it makes the game easier."""
    number = f"{abs(bid):.0f}"
    if not plan.parameter:
        gives = f"gives the other side {number}" if bid > 0 else f"is given {number}"
        return f"if it {gives}" if bid else "if nothing is given"
    verb, all_told = "is" if abs(bid) == 1 else "are", f"{plan.needed + bid:.0f}"
    if not bid:
        return f"if {all_told} are needed, as by the rules"
    return f"if {number} {'more' if bid > 0 else 'fewer'} {verb} needed, {all_told} in all"


def _bid(value: float) -> str:
    """A bid with its sign; a question mark where the games can't tell."""
    return f"{value:+.0f}" if math.isfinite(value) and value else "0" if value == 0 else "?"


def _range(found: FairBid) -> str:
    return f"[{_bid(found.low)}, {_bid(found.high)}]"


def _undecided(plan: _Plan, found: FairBid, peaks: pd.Series, speed: float | None) -> str:
    """How many more games would single out one bid: tell both shares from the wanted one."""
    # Each share may stay undecided, so that either has half of the chance to.
    each = 1 - (1 - LIKELY) / 2
    needs = [
        more_games(
            (peaks >= plan.needed + found.bid + step).astype(float), plan.wanted, plan.error_rate,
            each,
        )
        for step in (0, 1)
    ]  # fmt: skip
    plans = [need for need in needs if need is not None]
    if not plans:
        return "these games can't tell one bid from the next"
    words = more_words(max(plans), len(plan.variants), speed).replace(" a value", "")
    return f"{words} have an {percent(LIKELY)} chance of singling out one bid"


def _remarks(
    plan: _Plan, scores: pd.DataFrame, change: tuple[int, float, float, float, float]
) -> tuple[str, ...]:
    wins = float(scores[plan.variants[0]].mean())
    _, mean, low, high, _ = change
    told = f"{points(mean)} points {points_range(low, high)}"
    if low > 0 or high < 0:
        return (
            f"strategies play differently when more points are needed: counted at the printed "
            f"{plan.needed}, the {plan.side} side wins {told} more often in the games that were "
            f"played on than under the rules ({percent(wins)}); check the bid with balance tune "
            f"--parameter {plan.parameter}",
        )
    return (
        f"counted at the printed {plan.needed}, wins in the games that were played on differ "
        f"by {told} from those under the rules: no sign that strategies play differently when more "
        "is needed",
    )


def _sheet(plan: _Plan, table: pd.DataFrame) -> Sheet:
    return Sheet(
        f"{plan.side} wins by bid",
        ("Bid", "Points needed" if plan.parameter else "Lead needed", "Wins", "Games"),
        [
            (_bid(row["bid"]), f"{row['points']:.0f}", estimate(row), f"{row['total']:,}")
            for row in rows(table)
        ],
        note=("From the games played on; each" if plan.parameter else "Each")
        + " interval holds for its row alone.",
    )
