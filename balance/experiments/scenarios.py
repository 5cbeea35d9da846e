"""Games and scenarios, found by the names that users give: their own or an alias."""

from __future__ import annotations

from balance.errors import DataError, UnknownName
from balance.files.resources import data_folder
from balance.rulebook.game import Game, ScenarioName, game_names, open_game, playable_games


def scenarios() -> list[ScenarioName]:
    """All scenarios of all games."""
    return [scenario for game in playable_games() for scenario in game.scenarios]


def find_game(name: str) -> Game:
    """Find a game by its name, or by that of one of its scenarios.

    Raises
    ------
    UnknownName
        If there is none, or scenarios of several games have that name.

    >>> find_game("blue").name
    'drive_on_stalingrad'
    """
    known = game_names()
    if name in known:
        return open_game(name)
    games = {scenario.game.name: scenario.game for scenario in _called(name)}
    if len(games) > 1:
        raise UnknownName.of_several("game", name, sorted(games))
    if not games:
        raise UnknownName("game", name, known)
    return next(iter(games.values()))


def find_scenario(name: str) -> ScenarioName:
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


def _called(name: str) -> list[ScenarioName]:
    """Scenarios of that name or alias, with the name of their game before it or without."""
    return [s for s in scenarios() if name.removeprefix(f"{s.game}/") in s.names]
