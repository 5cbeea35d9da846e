"""Rear guards: who stays behind in a place, so that the enemy has to fight for it.

An empty place falls to whoever passes by, and so do those behind it: a column that nobody stops
takes several in one march. Whoever is least missed elsewhere is enough to stop it, for zones of
control hold the column and the place must be attacked. He is often lost, so a guard is only left
where the place, and what lies open behind it, is worth more than he is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.rules.rows import hexes_apart
from balance.staff.craft.marching import is_free, own_defense, send_unit
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.craft.worth import step_worth
from balance.staff.desk import ENEMY_UNITS, SETTLED, Desk
from balance.staff.tasks import has_task

_NOWHERE = -1
#: Units that are tried for one place.
_TRIES = 4
#: What a hex nearer, and a point of defense, are worth when one is sent, in factor points.
_AWAY, _DEFENSE = 0.5, 0.8
#: Share of the guards that are lost.
_LOST = 0.35


@inner
def leave_rear_guards(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Settle one unit in each place of ours that the enemy could come to, richest places first."""
    places = np.zeros(len(state.ground), np.int64)
    worths = np.zeros(len(state.ground))
    count = 0
    for h in range(len(state.ground) - 1):
        if desk.threat[h] <= 0.0 or desk.marks[ENEMY_UNITS, h] > 0:
            continue
        if ask.worths.place_worth(state, 1 - side, h) > 0.0:
            places[count] = h
            worths[count] = ask.worths.place_points(state, h)
            count += 1
    while state.game.ended == 0:
        richest = _NOWHERE
        for i in range(count):
            if worths[i] > 0.0 and (richest < 0 or worths[i] > worths[richest]):
                richest = i
        if richest < 0:
            return
        _guard(state, ask, desk, side, places[richest], worths[richest])
        worths[richest] = 0.0


@inner
def _guard(state: Any, ask: Questions, desk: Desk, side: int, h: int, points: float) -> None:
    """Settle the unit that is best left in a place, unless somebody stays there anyway."""
    if _is_guarded(state, ask, desk, h):
        return
    worth = points * ask.line.worth_of_guards(state, side)
    tried = np.full(_TRIES, _NOWHERE)
    for attempt in range(_TRIES):
        unit = _least_missed(state, ask, desk, side, h, tried)
        if unit < 0:
            return
        price = state.units[unit].steps * ask.worths.step_points(state, unit)
        if _LOST * price <= worth:
            if send_unit(state, ask, desk, unit, h):
                return
        tried[attempt] = unit


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
def _least_missed(
    state: Any, ask: Questions, desk: Desk, side: int, goal: int, tried: np.ndarray
) -> int:
    """The free unit best left in a place: it attacks least, defends best and is near; or -1.

    Whoever has a task stays only if he stands there.
    """
    best = _NOWHERE
    least = 1e9
    for u in range(len(state.units)):
        unit = u
        if not is_free(state, desk, side, unit) or ask.strengths.is_headquarters(state, unit):
            continue
        away = hexes_apart(state, state.units[unit].hex, goal)
        if away > ask.moves.longest(state, unit) or (away > 0 and has_task(desk, unit)):
            continue
        missed = state.units[unit].steps * step_worth(state, ask, desk, unit) + _AWAY * away
        missed -= _DEFENSE * own_defense(state, ask, unit)
        if missed >= least or unit in tried:
            continue
        if away == 0 or ask.moves.check_may_move(state, unit) == ALLOWED:
            least = missed
            best = unit
    return best
