"""What the record of a game turn says of both sides' units alike, in all and hex by hex."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from balance.kernel.compiled import inner

#: Columns of the sums of a side: units on the map, their steps, what they are worth, and how many
#: are out of supply.
UNITS, STEPS, WORTH, CUT_OFF = range(4)
#: Place of who controls a hex in ``hex_turns``.
_CONTROL = 0


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


@inner
def write_losses(state: Any, row: int) -> None:
    """Write what both sides have lost so far into a row of the game turns."""
    turn, game = state.turns[row], state.game
    turn.axis_steps_lost, turn.soviet_steps_lost = game.axis_steps_lost, game.soviet_steps_lost
    turn.axis_units_lost, turn.soviet_units_lost = game.axis_units_lost, game.soviet_units_lost


@inner
def write_units(state: Any, rules: CountRules, row: int) -> None:
    """Write how many units both sides have, and what they are worth, into a row of the turns."""
    turn, sums = state.turns[row], count_units(state, rules, row + 1)
    turn.axis_units, turn.soviet_units = sums[0, UNITS], sums[1, UNITS]
    turn.axis_steps, turn.soviet_steps = sums[0, STEPS], sums[1, STEPS]
    turn.axis_strength, turn.soviet_strength = sums[0, WORTH], sums[1, WORTH]
    turn.axis_oos, turn.soviet_oos = sums[0, CUT_OFF], sums[1, CUT_OFF]


@inner
def record_control(state: Any, row: int) -> None:
    """Write who controls each hex into a row of the map's record."""
    for h in range(len(state.ground) - 1):
        state.hex_turns[_CONTROL, row, h] = state.ground[h].control
