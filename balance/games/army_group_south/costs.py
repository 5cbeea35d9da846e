"""What it costs to leave each hex by each side, for every class of unit and both seasons (10, 19).

The table is built once a variant from the map, the terrain chart and the parameters, and so is that
of the sides which lines of supply may pass.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.state import PROHIBITED, THAW, WESTWARD, State
from balance.games.army_group_south.tables import TerrainColumn, TerrainRow
from balance.games.army_group_south.vocabulary import (
    Feature,
    Hexside,
    Mobility,
    Mode,
    Side,
    Size,
    Terrain,
)
from balance.kernel.compiled import inner
from balance.kernel.neighbours import EAST, NORTH_EAST, SOUTH_EAST

#: Second choice of ``movement.major_river_price`` and ``movement.disengage_price``.
TOTAL = 1


def build_costs(
    terrain: np.ndarray,
    features: np.ndarray,
    hexside: np.ndarray,
    neighbour: np.ndarray,
    tec: np.ndarray,
    rules: np.record,
) -> np.ndarray:
    """Build ``State.cost``: the cost of the hex entered plus that of the side crossed.

    Rule: army_group_south 5.13, 5.27, 5.35, 8.22, 10.0, 10.13, 10.16, 10.21, 10.22, 10.31, 10.4
    Rule: army_group_south 19.31, 19.32, 19.43, 21.14

    Railroads and towns cost nothing of their own; a city costs what it says whatever it stands on.
    The arrays are fields of ``State``, and of its ``hexes``.

    Returns
    -------
    uint16[8, n + 1, 6]
        Row = mobility, ``THAW`` more once minor rivers flow, ``WESTWARD`` more for units that may
        go west, north-west and south-west only.
    """
    sides = np.asarray(hexside).astype(np.int64)
    there = np.asarray(neighbour).astype(np.int64)
    entered = np.asarray(terrain).astype(np.int64)[there]
    city = (np.asarray(features)[there] & int(Feature.CITY)) != 0
    total = int(rules.movement_major_river_price) == TOTAL
    major = (sides & Hexside.MAJOR_RIVER) != 0
    minor = ((sides & Hexside.MINOR_RIVER) != 0) & ~major
    table = np.empty((8, *sides.shape), np.uint16)
    for mobility in Mobility:
        hexes = tec[:, _COLUMNS[mobility]].astype(np.int64)[entered]
        closed = (hexes == PROHIBITED) | ((sides & Hexside.SEA) != 0)
        hexes = np.where(city & ~closed, int(tec[TerrainRow.CITY, _COLUMNS[mobility]]), hexes)
        # Ruling: army_group_south 19.43 - the price of a major river is extra, or all there is.
        dry = np.where(major & total, 0, hexes)
        for season, minor_mp in (
            (0, rules.movement_frozen_minor_river),
            (THAW, rules.movement_thawed_minor_river),
        ):
            cost = dry + int(minor_mp) * minor + int(rules.movement_major_river) * major
            # A sum that high is out of any unit's reach, yet must not read as closed.
            cost = np.where(closed, PROHIBITED, np.minimum(cost, PROHIBITED - 1))
            table[mobility + season] = cost
            cost[:, [NORTH_EAST, EAST, SOUTH_EAST]] = PROHIBITED
            table[mobility + season + WESTWARD] = cost
    return table


_COLUMNS = {
    Mobility.MECH: TerrainColumn.MECH_COST,
    Mobility.INFANTRY: TerrainColumn.INFANTRY_COST,
}


@inner
def minor_rivers_flow(state: State) -> bool:
    """Whether minor rivers are open water this game turn.

    Rule: army_group_south 19.31, 19.32, 19.33, 19.34, TRT-c
    """
    return state.game.game_turn >= state.rules.supply_thaw_first_turn


@inner
def goes_west_only(state: State, unit: int) -> bool:
    """Whether a unit may move and overrun westward only in this Movement Phase.

    Rule: army_group_south 21.14, 21.16, 21.21
    """
    counter = state.units[unit]
    return (
        counter.side == Side.SOVIET
        and counter.unit_size != Size.HEADQUARTERS
        and counter.mode == Mode.OFFENSIVE
    )


@inner
def season_row(state: State, unit: int) -> int:
    """Row of ``State.cost`` for the class of a unit this game turn, whatever its direction.

    Rule: army_group_south 10.4, 11.21, 19.32
    """
    row = state.units[unit].mobility
    if minor_rivers_flow(state):
        row += THAW
    return row


@inner
def cost_row(state: State, unit: int) -> int:
    """Row of ``State.cost`` for the movement of a unit in this phase.

    Rule: army_group_south 10.4, 19.32, 21.14
    """
    row = season_row(state, unit)
    if goes_west_only(state, unit):
        row += WESTWARD
    return row


def find_line_sides(
    terrain: np.ndarray, hexside: np.ndarray, neighbour: np.ndarray, major_blocks: bool
) -> np.ndarray:
    """Find the sides that lines may pass, whatever units do: ``State.line_sides``.

    Rule: army_group_south 10.15, 10.16, 11.31, 12.11, 19.42, 20.2

    Swamp is not judged here: a line may end there (12.11).

    ``major_blocks`` says whether supply stops at major rivers, save where a railroad crosses.

    Returns
    -------
    uint8[3, n + 1]
        Bit d set where a line may pass side d.
    """
    sides = np.asarray(hexside).astype(np.int64)
    water = np.isin(np.asarray(terrain), (Terrain.SEA, Terrain.OFF_MAP))
    dry = ((sides & Hexside.SEA) == 0) & ~water[:, None] & ~water[np.asarray(neighbour)]
    rail = dry & ((sides & Hexside.RAIL) != 0)
    supply = dry.copy()
    if major_blocks:
        supply &= ((sides & Hexside.MAJOR_RIVER) == 0) | rail
    bits = 1 << np.arange(6)
    return np.array([(may * bits).sum(axis=1) for may in (supply, dry, rail)], np.uint8)
