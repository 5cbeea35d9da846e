"""Advancing in step: Soviet units without a task, on the offensive.

Rule: army_group_south 21.14, 25.3
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.movement import check_may_move
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import WESTWARD, State
from balance.kernel.compiled import entry, inner
from balance.kernel.fields import FAR
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.ground import FOLLOW, mans_line, measure_staffs, place_worth
from balance.staff.craft.manning import complete_field
from balance.staff.craft.marching import is_free, march
from balance.staff.desk import ENEMY_UNITS, Desk
from balance.staff.tasks import has_task


@entry
def advance_in_step(state: State, desk: Desk, side: int) -> None:
    """March the Soviet units without a task that are on the offensive: to places, to the enemy.

    Rule: army_group_south 21.14, 25.3
    """
    wanted = 0
    for u in range(len(state.units)):
        if _advances(state, desk, side, u):
            wanted |= np.int64(1) << state.units[u].mobility
    if wanted == 0:
        return
    measure_staffs(state, desk, FOLLOW)
    seek_prey(state, desk, side, wanted)
    for u in range(len(state.units)):
        unit = u
        if state.game.ended != 0:
            return
        if _advances(state, desk, side, unit):
            march(state, ASK, desk, side, unit, desk.distance[state.units[unit].mobility])


@inner
def _advances(state: State, desk: Desk, side: int, unit: int) -> bool:
    """Whether a unit has nothing to do but to go forward, and may."""
    if not is_free(state, desk, side, unit) or has_task(desk, unit):
        return False
    if is_headquarters(state, unit) or mans_line(state, unit):
        return False
    return check_may_move(state, unit) == Refusal.OK


@inner
def seek_prey(state: State, desk: Desk, side: int, wanted: int) -> None:
    """Complete ``desk.distance[0:2]`` to points to the nearest place or enemy, going west only.

    Those rows alone that are wanted, as bits.
    """
    for h in range(len(state.ground)):
        desk.mask[2, h] = 1 if desk.marks[ENEMY_UNITS, h] > 0 else 0
        start = FAR
        if h < len(state.ground) - 1:
            if place_worth(state, side, h) > 0.0:
                start = 0
            elif in_enemy_zone(state, side, h):
                start = 2
        for row in range(2):
            desk.distance[row, h] = start
    for row in range(2):
        if (wanted >> row) & 1 != 0:
            complete_field(state, desk, row, row + WESTWARD)
