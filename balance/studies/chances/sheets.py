"""A model of chances as its reader wants it: how far off it is, whether what it told came."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import estimate, number_range, percent, points_range, signed
from balance.studies.answer import SURE, Sheet


def sheets(tables: Mapping[str, pd.DataFrame], labels: Labels) -> list[Sheet]:
    """Put the tables into words."""
    shown = [_turn_sheet(tables["chances"]), _class_sheet(tables["reliability"], labels)]
    if len(tables["newcomers"]):
        shown.append(_newcomer_sheet(tables["newcomers"], labels))
    return shown


def _turn_sheet(table: pd.DataFrame) -> Sheet:
    return Sheet(
        "How far off the chances are, by game turn",
        ("Game turn", "Brier score", "Points alone", "Shares of all games", "Games"),
        [
            (
                f"{row['game_turn']}",
                f"{row['brier']:.3f} {number_range(row['low'], row['high'], 3)}",
                f"{row['points']:.3f}",
                f"{row['start']:.3f}",
                f"{row['games']:,}",
            )
            for row in rows(table)
        ],
        note="Mean squared error of the chances told at the end of the turn, in games that go on "
        "then and that the fit never saw.",
        brief=False,
        topic="errors",
    )


def _class_sheet(table: pd.DataFrame, labels: Labels) -> Sheet:
    return Sheet(
        "Do the chances hold?",
        ("Outcome", "Chance told", "Mean", "Came in", "Games"),
        [
            (
                labels.winner_name(row["outcome"]),
                f"{percent(row['lowest'])} to {percent(row['highest'])}",
                percent(row["chance"]),
                estimate(row),
                f"{row['games']:,}",
            )
            for row in rows(table)
        ],
        note="Each game counts in each class once, at the first turn at which its chance lies "
        "there. A model that is right has the mean inside the interval in nearly all lines.",
        part=SURE,
        topic="reliability",
    )


def _newcomer_sheet(table: pd.DataFrame, labels: Labels) -> Sheet:
    return Sheet(
        "Where somebody plays whom the fit never met",
        ("Side", "Strategy left out of the fit", "Brier score", "Chance told less wins", "Games"),
        [
            (
                labels.sides[row["side"]],
                row["strategy"],
                f"{row['brier']:.3f}",
                f"{signed(100 * row['off'])} {points_range(row['low'], row['high'])}",
                f"{row['games']:,}",
            )
            for row in rows(table)
        ],
        note="In points of the chance of that side to win, mean over the turns of a game, then "
        "over games, with t intervals.",
        part=SURE,
        brief=False,
    )
