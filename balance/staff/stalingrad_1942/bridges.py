"""Bridges: headquarters bridge rivers where it pays, what can't be held is blown.

Of bridges that troops are fed over, strikes cut the enemy's, and headquarters build the own anew.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.bridges import (
    blow_bridge,
    build_bridge,
    check_build_bridge,
    find_bridge,
)
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import is_headquarters
from balance.games.stalingrad_1942.state import NO_LINE, PART, State
from balance.games.stalingrad_1942.strength import unit_defense
from balance.games.stalingrad_1942.supply import (
    trace_supply,
    trace_with_change,
    trace_without_bridges,
)
from balance.games.stalingrad_1942.vocabulary import Hexside, Mobility, Status
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.rows import hexes_apart
from balance.staff.craft.distances import complete_where_asked
from balance.staff.desk import SETTLED, Desk, Posture
from balance.staff.stalingrad_1942.ground import mans_line
from balance.staff.tasks import strike_mission

#: Movement points that a bridge must spare strikers, and enemy strength a point of defense
#: at both ends together that makes it a danger.
_SPARED, _PRESSED = 8, 2.0
#: Points that a bridge over the Volga spares each of the troops who wait for it, within so many
#: hexes.
_WAITING, _AROUND = 4, 3
#: Points that a bridge counts for which feeds many.
_FEEDS = 40
#: Row of ``desk.distance`` with points to the nearest enemy.
_TO_ENEMY = 0
#: Factors of troops fed over a bridge that make it worth a strike, or a headquarters.
_MANY_FED = 20


@inner
def bridge_rivers(state: State, desk: Desk, side: int) -> None:
    """Have headquarters beside a river begin a bridge: for strikers, supply, who waits to cross.

    Rule: stalingrad_1942 17.3, 17.4
    """
    for unit in range(len(state.units)):
        if state.units[unit].side != side or not is_headquarters(state, unit):
            continue
        best, most = -1, _SPARED * PART
        here = np.int64(state.units[unit].hex)
        bridged, waiting = _is_bridged(state, here), -1
        for d in range(6):
            if check_build_bridge(state, unit, d) != Refusal.OK:
                continue
            if _is_lost(state, desk, here, state.neighbour[here, d]):
                continue
            spared = 0 if bridged else _points_spared(state, desk, side, here, d)
            b = find_bridge(state, here, d)
            if b >= 0 and would_feed_many(state, side, b):
                spared = max(spared, _FEEDS * PART)
            if state.hexside[here, d] & Hexside.VOLGA != 0:
                if waiting < 0:
                    waiting = _waiting_for_bridge(state, desk, side, here)
                spared = max(spared, waiting * _WAITING * PART)
            if spared > most:
                best, most = d, spared
        if best >= 0 and build_bridge(state, unit, best) == Refusal.OK:
            desk.crew[SETTLED, unit] = 1


@inner
def _is_bridged(state: State, h: int) -> bool:
    """Whether a bridge is in use near a hex: fields of missions don't know of new ones."""
    for b in range(state.game.bridge_count):
        bridge = state.bridges[b]
        if bridge.intact != 0 and hexes_apart(state, h, np.int64(bridge.hex)) <= _AROUND:
            return True
    return False


@inner
def _waiting_for_bridge(state: State, desk: Desk, side: int, h: int) -> int:
    """Troops around a hex whom nothing but a bridge takes to where the enemy is.

    Rule: stalingrad_1942 TEC-S-k1, TEC-W-k1
    """
    field, asked = desk.distance[_TO_ENEMY], desk.mask[1]
    for other in range(len(state.ground)):
        desk.mask[2, other] = 0
        asked[other] = 0
        field[other] = 0 if state.ground[other].occupant == 1 - side else FAR
    near = np.zeros(len(state.units), np.uint8)
    for u in range(len(state.units)):
        counter = state.units[u]
        if counter.side == side and counter.status == Status.ON_MAP and counter.motorized != 0:
            if hexes_apart(state, h, counter.hex) <= _AROUND and mans_line(state, u):
                near[u] = 1
                asked[counter.hex] = 1
    complete_where_asked(state, desk, _TO_ENEMY, np.int64(Mobility.TANK))
    count = 0
    for u in range(len(state.units)):
        count += 1 if near[u] != 0 and field[state.units[u].hex] == FAR else 0
    return count


@inner
def _points_spared(state: State, desk: Desk, side: int, h: int, d: int) -> int:
    """Parts of points that strikers on tracks would save by crossing a side of a hex, at most."""
    most, there = 0, state.neighbour[h, d]
    for mission in range(len(desk.posture)):
        if desk.posture[mission] == Posture.STRIKE:
            field = desk.fields[mission, Mobility.TANK]
            most = max(most, abs(int(field[h]) - int(field[there])))
    return most


