"""Restrictions as their reader wants them: what each costs its side, and what became of its use."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import chance, number, points_range, signed
from balance.studies.answer import Sheet


def sheets(tables: Mapping[str, pd.DataFrame], labels: Labels, side: str) -> list[Sheet]:
    """Put what restrictions cost their side into words."""
    short = labels.game.get("points_short", labels.game["points"])
    name = labels.sides[side]
    shown = [
        Sheet(
            f"What each ability is worth to the {name} side",
            ("Without", "Score", str(short), "p", "Seeds", "Flipped"),
            [
                (
                    row["variant"],
                    f"{signed(100 * row['score'])}\n{points_range(row['low'], row['high'])}",
                    f"{signed(row['points'], 2)}\n"
                    f"[{number(row['points_low'], 2)}, {number(row['points_high'], 2)}]",
                    chance(row["p_value"]),
                    f"{row['pairs']:,}",
                    f"{row['flipped']:,}",
                )
                for row in rows(tables["worth"])
            ],
            note=f"Score: in percentage points of the {name} score; + is a gain from the ability. "
            "It "
            "holds for these strategies, which may not know how best to do without.",
        )
    ]
    if len(tables["uses"]):
        shown.append(
            Sheet(
                "How often it was used",
                ("Without", "Counted", "Unrestricted", "Restricted"),
                [
                    (
                        row["variant"],
                        _counted(row["action"], labels),
                        number(row["first"], 2),
                        number(row["second"], 2),
                    )
                    for row in rows(tables["uses"])
                ],
                note="Mean number in a game. A dash: the study kept no such table; --detail "
                "battles "
                "keeps them all.",
            )
        )
    return shown


def _counted(action: str, labels: Labels) -> str:
    """What is counted as a use, in words: "games:mobile_assaults" is "Mobile assaults"."""
    table, what = action.split(":")[:2]
    words = what.replace("_", " ")
    if table == "games":
        return labels.measures.get(what, words)
    return f"battles with {words}" if table == "battles" else words
