"""Any legal play: a player without aims, for tests and as the measure every strategy must beat.

All choices are drawn from the addressed dice under ``Purpose.PLAYER``, so random games replay too.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.attack import (
    BY_POLICY,
    check_attack,
    check_attacker,
    make_attack,
)
from balance.games.army_group_south.doctrine import take_defensive_mode
from balance.games.army_group_south.exits import check_exit, exit_map
from balance.games.army_group_south.march import BEST, compute_stack_reach, follow_reach
from balance.games.army_group_south.movement import check_may_act, check_may_move
from balance.games.army_group_south.overrun import check_overrun, make_overrun
from balance.games.army_group_south.phases import is_initial_movement
from balance.games.army_group_south.rail import (
    NO_WAY,
    RAIL_HEXES,
    check_rail_unit,
    find_rail_reach,
    move_by_rail,
)
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.reinforcements import (
    check_rail_entry,
    enter_by_rail,
    enter_map,
    list_arrivals,
    list_entry_hexes,
)
from balance.games.army_group_south.stacks import check_stacking, is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Policy, Purpose
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.rules import rolls

# What a draw is for: ``nth`` of its address.
(
    _STAY, _WHERE, _TOGETHER, _EXIT, _RAIL, _RAIL_WHERE, _OVERRUN, _ENTER, _ENTRY, _MODE,
    _FIGHT, _JOIN, _SECOND, _ADVANCE, _RETREAT_VALUE, _ADVANCE_VALUE, _PRIORITY, _WISH, _POLICY,
) = range(19)  # fmt: skip

_ONE, _TWO, _NONE = 1, 2, 0
#: Most units that a random player takes into one attack.
_MOST_ATTACKERS = 24


@inner
def draw(state: State, size: int, key: int, nth: int) -> int:
    """A uniform integer 0 .. size - 1 of this player's own."""
    return rolls.draw(state, size, Purpose.PLAYER, key, nth)


# --- before the phases


@entry
def leave_random_orders(state: State, side: int) -> None:
    """Leave standing orders that wish anything: where to retreat and advance, what to pay with.

    Rule: army_group_south 9.66, 9.83, 21.0
    """
    for h in range(len(state.ground)):
        state.retreat_value[side, h] = draw(state, 20, h, _RETREAT_VALUE)
        state.advance_value[side, h] = draw(state, 20, h, _ADVANCE_VALUE)
    for unit in range(len(state.units)):
        if state.units[unit].side == side:
            state.units[unit].loss_priority = draw(state, 20, unit, _PRIORITY)
            state.units[unit].mode_wish = draw(state, 2, unit, _WISH)
    for policy in range(Policy.KEEP_UNITS + 1):
        state.policy[side, policy] = draw(state, 3, policy, _POLICY)


@entry
def random_doctrine(state: State) -> None:
    """Put about one headquarters in twenty on the defensive.

    Rule: army_group_south 21.0
    """
    for unit in range(len(state.units)):
        if is_headquarters(state, unit) and draw(state, 20, unit, _MODE) == 0:
            take_defensive_mode(state, unit)


# --- movement


@entry
def random_movement(state: State, side: int) -> None:
    """Enter what is due, then let about three units in four do something that they may.

    Rule: army_group_south 5.0, 5.3, 6.0, 15.0, 25.1
    """
    goals = np.zeros(len(state.ground), np.int64)
    party = np.zeros(len(state.units), np.int64)
    if is_initial_movement(state):
        _enter_newcomers(state, side, goals)
    for unit in range(len(state.units)):
        if state.units[unit].side != side or check_may_act(state, unit) != Refusal.OK:
            continue
        if draw(state, 4, unit, _STAY) == 0:
            continue
        if draw(state, 3, unit, _EXIT) == 0 and check_exit(state, unit) == Refusal.OK:
            exit_map(state, unit)
            continue
        if draw(state, 8, unit, _RAIL) == 0 and _ride_somewhere(state, unit, goals):
            continue
        if draw(state, 2, unit, _OVERRUN) == 0:
            _overrun_somebody(state, unit, party)
        if check_may_move(state, unit) == Refusal.OK:
            _march_somewhere(state, unit, party, goals)


@inner
def _enter_newcomers(state: State, side: int, goals: np.ndarray) -> None:
    """Enter nearly every unit that is due by any entry hex, on foot or by rail.

    Rule: army_group_south 15.0, 19.2, 23.0, 24.0
    """
    arrivals = np.zeros(len(state.units), np.int64)
    count = list_arrivals(state, side, arrivals)
    for i in range(count):
        unit = arrivals[i]
        hexes = _with_room(state, unit, goals, list_entry_hexes(state, unit, goals))
        if hexes == 0 or draw(state, 10, unit, _ENTER) == 0:
            continue
        h = goals[draw(state, hexes, unit, _ENTRY)]
        if check_rail_entry(state, unit, h, h) == Refusal.OK and draw(state, 2, unit, _RAIL) == 0:
            found = _list_rail_goals(state, unit, h, goals)
            if found > 0:
                enter_by_rail(state, unit, h, goals[draw(state, found, unit, _RAIL_WHERE)])
                continue
        enter_map(state, unit, h)


@inner
def _with_room(state: State, unit: int, goals: np.ndarray, count: int) -> int:
    """Keep the goals in which a unit may stand; return how many are left.

    Rule: army_group_south 7.0, 19.8
    """
    kept = 0
    for i in range(count):
        if check_stacking(state, unit, goals[i]) == Refusal.OK:
            goals[kept] = goals[i]
            kept += 1
    return kept


