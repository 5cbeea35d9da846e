"""What an attack on a hex is about: what stands there, what the ground is worth, at what odds.

Rule: drive_on_stalingrad 11.29
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.vocabulary import Feature, Result, Side, SupplyState
from balance.kernel.compiled import entry, inlined, inner
from balance.kernel.reach import PROHIBITED
from balance.staff.craft.battle_value import odds_rung, record_value
from balance.staff.desk import ENEMY_UNITS, Desk
from balance.staff.drive_on_stalingrad.line import waits_behind_start_line
from balance.staff.drive_on_stalingrad.worth import capture_worth, worth_of_relief

#: Rung of the first column of the combat results table, 1:3.
LOWEST_RUNG = -2
#: Rungs that are told apart, from the one below the table to the one above it.
RUNGS = 10
NEVER = -1000.0  # value of an attack that must not be made
#: Share of a retreating stack's worth that the retreat itself is thought to cost it.
_RETREAT_SHARE = 0.15


@inner
def enemy_defense_there(state: State, desk: Desk, target: int) -> float:
    """Estimated defense of an enemy stack in its present supply.

    Rule: drive_on_stalingrad 7.16
    """
    enemy = state.ground[target].occupant
    if hex_supply(state, enemy, target) == SupplyState.OUT:
        return max(1.0, 0.5 * desk.enemy_defense[target])
    return max(1.0, desk.enemy_defense[target])


@inner
def is_trapped(state: State, target: int) -> bool:
    """Whether the defenders of a hex seem to have nowhere to retreat to.

    Rule: drive_on_stalingrad 11.33
    """
    side = state.ground[target].occupant
    for d in range(6):
        there = state.neighbour[target, d]
        if state.cost[3 * side + 1, target, d] == PROHIBITED:
            continue
        if state.ground[there].occupant == 1 - side:
            continue
        if side == Side.AXIS and state.ground[there].line_intact != 0:
            continue
        if state.ground[there].stack < state.rules.stacking_limit:
            return False
    return True


@inlined
def place_of(rung: int) -> int:
    """Place of final odds among the rungs that are told apart, 0 to ``RUNGS`` - 1."""
    return min(RUNGS - 1, max(0, rung - LOWEST_RUNG + 1))


@inner
def value_at(
    state: State, desk: Desk, side: int, target: int, rung: int, own_worth: float, own_steps: int
) -> float:
    """Expected value for ``side`` of attacking ``target`` at final odds ``rung``."""
    if _wakes_the_enemy(state, side, target):
        return NEVER
    at_stake, worth = _stakes(state, desk, side, target), own_worth * desk.weights.caution
    return assault_value(state.crt, rung, worth, own_steps, at_stake)


@inner
def price_rungs(
    state: State,
    desk: Desk,
    side: int,
    target: int,
    own_worth: float,
    own_steps: int,
    prices: np.ndarray,
) -> None:
    """Fill ``prices`` (float64[RUNGS]) with the value of attacking a hex at each rung."""
    if _wakes_the_enemy(state, side, target):
        prices[:] = NEVER
        return
    at_stake, worth = _stakes(state, desk, side, target), own_worth * desk.weights.caution
    for i in range(RUNGS):
        rung = LOWEST_RUNG - 1 + i
        prices[i] = assault_value(state.crt, rung, worth, own_steps, at_stake)


@entry
def assault_value(
    crt: np.ndarray,
    rung: int,
    own_step_worth: float,
    own_steps: int,
    at_stake: tuple[int, float, int, float, bool, bool],
) -> float:
    """Expected gain of an attack at final odds ``rung``, own losses deducted.

    Parameters
    ----------
    crt : int16[die faces, columns], Result
    rung : int
        Final odds: 0 = 1:1, 5 = 6:1.
    own_step_worth : float
        What one own step lost counts, caution included.
    at_stake
        Steps that DE or EX would take, and the worth of each; units that survive them reduced and
        keep the hex; worth of the hex falling empty; whether AS and DR become AL1
        (Rule: drive_on_stalingrad 11.22), and a retreat would end as an elimination
        (Rule: drive_on_stalingrad 11.34).
    """
    steps, step_worth, full_two_steppers, ground, city_held, trapped = at_stake
    faces = crt.shape[0]
    columns = crt.shape[1]
    kill = steps * step_worth
    emptied = full_two_steppers == 0
    total = 0.0
    for face in range(faces):
        column = rung - LOWEST_RUNG
        if column >= columns:
            result = np.int64(Result.DE)
        elif column < 0:
            result = np.int64(Result.AL1)
        else:
            result = crt[face, column]
        if city_held and (result == Result.AS or result == Result.DR):
            result = np.int64(Result.AL1)
        if result == Result.DR and trapped:
            result = np.int64(Result.DE)
        if result == Result.DE:
            total += kill + (ground if emptied else 0.0)
        elif result == Result.EX:
            total += kill - min(steps, own_steps) * own_step_worth
            total += ground if emptied else 0.0
        elif result == Result.DR:
            total += ground + _RETREAT_SHARE * kill
        elif result == Result.AL1:
            total -= own_step_worth
    return total / faces


@entry
def estimated_rung(attack: float, defense: float) -> int:
    """Odds rung of estimated strengths, before shifts.

    Rule: drive_on_stalingrad 11.8, 11.9
    """
    return odds_rung(max(1.0, attack), defense)


@inner
def _stakes(
    state: State, desk: Desk, side: int, target: int
) -> tuple[int, float, int, float, bool, bool]:
    """What an attack on a hex is about, whatever the odds: see ``assault_value``."""
    enemy = 1 - side
    weights = desk.weights
    units = desk.marks[ENEMY_UNITS, target]
    supply = hex_supply(state, enemy, target)
    worth = desk.enemy_worth[target]
    if side == Side.AXIS and supply == SupplyState.OUT:
        worth += weights.pocket_worth * weights.vp_worth / state.rules.victory_oos_kills_per_vp
    city = (state.hexes[target].features & Feature.CITY) != 0
    held = city and (supply == SupplyState.REGULAR or supply == SupplyState.AERIAL)
    # German stacks are mostly full two-step divisions: one step each at most falls to DE or EX.
    two_steppers = units if enemy == Side.AXIS else 0
    if enemy == Side.AXIS:
        first = state.ground[target].first
        if units == 1 and state.units[first].steps == 1:
            two_steppers = 0
    ground = weights.ground_worth + capture_worth(state, desk, side, target)
    ground += worth_of_relief(state, desk, side, target)
    return units, worth, two_steppers, ground, held, is_trapped(state, target)


@inner
def _wakes_the_enemy(state: State, side: int, target: int) -> bool:
    """Whether a Soviet attack here would release every German army ahead of time.

    Rule: drive_on_stalingrad 3.2
    """
    beyond = (state.hexes[target].features & Feature.SOVIET_AT_START) == 0
    return beyond and waits_behind_start_line(state, side)


@inner
def note_value(state: State, side: int, battle: int, prices: np.ndarray) -> None:
    """Record what an attack was worth at the odds it was really fought at.

    The fog has lifted by then: an attack of negative value is one that its staff misjudged.
    """
    if battle >= state.battles.shape[0]:
        return
    value = prices[place_of(state.battles[battle].final_odds)]
    record_value(state, side, battle, value)
