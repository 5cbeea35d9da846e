"""Blockades: enemies on the way between own troops and their supply, and what it is worth to go.

A stray regiment beside the one road of an army starves all of it. So everybody who is cut off looks
for the way to the base on which the fewest enemies stand, and these are worth to be driven off what
they starve.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.supply import bars_line, is_base, line_step
from balance.games.stalingrad_1942.vocabulary import Status
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR, travel_field_to
from balance.kernel.reach import PROHIBITED
from balance.rules import supply_lines
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.odds import ALL_COVER
from balance.staff.stalingrad_1942.strengths import printed_attack, printed_defense

#: Row of ``desk.marks`` with the own strength that an enemy stack starves.
STARVES = ALL_COVER + 1
#: Points of a way to the base: along a road, off road, and past enemies.
_ROAD, OFF_ROAD, _PAST = 1, 3, 60
#: Strength cut off that is worth looking for its way, and the one worth what it costs to end a
#: march out of supply; the most that counts.
_WORTHWHILE, _CORPS, _MOST = 6.0, 15.0, 50


@inner
def weigh_blockades(state: State, desk: Desk, side: int) -> None:
    """Mark the enemies who part own troops from their supply with the strength they starve.

    Rule: stalingrad_1942 14.12, 14.13, 14.14, 14.21

    Rests on a survey, and on supply as it was traced last.
    """
    desk.marks[STARVES] = 0
    starved = _sum_starved(state, side)
    if starved.sum() < _WORTHWHILE:
        return
    closed, asked = np.zeros(len(state.ground), np.uint8), np.zeros(len(state.ground), np.uint8)
    past = np.zeros(len(state.ground), np.uint16)
    for h in range(len(state.ground) - 1):
        asked[h] = 1 if starved[h] > 0.0 else 0
        past[h] = _PAST if bars_line(state, side, h) else 0
    cost, field = price_ways(state, past), field_of_bases(state, side)
    travel_field_to(state.neighbour, cost, PROHIBITED, closed, field, asked)
    counted = np.full(len(state.ground), -1, np.int16)
    for h in range(len(state.ground) - 1):
        if asked[h] != 0 and field[h] < FAR:
            _follow_way(state, desk, side, h, cost, field, np.int64(starved[h]), counted)


@inner
def worth_of_relief(state: State, desk: Desk, side: int, h: int) -> float:
    """What it is worth to drive off enemies who part own troops from their supply.

    Rule: stalingrad_1942 14.21, 14.23
    """
    return desk.weights.supply_need * desk.marks[STARVES, h] / _CORPS


@inner
def _sum_starved(state: State, side: int) -> np.ndarray:
    """Strength by hex of own troops who suffer from lack of supply, and still have no line.

    Rule: stalingrad_1942 14.21, 14.26
    """
    starved = np.zeros(len(state.ground))
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side == side and counter.status == Status.ON_MAP and counter.unsupplied != 0:
            if state.supply[side, counter.hex] == NO_LINE:
                strength = printed_attack(state, unit) + printed_defense(state, unit)
                starved[counter.hex] += 0.5 * strength
    return starved


@inner
def price_ways(state: State, past: np.ndarray) -> np.ndarray:
    """Points to go from a hex to the next one nearer to the base: uint16[n + 1, 6].

    Rule: stalingrad_1942 14.12, 14.18

    past : uint16[n + 1], points for passing the enemies by a hex, ``PROHIBITED`` to close it
    """
    cost = np.full(state.neighbour.shape, PROHIBITED, np.uint16)
    for h in range(len(state.ground) - 1):
        if past[h] == PROHIBITED:
            continue
        for d in range(6):
            before = state.neighbour[h, d]
            if before == len(state.ground) - 1:
                continue
            step = line_step(state, before, (d + 3) % 6)
            if step != supply_lines.CLOSED:
                cost[h, d] = past[h] + (_ROAD if step == supply_lines.ROAD else OFF_ROAD)
    return cost


@inner
def field_of_bases(state: State, side: int) -> np.ndarray:
    """A field that is 0 in the bases of a side and FAR elsewhere: int16[n + 1]."""
    field = np.full(len(state.ground), FAR, np.int16)
    for h in range(len(state.ground) - 1):
        if is_base(state, side, h):
            field[h] = 0
    return field


@inner
def next_on_way(state: State, cost: np.ndarray, field: np.ndarray, h: int) -> int:
    """The next hex on the shortest way, -1 if none leads on.

    cost, field : uint16[n + 1, 6] and int16[n + 1], points from hex to hex, and to the end
    """
    for d in range(6):
        there = np.int64(state.neighbour[h, d])
        if cost[h, d] != PROHIBITED and field[there] + cost[h, d] == field[h]:
            return there
    return -1


@inner
def _follow_way(
    state: State,
    desk: Desk,
    side: int,
    start: int,
    cost: np.ndarray,
    field: np.ndarray,
    strength: int,
    counted: np.ndarray,
) -> None:
    """Count the strength starved in a hex to all enemies who bar its way to the base.

    counted : int16[n + 1], hex with whose way each enemy stack was counted last
    """
    here = np.int64(start)
    while field[here] > 0:
        here = next_on_way(state, cost, field, here)
        if here < 0:
            return
        if not bars_line(state, side, here):
            continue
        _count_against(state, desk, side, here, start, strength, counted)
        if state.ground[here].occupant != 1 - side:
            for d in range(6):
                there = np.int64(state.neighbour[here, d])
                _count_against(state, desk, side, there, start, strength, counted)


@inner
def _count_against(
    state: State,
    desk: Desk,
    side: int,
    h: int,
    start: int,
    strength: int,
    counted: np.ndarray,
) -> None:
    """Count a strength to the enemies in a hex who control those around, once for each way.

    Rule: stalingrad_1942 14.13, 14.14
    """
    ground = state.ground[h]
    if ground.occupant == 1 - side and ground.zoned != 0 and counted[h] != start:
        counted[h] = start
        desk.marks[STARVES, h] = min(_MOST, desk.marks[STARVES, h] + strength)
