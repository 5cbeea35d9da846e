"""Step losses: who pays for a combat result, and what becomes of him (2.12, 11.30-11.37)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.strength import has_trait, takes_part_in_defense
from balance.games.drive_on_stalingrad.supply import is_out_of_supply
from balance.games.drive_on_stalingrad.victory import remove_from_play
from balance.games.drive_on_stalingrad.vocabulary import EventKind, Side, Status, Trait
from balance.games.log import NO_UNIT, record_event
from balance.kernel.compiled import inner

#: Values of ``panzers_only`` and ``panzers_first``.
ANYONE, PANZER_DIVISIONS = np.int64(0), np.int64(1)


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
        record_event(state, EventKind.STEP_LOST, np.int64(counter.hex), unit, battle)
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
        unit = np.int64(state.ground[h].first)
        while unit >= 0:
            following = np.int64(state.units[unit].next)
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
    unit = np.int64(state.ground[h].first)
    while unit >= 0:
        following = np.int64(state.units[unit].next)
        if not takes_part_in_defense(state, unit):
            eliminate_unit(state, unit, battle)
            lost += 1
        unit = following
    return lost


@inner
def choose_loss(state: State, attackers: np.ndarray, count: int, panzers_only: int) -> int:
    """Pick the attacker that its owner's standing order gives up first, -1 if none is left.

    Rule: drive_on_stalingrad 11.32

    attackers : int array, the first ``count`` entries are units
    """
    chosen = NO_UNIT
    for i in range(count):
        unit = np.int64(attackers[i])
        if state.units[unit].status != Status.ON_MAP:
            continue
        if panzers_only != 0 and not has_trait(state, unit, Trait.PANZER_DIVISION):
            continue
        if chosen < 0 or state.units[unit].loss_priority < state.units[chosen].loss_priority:
            chosen = unit
    return chosen


@inner
def lose_attacker_steps(
    state: State,
    attackers: np.ndarray,
    count: int,
    steps: int,
    panzers_first: int,
    battle: int,
) -> int:
    """Take steps from the attackers, as far as they have them, and return how many were lost.

    Rule: drive_on_stalingrad 11.32, 11.37

    attackers : int array, the first ``count`` entries are units
    """
    lost = 0
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
