"""Bridges that troops are fed over: strikes cut the enemy's, headquarters build the own anew."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.strength import unit_defense
from balance.games.stalingrad_1942.supply import (
    trace_supply,
    trace_with_bridge,
    trace_with_others,
    trace_without_bridges,
)
from balance.games.stalingrad_1942.vocabulary import Status
from balance.kernel.compiled import inner

#: Factors of troops fed over a bridge that make it worth a strike, or a headquarters.
_MANY_FED = 20


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
            trace_with_others(state, side, b)
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
    trace_with_bridge(state, side, b)
    fed = _count_unlike(state, side, now, links)
    links[:] = now
    return fed >= _MANY_FED


@inner
def _are_many_cut_off(state: State, side: int) -> bool:
    """Whether many troops of a side have no line now: else no bridge would feed many.

    Rule: stalingrad_1942 14.18
    """
    trace_supply(state, side)
    total = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side == side and counter.status == Status.ON_MAP:
            if state.supply[side, counter.hex] == NO_LINE:
                total += unit_defense(state, unit)
    return total >= _MANY_FED


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
