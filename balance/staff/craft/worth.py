"""What a step of a unit is worth to either side, in factor points."""

from __future__ import annotations

from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import State
from balance.kernel.compiled import inner
from balance.staff.army_group_south.situation import printed_attack, printed_defense, step_points
from balance.staff.desk import Desk

#: Turns before the end in which strength loses its worth.
_FADING = 3.0
#: What a headquarters is worth beside its points: an army without one is neither supplied nor led.
_STAFF = 6.0


@inner
def future(state: State) -> float:
    """What strength will still be good for: all while there are turns enough, nothing at the end.

    Rule: army_group_south 19.13, 25.0
    """
    turns = state.rules.sequence_game_turns - state.game.game_turn
    return max(0.0, min(1.0, turns / _FADING))


@inner
def step_worth(state: State, desk: Desk, unit: int) -> float:
    """What a step of a unit is worth to either side.

    Rule: army_group_south 25.2, 25.3
    """
    worth = step_points(state, unit) * desk.weights.vp_worth
    if is_headquarters(state, unit):
        return worth + _STAFF
    strength = printed_attack(state, unit) + printed_defense(state, unit)
    return worth + 0.5 * future(state) * strength / max(1, state.units[unit].steps)
