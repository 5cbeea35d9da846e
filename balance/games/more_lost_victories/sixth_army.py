"""6th Army's bond to Stalingrad (special rule 1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.common.march import phase_kind
from balance.games.common.state import NO_LINE, State
from balance.games.common.supply import trace_supply
from balance.games.common.vocabulary import AXIS, PhaseKind, Status
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
    """Close the hexes farther from Stalingrad to isolated units of 6th Army, by rail too.

    Rule: more_lost_victories S1a
    """
    city = find_stalingrad(state) if is_bound(state, unit) else -1
    if city < 0:
        return
    here = state.units[unit].hex
    for h in range(len(state.ground) - 1):
        if leads_away(state, city, here, h):
            reach[h] = UNREACHED


@inner
def leads_away(state: State, city: int, here: int, there: int) -> bool:
    """Whether going from one hex to another counts as moving away from a city.

    Rule: more_lost_victories S1a

    Sideways, as far away as before, doesn't as the article is read here.
    """
    farther = hexes_apart(state, there, city) - hexes_apart(state, here, city)
    sideways = farther == 0 and here != there and state.rules.bond_sideways == 0
    return farther > 0 or sideways


@inner
def note_advance(state: State, unit: int) -> None:
    """Note that a unit of 6th Army has moved away by an advance after combat, as it may.

    Rule: more_lost_victories S1b
    """
    counter = state.units[unit]
    if counter.marks & Mark.SIXTH_ARMY == 0 or counter.note & Note.ISOLATED == 0:
        return
    city = find_stalingrad(state)
    if city >= 0 and leads_away(state, city, counter.start_hex, counter.hex):
        counter.note |= Note.ADVANCED


@inner
def note_line(state: State, unit: int, has_line: bool, is_flown_to: bool) -> None:
    """Note whether a unit of 6th Army has a regular line, and what that changes.

    Rule: more_lost_victories S1a, S1c

    One that advanced and has a line at its side's next check is free; without one it stays bound.
    """
    counter, rules = state.units[unit], state.rules
    if counter.marks & Mark.SIXTH_ARMY == 0:
        return
    free = counter.note & Note.FREE
    if not has_line:
        advanced = 0 if rules.bond_line_at_once != 0 else counter.note & Note.ADVANCED
        isolated = 0 if is_flown_to and rules.bond_airlift_ends != 0 else Note.ISOLATED
        counter.note = free | advanced | isolated
    elif counter.note & Note.ADVANCED != 0:
        counter.note = Note.FREE
    else:
        counter.note = free


@inner
def look_again(state: State) -> None:
    """Look before the exploitation phase who of 6th Army is isolated, if that is so read.

    Rule: more_lost_victories S1a
    """
    ends = phase_kind(state) == PhaseKind.COMBAT and state.game.side == AXIS
    if state.rules.bond_each_phase == 0 or not ends:
        return
    trace_supply(state, AXIS)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.marks & Mark.SIXTH_ARMY != 0 and counter.status == Status.ON_MAP:
            has_line = state.supply[AXIS, counter.hex] != NO_LINE
            counter.note = counter.note & ~Note.ISOLATED | (0 if has_line else Note.ISOLATED)
