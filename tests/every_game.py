"""What tests ask of every game that can be played, without knowing any of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from balance.files.toml import read_toml
from balance.rulebook.game import open_game, playable_names
from balance.strategy.play import Match, Playable, prepare

GAMES = playable_names()
#: What a state keeps for its kernels alone: seeing may write on it.
_FIELDS_OF_SUPPLY = "_supply_dirty"


def scenario_of(game: str) -> str:
    """Name of the first scenario of a game."""
    return open_game(game).scenarios[0].name


def last_turn_key(game: str) -> str:
    """Parameter that says how many game turns the scenario has."""
    file = read_toml(open_game(game).folder / "scenarios" / f"{scenario_of(game)}.toml")
    return str(file["last_turn"])


@cache
def playable_of(game: str, scenario: str = "") -> Playable:
    """A scenario, the first one if none is named, under the rules as printed, ready to play."""
    rules = open_game(game).rules
    module = open_game(game).staff("playing")
    playable: Playable = module.open_playable(scenario or scenario_of(game), rules)
    return playable


def match_of(game: str, axis: str, soviet: str, **changes: Any) -> Match:
    """A match of two strategies under the rules as printed but for some parameters."""
    rules = open_game(game).rules.with_overrides(changes)
    return prepare(open_game(game), scenario_of(game), rules, axis, soviet)


def snapshot(state: Any) -> dict[str, Any]:
    """All that a game is made of, supply not traced yet left out."""
    scalars = {
        name: int(state.game[name])
        for name in state.game.dtype.names
        if not name.endswith(_FIELDS_OF_SUPPLY)
    }
    tables = ("units", "ground", "events", "battles", "turns")
    return scalars | {name: getattr(state, name).tobytes() for name in tables}
