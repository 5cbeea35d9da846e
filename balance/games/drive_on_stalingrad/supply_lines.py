"""Where lines of supply may run, by the map and its chart of hex sides alone (7.12, 7.13, 9.16)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import AXIS_SOUTH, SOVIET_SOUTH, State
from balance.games.drive_on_stalingrad.tables import HexsideColumn, HexsideRow
from balance.games.drive_on_stalingrad.vocabulary import Feature, Hexside, Terrain
from balance.kernel.compiled import entry, inner


@entry
def open_line_sides(state: State) -> None:
    """Fill ``line_sides``: the hex sides that a line of each field may pass, by the map alone.

    Rule: drive_on_stalingrad 7.12, 7.13, 9.16
    """
    for h in range(len(state.hexes)):
        for row in range(4):
            state.line_sides[row, h] = 0
            if not _line_may_enter(state, row, h):
                continue
            for d in range(6):
                there = state.neighbour[h, d]
                if _line_may_enter(state, row, there) and _line_may_cross(state, row, h, d):
                    state.line_sides[row, h] |= np.uint8(1 << d)


@inner
def _line_may_enter(state: State, row: int, h: int) -> bool:
    """Whether the terrain and the map sheet of a hex admit lines of this field."""
    terrain = state.hexes[h].terrain
    if terrain == Terrain.OFF_MAP or terrain == Terrain.SEA:
        return False
    if terrain == Terrain.LAKE and not _uses_lakes(state, row):
        return False
    south = state.hexes[h].features & Feature.SOUTH_MAP != 0
    if row == SOVIET_SOUTH:
        # Astrakhan lies in a northern row, yet it is a source of the south map too (7.10, 7.11).
        return south or state.hexes[h].features & Feature.ASTRAKHAN != 0
    if row == AXIS_SOUTH:
        return True
    return not south


@inner
def _line_may_cross(state: State, row: int, h: int, d: int) -> bool:
    """Whether a hex side admits lines of this field, by the chart of hex sides.

    Rule: drive_on_stalingrad 7.12, 9.16
    """
    side = np.int64(state.hexside[h, d])
    axis = row <= AXIS_SOUTH
    column = HexsideColumn.AXIS_SUPPLY if axis else HexsideColumn.SOVIET_SUPPLY
    if side & Hexside.RIVER != 0 and state.tec_sides[HexsideRow.RIVER, column] == 0:
        return False
    if side & Hexside.VOLGA != 0 and state.tec_sides[HexsideRow.VOLGA, column] == 0:
        return False
    if side & Hexside.BLOCKED != 0 and state.tec_sides[HexsideRow.BLOCKED, column] == 0:
        return False
    # Ruling: drive_on_stalingrad 9.32 - a flood bars movement and combat, not supply.
    if side & Hexside.MANYCH != 0 and state.rules.supply_flooded_manych_blocks_supply != 0:
        if state.game.flood_turn != 0 and state.game.flood_turn == state.game.game_turn:
            return False
    if side & Hexside.WATER == 0:
        return True
    if state.tec_sides[HexsideRow.WATER, column] == 0 or not _uses_lakes(state, row):
        return False
    # A water side between two coastal hexes is a side of the sea; all others are lakes.
    there = state.neighbour[h, d]
    return state.hexes[h].features & state.hexes[there].features & Feature.COAST == 0


@inner
def _uses_lakes(state: State, row: int) -> bool:
    """Whether lines of this field run over lakes and reservoirs.

    Rule: drive_on_stalingrad 7.12
    """
    if row <= AXIS_SOUTH:
        return state.rules.supply_german_supply_over_lakes != 0
    return state.rules.supply_soviet_supply_over_lakes != 0
