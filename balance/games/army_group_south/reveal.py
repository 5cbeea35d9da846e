"""Untried units show what they are when they fight (section 13)."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.control import enter_hex
from balance.games.army_group_south.losses import eliminate_unit
from balance.games.army_group_south.movement import FINISHED
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import bars_line, check_stacking, in_enemy_zone
from balance.games.army_group_south.stacks import is_headquarters as is_staff
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import ATTACKS, IDLE, is_no_strength
from balance.games.army_group_south.vocabulary import EventKind, Status
from balance.games.log import record_event
from balance.games.trace import TraceKind, record_trace
from balance.kernel.compiled import inner
from balance.kernel.hexes import direction_to


@inner
def is_hidden(state: State, unit: int) -> bool:
    """Whether nobody knows yet how strong a unit is.

    Rule: army_group_south 13.0, 13.2
    """
    return state.units[unit].untried != 0 and state.units[unit].revealed == 0


@inner
def reveal_fighters(state: State, battle: int) -> int:
    """Reveal all units in the battle, remove those of no strength, and return their number.

    Rule: army_group_south 13.2, 13.3
    """
    removed = 0
    for unit in range(len(state.units)):
        if state.units[unit].fighting == IDLE or not is_hidden(state, unit):
            continue
        counter = state.units[unit]
        counter.revealed = 1
        h = np.int64(counter.hex)
        record_event(state, EventKind.REVEALED, h, np.int64(unit), battle)
        if is_no_strength(state, unit):
            attacks = counter.fighting == ATTACKS
            eliminate_unit(state, np.int64(unit), battle)
            removed += 1
            if attacks:
                _send_back_headquarters(state, h, battle)
    return removed


@inner
def _send_back_headquarters(state: State, h: int, battle: int) -> None:
    """Retreat a headquarters whose escort has vanished from an enemy zone to where it came from.

    Rule: army_group_south 11.23
    """
    staff = np.int64(state.ground[h].first)
    if staff < 0 or state.ground[h].stack > 0:
        return
    counter = state.units[staff]
    side = np.int64(counter.side)
    if not is_staff(state, staff) or not in_enemy_zone(state, side, h):
        return
    counter.fighting = IDLE
    back = np.int64(counter.came_from)
    if (
        back == len(state.ground) - 1
        or direction_to(state.neighbour, h, back) < 0
        or bars_line(state, side, back)
        or check_stacking(state, staff, back) != Refusal.OK
    ):
        eliminate_unit(state, staff, battle)
        return
    record_trace(state, TraceKind.RETREATS, staff, h)
    enter_hex(state, staff, back)
    counter.moved = FINISHED
    counter.mp_left = 0


@inner
def drop_lone_headquarters(state: State) -> int:
    """Let headquarters out of an attack that no unit of their hex makes; return units that attack.

    Rule: army_group_south 11.35, 11.37
    """
    attackers = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.fighting != ATTACKS or counter.status != Status.ON_MAP:
            continue
        if not is_staff(state, unit):
            attackers += 1
        elif state.ground[counter.hex].stack == 0:
            counter.fighting = IDLE
    return attackers
