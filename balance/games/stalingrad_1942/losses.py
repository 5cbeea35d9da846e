"""Losses of a battle: whose steps they are (7.34, 7.36, 11.35)."""

from __future__ import annotations

import numpy as np

from balance.games.log import NO_UNIT
from balance.games.stalingrad_1942.stacks import is_headquarters, lose_step
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import Policy, Status
from balance.kernel.compiled import inner


@inner
def pays_steps(state: State, unit: int) -> bool:
    """Whether steps may be taken from a unit: headquarters unless their side spares them.

    Rule: stalingrad_1942 11.21, 11.35
    """
    counter = state.units[unit]
    if counter.status != Status.ON_MAP:
        return False
    spared = state.policy[counter.side, Policy.SPARE_HEADQUARTERS] != 0
    return not (spared and is_headquarters(state, unit))


@inner
def steps_of(state: State, units: np.ndarray) -> int:
    """Steps that may be taken from some units in all."""
    steps = 0
    for unit in units:
        if pays_steps(state, unit):
            steps += state.units[unit].steps
    return steps


@inner
def lose_steps(state: State, units: np.ndarray, steps: int, battle: int) -> None:
    """Take steps from units, as far as they have them, as their owner's standing orders say.

    Rule: stalingrad_1942 7.34a, 7.36
    """
    for _ in range(steps):
        chosen = NO_UNIT
        for unit in units:
            if pays_steps(state, unit):
                if chosen == NO_UNIT or _goes_before(state, unit, chosen):
                    chosen = unit
        if chosen == NO_UNIT:
            return
        lose_step(state, chosen, battle)


@inner
def _goes_before(state: State, unit: int, other: int) -> bool:
    """Whether a unit's owner would rather take a step from it than from another.

    Rule: stalingrad_1942 7.34a
    """
    counter, beside = state.units[unit], state.units[other]
    if state.policy[counter.side, Policy.KEEP_UNITS] != 0:
        if (counter.steps > 1) != (beside.steps > 1):
            return counter.steps > 1
    return counter.loss_priority < beside.loss_priority
