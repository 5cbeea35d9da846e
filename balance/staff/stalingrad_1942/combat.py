"""The Combat Phase: who attacks whom, so that all that is compulsory is done at the best price.

Units beside enemies must attack, and all enemies beside who attacks must be attacked: so each unit
in contact is given one of the hexes beside it, and the whole is bettered by moving one unit at a
time to another target, or out of the battle if nothing compels it. Attacks are rated as the referee
reckons them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.stalingrad_1942.artillery import check_gun
from balance.games.stalingrad_1942.attack import check_attack, make_attack
from balance.games.stalingrad_1942.battle import BELOW_EVEN, rate_attack
from balance.games.stalingrad_1942.duties import can_attack, find_duty, is_target
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import has_zone, is_gun
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
from balance.staff.craft.battle_value import (
    OWN_RETREAT,
    OWN_STEP,
    OWN_STEPS,
    OWN_WORTH,
    STAKES,
    WAY,
    write_value,
)
from balance.staff.craft.muster import THROUGH, goes_forward, points_to_go, way_gained
from balance.staff.craft.stakes import (
    ground_worth,
    is_cornered,
    longest_retreat,
    note_defenders,
    prize_of,
    retreat_price,
)
from balance.staff.craft.worth import step_worth
from balance.staff.desk import GARRISON, Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.battles import value_of
from balance.staff.stalingrad_1942.chains import (
    Chains,
    count_poor_chains,
    enter_attack,
    no_chains,
    open_chain,
)
from balance.staff.stalingrad_1942.odds import air_support, cover_from_guns_and_air, sum_cover

#: Rounds of bettering; least gain.
_ROUNDS, _GAIN = 3, 0.05
#: Links by which what falls due is followed along a front; the least and most that it may cost.
_LINKS, _CHEAPEST, _DEAREST = 4, 6.0, 20.0
#: Plans made one after the other, as long as something is still due.
_PLANS = 2
#: Share of the attackers' worth that a retreat with no way back is thought to cost.
_CORNERED = 0.5
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
def conduct_combat(state: State, desk: Desk, side: int) -> None:
    """Make the attacks of a phase, those that are due among them, and rate each.

    Rule: stalingrad_1942 7.21, 7.22, 7.29
    """
    attackers, targets = np.empty(len(state.units), np.int64), np.empty(6, np.int64)
    chains = no_chains(state)
    for _ in range(_PLANS):
        order = draw_up(state, desk, side)
        better(state, desk, side, order)
        _carry_out_all(state, desk, side, order, chains)
        if state.game.ended != 0 or find_duty(state, attackers, targets)[0] == 0:
            break
    while state.game.ended == 0:
        count, hexes = find_duty(state, attackers, targets)
        if count == 0:
            break
        if not _attack(state, desk, side, attackers[:count], targets[:hexes], 0, chains):
            break
    count_poor_chains(state, side, chains)


@inner
def _carry_out_all(state: State, desk: Desk, side: int, order: Order, chains: Chains) -> None:
    """Make the attacks of a plan, the best first."""
    done = np.zeros(len(order.targets), np.uint8)
    while state.game.ended == 0:
        best = _NOBODY
        for t in range(len(order.targets)):
            if done[t] == 0 and (best < 0 or order.value[t] > order.value[best]):
                best = t
        if best < 0:
            return
        done[best] = 1
        _carry_out(state, desk, side, order, best, chains)


# --- who could attack what


@inner
def draw_up(state: State, desk: Desk, side: int) -> Order:
    """List units in contact and enemies beside them, and give each unit who must a target."""
    units = np.zeros(len(state.units), np.int64)
    targets = np.zeros(len(state.ground), np.int64)
    place = np.full(len(state.ground), _NOBODY, np.int16)
    count, many = 0, 0
    for u in range(len(state.units)):
        unit = u
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
            unit = order.units[i]
            if direction_to(state.neighbour, state.units[unit].hex, h) >= 0:
                odds[t] += unit_attack(state, unit)
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


# --- what an attack is worth


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
    _note_attackers(state, desk, side, order.party[:count], target[0], stakes)
    return _rate(state, desk, order.party[:count], target, order.party[:0], stakes)


@inner
def _is_due(state: State, order: Order, t: int, leaves: int) -> bool:
    """Whether a target nobody is given must be attacked, for who could attack it attacks others.

    Rule: stalingrad_1942 7.21
    """
    if state.ground[order.targets[t]].due != 0:
        return True
    for i in range(len(order.units)):
        unit = order.units[i]
        if order.pick[i] >= 0 and (i != leaves or order.bound[i] != 0) and has_zone(state, unit):
            here = state.units[unit].hex
            if direction_to(state.neighbour, here, order.targets[t]) >= 0:
                return True
    return False


@inner
def _note_attackers(
    state: State, desk: Desk, side: int, party: np.ndarray, target: int, stakes: np.ndarray
) -> None:
    """Enter what a party has to lose, and how far those it attacks could go."""
    steps, worth, cheapest, strength, launch = 0, 0.0, 1e9, 0.0, 0
    for unit in party:
        each = desk.weights.caution * step_worth(state, ASK, desk, unit)
        steps += state.units[unit].steps
        worth += state.units[unit].steps * each
        cheapest = min(cheapest, each)
        strength += unit_attack(state, unit)
        launch |= 1 << direction_to(state.neighbour, target, state.units[unit].hex)
    stakes[OWN_STEPS], stakes[OWN_WORTH], stakes[OWN_STEP] = steps, worth, cheapest
    stakes[OWN_RETREAT] = retreat_price(state, ASK, desk, strength)
    for unit in party:
        if is_cornered(state, ASK, side, state.units[unit].hex, target):
            stakes[OWN_RETREAT] += _CORNERED * worth
            break
    stakes[WAY] = longest_retreat(state, ASK, target, launch)


@inner
def _rate(
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


# --- bettering


@inner
def better(state: State, desk: Desk, side: int, order: Order) -> None:
    """Move units to other targets as long as the whole gains by it: one, then two at a time."""
    for _ in range(_ROUNDS):
        changed = False
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
def _move_for(state: State, desk: Desk, side: int, order: Order, i: int) -> bool:
    """Free a unit of a poor attack by another one that takes its place; whether one does."""
    now = order.pick[i]
    for j in range(len(order.units)):
        other = order.pick[j]
        away = state.units[order.units[j]].hex
        if other == now or direction_to(state.neighbour, away, order.targets[now]) < 0:
            continue
        here = state.units[order.units[i]].hex
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
            if after > before + _GAIN:
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
    best, most = now, _GAIN
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
        if other >= 0 and other != t:
            free = True
            for i in range(len(order.units)):
                free = free and order.pick[i] != other
            price += order.due[other] if free else 0.0
    return price


# --- carrying out


@inner
def _carry_out(state: State, desk: Desk, side: int, order: Order, t: int, chains: Chains) -> None:
    """Attack a target with those who were given it and still can, those first who go on."""
    target = order.targets[t : t + 1]
    if not is_target(state, target[0]):
        return
    party = np.zeros(len(order.units), np.int64)
    count, bound = 0, False
    for forward in (True, False):
        for i in range(len(order.units)):
            unit = order.units[i]
            if order.pick[i] != t or goes_forward(state, ASK, desk, unit) != forward:
                continue
            here = state.units[unit].hex
            if can_attack(state, unit) and direction_to(state.neighbour, here, target[0]) >= 0:
                party[count] = unit
                count += 1
                bound = bound or order.bound[i] != 0
    bound = bound or state.ground[target[0]].due != 0
    if count > 0 and (bound or order.value[t] >= desk.weights.min_value):
        _attack(state, desk, side, party[:count], target, count, chains)


@inner
def _attack(
    state: State,
    desk: Desk,
    side: int,
    party: np.ndarray,
    targets: np.ndarray,
    most: int,
    chains: Chains,
) -> bool:
    """Make one attack with the guns that better it, and record what it was worth at its odds."""
    stakes = np.zeros(STAKES)
    target = targets[0]
    ground = ground_worth(state, ASK, desk, side, target)
    way = 0.0
    for unit in party:
        start = points_to_go(state, desk, unit)
        way = max(way, way_gained(state, ASK, desk, unit, start, target))
    ground += desk.weights.advance * THROUGH * way
    note_defenders(state, ASK, desk, side, target, ground, stakes)
    _note_attackers(state, desk, side, party, target, stakes)
    guns = _choose_guns(state, desk, party, targets, stakes)
    if check_attack(state, party, targets, guns) != Refusal.OK:
        return False
    row = state.game.battle_count
    advancing = _count_advancing(state, desk, side, party, target) if most > 0 else 0
    chain = open_chain(state, chains, party)
    make_attack(state, party, targets, guns, advancing)
    if row < len(state.battles):
        value = value_of(state, state.battles[row].final_odds + BELOW_EVEN, stakes)
        write_value(state, row, value)
        enter_attack(chains, chain, value)
    return True


@inner
def _count_advancing(state: State, desk: Desk, side: int, party: np.ndarray, target: int) -> int:
    """How many of a party shall follow: those who go forward, all into a prize, no garrison."""
    prize = prize_of(state, ASK, desk, side, target) > 0.0
    count = 0
    for unit in party:
        wanted = prize or goes_forward(state, ASK, desk, unit)
        if wanted and desk.marks[GARRISON, state.units[unit].hex] == 0:
            count += 1
    return count


@inner
def _choose_guns(
    state: State, desk: Desk, party: np.ndarray, targets: np.ndarray, stakes: np.ndarray
) -> np.ndarray:
    """Guns in range that better an attack, each by more than it is worth elsewhere.

    Rule: stalingrad_1942 8.31, 8.32, 8.33
    """
    chosen = np.empty(len(state.units), np.int64)
    count = 0
    value = _rate(state, desk, party, targets, chosen[:0], stakes)
    for gun in range(len(state.units)):
        if state.units[gun].side != state.game.side or not is_gun(state, gun):
            continue
        if check_gun(state, gun, targets) != Refusal.OK:
            continue
        chosen[count] = gun
        better = _rate(state, desk, party, targets, chosen[: count + 1], stakes)
        if better > value + _GAIN:
            value = better
            count += 1
    return chosen[:count]
