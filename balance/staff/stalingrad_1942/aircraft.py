"""Air units: they support the attack where most of the own troops stand before the enemy."""

from __future__ import annotations

from balance.games.stalingrad_1942.air import air_units, place_air
from balance.games.stalingrad_1942.state import AIR_UNITS, State
from balance.games.stalingrad_1942.vocabulary import AirTask
from balance.kernel.compiled import inner
from balance.staff.craft.muster import goes_forward
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.battles import defense_against, marching_strength

#: Defense beyond which one air unit changes little.
_TOO_STRONG = 30.0


@inner
def conduct_air(state: State, desk: Desk, side: int) -> None:
    """Give each air unit a hex to support an attack on, the next best one for each.

    Rule: stalingrad_1942 10.12, 10.14, 10.15
    """
    for h in range(len(state.ground)):
        desk.need[h] = 0.0
    for u in range(len(state.units)):
        unit = u
        counter = state.units[unit]
        if counter.side != side or counter.status != 0:
            continue
        if not goes_forward(state, ASK, desk, unit):
            continue
        strength = marching_strength(state, unit)
        for d in range(6):
            there = state.neighbour[counter.hex, d]
            desk.need[there] += strength
            for e in (d, (d + 1) % 6):
                desk.need[state.neighbour[there, e]] += strength
    for i in range(air_units(state, side)):
        best, most = -1, 0.0
        for h in range(len(state.ground) - 1):
            if desk.need[h] > most and state.ground[h].occupant == 1 - side:
                if state.ground[h].stack > 0 and defense_against(state, h, 0) <= _TOO_STRONG:
                    best, most = h, desk.need[h]
        if best < 0:
            return
        desk.need[best] = 0.0
        place_air(state, side * AIR_UNITS + i, AirTask.SUPPORT_ATTACK, best, 0)
