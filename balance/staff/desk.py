"""The staff's desk: what a commander wants, as arrays, and the working papers of one player turn.

A strategy says *what* (missions, line, garrisons, weights); the staff of each game turns it into
legal moves and attacks at compiled speed. ``Desk`` is all the staff may read beside what the side
is allowed to see of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from enum import IntEnum
from operator import attrgetter
from typing import Any, NamedTuple, cast

import numpy as np

from balance.kernel.bundles import bundle
from balance.kernel.records import as_row, as_rows
from balance.staff.weights import Weights


class Posture(IntEnum):
    """What the units of a mission are for."""

    HOLD = 0  # man the line, fight where it pays
    STRIKE = 1  # go for the objective, break what stands before it
    GARRISON = 2  # go to the objective hexes and stay there
    RESERVE = 3  # as HOLD; whom the line doesn't need goes where he is wanted most


WEIGHTS = np.dtype([(field.name, "f8") for field in fields(Weights)])
_values = attrgetter(*cast("tuple[str, ...]", WEIGHTS.names))


def weights_record(weights: Weights) -> Any:
    """The weights as a record that kernels read by name."""
    return as_row(_plain([weights]))


def _plain(weights: Sequence[Weights]) -> np.ndarray:
    """A record for each in an array of their own."""
    return np.array([_values(each) for each in weights], WEIGHTS)


# Rows of ``Desk.marks``: small integers by hex. The first two are the plan's.
LINE_BIAS, GARRISON, ENEMY_UNITS, LINE, PARENT = range(5)
MARKS = 5
# Rows of ``Desk.distance``: papers of the moment first, by class of march where they are; then
# points to where the unit in hand is wanted, and hexes from the nearest one in supply.
AIM, TO_SUPPLY = 4, 5
DISTANCES = 6
# Rows of ``Desk.tolls``.
TOLL, TOTAL = range(2)
# Rows of ``Desk.crew``: by unit its mission (-1 = hold), whether the staff is done with it, and the
# choices that name it: bit k for the k-th list of units.
MISSION, SETTLED, NAMED = range(3)
# Entries of ``Desk.tally``.
LINE_LENGTH, PARTY_VALUE, PARTY_COUNT, PARTY_WORTH, PARTY_STEPS = range(5)
#: Game turn in whose march the staff has kept its papers up to date; see ``conduct`` of a game.
MARCHED = 5


@bundle
class Desk(NamedTuple):
    """One side's wishes and working papers; n = hexes, m = missions, k = units."""

    weights: Any  # WEIGHTS record
    mission_weights: Any  # WEIGHTS[m], where a mission has some of its own
    posture: np.ndarray  # int16[m], Posture
    fields: np.ndarray  # int16[m, c, n + 1], MP to the mission's objective by class of march
    order: np.ndarray  # int16[16]: what the plan chose, by the game's choices; the rest is free
    crew: np.ndarray  # int16[3, k]
    # Numbers by hex, float64[n + 1] each. The first is the plan's, the rest are working papers.
    hex_worth: np.ndarray  # factor points for holding a hex, beside its VP and supply
    enemy_attack: np.ndarray  # estimate of what stands in a hex
    enemy_defense: np.ndarray
    enemy_worth: np.ndarray  # value of one step there
    threat: np.ndarray  # enemy attack factors that can fall on a hex
    open_threat: np.ndarray  # those that could if own zones kept nobody out
    own_attack: np.ndarray  # own units standing in a hex, as their owner knows them
    own_defense: np.ndarray
    pull: np.ndarray  # worth of standing in a hex to attack from it
    wanted: np.ndarray  # defense wanted in a line or garrison hex
    value: np.ndarray  # worth of attacking the enemy in a hex
    need: np.ndarray  # attack factors wanted against the enemy in a hex
    marks: np.ndarray  # int16[5 or more, n + 1]
    tolls: np.ndarray  # int32[2, n + 1]
    distance: np.ndarray  # int16[6, n + 1]
    mask: np.ndarray  # uint8[3, n + 1]
    queue: np.ndarray  # int16[n + 2]
    party: np.ndarray  # int16[2, p], units of the attack under construction and where they stand
    party_strength: np.ndarray  # float64[p]
    tally: np.ndarray  # float64[6]


#: The numbers by hex.
NUMBERS = Desk._fields[Desk._fields.index("hex_worth") : Desk._fields.index("marks")]
#: Parts of a desk that play writes on; the rest may be shared between games.
WRITTEN = tuple(
    name for name in Desk._fields if name not in ("weights", "mission_weights", "posture", "fields")
)


def planned_parts(desk: Desk) -> tuple[np.ndarray, ...]:
    """What a plan puts on those parts and the staff only reads; see ``used_parts``."""
    return desk.marks[LINE_BIAS], desk.hex_worth


def used_parts(desk: Desk) -> tuple[np.ndarray, ...]:
    """What a plan puts on those parts and the staff writes on; the rest are working papers."""
    return desk.order, desk.crew, desk.marks[GARRISON]


class Sizes(NamedTuple):
    """What a game's staff wants of a desk beyond hexes, units and missions."""

    classes: int = 3  # classes of march in ``fields``
    marks: int = MARKS  # rows of small integers by hex
    party: int = 64  # most units in an attack under construction


#: What a desk has where a game asks for no more.
STANDARD = Sizes()


def new_desk(
    hex_count: int,
    unit_count: int,
    mission_count: int,
    sizes: Sizes = STANDARD,
    weights: Sequence[Weights] = (),
) -> Desk:
    """An empty desk for a map of ``hex_count`` hexes (the dummy hex comes on top).

    weights : those of the plan, then of each mission; the usual ones if not given
    """
    n = hex_count + 1
    plans, *missions = weights or [Weights()] * (1 + mission_count)
    crew = np.zeros((3, unit_count), np.int16)
    crew[MISSION] = -1
    return Desk(
        weights=weights_record(plans),
        mission_weights=as_rows(_plain(missions or [plans])),
        posture=np.zeros(max(1, mission_count), np.int16),
        fields=np.zeros((max(1, mission_count), sizes.classes, n), np.int16),
        order=np.zeros(16, np.int16),
        crew=crew,
        **{name: np.zeros(n) for name in NUMBERS},
        marks=np.zeros((sizes.marks, n), np.int16),
        tolls=np.zeros((2, n), np.int32),
        distance=np.zeros((DISTANCES, n), np.int16),
        mask=np.zeros((3, n), np.uint8),
        queue=np.zeros(n + 1, np.int16),
        party=np.zeros((2, sizes.party), np.int16),
        party_strength=np.zeros(sizes.party),
        tally=np.zeros(6),
    )