@inner
def blow_bridges(state: State, desk: Desk, side: int) -> None:
    """Blow the bridges before the enemy takes them, unless strikers are about to use them.

    Rule: stalingrad_1942 17.1
    """
    for b in range(state.game.bridge_count):
        bridge = state.bridges[b]
        h, there = bridge.hex, state.neighbour[bridge.hex, bridge.direction]
        if bridge.intact == 0 or state.ground[h].occupant != side:
            continue
        if state.ground[there].occupant != side:
            continue
        if not _is_lost(state, desk, h, there):
            continue
        if not _strikes(state, desk, h) and not _strikes(state, desk, there):
            blow_bridge(state, h, bridge.direction)


@inner
def _is_lost(state: State, desk: Desk, h: int, there: int) -> bool:
    """Whether enemies threaten the ends of a bridge more than those on both can bear."""
    threat = max(desk.threat[h], desk.threat[there])
    held = desk.own_defense[h] + desk.own_defense[there]
    return threat > 0.0 and threat >= _PRESSED * held


@inner
def _strikes(state: State, desk: Desk, h: int) -> bool:
    """Whether a unit in a hex has an objective to strike for."""
    unit = state.ground[h].first
    while unit >= 0:
        if strike_mission(desk, unit) >= 0:
            return True
        unit = state.units[unit].next
    return False


# --- bridges that troops are fed over


@inner
def find_lifeline(state: State, side: int) -> int:
    """Row of the bridge in use that most troops of a side are fed over, -1 if none feeds many.

    Rule: stalingrad_1942 14.18
    """
    trace_supply(state, side)
    links = state.supply[side]
    now = links.copy()
    trace_without_bridges(state, side)
    needs_none = links.copy()
    best, most = -1, _MANY_FED - 1
    # No bridge feeds more than all of them do.
    if _count_unlike(state, side, now, needs_none) > most:
        for b in range(state.game.bridge_count):
            bridge = state.bridges[b]
            there = state.neighbour[bridge.hex, bridge.direction]
            if bridge.intact == 0 or max(needs_none[bridge.hex], needs_none[there]) != NO_LINE:
                continue
            if max(now[bridge.hex], now[there]) == NO_LINE:
                continue
            links[:] = needs_none
            trace_with_change(state, side, b)
            fed = _count_unlike(state, side, now, links)
            if fed > most:
                best, most = b, fed
    links[:] = now
    return best


@inner
def _count_unlike(state: State, side: int, links: np.ndarray, other: np.ndarray) -> int:
    """Defense factors of the troops of a side that one of two traces of its lines feeds alone."""
    total = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side == side and counter.status == Status.ON_MAP:
            if (links[counter.hex] == NO_LINE) != (other[counter.hex] == NO_LINE):
                total += unit_defense(state, unit)
    return total


@inner
def would_feed_many(state: State, side: int, b: int) -> bool:
    """Whether a bridge is destroyed that many troops of a side would be fed over.

    Rule: stalingrad_1942 14.18, 17.3

    b : row of ``state.bridges``
    """
    return state.bridges[b].intact == 0 and (
        _are_many_cut_off(state, side) and _would_feed_them(state, side, b)
    )


@inner
def _would_feed_them(state: State, side: int, b: int) -> bool:
    """Whether many troops would be fed over a destroyed bridge, by lines that were traced just now.

    Rule: stalingrad_1942 14.18
    """
    bridge, links = state.bridges[b], state.supply[side]
    there = state.neighbour[bridge.hex, bridge.direction]
    if (links[bridge.hex] == NO_LINE) == (links[there] == NO_LINE):
        return False
    now = links.copy()
    trace_with_change(state, side, b)
    fed = _count_unlike(state, side, now, links)
    links[:] = now
    return fed >= _MANY_FED


@inner
def _are_many_cut_off(state: State, side: int) -> bool:
    """Whether many troops of a side have no line now: else no bridge would feed many.

    Rule: stalingrad_1942 14.18
    """
    trace_supply(state, side)
    links = state.supply[side]
    return _count_unlike(state, side, links, np.zeros(len(links), np.int16)) >= _MANY_FED


@inner
def mark_sites(state: State, sites: np.ndarray, side: int) -> None:
    """Mark both ends of each destroyed bridge that would feed many troops of a side.

    Rule: stalingrad_1942 14.18, 17.3

    sites : uint8[n + 1], by hexes
    """
    asked = False
    for b in range(state.game.bridge_count):
        bridge = state.bridges[b]
        if bridge.intact != 0:
            continue
        if not asked and not _are_many_cut_off(state, side):
            return
        asked = True
        if _would_feed_them(state, side, b):
            sites[bridge.hex] = 1
            sites[state.neighbour[bridge.hex, bridge.direction]] = 1
