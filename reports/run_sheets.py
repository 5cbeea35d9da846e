"""Tables of the page of a plain run: where the points came from, levels, ways to a sudden end."""

from __future__ import annotations

from typing import Any

import pandas as pd

from balance.analysis.play.levels import level_head, level_lines
from balance.analysis.play.routes import ROUTE_TURNS
from balance.analysis.results import Results
from balance.analysis.study import rows
from balance.analysis.telling.labels import Labels
from balance.analysis.telling.words import estimate, number, number_range, points_range, signed
from balance.experiments.replay.chances import note_on
from balance.experiments.schema import event_kinds
from balance.studies.answer import Sheet


def source_table(results: Results) -> Sheet:
    """Points at the end of a game by the hexes and awards that gave them."""
    labels = results.labels
    short, points = labels.game["points_short"], labels.game["points"]
    side = labels.sides[labels.points_side]
    names = {
        "hexes": "All hexes",
        "award": "Awards for units eliminated out of supply",
        "all": "All together",
    }
    return Sheet(
        f"Where the {points} came from",
        ("Source", f"{short} a game", "Interval", f"Games with {short} at the end", "Ever held"),
        [
            (
                names.get(row["source"]) or labels.place_name(row["hex"]),
                number(row["mean"], 2),
                number_range(row["mean_low"], row["mean_high"], 2),
                estimate(row) if row["total"] else "-",
                _ever(row),
            )
            for row in rows(results.sources)
        ],
        note=f"Hexes that ever gave the {side} side {points}, and what they were worth when games "
        "ended: means with t intervals, shares of all games with Wilson intervals.",
    )


#: Kinds of event of the table of what moves the chances, at most.
_MOST_KINDS = 12


def moved_table(results: Results) -> Sheet:
    """Kinds of event that move the chances to win most."""
    labels, model = results.labels, results.chances
    assert model is not None
    side = labels.sides[labels.points_side]
    meanings = {kind: meaning for kind, meaning, _ in event_kinds(results.game)}
    kinds = rows(results.moved_by)
    lines = kinds[:_MOST_KINDS]
    return Sheet(
        "What moves the chances",
        ("Event", "Side", "A game", f"{side} chance, points each", "Points a game", "Games"),
        [
            (
                meanings[row["kind"]] + (f" ({row['which']})" if row["which"] else ""),
                labels.sides.get(row["side"], "-"),
                number(row["a_game"]),
                f"{signed(100 * row['effect'])} {points_range(row['low'], row['high'])}",
                number(100 * row["moved"]),
                f"{row['games']:,}",
            )
            for row in lines
        ],
        note=f"By how much the chance of the {side} side to win (and half that of a draw) changes "
        "in a game turn with one more event of a kind, all others alike. The side of an event is "
        "whose unit it was, or who took the place. Regression over game turns, t intervals over "
        "games, which hold for all kinds at once. It tells what goes together, not "
        "what causes what. Those that surely move most a game come first, "
        f"{len(lines)} of {len(kinds)} kinds. {note_on(model, _variant(results))}",
    )


def _variant(results: Results) -> str:
    """Variant of the games; of several, one that isn't the model's."""
    assert results.chances is not None
    own = results.chances.made.variant
    names = [str(name) for name in results.tables.games["variant"].unique()]
    return next((name for name in names if name != own), own)


def level_table(labels: Labels, levels: pd.DataFrame) -> Sheet:
    """How high each side won."""
    return Sheet(
        "Levels of victory",
        level_head(labels),
        level_lines(labels, levels),
        note="Share of all games that each side won at each level, with Wilson intervals.",
    )


def _ever(row: dict[str, Any]) -> str:
    if row["source"] != "hex" or not row["total"]:
        return "-"
    return estimate({name: row[f"ever_{name}"] for name in ("share", "low", "high")})


def route_tables(results: Results) -> list[Sheet]:
    """What came before sudden ends, a table an ending; none where no game ended so."""
    return [
        _route_table(results, ending, rows(table))
        for ending, table in results.routes.items()
        if len(table)
    ]


def _route_table(results: Results, ending: str, lines: list[dict[str, Any]]) -> Sheet:
    labels = results.labels
    loser = labels.sides[labels.points_side]
    winner = labels.sides[next(key for key in labels.side_keys if key != labels.points_side)]
    ever = {row["hex"]: estimate(row) for row in rows(results.history) if row["total"]}
    window = f"in the last {ROUTE_TURNS + 1} turns"
    words = {
        "fallen": f"{{}} had fallen to the {loser}",
        "crossed": f"{labels.game.get('line', 'The line')} had been crossed",
        "retaken": f"{winner} took {{}} {window}",
    }
    return Sheet(
        f"{labels.ending_name(ending)}: what came before",
        ("Ended at", "Before the end", "Share of these games", "Games", "Of all games"),
        [
            (
                labels.place_name(row["trigger"]),
                words[row["what"]].format(labels.place_name(row["hex"])),
                estimate(row),
                f"{row['games']:,} of {row['total']:,}",
                ever.get(row["hex"], "-") if row["what"] == "fallen" else "-",
            )
            for row in lines
        ],
        note=f"For each hex that ended games: which places of history had fallen by then, and "
        f"which hexes the {winner} side took {window}, at most the five most frequent of either; "
        "on the right the share of all games in which the place ever fell. Wilson intervals. This "
        "shows what came before, not what caused the end.",
    )
