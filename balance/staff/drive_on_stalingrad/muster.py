"""Who is there to attack with, where each unit can come, and whom it can attack from there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move, points_left
from balance.games.drive_on_stalingrad.armies import check_free_to_attack
from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.assault import FREE, attack_permission
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Hexside, Mobility, Nation, Status, Trait
from balance.kernel.bits import has_bit, lowest_bit, put_bit, words_for
from balance.kernel.compiled import inner
from balance.kernel.sorting import sort_down
from balance.staff.desk import ENEMY_UNITS, MISSION, SETTLED, Desk
from balance.staff.drive_on_stalingrad.prospects import (
    GERMAN,
    NATION,
    PANZERS,
    STRENGTH,
    Papers,
)
from balance.staff.drive_on_stalingrad.situation import known_attack
from balance.staff.drive_on_stalingrad.worth import in_supply_there
from balance.staff.tasks import strike_mission


class Camp(NamedTuple):
    """The units that could attack, strongest first, and what is asked of each."""

    units: np.ndarray  # int64[k]
    about: np.ndarray  # float64[4, k], rows GERMAN, NATION, STRENGTH, PANZERS
    reach: np.ndarray  # uint32[n + 1, words], of a hex bit i: unit i can be there in the assaults
    nearest: np.ndarray  # float64[k], least distance to its objective that a unit could march to
    busy: np.ndarray  # uint32[words], who takes part in an attack that is planned already


@inner
def muster(state: State, desk: Desk, side: int, units: np.ndarray) -> Camp:
    """List the units that could attack, strongest first; where they can be is still open.

    units : int64[all units], becomes the list of the camp

    It is the caller's because a kernel that makes no array doesn't count references: it would never
    give those of the camp back.
    """
    strength = np.zeros(len(state.units))
    count = 0
    for u in range(len(state.units)):
        if state.units[u].side != side or state.units[u].status != Status.ON_MAP:
            continue
        if check_free_to_attack(state, u) != 0:
            continue
        attack = known_attack(state, u)
        if attack <= 0.0:
            continue
        units[count] = u
        strength[count] = attack
        count += 1
    sort_down(units[:count], strength[:count])
    about = np.zeros((4, count))
    for i in range(count):
        counter = state.units[units[i]]
        about[GERMAN, i] = 1.0 if counter.nation == Nation.GERMAN else 0.0
        about[NATION, i] = counter.nation
        about[STRENGTH, i] = strength[i]
        about[PANZERS, i] = 1.0 if (counter.traits & Trait.PANZER_DIVISION) != 0 else 0.0
    words = words_for(count)
    reach = np.zeros((state.neighbour.shape[0], words), np.uint32)
    return Camp(units[:count], about, reach, np.zeros(count), np.zeros(words, np.uint32))


@inner
def measure_reach(state: State, desk: Desk, camp: Camp) -> None:
    """Find out where mustered units can be in the assaults, and how near to their objectives.

    Units of the line, and those that have been settled, attack from where they stand.
    """
    reach, nearest = camp.reach, camp.nearest
    for i in range(len(camp.units)):
        u = camp.units[i]
        here = state.units[u].hex
        put_bit(reach[here], i)
        if strike_mission(desk, u) < 0 or desk.crew[SETTLED, u] != 0:
            continue
        field = desk.fields[desk.crew[MISSION, u], state.units[u].mobility]
        nearest[i] = field[here]
        if check_may_move(state, u) != 0:
            continue
        # Nobody has moved since, so a comrade's search serves for all like him.
        like = _comrade(state, desk, camp.units, i)
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
    camp: Camp,
    papers: Papers,
) -> tuple[int, int]:
    """List the rows of the camp that are able to attack, in their order, their sides and tolls.

    Returns how many they are, and the directions that anybody can attack from.
    """
    gain, allowed, sides, reach = papers.gain, papers.allowed, papers.sides, camp.reach
    allowed[:] = -1
    count = 0
    anybody = 0
    for k in range(reach.shape[1]):
        near = 0
        for d in range(6):
            if gain[d] > 0.0:
                near |= np.int64(reach[state.neighbour[target, d], k])
        near &= ~np.int64(camp.busy[k])
        while near != 0:
            i = 32 * k + lowest_bit(near)
            near &= near - 1
            u = camp.units[i]
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
                papers.toll[i] = _price_of(state, desk, target, u, camp.nearest[i])
                papers.able[count] = i
                count += 1
    return count, anybody


@inner
def _price_of(state: State, desk: Desk, target: int, unit: int, nearest: float) -> float:
    """What it is thought to cost that a unit attacks a hex instead of marching on."""
    mission = strike_mission(desk, unit)
    if mission < 0:
        return desk.weights.effort * known_attack(state, unit)
    weights = desk.mission_weights[mission]
    toll = weights.effort * known_attack(state, unit)
    field = desk.fields[mission, state.units[unit].mobility]
    pace = max(1, state.units[unit].movement)
    there = float(field[target])
    back = max(0.0, there - float(field[state.units[unit].hex])) / pace
    lost = max(-1.0, min(1.0, (there - nearest) / pace))
    toll += weights.advance * (weights.away * back + weights.detour * lost)
    return toll


@inner
def any_striker(desk: Desk, camp: Camp) -> bool:
    """Whether one of the mustered units may march to an attack."""
    for i in range(len(camp.units)):
        u = camp.units[i]
        if desk.crew[SETTLED, u] == 0 and strike_mission(desk, u) >= 0:
            return True
    return False
