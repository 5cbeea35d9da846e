"""Columns of the two terrain charts, as the kernels index them.

``State.tec`` has one row a ``vocabulary.Terrain`` and the columns of ``TerrainColumn``, in the
order of ``tables/terrain.csv``. The hexside chart is read only while movement costs are built;
its rows are ``HexsideRow`` and its columns ``HexsideColumn``, in the order of
``tables/hexsides.csv``.
"""

from __future__ import annotations

from enum import IntEnum


class TerrainColumn(IntEnum):
    """Columns of ``State.tec``; a cost of ``state.PROHIBITED`` closes the terrain."""

    MECH_COST = 0
    NONMECH_COST = 1
    MOUNTAIN_COST = 2
    SHIFT_MOVE_FIRST = 3  # prepared assault, attacker moves first
    SHIFT_ASSAULT_FIRST = 4  # prepared assault, attacker assaults first (or twice)
    SHIFT_MOBILE = 5
    MOBILE_ASSAULT_ALLOWED = 6
    MECH_ATTACK_ALLOWED = 7


class HexsideRow(IntEnum):
    """Rows of the hexside chart."""

    RIVER = 0
    VOLGA = 1
    BLOCKED = 2
    WATER = 3


class HexsideColumn(IntEnum):
    """Columns of the hexside chart: extra MP by side and class; ``state.PROHIBITED`` closes it."""

    AXIS_MECH = 0
    AXIS_NONMECH = 1
    SOVIET_MECH = 2
    SOVIET_NONMECH = 3
