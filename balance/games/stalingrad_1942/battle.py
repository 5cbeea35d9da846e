"""One battle from the totals to its result (7.1, 7.3, 8.21).

``fight`` serves attacks of neighbours, fire of guns alone and air strikes; who pursues afterwards
is the affair of ``attack``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.log import open_battle, record_event
from balance.games.stalingrad_1942.artillery import (
    ENOUGH_SUPPORT,
    NO_SUPPORT,
    find_support,
    order_of_support,
    support_total,
    use_air_support,
)
from balance.games.stalingrad_1942.retreat import (
    is_retreat_cheaper,
    lose_steps,
    retreat_units,
    steps_of,
    would_hold,
)
from balance.games.stalingrad_1942.shifts import Shift, find_shifts
from balance.games.stalingrad_1942.stacks import is_bound, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.strength import (
    ATTACKS,
    DEFENDS,
    IDLE,
    attack_total,
    defense_total,
    find_defenders,
    fire_total,
)
from balance.games.stalingrad_1942.vocabulary import (
    AirTask,
    EventKind,
    Policy,
    Purpose,
    Result,
    Status,
)
from balance.kernel.compiled import entry, inner
from balance.kernel.odds import odds_ladder
from balance.rules.losses import log_losses, losses_of
from balance.rules.rolls import roll
from balance.rules.trace import TraceKind, record_trace

#: Values of ``BATTLE.bombardment``: attack of neighbours, guns alone, air units alone.
CLOSE, GUNS, AIR = 0, 1, 2
#: Columns of the table below 1:1: 1:4, 1:3 and 1:2.
BELOW_EVEN = 3


class Attack(NamedTuple):
    """Who attacks which hexes, and how."""

    attackers: np.ndarray  # neighbours, or guns that fire alone; none in an air strike
    targets: np.ndarray  # hexes
    guns: np.ndarray  # guns that support from afar
    kind: int  # CLOSE, GUNS or AIR


#: Columns of ``DUES``: steps of the attacker, hexes of his or as many steps more; steps of the
#: defender, hexes of his or steps or a mixture; whether both are disorganized.
ATTACKER_STEPS, ATTACKER_HEXES, DEFENDER_STEPS, DEFENDER_HEXES, DISORGANIZES = range(5)
#: What each ``Result`` costs both sides (7.31).
DUES = np.array(
    [
        [1, 2, 0, 0, 0],  # A2-1
        [1, 1, 0, 0, 0],  # A1-1
        [1, 0, 1, 0, 0],  # -1/-1
        [0, 0, 0, 0, 1],  # D/D
        [1, 0, 0, 1, 0],  # -1/B1
        *([0, 0, 0, hexes, 0] for hexes in (1, 2, 3, 4, 4)),  # B1 to B4, B4S
    ],
    np.int64,
)


# --- odds


@inner
def find_column(state: State, attack: int, defense: int, shift: int) -> int:
    """Column of the table for totals and shifts; 0 is 1:4.

    Rule: stalingrad_1942 7.12c, 7.12d, 18.5
    """
    # Odds need a divisor.
    rung = odds_ladder(attack, max(defense, 1)) + shift
    return max(0, min(rung + BELOW_EVEN, state.crt.shape[1] - 1))


@entry
def rate_attack(
    state: State,
    attackers: np.ndarray,
    targets: np.ndarray,
    guns: np.ndarray,
    more_attack: int,
    more_defense: int,
) -> int:
    """Column that an attack would be fought on if it were made from here and now.

    Rule: stalingrad_1942 7.12

    For staffs: legality isn't asked. ``more_attack`` and ``more_defense`` are what air units and
    guns of the defender add.
    """
    attack = attack_total(state, attackers, targets) + fire_total(state, guns) + more_attack
    shifts = find_shifts(state, attackers, targets, guns, guns[:0], CLOSE)
    return find_column(state, attack, defense_total(state, targets) + more_defense, shifts.sum())


# --- the battle


@inner
def fight(state: State, attack: Attack, planes: int) -> int:
    """Fight a battle that has been found legal, and return its row in the log.

    Rule: stalingrad_1942 7.12, 7.23, 7.24, 7.27, 8.21, 8.31, 8.35, 8.48, 10.15, 10.18a

    ``planes`` are the air units of an air strike. Units that could still follow a beaten enemy are
    marked ``ATTACKS``; ``end_fight`` ends that.
    """
    attackers, targets, guns, kind = attack
    row = open_battle(state, targets[0])
    battle = state.battles[row]
    battle.bombardment = kind
    defenders = find_defenders(state, targets)
    _reckon(state, row, attack, planes)
    forces = _mark_attackers(state, attackers, row)
    for gun in guns:
        state.units[gun].attacked = state.units[gun].fought = 1
    victims = _mark_defenders(state, targets, row)
    if kind == CLOSE or (kind == GUNS and state.rules.artillery_bombard_uses_attack != 0):
        for unit in defenders:
            state.units[unit].defended = 1
    state.game.trail_count = 0
    if kind == CLOSE:
        _apply(state, row, forces, victims, targets)
    else:
        # 8.21b: no retreat, and nothing befalls who fires.
        before = losses_of(state, 1 - state.game.side)
        lose_steps(state, victims, fire_steps(state, battle.result), row)
        log_losses(state, row, 1 - state.game.side, before)
    return row


@inner
def end_fight(state: State) -> None:
    """Take the marks of a battle off its units."""
    for unit in range(len(state.units)):
        state.units[unit].fighting = IDLE


@inner
def _reckon(state: State, row: int, attack: Attack, planes: int) -> None:
    """Reckon strengths and odds, roll, and read the table; all of it goes into the log row.

    Rule: stalingrad_1942 7.12, 8.31, 8.43, 8.46, 10.15, 10.18a
    """
    attackers, targets, guns, kind = attack
    battle, rules, side = state.battles[row], state.rules, state.game.side
    close, air = kind == CLOSE, kind == AIR
    battle.hexes, battle.attackers = len(targets), len(attackers)
    if not air:
        planes = use_air_support(state, side, targets, AirTask.SUPPORT_ATTACK)
    battle.attack_support = fire_total(state, guns) + planes * rules.air_attack
    own = attack_total(state, attackers, targets) if close else fire_total(state, attackers)
    battle.attack = own + battle.attack_support
    battle.defense = defense_total(state, targets)
    backers = guns[:0]
    if not air:
        helping = use_air_support(state, 1 - side, targets, AirTask.SUPPORT_DEFENSE)
        battle.defense_support = helping * rules.air_defense
        battle.defense += battle.defense_support
        backers = choose_support(state, attack, battle.attack, battle.defense)
        for gun in backers:
            state.units[gun].supported = 1
        battle.defense_support += support_total(state, backers)
        battle.defense += support_total(state, backers)
    shifts = find_shifts(state, attackers, targets, guns, backers, 0 if close else 1)
    _log_shifts(battle, shifts)
    # The log has rungs of the ladder, on which 1:1 is 0.
    battle.odds = find_column(state, battle.attack, battle.defense, 0) - BELOW_EVEN
    column = find_column(state, battle.attack, battle.defense, shifts.sum())
    battle.final_odds = column - BELOW_EVEN
    purpose = Purpose.COMBAT if close else (Purpose.AIR_STRIKE if air else Purpose.BOMBARDMENT)
    nth = state.ground[targets[0]].battles
    battle.die = roll(state, state.crt.shape[0], purpose, targets[0], nth)
    state.ground[targets[0]].battles += 1
    battle.result = state.crt[battle.die - 1, column]


@inner
def choose_support(state: State, attack: Attack, total: int, defense: int) -> np.ndarray:
    """Guns that support a defense by their owner's standing order; int64 array.

    Rule: stalingrad_1942 8.41, 8.46, 8.49, 18.1

    ``total`` and ``defense`` are the strengths without them. ``ENOUGH_SUPPORT``: the fewest guns
    that lower the column, the strongest if several would do; none if all together don't.
    """
    guns = np.empty(len(state.units), np.int64)
    order = order_of_support(state, attack.targets)
    if order == NO_SUPPORT:
        return guns[:0]
    guns = guns[: find_support(state, attack.targets, guns)]
    if order != ENOUGH_SUPPORT:
        return guns
    before = _column_against(state, attack, total, defense, guns[:0])
    lowered = _column_against(state, attack, total, defense, guns) < before
    for i in range(len(guns) if lowered else 0):
        # An anti-tank gun may do as the last of them where a stronger one doesn't (18.1).
        for j in range(i, len(guns)):
            guns[i], guns[j] = guns[j], guns[i]
            if _column_against(state, attack, total, defense, guns[: i + 1]) < before:
                return guns[: i + 1]
            guns[i], guns[j] = guns[j], guns[i]
    return guns[:0]


@inner
def _column_against(
    state: State, attack: Attack, total: int, defense: int, backers: np.ndarray
) -> int:
    """Column at which the table is read if some guns support the defense.

    Rule: stalingrad_1942 7.12c, 7.12d, 8.43, 18.1
    """
    attackers, targets, guns, kind = attack
    shifts = find_shifts(state, attackers, targets, guns, backers, 0 if kind == CLOSE else 1)
    return find_column(state, total, defense + support_total(state, backers), shifts.sum())


@inner
def _log_shifts(battle: np.record, shifts: np.ndarray) -> None:
    battle.terrain_shift = shifts[Shift.TERRAIN]
    battle.river_shift = shifts[Shift.RIVER]
    battle.works_shift = shifts[Shift.WORKS]
    battle.headquarters_shift = shifts[Shift.HEADQUARTERS]
    battle.integrity_shift = shifts[Shift.INTEGRITY]
    battle.armor_shift = shifts[Shift.ARMOR]
    battle.mechanized_shift = shifts[Shift.MECHANIZED]
    battle.antitank_shift = shifts[Shift.ANTITANK]
    battle.fortress_shift = shifts[Shift.FORTRESS]


@inner
def _mark_attackers(state: State, attackers: np.ndarray, row: int) -> np.ndarray:
    """Mark who attacks; return them with the headquarters that have nobody else in their hex.

    Rule: stalingrad_1942 7.27, 7.34b, 8.26a, 11.35
    """
    battle = state.battles[row]
    mark = ATTACKS if battle.bombardment == CLOSE else IDLE
    for unit in attackers:
        record_trace(state, TraceKind.ATTACKS, unit, state.units[unit].hex)
        state.units[unit].attacked = state.units[unit].fought = 1
        state.units[unit].fighting = mark
        battle.attacker_oos += 1 if state.units[unit].unsupplied != 0 else 0
    forces = np.empty(len(state.units), np.int64)
    count = len(attackers)
    forces[:count] = attackers
    if mark == IDLE:
        return forces[:count]
    for unit in attackers:
        other = state.ground[state.units[unit].hex].first
        alone = True
        while other >= 0:
            alone = alone and (state.units[other].fighting == mark or is_headquarters(state, other))
            other = state.units[other].next
        other = state.ground[state.units[unit].hex].first
        while alone and other >= 0:
            if state.units[other].fighting != mark:
                state.units[other].fighting = mark
                forces[count] = other
                count += 1
            other = state.units[other].next
    return forces[:count]


@inner
def _mark_defenders(state: State, targets: np.ndarray, row: int) -> np.ndarray:
    """Mark all whom a battle strikes, guests and headquarters included; return them.

    Rule: stalingrad_1942 7.24, 7.27, 7.34b, 11.35

    Ruling: stalingrad_1942 7.27 - a unit beaten into a hex suffers what the hex suffers.
    """
    battle = state.battles[row]
    victims = np.empty(len(state.units), np.int64)
    count = 0
    for target in targets:
        unit = state.ground[target].first
        while unit >= 0:
            record_trace(state, TraceKind.DEFENDS, unit, target)
            state.units[unit].fighting = DEFENDS
            victims[count] = unit
            count += 1
            battle.defender_oos += 1 if state.units[unit].unsupplied != 0 else 0
            unit = state.units[unit].next
    battle.defenders = count
    return victims[:count]


# --- results


@inner
def fire_steps(state: State, result: int) -> int:
    """Steps that a result of guns or air units alone costs.

    Rule: stalingrad_1942 8.21b, 8.21c

    Ruling: stalingrad_1942 8.21 - -1 and D on the right do nothing; -1/B1 is B1 to the defender.
    """
    rules = state.rules
    if result == Result.B4S:
        return rules.artillery_b4s_steps
    due = DUES[result, DEFENDER_HEXES]
    if due == 1:
        return rules.artillery_b1_steps
    if due == 2:
        return rules.artillery_b2_steps
    if due == 3:
        return rules.artillery_b3_steps
    return rules.artillery_b4_steps if due == 4 else 0


@inner
def _apply(
    state: State, row: int, forces: np.ndarray, victims: np.ndarray, targets: np.ndarray
) -> None:
    """Apply the result of an attack: first steps, then what is paid in hexes or steps.

    Rule: stalingrad_1942 7.31, 7.34, 7.36
    """
    battle, side = state.battles[row], state.game.side
    result = battle.result
    before = losses_of(state, side)
    lose_steps(state, forces, DUES[result, ATTACKER_STEPS], row)
    due = DUES[result, ATTACKER_HEXES]
    if due > 0:
        # Ruling: stalingrad_1942 7.31 - the attacker pays all in steps or all in hexes.
        wish = due if state.policy[side, Policy.ATTACK_STEPS] != 0 else 0
        steps = _steps_to_pay(state, forces, due, wish, due)
        battle.attackers_retreated = _pay(state, forces, due, steps, row)
    log_losses(state, row, side, before)
    before = losses_of(state, 1 - side)
    lose_steps(state, victims, DUES[result, DEFENDER_STEPS], row)
    due = DUES[result, DEFENDER_HEXES]
    if due > 0:
        wish = _wish_of_defenders(state, victims, targets, due)
        steps = _steps_to_pay(state, victims, due, wish, 1)
        battle.defenders_retreated = _pay(state, victims, due, steps, row)
    log_losses(state, row, 1 - side, before)
    if result == Result.B4S:
        _strip_zones(state, victims, row)
    if result == Result.BOTH_DISORGANIZED:
        _disorganize(state, forces, row, 2)
        _disorganize(state, victims, row, 1)


@inner
def _wish_of_defenders(state: State, victims: np.ndarray, targets: np.ndarray, due: int) -> int:
    """Steps of what is due that defenders would pay rather than go, their last one never.

    Rule: stalingrad_1942 7.31g, 7.32

    For a hex to be held they pay all, but only if that holds it.
    """
    side = 1 - state.game.side
    for target in targets:
        if due <= state.hold_steps[side, target] and would_hold(state, victims, target, due):
            return due
    wish = min(state.policy[side, Policy.DEFEND_STEPS], steps_of(state, victims) - 1)
    return max(min(wish, due), 0)


@inner
def _steps_to_pay(state: State, units: np.ndarray, due: int, wish: int, rung: int) -> int:
    """Steps that units pay of what is due; the rest are hexes.

    Rule: stalingrad_1942 7.31g, 7.32, 7.34, 7.37, 16.12b

    ``rung`` is 1 if any mixture is allowed, else what is due. Where a retreat would cost a unit,
    or as many steps, more is paid if the standing order says so.
    """
    for unit in units:
        if state.units[unit].status == Status.ON_MAP and is_bound(state, unit):
            return due
    if len(units) > 0 and state.policy[state.units[units[0]].side, Policy.STEPS_IF_TRAPPED] != 0:
        while wish < due and not is_retreat_cheaper(state, units, due - wish):
            wish += rung
    return wish


@inner
def _pay(state: State, units: np.ndarray, due: int, steps: int, row: int) -> int:
    """Have units pay so many steps of what is due, then go the rest; return how many got away.

    Rule: stalingrad_1942 7.34b

    Ruling: stalingrad_1942 7.34 - steps come first, then all go the full remaining distance.
    """
    lose_steps(state, units, steps, row)
    return retreat_units(state, units, due - steps, row) if steps < due else 0


@inner
def _strip_zones(state: State, units: np.ndarray, row: int) -> None:
    """Leave units without a zone for the next game turn.

    Rule: stalingrad_1942 6.12b, 7.31h
    """
    for unit in units:
        counter = state.units[unit]
        if counter.status == Status.ON_MAP:
            counter.zoneless_turn = state.game.game_turn + state.rules.combat_zone_loss_turns
            record_event(state, EventKind.ZONE_LOST, counter.hex, unit, row)


@inner
def _disorganize(state: State, units: np.ndarray, row: int, phases: int) -> None:
    """Disorganize units until so many combat phases of their side have ended.

    Rule: stalingrad_1942 7.31i, 7.395

    Ruling: stalingrad_1942 7.31 - to the end of the owner's next combat phase, which is not the one
    in which he attacks.
    """
    for unit in units:
        counter = state.units[unit]
        if counter.status == Status.ON_MAP and not is_headquarters(state, unit):
            counter.disorganized = phases
            record_event(state, EventKind.DISORGANIZED, counter.hex, unit, row)
