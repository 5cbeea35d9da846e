"""Desks for small battles: who strikes for what, and the attacks that come of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.army_group_south.state import PROHIBITED, State
from balance.kernel.fields import FAR, travel_field
from balance.staff.desk import MISSION, Desk, Posture, new_desk, weights_record
from balance.staff.weights import Weights
from tests.games.army_group_south.positions import headquarters, tank_corps
from tests.games.text_maps import hex_named
from tests.staff.army_group_south.craft import assess_reach, survey

#: What a point is worth in these positions, in factor points.
VP_WORTH = 2.0
#: Thirty hexes from the west to the east edge, five rows.
BOARD = [(".X " + ". " * 28 + ".E")] * 5
#: Three tank corps, 24 factors, with their headquarters.
ENEMIES = [tank_corps("0204"), tank_corps("0304"), tank_corps("0404"), headquarters("0303")]


def open_desk(
    state: State, side: int, *, strike: str = "", strikers: tuple[int, ...] = (), **weights: float
) -> Desk:
    """Put a strike mission on a fresh desk, and survey the position."""
    chosen: dict[str, Any] = {"vp_worth": VP_WORTH} | weights
    desk = new_desk(len(state.ground) - 1, len(state.units), 1)
    desk = desk._replace(weights=weights_record(Weights(**chosen)))
    if strike:
        desk.posture[0] = Posture.STRIKE
        desk.crew[MISSION, list(strikers)] = 0
        for mobility in range(2):
            desk.fields[0, mobility] = _travel(state, mobility, strike)
    survey(state, desk, np.int64(side))
    assess_reach(state, desk, np.int64(side))
    return desk


def _travel(state: State, mobility: int, objective: str) -> np.ndarray:
    size = state.neighbour.shape[0]
    field = np.full(size, FAR, np.int16)
    field[hex_named(state, objective)] = 0
    nothing, queue = np.zeros(size, np.uint8), np.zeros(size + 1, np.int16)
    travel_field(state.neighbour, state.cost[mobility], PROHIBITED, nothing, field, queue)
    return field


def attacked(state: State) -> list[str]:
    """Printed names of the hexes attacked so far, in order."""
    found = []
    for battle in state.battles[: state.game.battle_count]:
        there = state.hexes[battle.hex]
        found.append(f"{there.row:02d}{there.x2 // 2:02d}")
    return found
