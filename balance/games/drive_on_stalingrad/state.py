"""The state of one game: a handful of arrays that every kernel of this game reads and writes.

``State`` is a NamedTuple of NumPy arrays. Static map and tables are shared by all games of a
variant; ``game``, ``units``, ``ground`` and the logs belong to one game. Hex indices run 0 .. n-1
in order of hex number; n is the dummy "off the map" hex. Record arrays read the same in compiled
code and in plain Python: ``state.units[u].hex``, ``state.game.vp``.

Integer fields are 16 or 32 bits wide throughout: plain Python would overflow in 8-bit arithmetic
where compiled code does not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.log import EVENT as EVENT
from balance.kernel.bundles import bundle
from balance.kernel.reach import PROHIBITED as PROHIBITED
from balance.kernel.records import Rows

#: One row a counter. Static in the first block, changed by play in the second.
UNIT = np.dtype(
    [
        ("side", "i2"),  # Side
        ("nation", "i2"),  # Nation
        ("kind", "i2"),  # Kind
        ("mobility", "i2"),  # Mobility
        ("traits", "i4"),  # Trait bits
        ("attack", "i2"),  # printed attack, full side (drawn value of an untried unit)
        ("defense", "i2"),
        ("attack_reduced", "i2"),  # reduced side; 0 for one-step units
        ("defense_reduced", "i2"),
        ("movement", "i2"),  # printed movement factor, MP
        ("full_steps", "i2"),
        ("army", "i2"),  # Army at set-up or of its entry hex (3.2), Reserve Army (8.4)
        ("arrival_turn", "i2"),  # 0 set up on map; scheduled game turn of a reinforcement
        ("mean_attack_x10", "i2"),  # expected value of an untried or die-rated factor, tenths
        ("mean_defense_x10", "i2"),
        # --- changed by play
        ("status", "i2"),  # Status
        ("hex", "i2"),  # hex index; n while off the map
        ("steps", "i2"),
        ("revealed", "i2"),  # 1 once an untried unit has fought (2.14)
        ("mp_left", "i2"),  # movement points left this movement phase
        ("moved", "i2"),  # this phase: 0 not yet, 1 its stack is the one moving, 2 finished (9.6)
        ("start_hex", "i2"),  # hex at the start of the movement phase (9.5, 9.28)
        ("assaulted", "i2"),  # made a mobile assault this phase (9.24)
        ("attacked", "i2"),  # made a prepared assault this phase (11.4)
        ("defended", "i2"),  # was the target of a prepared assault this phase (11.4)
        ("retreated", "i2"),  # retreated into its hex this phase (11.35)
        ("battle_oos", "i2"),  # was out of supply when its latest battle began (4.3)
        ("held_turn", "i2"),  # may not move or attack during this game turn (8.2)
        ("frozen_by", "i2"),  # Army whose freeze holds it, Army.NONE when free (3.2, 8.4)
        ("mixed_grace", "i2"),  # movement phases left to sort out a mixed stack (6.3)
        ("next", "i2"),  # next unit in the same hex, -1 at the end
        # Standing order of its owner for each of its steps: of all units, lower is lost first.
        ("reduction_priority", "i2"),  # of a step that leaves it reduced
        ("loss_priority", "i2"),  # of its last step
    ],
    align=True,
)

#: One row a hex (n + 1 rows), changed by play.
GROUND = np.dtype(
    [
        ("control", "i2"),  # Side that controls the hex (3.4)
        ("occupant", "i2"),  # Side of the units in it, -1 when empty
        ("first", "i2"),  # first unit of the stack, -1 when empty
        ("stack", "i2"),  # units counted against the stacking limit (6.1)
        ("guns", "i2"),  # Soviet artillery beyond the limit (6.4)
        ("network_axis", "i2"),  # 1 = part of the German supply network
        ("network_soviet", "i2"),
        ("line_intact", "i2"),  # intact Don-Volga fortification (11.23)
        ("battles", "i2"),  # battles fought here this phase, part of dice addresses
        ("arrivals", "i2"),  # units entered here this movement phase (8.1)
        ("arrivals_guns", "i2"),  # Soviet artillery entered here this movement phase (6.4, 8.1)
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
        ("area", "i2"),  # Army whose set-up area holds the hex, Army.NONE elsewhere
        ("own_vp", "i2"),  # points of a VP hex of its own, 0: what the rules give each (4.2)
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
        ("phase_order", "i4"),  # PhaseOrder declared for this player turn
        ("ended", "i4"),  # 1 once the game is over
        ("winner", "i4"),  # Side, -1 while open
        ("ending", "i4"),  # Ending
        ("ending_hex", "i4"),
        ("vp", "i4"),  # German victory points (4.1)
        ("vp_hexes", "i4"),  # of which VP hexes held
        ("vp_oos", "i4"),  # of which awards for out-of-supply kills
        ("oos_kills", "i4"),  # pile of 4.3
        ("aircraft", "i4"),  # ground support aircraft left this game turn (11.25)
        ("schwerpunkt", "i4"),  # 1 = both aircraft support mobile assaults this player turn (9.27)
        ("sea_block", "i4"),  # 1 = both aircraft block sea movement this game turn (9.18)
        ("sea_moves", "i4"),  # units moved by sea this movement phase
        ("mover", "i4"),  # unit that moved last this movement phase, -1 before the first (9.2)
        ("flood_used", "i4"),  # 9.32
        ("flood_turn", "i4"),  # game turn of the flooding, 0 never
        ("double_assault_used", "i4"),  # 5.5, German
        ("double_move_used", "i4"),  # 5.5, Soviet
        ("network_additions", "i4"),  # made this player turn (7.14)
        ("order_declared", "i4"),  # 1 = this player turn's phase order is declared (5.5)
        ("withdrawn", "i4"),  # 1 = the withdrawal of 8.7 has been made
        ("lifted", "i4"),  # 1 = all German-side army restrictions lifted (3.2)
        ("don_line_crossed", "i4"),  # 8.6: game turn of the first crossing, 0 before
        ("arrivals_advance", "i4"),  # turns by which Soviet north arrivals are brought forward
        ("south_open", "i4"),  # 8.5
        ("south_entered", "i4"),
        ("south_entered_turn", "i4"),  # this game turn
        ("taman_active", "i4"),  # 7.4: 1 active, 0 not, -1 shut down for good
        ("taman_arrived", "i4"),  # 8.2
        ("aerial_hex", "i4"),  # hex of the aerial supply marker, n when not on the map
        ("aerial_used", "i4"),  # committed this game turn
        ("o_ring_intact", "i4"),  # 11.24
        ("axis_supply_dirty", "i4"),  # fields to be traced before use: 1 north, 2 south, 3 both
        ("soviet_supply_dirty", "i4"),
        ("event_count", "i4"),
        ("battle_count", "i4"),
        ("axis_refused", "i4"),  # orders refused by the referee
        ("soviet_refused", "i4"),
        ("attacks_axis", "i4"),
        ("attacks_soviet", "i4"),
        ("poor_attacks_axis", "i4"),  # attacks of negative expected value, set by the staff
        ("poor_attacks_soviet", "i4"),
        ("axis_steps_lost", "i4"),
        ("axis_units_lost", "i4"),
        ("soviet_units_lost", "i4"),
        ("soviet_oos_at_end", "i4"),  # added to the pile by 4.3 at the end
    ],
    align=True,
)

#: One row a battle. Odds are rungs of the odds ladder: 0 = 1:1, 1 = 2:1, -1 = 1:2.
BATTLE = np.dtype(
    [
        ("game_turn", "i2"),
        ("phase", "i2"),
        ("mobile", "i2"),  # 1 = mobile assault
        ("attacker", "i2"),  # Side
        ("hex", "i2"),
        ("launch_hexes", "i2"),  # number of hexes attacked from
        ("attackers", "i2"),
        ("defenders", "i2"),
        ("attack", "i2"),
        ("defense", "i2"),
        ("odds", "i2"),
        ("shift_terrain", "i2"),  # all shifts: positive helps the attacker
        ("shift_fortification", "i2"),  # Don-Volga line and O-Ring
        ("shift_concentric", "i2"),
        ("shift_air", "i2"),
        ("shift_first", "i2"),  # prepared assault before movement (5.6)
        ("shift_mobile", "i2"),  # mobile assault defender bonus (9.27)
        ("final_odds", "i2"),
        ("die", "i2"),  # 0 = automatic result
        ("result", "i2"),  # Result after the city conversion (11.22)
        ("expected_value", "i2"),  # hundredths, by the attacker's staff; 0 if not rated
        ("attacker_steps_lost", "i2"),
        ("defender_steps_lost", "i2"),
        ("defender_units_lost", "i2"),
        ("defender_oos", "i2"),  # defenders out of supply
        ("attacker_oos", "i2"),
        ("retreated", "i2"),  # defenders that retreated
        ("advanced", "i2"),  # attackers that advanced
    ],
    align=True,
)

#: One row a game turn, written when it ends; strengths are the sums of attack and defense, halved.
TURN = np.dtype(
    [
        ("game_turn", "i2"),
        ("vp", "i2"),
        ("vp_hexes", "i2"),
        ("vp_oos", "i2"),
        ("oos_kills", "i2"),
        ("axis_units", "i2"),  # on the map, as all of the next
        ("axis_steps", "i2"),
        ("axis_strength", "i4"),
        ("soviet_units", "i2"),
        ("soviet_strength", "i4"),
        ("axis_oos", "i2"),  # units neither in regular nor coastal nor aerial supply
        ("soviet_oos", "i2"),
        ("axis_steps_lost", "i2"),  # since the start of the game, as the next
        ("soviet_units_lost", "i2"),
        ("soviet_frozen", "i2"),  # units held by a frozen army
        ("axis_hexes", "i2"),  # land hexes under German-side control
        ("axis_towns", "i2"),  # towns and cities under German-side control
    ],
    align=True,
)

MAX_EVENTS = 6000
MAX_BATTLES = 1500
#: Columns of ``army``.
RELEASE_TURN, RELEASED, LOCATION, OPPOSITE = range(4)

#: Rows of ``supply``: links used from a hex to the nearest working source (0 = the source itself).
AXIS_NORTH, AXIS_SOUTH, SOVIET_NORTH, SOVIET_SOUTH = np.arange(4)
#: Value of ``supply`` where no line of legal length exists.
NO_LINE = 99
#: Bits of ``standing``: who stands in a hex, and for whom there is no more room. From
#: ``NATION_STANDS`` on, one for each ``Nation`` of the German side.
AXIS_STANDS, SOVIET_STANDS, UNITS_FULL, GUNS_FULL, NATION_STANDS = 1, 2, 4, 8, 16
#: Bits of ``lie``: what loops over the whole map ask of a hex. COVERED is a city or heights.
ALL_WATER, EAST_BANK, SOVIET_START, COVERED, NORTH_EDGE, COASTAL = 1, 2, 4, 8, 16, 32
#: Rows of ``cost``: 3 * side + mobility; FLOODED more while the Manych is flooded (9.32).
FLOODED = 6


@bundle
class State(NamedTuple):
    """Everything a kernel of this game may read or write; n = number of hexes."""

    rules: np.record  # scalar parameters and switches, e.g. rules.supply_line_max_hexes
    game: np.record  # GAME
    units: Rows  # UNIT[n_units]
    ground: Rows  # GROUND[n + 1]
    standing: np.ndarray  # uint8[n + 1], what of the stacks most searches ask, as bits
    hexes: Rows  # HEX[n + 1]
    places: np.ndarray  # int16[k], hexes that are more than ground: towns, sources, prizes
    first_at: np.ndarray  # int16[rows + 2, columns], first hex at or behind a position, see around
    board: np.ndarray  # int16[rows + 1, 3], rows of the map as words of bits, see kernel/boards.py
    lie: np.ndarray  # uint8[n + 1], how a hex lies, as bits: ALL_WATER and on
    shelters: np.ndarray  # int16[k], hexes whose cover hangs on play: by water, or fortified
    water_sides: np.ndarray  # uint8[n + 1], bit d set where water or a barred height lies on side d
    neighbour: np.ndarray  # int16[n + 1, 6]
    hexside: np.ndarray  # uint8[n + 1, 6], Hexside bits
    cost: np.ndarray  # uint16[12, n + 1, 6], MP to leave a hex by a side, PROHIBITED if closed
    crt: np.ndarray  # int16[die faces, columns], Result
    tec: np.ndarray  # int32[terrains, chart columns], see tables.TerrainColumn
    tec_sides: np.ndarray  # int32[4, columns], hexside chart, see tables.HexsideColumn
    army: np.ndarray  # int16[21, 4], by Army: release turn (0 = never by date), released flag,
    #   location hex, bits (1 << Army) of the German-side armies opposite
    supply: np.ndarray  # int16[4, n + 1], links to the nearest working source
    line_sides: np.ndarray  # uint8[4, n + 1], bit d set where a supply line may pass side d
    supply_marks: np.ndarray  # int16[4, n + 1], 1 = a chain between sources rests on this hex
    supply_work: np.ndarray  # int16[5, n + 1], scratch of the supply kernels alone
    work: np.ndarray  # int16[16, n + 1], scratch fields; a kernel owns them only while it runs
    waiting: np.ndarray  # int32[7 (n + 1), 2], scratch of searches, see kernel/reach.py
    retreat_value: np.ndarray  # int16[2, n + 1], standing order: retreat hexes by preference
    policy: np.ndarray  # int16[2, 16], standing orders by side, see vocabulary.Policy
    events: Rows  # EVENT[MAX_EVENTS]
    battles: Rows  # BATTLE[MAX_BATTLES]
    turns: Rows  # TURN[turns], row = game turn - 1
    trace: Rows  # TRACE[MAX_TRACE] in a replay, TRACE[0] otherwise
    traced: np.ndarray  # int64[1], rows written to the trace
    hex_turns: np.ndarray  # int16[3, turns + 1, n + 1], see balance/games/hex_record.py
