"""The machine-readable twin of the report: one dictionary, ready for ``summary.json``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.results import Results
from balance.analysis.study import FAULTY_ENDINGS, rows

#: How the figures were made, in words a reader can check.
METHODS = (
    "Shares: Wilson score interval.",
    "Means: Student t interval, of counts wide enough for the rare that no game has shown. "
    "Medians and other quantiles: values that occurred.",
    "Endings by turn: plain cumulative shares; every game ends, so nothing is censored.",
    "Shares of attacks: ratio over all games with games as units (t interval); results by "
    "odds take each battle as a unit (Wilson), which is somewhat too sure.",
    "All shares are of all games played; games that broke off are a category of their own.",
)

_BY_HEX = ("what", "side", "hex", "mean", "mean_low", "mean_high", "games")


def summarise(results: Results) -> dict[str, Any]:
    """Put the answers of a study into plain numbers, texts, lists and dictionaries.

    Every estimate has its interval and its number of games. Numbers that do not exist (the mean of
    no games) are None.
    """
    verdict = results.verdict
    games = results.tables.games
    by_ending = {row["category"]: int(row["games"]) for row in rows(results.endings)}
    summary = {
        "verdict": verdict.text,
        "game": results.game.name,
        "scenario": results.scenario,
        "games": len(games),
        "planned_games": results.tables.planned,
        "complete_games": len(games) - verdict.faulty,
        "confidence": results.confidence,
        "leader": verdict.leader or None,
        "decided": verdict.decided,
        "winners": _shares(results.winners),
        "endings": _shares(results.endings),
        "winners_by_ending": rows(results.winner_by_ending),
        "faulty": {name: by_ending[name] for name in FAULTY_ENDINGS},
        **({} if results.levels is None else {"levels": rows(results.levels)}),
        "failures": rows(results.failures),
        "measures": {row["column"]: row for row in rows(results.measures)},
        "points_by_turn": rows(results.points),
        "endings_by_turn": rows(results.incidence),
        "eliminations_by_turn": rows(results.eliminations),
        "sudden_ends_by_hex": {key: rows(table) for key, table in results.trigger_hexes.items()},
        "sudden_ends_before": {key: rows(table) for key, table in results.routes.items()},
        "points_by_source": rows(results.sources),
        "control": rows(results.control),
        "control_by_turn": _held(results.holders),
        "by_hex": [] if results.heat is None else rows(results.heat[list(_BY_HEX)]),
        "advance": rows(results.advance),
        "history": rows(results.history),
        "wins_by_capture": rows(results.capture_wins),
        "wins_by_threshold": rows(results.thresholds),
        "attacks": rows(results.attacks),
        "results_by_odds": rows(results.battles),
        "halfway": {"game_turn": results.driver_turn, "differences": rows(results.drivers)},
        "moved_by": rows(results.moved_by),
        "pairings": rows(results.pairings),
        "examples": rows(results.examples),
        "seeds": _seeds(games),
        "methods": list(METHODS),
        "faults": [str(fault) for fault in results.faults],
        "not_modelled": results.not_modelled,
        "study": results.tables.manifest,
    }
    return {key: _plain(value) for key, value in summary.items()}


def _shares(table: pd.DataFrame) -> dict[str, dict[str, float]]:
    return {
        str(row["category"]): {name: row[name] for name in ("games", "share", "low", "high")}
        for row in rows(table)
    }


def _held(holders: pd.DataFrame | None) -> dict[str, list[int]]:
    """Games in which the scoring side held each hex: at the start, then after each game turn."""
    if holders is None:
        return {}
    return {str(name): part.tolist() for name, part in holders.groupby("hex")["games"]}


def _seeds(games: pd.DataFrame) -> dict[str, Any]:
    if games.empty:
        return {"count": 0, "first": None, "last": None}
    seeds = games["seed"]
    return {"count": int(seeds.nunique()), "first": int(seeds.min()), "last": int(seeds.max())}


def _plain(value: Any) -> Any:
    """Copy a value with nothing in it that JSON cannot write."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (bool, int, str)):
        return value
    return None if value is pd.NA else str(value)
