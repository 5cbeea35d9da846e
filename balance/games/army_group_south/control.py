"""Entering a hex, and who holds the towns and cities (25.3).

``enter_hex`` is the one way onto a hex in play, ``follow_path`` that along several: movement, rail,
retreat, advance and reinforcement use them.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.stacks import STACKS, in_enemy_zone
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import EventKind, Feature
from balance.games.log import record_event
from balance.kernel.compiled import entry, inner
from balance.rules import control


@inner
def _take_over(state: State, unit: int, h: int) -> None:
    """Tell that a unit has taken a town or city from the enemy.

    Rule: army_group_south 25.3
    """
    if state.hexes[h].features & (Feature.TOWN | Feature.CITY) != 0 or state.hexes[h].vp != 0:
        record_event(state, EventKind.PLACE_TAKEN, h, unit, state.units[unit].side)


@inner
def _note_way_in(state: State, unit: int, start: int, h: int) -> bool:
    """Note by which hex a unit enters an enemy zone, none if it enters a hex outside them.

    Rule: army_group_south 11.23
    """
    counter = state.units[unit]
    inside = in_enemy_zone(state, counter.side, h)
    counter.came_from = start if inside else len(state.ground) - 1
    return True


_ENTRY = control.EntryRules(STACKS, _take_over, _note_way_in, control.pass_all)


@entry
def enter_hex(state: State, unit: int, h: int) -> None:
    """Move a unit onto a hex, from another hex or from off the map.

    Rule: army_group_south 11.23, 25.3

    Legality, movement points and stacking are the caller's affair.
    """
    control.enter_hex(state, _ENTRY, unit, h)


@inner
def follow_path(state: State, unit: int, path: np.ndarray, length: int) -> None:
    """Move a unit hex by hex; what it passes is taken, its zone goes with it to the end alone.

    Rule: army_group_south 8.0, 11.23, 25.3

    path : int16[length or more], the hexes entered
    """
    control.follow_path(state, _ENTRY, unit, path, length)


@inner
def take_hex(state: State, unit: int, h: int) -> None:
    """Hand a hex over to the side of a unit that has entered it.

    Rule: army_group_south 25.3
    """
    control.take_hex(state, _ENTRY, unit, h)
