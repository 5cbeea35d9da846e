"""Columns of the two terrain charts, as the kernels index them.

``State.tec`` has one row a ``vocabulary.Terrain`` and the columns of ``TerrainColumn``, in the
order of ``tables/terrain.csv``. ``State.tec_sides`` has the rows of ``HexsideRow`` and the columns
of ``HexsideColumn``, in the order of ``tables/hexsides.csv``.
"""

from __future__ import annotations

from enum import IntEnum


class TerrainColumn(IntEnum):
    """Columns of ``State.tec``; a cost of ``state.PROHIBITED`` closes the terrain."""

    MECH_COST = 0  # costs stand in the order of vocabulary.Mobility
    NONMECH_COST = 1
    MOUNTAIN_COST = 2
    SHIFT_MOVE_FIRST = 3  # prepared assault in a player turn that moves first
    SHIFT_ASSAULT_FIRST = 4
    SHIFT_ASSAULT_TWICE = 5
    SHIFT_MOBILE = 6
    MOBILE_ASSAULT_ALLOWED = 7
    MECH_ATTACK_ALLOWED = 8


class HexsideRow(IntEnum):
    """Rows of ``State.tec_sides``."""

    RIVER = 0
    VOLGA = 1
    BLOCKED = 2
    WATER = 3


class HexsideColumn(IntEnum):
    """Columns of ``State.tec_sides``.

    Columns 0-5 are extra MP by 3 * side + mobility; ``state.PROHIBITED`` closes the hexside. The
    others are permissions, 1 or 0.
    """

    AXIS_MECH = 0
    AXIS_NONMECH = 1
    AXIS_MOUNTAIN = 2
    SOVIET_MECH = 3
    SOVIET_NONMECH = 4
    SOVIET_MOUNTAIN = 5
    AXIS_ATTACK = 6
    SOVIET_ATTACK = 7
    MOBILE_ASSAULT = 8
    AXIS_SUPPLY = 9
    SOVIET_SUPPLY = 10
