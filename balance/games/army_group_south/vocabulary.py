"""The rulebook's words as numbers for the kernels: sides, unit kinds, terrain, phases, results."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Side(IntEnum):
    """army_group_south 1.0: the German side and the Soviet side."""

    AXIS = 0
    SOVIET = 1


#: The sides as arguments for kernels, see kernel/compiled.py.
AXIS, SOVIET = np.int64(Side.AXIS), np.int64(Side.SOVIET)
#: Value of ``ground.control`` of a place that neither side has entered, see ``control``.
NOBODY = -1


class Mobility(IntEnum):
    """Classes of the terrain chart (10.4): armor, mechanized infantry and cavalry; all others."""

    MECH = 0
    INFANTRY = 1


class Size(IntEnum):
    """Unit sizes (3.21). Headquarters stack by a rule of their own."""

    BATTALION = 0
    REGIMENT = 1
    BRIGADE = 2
    DIVISION = 3
    CORPS = 4
    HEADQUARTERS = 5


class Kind(IntEnum):
    """What a unit is, as far as points and movement ask for it (3.22, 25.2, 25.3)."""

    GERMAN_INFANTRY = 0
    GERMAN_MECHANIZED = 1
    RIFLE_DIVISION = 2
    GUARDS_RIFLE_DIVISION = 3
    CAVALRY_DIVISION = 4
    CAVALRY_CORPS = 5
    TANK_CORPS = 6  # also mechanized corps
    RIFLE_BRIGADE = 7
    MOTORIZED_RIFLE_BRIGADE = 8
    TANK_BRIGADE = 9
    ANTI_TANK_BRIGADE = 10
    HEADQUARTERS = 11


class Mode(IntEnum):
    """Soviet doctrine (section 21). FREE is a combat unit's where doctrine isn't in force."""

    OFFENSIVE = 0
    DEFENSIVE = 1
    FREE = 2


class Status(IntEnum):
    """Where a unit is in its life."""

    ON_MAP = 0
    AWAITING = 1  # a reinforcement not yet entered (15.0)
    RETREATED_OFF = 2  # forced off the map, may return (24.0)
    EXITED = 3  # left the map through the exit area (25.1)
    ELIMINATED = 4
    UNUSED = 5  # an untried counter that this game doesn't draw (18.11)


class Terrain(IntEnum):
    """Natural terrain (10.4); rows of the terrain chart. SEA is all water."""

    CLEAR = 0
    WOODS = 1
    SWAMP = 2
    ROUGH = 3
    SEA = 4
    OFF_MAP = 5


class Hexside(IntEnum):
    """Bits of ``hexside[hex, direction]``, set on both hexes that share the side."""

    MINOR_RIVER = 1
    MAJOR_RIVER = 2
    SEA = 4
    RAIL = 8  # a railroad runs from the one hex into the other


class Feature(IntEnum):
    """Bits of ``hexes.features``."""

    TOWN = 1
    CITY = 2
    KHARKOV = 4  # one of the hexes that score only together (25.3)
    RAIL = 8  # a railroad hex
    RAIL_EXIT = 16  # its railroad leaves the map here and feeds German supply (20.2)
    SOVIET_EDGE = 32  # supplies Soviet headquarters (20.1)
    EAST_EDGE = 64  # where the free line of 25.1 must lead
    EDGE = 128  # on the edge of the map
    AREA_A = 256  # entry areas (section 23)
    AREA_B = 512
    AREA_C = 1024
    AREA_K = 2048
    AREA_L = 4096
    EXIT = 8192  # in the area that Soviet units leave the map by (25.1)
    SOVIET_SIDE = 16384  # behind the Soviet line at the start


class Phase(IntEnum):
    """Phases in the order of the sequence of play; the dice are addressed by them."""

    AXIS_MOVEMENT = 0
    AXIS_COMBAT = 1
    AXIS_MECHANIZED = 2
    AXIS_REMOVAL = 3
    SOVIET_START = 4  # headquarters change their mode (21.0)
    SOVIET_MOVEMENT = 5
    SOVIET_COMBAT = 6
    SOVIET_MECHANIZED = 7
    SOVIET_REMOVAL = 8
    TURN_END = 9
    SET_UP = 10


#: Entries of a combat result: what one side must do (9.65, 9.69); 1 to 3 are steps or hexes.
NO_EFFECT, ELIMINATION, ENGAGED = 0, 8, 9


class Ending(IntEnum):
    """How a game ended (25.0, 25.1)."""

    NONE = 0
    AUTOMATIC_VICTORY = 1
    POINTS = 2


class Level(IntEnum):
    """Levels of victory (25.1, 25.4), the decisive one above the others."""

    DRAW = 0
    TACTICAL = 1
    OPERATIONAL = 2
    STRATEGIC = 3
    DECISIVE = 4


class Purpose(IntEnum):
    """What a die is for: part of its address."""

    COMBAT = 1  # key = defender hex, nth = battles there this phase
    UNTRIED_DRAW = 2  # key = pool, nth = draw (13.1)
    PLAYER = 3  # free for strategies and random play


class EventKind(IntEnum):
    """Rows of the ``events`` table; ``value`` is explained beside each."""

    ELIMINATED = 0  # any unit; value = battle number, -1 outside battle
    STEP_LOST = 1  # value = battle number, -1 outside battle
    REVEALED = 2  # value = battle number (13.2)
    PLACE_TAKEN = 3  # town, city or hex worth points changed hands; value = Side that took it
    ARRIVED = 4  # reinforcement entered; value 1 by rail
    RETURNED = 5  # back on the map (24.0)
    FORCED_OFF = 6  # retreated off the map (24.0); hex it left by
    EXITED = 7  # left through the exit area (25.1); value = its attack strength
    DISRUPTED = 8  # value = battle number (6.31)
    DEFENSIVE_MODE = 9  # headquarters changed over (21.0)
    OVERSTACK_REMOVED = 10  # 7.0, 19.8
    MISSED_ENTRY = 11  # Soviet unit that couldn't enter or return (23.13, 24.1)
    ORDER_REFUSED = 12  # value = Refusal


class Policy(IntEnum):
    """Columns of ``state.policy[side]``: standing orders a player leaves with the referee.

    The referee asks them where the rules let a player choose during a battle, so that it never
    decides for him. Values are 0 unless he says otherwise.
    """

    DEFEND_STEPS = 0  # losses up to this are paid in steps by defenders; else they retreat (9.66)
    ATTACK_STEPS = 1  # the same for attackers
    STEPS_IF_TRAPPED = 2  # 1 = pay in steps where a retreat would cost a unit; 2 = as many steps
    STEPS_TO_THE_LAST = 3  # 1 = also pay in steps where that costs every unit
    ADVANCE = 4  # attackers to advance after combat, at most; orders may differ (9.83)
    DEFENDER_ADVANCE = 5  # the same for defenders
    ADVANCE_HEXES = 6  # hexes that an advance may go, at most
    KEEP_UNITS = 7  # 1 = steps come from units that live on, as long as there are such
