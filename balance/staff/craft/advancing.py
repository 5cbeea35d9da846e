"""Advancing in step: units without a task that go forward rather than hold the line.

They go to the nearest place or enemy; but an enemy stack that is cut off draws nobody beyond those
who are enough to finish it, or a whole army would stand around two spent divisions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.staff.craft.distances import complete_field
from balance.staff.craft.marching import is_free, march, own_attack
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.desk import ENEMY_UNITS, SETTLED, Desk
from balance.staff.tasks import has_task

#: Attack strength around an enemy stack that is cut off, by its defense, that is enough.
_ENOUGH = 4.0


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
    for unit in range(len(state.units)):
        if state.game.ended != 0:
            return
        if not _advances(state, ask, desk, side, unit):
            continue
        if _contains(state, ask, desk, unit):
            desk.crew[SETTLED, unit] = 1
        else:
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
def _besieged(state: Any, ask: Questions, desk: Desk, h: int, left: float) -> bool:
    """Whether an enemy stack is cut off and enough of ours stand around it, ``left`` less."""
    if desk.marks[ENEMY_UNITS, h] == 0 or not ask.worths.is_starving(state, state.ground[h].first):
        return False
    around = -left
    for d in range(6):
        around += desk.own_attack[state.neighbour[h, d]]
    return around >= _ENOUGH * desk.enemy_defense[h]


@inner
def _contains(state: Any, ask: Questions, desk: Desk, unit: int) -> bool:
    """Whether a unit keeps a besieged stack where it is: the others beside it wouldn't do."""
    here = state.units[unit].hex
    is_last = state.ground[here].first == unit and state.units[unit].next < 0
    strength = own_attack(state, ask, unit)
    for d in range(6):
        h = state.neighbour[here, d]
        if _besieged(state, ask, desk, h, 0.0):
            if is_last or not _besieged(state, ask, desk, h, strength):
                return True
    return False


@inner
def _draws(state: Any, ask: Questions, desk: Desk, h: int) -> bool:
    """Whether an enemy beside a hex is not besieged yet."""
    for d in range(6):
        other = state.neighbour[h, d]
        if desk.marks[ENEMY_UNITS, other] > 0 and not _besieged(state, ask, desk, other, 0.0):
            return True
    return False


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
            elif ask.ground.in_enemy_zone(state, side, h) and _draws(state, ask, desk, h):
                start = 2
        for row in range(ask.moves.classes):
            desk.distance[row, h] = start
    for row in range(ask.moves.classes):
        if (wanted >> row) & 1 != 0:
            complete_field(state, desk, row, ask.moves.forward_row(side, row))
