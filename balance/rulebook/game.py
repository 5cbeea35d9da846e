"""A game, opened once and handed on: its folder of data, and its code, found from its name.

``open_game`` is the only door: whoever is handed a ``Game`` asks it for what he needs, and looks
nothing up. Each part is read when it is first asked for, so that a list of games reads none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import UnknownName
from balance.files.resources import data_folder
from balance.files.toml import read_toml

if TYPE_CHECKING:
    from balance.rulebook.functions import DocumentedFunction
    from balance.rulebook.register import Register
    from balance.rulebook.ruleset import Ruleset


@dataclass(frozen=True)
class Game:
    """A game by the folder of its data, whose name is that of its code too."""

    folder: Path

    @property
    def name(self) -> str:
        """What commands, files and citations call it."""
        return self.folder.name

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process, which may be on another machine, opens it anew.
        return open_game, (self.name,)

    @cached_property
    def rules(self) -> Ruleset:
        """Its rules as printed: the baseline of every variant."""
        from balance.rulebook.ruleset import read_ruleset

        return read_ruleset(self)

    @cached_property
    def register(self) -> Register:
        """All rules of its rulebook by number."""
        from balance.rulebook.register import read_register

        return read_register(self)

    @cached_property
    def rule_functions(self) -> Mapping[str, DocumentedFunction]:
        """The rule functions that a variant may replace, by name."""
        from balance.rulebook.functions import read_rule_functions

        return read_rule_functions(self)

    @property
    def scenario_paths(self) -> list[Path]:
        """Files of its scenarios."""
        return sorted((self.folder / "scenarios").glob("*.toml"))

    @cached_property
    def scenarios(self) -> tuple[ScenarioName, ...]:
        """Its scenarios by name; none as long as there is only data and a map."""
        return tuple(ScenarioName.read(self, path) for path in self.scenario_paths)

    def referee(self, module: str) -> Any:
        """A module of its referee: ``balance.games.<game>.<module>``."""
        return import_module(f"balance.games.{self.name}.{module}")

    def staff(self, module: str) -> Any:
        """A module of its staff: ``balance.staff.<game>.<module>``."""
        return import_module(f"balance.staff.{self.name}.{module}")


@dataclass(frozen=True)
class ScenarioName:
    """What one scenario of a game is called."""

    game: Game = field(repr=False)
    name: str
    title: str
    aliases: tuple[str, ...] = ()

    @classmethod
    def read(cls, game: Game, path: Path) -> ScenarioName:
        """Read it from the head of a scenario file."""
        head = read_toml(path)
        title = str(head.get("title", path.stem.replace("_", " ").title()))
        aliases = head.get("aliases", [])  # what isn't a list, the game's reader refuses
        return cls(game, path.stem, title, tuple(aliases) if isinstance(aliases, list) else ())

    @property
    def names(self) -> tuple[str, ...]:
        """All names that it goes by within its game."""
        return (self.name, *self.aliases)


@cache
def open_game(name: str) -> Game:
    """Open a game by its name, once in a process.

    Raises
    ------
    UnknownName
        If no game of that name has rules data.

    >>> open_game("drive_on_stalingrad").folder.name
    'drive_on_stalingrad'
    """
    folder = data_folder() / name
    if not re.fullmatch(r"[a-z0-9_]+", name) or not (folder / "parameters.toml").is_file():
        raise UnknownName("game", name, game_names())
    return Game(folder)


def game_names() -> list[str]:
    """Names of all games that have rules data.

    >>> "drive_on_stalingrad" in game_names()
    True
    """
    return sorted(path.parent.name for path in data_folder().glob("*/parameters.toml"))


def playable_games() -> list[Game]:
    """Games with a scenario to play; others may have their data and map only."""
    games = [open_game(name) for name in game_names()]
    return [game for game in games if game.scenario_paths]


def playable_names() -> list[str]:
    """Names of the games with a scenario to play.

    >>> "drive_on_stalingrad" in playable_names()
    True
    """
    return [game.name for game in playable_games()]
