"""Overruns: units that break through weak stacks out of their march.

Each stack of units that go forward looks for the enemy hex in reach whose overrun promises most,
goes beside it and overruns it; if the hex falls, it goes on with the points it has left. An overrun
costs no chance to attack later in the turn, only what is left of the march if it fails.

Rule: army_group_south 6.0, 6.12, 6.13, 6.17, 6.23, 6.24, 6.31
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.march import BEST, compute_stack_reach, move_stack
from balance.games.army_group_south.movement import NOT_MOVED, check_may_act, points_left
from balance.games.army_group_south.overrun import make_overrun
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import has_integrity
from balance.games.army_group_south.vocabulary import Hexside, Mode, Side, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.neighbours import SOUTH_EAST
from balance.rules.rows import hexes_apart
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.combat import note_value
from balance.staff.army_group_south.muster import (
    THROUGH,
    goes_forward,
    list_targets,
    points_to_go,
    way_gained,
)
from balance.staff.army_group_south.stakes import (
    ground_worth,
    hidden_share,
    likely_defense_of,
    longest_retreat,
    note_defenders,
    retreat_price,
)
from balance.staff.army_group_south.strengths import printed_attack
from balance.staff.craft.battle_value import (
    OVERRUN,
    OWN_RETREAT,
    OWN_STEP,
    OWN_STEPS,
    OWN_WORTH,
    PRESSES_ON,
    PUSH,
    STAKES,
    WAY,
    doubtful_value,
    odds_column,
)
from balance.staff.craft.worth import step_worth
from balance.staff.desk import SETTLED, Desk

#: Most overruns of one stack in a phase, and units in a stack.
_MOST, _STACK = 3, 4
#: What disruption adds to a stack's being driven back: it neither moves nor attacks in its turn.
_DISRUPTED = 3.0
#: How much dearer a retreat is than in the Combat Phase: it ends the march.
_MARCH = 3.0
_NOWHERE = -1


# --- the column


@inner
def _may_overrun(state: State, desk: Desk, unit: int) -> bool:
    """Whether a unit is one that overruns: it goes forward, is in supply and may still move.

    Rule: army_group_south 6.12, 21.22, 6.13
    """
    counter = state.units[unit]
    if desk.crew[SETTLED, unit] != 0 or not goes_forward(state, desk, unit):
        return False
    if is_headquarters(state, unit) or counter.supplied == 0:
        return False
    if counter.side == Side.SOVIET and counter.mode == Mode.DEFENSIVE:
        return False
    return counter.moved == NOT_MOVED and check_may_act(state, unit) == Refusal.OK


@inner
def gather_column(state: State, desk: Desk, h: int, column: np.ndarray) -> int:
    """Collect the units of a hex that may overrun together; return how many.

    column : int64[4]
    """
    count = 0
    unit = state.ground[h].first
    while unit >= 0:
        if count < len(column) and _may_overrun(state, desk, unit):
            column[count] = unit
            count += 1
        unit = state.units[unit].next
    return count


@inner
def column_attack(state: State, column: np.ndarray, count: int) -> float:
    """Attack strength of a column in an overrun, so far as anybody knows.

    Rule: army_group_south 6.0, 13.2, 19.5
    """
    total = 0.0
    for i in range(count):
        strength = printed_attack(state, column[i])
        if has_integrity(state, column[i]):
            strength *= state.rules.integrity_multiplier
        total += strength
    return total / state.rules.overrun_attack_divisor


@inner
def _note_column(
    state: State, desk: Desk, column: np.ndarray, count: int, stakes: np.ndarray
) -> None:
    """Enter what a column has to lose.

    Rule: army_group_south 6.23, 21.11
    """
    caution = desk.weights.caution
    steps, worth, cheapest = 0, 0.0, 1e9
    stakes[PRESSES_ON] = 0.0
    for i in range(count):
        unit = column[i]
        each = caution * step_worth(state, ASK, desk, unit)
        own = state.units[unit].steps
        steps += own
        worth += own * each
        cheapest = min(cheapest, each)
        if state.units[unit].side == Side.SOVIET and state.units[unit].mode == Mode.OFFENSIVE:
            stakes[PRESSES_ON] = 1.0
    stakes[OWN_STEPS] = steps
    stakes[OWN_WORTH] = worth
    stakes[OWN_STEP] = cheapest
    strength = column_attack(state, column, count)
    stakes[OWN_RETREAT] = _MARCH * retreat_price(state, desk, strength)
    stakes[OVERRUN] = 1.0


# --- the target


@inner
def _may_launch(state: State, side: int, h: int, launch: int, target_side: int, count: int) -> bool:
    """Whether a column of ``count`` units from a hex could overrun out of a launch hex.

    ``target_side`` is the direction from the launch hex.

    Rule: army_group_south 6.17, 10.13, 10.16, 21.14
    """
    barred = Hexside.MAJOR_RIVER | Hexside.SEA
    if np.int64(state.hexside[launch, target_side]) & barred != 0:
        return False
    if state.ground[launch].occupant == side:
        others = state.ground[launch].stack
        if launch == h:
            others -= count
        return others == 0
    return state.ground[launch].occupant < 0


@inner
def _note_target(
    state: State, desk: Desk, side: int, target: int, lead: int, stakes: np.ndarray
) -> None:
    """Enter what there is to gain by overrunning a hex, from whatever side."""
    gained = way_gained(state, desk, lead, points_to_go(state, desk, lead), target)
    ground = ground_worth(state, desk, side, target) + desk.weights.advance * THROUGH * gained
    note_defenders(state, desk, side, target, ground, stakes)
    stakes[PUSH] *= _DISRUPTED


@inner
def _value_there(state: State, target: int, d: int, attack: float, stakes: np.ndarray) -> float:
    """Expected value of overrunning a hex by its side ``d``; the stakes are entered but for WAY."""
    launch = np.int64(1) << d
    stakes[WAY] = longest_retreat(state, target, launch)
    column = odds_column(ASK, attack, likely_defense_of(state, target, launch))
    return doubtful_value(ASK, state.crt, column, hidden_share(state, target), stakes)


@inner
def best_overrun(
    state: State,
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
    attack = column_attack(state, column, count)
    price = state.rules.overrun_price
    _note_column(state, desk, column, count, stakes)
    west_only = side == Side.SOVIET and state.units[lead].mode == Mode.OFFENSIVE
    searched = False
    span = points_left(state, lead) - price + 1
    for t in range(many):
        target = targets[t]
        if state.ground[target].occupant != 1 - side or hexes_apart(state, h, target) > span:
            continue
        if attack < likely_defense_of(state, target, 63):
            continue
        if not searched:
            searched = True
            if not _search(state, side, column, count):
                return best_value, _NOWHERE, _NOWHERE
        noted = False
        for d in range(6):
            launch = state.neighbour[target, d]
            onward = (d + 3) % 6
            if state.work[BEST, launch] < price or (west_only and _is_eastward(onward)):
                continue
            if not _may_launch(state, side, h, launch, onward, count):
                continue
            if not noted:
                noted = True
                _note_target(state, desk, side, target, lead, stakes)
            value = _value_there(state, target, d, attack, stakes)
            if value > best_value:
                best_value, best_launch, best_target = value, launch, target
    return best_value, best_launch, best_target


@inner
def _is_eastward(d: int) -> bool:
    """Whether a direction is one that units on the offensive don't go.

    Rule: army_group_south 21.14
    """
    return d <= SOUTH_EAST


@inner
def _search(state: State, side: int, column: np.ndarray, count: int) -> bool:
    """Find where a column can go; one held in a zone can overrun from where it stands.

    Rule: army_group_south 5.24, 6.0, 8.23
    """
    if compute_stack_reach(state, column, count) > 0:
        return True
    here = state.units[column[0]].hex
    if not in_enemy_zone(state, side, here):
        return False
    least = points_left(state, column[0])
    for i in range(1, count):
        least = min(least, points_left(state, column[i]))
    state.work[BEST, here] = least
    return True


# --- the phase


@inner
def _overrun(
    state: State,
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
    value, launch, target = best_overrun(state, desk, side, h, column, count, targets, many, stakes)
    if target < 0 or value < desk.weights.min_value_mobile:
        return False
    attack = column_attack(state, column, count)
    if launch != h and move_stack(state, column, count, launch) != Refusal.OK:
        return False
    d = 0
    while state.neighbour[target, d] != launch:
        d += 1
    _note_target(state, desk, side, target, column[0], stakes)
    _value_there(state, target, d, attack, stakes)
    before = state.game.battle_count
    if make_overrun(state, column, count, target) != Refusal.OK:
        return False
    note_value(state, side, before, stakes)
    return state.units[column[0]].hex == target


@entry
def conduct_overruns(state: State, desk: Desk, side: int) -> None:
    """Have each stack of units that go forward overrun what is weak enough before it, then again.

    Rule: army_group_south 6.0, 6.11, 6.16, 22.13
    """
    targets = np.zeros(len(state.ground), np.int64)
    many = list_targets(state, desk, side, targets)
    column, stakes = np.zeros(_STACK, np.int64), np.zeros(STAKES)
    for h in range(len(state.ground) - 1):
        if state.game.ended != 0:
            return
        if state.ground[h].occupant != side:
            continue
        count = gather_column(state, desk, h, column)
        here = h
        for _ in range(_MOST):
            if count == 0 or not _overrun(
                state, desk, side, here, column, count, targets, many, stakes
            ):
                break
            here = state.units[column[0]].hex
            count = _still_together(state, column, count, here)


@inner
def _still_together(state: State, column: np.ndarray, count: int, h: int) -> int:
    """Units of a column that stand in a hex after an overrun; they come first."""
    left = 0
    for i in range(count):
        unit = column[i]
        if state.units[unit].status == Status.ON_MAP and state.units[unit].hex == h:
            column[left] = unit
            left += 1
    return left
