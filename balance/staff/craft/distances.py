"""How far it is: rows of ``desk.distance`` in hexes or in movement points."""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner
from balance.kernel.fields import FAR, hex_distance_field, travel_field, travel_field_to
from balance.kernel.reach import PROHIBITED
from balance.staff.craft.questions import Questions
from balance.staff.desk import Desk

#: Row of ``desk.distance`` with hexes from the nearest enemy.
TO_ENEMY = 2


@inner
def count_hexes(state: Any, desk: Desk, row: int, limit: int) -> None:
    """Complete a row to hexes from its starts, which are 0, by the hexes open in the first mask.

    Other hexes are FAR on entry, and so are those beyond the limit in the end.
    """
    field = desk.distance[row]
    field[len(state.ground) - 1] = FAR
    hex_distance_field(state.neighbour, state.board, desk.mask[0], limit, field, desk.queue)


@inner
def count_from_enemies(state: Any, ask: Questions, desk: Desk, side: int, limit: int) -> None:
    """Fill the row TO_ENEMY with hexes from the nearest enemy, over land."""
    for h in range(len(state.ground)):
        desk.mask[0, h] = 1 if ask.ground.is_land(state, h) else 0
        desk.distance[TO_ENEMY, h] = 0 if state.ground[h].occupant == 1 - side else FAR
    count_hexes(state, desk, TO_ENEMY, limit)


@inner
def complete_field(state: Any, desk: Desk, row: int, cost: int) -> None:
    """Complete a row to movement points by one row of the costs, past no hex of the last mask."""
    travel_field(
        state.neighbour, state.cost[cost], PROHIBITED, desk.mask[2], desk.distance[row], desk.queue
    )


@inner
def complete_where_asked(state: Any, desk: Desk, row: int, cost: int) -> None:
    """Do as ``complete_field`` as far as the hexes of the second mask."""
    travel_field_to(
        state.neighbour,
        state.cost[cost],
        PROHIBITED,
        desk.mask[2],
        desk.distance[row],
        desk.mask[1],
    )
