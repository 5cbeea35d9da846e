"""What a game says of itself in its ``report.toml``: names, sides, endings, columns in words.

A game of a system that has no such file says what its system says, with its own names.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from balance.errors import DataError
from balance.files.shapes import TEXT, TEXTS, Number, Text
from balance.rulebook.game import Game
from balance.rulebook.texts import is_of_system, read_texts

FILE = "report.toml"
_GAME = {
    "name": TEXT, "points": TEXT, "points_short": TEXT, "place_points?": TEXT,
    "points_side": ("axis", "soviet"), "points_to_win?": TEXT, "points_handicap?": TEXT,
    "points_lead?": Number(0, 1000, whole=True), "first_day": date,
    "turn_days": Number(1, 366, whole=True), "headlines?": TEXTS, "history?": TEXT,
    "map?": TEXT,
    "line?": TEXT, "reconstructed?": TEXT, "estimates?": TEXTS, "sources?": TEXTS,
}  # fmt: skip
_NAMES = {"*": TEXT}
#: What a ``report.toml`` holds.
SHAPE = {
    "game": _GAME,
    "scenario?": _NAMES,
    "dates?": {"*": {"first_day": date, "side": ("axis", "soviet")}},
    "side": [{"key": ("axis", "soviet"), "name": TEXT, "phrase?": TEXT}],
    "ending": [
        {"key": TEXT, "name": TEXT, "phrase": TEXT, "winner?": ("axis", "soviet"), "hexes?": TEXT}
    ],
    "events": {
        "place_taken": TEXT,
        "eliminated": TEXT,
        "point_gained?": TEXT,
        "point_lost?": TEXT,
        "supply_kill?": TEXT,
        "supply_award?": TEXT,
        "line_crossed?": TEXT,
    },
    "points?": {
        "*": {"sign?": Number(-1, 1, whole=True), "events?": TEXTS, "words?": Text(empty=True)}
    },
    "awards?": _NAMES,
    "levels?": _NAMES,
    "units?": _NAMES,
    "results?": _NAMES,
    "measures?": _NAMES,
    "state?": _NAMES,
    "panel?": [{"title": TEXT, "unit": TEXT, "lines": {"*": ("axis", "soviet")}}],
}


def report_words(game: Game) -> dict[str, Any]:
    """Read ``report.toml``.

    Raises
    ------
    DataError
        With every entry that is unknown, missing or of another kind, and its line.
    """
    if not game.file(FILE).is_file():
        raise DataError(
            f"{game.folder / FILE}: there is no such file; a game needs it for its report"
        )
    path, words = read_texts(game, FILE, SHAPE)
    if is_of_system(game, path):
        words = game.referee("report_words").complete(game, words)
    return words


def side_names(words: Mapping[str, Any]) -> dict[str, str]:
    """What readers call the sides, by their keys; ``words`` are those of ``report.toml``.

    >>> side_names({"side": [{"key": "axis", "name": "German"}]})
    {'axis': 'German'}
    """
    return {side["key"]: str(side["name"]) for side in words["side"]}
