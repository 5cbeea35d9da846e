"""What an order is asked first: is the game on, is there such a unit, may its side act now.

Answers are the codes with which the refusals of all games begin (``balance.games.reasons``).
"""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner

#: Codes with one meaning in all games.
OK, GAME_OVER, WRONG_PHASE, WRONG_SIDE, NOT_ON_MAP, NO_SUCH_HEX, NO_SUCH_UNIT = range(7)


@inner
def check_actor(state: Any, unit: int, in_phase: bool) -> int:
    """Say whether the game is on, and a unit on the map whose side may act now, in its phase."""
    if state.game.ended != 0:
        return GAME_OVER
    return check_own_unit(state, unit, in_phase)


@inner
def check_own_unit(state: Any, unit: int, in_phase: bool) -> int:
    """Say whether a unit is there, of the phasing side, in its phase, and on the map."""
    if unit < 0 or unit >= len(state.units):
        return NO_SUCH_UNIT
    if state.units[unit].side != state.game.side:
        return WRONG_SIDE
    if not in_phase:
        return WRONG_PHASE
    return OK if state.units[unit].hex < len(state.ground) - 1 else NOT_ON_MAP
