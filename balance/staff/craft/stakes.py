"""What is at stake in a battle: units by step, ground, and where the beaten could go.

Worths are in factor points: the points that a step gives the enemy at the plan's price, and the
strength that is lost with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.kernel.reach import PROHIBITED
from balance.rules.rows import hexes_apart
from balance.staff.craft.battle_value import (
    GROUND,
    OWN_STEP,
    OWN_STEPS,
    OWN_WORTH,
    PUSH,
    STEP,
    STEPS,
    WORTH,
)
from balance.staff.craft.questions import Questions
from balance.staff.craft.worth import future, step_worth
from balance.staff.desk import Desk

#: Share of a stack's strength that it can't use next for having been driven back.
PUSHED = 0.1
#: Share of the attackers' worth that a retreat with no way back is thought to cost.
CORNERED = 0.5
#: What any retreat costs besides.
_BACK = 1.0
_NO_WAY = 0


# --- units


@inner
def retreat_price(state: Any, ask: Questions, desk: Desk, strength: float) -> float:
    """What it costs a side that it goes back with so much attack strength, and breaks its front."""
    return desk.weights.caution * (_BACK + PUSHED * strength) * future(state, ask)


# --- hexes


@inner
def hidden_share(state: Any, ask: Questions, target: int) -> float:
    """Share of the units in a hex that nobody has looked at yet."""
    units, hidden = 0, 0
    unit = state.ground[target].first
    while unit >= 0:
        units += 1
        hidden += 1 if ask.strengths.is_hidden(state, unit) else 0
        unit = state.units[unit].next
    return hidden / max(1, units)


@inner
def prize_of(state: Any, ask: Questions, desk: Desk, side: int, h: int) -> float:
    """What a side gains by going into a hex, beside driving the enemy out of it."""
    if state.ground[h].control == side:
        return 0.0
    return desk.hex_worth[h] + desk.weights.vp_worth * ask.worths.place_worth(state, side, h)


@inner
def ground_worth(state: Any, ask: Questions, desk: Desk, side: int, h: int) -> float:
    """What it is worth to a side to go into an enemy hex that falls empty."""
    relief = ask.worths.worth_of_relief(state, desk, side, h)
    return desk.weights.ground_worth + prize_of(state, ask, desk, side, h) + relief


@inner
def longest_retreat(state: Any, ask: Questions, target: int, launch: int) -> int:
    """Hexes that the units in a hex can retreat without loss, 0 if none.

    ``launch`` has bit d set for each neighbour that our units will stand in. Zones as they are, and
    those of these hexes beside the target.
    """
    side = state.ground[target].occupant
    if side < 0:
        return ask.battles.longest_retreat
    covered = _cover_of(state, ask, target, launch)
    units = state.ground[target].stack
    row = ask.battles.retreat_row(state, state.ground[target].first)
    for d in range(6):
        h = state.neighbour[target, d]
        if state.cost[row, target, d] == PROHIBITED or (launch >> d) & 1 != 0:
            continue
        if h == len(state.ground) - 1:
            return ask.battles.longest_retreat
        if _takes_in(state, ask, side, h, units) and (
            (covered >> d) & 1 == 0 or state.ground[h].occupant == side
        ):
            return _go_on(state, ask, side, target, h, row, covered)
    return _NO_WAY


@inner
def _go_on(
    state: Any, ask: Questions, side: int, target: int, first: int, row: int, covered: int
) -> int:
    """Hexes that a retreat can go by a hex beside the target: 1, or all if more lies behind."""
    found = 1
    for d in range(6):
        h = state.neighbour[first, d]
        if h == len(state.ground) - 1 or state.cost[row, first, d] == PROHIBITED:
            continue
        if hexes_apart(state, target, h) == 2 and _takes_in(state, ask, side, h, _NO_WAY):
            found = ask.battles.longest_retreat
    return found


@inner
def _takes_in(state: Any, ask: Questions, side: int, h: int, units: int) -> bool:
    """Whether a hex is open to retreating units of a side as things stand."""
    occupant = state.ground[h].occupant
    if occupant == side:
        return state.ground[h].stack + units <= ask.ground.most_together(state)
    return occupant < 0 and not ask.ground.in_enemy_zone(state, side, h)


@inner
def _cover_of(state: Any, ask: Questions, target: int, launch: int) -> int:
    """Directions of a hex that units in some of its neighbours would control, as bits."""
    covered = 0
    for d in range(6):
        if (launch >> d) & 1 == 0:
            continue
        h = state.neighbour[target, d]
        # The hexes to the left and right of the target are neighbours of that hex too.
        for turn, back in ((1, 2), (5, 4)):
            if ask.battles.carries_zone(state, h, (d + back) % 6):
                covered |= np.int64(1) << ((d + turn) % 6)
    return covered


# --- the stakes of a battle


@inner
def note_defenders(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    target: int,
    ground: float,
    stakes: np.ndarray,
) -> None:
    """Enter what the defenders of a hex have to lose to ``side``, and what their going is worth.

    stakes : float64[STAKES]
    """
    steps, worth, cheapest, strength = 0, 0.0, 1e9, 0.0
    unit = state.ground[target].first
    while unit >= 0:
        each = step_worth(state, ask, desk, unit)
        own = state.units[unit].steps
        worth += own * each
        if ask.battles.defends(state, unit):
            steps += own
            cheapest = min(cheapest, each)
            strength += ask.strengths.printed_attack(state, unit)
        unit = state.units[unit].next
    stakes[STEPS] = max(1, steps)
    stakes[WORTH] = worth
    stakes[STEP] = min(cheapest, worth)
    stakes[GROUND] = ground
    stakes[PUSH] = PUSHED * strength * future(state, ask)


@inner
def note_attackers(
    state: Any, ask: Questions, desk: Desk, party: np.ndarray, stakes: np.ndarray
) -> None:
    """Enter the steps that a party has to lose, and what they are worth to it.

    party : int array of units; stakes : float64[STAKES]
    """
    steps, worth, cheapest = 0, 0.0, 1e9
    for unit in party:
        each = desk.weights.caution * step_worth(state, ask, desk, unit)
        steps += state.units[unit].steps
        worth += state.units[unit].steps * each
        cheapest = min(cheapest, each)
    stakes[OWN_STEPS] = steps
    stakes[OWN_WORTH] = worth
    stakes[OWN_STEP] = cheapest


@inner
def is_cornered(state: Any, ask: Questions, side: int, h: int, enemy: int) -> bool:
    """Whether units of a side in a hex could not retreat from an enemy hex without loss."""
    if state.ground[h].occupant != side:
        return False
    for d in range(6):
        there = state.neighbour[h, d]
        if there != enemy and there != len(state.ground) - 1:
            if _takes_in(state, ask, side, there, 1):
                return False
    return True
