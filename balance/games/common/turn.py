"""The sequence of play: what happens when, and who acts in between (1).

``open_step`` goes on to the next phase, ``close_step`` does what the referee does at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum

import numpy as np

from balance.games.common.control import settle
from balance.games.common.march import is_marching
from balance.games.common.newcomers import open_replacements
from balance.games.common.stacks import remove_excess
from balance.games.common.state import State
from balance.games.common.supply import check_supply
from balance.games.common.tables import CalendarColumn
from balance.games.common.turn_record import record_turn
from balance.games.common.victory import judge_turn
from balance.games.common.vocabulary import (
    KINDS,
    EventKind,
    Phase,
    PhaseKind,
    Purpose,
    Side,
)
from balance.games.log import NO_UNIT, record_event
from balance.games.moves import open_phase
from balance.games.steps import DONE, FIRST_KIND, OVER, Step, play_steps
from balance.kernel.compiled import entry, inner
from balance.rules.rolls import roll


class StepKind(IntEnum):
    """What a player may do in a step: a ``PhaseKind`` in which players act."""

    REPLACEMENTS = FIRST_KIND + PhaseKind.REPLACEMENTS
    MOVEMENT = FIRST_KIND + PhaseKind.MOVEMENT
    COMBAT = FIRST_KIND + PhaseKind.COMBAT
    EXPLOITATION = FIRST_KIND + PhaseKind.EXPLOITATION


def play_sequence(state: State, watch: Callable[[State], None] | None = None) -> Iterator[Step]:
    """Take a game from where it stands between two game turns to its end, step by step.

    Rule: common 1.1
    """
    return play_steps(state, StepKind, Side, open_step, close_step, watch)


@entry
def open_step(state: State) -> int:
    """Go on from a phase that has been closed to the next, and open it.

    Rule: common 1.1, 1.2

    Returns a ``StepKind``; DONE for a phase in which nobody acts; OVER if there is none.
    """
    game = state.game
    following = game.step + 1
    if game.ended != 0 or following >= len(state.sequence):
        if game.phase < Phase.TURN_END:
            _end_game_turn(state)
        if game.ended != 0:
            return OVER
        following = 0
    if following == 0:
        _begin_game_turn(state)
    game.step = following
    side, kind = state.sequence[following, 0], state.sequence[following, 1]
    game.side = side
    game.phase = KINDS * side + kind
    if kind == PhaseKind.SUPPLY:
        check_supply(state, side)
        return DONE
    if kind == PhaseKind.REPLACEMENTS:
        open_replacements(state, side)
    else:
        open_phase(state)
    return FIRST_KIND + np.int64(kind)


@entry
def close_step(state: State) -> bool:
    """Close the open phase; return whether it is one, as all steps of this game are.

    Rule: common 1.1, 3.1, 5.5
    """
    settle(state)
    if is_marching(state):
        remove_excess(state, state.game.side)
    return True


@inner
def _begin_game_turn(state: State) -> None:
    """Begin a game turn: its weather, and the capacity for strategic movement.

    Rule: common 1.2, 1.3, 5.8
    """
    state.game.game_turn += 1
    state.game.axis_rides = 0
    state.game.soviet_rides = 0
    turn = min(state.game.game_turn, state.calendar.shape[0] - 1)
    season = state.calendar[turn, CalendarColumn.SEASON]
    if season < 0:
        return
    state.game.phase = Phase.TURN_END
    face = roll(state, state.weather.shape[0], Purpose.WEATHER, 0, 0)
    state.game.weather = state.weather[face - 1, season]
    off_map = len(state.ground) - 1
    record_event(state, EventKind.WEATHER, off_map, NO_UNIT, state.game.weather)


@inner
def _end_game_turn(state: State) -> None:
    """Close a game turn: judge it, and write its record.

    Rule: common 1.2, 14.2, 14.3
    """
    state.game.phase = Phase.TURN_END
    state.game.step = -1
    judge_turn(state)
    record_turn(state)
