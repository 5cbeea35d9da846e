"""The tables of a sensitivity study for readers: which parameters matter, and by how much."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.words import chance, percent, percent_range
from balance.studies.answer import MORE, WHY, Sheet
from balance.studies.by_cell import Measure

#: Lines that the terminal shows of the effects; a report shows all.
SHOWN = 12


def effect_sheets(
    tables: Mapping[str, pd.DataFrame], idle: Sequence[str], measure: Measure
) -> list[Sheet]:
    """Sheets of a study of one parameter at a time; ``idle`` are those that changed no game."""
    effects, left_out = tables["parameter_effects"], tables["left_out"]
    shown = [_effect_sheet(effects.head(SHOWN), "Largest changes", measure)]
    if len(effects) > SHOWN:
        shown.append(_effect_sheet(effects, "All changes", measure, brief=False))
    if idle:
        titles = effects.drop_duplicates("parameter").set_index("parameter")["title"]
        lines = [(key, titles[key]) for key in idle]
        shown.append(
            Sheet("Never changed a game", ("Parameter", "What it is"), lines, brief=False, part=WHY)
        )
    if len(left_out):
        lines_out = [
            (f"{row['parameter']} = {row['setting']}", row["reason"]) for row in rows(left_out)
        ]
        shown.append(Sheet("Left out", ("Setting", "Reason"), lines_out, part=MORE))
    return shown


def _effect_sheet(
    table: pd.DataFrame, title: str, measure: Measure, *, brief: bool = True
) -> Sheet:
    return Sheet(
        f"{title} of the {measure.title}",
        ("Parameter", "From", "To", "Change", "Interval", "For all", "p for all", "Alike"),
        [
            (
                row["parameter"],
                row["before"],
                row["setting"],
                measure.change(row["difference"]),
                measure.interval(row["low"], row["high"]),
                measure.interval(row["all_low"], row["all_high"]),
                chance(row["p_all"]),
                f"{row['identical']:,} of {row['pairs']:,}",
            )
            for row in rows(table)
        ],
        note="Interval: for its setting alone. For all: interval and p value that hold for all "
        "settings at once (Bonferroni); where that interval excludes 0 the parameter clearly "
        "matters. Alike: games that went as in the baseline from beginning to end.",
        brief=brief,
        topic="" if brief else "tornado",
    )


def morris_sheets(table: pd.DataFrame, measure: Measure) -> list[Sheet]:
    """Sheet of the elementary effects."""
    return [
        Sheet(
            f"Effects over the whole range on the {measure.title}",
            ("Parameter", "From", "To", "Either way", "Interval", "On balance", "Interval"),
            [
                (
                    row["parameter"],
                    row["from_setting"],
                    row["to_setting"],
                    measure.size(row["mu_star"]),
                    measure.interval(row["star_low"], row["star_high"]),
                    measure.change(row["mu"]),
                    measure.interval(row["low"], row["high"]),
                )
                for row in rows(table)
            ],
            note="Either way: mean size of an effect whatever its sign (mu*), including the luck "
            "of "
            "the dice that it reshuffles. On balance: mean effect (mu). Both are scaled up from "
            "steps of "
            "about two thirds of the range, and may pass what a whole range can do.",
        )
    ]


def index_words(row: Mapping[str, float], index: str) -> str:
    """Write the ``first`` or the ``total`` index of a line; a dash where the dice hide it."""
    if math.isnan(row[index]):
        return "-"
    return f"{percent(row[index])} {percent_range(row[f'{index}_low'], row[f'{index}_high'])}"


def sobol_sheets(table: pd.DataFrame, measure: Measure) -> list[Sheet]:
    """Sheet of the indices."""
    return [
        Sheet(
            f"Shares of what the parameters do to the {measure.name}",
            ("Parameter", "From", "To", "Alone", "With interactions"),
            [
                (
                    row["parameter"],
                    row["from_setting"],
                    row["to_setting"],
                    index_words(row, "first"),
                    index_words(row, "total"),
                )
                for row in rows(table)
            ],
            note="Shares of the variance that the parameters cause over these ranges, luck left "
            "out. "
            "With interactions: what a parameter does together with others counts for each of "
            "them, "
            "so these shares may add up to more than 100%. By chance a share alone may come out "
            "above that with interactions. A dash: too small to be told from luck.",
        )
    ]
