"""The rulebook's words as numbers for the kernels: sides, unit kinds, terrain, phases, results."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Side(IntEnum):
    """drive_on_stalingrad 1.5: the German side (with its satellites) and the Soviet side."""

    AXIS = 0
    SOVIET = 1


#: The sides as arguments for kernels, see kernel/compiled.py.
AXIS, SOVIET = np.int64(Side.AXIS), np.int64(Side.SOVIET)


class Nation(IntEnum):
    """drive_on_stalingrad 1.5, 6.3. The Slovak unit counts as German, so it has no entry here."""

    GERMAN = 0
    HUNGARIAN = 1
    ITALIAN = 2
    ROMANIAN = 3
    SOVIET = 4


class Mobility(IntEnum):
    """Movement classes: mechanized, non-mechanized, mountain infantry (2.9, 9.12, 9.13)."""

    MECH = 0
    NONMECH = 1
    MOUNTAIN = 2


class Kind(IntEnum):
    """Unit types as printed on counters."""

    INFANTRY = 0  # also light and rifle divisions
    MOUNTAIN = 1
    PANZER = 2
    MOTORIZED = 3
    FLAK = 4
    SECURITY = 5
    CAVALRY = 6
    LUFTWAFFE_FIELD = 7
    GUARDS_RIFLE = 8
    TANK_CORPS = 9  # also mechanized corps
    ARTILLERY = 10
    SPECIALIST = 11  # NKVD, destroyer, anti-aircraft, fortified region ...


class Trait(IntEnum):
    """Bits of ``units.traits``."""

    UNTRIED = 1  # hidden value until its first battle (2.14)
    DIE_DEFENSE = 2  # defense rolled each battle (2.15)
    DIE_ATTACK = 4  # attack rolled each battle (2.15)
    PANZER_DIVISION = 8  # German or satellite panzer division (9.23, 11.22, 11.32)
    MOTORIZED_DIVISION = 16  # German motorized infantry division (8.7, 9.23)
    ARTILLERY = 32  # Soviet artillery and heavy cannon (6.4, 11.19, 11.38)
    FLAK_9 = 64  # the 9th FLAK Division (11.27)
    GROSSDEUTSCHLAND = 128  # 8.7
    WITHDRAWABLE_INFANTRY = 256  # non-mechanized German infantry (8.7)
    TAMAN = 512  # arrives only through the Taman hex (8.2)
    SOUTH_POOL = 1024  # Soviet rifle division of the southern pool (8.5)
    FREE_SET_UP = 2048  # placed one a hex west of the start line (12.1)


class Status(IntEnum):
    """Where a unit is in its life."""

    ON_MAP = 0
    AWAITING = 1  # a reinforcement not yet entered
    POOL = 2  # uncommitted pool (southern pool, 8.5) or waiting for Taman (8.2)
    ELIMINATED = 3
    WITHDRAWN = 4  # 8.7


class Army(IntEnum):
    """Armies that matter for release (3.2) and Reserve Armies (8.4); NONE is free at once."""

    NONE = 0
    AXIS_2A = 1
    AXIS_4PA = 2
    AXIS_2H = 3
    AXIS_6A = 4
    AXIS_1PA = 5
    AXIS_17A = 6
    SOVIET_13 = 7
    SOVIET_40 = 8
    SOVIET_21 = 9
    SOVIET_28 = 10
    SOVIET_38 = 11
    SOVIET_9 = 12
    SOVIET_37 = 13
    SOVIET_12 = 14
    SOVIET_18 = 15
    SOVIET_56 = 16
    RESERVE_5 = 17
    RESERVE_6 = 18
    RESERVE_7 = 19
    RESERVE_8 = 20


class Terrain(IntEnum):
    """Natural terrain (9.9); rows of the terrain chart. LAKE and SEA are all-water hexes."""

    CLEAR = 0
    FOREST = 1
    HILLS = 2
    MOUNTAIN = 3
    MARSH = 4
    DESERT = 5
    LAKE = 6
    SEA = 7
    OFF_MAP = 8


class Hexside(IntEnum):
    """Bits of ``hexside[hex, direction]``, set on both hexes that share the side."""

    RIVER = 1
    VOLGA = 2
    BLOCKED = 4  # blocked mountain
    WATER = 8  # all-lake, reservoir or sea side
    O_RING = 16
    MANYCH = 32  # the part of the river that can be flooded (9.32)


class Feature(IntEnum):
    """Bits of ``hexes.features``."""

    TOWN = 1
    CITY = 2
    PORT = 4  # Black Sea port of 9.18
    COAST = 8  # Sea of Azov or Black Sea coast (7.5)
    DON_VOLGA_LINE = 16  # fortification hex (11.23)
    O_RING_INSIDE = 32  # inside the Stalingrad O-Ring (11.24)
    VP = 64  # 4.2
    EAST_OF_DON_LINE = 128  # beyond the Voronezh - Don - fortifications line (8.6)
    EAST_OF_VOLGA = 256  # 7.9
    SOUTH_MAP = 512  # rows 34 and more (1.4)
    SOVIET_AT_START = 1024  # on or east of the scenario start line (3.4)
    START_LINE = 2048  # a hex of the scenario start line (3.2)
    AXIS_ULTIMATE = 4096  # 7.3, without Taman
    SOVIET_NORTH_ULTIMATE = 8192  # 7.8
    SOVIET_SOUTH_ULTIMATE = 16384  # 7.10
    SUDDEN_DEATH = 32768  # 4.6
    TAMAN = 65536  # 7.4
    ROSTOV = 131072  # 7.4
    ASTRAKHAN = 262144  # 7.11
    MANYCH_CONTROL = 524288  # 3217 and 3317 (9.32)


class PhaseOrder(IntEnum):
    """What a player declares at the start of his player turn (5.4, 5.5)."""

    ASSAULT_MOVE = 0
    MOVE_ASSAULT = 1
    ASSAULT_ASSAULT = 2  # German, once a game
    MOVE_MOVE = 3  # Soviet, once a game


class Phase(IntEnum):
    """Phases as they are logged; the dice are addressed by them."""

    AXIS_START = 0
    AXIS_FIRST = 1
    AXIS_SECOND = 2
    SOVIET_START = 3
    SOVIET_FIRST = 4
    SOVIET_SECOND = 5
    TURN_END = 6
    SET_UP = 7
    TURN_START = 8  # sea block and flooding are announced, armies released


class SupplyState(IntEnum):
    """drive_on_stalingrad 7.2, 7.7. Soviet units use REGULAR and OUT only."""

    REGULAR = 0
    COASTAL = 1
    AERIAL = 2
    OUT = 3


class Result(IntEnum):
    """Combat results (11.31-11.37)."""

    AS = 0
    AL1 = 1
    DR = 2
    EX = 3
    DE = 4


class Ending(IntEnum):
    """How a game ended (4.5, 4.6)."""

    NONE = 0
    VICTORY_POINTS = 1
    SUDDEN_DEATH = 2
    TIME_LIMIT = 3


class Purpose(IntEnum):
    """What a die is for: part of its address."""

    COMBAT = 1  # key = defender hex, nth = battles there this phase
    UNKNOWN_FACTOR = 2  # key = unit, nth = battles there this phase (2.15)
    PETITION = 3  # key = army (8.4)
    UNTRIED_DRAW = 4  # key = unit or value slot (2.14)
    SOUTH_DRAW = 5  # key = unit (8.5)
    PLAYER = 6  # free for strategies and random play


class EventKind(IntEnum):
    """Rows of the ``events`` table; ``value`` is explained beside each."""

    VP_GAINED = 0  # hex taken; value = its points
    VP_LOST = 1  # hex lost; value = -1
    OOS_KILL = 2  # Soviet unit eliminated out of supply; value = pile after it (4.3)
    OOS_AWARD = 3  # value = +1 VP
    ELIMINATED = 4  # any unit; value = battle number, -1 outside battle
    STEP_LOST = 5  # unit reduced; value = battle number
    TOWN_TAKEN = 6  # town or city changed hands; value = side that took it
    SUDDEN_DEATH = 7  # hex and unit that entered it
    ARMY_RELEASED = 8  # value = Army
    DON_LINE_CROSSED = 9  # 8.6; hex and unit
    START_LINE_CROSSED = 10  # 3.2, Soviet unit
    TAMAN_ACTIVATED = 11  # value 1 active, 0 shut down
    WITHDRAWN = 12  # 8.7
    ARRIVED = 13  # reinforcement entered; hex and unit
    MANYCH_FLOODED = 14
    O_RING_BROKEN = 15
    LINE_DESTROYED = 16  # a Don-Volga line hex
    NETWORK_ADDED = 17  # supply network addition; value = side
    PHASE_ORDER = 18  # value = PhaseOrder
    AIRCRAFT = 19  # value 1 sea block, 2 mobile assault support
    AERIAL_SUPPLY = 20  # hex
    ORDER_REFUSED = 21  # value = refusal code
    SEA_MOVE = 22  # unit, hex landed at
    OVERSTACK_REMOVED = 23  # 6.2


class Policy(IntEnum):
    """Columns of ``state.policy[side]``: standing orders a player leaves with the referee.

    The referee asks them where the rules let a player choose during a battle, so that it never
    decides for him.
    """

    DEFENSIVE_AIRCRAFT = 0  # aircraft committed to a defense: most to spend on one battle (11.25)
    DEFENSIVE_AIR_FROM = 1  # ... only if the defenders' steps number at least this
    ADVANCE = 2  # attackers to advance after a prepared assault, at most (11.38); orders may differ
    AERIAL_SUPPLY = 3  # 1 = the staff may commit the aerial supply marker (7.6)
