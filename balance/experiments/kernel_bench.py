"""How fast the searches are beside the same searches in C and in networkx, and how they grow.

On the map of a game, with its movement costs: reach of units from hexes all over it, and supply
floods over a network of nodes. The C twin stands in ``twins.c`` and is compiled on the spot; what a
machine lacks for a comparison (a C compiler, networkx) is left out. All give the same answers, else
``measure_kernels`` says so.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from balance.errors import BalanceError
from balance.kernel.compiled import entry
from balance.kernel.flood import Lines, Nodes, Ways, flood_links
from balance.kernel.reach import PROHIBITED, Mover, Search, find_reach, make_waiting

_SOURCE = Path(__file__).with_name("twins.c")
_CLEAR_HEXES = 8  # that the units compared can cross, at the commonest price of the map
_LIMIT = 7  # hexes of a supply line
_NO_LINE = 99
_NODE_SHARE = 0.05  # of the hexes of the map
_STARTS = 100
_FASTEST_OF = 15
_NO_MINIMUM = np.int64(0)


class TwinsDiffer(BalanceError):
    """Two implementations of one search gave different answers."""


@dataclass(frozen=True)
class SearchMap:
    """A map to search: arrays as in ``kernel.reach`` and ``kernel.flood``."""

    neighbour: np.ndarray  # int16[n + 1, 6]
    cost: np.ndarray  # uint16[n + 1, 6]
    open_sides: np.ndarray  # uint8[n + 1]
    nodes: np.ndarray  # int16[n + 1]
    starts: np.ndarray  # int64[any], hexes that can be left
    blocked: np.ndarray  # uint8[n + 1]
    barred: np.ndarray  # int16[n + 1]

    @property
    def points(self) -> int:
        """Movement points of the units compared, in whatever parts the map counts them."""
        prices = self.cost[self.cost != PROHIBITED]
        return _CLEAR_HEXES * int(np.bincount(prices).argmax())

    @classmethod
    def of(cls, neighbour: np.ndarray, cost: np.ndarray) -> SearchMap:
        """Supply runs where units can march both ways; nodes and starts are spread evenly."""
        size = len(neighbour)
        sides = np.arange(6)
        back = cost[neighbour[:, sides], (sides + 3) % 6]
        both = (cost != PROHIBITED) & (back != PROHIBITED) & (neighbour != size - 1)
        both[size - 1] = False
        land = np.flatnonzero(both.any(axis=1))
        nodes = np.zeros(size, np.int16)
        nodes[land[:: round(1 / _NODE_SHARE)]] = 1
        barred = np.zeros(size, np.int16)
        barred[size - 1] = 1
        return cls(
            neighbour=np.ascontiguousarray(neighbour, np.int16),
            cost=np.ascontiguousarray(cost, np.uint16),
            open_sides=(both << sides).sum(axis=1).astype(np.uint8),
            nodes=nodes,
            starts=land[np.linspace(0, len(land) - 1, _STARTS).astype(int)].astype(np.int64),
            blocked=np.append(np.zeros(size - 1, np.uint8), np.uint8(1)),
            barred=barred,
        )


# --- the same question to each


@entry
def reach_from(starts: np.ndarray, points: int, search: Search) -> int:
    """Search from each of the starts; returns the hexes reached, all together."""
    found = np.int64(0)
    for start in starts:
        found += find_reach(search, Mover(start, points, _NO_MINIMUM))
    return found


@entry
def inner_reach_from(starts: np.ndarray, points: int, search: Search) -> int:
    """Search from each of the starts; returns the hexes reached with points left, all together."""
    found = np.int64(0)
    for start in starts:
        find_reach(search, Mover(start, points, _NO_MINIMUM))
        for h in range(np.uint32(len(search.best))):
            found += np.int64(search.best[h] > 0)
    return found


@entry
def flood_from(
    starts: np.ndarray,
    maps: int,
    limit: int,
    neighbour: np.ndarray,
    open_sides: np.ndarray,
    barred: np.ndarray,
    nodes: np.ndarray,
    scratch: np.ndarray,
) -> int:
    """Flood from a source in each of the starts in turn; returns the sum of all distances.

    Of several ``maps`` of one size side by side each has a source, all at the same place.
    scratch : int16[6, n + 1]
    """
    size = (len(neighbour) - 1) // maps
    links, marks, queue, node = scratch[0], scratch[1], scratch[2], scratch[3]
    lines = Lines(neighbour, links, queue)
    ways = Ways(open_sides, barred, scratch[4])
    total = np.int64(0)
    for start in starts:
        for h in range(np.uint32(len(links))):
            links[h] = _NO_LINE
            marks[h] = 0
            node[h] = nodes[h]
        for one in range(maps):
            source = start + one * size
            links[source] = 0
            node[source] = 2
            ways.parent[source] = source
            queue[one] = source
        flood_links(lines, ways, Nodes(node, marks, scratch[5], limit), limit, maps)
        for h in range(np.uint32(len(links) - 1)):
            total += links[h]
    return total


def _scratch(area: SearchMap) -> np.ndarray:
    return np.zeros((6, len(area.neighbour)), np.int16)


def _search(area: SearchMap) -> Search:
    """The papers of a search of the map, with scratch of their own."""
    best, came = _scratch(area)[:2]
    waiting = make_waiting(len(area.neighbour))
    return Search(area.neighbour, area.cost, area.blocked, best, came, waiting)


def _ask_reach(starts: np.ndarray, points: int, search: Search) -> Callable[[], int]:
    """The reach of units with so many movement points from some hexes."""
    budget = np.int64(points)
    return lambda: int(reach_from(starts, budget, search))


def _ask_supply(area: SearchMap, starts: np.ndarray, maps: int = 1) -> Callable[[], int]:
    """Supply floods from some hexes in turn, from the same one of several maps side by side."""
    count, limit, scratch = np.int64(maps), np.int64(_LIMIT), _scratch(area)
    return lambda: int(
        flood_from(
            starts,
            count,
            limit,
            area.neighbour,
            area.open_sides,
            area.barred,
            area.nodes,
            scratch,
        )
    )


def ask_kernels(area: SearchMap) -> dict[str, Callable[[], int]]:
    """Both searches by the kernels that play."""
    return {
        "reach": _ask_reach(area.starts, area.points, _search(area)),
        "supply": _ask_supply(area, area.starts),
    }


def ask_c(area: SearchMap, folder: Path) -> dict[str, Callable[[], int]] | None:
    """Both searches in C, compiled into a folder; None where there is no compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    library = folder / "twins.so"
    subprocess.run(
        [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, _SOURCE], check=True
    )
    twins = ctypes.CDLL(str(library))
    twins.reach_from.restype = twins.flood_from.restype = ctypes.c_int64
    scratch, papers = _scratch(area), _search(area)
    count, n = ctypes.c_int64(len(area.starts)), ctypes.c_int64(len(area.neighbour) - 1)

    def at(array: np.ndarray) -> ctypes.c_void_p:
        return ctypes.c_void_p(array.ctypes.data)

    return {
        "reach": lambda: int(
            twins.reach_from(
                at(area.starts),
                count,
                ctypes.c_int64(area.points),
                n,
                at(area.neighbour),
                at(area.cost),
                at(area.blocked),
                at(papers.best),
                at(papers.came),
                at(papers.waiting),
            )
        ),
        "supply": lambda: int(
            twins.flood_from(
                at(area.starts),
                count,
                ctypes.c_int64(_LIMIT),
                n,
                at(area.neighbour),
                at(area.open_sides),
                at(area.barred),
                at(area.nodes),
                at(scratch),
            )
        ),
    }


