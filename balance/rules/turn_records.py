"""What the record of a game turn says of both sides' units alike, in all and hex by hex."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from balance.kernel.compiled import inner

#: Columns of the sums of a side: units on the map, their steps, what they are worth, and how many
#: are out of supply.
UNITS, STEPS, WORTH, CUT_OFF = range(4)


class CountRules(NamedTuple):
    """How a game counts a unit on the map."""

    #: (state, unit) -> what it is worth.
    worth: Any
    #: (state, unit) -> whether it is out of supply.
    is_cut_off: Any


@inner
def count_units(state: Any, rules: CountRules, row: int) -> np.ndarray:
    """Sum up the units on the map, int64[side, column]; note by hex who is out of supply.

    row : of ``hex_turns``
    """
    sums = np.zeros((2, 4), np.int64)
    state.hex_turns[1:, row] = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.hex >= len(state.ground) - 1:
            continue
        side, cut_off = counter.side, 1 if rules.is_cut_off(state, unit) else 0
        sums[side, UNITS] += 1
        sums[side, STEPS] += counter.steps
        sums[side, WORTH] += rules.worth(state, unit)
        sums[side, CUT_OFF] += cut_off
        state.hex_turns[1 + side, row, counter.hex] += cut_off
    return sums
