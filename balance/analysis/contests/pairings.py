"""What a change does pairing by pairing: where it works the other way, where nothing is sure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.estimates.multiplicity import holm
from balance.analysis.estimates.paired import difference_interval, difference_p_value
from balance.analysis.study import rows

#: Columns of ``pairing_changes``.
COLUMNS = (
    "pairs", "first", "second", "difference", "low", "high", "p_value", "p_holm", "overall",
    "reverses", "undecided", "leader_changes",
)  # fmt: skip

Floats = NDArray[np.float64]


def pairing_changes(
    scores: Iterable[tuple[Floats, Floats]],
    confidence: float,
    comparisons: int = 1,
    overall: float | None = None,
) -> pd.DataFrame:
    """Compare the scores of each pairing under two variants, seed by seed; one line a pairing.

    ``scores`` has those under the first and under the second variant, NaN for games that broke off.
    Columns: pairs, first, second (mean scores), difference (second minus first) with low and high
    (this pairing alone), p_value, p_holm (over all pairings, times the ``comparisons`` with other
    variants that share the error rate), overall (the difference over all pairings, their mean if it
    isn't given), reverses (it goes the other way here, and is sure to by p_holm at 1 - confidence),
    undecided (it isn't sure to go either way), leader_changes (another side is ahead than before).
    """
    lines = []
    for before, after in scores:
        used = ~np.isnan(before) & ~np.isnan(after)
        first, second = (
            float(each[used].mean()) if used.any() else np.nan for each in (before, after)
        )
        change = (after - before)[used]
        mean, low, high = (
            difference_interval(change, confidence, 1.0) if used.any() else (np.nan, -1.0, 1.0)
        )
        lines.append(
            {
                "pairs": int(used.sum()),
                "first": first,
                "second": second,
                "difference": mean,
                "low": low,
                "high": high,
                "p_value": difference_p_value(change, 1.0),
                "leader_changes": (first - 0.5) * (second - 0.5) < 0,
            }
        )
    table = pd.DataFrame(lines)
    table["p_holm"] = np.minimum(comparisons * holm(table["p_value"]), 1.0)
    table["overall"] = float(table["difference"].mean()) if overall is None else overall
    table["undecided"] = table["p_holm"] > 1 - confidence
    table["reverses"] = (table["difference"] * table["overall"] < 0) & ~table["undecided"]
    return table[list(COLUMNS)]


def reversal_words(table: pd.DataFrame, names: tuple[str, str]) -> str:
    """Say in which pairings a change goes the other way than over all, and in how many it might.

    ``names`` are the columns with the strategies.
    """
    against = _listed(table.loc[table["reverses"].astype(bool)], names)
    undecided = int(table["undecided"].sum())
    if against:
        told = f"It works the other way in {against}"
    elif undecided:
        told = "No pairing is known to go the other way"
    else:
        return "No pairing goes the other way."
    if not undecided:
        return f"{told}."
    verb = "is" if undecided == 1 else "are"
    return f"{told}; {undecided} of {len(table)} {verb} undecided."


def direction_words(table: pd.DataFrame, names: tuple[str, str], phrases: Sequence[str]) -> str:
    """Say in which pairings a change is sure to favour a side, where it isn't over all.

    ``phrases`` are the side whose score the differences are of, and the other one.
    """
    sure = table.loc[~table["undecided"].astype(bool)]
    told = [
        f"{phrase} in {listed}"
        for phrase, part in zip(
            phrases,
            (sure.loc[sure["difference"] > 0], sure.loc[sure["difference"] < 0]),
            strict=True,
        )
        if (listed := _listed(part, names))
    ]
    if not told:
        return "No pairing is sure to go either way."
    return f"It is sure to favour {', and '.join(told)}."


def _listed(table: pd.DataFrame, names: tuple[str, str]) -> str:
    return ", ".join(f"{row[names[0]]} against {row[names[1]]}" for row in rows(table))
