"""Which phase is being played, and what it is for.

Rule: army_group_south 4.1, 4.2
"""

from __future__ import annotations

from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Phase
from balance.kernel.compiled import inner


@inner
def is_initial_movement(state: State) -> bool:
    """Whether this is the first Movement Phase of a Player-Turn."""
    return state.game.phase == Phase.AXIS_MOVEMENT or state.game.phase == Phase.SOVIET_MOVEMENT


@inner
def is_mechanized_movement(state: State) -> bool:
    """Whether this is the Mechanized Movement Phase of a Player-Turn."""
    return state.game.phase == Phase.AXIS_MECHANIZED or state.game.phase == Phase.SOVIET_MECHANIZED


@inner
def is_movement(state: State) -> bool:
    """Whether the phasing side moves in this phase."""
    return is_initial_movement(state) or is_mechanized_movement(state)


@inner
def is_combat(state: State) -> bool:
    """Whether this is the Combat Phase of a Player-Turn."""
    return state.game.phase == Phase.AXIS_COMBAT or state.game.phase == Phase.SOVIET_COMBAT
