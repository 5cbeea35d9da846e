"""What is at stake in a battle: units by step, ground, and where the beaten could go.

Worths are in factor points: the victory points that a step gives the enemy (25.2, 25.3) at the
plan's price, and the strength that is lost with it.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.costs import season_row
from balance.games.army_group_south.reveal import is_hidden
from balance.games.army_group_south.stacks import carries_zone
from balance.games.army_group_south.state import PROHIBITED, State
from balance.games.army_group_south.strength import (
    GUEST,
    attack_divisor,
    multiplier_across,
    river_on_sides,
    takes_part_in_defense,
    unit_attack,
    unit_defense,
)
from balance.games.army_group_south.supply import is_supplied
from balance.kernel.compiled import inner
from balance.kernel.hexes import distance
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.ground import place_worth
from balance.staff.army_group_south.strengths import printed_attack, printed_defense
from balance.staff.craft.battle_value import GROUND, PUSH, STEP, STEPS, WAY, WORTH
from balance.staff.craft.worth import future, step_worth
from balance.staff.desk import Desk

#: Share of a stack's strength that it can't use next for having been driven back.
PUSHED = 0.1
#: What any retreat costs besides.
_BACK = 1.0
#: Most hexes of a retreat (9.5).
_LONGEST = 3
_NO_WAY = 0


# --- units


@inner
def retreat_price(state: State, desk: Desk, strength: float) -> float:
    """What it costs a side that it goes back with so much attack strength, and breaks its front."""
    return desk.weights.caution * (_BACK + PUSHED * strength) * future(state, ASK)


@inner
def likely_attack(state: State, unit: int) -> float:
    """Attack strength that a unit brings into a battle where it stands, so far as anybody knows.

    Rule: army_group_south 9.32, 13.2
    """
    if is_hidden(state, unit):
        return max(1.0, printed_attack(state, unit) / attack_divisor(state, unit))
    return float(unit_attack(state, unit))


@inner
def likely_defense(state: State, unit: int, multiplier: int) -> float:
    """Defense strength of a unit in its hex, terrain multiplying it, so far as anybody knows.

    Rule: army_group_south 9.32, 13.2
    """
    if is_hidden(state, unit):
        strength = printed_defense(state, unit) * multiplier
        if not is_supplied(state, unit):
            strength /= state.rules.supply_defense_divisor
        return max(1.0, strength)
    return float(unit_defense(state, unit, multiplier))


# --- hexes


@inner
def likely_defense_of(state: State, target: int, sides: int) -> float:
    """Defense strength of a hex attacked across some of its sides, overruns included.

    Rule: army_group_south 9.21, 9.31, 10.12, 10.32
    """
    multiplier = multiplier_across(state, river_on_sides(state, sides, target), target)
    total = 0.0
    unit = state.ground[target].first
    while unit >= 0:
        if takes_part_in_defense(state, unit):
            total += likely_defense(state, unit, multiplier)
        unit = state.units[unit].next
    return max(1.0, total)


@inner
def hidden_share(state: State, target: int) -> float:
    """Share of the units in a hex that nobody has looked at yet.

    Rule: army_group_south 13.0
    """
    units, hidden = 0, 0
    unit = state.ground[target].first
    while unit >= 0:
        units += 1
        hidden += 1 if is_hidden(state, unit) else 0
        unit = state.units[unit].next
    return hidden / max(1, units)


@inner
def prize_of(state: State, desk: Desk, side: int, h: int) -> float:
    """What a side gains by going into a hex, beside driving the enemy out of it.

    Rule: army_group_south 25.3
    """
    if state.ground[h].control == side:
        return 0.0
    return desk.hex_worth[h] + desk.weights.vp_worth * place_worth(state, side, h)


@inner
def ground_worth(state: State, desk: Desk, side: int, h: int) -> float:
    """What it is worth to a side to go into an enemy hex that falls empty."""
    return desk.weights.ground_worth + prize_of(state, desk, side, h)


@inner
def longest_retreat(state: State, target: int, launch: int) -> int:
    """Hexes that the units in a hex can retreat without loss, 0 to 3.

    Rule: army_group_south 8.12, 8.25, 9.71, 9.73, 9.74, 19.6

    ``launch`` has bit d set for each neighbour that our units will stand in. Zones as they are, and
    those of these hexes beside the target.
    """
    side = state.ground[target].occupant
    if side < 0:
        return _LONGEST
    covered = _cover_of(state, target, launch)
    units = state.ground[target].stack
    row = season_row(state, state.ground[target].first)
    for d in range(6):
        h = state.neighbour[target, d]
        if state.cost[row, target, d] == PROHIBITED or (launch >> d) & 1 != 0:
            continue
        if h == len(state.ground) - 1:
            return _LONGEST
        if _takes_in(state, side, h, units) and (
            (covered >> d) & 1 == 0 or state.ground[h].occupant == side
        ):
            return _go_on(state, side, target, h, row, covered)
    return _NO_WAY


@inner
def _go_on(state: State, side: int, target: int, first: int, row: int, covered: int) -> int:
    """Hexes that a retreat can go by a hex beside the target: 1, or 3 if there is more behind it.

    Rule: army_group_south 9.73
    """
    origin, found = state.hexes[target], 1
    for d in range(6):
        h = state.neighbour[first, d]
        if h == len(state.ground) - 1 or state.cost[row, first, d] == PROHIBITED:
            continue
        there = state.hexes[h]
        away = distance(origin.row, origin.x2, there.row, there.x2)
        if away == 2 and _takes_in(state, side, h, _NO_WAY):
            found = _LONGEST
    return found


@inner
def _takes_in(state: State, side: int, h: int, units: int) -> bool:
    """Whether a hex is open to retreating units of a side as things stand.

    Rule: army_group_south 8.25, 9.71, 9.74
    """
    occupant = state.ground[h].occupant
    if occupant == side:
        return state.ground[h].stack + units <= state.rules.stacking_combat_units
    return occupant < 0 and state.zones[1 - side, h] == 0


@inner
def _cover_of(state: State, target: int, launch: int) -> int:
    """Directions of a hex that units in some of its neighbours would control, as bits.

    Rule: army_group_south 8.12
    """
    covered = 0
    for d in range(6):
        if (launch >> d) & 1 == 0:
            continue
        h = state.neighbour[target, d]
        # The hexes to the left and right of the target are neighbours of that hex too.
        for turn, back in ((1, 2), (5, 4)):
            if carries_zone(state, h, (d + back) % 6):
                covered |= np.int64(1) << ((d + turn) % 6)
    return covered


# --- the stakes of a battle


@inner
def note_defenders(
    state: State, desk: Desk, side: int, target: int, ground: float, stakes: np.ndarray
) -> None:
    """Enter what the defenders of a hex have to lose to ``side``, and what their going is worth.

    stakes : float64[STAKES]
    """
    steps, worth, cheapest, strength = 0, 0.0, 1e9, 0.0
    unit = state.ground[target].first
    while unit >= 0:
        each = step_worth(state, ASK, desk, unit)
        own = state.units[unit].steps
        worth += own * each
        if state.units[unit].retreated != GUEST:
            steps += own
            cheapest = min(cheapest, each)
            strength += printed_attack(state, unit)
        unit = state.units[unit].next
    stakes[STEPS] = max(1, steps)
    stakes[WORTH] = worth
    stakes[STEP] = min(cheapest, worth)
    stakes[GROUND] = ground
    stakes[PUSH] = PUSHED * strength * future(state, ASK)


@inner
def note_way(state: State, target: int, launch: int, stakes: np.ndarray) -> None:
    """Enter how far the defenders of a hex could retreat; see ``longest_retreat``."""
    stakes[WAY] = longest_retreat(state, target, launch)


@inner
def is_cornered(state: State, side: int, h: int, enemy: int) -> bool:
    """Whether units of a side in a hex could not retreat from an enemy hex without loss.

    Rule: army_group_south 9.71, 9.73, 9.77
    """
    if state.ground[h].occupant != side:
        return False
    for d in range(6):
        there = state.neighbour[h, d]
        if there != enemy and there != len(state.ground) - 1:
            if _takes_in(state, side, there, 1):
                return False
    return True
