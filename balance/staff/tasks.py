"""Small questions that the staffs of all games ask of a desk."""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import inlined, inner
from balance.staff.desk import MISSION, Desk, Posture

SCATTERED = np.int64(1 << 16)  # no two hexes of a map have the same scattered number
_NO_TASK = -1


@inlined
def scatter(h: int) -> int:
    """A number of a hex, 0 to SCATTERED - 1, that has nothing to do with those around it.

    What is done in this order along a front stays local: no hex waits for a long row of others.
    """
    return (h * np.int64(40503)) % SCATTERED


@inner
def has_task(desk: Desk, unit: int) -> bool:
    """Whether a unit has an objective of its own, so that it doesn't go where the line needs it."""
    mission = desk.crew[MISSION, unit]
    if mission < 0:
        return False
    posture = desk.posture[mission]
    return posture == Posture.STRIKE or posture == Posture.GARRISON


@inner
def strike_mission(desk: Desk, unit: int) -> int:
    """Number of the mission a unit strikes for, -1 if it has none."""
    mission = desk.crew[MISSION, unit]
    if mission >= 0 and desk.posture[mission] == Posture.STRIKE:
        return mission
    return _NO_TASK
