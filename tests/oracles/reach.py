"""Slow, plain twins of the reach kernel, and the reader of ``*.reach`` files.

A ``*.reach`` file holds cases: ``id``, the map as rows of entry costs (``#`` is closed, ``s`` costs
one and must not be left again), ``start row column`` and lines ``reach points count``. Rows are
pointy-top; odd rows, counted from 0, lie half a hex further left; columns run from the left.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

CLOSED_COST = 65535


@dataclass
class ReachCase:
    """One position of a ``*.reach`` file with its expected counts."""

    name: str
    rows: list[str] = field(default_factory=list)
    start: tuple[int, int] = (0, 0)
    counts: list[tuple[int, int]] = field(default_factory=list)


def read_cases(path: Path) -> list[ReachCase]:
    cases: list[ReachCase] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split()
        if not words or words[0] == ";":
            continue
        if words[0] == "id":
            cases.append(ReachCase(words[1]))
        elif words[0] == "map":
            cases[-1].rows.append(words[1])
        elif words[0] == "start":
            cases[-1].start = (int(words[1]), int(words[2]))
        elif words[0] == "reach":
            cases[-1].counts.append((int(words[1]), int(words[2])))
        else:
            raise ValueError(f"{path}:{number}: unknown word {words[0]!r}")
    return cases


def grid_positions(row_count: int, column_count: int) -> tuple[np.ndarray, np.ndarray]:
    """Positions (row, x2) in reading order, x2 growing to the left."""
    row = np.repeat(np.arange(row_count), column_count)
    x2 = np.array(
        [2 * (column_count - c) + r % 2 for r in range(row_count) for c in range(column_count)]
    )
    return row, x2


def slow_reach(
    start: int,
    points: int,
    minimum_move: bool,
    neighbour: np.ndarray,
    cost: np.ndarray,
    blocked: np.ndarray,
) -> dict[int, int]:
    """Most points left at each hex in reach, by a heap and dictionaries."""
    best = {start: points}
    heap = [(-points, start)]
    while heap:
        left, here = heapq.heappop(heap)
        left = -left
        if best[here] != left or (blocked[here] == 2 and here != start):
            continue
        for side in range(6):
            step, there = int(cost[here, side]), int(neighbour[here, side])
            if step == CLOSED_COST or step > left or blocked[there] == 1:
                continue
            if best.get(there, -1) < left - step:
                best[there] = left - step
                heapq.heappush(heap, (-best[there], there))
    if minimum_move:
        for side in range(6):
            there = int(neighbour[start, side])
            if cost[start, side] != CLOSED_COST and blocked[there] != 1:
                best.setdefault(there, 0)
    return best
