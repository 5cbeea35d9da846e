"""Newcomers: who comes onto the map where; they march on with the others."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.reinforcements import enter_unit, list_entry_hexes
from balance.games.stalingrad_1942.stacks import in_enemy_zone
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Status
from balance.kernel.compiled import inner
from balance.staff.craft.marching import recount
from balance.staff.desk import MISSION, Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.tasks import has_task

#: Points of movement that a hex with troops in it, or in an enemy zone, counts as farther.
_CROWDED, _BESIDE = 2 * PART, 6 * PART


@inner
def bring_newcomers(state: State, desk: Desk, side: int) -> None:
    """Enter all units that are due, each where its objective is nearest.

    Rule: stalingrad_1942 15.21, 15.22, 15.25
    """
    entries = np.zeros(len(state.ground), np.int64)
    for u in range(len(state.units)):
        unit = u
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.AWAITING:
            continue
        if counter.arrival_turn > state.game.game_turn:
            continue
        count = list_entry_hexes(state, unit, entries)
        best, least = -1, 1 << 30
        for i in range(count):
            h = entries[i]
            price = _CROWDED * state.ground[h].stack
            if in_enemy_zone(state, side, h):
                price += _BESIDE
            if has_task(desk, unit):
                price += desk.fields[desk.crew[MISSION, unit], counter.mobility, h]
            if price < least:
                best, least = h, price
        if best >= 0 and enter_unit(state, unit, best) == Refusal.OK:
            recount(state, ASK, desk, best)
