"""6th Army's bond to Stalingrad (special rule 1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.common.state import State
from balance.games.more_lost_victories.marks import Area, Mark, Note
from balance.kernel.compiled import inner
from balance.kernel.reach import UNREACHED
from balance.rules.rows import hexes_apart


@inner
def is_bound(state: State, unit: int) -> bool:
    """Whether a unit may not choose to move away from Stalingrad now.

    Rule: more_lost_victories S1a, S1c
    """
    counter = state.units[unit]
    if counter.marks & Mark.SIXTH_ARMY == 0 or counter.note & Note.FREE != 0:
        return False
    if counter.note & Note.ISOLATED == 0:
        return False
    return state.game.game_turn < state.rules.bond_free_turn


@inner
def find_stalingrad(state: State) -> int:
    """Hex of Stalingrad, -1 on a map without the city.

    Rule: more_lost_victories S1a
    """
    for h in range(len(state.ground) - 1):
        if state.hexes[h].areas & Area.STALINGRAD != 0:
            return h
    return -1


@inner
def close_hexes(state: State, unit: int, reach: NDArray[np.int16]) -> None:
    """Close the hexes farther from Stalingrad to isolated units of 6th Army.

    Rule: more_lost_victories S1a

    Hexes as far away as its own stay open.
    """
    city = find_stalingrad(state) if is_bound(state, unit) else -1
    if city < 0:
        return
    away = hexes_apart(state, state.units[unit].hex, city)
    for h in range(len(state.ground) - 1):
        if hexes_apart(state, h, city) > away:
            reach[h] = UNREACHED


@inner
def note_advance(state: State, unit: int) -> None:
    """Note that a unit of 6th Army has left its place by an advance after combat, as it may.

    Rule: more_lost_victories S1b
    """
    counter = state.units[unit]
    if counter.marks & Mark.SIXTH_ARMY != 0 and counter.note & Note.ISOLATED != 0:
        counter.note |= Note.ADVANCED


@inner
def note_line(state: State, unit: int, has_line: bool) -> None:
    """Note whether a unit of 6th Army has a regular line, and what that changes.

    Rule: more_lost_victories S1a, S1c

    One that advanced and has a line at its side's next check is free; without one it stays bound.
    """
    counter = state.units[unit]
    if counter.marks & Mark.SIXTH_ARMY == 0:
        return
    free = counter.note & Note.FREE
    if not has_line:
        counter.note = free | Note.ISOLATED
    elif counter.note & Note.ADVANCED != 0:
        counter.note = Note.FREE
    else:
        counter.note = free
