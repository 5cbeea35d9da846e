"""Whole-map fields against plain-Python twins on random maps."""

from __future__ import annotations

import heapq
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.kernel.fields import (
    FAR,
    cheapest_chain,
    hex_distance_field,
    nearest_by_travel,
    travel_field,
    travel_field_to,
)
from balance.kernel.neighbours import build_neighbours

CLOSED = 65535
#: Costs are whole points, or in parts of a point; the last is more than a ring of buckets is long.
SCALES = st.sampled_from([1, 30, 300])
NO_BOARD = np.zeros((0, 3), np.int16)


def make_map(rows: int, columns: int) -> np.ndarray:
    """Neighbours of a rectangle of hexes in straight rows, even rows half a hex further west."""
    row = np.repeat(np.arange(1, rows + 1), columns)
    x2 = 2 * np.tile(np.arange(1, columns + 1), rows) + (row % 2 == 0)
    return build_neighbours(row, x2)


def travel_oracle(
    neighbour: np.ndarray, cost: np.ndarray, blocked: np.ndarray, goals: list[int]
) -> list[int]:
    """Dijkstra with a heap, from the goals backwards."""
    n = len(neighbour) - 1
    best = [FAR] * (n + 1)
    heap = []
    for goal in goals:
        best[goal] = 0
        heap.append((0, goal))
    heapq.heapify(heap)
    while heap:
        value, here = heapq.heappop(heap)
        if value > best[here]:
            continue
        for d in range(6):
            there = int(neighbour[here, d])
            step = int(cost[there, (d + 3) % 6])
            if there == n or blocked[there] or step == CLOSED:
                continue
            if value + step < best[there]:
                best[there] = value + step
                heapq.heappush(heap, (value + step, there))
    return best


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), scale=SCALES)
def test_travel_field_equals_a_plain_search(seed, scale):
    rng = np.random.default_rng(seed)
    neighbour = make_map(8, 9)
    n = len(neighbour) - 1
    costs = [scale, scale, 2 * scale, 4 * scale, CLOSED]
    cost = rng.choice(costs, size=(n + 1, 6)).astype(np.uint16)
    blocked = (rng.random(n + 1) < 0.1).astype(np.uint8)
    goals = [int(goal) for goal in rng.choice(n, 3, replace=False)]
    field = np.full(n + 1, FAR, np.int16)
    field[goals] = 0
    travel_field(neighbour, cost, CLOSED, blocked, field, np.zeros(n + 2, np.int16))
    assert field.tolist() == travel_oracle(neighbour, cost, blocked, goals)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), scale=SCALES)
def test_travel_field_as_far_as_asked_is_right_there_and_no_less_beyond(seed, scale):
    rng = np.random.default_rng(seed)
    neighbour = make_map(8, 9)
    n = len(neighbour) - 1
    costs = [scale, scale, 2 * scale, 4 * scale, CLOSED]
    cost = rng.choice(costs, size=(n + 1, 6)).astype(np.uint16)
    blocked = (rng.random(n + 1) < 0.1).astype(np.uint8)
    field = np.full(n + 1, FAR, np.int16)
    field[rng.choice(n, 3, replace=False)] = rng.choice([0, 2, 6 * scale], 3)
    whole = field.copy()
    travel_field(neighbour, cost, CLOSED, blocked, whole, np.zeros(n + 2, np.int16))
    asked = np.zeros(n + 1, np.uint8)
    asked[rng.choice(n, rng.integers(0, 6), replace=False)] = 1
    begun = field.copy()
    nearest = nearest_by_travel(neighbour, cost, CLOSED, blocked, begun, asked, 0)
    reached = [(whole[h], h) for h in np.flatnonzero(asked) if whole[h] < FAR]
    assert nearest == (min(reached)[1] if reached else -1)
    nearer = whole < (min(reached)[0] if reached else FAR)
    assert begun[nearer].tolist() == whole[nearer].tolist()
    # Gone on with from where all that is nearer, and what lies beside it, is known.
    since = int(rng.integers(0, min(reached, default=(12 * scale,))[0] + 1))
    gone_on = np.where(whole < since + 4 * scale, whole, field)
    assert nearest_by_travel(neighbour, cost, CLOSED, blocked, gone_on, asked, since) == nearest
    assert gone_on[nearer].tolist() == whole[nearer].tolist()
    travel_field_to(neighbour, cost, CLOSED, blocked, field, asked)
    assert field[asked != 0].tolist() == whole[asked != 0].tolist()
    known = field < field[asked != 0].max(initial=0)
    assert field[known].tolist() == whole[known].tolist()
    assert (field <= whole)[:n].all()
    assert (whole[:n] >= min(field.max(), field[asked != 0].max(initial=0)))[~known[:n]].all()


