"""Games and scenarios, found by the names that users give: their own or an alias."""

from __future__ import annotations

import os
from pathlib import Path

from balance.errors import DataError, UnknownName
from balance.files.resources import data_folder
from balance.given import check_text
from balance.rulebook.game import (
    GAME_FILE,
    Game,
    ScenarioName,
    game_names,
    looks_like_path,
    open_game,
    playable_games,
    playable_names,
)


def scenarios() -> list[ScenarioName]:
    """All scenarios of all games."""
    return [scenario for game in playable_games() for scenario in game.scenarios]


def find_game(name: str) -> Game:
    """Find a game by its name, by the path of its folder, or by that of one of its scenarios.

    Raises
    ------
    UnknownName
        If there is none, or scenarios of several games have that name.

    >>> find_game("blue").name
    'drive_on_stalingrad'
    """
    check_text("game", name, "its name as text, such as 'drive_on_stalingrad'")
    if _is_path(name):
        return find_scenario(name).game if not _holds_game(name) else open_game(_as_path(name))
    if name in game_names():
        return open_game(name)
    games = {scenario.game.name: scenario.game for scenario in _called(name)}
    if len(games) > 1:
        raise UnknownName.of_several("game", name, sorted(games))
    if not games:
        raise UnknownName("game", name, playable_names())
    return next(iter(games.values()))


def find_scenario(name: str) -> ScenarioName:
    """Find a scenario by name or alias, where games share it by ``game/name``, or by its path.

    The path of a scenario is that of its game's folder with its name behind it. The game alone, its
    name or its folder, does where it has one scenario.

    Raises
    ------
    UnknownName
        If no scenario, or more than one game's, has that name.
    BadQuestion
        If it is no text.
    """
    check_text("scenario", name, "its name as text, such as 'blue'")
    if _is_path(name):
        return _at_path(name)
    fitting = _called(name)
    if len(fitting) > 1:
        raise UnknownName.of_several("scenario", name, [f"{s.game}/{s.name}" for s in fitting])
    if not fitting:
        if name in game_names():
            return _only_scenario(open_game(name), name)
        known = scenarios()
        if not known:
            raise DataError(f"{data_folder()}: holds no scenario; is the installation complete?")
        raise UnknownName("scenario", name, [each for s in known for each in s.names])
    return fitting[0]


def find_scenarios(name: str) -> list[ScenarioName]:
    """Find what a name stands for: the scenario called so, or all of the game called so.

    Raises
    ------
    UnknownName
        If there is neither, or games share the scenario's name.

    >>> [scenario.name for scenario in find_scenarios("blue")]
    ['operation_blue']
    >>> len(find_scenarios("stalingrad_1942"))
    3
    """
    game = find_game(name)
    if name == game.name or (_is_path(name) and _holds_game(name)):
        return list(game.scenarios)
    return [find_scenario(name)]


def system_told(system: Game) -> str:
    """What to say to somebody who takes a system for a game."""
    players = ", ".join(game.name for game in playable_games() if game.system == system)
    return (
        f"{system}: is no game but what games of data play by, such as {players}; expected one of "
        f"{', '.join(playable_names())}, or the folder of a game of your own"
    )


def _as_path(name: str) -> str:
    """A path as ``open_game`` knows one."""
    return os.path.abspath(os.path.expanduser(name))


def _holds_game(name: str) -> bool:
    return Path(_as_path(name), GAME_FILE).is_file()


def _is_path(name: str) -> bool:
    """Whether a text is the path of a game, or of a scenario of one."""
    return looks_like_path(name) and not _called(name)


def _at_path(name: str) -> ScenarioName:
    """The scenario that a path names."""
    path = Path(_as_path(name))
    if _holds_game(name):
        return _only_scenario(open_game(str(path)), name.rstrip("/"))
    for home in (path.parent, path.parent.parent):
        if (home / GAME_FILE).is_file():
            game = open_game(str(home))
            wanted = path.name.removesuffix(".toml")
            for scenario in game.scenarios:
                if wanted in scenario.names:
                    return scenario
            raise UnknownName(f"scenario of {game}", wanted, [s.name for s in game.scenarios])
    raise DataError(
        f"{name}: no game lies there; expected the folder of a game with {GAME_FILE} in it, or "
        "such a folder and the name of a scenario behind it"
    )


def _only_scenario(game: Game, called: str) -> ScenarioName:
    """The scenario of a game that has one."""
    if game.is_system:
        raise DataError(system_told(game))
    if not game.scenarios:
        raise DataError(f"{called}: has no scenario; it needs a file in scenarios/")
    if len(game.scenarios) > 1:
        meant = [f"{called}/{scenario.name}" for scenario in game.scenarios]
        raise UnknownName.of_several("scenario", called, meant)
    return game.scenarios[0]


def _called(name: str) -> list[ScenarioName]:
    """Scenarios of that name or alias, with the name of their game before it or without."""
    return [s for s in scenarios() if name.removeprefix(f"{s.game}/") in s.names]
