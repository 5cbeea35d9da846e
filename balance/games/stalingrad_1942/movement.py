"""Movement: which units may move now, and with how many points (4, 10.19, 13, 16, 21)."""

from __future__ import annotations

from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import in_enemy_zone, is_bound, is_frozen, is_headquarters
from balance.games.stalingrad_1942.state import PART, State
from balance.games.stalingrad_1942.vocabulary import Forbidden, Phase
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules import orders

#: Printed allowance up to which strategic movement takes less (13.21).
_SLOW = 4
#: Values of ``units.marked``.
MARKED, GONE = 1, 2


@inner
def is_movement(state: State) -> bool:
    """Whether this is a side's Movement Phase.

    Rule: stalingrad_1942 3.1-P2a, 3.1-P6a, 3.2b
    """
    return state.game.phase == Phase.AXIS_MOVEMENT or state.game.phase == Phase.SOVIET_MOVEMENT


@inner
def is_strategic(state: State) -> bool:
    """Whether this is a side's Strategic Movement Phase.

    Rule: stalingrad_1942 3.1-P5, 3.1-P9, 3.2b
    """
    return state.game.phase == Phase.AXIS_STRATEGIC or state.game.phase == Phase.SOVIET_STRATEGIC


@inner
def check_movement_phase(state: State) -> int:
    """Say whether a Movement Phase is being played, strategic ones not counted: a ``Refusal``.

    Rule: stalingrad_1942 3.0a
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    return Refusal.OK if is_movement(state) else Refusal.WRONG_PHASE


@inner
def check_own_unit(state: State, unit: int) -> int:
    """Say whether a unit may do something in its side's Movement Phase: a ``Refusal``.

    Rule: stalingrad_1942 3.0a, 4.1c
    """
    refusal = check_movement_phase(state)
    return orders.check_own_unit(state, unit, True) if refusal == Refusal.OK else refusal


@inner
def _check_rest(state: State, unit: int) -> int:
    """Say whether a unit may move strategically as far as what it has done goes: a ``Refusal``.

    Rule: stalingrad_1942 13.11, 13.12, 16.12a, 21.12b
    """
    counter = state.units[unit]
    if state.forbidden[counter.side, Forbidden.STRATEGIC_MOVEMENT] != 0:
        return Refusal.FORBIDDEN
    if state.game.pause != 0:
        return Refusal.PAUSE
    if counter.breath != 0:
        return Refusal.UNDER_BREATH
    # Ruling: stalingrad_1942 13.11 - who moved may not move again, or may.
    if counter.moved != 0 and state.rules.movement_strategic_needs_rest != 0:
        return Refusal.HAS_MOVED
    if counter.fought != 0:
        return Refusal.HAS_FOUGHT
    return Refusal.HAS_BUILT if counter.built != 0 else Refusal.OK


@entry
def check_mark(state: State, unit: int) -> int:
    """Say whether a unit may be marked for strategic movement now: a ``Refusal``.

    Rule: stalingrad_1942 13.13, 20.12

    In an enemy zone too, which may be gone when it is to move (13.12).

    Ruling: stalingrad_1942 20.12 - while Stalingrad calls for troops none is kept back for later.
    """
    refusal = check_own_unit(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if state.units[unit].marked != 0:
        return Refusal.ALREADY_MARKED
    if is_frozen(state, unit):
        return Refusal.FROZEN
    if state.game.garrison_call != 0 and not is_headquarters(state, unit):
        return Refusal.GARRISON_CALLS
    return _check_rest(state, unit)


@entry
def mark_unit(state: State, unit: int) -> int:
    """Mark a unit for strategic movement, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 13.13
    """
    refusal = check_mark(state, unit)
    if refusal == Refusal.OK:
        state.units[unit].marked = MARKED
    return refusal


@entry
def check_may_move(state: State, unit: int) -> int:
    """Say whether a unit may move to another hex at all at this instant: a ``Refusal``.

    Rule: stalingrad_1942 4.1a, 4.1c, 13.12, 13.13, 16.12a, 16.13, 21.12a, S2i, S2j
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    strategic = is_strategic(state)
    if not strategic and not is_movement(state):
        return Refusal.WRONG_PHASE
    refusal = orders.check_own_unit(state, unit, True)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if is_frozen(state, unit):
        return Refusal.FROZEN
    if is_bound(state, unit):
        return Refusal.UNDER_BREATH
    if strategic and counter.marked != GONE:
        needs_mark = state.rules.movement_strategic_needs_rest != 0
        if needs_mark and counter.marked == 0:
            return Refusal.NOT_MARKED
        refusal = _check_rest(state, unit)
        beset = in_enemy_zone(state, counter.side, counter.hex)
        return Refusal.IN_ENEMY_ZONE if refusal == Refusal.OK and beset else refusal
    if state.game.pause != 0 and not may_step_in_pause(state, unit):
        return Refusal.PAUSE_USED_UP
    return Refusal.OK if points_left(state, unit) > 0 else Refusal.MOVE_FINISHED


