"""Untried units show what they are when they fight (section 13)."""

from __future__ import annotations

from balance.games.army_group_south.control import enter_hex
from balance.games.army_group_south.losses import eliminate_unit
from balance.games.army_group_south.movement import FINISHED
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.retreat import NOT_FOLLOWED
from balance.games.army_group_south.stacks import (
    bars_line,
    check_stacking,
    in_enemy_zone,
    is_headquarters,
)
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import (
    ATTACKS,
    GUEST,
    IDLE,
    WITHDRAWN_ALONE,
    is_no_strength,
)
from balance.games.army_group_south.vocabulary import EventKind, Status
from balance.games.log import record_event
from balance.kernel.compiled import inner
from balance.rules.trace import TraceKind, record_trace

#: Choice of ``hq.deserted``: headquarters that moved into the zone fall back, others stay.
_WHO_ENTERED = 0


@inner
def is_hidden(state: State, unit: int) -> bool:
    """Whether nobody knows yet how strong a unit is.

    Rule: army_group_south 13.0, 13.2
    """
    return state.units[unit].untried != 0 and state.units[unit].revealed == 0


@inner
def reveal_fighters(state: State, battle: int) -> int:
    """Reveal all units in the battle, remove those of no strength, and return their number.

    Rule: army_group_south 11.23, 13.2, 13.3
    """
    removed = 0
    for unit in range(len(state.units)):
        if state.units[unit].fighting == IDLE or not is_hidden(state, unit):
            continue
        counter = state.units[unit]
        counter.revealed = 1
        h = counter.hex
        record_event(state, EventKind.REVEALED, h, unit, battle)
        if is_no_strength(state, unit):
            eliminate_unit(state, unit, battle)
            removed += 1
            _leave_headquarters_alone(state, h, battle)
    return removed


@inner
def _leave_headquarters_alone(state: State, h: int, battle: int) -> None:
    """See to the headquarters of a hex whose combat units have all vanished for want of strength.

    Rule: army_group_south 11.23, 11.38
    """
    if state.ground[h].stack > 0 or state.ground[h].first < 0:
        return
    unit = state.ground[h].first
    if not in_enemy_zone(state, state.units[unit].side, h):
        return
    while unit >= 0:
        following = state.units[unit].next
        # Ruling: army_group_south 11.23 - it binds who moved into the zone, or everybody in one.
        entered = state.units[unit].came_from != len(state.ground) - 1
        if entered or state.rules.hq_deserted != _WHO_ENTERED:
            _send_back(state, unit, battle)
        unit = following


@inner
def _send_back(state: State, staff: int, battle: int) -> None:
    """Retreat a headquarters to where it entered the enemy zone; nobody may follow it.

    Rule: army_group_south 9.76, 11.23
    """
    counter = state.units[staff]
    counter.fighting = IDLE
    h, back = counter.hex, counter.came_from
    if (
        back == len(state.ground) - 1
        or bars_line(state, counter.side, back)
        or check_stacking(state, staff, back) != Refusal.OK
    ):
        eliminate_unit(state, staff, battle)
        return
    record_trace(state, TraceKind.RETREATS, staff, h)
    joins = state.ground[back].first >= 0
    enter_hex(state, staff, back)
    counter.moved = FINISHED
    counter.mp_left = 0
    counter.retreated = GUEST if joins else WITHDRAWN_ALONE
    state.work[NOT_FOLLOWED, h] = 1


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
        if not is_headquarters(state, unit):
            attackers += 1
        elif state.ground[counter.hex].stack == 0:
            counter.fighting = IDLE
    return attackers
