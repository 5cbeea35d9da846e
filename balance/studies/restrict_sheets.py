"""Restrictions as their reader wants them: what each costs its side, and what became of its use."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from balance.analysis.labels import Labels
from balance.analysis.study import rows
from balance.analysis.words import chance, number, points_range, signed
from balance.studies.answer import Sheet


def sheets(tables: Mapping[str, pd.DataFrame], labels: Labels, side: str) -> list[Sheet]:
    """Put what restrictions cost their side into words."""
    short = labels.game.get("points_short", labels.game["points"])
    name = labels.sides[side]
    shown = [
        Sheet(
            f"What the {name} side loses without it",
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
            note=f"Score in points of the {name} score; + is what the ability gains its side. "
            "As these strategies play: they may miss how to do without.",
        )
    ]
    if len(tables["uses"]):
        shown.append(
            Sheet(
                "How often a game saw it",
                ("Without", "Seen as", "Unrestricted", "Restricted"),
                [
                    (
                        row["variant"],
                        row["action"],
                        number(row["first"], 2),
                        number(row["second"], 2),
                    )
                    for row in rows(tables["uses"])
                ],
                note="A dash: this study keeps no such table; --detail battles keeps all.",
            )
        )
    return shown
