"""Mustering: a search shared by comrades finds what each would find for himself."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.vocabulary import AXIS
from balance.staff.desk import SETTLED
from tests.games.drive_on_stalingrad.positions import (
    build_position,
    change_cell,
    clear_map,
    infantry,
    motorized,
    panzer,
    rifle,
    satellite,
    satellite_panzer,
)
from tests.staff.drive_on_stalingrad.desks import open_desk, strike
from tests.staff.drive_on_stalingrad.kernels import measure_camp

BOARD = clear_map(9, 13)
for _row, _column, _cell in ((3, 6, "f"), (4, 6, "h"), (5, 7, "m"), (6, 8, ".T"), (7, 5, "f")):
    BOARD = change_cell(BOARD, _row, _column, _cell)
MAKERS = (panzer, motorized, infantry, satellite, satellite_panzer)
HEXES = ("0311", "0411", "0511", "0510", "0710")


def random_camp(seed: int):
    """Stacks of all kinds of troops, some of them tired, before an enemy line."""
    rng = np.random.default_rng(seed)
    units = [rifle(name) for name in ("0307", "0407", "0508", "0607")]
    first = len(units)
    for place in HEXES:
        makers = [MAKERS[rng.integers(len(MAKERS))]] * 2 + [MAKERS[rng.integers(len(MAKERS))]]
        units += [maker(place) for maker in makers]
    state = build_position(BOARD, units)
    own = range(first, len(units))
    desk = open_desk(state, AXIS, strike("0501", *own))
    desk.crew[SETTLED, rng.choice(own, 2, replace=False)] = 1
    for u in rng.choice(own, 3, replace=False):
        state.units["moved"][u] = 1
        state.units["mp_left"][u] = rng.integers(1, 4)
    return state, desk, list(own)


@pytest.mark.rule("drive_on_stalingrad 9.1, 9.2")
@pytest.mark.parametrize("seed", range(12))
def test_comrades_reach_what_each_finds_alone(seed):
    state, desk, own = random_camp(seed)
    size = len(state.neighbour)
    camp, nearest = np.zeros(len(state.units), np.int64), np.zeros(len(own))
    reach = np.zeros((size, 1), np.uint32)
    count = measure_camp(state, desk, np.int64(AXIS), camp, reach, nearest)
    assert count == len(own)
    for row, u in enumerate(camp[:count]):
        field = desk.fields[0, int(state.units["mobility"][u])]
        here = int(state.units["hex"][u])
        alone = {here}
        if not desk.crew[SETTLED, u]:
            compute_reach(state, np.int64(u))
            alone |= set(np.flatnonzero(state.work[BEST] >= 0).tolist())
            assert nearest[row] == min(int(field[h]) for h in alone)
        assert set(np.flatnonzero(reach[:, 0] >> row & 1).tolist()) == alone
