"""Movement of strike units: where each goes that no attack or pocket has taken.

They choose, among the hexes in reach, by progress towards the objective, places to attack from,
ground to be had, supply and danger.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.reach import REACHED, compute_reach, list_reached
from balance.games.drive_on_stalingrad.shifts import PREPARED, fortification_shift, terrain_shift
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import PhaseOrder
from balance.kernel.compiled import entry, inner
from balance.staff.craft.marching import next_striker, shift_unit
from balance.staff.desk import (
    ENEMY_UNITS,
    MISSION,
    SETTLED,
    Desk,
)
from balance.staff.drive_on_stalingrad.answers import ASK
from balance.staff.drive_on_stalingrad.situation import known_attack, known_defense
from balance.staff.drive_on_stalingrad.stakes import enemy_defense_there, value_at
from balance.staff.drive_on_stalingrad.worth import capture_worth, in_supply_there

#: Attack factors that one unit is thought to bring to a party.
_UNIT_SHARE = 8.0
_SAME = 1e-9  # scores that differ by no more are the same
_MANY_STEPS = 20
_ORDER = np.int64(PhaseOrder.ASSAULT_MOVE)
_NOBODY = 0


@inner
def price_targets(state: State, desk: Desk, side: int) -> None:
    """Rate attacking each enemy hex at the wanted odds, and spread the worth to the hexes around.

    Fills the desk's ``value``, ``need`` and ``pull``, unless the plan doesn't ask for masses:
    then nobody looks at them.
    """
    if desk.weights.mass == 0.0:
        return
    n = state.neighbour.shape[0] - 1
    for h in range(n + 1):
        desk.value[h] = 0.0
        desk.need[h] = 0.0
        desk.pull[h] = 0.0
    wanted = np.int64(desk.weights.odds_wanted)
    for h in range(n):
        if desk.marks[ENEMY_UNITS, h] > 0:
            worth = value_at(state, desk, side, h, wanted, 3.0, _MANY_STEPS)
            desk.value[h] = max(0.0, worth)
            defense = enemy_defense_there(state, desk, h)
            # What shifts the odds against the attacker has to be made up in factors.
            shift = terrain_shift(state, h, _ORDER, PREPARED)
            shift += fortification_shift(state, h, _NOBODY, side, PREPARED)
            ratio = desk.weights.odds_wanted + 1.0 - shift
            desk.need[h] = max(1.0, ratio * defense)
    for h in range(n):
        if desk.marks[ENEMY_UNITS, h] > 0:
            _pull_towards(state, desk, h, 1.0)


@inner
def _pull_towards(state: State, desk: Desk, target: int, sign: float) -> None:
    """Add (1.0) or take back (-1.0) a target's share in the pull of the hexes around it.

    The more of the wanted factors stand around it already, the less it pulls.
    """
    massed = 0.0
    for d in range(6):
        there = state.neighbour[target, d]
        if desk.marks[ENEMY_UNITS, there] == 0:
            massed += desk.own_attack[there]
    # Units that have just retreated here are not rated yet: they pull nothing.
    need = max(1.0, desk.need[target])
    missing = min(1.0, max(0.0, 1.0 - massed / need))
    worth = desk.value[target] * missing * min(1.0, 3.0 * _UNIT_SHARE / need)
    for d in range(6):
        desk.pull[state.neighbour[target, d]] += sign * 0.3 * worth


@inner
def _pull_around(state: State, desk: Desk, h: int, sign: float) -> None:
    """Do the same for every target next to a hex."""
    if desk.weights.mass == 0.0:
        return
    n = state.neighbour.shape[0] - 1
    for d in range(6):
        there = state.neighbour[h, d]
        if there != n and desk.marks[ENEMY_UNITS, there] > 0:
            _pull_towards(state, desk, there, sign)


@inner
def strike_score(
    state: State, desk: Desk, side: int, unit: int, mission: int, h: int, beaten: float
) -> float:
    """How much a strike unit would like to end its move in a hex.

    What speaks against it is weighed only where what speaks for it would beat a score.
    """
    weights = desk.mission_weights[mission]
    units = state.units
    mobility = units[unit].mobility
    field = desk.fields[mission, mobility]
    pace = max(1, units[unit].movement)
    score = -weights.advance * min(field[h], 200) / pace
    if desk.weights.mass != 0.0:
        score += desk.weights.mass * desk.pull[h]
    score += capture_worth(state, desk, side, h)
    if score + weights.together <= beaten:
        return score + weights.together
    here = desk.own_defense[h]
    if h == units[unit].hex:
        here -= known_defense(state, unit)
    score += weights.together * min(1.0, here / 15.0)
    exposed = desk.threat[h] - 3.0 * (here + known_defense(state, unit))
    if exposed > 0.0:
        score -= weights.risk * min(10.0, 0.1 * exposed)
    if not in_supply_there(state, side, h):
        score -= weights.supply_need
    return score


@inner
def strike_move(state: State, desk: Desk, side: int, unit: int) -> None:
    """Move one strike unit to the hex in reach that it likes best."""
    mission = desk.crew[MISSION, unit]
    if compute_reach(state, unit) == 0:
        return
    best = state.units[unit].hex
    best_score = strike_score(state, desk, side, unit, mission, best, -np.inf)
    for i in range(list_reached(state, unit)):
        h = state.work[REACHED, i]
        if h != best and state.ground[h].occupant != 1 - side:
            enough = best_score + _SAME
            score = strike_score(state, desk, side, unit, mission, h, enough)
            if score > enough:
                best_score = score
                best = h
    start = state.units[unit].hex
    if best == start:
        return
    _pull_around(state, desk, start, -1.0)
    desk.own_attack[start] -= known_attack(state, unit)
    _pull_around(state, desk, start, 1.0)
    _pull_around(state, desk, best, -1.0)
    desk.own_attack[start] += known_attack(state, unit)
    shift_unit(state, ASK, desk, unit, best)
    _pull_around(state, desk, best, 1.0)


@entry
def move_strikers(state: State, desk: Desk, side: int) -> None:
    """Move all strike units, nearest to their objective first."""
    price_targets(state, desk, side)
    while state.game.ended == 0:
        unit = next_striker(state, ASK, desk, side)
        if unit < 0:
            return
        desk.crew[SETTLED, unit] = 1
        strike_move(state, desk, side, unit)
