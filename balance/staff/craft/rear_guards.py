"""Places that nobody stands in: who stays behind in our own, and who walks into the enemy's.

An empty place falls to whoever passes by, and so do those behind it: a column that nobody stops
takes several in one march. Whoever is least missed elsewhere is enough to stop it, for zones of
control hold the column and the place must be attacked. Where much can be brought against him he is
often lost, so a guard is only left where the place is worth more than he is. In the last turns the
same price is paid for places of the enemy: what is taken then counts, and what isn't can't be taken
any more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.rules.rows import hexes_apart
from balance.staff.craft.exposure import loss_of_stack, stack_with
from balance.staff.craft.marching import is_free, own_defense, send_unit
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.craft.worth import step_worth
from balance.staff.desk import ENEMY_UNITS, SETTLED, Desk
from balance.staff.tasks import has_task

_NOWHERE = -1
#: Units that are tried for one place.
_TRIES = 5
#: What a hex nearer, and a point of defense, are worth when one is sent, in factor points.
_AWAY, _DEFENSE = 0.5, 0.8
#: Share of those left in a place who are lost at least where so many to one and more may attack it:
#: an estimate.
_LOST, _TOO_MANY = 0.35, 1.0
#: Game turns to come in which empty places of the enemy are taken before all else, and times its
#: points that a place may cost then: what is left at the end is worth nothing.
_LAST, _EVERYTHING = 1, 2.0
#: More than any unit costs, and than anybody is missed.
_ANYTHING, _NEVER = 1e9, 1e9


@inner
def leave_rear_guards(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Settle one unit in each place of ours that the enemy could come to, richest places first."""
    share = ask.line.worth_of_guards(state, desk, side)
    if share > 0.0 and not ask.worths.has_last_word(state, side):
        _occupy(state, ask, desk, side, 1 - side, share, False)


@inner
def guard_at_last(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """In the last turn, if the enemy moves later, take those who have a task for guards, too."""
    if ask.worths.turns_left(state) <= 0 and not ask.worths.has_last_word(state, side):
        _occupy(state, ask, desk, side, 1 - side, _EVERYTHING, True)


@inner
def take_last_places(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """In the last turns send a unit into each empty place of the enemy in reach, richest first."""
    if ask.worths.turns_left(state) <= _LAST:
        _occupy(state, ask, desk, side, side, _EVERYTHING, True)


@inner
def _occupy(
    state: Any, ask: Questions, desk: Desk, side: int, gainer: int, share: float, tasks: bool
) -> None:
    """Settle a unit of a side in each place that ``gainer`` would gain by, richest places first.

    ``share`` is the share of its points that a place may cost. With ``tasks`` those may be sent,
    too, who have one.
    """
    places = np.zeros(len(state.ground), np.int64)
    points = np.zeros(len(state.ground))
    missed = np.zeros(len(state.units))
    count = 0
    for h in range(len(state.ground) - 1):
        if desk.marks[ENEMY_UNITS, h] > 0 or ask.worths.place_worth(state, gainer, h) <= 0.0:
            continue
        if gainer == side or desk.threat[h] > 0.0:
            places[count] = h
            points[count] = ask.worths.place_points(state, h)
            count += 1
    while state.game.ended == 0:
        richest = _NOWHERE
        for i in range(count):
            if points[i] > 0.0 and (richest < 0 or points[i] > points[richest]):
                richest = i
        if richest < 0:
            return
        if not _is_guarded(state, ask, desk, places[richest]):
            price = share * points[richest]
            _put_somebody(state, ask, desk, side, places[richest], price, tasks, missed)
        points[richest] = 0.0


@inner
def _is_guarded(state: Any, ask: Questions, desk: Desk, h: int) -> bool:
    """Whether a combat unit that the staff is done with stands in a hex."""
    unit = state.ground[h].first
    while unit >= 0:
        if desk.crew[SETTLED, unit] != 0 and not ask.strengths.is_headquarters(state, unit):
            return True
        unit = state.units[unit].next
    return False


@inner
def _put_somebody(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    h: int,
    price: float,
    tasks: bool,
    missed: np.ndarray,
) -> None:
    """Settle the unit that is best left in a hex, if its points don't cost more than a price.

    missed : float64[units], scratch
    """
    if ask.worths.has_last_word(state, side):
        price = _ANYTHING  # whoever goes there is safe
    for u in range(len(missed)):
        missed[u] = _price_of_leaving(state, ask, desk, side, u, h, price, tasks)
    for _ in range(_TRIES):
        unit = _NOWHERE
        for u in range(len(missed)):
            if missed[u] < _NEVER and (unit < 0 or missed[u] < missed[unit]):
                unit = u
        if unit < 0 or send_unit(state, ask, desk, unit, h):
            return
        missed[unit] = _NEVER


@inner
def _price_of_leaving(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    unit: int,
    goal: int,
    price: float,
    tasks: bool,
) -> float:
    """How much a unit is missed elsewhere if it is left in a place, ``_NEVER`` if it can't be.

    Nobody is whose points, so far as they are likely lost, are more than a price. Without ``tasks``
    whoever has one stays only if he stands there.
    """
    if not is_free(state, desk, side, unit) or ask.strengths.is_headquarters(state, unit):
        return _NEVER
    away = hexes_apart(state, state.units[unit].hex, goal)
    if away > ask.moves.longest(state, unit):
        return _NEVER
    if away > 0 and not tasks and has_task(desk, unit):
        return _NEVER
    steps = state.units[unit].steps
    points = steps * ask.worths.step_points(state, unit)
    # Most are cheap enough even if nothing of them is left.
    if points > price and _share_lost(state, ask, desk, unit, goal) * points > price:
        return _NEVER
    if away > 0 and ask.moves.check_may_move(state, unit) != ALLOWED:
        return _NEVER
    missed = steps * step_worth(state, ask, desk, unit) + _AWAY * away
    return missed - _DEFENSE * own_defense(state, ask, unit)


@inner
def _share_lost(state: Any, ask: Questions, desk: Desk, unit: int, h: int) -> float:
    """Share of a unit that is likely lost if it is left in a hex."""
    defense, steps = stack_with(state, ask, desk, unit, h)
    lost = loss_of_stack(state, ask, desk, h, state.units[unit].hex, defense, steps) / steps
    return max(lost, _LOST) if desk.open_threat[h] >= _TOO_MANY * defense else lost
