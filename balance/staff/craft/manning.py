"""Manning the line: who goes to which post, and who gives ground instead.

A post that can't be held at the price of what it is worth stays empty; whoever stands in such a
place goes back, out of reach or to others, before the enemy comes (delay). Regiments of a division
go together, since they are worth twice as much so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.searches import BEST
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.rows import behind_below, first_above, hexes_apart
from balance.staff.craft.bodies import march_bodies
from balance.staff.craft.distances import TO_ENEMY, complete_where_asked, count_from_enemies
from balance.staff.craft.exposure import exposure, stands_ill, stays_together
from balance.staff.craft.line import draw_line
from balance.staff.craft.marching import (
    is_free,
    march_where_wanted,
    mates_in,
    own_defense,
    send_unit,
    shift_unit,
)
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.craft.worth import step_worth
from balance.staff.desk import ENEMY_UNITS, Desk
from balance.staff.tasks import SCATTERED, has_task, scatter

_NOWHERE = -1
_TRIES = 4
#: Urgency of a post where nobody stands.
_EMPTY = 3.0
_SLIGHT = 0.1  # gaps that nobody marches for
#: Hexes from the nearest enemy from which a unit stands idle; movement points that what it could
#: take counts as farther than a post that lacks troops.
_FAR_BEHIND, _LATER = 6, 6
#: Marks of those who hold the line.
_NEEDED, _IDLE = 0, 1
#: What it costs to go back by a hex, to end beside the enemy, and what a post is worth to who goes.
_BACK, _BESIDE, _IN_LINE = 0.3, 6.0, 2.0


# --- who is there


@inner
def _ill_there(state: Any, ask: Questions, desk: Desk, unit: int, h: int) -> bool:
    """Whether a unit would pay more for a hex than it is worth, as a place among others."""
    return stands_ill(state, ask, desk, unit, h, ask.worths.place_points(state, h))


@inner
def _is_available(state: Any, ask: Questions, desk: Desk, side: int, unit: int) -> bool:
    return (
        is_free(state, desk, side, unit)
        and not has_task(desk, unit)
        and ask.line.mans_line(state, unit)
        and ask.moves.check_may_move(state, unit) == ALLOWED
    )


@inner
def _anybody_available(state: Any, ask: Questions, desk: Desk, side: int) -> bool:
    for u in range(len(state.units)):
        if _is_available(state, ask, desk, side, u):
            return True
    return False


@inner
def is_spare(state: Any, ask: Questions, desk: Desk, unit: int) -> bool:
    """Whether a unit can be taken from where it stands: not the last one wanted there."""
    h = state.units[unit].hex
    wanted = desk.wanted[h]
    if wanted <= 0.0:
        return True
    left = desk.own_defense[h] - own_defense(state, ask, unit)
    return left > 0.0 and left >= wanted


@inner
def _urgency(ask: Questions, desk: Desk, h: int) -> int:
    """How much a post wants troops, coarsely, then by its scattered number; 0: not."""
    gap = 1.0 - desk.own_defense[h] / desk.wanted[h]
    gap *= 1.0 + min(2.0, desk.threat[h] / ask.line.grave_threat)
    if gap <= _SLIGHT:
        return 0
    if desk.own_defense[h] <= 0.0:
        gap += _EMPTY
    return (1 + np.int64(2.0 * gap)) * SCATTERED + scatter(h)


@inner
def fill_gaps(state: Any, ask: Questions, desk: Desk, bring: Any, whom: int) -> None:
    """Bring units to the hexes that want troops, the worst gap first.

    ``bring`` (state, ask, desk, whom, goal) brings a unit to one of them, False if nobody gets
    there. A hex without anybody comes before one that is merely weak.
    """
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
            if desk.mask[2, h] == 0:
                urgency = _urgency(ask, desk, h)
                if urgency > highest:
                    highest = urgency
                    worst = h
        if worst < 0:
            return
        if not bring(state, ask, desk, whom, worst):
            desk.mask[2, worst] = 1


@inner
def _bring_one(state: Any, ask: Questions, desk: Desk, side: int, goal: int) -> bool:
    """Move the most suitable free unit to a post; False if nobody can get there."""
    tried = np.full(_TRIES, -1)
    for attempt in range(_TRIES):
        unit = _most_suitable(state, ask, desk, side, goal, tried)
        if unit < 0:
            return False
        start = state.units[unit].hex
        if not _ill_there(state, ask, desk, unit, goal) and send_unit(state, ask, desk, unit, goal):
            _bring_division(state, ask, desk, side, unit, start, goal)
            return True
        tried[attempt] = unit
    return False


@inner
def _bring_division(
    state: Any, ask: Questions, desk: Desk, side: int, unit: int, start: int, goal: int
) -> None:
    """Send after a unit those of its division that stood with it."""
    if ask.bodies.division_of(state, unit) == 0:
        return
    other = state.ground[start].first
    while other >= 0:
        following = state.units[other].next
        if stays_together(state, ask, desk, unit, other) and _is_available(
            state, ask, desk, side, other
        ):
            if ask.ground.check_stacking(state, other, goal) == ALLOWED:
                send_unit(state, ask, desk, other, goal)
        other = following


@inner
def _most_suitable(
    state: Any, ask: Questions, desk: Desk, side: int, goal: int, tried: np.ndarray
) -> int:
    """Find the free unit to bring to a post: near, strong, of a division that is there; or -1."""
    best = _NOWHERE
    least = 1e9
    for unit in range(len(state.units)):
        if not is_free(state, desk, side, unit) or has_task(desk, unit):
            continue
        counter = state.units[unit]
        away = hexes_apart(state, counter.hex, goal)
        if away == 0 or away > ask.moves.longest(state, unit):
            continue
        price = away - 0.6 * own_defense(state, ask, unit) - 4.0 * mates_in(state, ask, unit, goal)
        price += 4.0 * mates_in(state, ask, unit, counter.hex)
        if price >= least or unit in tried or not is_spare(state, ask, desk, unit):
            continue
        if not _is_available(state, ask, desk, side, unit):
            continue
        if ask.ground.check_stacking(state, unit, goal) == ALLOWED:
            least = price
            best = unit
    return best


# --- giving ground


@inner
def _give_ground(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Move units that stand ill, and nobody can help, to where they stand best."""
    for unit in range(len(state.units)):
        if state.game.ended != 0:
            return
        if not _is_available(state, ask, desk, side, unit) or not ask.moves.is_unmoved(state, unit):
            continue
        here = state.units[unit].hex
        if ask.line.must_leave(state, desk, unit) or _ill_there(state, ask, desk, unit, here):
            if ask.moves.compute_reach(state, unit) == 0:
                continue
            goal = safest_hex(state, ask, desk, side, unit, True)
            shift_unit(state, ask, desk, unit, goal)
            if goal != here:
                _bring_division(state, ask, desk, side, unit, here, goal)


