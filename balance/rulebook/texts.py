"""Words of a game for readers: its own, or those of its system with the game's names put in.

In a file of a system ``{title}`` stands for the title of the game, ``{axis}`` and ``{soviet}`` for
what it calls its sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.files.shapes import read_shaped
from balance.rulebook.game import Game
from balance.rulebook.game_file import side_names


def read_texts(game: Game, file: str, shape: Mapping[str, Any]) -> tuple[Path, dict[str, Any]]:
    """Read a file of words that must be of a shape; where it stands, and what it says.

    Raises
    ------
    DataError
        With every entry that is unknown, missing or of another kind, and its line.
    """
    path = game.file(file)
    words = read_shaped(path, shape)
    if is_of_system(game, path):
        axis, soviet = side_names(game)
        words = _filled_in(words, {"{title}": game.title, "{axis}": axis, "{soviet}": soviet})
    return path, words


def is_of_system(game: Game, path: Path) -> bool:
    """Whether a file of words is that of the game's system."""
    return game.system is not None and path.parent != game.folder


def _filled_in(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        for mark, name in names.items():
            value = value.replace(mark, name)
    elif isinstance(value, dict):
        value = {key: _filled_in(each, names) for key, each in value.items()}
    elif isinstance(value, list):
        value = [_filled_in(each, names) for each in value]
    return value
