"""Supply as a staff sees it: traced once a phase, with hexes counted from it.

For games whose states hold by side, in ``state.supply``, how far each hex is from a source of
supply, and mark units without supply as ``unsupplied``.
"""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.supply_lines import NO_LINE
from balance.staff.craft.distances import count_hexes
from balance.staff.desk import TO_SUPPLY, Desk

#: How far hexes from the nearest one in supply are counted.
_COUNTED = 4


@inner
def count_from_supply(state: Any, trace: Any, desk: Desk, side: int) -> None:
    """Trace the supply of a side, and count hexes from it: lines follow an advance.

    ``trace`` (state, side) fills ``state.supply``. Once a phase; the enemy's supply stays as
    the turn found it.
    """
    trace(state, side)
    field = desk.distance[TO_SUPPLY]
    for h in range(len(state.ground)):
        desk.mask[0, h] = 1 if state.ground[h].occupant != 1 - side else 0
        field[h] = 0 if is_fed(state, side, h) else FAR
    count_hexes(state, desk, TO_SUPPLY, _COUNTED)


@inner
def measure_supply(state: Any, desk: Desk, side: int) -> None:
    """Find out nothing more: supply has been surveyed as the phase began."""


@inner
def refresh_supply(state: Any, side: int) -> None:
    """Trace nothing: supply has been surveyed as the phase began."""


@inner
def lack_of_supply(state: Any, desk: Desk, side: int, h: int) -> float:
    """How far a hex is from being supplied: 0 if it is, 1 if nothing can be done about it."""
    return min(1.0, desk.distance[TO_SUPPLY, h] / (_COUNTED + 1.0))


@inner
def is_fed(state: Any, side: int, h: int) -> bool:
    """Whether a unit of a side would be in supply in a hex, as last traced."""
    return state.supply[side, h] != NO_LINE


@inner
def is_starving(state: Any, unit: int) -> bool:
    """Whether a unit was out of supply when its side checked last."""
    return state.units[unit].unsupplied != 0
