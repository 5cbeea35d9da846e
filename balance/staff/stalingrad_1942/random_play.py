"""Any legal play: a player without aims, for tests and as the measure every strategy must beat.

All choices are drawn from the addressed dice under ``Purpose.PLAYER``, so random games replay too.
"""

from __future__ import annotations

import numpy as np

from balance.games.searches import BEST
from balance.games.stalingrad_1942.air import air_units, place_air
from balance.games.stalingrad_1942.artillery import check_gun, fire_at_bridge
from balance.games.stalingrad_1942.attack import (
    BY_POLICY,
    check_attacker,
    make_attack,
    make_fire,
)
from balance.games.stalingrad_1942.bridges import blow_bridge, build_bridge
from balance.games.stalingrad_1942.duties import is_target
from balance.games.stalingrad_1942.march import compute_reach, move_unit
from balance.games.stalingrad_1942.movement import check_may_move, mark_unit
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.reinforcements import enter_unit, list_entry_hexes
from balance.games.stalingrad_1942.sequence import StepKind
from balance.games.stalingrad_1942.stacks import has_room, is_gun, is_headquarters
from balance.games.stalingrad_1942.state import AIR_UNITS, State
from balance.games.stalingrad_1942.vocabulary import AirTask, Policy, Purpose, Status
from balance.games.stalingrad_1942.works import build_works
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.rules import rolls

# What a draw is for: ``nth`` of its address.
(
    _STAY, _WHERE, _ENTER, _ENTRY, _MARK, _BLOW, _BUILD, _DIG, _TASK, _AIR_WHERE, _FIGHT, _JOIN,
    _SECOND, _ADVANCE, _SUPPORT, _FIRE, _FIRE_WHERE, _BRIDGE, _RETREAT_VALUE, _ADVANCE_VALUE,
    _PRIORITY, _POLICY, _HOLD,
) = range(23)  # fmt: skip

_ONE, _TWO = 1, 2


@inner
def draw(state: State, size: int, key: int, nth: int) -> int:
    """A uniform integer 0 .. size - 1 of this player's own."""
    return rolls.draw(state, size, Purpose.PLAYER, key, nth)


@entry
def leave_random_orders(state: State, side: int) -> None:
    """Leave standing orders that wish anything: where to go, what to pay with, when to support.

    Rule: stalingrad_1942 7.32, 7.34a, 7.36, 7.41, 8.41, 11.35
    """
    for h in range(len(state.ground)):
        state.retreat_value[side, h] = draw(state, 20, h, _RETREAT_VALUE)
        state.advance_value[side, h] = draw(state, 20, h, _ADVANCE_VALUE)
        state.hold_steps[side, h] = draw(state, 3, h, _HOLD)
    for unit in range(len(state.units)):
        if state.units[unit].side == side:
            state.units[unit].loss_priority = draw(state, 20, unit, _PRIORITY)
    for policy in range(Policy.SPARE_HEADQUARTERS + 1):
        state.policy[side, policy] = draw(state, 3, policy, _POLICY)


@entry
def act_randomly(state: State, side: int, kind: int) -> None:
    """One phase of a player without aims.

    Rule: stalingrad_1942 3.1b
    """
    if kind == StepKind.AIR:
        random_air(state, side)
    elif kind == StepKind.MOVEMENT:
        random_movement(state, side)
    elif kind == StepKind.FORTIFICATION:
        random_works(state, side)
    elif kind == StepKind.COMBAT:
        random_combat(state, side)
    else:
        _march_all(state, side)


@entry
def random_air(state: State, side: int) -> None:
    """Give every air unit any task somewhere that it fits.

    Rule: stalingrad_1942 10.12, 10.14
    """
    for i in range(air_units(state, side)):
        wing = side * AIR_UNITS + i
        task = draw(state, AirTask.DISRUPT + 1, wing, _TASK)
        if task == AirTask.STRIKE_BRIDGE:
            if state.game.bridge_count > 0:
                bridge = state.bridges[draw(state, state.game.bridge_count, wing, _AIR_WHERE)]
                place_air(state, wing, task, bridge.hex, bridge.direction)
            continue
        owner = side if task == AirTask.SUPPORT_DEFENSE else 1 - side
        first = draw(state, len(state.units), wing, _AIR_WHERE)
        for step in range(len(state.units)):
            counter = state.units[(first + step) % len(state.units)]
            if counter.side == owner and counter.status == Status.ON_MAP:
                place_air(state, wing, task, counter.hex, 0)
                break


# --- movement


@entry
def random_movement(state: State, side: int) -> None:
    """Enter what is due, blow and build a bridge now and then, mark some units, move the others.

    Rule: stalingrad_1942 4.1a, 13.13, 15.22, 17.1, 17.3
    """
    goals = np.zeros(len(state.ground), np.int64)
    for unit in range(len(state.units)):
        if state.units[unit].side == side and state.units[unit].status == Status.AWAITING:
            _enter(state, unit, goals)
    for b in range(state.game.bridge_count):
        if draw(state, 30, b, _BLOW) == 0:
            blow_bridge(state, state.bridges[b].hex, state.bridges[b].direction)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.ON_MAP:
            continue
        if draw(state, 8, unit, _MARK) == 0:
            mark_unit(state, unit)
        elif is_headquarters(state, unit) and draw(state, 3, unit, _BUILD) == 0:
            for d in range(6):
                build_bridge(state, unit, d)
        elif draw(state, 4, unit, _STAY) != 0:
            _march(state, unit, goals)


