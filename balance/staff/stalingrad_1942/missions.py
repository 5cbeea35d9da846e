"""Missions for a phase: who has done what he was sent for is free, and who waits for battles.

What is changed here is put back on the desk when the phase is over.
"""

from __future__ import annotations

import numpy as np

from balance.games.searches import BEST
from balance.games.stalingrad_1942.march import compute_reach
from balance.games.stalingrad_1942.movement import movement_allowance
from balance.games.stalingrad_1942.stacks import in_enemy_zone
from balance.games.stalingrad_1942.state import State
from balance.kernel.compiled import inner
from balance.rules.rows import behind_below, first_above
from balance.staff.craft.distances import TO_ENEMY, count_from_enemies
from balance.staff.craft.marching import is_free
from balance.staff.craft.muster import points_to_go
from balance.staff.desk import MISSION, SETTLED, Desk, Posture
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.moves import longest
from balance.staff.tasks import strike_mission

_NONE = -1
#: Hexes from the enemy at which a striker on the march has somebody to deal with, and up to which
#: an objective may need him.
_NEAR, _NEEDY = 4, 8
#: What is said of a mission whose objectives are taken: enemies are near them, or aren't.
_DONE, _QUIET = 1, 2
#: Share of a whole march that a second wave must gain now; else it waits.
_GAIN = 0.35


@inner
def stand_down(state: State, desk: Desk, side: int) -> np.ndarray:
    """Have strikers whose objectives are all taken man the line; return the missions of all.

    Who is still more than a march away from them goes on if enemies are near them and not near him:
    the line may run far behind him.

    Rule: stalingrad_1942 S1e, S2d, S3d
    """
    missions = desk.crew[MISSION].copy()
    done = np.zeros(len(desk.posture), np.uint8)
    for mission in range(len(done)):
        if desk.posture[mission] == Posture.STRIKE and _is_done(state, desk, side, mission):
            done[mission] = _DONE
    if not done.any():
        return missions
    count_from_enemies(state, ASK, desk, side, _NEEDY)
    for mission in range(len(done)):
        if done[mission] == _DONE and not _is_near(desk, mission):
            done[mission] = _QUIET
    for unit in range(len(missions)):
        if missions[unit] < 0 or done[missions[unit]] == 0 or state.units[unit].side != side:
            continue
        met = desk.distance[TO_ENEMY, state.units[unit].hex] <= _NEAR
        free = met or done[missions[unit]] == _QUIET
        if free or points_to_go(state, desk, unit) <= movement_allowance(state, unit):
            desk.crew[MISSION, unit] = _NONE
    return missions


@inner
def _is_done(state: State, desk: Desk, side: int, mission: int) -> bool:
    """Whether a side holds all objectives of a mission."""
    for h in range(len(state.ground) - 1):
        if desk.fields[mission, 0, h] == 0 and state.ground[h].control != side:
            return False
    return True


@inner
def _is_near(desk: Desk, mission: int) -> bool:
    """Whether enemies are near an objective of a mission."""
    for h in range(len(desk.fields[mission, 0]) - 1):
        if desk.fields[mission, 0, h] == 0 and desk.distance[TO_ENEMY, h] <= _NEEDY:
            return True
    return False


@inner
def alarm_garrisons(state: State, desk: Desk, side: int) -> np.ndarray:
    """Have garrisons that nobody threatens help in attacks; return the missions of all.

    Rule: stalingrad_1942 7.11
    """
    missions = desk.crew[MISSION].copy()
    for unit in range(len(state.units)):
        mission = missions[unit]
        if mission < 0 or desk.posture[mission] != Posture.GARRISON:
            continue
        if not is_free(state, desk, side, unit):
            continue
        if desk.threat[state.units[unit].hex] <= 0.0:
            desk.crew[MISSION, unit] = _NONE
    return missions


@inner
def hold_back_second_wave(state: State, desk: Desk, side: int) -> None:
    """Have mobile strikers whose way is still barred wait for the Strategic Movement Phase.

    Rule: stalingrad_1942 13.11, 13.12, 13.13

    Who has moved may not move strategically.
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        mission = strike_mission(desk, unit)
        if mission < 0 or counter.motorized == 0 or not is_free(state, desk, side, unit):
            continue
        if counter.moved != 0 or in_enemy_zone(state, side, counter.hex):
            continue
        if compute_reach(state, unit) == 0:
            continue
        field, span = desk.fields[mission, counter.mobility], longest(state, unit)
        nearest = field[counter.hex]
        for h in range(
            first_above(state, counter.hex, span), behind_below(state, counter.hex, span)
        ):
            if state.work[BEST, h] >= 0:
                nearest = min(nearest, field[h])
        gained = field[counter.hex] - nearest
        wanted = min(field[counter.hex], movement_allowance(state, unit))
        if gained < _GAIN * wanted:
            desk.crew[SETTLED, unit] = 1
