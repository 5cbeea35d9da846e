"""The way out of a pocket: units cut off march to supply while there is a road.

Out of supply they have half their factors and half their march (Rule: drive_on_stalingrad 7.15),
and each one lost there counts for the enemy (Rule: drive_on_stalingrad 4.3).
"""

from __future__ import annotations

from balance.games.drive_on_stalingrad.allowance import check_may_move
from balance.games.drive_on_stalingrad.reach import REACHED, compute_reach, list_reached
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import read_hex_supply, refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import SupplyState, Terrain
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.staff.craft.distances import complete_where_asked
from balance.staff.craft.marching import is_free, shift_unit
from balance.staff.desk import ENEMY_UNITS, Desk
from balance.staff.drive_on_stalingrad.answers import ASK
from balance.staff.drive_on_stalingrad.line import crosses_start_line, waits_behind_start_line
from balance.staff.tasks import strike_mission

#: Value of a field, in its dummy hex, that nobody has asked for yet.
_UNASKED = -1


@inner
def break_out(state: State, desk: Desk, side: int) -> None:
    """March units that are cut off and strike nowhere nearer to supply, as long as a road is open.

    Rule: drive_on_stalingrad 7.15, 7.16
    """
    units = state.units
    n = state.neighbour.shape[0] - 1
    refresh_supply(state, side)
    for row in range(1, 4):  # 1 + Mobility
        desk.distance[row, n] = _UNASKED
    for u in range(units.shape[0]):
        if state.game.ended != 0:
            return
        if not is_free(state, desk, side, u) or strike_mission(desk, u) >= 0:
            continue
        if read_hex_supply(state, side, units[u].hex) == SupplyState.OUT:
            if check_may_move(state, u) == 0:
                _leave_pocket(state, desk, side, u)


@inner
def _leave_pocket(state: State, desk: Desk, side: int, unit: int) -> None:
    """March a unit as near to supply as it can come; among equal hexes to the safest.

    It stays free for other tasks if that is no nearer.
    """
    mobility = state.units[unit].mobility
    road_field(state, desk, side, mobility)
    field = desk.distance[1 + mobility]
    here = state.units[unit].hex
    if field[here] >= FAR or compute_reach(state, unit) == 0:
        return
    waiting = waits_behind_start_line(state, side)
    best = here
    best_danger = 0.0
    for i in range(list_reached(state, unit)):
        h = state.work[REACHED, i]
        if field[h] > field[best] or field[h] >= field[here]:
            continue
        danger = desk.threat[h] - desk.own_defense[h]
        if field[h] == field[best] and danger >= best_danger:
            continue
        if waiting and crosses_start_line(state, here, h):
            continue
        best = h
        best_danger = danger
    if best != here:
        shift_unit(state, ASK, desk, unit, best)


@inner
def road_field(state: State, desk: Desk, side: int, mobility: int) -> None:
    """Complete ``desk.distance[1 + mobility]`` to MP to the nearest hex in supply, round the enemy.

    Worked out when a unit first asks for it, as far off as units stand that are cut off.
    """
    field = desk.distance[1 + mobility]
    n = len(field) - 1
    if field[n] != _UNASKED:
        return
    for h in range(n):
        supply = read_hex_supply(state, side, h)
        cut_off = state.ground[h].occupant == side and supply == SupplyState.OUT
        desk.mask[1, h] = 1 if cut_off else 0
        field[h] = FAR
        enemy = desk.marks[ENEMY_UNITS, h] > 0
        desk.mask[2, h] = 1 if enemy else 0
        terrain = state.hexes[h].terrain
        if enemy or terrain == Terrain.LAKE or terrain == Terrain.SEA:
            continue
        if supply == SupplyState.REGULAR:
            field[h] = 0
    field[n] = FAR
    complete_where_asked(state, desk, 1 + mobility, 3 * side + mobility)
