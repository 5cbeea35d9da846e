"""A sweep as its reader wants it: the score by setting, its change, how games end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import (
    chance,
    estimate,
    number,
    percent_range,
    points_range,
    signed,
)
from balance.studies.answer import MORE, WHY, Sheet
from balance.studies.field.changes import field_sheet

#: Longer lists are left to the report.
LONGEST_LIST = 24
#: Columns of a score table of two parameters.
WIDEST_GRID = 8


def sheets(
    tables: Mapping[str, pd.DataFrame],
    over: Mapping[str, Sequence[str]],
    labels: Labels,
    reference: str,
    *,
    unchanged: bool,
) -> list[Sheet]:
    """Put the tables of a sweep into words.

    ``reference`` is the setting that the others are compared with, ``unchanged`` says that it
    leaves the rules as they are.
    """
    brief = len(tables["sweep"]) <= LONGEST_LIST
    shown = [_grid_sheet(tables["sweep"], over, labels)] if len(over) == 2 else []
    shown.append(_score_sheet(tables, over, labels, brief=brief, unchanged=unchanged))
    shown.append(_ending_sheet(tables, over, labels, brief=brief and len(over) == 1))
    shown.append(_length_sheet(tables["sweep"], over, labels))
    if len(tables["field_changes"]):
        named = tables["sweep"].set_index("variant")["setting"]
        changes = tables["field_changes"].assign(
            variant=tables["field_changes"]["variant"].map(named)
        )
        shown.append(field_sheet(changes, reference, labels))
    return shown


def _head(over: Mapping[str, Sequence[str]]) -> str:
    return "Value" if len(over) == 1 else "Values"


def _names(over: Mapping[str, Sequence[str]]) -> list[str]:
    """The values of each setting, in the order of the grid: the parameters are in the title."""
    return [", ".join(values) for values in product(*over.values())]


def _score_sheet(
    tables: Mapping[str, pd.DataFrame],
    over: Mapping[str, Sequence[str]],
    labels: Labels,
    *,
    brief: bool,
    unchanged: bool,
) -> Sheet:
    bands = tables.get("sweep_curve", pd.DataFrame())
    band = [percent_range(r["band_low"], r["band_high"]) for r in rows(bands)]
    lines = []
    for place, (name, row) in enumerate(zip(_names(over), rows(tables["sweep"]), strict=True)):
        line = [name, _score(row)]
        line += [band[place]] if band else []
        lines.append((*line, *_change(row), f"{row['games']:,}"))
    reference = tables["sweep"].loc[tables["sweep"]["reference"], "setting"].iloc[0]
    what = "the unchanged rules" if unchanged else "the first setting"
    return Sheet(
        f"{labels.sides[labels.points_side]} score by {', '.join(over)}",
        (_head(over), "Score", *(["Band"] if band else []), "Change", "Interval", "p", "Games"),
        lines,
        note=f"Change: in percentage points, from {reference} ({what}); p is adjusted for all "
        "settings." + (" Band: holds at all values at once." if band else ""),
        brief=brief,
    )


def _score(row: Mapping[str, Any]) -> str:
    return estimate({"share": row["score"], "low": row["low"], "high": row["high"]})


def _change(row: Mapping[str, Any]) -> tuple[str, str, str]:
    if row["reference"]:
        return "-", "-", "-"
    return (
        signed(100 * row["difference"]),
        points_range(row["difference_low"], row["difference_high"]),
        chance(row["p_value"]),
    )


def _grid_sheet(table: pd.DataFrame, over: Mapping[str, Sequence[str]], labels: Labels) -> Sheet:
    """Scores of two parameters as a grid: the one with fewer values across."""
    (down, down_values), (across, across_values) = over.items()
    words = [_score(row).replace(" ", "\n") for row in rows(table)]
    scores = np.array(words, object).reshape(len(down_values), len(across_values))
    if len(across_values) > len(down_values):
        down, down_values, across, across_values = across, across_values, down, down_values
        scores = scores.T
    return Sheet(
        f"{labels.sides[labels.points_side]} score by both",
        ("", *across_values),
        [(value, *line) for value, line in zip(down_values, scores.tolist(), strict=True)],
        note=f"Down: {down}; across: {across}. Each interval holds for its setting alone.",
        topic="sweep",
        brief=len(across_values) <= WIDEST_GRID and len(table) > len(across_values) * 2,
    )


def _ending_sheet(
    tables: Mapping[str, pd.DataFrame],
    over: Mapping[str, Sequence[str]],
    labels: Labels,
    *,
    brief: bool,
) -> Sheet:
    """Share of each ending, by setting; winners too where an ending doesn't tell the winner."""
    shares = tables["sweep_shares"]
    telling = all(ending.winner for ending in labels.endings)
    kept = shares.loc[(shares["what"] == "ending") | (not telling)]
    columns = list(dict.fromkeys(zip(kept["what"], kept["category"], strict=True)))
    named = {"winner": labels.winner_name, "ending": labels.ending_name}
    lines = []
    for name, (_, part) in zip(_names(over), kept.groupby("setting", sort=False), strict=True):
        figures = {(row["what"], row["category"]): estimate(row) for row in rows(part)}
        lines.append((name, *(figures[column] for column in columns)))
    return Sheet(
        f"How games end by {', '.join(over)}",
        (_head(over), *(named[what](category) for what, category in columns)),
        lines,
        brief=brief,
        part=WHY,
        topic="sweep-endings",
    )


def _length_sheet(table: pd.DataFrame, over: Mapping[str, Sequence[str]], labels: Labels) -> Sheet:
    return Sheet(
        f"{str(labels.game['points']).capitalize()} and length by {', '.join(over)}",
        (_head(over), str(labels.game["points_short"]), "Interval", "Ending turn", "Interval"),
        [
            (
                name,
                number(row["vp"], 2),
                _range(row, "vp"),
                number(row["ending_turn"], 2),
                _range(row, "ending_turn"),
            )
            for name, row in zip(_names(over), rows(table), strict=True)
        ],
        brief=False,
        part=MORE,
        topic="sweep-length",
    )


def _range(row: Mapping[str, Any], column: str) -> str:
    return f"[{number(row[f'{column}_low'], 2)}, {number(row[f'{column}_high'], 2)}]"
