"""From degrees to the hex plane and back: conformal cone, similarity, and a rubber sheet.

A designer draws a map on a real projection but shifts places so that they fit the hexes. The
similarity carries the drawing as a whole; the rubber sheet then pulls each anchor (a place whose
hex the rulebook prints) onto its hex and the surroundings with it, so that rivers, coasts and
fronts stay right relative to the printed places.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]

_EARTH_KM = 6371.0


@dataclass(frozen=True)
class Cone:
    """Lambert conformal conic projection of the sphere; constants as usual in the textbooks."""

    central_longitude: float
    n: float
    factor: float
    origin_radius_km: float

    def project(self, degrees: Points) -> Points:
        """Kilometres east and north of points given as latitude and longitude, [m, 2]."""
        half = np.tan(math.pi / 4 + np.radians(degrees[:, 0]) / 2)
        radius = _EARTH_KM * self.factor / half**self.n
        angle = np.radians(self.n * (degrees[:, 1] - self.central_longitude))
        return np.stack(
            [radius * np.sin(angle), self.origin_radius_km - radius * np.cos(angle)], axis=1
        )

    def unproject(self, km: Points) -> Points:
        """Latitude and longitude of points in kilometres, [m, 2]."""
        down = self.origin_radius_km - km[:, 1]
        radius = np.hypot(km[:, 0], down)
        angle = np.degrees(np.arctan2(km[:, 0], down))
        half = (_EARTH_KM * self.factor / radius) ** (1 / self.n)
        latitude = np.degrees(2 * np.arctan(half) - math.pi / 2)
        return np.stack([latitude, angle / self.n + self.central_longitude], axis=1)


@dataclass
class Projection:
    """Degrees to hex widths of one map.

    Parameters
    ----------
    cone : Cone
    matrix, offset_km
        Hex plane to kilometres: ``km = matrix @ plane + offset``.
    reach_hexes : float
        How far the pull of an anchor reaches (it falls to 1/e).
    anchor_degrees, anchor_plane : [k, 2]
        Where the anchors are and where the map prints them.
    """

    cone: Cone
    matrix: Points
    offset_km: Points
    reach_hexes: float
    anchor_degrees: Points = field(default_factory=lambda: np.zeros((0, 2)))
    anchor_plane: Points = field(default_factory=lambda: np.zeros((0, 2)))

    def __post_init__(self) -> None:
        self._inverse = np.linalg.inv(self.matrix)
        self._anchors = self._similar(self.anchor_degrees)
        pull = self.anchor_plane - self._anchors
        self._weights = np.linalg.solve(self._nearness(self._anchors), pull)

    def _similar(self, degrees: Points) -> Points:
        return (self.cone.project(degrees) - self.offset_km) @ self._inverse.T

    def _nearness(self, plane: Points) -> Points:
        gap = plane[:, None, :] - self._anchors[None, :, :]
        return np.asarray(np.exp(-np.hypot(gap[..., 0], gap[..., 1]) / self.reach_hexes))

    def _pull(self, plane: Points) -> Points:
        return np.asarray(self._nearness(plane) @ self._weights)

    def to_plane(self, degrees: Points) -> Points:
        """Points in hex widths of points given as latitude and longitude, [m, 2]."""
        plane = self._similar(np.asarray(degrees, dtype=float).reshape(-1, 2))
        return np.asarray(plane + self._pull(plane))

    def to_degrees(self, plane: Points) -> Points:
        """Latitude and longitude of points in hex widths, [m, 2]."""
        target = np.asarray(plane, dtype=float).reshape(-1, 2)
        point = target.copy()
        for _ in range(60):
            # The pull changes slowly over the map, so this converges fast.
            point = target - self._pull(point)
        return self.cone.unproject(point @ self.matrix.T + self.offset_km)
