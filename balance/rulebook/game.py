"""A game, opened once and handed on: its folder of data, and its code, found from its name.

``open_game`` is the only door: whoever is handed a ``Game`` asks it for what he needs, and looks
nothing up. Each part is read when it is first asked for, so that a list of games reads none.

A game may play by a system: rules that several games share, in a folder of data with code of its
own but no scenario. Then its ``game.toml`` names the system, and what the game hasn't is the
system's. Such a game may lie in any folder; it is opened by its path.
"""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import DataError, UnknownName
from balance.files.charts import shown_path
from balance.files.resources import data_folder
from balance.files.toml import line_of, read_toml

if TYPE_CHECKING:
    from balance.rulebook.functions import DocumentedFunction
    from balance.rulebook.parameters import Parameter, Value
    from balance.rulebook.register import Register
    from balance.rulebook.ruleset import Ruleset

#: The file that makes a folder a game of a system.
GAME_FILE = "game.toml"
#: Installed packages that bring games announce themselves by entry points of this group.
ENTRY_POINT_GROUP = "balance.games"


@dataclass(frozen=True)
class Game:
    """A game by the folder of its data, whose name is that of its code too."""

    folder: Path

    @property
    def name(self) -> str:
        """What commands, files and citations call it."""
        return self.folder.name

    @property
    def is_outside(self) -> bool:
        """Whether it doesn't come with the product."""
        return self.folder.parent != data_folder()

    @property
    def reference(self) -> str:
        """What opens it again: its name, or its path if it lies elsewhere."""
        return str(self.folder) if self.is_outside else self.name

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process, which may be on another machine, opens it anew.
        return open_game, (self.reference,)

    @cached_property
    def system(self) -> Game | None:
        """The game whose rules it plays by, None if they are its own."""
        path = self.folder / GAME_FILE
        if not path.is_file():
            return None
        name = read_toml(path).get("system")
        systems = [each.name for each in map(open_game, game_names()) if not each.scenario_paths]
        if name not in systems:
            where = f"{shown_path(path)}:{line_of(path, 'system')}"
            if name is None:
                raise DataError(f'{where}: the file lacks system; expected system = "common"')
            raise DataError(f"{where}: {UnknownName('system', name, systems)}")
        return open_game(name)

    @property
    def is_system(self) -> bool:
        """Whether it is no game of its own, but what others play by."""
        if self.scenario_paths or (self.folder / GAME_FILE).is_file():
            return False
        return any(each.system == self for each in playable_games())

    @property
    def title(self) -> str:
        """What readers call it."""
        path = self.folder / GAME_FILE
        title = read_toml(path).get("title") if path.is_file() else None
        return str(title) if title else self.name.replace("_", " ").title()

    @property
    def folders(self) -> tuple[Path, ...]:
        """Folders of its data, then of that of its system."""
        return (self.folder, *(self.system.folders if self.system else ()))

    def file(self, name: str) -> Path:
        """A file of its data, its system's where it has none of its own."""
        return next((f / name for f in self.folders if (f / name).is_file()), self.folder / name)

    @cached_property
    def rules(self) -> Ruleset:
        """Its rules as printed: the baseline of every variant."""
        from balance.rulebook.game_file import rules_of_game
        from balance.rulebook.ruleset import read_ruleset

        return rules_of_game(self) if self.system else read_ruleset(self)

    def accept(self, parameter: Parameter, given: object) -> Value:
        """A value for one of its parameters; hexes may be named by the places on them.

        Raises
        ------
        ValueError, UnknownName
            If it can't be that.
        """
        from balance.rulebook.game_file import accept_value

        return accept_value(self.folder, parameter, given)

    @cached_property
    def register(self) -> Register:
        """All rules of its rulebook by number."""
        from balance.rulebook.register import read_register

        if self.system and not (self.folder / "rulebook.toml").is_file():
            return self.system.register
        return read_register(self)

    @cached_property
    def rule_functions(self) -> Mapping[str, DocumentedFunction]:
        """The rule functions that a variant may replace, by name."""
        from balance.rulebook.functions import read_rule_functions

        return self.system.rule_functions if self.system else read_rule_functions(self)

    @property
    def scenario_paths(self) -> list[Path]:
        """Files of its scenarios."""
        return sorted((self.folder / "scenarios").glob("*.toml"))

    @cached_property
    def scenarios(self) -> tuple[ScenarioName, ...]:
        """Its scenarios by name; none as long as there is only data and a map."""
        return tuple(ScenarioName.read(self, path) for path in self.scenario_paths)

    def referee(self, module: str) -> Any:
        """A module of its referee: ``balance.games.<game>.<module>``, or its system's."""
        return self._module("balance.games", module)

    def staff(self, module: str) -> Any:
        """A module of its staff: ``balance.staff.<game>.<module>``, or its system's."""
        return self._module("balance.staff", module)

    def _module(self, package: str, module: str) -> Any:
        if self.system and not self._has_module(package, module):
            return self.system._module(package, module)
        return import_module(f"{package}.{self.name}.{module}")

    def _has_module(self, package: str, module: str) -> bool:
        """Whether a game of a system has a module of its own in the place of the system's."""
        if self.is_outside or importlib.util.find_spec(f"{package}.{self.name}") is None:
            return False
        return importlib.util.find_spec(f"{package}.{self.name}.{module}") is not None


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


