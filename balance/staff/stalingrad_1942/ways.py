"""Ways around the enemy: strikers whose way leads through his zones look for one outside them.

The plan's fields know the land alone, but each hex in a zone costs the rest of a march. So a field
is bent for a phase where a way around isn't too long. Where a front leaves none, all hexes before
it cost the same more, and nothing changes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Status
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR, travel_field_to
from balance.kernel.reach import OPEN, PROHIBITED
from balance.staff.craft.marching import is_free
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.moves import cost_row
from balance.staff.tasks import strike_mission

#: Parts of movement points from an objective within which enemies are fought, not passed, and by
#: which a way around them may be longer.
_FOUGHT_FOR, _PATIENCE = 6 * PART, 40 * PART


class Kept(NamedTuple):
    """Fields of the plan that have been bent, as they were."""

    rows: np.ndarray  # int64[k, 2], mission and mobility
    fields: np.ndarray  # int16[k, n + 1]


@inner
def bend_ways(state: State, desk: Desk, side: int) -> Kept:
    """Lead strikers around enemies; return what ``put_back`` takes.

    Rule: stalingrad_1942 6.21, 6.31, 6.32
    """
    barred = np.zeros((len(desk.posture), desk.fields.shape[1]), np.uint8)
    count = 0
    for u in range(len(state.units)):
        unit = u
        mission = strike_mission(desk, unit)
        if mission < 0 or not is_free(state, desk, side, unit):
            continue
        mobility = state.units[unit].mobility
        if barred[mission, mobility] == 0 and _is_barred(state, desk, side, unit, mission):
            barred[mission, mobility] = 1
            count += 1
    kept = Kept(np.zeros((count, 2), np.int64), np.zeros((count, len(state.ground)), np.int16))
    count = 0
    for mission in range(barred.shape[0]):
        for mobility in range(barred.shape[1]):
            if barred[mission, mobility] != 0:
                kept.rows[count, 0], kept.rows[count, 1] = mission, mobility
                kept.fields[count] = desk.fields[mission, mobility]
                _bend(state, desk, side, mission, mobility)
                count += 1
    return kept


@inner
def put_back(desk: Desk, kept: Kept) -> None:
    """Give the desk back the fields of the plan."""
    for i in range(len(kept.rows)):
        field = desk.fields[kept.rows[i, 0], kept.rows[i, 1]]
        for h in range(len(field)):
            field[h] = kept.fields[i, h]


@inner
def _is_barred(state: State, desk: Desk, side: int, unit: int, mission: int) -> bool:
    """Whether the way of a unit over the land leads through enemies or their zones."""
    mobility, here = state.units[unit].mobility, np.int64(state.units[unit].hex)
    field, cost = desk.fields[mission, mobility], state.cost[cost_row(side, mobility)]
    if field[here] >= FAR:
        return False
    while field[here] > _FOUGHT_FOR:
        following = np.int64(-1)
        for d in range(6):
            there = np.int64(state.neighbour[here, d])
            step = np.int64(cost[here, d])
            if step != PROHIBITED and field[there] + step == field[here]:
                following = there
                break
        if following < 0:
            return False
        here = following
        if state.blocked[side, here] != OPEN:
            return True
    return False


@inner
def _bend(state: State, desk: Desk, side: int, mission: int, mobility: int) -> None:
    """Bend a field of the plan around the enemy, as far as its units stand."""
    field, way = desk.fields[mission, mobility], desk.distance[mobility]
    asked, closed = desk.mask[1], desk.mask[2]
    for h in range(len(field)):
        near = field[h] <= _FOUGHT_FOR
        closed[h] = 1 if state.blocked[side, h] != OPEN and not near else 0
        way[h] = field[h] if near else FAR
        asked[h] = 0
    for u in range(len(state.units)):
        counter = state.units[u]
        if counter.side != side or counter.status != Status.ON_MAP or counter.mobility != mobility:
            continue
        if strike_mission(desk, u) == mission:
            _ask_around(state, asked, closed, counter.hex)
    cost = state.cost[cost_row(side, mobility)]
    travel_field_to(state.neighbour, cost, PROHIBITED, closed, way, asked)
    for h in range(len(field)):
        field[h] = min(np.int64(way[h]), np.int64(field[h]) + _PATIENCE, FAR)


@inner
def _ask_around(state: State, asked: np.ndarray, closed: np.ndarray, h: int) -> None:
    """Ask for the way from a hex, or from those around it if none leads on in it."""
    if closed[h] == 0:
        asked[h] = 1
        return
    for d in range(6):
        there = state.neighbour[h, d]
        if closed[there] == 0:
            asked[there] = 1
