"""Newcomers: who comes onto the map where.

A unit that enters may have to go on at once, so it marches for its task as it comes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.staff.craft.advancing import seek_prey
from balance.staff.craft.distances import complete_field
from balance.staff.craft.line import draw_line
from balance.staff.craft.manning import start_march_fields
from balance.staff.craft.marching import march, recount
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.desk import AIM, MISSION, Desk
from balance.staff.tasks import has_task

_NOWHERE = -1
_MOST = 64
#: Price of each hex farther from all leaders, and of a hex that would hold too many.
_LONELY, _CROWDED = 2, 40


@inner
def bring_newcomers(state: Any, ask: Questions, desk: Desk, side: int, prepared: bool) -> None:
    """Enter all units that are due, each where its task is nearest, and march them on.

    ``prepared`` says that ``prepare_fields`` has been asked for all and holds.
    """
    arrivals = np.zeros(_MOST, np.int64)
    count = ask.entries.list_arrivals(state, side, arrivals)
    if count == 0:
        return
    if not prepared:
        wanted = 0
        for i in range(count):
            if not has_task(desk, arrivals[i]):
                wanted |= np.int64(1) << state.units[arrivals[i]].mobility
        prepare_fields(state, ask, desk, side, wanted)
    for i in range(count):
        if state.game.ended != 0:
            return
        _bring(state, ask, desk, side, arrivals[i])


@inner
def prepare_fields(state: Any, ask: Questions, desk: Desk, side: int, wanted: int) -> None:
    """Have rows of ``desk.distance``, one a class, say how far units without a task are wanted.

    Those rows alone that are wanted, as bits.
    """
    if ask.line.newcomers_go_forward(side):
        ask.entries.look_for_leaders(state, desk, side)
        seek_prey(state, ask, desk, side, wanted)
    else:
        aim_at_line(state, ask, desk, side, wanted)


@inner
def aim_at_line(state: Any, ask: Questions, desk: Desk, side: int, wanted: int) -> None:
    """Have rows of ``desk.distance``, one a class, say how far the line is.

    Those rows alone that are wanted, as bits.
    """
    draw_line(state, ask, desk, side)
    start_march_fields(state, ask, desk)
    for row in range(ask.moves.classes):
        if (wanted >> row) & 1 != 0:
            complete_field(state, desk, row, ask.moves.cost_row(side, row))


@inner
def aim_at(state: Any, desk: Desk, unit: int) -> None:
    """Fill ``desk.distance[AIM]`` with the points to where a unit is wanted from each hex."""
    for h in range(len(state.ground)):
        desk.distance[AIM, h] = points_from(state, desk, unit, h)


@inner
def points_from(state: Any, desk: Desk, unit: int, h: int) -> int:
    """Movement points from a hex to where a unit is wanted."""
    mobility = state.units[unit].mobility
    if has_task(desk, unit):
        return desk.fields[desk.crew[MISSION, unit], mobility, h]
    return desk.distance[mobility, h]


@inner
def _bring(state: Any, ask: Questions, desk: Desk, side: int, unit: int) -> None:
    """Bring one newcomer onto the map."""
    aim_at(state, desk, unit)
    field = desk.distance[AIM]
    if ask.entries.enter_otherwise(state, ask, desk, unit, field):
        return
    if enter_cheapest(state, ask, desk, side, unit, _price_of_entry):
        if not ask.strengths.is_headquarters(state, unit):
            march(state, ask, desk, side, unit, field)


@inner
def _price_of_entry(state: Any, ask: Questions, desk: Desk, side: int, unit: int, h: int) -> int:
    """Points from an entry hex to where a unit is wanted, and what speaks against it."""
    price = desk.distance[AIM, h] + state.ground[h].stack
    if ask.ground.check_stacking(state, unit, h) != ALLOWED:
        price += _CROWDED
    return price + _LONELY * ask.entries.lonely_hexes(state, desk, side, h)


@inner
def enter_cheapest(
    state: Any, ask: Questions, desk: Desk, side: int, unit: int, price_of: Any
) -> bool:
    """Enter a unit by the hex that costs least; False if none takes it.

    ``price_of`` (state, ask, desk, side, unit, h) is what an entry hex costs.
    """
    entries = np.zeros(len(state.ground), np.int64)
    best, least = _NOWHERE, 1 << 30
    for i in range(ask.entries.list_entry_hexes(state, unit, entries)):
        price = price_of(state, ask, desk, side, unit, entries[i])
        if price < least:
            best, least = entries[i], price
    if best < 0 or ask.entries.enter(state, unit, best) != ALLOWED:
        return False
    recount(state, ask, desk, best)
    return True
