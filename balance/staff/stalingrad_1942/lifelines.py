"""Bridges that troops are fed over: strikes cut the enemy's, headquarters build the own anew."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.strength import unit_defense
from balance.games.stalingrad_1942.supply import (
    trace_otherwise,
    trace_supply,
    trace_without_bridges,
)
from balance.games.stalingrad_1942.vocabulary import Status
from balance.kernel.compiled import inner

#: Factors of troops fed over a bridge that make it worth a strike, or a headquarters.
_MANY_FED = 20


@inner
def count_fed_over(state: State, side: int, b: int) -> int:
    """Defense factors of the troops of a side that a bridge alone feeds, or would if it stood.

    Rule: stalingrad_1942 14.18

    b : row of ``state.bridges``
    """
    trace_supply(state, side)
    bridge, links = state.bridges[b], state.supply[side]
    there = state.neighbour[bridge.hex, bridge.direction]
    fed_ends = (1 if links[bridge.hex] != NO_LINE else 0) + (1 if links[there] != NO_LINE else 0)
    if fed_ends != 1 + bridge.intact:
        return 0
    now = links.copy()
    trace_otherwise(state, side, b)
    total = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side == side and counter.status == Status.ON_MAP:
            if (now[counter.hex] == NO_LINE) != (links[counter.hex] == NO_LINE):
                total += unit_defense(state, unit)
    links[:] = now
    return total


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
    links[:] = now
    best, most = -1, _MANY_FED - 1
    for b in range(state.game.bridge_count):
        bridge = state.bridges[b]
        there = state.neighbour[bridge.hex, bridge.direction]
        if bridge.intact == 0 or max(needs_none[bridge.hex], needs_none[there]) != NO_LINE:
            continue
        fed = count_fed_over(state, side, b)
        if fed > most:
            best, most = b, fed
    return best


@inner
def would_feed_many(state: State, side: int, b: int) -> bool:
    """Whether a bridge is destroyed that many troops of a side would be fed over.

    Rule: stalingrad_1942 14.18, 17.3
    """
    return state.bridges[b].intact == 0 and count_fed_over(state, side, b) >= _MANY_FED


@inner
def mark_sites(state: State, sites: np.ndarray, side: int) -> None:
    """Mark both ends of each destroyed bridge that would feed many troops of a side.

    Rule: stalingrad_1942 14.18, 17.3

    sites : uint8[n + 1], by hexes
    """
    for b in range(state.game.bridge_count):
        bridge = state.bridges[b]
        if would_feed_many(state, side, b):
            sites[bridge.hex] = 1
            sites[state.neighbour[bridge.hex, bridge.direction]] = 1
