"""Ways around the enemy: strikers whose way leads through his zones look for one outside them.

The plan's fields know the land alone, but each hex in a zone costs the rest of a march. So a field
is bent for a phase where a way around isn't too long. Where a front leaves none, all hexes before
it cost the same more, and nothing changes.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.movement import check_may_move
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Status
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.kernel.reach import OPEN
from balance.staff.craft.distances import complete_where_asked
from balance.staff.craft.marching import is_free
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.blockades import next_on_way
from balance.staff.stalingrad_1942.moves import cost_row
from balance.staff.tasks import strike_mission

#: Parts of movement points from an objective within which enemies are fought, not passed, and by
#: which a way around them may be longer.
_FOUGHT_FOR, _PATIENCE = 6 * PART, 40 * PART


@inner
def bend_ways(state: State, desk: Desk, side: int) -> np.ndarray:
    """Lead strikers around enemies; return the fields of the plan, to be put back in the end.

    Rule: stalingrad_1942 6.21, 6.31, 6.32
    """
    straight = desk.fields.copy()
    asked = np.zeros(desk.fields.shape[:2], np.uint8)
    for unit in range(len(state.units)):
        mission = strike_mission(desk, unit)
        if mission < 0 or not is_free(state, desk, side, unit):
            continue
        mobility = state.units[unit].mobility
        if asked[mission, mobility] == 0 and _is_barred(state, desk, side, unit, mission):
            asked[mission, mobility] = 1
            if _anybody_marches(state, desk, side, mission, mobility):
                _bend(state, desk, side, mission, mobility)
    return straight


@inner
def _anybody_marches(state: State, desk: Desk, side: int, mission: int, mobility: int) -> bool:
    """Whether a striker that a field leads may move in this phase.

    Rule: stalingrad_1942 4.1, 13.11, 13.13
    """
    for unit in range(len(state.units)):
        if strike_mission(desk, unit) == mission and state.units[unit].mobility == mobility:
            if is_free(state, desk, side, unit) and check_may_move(state, unit) == Refusal.OK:
                return True
    return False


@inner
def _is_barred(state: State, desk: Desk, side: int, unit: int, mission: int) -> bool:
    """Whether the way of a unit over the land leads through enemies or their zones."""
    mobility, here = state.units[unit].mobility, np.int64(state.units[unit].hex)
    field, cost = desk.fields[mission, mobility], state.cost[cost_row(side, mobility)]
    if field[here] >= FAR:
        return False
    while field[here] > _FOUGHT_FOR:
        here = next_on_way(state, cost, field, here)
        if here < 0:
            return False
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
    complete_where_asked(state, desk, mobility, cost_row(side, mobility))
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