@inner
def safest_hex(state: Any, ask: Questions, desk: Desk, side: int, unit: int, may_stay: bool) -> int:
    """The hex of the reach just computed where a unit stands best; its own if there is no other.

    Its own counts among them if it may stay there.
    """
    here = state.units[unit].hex
    best = here
    least = _price_of_standing(state, ask, desk, side, unit, here) if may_stay else np.inf
    span = ask.moves.longest(state, unit)
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if state.work[BEST, h] < 0 or h == here:
            continue
        price = _price_of_standing(state, ask, desk, side, unit, h)
        if price < least and ask.ground.check_stacking(state, unit, h) == ALLOWED:
            least = price
            best = h
    return best


@inner
def _price_of_standing(
    state: Any, ask: Questions, desk: Desk, side: int, unit: int, h: int
) -> float:
    """What it costs a unit to go back to a hex and stand there."""
    weights = desk.weights
    price = weights.risk * exposure(state, ask, desk, unit, h, step_worth(state, ask, desk, unit))
    price += _BACK * hexes_apart(state, state.units[unit].hex, h)
    price += weights.supply_need * ask.worths.lack_of_supply(state, desk, side, h)
    if ask.ground.in_enemy_zone(state, side, h):
        price += _BESIDE
    if desk.wanted[h] > 0.0:
        price -= _IN_LINE
    return price


