"""Battles: from the odds to losses, retreats and advances (8, 10)."""

from __future__ import annotations

import numpy as np

from balance.games.common.control import enter_hex
from balance.games.common.march import phase_kind
from balance.games.common.refusals import Refusal
from balance.games.common.retreat import can_cross, retreat_unit
from balance.games.common.stacks import has_room, in_enemy_zone, lose_step
from balance.games.common.state import State
from balance.games.common.strength import (
    ATTACK,
    DEFENSE,
    attack_total,
    defense_total,
    find_column,
    find_rung,
    find_shifts,
    shift_odds,
    sides_of,
    unit_attack,
    unit_defense,
)
from balance.games.common.tables import (
    ALL,
    EQUAL,
    HALF,
    HALF_EQUAL,
    MobilityColumn,
    ResultColumn,
)
from balance.games.common.vocabulary import PhaseKind, Policy, Purpose, Status
from balance.games.log import open_battle
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.replaceable import replaceable
from balance.rules.losses import first_of, losses_of, steps_of
from balance.rules.orders import check_actor
from balance.rules.rolls import roll
from balance.rules.stacking import sum_over
from balance.rules.trace import TraceKind, record_trace

#: What a last step counts above all priorities.
_LAST_STEP = 1 << 20
#: Values of ``UNIT.fighting``.
IDLE, ATTACKS, DEFENDS = range(3)


# --- who may attack


@inner
def check_attacker(state: State, unit: int, target: int) -> int:
    """Say whether a unit may take part in an attack on a hex now: a ``Refusal``.

    Rule: common 1.1, 8.1
    """
    refusal = check_actor(state, unit, phase_kind(state) == PhaseKind.COMBAT)
    if refusal != Refusal.OK:
        return refusal
    if state.units[unit].attacked != 0:
        return Refusal.ALREADY_ATTACKED
    if unit_attack(state, unit) <= 0:
        return Refusal.NO_STRENGTH
    d = direction_to(state.neighbour, state.units[unit].hex, target)
    if d < 0:
        return Refusal.NOT_ADJACENT
    if not can_cross(state, unit, state.units[unit].hex, d):
        return Refusal.SIDE_CLOSED
    return Refusal.OK if may_attack(state, unit, target) else Refusal.MAY_NOT_ATTACK


@inner
@replaceable
def may_attack(state: State, unit: int, target: int) -> bool:
    """Whether a unit that could attack a hex beside it may do so: always.

    Rule: common 8.1
    """
    return True


@inner
def check_target(state: State, target: int) -> int:
    """Say whether the units in a hex may be attacked now: a ``Refusal``.

    Rule: common 8.1
    """
    if target < 0 or target >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    if state.ground[target].occupant != 1 - state.game.side:
        return Refusal.NO_ENEMY
    return Refusal.ALREADY_DEFENDED if sum_over(state, target, _defended) > 0 else Refusal.OK


@inner
def _defended(state: State, unit: int) -> int:
    """1 if a unit has been attacked this phase."""
    return state.units[unit].defended


@inner
def check_attack(state: State, attackers: np.ndarray, target: int) -> int:
    """Say whether units may attack a hex together now: a ``Refusal``.

    Rule: common 8.1

    attackers : int64 array of exactly their number
    """
    if len(attackers) == 0:
        return Refusal.NO_ATTACKERS
    for i in range(len(attackers)):
        refusal = check_attacker(state, attackers[i], target)
        for j in range(i):
            if attackers[j] == attackers[i]:
                refusal = np.int64(Refusal.ALREADY_ATTACKED)
        if refusal != Refusal.OK:
            return refusal
    return check_target(state, target)


@entry
def make_attack(state: State, attackers: np.ndarray, target: int, most_to_advance: int) -> int:
    """Attack a hex, or say why not: a ``Refusal``. The battle is the log's last row.

    Rule: common 8.1, 8.5, 10.1

    Attackers that shall advance first come first; at most so many do, -1: by the standing order.
    """
    refusal = check_attack(state, attackers, target)
    if refusal != Refusal.OK:
        return refusal
    row = begin_battle(state, attackers, target, 0)
    battle = state.battles[row]
    battle.die = roll(
        state, state.crt.shape[0], Purpose.COMBAT, target, state.ground[target].battles
    )
    state.ground[target].battles += 1
    battle.result = state.crt[battle.die - 1, find_column(state, battle.final_odds)]
    _apply_result(state, row)
    end_battle(state, row)
    if state.ground[target].occupant < 0 and battle.attackers_retreated == 0:
        most = most_to_advance
        if most < 0:
            most = state.policy[state.game.side, Policy.ADVANCE]
        for unit in attackers:
            if battle.advanced < most and _advance(state, unit, target):
                battle.advanced += 1
    return refusal


