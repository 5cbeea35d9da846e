"""What the result tables hold of this game beside the columns of every game.

``COLUMNS`` has lines of ``name type meaning`` by table, see ``balance.experiments.schema``;
``WORDS`` spells the numbers of a column, ``FIELDS`` gives the names in the state where they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from balance.games.common.tables import result_codes
from balance.games.common.vocabulary import Level
from balance.rulebook.game import Game

COLUMNS = {
    "games": """
    winner text axis, soviet, draw (equal points) or none (a faulty or truncated game)
    ending text points, sudden_death, strategy_error or truncated
    level text level of the victory by its margin: draw, marginal, clear or decisive
    vp int32 victory points at the end: those of the axis side less those of the other, and handicap
    vp_axis int32 points of the axis side
    vp_soviet int32 points of the soviet side
    attacks_axis int32 attacks and overruns of the axis side
    attacks_soviet int32 attacks and overruns of the soviet side
    axis_steps_lost int32 steps the axis side lost
    axis_units_lost int32 its units eliminated
    axis_isolation int32 of which steps lost for want of supply
    soviet_steps_lost int32 steps the soviet side lost
    soviet_units_lost int32 its units eliminated
    soviet_isolation int32 of which steps lost for want of supply
    """,
    "turns": """
    vp int32 victory points as if the game had ended now
    vp_axis int32 points of the axis side, as if the game had ended now
    vp_soviet int32 points of the soviet side, likewise
    axis_units_lost int32 units of the axis side eliminated so far
    soviet_steps int32 steps of the soviet side on the map
    soviet_steps_lost int32 steps the soviet side has lost so far
    axis_places int16 places worth points that the axis side controls
    soviet_places int16 places worth points that the soviet side controls
    weather int16 weather of the game turn: row of the chart of its effects
    """,
    "battles": """
    phase text phase, in the words of the game
    overrun int16 0 attack, 1 overrun
    hex text hex of the defenders
    defense int16 total defense strength
    terrain_shift int16 columns to the right for the terrain of the defenders
    side_shift int16 columns for what lies between
    weather_shift int16 columns for the weather
    result text combat result as the chart calls it; missing for an overrun
    attacker_units_lost int16 attacking units eliminated
    attackers_retreated int16 attacking units that retreated
    defenders_retreated int16 defending units that retreated
    """,
    "hexes": """
    control text side that entered it last, or held it at the start
    """,
}
#: Kinds of event: what happened, and after the bar what ``value`` is, where it is anything but 0.
EVENTS = """
    eliminated unit eliminated | number of the battle, -1 outside battle
    step_lost unit reduced by a step | number of the battle, -1 outside battle
    place_taken place that scores changed hands | side that took it: 0 axis, 1 soviet
    arrived reinforcement or rebuilt unit entered the map
    overstack_removed unit removed because its hex held too many
    unsupplied unit found without supply | checks in a row
    isolation_loss step or unit lost for want of supply
    retreated unit retreated | number of the battle
    step_replaced unit got back a step
    rebuilt eliminated unit rebuilt
    weather weather of the game turn | row of the chart of its effects
    order_refused the referee refused an order of a strategy | number of the reason
    rode unit moved strategically to the hex | hexes of the way
"""
#: Phases, as ``phase`` tells them.
PHASES = """
    axis_supply the axis side checks its supply
    axis_replacements the axis side uses replacements
    axis_movement movement of the axis side
    axis_combat combat of the axis side
    axis_exploitation exploitation of the axis side
    soviet_supply the soviet side checks its supply
    soviet_replacements the soviet side uses replacements
    soviet_movement movement of the soviet side
    soviet_combat combat of the soviet side
    soviet_exploitation exploitation of the soviet side
    turn_end end of the game turn
    set_up set-up, before the first game turn
"""
FIELDS: dict[str, str] = {}

WORDS = {"level": {int(level): level.name.lower() for level in Level}}


def spell(game: Game) -> Mapping[str, Mapping[int, str]]:
    """Words for the numbers of columns: combat results are called as the game calls them."""
    return {**WORDS, "result": dict(enumerate(result_codes(game.rules)))}


def results(battles: np.ndarray) -> np.ndarray:
    """Combat result of each battle, as its number."""
    return battles["result"].astype(np.int64)


#: Columns of ``games`` that are counted in the logs of a game.
COUNTED: dict[str, Callable[[Any], int]] = {}
