"""Step losses: who pays for a combat result, and what becomes of him (2.12, 11.30-11.37)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.strength import has_trait, takes_part_in_defense
from balance.games.drive_on_stalingrad.supply import is_out_of_supply
from balance.games.drive_on_stalingrad.victory import remove_from_play
from balance.games.drive_on_stalingrad.vocabulary import EventKind, Side, Status, Trait
from balance.games.log import NO_UNIT, record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable

#: Values of ``panzers_only`` and ``panzers_first``.
ANYONE, PANZER_DIVISIONS = 0, 1
#: Priority of the first step of an order of losses; no standing order is as low as such a list.
ORDERED_FIRST = -30_000


@inner
def lose_step(state: State, unit: int, battle: int) -> bool:
    """Take a step from a unit: reduce it, or eliminate it with its last; tell which.

    Rule: drive_on_stalingrad 2.12, 4.3
    """
    counter = state.units[unit]
    if counter.steps > 1:
        counter.steps -= 1
        if counter.side == Side.AXIS:
            state.game.axis_steps_lost += 1
        record_event(state, EventKind.STEP_LOST, counter.hex, unit, battle)
        return False
    eliminate_unit(state, unit, battle)
    return True


@inner
def eliminate_unit(state: State, unit: int, battle: int) -> None:
    """Remove a unit for good, scored by its supply when the battle began.

    Rule: drive_on_stalingrad 2.12, 4.3
    """
    out_of_supply = state.units[unit].battle_oos != 0
    # Ruling: drive_on_stalingrad 4.3 - choice 1 judges at the instant of elimination.
    if state.rules.victory_oos_kill_judged != 0:
        out_of_supply = is_out_of_supply(state, unit)
    remove_from_play(state, unit, battle, out_of_supply)


@inner
def eliminate_defenders(state: State, h: int, battle: int) -> int:
    """Apply DE to the defenders of a hex and return the steps they lose.

    Rule: drive_on_stalingrad 2.12, 11.36, 11.37

    One-step units die first, then every unit with more steps loses one and stays.
    """
    lost = 0
    for reducing in range(2):
        unit = state.ground[h].first
        while unit >= 0:
            following = state.units[unit].next
            if takes_part_in_defense(state, unit):
                if (state.units[unit].steps > 1) == (reducing == 1):
                    lose_step(state, unit, battle)
                    lost += 1
            unit = following
    return lost


@inner
def eliminate_guests(state: State, h: int, battle: int) -> int:
    """Eliminate the units that had retreated into a hex now hit again, and return how many.

    Rule: drive_on_stalingrad 11.35

    They count for nothing towards the result of the battle.
    """
    lost = 0
    unit = state.ground[h].first
    while unit >= 0:
        following = state.units[unit].next
        if not takes_part_in_defense(state, unit):
            eliminate_unit(state, unit, battle)
            lost += 1
        unit = following
    return lost


@inner
def next_step_priority(counter: np.record) -> int:
    """What its owner's standing order says of the step that a unit would lose next.

    Rule: drive_on_stalingrad 2.12, 11.32
    """
    return counter.reduction_priority if counter.steps > 1 else counter.loss_priority


@inner
@replaceable
def choose_loss(state: State, attackers: NDArray[np.int16], count: int, panzers_only: int) -> int:
    """Pick the attacker whose next step its owner gives up first, -1 if no step is left.

    Rule: drive_on_stalingrad 11.32, 11.37

    The choice is made anew for every step, so that an owner may spread his losses, let one unit
    pay them all, or anything between. Among equals the unit named first pays.
    Ruling: drive_on_stalingrad 11.37

    attackers : int array, the first ``count`` entries are units
    """
    chosen = NO_UNIT
    lowest = 0
    for i in range(count):
        unit = attackers[i]
        if state.units[unit].status != Status.ON_MAP:
            continue
        if panzers_only != 0 and not has_trait(state, unit, Trait.PANZER_DIVISION):
            continue
        priority = next_step_priority(state.units[unit])
        if chosen < 0 or priority < lowest:
            chosen, lowest = unit, priority
    return chosen


@inner
def lose_attacker_steps(
    state: State, attackers: np.ndarray, steps: int, panzers_first: int, battle: int
) -> int:
    """Take steps from the attackers, as far as they have them, and return how many were lost.

    Rule: drive_on_stalingrad 11.32, 11.37
    """
    lost, count = 0, len(attackers)
    for _ in range(steps):
        unit = NO_UNIT
        if panzers_first != 0:
            unit = choose_loss(state, attackers, count, panzers_first)
        if unit < 0:
            unit = choose_loss(state, attackers, count, ANYONE)
        if unit < 0:
            break
        lose_step(state, unit, battle)
        lost += 1
    return lost


# --- losses in an order of the owner's own


@entry
def check_losses(
    state: State, attackers: np.ndarray, count: int, losses: np.ndarray, listed: int
) -> int:
    """Say whether attackers may give up steps in the order of a list: a ``Refusal``.

    Rule: drive_on_stalingrad 2.12, 11.32, 11.37

    attackers, losses : int arrays, the first ``count`` and ``listed`` entries are units; a unit
    stands in ``losses`` once for each step that it is to lose
    """
    for i in range(listed):
        unit = np.int64(losses[i])
        involved = False
        for j in range(count):
            if attackers[j] == unit:
                involved = True
        if not involved:
            return Refusal.LOSS_NOT_INVOLVED
        steps = 0
        for j in range(i + 1):
            if losses[j] == unit:
                steps += 1
        if steps > state.units[unit].steps:
            return Refusal.LOSS_NO_STEP
    return Refusal.OK


@entry
def order_losses(state: State, losses: np.ndarray, listed: int) -> None:
    """Put the steps of a list before those of all standing orders, in the order of the list.

    Rule: drive_on_stalingrad 11.32, 11.37

    losses : int array, the first ``listed`` entries are units, see ``check_losses``
    """
    for i in range(listed):
        unit = np.int64(losses[i])
        later = 0
        for j in range(i):
            if losses[j] == unit:
                later += 1
        if state.units[unit].steps - later > 1:
            state.units[unit].reduction_priority = ORDERED_FIRST + i
        else:
            state.units[unit].loss_priority = ORDERED_FIRST + i
