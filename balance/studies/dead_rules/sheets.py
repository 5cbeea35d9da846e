"""The tables of a dead-rule study for readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.words import number, number_range, percent, percent_range
from balance.studies.answer import MORE, WHY, Sheet
from balance.studies.by_cell import Measure

#: Lines that the terminal shows of the live rules; a report shows all.
SHOWN = 12
_TITLES = {
    "dead": "Dead: taking them away changed no game",
    "quiet": "Quiet: taking them away changed games, but never the winner",
    "live": "Live: taking them away changed the winner of some games",
}


def rule_sheets(tables: Mapping[str, pd.DataFrame], measure: Measure) -> list[Sheet]:
    """Sheets of the dead, the quiet and the live rules, and of those not tested."""
    # The largest change first, whichever side it favours.
    effects = tables["rule_effects"].sort_values(
        "difference", key=abs, ascending=False, kind="stable"
    )
    parts = {status: effects.loc[effects["status"] == status] for status in _TITLES}
    shown = [_dead_sheet(parts["dead"])] if len(parts["dead"]) else []
    if len(parts["quiet"]):
        shown.append(_rule_sheet(parts["quiet"], _TITLES["quiet"], measure))
    live = parts["live"]
    if len(live):
        shown.append(_rule_sheet(live.head(SHOWN), _TITLES["live"], measure))
    if len(live) > SHOWN:
        shown.append(_rule_sheet(live, "All live rules", measure, brief=False))
    untested = rows(tables["rules_not_tested"])
    if untested:
        lines = [(row["rule"], row["title"], row["reason"]) for row in untested]
        shown.append(
            Sheet("Not tested", ("Rule", "What it is", "Why"), lines, brief=False, part=MORE)
        )
    return shown


def _dead_sheet(table: pd.DataFrame) -> Sheet:
    return Sheet(
        _TITLES["dead"],
        ("Rule", "Uses a game", "Changes at most", "All rules together"),
        [
            (
                _rule(row),
                _firings(row),
                f"{percent(row['changed_bound'])} of games",
                f"{percent(row['changed_bound_all'])} of games",
            )
            for row in rows(table)
        ],
        note="Uses: in the baseline, where the tables tell. Changes at most: the bound for this "
        "rule alone, and the one that holds for all rules tested at once.",
    )


def _rule_sheet(table: pd.DataFrame, title: str, measure: Measure, *, brief: bool = True) -> Sheet:
    return Sheet(
        title,
        ("Rule", "Uses a game", "Changed", "Other winner", "Score"),
        [
            (
                _rule(row),
                _firings(row),
                _share(row, "changed"),
                _share(row, "flipped"),
                f"{measure.change(row['difference'])} {measure.interval(row['low'], row['high'])}",
            )
            for row in rows(table)
        ],
        note="Uses: in the baseline, where the tables tell. Changed: share of games that went "
        f"differently without it. Score: change of the {measure.title} without it.",
        brief=brief,
        part=WHY,
    )


def _rule(row: Mapping[str, Any]) -> str:
    return f"{row['rule']} {row['title']}"


def _firings(row: Mapping[str, Any]) -> str:
    if row["fired"] != row["fired"]:
        return "-"
    return f"{number(row['fired'])} {number_range(row['fired_low'], row['fired_high'])}"


def _share(row: Mapping[str, float], name: str) -> str:
    ends = percent_range(row[f"{name}_low"], row[f"{name}_high"])
    return f"{percent(row[f'{name}_share'])} {ends}"
