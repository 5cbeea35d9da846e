"""Advancing in step: units without a task that go forward rather than hold the line."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.staff.craft.manning import complete_field
from balance.staff.craft.marching import is_free, march
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.desk import ENEMY_UNITS, Desk
from balance.staff.tasks import has_task


@inner
def advance_in_step(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """March the units without a task that go forward: to places, to the enemy."""
    wanted = 0
    for u in range(len(state.units)):
        if _advances(state, ask, desk, side, u):
            wanted |= np.int64(1) << state.units[u].mobility
    if wanted == 0:
        return
    ask.worths.measure_supply(state, desk, side)
    seek_prey(state, ask, desk, side, wanted)
    for u in range(len(state.units)):
        unit = u
        if state.game.ended != 0:
            return
        if _advances(state, ask, desk, side, unit):
            march(state, ask, desk, side, unit, desk.distance[state.units[unit].mobility])


@inner
def _advances(state: Any, ask: Questions, desk: Desk, side: int, unit: int) -> bool:
    """Whether a unit has nothing to do but to go forward, and may."""
    if not is_free(state, desk, side, unit) or has_task(desk, unit):
        return False
    if ask.strengths.is_headquarters(state, unit) or ask.line.mans_line(state, unit):
        return False
    return ask.moves.check_may_move(state, unit) == ALLOWED


@inner
def seek_prey(state: Any, ask: Questions, desk: Desk, side: int, wanted: int) -> None:
    """Complete the first rows of ``desk.distance``: points to the nearest place or enemy.

    Those rows alone that are wanted, as bits.
    """
    for h in range(len(state.ground)):
        desk.mask[2, h] = 1 if desk.marks[ENEMY_UNITS, h] > 0 else 0
        start = FAR
        if h < len(state.ground) - 1:
            if ask.worths.place_worth(state, side, h) > 0.0:
                start = 0
            elif ask.ground.in_enemy_zone(state, side, h):
                start = 2
        for row in range(ask.moves.classes):
            desk.distance[row, h] = start
    for row in range(ask.moves.classes):
        if (wanted >> row) & 1 != 0:
            complete_field(state, desk, row, ask.moves.forward_row(side, row))
