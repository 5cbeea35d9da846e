"""Headquarters lead only while they are fed, in the place of stalingrad_1942 11.31."""

from balance.games.stalingrad_1942.vocabulary import Status
from balance.kernel.hexes import distance


def is_led(state, unit):
    """Whether a unit is within range of its own headquarters, which has supply.

    Rule: stalingrad_1942 2.24d, 11.31, 14.21a
    """
    leader = state.units[unit].leader
    if leader < 0 or state.units[leader].status != Status.ON_MAP:
        return False
    if state.units[leader].unsupplied > 0 or state.units[leader].pocket != 0:
        return False
    here, there = state.hexes[state.units[unit].hex], state.hexes[state.units[leader].hex]
    return distance(here.row, here.x2, there.row, there.x2) <= state.rules.headquarters_range
