"""Compulsory attacks: who must attack, who must be attacked, and what is left undone (7.21, 7.22).

Nothing may be declared that leaves a duty nobody could do: then each unit that must attack still
has an enemy to attack, and each enemy that must be attacked a unit that can. As one unit may attack
any number of hexes, and any number of units one hex, that is always enough.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.shifts import has_works
from balance.games.stalingrad_1942.stacks import has_zone, is_frozen, is_gun, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.strength import defense_total, takes_part_in_defense
from balance.games.stalingrad_1942.vocabulary import Status
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules.stacking import holds_any


@entry
def is_target(state: State, h: int) -> bool:
    """Whether a hex holds enemies of the phasing side that may be attacked still.

    Rule: stalingrad_1942 7.27, 11.1
    """
    enemies = h < len(state.ground) - 1 and state.ground[h].occupant == 1 - state.game.side
    return enemies and holds_any(state, h, takes_part_in_defense)


@inner
def can_attack(state: State, unit: int) -> bool:
    """Whether a unit of the phasing side may attack neighbours still.

    Rule: stalingrad_1942 7.27, 8.51a, 11.36, S2i, S2j
    """
    counter = state.units[unit]
    if counter.side != state.game.side or counter.status != Status.ON_MAP:
        return False
    if counter.attacked != 0 or is_headquarters(state, unit) or is_frozen(state, unit):
        return False
    return not is_gun(state, unit) or counter.began_in_zone != 0


@inner
@replaceable
def must_attack(state: State, unit: int) -> bool:
    """Whether a unit must attack in the combat phase that begins now.

    Rule: stalingrad_1942 7.22, 9.23, 21.13, S2i, S2j

    Ruling: stalingrad_1942 7.22 - armies that may not attack are not bound to, nor is anyone in a
    pause; lone headquarters bind nobody.
    """
    counter = state.units[unit]
    if state.rules.combat_compulsory == 0 or state.game.pause != 0:
        return False
    if not can_attack(state, unit) or not has_zone(state, unit):
        return False
    if has_works(state, counter.hex):
        return False
    return _count_targets(state, unit, np.empty(0, np.int64)) > 0


@inner
def _count_targets(state: State, unit: int, without: np.ndarray) -> int:
    """Hexes that a unit could attack, some left out."""
    count = 0
    for d in range(6):
        h = state.neighbour[state.units[unit].hex, d]
        if is_target(state, h) and not _is_among(h, without):
            count += 1
    return count


@inner
def _is_among(number: int, numbers: np.ndarray) -> bool:
    for other in numbers:
        if other == number:
            return True
    return False


@inner
def _find_attacker(state: State, h: int, without: np.ndarray) -> int:
    """A unit that could attack a hex, some left out; -1 if there is none."""
    for d in range(6):
        unit = state.ground[state.neighbour[h, d]].first
        while unit >= 0:
            if can_attack(state, unit) and not _is_among(unit, without):
                return unit
            unit = state.units[unit].next
    return -1


@inner
def check_duties(state: State, attackers: np.ndarray, targets: np.ndarray) -> int:
    """Say whether an attack leaves all duties in somebody's power: a ``Refusal``.

    Rule: stalingrad_1942 7.21, 7.22, 7.29

    ``attackers`` is empty where guns fire from afar.
    """
    if state.rules.combat_compulsory == 0:
        return Refusal.OK
    for target in targets:
        for d in range(6):
            unit = state.ground[state.neighbour[target, d]].first
            while unit >= 0:
                counter = state.units[unit]
                if counter.must_attack != 0 and counter.attacked == 0:
                    if not _is_among(unit, attackers):
                        if _count_targets(state, unit, targets) == 0:
                            return Refusal.LEAVES_NO_TARGET
                unit = counter.next
    for unit in attackers:
        zone = has_zone(state, unit)
        for d in range(6):
            h = state.neighbour[state.units[unit].hex, d]
            if is_target(state, h) and (zone or state.ground[h].due != 0):
                if not _is_among(h, targets) and _find_attacker(state, h, attackers) < 0:
                    return Refusal.LEAVES_ENEMY
    return Refusal.OK


@inner
def note_duties(state: State, attackers: np.ndarray) -> None:
    """Note the enemies that must be attacked because these units attack.

    Rule: stalingrad_1942 7.21
    """
    for unit in attackers:
        if has_zone(state, unit):
            for d in range(6):
                h = state.neighbour[state.units[unit].hex, d]
                if is_target(state, h):
                    state.ground[h].due = 1


@entry
def find_duty(state: State, attackers: np.ndarray, targets: np.ndarray) -> tuple[int, int]:
    """Find an attack that is due and may be declared; return how many attackers and targets it has.

    Rule: stalingrad_1942 7.21, 7.22, 7.29

    attackers : int64[n_units], targets : int64[6]; their first entries are filled

    A unit takes all enemies that must be attacked and that nobody else could; else the weakest, or
    the one that is due, with those who must attack and have no other. 0, 0 when all is done.
    """
    none = np.empty(0, np.int64)
    lead, owed = -1, -1
    for unit in range(len(state.units)):
        if state.units[unit].must_attack != 0 and state.units[unit].attacked == 0:
            if can_attack(state, unit) and _count_targets(state, unit, none) > 0:
                lead = unit
                break
    if lead < 0:
        for h in range(len(state.ground) - 1):
            if state.ground[h].due != 0 and is_target(state, h):
                lead, owed = _find_attacker(state, h, none), h
                if lead >= 0:
                    break
    if lead < 0:
        return 0, 0
    attackers[0] = lead
    zone = has_zone(state, lead)
    alone, weakest, least = 0, owed, 0
    for d in range(6):
        h = state.neighbour[state.units[lead].hex, d]
        if not is_target(state, h):
            continue
        # A unit without a zone makes no enemy a duty.
        if (zone or state.ground[h].due != 0) and _find_attacker(state, h, attackers[:1]) < 0:
            targets[alone] = h
            alone += 1
        defense = defense_total(state, np.full(1, h, np.int64))
        if owed < 0 and (weakest < 0 or defense < least):
            weakest, least = h, defense
    if alone > 0:
        return 1, alone
    targets[0] = weakest
    count = 1
    for d in range(6):
        unit = state.ground[state.neighbour[weakest, d]].first
        while unit >= 0:
            counter = state.units[unit]
            if counter.must_attack != 0 and counter.attacked == 0 and unit != lead:
                if _count_targets(state, unit, targets[:1]) == 0:
                    attackers[count] = unit
                    count += 1
            unit = counter.next
    return count, 1
