"""Dice of a game: addressed by its seed, turn and phase, and by what they are rolled for."""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner
from balance.kernel.dice import keyed_integer, roll_die


@inner
def roll(state: Any, faces: int, purpose: int, key: int, nth: int) -> int:
    """Roll a die of this phase: 1 to ``faces``.

    ``key`` is the hex or unit that it is for, ``nth`` counts the rolls for that purpose there.
    """
    game = state.game
    return roll_die(faces, game.seed, game.game_turn, game.phase, purpose, key, nth)


@inner
def draw(state: Any, size: int, purpose: int, key: int, nth: int) -> int:
    """Draw a number of this phase: 0 to ``size`` - 1; see ``roll``."""
    game = state.game
    return keyed_integer(size, game.seed, game.game_turn, game.phase, purpose, key, nth)