@inner
def begin_battle(state: State, attackers: np.ndarray, target: int, overrun: int) -> int:
    """Reckon strengths and odds, note who takes part, and return the row of the log.

    Rule: common 8.2, 8.3, 8.4
    """
    row = open_battle(state, target)
    battle = state.battles[row]
    battle.overrun = overrun
    battle.attackers = len(attackers)
    battle.attack = attack_total(state, attackers)
    battle.defense = defense_total(state, target)
    terrain, side, weather = find_shifts(state, target, sides_of(state, attackers, target))
    battle.terrain_shift, battle.side_shift, battle.weather_shift = terrain, side, weather
    rung = find_rung(battle.attack, battle.defense)
    battle.odds = state.odds[find_column(state, rung)]
    rung = shift_odds(state, rung, terrain + side + weather)
    battle.final_odds = state.odds[find_column(state, rung)]
    for unit in attackers:
        record_trace(state, TraceKind.ATTACKS, unit, state.units[unit].hex)
        state.units[unit].fighting = ATTACKS
        state.units[unit].attacked = 1 - overrun
        battle.attacker_oos += 1 if state.units[unit].unsupplied != 0 else 0
    unit = state.ground[target].first
    while unit >= 0:
        record_trace(state, TraceKind.DEFENDS, unit, target)
        state.units[unit].fighting = DEFENDS
        state.units[unit].defended = 1 - overrun
        battle.defenders += 1
        battle.defender_oos += 1 if state.units[unit].unsupplied != 0 else 0
        unit = state.units[unit].next
    state.trail[:] = -1
    # Until the end the columns of losses hold what both sides had lost before.
    battle.attacker_steps_lost, battle.attacker_units_lost = losses_of(state, state.game.side)
    battle.defender_steps_lost, battle.defender_units_lost = losses_of(state, 1 - state.game.side)
    return row


@inner
def end_battle(state: State, row: int) -> None:
    """Take the marks of a battle off its units, and enter what it has cost."""
    battle = state.battles[row]
    steps, units = losses_of(state, state.game.side)
    battle.attacker_steps_lost = steps - battle.attacker_steps_lost
    battle.attacker_units_lost = units - battle.attacker_units_lost
    steps, units = losses_of(state, 1 - state.game.side)
    battle.defender_steps_lost = steps - battle.defender_steps_lost
    battle.defender_units_lost = units - battle.defender_units_lost
    for unit in range(len(state.units)):
        state.units[unit].fighting = IDLE


# --- results


@inner
def _apply_result(state: State, row: int) -> None:
    """Apply a combat result: first the losses of both sides, then the retreats.

    Rule: common 8.5, 8.6, 8.7, 9.1
    """
    battle = state.battles[row]
    result = state.results[battle.result]
    own, other = result[ResultColumn.ATTACKER_LOSS], result[ResultColumn.DEFENDER_LOSS]
    # An exchange waits for what the other side loses.
    if own <= EQUAL:
        worth = _lose(state, DEFENDS, other, 0, row)
        _lose(state, ATTACKS, own, worth, row)
    else:
        worth = _lose(state, ATTACKS, own, 0, row)
        _lose(state, DEFENDS, other, worth, row)
    battle.attackers_retreated = _retreat(
        state, ATTACKS, result[ResultColumn.ATTACKER_RETREAT], row
    )
    battle.defenders_retreated = _retreat(
        state, DEFENDS, result[ResultColumn.DEFENDER_RETREAT], row
    )


@inner
def _strength_of(state: State, part: int) -> int:
    """Strength that units playing a part in the battle fight with."""
    total = 0
    for unit in range(len(state.units)):
        if state.units[unit].fighting == part and state.units[unit].status == Status.ON_MAP:
            attacks = part == ATTACKS
            total += unit_attack(state, unit) if attacks else unit_defense(state, unit)
    return total


