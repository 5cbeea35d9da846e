"""Guns that fire from afar, at bridges, for a defense; support of air units (8, 10.15, 17.2)."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.bridges import strike_bridge
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import is_frozen, is_gun
from balance.games.stalingrad_1942.state import AIR_UNITS, State
from balance.games.stalingrad_1942.strength import support_strength
from balance.games.stalingrad_1942.vocabulary import Forbidden, Hexside, Phase, Policy, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.sorting import sort_down
from balance.rules.orders import check_own_unit
from balance.rules.rows import hexes_apart

#: Choices of ``Policy.SUPPORT_DEFENSE``; ``state.support`` has them one higher, 0 for the policy.
NO_SUPPORT, ENOUGH_SUPPORT, ALL_SUPPORT = 0, 1, 2


@inner
def is_combat(state: State) -> bool:
    """Whether a combat phase is being played.

    Rule: stalingrad_1942 3.1-P4, 3.1-P8, 7.11a
    """
    return state.game.phase == Phase.AXIS_COMBAT or state.game.phase == Phase.SOVIET_COMBAT


@inner
def check_combat(state: State) -> int:
    """Say whether there is combat now: a ``Refusal``.

    Rule: stalingrad_1942 7.11a, 21.13
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if not is_combat(state):
        return Refusal.WRONG_PHASE
    return Refusal.PAUSE if state.game.pause != 0 else Refusal.OK


@inner
def check_combatant(state: State, unit: int) -> int:
    """Say whether a unit may attack or fire for an attack at all now: a ``Refusal``.

    Rule: stalingrad_1942 7.27, 8.26a, 8.34, S2i, S2j
    """
    refusal = check_own_unit(state, unit, True)
    if refusal != Refusal.OK:
        return refusal
    if is_frozen(state, unit):
        return Refusal.FROZEN
    return Refusal.ALREADY_ATTACKED if state.units[unit].attacked != 0 else Refusal.OK


@inner
def is_in_range(state: State, gun: int, h: int) -> bool:
    """Whether a hex is in range of a gun; its own isn't counted, the hex is.

    Rule: stalingrad_1942 8.13, 8.24, 8.44
    """
    return hexes_apart(state, state.units[gun].hex, h) <= state.rules.artillery_range


@inner
def _reaches_one(state: State, gun: int, targets: np.ndarray) -> bool:
    """Whether one of some hexes is in range of a gun.

    Rule: stalingrad_1942 8.32, 8.45
    """
    for target in targets:
        if is_in_range(state, gun, target):
            return True
    return False


@entry
def check_gun(state: State, gun: int, targets: np.ndarray) -> int:
    """Say whether a gun may fire at hexes from afar now: a ``Refusal``.

    Rule: stalingrad_1942 8.11, 8.24, 8.26a, 8.32, 8.34, 8.51a
    """
    refusal = check_combatant(state, gun)
    if refusal != Refusal.OK:
        return refusal
    if not is_gun(state, gun):
        return Refusal.NOT_A_GUN
    if state.units[gun].began_in_zone != 0:
        return Refusal.GUN_IN_ZONE
    return Refusal.OK if _reaches_one(state, gun, targets) else Refusal.OUT_OF_RANGE


# --- bridges


@entry
def check_bridge_fire(state: State, gun: int, h: int, direction: int) -> int:
    """Say whether a gun may fire at the bridge over a side of a hex now: a ``Refusal``.

    Rule: stalingrad_1942 17.2a, 21.13

    Ruling: stalingrad_1942 17.2a - in its own combat phase, as its one fire of the phase.
    """
    refusal = check_combat(state)
    if refusal != Refusal.OK:
        return refusal
    if h < 0 or h >= len(state.ground) - 1 or direction < 0 or direction > 5:
        return Refusal.NO_SUCH_HEX
    if np.int64(state.hexside[h, direction]) & Hexside.BRIDGE == 0:
        return Refusal.NO_BRIDGE
    ends = np.full(2, h, np.int64)
    ends[1] = state.neighbour[h, direction]
    return check_gun(state, gun, ends)


@entry
def fire_at_bridge(state: State, gun: int, h: int, direction: int) -> int:
    """Have a gun fire at a bridge, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 8.26a, 17.2
    """
    refusal = check_bridge_fire(state, gun, h, direction)
    if refusal == Refusal.OK:
        state.units[gun].attacked = state.units[gun].fought = 1
        strike_bridge(state, h, direction, gun)
    return refusal


# --- support of air units and of guns


@inner
def use_air_support(state: State, side: int, targets: np.ndarray, task: int) -> int:
    """Use the air units of a side that support a fight in one of some hexes; return how many.

    Rule: stalingrad_1942 10.13, 10.15, 10.16, 10.17
    """
    used = 0
    for i in range(AIR_UNITS):
        wing = state.air[side * AIR_UNITS + i]
        if wing.task == task and wing.done == 0:
            for target in targets:
                if wing.hex == target:
                    wing.done = 1
                    used += 1
    return used


@inner
def may_support(state: State, gun: int, targets: np.ndarray) -> bool:
    """Whether a gun may support the defense of some hexes now.

    Rule: stalingrad_1942 8.26b, 8.41, 8.42, 8.44, 8.45, 8.47
    """
    counter = state.units[gun]
    if counter.side != 1 - state.game.side or counter.status != Status.ON_MAP:
        return False
    if state.forbidden[counter.side, Forbidden.DEFENSIVE_SUPPORT] != 0:
        return False
    if not is_gun(state, gun) or counter.began_in_zone != 0 or counter.supported != 0:
        return False
    for target in targets:
        if counter.hex == target:
            return False  # it defends there itself
    return _reaches_one(state, gun, targets)


@inner
def order_of_support(state: State, targets: np.ndarray) -> int:
    """How many guns shall support the defense of some hexes: the most generous order for one.

    Rule: stalingrad_1942 8.41, 8.45, 8.46
    """
    side = 1 - state.game.side
    order = NO_SUPPORT
    for target in targets:
        wish = state.support[side, target] - 1
        order = max(order, wish if wish >= 0 else state.policy[side, Policy.SUPPORT_DEFENSE])
    return order


@inner
def find_support(state: State, targets: np.ndarray, found: np.ndarray) -> int:
    """Find the guns that may support a defense, the strongest first; return how many they are.

    Rule: stalingrad_1942 8.41, 8.49

    found : int64[n_units], gets the guns
    """
    strengths, count = np.empty(len(found), np.int64), 0
    for gun in range(len(state.units)):
        if may_support(state, gun, targets):
            found[count], strengths[count] = gun, support_strength(state, gun)
            count += 1
    sort_down(found[:count], strengths[:count])
    return count


@inner
def support_total(state: State, guns: np.ndarray) -> int:
    """What guns add to a defense.

    Rule: stalingrad_1942 8.43
    """
    total = 0
    for gun in guns:
        total += support_strength(state, gun)
    return total
