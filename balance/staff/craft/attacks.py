"""The Combat Phase: which hexes to attack, with whom, and in what order.

Each enemy hex in contact is rated with all units that could join, through the combat results table;
units that do not better the attack are left out again and stay free for others. The best attack is
made at once, since its outcome opens or closes others, and its surroundings are rated anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.staff.craft.battle_value import (
    GROUND,
    OWN_RETREAT,
    OWN_STEP,
    OWN_WORTH,
    PRESSES_ON,
    STAKES,
    WAY,
    doubtful_value,
    record_value,
)
from balance.staff.craft.best_first import (
    SIDE,
    UNIT,
    attack_best_first,
    drop_needless,
    is_garrison,
    move_member,
)
from balance.staff.craft.muster import goes_forward, way_opened
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.craft.stakes import (
    CORNERED,
    ground_worth,
    hidden_share,
    is_cornered,
    longest_retreat,
    note_attackers,
    note_defenders,
    prize_of,
    retreat_price,
)
from balance.staff.desk import Desk

#: A unit that adds nothing to an attack stays free for another: value of having it free.
_IDLE = 0.02
#: Enemy strength, as a multiple of our own, that makes an emptied hex no place to go on to.
_TOO_HOT = 3.0
_ALL = 3
_NOBODY = 0


# --- the party


@inner
def gather_party(state: Any, ask: Questions, desk: Desk, side: int, target: int) -> int:
    """Collect all who may attack a hex into ``desk.party``, strongest first; return how many."""
    count = 0
    for d in range(6):
        h = state.neighbour[target, d]
        if state.ground[h].occupant != side:
            continue
        unit = state.ground[h].first
        while unit >= 0 and count < desk.party.shape[1]:
            if ask.attacks.check_attacker(state, unit, target) == ALLOWED:
                _insert(desk, count, unit, d, ask.battles.attack_of(state, unit))
                count += 1
            unit = state.units[unit].next
    return count


@inner
def _insert(desk: Desk, count: int, unit: int, d: int, strength: float) -> None:
    """Put a unit into the party, which is kept in order of strength."""
    desk.party[UNIT, count] = unit
    desk.party[SIDE, count] = d
    desk.party_strength[count] = strength
    place = count
    while place > 0 and desk.party_strength[place - 1] < strength:
        place -= 1
    move_member(desk, count, place)


@inner
def party_attack(state: Any, ask: Questions, desk: Desk, count: int) -> float:
    """Attack strength of the party, with what headquarters add; 0 if none but they attack."""
    total = 0.0
    for i in range(count):
        total += desk.party_strength[i]
        unit = desk.party[UNIT, i]
        if ask.strengths.is_headquarters(state, unit):
            beside = 0.0
            for j in range(count):
                if desk.party[SIDE, j] == desk.party[SIDE, i]:
                    beside += desk.party_strength[j]
            if beside <= 0.0:
                return 0.0
            total += min(float(ask.strengths.leadership(state, unit)), beside)
    return total


@inner
def _note_party(
    state: Any, ask: Questions, desk: Desk, count: int, cornered: int, stakes: np.ndarray
) -> None:
    """Enter what the party has to lose.

    ``cornered`` has bit d set for each side of the target from which there is no way back.
    """
    note_attackers(state, ask, desk, desk.party[UNIT, :count], stakes)
    strength, sides = 0.0, 0
    stakes[PRESSES_ON] = 0.0
    for i in range(count):
        strength += desk.party_strength[i]
        sides |= np.int64(1) << np.int64(desk.party[SIDE, i])
        if ask.battles.presses_on(state, desk.party[UNIT, i]):
            stakes[PRESSES_ON] = 1.0
    stakes[OWN_RETREAT] = retreat_price(state, ask, desk, strength)
    if (sides & cornered) != 0:
        stakes[OWN_RETREAT] += CORNERED * stakes[OWN_WORTH]


@inner
def rate_party(
    state: Any,
    ask: Questions,
    desk: Desk,
    target: int,
    count: int,
    cornered: int,
    stakes: np.ndarray,
) -> float:
    """Expected value of an attack by the first ``count`` units of the party; fills their stakes."""
    attack = party_attack(state, ask, desk, count)
    if attack <= 0.0:
        return -1e9
    sides, hidden = 0, 0.0
    for i in range(count):
        unit = desk.party[UNIT, i]
        if not ask.strengths.is_headquarters(state, unit):
            sides |= np.int64(1) << np.int64(desk.party[SIDE, i])
        if ask.strengths.is_hidden(state, unit):
            hidden += desk.party_strength[i]
    doubt = max(hidden / attack, hidden_share(state, ask, target))
    defense = ask.battles.defense_against(state, target, sides)
    column = ask.attacks.column_of(
        state, desk, target, attack, defense, desk.party[UNIT], count, -1, sides
    )
    _note_party(state, ask, desk, count, cornered, stakes)
    return doubtful_value(state, ask, column, doubt, stakes) - _IDLE * count


@inner
def build_attack(
    state: Any, ask: Questions, desk: Desk, side: int, target: int, stakes: np.ndarray
) -> tuple[int, float]:
    """Form the best party against a hex in ``desk.party``: number of units, expected value.

    Units are left out one by one, weakest first, where that makes the attack no worse.
    """
    count = gather_party(state, ask, desk, side, target)
    if count == 0:
        return 0, -1e9
    ground = ground_worth(state, ask, desk, side, target)
    ground += way_opened(state, ask, desk, desk.party[UNIT, :count], target)
    note_defenders(state, ask, desk, side, target, ground, stakes)
    stakes[WAY] = longest_retreat(state, ask, target, _NOBODY)
    cornered = 0
    for d in range(6):
        if is_cornered(state, ask, side, state.neighbour[target, d], target):
            cornered |= np.int64(1) << d
    count = drop_needless(state, ask, desk, target, count, rate_party, cornered, stakes)
    return count, rate_party(state, ask, desk, target, count, cornered, stakes)


# --- what follows


@inner
def order_advance(
    state: Any, ask: Questions, desk: Desk, side: int, target: int, count: int
) -> int:
    """Put those who shall follow into the hex first, and return how many they are.

    Who goes forward goes on, unless the enemy could fall upon him with far more than he has. For a
    town others follow too; who is the garrison of his hex stays.
    """
    strength = 0.0
    for i in range(count):
        strength += desk.party_strength[i]
    prize = prize_of(state, ask, desk, side, target) > 0.0
    hot = desk.threat[target] > _TOO_HOT * max(1.0, strength)
    free = 0
    for i in range(count):
        unit = desk.party[UNIT, i]
        wanted = prize or (goes_forward(state, ask, desk, unit) and not hot)
        if (
            not wanted
            or ask.strengths.is_headquarters(state, unit)
            or is_garrison(state, desk, unit, free)
        ):
            continue
        move_member(desk, i, free)
        free += 1
    return min(free, _ALL)


@inner
def note_value(state: Any, ask: Questions, side: int, battle: int, stakes: np.ndarray) -> None:
    """Record what an attack was worth at the odds it was really fought at.

    What was hidden is known by then: an attack of negative value is one that its staff misjudged.
    """
    if battle >= state.battles.shape[0] or state.battles[battle].die == 0:
        return
    column = state.battles[battle].final_odds + ask.battles.even_column
    record_value(state, side, battle, ask.battles.value_of(state, column, stakes))


# --- the phase


@inner
def rate_target(
    state: Any, ask: Questions, desk: Desk, side: int, target: int, stakes: np.ndarray
) -> None:
    """Write the best value of attacking a hex now to ``desk.value``."""
    desk.value[target] = -1e9
    if (
        state.ground[target].occupant != 1 - side
        or ask.attacks.check_target(state, target) != ALLOWED
    ):
        return
    _, value = build_attack(state, ask, desk, side, target, stakes)
    desk.value[target] = value


@inner
def _rate_around(
    state: Any, ask: Questions, desk: Desk, side: int, centre: int, stakes: np.ndarray
) -> None:
    """Rate anew the targets that a battle can have changed, two hexes around."""
    for d in range(6):
        h = state.neighbour[centre, d]
        rate_target(state, ask, desk, side, h, stakes)
        for e in range(6):
            if e == d or e == (d + 1) % 6:  # each hex of the second ring once
                rate_target(state, ask, desk, side, state.neighbour[h, e], stakes)
    rate_target(state, ask, desk, side, centre, stakes)


@inner
def conduct_attacks(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Make all attacks of this phase that are worth their risk, best first."""
    attack_best_first(state, ask, desk, side, rate_target, _attack, np.zeros(STAKES))


@inner
def _attack(
    state: Any, ask: Questions, desk: Desk, side: int, target: int, stakes: np.ndarray
) -> None:
    """Attack a hex with the best party, if it is still worth it, and rate what that changes."""
    desk.value[target] = -1e9
    count, value = build_attack(state, ask, desk, side, target, stakes)
    if count == 0 or value < desk.weights.min_value:
        return
    members = order_advance(state, ask, desk, side, target, count)
    # Who would go into the hex pays a step for that rather than go back.
    pays = stakes[GROUND] > stakes[OWN_STEP]
    ask.attacks.prefer_steps(state, side, pays)
    before = state.game.battle_count
    if ask.attacks.make(state, target, desk.party[UNIT], count, members) != ALLOWED:
        return
    note_value(state, ask, side, before, stakes)
    _rate_around(state, ask, desk, side, target, stakes)