def ask_networkx(area: SearchMap) -> dict[str, Callable[[], int]] | None:
    """Both searches by networkx; None where that is not installed."""
    try:
        import networkx as nx
    except ImportError:
        return None
    n = len(area.neighbour) - 1
    ways, lines = nx.DiGraph(), nx.Graph()
    ways.add_nodes_from(range(n))
    lines.add_nodes_from(range(n))
    for h in range(n):
        for d in range(6):
            there = int(area.neighbour[h, d])
            if there < n and area.cost[h, d] != PROHIBITED:
                ways.add_edge(h, there, weight=int(area.cost[h, d]))
            if area.open_sides[h] >> d & 1:
                lines.add_edge(h, there)

    def reach() -> int:
        search = nx.single_source_dijkstra_path_length
        return sum(len(search(ways, int(start), cutoff=area.points)) for start in area.starts)

    def supply() -> int:
        return sum(_flood_by_networkx(nx, lines, area, int(start)) for start in area.starts)

    return {"reach": reach, "supply": supply}


def _flood_by_networkx(nx: Any, lines: Any, area: SearchMap, start: int) -> int:
    waiting = set(np.flatnonzero(area.nodes[:-1]).tolist()) - {start}
    sources = {start}
    while True:
        links = nx.multi_source_dijkstra_path_length(lines, sources, cutoff=_LIMIT)
        linked = waiting & links.keys()
        if not linked:
            break
        waiting -= linked
        sources |= linked
    return sum(links.values()) + _NO_LINE * (len(area.neighbour) - 1 - len(links))


# --- measuring


