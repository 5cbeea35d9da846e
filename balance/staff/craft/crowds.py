"""Crowds: hexes into which battles have brought more than may stay there."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.staff.craft.manning import safest_hex
from balance.staff.craft.marching import shift_unit
from balance.staff.craft.questions import ALLOWED, Questions
from balance.staff.desk import Desk


@inner
def part_crowds(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """March off whom a hex that holds too many would lose as the phase ends."""
    for h in range(len(state.ground) - 1):
        while state.ground[h].occupant == side:
            unit = np.int64(ask.ground.first_in_excess(state, h))
            if unit < 0 or not _marches_off(state, ask, desk, side, unit):
                break


@inner
def _marches_off(state: Any, ask: Questions, desk: Desk, side: int, unit: int) -> bool:
    """March a unit to where it stands best; tell whether it has gone."""
    here = np.int64(state.units[unit].hex)
    if ask.moves.check_may_move(state, unit) == ALLOWED and ask.moves.compute_reach(state, unit):
        shift_unit(state, ask, desk, unit, safest_hex(state, ask, desk, side, unit, False))
    return state.units[unit].hex != here
