"""Attacks of the Combat Phase: who may attack what, and what the victors do (9.1, 9.2, 9.8)."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.advance import advance_unit
from balance.games.army_group_south.battle import COMBAT, Attack, end_fight, fight, is_victory
from balance.games.army_group_south.phases import is_combat
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import (
    ATTACKS,
    DEFENDS,
    printed_strength,
    takes_part_in_defense,
)
from balance.games.army_group_south.supply import is_in_communication
from balance.games.army_group_south.untried import is_hidden
from balance.games.army_group_south.vocabulary import ENGAGED, NO_EFFECT, Hexside, Policy, Side
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.rules.orders import check_own_unit

#: ``most_to_advance`` that leaves the number to the standing order.
BY_POLICY = -1


@inner
def check_attack_side(state: State, start: int, target: int) -> int:
    """Say whether an attack may go from a hex into another: a ``Refusal``.

    Rule: army_group_south 9.11, 10.16
    """
    d = direction_to(state.neighbour, start, target)
    if d < 0:
        return Refusal.NOT_ADJACENT
    if state.hexside[start, d] & Hexside.SEA != 0:
        return Refusal.SIDE_BARS_ATTACK
    return Refusal.OK


@entry
def check_attacker(state: State, unit: int, target: int) -> int:
    """Say whether a unit may take part in an attack on a hex now: a ``Refusal``.

    Rule: army_group_south 6.32, 9.11, 9.14, 9.15, 10.16, 11.33, 21.15

    The direction of an attack is never asked, whatever the mode.
    """
    refusal = check_own_unit(state, unit, True)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if counter.disrupted != 0:
        return Refusal.DISRUPTED
    if counter.attacked != 0:
        return Refusal.ALREADY_ATTACKED
    refusal = check_attack_side(state, counter.hex, target)
    if refusal != Refusal.OK:
        return refusal
    if counter.side == Side.SOVIET and not is_headquarters(state, unit):
        if not is_in_communication(state, unit):
            return Refusal.NO_COMMUNICATION
    return Refusal.OK


@entry
def check_target(state: State, target: int) -> int:
    """Say whether the units in a hex may be attacked now: a ``Refusal``.

    Rule: army_group_south 9.11, 9.14, 9.76, 9.83

    Units that retreated into a hex of others don't shield them.
    """
    if target < 0 or target >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    if state.ground[target].occupant != 1 - state.game.side:
        return Refusal.NO_ENEMY
    defenders = 0
    unit = state.ground[target].first
    while unit >= 0:
        if takes_part_in_defense(state, unit):
            defenders += 1
            if state.units[unit].defended != 0:
                return Refusal.ALREADY_DEFENDED
        unit = state.units[unit].next
    return Refusal.OK if defenders > 0 else Refusal.ALREADY_DEFENDED


@entry
def check_attack(
    state: State, targets: np.ndarray, target_count: int, attackers: np.ndarray, count: int
) -> int:
    """Say whether units may attack one or more hexes together now: a ``Refusal``.

    Rule: army_group_south 4.2, 5.26, 9.11, 9.12, 9.13, 9.14, 9.22, 9.23, 9.24, 11.36, 11.37, 13.3

    targets, attackers : int64 arrays, the first so many entries are hexes and units

    Every attacker must be adjacent to every hex. A headquarters may be named beside units of its
    hex that attack.
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if not is_combat(state):
        return Refusal.WRONG_PHASE
    if target_count < 1:
        return Refusal.NO_ENEMY
    if count < 1:
        return Refusal.NO_ATTACKERS
    for i in range(target_count):
        refusal = check_target(state, targets[i])
        if refusal != Refusal.OK:
            return refusal
        for j in range(count):
            refusal = check_attacker(state, attackers[j], targets[i])
            if refusal != Refusal.OK:
                return refusal
        for j in range(i):
            if targets[j] == targets[i]:
                return Refusal.NAMED_TWICE
    return check_party(state, attackers[:count])


@inner
def check_party(state: State, attackers: np.ndarray) -> int:
    """Say whether units make a party that can attack, wherever it stands: a ``Refusal``.

    Rule: army_group_south 9.24, 11.35, 11.36, 13.3
    """
    strong = False
    for i in range(len(attackers)):
        unit = attackers[i]
        for j in range(i):
            if attackers[j] == unit:
                return Refusal.NAMED_TWICE
        if is_headquarters(state, unit):
            if not _has_company(state, attackers, unit):
                return Refusal.HEADQUARTERS_ALONE
        elif is_hidden(state, unit) or printed_strength(state, unit, 0) > 0:
            strong = True
    # Ruling: army_group_south 9.32, 13.3 - units without attack strength only join others.
    return Refusal.OK if strong else Refusal.NO_ATTACK_STRENGTH


@inner
def _has_company(state: State, attackers: np.ndarray, staff: int) -> bool:
    """Whether a combat unit of a headquarters' own hex is among the attackers.

    Rule: army_group_south 11.36, 11.37
    """
    for unit in attackers:
        if unit != staff and state.units[unit].hex == state.units[staff].hex:
            if not is_headquarters(state, unit):
                return True
    return False


@entry
def make_attack(
    state: State,
    targets: np.ndarray,
    target_count: int,
    attackers: np.ndarray,
    count: int,
    most_to_advance: int,
) -> int:
    """Attack one or more hexes, or say why not: a ``Refusal``. The battle is the log's last row.

    Rule: army_group_south 2.0b, 9.0, 9.8, 9.83

    Parameters
    ----------
    targets : int64 array
        The first ``target_count`` entries are hexes.
    attackers : int64 array
        The first ``count`` entries are units; those that shall advance first come first.
    most_to_advance
        Attackers to advance after combat, at most; ``BY_POLICY`` leaves it to the standing order.
    """
    refusal = check_attack(state, targets, target_count, attackers, count)
    if refusal != Refusal.OK:
        return refusal
    attack = Attack(targets[:target_count], attackers[:count], COMBAT)
    stood = np.full(count, -1, np.int64)
    for i in range(count):
        stood[i] = state.units[attackers[i]].hex
    row = fight(state, attack)
    battle = state.battles[row]
    if battle.attacker_result != ENGAGED and is_victory(state, row):
        most = most_to_advance
        if most < 0:
            most = state.policy[state.game.side, Policy.ADVANCE]
        battle.advanced = _follow(state, attack.attackers, attack.targets, ATTACKS, most)
        if battle.defender_result == NO_EFFECT and battle.attacker_result != NO_EFFECT:
            most = state.policy[1 - state.game.side, Policy.DEFENDER_ADVANCE]
            defenders = np.arange(len(state.units))
            battle.advanced += _follow(state, defenders, stood, DEFENDS, most)
    end_fight(state)
    return Refusal.OK


@inner
def _follow(state: State, units: np.ndarray, hexes: np.ndarray, part: int, most: int) -> int:
    """Advance units that played a part, and held their ground, into hexes that the enemy has left.

    Rule: army_group_south 9.5, 9.68, 9.81, 9.83

    units, hexes : int64 arrays; returns how many have advanced, ``most`` of them at most
    """
    advanced = 0
    for unit in units:
        for h in hexes:
            if advanced >= most or state.units[unit].fighting != part:
                break
            if state.ground[h].occupant == 1 - state.units[unit].side:
                continue
            if advance_unit(state, unit, h):
                state.units[unit].fighting = 0
                advanced += 1
    return advanced
