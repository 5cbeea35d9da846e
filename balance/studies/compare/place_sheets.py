"""A comparison by place and moment: points, captures, where games part, what goes with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from balance.analysis.estimates.proportions import with_intervals
from balance.analysis.play.paired_places import HELD, POINTS, TAKEN, TURN
from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import chance, estimate, number, points, points_range, signed
from balance.counting import counted
from balance.studies.answer import MORE, WHY, Sheet

#: Lines of a list of events, at most; the table has all.
SHOWN_EVENTS = 10
#: Kinds of first difference that are listed.
SHOWN_KINDS = 8


def place_sheets(
    part: Mapping[str, pd.DataFrame], first: str, variant: str, labels: Labels
) -> list[Sheet]:
    """Sheets of the hexes that ended games, gave points or were fought for under a variant."""
    shown = []
    ends = part["ending_places"]
    for ending in ends["ending"].unique() if len(ends) else ():
        table = ends.loc[ends["ending"] == ending]
        if table[["first", "second"]].to_numpy().any():
            shown.append(_ending_sheet(table, first, variant, labels, str(ending)))
    places = part["places"]
    if len(places):
        points_of = places.loc[places["what"] == POINTS]
        if len(points_of):
            shown.append(_point_sheet(points_of, first, variant, labels))
        shown.append(_capture_sheet(places, first, variant, labels))
    return shown


def _change(row: Mapping[str, Any]) -> str:
    """Difference of a share in points, with its interval."""
    return f"{signed(100 * row['difference'])} {points_range(row['low'], row['high'])}"


def _ending_sheet(
    table: pd.DataFrame, first: str, variant: str, labels: Labels, ending: str
) -> Sheet:
    name = labels.ending_name(ending)
    return Sheet(
        f"{name}: where and when under {variant}",
        ("Hex", "Game turn", first, variant, "Change, points"),
        [
            (
                labels.place_name(row["hex"]),
                f"{row['game_turn']}" if row["game_turn"] else "any",
                f"{row['first']:,} of {row['pairs']:,}",
                f"{row['second']:,} of {row['pairs']:,}",
                _change(row),
            )
            for row in rows(table)
        ],
        note=f"Games that ended {labels.ending_phrase(ending)}. Change: of their share of all "
        "pairs, each interval for its row alone; turns in which none ended are left out.",
        brief=False,
        part=WHY,
        topic=f"ends-{ending.replace('_', '-')}",
    )


def _point_sheet(table: pd.DataFrame, first: str, variant: str, labels: Labels) -> Sheet:
    side = labels.sides[labels.points_side]
    return Sheet(
        f"Where the {labels.game['points']} come from under {variant}",
        ("Hex", f"{first}, a game", f"{variant}, a game", "Difference", "p"),
        [
            (
                row["place"],
                number(row["first"], 2),
                number(row["second"], 2),
                f"{signed(row['difference'], 2)} {_ends(row)}",
                chance(row["p_holm"]),
            )
            for row in rows(table)
        ],
        note=f"Mean points of the {side} side at the end of a game, by hex. p: adjusted for all "
        "hexes (Holm).",
        brief=False,
        part=WHY,
        topic="sources",
    )


def _ends(row: Mapping[str, Any]) -> str:
    return f"[{number(row['low'], 2)}, {number(row['high'], 2)}]"


def _capture_sheet(table: pd.DataFrame, first: str, variant: str, labels: Labels) -> Sheet:
    """Places whose capture, date or holder differs in any pair; the others are counted below."""
    by_place: dict[str, dict[str, dict[str, Any]]] = {}
    for row in rows(table.loc[table["what"].isin((TAKEN, TURN, HELD))]):
        by_place.setdefault(str(row["place"]), {})[row["what"]] = row
    lines = []
    for place, found in by_place.items():
        if TAKEN not in found or not any(_moves(row) for row in found.values()):
            continue
        taken, turn, held = found[TAKEN], found[TURN], found.get(HELD)
        lines.append(
            (
                place,
                f"{points(taken['first'])} to {points(taken['second'])}",
                _change(taken),
                f"{signed(turn['difference'], 2)} {_ends(turn)}",
                _change(held) if held else "-",
                chance(min(row["p_holm"] for row in found.values())),
            )
        )
    side = labels.sides[labels.points_side]
    return Sheet(
        f"Towns and cities under {variant}",
        ("Place", "Taken, %", "Change, points", "Turn taken", "Held at the end, points", "p"),
        lines,
        note=f"Captures by the {side} side: share of games under {first} and under {variant}, its "
        "change, change of the mean turn of the first capture (never counts as the turn after the "
        "last), change of the share that holds the place in the end. p: the smallest of the three, "
        f"each adjusted for all places (Holm). Alike in every pair: {len(by_place) - len(lines)} "
        "more places.",
        brief=False,
        part=MORE,
        topic="captures",
    )


def _moves(row: Mapping[str, Any]) -> bool:
    """Whether any pair differs there: a p value of 1 with no difference says that none does."""
    return bool(row["difference"] != 0 or row["p_value"] < 1)


def parting_sheets(part: Mapping[str, pd.DataFrame], first: str, variant: str) -> list[Sheet]:
    """Sheets of what the games part over, and of what goes with a change of winner."""
    shown = []
    partings = part["partings"]
    if len(partings) and (partings["phase"] != "").any():
        shown.append(_parting_sheet(partings, first, variant))
    if len(part["separating"]):
        shown.append(_separating_sheet(part["separating"], variant))
    return shown


def _parting_sheet(table: pd.DataFrame, first: str, variant: str) -> Sheet:
    keys = ["phase", "first_kind", "second_kind"]
    apart = table.loc[table["game_turn"].notna()]
    counts = apart.groupby(keys, sort=False).agg(
        games=("flipped", "sum"),
        total=("flipped", "size"),
        turn=("game_turn", "median"),
        seed=("seed", "first"),
    )
    counts = with_intervals(counts.sort_values("total", ascending=False, kind="stable"))
    alike = len(table) - len(apart)
    left = int(counts["total"].iloc[SHOWN_KINDS:].sum())
    return Sheet(
        f"Where the games of a pair diverge under {variant}",
        ("Phase", first, variant, "Pairs", "Median turn", "Flipped", "First seed"),
        [
            (
                _words(phase),
                _words(one),
                _words(two),
                f"{row['total']:,}",
                f"{row['turn']:g}",
                estimate(row),
                str(row["seed"]),
            )
            for (phase, one, two), row in zip(
                counts.index[:SHOWN_KINDS], rows(counts.head(SHOWN_KINDS)), strict=True
            )
        ],
        note="First event that differs between the games of a pair; moves are no events, so they "
        f"may diverge a little earlier. Alike to the end: {counted(alike, 'pair')}. Diverged over "
        f"something else: {left:,}.",
        brief=False,
        part=WHY,
        topic="partings",
    )


def _words(kind: str) -> str:
    return str(kind).replace("_", " ") or "-"


def _separating_sheet(table: pd.DataFrame, variant: str) -> Sheet:
    shown: Sequence[dict[str, Any]] = rows(table.head(SHOWN_EVENTS))
    return Sheet(
        f"What goes with a change of winner under {variant}",
        ("Only in one game of the pair", "Flipped pairs", "Other pairs", "Difference", "p", "Won"),
        [
            (
                row["event"],
                _share(row, "flipped"),
                _share(row, "other"),
                _change(row),
                chance(row["p_holm"]),
                f"{row['won_with']} of {row['with_total']}",
            )
            for row in shown
        ],
        note="Share of pairs in which only one game has the event. Difference in points. p: "
        f"Fisher's exact test, adjusted for {counted(len(table), 'event')} in all (Holm). Won: "
        "flipped pairs of which the side that scores points won the game that has it. What goes "
        "together need not be cause and effect.",
        brief=False,
        part=WHY,
        topic="separating",
    )


def _share(row: Mapping[str, Any], group: str) -> str:
    return estimate({name: row[f"{group}_{name}"] for name in ("share", "low", "high")})
