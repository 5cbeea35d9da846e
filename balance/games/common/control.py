"""Entering a hex: who controls it from now on, and whether that wins at once (5.5, 14.2)."""

from __future__ import annotations

import numpy as np

from balance.games.common.stacks import STACKS
from balance.games.common.state import State
from balance.games.common.victory import note_capture
from balance.games.common.vocabulary import EventKind
from balance.games.log import record_event
from balance.kernel.compiled import inner
from balance.kernel.replaceable import replaceable
from balance.rules import control


@inner
def _take_over(state: State, unit: int, h: int) -> None:
    """Tell of a place that a unit takes.

    Rule: common 5.5, 14.2
    """
    if state.hexes[h].vp > 0 or state.sudden[0, h] != 0 or state.sudden[1, h] != 0:
        record_event(state, EventKind.PLACE_TAKEN, h, unit, state.units[unit].side)
        note_capture(state, state.units[unit].side)


@inner
def _arrive(state: State, unit: int, start: int, h: int) -> bool:
    """Whether a unit that has entered a hex may go on: until the game is over."""
    return state.game.ended == 0


@inner
@replaceable
def settle(state: State) -> None:
    """Set right what hangs on who stands where, as a game begins and as a phase ends: nothing.

    Rule: common 5.5
    """


ENTRY = control.EntryRules(STACKS, _take_over, _arrive, control.pass_all)


@inner
def enter_hex(state: State, unit: int, h: int) -> None:
    """Move a unit onto a hex, from another hex or from off the map; its side controls it now.

    Rule: common 5.5
    """
    control.enter_hex(state, ENTRY, unit, h)


@inner
def follow_path(state: State, unit: int, path: np.ndarray, length: int) -> None:
    """Move a unit hex by hex.

    Rule: common 5.5

    path : int16[length or more], the hexes entered
    """
    control.follow_path(state, ENTRY, unit, path, length)
