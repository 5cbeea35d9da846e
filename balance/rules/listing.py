"""Lists of what a rule allows now: units that are due, hexes that qualify."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner


@inner
def list_units(state: Any, is_due: Any, side: int, units: np.ndarray) -> int:
    """Fill ``units`` with those of a side that (state, unit) accepts, in order; return how many.

    units : int array; what goes beyond its length is left out
    """
    count = 0
    for unit in range(len(state.units)):
        if state.units[unit].side == side and count < len(units) and is_due(state, unit):
            units[count] = unit
            count += 1
    return count


@inner
def list_hexes(state: Any, check: Any, who: int, asked: np.ndarray, hexes: np.ndarray) -> int:
    """Fill ``hexes`` with those of some for which (state, who, h) has no refusal; return how many.

    asked, hexes : int arrays; what goes beyond the length of ``hexes`` is left out
    """
    count = 0
    for i in range(len(asked)):
        if count < len(hexes) and check(state, who, asked[i]) == 0:
            hexes[count] = asked[i]
            count += 1
    return count
