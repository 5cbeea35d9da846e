"""The words in which a game's replays are told: ``replay.toml`` of its data."""

from __future__ import annotations

from typing import Any

from balance.resources import game_folder
from balance.shapes import NUMBER, TEXT, TEXTS, Text, read_shaped

_SIDES = ("axis", "soviet")
_ANY = {"*": TEXT}
_SHAPE = {
    "combat_rule": TEXT,
    "moving": TEXTS,
    "fighting": TEXTS,
    "side": dict.fromkeys(_SIDES, TEXT),
    "nation": [{"key": TEXT, "name": TEXT, "side": _SIDES, "colour": TEXT}],
    "kind": {"*": {"name": TEXT, "symbol": TEXT, "size?": Text(empty=True)}},
    "states": {"*": [Text(empty=True)]},
    "mark": [
        {"name": TEXT, "kind": TEXT, "rule": TEXT, "side?": _SIDES, "feature?": TEXT,
         "column?": TEXT}
    ],
    "line": [{"feature": TEXT, "key": TEXT, "name": TEXT, "rule": TEXT}],
    "hexside": {"*": {"name": TEXT, "kind": TEXT}},
    "phase": _ANY,
    "points": _ANY,
    "battle": {
        "kinds": TEXTS,
        "sum": [{"key": TEXT, "name": TEXT, "rule?": TEXT, "unless?": NUMBER}],
        "brought": [{"name": TEXT, "parts": [TEXTS]}],
    },
    "shift?": {"*": {"name": TEXT, "rules": TEXTS}},
    "group": _ANY,
    "event": {"*": {"group": TEXT, "words": TEXT, "rule": TEXT, "value?": TEXT}},
    "value": {"*": {"*": Text(empty=True)}},
    "fog": {"top_only": bool, "untried": bool, "rule": TEXT},
}  # fmt: skip


def read_words(game: str) -> dict[str, Any]:
    """Read the words of a game.

    Raises
    ------
    DataError
        With every entry that is unknown, missing or of another kind, and its line.
    """
    return read_shaped(game_folder(game) / "replay.toml", _SHAPE)
