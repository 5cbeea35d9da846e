"""The state of one game: a handful of arrays that every kernel of this game reads and writes.

``State`` is a NamedTuple of NumPy arrays. Static map and tables are shared by all games of a
variant; the rest belongs to one game. Hex indices run 0 .. n-1 in order of hex number; n is the
dummy "off the map" hex. Movement points are counted in thirtieths (``PART``) wherever a name ends
in ``_mp`` or a price is paid; printed allowances are whole points.
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

#: Parts of a movement point (4.32, 4.33).
PART = 30
#: Most steps a unit may have (7.35).
MAX_STEPS = 4

#: One row a counter. Static in the first block, changed by play in the others.
UNIT = np.dtype(
    [
        ("side", "i2"),  # Side
        ("kind", "i2"),  # Kind
        ("nation", "i2"),  # Nation
        ("unit_size", "i2"),  # Size
        ("mobility", "i2"),  # Mobility
        ("motorized", "i2"),  # 2.25
        ("guards", "i2"),  # 18.2
        ("movement", "i2"),  # printed movement allowance, whole points
        ("full_steps", "i2"),  # steps it begins with
        ("division", "i2"),  # division or corps whose units count together, 0 = none (12.1)
        ("division_size", "i2"),  # units that it had at the start (12.23)
        ("formation", "i2"),  # formation that it belongs to; of headquarters, that it leads (11.31)
        ("opens", "i2"),  # 1 = of the armies that may act on the first turn of Uranus (S2i, S2j)
        ("sixth_army", "i2"),  # 1 = of 6th Army, in the scenarios of winter (S2e, S3d)
        ("arrival_turn", "i2"),  # 0 set up on map; game turn of a reinforcement
        ("entry_area", "i2"),  # Feature bit of its arrival area, 0 set up on map
        # --- changed by play
        ("status", "i2"),  # Status
        ("hex", "i2"),  # hex index; n while off the map
        ("steps", "i2"),
        ("unsupplied", "i2"),  # level of its marker, 0 = supplied (14.21)
        ("pocket", "i2"),  # 1 = in the surrounded pocket at the last check (S3i)
        ("breath", "i2"),  # under Stalin's Breath: 1 until it has moved, then 2 (16.1)
        ("breath_turn", "i2"),  # game turn in which an enemy first came near, 0 = none yet (16.13)
        ("mp_left", "i2"),  # parts of points left this movement phase, once it has moved
        ("moved", "i2"),  # in its side's last Movement Phase: 0 stood still, 1 has moved (9.11)
        ("start_hex", "i2"),  # hex at the start of the phase
        ("marked", "i2"),  # 1 = marked for strategic movement (13.13); 2 = has moved so
        ("built", "i2"),  # 1 = dug works in its side's last fortification phase (13.12)
        ("fought", "i2"),  # 1 = took part in a battle of its side's last combat phase (13.12)
        ("retreated", "i2"),  # 1 = driven back in the last combat phase of either side (9.11)
        ("disruption", "i2"),  # bits of enemy air units that have cost it points this turn (10.19)
        ("disrupted_mp", "i2"),  # parts of points that they have cost it this turn
        ("bridge_side", "i2"),  # headquarters: side d + 1 it bridges, 0 = none (17.3)
        ("bridge_turn", "i2"),  # game turn in which it began to
        ("next", "i2"),  # next unit in the same hex, -1 at the end
        ("loss_priority", "i2"),  # standing order of its owner: lower is lost first
        # --- of combat
        ("attacked", "i2"),  # attacked or fired this combat phase (7.27, 8.34)
        ("defended", "i2"),  # was attacked this combat phase (7.27)
        ("supported", "i2"),  # gave defensive support this combat phase (8.47)
        ("fighting", "i2"),  # part in the battle being fought: 1 attacks, 2 defends, 3 retreats
        ("disorganized", "i2"),  # combat phases of its side until it is in order again (7.395)
        ("zoneless_turn", "i2"),  # last game turn in which B4S leaves it no zone, 0 = none (7.31h)
        ("zoneless", "i2"),  # 1 = it has none in this game turn for that
        ("began_in_zone", "i2"),  # 1 = in an enemy zone as the combat phase began (8.42, 8.51)
        ("must_attack", "i2"),  # 1 = must attack this combat phase (7.22)
        ("leader", "i2"),  # headquarters of its formation, -1 = none; static (11.31)
    ],
    align=True,
)

#: One row a hex (n + 1 rows), changed by play.
GROUND = np.dtype(
    [
        ("control", "i2"),  # Side that entered the hex last, or behind whose front it lay
        ("occupant", "i2"),  # Side of the units in it, -1 when empty
        ("first", "i2"),  # first unit of the stack, -1 when empty
        ("stack", "i2"),  # combat units in it: all but headquarters (5.0)
        ("barring", "i2"),  # units that no enemy can overrun: neither towed guns nor headquarters
        ("zoned", "i2"),  # units in it that have a zone now (6.12)
        ("works", "i2"),  # 1 = field works of whoever stands here (9.13)
        ("entered", "i2"),  # combat units that entered the map here this phase (15.25)
        ("battles", "i2"),  # battles fought here this phase, part of dice addresses
        ("due", "i2"),  # 1 = must be attacked this combat phase, for who could has attacked (7.21)
    ],
    align=True,
)

#: One row a hex (n + 1 rows), static.
HEX = np.dtype(
    [
        ("row", "i2"),
        ("x2", "i2"),  # position as in kernel/neighbours, turned by a quarter
        ("terrain", "i2"),  # Terrain
        ("row_of_chart", "i2"),  # row of ``tec`` whose price the hex has: a place before terrain
        ("features", "i4"),  # Feature bits
        ("vp", "i2"),  # towns or hexes of Stalingrad that it counts as (S1e)
        ("to_city", "i2"),  # hexes to the nearest hex of Stalingrad (S1g)
        ("first", "i2"),  # first hex of its row, and first one behind the row
        ("behind", "i2"),
    ],
    align=True,
)

#: One row a bridge over Don or Volga, or a place of one (17).
BRIDGE = np.dtype([("hex", "i2"), ("direction", "i2"), ("intact", "i2")], align=True)

#: One row an air unit, four for each side; those that a side has today stand first (10.11).
AIR = np.dtype(
    [
        ("task", "i2"),  # AirTask of this turn
        ("hex", "i2"),  # where it was placed, n if nowhere
        ("direction", "i2"),  # side of that hex, of a bridge to strike
        ("done", "i2"),  # 1 = its task is done (10.17)
    ],
    align=True,
)

#: What a scenario is (S1 to S3), one record, static.
SCENE = np.dtype(
    [
        ("game", "i4"),  # vocabulary.Game
        ("initiative", "i4"),  # Side that takes the first half of each turn (S1b)
        ("turns", "i4"),  # last game turn
        ("axis_edges", "i4"),  # Feature bits of the edges that are its supply base (14.15)
        ("soviet_edges", "i4"),
        ("pocket_mode", "i4"),  # 1 = S3i takes the place of 14.21 for the pocket
        ("garrison", "i4"),  # 1 = 20.11 binds
        ("first_turn_limits", "i4"),  # 1 = S2i and S2j bind
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
        ("ended", "i4"),  # 1 once the game is over
        ("winner", "i4"),  # Side, -1 while open or drawn
        ("ending", "i4"),  # Ending
        ("level", "i4"),  # Level
        ("vp", "i4"),  # German points less Soviet points, as game turns and the game end
        ("vp_axis", "i4"),
        ("vp_soviet", "i4"),
        ("pause", "i4"),  # 1 = this game turn is an operational pause (21)
        ("pause_moves", "i4"),  # units that the phasing side has moved in it
        ("nearest", "i4"),  # hexes from Stalingrad that Axis units ever came to (S1g)
        ("rivers", "i4"),  # bits of the rivers that the relief has crossed (S3f)
        ("surrounded", "i4"),  # 1 = the troops at Stalingrad were cut off at the last check
        ("ring_turn", "i4"),  # game turn of the first check at which they were, 0 = never
        ("garrison_call", "i4"),  # 1 = 20.12 binds Soviet moves now
        ("bridge_count", "i4"),
        *TALLIES,
        ("axis_starved", "i4"),  # units lost to 14.21, steps to S3i
        ("soviet_starved", "i4"),
        ("trail_count", "i4"),  # paths of retreat of the latest battle
    ],
    align=True,
)

#: One row a battle, fire of guns and air alone included; of several hexes the first is named.
BATTLE = np.dtype(
    [
        ("game_turn", "i2"),
        ("phase", "i2"),
        ("bombardment", "i2"),  # 1 = guns alone (8.2), 2 = air units alone (10.14)
        ("attacker", "i2"),  # Side
        ("hex", "i2"),
        ("hexes", "i2"),  # defending hexes
        ("attackers", "i2"),
        ("defenders", "i2"),
        ("attack", "i2"),  # strengths with all support
        ("defense", "i2"),
        ("attack_support", "i2"),  # of which guns and air units that support
        ("defense_support", "i2"),
        ("odds", "i2"),  # before shifts, within the table: a rung of the ladder, see kernel/odds.py
        ("final_odds", "i2"),  # the same after them, within the table
        # Columns to the right that each shift makes, to the left if negative.
        ("terrain_shift", "i2"),
        ("river_shift", "i2"),
        ("works_shift", "i2"),
        ("headquarters_shift", "i2"),
        ("integrity_shift", "i2"),
        ("armor_shift", "i2"),
        ("mechanized_shift", "i2"),
        ("antitank_shift", "i2"),
        ("fortress_shift", "i2"),
        ("die", "i2"),
        ("result", "i2"),  # Result
        *COSTS,
    ],
    align=True,
)

#: One row a game turn, written when it ends; strengths are sums of those printed, by steps left.
TURN = np.dtype(
    [
        ("game_turn", "i2"),
        ("vp", "i2"),  # as if the game had ended now, as the next two
        ("vp_axis", "i2"),
        ("vp_soviet", "i2"),
        *FORCES,
        ("axis_towns", "i2"),
        ("axis_city_hexes", "i2"),
        ("pocket_units", "i2"),
        ("surrounded", "i2"),
        ("nearest", "i2"),
    ],
    align=True,
)

MAX_EVENTS = 8000
MAX_BATTLES = 4000
MAX_TURNS = 31
MAX_BRIDGES = 64
#: Air units that a side may have (10.11, S2h).
AIR_UNITS = 4
#: Most paths of retreat that one battle leaves, and hexes of a path, its start included.
MAX_TRAILS = 24
MAX_TRAIL = 6
#: Columns of ``calendar``: 1 = pause turn, air units of each side.
PAUSE, AXIS_AIR_UNITS, SOVIET_AIR_UNITS = range(3)


@bundle
class State(NamedTuple):
    """Everything a kernel of this game may read or write; n = number of hexes."""

    rules: np.record  # scalar parameters and switches, e.g. rules.supply_off_road_hexes
    scene: np.record  # SCENE
    game: np.record  # GAME
    units: Rows  # UNIT[n_units]
    strengths: np.ndarray  # int16[n_units, MAX_STEPS + 1, 2], attack and defense by steps left
    ground: Rows  # GROUND[n + 1]
    hexes: Rows  # HEX[n + 1]
    neighbour: np.ndarray  # int16[n + 1, 6]
    board: np.ndarray  # int16[rows + 1, 3], rows of the map as words of bits, see kernel/boards.py
    hexside: np.ndarray  # uint8[n + 1, 6], Hexside bits; bridges come and go
    river_names: np.ndarray  # uint8[n + 1, 6], number of the river of S3f that a side is, else 0
    cost: np.ndarray  # uint16[8, n + 1, 6], parts to leave a hex by a side, PROHIBITED if closed;
    #   by class, then as ways of several turns are reckoned, see costs.WAYS
    line_steps: np.ndarray  # uint8[n + 1, 6], how lines of supply leave a hex by a side, see
    #   rules/supply_lines.py
    crt: np.ndarray  # int16[die faces, columns], Result
    tec: np.ndarray  # int32[rows, columns], see tables.TerrainRow and TerrainColumn
    calendar: np.ndarray  # int16[MAX_TURNS + 1, 3], by game turn, see PAUSE
    points: np.ndarray  # int16[Point], see tables.Point
    forbidden: np.ndarray  # int16[2, Forbidden], 1 = a restriction of the study forbids it the side
    blocked: np.ndarray  # int16[2, n + 1], by moving side: kernel/reach OPEN, CLOSED or STOP
    zones: np.ndarray  # int16[2, n + 1], hexes beside it from which a side controls a hex (6.11)
    disruption: np.ndarray  # int16[2, n + 1], by side that suffers: bits of the enemy air units
    #   (0 to 3) that hinder movement in a hex this turn (10.19)
    supply: np.ndarray  # int16[2, n + 1], by side: off-road hexes of the best line from its base,
    #   NO_LINE if there is none; as last traced
    barred: np.ndarray  # uint8[2, n + 1], by side: 1 where a hex was closed to its lines then; the
    #   last entry says if they have been traced at all, see costs.LINES_TRACED
    bridges: Rows  # BRIDGE[MAX_BRIDGES]
    air: Rows  # AIR[2 * AIR_UNITS], by side
    trails: np.ndarray  # int16[MAX_TRAILS, MAX_TRAIL], paths of retreat of the latest battle: the
    #   hex left, then the hexes entered, -1 behind the last (7.41)
    work: np.ndarray  # int16[16, n + 1], scratch fields; a kernel owns them only while it runs
    waiting: np.ndarray  # int32[many, 2], scratch of searches, see kernel/reach.py
    patches: np.ndarray  # int64[many, 4], scratch of movement, see reach.py
    retreat_value: np.ndarray  # int16[2, n + 1], standing order: retreat hexes by preference
    advance_value: np.ndarray  # int16[2, n + 1], standing order: hexes to pursue to
    hold_steps: np.ndarray  # int16[2, n + 1], standing order: steps that defenders of a hex pay
    #   at most to stay in it, if all that is due is paid so and a combat unit is left there; else
    #   they do as the policy of their side says
    support: np.ndarray  # int16[2, n + 1], standing order: 0 = guns support the defense of a hex as
    #   the policy of their side says, else one more than what they do (8.41)
    policy: np.ndarray  # int16[2, 16], standing orders by side, see vocabulary.Policy
    events: Rows  # EVENT[MAX_EVENTS]
    battles: Rows  # BATTLE[MAX_BATTLES]
    turns: Rows  # TURN[MAX_TURNS], row = game turn - 1
    trace: Rows  # TRACE[MAX_TRACE] in a replay, TRACE[0] otherwise
    traced: np.ndarray  # int64[1], rows written to the trace
    hex_turns: np.ndarray  # int16[3, MAX_TURNS + 1, n + 1], see balance/games/hex_record.py
