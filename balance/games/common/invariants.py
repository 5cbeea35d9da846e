"""Debug check: what must hold between any two acts of a game, in words where it does not.

Rule: common 3.1, 4.1, 4.2, 5.2
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from balance.games.common.stacks import build_costs, note_excess, recount_zones
from balance.games.common.state import State
from balance.games.common.vocabulary import Phase, Status
from balance.games.faults import Faults
from balance.kernel.reach import CLOSED, OPEN, STOP

#: Phases after which no hex of the side that moved is too full.
_MARCHES = (
    *(Phase.AXIS_MOVEMENT, Phase.AXIS_EXPLOITATION),
    *(Phase.SOVIET_MOVEMENT, Phase.SOVIET_EXPLOITATION),
)


def find_faults(
    state: State,
    unit_names: Sequence[str] | None = None,
    hex_names: Sequence[str] | None = None,
    *,
    phase_closed: bool = False,
) -> list[str]:
    """Say all that is wrong with a state; empty when nothing is. Never changes the game.

    With ``phase_closed`` a phase has just been closed, so that too many units of a side that has
    moved are faults too.
    """
    faults = Faults(state, unit_names, hex_names=hex_names)
    zoned, zones = np.zeros(len(state.units), np.int64), np.zeros_like(state.zones)
    recount_zones(state, zoned, zones)
    faults.check_stacks(stack=np.ones(len(state.units)), zoned=zoned)
    faults.check_units(Status)
    faults.check_occupants()
    faults.check_logs()
    ground, units = state.ground, state.units
    if phase_closed and state.game.phase in _MARCHES:
        crowded = np.zeros(len(ground), np.int64)
        note_excess(state, np.int64(state.game.side), crowded)
        faults.in_hexes(crowded, "holds {} units", ground["stack"])
    for side, h in np.argwhere((zones != state.zones)[:, :-1]):
        times = state.zones[side, h]
        faults.add(f"{faults.hex(int(h))}: side {side} has a zone there, {times} times")
    stops = STOP if state.rules.zones_stop else OPEN
    for side in range(2):
        closed = ground["occupant"] == 1 - side
        expected = np.where(closed, CLOSED, np.where(zones[1 - side] > 0, stops, OPEN))
        wrong = expected[:-1] != state.blocked[side, :-1]
        faults.in_hexes(wrong, f"stops side {side} as {{}}", state.blocked[side])
    wrong = (units["unsupplied"] < 0) | (units["mp_left"] < 0)
    faults.of_units(wrong, "has a mark out of its bounds")
    if min(state.game.axis_replacements, state.game.soviet_replacements) < 0:
        faults.add("a side has spent more replacement points than it had")
    if phase_closed:
        fresh = state._replace(cost=np.zeros_like(state.cost))
        build_costs(fresh)
        wrong = (fresh.cost != state.cost).any(axis=(0, 2))
        faults.in_hexes(wrong, "doesn't cost what its sides and zones say")
    return faults.told
