"""Drawing without return from pools of counters, by addressed dice."""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import entry
from balance.kernel.dice import keyed_integer


@entry
def draw_slots(
    seed: int, phase: int, purpose: int, first: np.ndarray, pool_of: np.ndarray, drawn: np.ndarray
) -> None:
    """Hand every unit that has a pool one of the pool's slots; no slot goes to two units.

    The draw depends on the seed and the order of the units alone. No pool has more units than
    slots.

    first : int16[n_pools + 1], slots of pool p are first[p] : first[p + 1]
    pool_of : int16[n_units], -1 for units that draw from none
    drawn : int64[n_units], the slot of each unit is written; others keep what is there
    """
    slots = np.arange(first[len(first) - 1])
    taken = np.zeros(len(first), np.int64)
    for u in range(len(pool_of)):
        pool = int(pool_of[u])
        if pool < 0:
            continue
        # Fisher-Yates, one step a unit: swap a random remaining slot to the front and take it
        here = int(first[pool]) + taken[pool]
        remaining = int(first[pool + 1]) - here
        other = here + keyed_integer(remaining, seed, 0, phase, purpose, pool, taken[pool])
        slot = slots[other]
        slots[other] = slots[here]
        slots[here] = slot
        taken[pool] += 1
        drawn[u] = slot
