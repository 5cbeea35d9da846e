"""The state of one game: a handful of arrays that every kernel of this game reads and writes.

Hex indices run 0 .. n-1 in order of hex number; n is the dummy "off the map" hex. Movement points
are counted in sixths (``PART``) wherever a price is paid; printed allowances are whole points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.log import COSTS, FORCES, TALLIES
from balance.games.log import EVENT as EVENT
from balance.kernel.bundles import bundle
from balance.kernel.reach import PROHIBITED as PROHIBITED
from balance.kernel.records import Rows
from balance.rules.supply_lines import NO_LINE as NO_LINE

#: Parts of a movement point: charts hold halves and thirds.
PART = 6
#: Most steps, classes of mobility, rows of the terrain chart, and features of hexsides.
MAX_STEPS, CLASSES, MAX_TERRAINS, MAX_SIDES = 6, 3, 24, 8

#: One row a counter. Static in the first block, changed by play in the second.
UNIT = np.dtype(
    [
        ("side", "i2"),  # Side
        ("kind", "i2"),  # Kind
        ("mobility", "i2"),  # place in mobility.csv
        ("movement", "i2"),  # printed allowance, whole points
        ("full_steps", "i2"),
        ("has_zone", "i2"),  # 1 = exerts a zone of control
        ("can_return", "i2"),  # 1 = replacements may rebuild it
        ("entry_area", "i4"),  # bit of its area, 0 = the sources of its side
        ("marks", "i4"),  # bits of letters by which rule functions of a game tell its units apart
        # --- changed by play
        ("arrival_turn", "i2"),  # 0 set up on map; game turn of a reinforcement
        ("status", "i2"),  # Status
        ("hex", "i2"),
        ("next", "i2"),  # next unit in the same hex, -1 at the end
        ("steps", "i2"),
        ("unsupplied", "i2"),  # checks in a row without supply, 0 = supplied
        ("mp_left", "i2"),  # parts of points left, once it is on its way
        ("moved", "i2"),  # as balance/games/moves.py has it
        ("start_hex", "i2"),  # hex at the start of the phase
        ("attacked", "i2"),
        ("defended", "i2"),
        ("retreated", "i2"),
        ("fighting", "i2"),  # part in the battle being fought: 1 attacks, 2 defends
        ("loss_priority", "i2"),  # standing order of its owner: lower is lost first
        ("note", "i2"),  # for rule functions of a game: what they remember of a unit
        ("note_turn", "i2"),  # and since which game turn
    ],
    align=True,
)

#: One row a hex (n + 1 rows), changed by play.
GROUND = np.dtype(
    [
        ("control", "i2"),  # Side that entered it last, or held it at the start
        ("occupant", "i2"),  # Side of the units in it, -1 when empty
        ("first", "i2"),  # first unit of the stack, -1 when empty
        ("stack", "i2"),  # units in it
        ("zoned", "i2"),  # units in it that have a zone
        ("battles", "i2"),  # battles fought here this phase, part of dice addresses
    ],
    align=True,
)

#: One row a hex (n + 1 rows), static.
HEX = np.dtype(
    [
        ("row", "i2"),
        ("x2", "i2"),
        ("terrain", "i2"),  # row of the terrain chart
        ("features", "i4"),  # Feature bits
        ("areas", "i4"),  # bits of the entry areas it belongs to
        ("vp", "i2"),
        ("first", "i2"),  # see balance/rules/rows.py
        ("behind", "i2"),
        ("ahead", "i2"),  # half hexes from the middle towards the Soviet sources of supply
        ("aside", "i2"),  # half hexes across that way
        ("line_end", "i2"),  # whether a front may begin (1) or end (2) here, 0 if neither
    ],
    align=True,
)

#: The scalars of one game.
GAME = np.dtype(
    [
        ("seed", "i8"),
        ("game_turn", "i4"),
        ("side", "i4"),  # phasing side
        ("phase", "i4"),  # Phase
        ("step", "i4"),  # row of the sequence, -1 between two game turns
        ("ended", "i4"),
        ("winner", "i4"),  # Side, -1 while open or drawn
        ("ending", "i4"),  # Ending
        ("level", "i4"),  # Level
        ("vp", "i4"),  # points of the axis side less those of the other and the handicap
        ("vp_axis", "i4"),
        ("vp_soviet", "i4"),
        ("weather", "i4"),  # row of the weather chart
        ("mover", "i4"),
        ("axis_replacements", "i4"),  # points at hand
        ("soviet_replacements", "i4"),
        *TALLIES,
        ("axis_isolation", "i4"),  # steps lost for want of supply
        ("soviet_isolation", "i4"),
        ("axis_rides", "i4"),  # strategic moves made in this game turn (5.8)
        ("soviet_rides", "i4"),
        ("axis_capacity_lost", "i4"),  # units that it moves less by them for good
        ("soviet_capacity_lost", "i4"),
    ],
    align=True,
)

#: One row a battle.
BATTLE = np.dtype(
    [
        ("game_turn", "i2"),
        ("phase", "i2"),
        ("overrun", "i2"),  # 1 = an overrun (6.1)
        ("attacker", "i2"),  # Side
        ("hex", "i2"),
        ("attackers", "i2"),
        ("defenders", "i2"),
        ("attack", "i2"),
        ("defense", "i2"),
        ("odds", "i2"),  # before shifts, within the table: a rung of the ladder
        ("final_odds", "i2"),  # after them
        ("terrain_shift", "i2"),
        ("side_shift", "i2"),
        ("weather_shift", "i2"),
        ("die", "i2"),
        ("result", "i2"),  # row of results.csv
        *COSTS,
    ],
    align=True,
)

#: One row a game turn, written when it ends.
TURN = np.dtype(
    [
        ("game_turn", "i2"),
        ("vp", "i2"),
        ("vp_axis", "i2"),
        ("vp_soviet", "i2"),
        *FORCES,
        ("axis_places", "i2"),  # places that score under its control
        ("soviet_places", "i2"),
        ("weather", "i2"),
    ],
    align=True,
)

MAX_EVENTS, MAX_BATTLES, MAX_TURNS = 6000, 3000, 60


@bundle
class State(NamedTuple):
    """Everything a kernel of this game may read or write; n = number of hexes."""

    rules: np.record  # scalar parameters and switches, e.g. rules.supply_line_hexes
    game: np.record  # GAME
    units: Rows  # UNIT[n_units]
    strengths: np.ndarray  # int16[n_units, MAX_STEPS + 1, 2], attack and defense by steps left
    ground: Rows  # GROUND[n + 1]
    hexes: Rows  # HEX[n + 1]
    neighbour: np.ndarray  # int16[n + 1, 6]
    board: np.ndarray  # see kernel/boards.py
    hexside: np.ndarray  # uint8[n + 1, 6], bit k = row k of hexsides.csv
    cost: np.ndarray  # uint16[2 * CLASSES, n + 1, 6], parts to leave a hex by a side, by side and
    #   class; PROHIBITED if closed; enemy zones that cost points are in it
    terrain: np.ndarray  # int32[MAX_TERRAINS, tables.TerrainColumn]
    sides: np.ndarray  # int32[MAX_SIDES, tables.SideColumn]
    mobility: np.ndarray  # int16[CLASSES, tables.MobilityColumn]
    crt: np.ndarray  # int16[die faces, columns], rows of ``results``
    odds: np.ndarray  # int64[columns], odds of each as a rung of the ladder, 0 = 1:1, rising
    results: np.ndarray  # int16[results, tables.ResultColumn]
    sequence: np.ndarray  # int16[phases of a game turn, 2], side and PhaseKind
    calendar: np.ndarray  # int16[MAX_TURNS + 1, tables.CalendarColumn], by game turn
    weather: np.ndarray  # int16[die faces, seasons], rows of ``effects``
    effects: np.ndarray  # int16[weathers, tables.EffectColumn]
    sudden: np.ndarray  # int16[2, n + 1], 1 = a side must hold it to win at once (14.2)
    blocked: np.ndarray  # int16[2, n + 1], by moving side: kernel/reach OPEN, CLOSED or STOP
    zones: np.ndarray  # int16[2, n + 1], units beside it whose zone a hex lies in
    supply: np.ndarray  # int16[2, n + 1], off-road hexes of the best line, NO_LINE if there is none
    trail: np.ndarray  # int64[8], way of the latest retreat, -1 behind the last (10.1)
    work: np.ndarray  # int16[16, n + 1], scratch fields; a kernel owns them only while it runs
    waiting: np.ndarray  # scratch of searches, see kernel/reach.py
    retreat_value: np.ndarray  # int16[2, n + 1], standing order: retreat hexes by preference
    advance_value: np.ndarray  # int16[2, n + 1], standing order: hexes to advance to
    hold_steps: np.ndarray  # int16[2, n + 1], standing order of the staff that no rule asks for
    policy: np.ndarray  # int16[2, 16], standing orders by side, see vocabulary.Policy
    events: Rows  # EVENT[MAX_EVENTS]
    battles: Rows  # BATTLE[MAX_BATTLES]
    turns: Rows  # TURN[MAX_TURNS], row = game turn - 1
    trace: Rows  # TRACE[MAX_TRACE] in a replay, TRACE[0] otherwise
    traced: np.ndarray  # int64[1]
    hex_turns: np.ndarray  # int16[3, MAX_TURNS + 1, n + 1], see balance/games/hex_record.py
