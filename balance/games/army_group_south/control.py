"""Entering a hex, and who holds the towns and cities (25.3).

``enter_hex`` is the one way onto a hex in play, ``follow_path`` that along several: movement, rail,
retreat, advance and reinforcement use them.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.stacks import in_enemy_zone, lift_unit, place_unit
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import EventKind, Feature
from balance.games.log import record_event
from balance.games.trace import TraceKind, record_trace
from balance.kernel.compiled import entry, inner


@entry
def enter_hex(state: State, unit: int, h: int) -> None:
    """Move a unit onto a hex, from another hex or from off the map.

    Rule: army_group_south 11.23, 25.3

    Legality, movement points and stacking are the caller's affair.
    """
    counter = state.units[unit]
    _note_way_in(state, unit, counter.hex, h)
    if counter.hex < len(state.ground) - 1:
        lift_unit(state, unit)
    place_unit(state, unit, h)
    take_hex(state, unit, h)


@inner
def follow_path(state: State, unit: int, path: np.ndarray, length: int) -> None:
    """Move a unit hex by hex; what it passes is taken, its zone goes with it to the end alone.

    Rule: army_group_south 8.0, 11.23, 25.3

    path : int16[length or more], the hexes entered. As to ``enter_hex`` for each of them, but
    zones, lines and stacks of hexes that it only passes aren't touched: nobody looks at them while
    it moves.
    """
    if length == 0:
        return
    last = path[length - 1]
    came_from = state.units[unit].hex
    lift_unit(state, unit)
    for i in range(length - 1):
        came_from = path[i]
        record_trace(state, TraceKind.PLACED, unit, came_from)
        take_hex(state, unit, came_from)
        record_trace(state, TraceKind.LIFTED, unit, came_from)
    _note_way_in(state, unit, came_from, last)
    place_unit(state, unit, last)
    take_hex(state, unit, last)


@inner
def _note_way_in(state: State, unit: int, start: int, h: int) -> None:
    """Note by which hex a unit enters an enemy zone, none if it enters a hex outside them.

    Rule: army_group_south 11.23
    """
    counter = state.units[unit]
    inside = in_enemy_zone(state, counter.side, h)
    counter.came_from = start if inside else len(state.ground) - 1


@inner
def take_hex(state: State, unit: int, h: int) -> None:
    """Hand a hex over to the side of a unit that has entered it, be it in passing.

    Rule: army_group_south 25.3
    """
    side = state.units[unit].side
    ground = state.ground[h]
    if ground.control == side:
        return
    ground.control = side
    if state.hexes[h].features & (Feature.TOWN | Feature.CITY) != 0 or state.hexes[h].vp != 0:
        record_event(state, EventKind.PLACE_TAKEN, h, unit, side)
