"""The Combat Phase: the attacks of a plan, the best first, and whatever is still due.

Who attacks whom is settled in ``assignments``.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.artillery import check_gun
from balance.games.stalingrad_1942.attack import check_attack, make_attack
from balance.games.stalingrad_1942.battle import BELOW_EVEN
from balance.games.stalingrad_1942.duties import can_attack, find_duty, is_target
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import is_gun
from balance.games.stalingrad_1942.state import State
from balance.kernel.compiled import inner
from balance.kernel.hexes import direction_to
from balance.kernel.sorting import sort_down
from balance.staff.craft.battle_value import STAKES, write_value
from balance.staff.craft.muster import goes_forward, way_opened
from balance.staff.craft.stakes import ground_worth, note_defenders, prize_of
from balance.staff.desk import GARRISON, Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.assignments import GAIN, Order, better, draw_up, note_party, rate
from balance.staff.stalingrad_1942.battles import value_of
from balance.staff.stalingrad_1942.chains import (
    Chains,
    count_poor_chains,
    enter_attack,
    no_chains,
    open_chain,
)

#: Plans made one after the other, as long as something is still due.
_PLANS = 2


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
        best_first = np.arange(len(order.targets))
        sort_down(best_first, order.value.copy())
        for t in best_first:
            if state.game.ended == 0:
                _carry_out(state, desk, side, order, t, chains)
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
    ground += way_opened(state, ASK, desk, party, target)
    note_defenders(state, ASK, desk, side, target, ground, stakes)
    note_party(state, desk, side, party, target, stakes)
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
    value = rate(state, desk, party, targets, chosen[:0], stakes)
    for gun in range(len(state.units)):
        if state.units[gun].side != state.game.side or not is_gun(state, gun):
            continue
        if check_gun(state, gun, targets) != Refusal.OK:
            continue
        chosen[count] = gun
        better = rate(state, desk, party, targets, chosen[: count + 1], stakes)
        if better > value + GAIN:
            value = better
            count += 1
    return chosen[:count]