@inner
def _steps_with_strength(state: State, part: int) -> int:
    """Steps that results halve: of units without strength only where they are alone.

    Rule: common 8.5
    """
    steps = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        printed = state.strengths[unit, counter.full_steps]
        if counter.fighting == part and (printed[ATTACK] > 0 or printed[DEFENSE] > 0):
            steps += counter.steps
    return steps if steps > 0 else steps_of(state, part)


@inner
def _goes_before(state: State, unit: int, other: int) -> bool:
    """Whether a unit's owner would rather take a step from it than from another.

    Rule: common 8.6
    """
    return reluctance(state, unit) < reluctance(state, other)


@inner
@replaceable
def reluctance(state: State, unit: int) -> int:
    """How little a unit's owner would like to take a step from it.

    Rule: common 8.6
    """
    counter = state.units[unit]
    keeps = state.policy[counter.side, Policy.KEEP_UNITS] != 0
    return counter.loss_priority + (_LAST_STEP if keeps and counter.steps == 1 else 0)


@inner
def _lose(state: State, part: int, loss: int, worth: int, row: int) -> int:
    """Take what a result says from a side of the battle; return the strength that it has lost.

    Rule: common 8.5, 8.6, 8.7

    ``worth`` is the strength that the enemy has lost, for exchanges.
    """
    before = _strength_of(state, part)
    steps = steps_of(state, part)
    due = np.int64(loss)
    if loss == ALL or loss <= EQUAL:
        due = steps
    elif loss == HALF:
        due = (_steps_with_strength(state, part) + 1) // 2
    if loss == HALF_EQUAL:
        worth = (worth + 1) // 2
    while due > 0:
        if loss <= EQUAL and before - _strength_of(state, part) >= worth:
            break
        unit = first_of(state, _goes_before, part)
        if unit < 0:
            break
        lose_step(state, unit, row)
        if state.units[unit].status != Status.ON_MAP:
            state.units[unit].fighting = IDLE
        due -= 1
    after_losses(state, part, row)
    return before - _strength_of(state, part)


@inner
@replaceable
def after_losses(state: State, part: int, row: int) -> None:
    """What follows for a side of the battle from the losses it has taken: nothing more.

    Rule: common 8.6

    Those who still fight have ``part`` in their column ``fighting``.
    """


@inner
def _retreat(state: State, part: int, hexes: int, row: int) -> int:
    """Retreat all who play a part in the battle and are left; return how many got away.

    Rule: common 9.1
    """
    gone = 0
    if hexes > 0:
        for unit in range(len(state.units)):
            if state.units[unit].fighting == part and state.game.ended == 0:
                state.units[unit].fighting = IDLE
                gone += 1 if retreat_unit(state, unit, hexes, row) else 0
    return gone


# --- advance after combat


@inner
def _may_go_on(state: State, unit: int, h: int) -> bool:
    """Whether an advancing unit may enter the next hex, in which it could stay.

    Rule: common 3.1, 5.4, 10.1
    """
    counter = state.units[unit]
    d = direction_to(state.neighbour, counter.hex, h)
    if d < 0 or not can_cross(state, unit, counter.hex, d):
        return False
    return state.ground[h].occupant != 1 - counter.side and has_room(state, unit, h)


@inner
def _advance(state: State, unit: int, target: int) -> bool:
    """Have a unit advance into a hex that its defenders have left, and along their way.

    Rule: common 10.1

    It goes on while its owner likes the next hex better and no enemy zone stops it.
    """
    counter = state.units[unit]
    hexes = state.mobility[counter.mobility, MobilityColumn.ADVANCE]
    if counter.status != Status.ON_MAP or hexes == 0 or state.game.ended != 0:
        return False
    if state.rules.advance_allowed == 0 or not _may_go_on(state, unit, target):
        return False
    record_trace(state, TraceKind.ADVANCES, unit, target)
    enter_hex(state, unit, target)
    liked = state.advance_value[counter.side]
    for i in range(min(hexes - 1, len(state.trail))):
        h = state.trail[i]
        if h < 0 or liked[h] <= liked[counter.hex] or state.game.ended != 0:
            break
        if in_enemy_zone(state, counter.side, counter.hex) or not _may_go_on(state, unit, h):
            break
        enter_hex(state, unit, h)
    note_advance(state, unit)
    return True


@inner
@replaceable
def note_advance(state: State, unit: int) -> None:
    """Note that a unit has advanced after combat, to where it now is: no rule asks for it.

    Rule: common 10.1
    """
