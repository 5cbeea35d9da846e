"""What a study over a field says pairing by pairing: scores, changes, where they turn round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from balance.analysis.contests.pairings import direction_words, pairing_changes, reversal_words
from balance.analysis.estimates.proportions import score_interval
from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import estimate, percent, points, points_range, signed
from balance.strategy.api import SIDES
from balance.studies.answer import MORE, SURE, Sheet
from balance.studies.field.players import Players
from balance.studies.tables import TABLES

FIELD_METHODS = (
    "Field: pairings with fixed weights share the games, each on seeds of its own; intervals of "
    "differences and scores are those of stratified means, where what differs from pairing to "
    "pairing is no luck. A sequential test, curves and shares count it as luck, which makes them a "
    "little wide.",
    "Pairings: a change works the other way in one if it is significantly opposite to that over "
    "the field, by Holm over all pairings (times the variants).",
)


#: Values and lines that a terminal has room for; the others stand in the report.
WIDEST = 8
#: Seeds with the scores that they have before and after a change.
Change = tuple[ArrayLike, ArrayLike, ArrayLike]


def field_changes(
    players: Players,
    changes: Mapping[str, Change],
    confidence: float,
    comparisons: int | None = None,
) -> pd.DataFrame:
    """What each variant does to the score in each pairing; no rows where strategies were named.

    The variants, or ``comparisons`` of which these are some, share the error rate.
    """
    names = TABLES["field_changes"].names
    if not players.is_field or not changes:
        return pd.DataFrame(columns=names)
    parts = []
    for variant, (seeds, *scores) in changes.items():
        place = players.strata(seeds)
        before, after = (np.asarray(each, float) for each in scores)
        met = [(before[place == n], after[place == n]) for n in range(len(players.pairings))]
        overall = float(np.nanmean(after - before))
        part = pairing_changes(met, confidence, comparisons or len(changes), overall)
        part = pd.concat([_pairings(players), part], axis=1).assign(variant=variant)
        parts.append(part.astype({"reverses": int, "undecided": int}))
    return pd.concat(parts, ignore_index=True)[names]


def field_scores(players: Players, scores: pd.DataFrame, confidence: float) -> pd.DataFrame:
    """Scores of each pairing by value; no rows where strategies were named.

    ``scores`` has a row a seed and a column a value.
    """
    names = TABLES["field_scores"].names
    place = players.strata(scores.index)
    if place is None:
        return pd.DataFrame(columns=names)
    parts = []
    for value, column in zip(scores.columns.to_numpy(), scores.to_numpy(float).T, strict=True):
        part = _pairings(players)
        own = [column[place == n] for n in range(len(part))]
        part["games"] = [int((~np.isnan(each)).sum()) for each in own]
        part[["score", "low", "high"]] = [score_interval(each, confidence) for each in own]
        parts.append(part.assign(value=value))
    return pd.concat(parts, ignore_index=True)[names]


def _pairings(players: Players) -> pd.DataFrame:
    """Pairings with their shares of the games."""
    table = pd.DataFrame(players.pairings, columns=list(SIDES))
    return table.assign(share=[weight / players.round for weight in players.weights])


def pairing_words(
    changes: pd.DataFrame, variant: str, favours: bool, phrases: Sequence[str]
) -> str:
    """In which pairings a variant goes another way than over the field; nothing without a field.

    ``favours`` says whether it favours a side over the field; ``phrases`` are the words for the
    side that scores points and for the other one.
    """
    part = changes.loc[changes["variant"] == variant]
    if part.empty:
        return ""
    return reversal_words(part, SIDES) if favours else direction_words(part, SIDES, phrases)


def turned_words(changes: pd.DataFrame) -> list[str]:
    """Say of each variant in which pairing it goes the other way than over the field."""
    return [
        f"{row['variant']} works the other way with {row['axis']} against {row['soviet']}"
        for row in rows(changes.loc[changes["reverses"].astype(bool)])
    ]


def field_sheet(table: pd.DataFrame, first: str, labels: Labels) -> Sheet:
    """Changes in each pairing of the field, from ``first``."""
    several = table["variant"].nunique() > 1
    side = labels.sides[labels.points_side]
    return Sheet(
        f"In each pairing of the field, {side} score against {first}",
        (*(["Variant"] if several else []), "Pairing", "Share", "First", "Change",
         "Seeds", "Direction"),
        [
            (
                *([row["variant"]] if several else []),
                f"{row['axis']}\nagainst {row['soviet']}",
                percent(row["share"]),
                f"{points(row['first'])}%",
                f"{signed(100 * row['difference'])} {points_range(row['low'], row['high'])}",
                f"{row['pairs']:,}",
                "the other way" if row["reverses"] else "undecided" if row["undecided"] else "sure",
            )
            for row in rows(table)
        ],
        part=SURE,
        brief=len(table) <= WIDEST,
        note="Share: of the games. Change: in percentage points, with its interval for this "
        "pairing alone. Direction: by p values adjusted for all pairings.",
    )  # fmt: skip


def scores_sheet(table: pd.DataFrame, parameter: str, labels: Labels) -> Sheet:
    """Scores of each pairing of the field by the value of a parameter."""
    values = table["value"].unique()
    met = table.groupby(list(SIDES), sort=False)
    return Sheet(
        f"In each pairing of the field, {labels.sides[labels.points_side]} score by {parameter}",
        ("Pairing", "Share", *(f"{value:.0f}" for value in values)),
        [
            (
                f"{axis}\nagainst {soviet}",
                percent(part["share"].iloc[0]),
                *(
                    estimate({**row, "share": row["score"]}).replace(" ", "\n")
                    for row in rows(part)
                ),
            )
            for (axis, soviet), part in met
        ],
        brief=len(values) <= WIDEST,
        part=MORE,
        note="Share: of the games. Each interval holds for its pairing and value alone.",
    )
