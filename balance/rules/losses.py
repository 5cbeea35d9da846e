"""Losses: what both sides have lost so far, and whose next step goes first in a battle.

``units.fighting`` says which part a unit plays in the battle being fought.
"""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner

_NOBODY = -1


@inner
def count_losses(state: Any, side: int, steps: int, units: int) -> None:
    """Enter steps and units that a side has lost into its tally."""
    if side == 0:
        state.game.axis_steps_lost += steps
        state.game.axis_units_lost += units
    else:
        state.game.soviet_steps_lost += steps
        state.game.soviet_units_lost += units


@inner
def losses_of(state: Any, side: int) -> tuple[int, int]:
    """Steps and units that a side has lost so far."""
    if side == 0:
        return state.game.axis_steps_lost, state.game.axis_units_lost
    return state.game.soviet_steps_lost, state.game.soviet_units_lost


@inner
def log_losses(state: Any, row: int, side: int, before: tuple[int, int]) -> None:
    """Enter into a row of the log what a side has lost since ``losses_of`` told ``before``."""
    battle = state.battles[row]
    steps, units = losses_of(state, side)
    if side == state.game.side:
        battle.attacker_steps_lost = steps - before[0]
        battle.attacker_units_lost = units - before[1]
    else:
        battle.defender_steps_lost = steps - before[0]
        battle.defender_units_lost = units - before[1]


@inner
def steps_of(state: Any, part: int) -> int:
    """Steps that the units playing a part in the battle have together."""
    steps = 0
    for unit in range(len(state.units)):
        if state.units[unit].fighting == part:
            steps += state.units[unit].steps
    return steps


@inner
def first_of(state: Any, goes_before: Any, part: int) -> int:
    """Unit playing a part that (state, unit, other) puts before all others, -1 if none is left."""
    first = _NOBODY
    for unit in range(len(state.units)):
        if state.units[unit].fighting == part:
            if first < 0 or goes_before(state, unit, first):
                first = unit
    return first
