"""What the report of a game of this system finds in its data: dates, results, scenarios."""

from __future__ import annotations

from datetime import date
from typing import Any

from balance.errors import DataError
from balance.files.charts import shown_path
from balance.files.toml import line_of
from balance.rulebook.game import GAME_FILE, Game


def complete(game: Game, words: dict[str, Any]) -> dict[str, Any]:
    """The system's ``report.toml`` with what is the game's own.

    Rule: common 1.2, 8.5

    Raises
    ------
    DataError
        If the first day is no date.
    """
    first = game.rules.word("sequence.first_day")
    try:
        day = date.fromisoformat(first)
    except ValueError:
        path = game.folder / GAME_FILE
        where = f"{shown_path(path)}:{line_of(path, 'sequence.first_day')}"
        raise DataError(
            f"{where}: sequence.first_day is {first!r}; expected a date such as 1942-06-28"
        ) from None
    about = {"first_day": day, "turn_days": game.rules.integer("sequence.turn_days")}
    results = game.rules.chart("results")
    meanings = {code: results.row(code).cells.get("meaning") or code for code in results.row_names}
    return {
        **words,
        "game": {**words["game"], **about},
        "scenario": {scenario.name: scenario.title for scenario in game.scenarios},
        "results": meanings,
    }
