"""Desks for small positions: who is to do what, said in a line.

    desk = open_desk(state, AXIS, strike("0501", 0, 1), hold(2), garrisons={"0509": 1})

Units are rows of ``state.units``; those of no task hold the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.vocabulary import SOVIET, Phase, PhaseOrder
from balance.kernel.fields import FAR, travel_field
from balance.kernel.hexes import distance
from balance.staff.desk import (
    GARRISON,
    LINE,
    LINE_BIAS,
    LINE_LENGTH,
    MISSION,
    Desk,
    Posture,
    new_desk,
)
from balance.staff.drive_on_stalingrad.conduct import hold_line, receive_newcomers
from balance.staff.drive_on_stalingrad.offensive import open_offensive
from balance.staff.drive_on_stalingrad.situation import survey
from tests.games.drive_on_stalingrad.positions import hex_named

#: Fields of ``state.game`` for the phases of the Soviet player turn as it is mostly played.
SOVIET_MOVES = {
    "side": SOVIET,
    "phase": Phase.SOVIET_SECOND,
    "phase_order": PhaseOrder.ASSAULT_MOVE,
}
SOVIET_ASSAULTS = SOVIET_MOVES | {"phase": Phase.SOVIET_FIRST}
AXIS_ASSAULTS = {"phase": Phase.AXIS_FIRST, "phase_order": PhaseOrder.ASSAULT_MOVE}
#: A least value that no attack reaches.
NO_ATTACK = {"min_value": 1e6, "min_value_mobile": 1e6}


class Task(NamedTuple):
    """A posture, the hexes it is about and the units that take it."""

    posture: Posture
    objective: tuple[str, ...]
    units: tuple[int, ...]


def strike(objective: str, *units: int) -> Task:
    return Task(Posture.STRIKE, (objective,), units)


def hold(*units: int) -> Task:
    return Task(Posture.HOLD, (), units)


def reserve(*units: int) -> Task:
    return Task(Posture.RESERVE, (), units)


def open_desk(
    state: State,
    side: int,
    *tasks: Task,
    garrisons: Mapping[str, int] | None = None,
    worth: Mapping[str, float] | None = None,
    bias: Mapping[str, int] | None = None,
    **weights: float,
) -> Desk:
    """Put tasks, garrisons, worth of ground and biases of the line on a fresh desk."""
    hexes = len(state.ground) - 1
    desk = new_desk(hexes, len(state.units), len(tasks))
    for m, task in enumerate(tasks):
        desk.posture[m] = task.posture
        desk.crew[MISSION, list(task.units)] = m
        for mobility in range(3):
            if task.objective:
                desk.fields[m, mobility] = _travel(state, side, mobility, task.objective)
    for name, units in (garrisons or {}).items():
        desk.marks[GARRISON, hex_named(state, name)] = units
    for name, value in (worth or {}).items():
        desk.hex_worth[hex_named(state, name)] = value
    for name, tenths in (bias or {}).items():
        desk.marks[LINE_BIAS, hex_named(state, name)] = tenths
    for name, value in weights.items():
        desk.weights[name] = value
        desk.mission_weights[name] = value
    return desk


def _travel(state: State, side: int, mobility: int, goals: Iterable[str]) -> np.ndarray:
    size = len(state.ground)
    found = np.full(size, FAR, np.int16)
    found[[hex_named(state, name) for name in goals]] = 0
    closed = np.zeros(size, np.uint8)
    queue = np.zeros(size + 1, np.int16)
    cost = state.cost[3 * int(side) + mobility]
    travel_field(state.neighbour, cost, PROHIBITED, closed, found, queue)
    return found


# --- what has become of them


def name_of(state: State, h: int) -> str:
    """Printed name of a hex."""
    row, x2 = int(state.hexes[h].row), int(state.hexes[h].x2)
    return f"{row:02d}{(x2 - (1 if row % 2 == 0 else 0)) // 2:02d}"


def places(state: State, *units: int) -> list[str]:
    """Names of the hexes of these units, or of all."""
    return [name_of(state, int(state.units[u].hex)) for u in units or range(len(state.units))]


def ring_of(state: State, name: str) -> list[str]:
    """Names of the hexes around one, clockwise from the north-east."""
    around = state.neighbour[hex_named(state, name)]
    return [name_of(state, int(h)) for h in around if h < len(state.ground) - 1]


def launch_mask(state: State, name: str, side: int) -> int:
    """Directions from a hex in which units of ``side`` stand next to it, as bits."""
    around = state.neighbour[hex_named(state, name)]
    return sum(1 << d for d in range(6) if state.ground[int(around[d])].occupant == side)


def away(state: State, unit: int, name: str) -> int:
    """Hexes from a unit to a hex."""
    here, there = state.hexes[state.units[unit].hex], state.hexes[hex_named(state, name)]
    return int(distance(here.row, here.x2, there.row, there.x2))


def line_of(desk: Desk) -> list[int]:
    """Hexes of the line last drawn, from the coast to the north edge."""
    return [int(h) for h in desk.marks[LINE, : int(desk.tally[LINE_LENGTH])]]


# --- one step of a movement phase


def mass(state: State, desk: Desk, side: int) -> None:
    """Do what comes first in a movement phase: newcomers and garrisons, then the offensive."""
    receive_newcomers(state, desk, side)
    open_offensive(state, desk, side)


def stand(state: State, desk: Desk, side: int) -> None:
    """Do what comes last in a movement phase: draw the line and man it, by a fresh survey."""
    survey(state, desk, side)
    hold_line(state, desk, side)
