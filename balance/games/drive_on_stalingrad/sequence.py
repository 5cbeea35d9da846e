"""The sequence of play in rulebook order: what happens when, and who acts in between (section 5).

``play_sequence`` runs the referee's part of each step and hands over wherever a player acts. Its
caller does what the players want, by the check and do functions of the rules, and takes the next
step::

    for step in play_sequence(state):
        act(state, step)

It stops when the game has ended, also if a player's act ends it in the middle of a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.turn import (
    begin_game_turn,
    begin_phase,
    begin_player_turn,
    end_game_turn,
    end_phase,
    end_player_turn,
)
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Side

Watch = Callable[[State], None]


class StepKind(Enum):
    """What players may do in a step."""

    TURN_START = auto()  # German: sea block; Soviet: flooding
    PLAYER_TURN_START = auto()  # network addition, withdrawal, panzer support, phase order
    MOVEMENT = auto()
    ASSAULT = auto()


class Step(NamedTuple):
    """A point of the sequence at which a player acts; side is None where both may."""

    kind: StepKind
    game_turn: int
    side: Side | None


#: Sides in order of their player turns, as players and as kernels take them.
_SIDES = ((Side.AXIS, AXIS), (Side.SOVIET, SOVIET))


def play_sequence(state: State, watch: Watch | None = None) -> Iterator[Step]:
    """Take a game from where it stands between two game turns to its end, step by step.

    Rule: drive_on_stalingrad 3.2, 5.1, 5.2, 5.4

    ``watch`` is called with the state at the end of every phase, after the penalties of stacking;
    it must not change the state.
    """
    game = state.game
    while not game.ended:
        begin_game_turn(state)
        turn = int(game.game_turn)
        yield Step(StepKind.TURN_START, turn, None)
        for side, number in _SIDES:
            if not game.ended:
                begin_player_turn(state, number)
                yield Step(StepKind.PLAYER_TURN_START, turn, side)
                yield from _play_phases(state, turn, side, watch)
        # The weather of the next turn would be found here; Operation Blue has none (5.2).
        end_game_turn(state)


def _play_phases(state: State, turn: int, side: Side, watch: Watch | None) -> Iterator[Step]:
    """Take a player turn from its start to the end of its second phase.

    Rule: drive_on_stalingrad 5.4, 5.5
    """
    game = state.game
    for second in (0, 1):
        if game.ended:
            return
        kind = StepKind.MOVEMENT if begin_phase(state, second) else StepKind.ASSAULT
        yield Step(kind, turn, side)
        if not game.ended:
            end_phase(state)
        if watch is not None:
            watch(state)
    end_player_turn(state)
