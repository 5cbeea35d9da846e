"""Who is there to attack with, and which hexes each unit can come to."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.armies import check_free_to_attack
from balance.games.drive_on_stalingrad.movement import (
    BEST,
    check_may_move,
    compute_reach,
    rows_around,
)
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Status
from balance.kernel.compiled import inner
from balance.staff.desk import MISSION, SETTLED, Desk, Posture
from balance.staff.drive_on_stalingrad.situation import known_attack


@inner
def muster(state: State, desk: Desk, side: int, camp: np.ndarray) -> int:
    """List the units that could attack, strongest first; return how many."""
    units = state.units
    count = 0
    for u in range(units.shape[0]):
        if units[u].side != side or units[u].status != Status.ON_MAP:
            continue
        if check_free_to_attack(state, u) != 0:
            continue
        strength = known_attack(units, u)
        if strength <= 0.0:
            continue
        place = count
        while place > 0 and known_attack(units, camp[place - 1]) < strength:
            camp[place] = camp[place - 1]
            place -= 1
        camp[place] = u
        count += 1
    return count


@inner
def strikes(desk: Desk, unit: int) -> bool:
    """Whether a unit has a strike mission."""
    mission = np.int64(desk.crew[MISSION, unit])
    return mission >= 0 and desk.posture[mission] == Posture.STRIKE


@inner
def measure_reach(
    state: State, desk: Desk, camp: np.ndarray, count: int, reach: np.ndarray, nearest: np.ndarray
) -> None:
    """Mark the hexes each mustered unit can be in when the assaults begin.

    Units of the line, and those that have been settled, attack from where they stand. ``nearest``
    becomes the least distance to its objective that a strike unit could march to.
    """
    for i in range(count):
        u = np.int64(camp[i])
        here = np.int64(state.units[u].hex)
        reach[i, here] = 1
        if not strikes(desk, u) or desk.crew[SETTLED, u] != 0:
            continue
        field = desk.fields[desk.crew[MISSION, u], np.int64(state.units[u].mobility)]
        nearest[i] = field[here]
        if check_may_move(state, u) != 0 or compute_reach(state, u) == 0:
            continue
        first, last = rows_around(state, here, max(1, np.int64(state.units[u].movement)))
        best = state.work[BEST]
        for h in range(first, last):
            if best[h] >= 0:
                reach[i, h] = 1
                if field[h] < nearest[i]:
                    nearest[i] = field[h]


@inner
def any_striker(desk: Desk, camp: np.ndarray, count: int) -> bool:
    """Whether one of the mustered units may march to an attack."""
    for i in range(count):
        u = np.int64(camp[i])
        if desk.crew[SETTLED, u] == 0 and strikes(desk, u):
            return True
    return False


@inner
def best_and_second(values: np.ndarray) -> tuple[int, float]:
    """Index of the greatest value, -1 if there is none, and the greatest of the others."""
    best = -1
    second = -1e9
    for i in range(len(values)):
        if best < 0 or values[i] > values[best]:
            if best >= 0:
                second = values[best]
            best = i
        elif values[i] > second:
            second = values[i]
    return best, second
