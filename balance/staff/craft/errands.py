"""What goes before marches: open places near by are taken, and who is cut off walks back."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.searches import BEST
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.rows import behind_below, first_above, hexes_apart
from balance.staff.craft.distances import count_hexes
from balance.staff.craft.exposure import stands_ill
from balance.staff.craft.marching import is_free, own_attack, send_unit, shift_unit
from balance.staff.craft.questions import ALLOWED, Questions
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


@inner
def take_open_places(state: Any, ask: Questions, desk: Desk, side: int, goes: Any) -> None:
    """Send a unit into each empty enemy place in reach, places of most points first.

    ``goes`` (state, ask, desk, unit) says whether a unit may be sent.
    """
    ask.worths.measure_supply(state, desk, side)
    places = np.zeros(len(state.ground), np.int64)
    count = _list_places(state, ask, places)
    while state.game.ended == 0:
        chosen = _richest_open(state, ask, desk, side, places, count)
        if chosen < 0:
            return
        goal = places[chosen]
        count -= 1
        for i in range(chosen, count):
            places[i] = places[i + 1]
        _take(state, ask, desk, side, goal, goes)


@inner
def anybody(state: Any, ask: Questions, desk: Desk, unit: int) -> bool:
    """Whether a unit may be sent into a place: any may."""
    return True


@inner
def _list_places(state: Any, ask: Questions, places: np.ndarray) -> int:
    """List the hexes that stand for points, in order of their numbers; return how many.

    places : int64[hexes]
    """
    count = 0
    for h in range(len(state.ground) - 1):
        if ask.worths.place_points(state, h) > 0.0:
            places[count] = h
            count += 1
    return count


@inner
def _richest_open(
    state: Any, ask: Questions, desk: Desk, side: int, places: np.ndarray, count: int
) -> int:
    """Number of the empty enemy place of most points that can be held; -1 if none is left."""
    best = _NOWHERE
    most = 0.0
    for i in range(count):
        goal = places[i]
        if state.ground[goal].occupant >= 0:
            continue
        worth = ask.worths.place_worth(state, side, goal)
        if worth <= most:
            continue
        if ask.worths.lack_of_supply(state, desk, side, goal) < 1.0 or _is_last(state, ask):
            most = worth
            best = i
    return best


@inner
def _is_last(state: Any, ask: Questions) -> bool:
    return ask.worths.turns_left(state) <= _LAST


@inner
def _take(state: Any, ask: Questions, desk: Desk, side: int, goal: int, goes: Any) -> None:
    """Send the unit least missed elsewhere that can get to a place."""
    tried = np.full(_TRIES, -1)
    for attempt in range(_TRIES):
        best = _NOWHERE
        least = 1e9
        for unit in range(len(state.units)):
            if not is_free(state, desk, side, unit) or ask.strengths.is_headquarters(state, unit):
                continue
            away = hexes_apart(state, state.units[unit].hex, goal)
            price = own_attack(state, ask, unit) + _AWAY * away
            if away > ask.moves.longest(state, unit) or price >= least or unit in tried:
                continue
            # Taken now and held later: the points count twice.
            if stands_ill(
                state, ask, desk, unit, goal, 2.0 * ask.worths.place_worth(state, side, goal)
            ):
                continue
            if goes(state, ask, desk, unit) and ask.moves.check_may_move(state, unit) == ALLOWED:
                least = price
                best = unit
        if best < 0 or send_unit(state, ask, desk, best, goal):
            return
        tried[attempt] = best


# --- the way back


@inner
def walk_back(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """March units that began the phase out of supply towards where they would be in it again."""
    if _is_last(state, ask) or not _anybody_lost(state, ask, desk, side):
        return
    _measure_way_back(state, ask, desk, side)
    for unit in range(len(state.units)):
        if (
            _is_lost(state, ask, desk, side, unit)
            and ask.moves.check_may_move(state, unit) == ALLOWED
        ):
            if ask.moves.compute_reach(state, unit) > 0:
                shift_unit(state, ask, desk, unit, _nearest_to_supply(state, ask, desk, side, unit))


@inner
def _is_lost(state: Any, ask: Questions, desk: Desk, side: int, unit: int) -> bool:
    return (
        is_free(state, desk, side, unit)
        and ask.worths.is_starving(state, unit)
        and desk.distance[_TO_SUPPLY, state.units[unit].hex] > 0
        and not ask.strengths.is_headquarters(state, unit)
    )


@inner
def _anybody_lost(state: Any, ask: Questions, desk: Desk, side: int) -> bool:
    for u in range(len(state.units)):
        if is_free(state, desk, side, u) and ask.worths.is_starving(state, u):
            return True
    return False


@inner
def _measure_way_back(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Fill a row of ``desk.distance`` with hexes to the nearest hex in supply, past no enemy."""
    ask.worths.refresh_supply(state, side)
    for h in range(len(state.ground)):
        fed = ask.worths.is_fed(state, side, h)
        desk.mask[0, h] = 1 if state.ground[h].occupant != 1 - side else 0
        desk.distance[_TO_SUPPLY, h] = 0 if fed else FAR
    count_hexes(state, desk, _TO_SUPPLY, _WAY_BACK)


@inner
def _nearest_to_supply(state: Any, ask: Questions, desk: Desk, side: int, unit: int) -> int:
    """The hex of the reach just computed that is nearest to supply, enemy zones last."""
    here = state.units[unit].hex
    best = here
    least = 2 * np.int64(desk.distance[_TO_SUPPLY, best])
    span = ask.moves.longest(state, unit)
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] < 0:
            continue
        price = 2 * np.int64(desk.distance[_TO_SUPPLY, h])
        price += 3 if ask.ground.in_enemy_zone(state, side, h) else 0
        if price < least and ask.ground.check_stacking(state, unit, h) == ALLOWED:
            least = price
            best = h
    return best
