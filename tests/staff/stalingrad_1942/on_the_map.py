"""Games of 1942 as a player meets them: a scenario to play, states at a step, views."""

from __future__ import annotations

from functools import cache

from balance.games.stalingrad_1942.sequence import StepKind, play_sequence
from balance.games.stalingrad_1942.state import State
from balance.staff.stalingrad_1942.playing import Playable
from balance.strategy.play import see
from balance.strategy.view import View
from tests.games.stalingrad_1942.scenarios import scenario

NAME = "uranus"


@cache
def playable() -> Playable:
    """The playable of Uranus."""
    return Playable(scenario(NAME))


def stopped(kind: StepKind, side: int, turn: int = 2) -> State:
    """A game in which nobody has given an order, at the first such step from a turn on."""
    state = scenario(NAME).new_game(1)
    for step in play_sequence(state):
        if step.game_turn >= turn and (step.kind, step.side) == (kind, side):
            return state
    raise AssertionError("no such step")


def view_of(state: State, side: int) -> View:
    """What a side sees of a state."""
    return see(playable(), state, side)


def row_of(name: str) -> int:
    """Row of a unit by name."""
    return playable().unit_names.index(name)