def test_hex_distances_stop_at_the_limit_and_at_closed_hexes():
    neighbour = make_map(1, 7)  # one row of seven hexes
    open_to = np.ones(8, np.uint8)
    field = np.full(8, FAR, np.int16)
    field[0] = 0
    hex_distance_field(neighbour, NO_BOARD, open_to, 4, field, np.zeros(9, np.int16))
    assert field.tolist() == [0, 1, 2, 3, 4, FAR, FAR, FAR]
    open_to[2] = 0
    field[:] = FAR
    field[0] = 0
    hex_distance_field(neighbour, NO_BOARD, open_to, 6, field, np.zeros(9, np.int16))
    assert field.tolist() == [0, 1, FAR, FAR, FAR, FAR, FAR, FAR]


def chain_total(neighbour, toll, start, goal) -> tuple[int, list[int]]:
    n = len(neighbour) - 1
    chain = np.zeros(n + 1, np.int16)
    length = cheapest_chain(
        neighbour,
        toll,
        start,
        goal,
        np.zeros(n + 1, np.int32),
        np.zeros(n + 1, np.int16),
        chain,
    )
    hexes = [int(h) for h in chain[:length]]
    return sum(int(toll[h]) for h in hexes), hexes


@pytest.mark.parametrize("dearest", [1, 9, 700, 100_000])
@pytest.mark.parametrize("seed", range(12))
def test_cheapest_chain_is_connected_allowed_and_no_dearer_than_a_plain_search(seed, dearest):
    rng = np.random.default_rng(seed)
    neighbour = make_map(7, 8)
    n = len(neighbour) - 1
    toll = rng.integers(0, dearest, n + 1).astype(np.int32)
    toll[rng.random(n + 1) < 0.15] = -1
    start = np.zeros(n + 1, np.uint8)
    goal = np.zeros(n + 1, np.uint8)
    start[:8] = 1  # the first row
    goal[n - 8 : n] = 1  # the last row
    total, hexes = chain_total(neighbour, toll, start, goal)
    # A plain search over the same tolls.
    best = {h: int(toll[h]) for h in range(8) if toll[h] >= 0}
    heap = [(value, h) for h, value in best.items()]
    heapq.heapify(heap)
    while heap:
        value, here = heapq.heappop(heap)
        for there in (int(t) for t in neighbour[here]):
            if there == n or toll[there] < 0:
                continue
            if value + int(toll[there]) < best.get(there, 1 << 29):
                best[there] = value + int(toll[there])
                heapq.heappush(heap, (best[there], there))
    reachable = [best[h] for h in range(n - 8, n) if h in best]
    if not reachable:
        assert hexes == []
        return
    assert total == min(reachable)
    assert goal[hexes[0]]
    assert start[hexes[-1]]
    for here, there in itertools.pairwise(hexes):
        assert there in neighbour[here]


def test_there_is_no_chain_through_a_closed_row():
    neighbour = make_map(3, 4)
    toll = np.ones(13, np.int32)
    toll[4:8] = -1
    start = np.zeros(13, np.uint8)
    goal = np.zeros(13, np.uint8)
    start[:4] = 1
    goal[8:12] = 1
    assert chain_total(neighbour, toll, start, goal) == (0, [])
