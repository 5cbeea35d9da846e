"""The sequence of play in rulebook order: what happens when, and who acts in between (section 4).

``play_sequence`` runs the referee's part of each step and hands over wherever a player acts. Its
caller does what the players want, by the check and do functions of the rules, and takes the next
step::

    for step in play_sequence(state):
        act(state, step)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

import numpy as np

from balance.games.army_group_south.state import State
from balance.games.army_group_south.turn import (
    begin_game_turn,
    begin_phase,
    end_game_turn,
    end_phase,
    play_removal,
)
from balance.games.army_group_south.vocabulary import Phase, Side

Watch = Callable[[State], None]


class StepKind(Enum):
    """What a player may do in a step."""

    DOCTRINE = auto()  # Soviet: headquarters change their mode
    MOVEMENT = auto()  # enter, move, rail, overrun, leave the map
    COMBAT = auto()
    MECHANIZED_MOVEMENT = auto()  # move, overrun, leave the map


class Step(NamedTuple):
    """A point of the sequence at which a player acts."""

    kind: StepKind
    game_turn: int
    side: Side


#: Phases in which somebody acts, in order, as kernels take them, and the one that follows to remove
#: disruption: after the last of a side.
_PHASES = tuple(
    (np.int64(phase), kind, side, np.int64(removal) if removal else None)
    for phase, kind, side, removal in (
        (Phase.AXIS_MOVEMENT, StepKind.MOVEMENT, Side.AXIS, None),
        (Phase.AXIS_COMBAT, StepKind.COMBAT, Side.AXIS, None),
        (Phase.AXIS_MECHANIZED, StepKind.MECHANIZED_MOVEMENT, Side.AXIS, Phase.AXIS_REMOVAL),
        (Phase.SOVIET_START, StepKind.DOCTRINE, Side.SOVIET, None),
        (Phase.SOVIET_MOVEMENT, StepKind.MOVEMENT, Side.SOVIET, None),
        (Phase.SOVIET_COMBAT, StepKind.COMBAT, Side.SOVIET, None),
        (Phase.SOVIET_MECHANIZED, StepKind.MECHANIZED_MOVEMENT, Side.SOVIET, Phase.SOVIET_REMOVAL),
    )
)


def play_sequence(state: State, watch: Watch | None = None) -> Iterator[Step]:
    """Take a game from where it stands between two game turns to its end, step by step.

    Rule: army_group_south 4.1, 4.2, 19.11, 19.12, 19.13, 19.91, 21.0

    ``watch`` is called with the state at the end of every phase, after the penalties of stacking;
    it must not change the state.
    """
    while not state.game.ended:
        begin_game_turn(state)
        turn = int(state.game.game_turn)
        for phase, kind, side, removal in _PHASES:
            if turn == 1 and phase < first_phase(state):
                continue
            begin_phase(state, phase)
            yield Step(kind, turn, side)
            end_phase(state)
            if watch is not None:
                watch(state)
            if removal is not None:
                play_removal(state, removal)
                if watch is not None:
                    watch(state)
        end_game_turn(state)


def first_phase(state: State) -> Phase:
    """The phase that the first game turn begins with.

    Rule: army_group_south 19.12
    """
    mechanized = int(state.rules.sequence_turn1_start_phase) == 0
    return Phase.AXIS_MECHANIZED if mechanized else Phase.AXIS_MOVEMENT
