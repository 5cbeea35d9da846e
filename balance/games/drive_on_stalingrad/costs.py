"""What it costs to leave each hex by each side, for every class of unit (9.8-9.21).

The table is built once a variant from the map and the two terrain charts. Movement, retreat and
advance all read it, so a hexside closed here is closed for all of them.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import FLOODED, PROHIBITED, State
from balance.games.drive_on_stalingrad.tables import HexsideRow
from balance.games.drive_on_stalingrad.vocabulary import Hexside, Mobility, Side
from balance.kernel.compiled import inner


def build_costs(
    terrain: np.ndarray,
    hexside: np.ndarray,
    neighbour: np.ndarray,
    tec: np.ndarray,
    tec_sides: np.ndarray,
) -> np.ndarray:
    """Build ``State.cost``: the cost of the hex entered plus that of the side crossed.

    Rule: drive_on_stalingrad 9.10, 9.11, 9.12, 9.13, 9.14, 9.15, 9.16, 9.19, 9.20, 9.21, 9.32

    Manmade features cost nothing, so only natural terrain is read. The Volga is no ordinary river:
    where a side is both, the Volga's row alone counts. The arrays are fields of ``State``;
    ``terrain`` is that of its ``hexes``.

    Returns
    -------
    uint16[12, n + 1, 6]
        Rows 3 * side + mobility; the same again, from ``FLOODED`` on, with the Manych in flood.
    """
    sides = np.asarray(hexside).astype(np.int64)
    volga = (sides & Hexside.VOLGA) != 0
    crossed = {
        HexsideRow.RIVER: ((sides & Hexside.RIVER) != 0) & ~volga,
        HexsideRow.VOLGA: volga,
        HexsideRow.BLOCKED: (sides & Hexside.BLOCKED) != 0,
        HexsideRow.WATER: (sides & Hexside.WATER) != 0,
    }
    flooded = (sides & Hexside.MANYCH) != 0
    entered = np.asarray(terrain).astype(np.int64)[np.asarray(neighbour).astype(np.int64)]
    table = np.empty((2 * FLOODED, *sides.shape), np.uint16)
    for side in Side:
        for mobility in Mobility:
            row = 3 * side + mobility
            cost = tec[:, mobility].astype(np.int64)[entered]
            closed = cost == PROHIBITED
            for feature, where in crossed.items():
                extra = int(tec_sides[feature, row])
                if extra == PROHIBITED:
                    closed |= where
                else:
                    cost = cost + extra * where
            # A sum that high is out of any unit's reach, yet must not read as closed.
            cost = np.minimum(cost, PROHIBITED - 1)
            table[row] = np.where(closed, PROHIBITED, cost)
            table[FLOODED + row] = np.where(closed | flooded, PROHIBITED, cost)
    return table


@inner
def is_flooded(state: State) -> bool:
    """Whether the Manych is in flood this game turn.

    Rule: drive_on_stalingrad 9.32
    """
    return state.game.flood_turn != 0 and state.game.flood_turn == state.game.game_turn


@inner
def cost_row(state: State, side: int, mobility: int) -> int:
    """Row of ``State.cost`` that holds for a class of unit this game turn.

    Rule: drive_on_stalingrad 2.9, 9.32
    """
    row = 3 * side + mobility
    if is_flooded(state):
        row += FLOODED
    return row
