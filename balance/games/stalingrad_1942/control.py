"""Entering a hex: who is overrun there, what is taken, and what the victory conditions note.

``enter_hex`` is the one way onto a hex in play, ``follow_path`` that along several: movement,
retreat, pursuit and reinforcements use them.
"""

from __future__ import annotations

import numpy as np

from balance.games.log import NO_BATTLE, record_event
from balance.games.stalingrad_1942.stacks import STACKS, eliminate_unit, is_overrun_by_entry
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.victory import note_approach, note_capture
from balance.games.stalingrad_1942.vocabulary import EventKind, Feature
from balance.kernel.compiled import entry, inner
from balance.rules import control


@inner
def _take_over(state: State, unit: int, h: int) -> None:
    """Destroy enemy works in a hex that a unit enters, and tell of a place that it takes.

    Rule: stalingrad_1942 9.15, S1d, S1e
    """
    state.ground[h].works = 0
    if state.hexes[h].features & (Feature.TOWN | Feature.CITY) != 0:
        record_event(state, EventKind.PLACE_TAKEN, h, unit, state.units[unit].side)
        note_capture(state, h)


@inner
def _arrive(state: State, unit: int, start: int, h: int) -> bool:
    """Note the approach to Stalingrad; a headquarters that moves builds no bridge any more.

    Rule: stalingrad_1942 17.3a, S1g, S3f
    """
    state.units[unit].bridge_side = 0
    note_approach(state, unit, start, h)
    return True


@inner
def overrun_hex(state: State, unit: int, h: int) -> None:
    """Eliminate the towed guns and headquarters that stand alone in a hex an enemy enters.

    Rule: stalingrad_1942 8.15b, 8.15c, 11.37
    """
    if state.ground[h].occupant != 1 - state.units[unit].side:
        return
    other = state.ground[h].first
    while other >= 0:
        following = state.units[other].next
        if is_overrun_by_entry(state, other):
            record_event(state, EventKind.OVERRUN, h, other, 0)
            eliminate_unit(state, other, NO_BATTLE)
        other = following


_ENTRY = control.EntryRules(STACKS, _take_over, _arrive, control.pass_all)


@entry
def enter_hex(state: State, unit: int, h: int) -> None:
    """Move a unit onto a hex, from another hex or from off the map.

    Rule: stalingrad_1942 8.15, 9.15, 11.37

    Legality, movement points and stacking are the caller's affair.
    """
    overrun_hex(state, unit, h)
    control.enter_hex(state, _ENTRY, unit, h)


@inner
def follow_path(state: State, unit: int, path: np.ndarray, length: int) -> None:
    """Move a unit hex by hex; what it passes is overrun or taken, its zone goes to the end alone.

    Rule: stalingrad_1942 8.15, 9.15, 11.37

    path : int16[length or more], the hexes entered
    """
    for i in range(length):
        overrun_hex(state, unit, path[i])
    control.follow_path(state, _ENTRY, unit, path, length)
