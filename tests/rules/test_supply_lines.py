"""Lines of supply that are drawn on where a way has opened, against those traced as a whole."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.kernel.hexes import opposite
from balance.kernel.neighbours import build_neighbours
from balance.rules.supply_lines import (
    CLOSED,
    NO_LINE,
    OFF_ROAD,
    ROAD,
    LineRules,
    extend_lines,
    trace_lines,
)

pytestmark = pytest.mark.plain

MOST = 3
RULES = LineRules(
    lambda state, side, h: state.sources[h],
    lambda state, side, h: state.bars[h],
    lambda state, h, d: int(state.steps[h, d]),
)


def country(rng: np.random.Generator) -> Any:
    """A map of eight rows with roads, closed sides and barred hexes wherever it happens."""
    row, column = np.divmod(np.arange(72), 9)
    neighbour = build_neighbours(row, 2 * column + row % 2)
    n = len(neighbour) - 1
    return SimpleNamespace(
        neighbour=neighbour,
        ground=np.zeros(n + 1),
        sources=rng.random(n) < 0.05,
        bars=rng.random(n) < 0.1,
        steps=rng.choice([CLOSED, CLOSED, ROAD, OFF_ROAD], size=(n + 1, 6)),
        supply=np.full((1, n + 1), NO_LINE, np.int16),
        work=np.zeros((10, 8 * n), np.int16),
    )


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_lines_drawn_on_over_sides_that_have_opened_are_those_traced_anew(seed: int) -> None:
    rng = np.random.default_rng(seed)
    state = country(rng)
    trace_lines(state, RULES, 0, MOST)
    starts = []
    for h in rng.integers(0, len(state.ground) - 1, 6):
        d = int(rng.integers(0, 6))
        there = int(state.neighbour[h, d])
        if there < len(state.ground) - 1:
            for side in ((h, d), (there, opposite(d))):
                if state.steps[side] == CLOSED:
                    state.steps[side] = rng.choice([ROAD, OFF_ROAD])
            starts += [int(h), there]
    extend_lines(state, RULES, 0, MOST, np.array(starts, np.int64))
    extended = state.supply.copy()
    trace_lines(state, RULES, 0, MOST)
    assert extended.tolist() == state.supply.tolist()
