"""What one attack is worth: what its party has to lose, and its value as the referee reckons it."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.battle import rate_attack
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.strength import (
    attack_total,
    defense_total,
    fire_total,
    unit_attack,
)
from balance.games.stalingrad_1942.vocabulary import AirTask
from balance.kernel.compiled import inner
from balance.kernel.hexes import direction_to
from balance.staff.craft.battle_value import OWN_RETREAT, OWN_WORTH, WAY
from balance.staff.craft.stakes import (
    CORNERED,
    is_cornered,
    longest_retreat,
    note_attackers,
    retreat_price,
)
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.battles import value_of
from balance.staff.stalingrad_1942.odds import air_support, cover_from_guns_and_air


@inner
def note_party(
    state: State, desk: Desk, side: int, party: np.ndarray, target: int, stakes: np.ndarray
) -> None:
    """Enter what a party has to lose, and how far those it attacks could go."""
    note_attackers(state, ASK, desk, party, stakes)
    strength, launch = 0.0, 0
    for unit in party:
        strength += unit_attack(state, unit)
        launch |= 1 << direction_to(state.neighbour, target, state.units[unit].hex)
    stakes[OWN_RETREAT] = retreat_price(state, ASK, desk, strength)
    for unit in party:
        if is_cornered(state, ASK, side, state.units[unit].hex, target):
            stakes[OWN_RETREAT] += CORNERED * stakes[OWN_WORTH]
            break
    stakes[WAY] = longest_retreat(state, ASK, target, launch)


@inner
def rate(
    state: State,
    desk: Desk,
    party: np.ndarray,
    targets: np.ndarray,
    guns: np.ndarray,
    stakes: np.ndarray,
) -> float:
    """Expected value of an attack in factor points, support by air units and a gun counted."""
    planes = air_support(state, state.game.side, targets[0], AirTask.SUPPORT_ATTACK)
    more = planes * state.rules.air_attack
    attack = attack_total(state, party, targets) + fire_total(state, guns) + more
    defense = defense_total(state, targets)
    against = cover_from_guns_and_air(state, desk, targets[0], attack, defense)
    column = rate_attack(state, party, targets, guns, more, against)
    return value_of(state, column, stakes)
