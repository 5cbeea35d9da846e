"""What a side knows of the strengths on the map: its own, and the enemy's as far as he shows them.

Everything the staff decides rests on these estimates, never on what it could read in the state.
"""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner
from balance.staff.craft.questions import ON_MAP, Questions
from balance.staff.desk import ENEMY_UNITS, Desk


@inner
def survey(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Fill the desk's own and enemy strengths by hex.

    Writes the own and the enemy strengths, ``enemy_worth`` (victory points of a step, on average)
    and the row ENEMY_UNITS (headquarters included) of the marks.
    Supply and divisional integrity are counted, terrain is not.
    """
    for h in range(len(state.ground)):
        desk.enemy_attack[h] = 0.0
        desk.enemy_defense[h] = 0.0
        desk.enemy_worth[h] = 0.0
        desk.marks[ENEMY_UNITS, h] = 0
        desk.own_attack[h] = 0.0
        desk.own_defense[h] = 0.0
    for u in range(len(state.units)):
        if state.units[u].status != ON_MAP:
            continue
        h = state.units[u].hex
        attack, defense = ask.strengths.known_strengths(state, u)
        if state.units[u].side == side:
            desk.own_attack[h] += attack
            desk.own_defense[h] += defense
        else:
            desk.marks[ENEMY_UNITS, h] += 1
            desk.enemy_attack[h] += attack
            desk.enemy_defense[h] += defense
            desk.enemy_worth[h] += ask.worths.step_points(state, u)
    for h in range(len(state.ground) - 1):
        if desk.marks[ENEMY_UNITS, h] > 1:
            desk.enemy_worth[h] /= desk.marks[ENEMY_UNITS, h]
