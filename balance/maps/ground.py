"""What fills a hex: shares of polygons in it, terrain by share, seas and all-water sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from balance.maps.grid import Grid, Side, corner_position, points_in_hex

Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outline:
    """A closed polygon in the hex plane, with its name and kind."""

    name: str
    kind: str
    points: Points


def inside(polygon: Points, points: Points) -> npt.NDArray[np.bool_]:
    """Which points lie inside a polygon (even-odd rule).

    >>> square = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
    >>> inside(square, np.array([[1.0, 1.0], [3.0, 1.0]])).tolist()
    [True, False]
    """
    result = np.zeros(len(points), bool)
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    near = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
    x, y = points[near, 0], points[near, 1]
    ends = np.roll(polygon, -1, axis=0)
    slanted = polygon[:, 1] != ends[:, 1]
    edges = (*polygon[slanted].T, *ends[slanted].T)
    if len(near) < len(polygon):
        counts = [np.count_nonzero(_crosses(*place, *edges)) for place in zip(x, y, strict=True)]
        odd = np.array(counts, int) % 2 == 1
    else:
        odd = np.zeros(len(near), bool)
        for edge in zip(*edges, strict=True):
            odd ^= _crosses(x, y, *edge)
    result[near] = odd
    return result


def _crosses(x: Any, y: Any, x1: Any, y1: Any, x2: Any, y2: Any) -> Any:
    """Whether a ray to the right of a point crosses an edge; of many points, or of many edges."""
    return ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)


def shares(grid: Grid, outlines: Sequence[Outline], per_side: int) -> dict[str, Points]:
    """Share of each hex that the outlines of a kind cover together, by kind, [n]."""
    sample = points_in_hex(per_side)
    points = (grid.centre[:, None, :] + sample[None, :, :]).reshape(-1, 2)
    covered: dict[str, npt.NDArray[np.bool_]] = {}
    for outline in outlines:
        mask = covered.setdefault(outline.kind, np.zeros(len(points), bool))
        mask |= inside(outline.points, points)
    return {kind: mask.reshape(len(grid), -1).mean(axis=1) for kind, mask in covered.items()}


def choose_terrain(
    share: Mapping[str, Points], least: Mapping[str, float], count: int
) -> list[str]:
    """Terrain of each hex: the kind that most exceeds the least share asked of it, else clear."""
    chosen = ["clear"] * count
    best = np.ones(count)
    for kind, least_share in least.items():
        if kind not in share:
            continue
        strength = share[kind] / least_share
        for i in np.flatnonzero(strength >= best):
            if strength[i] > best[i] or chosen[i] == "clear":
                chosen[i] = kind
                best[i] = strength[i]
    return chosen


def water_sides(
    grid: Grid, terrain: Sequence[str], water: Sequence[Outline], least: float
) -> list[Side]:
    """All-water sides: those of water hexes, and those drowned along their length."""
    is_wet = [kind in ("sea", "lake") for kind in terrain]
    found = [(i, j) for i, j, _ in grid.sides() if is_wet[i] != is_wet[j]]
    dry = [side for side in grid.sides() if not (is_wet[side[0]] or is_wet[side[1]])]
    if not dry:
        return sorted(found)
    ends = np.array([[corner_position(c) for c in grid.side_corners(i, d)] for i, _, d in dry])
    along = np.linspace(0.08, 0.92, 15)[None, :, None]
    points = (ends[:, None, 0] + along * (ends[:, None, 1] - ends[:, None, 0])).reshape(-1, 2)
    drowned = np.zeros(len(points), bool)
    for outline in water:
        drowned |= inside(outline.points, points)
    share = drowned.reshape(len(dry), -1).mean(axis=1)
    found.extend((i, j) for (i, j, _), part in zip(dry, share, strict=True) if part >= least)
    return sorted(found)
