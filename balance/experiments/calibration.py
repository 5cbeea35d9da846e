"""A fixed piece of work by which the speed of a machine is told from the speed of the engine.

Searches over a made-up map and a pass over made-up units, compiled, and some plain Python: the kind
of work that a game is. It shares no code with the engine, so that an engine that got slower shows.
Whoever changes it renews ``tests/benchmarks/baseline.json``, which counts in it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

import numpy as np
from numba import njit

#: Hexes in a row and rows of the map; the off-map hex comes last, as on the maps of games.
_WIDTH, _HEIGHT = 60, 40
_OFF_MAP = _WIDTH * _HEIGHT
_POINTS = 12
_UNITS = 300
_UNIT = np.dtype([("hex", "i2"), ("side", "u1"), ("strength", "i2"), ("steps", "u1")])


def work() -> int:
    """Do the work once, some 20 ms; gives a number that stays the same."""
    neighbour, cost = _a_map()
    units = _some_units()
    found = int(_search(neighbour, cost)) + int(_fight(units, neighbour))
    return found + _tell(units)


def _a_map() -> tuple[np.ndarray, np.ndarray]:
    """Neighbours int16[n + 1, 6] and costs uint8[n + 1, 6] of a map of rows of hexes."""
    hexes = np.arange(_OFF_MAP)
    row, column = hexes // _WIDTH, hexes % _WIDTH
    shift = row % 2
    down = (-1, -1, 0, 1, 1, 0)
    right = (shift - 1, shift, shift * 0 + 1, shift, shift - 1, shift * 0 - 1)
    neighbour = np.full((_OFF_MAP + 1, 6), _OFF_MAP, np.int16)
    for direction in range(6):
        r, c = row + down[direction], column + right[direction]
        on_map = (r >= 0) & (r < _HEIGHT) & (c >= 0) & (c < _WIDTH)
        neighbour[hexes[on_map], direction] = (r * _WIDTH + c)[on_map]
    cost = ((np.arange(6 * (_OFF_MAP + 1)) * 7919) % 11 % 3 + 1).astype(np.uint8)
    return neighbour, cost.reshape(-1, 6)


def _some_units() -> np.ndarray:
    """Two sides spread over the map, as an array of records."""
    number = np.arange(_UNITS)
    units = np.zeros(_UNITS, _UNIT)
    units["hex"] = (number * 131) % _OFF_MAP
    units["side"] = number % 2
    units["strength"] = number % 9 + 1
    units["steps"] = number % 3 + 1
    return units


@njit(cache=True)
def _search(neighbour: np.ndarray, cost: np.ndarray) -> int:
    """Spend movement points from each hex by the cheapest ways; sum of what is left everywhere."""
    size = len(neighbour)
    left = np.zeros(size, np.int16)
    queue = np.zeros(40 * size, np.int16)
    total = 0
    for start in range(size - 1):
        left[:] = -1
        left[start] = _POINTS
        queue[0] = start
        head, tail = 0, 1
        while head < tail:
            here = queue[head]
            head += 1
            for direction in range(6):
                there = neighbour[here, direction]
                if there == size - 1:
                    continue
                rest = left[here] - cost[here, direction]
                if rest > left[there]:
                    left[there] = rest
                    queue[tail] = there
                    tail += 1
        for each in range(size):
            total += left[each]
    return total


@njit(cache=True)
def _fight(units: np.ndarray, neighbour: np.ndarray) -> int:
    """Weigh each unit against the enemies around it, again and again; a sum of odds."""
    total = 0
    for _ in range(70):
        for unit in units:
            own, enemy = 0, 0
            for other in units:
                near = other.hex == unit.hex
                for direction in range(6):
                    near = near or neighbour[unit.hex, direction] == other.hex
                if near and other.side == unit.side:
                    own += other.strength * other.steps
                elif near:
                    enemy += other.strength * other.steps
            total += own // max(enemy, 1)
    return total


def _tell(units: np.ndarray) -> int:
    """Put the units into words and lists, as plain Python does between the compiled parts."""
    by_hex: dict[str, list[str]] = {}
    for _ in range(4):
        for unit in units:
            name = f"{unit['side']}-{unit['strength']}"
            by_hex.setdefault(f"{int(unit['hex']):04d}", []).append(name)
    return sum(len(names) for names in by_hex.values())


def ratios(
    asks: Sequence[Callable[[], object]], times: int, calibrate: Callable[[], object] = work
) -> list[float]:
    """Time of each of some calls over that of the calibration: the median over several turns.

    All are timed in turn, in seconds that this thread had the processor: what else goes on here
    slows both, or neither.
    """
    for ask in (calibrate, *asks):
        ask()
    measured = []
    for _ in range(times):
        unit = _seconds(calibrate)
        row = [_seconds(ask) for ask in asks]
        unit = (unit + _seconds(calibrate)) / 2  # before and after
        measured.append([each / unit for each in row])
    return [statistics.median(column) for column in zip(*measured, strict=True)]


def _seconds(ask: Callable[[], object]) -> float:
    start = time.thread_time()
    ask()
    return time.thread_time() - start
