"""What the result tables hold of this game beside the columns of every game.

``COLUMNS`` has lines of ``name type meaning`` by table, see ``balance.experiments.schema``;
``WORDS`` spells the numbers of a column, ``FIELDS`` gives the names in the state where they differ.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.drive_on_stalingrad.vocabulary import Result

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
