"""Stalingrad's garrison: as long as troops are missing there that could come, nobody else moves."""

from __future__ import annotations

import numpy as np

from balance.games.searches import BEST
from balance.games.stalingrad_1942.garrison import is_city
from balance.games.stalingrad_1942.stacks import has_room, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import AXIS
from balance.kernel.compiled import inner
from balance.rules.rows import behind_below, first_above
from balance.staff.craft.marching import is_free, own_attack, own_defense, shift_unit
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.moves import longest
from balance.staff.tasks import strike_mission

#: Defense that counts as much in the city as a point of attack does elsewhere, and the attack
#: strength that a striker is thought to have more; price of having to attack without hope.
_HOLDS, _STRIKES, _COMPELLED = 1.2, 10.0, 10.0
_NOWHERE = -1


@inner
def answer_call(state: State, desk: Desk, side: int) -> None:
    """Bring troops into Stalingrad while the rules call for them, those first who are least missed.

    Rule: stalingrad_1942 20.11, 20.12
    """
    while state.game.garrison_call != 0 and state.game.ended == 0:
        best, goal, least = _NOWHERE, _NOWHERE, 1e9
        for unit in range(len(state.units)):
            if not is_free(state, desk, side, unit) or is_headquarters(state, unit):
                continue
            here = state.units[unit].hex
            if is_city(state, here) or state.hexes[here].to_city > longest(state, unit):
                continue
            missed = own_attack(state, ASK, unit) - _HOLDS * own_defense(state, ASK, unit)
            missed += _STRIKES if strike_mission(desk, unit) >= 0 else 0.0
            found, price = _city_hex(state, desk, unit)
            if found >= 0 and missed + price < least:
                best, goal, least = unit, found, missed + price
        if best < 0 or not ASK.moves.can_reach(state, best, goal):
            return
        shift_unit(state, ASK, desk, best, goal)


@inner
def _city_hex(state: State, desk: Desk, unit: int) -> tuple[int, float]:
    """The hex of Stalingrad that a unit would best go to, -1 if it comes to none; and its price.

    Rule: stalingrad_1942 5.0, 7.22, 20.12
    """
    best, least = _NOWHERE, 1e9
    if ASK.moves.compute_reach(state, unit) == 0:
        return best, least
    here, span = state.units[unit].hex, longest(state, unit)
    for h in range(first_above(state, here, span), behind_below(state, here, span)):
        if not is_city(state, h) or state.work[BEST, h] < 0 or not has_room(state, unit, h):
            continue
        price = _COMPELLED * ASK.moves.price_of_ending(state, desk, unit, h)
        price += float(state.ground[h].stack)
        if price < least and state.ground[h].occupant != AXIS:
            best, least = np.int64(h), price
    return best, least