@inner
def _enter(state: State, unit: int, goals: np.ndarray) -> None:
    """Enter a unit nearly always, by any entry hex that takes it.

    Rule: stalingrad_1942 15.22
    """
    if state.units[unit].arrival_turn > state.game.game_turn or draw(state, 10, unit, _ENTER) == 0:
        return
    count = list_entry_hexes(state, unit, goals)
    if count == 0:
        return
    first = draw(state, count, unit, _ENTRY)
    for step in range(count):
        if enter_unit(state, unit, goals[(first + step) % count]) == Refusal.OK:
            return


@inner
def _march(state: State, unit: int, goals: np.ndarray) -> None:
    """Move a unit to any hex in reach that has room.

    Rule: stalingrad_1942 4.1a, 5.0
    """
    if compute_reach(state, unit) < _TWO:
        return
    here = state.units[unit].hex
    found = 0
    for h in range(len(state.ground) - 1):
        if state.work[BEST, h] >= 0 and h != here and has_room(state, unit, h):
            goals[found] = h
            found += 1
    if found > 0:
        move_unit(state, unit, goals[draw(state, found, unit, _WHERE)])


@inner
def _march_all(state: State, side: int) -> None:
    """Move all units that may.

    Rule: stalingrad_1942 13.11
    """
    goals = np.zeros(len(state.ground), np.int64)
    for unit in range(len(state.units)):
        if state.units[unit].side == side and check_may_move(state, unit) == Refusal.OK:
            _march(state, unit, goals)


@entry
def random_works(state: State, side: int) -> None:
    """Dig in with about half of the units that may.

    Rule: stalingrad_1942 9.11
    """
    for unit in range(len(state.units)):
        if state.units[unit].side == side and draw(state, 2, unit, _DIG) == 0:
            build_works(state, unit)


# --- combat


@entry
def random_combat(state: State, side: int) -> None:
    """Attack about every second enemy hex in contact with anybody, some two at a time; fire guns.

    Rule: stalingrad_1942 7.12, 7.23, 8.21, 8.31, 17.2
    """
    targets = np.zeros(_TWO, np.int64)
    for h in range(len(state.ground) - 1):
        if state.game.ended != 0:
            return
        if state.ground[h].occupant != 1 - side or draw(state, 2, h, _FIGHT) != 0:
            continue
        if not is_target(state, h):
            continue
        targets[0], targets[1] = h, _second_target(state, side, h)
        wanted = _TWO if targets[1] >= 0 else _ONE
        for number in range(wanted, 0, -1):
            if _attack(state, side, targets[:number]):
                break
    for gun in range(len(state.units)):
        if state.units[gun].side == side and is_gun(state, gun) and draw(state, 2, gun, _FIRE) == 0:
            _fire(state, gun)


@inner
def _second_target(state: State, side: int, h: int) -> int:
    """Another enemy hex beside one, for one attack in five; -1 for the others.

    Rule: stalingrad_1942 7.23
    """
    if draw(state, 5, h, _SECOND) != 0:
        return -1
    for d in range(6):
        there = state.neighbour[h, d]
        if state.ground[there].occupant == 1 - side:
            return there
    return -1


@inner
def _attack(state: State, side: int, targets: np.ndarray) -> bool:
    """Attack with a random party of one hex or several; return if it came to it.

    Rule: stalingrad_1942 7.11, 7.23, 7.28, 8.31
    """
    party = np.zeros(len(state.units), np.int64)
    count = 0
    for d in range(6):
        there = state.neighbour[targets[0], d]
        if state.ground[there].occupant != side:
            continue
        if len(targets) == _TWO:
            if direction_to(state.neighbour, there, targets[1]) < 0:
                continue
            count = 0
        unit = state.ground[there].first
        while unit >= 0:
            if check_attacker(state, unit, targets[0]) == Refusal.OK:
                if draw(state, 3, unit, _JOIN) != 0:
                    party[count] = unit
                    count += 1
            unit = state.units[unit].next
    guns = np.zeros(len(state.units), np.int64)
    firing = 0
    for gun in range(len(state.units)):
        if check_gun(state, gun, targets) == Refusal.OK and draw(state, 3, gun, _SUPPORT) == 0:
            guns[firing] = gun
            firing += 1
    most = draw(state, 5, targets[0], _ADVANCE) + BY_POLICY
    return make_attack(state, party[:count], targets, guns[:firing], most) == Refusal.OK


@inner
def _fire(state: State, gun: int) -> None:
    """Fire a gun alone at any hex in range, or at a bridge.

    Rule: stalingrad_1942 8.21, 17.2
    """
    if state.game.bridge_count > 0 and draw(state, 4, gun, _SECOND) == 0:
        bridge = state.bridges[draw(state, state.game.bridge_count, gun, _BRIDGE)]
        fire_at_bridge(state, gun, bridge.hex, bridge.direction)
        return
    guns = np.full(1, gun, np.int64)
    first = draw(state, len(state.units), gun, _FIRE_WHERE)
    for step in range(len(state.units)):
        other = state.units[(first + step) % len(state.units)]
        if other.side != state.game.side and other.status == Status.ON_MAP:
            if make_fire(state, guns, other.hex) == Refusal.OK:
                return
