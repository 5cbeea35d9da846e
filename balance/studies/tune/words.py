"""A tuning in words: the value with its interval, its neighbours, and what the games can't tell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from balance.analysis.designs.forecast import LIKELY
from balance.analysis.designs.tuning import Tuned
from balance.analysis.study import rows
from balance.analysis.telling.words import as_sentence, count_games, estimate, number, percent
from balance.studies.answer import Sheet
from balance.studies.scores import more_games, more_words
from balance.studies.tune.plan import Plan


def sentence(
    plan: Plan, tuned: Tuned, table: pd.DataFrame, scores: pd.DataFrame, speed: float | None
) -> str:
    """The value that gives the wanted balance, or that the games know none."""
    among = " of the field" if plan.players.is_field else ""
    played = f"{count_games(int(table['games'].max()))}{among} at each value"
    if len(plan.wanted) == 3:
        return f"{_nearest_shares(plan, table)} ({played})."
    if math.isnan(tuned.value):
        return _none(plan, table, scores, speed, played)
    lead = (
        f"The {_side(plan)} score is {percent(plan.score)} at {plan.parameter}="
        f"{_value(tuned.value)} {value_range(tuned)}: it is {_neighbours(tuned, table)} ({played})."
    )
    return " ".join([lead, *_open_ends(plan, tuned, scores, speed)])


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


def _score(row: Mapping[str, Any]) -> str:
    return estimate({"share": row["score"], "low": row["low"], "high": row["high"]})


def _at(row: Mapping[str, Any]) -> str:
    return f"{_score(row)} at {row['value']:.0f}"


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
            f"The {name} end of the interval is not known and may lie {beyond} {value:.0f}. "
            f"{_way_out(plan, scores, value, speed)}"
        )
    return said


def _way_out(plan: Plan, scores: pd.DataFrame, value: float, speed: float | None) -> str:
    """What would tell the score at a value from the wanted one."""
    more = more_games(scores[value], plan.score, plan.error_rate)
    if more is None:
        return "Allow a wider range."
    words = as_sentence(more_words(more, scores.shape[1], speed)).removesuffix(".")
    return f"{words} have an {percent(LIKELY)} chance of settling it; or allow a wider range."


def _none(
    plan: Plan, table: pd.DataFrame, scores: pd.DataFrame, speed: float | None, played: str
) -> str:
    """No value played reaches the wanted score: the nearest, and whether it may still be it."""
    row = nearest_row(plan, table)
    where = f"{plan.parameter} from {plan.first} to {plan.last}"
    wanted = f"an {_side(plan)} score" if _side(plan)[0] in "AEIOU" else f"a {_side(plan)} score"
    wanted += f" of {percent(plan.score)}"
    alike = table["score"].nunique() == 1
    nearest = f"all played give {_score(row)}" if alike else f"the nearest is {_at(row)}"
    nearest += f" ({played})"
    if not row["may_be_wanted"]:
        start = f"No value of {where} gives {wanted}"
        return f"{start}: {nearest}. Allow a wider range, or tune another parameter."
    start = f"Whether any value of {where} gives {wanted} is undecided"
    return f"{start}: {nearest}. {_way_out(plan, scores, row['value'], speed)}"


def _nearest_shares(plan: Plan, table: pd.DataFrame) -> str:
    row = nearest_row(plan, table)
    wanted = "/".join(f"{100 * share:g}" for share in plan.wanted)
    figures = ", ".join(f"{name} {_share(row, name)}" for name in ("wins", "draws", "losses"))
    return (
        f"{plan.parameter}={row['value']:.0f} comes nearest to {wanted} for the {_side(plan)} "
        f"side: {figures}. It is the nearest in {percent(row['best'])} of resampled studies"
    )


def _share(row: Mapping[str, Any], name: str) -> str:
    return estimate({"share": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]})


def remarks_on(plan: Plan, tuned: Tuned, table: pd.DataFrame) -> tuple[str, ...]:
    """What else a reader must know before taking the value."""
    said = []
    if len(plan.wanted) == 3:
        if plan.wanted[1] > 0 and not table["draws"].any():
            said.append("no game was drawn at any value, so this parameter can't tune draws")
        if not math.isnan(tuned.value):
            said.append(
                f"the score that these shares make, {percent(plan.score)}, is reached at "
                f"{_value(tuned.value)} {value_range(tuned)}"
            )
    fair = [f"{value:.0f}" for value in table.loc[table["may_be_wanted"], "value"]]
    if len(fair) > 1:
        said.append(
            f"these games do not rule out a score of {percent(plan.score)} at "
            f"{', '.join(fair[:-1])} or {fair[-1]}"
        )
    off = table.loc[(table["fitted"] < table["low"]) | (table["fitted"] > table["high"])]
    if len(off):
        where = ", ".join(f"{value:.0f}" for value in off["value"])
        said.append(
            f"the score does not rise or fall steadily (see {where}), so another value may give "
            "the same balance: look at all of them"
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
