"""Who is there to attack with, where each unit can come, and whom it can attack from there."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move, points_left
from balance.games.drive_on_stalingrad.armies import check_free_to_attack
from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.assault import FREE, attack_permission
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Hexside, Mobility, Status
from balance.kernel.bits import has_bit, lowest_bit, put_bit
from balance.kernel.compiled import inner
from balance.staff.desk import ENEMY_UNITS, MISSION, SETTLED, Desk
from balance.staff.drive_on_stalingrad.situation import known_attack
from balance.staff.drive_on_stalingrad.worth import in_supply_there
from balance.staff.tasks import strike_mission

#: Share of the way it leads back from the objective that counts against an attack.
_AWAY = 0.3


@inner
def muster(state: State, desk: Desk, side: int, camp: np.ndarray, strength: np.ndarray) -> int:
    """List the units that could attack, strongest first, and their strengths; return how many."""
    units = state.units
    count = 0
    for u in range(units.shape[0]):
        if units[u].side != side or units[u].status != Status.ON_MAP:
            continue
        if check_free_to_attack(state, u) != 0:
            continue
        attack = known_attack(state, u)
        if attack <= 0.0:
            continue
        place = count
        while place > 0 and strength[place - 1] < attack:
            camp[place] = camp[place - 1]
            strength[place] = strength[place - 1]
            place -= 1
        camp[place] = u
        strength[place] = attack
        count += 1
    return count


@inner
def measure_reach(
    state: State, desk: Desk, camp: np.ndarray, count: int, reach: np.ndarray, nearest: np.ndarray
) -> None:
    """Mark in ``reach`` where mustered units can be in the assaults: of each hex, a row of bits.

    Units of the line, and those that have been settled, attack from where they stand. ``nearest``
    becomes the least distance to its objective that a strike unit could march to.
    """
    for i in range(count):
        u = camp[i]
        here = state.units[u].hex
        put_bit(reach[here], i)
        if strike_mission(desk, u) < 0 or desk.crew[SETTLED, u] != 0:
            continue
        field = desk.fields[desk.crew[MISSION, u], state.units[u].mobility]
        nearest[i] = field[here]
        if check_may_move(state, u) != 0:
            continue
        # Nobody has moved since, so a comrade's search serves for all like him.
        like = _comrade(state, desk, camp, i)
        if like < 0 and compute_reach(state, u) == 0:
            continue
        radius = max(1, state.units[u].movement)
        best = state.work[BEST]
        first_row, beyond = rows_near(state, here, radius)
        for row in range(first_row, beyond):
            first, last = span_near(state, here, radius, row)
            for h in range(first, last):
                if has_bit(reach[h], like) if like >= 0 else best[h] >= 0:
                    put_bit(reach[h], i)
                    if field[h] < nearest[i]:
                        nearest[i] = field[h]


@inner
def _comrade(state: State, desk: Desk, camp: np.ndarray, i: int) -> int:
    """An earlier row of the camp whose search found where row ``i`` can march; -1 if none did.

    That is a strike unit of the same kind in the same hex: whatever bars one bars the other.
    """
    units = state.units
    u = camp[i]
    for j in range(i):
        v = camp[j]
        if desk.crew[SETTLED, v] != 0 or strike_mission(desk, v) < 0:
            continue
        alike = (
            units[v].hex == units[u].hex
            and units[v].kind == units[u].kind
            and units[v].traits == units[u].traits
            and units[v].nation == units[u].nation
            and units[v].army == units[u].army
            and units[v].mobility == units[u].mobility
            and units[v].movement == units[u].movement
            and units[v].moved == units[u].moved
        )
        if alike and points_left(state, v) == points_left(state, u):
            if check_may_move(state, v) == 0:
                return j
    return -1


@inner
def list_targets(state: State, desk: Desk, reach: np.ndarray, targets: np.ndarray) -> int:
    """List the enemy hexes that somebody can come next to; return how many."""
    neighbour = state.neighbour
    enemies = desk.marks[ENEMY_UNITS]
    count = 0
    for h in range(neighbour.shape[0] - 1):
        if enemies[h] == 0:
            continue
        near = np.uint32(0)
        for d in range(6):
            there = neighbour[h, d]
            for k in range(reach.shape[1]):
                near |= reach[there, k]
        if near != 0:
            targets[count] = h
            count += 1
    return count


@inner
def open_sides(
    state: State, side: int, target: int, gain: np.ndarray, room: np.ndarray, nation: np.ndarray
) -> None:
    """Find out what an attack from each neighbour of the target would be worth.

    ``gain`` is the share of its attack factor that a unit brings from there, 0 where nobody can
    stand, ``room`` the units that may still march in, ``nation`` who stands there (-1 nobody).

    Rule: drive_on_stalingrad 6.1, 6.3, 7.15, 11.19
    """
    n = state.neighbour.shape[0] - 1
    limit = state.rules.stacking_limit
    for d in range(6):
        h = state.neighbour[target, d]
        gain[d] = 0.0
        room[d] = limit
        nation[d] = -1
        if h == n or state.ground[h].occupant == 1 - side:
            continue
        gain[d] = 1.0
        if (np.int64(state.hexside[target, d]) & (Hexside.RIVER | Hexside.VOLGA)) != 0:
            gain[d] = 0.5
        if not in_supply_there(state, side, h):
            gain[d] *= 0.5
        first = state.ground[h].first
        if first >= 0:
            nation[d] = state.units[first].nation
            room[d] -= state.ground[h].stack


@inner
def list_sides(
    state: State,
    desk: Desk,
    target: int,
    camp: np.ndarray,
    reach: np.ndarray,
    nearest: np.ndarray,
    busy: np.ndarray,
    gain: np.ndarray,
    allowed: np.ndarray,
    able: np.ndarray,
    sides: np.ndarray,
    toll: np.ndarray,
) -> tuple[int, int]:
    """List in ``able`` the rows of the camp that can attack, in their order.

    Of each, ``sides`` becomes the directions it can attack from and ``toll`` its price. ``allowed``
    comes as -1: what terrain permits, by class of unit and direction. Returns how many are able,
    and the directions that anybody can attack from.
    """
    count = 0
    anybody = 0
    for k in range(reach.shape[1]):
        near = 0
        for d in range(6):
            if gain[d] > 0.0:
                near |= np.int64(reach[state.neighbour[target, d], k])
        near &= ~np.int64(busy[k])
        while near != 0:
            i = 32 * k + lowest_bit(near)
            near &= near - 1
            u = camp[i]
            stays = desk.crew[SETTLED, u] != 0
            wheels = 1 if state.units[u].mobility == Mobility.MECH else 0
            sides[i] = 0
            for d in range(6):
                h = state.neighbour[target, d]
                if gain[d] <= 0.0 or not has_bit(reach[h], i):
                    continue
                if stays and h != state.units[u].hex:
                    continue
                if allowed[wheels, d] < 0:
                    allowed[wheels, d] = attack_permission(state, u, h, target)
                if allowed[wheels, d] == FREE:
                    sides[i] |= 1 << d
            if sides[i] != 0:
                anybody |= sides[i]
                toll[i] = _price_of(state, desk, target, u, nearest[i])
                able[count] = i
                count += 1
    return count, anybody


@inner
def _price_of(state: State, desk: Desk, target: int, unit: int, nearest: float) -> float:
    """What it is thought to cost that a unit attacks a hex instead of marching on."""
    weights = desk.weights
    toll = weights.effort * known_attack(state, unit)
    if strike_mission(desk, unit) >= 0:
        field = desk.fields[desk.crew[MISSION, unit], state.units[unit].mobility]
        pace = max(1, state.units[unit].movement)
        there = float(field[target])
        back = max(0.0, there - float(field[state.units[unit].hex])) / pace
        lost = max(-1.0, min(1.0, (there - nearest) / pace))
        toll += weights.advance * (_AWAY * back + weights.detour * lost)
    return toll


@inner
def any_striker(desk: Desk, camp: np.ndarray, count: int) -> bool:
    """Whether one of the mustered units may march to an attack."""
    for i in range(count):
        u = camp[i]
        if desk.crew[SETTLED, u] == 0 and strike_mission(desk, u) >= 0:
            return True
    return False