def measure_kernels(neighbour: np.ndarray, cost: np.ndarray) -> dict[str, float]:
    """Times of both searches over those of C and networkx, and how reach grows with its work.

    Keys ``<search>_us`` (one search), ``<search>_over_c``, ``<search>_under_networkx`` (how many
    times faster), ``reach_growth``: the exponent of time over units x hexes they can go on from, 1
    if it grows as they do.

    Raises
    ------
    TwinsDiffer
        If a twin gives another answer.
    """
    area = SearchMap.of(neighbour, cost)
    own = ask_kernels(area)
    figures = {f"{search}_us": _fastest(own[search]) / _STARTS * 1e6 for search in own}
    with TemporaryDirectory(prefix="balance-bench-") as folder:
        twins = ask_c(area, Path(folder))
        for search, twin in (twins or {}).items():
            _compare("C", search, own[search], twin)
            figures[f"{search}_over_c"] = _ratio(own[search], twin)
    others = ask_networkx(area)
    for search, other in (others or {}).items():
        _compare("networkx", search, own[search], other)
        figures[f"{search}_under_networkx"] = _fastest(other, 1) / _fastest(own[search])
    figures["reach_growth"] = _growth(area)
    return figures


def _compare(name: str, search: str, own: Callable[[], int], other: Callable[[], int]) -> None:
    answers = own(), other()
    if answers[0] != answers[1]:
        raise TwinsDiffer(
            f"{search}: the kernels find {answers[0]:,}, {name} finds {answers[1]:,}; one of them "
            "has been changed without the other"
        )


def _seconds(ask: Callable[[], int]) -> float:
    start = time.thread_time()  # what others do meanwhile is not counted
    ask()
    return time.thread_time() - start


def _fastest(ask: Callable[[], int], times: int = _FASTEST_OF) -> float:
    """Seconds of the fastest of several runs: the one that nothing else disturbed."""
    ask()
    return min(_seconds(ask) for _ in range(times))


def _ratio(one: Callable[[], int], other: Callable[[], int]) -> float:
    """Seconds of one over those of another, in turn: both meet the same disturbances."""
    pairs = [(_seconds(one), _seconds(other)) for _ in range(4 * _FASTEST_OF)]
    return min(pair[0] for pair in pairs) / min(pair[1] for pair in pairs)


def _growth(area: SearchMap) -> float:
    """Exponent of the time of reach over its work, from few short moves to many long ones."""
    return exponent_of(*zip(*reach_times(area), strict=True))


def exponent_of(work: Sequence[float], seconds: Sequence[float]) -> float:
    """Exponent of time over work: 1 if it grows as the work does, 2 with its square.

    >>> round(exponent_of([1, 2, 4], [3, 12, 48]), 6)
    2.0
    """
    return float(np.polyfit(np.log(work), np.log(seconds), 1)[0])


def reach_times(area: SearchMap) -> list[tuple[int, float]]:
    """Hexes all units can go on from and seconds of reach, from few short moves to many long ones.

    The rim of a reach, where no points are left, takes next to no time; it is half of a short move
    and little of a long one. From every hex, not a few: a processor learns the ways of a short list
    by heart.
    """
    search = _search(area)
    land = np.flatnonzero(area.open_sides)
    found = []
    for every in (1, 2, 4):
        for share in (1, 2, 4, 8):
            points = share * area.points // 2
            starts = land[::every].astype(np.int64)
            work = int(inner_reach_from(starts, np.int64(points), search))
            found.append((work, _fastest(_ask_reach(starts, points, search), 5)))
    return found


def supply_times(neighbour: np.ndarray, cost: np.ndarray) -> list[tuple[int, float]]:
    """Hexes of a map and seconds to flood it: a game's map, then 2, 4, ... of it side by side.

    Each of the maps has a source of its own, at the same place.
    """
    size = len(neighbour) - 1
    found = []
    for maps in (1, 2, 4, 8, 16):
        whole = maps * size
        if whole > np.iinfo(np.int16).max:  # more hexes than the kernels can number
            break
        area = SearchMap.of(*_side_by_side(neighbour, cost, maps))
        starts = area.starts[area.starts < size]
        found.append((whole, _fastest(_ask_supply(area, starts, maps)) / len(starts)))
    return found


def _side_by_side(
    neighbour: np.ndarray, cost: np.ndarray, maps: int
) -> tuple[np.ndarray, np.ndarray]:
    """Arrays of several copies of a map that don't touch; the last row is off all of them."""
    size = len(neighbour) - 1
    inside = neighbour[:size].astype(np.int64)
    copies = [np.where(inside < size, inside + k * size, maps * size) for k in range(maps)]
    return (
        np.append(np.concatenate(copies), np.full((1, 6), maps * size), axis=0),
        np.append(np.tile(cost[:size], (maps, 1)), cost[size:], axis=0),
    )
