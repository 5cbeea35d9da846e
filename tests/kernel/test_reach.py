"""The reach kernel against hand counts, a slow twin, and properties."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.kernel.fields import FAR, travel_field
from balance.kernel.neighbours import build_neighbours
from balance.kernel.reach import (
    CLOSED,
    OPEN,
    STOP,
    UNREACHED,
    Mover,
    Search,
    find_nearer,
    find_reach,
    find_way,
    make_waiting,
    trace_path,
)
from tests.oracles.reach import (
    CLOSED_COST,
    grid_positions,
    read_cases,
    slow_reach,
)

ORACLES = Path(__file__).parent.parent / "oracles"
CASES = [case for path in sorted(ORACLES.glob("*.reach")) for case in read_cases(path)]


def soiled_papers(neighbour: np.ndarray, cost: np.ndarray, blocked: np.ndarray) -> Search:
    """Papers of a search; all that it is to write comes soiled."""
    best, came = (np.full(len(neighbour), 77, np.int16) for _ in range(2))
    waiting = make_waiting(len(neighbour))
    waiting[:] = 77
    return Search(neighbour, cost, blocked, best, came, waiting)


def run_reach(
    start: int,
    points: int,
    minimum_move: int,
    neighbour: np.ndarray,
    cost: np.ndarray,
    blocked: np.ndarray,
) -> tuple[int, np.ndarray, np.ndarray]:
    papers = soiled_papers(neighbour, cost, blocked)
    found = find_reach(papers, Mover(start, points, minimum_move))
    return found, papers.best, papers.came


def map_arrays(entry: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Neighbours and costs of a map of entry costs."""
    row, x2 = grid_positions(len(entry), len(entry[0]))
    neighbour = build_neighbours(row, x2)
    flat = np.array([*np.ravel(entry), CLOSED_COST], np.uint16)
    cost = flat[neighbour]
    cost[-1] = CLOSED_COST
    return neighbour, cost


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reach_counts_of_the_oracle_files(case):
    costs = {"#": CLOSED_COST, "s": 1}
    entry = [[costs.get(c) or int(c) for c in line] for line in case.rows]
    neighbour, cost = map_arrays(entry)
    stops = [STOP if c == "s" else OPEN for line in case.rows for c in line]
    blocked = np.array([*stops, CLOSED], np.uint8)
    start = case.start[0] * len(case.rows[0]) + case.start[1]
    for points, count in case.counts:
        found, best, _ = run_reach(start, points, 0, neighbour, cost, blocked)
        assert found == count, f"{case.name}, {points} points"
        assert np.count_nonzero(best != UNREACHED) == count


#: Parts of a point that costs are counted in.
SCALES = st.sampled_from([1, 1, 7, 30])


@st.composite
def positions(draw):
    rows, columns = draw(st.integers(2, 7)), draw(st.integers(2, 7))
    scale = draw(SCALES)
    costs = [scale, scale, 2 * scale, 3 * scale, 5 * scale, CLOSED_COST]
    entry = [[draw(st.sampled_from(costs)) for _ in range(columns)] for _ in range(rows)]
    neighbour, cost = map_arrays(entry)
    size = rows * columns
    blocked = [draw(st.sampled_from([OPEN, OPEN, OPEN, CLOSED, STOP])) for _ in range(size)]
    return (
        draw(st.integers(0, size - 1)),
        draw(st.integers(0, 12 * scale)),
        draw(st.integers(0, 1)),
        neighbour,
        cost,
        np.array([*blocked, CLOSED], np.uint8),
    )


@settings(deadline=None, max_examples=150)
@given(positions())
def test_reach_equals_its_slow_twin_and_its_paths_pay_their_cost(position):
    start, points, minimum_move, neighbour, cost, blocked = position
    found, best, came = run_reach(*position)
    slow = slow_reach(start, points, bool(minimum_move), neighbour, cost, blocked)
    fast = {h: int(best[h]) for h in range(len(best)) if best[h] != UNREACHED}
    assert fast == slow
    assert found == len(slow)
    path = np.zeros(len(best), np.int16)
    for end in slow:
        length = trace_path(start, end, neighbour, came, path)
        here, spent = start, 0
        for step in path[:length]:
            side = list(neighbour[here]).index(step)
            spent += int(cost[here, side])
            here = int(step)
        assert here == end
        assert points - spent == slow[end] or (minimum_move and length == 1 and slow[end] == 0)


def run_bounded(kernel, position, *bounds) -> tuple[np.ndarray, np.ndarray]:
    """Run a search that leaves hexes out."""
    start, points, minimum_move, *ground = position
    papers = soiled_papers(*ground)
    kernel(papers, Mover(start, points, minimum_move), *bounds)
    return papers.best, papers.came


@settings(deadline=None, max_examples=150)
@given(positions(), st.data())
def test_search_towards_a_hex_finds_the_same_way_as_the_whole_search(position, data):
    start, _, _, neighbour, cost, blocked = position
    goal = data.draw(st.integers(0, len(blocked) - 2))
    n = len(blocked) - 1
    rows = int(np.count_nonzero(neighbour[:n, 1] == n))  # whose last hex has nothing beside it
    row, x2 = (np.array([*where, 0], np.int16) for where in grid_positions(rows, n // rows))
    _, whole, came = run_reach(*position)
    best, way = run_bounded(find_way, position, goal, row, x2, int(cost.min()))
    assert best[goal] == whole[goal]
    if whole[goal] != UNREACHED:
        assert_same_way(neighbour, start, goal, came, way)


@settings(deadline=None, max_examples=150)
@given(positions(), st.data())
def test_search_for_nearer_hexes_finds_them_all_by_the_same_ways(position, data):
    start, _, _, neighbour, cost, blocked = position
    n = len(blocked) - 1
    field = np.full(n + 1, FAR, np.int16)
    field[data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=3))] = 0
    closed = (blocked == CLOSED).astype(np.uint8)
    closed[start] = 0
    travel_field(neighbour, cost, CLOSED_COST, closed, field, np.zeros(n + 2, np.int16))
    _, whole, came = run_reach(*position)
    below = data.draw(st.integers(min(0, int(field[start])), int(field[start])))
    best, way = run_bounded(find_nearer, position, field, below)
    for h in np.flatnonzero((whole != UNREACHED) & (field < below)):
        assert best[h] == whole[h]
        assert_same_way(neighbour, start, int(h), came, way)


def assert_same_way(neighbour, start, end, came, way):
    path, same = np.zeros((2, len(neighbour)), np.int16)
    trace_path(start, end, neighbour, came, path)
    trace_path(start, end, neighbour, way, same)
    assert path.tolist() == same.tolist()


@settings(deadline=None, max_examples=50)
@given(positions())
def test_one_point_more_never_shrinks_reach(position):
    start, points, minimum_move, neighbour, cost, blocked = position
    _, few, _ = run_reach(start, points, minimum_move, neighbour, cost, blocked)
    _, more, _ = run_reach(start, points + 1, minimum_move, neighbour, cost, blocked)
    assert np.all((few == UNREACHED) | (more != UNREACHED))


def test_minimum_move_opens_a_dear_neighbour_but_no_closed_one():
    neighbour, cost = map_arrays([[5, 1, CLOSED_COST]])
    blocked = np.array([OPEN, OPEN, OPEN, CLOSED], np.uint8)
    _, best, _ = run_reach(1, 3, 1, neighbour, cost, blocked)
    assert list(best[:3]) == [0, 3, UNREACHED]