@inner
def _list_rail_goals(state: State, unit: int, start: int, goals: np.ndarray) -> int:
    """Fill ``goals`` with the hexes of the rail reach just found that have room; return how many.

    Rule: army_group_south 5.31, 7.0
    """
    count = 0
    for h in range(len(state.ground) - 1):
        if state.work[RAIL_HEXES, h] != NO_WAY and h != start:
            goals[count] = h
            count += 1
    return _with_room(state, unit, goals, count)


@inner
def _ride_somewhere(state: State, unit: int, goals: np.ndarray) -> bool:
    """Move a unit by rail if it may; return whether it went.

    Rule: army_group_south 5.3, 19.2
    """
    if check_rail_unit(state, unit) != Refusal.OK:
        return False
    here = state.units[unit].hex
    find_rail_reach(state, here, _NONE)
    count = _list_rail_goals(state, unit, here, goals)
    if count == 0:
        return False
    goal = goals[draw(state, count, unit, _RAIL_WHERE)]
    return move_by_rail(state, unit, goal) == Refusal.OK


@inner
def _overrun_somebody(state: State, unit: int, party: np.ndarray) -> None:
    """Overrun an adjacent enemy hex with the whole stack, if that is legal.

    Rule: army_group_south 6.0, 6.17
    """
    here = state.units[unit].hex
    count = 0
    member = state.ground[here].first
    while member >= 0:
        if not is_headquarters(state, member):
            party[count] = member
            count += 1
        member = state.units[member].next
    for d in range(6):
        target = state.neighbour[here, d]
        if state.ground[target].occupant == 1 - state.units[unit].side:
            if check_overrun(state, party, count, target) == Refusal.OK:
                make_overrun(state, party, count, target)
                return


@inner
def _march_somewhere(state: State, unit: int, party: np.ndarray, goals: np.ndarray) -> None:
    """Move a unit, now and then with others of its hex, to any hex in reach that has room.

    Rule: army_group_south 5.0, 7.0
    """
    count = 0
    member = state.ground[state.units[unit].hex].first
    together = draw(state, 3, unit, _TOGETHER) == 0
    while member >= 0:
        if member == unit or (together and check_may_move(state, member) == Refusal.OK):
            party[count] = member
            count += 1
        member = state.units[member].next
    if compute_stack_reach(state, party, count) < 2:
        return
    here = state.units[unit].hex
    found = 0
    for h in range(len(state.ground) - 1):
        if state.work[BEST, h] >= 0 and h != here and _has_room(state, party, count, h):
            goals[found] = h
            found += 1
    if found > 0:
        follow_reach(state, party, count, goals[draw(state, found, unit, _WHERE)])


@inner
def _has_room(state: State, party: np.ndarray, count: int, h: int) -> bool:
    """Whether units may stand together in a hex with those who are there.

    Rule: army_group_south 7.0, 11.22, 19.8
    """
    combat_units = state.ground[h].stack
    for i in range(count):
        if check_stacking(state, party[i], h) != Refusal.OK:
            return False
        if not is_headquarters(state, party[i]):
            combat_units += 1
    return combat_units <= state.rules.stacking_combat_units


# --- combat


@entry
def random_combat(state: State, side: int) -> None:
    """Attack about every third enemy hex in contact with a random party, some two at a time.

    Rule: army_group_south 9.11, 9.23
    """
    party = np.zeros(_MOST_ATTACKERS, np.int64)
    targets = np.zeros(2, np.int64)
    for h in range(len(state.ground) - 1):
        if state.ground[h].occupant != 1 - side or draw(state, 3, h, _FIGHT) != 0:
            continue
        targets[0], targets[1] = h, _second_target(state, side, h)
        wanted = _TWO if targets[1] >= 0 else _ONE
        for number in range(wanted, 0, -1):
            if _attack_with_anybody(state, side, targets, number, party):
                break


@inner
def _second_target(state: State, side: int, h: int) -> int:
    """Another enemy hex beside one, for one attack in five; -1 for the others.

    Rule: army_group_south 9.23
    """
    if draw(state, 5, h, _SECOND) != 0:
        return -1
    for d in range(6):
        there = state.neighbour[h, d]
        if state.ground[there].occupant == 1 - side:
            return there
    return -1


@inner
def _attack_with_anybody(
    state: State, side: int, targets: np.ndarray, number: int, party: np.ndarray
) -> bool:
    """Attack with a random party, headquarters among them if they may; return if it came to it.

    Rule: army_group_south 9.23, 11.36, 11.37
    """
    for staffs in range(1, -1, -1):
        count = _gather(state, side, targets, number, party, staffs == 1)
        if check_attack(state, targets, number, party, count) == Refusal.OK:
            most = draw(state, 5, targets[0], _ADVANCE) + BY_POLICY
            make_attack(state, targets, number, party, count, most)
            return True
    return False


@inner
def _gather(
    state: State, side: int, targets: np.ndarray, number: int, party: np.ndarray, staffs: bool
) -> int:
    """Fill ``party`` with about half of those who may attack the targets; return how many.

    Rule: army_group_south 9.11, 9.23
    """
    count = 0
    for d in range(6):
        there = state.neighbour[targets[0], d]
        if state.ground[there].occupant != side:
            continue
        if number == _TWO and direction_to(state.neighbour, there, targets[1]) < 0:
            continue
        unit = state.ground[there].first
        while unit >= 0:
            if count < len(party) and (staffs or not is_headquarters(state, unit)):
                if draw(state, 2, unit, _JOIN) == 0 and _may_attack(state, unit, targets, number):
                    party[count] = unit
                    count += 1
            unit = state.units[unit].next
    return count


@inner
def _may_attack(state: State, unit: int, targets: np.ndarray, number: int) -> bool:
    """Whether a unit may attack each of the targets.

    Rule: army_group_south 9.11, 9.14, 9.23
    """
    for i in range(number):
        if check_attacker(state, unit, targets[i]) != Refusal.OK:
            return False
    return True
