"""Who attacks whom in a Combat Phase, so that all that is compulsory is done at the best price.

Units beside enemies must attack, and all enemies beside who attacks must be attacked: so each unit
in contact is given one of the hexes beside it, and the whole is bettered by moving one unit at a
time to another target, or out of the battle if nothing compels it. Attacks are worth what they
would be at the odds that the referee would reckon.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.stalingrad_1942.battle import rate_attack
from balance.games.stalingrad_1942.duties import can_attack, is_target
from balance.games.stalingrad_1942.stacks import has_zone
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.strength import (
    attack_total,
    defense_total,
    fire_total,
    unit_attack,
)
from balance.games.stalingrad_1942.vocabulary import AirTask, Status
from balance.kernel.compiled import inner
from balance.kernel.hexes import direction_to
from balance.staff.craft.battle_value import OWN_RETREAT, OWN_WORTH, STAKES, WAY
from balance.staff.craft.stakes import (
    CORNERED,
    ground_worth,
    is_cornered,
    longest_retreat,
    note_attackers,
    note_defenders,
    retreat_price,
)
from balance.staff.desk import Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.battles import value_of
from balance.staff.stalingrad_1942.odds import air_support, cover_from_guns_and_air, sum_cover

#: Rounds of bettering; least gain.
_ROUNDS, GAIN = 3, 0.05
#: Links by which what falls due is followed along a front; the least and most that it may cost.
_LINKS, _CHEAPEST, _DEAREST = 4, 6.0, 20.0
_NOBODY = -1


class Order(NamedTuple):
    """The order of battle of a phase: units in contact, their targets, and who attacks what."""

    units: np.ndarray  # int64[f]
    pick: np.ndarray  # int64[f], place of the target, -1 for none
    bound: np.ndarray  # uint8[f], 1 = must attack
    targets: np.ndarray  # int64[t], hexes
    place: np.ndarray  # int16[n + 1], place of a hex among the targets, -1 for none
    value: np.ndarray  # float64[t], of the attack as it stands
    base: np.ndarray  # float64[t, STAKES], what the defenders have at stake
    due: np.ndarray  # float64[t], what it costs that a target must be attacked and nobody does
    party: np.ndarray  # int64[f], scratch


@inner
def draw_up(state: State, desk: Desk, side: int) -> Order:
    """List units in contact and enemies beside them, and give each unit who must a target."""
    units = np.zeros(len(state.units), np.int64)
    targets = np.zeros(len(state.ground), np.int64)
    place = np.full(len(state.ground), _NOBODY, np.int16)
    count, many = 0, 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.ON_MAP or not can_attack(state, unit):
            continue
        found = False
        for d in range(6):
            h = state.neighbour[counter.hex, d]
            if state.ground[h].occupant == 1 - side and is_target(state, h):
                found = True
                if place[h] < 0:
                    place[h] = many
                    targets[many] = h
                    many += 1
        if found:
            units[count] = unit
            count += 1
    order = Order(
        units[:count],
        np.full(count, _NOBODY, np.int64),
        np.zeros(count, np.uint8),
        targets[:many],
        place,
        np.zeros(many),
        np.zeros((many, STAKES)),
        np.zeros(many),
        np.zeros(count, np.int64),
    )
    if many > 0:
        sum_cover(state, desk, 1 - side)
    odds = _weigh_targets(state, desk, side, order)
    _price_dues(state, desk, side, order)
    for i in range(count):
        unit = order.units[i]
        order.bound[i] = 1 if state.units[unit].must_attack != 0 else 0
        if order.bound[i] != 0:
            order.pick[i] = _likeliest(state, order, unit, odds)
    for t in range(many):
        order.value[t] = value_as_it_is(state, desk, side, order, t)
    return order


@inner
def _weigh_targets(state: State, desk: Desk, side: int, order: Order) -> np.ndarray:
    """Enter the stakes of the defenders; return by target what could come against its defense."""
    odds = np.zeros(len(order.targets))
    for t in range(len(order.targets)):
        h = order.targets[t]
        ground = ground_worth(state, ASK, desk, side, h)
        note_defenders(state, ASK, desk, side, h, ground, order.base[t])
        for i in range(len(order.units)):
            if _is_beside(state, order, i, t):
                odds[t] += unit_attack(state, order.units[i])
        odds[t] /= ASK.battles.defense_against(state, h, 0)
    return odds


@inner
def _price_dues(state: State, desk: Desk, side: int, order: Order) -> None:
    """Enter what each target costs that falls due: whoever attacks it makes more fall due.

    Rule: stalingrad_1942 7.21
    """
    alone = np.zeros((len(order.units), 6))
    for i in range(len(order.units)):
        for d in range(6):
            t = order.place[state.neighbour[state.units[order.units[i]].hex, d]]
            if t >= 0:
                alone[i, d] = _value_with(state, desk, side, order, np.int64(t), i, _NOBODY)
    for _ in range(_LINKS):
        price = np.full(len(order.targets), _DEAREST)
        for i in range(len(order.units)):
            around = state.neighbour[state.units[order.units[i]].hex]
            beside = _price_left(state, order, state.units[order.units[i]].hex, _NOBODY)
            for d in range(6):
                t = order.place[around[d]]
                if t >= 0:
                    price[t] = min(price[t], beside - order.due[t] - alone[i, d])
        for t in range(len(price)):
            order.due[t] = max(_CHEAPEST, price[t])


@inner
def _likeliest(state: State, order: Order, unit: int, odds: np.ndarray) -> int:
    """The target beside a unit that most can be massed against."""
    best = _NOBODY
    for d in range(6):
        t = order.place[state.neighbour[state.units[unit].hex, d]]
        if t >= 0 and (best < 0 or odds[t] > odds[best]):
            best = np.int64(t)
    return best


@inner
def _is_given(order: Order, t: int) -> bool:
    """Whether a target is given to anybody."""
    for pick in order.pick:
        if pick == t:
            return True
    return False


@inner
def _is_beside(state: State, order: Order, i: int, t: int) -> bool:
    """Whether one of the units stands beside a target."""
    here = state.units[order.units[i]].hex
    return direction_to(state.neighbour, here, order.targets[t]) >= 0


# --- what an attack is worth


@inner
def note_party(
    state: State, desk: Desk, side: int, party: np.ndarray, target: int, stakes: np.ndarray
) -> None:
    """Enter what a party has to lose, and how far those it attacks could go."""
    note_attackers(state, ASK, desk, party, stakes)
    strength, launch = 0.0, 0
    for unit in party:
        strength += unit_attack(state, unit)
        launch |= 1 << direction_to(state.neighbour, target, state.units[unit].hex)
    stakes[OWN_RETREAT] = retreat_price(state, ASK, desk, strength)
    for unit in party:
        if is_cornered(state, ASK, side, state.units[unit].hex, target):
            stakes[OWN_RETREAT] += CORNERED * stakes[OWN_WORTH]
            break
    stakes[WAY] = longest_retreat(state, ASK, target, launch)


@inner
def rate(
    state: State,
    desk: Desk,
    party: np.ndarray,
    targets: np.ndarray,
    guns: np.ndarray,
    stakes: np.ndarray,
) -> float:
    """Expected value of an attack in factor points, support by air units and a gun counted."""
    planes = air_support(state, state.game.side, targets[0], AirTask.SUPPORT_ATTACK)
    more = planes * state.rules.air_attack
    attack = attack_total(state, party, targets) + fire_total(state, guns) + more
    defense = defense_total(state, targets)
    against = cover_from_guns_and_air(state, desk, targets[0], attack, defense)
    column = rate_attack(state, party, targets, guns, more, against)
    return value_of(state, column, stakes)


@inner
def _value_with(
    state: State, desk: Desk, side: int, order: Order, t: int, joins: int, leaves: int
) -> float:
    """Value of the attack on a target with one more of the units, or one less."""
    count = 0
    for i in range(len(order.units)):
        if (order.pick[i] == t and i != leaves) or i == joins:
            order.party[count] = order.units[i]
            count += 1
    if count == 0:
        return -order.due[t] if _is_due(state, order, t, leaves) else 0.0
    target = order.targets[t : t + 1]
    stakes = order.base[t]
    note_party(state, desk, side, order.party[:count], target[0], stakes)
    return rate(state, desk, order.party[:count], target, order.party[:0], stakes)


@inner
def _is_due(state: State, order: Order, t: int, leaves: int) -> bool:
    """Whether a target nobody is given must be attacked, for who could attack it attacks others.

    Rule: stalingrad_1942 7.21
    """
    if state.ground[order.targets[t]].due != 0:
        return True
    for i in range(len(order.units)):
        busy = order.pick[i] >= 0 and (i != leaves or order.bound[i] != 0)
        if busy and has_zone(state, order.units[i]) and _is_beside(state, order, i, t):
            return True
    return False


# --- bettering


@inner
def better(state: State, desk: Desk, side: int, order: Order) -> None:
    """Move units to other targets as long as the whole gains by it: one, then two at a time.

    First, whoever nothing binds is put together: one alone seldom opens an attack that pays.
    """
    for _ in range(_ROUNDS):
        changed = False
        for t in range(len(order.targets)):
            if _attack_together(state, desk, side, order, t):
                changed = True
        for i in range(len(order.units)):
            if _move_best(state, desk, side, order, i):
                changed = True
        for i in range(len(order.units)):
            if order.pick[i] >= 0 and order.value[order.pick[i]] < 0.0:
                if _move_for(state, desk, side, order, i):
                    changed = True
        if not changed:
            return


@inner
def _attack_together(state: State, desk: Desk, side: int, order: Order, t: int) -> bool:
    """Give all who attack nobody a target that nobody is given, if that pays; whether it does.

    Those who don't better it are left out again, the weakest first.
    """
    if _is_given(order, t):
        return False
    for i in range(len(order.units)):
        if order.pick[i] < 0 and _is_beside(state, order, i, t):
            order.pick[i] = t
    if _is_given(order, t):
        value = _drop_needless(state, desk, side, order, t)
        before, after = order.value[t], value
        for other in range(len(order.targets)):
            if other != t and not _is_given(order, other):
                before += order.value[other]
                after -= order.due[other] if _is_due(state, order, other, _NOBODY) else 0.0
        if after > before + GAIN:
            for other in range(len(order.targets)):
                if other == t or not _is_given(order, other):
                    order.value[other] = value_as_it_is(state, desk, side, order, other)
            return True
        for i in range(len(order.units)):
            order.pick[i] = _NOBODY if order.pick[i] == t else order.pick[i]
    return False


@inner
def _drop_needless(state: State, desk: Desk, side: int, order: Order, t: int) -> float:
    """Take out of an attack, one by one, who makes it no better; return what it is worth then."""
    value = value_as_it_is(state, desk, side, order, t)
    tried = np.zeros(len(order.units), np.uint8)
    while True:
        weakest, least = _NOBODY, np.int64(1 << 30)
        for i in range(len(order.units)):
            if order.pick[i] == t and tried[i] == 0:
                strength = unit_attack(state, order.units[i])
                if strength < least:
                    weakest, least = i, strength
        if weakest < 0:
            return value
        tried[weakest] = 1
        without = _value_with(state, desk, side, order, t, _NOBODY, weakest)
        if without >= value:
            order.pick[weakest], value = _NOBODY, without


@inner
def _move_for(state: State, desk: Desk, side: int, order: Order, i: int) -> bool:
    """Free a unit of a poor attack by another one that takes its place; whether one does."""
    now = order.pick[i]
    for j in range(len(order.units)):
        other = order.pick[j]
        if other == now or not _is_beside(state, order, j, now):
            continue
        here, away = state.units[order.units[i]].hex, state.units[order.units[j]].hex
        for d in range(6):
            t = np.int64(order.place[state.neighbour[here, d]])
            if t < 0 or t == now:
                continue
            before = order.value[now] + order.value[t]
            if other >= 0 and other != t:
                before += order.value[other]
            order.pick[i], order.pick[j] = t, now
            after = value_as_it_is(state, desk, side, order, now)
            after += value_as_it_is(state, desk, side, order, t)
            if other >= 0 and other != t:
                after += value_as_it_is(state, desk, side, order, other)
            elif other < 0:
                after -= _price_left(state, order, away, now)
            if after > before + GAIN:
                _value_around(state, desk, side, order, here)
                _value_around(state, desk, side, order, away)
                return True
            order.pick[i], order.pick[j] = now, other
    return False


@inner
def value_as_it_is(state: State, desk: Desk, side: int, order: Order, t: int) -> float:
    """Value of the attack on a target by those who are given it."""
    return _value_with(state, desk, side, order, t, _NOBODY, _NOBODY)


@inner
def _value_around(state: State, desk: Desk, side: int, order: Order, h: int) -> None:
    """Value the attacks on all targets beside a hex anew."""
    for d in range(6):
        t = np.int64(order.place[state.neighbour[h, d]])
        if t >= 0:
            order.value[t] = value_as_it_is(state, desk, side, order, t)


@inner
def _move_best(state: State, desk: Desk, side: int, order: Order, i: int) -> bool:
    """Give one unit the target with which the whole is worth most; whether it is another one."""
    now = order.pick[i]
    left = 0.0
    if now >= 0:
        left = _value_with(state, desk, side, order, now, _NOBODY, i) - order.value[now]
    best, most = now, GAIN
    if now >= 0 and order.bound[i] == 0 and left > most:
        best, most = np.int64(_NOBODY), left
    here = state.units[order.units[i]].hex
    for d in range(6):
        t = np.int64(order.place[state.neighbour[here, d]])
        if t < 0 or t == now:
            continue
        gain = left - order.value[t] + _value_with(state, desk, side, order, t, i, _NOBODY)
        if now < 0:
            gain -= _price_left(state, order, here, t)
        if gain > most:
            best, most = t, gain
    if best == now:
        return False
    order.pick[i] = best
    _value_around(state, desk, side, order, here)
    return True


@inner
def _price_left(state: State, order: Order, here: int, t: int) -> float:
    """What falls due beside a hex if it attacks: targets, one left out, that nobody is given."""
    price = 0.0
    for d in range(6):
        other = order.place[state.neighbour[here, d]]
        if other >= 0 and other != t and not _is_given(order, other):
            price += order.due[other]
    return price
