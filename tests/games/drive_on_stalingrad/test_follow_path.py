"""What follows from a march: as if each of its hexes had been entered by itself."""

from __future__ import annotations

import numpy as np
import pytest

from balance.games.drive_on_stalingrad.control import enter_hex, follow_path
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import check_stacking
from balance.games.drive_on_stalingrad.state import RELEASED
from balance.games.drive_on_stalingrad.supply import refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import Army, Side
from balance.rules.trace import keep_trace
from tests.games.drive_on_stalingrad.positions import build_position, panzer, rifle
from tests.oracles.copies import copied

ROWS, COLUMNS, FIRST_ROW, LENGTH = 10, 14, 29, 6
_FEATURES = ["", "T", "C", "V", "L", "E", "X", "Q", "O", "*", "A", "N", "S", "R", "Z", "G"]


def random_position(rng):
    """A map of all that a march may bring about, few units, a front-line army still frozen."""
    cells = [
        "." + rng.choice(_FEATURES, p=[0.55] + [0.03] * 15) + ("-" if c < COLUMNS // 2 else "")
        for _ in range(ROWS)
        for c in range(COLUMNS)
    ]
    rows = [" ".join(cells[r * COLUMNS : (r + 1) * COLUMNS]) for r in range(ROWS)]
    names = [f"{FIRST_ROW + r:02d}{c + 1:02d}" for r in range(ROWS) for c in range(COLUMNS)]
    places = rng.choice(names, 24, replace=False)
    sleepers = [rifle(p, army=Army.SOVIET_13) for p in places[:8]]
    units = sleepers + [panzer(p) for p in places[8:16]] + [rifle(p) for p in places[16:]]
    state = keep_trace(build_position(rows, units, first_row=FIRST_ROW))
    if rng.random() < 0.5:
        state.army[Army.SOVIET_13, RELEASED] = 0
    for side in (Side.AXIS, Side.SOVIET):
        refresh_supply(state, int(side))
    return state


def random_path(state, unit, rng):
    """Hexes one after another that a unit may enter, all of them different."""
    path = [int(state.units[unit].hex)]
    while len(path) <= LENGTH:
        beside = {int(h) for h in state.neighbour[path[-1]]} - {len(state.ground) - 1, *path}
        enemy = 1 - state.units[unit].side
        beside = {h for h in beside if state.ground[h].occupant != enemy}
        beside = sorted(h for h in beside if check_stacking(state, unit, h) == Refusal.OK)
        if not beside:
            break
        path.append(int(rng.choice(beside)))
    return np.array(path[1:], np.int16)


def enter_one_by_one(state, unit, path):
    for entered, h in enumerate(path, start=1):
        enter_hex(state, unit, int(h))
        if state.game.ended or state.units[unit].frozen_by != Army.NONE:
            return entered
    return len(path)


def differences(state, other):
    """Names of what differs, supply being traced where that is still to be done."""
    for side in (Side.AXIS, Side.SOVIET):
        refresh_supply(state, int(side))
        refresh_supply(other, int(side))
    parts = ["game", "units", "ground", "standing", "army", "supply", "events", "traced"]
    names = [p for p in parts if not np.array_equal(getattr(state, p), getattr(other, p))]
    rows = slice(int(state.traced[0]))
    same = np.array_equal(state.trace[rows], other.trace[rows])
    return names if same else [*names, "trace"]


@pytest.mark.rule("drive_on_stalingrad 3.2, 3.4, 9.1")
def test_a_march_equals_the_entries_of_its_hexes():
    stopped = passed = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        state = random_position(rng)
        unit = int(rng.integers(8, len(state.units)))
        path = random_path(state, unit, rng)
        slow = copied(state)
        entered = follow_path(state, unit, path, np.int64(len(path)))
        assert entered == enter_one_by_one(slow, unit, path), f"seed {seed}"
        assert differences(state, slow) == [], f"seed {seed}, unit {unit}, path {path}"
        stopped += entered < len(path)
        passed += entered > 1
    assert stopped > 5
    assert passed > 50
