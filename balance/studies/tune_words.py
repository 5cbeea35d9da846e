"""A tuning in words: the value with its interval, its neighbours, and what the games can't tell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd

from balance.analysis.forecast import LIKELY
from balance.analysis.study import rows
from balance.analysis.tuning import Tuned
from balance.analysis.words import estimate, number, percent
from balance.studies.answer import Sheet
from balance.studies.scores import more_games, more_words

if TYPE_CHECKING:
    from balance.studies.tune import Plan


def sentence(
    plan: Plan, tuned: Tuned, table: pd.DataFrame, scores: pd.DataFrame, speed: float | None
) -> str:
    """The value that gives the wanted balance, or that the games know none."""
    played = f"{int(table['games'].max()):,} games a value"
    if len(plan.wanted) == 3:
        return f"{_nearest_shares(plan, table)}; {played}"
    if math.isnan(tuned.value):
        return f"{_none(plan, table, scores, speed)}; {played}"
    open_ends = _open_ends(plan, tuned, scores, speed)
    return "; ".join(
        [
            f"the {_side(plan)} score is {percent(plan.score)} at {plan.parameter} "
            f"{_value(tuned.value)} {value_range(tuned)}",
            _neighbours(tuned, table),
            *open_ends,
            played,
        ]
    )


def nearest_row(plan: Plan, table: pd.DataFrame) -> dict[str, Any]:
    """The value played that comes nearest to what is wanted."""
    gaps = table["distance"] if len(plan.wanted) == 3 else (table["score"] - plan.score).abs()
    return rows(table)[int(gaps.to_numpy().argmin())]


def _side(plan: Plan) -> str:
    return plan.labels.sides[plan.labels.points_side]


def _value(value: float) -> str:
    """A value of the parameter; one digit where it lies between whole numbers."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


def value_range(tuned: Tuned) -> str:
    """The interval of the value; an end that the games can't tell is a question mark."""
    low, high = (number(end) if math.isfinite(end) else "?" for end in (tuned.low, tuned.high))
    return f"[{low}, {high}]"


def _at(row: Mapping[str, Any]) -> str:
    figure = estimate({"share": row["score"], "low": row["low"], "high": row["high"]})
    return f"{figure} at {row['value']:.0f}"


def _neighbours(tuned: Tuned, table: pd.DataFrame) -> str:
    """The scores of the values played on both sides of the estimate."""
    below = table.loc[table["value"] <= tuned.value].tail(1)
    above = table.loc[table["value"] >= tuned.value].head(1)
    near = rows(pd.concat([below, above]).drop_duplicates("value"))
    return " and ".join(_at(row) for row in near)


def _open_ends(plan: Plan, tuned: Tuned, scores: pd.DataFrame, speed: float | None) -> list[str]:
    """Say which ends of the interval lie beyond the range, and how many games would tell."""
    said = []
    for end, name, value in (
        (tuned.low, "lower", float(plan.first)),
        (tuned.high, "upper", float(plan.last)),
    ):
        if math.isfinite(end):
            continue
        beyond = "below" if name == "lower" else "above"
        said.append(
            f"the games can't tell its {name} end, which may lie {beyond} {value:.0f}: "
            f"{_way_out(plan, scores, value, speed)}"
        )
    return said


def _way_out(plan: Plan, scores: pd.DataFrame, value: float, speed: float | None) -> str:
    """What would tell the score at a value from the wanted one."""
    more = more_games(scores[value], plan.score, plan.error_rate)
    if more is None:
        return "allow a wider range"
    words = more_words(more, scores.shape[1], speed)
    return f"{words} would tell with a chance of {percent(LIKELY)}; or allow a wider range"


def _none(plan: Plan, table: pd.DataFrame, scores: pd.DataFrame, speed: float | None) -> str:
    """No value played reaches the wanted score: the nearest, and whether it may still be it."""
    row = nearest_row(plan, table)
    where = f"{plan.parameter} from {plan.first} to {plan.last}"
    start = f"no value of {where} gives the {_side(plan)} a score of {percent(plan.score)}"
    nearest = f"the nearest is {_at(row)}"
    if not row["may_be_wanted"]:
        return f"{start}; {nearest}; allow a wider range or tune another parameter"
    told = _way_out(plan, scores, row["value"], speed)
    return f"{start} in these games, but they can't tell: {nearest}; {told}"


def _nearest_shares(plan: Plan, table: pd.DataFrame) -> str:
    row = nearest_row(plan, table)
    wanted = "/".join(f"{100 * share:g}" for share in plan.wanted)
    figures = ", ".join(f"{name} {_share(row, name)}" for name in ("wins", "draws", "losses"))
    return (
        f"{plan.parameter} {row['value']:.0f} comes nearest to {wanted} for the {_side(plan)}: "
        f"{figures}; nearest in {percent(row['best'])} of resampled studies"
    )


def _share(row: Mapping[str, Any], name: str) -> str:
    return estimate({"share": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]})


def remarks_on(plan: Plan, tuned: Tuned, table: pd.DataFrame) -> tuple[str, ...]:
    """What else a reader must know before taking the value."""
    said = []
    if len(plan.wanted) == 3:
        if plan.wanted[1] > 0 and not table["draws"].any():
            said.append("no game was drawn, whatever the value: draws can't be tuned with it")
        if not math.isnan(tuned.value):
            said.append(
                f"the score that goes with it, {percent(plan.score)}, is reached at "
                f"{_value(tuned.value)} {value_range(tuned)}"
            )
    fair = [f"{value:.0f}" for value in table.loc[table["may_be_wanted"], "value"]]
    if len(fair) > 1:
        said.append(
            f"{', '.join(fair[:-1])} and {fair[-1]} may each have a score of "
            f"{percent(plan.score)}, as far as these games tell"
        )
    off = table.loc[(table["fitted"] < table["low"]) | (table["fitted"] > table["high"])]
    if len(off):
        where = ", ".join(f"{value:.0f}" for value in off["value"])
        said.append(
            f"the score does not run one way (see {where}): another value may give the same "
            "balance; look at all of them"
        )
    return tuple(said)


def sheet(plan: Plan, table: pd.DataFrame) -> Sheet:
    """Scores by value, with the wanted shares where they are what is wanted."""
    three = len(plan.wanted) == 3
    lines = []
    for row in rows(table):
        line = [f"{row['value']:.0f}", estimate({**row, "share": row["score"]})]
        if three:
            line += [_share(row, name) for name in ("wins", "draws", "losses")]
            line += [percent(row["best"])]
        else:
            line += [percent(row["fitted"]), "may be" if row["may_be_wanted"] else "no"]
        lines.append((*line, f"{row['games']:,}"))
    special = ("Wins", "Draws", "Losses", "Nearest") if three else (
        "Fitted", f"{percent(plan.score)}?"
    )  # fmt: skip
    note = "Nearest: share of bootstrap samples of seeds in which this value comes nearest."
    if not three:
        note = "Fitted: the closest curve that only rises or only falls."
    return Sheet(
        f"{_side(plan)} score by {plan.parameter}",
        ("Value", "Score", *special, "Games"),
        lines,
        note=note,
    )
