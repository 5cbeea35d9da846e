"""A comparison as its reader wants it: what changed, who won instead, which games flipped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import chance, estimate, level, number, points_range, signed
from balance.counting import counted
from balance.experiments.question import Question
from balance.studies.answer import MORE, SURE, WHY, Sheet
from balance.studies.compare.place_sheets import parting_sheets, place_sheets
from balance.studies.field.changes import field_sheet

#: Flipped games that are listed for a reader; the table has all of them.
SHOWN_FLIPPED = 12


def sheets(
    tables: Mapping[str, pd.DataFrame], first: str, labels: Labels, question: Question
) -> list[Sheet]:
    """Put the tables of a comparison, which answer a question, into words."""
    corrected = is_sequential(question)
    shown = [_verdict_sheet(tables["verdicts"], first, labels, question)]
    if len(tables["field_changes"]):
        shown.append(field_sheet(tables["field_changes"], first, labels))
    for number_, variant in enumerate(tables["verdicts"]["variant"], start=1):
        part = {name: table.loc[table["variant"] == variant] for name, table in tables.items()}
        points = part["curves"].loc[part["curves"]["column"] == "vp"]
        outcomes = _outcome_sheet(part["outcomes"], first, variant, corrected=corrected)
        shown.append(replace(outcomes, topic=f"differences-{number_}"))
        shown.append(_change_sheet(part["changes"], first, variant, labels))
        if len(points):
            shown.append(_curve_sheet(points, first, variant, labels))
        told = [*place_sheets(part, first, variant, labels), *parting_sheets(part, first, variant)]
        shown += (replace(sheet, topic=f"{sheet.topic}-{number_}") for sheet in told)
        if len(part["flipped"]):
            shown.append(_flipped_sheet(part["flipped"], first, variant, labels))
    return shown


def is_sequential(question: Question) -> bool:
    """Whether play went on until decided: verdicts are then corrected for the stop."""
    return question.get("until") is not None


def _verdict_sheet(table: pd.DataFrame, first: str, labels: Labels, question: Question) -> Sheet:
    side, margin = labels.sides[labels.points_side], question.get("margin")
    share = question.get("error_rate") / len(table)
    fixed = not is_sequential(question)
    said = f"Change: with its {level(1 - share)} interval. "
    if fixed:
        said += (
            f"Within {margin:g}: the {level(1 - 2 * share)} interval of two one-sided tests; no "
            f"effect is shown where it lies between -{margin:g} and {margin:g}. p: that there is "
            "no change; p within: that it is as large as the margin"
        )
        said += f", both times {len(table)} for so many variants. " if len(table) > 1 else ". "
    return Sheet(
        f"Against {first}, in percentage points of the {side} score",
        (
            "Variant", "Change", *(["p", f"Within {margin:g}", "p within"] if fixed else []),
            "Seeds", "Flipped", "Alike", "Gain",
        ),
        [
            (
                row["variant"],
                f"{signed(100 * row['difference'])} {points_range(row['low'], row['high'])}",
                *(_test_words(row) if fixed else []),
                f"{row['pairs']:,}",
                f"{row['flipped']:,}",
                f"{row['identical']:,}",
                gain_words(row["gain"]),
            )
            for row in rows(table)
        ],
        part=SURE,
        note=said + "Flipped: pairs of games with another winner. Alike: pairs that went alike "
        "from the first move to the last. Gain: how many times more games on independent seeds the "
        "same precision would take.",
    )  # fmt: skip


def _test_words(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """Figures of the tests of a fixed number of games."""
    within = points_range(row["within_low"], row["within_high"])
    return chance(row["p_value"]), within, chance(row["p_within"])


def _outcome_sheet(table: pd.DataFrame, first: str, variant: str, *, corrected: bool) -> Sheet:
    """Outcomes that differ in any game; those that don't are named below."""
    lines, alike = [], []
    for row in rows(table):
        if row["gain"] == float("inf") and row["outcome"] != "score":
            alike.append(row["name"])
            continue
        scale, places = (100, 1) if row["outcome"].startswith(("score", "ending:")) else (1, 2)
        unit = "%" if scale == 100 else ""
        low, high = (number(scale * row[end], places) for end in ("low", "high"))
        lines.append(
            (
                row["name"][0].upper() + row["name"][1:],
                f"{number(scale * row['first'], places)}{unit}",
                f"{number(scale * row['second'], places)}{unit}",
                f"{signed(scale * row['difference'], places)} [{low}, {high}]",
                gain_words(row["gain"]),
            )
        )
    note = f"{counted(int(table['pairs'].max()), 'seed')}. Each interval holds for its row alone."
    if corrected:
        note += " Differences are as played, not corrected for the stop."
    if alike:
        note += f" Alike in every game: {'; '.join(alike)}."
    return Sheet(
        f"{variant} against {first}",
        ("Outcome", "First", "Variant", "Difference", "Gain"),
        lines,
        note=note,
        part=MORE,
    )


def _change_sheet(table: pd.DataFrame, first: str, variant: str, labels: Labels) -> Sheet:
    used = [row for row in rows(table) if row["games"]]
    return Sheet(
        f"Who won instead under {variant}",
        (f"Under {first}", f"Under {variant}", "Pairs", "Share"),
        [
            (
                labels.winner_name(row["first"]),
                labels.winner_name(row["second"]),
                f"{row['games']:,} of {row['total']:,}",
                estimate(row),
            )
            for row in used
        ],
        topic="changes",
    )


def _curve_sheet(table: pd.DataFrame, first: str, variant: str, labels: Labels) -> Sheet:
    return Sheet(
        f"{str(labels.game['points']).capitalize()} by game turn, {variant} against {first}",
        ("Turn", first, variant, "Difference", "Band over all turns"),
        [
            (
                f"{row['game_turn']:.0f}",
                number(row["first"], 2),
                number(row["second"], 2),
                signed(row["difference"], 2),
                f"[{number(row['band_low'], 2)}, {number(row['band_high'], 2)}]",
            )
            for row in rows(table)
        ],
        brief=False,
        part=WHY,
        topic="curves",
    )


def _flipped_sheet(table: pd.DataFrame, first: str, variant: str, labels: Labels) -> Sheet:
    def told(row: Mapping[str, Any], place: str) -> str:
        winner = labels.winner_name(row[f"{place}_winner"])
        ending = labels.ending_phrase(row[f"{place}_ending"])
        return f"{winner}, {ending}, turn {row[f'{place}_turn']}"

    several = len(table[["axis", "soviet"]].drop_duplicates()) > 1
    left = len(table) - SHOWN_FLIPPED
    return Sheet(
        f"Games that flipped under {variant}",
        ("Seed", *(["Strategies"] if several else []), f"Under {first}", f"Under {variant}"),
        [
            (
                str(row["seed"]),
                *([f"{row['axis']} against {row['soviet']}"] if several else []),
                told(row, "first"),
                told(row, "second"),
            )
            for row in rows(table.head(SHOWN_FLIPPED))
        ],
        note=f"{left:,} more are in the table flipped." if left > 0 else "",
        brief=False,
        part=WHY,
    )


def gain_words(gain: float) -> str:
    """Write a variance ratio.

    >>> gain_words(4.26), gain_words(float("inf")), gain_words(float("nan"))
    ('4.3x', 'no game differs', '-')
    """
    if gain != gain:
        return "-"
    return f"{gain:.1f}x" if gain != float("inf") else "no game differs"
