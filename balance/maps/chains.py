"""Rivers, lakes and crests as chains of hexsides: a polyline snapped to the corners of the grid.

The chain is the walk over corners that follows the polyline most closely from its first point to
its last, in the order of its points, so that big bends aren't cut. A walk may be told to keep a
town on its true bank, to pass a corner, to begin at the map edge or to end on another chain.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from balance.maps.grid import Corner, Grid, Side, corner_position

Points = npt.NDArray[np.float64]

#: Distance between two points of the polyline as it is followed, hex widths.
_STRIDE = 0.3
#: How far a chain may stray from its polyline, hex widths.
_STRAY = 1.8
#: Price of one more side, of a side away from the polyline, and of a corner away from it, per
#: square hex width.
_SIDE_PRICE, _AWAY_PRICE, _CORNER_PRICE = 0.25, 3.0, 1.0


@dataclass(frozen=True)
class Chain:
    """A walk over corners, in the order of its polyline (downstream)."""

    name: str
    corners: tuple[Corner, ...]
    features: tuple[str, ...] = ()


@dataclass
class Network:
    """The sides of a map open to chains, and the chains laid so far.

    Attributes
    ----------
    grid : Grid
    closed : set of Side
        Sides no chain may run along (water, sides of earlier chains).
    taken : set of Corner
        Corners of earlier chains; a new chain may touch one only as its end.
    """

    grid: Grid
    closed: set[Side] = field(default_factory=set)
    taken: set[Corner] = field(default_factory=set)

    def __post_init__(self) -> None:
        #: corner -> (next corner, hex on the left, hex on the right) of each side of the map
        self.steps: dict[Corner, list[tuple[Corner, int, int]]] = {}
        self.side_between: dict[tuple[Corner, Corner], Side] = {}
        for i, j, direction in self.grid.sides():
            a, b = self.grid.side_corners(i, direction)
            self.steps.setdefault(a, []).append((b, j, i))
            self.steps.setdefault(b, []).append((a, i, j))
            self.side_between[a, b] = self.side_between[b, a] = (i, j)
        # Heaps break ties by corner, so the order of the steps doesn't matter.

    def fork(self) -> Network:
        """A network with the same chains, to try more on it."""
        other = copy(self)
        other.closed, other.taken = set(self.closed), set(self.taken)
        return other

    def is_edge(self, corner: Corner) -> bool:
        """Whether a corner lies on the rim of the map."""
        return len(self.grid.hexes_at.get(corner, ())) < 3

    def sides_of(self, chain: Chain) -> list[Side]:
        """The hexsides of a chain in order."""
        pairs = pairwise(chain.corners)
        return [self.side_between[a, b] for a, b in pairs]

    def lay(self, chain: Chain) -> None:
        """Add a chain, closing its sides to later ones."""
        self.closed.update(self.sides_of(chain))
        self.taken.update(chain.corners)


def resample(points: Points) -> Points:
    """The polyline as points one stride apart along it, both ends kept."""
    if len(points) < 2:
        return points
    step = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(step)])
    count = max(1, int(np.ceil(along[-1] / _STRIDE)))
    at = np.linspace(0.0, along[-1], count + 1)
    return np.stack(
        [np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], axis=1
    )


def trace(
    network: Network,
    points: Points,
    starts: Callable[[Corner], bool],
    ends: Callable[[Corner], bool],
    wrong_bank: Iterable[tuple[int, str]] = (),
) -> tuple[Corner, ...]:
    """Corners of the walk that follows a polyline best.

    Parameters
    ----------
    points : [m, 2]
        The polyline in the hex plane.
    starts, ends
        Which corners the walk may begin and end at.
    wrong_bank : (hex, "left" or "right")
        Hexes that may not lie directly on that hand of the walk.

    Raises
    ------
    ValueError
        If no walk exists within reach of the polyline.
    """
    path = resample(points)
    off_left = {i for i, hand in wrong_bank if hand == "left"}
    off_right = {i for i, hand in wrong_bank if hand == "right"}
    low, high = path.min(axis=0) - _STRAY - 1, path.max(axis=0) + _STRAY + 1
    corners = [
        c
        for c in sorted(network.steps)
        if low[0] <= c[0] * 0.5 <= high[0] and low[1] <= corner_position(c)[1] <= high[1]
    ]
    place = np.array([corner_position(c) for c in corners])
    near = _gaps(place, path)  # [corners, path points]
    number = {corner: k for k, corner in enumerate(corners)}
    last = len(path) - 1
    middles: dict[tuple[Corner, Corner], int] = {}
    for a in corners:
        for b, _, _ in network.steps[a]:
            if b in number:
                middles.setdefault((min(a, b), max(a, b)), len(middles))
    away = _gaps(np.array([(place[number[a]] + place[number[b]]) / 2 for a, b in middles]), path)
    # A side is measured against the stretch of the polyline around the point reached.
    before_after = np.pad(away, ((0, 0), (1, 1)), constant_values=np.inf)
    away = np.minimum(np.minimum(before_after[:, :-2], before_after[:, 2:]), away) ** 2

    best: dict[tuple[Corner, int], float] = {}
    came: dict[tuple[Corner, int], tuple[Corner, int] | None] = {}
    heap: list[tuple[float, int, Corner, tuple[Corner, int] | None]] = []
    for corner in corners:
        if near[number[corner], 0] <= _STRAY and starts(corner):
            price = _CORNER_PRICE * float(near[number[corner], 0]) ** 2
            heapq.heappush(heap, (price, 0, corner, None))
    while heap:
        price, k, corner, before = heapq.heappop(heap)
        state = (corner, k)
        if state in best:
            continue
        best[state] = price
        came[state] = before
        if k == last and ends(corner):
            return _walk_back(came, state)
        if k < last and near[number[corner], k + 1] <= _STRAY:
            ahead = _CORNER_PRICE * float(near[number[corner], k + 1]) ** 2
            heapq.heappush(heap, (price + ahead, k + 1, corner, state))
        if corner in network.taken and not starts(corner):
            continue  # reached an earlier chain: only waiting for the polyline to end
        for following, left, right in network.steps[corner]:
            if left in off_left or right in off_right or following not in number:
                continue
            if near[number[following], k] > _STRAY:
                continue
            if network.side_between[corner, following] in network.closed:
                continue
            if following in network.taken and not ends(following):
                continue
            side = middles[min(corner, following), max(corner, following)]
            cost = _SIDE_PRICE + _AWAY_PRICE * float(away[side, k])
            heapq.heappush(heap, (price + cost, k, following, state))
    raise ValueError("no chain of hexsides follows this line")


def _gaps(places: Points, path: Points) -> Points:
    return np.hypot(places[:, 0, None] - path[None, :, 0], places[:, 1, None] - path[None, :, 1])


def _walk_back(
    came: dict[tuple[Corner, int], tuple[Corner, int] | None], state: tuple[Corner, int]
) -> tuple[Corner, ...]:
    walk: list[Corner] = []
    here: tuple[Corner, int] | None = state
    while here is not None:
        if not walk or walk[-1] != here[0]:
            walk.append(here[0])
        here = came[here]
    walk.reverse()
    # Cut loops and there-and-back spurs: keep the last visit of each corner.
    clean: list[Corner] = []
    for corner in walk:
        if corner in clean:
            del clean[clean.index(corner) :]
        clean.append(corner)
    return tuple(clean)


def clip_to_map(grid: Grid, points: Points) -> Points:
    """The longest run of a polyline inside the map, ending half a stride beyond its rim."""
    path = resample(points)
    gap = np.hypot(
        path[:, 0, None] - grid.centre[None, :, 0], path[:, 1, None] - grid.centre[None, :, 1]
    ).min(axis=1)
    inside = gap <= 0.577
    runs: list[tuple[int, int]] = []
    start = -1
    for k, flag in enumerate([*inside.tolist(), False]):
        if flag and start < 0:
            start = k
        elif not flag and start >= 0:
            runs.append((start, k))
            start = -1
    if not runs:
        return path[:0]
    first, end = max(runs, key=lambda run: run[1] - run[0])
    return path[first:end]


def nearest_point(points: Points, target: tuple[float, float]) -> int:
    """Index of the polyline point nearest a place in the plane."""
    gap = points - np.array(target)
    return int(np.argmin((gap**2).sum(axis=1)))


def split_at(points: Points, indices: Sequence[int]) -> list[Points]:
    """Pieces of a polyline cut at these points; both pieces keep the point of the cut."""
    cuts = [0, *sorted(indices), len(points) - 1]
    return [points[a : b + 1] for a, b in pairwise(cuts)]
