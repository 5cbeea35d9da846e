"""Where the scenario files of a game are, found by name or alias."""

from __future__ import annotations

from pathlib import Path

from balance.errors import UnknownName
from balance.resources import game_folder
from balance.rulebook import read_toml


def scenario_paths(game: str) -> list[Path]:
    """Scenario files of a game."""
    return sorted((game_folder(game) / "scenarios").glob("*.toml"))


def find_scenario_path(game: str, name: str) -> Path:
    """Find the file of a scenario by its name or an alias.

    Raises
    ------
    UnknownName
        If there is none; names near ones.
    """
    known: list[str] = []
    for path in scenario_paths(game):
        data = read_toml(path)
        names = [str(data.get("name", path.stem)), *map(str, data.get("aliases", []))]
        if name in names:
            return path
        known += names
    raise UnknownName("scenario", name, known)
