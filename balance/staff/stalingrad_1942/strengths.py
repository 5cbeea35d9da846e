"""Strengths of units so far as both sides know them, and what an enemy stack could do next.

Stacks lie open. Rule: stalingrad_1942 2.22, 2.23
"""

from __future__ import annotations

from balance.games.stalingrad_1942.stacks import is_gun, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.strength import ATTACK, DEFENSE, unit_attack, unit_defense
from balance.kernel.compiled import inner

#: Hexes that the movement points of a unit on wheels or tracks take it, as a rule, where zones and
#: country slow it down; and the most that is counted.
_HEXES_BY_POINTS, _FARTHEST = 2, 10


@inner
def printed_attack(state: State, unit: int) -> float:
    """Attack strength of a unit by the steps it has left.

    Rule: stalingrad_1942 2.24a
    """
    return float(state.strengths[unit, state.units[unit].steps, ATTACK])


@inner
def printed_defense(state: State, unit: int) -> float:
    """Defense strength of a unit by the steps it has left; that of a headquarters is 0.

    Rule: stalingrad_1942 2.24b, 11.1
    """
    if is_headquarters(state, unit):
        return 0.0
    return float(state.strengths[unit, state.units[unit].steps, DEFENSE])


@inner
def known_strengths(state: State, unit: int) -> tuple[float, float]:
    """Attack and defense strength of a unit where it stands, terrain left out.

    Rule: stalingrad_1942 7.395, 14.23, 14.24, 14.25
    """
    return float(unit_attack(state, unit)), float(unit_defense(state, unit))


@inner
def striking_power(state: State, side: int, h: int) -> tuple[float, float, int, bool]:
    """What an enemy stack can attack with: strength held there, strength free to come, its march.

    Rule: stalingrad_1942 6.31, 8.21, 14.23, 16.12

    Guns are counted where they stand; who is under Stalin's Breath stays.
    """
    fixed, free, march = 0.0, 0.0, 0
    unit = state.ground[h].first
    while unit >= 0:
        counter = state.units[unit]
        strength = float(unit_attack(state, unit))
        if is_gun(state, unit) or counter.breath == 1:
            fixed += strength
        elif strength > 0.0:
            free += strength
            hexes = counter.movement
            if counter.motorized != 0:
                hexes = max(hexes // _HEXES_BY_POINTS, 1)
            march = max(march, min(hexes, _FARTHEST))
        unit = counter.next
    return fixed, free, march, False
