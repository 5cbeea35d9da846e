"""Standing orders for the choices a player has within battles.

Where to retreat and to advance to, whose step goes first, what is held at the price of steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.rules.stacking import stacks_beside
from balance.staff.craft.distances import TO_ENEMY, count_from_enemies
from balance.staff.craft.exposure import HOLDING
from balance.staff.craft.questions import ON_MAP, Questions
from balance.staff.craft.stakes import prize_of
from balance.staff.craft.worth import step_worth
from balance.staff.desk import Desk
from balance.staff.tasks import strike_mission

#: Hexes from the nearest enemy that are counted.
_SEEN = 6
#: Worth of a place to retreat to: by hex from the enemy, for supply, cover, troops and danger.
_AWAY, _SUPPLIED, _COVER, _TROOPS, _THREAT = 4.0, 30.0, 2.0, 0.3, 0.1
#: Worth of a place to advance to: by factor point of its prize, for retreats it cuts, for danger.
_PRIZE, _CUTS, _DANGER = 2.0, 2.0, 0.1
#: Most steps paid for one hex.
_MOST_STEPS = 2


@inner
def leave_standing_orders(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Tell the referee what a side wants wherever battles leave it a choice.

    Reads ``own_defense`` and ``threat`` of the desk as they are.
    """
    ask.worths.refresh_supply(state, side)
    count_from_enemies(state, ask, desk, side, _SEEN)
    _order_units(state, ask, desk, side)
    for h in range(len(state.ground) - 1):
        _order_hex(state, ask, desk, side, h)
    ask.orders.leave_policies(state, side)


@inner
def _order_units(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Have the steps that are worth least lost first, and strikers go by the offensive mode."""
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != ON_MAP:
            continue
        worth = step_worth(state, ask, desk, unit)
        counter.loss_priority = min(3000, np.int64(10.0 * worth))
        ask.orders.wish_for(state, unit, strike_mission(desk, unit) >= 0)


@inner
def _order_hex(state: Any, ask: Questions, desk: Desk, side: int, h: int) -> None:
    """Say what a hex is worth to retreat to, to advance to, and to hold."""
    away = min(_SEEN, desk.distance[TO_ENEMY, h])
    threat = min(100.0, desk.threat[h])
    place = desk.hex_worth[h] + desk.weights.vp_worth * ask.worths.place_worth(state, 1 - side, h)
    back = _AWAY * away + _COVER * ask.ground.cover_of(state, h) - _THREAT * threat
    back += _TROOPS * min(30.0, desk.own_defense[h]) + min(20.0, place)
    forward = _PRIZE * min(100.0, prize_of(state, ask, desk, side, h)) - _DANGER * threat
    if desk.distance[TO_ENEMY, h] == 1:
        # Whoever goes there takes ways of retreat from the enemy stacks beside it.
        forward += _CUTS * stacks_beside(state, 1 - side, h)
    if ask.worths.is_fed(state, side, h):
        back += _SUPPLIED
        forward += _SUPPLIED
    state.retreat_value[side, h] = np.int64(back)
    state.advance_value[side, h] = np.int64(forward)
    state.hold_steps[side, h] = _steps_to_hold(state, ask, desk, side, h, place)


@inner
def _steps_to_hold(state: Any, ask: Questions, desk: Desk, side: int, h: int, place: float) -> int:
    """Steps worth paying to stay in a hex, for what the enemy would gain by going in."""
    if state.ground[h].occupant != side or place <= 0.0:
        return 0
    cheapest, staffs_alone = 1e9, True
    unit = state.ground[h].first
    while unit >= 0:
        if not ask.strengths.is_headquarters(state, unit):
            cheapest = min(cheapest, step_worth(state, ask, desk, unit))
            staffs_alone = False
        unit = state.units[unit].next
    if staffs_alone:
        return 0
    share = 1.0 if ask.worths.scores_jointly(state, h) else HOLDING
    return min(_MOST_STEPS, np.int64(share * place / max(0.1, cheapest)))
