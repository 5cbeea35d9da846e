"""Newcomers: who comes onto the map where; they march on with the others."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.reinforcements import enter_unit, list_entry_hexes
from balance.games.stalingrad_1942.stacks import in_enemy_zone
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Mobility, Status
from balance.kernel.compiled import inner
from balance.staff.craft.entries import aim_at_line, points_from
from balance.staff.craft.marching import recount
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.tasks import has_task

#: Points of movement that a hex with troops in it, or in an enemy zone, counts as farther.
_CROWDED, _BESIDE = 2 * PART, 6 * PART
#: Bits of all classes of march.
_ALL_CLASSES = (1 << len(Mobility)) - 1


@inner
def bring_newcomers(state: State, desk: Desk, side: int) -> None:
    """Enter all units that are due, each where its objective or the line is nearest.

    Rule: stalingrad_1942 15.21, 15.22, 15.25
    """
    aimed = False
    entries = np.zeros(len(state.ground), np.int64)
    for u in range(len(state.units)):
        unit = u
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.AWAITING:
            continue
        if counter.arrival_turn > state.game.game_turn:
            continue
        if not aimed and not has_task(desk, unit):
            aim_at_line(state, ASK, desk, side, _ALL_CLASSES)
            aimed = True
        count = list_entry_hexes(state, unit, entries)
        best, least = -1, 1 << 30
        for i in range(count):
            h = entries[i]
            price = _CROWDED * state.ground[h].stack
            if in_enemy_zone(state, side, h):
                price += _BESIDE
            price += points_from(state, desk, unit, h)
            if price < least:
                best, least = h, price
        if best >= 0 and enter_unit(state, unit, best) == Refusal.OK:
            recount(state, ASK, desk, best)
