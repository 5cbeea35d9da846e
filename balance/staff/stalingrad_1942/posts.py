"""Posts beside those of the line: around enemies who are cut off, and where own troops are.

Who is cut off holds where he stands; who has cut off somebody keeps the ring whole. Other posts lie
on the enemy's ways of supply, where few troops part his army at Stalingrad from its base.

Ways are looked for one after the other, the shortest first, past those troops that have tasks of
their own: the others are to stand where they part most. On each way a post is chosen where somebody
stands already or can soon be, and the next way must go around it. Once the army has been cut off,
strikers keep it so: as many as there are ways are taken from their missions before they march.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.stacks import has_zone
from balance.games.stalingrad_1942.state import NO_LINE, State
from balance.games.stalingrad_1942.vocabulary import AXIS, SOVIET, Game, Status
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR, nearest_by_travel
from balance.kernel.reach import PROHIBITED
from balance.rules.rows import hexes_apart
from balance.staff.craft.distances import count_hexes
from balance.staff.craft.marching import is_free
from balance.staff.craft.reserves import is_wanted_near
from balance.staff.desk import ENEMY_UNITS, MISSION, Desk
from balance.staff.stalingrad_1942.blockades import (
    OFF_ROAD,
    field_of_bases,
    next_on_way,
    price_ways,
)
from balance.staff.stalingrad_1942.choices import RING
from balance.staff.stalingrad_1942.ground import cover_of, mans_line
from balance.staff.tasks import has_task, strike_mission

#: Row of ``desk.distance`` with hexes from the nearest enemy who is cut off, and hexes from them in
#: which a ring has its posts: those nearer are in their zones.
_TO_POCKET, _RING = 0, 2
#: The least strength cut off that is worth a ring.
_WORTHWHILE = 6.0
#: Most ways that are parted in a turn, and hexes from the nearest free troops to a post.
_WAYS, _REACH = 12, 12
#: Row of ``desk.distance`` with hexes from those troops.
_TO_FREE = 2
#: What a post costs for each hex that its troops have to go, and for each factor that threatens it.
_AWAY, _THREAT = 1.0, 0.1


@inner
def add_posts(state: State, desk: Desk, side: int) -> None:
    """Want troops where own ones are cut off, and in a ring around enemies who are.

    Rule: stalingrad_1942 6.21, 14.13

    Supply as both sides had it when it was traced last.
    """
    _hold_pockets(state, desk, side)
    sever_supply(state, desk, side)
    if _measure_pockets(state, desk, side):
        for manned in (1, 0):
            for h in range(len(state.ground) - 1):
                if (desk.own_defense[h] > 0.0) == manned and _is_in_ring(desk, h):
                    if not is_wanted_near(state, desk, h):
                        _want(state, desk, h)


@inner
def _hold_pockets(state: State, desk: Desk, side: int) -> None:
    """Want troops where own ones are cut off and enemies could come."""
    for h in range(len(state.ground) - 1):
        if desk.own_defense[h] > 0.0 and state.supply[side, h] == NO_LINE:
            if desk.threat[h] > 0.0:
                _want(state, desk, h)


@inner
def _want(state: State, desk: Desk, h: int) -> None:
    """Want as many troops in a hex as threaten it."""
    need = desk.weights.line_need * desk.threat[h] / cover_of(state, h)
    desk.wanted[h] = max(1.0, need, desk.wanted[h])


@inner
def _measure_pockets(state: State, desk: Desk, side: int) -> bool:
    """Hexes from the nearest enemy who is cut off; return whether anybody to speak of is."""
    field = desk.distance[_TO_POCKET]
    strength = 0.0
    for h in range(len(state.ground)):
        cut_off = desk.marks[ENEMY_UNITS, h] > 0 and state.supply[1 - side, h] == NO_LINE
        strength += desk.enemy_attack[h] if cut_off else 0.0
        field[h] = 0 if cut_off else FAR
    if strength < _WORTHWHILE:
        return False
    desk.mask[0] = 1
    count_hexes(state, desk, _TO_POCKET, _RING)
    return True


@inner
def _is_in_ring(desk: Desk, h: int) -> bool:
    """Whether a hex could have a post in a ring, where somebody may come to break it."""
    if desk.distance[_TO_POCKET, h] != _RING:
        return False
    return desk.marks[ENEMY_UNITS, h] == 0 and desk.threat[h] > 0.0


# --- the enemy's ways of supply


@inner
def sever_supply(state: State, desk: Desk, side: int) -> None:
    """Want troops on the ways by which the Axis troops around Stalingrad are fed.

    Rule: stalingrad_1942 14.13, 14.14, S2d, S2e, S3e
    """
    if side == SOVIET and state.scene.game != Game.ON_TO_STALINGRAD:
        _part_ways(state, desk, side, False)


@inner
def keep_ring(state: State, desk: Desk, side: int) -> None:
    """Take strikers from their missions who are needed to keep the ring around Stalingrad closed.

    Rule: stalingrad_1942 14.13, 14.14, S2d, S2e, S3d, S3i

    Only once it has been closed. The desk has their missions no longer; who calls puts them back.
    """
    if side == SOVIET and desk.order[RING] != 0 and state.game.ring_turn != 0:
        _part_ways(state, desk, side, True)


@inner
def _part_ways(state: State, desk: Desk, side: int, strikers: bool) -> None:
    """Choose posts on the ways, and want troops there, or have the nearest strikers stand down."""
    closed, asked = np.zeros(len(state.ground), np.uint8), np.zeros(len(state.ground), np.uint8)
    for h in range(len(state.ground) - 1):
        asked[h] = 1 if _is_to_be_surrounded(state, h) else 0
    if not asked.any():
        return
    cost = price_ways(state, _close_hexes(state, desk, side, strikers))
    _measure_free(state, desk, side, strikers)
    bases = field_of_bases(state, AXIS)
    field, known = bases.copy(), 0
    kept = np.zeros(len(state.units), np.uint8)
    for _ in range(_WAYS):
        # No step is longer than one off road: whoever is nearer by more leads to what is known.
        since = max(0, known - OFF_ROAD)
        start = nearest_by_travel(state.neighbour, cost, PROHIBITED, closed, field, asked, since)
        if start < 0:
            return
        post = _choose_post(state, desk, start, cost, field)
        if post < 0:
            return
        if strikers:
            _keep_nearest(state, desk, side, post, kept)
        else:
            _want(state, desk, post)
        # What is nearer to the base than all that is closed now stays as near.
        known = np.int64(field[post])
        cost[post] = PROHIBITED
        for d in range(6):
            there = state.neighbour[post, d]
            if desk.marks[ENEMY_UNITS, there] == 0:
                cost[there] = PROHIBITED
                known = min(known, np.int64(field[there]))
        for h in range(len(field)):
            field[h] = field[h] if field[h] < known else bases[h]


@inner
def _keep_nearest(state: State, desk: Desk, side: int, post: int, kept: np.ndarray) -> None:
    """Have the unit nearest to a post stand down from its mission, if it has one.

    kept : uint8[units], 1 for whom another post keeps already
    """
    best, least = -1, 1 << 20
    for unit in range(len(state.units)):
        if kept[unit] == 0 and _may_be_sent(state, desk, side, unit, True):
            away = hexes_apart(state, state.units[unit].hex, post)
            if away < least:
                best, least = unit, away
    if best >= 0:
        kept[best] = 1
        desk.crew[MISSION, best] = -1


@inner
def _is_to_be_surrounded(state: State, h: int) -> bool:
    return (
        state.ground[h].occupant == AXIS
        and state.ground[h].stack > 0
        and state.hexes[h].to_city <= state.rules.victory_encirclement_radius
    )


@inner
def _may_be_sent(state: State, desk: Desk, side: int, unit: int, strikers: bool) -> bool:
    """Whether a unit may go to a post: whoever has no task, and strikers where they are asked."""
    if not is_free(state, desk, side, unit) or not mans_line(state, unit):
        return False
    return not has_task(desk, unit) or (strikers and strike_mission(desk, unit) >= 0)


@inner
def _close_hexes(state: State, desk: Desk, side: int, strikers: bool) -> np.ndarray:
    """Close the hexes to the enemy's lines that troops bar who stay: uint16[n + 1].

    Rule: stalingrad_1942 14.13, 14.14
    """
    past = np.zeros(len(state.ground), np.uint16)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.ON_MAP or not has_zone(state, unit):
            continue
        if _may_be_sent(state, desk, side, unit, strikers):
            continue
        past[counter.hex] = PROHIBITED
        for d in range(6):
            there = state.neighbour[counter.hex, d]
            if desk.marks[ENEMY_UNITS, there] == 0:
                past[there] = PROHIBITED
    return past


@inner
def _measure_free(state: State, desk: Desk, side: int, strikers: bool) -> None:
    """Fill a row of ``desk.distance`` with hexes to the nearest troops that may be sent."""
    for h in range(len(state.ground)):
        desk.mask[0, h] = 1 if desk.marks[ENEMY_UNITS, h] == 0 else 0
        desk.distance[_TO_FREE, h] = FAR
    for unit in range(len(state.units)):
        if _may_be_sent(state, desk, side, unit, strikers):
            desk.distance[_TO_FREE, state.units[unit].hex] = 0
    count_hexes(state, desk, _TO_FREE, _REACH)


@inner
def _choose_post(state: State, desk: Desk, start: int, cost: np.ndarray, field: np.ndarray) -> int:
    """The hex of the way from a hex to the base that is the easiest to hold, -1 if none is."""
    best, least, here = -1, 1e9, np.int64(start)
    while field[here] > 0:
        here = next_on_way(state, cost, field, here)
        if here < 0:
            return best
        away = desk.distance[_TO_FREE, here]
        if desk.marks[ENEMY_UNITS, here] == 0 and away <= _REACH:
            price = _AWAY * away + _THREAT * desk.threat[here] / cover_of(state, here)
            if price < least:
                best, least = here, price
    return best
