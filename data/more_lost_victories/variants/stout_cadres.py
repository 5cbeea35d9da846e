"""Cadres that defend like whole divisions: the rule function of the variant stout_cadres."""

from balance.games.common.state import State
from balance.games.common.strength import DEFENSE


def unit_defense(state: State, unit: int) -> int:
    """Defense strength of a unit, whatever steps it has left."""
    starved = state.units[unit].unsupplied != 0
    strength = state.strengths[unit, state.units[unit].full_steps, DEFENSE]
    return strength // (state.rules.supply_defense_divisor if starved else 1)
