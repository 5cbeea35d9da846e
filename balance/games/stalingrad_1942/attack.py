"""Attacks of the combat phase: who may attack or fire at what, and the phase itself (7, 8).

A staff asks ``rate_attack`` in ``battle`` for the column of an attack.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.advance import advance_unit, may_pursue
from balance.games.stalingrad_1942.artillery import check_combat, check_combatant, check_gun
from balance.games.stalingrad_1942.battle import CLOSE, GUNS, Attack, end_fight, fight
from balance.games.stalingrad_1942.duties import (
    check_duties,
    find_duty,
    is_target,
    must_attack,
    note_duties,
)
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import in_enemy_zone, is_gun, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import Forbidden, Policy, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to

#: ``most_to_advance`` that leaves the number to the standing order.
BY_POLICY = -1


@entry
def check_attacker(state: State, unit: int, target: int) -> int:
    """Say whether a unit may take part in an attack on a hex now: a ``Refusal``.

    Rule: stalingrad_1942 7.11b, 7.27, 8.51a, 11.36

    Ruling: stalingrad_1942 8.51 - guns that stand beside enemies without a zone only fire.
    """
    refusal = check_combatant(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if is_headquarters(state, unit):
        return Refusal.HEADQUARTERS_ATTACK
    if is_gun(state, unit) and state.units[unit].began_in_zone == 0:
        return Refusal.GUN_ONLY_FIRES
    if direction_to(state.neighbour, state.units[unit].hex, target) < 0:
        return Refusal.NOT_ADJACENT
    return Refusal.OK


@entry
def check_target(state: State, target: int) -> int:
    """Say whether the units in a hex may be attacked now: a ``Refusal``.

    Rule: stalingrad_1942 7.24, 7.27, 11.1

    Ruling: stalingrad_1942 11.37 - headquarters alone are no target: who enters eliminates them.
    """
    if target < 0 or target >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    ground = state.ground[target]
    if ground.occupant != 1 - state.game.side or ground.stack == 0:
        return Refusal.NO_ENEMY
    return Refusal.OK if is_target(state, target) else Refusal.ALREADY_DEFENDED


@inner
def _is_twice(numbers: np.ndarray) -> bool:
    """Whether a number stands twice in a list."""
    for i in range(len(numbers)):
        for j in range(i):
            if numbers[i] == numbers[j]:
                return True
    return False


@inner
def _stand_together(state: State, units: np.ndarray) -> bool:
    """Whether units stand in one hex."""
    for unit in units:
        if state.units[unit].hex != state.units[units[0]].hex:
            return False
    return True


@entry
def check_attack(state: State, attackers: np.ndarray, targets: np.ndarray, guns: np.ndarray) -> int:
    """Say whether units may attack hexes together now, guns supporting them: a ``Refusal``.

    Rule: stalingrad_1942 7.11, 7.12a, 7.21, 7.22, 7.23, 7.25, 7.28, 8.31, 8.33

    attackers, targets, guns : int64 arrays of units, hexes and units, no longer than they are full

    Every attacker must be adjacent to every hex. Air units support by where they were placed.
    """
    refusal = check_combat(state)
    if refusal != Refusal.OK:
        return refusal
    if len(targets) == 0:
        return Refusal.NO_ENEMY
    if len(attackers) == 0:
        return Refusal.NO_ATTACKERS
    for target in targets:
        refusal = check_target(state, target)
        if refusal != Refusal.OK:
            return refusal
        for unit in attackers:
            refusal = check_attacker(state, unit, target)
            if refusal != Refusal.OK:
                return refusal
    for gun in guns:
        refusal = check_gun(state, gun, targets)
        if refusal != Refusal.OK:
            return refusal
    if _is_twice(targets) or _is_twice(attackers) or _is_twice(guns):
        return Refusal.NAMED_TWICE
    if len(targets) > 1 and not _stand_together(state, attackers):
        return Refusal.SEVERAL_ON_SEVERAL
    return check_duties(state, attackers, targets)


@entry
def make_attack(
    state: State,
    attackers: np.ndarray,
    targets: np.ndarray,
    guns: np.ndarray,
    most_to_advance: int,
) -> int:
    """Attack hexes, or say why not: a ``Refusal``. The battle is the log's last row.

    Rule: stalingrad_1942 7.12, 7.26, 7.41, 7.46a, 7.47

    Parameters
    ----------
    attackers, targets, guns
        As in ``check_attack``; attackers that shall pursue first come first.
    most_to_advance
        Attackers to pursue, at most; ``BY_POLICY`` leaves it to the standing order.
    """
    refusal = check_attack(state, attackers, targets, guns)
    if refusal != Refusal.OK:
        return refusal
    note_duties(state, attackers)
    row = fight(state, Attack(attackers, targets, guns, CLOSE), 0)
    battle = state.battles[row]
    end_fight(state)
    if battle.attackers_retreated == 0:
        most = most_to_advance
        if most == BY_POLICY:
            most = state.policy[state.game.side, Policy.ADVANCE]
        emptied = _emptied(state, targets)
        for unit in attackers:
            if battle.advanced < most and may_pursue(state, unit):
                battle.advanced += 1 if advance_unit(state, unit, emptied) else 0
    return Refusal.OK


@inner
def _emptied(state: State, targets: np.ndarray) -> np.ndarray:
    """Hexes attacked that hold no enemy any more who could bar the way, headquarters apart.

    Rule: stalingrad_1942 7.41, 7.47, 11.37
    """
    emptied = np.empty(len(targets), np.int64)
    count = 0
    for target in targets:
        ground = state.ground[target]
        if ground.occupant != 1 - state.game.side or ground.stack == 0:
            emptied[count] = target
            count += 1
    return emptied[:count]


# --- guns alone


@entry
def check_fire(state: State, guns: np.ndarray, target: int) -> int:
    """Say whether guns may fire alone at a hex now: a ``Refusal``.

    Rule: stalingrad_1942 8.21a, 8.22, 8.23, 8.24, 8.26a
    """
    refusal = check_combat(state)
    if refusal != Refusal.OK:
        return refusal
    if state.forbidden[state.game.side, Forbidden.FIRE_OF_GUNS] != 0:
        return Refusal.FORBIDDEN
    if len(guns) == 0:
        return Refusal.NO_ATTACKERS
    refusal = check_target(state, target)
    if refusal != Refusal.OK:
        return refusal
    targets = np.full(1, target, np.int64)
    for gun in guns:
        refusal = check_gun(state, gun, targets)
        if refusal != Refusal.OK:
            return refusal
    if _is_twice(guns):
        return Refusal.NAMED_TWICE
    # Ruling: stalingrad_1942 7.27 - such fire is the one attack on the hex, or comes on top.
    if state.rules.artillery_bombard_uses_attack == 0:
        return Refusal.OK
    return check_duties(state, guns[:0], targets)


@entry
def make_fire(state: State, guns: np.ndarray, target: int) -> int:
    """Have guns fire alone at a hex, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 8.21, 8.23
    """
    refusal = check_fire(state, guns, target)
    if refusal == Refusal.OK:
        fight(state, Attack(guns, np.full(1, target, np.int64), guns[:0], GUNS), 0)
        end_fight(state)
    return refusal


# --- the phase


@inner
def forget_fights(state: State) -> None:
    """As units may fight from now on: nobody has fought yet, and who stands in zones is noted.

    Rule: stalingrad_1942 7.27, 8.42, 8.47, 8.51a
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        counter.attacked = counter.defended = counter.supported = 0
        on_map = counter.status == Status.ON_MAP
        beset = on_map and in_enemy_zone(state, counter.side, counter.hex)
        counter.began_in_zone = 1 if beset else 0


