"""Overruns: units that break through weak stacks out of their march.

Each stack of units that go forward looks for the enemy hex in reach whose overrun promises most,
goes beside it and overruns it; if the hex falls, it goes on with the points it has left. An overrun
costs no chance to attack later in the turn, only what is left of the march if it fails.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.searches import BEST
from balance.kernel.compiled import inner
from balance.rules.rows import hexes_apart
from balance.staff.craft.attacks import note_value
from balance.staff.craft.battle_value import (
    OVERRUN,
    OWN_RETREAT,
    PRESSES_ON,
    PUSH,
    STAKES,
    WAY,
    doubtful_value,
    odds_column,
)
from balance.staff.craft.marching import own_attack
from balance.staff.craft.muster import THROUGH, goes_forward, list_targets, points_to_go, way_gained
from balance.staff.craft.questions import ALLOWED, ON_MAP, Questions
from balance.staff.craft.stakes import (
    ground_worth,
    hidden_share,
    longest_retreat,
    note_attackers,
    note_defenders,
    retreat_price,
)
from balance.staff.desk import SETTLED, Desk

#: Most overruns of one stack in a phase, and units in a stack.
_MOST, _STACK = 3, 4
#: What disruption adds to a stack's being driven back: it neither moves nor attacks in its turn.
_DISRUPTED = 3.0
#: How much dearer a retreat is than in a battle: it ends the march.
_MARCH = 3.0
_NOWHERE = -1


# --- the column


@inner
def _may_overrun(state: Any, ask: Questions, desk: Desk, unit: int) -> bool:
    """Whether a unit is one that overruns: it goes forward, is in supply and may still move."""
    if desk.crew[SETTLED, unit] != 0 or not goes_forward(state, ask, desk, unit):
        return False
    return ask.overruns.may_overrun(state, unit)


@inner
def gather_column(state: Any, ask: Questions, desk: Desk, h: int, column: np.ndarray) -> int:
    """Collect the units of a hex that may overrun together; return how many.

    column : int64[4]
    """
    count = 0
    unit = state.ground[h].first
    while unit >= 0:
        if count < len(column) and _may_overrun(state, ask, desk, unit):
            column[count] = unit
            count += 1
        unit = state.units[unit].next
    return count


@inner
def column_attack(state: Any, ask: Questions, column: np.ndarray, count: int) -> float:
    """Attack strength of a column in an overrun, so far as anybody knows."""
    total = 0.0
    for i in range(count):
        total += own_attack(state, ask, column[i])
    return total / ask.overruns.divisor(state)


@inner
def _note_column(
    state: Any, ask: Questions, desk: Desk, column: np.ndarray, count: int, stakes: np.ndarray
) -> None:
    """Enter what a column has to lose."""
    note_attackers(state, ask, desk, column[:count], stakes)
    stakes[PRESSES_ON] = 0.0
    for i in range(count):
        if ask.attacks.is_on_offensive(state, column[i]):
            stakes[PRESSES_ON] = 1.0
    strength = column_attack(state, ask, column, count)
    stakes[OWN_RETREAT] = _MARCH * retreat_price(state, ask, desk, strength)
    stakes[OVERRUN] = 1.0 + ask.overruns.handicap(state, column, count)


# --- the target


@inner
def _note_target(
    state: Any, ask: Questions, desk: Desk, side: int, target: int, lead: int, stakes: np.ndarray
) -> None:
    """Enter what there is to gain by overrunning a hex, from whatever side."""
    gained = way_gained(state, ask, desk, lead, points_to_go(state, desk, lead), target)
    ground = ground_worth(state, ask, desk, side, target) + desk.weights.advance * THROUGH * gained
    note_defenders(state, ask, desk, side, target, ground, stakes)
    stakes[PUSH] *= _DISRUPTED


@inner
def _value_there(
    state: Any, ask: Questions, target: int, d: int, attack: float, stakes: np.ndarray
) -> float:
    """Expected value of overrunning a hex by its side ``d``; the stakes are entered but for WAY."""
    launch = np.int64(1) << d
    stakes[WAY] = longest_retreat(state, ask, target, launch)
    column = odds_column(ask, attack, ask.battles.defense_against(state, target, launch))
    return doubtful_value(state, ask, column, hidden_share(state, ask, target), stakes)


@inner
def best_overrun(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    h: int,
    column: np.ndarray,
    count: int,
    targets: np.ndarray,
    many: int,
    stakes: np.ndarray,
) -> tuple[float, int, int]:
    """Best overrun of a column: its value, launch hex and target; ``_NOWHERE`` if there is none."""
    best_value, best_launch, best_target = -1e9, _NOWHERE, _NOWHERE
    lead = column[0]
    attack = column_attack(state, ask, column, count)
    price = ask.overruns.price(state)
    _note_column(state, ask, desk, column, count, stakes)
    searched = False
    span = ask.moves.points_left(state, lead) - price + 1
    for t in range(many):
        target = targets[t]
        if state.ground[target].occupant != 1 - side or hexes_apart(state, h, target) > span:
            continue
        if attack < ask.battles.defense_against(state, target, 63):
            continue
        if not searched:
            searched = True
            if not _search(state, ask, side, column, count):
                return best_value, _NOWHERE, _NOWHERE
        noted = False
        for d in range(6):
            launch = state.neighbour[target, d]
            onward = (d + 3) % 6
            if state.work[BEST, launch] < price:
                continue
            if not ask.overruns.may_launch(state, h, launch, onward, lead, count):
                continue
            if not noted:
                noted = True
                _note_target(state, ask, desk, side, target, lead, stakes)
            value = _value_there(state, ask, target, d, attack, stakes)
            if value > best_value:
                best_value, best_launch, best_target = value, launch, target
    return best_value, best_launch, best_target


@inner
def _search(state: Any, ask: Questions, side: int, column: np.ndarray, count: int) -> bool:
    """Find where a column can go; one held in a zone can overrun from where it stands."""
    if ask.overruns.compute_reach(state, column, count) > 0:
        return True
    here = state.units[column[0]].hex
    if not ask.ground.in_enemy_zone(state, side, here):
        return False
    least = ask.moves.points_left(state, column[0])
    for i in range(1, count):
        least = min(least, ask.moves.points_left(state, column[i]))
    state.work[BEST, here] = least
    return True


# --- the phase


@inner
def _overrun(
    state: Any,
    ask: Questions,
    desk: Desk,
    side: int,
    h: int,
    column: np.ndarray,
    count: int,
    targets: np.ndarray,
    many: int,
    stakes: np.ndarray,
) -> bool:
    """Make the best overrun of a column that pays; whether it got into the hex."""
    value, launch, target = best_overrun(
        state, ask, desk, side, h, column, count, targets, many, stakes
    )
    if target < 0 or value < desk.weights.min_value_mobile:
        return False
    attack = column_attack(state, ask, column, count)
    if launch != h and ask.overruns.move(state, column, count, launch) != ALLOWED:
        return False
    d = 0
    while state.neighbour[target, d] != launch:
        d += 1
    _note_target(state, ask, desk, side, target, column[0], stakes)
    _value_there(state, ask, target, d, attack, stakes)
    before = state.game.battle_count
    if ask.overruns.make(state, column, count, target) != ALLOWED:
        return False
    note_value(state, ask, side, before, stakes)
    return state.units[column[0]].hex == target


@inner
def conduct_overruns(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Have each stack of units that go forward overrun what is weak before it, then again."""
    targets = np.zeros(len(state.ground), np.int64)
    many = list_targets(state, desk, side, targets)
    column, stakes = np.zeros(_STACK, np.int64), np.zeros(STAKES)
    for h in range(len(state.ground) - 1):
        if state.game.ended != 0:
            return
        if state.ground[h].occupant != side:
            continue
        count = gather_column(state, ask, desk, h, column)
        here = h
        for _ in range(_MOST):
            if count == 0 or not _overrun(
                state, ask, desk, side, here, column, count, targets, many, stakes
            ):
                break
            here = state.units[column[0]].hex
            count = _still_together(state, column, count, here)


@inner
def _still_together(state: Any, column: np.ndarray, count: int, h: int) -> int:
    """Units of a column that stand in a hex after an overrun; they come first."""
    left = 0
    for i in range(count):
        unit = column[i]
        if state.units[unit].status == ON_MAP and state.units[unit].hex == h:
            column[left] = unit
            left += 1
    return left
