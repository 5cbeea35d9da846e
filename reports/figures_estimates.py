"""Dots with intervals for any table that has estimates with their ends beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from balance.analysis.study import rows
from balance.experiments.schema import Table
from reports.forest import FRAME_HEIGHT, MOST_LINES, Estimate, draw_forest, forest_height
from reports.picture import Picture, make_picture
from reports.theme import new_figure

#: Figures of a table, at most.
MOST_FIGURES = 3
#: Texts longer than this are sentences, no names.
_LONGEST_NAME = 40


def estimates(table: pd.DataFrame, about: Table) -> Iterator[Picture]:
    """Draw each estimate of a table that has its interval beside it, one figure an estimate.

    Ends are columns ``low`` and ``high``, of the last column of numbers before them, or ``<name>_``
    before both, of the column ``<name>``; the former come first. The texts before an estimate name
    its line.
    """
    found = [] if table.empty else sorted(_triples(table), key=lambda ends: ends[1] != "low")
    for number, columns in enumerate(found[:MOST_FIGURES], start=1):
        key = about.name.replace("_", "-") + (f"-{number}" if len(found) > 1 else "")
        yield _picture(table, about, key, columns)


def _triples(table: pd.DataFrame) -> Iterator[tuple[str, str, str]]:
    """Columns of an estimate and of its two ends."""
    numeric = [name for name in table if pd.api.types.is_numeric_dtype(table[name])]
    flags = [name for name in table if pd.api.types.is_bool_dtype(table[name])]
    for low in map(str, table.columns):
        prefix, _, word = low.rpartition("low")
        high = f"{prefix}high"
        if word or high not in table or not low.endswith("low") or prefix == "band_":
            continue
        before = list(table.columns[: table.columns.get_loc(low)])
        own = [n for n in before if n in numeric and n not in flags]
        name = prefix.rstrip("_") if prefix else (own[-1] if own else "")
        if name in own and table[[name, low, high]].notna().all(axis=1).any():
            yield name, low, high


def _picture(table: pd.DataFrame, about: Table, key: str, columns: tuple[str, str, str]) -> Picture:
    estimate, low, high = columns
    meaning = next(column.meaning for column in about.columns if column.name == estimate)
    known = table.loc[table[list(columns)].notna().all(axis=1)]
    shown = known
    if len(known) > MOST_LINES:
        size = known[estimate].abs().sort_values(ascending=False, kind="stable")
        shown = known.loc[size[size > 0].index[:MOST_LINES]] if size.any() else known[:MOST_LINES]
    named = _naming_columns(known, estimate, about)
    signed = bool((known[estimate] < 0).any())
    lines = [
        Estimate(_line_name(row, named), row[estimate], row[low], row[high], signed=signed)
        for row in rows(shown)
    ]
    places = _places(lines)
    figure, axes = new_figure(FRAME_HEIGHT + forest_height([line.name for line in lines]))
    draw_forest(axes, lines, places)
    axes.set_xlabel(estimate.replace("_", " "))
    left = "" if len(shown) == len(table) else f" {len(shown)} of {len(table)} rows are drawn"
    cut = f"{left}, the largest." if len(known) > MOST_LINES else f"{left}." if left else ""
    told = "; ".join(f"{line.name} {line.words(places)}" for line in lines[:10])
    return make_picture(
        key,
        f"{about.name.replace('_', ' ').capitalize()}: {estimate.replace('_', ' ')}",
        f"{meaning[:1].upper()}{meaning[1:]}. Filled dots: the interval excludes zero.{cut}",
        f"One dot with its interval a line: {told}.",
        figure,
    )


def _naming_columns(table: pd.DataFrame, estimate: str, about: Table) -> list[str]:
    """Columns whose short texts tell the rows apart; the first column if there are none.

    Where a column says in words what the one before it says, the words are enough.
    """
    before = list(map(str, table.columns[: table.columns.get_loc(estimate)]))
    texts = [
        name
        for name in before
        if not pd.api.types.is_numeric_dtype(table[name])
        and (table[name].nunique() > 1 or len(table) == 1)
        and table[name].astype(str).str.len().max() <= _LONGEST_NAME
    ]
    meanings = {column.name: column.meaning for column in about.columns}
    worded = {
        before[before.index(name) - 1] for name in texts if meanings[name] == "the same in words"
    }
    told: list[str] = []
    for name in texts:
        if name not in worded and not any(_repeats(table[name], table[other]) for other in told):
            told.append(name)
    return told or before[:1]


def _repeats(column: pd.Series[Any], other: pd.Series[Any]) -> bool:
    """Whether each text holds that of another column, or is held by it."""
    pairs = zip(column.astype(str), other.astype(str), strict=True)
    return all(one in two or two in one for one, two in pairs)


def _line_name(row: Mapping[str, Any], columns: Sequence[str]) -> str:
    values = (row[column] for column in columns)
    texts = (f"{v:g}" if isinstance(v, int | float) else str(v) for v in values)
    return ", ".join(text for text in texts if text) or "-"


def _places(lines: Sequence[Estimate]) -> int:
    """Places after the point that tell the ends of the intervals apart."""
    widths = [line.high - line.low for line in lines if math.isfinite(line.high - line.low)]
    widest = max(widths, default=1.0)
    return 1 if widest >= 5 else 2 if widest >= 0.5 else 3
