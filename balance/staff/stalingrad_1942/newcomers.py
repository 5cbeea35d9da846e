"""Newcomers: who comes onto the map where; they march on with the others."""

from __future__ import annotations

from balance.games.stalingrad_1942.reinforcements import is_due
from balance.games.stalingrad_1942.stacks import in_enemy_zone
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Mobility
from balance.kernel.compiled import inner
from balance.staff.craft.entries import aim_at_line, enter_cheapest, points_from
from balance.staff.craft.questions import Questions
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
    for unit in range(len(state.units)):
        if state.units[unit].side != side or not is_due(state, unit):
            continue
        if not aimed and not has_task(desk, unit):
            aim_at_line(state, ASK, desk, side, _ALL_CLASSES)
            aimed = True
        enter_cheapest(state, ASK, desk, side, unit, _price_of_entry)


@inner
def _price_of_entry(state: State, ask: Questions, desk: Desk, side: int, unit: int, h: int) -> int:
    """Points from an entry hex to where a unit is wanted, and what speaks against it."""
    price = _CROWDED * state.ground[h].stack + points_from(state, desk, unit, h)
    return price + (_BESIDE if in_enemy_zone(state, side, h) else 0)
