"""Entering a hex, and who holds the towns and cities (25.3).

``enter_hex`` is the one way onto a hex in play: movement, rail, retreat, advance and reinforcement
use it.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.stacks import lift_unit, place_unit
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import EventKind, Feature
from balance.games.log import record_event
from balance.kernel.compiled import entry, inner


@entry
def enter_hex(state: State, unit: int, h: int) -> None:
    """Move a unit onto a hex, from another hex or from off the map.

    Rule: army_group_south 25.3

    Legality, movement points and stacking are the caller's affair.
    """
    counter = state.units[unit]
    counter.came_from = counter.hex
    if counter.hex < len(state.ground) - 1:
        lift_unit(state, unit)
    place_unit(state, unit, h)
    take_hex(state, unit, h)


@inner
def take_hex(state: State, unit: int, h: int) -> None:
    """Hand a hex over to the side of a unit that has entered it, be it in passing.

    Rule: army_group_south 25.3
    """
    side = np.int64(state.units[unit].side)
    ground = state.ground[h]
    if ground.control == side:
        return
    ground.control = side
    if state.hexes[h].features & (Feature.TOWN | Feature.CITY) != 0:
        record_event(state, EventKind.PLACE_TAKEN, h, unit, side)