#: Games opened by their paths in this process, the latest last: files that belong to them name them
#: by their names.
_opened: dict[Path, Game] = {}


def open_game(name: str) -> Game:
    """Open a game by its name, or by the path of its folder; once in a process.

    Raises
    ------
    UnknownName
        If no game of that name has rules data.
    DataError
        If a folder holds no game.

    >>> open_game("drive_on_stalingrad").folder.name
    'drive_on_stalingrad'
    """
    if looks_like_path(name):
        folder = Path(os.path.abspath(os.path.expanduser(name)))
        return _opened.get(folder) or open_folder(folder)
    return _opened_by_name().get(name) or _open_named(name)


def _opened_by_name() -> dict[str, Game]:
    """Games opened by their paths, of several that are called alike the latest."""
    return {game.name: game for game in _opened.values()}


@cache
def _open_named(name: str) -> Game:
    folder = data_folder() / name
    if not re.fullmatch(r"[a-z0-9_]+", name) or not _holds_game(folder):
        installed = installed_games()
        if name in installed:
            return installed[name]
        raise UnknownName("game", name, playable_names())
    return Game(folder)


def looks_like_path(name: str) -> bool:
    """Whether a text that is to name a game is a path: "./demo", "/games/demo", "games/demo"."""
    return name.startswith(("./", "/", "~")) or Path(name, GAME_FILE).is_file()


def open_folder(folder: Path) -> Game:
    """Open the game in a folder, wherever it lies.

    Raises
    ------
    DataError
        If it holds none, or its name is none for a game.
    """
    folder = Path(os.path.abspath(folder.expanduser()))
    if not _holds_game(folder):
        raise DataError(
            f"{folder}: holds no game; expected a folder with {GAME_FILE}, such as balance "
            "new-game writes"
        )
    if not re.fullmatch(r"[a-z][a-z0-9_]*", folder.name):
        raise DataError(
            f"{folder}: a game is called as its folder; expected small letters, digits and _ "
            "alone, a letter first"
        )
    _opened.pop(folder, None)
    _opened[folder] = Game(folder)
    return _opened[folder]


def _holds_game(folder: Path) -> bool:
    return any((folder / file).is_file() for file in (GAME_FILE, "parameters.toml"))


@cache
def installed_games() -> Mapping[str, Game]:
    """Games that other installed packages bring, by name.

    An entry point's value is a package in whose folder a game lies, or several in folders of it.
    """
    from importlib.metadata import entry_points  # takes as long as all else of this module

    found: dict[str, Game] = {}
    for point in entry_points(group=ENTRY_POINT_GROUP):
        spec = importlib.util.find_spec(point.value)
        if spec is None or spec.origin is None:
            continue
        home = Path(spec.origin).resolve().parent
        for path in [home, *sorted(home.iterdir())]:
            if (path / GAME_FILE).is_file():
                found.setdefault(path.name, open_folder(path))
    return found


def game_names() -> list[str]:
    """Names of all games that have rules data.

    >>> "drive_on_stalingrad" in game_names()
    True
    """
    files = (
        path for file in ("parameters.toml", GAME_FILE) for path in data_folder().glob(f"*/{file}")
    )
    return sorted({path.parent.name for path in files} | set(installed_games()))


def playable_games() -> list[Game]:
    """Games with a scenario to play; last those opened by their paths in this process."""
    games = [open_game(name) for name in game_names()]
    found = [game for game in games if game.scenario_paths]
    return [*found, *(game for game in _opened_by_name().values() if game not in found)]


def playable_names() -> list[str]:
    """Names of the games with a scenario to play.

    >>> "drive_on_stalingrad" in playable_names()
    True
    """
    return [game.name for game in playable_games()]
