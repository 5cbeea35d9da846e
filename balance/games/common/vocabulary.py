"""The words of the common game as numbers for kernels: sides, kinds of units, phases, events."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Side(IntEnum):
    """common 1.1: the two sides; what readers call them, ``game.toml`` says."""

    AXIS = 0
    SOVIET = 1


#: The sides as arguments for kernels, see kernel/compiled.py.
AXIS, SOVIET = np.int64(Side.AXIS), np.int64(Side.SOVIET)


class Kind(IntEnum):
    """What a unit is, for readers, openings and the staff: no rule goes by it (2.1)."""

    INFANTRY = 0
    CAVALRY = 1
    MECHANIZED = 2
    ARMOR = 3
    ARTILLERY = 4
    ANTI_TANK = 5
    ENGINEERS = 6
    GARRISON = 7
    HEADQUARTERS = 8


class Mobility(IntEnum):
    """Classes of mobility in the order of ``mobility.csv``, which names them (5.2)."""

    FIRST = 0
    SECOND = 1
    THIRD = 2


class Status(IntEnum):
    """Where a unit is in its life."""

    ON_MAP = 0
    AWAITING = 1  # a reinforcement or rebuilt unit not yet entered (12.1, 13.2)
    ELIMINATED = 2


class Feature(IntEnum):
    """Bits of ``hexes.features``."""

    TOWN = 1
    CITY = 2
    AXIS_SOURCE = 4  # source of supply (11.1)
    SOVIET_SOURCE = 8
    SOVIET_SIDE = 16  # under Soviet control at the start (5.5)


class PhaseKind(IntEnum):
    """What may be done in a phase: words of ``sequence.csv`` (1.1)."""

    SUPPLY = 0
    REPLACEMENTS = 1
    MOVEMENT = 2
    COMBAT = 3
    EXPLOITATION = 4


#: Kinds of phase, by which those of the sides are told apart.
KINDS = len(PhaseKind)


class Phase(IntEnum):
    """Phases: kinds of the first side, then of the second. Dice are addressed by them."""

    AXIS_SUPPLY = 0
    AXIS_REPLACEMENTS = 1
    AXIS_MOVEMENT = 2
    AXIS_COMBAT = 3
    AXIS_EXPLOITATION = 4
    SOVIET_SUPPLY = 5
    SOVIET_REPLACEMENTS = 6
    SOVIET_MOVEMENT = 7
    SOVIET_COMBAT = 8
    SOVIET_EXPLOITATION = 9
    TURN_END = 10
    SET_UP = 11


class Ending(IntEnum):
    """How a game ended (14.2, 14.3)."""

    NONE = 0
    POINTS = 1
    SUDDEN_DEATH = 2


class Level(IntEnum):
    """Levels of victory by the margin of points (14.3)."""

    DRAW = 0
    MARGINAL = 1
    CLEAR = 2
    DECISIVE = 3


class Purpose(IntEnum):
    """What a die is for: part of its address."""

    COMBAT = 1  # key = defending hex, nth = battles there this phase
    WEATHER = 2
    PLAYER = 3  # free for strategies and random play


class EventKind(IntEnum):
    """Rows of the ``events`` table; ``value`` is explained beside each."""

    ELIMINATED = 0  # value = battle number, -1 outside battle
    STEP_LOST = 1  # value = battle number, -1 outside battle
    PLACE_TAKEN = 2  # value = Side that took it
    ARRIVED = 3
    OVERSTACK_REMOVED = 4
    UNSUPPLIED = 5  # value = checks in a row without supply
    ISOLATION_LOSS = 6  # step or unit lost for want of supply
    RETREATED = 7  # value = battle number
    STEP_REPLACED = 8
    REBUILT = 9
    WEATHER = 10  # value = row of the weather chart
    ORDER_REFUSED = 11  # value = Refusal
    RODE = 12  # a unit moved strategically (5.7); value = hexes


class Policy(IntEnum):
    """Columns of ``state.policy[side]``: standing orders a player leaves with the referee."""

    ADVANCE = 0  # attackers that advance after combat, at most (10.1)
    KEEP_UNITS = 1  # 1 = steps come from units that live on, as long as there are such (8.6)
