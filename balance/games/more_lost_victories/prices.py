"""What replacements cost: Tank Army headquarters (S2h), and Wiking never (S8)."""

from __future__ import annotations

from balance.games.common.newcomers import rebuild_price as price_of_unit
from balance.games.common.newcomers import step_price as price_of_step
from balance.games.common.state import State
from balance.games.more_lost_victories.marks import Mark
from balance.kernel.compiled import inner

#: More points than a side ever has.
_NEVER = 30000


@inner
def _is_final(state: State, unit: int) -> bool:
    """Whether what a unit has lost never comes back.

    Rule: more_lost_victories S8a
    """
    return state.units[unit].marks & Mark.WIKING != 0 and state.rules.wiking_replaceable == 0


@inner
def step_price(state: State, unit: int) -> int:
    """Replacement points for a step of a unit on the map.

    Rule: more_lost_victories S8a
    """
    return _NEVER if _is_final(state, unit) else price_of_step(state, unit)


@inner
def rebuild_price(state: State, unit: int) -> int:
    """Replacement points for a unit that was eliminated.

    Rule: more_lost_victories S2h, S8a
    """
    if _is_final(state, unit):
        return _NEVER
    if state.units[unit].marks & Mark.HEADQUARTERS != 0:
        return state.rules.corps_headquarters_points
    return price_of_unit(state, unit)
