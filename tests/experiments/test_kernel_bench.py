"""The searches beside their twins in C and networkx."""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from numba import config

from balance.experiments import kernel_bench
from balance.experiments.kernel_bench import (
    SearchMap,
    TwinsDiffer,
    ask_c,
    ask_kernels,
    ask_networkx,
    measure_kernels,
)
from balance.kernel.neighbours import build_neighbours
from tests.oracles.reach import CLOSED_COST, grid_positions

needs_c = pytest.mark.skipif(
    not (shutil.which("gcc") or shutil.which("cc")), reason="no C compiler here"
)


def some_map(seed: int, rows: int = 14, columns: int = 17) -> SearchMap:
    """A map of random costs to enter a hex, a tenth of the hexes closed."""
    rng = np.random.default_rng(seed)
    neighbour = build_neighbours(*grid_positions(rows, columns))
    entry = rng.choice([1, 2, 3, 4], rows * columns).astype(np.uint16)
    entry[rng.random(len(entry)) < 0.1] = CLOSED_COST
    return SearchMap.of(neighbour, np.append(entry, CLOSED_COST)[neighbour])


@needs_c
@pytest.mark.parametrize("seed", range(5))
def test_the_kernels_find_what_their_twins_in_c_find(seed, tmp_path):
    area = some_map(seed)
    own, twins = ask_kernels(area), ask_c(area, tmp_path)
    assert own["reach"]() == twins["reach"]() > len(area.starts)
    assert own["supply"]() == twins["supply"]() > 0


@pytest.mark.parametrize("seed", range(5))
def test_the_kernels_find_what_networkx_finds(seed):
    area = some_map(seed)
    own, others = ask_kernels(area), ask_networkx(area)
    assert own["reach"]() == others["reach"]()
    assert own["supply"]() == others["supply"]()


def test_twins_that_differ_are_told(monkeypatch):
    area = some_map(1)
    monkeypatch.setattr(kernel_bench, "ask_networkx", lambda _: {"reach": int, "supply": int})
    with pytest.raises(TwinsDiffer, match=r"reach: the kernels find .* networkx finds 0"):
        measure_kernels(area.neighbour, area.cost)


@pytest.mark.skipif(config.DISABLE_JIT, reason="of compiled code alone")
@needs_c
def test_the_kernels_keep_up_with_c_and_leave_networkx_behind():
    area = some_map(1, 22, 40)
    figures = measure_kernels(area.neighbour, area.cost)
    # Far from what is measured (0.9, 100 and more), for a machine that does much else meanwhile.
    assert figures["reach_over_c"] < 2
    assert figures["supply_over_c"] < 2
    assert figures["reach_under_networkx"] > 20
    assert figures["supply_under_networkx"] > 100
    assert figures["reach_growth"] < 1.4
