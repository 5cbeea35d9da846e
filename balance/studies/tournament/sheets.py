"""A tournament as its reader wants it: the matrix, each side's strategies, what variants change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from balance.analysis.study import rows
from balance.analysis.telling.words import (
    chance,
    count_games,
    percent,
    percent_range,
    points,
    points_range,
    signed,
)
from balance.studies.answer import MORE, SURE, WHY, Sheet
from balance.studies.tournament.pairings import Sides


def sheets(tables: Mapping[str, pd.DataFrame], sides: Sides) -> list[Sheet]:
    """Put the tables of a tournament into words."""
    shown = []
    variants = list(tables["values"]["variant"])
    several = len(variants) > 1
    if several:
        shown.append(_change_sheet(tables["value_changes"], variants[0], sides))
    for number, variant in enumerate(variants, start=1):
        key = f"-{number}" if number > 1 else ""
        part = {name: table.loc[table["variant"] == variant] for name, table in tables.items()}
        under = f", {variant}" if several else ""
        matrix = _matrix_sheet(part["matrix"], sides, under)
        shown.append(replace(matrix, topic=f"matrix{key}"))
        shown.append(_value_sheet(part["values"], sides, under))
        for side, name in zip(sides.keys, sides.names, strict=True):
            table = part["strategies"].loc[part["strategies"]["side"] == side]
            worst = _worst(part["matrix"], side, sides)
            told = _strategy_sheet(table, name, under, worst)
            shown.append(replace(told, topic=f"scores{key}"))
        if len(part["pair_changes"]):
            pairs = _pair_sheet(part["pair_changes"], variants[0], variant, sides, tables["matrix"])
            shown.append(replace(pairs, topic=f"pair-changes{key}"))
    return shown


def _matrix_sheet(table: pd.DataFrame, sides: Sides, under: str) -> Sheet:
    own, other = sides.keys
    columns = list(dict.fromkeys(table[other]))
    lines = []
    for strategy, part in table.groupby(own, sort=False):
        found = {row[other]: row for row in rows(part)}
        lines.append((_folded(str(strategy)), *(_score_words(found[name]) for name in columns)))
    return Sheet(
        f"{sides.names[0]} score by pairing{under}",
        (f"{sides.names[0]} \\ {sides.names[1]}", *map(_folded, columns)),
        lines,
        note=f"In percent; {_game_words(table)} a pairing. Each interval holds for its pairing "
        "alone.",
    )


def _score_words(row: Mapping[str, float]) -> str:
    return f"{percent(row['score'])}\n{percent_range(row['low'], row['high'])}"


def _game_words(table: pd.DataFrame) -> str:
    fewest, most = int(table["games"].min()), int(table["games"].max())
    return count_games(most) if fewest == most else f"{fewest:,} to {most:,} games"


def _folded(name: str) -> str:
    """Break a name where it has a dash below, so that a matrix fits on a terminal."""
    return name.replace("_", "_\n")


def _value_sheet(table: pd.DataFrame, sides: Sides, under: str) -> Sheet:
    return Sheet(
        f"When both sides choose well{under}",
        (f"{sides.names[0]} score", "Interval", "Given away by the mixes", "Same mixes", "Seeds"),
        [
            (
                percent(row["value"]),
                percent_range(row["low"], row["high"]),
                f"{points(row['exploitability'])} points",
                f"{percent(row['own_alike'])}, {percent(row['other_alike'])}",
                f"{row['seeds']:,}",
            )
            for row in rows(table)
        ],
        part=SURE,
        note="Among these strategies: one that wasn't played may be better than all of them. Of "
        "several nearly equal strategies the best is so partly by luck, so the score leans towards "
        "the side with more of them to choose from; the interval allows for that. Given away: what "
        "the best replies to both mixes would gain together in a fresh tournament. Same mixes: "
        "how many resamples of the games choose the same strategies as here, for the "
        f"{sides.names[0]} and the {sides.names[1]} side.",
    )


def _worst(matrix: pd.DataFrame, side: str, sides: Sides) -> dict[str, dict[str, float]]:
    """Score of each strategy of a side against its worst opponent, as its own side sees it."""
    found: dict[str, dict[str, float]] = {}
    for row in rows(matrix):
        score, low, high = row["score"], row["low"], row["high"]
        if side != sides.keys[0]:
            score, low, high = 1 - score, 1 - high, 1 - low
        known = found.get(row[side])
        if known is None or score < known["score"]:
            found[row[side]] = {"score": score, "low": low, "high": high}
    return found


def _strategy_sheet(
    table: pd.DataFrame, name: str, under: str, worst: Mapping[str, Mapping[str, float]]
) -> Sheet:
    return Sheet(
        f"{name} strategies{under}",
        ("Strategy", "Score", "Worst", "Mix", "In mixes", "Dominated by"),
        [
            (
                row["strategy"],
                _score_words(row),
                _score_words(worst[row["strategy"]]),
                f"{percent(row['share'])}\n{percent_range(row['share_low'], row['share_high'])}",
                percent(row["support"]),
                _dominator(row),
            )
            for row in rows(table)
        ],
        note=f"Scores of the {name} side: over all opponents, and against the worst. Mix: "
        "share in the best mix (percentiles of the bootstrap); in mixes: how many of the "
        "bootstrap's best mixes use it. Dominated: another scores more against every opponent (in "
        "so many of the samples). The highest score of a table is partly luck: expect a lower one "
        "in fresh games, and a higher one against the worst opponent. The intervals don't allow "
        "for that.",
        part=WHY,
    )


def _dominator(row: Mapping[str, object]) -> str:
    share = float(str(row["dominated"]))
    if row["dominated_by"]:
        return f"{row['dominated_by']} ({percent(share)})"
    return f"- ({percent(share)})" if share else "-"


def _change_sheet(table: pd.DataFrame, first: str, sides: Sides) -> Sheet:
    return Sheet(
        f"Against {first}, in points of the {sides.names[0]} score",
        ("Variant", "Both sides adapt", "Interval", "Mean of all pairings", "Seeds"),
        [
            (
                row["variant"],
                signed(100 * row["difference"]),
                points_range(row["low"], row["high"]),
                signed(100 * row["overall"]),
                f"{row['seeds']:,}",
            )
            for row in rows(table)
        ],
    )


def _pair_sheet(
    table: pd.DataFrame, first: str, variant: str, sides: Sides, matrix: pd.DataFrame
) -> Sheet:
    played = {(row["variant"], row["axis"], row["soviet"]): row for row in rows(matrix)}

    def score(row: Mapping[str, str], under: str) -> str:
        return _score_words(played[under, row["axis"], row["soviet"]])

    return Sheet(
        f"{variant} against {first} by pairing",
        (sides.names[0], sides.names[1], first, variant, "Change", "Interval", "p", ""),
        [
            (
                row[sides.keys[0]],
                row[sides.keys[1]],
                score(row, first),
                score(row, variant),
                signed(100 * row["difference"]),
                points_range(row["low"], row["high"]),
                chance(row["p_holm"]),
                "other way" if row["reverses"] else "undecided" if row["undecided"] else "",
            )
            for row in rows(table)
        ],
        note="Change in points; p adjusted by Holm for all pairings (and for all variants). "
        "Other way: significantly against the mean of all pairings. Undecided: neither direction "
        "is significant.",
        brief=False,
        part=MORE,
    )
