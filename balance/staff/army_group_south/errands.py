"""What goes before marches: open places near by are taken, and who is cut off walks back.

Rule: army_group_south 12.21, 25.3
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.march import BEST, compute_reach
from balance.games.army_group_south.movement import check_may_move
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import check_stacking, in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import AXIS_LINE, NO_LINE, SUPPLY_BY_COMMAND, State
from balance.games.army_group_south.supply import refresh_supply
from balance.games.army_group_south.vocabulary import Side
from balance.kernel.compiled import entry, inner
from balance.kernel.fields import FAR, hex_distance_field
from balance.rules.rows import hexes_apart
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.ground import (
    FOLLOW,
    lack_of_supply,
    measure_staffs,
    place_points,
    place_worth,
)
from balance.staff.craft.exposure import stands_ill
from balance.staff.craft.marching import is_free, own_attack, send_unit, shift_unit
from balance.staff.desk import Desk

_NOWHERE = -1
#: Units that are tried for one place.
_TRIES = 6
#: Attack strength that a hex nearer is worth when one is sent.
_AWAY = 1.5
#: Hexes that a way back into supply is looked for.
_WAY_BACK = 20
#: Game turns before the last in which nobody turns back: places count then, supply no more.
_LAST = 1
_TO_SUPPLY = 2


# --- places that nobody holds


@entry
def take_open_places(state: State, desk: Desk, side: int) -> None:
    """Send a unit into each empty enemy place in reach, places of most points first.

    Rule: army_group_south 25.3
    """
    if side == Side.SOVIET:
        measure_staffs(state, desk, FOLLOW)
    places = np.zeros(len(state.ground), np.int64)
    count = _list_places(state, places)
    while state.game.ended == 0:
        chosen = _richest_open(state, desk, side, places, count)
        if chosen < 0:
            return
        goal = places[chosen]
        count -= 1
        for i in range(chosen, count):
            places[i] = places[i + 1]
        _take(state, desk, side, goal)


@inner
def _list_places(state: State, places: np.ndarray) -> int:
    """List the hexes that stand for points, in order of their numbers; return how many.

    places : int64[hexes]
    """
    count = 0
    for h in range(len(state.ground) - 1):
        if place_points(state, h) > 0.0:
            places[count] = h
            count += 1
    return count


@inner
def _richest_open(state: State, desk: Desk, side: int, places: np.ndarray, count: int) -> int:
    """Number of the empty enemy place of most points that can be held; -1 if none is left."""
    best = _NOWHERE
    most = 0.0
    for i in range(count):
        goal = places[i]
        if state.ground[goal].occupant >= 0:
            continue
        worth = place_worth(state, side, goal)
        if worth <= most:
            continue
        if lack_of_supply(state, desk, side, goal) < 1.0 or _is_last(state):
            most = worth
            best = i
    return best


@inner
def _is_last(state: State) -> bool:
    return state.game.game_turn > state.rules.sequence_game_turns - _LAST - 1


@inner
def _take(state: State, desk: Desk, side: int, goal: int) -> None:
    """Send the unit least missed elsewhere that can get to a place."""
    tried = np.full(_TRIES, -1)
    for attempt in range(_TRIES):
        best = _NOWHERE
        least = 1e9
        for u in range(len(state.units)):
            unit = u
            if not is_free(state, desk, side, unit) or is_headquarters(state, unit):
                continue
            away = hexes_apart(state, state.units[u].hex, goal)
            price = own_attack(state, ASK, unit) + _AWAY * away
            if away > state.units[u].movement or price >= least or unit in tried:
                continue
            # Taken now and held later: the points count twice.
            if stands_ill(state, ASK, desk, unit, goal, 2.0 * place_worth(state, side, goal)):
                continue
            if check_may_move(state, unit) == Refusal.OK:
                least = price
                best = unit
        if best < 0 or send_unit(state, ASK, desk, best, goal):
            return
        tried[attempt] = best


# --- the way back


@entry
def walk_back(state: State, desk: Desk, side: int) -> None:
    """March units that began the phase out of supply towards where they would be in it again.

    Rule: army_group_south 12.1, 12.14, 12.21
    """
    if _is_last(state) or not _anybody_lost(state, desk, side):
        return
    _measure_way_back(state, desk, side)
    for u in range(len(state.units)):
        unit = u
        if _is_lost(state, desk, side, unit) and check_may_move(state, unit) == Refusal.OK:
            if compute_reach(state, unit) > 0:
                shift_unit(state, ASK, desk, unit, _nearest_to_supply(state, desk, side, unit))


@inner
def _is_lost(state: State, desk: Desk, side: int, unit: int) -> bool:
    return (
        is_free(state, desk, side, unit)
        and state.units[unit].supplied == 0
        and desk.distance[_TO_SUPPLY, state.units[unit].hex] > 0
        and not is_headquarters(state, unit)
    )


@inner
def _anybody_lost(state: State, desk: Desk, side: int) -> bool:
    for u in range(len(state.units)):
        if is_free(state, desk, side, u) and state.units[u].supplied == 0:
            return True
    return False


@inner
def _measure_way_back(state: State, desk: Desk, side: int) -> None:
    """Fill a row of ``desk.distance`` with hexes to the nearest hex in supply, past no enemy.

    Rule: army_group_south 12.1, 12.14, 20.1, 20.2
    """
    refresh_supply(state, side)
    for h in range(len(state.ground)):
        fed = state.supply[AXIS_LINE, h] != NO_LINE
        if side == Side.SOVIET:
            fed = state.command[h] & SUPPLY_BY_COMMAND != 0
        desk.mask[0, h] = 1 if state.ground[h].occupant != 1 - side else 0
        desk.distance[_TO_SUPPLY, h] = 0 if fed else FAR
    desk.distance[_TO_SUPPLY, len(state.ground) - 1] = FAR
    hex_distance_field(
        state.neighbour, state.board, desk.mask[0], _WAY_BACK, desk.distance[_TO_SUPPLY], desk.queue
    )


@inner
def _nearest_to_supply(state: State, desk: Desk, side: int, unit: int) -> int:
    """The hex of the reach just computed that is nearest to supply, enemy zones last."""
    best = state.units[unit].hex
    least = 2 * desk.distance[_TO_SUPPLY, best]
    for h in range(len(state.ground) - 1):
        if state.work[BEST, h] < 0:
            continue
        price = 2 * desk.distance[_TO_SUPPLY, h]
        price += 3 if in_enemy_zone(state, side, h) else 0
        if price < least and check_stacking(state, unit, h) == Refusal.OK:
            least = price
            best = h
    return best
