"""Which games and scenarios there are, found by name or alias."""

from __future__ import annotations

from dataclasses import dataclass

from balance.errors import DataError, UnknownName
from balance.resources import data_folder
from balance.rulebook import game_names
from balance.toml import read_toml


@dataclass(frozen=True)
class Scenario:
    """One scenario of a game."""

    game: str
    name: str
    title: str
    aliases: tuple[str, ...] = ()


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
    return sorted({scenario.game for scenario in scenarios()})


def find_game(name: str) -> str:
    """Find a game by its name, or by that of one of its scenarios.

    Raises
    ------
    UnknownName
        If there is none.

    >>> find_game("blue")
    'drive_on_stalingrad'
    """
    known = game_names()
    if name in known:
        return name
    for scenario in scenarios():
        if name in (scenario.name, *scenario.aliases):
            return scenario.game
    raise UnknownName("game", name, known)


def find_scenario(name: str) -> Scenario:
    """Find a scenario by name, alias or ``game/name``.

    Raises
    ------
    UnknownName
        If no scenario, or more than one game's, has that name.
    """
    known = scenarios()
    if not known:
        raise DataError(f"{data_folder()}: holds no scenario; is the installation complete?")
    fitting = [s for s in known if name in (s.name, *s.aliases, f"{s.game}/{s.name}")]
    if len(fitting) > 1:
        raise UnknownName("scenario", name, [f"{s.game}/{s.name}" for s in fitting])
    if not fitting:
        raise UnknownName("scenario", name, [n for s in known for n in (s.name, *s.aliases)])
    return fitting[0]
