"""Games of Operation Star on the full map, stopped where a player acts."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from balance.games.army_group_south.sequence import StepKind, play_sequence
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Purpose
from balance.rulebook.game import open_game
from balance.staff.army_group_south.playing import Playable, open_playable
from balance.strategy.view import View


@cache
def playable() -> Playable:
    """The scenario under the rules as printed."""
    return open_playable("star", open_game("army_group_south").rules)


def stopped(kind: StepKind, side: int, game_turn: int = 2, seed: int = 3) -> State:
    """A game in which nobody has done anything yet when a side acts in a phase of a game turn."""
    state = playable().new_game(seed, None)
    for step in play_sequence(state):
        if (step.kind, int(step.side), step.game_turn) == (kind, side, game_turn):
            return state
    raise AssertionError(f"no {kind} of side {side} in game turn {game_turn}")


def view_of(state: State, side: int) -> View:
    """The game through the eyes of a side."""
    return View(playable().game_view(), state, side, int(Purpose.PLAYER))


def row_of(name: str) -> int:
    """Row of a unit by its counter name."""
    return playable().unit_names.index(name)


def hex_of(state: State, name: str) -> str:
    """Hex of a unit by its counter name, "" off the map."""
    h = int(state.units[row_of(name)].hex)
    names = playable().hex_names
    return names[h] if h < len(names) else ""


def snapshot(state: Any) -> dict[str, bytes]:
    """Everything that play may change, but scratch and traced supply, as bytes."""
    scratch = {"work", "party", "steps", "supply_work", "open_sides"}
    scratch |= {"supply", "command", "staff_reach", "staff_traces"}
    parts = {n: np.asarray(v).tobytes() for n, v in state._asdict().items() if n not in scratch}
    dirty = {"axis_supply_dirty", "soviet_supply_dirty"}
    fields = [name for name in state.game.dtype.names if name not in dirty]
    return parts | {"game": repr([int(state.game[name]) for name in fields]).encode()}
