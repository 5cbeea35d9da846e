"""The rulebook's words as numbers for the kernels: sides, unit types, terrain, phases, results."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Side(IntEnum):
    """stalingrad_1942 1.0: the German side, with its allies, and the Soviet side."""

    AXIS = 0
    SOVIET = 1


#: The sides as arguments for kernels, see kernel/compiled.py.
AXIS, SOVIET = np.int64(Side.AXIS), np.int64(Side.SOVIET)


class Game(IntEnum):
    """The three scenarios (15.1)."""

    ON_TO_STALINGRAD = 1
    URANUS = 2
    WINTER_STORM = 3


class Kind(IntEnum):
    """Unit types (2.25, 18, Setup-b). Those from ARTILLERY to ANTI_TANK are guns (2.21, 18.1)."""

    INFANTRY = 0
    CAVALRY = 1
    NAVAL_INFANTRY = 2
    FORTRESS = 3  # RU (18.4)
    MECHANIZED = 4  # yellow star (18.3)
    ARMOR = 5  # black star (18.2)
    ARTILLERY = 6
    SELF_PROPELLED_ARTILLERY = 7
    ANTI_TANK = 8  # white star (18.1)
    HEADQUARTERS = 9


class Nation(IntEnum):
    """Nations of the set-up key (Setup-b3)."""

    GERMAN = 0
    ROMANIAN = 1
    ITALIAN = 2
    HUNGARIAN = 3
    SOVIET = 4


class Size(IntEnum):
    """Size marks (2.24); those above divisions are on headquarters alone."""

    BATTALION = 0
    REGIMENT = 1
    BRIGADE = 2
    DIVISION = 3
    CORPS = 4
    ARMY = 5


class Mobility(IntEnum):
    """Columns of the terrain charts; rows of ``State.cost``."""

    MOTORIZED = 0
    TANK = 1
    NONMOTORIZED = 2
    NAVAL = 3


class Status(IntEnum):
    """Where a unit is in its life."""

    ON_MAP = 0
    AWAITING = 1  # a reinforcement not yet entered (15.21)
    ELIMINATED = 2
    UNUSED = 3  # a counter that its scenario doesn't have


class Terrain(IntEnum):
    """Natural terrain of a hex; rows of ``State.tec``."""

    CLEAR = 0
    FOREST = 1
    HILLS = 2
    MARSH = 3
    OFF_MAP = 4


class Hexside(IntEnum):
    """Bits of ``hexside[hex, direction]``, set on both hexes that share the side."""

    RIVER = 1
    MAJOR_RIVER = 2  # the Don, the charts' large river
    VOLGA = 4
    ROAD = 8  # secondary; links the two hexes
    MAIN_ROAD = 16
    RAIL = 32  # for orientation: no rule asks for it
    BRIDGE = 64  # over Don or Volga, in use now (17)


class Feature(IntEnum):
    """Bits of ``hexes.features``."""

    TOWN = 1  # a small town of the charts
    CITY = 2  # a hex of Stalingrad (20.11)
    WORKS = 4  # permanent fortifications (9.12)
    EDGE_NORTH = 8
    EDGE_EAST = 16
    EDGE_SOUTH = 32
    EDGE_WEST = 64
    AREA_A = 128  # arrival areas (Setup-d)
    AREA_J = 256
    AREA_K = 512
    AREA_W = 1024
    AREA_M = 2048
    AREA_P = 4096
    AREA_R = 8192
    AREA_T = 16384
    SOVIET_SIDE = 32768  # behind the Soviet front at the start


class Phase(IntEnum):
    """Phases; the dice are addressed by them. Which half of a turn is first, the scenario says."""

    AXIS_AIR = 0  # phase 1a: air units are placed (3.1-P1)
    SOVIET_AIR = 1
    SUPPLY = 2  # phase 1b and 1c: strikes, then supply; nobody acts
    AXIS_MOVEMENT = 3
    AXIS_FORTIFICATION = 4
    AXIS_COMBAT = 5
    AXIS_STRATEGIC = 6
    SOVIET_MOVEMENT = 7
    SOVIET_FORTIFICATION = 8
    SOVIET_COMBAT = 9
    SOVIET_STRATEGIC = 10
    TURN_END = 11
    SET_UP = 12


class Result(IntEnum):
    """Cells of the combat results table (7.31), worst for the attacker first."""

    A2_1 = 0
    A1_1 = 1
    BOTH_LOSE = 2  # -1/-1
    BOTH_DISORGANIZED = 3  # D/D
    LOSS_AND_B1 = 4  # -1/B1
    B1 = 5
    B2 = 6
    B3 = 7
    B4 = 8
    B4S = 9


class AirTask(IntEnum):
    """Tasks of an air unit, one a turn (10.14, 10.17)."""

    NONE = 0  # not placed
    STRIKE_BRIDGE = 1
    STRIKE_UNITS = 2
    SUPPORT_ATTACK = 3
    SUPPORT_DEFENSE = 4
    DISRUPT = 5


class Ending(IntEnum):
    """How a game ended (S1d, S1e)."""

    NONE = 0
    STALINGRAD_TAKEN = 1
    POINTS = 2


class Level(IntEnum):
    """Levels of victory by the margin of points; the book has none."""

    DRAW = 0
    MARGINAL = 1
    CLEAR = 2
    DECISIVE = 3


class Purpose(IntEnum):
    """What a die is for: part of its address."""

    COMBAT = 1  # key = first defending hex, nth = battles there this phase
    BOMBARDMENT = 2  # key = target hex, nth = battles there this phase
    BRIDGE_STRIKE = 3  # key = unit, of air units their row behind all units; nth = die
    AIR_STRIKE = 4  # key = target hex
    PLAYER = 5  # free for strategies and random play


class EventKind(IntEnum):
    """Rows of the ``events`` table; ``value`` is explained beside each."""

    ELIMINATED = 0  # any unit; value = battle number, -1 outside battle
    STEP_LOST = 1  # value = battle number, -1 outside battle
    PLACE_TAKEN = 2  # town or hex of Stalingrad changed hands; value = Side that took it
    ARRIVED = 3  # reinforcement entered
    OVERRUN = 4  # guns or headquarters whose hex an enemy entered (8.15, 11.37)
    OVERSTACK_REMOVED = 5  # 5.0
    UNSUPPLIED = 6  # value = level of the marker (14.21)
    STARVED = 7  # removed at the fourth check (14.21)
    POCKET_LOSS = 8  # step or unit lost in the pocket (S3i)
    SURROUNDED = 9  # the troops at Stalingrad: value 1 cut off, 0 free again (S2e, S3d)
    WORKS_BUILT = 10  # 9.11
    BRIDGE_BUILT = 11  # 17.3
    BRIDGE_DESTROYED = 12  # 17.1, 17.2; value 1 by guns or air
    RIVER_CROSSED = 13  # value = number of the river (S3f)
    RELEASED = 14  # a unit under Stalin's Breath may move (16.13)
    RETREATED = 15  # value = battle number
    ZONE_LOST = 16  # value = battle number (7.31h)
    DISORGANIZED = 17  # value = battle number (7.31i)
    ORDER_REFUSED = 18  # value = Refusal


class Forbidden(IntEnum):
    """Columns of ``state.forbidden[side]``: acts of the book that a study may forbid a side."""

    STRATEGIC_MOVEMENT = 0  # 13.11
    FIELD_WORKS = 1  # 9.11a
    PURSUIT = 2  # 7.41
    FIRE_OF_GUNS = 3  # 8.21a
    DEFENSIVE_SUPPORT = 4  # 8.41
    AIRCRAFT = 5  # 10.12
    DEMOLITIONS = 6  # 17.1a


class Policy(IntEnum):
    """Columns of ``state.policy[side]``: standing orders a player leaves with the referee.

    The referee asks them where the rules let a player choose in the other's turn or inside a
    battle, so that it never decides for him. Values are 0 unless he says otherwise.
    """

    DEFEND_STEPS = 0  # steps that defenders pay rather than retreat a hex, at most (7.32)
    ATTACK_STEPS = 1  # 1 = attackers pay A-codes in steps rather than retreat (7.31b)
    STEPS_IF_TRAPPED = 2  # 1 = pay in steps where a retreat costs a unit, or as many steps (7.37)
    ADVANCE = 3  # attackers that pursue, at most (7.41)
    ADVANCE_HEXES = 4  # hexes that they follow, at most
    SUPPORT_DEFENSE = 5  # 1 = as few guns as lower the odds support a defense, 2 = all (8.41)
    KEEP_UNITS = 6  # 1 = steps come from units that live on, as long as there are such (7.34)
    SPARE_HEADQUARTERS = 7  # 1 = no headquarters is given for a step (11.35)