@inner
def may_step_in_pause(state: State, unit: int) -> bool:
    """Whether a unit may move another hex in a pause turn: few may, and not far.

    Rule: stalingrad_1942 21.12a
    """
    steps = state.units[unit].moved
    if steps == 0:
        return state.game.pause_moves < state.rules.sequence_pause_units
    return steps < state.rules.sequence_pause_hexes


@entry
@replaceable
def movement_allowance(state: State, unit: int) -> int:
    """Parts of movement points of a unit for this phase.

    Rule: stalingrad_1942 2.24e, 4.22, 10.19b, 13.21

    Ruling: stalingrad_1942 13.21 - who has fewer than four points loses one, as those with four.
    """
    counter = state.units[unit]
    points = PART * counter.movement - counter.disrupted_mp
    if is_strategic(state):
        slow = counter.movement <= _SLOW
        rules = state.rules
        loss = rules.movement_strategic_penalty_slow if slow else rules.movement_strategic_penalty
        points -= PART * loss
    return max(0, points)


@entry
def points_left(state: State, unit: int) -> int:
    """Parts of movement points that a unit could still spend this phase.

    Rule: stalingrad_1942 4.22, 4.23, 4.24, 4.25
    """
    counter = state.units[unit]
    under_way = counter.marked == GONE if is_strategic(state) else counter.moved != 0
    return counter.mp_left if under_way else movement_allowance(state, unit)


# --- disruption from the air


@inner
@replaceable
def first_disruption(state: State, unit: int) -> int:
    """Parts of points that the first air unit to hinder a unit costs it: half of those printed.

    Rule: stalingrad_1942 10.19b, 10.19c
    """
    divisor = state.rules.air_disrupt_divisor
    return PART * ((state.units[unit].movement + divisor - 1) // divisor)


@inner
def cost_of_aircraft(state: State, unit: int, h: int) -> int:
    """Parts of points that a unit must have over to enter a hex, for an air unit that hinders it.

    Rule: stalingrad_1942 10.19c, 10.19d, 10.19e

    None if one has cost it points before: a further one takes of what remains, be it nothing.
    """
    counter = state.units[unit]
    if counter.disruption != 0 or state.disruption[counter.side, h] == 0:
        return 0
    return first_disruption(state, unit)


@inner
def disrupt(state: State, unit: int, h: int, left: int, first_paid: int) -> int:
    """Let the air units that hinder a hex take their points of a unit; return what it has left.

    Rule: stalingrad_1942 10.19b, 10.19c, 10.19d, 10.19e

    ``left`` are its parts of points, from which those of the first air unit have been taken if
    ``first_paid`` is 1. The first takes half of the printed points, each other one half of what
    remains, rounded up to whole points; each once a turn.
    """
    counter = state.units[unit]
    new = state.disruption[counter.side, h] & ~counter.disruption
    for bit in range(4):
        if (new >> bit) & 1 == 0:
            continue
        divisor = state.rules.air_disrupt_divisor
        loss = PART * ((left + PART * divisor - 1) // (PART * divisor))
        if counter.disruption == 0:
            loss = 0 if first_paid != 0 else first_disruption(state, unit)
        counter.disruption |= 1 << bit
        left = max(0, left - loss)
    return left


@inner
def disrupt_at_start(state: State, unit: int) -> None:
    """Take the points of a unit that begins its Movement Phase where air units hinder it.

    Rule: stalingrad_1942 10.19b, 10.19e
    """
    counter = state.units[unit]
    printed = PART * counter.movement
    counter.disrupted_mp = printed - disrupt(state, unit, counter.hex, printed, 0)