# --- the line


@inner
def start_march_fields(state: Any, ask: Questions, desk: Desk) -> None:
    """Start the first rows of ``desk.distance``: movement points to the nearest post.

    Posts that have enough stay goals, only farther.
    """
    for h in range(len(state.ground)):
        desk.mask[2, h] = 1 if desk.marks[ENEMY_UNITS, h] > 0 else 0
        start = FAR
        if desk.wanted[h] > 0.0:
            start = np.int64(4.0 * min(1.0, desk.own_defense[h] / desk.wanted[h]))
        for row in range(ask.moves.classes):
            desk.distance[row, h] = start


@inner
def _start_pursuit_fields(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Start the same rows anew for who stands idle: posts that lack troops, places, enemies.

    Posts that nobody threatens are left out: the line is far behind where the enemy is gone.
    """
    for h in range(len(state.ground) - 1):
        start = FAR
        if ask.worths.place_worth(state, side, h) > 0.0 or ask.ground.in_enemy_zone(state, side, h):
            start = _LATER * ask.moves.parts
        if desk.wanted[h] > desk.own_defense[h] and desk.threat[h] > 0.0:
            start = 0
        for row in range(ask.moves.classes):
            desk.distance[row, h] = start


@inner
def _complete_field(
    state: Any, ask: Questions, desk: Desk, side: int, row: int, idle: np.ndarray, whom: int
) -> None:
    """Complete a field as far as units of its mobility that hold the line stand from a post."""
    desk.mask[1] = 0
    for unit in range(len(state.units)):
        if state.units[unit].mobility == row and idle[unit] == whom:
            if _is_available(state, ask, desk, side, unit):
                desk.mask[1, state.units[unit].hex] = 1
    complete_where_asked(state, desk, row, ask.moves.cost_row(side, row))


@inner
def hold_line(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Draw the line, man its posts and bring up whoever is left."""
    if not _anybody_available(state, ask, desk, side):
        return
    ask.worths.measure_supply(state, desk, side)
    draw_line(state, ask, desk, side)
    march_bodies(state, ask, desk, side, False)
    fill_gaps(state, ask, desk, _bring_one, side)
    _give_ground(state, ask, desk, side)
    idle = _find_idle(state, ask, desk, side)
    start_march_fields(state, ask, desk)
    _bring_up(state, ask, desk, side, idle, _NEEDED)
    if idle.any():
        _start_pursuit_fields(state, ask, desk, side)
        _bring_up(state, ask, desk, side, idle, _IDLE)


@inner
def _find_idle(state: Any, ask: Questions, desk: Desk, side: int) -> np.ndarray:
    """Mark those of the line whom no enemy is near: uint8[units], _IDLE or _NEEDED."""
    idle = np.zeros(len(state.units), np.uint8)
    if not ask.line.pursues:
        return idle
    count_from_enemies(state, ask, desk, side, _FAR_BEHIND)
    for unit in range(len(state.units)):
        if desk.distance[TO_ENEMY, state.units[unit].hex] >= _FAR_BEHIND:
            idle[unit] = _IDLE if _is_available(state, ask, desk, side, unit) else _NEEDED
    return idle


@inner
def _bring_up(
    state: Any, ask: Questions, desk: Desk, side: int, idle: np.ndarray, whom: int
) -> None:
    """March who is left of those with a mark, where the rows that were started lead them.

    Who is idle leaves even a post if nobody threatens it.
    """
    complete = 0  # fields as bits
    for unit in range(len(state.units)):
        if state.game.ended != 0:
            return
        if idle[unit] != whom or not _is_available(state, ask, desk, side, unit):
            continue
        missed = whom != _IDLE or desk.threat[state.units[unit].hex] > 0.0
        if missed and not is_spare(state, ask, desk, unit):
            continue
        mobility = state.units[unit].mobility
        if (complete >> mobility) & 1 == 0:
            _complete_field(state, ask, desk, side, mobility, idle, whom)
            complete |= 1 << mobility
        march_where_wanted(state, ask, desk, side, unit, desk.distance[mobility])
