"""The state of one game: a handful of arrays that every kernel of this game reads and writes.

``State`` is a NamedTuple of NumPy arrays. Static map and tables are shared by all games of a
variant; ``game``, ``units``, ``ground`` and the logs belong to one game. Hex indices run 0 .. n-1
in order of hex number; n is the dummy "off the map" hex. Record arrays read the same in compiled
code and in plain Python: ``state.units[u].hex``, ``state.game.game_turn``.

Integer fields are 16 or 32 bits wide throughout: plain Python would overflow in 8-bit arithmetic
where compiled code does not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.log import COSTS, FORCES, TALLIES
from balance.games.log import EVENT as EVENT
from balance.kernel.bundles import bundle
from balance.kernel.reach import PROHIBITED as PROHIBITED
from balance.kernel.records import Rows

#: Most steps a unit may have (3.22).
MAX_STEPS = 4

#: One row a counter. Static in the first block, changed by play in the second.
UNIT = np.dtype(
    [
        ("side", "i2"),  # Side
        ("kind", "i2"),  # Kind
        ("unit_size", "i2"),  # Size
        ("mobility", "i2"),  # Mobility
        ("movement", "i2"),  # printed movement allowance, MP
        ("full_steps", "i2"),  # steps it begins with (18.2)
        ("division", "i2"),  # division that may gain integrity, 0 = none (19.5)
        ("leadership", "i2"),  # leadership rating of a headquarters, else 0 (11.1)
        ("always_offensive", "i2"),  # 1 = headquarters that never changes its mode (21.3)
        ("untried", "i2"),  # 1 = drawn face-down (13.0)
        ("slot", "i2"),  # of an untried unit: what it was dealt onto in this game (13.1)
        ("arrival_turn", "i2"),  # 0 set up on map; game turn of a reinforcement
        ("entry_area", "i2"),  # Feature bit of its entry area, 0 set up on map
        ("mean_attack_x10", "i2"),  # expected strength of an untried unit, tenths
        ("mean_defense_x10", "i2"),
        # --- changed by play
        ("status", "i2"),  # Status
        ("hex", "i2"),  # hex index; n while off the map
        ("steps", "i2"),
        ("revealed", "i2"),  # 1 once an untried unit has fought (13.2)
        ("disrupted", "i2"),  # 6.31
        ("mode", "i2"),  # Mode of a headquarters; of others, for this movement phase (21.0)
        ("mode_wish", "i2"),  # standing order: Mode where headquarters of both reach it (21.0)
        ("supplied", "i2"),  # supply as the movement phase began (12.0)
        ("mp_left", "i2"),  # movement points left this movement phase
        ("moved", "i2"),  # this phase: 0 not yet, 1 its stack is the one moving, 2 finished (5.0)
        ("disengaged", "i2"),  # left an enemy zone by marching this phase (22.0)
        ("stopped_turn", "i2"),  # game turn in which it last moved into an enemy zone (5.23)
        ("group", "i2"),  # number of the order that moved it last this phase, 0 = unmoved (6.13)
        ("start_hex", "i2"),  # hex at the start of the phase (6.13)
        ("start_zone", "i2"),  # 1 = in an enemy zone as the Player-Turn began (5.33)
        ("came_from", "i2"),  # hex by which it entered the enemy zone it is in, n if none (11.23)
        ("attacked", "i2"),  # attacked this combat phase (9.14)
        ("defended", "i2"),  # was attacked this combat phase (9.14)
        ("retreated", "i2"),  # retreated into its hex this combat phase (9.76)
        ("fighting", "i2"),  # part in the battle being fought: 1 attacks, 2 defends, 3 retreats
        ("entered_turn", "i2"),  # game turn of its entry as a reinforcement, 0 otherwise (15.0)
        ("off_turn", "i2"),  # game turn in which it left the map, 0 never (24.0)
        ("exit_strength", "i2"),  # attack strength it left with by the exit area (25.1)
        ("exit_hex", "i2"),  # hex it left the map by, n otherwise (24.0, 25.2)
        ("next", "i2"),  # next unit in the same hex, -1 at the end
        ("loss_priority", "i2"),  # standing order of its owner: lower is lost first
    ],
    align=True,
)

#: One row a hex (n + 1 rows), changed by play.
GROUND = np.dtype(
    [
        ("control", "i2"),  # Side that entered the hex last, NOBODY before (25.3)
        ("occupant", "i2"),  # Side of the units in it, -1 when empty
        ("first", "i2"),  # first unit of the stack, -1 when empty
        ("stack", "i2"),  # combat units in it (7.0)
        ("headquarters", "i2"),  # headquarters in it (11.22)
        ("battles", "i2"),  # battles fought here this phase, part of dice addresses
    ],
    align=True,
)

#: One row a hex (n + 1 rows), static.
HEX = np.dtype(
    [
        ("row", "i2"),
        ("x2", "i2"),  # doubled-width column, grows westward
        ("terrain", "i2"),  # Terrain
        ("features", "i4"),  # Feature bits
        ("vp", "i2"),  # victory points of the town or city in it (25.3)
        ("joint_vp", "i2"),  # the same; in hexes that score only together, of all of them (25.3)
        ("first", "i2"),  # first hex of its row, and first one behind the row
        ("behind", "i2"),
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
        ("vp", "i4"),  # Soviet points less German points, as game turns and the game end
        ("vp_axis", "i4"),  # for Soviet losses so far; with the end's corrections at the end
        ("vp_soviet", "i4"),  # for German losses so far; with the towns at the end
        ("vp_places", "i4"),  # of which towns and cities, counted at the end (25.3)
        ("vp_exited", "i4"),  # of the German points, for units cut off beyond the map edge (25.2)
        ("exited_strength", "i4"),  # attack strength that left by the exit area (25.1)
        ("rail_moves", "i4"),  # units moved by rail this game turn (19.22)
        ("mover", "i4"),  # unit that moved last this movement phase, -1 before the first
        ("trail_count", "i4"),  # paths of retreat of the latest battle
        ("move_orders", "i4"),  # orders to move this phase
        ("mode_changes", "i4"),  # headquarters put on the defensive so far
        ("axis_supply_dirty", "i4"),  # supply must be traced again before use
        ("soviet_supply_dirty", "i4"),  # the same; bits DIRTY_LINES, DIRTY_COMMAND
        *TALLIES,
    ],
    align=True,
)

#: One row a battle, overruns included; of several hexes attacked at once the first is named.
BATTLE = np.dtype(
    [
        ("game_turn", "i2"),
        ("phase", "i2"),
        ("overrun", "i2"),  # 1 = overrun (6.0)
        ("attacker", "i2"),  # Side
        ("hex", "i2"),
        ("hexes", "i2"),  # defending hexes
        ("attackers", "i2"),
        ("defenders", "i2"),
        ("attack", "i2"),
        ("defense", "i2"),
        ("headquarters", "i2"),  # points that headquarters added to the attack (11.37)
        ("terrain", "i2"),  # multiplier of the first hex (10.32)
        ("odds", "i2"),  # rung of the ladder, see kernel/odds.py
        ("final_odds", "i2"),  # the same within the table
        ("die", "i2"),  # 0 = none was rolled
        ("attacker_result", "i2"),  # 0 none, 1 to 3, ELIMINATION or ENGAGED
        ("defender_result", "i2"),
        ("no_strength", "i2"),  # units of no strength revealed and removed (13.3)
        *COSTS,
    ],
    align=True,
)

#: One row a game turn, written when it ends; strengths are the sums of attack and defense, halved.
TURN = np.dtype(
    [
        ("game_turn", "i2"),
        ("vp", "i2"),  # vp_soviet - vp_axis: as if the game had ended now, as the next three
        ("vp_axis", "i2"),  # for losses, and units off the map that are cut off now
        ("vp_soviet", "i2"),  # for losses and for the places held now
        ("vp_places", "i2"),  # of which the places
        *FORCES,
        ("soviet_defensive", "i2"),  # headquarters on the defensive
        ("exited_strength", "i2"),
        ("soviet_places", "i2"),  # towns and cities under Soviet control
    ],
    align=True,
)

#: Most paths of retreat that one battle leaves: six hexes of full stacks.
MAX_TRAILS = 24
MAX_EVENTS = 6000
MAX_BATTLES = 1500

#: Value of ``supply`` where no line of legal length exists.
NO_LINE = 999
#: Rows of ``cost``: mobility, THAW more once minor rivers flow, WESTWARD more for units that may go
#: west only (21.14).
THAW, WESTWARD = 2, 4
#: Rows of ``line_sides``.
SUPPLY_SIDES, COMMAND_SIDES, RAIL_SIDES = 0, 1, 2
#: Rows of ``supply``: hexes from a unit's hex to the nearest German source (the hex itself not
#: counted); from a headquarters' hex to the Soviet edge.
AXIS_LINE, SOVIET_LINE = 0, 1
#: Rows of ``staff_reach``: by a line of communications (11.31), and by one of supply from a
#: headquarters that has any to give (12.14). Headquarters have bits in order of their units.
COMMUNICATION, HANDED = 0, 1
#: Most headquarters of a game, and the entry of ``staff_traces`` behind theirs.
MAX_STAFFS = 30
DIRTY_STAFFS = MAX_STAFFS
#: Bits of ``soviet_supply_dirty``: all is to be traced again, or only what headquarters reach.
DIRTY_LINES, DIRTY_COMMAND = 1, 2
#: Bits of ``command``: headquarters that reach a hex by a line of communications (11.31).
FROM_OFFENSIVE, FROM_DEFENSIVE = 1, 2
#: Bit of ``command``: a supplied headquarters reaches the hex by a line of supply (12.14, 20.1).
SUPPLY_BY_COMMAND = 4


@bundle
class State(NamedTuple):
    """Everything a kernel of this game may read or write; n = number of hexes."""

    rules: np.record  # scalar parameters and switches, e.g. rules.supply_german_hexes
    game: np.record  # GAME
    units: Rows  # UNIT[n_units]
    strengths: np.ndarray  # int16[n_units, MAX_STEPS + 1, 2], attack and defense by steps left
    ground: Rows  # GROUND[n + 1]
    hexes: Rows  # HEX[n + 1]
    neighbour: np.ndarray  # int16[n + 1, 6]
    board: np.ndarray  # int16[rows + 1, 3], rows of the map as words of bits, see kernel/boards.py
    hexside: np.ndarray  # uint8[n + 1, 6], Hexside bits
    cost: np.ndarray  # uint16[8, n + 1, 6], MP to leave a hex by a side, PROHIBITED if closed
    crt: np.ndarray  # int16[2, die faces, columns], what attacker and defender must do
    losses: np.ndarray  # int16[columns, ...], faces by what they cost a defender, see count_losses
    tec: np.ndarray  # int32[rows, columns], see tables.TerrainRow and TerrainColumn
    zones: np.ndarray  # int16[2, n + 1], hexes from which a side controls a hex (8.12)
    barred: np.ndarray  # int16[2, n + 1], 1 where no line of a side may enter (8.25)
    supply: np.ndarray  # int16[2, n + 1], see AXIS_LINE
    command: np.ndarray  # int16[n + 1], bits FROM_OFFENSIVE ...
    staff_reach: np.ndarray  # int32[2, n + 1], headquarters that reach a hex, see COMMUNICATION
    staff_traces: np.ndarray  # int64[MAX_STAFFS + 1], what the reach of each headquarters was
    #   traced for; DIRTY_STAFFS: those near which lines have opened or closed since, as bits
    line_sides: np.ndarray  # uint8[3, n + 1], bit d set where a line may pass side d:
    #   of supply, of communications, of rail
    supply_work: np.ndarray  # int16[4, n + 1], scratch of the supply kernels alone
    open_sides: np.ndarray  # uint8[n + 1], sides by which supply goes on from a hex: none of swamp;
    #   scratch of the supply kernels alone
    steps: np.ndarray  # uint16[n + 1, 6], scratch of movement: costs for the units that move
    party: np.ndarray  # int64[1], scratch: a unit that moves alone, as a stack of one
    trails: np.ndarray  # int16[MAX_TRAILS, 4], paths of retreat of the latest battle: the hex left,
    #   then the hexes entered, -1 behind the last (9.81)
    work: np.ndarray  # int16[16, n + 1], scratch fields; a kernel owns them only while it runs
    waiting: np.ndarray  # int32[7 (n + 1), 2], scratch of searches, see kernel/reach.py
    retreat_value: np.ndarray  # int16[2, n + 1], standing order: retreat hexes by preference
    advance_value: np.ndarray  # int16[2, n + 1], standing order: hexes to advance to
    hold_steps: np.ndarray  # int16[2, n + 1], standing order: steps that defenders of a hex pay
    #   rather than leave it, where that is more than the policy of their side
    policy: np.ndarray  # int16[2, 16], standing orders by side, see vocabulary.Policy
    events: Rows  # EVENT[MAX_EVENTS]
    battles: Rows  # BATTLE[MAX_BATTLES]
    turns: Rows  # TURN[turns], row = game turn - 1
    trace: Rows  # TRACE[MAX_TRACE] in a replay, TRACE[0] otherwise
    traced: np.ndarray  # int64[1], rows written to the trace
    hex_turns: np.ndarray  # int16[3, turns + 1, n + 1], see balance/games/hex_record.py
