"""What cuts a stack off: lines of supply, the towns that fall with it, what units cut off count.

No unit has a zone of control, so only occupied hexes bar a line.

Rule: drive_on_stalingrad 7.12, 7.15
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature, Side
from balance.kernel.compiled import inlined, inner

_CLOSE = 2  # towns so near a stack are cut off with it
_ULTIMATE = (
    np.int64(Feature.AXIS_ULTIMATE)
    | np.int64(Feature.TAMAN)
    | np.int64(Feature.ASTRAKHAN)
    | np.int64(Feature.SOVIET_NORTH_ULTIMATE)
    | np.int64(Feature.SOVIET_SOUTH_ULTIMATE)
)


@inlined
def can_be_cut_off(state: State, h: int) -> bool:
    """Whether who stands in a hex can lose his supply: on an ultimate source nobody does.

    Rule: drive_on_stalingrad 7.8
    """
    return (state.hexes[h].features & _ULTIMATE) == 0


@inlined
def carries_line(state: State, net: int, h: int, d: int) -> bool:
    """Whether a supply line of a net may run from a hex across a side of it.

    Rule: drive_on_stalingrad 7.12
    """
    return (state.line_sides[net, h] >> d) & 1 != 0


@inlined
def is_source(state: State, net: int, h: int) -> bool:
    """Whether a hex is a working source of a net, as things stand."""
    return state.supply[net, h] == 0


@inner
def list_roots(state: State, net: int, start: int, root: np.ndarray) -> tuple[int, int]:
    """List a hex and the sources close by that are none of their own.

    They are sources only while they are linked themselves. Returns how many, and how far from the
    hex a line may run.

    Rule: drive_on_stalingrad 7.8, 7.12
    """
    root[0] = start
    count = 1
    first_row, beyond = rows_near(state, start, _CLOSE)
    for there in range(first_row, beyond):
        first, last = span_near(state, start, _CLOSE, there)
        for h in range(first, last):
            if state.supply[net, h] == 0 and h != start and can_be_cut_off(state, h):
                root[count] = h
                count += 1
    return count, state.rules.supply_line_max_hexes + (_CLOSE if count > 1 else 0)


@inner
def points_of_captive(state: State, side: int) -> float:
    """Victory points for each enemy unit lost out of supply.

    Rule: drive_on_stalingrad 4.3
    """
    if side != Side.AXIS:
        return 0.0
    return 1.0 / max(1, state.rules.victory_oos_kills_per_vp)
