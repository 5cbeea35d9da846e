"""Any legal play: a player without aims, for tests and as the measure every strategy must beat.

All choices are drawn from the addressed dice under ``Purpose.PLAYER``, so random games replay too.
"""

from __future__ import annotations

import numpy as np

from balance.games.common.battle import check_attacker, make_attack
from balance.games.common.march import check_may_move, compute_reach, move_unit
from balance.games.common.newcomers import (
    enter_unit,
    list_arrivals,
    list_entry_hexes,
    rebuild_unit,
    replace_step,
)
from balance.games.common.overruns import make_overrun, may_overrun
from balance.games.common.refusals import Refusal
from balance.games.common.stacks import has_room
from balance.games.common.state import State
from balance.games.common.strategic import check_rider, find_rides, ride_unit
from balance.games.common.turn import StepKind
from balance.games.common.vocabulary import Policy, Purpose, Status
from balance.games.searches import BEST
from balance.kernel.compiled import entry, inner
from balance.rules import rolls

# What a draw is for: ``nth`` of its address.
(
    _STAY, _WHERE, _ENTER, _ENTRY, _OVERRUN, _FIGHT, _JOIN, _ADVANCE, _REPLACE, _RETREAT_VALUE,
    _ADVANCE_VALUE, _PRIORITY, _POLICY, _RIDE,
) = range(14)  # fmt: skip


@inner
def draw(state: State, size: int, key: int, nth: int) -> int:
    """A uniform integer 0 .. size - 1 of this player's own."""
    return rolls.draw(state, size, Purpose.PLAYER, key, nth)


@entry
def leave_random_orders(state: State, side: int) -> None:
    """Leave standing orders that wish anything.

    Rule: common 8.6, 9.1, 10.1
    """
    for h in range(len(state.ground)):
        state.retreat_value[side, h] = draw(state, 20, h, _RETREAT_VALUE)
        state.advance_value[side, h] = draw(state, 20, h, _ADVANCE_VALUE)
    for unit in range(len(state.units)):
        if state.units[unit].side == side:
            state.units[unit].loss_priority = draw(state, 20, unit, _PRIORITY)
    for policy in range(Policy.KEEP_UNITS + 1):
        state.policy[side, policy] = draw(state, 3, policy, _POLICY)


@entry
def act_randomly(state: State, side: int, kind: int) -> None:
    """One phase of a player without aims.

    Rule: common 1.1
    """
    if kind == StepKind.REPLACEMENTS:
        _replace_any(state, side)
    elif kind == StepKind.COMBAT:
        _attack_any(state, side)
    else:
        _enter_any(state, side)
        _march_any(state, side)


@inner
def _replace_any(state: State, side: int) -> None:
    """Spend points on about every second unit that could have them.

    Rule: common 13.2
    """
    for unit in range(len(state.units)):
        if state.units[unit].side == side and draw(state, 2, unit, _REPLACE) == 0:
            if replace_step(state, unit) != Refusal.OK:
                rebuild_unit(state, unit)


@inner
def _enter_any(state: State, side: int) -> None:
    """Enter nearly all who are due, by any hex that takes them.

    Rule: common 12.2
    """
    arrivals = np.empty(len(state.units), np.int64)
    entries = np.empty(len(state.ground), np.int64)
    for i in range(list_arrivals(state, side, arrivals)):
        unit = arrivals[i]
        count = list_entry_hexes(state, unit, entries)
        if count > 0 and draw(state, 10, unit, _ENTER) != 0:
            enter_unit(state, unit, entries[draw(state, count, unit, _ENTRY)])


@inner
def _march_any(state: State, side: int) -> None:
    """Move most units to any hex in reach that has room, or overrun what can be overrun.

    Rule: common 5.1, 5.7, 6.1
    """
    goals = np.empty(len(state.ground), np.int64)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.ON_MAP or state.game.ended != 0:
            continue
        if draw(state, 4, unit, _STAY) == 0:
            continue
        if _ride_any(state, unit) or _overrun_any(state, unit):
            continue
        if compute_reach(state, unit) == 0:
            continue
        found = 0
        for h in range(len(state.ground) - 1):
            if state.work[BEST, h] >= 0 and h != counter.hex and has_room(state, unit, h):
                goals[found] = h
                found += 1
        if found > 0:
            move_unit(state, unit, goals[draw(state, found, unit, _WHERE)])
            _overrun_any(state, unit)


@inner
def _ride_any(state: State, unit: int) -> bool:
    """Move about every third unit that may strategically, to any hex.

    Rule: common 5.7
    """
    if check_rider(state, unit) != Refusal.OK or draw(state, 3, unit, _RIDE) != 0:
        return False
    choice = draw(state, find_rides(state, unit), unit, _WHERE)
    for h in range(len(state.ground) - 1):
        if state.work[BEST, h] >= 0:
            if choice == 0:
                return ride_unit(state, unit, np.int64(h)) == Refusal.OK
            choice -= 1
    return False


@inner
def _overrun_any(state: State, unit: int) -> bool:
    """Try to overrun the hexes around with a unit and those that are with it.

    Rule: common 6.1
    """
    if not may_overrun(state, unit) or check_may_move(state, unit) != Refusal.OK:
        return False
    party = np.empty(len(state.units), np.int64)
    count, other = 0, state.ground[state.units[unit].hex].first
    while other >= 0:
        if may_overrun(state, other) and check_may_move(state, other) == Refusal.OK:
            party[count] = other
            count += 1
        other = state.units[other].next
    first = draw(state, 6, unit, _OVERRUN)
    for turn in range(6):
        target = state.neighbour[state.units[unit].hex, (first + turn) % 6]
        if state.ground[target].occupant == 1 - state.units[unit].side:
            if make_overrun(state, party[:count], target) == Refusal.OK:
                return True
    return False


@inner
def _attack_any(state: State, side: int) -> None:
    """Attack about every second enemy hex in contact with anybody.

    Rule: common 8.1
    """
    party = np.empty(len(state.units), np.int64)
    for h in range(len(state.ground) - 1):
        if state.game.ended != 0:
            return
        if state.ground[h].occupant != 1 - side or draw(state, 2, h, _FIGHT) == 0:
            continue
        count = 0
        for unit in range(len(state.units)):
            if check_attacker(state, unit, h) == Refusal.OK and draw(state, 3, unit, _JOIN) != 0:
                party[count] = unit
                count += 1
        make_attack(state, party[:count], h, draw(state, 4, h, _ADVANCE) - 1)
