"""Movement: where each unit goes.

Units that hold man the line, the worst gap first. What is left over marches to where troops are
wanted. Where strike units go says ``strikers``.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move
from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.reach import (
    ANYWHERE,
    REACHED,
    compute_nearer,
    list_reached,
    open_search,
)
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Side, Status
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.kernel.hexes import distance
from balance.staff.craft.manning import fill_gaps, is_spare
from balance.staff.craft.marching import is_free, send_unit, shift_unit
from balance.staff.craft.questions import Questions
from balance.staff.craft.reserves import any_reserves, is_reserve
from balance.staff.desk import (
    GARRISON,
    MISSION,
    SETTLED,
    TOLL,
    TOTAL,
    Desk,
)
from balance.staff.drive_on_stalingrad.answers import ASK
from balance.staff.drive_on_stalingrad.line import (
    crosses_start_line,
    draw_line,
    garrison_need,
    march_field_of_rest,
    start_march_fields,
    start_reserve_fields,
    waits_behind_start_line,
)
from balance.staff.drive_on_stalingrad.situation import (
    assess_threat,
    known_defense,
    survey_own,
)
from balance.staff.drive_on_stalingrad.worth import in_supply_there
from balance.staff.tasks import has_task

_TRIES = 5
_ASTRAY = 3  # MP that a march may lose on its way before others are looked at
#: Whom ``bring_one`` may take.
FOR_LINE, FOR_GARRISON, ANYBODY = np.arange(3)
#: Bits of a number in which ``list_free`` writes a row or x2, and how far its unit marches.
_BITS = 12
_MASK = (1 << _BITS) - 1


# --- the line


@inner
def man_line(state: State, desk: Desk, side: int) -> None:
    """Bring units that hold into the hexes where troops are wanted, the worst gap first.

    Where nobody stands, the enemy walks through.

    Rule: drive_on_stalingrad 2.15f
    """
    fill_gaps(state, ASK, desk, _bring_to_line, list_free(state, desk, side, FOR_LINE))


@inner
def _bring_to_line(state: State, ask: Questions, desk: Desk, free: int, goal: int) -> bool:
    return bring_one(state, desk, free, goal, FOR_LINE)


@inner
def list_free(state: State, desk: Desk, side: int, whom: int) -> int:
    """List whom ``bring_one`` may take; return how many.

    In ``desk.tolls[TOTAL]``, free by then, are the units, in ``desk.tolls[TOLL]`` how far each
    marches and where it stands: movement allowance, row and x2, ``_BITS`` bits apart. Who is not
    settled doesn't stir.
    """
    units = state.units
    hexes = state.hexes
    count = 0
    for u in range(units.shape[0]):
        if is_free(state, desk, side, u) and (whom == ANYBODY or not has_task(desk, u)):
            h = units[u].hex
            desk.tolls[TOTAL, count] = u
            march = np.int64(units[u].movement) << _BITS
            place = ((march | hexes[h].row) << _BITS) | hexes[h].x2
            desk.tolls[TOLL, count] = place
            count += 1
    return count


@inner
def bring_one(state: State, desk: Desk, free: int, goal: int, whom: int) -> bool:
    """Move the most suitable of the ``free`` units listed into ``goal``; False if none gets there.

    A line is manned by units that hold and can be spared where they stand; a garrison takes them
    from the line too, and in need from the strike units: then all are tried, for one of them may
    save the game.
    """
    tries = free if whom == ANYBODY else _TRIES
    tried = np.full(tries, -1)
    for attempt in range(tries):
        unit = _most_suitable(state, desk, free, goal, whom, tried)
        if unit < 0:
            return False
        if send_unit(state, ASK, desk, unit, goal):
            return True
        tried[attempt] = unit
    return False


@inner
def _most_suitable(
    state: State, desk: Desk, free: int, goal: int, whom: int, tried: np.ndarray
) -> int:
    """Find the free unit to bring to ``goal``: strong and near; -1 if there is none."""
    units = state.units
    goal_row = state.hexes[goal].row
    goal_x2 = state.hexes[goal].x2
    best = -1
    best_cost = 1e9
    for i in range(free):
        place = desk.tolls[TOLL, i]
        away = distance((place >> _BITS) & _MASK, place & _MASK, goal_row, goal_x2)
        if away > place >> (2 * _BITS) or away == 0:
            continue
        u = desk.tolls[TOTAL, i]
        # Who doesn't suit better needn't be asked whether he may come.
        cost = away - 0.4 * known_defense(state, u)
        if cost >= best_cost:
            continue
        if desk.crew[SETTLED, u] != 0 or units[u].status != Status.ON_MAP:
            continue
        if whom == FOR_GARRISON and has_task(desk, u):
            continue
        here = units[u].hex
        if whom == FOR_LINE:
            if not is_spare(state, ASK, desk, u):
                continue
        elif desk.marks[GARRISON, here] > 0:
            continue
        if check_may_move(state, u) != 0 or u in tried:
            continue
        best_cost = cost
        best = u
    return best


@inner
def march_rest(state: State, desk: Desk, side: int) -> None:
    """March the units that are left towards the nearest hex that wants troops.

    Reserves go last: they know then what the others have left undone.
    """
    start_march_fields(state, desk)
    _march_by_fields(state, desk, side, False)
    if any_reserves(desk):
        start_reserve_fields(state, ASK, desk, side)
        _march_by_fields(state, desk, side, True)


@inner
def _march_by_fields(state: State, desk: Desk, side: int, reserves: bool) -> None:
    """March the reserves, or all others that are left, by the fields just started."""
    units = state.units
    waiting = waits_behind_start_line(state, side)
    for u in range(units.shape[0]):
        if state.game.ended != 0:
            return
        if not is_free(state, desk, side, u) or is_reserve(desk, u) != reserves:
            continue
        if check_may_move(state, u) != 0 or not is_spare(state, ASK, desk, u):
            continue
        mobility = units[u].mobility
        here = units[u].hex
        if has_task(desk, u):
            field = desk.fields[desk.crew[MISSION, u], mobility]
        else:
            march_field_of_rest(state, desk, side, mobility, reserves)
            field = desk.distance[1 + mobility]
        if field[here] >= FAR or not leads_on(state, u, field):
            continue
        points = open_search(state, u, ANYWHERE)
        if points < 0:
            continue
        # Mostly the road is open, and the unit gets about as far as its points carry.
        below = field[here] - points + _ASTRAY
        if below < field[here]:
            compute_nearer(state, u, points, field, below)
            best = nearest_place(state, desk, side, u, field, waiting)
            if field[best] < below:
                shift_unit(state, ASK, desk, u, best)
                continue
        compute_nearer(state, u, points, field, field[here])
        best = nearest_place(state, desk, side, u, field, waiting)
        if best != here:
            shift_unit(state, ASK, desk, u, best)


@inner
def leads_on(state: State, unit: int, field: np.ndarray) -> bool:
    """Whether a field falls anywhere as far as a unit could come; at its goals it doesn't."""
    here = state.units[unit].hex
    own = field[here]
    radius = max(1, state.units[unit].movement)
    first_row, beyond = rows_near(state, here, radius)
    for row in range(first_row, beyond):
        first, last = span_near(state, here, radius, row)
        for h in range(np.uint32(first), np.uint32(last)):
            if field[h] < own:
                return True
    return False


@inner
def nearest_place(
    state: State, desk: Desk, side: int, unit: int, field: np.ndarray, waiting: bool
) -> int:
    """Hex of the reach just found where a field is least, of those fit to stand in; else its own.

    Who has no garrison to go to shuns danger, and nobody leaves his supply.
    """
    here = state.units[unit].hex
    own = known_defense(state, unit)
    garrison = has_task(desk, unit)
    best = here
    for i in range(list_reached(state, unit)):
        h = state.work[REACHED, i]
        if field[h] >= field[best]:
            continue
        if not garrison and desk.threat[h] > 3.0 * (desk.own_defense[h] + own):
            continue
        if waiting and crosses_start_line(state, here, h):
            continue
        if in_supply_there(state, side, h) or not in_supply_there(state, side, here):
            best = h
    return best


@inner
def plan_line(state: State, desk: Desk, side: int) -> None:
    """Look where everybody stands by now, draw the line, add garrisons."""
    survey_own(state, desk, side)
    if side == Side.AXIS:
        # His mobile assaults have changed what threatens; a Soviet march alone changes nothing.
        assess_threat(state, desk, side)
    draw_line(state, desk, side)
    garrison_need(state, desk, side)
