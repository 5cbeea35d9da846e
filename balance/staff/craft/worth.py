"""What a step of a unit is worth to either side, in factor points."""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner
from balance.staff.craft.questions import Questions
from balance.staff.desk import Desk

#: Turns before the end in which strength loses its worth.
_FADING = 3.0
#: What a headquarters is worth beside its points: an army without one is neither supplied nor led.
_STAFF = 6.0


@inner
def future(state: Any, ask: Questions) -> float:
    """What strength will still be good for: all while turns are left, nothing at the end."""
    return max(0.0, min(1.0, ask.worths.turns_left(state) / _FADING))


@inner
def step_worth(state: Any, ask: Questions, desk: Desk, unit: int) -> float:
    """What a step of a unit is worth to either side."""
    worth = ask.worths.step_points(state, unit) * desk.weights.vp_worth
    if ask.strengths.is_headquarters(state, unit):
        return worth + _STAFF
    strength = ask.strengths.printed_attack(state, unit) + ask.strengths.printed_defense(
        state, unit
    )
    return worth + 0.5 * future(state, ask) * strength / max(1, state.units[unit].steps)
