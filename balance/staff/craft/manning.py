"""Manning the line: who goes to which post, and who gives ground instead.

A post that can't be held at the price of what it is worth stays empty; whoever stands in such a
place goes back, out of reach or to others, before the enemy comes (delay). Regiments of a division
go together, since they are worth twice as much so.

Rule: army_group_south 5.24, 8.21, 9.5, 19.5
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.march import BEST, compute_reach, hexes_apart
from balance.games.army_group_south.movement import NOT_MOVED, check_may_move
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import check_stacking, in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import PROHIBITED, State
from balance.games.army_group_south.vocabulary import Mode, Side
from balance.kernel.compiled import entry, inner
from balance.kernel.fields import FAR, travel_field, travel_field_to
from balance.staff.army_group_south.divisions import march_divisions
from balance.staff.army_group_south.exposure import exposure, stands_ill, stays_together
from balance.staff.army_group_south.line import draw_line
from balance.staff.army_group_south.march import (
    FOLLOW,
    is_free,
    lack_of_supply,
    march_where_wanted,
    mates_in,
    measure_staffs,
    own_defense,
    place_points,
    send_unit,
    shift_unit,
)
from balance.staff.army_group_south.worth import step_worth
from balance.staff.desk import (
    ENEMY_UNITS,
    Desk,
)
from balance.staff.tasks import SCATTERED, has_task, scatter

_NOWHERE = -1
_TRIES = 4
#: Urgency of a post where nobody stands.
_EMPTY = 3.0
_SLIGHT = 0.1  # gaps that nobody marches for
#: What it costs to go back by a hex, to end beside the enemy, and what a post is worth to who goes.
_BACK, _BESIDE, _IN_LINE = 0.3, 6.0, 2.0


# --- who is there


@inner
def _ill_there(state: State, desk: Desk, unit: int, h: int) -> bool:
    """Whether a unit would pay more for a hex than it is worth, as a place among others."""
    return stands_ill(state, desk, unit, h, place_points(state, h))


@inner
def holds(state: State, unit: int) -> bool:
    """Whether a unit without a task mans the line: not if it may go west only.

    Rule: army_group_south 21.14
    """
    counter = state.units[unit]
    if is_headquarters(state, unit):
        return False
    return counter.side == Side.AXIS or counter.mode == Mode.DEFENSIVE


@inner
def _is_available(state: State, desk: Desk, side: int, unit: int) -> bool:
    return (
        is_free(state, desk, side, unit)
        and not has_task(desk, unit)
        and holds(state, unit)
        and check_may_move(state, unit) == Refusal.OK
    )


@inner
def _anybody_available(state: State, desk: Desk, side: int) -> bool:
    for u in range(len(state.units)):
        if _is_available(state, desk, side, u):
            return True
    return False


@inner
def _is_spare(state: State, desk: Desk, unit: int) -> bool:
    """Whether a unit can be taken from where it stands: not the last one wanted there."""
    h = state.units[unit].hex
    wanted = desk.wanted[h]
    if wanted <= 0.0:
        return True
    left = desk.own_defense[h] - own_defense(state, unit)
    return left > 0.0 and left >= wanted


@inner
def _urgency(desk: Desk, h: int) -> int:
    """How much a post wants troops, coarsely, then by its scattered number; 0: not."""
    gap = 1.0 - desk.own_defense[h] / desk.wanted[h]
    gap *= 1.0 + min(2.0, desk.threat[h] / 20.0)
    if gap <= _SLIGHT:
        return 0
    if desk.own_defense[h] <= 0.0:
        gap += _EMPTY
    return (1 + np.int64(2.0 * gap)) * SCATTERED + scatter(h)


@inner
def _man_line(state: State, desk: Desk, side: int) -> None:
    """Bring units that hold to the posts that want troops, the worst gap first."""
    count = 0
    for h in range(len(state.ground) - 1):
        desk.mask[2, h] = 0  # posts nobody else can help
        if desk.wanted[h] > 0.0 and desk.marks[ENEMY_UNITS, h] == 0:
            desk.queue[count] = h
            count += 1
    while state.game.ended == 0:
        worst = _NOWHERE
        highest = 0
        for i in range(count):
            h = desk.queue[i]
            if desk.mask[2, h] == 0 and _urgency(desk, h) > highest:
                highest = _urgency(desk, h)
                worst = h
        if worst < 0:
            return
        if not _bring_one(state, desk, side, worst):
            desk.mask[2, worst] = 1


@inner
def _bring_one(state: State, desk: Desk, side: int, goal: int) -> bool:
    """Move the most suitable free unit to a post; False if nobody can get there."""
    tried = np.full(_TRIES, -1)
    for attempt in range(_TRIES):
        unit = _most_suitable(state, desk, side, goal, tried)
        if unit < 0:
            return False
        start = state.units[unit].hex
        if not _ill_there(state, desk, unit, goal) and send_unit(state, desk, unit, goal):
            _bring_division(state, desk, side, unit, start, goal)
            return True
        tried[attempt] = unit
    return False


@inner
def _bring_division(state: State, desk: Desk, side: int, unit: int, start: int, goal: int) -> None:
    """Send after a unit those of its division that stood with it.

    Rule: army_group_south 19.5
    """
    if state.units[unit].division == 0:
        return
    other = state.ground[start].first
    while other >= 0:
        following = state.units[other].next
        if stays_together(state, desk, unit, other) and _is_available(state, desk, side, other):
            if check_stacking(state, other, goal) == Refusal.OK:
                send_unit(state, desk, other, goal)
        other = following


@inner
def _most_suitable(state: State, desk: Desk, side: int, goal: int, tried: np.ndarray) -> int:
    """Find the free unit to bring to a post: near, strong, of a division that is there; or -1."""
    best = _NOWHERE
    least = 1e9
    for u in range(len(state.units)):
        unit = u
        if not is_free(state, desk, side, unit) or has_task(desk, unit):
            continue
        counter = state.units[unit]
        away = hexes_apart(state, counter.hex, goal)
        if away == 0 or away > counter.movement:
            continue
        price = away - 0.6 * own_defense(state, unit) - 4.0 * mates_in(state, unit, goal)
        price += 4.0 * mates_in(state, unit, counter.hex)
        if price >= least or unit in tried or not _is_spare(state, desk, unit):
            continue
        if not _is_available(state, desk, side, unit):
            continue
        if check_stacking(state, unit, goal) == Refusal.OK:
            least = price
            best = unit
    return best


# --- giving ground


@inner
def _give_ground(state: State, desk: Desk, side: int) -> None:
    """Move units that stand ill, and nobody can help, to where they stand best."""
    for u in range(len(state.units)):
        unit = u
        if state.game.ended != 0:
            return
        if not _is_available(state, desk, side, unit) or state.units[u].moved != NOT_MOVED:
            continue
        here = state.units[u].hex
        if not _ill_there(state, desk, unit, here) or compute_reach(state, unit) == 0:
            continue
        goal = _safest(state, desk, side, unit)
        shift_unit(state, desk, unit, goal)
        if goal != here:
            _bring_division(state, desk, side, unit, here, goal)


@inner
def _safest(state: State, desk: Desk, side: int, unit: int) -> int:
    """The hex of the reach just computed where a unit stands best, its own included."""
    here = state.units[unit].hex
    best = here
    least = _price_of_standing(state, desk, side, unit, here)
    for h in range(len(state.ground) - 1):
        if state.work[BEST, h] < 0 or h == here:
            continue
        price = _price_of_standing(state, desk, side, unit, h)
        if price < least and check_stacking(state, unit, h) == Refusal.OK:
            least = price
            best = h
    return best


@inner
def _price_of_standing(state: State, desk: Desk, side: int, unit: int, h: int) -> float:
    """What it costs a unit to go back to a hex and stand there."""
    weights = desk.weights
    price = weights.risk * exposure(state, desk, unit, h, step_worth(state, desk, unit))
    price += _BACK * hexes_apart(state, state.units[unit].hex, h)
    price += weights.supply_need * lack_of_supply(state, desk, side, h)
    if in_enemy_zone(state, side, h):
        price += _BESIDE
    if desk.wanted[h] > 0.0:
        price -= _IN_LINE
    return price


# --- the line


@inner
def start_march_fields(state: State, desk: Desk) -> None:
    """Start ``desk.distance[0:2]``, to be completed to movement points to the nearest post.

    Posts that have enough stay goals, only farther.
    """
    for h in range(len(state.ground)):
        desk.mask[2, h] = 1 if desk.marks[ENEMY_UNITS, h] > 0 else 0
        start = FAR
        if desk.wanted[h] > 0.0:
            start = np.int64(4.0 * min(1.0, desk.own_defense[h] / desk.wanted[h]))
        for row in range(2):
            desk.distance[row, h] = start


@inner
def complete_field(state: State, desk: Desk, row: int, cost: int) -> None:
    """Complete a field of the desk by one row of the costs."""
    travel_field(
        state.neighbour, state.cost[cost], PROHIBITED, desk.mask[2], desk.distance[row], desk.queue
    )


@inner
def _complete_where_asked(state: State, desk: Desk, side: int, row: int) -> None:
    """Complete a field as far as units of its mobility that hold the line stand from a post."""
    asked = desk.mask[1]
    for h in range(len(asked)):
        asked[h] = 0
    for u in range(len(state.units)):
        if state.units[u].mobility == row and _is_available(state, desk, side, u):
            asked[state.units[u].hex] = 1
    travel_field_to(
        state.neighbour, state.cost[row], PROHIBITED, desk.mask[2], desk.distance[row], asked
    )


@entry
def hold_line(state: State, desk: Desk, side: int) -> None:
    """Draw the line, man its posts and bring up whoever is left.

    Rule: army_group_south 8.21, 21.22, 22.0
    """
    if not _anybody_available(state, desk, side):
        return
    if side == Side.SOVIET:
        measure_staffs(state, desk, FOLLOW)
    draw_line(state, desk, side)
    if side == Side.AXIS:
        march_divisions(state, desk, False)
    _man_line(state, desk, side)
    _give_ground(state, desk, side)
    start_march_fields(state, desk)
    complete = 0  # fields as bits
    for u in range(len(state.units)):
        unit = u
        if state.game.ended == 0 and _is_available(state, desk, side, unit):
            if _is_spare(state, desk, unit):
                mobility = state.units[unit].mobility
                if (complete >> mobility) & 1 == 0:
                    _complete_where_asked(state, desk, side, mobility)
                    complete |= 1 << mobility
                march_where_wanted(state, desk, side, unit, desk.distance[mobility])
