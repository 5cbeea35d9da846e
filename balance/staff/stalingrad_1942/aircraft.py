"""Air units: they strike at bridges, support attacks, hinder mobile enemies, support a defense."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.air import air_units, place_air
from balance.games.stalingrad_1942.state import AIR_UNITS, State
from balance.games.stalingrad_1942.vocabulary import AirTask, Status
from balance.kernel.compiled import inner
from balance.staff.craft.muster import goes_forward
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.battles import defense_against, marching_strength
from balance.staff.stalingrad_1942.bridges import find_lifeline
from balance.staff.stalingrad_1942.choices import BRIDGE_STRIKES

#: Defense beyond which one air unit changes little; what a point of a place counts in enemies; the
#: attack strength of mobile enemies around a hex that is worth an air unit.
_TOO_STRONG, _PLACE, _MOBILE = 30.0, 2.0, 8.0


@inner
def conduct_air(state: State, desk: Desk, side: int) -> None:
    """Give each air unit a task in a hex, the next best one for each.

    Rule: stalingrad_1942 3.1-P1a, 10.12, 10.14, 10.15, 10.17, 10.19

    A bridge that many enemies are fed over comes first, then attacks. Who has none to make and
    the initiative hinders the march of mobile enemies; others support the defense of hexes beset
    by most enemies, as hindering gains them nothing.
    """
    wings = air_units(state, side)
    if wings == 0:
        return
    if desk.order[BRIDGE_STRIKES] and _strike_lifeline(state, side, wings):
        return
    desk.need[:] = 0.0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.ON_MAP:
            continue
        if goes_forward(state, ASK, desk, unit):
            strength = marching_strength(state, unit)
            for d in range(6):
                there = state.neighbour[counter.hex, d]
                desk.need[there] += strength
                for e in (d, (d + 1) % 6):
                    desk.need[state.neighbour[there, e]] += strength
    for i in range(wings):
        task, best, most = AirTask.SUPPORT_ATTACK, -1, 0.0
        for h in range(len(state.ground) - 1):
            if desk.need[h] > most and state.ground[h].occupant == 1 - side:
                if state.ground[h].stack > 0 and defense_against(state, h, 0) <= _TOO_STRONG:
                    best, most = h, desk.need[h]
        if best < 0 and side == state.scene.initiative:
            task, best = AirTask.DISRUPT, _most_mobile(state, desk, side)
        if best < 0:
            task, best = AirTask.SUPPORT_DEFENSE, _most_beset(state, desk, side)
        if best < 0:
            return
        desk.need[best] = -1.0
        place_air(state, side * AIR_UNITS + i, task, best, 0)


@inner
def _strike_lifeline(state: State, side: int, wings: int) -> bool:
    """Send all air units to the bridge that most enemies are fed over; whether there is one.

    Rule: stalingrad_1942 10.14, 17.2
    """
    b = find_lifeline(state, 1 - side) if state.game.pause == 0 else -1
    if b < 0:
        return False
    bridge = state.bridges[b]
    for i in range(wings):
        wing = side * AIR_UNITS + i
        place_air(state, wing, AirTask.STRIKE_BRIDGE, bridge.hex, bridge.direction)
    return True


@inner
def _most_beset(state: State, desk: Desk, side: int) -> int:
    """The hex of own troops with most enemies around, places counted, that no air unit supports.

    Rule: stalingrad_1942 10.15
    """
    best, most = -1, 0.0
    for u in range(len(state.units)):
        counter = state.units[u]
        if counter.side != side or counter.status != Status.ON_MAP:
            continue
        h = counter.hex
        beset = float(state.zones[1 - side, h])
        if beset > 0.0 and desk.need[h] >= 0.0 and state.ground[h].stack > 0:
            beset += _PLACE * ASK.worths.place_points(state, h)
            if beset > most:
                best, most = h, beset
    return best


@inner
def _most_mobile(state: State, desk: Desk, side: int) -> int:
    """The hex in and around which most mobile enemies stand, -1 if these are few.

    Rule: stalingrad_1942 10.19

    It isn't beside a hex that has been given an air unit.
    """
    around = np.zeros(len(state.ground))
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side == side or counter.status != Status.ON_MAP or counter.motorized == 0:
            continue
        strength = marching_strength(state, unit)
        around[counter.hex] += strength
        for d in range(6):
            around[state.neighbour[counter.hex, d]] += strength
    best, most = -1, _MOBILE
    for h in range(len(state.ground) - 1):
        if around[h] > most and not _is_served(state, desk, h):
            best, most = h, around[h]
    return best


@inner
def _is_served(state: State, desk: Desk, h: int) -> bool:
    """Whether a hex or one beside it has been given an air unit."""
    served = desk.need[h] < 0.0
    for d in range(6):
        served = served or desk.need[state.neighbour[h, d]] < 0.0
    return served
