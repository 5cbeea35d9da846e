"""Which games and scenarios there are, found by name or alias."""

from __future__ import annotations

from dataclasses import dataclass

from balance.errors import DataError, UnknownName
from balance.files.resources import data_folder
from balance.files.toml import read_toml
from balance.rulebook.ruleset import game_names, playable_names


@dataclass(frozen=True)
class Scenario:
    """One scenario of a game."""

    game: str
    name: str
    title: str
    aliases: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names that it goes by within its game."""
        return (self.name, *self.aliases)


def scenarios() -> list[Scenario]:
    """All scenarios of all games, read from ``data/<game>/scenarios``."""
    found = []
    for path in sorted(data_folder().glob("*/scenarios/*.toml")):
        head = read_toml(path)
        aliases = head.get("aliases", [])
        found.append(
            Scenario(
                game=path.parts[-3],
                name=path.stem,
                title=str(head.get("title", path.stem.replace("_", " ").title())),
                aliases=tuple(aliases) if isinstance(aliases, list) else (),
            )
        )
    return found


def playable_games() -> list[str]:
    """Games with a scenario to play; others may have their data and map only.

    >>> "drive_on_stalingrad" in playable_games()
    True
    """
    return playable_names()


def find_game(name: str) -> str:
    """Find a game by its name, or by that of one of its scenarios.

    Raises
    ------
    UnknownName
        If there is none, or scenarios of several games have that name.

    >>> find_game("blue")
    'drive_on_stalingrad'
    """
    known = game_names()
    if name in known:
        return name
    games = sorted({scenario.game for scenario in _called(name)})
    if len(games) > 1:
        raise UnknownName.of_several("game", name, games)
    if not games:
        raise UnknownName("game", name, known)
    return games[0]


def find_scenario(name: str) -> Scenario:
    """Find a scenario by name or alias, where games share it by ``game/name``.

    Raises
    ------
    UnknownName
        If no scenario, or more than one game's, has that name.
    """
    fitting = _called(name)
    if len(fitting) > 1:
        raise UnknownName.of_several("scenario", name, [f"{s.game}/{s.name}" for s in fitting])
    if not fitting:
        known = scenarios()
        if not known:
            raise DataError(f"{data_folder()}: holds no scenario; is the installation complete?")
        raise UnknownName("scenario", name, [each for s in known for each in s.names])
    return fitting[0]


def _called(name: str) -> list[Scenario]:
    """Scenarios of that name or alias, with the name of their game before it or without."""
    return [s for s in scenarios() if name.removeprefix(f"{s.game}/") in s.names]
