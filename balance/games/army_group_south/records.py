"""What the result tables hold of this game beside the columns of every game.

``COLUMNS`` has lines of ``name type meaning`` by table, see ``balance.experiments.schema``;
``WORDS`` spells the numbers of a column, ``FIELDS`` gives the names in the state where they differ.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from balance.games.army_group_south.vocabulary import (
    ELIMINATION,
    ENGAGED,
    NO_EFFECT,
    Level,
)

COLUMNS = {
    "games": """
    winner text axis, soviet, draw (equal points) or none (a faulty or truncated game)
    ending text points, automatic_victory, strategy_error or truncated
    level text level of the victory: draw, tactical, operational, strategic or decisive
    vp int32 victory points at the end: those of the Soviets less those of the Germans
    vp_axis int32 points of the Germans, for Soviet losses and units cut off beyond the edge
    vp_exited int32 of which for units cut off beyond the edge
    vp_soviet int32 points of the Soviets, for German losses and for places held
    vp_places int32 of which for towns and cities
    exited_strength int32 attack strength that left by the exit area
    attacks_axis int32 attacks made by the Germans, overruns included
    attacks_soviet int32 attacks made by the Soviets, overruns included
    overruns int32 overruns made by both sides
    axis_steps_lost int32 steps the Germans lost
    axis_units_lost int32 German units eliminated
    soviet_steps_lost int32 steps the Soviets lost
    soviet_units_lost int32 Soviet units eliminated
    """,
    "turns": """
    vp int32 victory points as if the game had ended now: Soviet less German ones
    vp_axis int32 points of the Germans, as if the game had ended now
    vp_soviet int32 points of the Soviets, likewise
    vp_places int32 of which for towns and cities
    axis_steps_lost int32 steps the Germans have lost so far
    axis_units_lost int32 German units eliminated so far
    soviet_units int32 Soviet units on the map
    soviet_steps int32 their strength steps
    soviet_units_lost int32 Soviet units eliminated so far
    soviet_steps_lost int32 steps the Soviets have lost so far
    soviet_defensive int32 Soviet headquarters on the defensive
    soviet_places int32 towns and cities under Soviet control
    exited_strength int32 attack strength that has left by the exit area
    """,
    "battles": """
    phase text phase, in the words of the game
    overrun flag an overrun
    hex text hex of the defenders; the first of several attacked at once
    hexes int16 number of hexes attacked
    defense int16 total defense strength
    headquarters int16 points that headquarters added to the attack
    terrain int16 multiplier of the first hex
    final_odds int16 odds within the table, as a rung of the ladder
    result text combat result as printed, attackers' half first; none where no die was rolled
    attacker_units_lost int16 attacking units eliminated
    no_strength int16 units of no strength revealed and removed
    attackers_retreated int16 attacking units that retreated
    defenders_retreated int16 defending units that retreated
    """,
    "hexes": """
    control text side that entered it last, or behind whose line it lay at the start
    """,
}
#: Kinds of event: what happened, and after the bar what ``value`` is, where it is anything but 0.
EVENTS = """
    eliminated unit of either side eliminated | number of the battle, -1 outside battle
    step_lost unit reduced by a step | number of the battle, -1 outside battle
    revealed untried unit shown for the first time | number of the battle
    place_taken town or city changed hands | side that took it: 0 Axis, 1 Soviet
    arrived reinforcement entered the map | 1 by rail, else 0
    returned unit driven off the map came back
    forced_off unit retreated off the map; the hex is the one it left by
    exited Soviet unit left through the exit area | its attack strength
    disrupted unit disrupted | number of the battle
    defensive_mode headquarters changed to defensive mode
    overstack_removed unit removed because its hex held too many
    missed_entry Soviet unit could not enter or return
    order_refused the referee refused an order of a strategy | number of the reason
"""
#: Phases, as ``phase`` tells them.
PHASES = """
    axis_movement German movement
    axis_combat German combat
    axis_mechanized German mechanized movement
    axis_removal end of the German player turn: units above the stacking limit go
    soviet_start start of the Soviet player turn: headquarters change their mode
    soviet_movement Soviet movement
    soviet_combat Soviet combat
    soviet_mechanized Soviet mechanized movement
    soviet_removal end of the Soviet player turn: units above the stacking limit go
    turn_end end of the game turn
    set_up set-up, before the first game turn
"""
FIELDS: dict[str, str] = {}

_HALVES = {NO_EFFECT: "-", 1: "1", 2: "2", 3: "3", ELIMINATION: "E"}
#: A result is the attackers' half times ten plus the defenders'.
_TENS = 10
WORDS = {
    "level": {int(level): level.name.lower() for level in Level},
    "result": {
        _TENS * ENGAGED + ENGAGED: "eng",
        **{
            _TENS * attacker + defender: f"{_HALVES[attacker]}/{_HALVES[defender]}"
            for attacker, defender in product(_HALVES, repeat=2)
        },
    },
}


def count_overruns(played: Any) -> int:
    """Overruns of a game."""
    return int(np.count_nonzero(played.battles["overrun"]))


def results(battles: np.ndarray) -> np.ndarray:
    """Combat result of each battle, as numbers of ``WORDS``; -1 where no die was rolled."""
    numbers = _TENS * battles["attacker_result"].astype(np.int64) + battles["defender_result"]
    return np.where(battles["die"] > 0, numbers, -1)


#: Columns of ``games`` that are counted in the logs of a game.
COUNTED: dict[str, Callable[[Any], int]] = {"overruns": count_overruns}
