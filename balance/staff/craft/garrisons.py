"""Garrisons: who stays in a place or comes to it, whatever the line and the attacks want."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.rows import hexes_apart
from balance.staff.craft.distances import complete_where_asked
from balance.staff.craft.exposure import stands_ill
from balance.staff.craft.marching import is_free, march, own_attack, own_defense, send_unit
from balance.staff.craft.questions import ALLOWED, ON_MAP, Questions
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
    """March the units that are to garrison objectives there, and share them out among these.

    Supply must have been measured since the leaders moved last. Who is where he is wanted stays;
    from an objective with more than its share the others go on to one that has less.
    """
    manned = np.zeros(len(state.ground), np.int16)
    for mission in range(len(desk.posture)):
        if desk.posture[mission] == Posture.GARRISON:
            share = _share(state, desk, side, mission, manned)
            if share > 0 and state.game.ended == 0:
                _go_to_objectives(state, ask, desk, side, mission, share, manned)


@inner
def _is_of(state: Any, desk: Desk, side: int, unit: int, mission: int) -> bool:
    """Whether a unit on the map has a mission; those of the enemy have none of this desk."""
    counter = state.units[unit]
    return counter.side == side and counter.status == ON_MAP and desk.crew[MISSION, unit] == mission


@inner
def _share(state: Any, desk: Desk, side: int, mission: int, manned: np.ndarray) -> int:
    """Count who is in each objective of a mission; return how many belong into one, 0 if none do.

    manned : int16[n + 1]
    """
    objectives, units = 0, 0
    for h in range(len(manned)):
        manned[h] = 0
        objectives += 1 if desk.fields[mission, 0, h] == 0 else 0
    for u in range(len(state.units)):
        if _is_of(state, desk, side, u, mission):
            units += 1
            manned[state.units[u].hex] += 1
    return 0 if objectives == 0 else (units + objectives - 1) // objectives


@inner
def _go_to_objectives(
    state: Any, ask: Questions, desk: Desk, side: int, mission: int, share: int, manned: np.ndarray
) -> None:
    """Settle the units of a mission where they are wanted, and march the others there."""
    measured = 0  # fields as bits
    for unit in range(len(state.units)):
        if not _is_of(state, desk, side, unit, mission) or not is_free(state, desk, side, unit):
            continue
        here, mobility = state.units[unit].hex, state.units[unit].mobility
        field = desk.fields[mission, mobility]
        if field[here] > 0 or manned[here] > share:
            if (measured >> mobility) & 1 == 0:
                _measure_to_open(state, ask, desk, side, mission, mobility, share, manned)
                measured |= 1 << mobility
            # Where nothing is open, or no way leads there now, the nearest objective is.
            if desk.distance[mobility, here] < FAR:
                field = desk.distance[mobility]
            if field[here] > 0:
                march(state, ask, desk, side, unit, field)
                manned[here] -= 1
                manned[state.units[unit].hex] += 1
        desk.crew[SETTLED, unit] = 1


@inner
def _measure_to_open(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    mission: int,
    mobility: int,
    share: int,
    manned: np.ndarray,
) -> None:
    """Fill a row of ``desk.distance`` with points to the objectives that have less than a share.

    It is right in the hexes where units of the mission stand.
    """
    row = desk.distance[mobility]
    for h in range(len(manned)):
        enemies = desk.marks[ENEMY_UNITS, h] > 0
        wanted = desk.fields[mission, 0, h] == 0 and manned[h] < share and not enemies
        row[h] = 0 if wanted else FAR
        desk.mask[2, h] = 1 if enemies else 0
        desk.mask[1, h] = 0
    for u in range(len(state.units)):
        if state.units[u].mobility == mobility and _is_of(state, desk, side, u, mission):
            desk.mask[1, state.units[u].hex] = 1
    complete_where_asked(state, desk, mobility, ask.moves.cost_row(side, mobility))


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
    for unit in range(len(state.units)):
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
