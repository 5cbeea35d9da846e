"""Garrisons: who stays in a place or comes to it, whatever the line and the attacks want."""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner
from balance.rules.rows import hexes_apart
from balance.staff.craft.exposure import stands_ill
from balance.staff.craft.marching import is_free, march, own_attack, own_defense, send_unit
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.desk import ENEMY_UNITS, GARRISON, MISSION, SETTLED, Desk, Posture
from balance.staff.tasks import has_task

_ONE = 1
_NOWHERE = -1
#: Points from which a place in danger isn't left alone.
_PRIZE = 3.0


@inner
def man_garrisons(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Settle the units wanted in a hex at all times, before anybody else moves.

    Who stands there already stays, those first who are least missed elsewhere; what is missing is
    brought from units of no task that can get there. Beside what the plan wants, one
    unit is kept in places of many points that the enemy could come to, if it isn't sacrificed for
    less than it is worth.
    """
    for h in range(len(state.ground) - 1):
        wanted = desk.marks[GARRISON, h]
        of_itself = wanted == 0
        if of_itself and _is_prize_in_danger(state, ask, desk, side, h):
            wanted = _ONE
        if wanted == 0 or desk.marks[ENEMY_UNITS, h] > 0:
            continue
        for _ in range(wanted):
            unit = _least_missed(state, ask, desk, h)
            if unit < 0:
                unit = _nearest_idle(state, ask, desk, side, h)
            if unit < 0 or (of_itself and _is_sacrificed(state, ask, desk, unit, h)):
                break
            if not send_unit(state, ask, desk, unit, h):
                break


@inner
def go_to_garrisons(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """March the units that are to garrison an objective there; who is there stays.

    Supply must have been measured since the leaders moved last.
    """
    for u in range(len(state.units)):
        unit = u
        mission = desk.crew[MISSION, unit]
        if mission < 0 or desk.posture[mission] != Posture.GARRISON:
            continue
        if state.game.ended != 0 or not is_free(state, desk, side, unit):
            continue
        field = desk.fields[mission, state.units[unit].mobility]
        if field[state.units[unit].hex] > 0:
            march(state, ask, desk, side, unit, field)
        desk.crew[SETTLED, unit] = 1


@inner
def _is_prize_in_danger(state: Any, ask: Questions, desk: Desk, side: int, h: int) -> bool:
    """Whether a side should have somebody in a place of many points that enemies could come to."""
    if desk.threat[h] <= 0.0 or ask.worths.place_points(state, h) < _PRIZE:
        return False
    return ask.line.keeps_guard(state, side, h)


@inner
def _is_sacrificed(state: Any, ask: Questions, desk: Desk, unit: int, h: int) -> bool:
    """Whether keeping a place would cost a unit more than the place is worth."""
    return stands_ill(state, ask, desk, unit, h, ask.worths.place_points(state, h))


@inner
def _least_missed(state: Any, ask: Questions, desk: Desk, h: int) -> int:
    """The free combat unit in a hex that attacks least and defends best, -1 if there is none."""
    best = _NOWHERE
    least = 1e9
    unit = state.ground[h].first
    while unit >= 0:
        missed = own_attack(state, ask, unit) - 1.2 * own_defense(state, ask, unit)
        free = desk.crew[SETTLED, unit] == 0 and not ask.strengths.is_headquarters(state, unit)
        if free and missed < least:
            least = missed
            best = unit
        unit = state.units[unit].next
    return best


@inner
def _nearest_idle(state: Any, ask: Questions, desk: Desk, side: int, goal: int) -> int:
    """The free unit without a task that is best brought to a hex, -1 if there is none near."""
    best = _NOWHERE
    least = 1e9
    for u in range(len(state.units)):
        unit = u
        if not is_free(state, desk, side, unit) or has_task(desk, unit):
            continue
        if (
            ask.strengths.is_headquarters(state, unit)
            or ask.moves.check_may_move(state, unit) != ALLOWED
        ):
            continue
        counter = state.units[unit]
        away = hexes_apart(state, counter.hex, goal)
        price = away - 0.5 * own_defense(state, ask, unit)
        if away <= ask.moves.longest(state, unit) and price < least:
            least = price
            best = unit
    return best
