"""What the result tables hold of this game beside the columns of every game.

``COLUMNS`` has lines of ``name type meaning`` by table, see ``balance.experiments.schema``;
``WORDS`` spells the numbers of a column, ``FIELDS`` gives the names in the state where they differ.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.vocabulary import Army, PhaseOrder, Result

COLUMNS = {
    "games": """
    ending text victory_points, sudden_death, time_limit, strategy_error or truncated
    ending_hex text hex that ended it (sudden death), if any
    vp int32 Axis victory points at the end
    vp_hexes int32 of which for victory hexes held
    vp_oos int32 of which awards for units eliminated out of supply
    oos_kills int32 Soviet units counted as eliminated out of supply, end of game included
    oos_at_end int32 of which counted at the end of the game because out of supply then
    attacks_axis int32 prepared and mobile assaults made by the Axis
    attacks_soviet int32 prepared assaults made by the Soviets
    mobile_assaults int32 mobile assaults made
    """,
    "turns": """
    vp int32 Axis victory points
    vp_hexes int32 of which for victory hexes held
    vp_oos int32 of which awards for units eliminated out of supply
    oos_kills int32 Soviet units eliminated out of supply so far
    soviet_units_lost int32 Soviet units eliminated so far
    soviet_frozen int32 Soviet units held by an army that is not released
    axis_hexes int32 hexes under Axis control
    axis_towns int32 towns and cities under Axis control
    """,
    "battles": """
    phase text phase, in the words of the game
    mobile flag a mobile assault
    hex text hex of the defenders
    launch_hexes int16 number of hexes attacked from
    odds int16 odds before shifts, as a rung of the ladder: 0 is 1:1, 1 is 2:1, -1 is 1:2
    odds_ratio text odds before shifts, as printed: 3:1
    shift_terrain int16 shift for terrain and hexsides, positive for the attacker as all shifts
    shift_fortification int16 shift for fortifications
    shift_concentric int16 shift for a concentric position
    shift_air int16 shift for aircraft of both sides
    shift_first int16 shift for assaulting before moving
    shift_mobile int16 shift for a mobile assault
    final_odds int16 odds after shifts, as a rung of the ladder
    final_odds_ratio text odds after shifts
    attacker_oos int16 attacking units out of supply
    retreated int16 defending units that retreated
    """,
}


def _numbered(names: type[IntEnum]) -> str:
    """Numbers with what they stand for."""
    return ", ".join(f"{each.value} {each.name.lower()}" for each in names)


#: Kinds of event: what happened, and after the bar what ``value`` is, where it is anything but 0.
EVENTS = f"""
    vp_gained the Axis took a victory hex | victory points gained
    vp_lost the Axis lost a victory hex | victory points, negative
    oos_kill Soviet unit eliminated out of supply | such units so far
    oos_award the Axis scored for units eliminated out of supply | victory points gained
    eliminated unit of either side eliminated | number of the battle, -1 outside battle
    step_lost unit reduced by a step | number of the battle, -1 outside battle
    town_taken town or city changed hands | side that took it: 0 Axis, 1 Soviet
    sudden_death unit entered a hex whose loss ends the game
    army_released army became free to move | number of the army: {_numbered(Army)}
    don_line_crossed German unit crossed the Don line for the first time
    start_line_crossed Soviet unit crossed its start line
    taman_activated the Taman base was opened or shut | 1 opened, 0 shut
    withdrawn unit withdrawn from the map
    arrived reinforcement entered the map
    manych_flooded the Manych was flooded
    o_ring_broken the ring around Stalingrad was broken
    line_destroyed hex of the Don-Volga line was destroyed
    network_added town or city joined a supply network | side whose network: 0 Axis, 1 Soviet
    phase_order player declared the order of his phases | {_numbered(PhaseOrder)}
    aircraft all aircraft given one task | 1 blocking the Black Sea, 2 aiding mobile assaults
    aerial_supply the aerial supply marker was put on a hex
    order_refused the referee refused an order of a strategy | number of the reason
    sea_move unit moved by sea to this hex | sea moves made so far in this game turn
    overstack_removed unit removed because its hex held too many
"""
#: Phases, as ``phase`` tells them.
PHASES = """
    axis_start start of the Axis player turn: phase order, aircraft, reinforcements
    axis_first first phase of the Axis player turn
    axis_second second phase of the Axis player turn
    soviet_start start of the Soviet player turn: phase order, reinforcements
    soviet_first first phase of the Soviet player turn
    soviet_second second phase of the Soviet player turn
    turn_end end of the game turn
    set_up set-up, before the first game turn
    turn_start start of the game turn: sea block, flooding, release of armies
"""
FIELDS = {"oos_at_end": "soviet_oos_at_end"}
#: Combat results are written as printed.
WORDS = {"result": {int(result): result.name for result in Result}}


def count_mobile_assaults(played: Any) -> int:
    """Mobile assaults of a game."""
    return int(np.count_nonzero(played.battles["mobile"]))


def results(battles: np.ndarray) -> np.ndarray:
    """Combat result of each battle, as numbers of ``WORDS``."""
    return np.asarray(battles["result"])


#: Columns of ``games`` that are counted in the logs of a game.
COUNTED = {"mobile_assaults": count_mobile_assaults}