@entry
def open_combat(state: State) -> None:
    """Begin a combat phase: note who stands in zones and who must attack.

    Rule: stalingrad_1942 7.22, 7.27, 8.42, 8.47, 8.51a, 9.11a
    """
    for h in range(len(state.ground)):
        state.ground[h].due = state.ground[h].battles = 0
    forget_fights(state)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        counter.retreated = 0
        if counter.side == state.game.side:
            counter.fought = 0
        counter.must_attack = 1 if must_attack(state, unit) else 0


@entry
def close_combat(state: State) -> None:
    """End a combat phase: fight what the book compels and its player left undone; order returns.

    Rule: stalingrad_1942 7.21, 7.22, 7.29, 7.395, 21.13

    Ruling: stalingrad_1942 7.31 - a pause has no combat, so nobody's order returns in it.
    """
    attackers, targets = np.empty(len(state.units), np.int64), np.empty(6, np.int64)
    while state.game.ended == 0 and state.game.pause == 0:
        count, hexes = find_duty(state, attackers, targets)
        if count == 0:
            break
        make_attack(state, attackers[:count], targets[:hexes], attackers[:0], BY_POLICY)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        counter.must_attack = 0
        if counter.side == state.game.side and counter.disorganized > 0:
            counter.disorganized -= 1 if state.game.pause == 0 else 0
