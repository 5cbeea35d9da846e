"""What the result tables hold of this game beside the columns of every game.

``COLUMNS`` has lines of ``name type meaning`` by table, see ``balance.experiments.schema``;
``WORDS`` spells the numbers of a column, ``FIELDS`` gives the names in the state where they differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from balance.games.stalingrad_1942.tables import CODES
from balance.games.stalingrad_1942.vocabulary import Level

COLUMNS = {
    "games": """
    winner text axis, soviet, draw (equal points) or none (a faulty or truncated game)
    ending text points, stalingrad_taken, strategy_error or truncated
    level text level of the victory by its margin: draw, marginal, clear or decisive
    vp int32 victory points at the end: those of the Germans less those of the Soviets
    vp_axis int32 points of the Germans
    vp_soviet int32 points of the Soviets
    ring_turn int16 game turn whose check first found the troops at Stalingrad cut off, 0 for never
    surrounded flag they were cut off at the end
    nearest int16 hexes from Stalingrad that Germans ever came to
    attacks_axis int32 attacks made by the Germans, of guns and air units alone included
    attacks_soviet int32 attacks made by the Soviets, likewise
    poor_attacks_axis int32 of negative value; of chains that compel each other, those not worth it
    axis_steps_lost int32 steps the Axis lost
    axis_units_lost int32 Axis units eliminated
    axis_starved int32 of which units removed for want of supply, and steps lost in the pocket
    soviet_steps_lost int32 steps the Soviets lost
    soviet_units_lost int32 Soviet units eliminated
    soviet_starved int32 of which units removed for want of supply
    """,
    "turns": """
    vp int32 victory points as if the game had ended now: German less Soviet ones
    vp_axis int32 points of the Germans, as if the game had ended now
    vp_soviet int32 points of the Soviets, likewise
    axis_units_lost int32 Axis units eliminated so far
    soviet_steps int32 Soviet strength steps on the map
    soviet_steps_lost int32 steps the Soviets have lost so far
    axis_towns int16 towns under German control
    axis_city_hexes int16 hexes of Stalingrad under German control
    pocket_units int16 Axis units around Stalingrad without supply
    surrounded flag all of those around Stalingrad were
    nearest int16 hexes from Stalingrad that Germans have come to so far
    """,
    "battles": """
    phase text phase, in the words of the game
    bombardment int16 0 attack, 1 fire of guns alone, 2 strike of air units
    hex text hex of the defenders; the first of several attacked at once
    hexes int16 number of hexes attacked
    attack_support int16 part of the attack that guns and air units added
    defense int16 total defense strength
    defense_support int16 part of the defense that guns and air units added
    terrain_shift int16 columns to the right for the ground of the defenders
    river_shift int16 columns for a small river between
    works_shift int16 columns for works
    headquarters_shift int16 columns for headquarters, of both sides
    integrity_shift int16 columns for whole divisions
    armor_shift int16 columns for German armor
    mechanized_shift int16 columns for mechanized units
    antitank_shift int16 columns for anti-tank guns
    fortress_shift int16 columns for fortress units
    result text combat result as printed
    attacker_units_lost int16 attacking units eliminated
    attackers_retreated int16 attacking units that retreated
    defenders_retreated int16 defending units that retreated
    """,
    "hexes": """
    control text side that entered it last, or behind whose front it lay at the start
    """,
}
#: Kinds of event: what happened, and after the bar what ``value`` is, where it is anything but 0.
EVENTS = """
    eliminated unit of either side eliminated | number of the battle, -1 outside battle
    step_lost unit reduced by a step | number of the battle, -1 outside battle
    place_taken town or hex of Stalingrad changed hands | side that took it: 0 Axis, 1 Soviet
    arrived reinforcement entered the map
    overrun guns or headquarters whose hex an enemy entered
    overstack_removed unit removed because its hex held too many
    unsupplied unit found without supply | level of its marker
    starved unit removed at the last check without supply
    pocket_loss step lost in the surrounded pocket
    surrounded troops around Stalingrad cut off, or free again | 1 cut off, 0 free
    works_built field works dug
    bridge_built bridge built by headquarters
    bridge_destroyed bridge destroyed | 1 by guns or air units, 0 blown
    river_crossed relief crosses a river that scores | its number, 1 Aksai to 4 Karpovka
    released unit under Stalin's Breath may move from now on
    retreated unit retreated | number of the battle
    zone_lost unit loses its zone for the next game turn | number of the battle
    disorganized unit disorganized | number of the battle
    order_refused the referee refused an order of a strategy | number of the reason
"""
#: Phases, as ``phase`` tells them.
PHASES = """
    axis_air German air units are placed
    soviet_air Soviet air units are placed
    supply air strikes are settled, supply is checked
    axis_movement German movement
    axis_fortification German field works
    axis_combat German combat
    axis_strategic German strategic movement
    soviet_movement Soviet movement
    soviet_fortification Soviet field works
    soviet_combat Soviet combat
    soviet_strategic Soviet strategic movement
    turn_end end of the game turn
    set_up set-up, before the first game turn
"""
FIELDS: dict[str, str] = {}

WORDS = {
    "level": {int(level): level.name.lower() for level in Level},
    "result": dict(enumerate(CODES)),
}


def results(battles: np.ndarray) -> np.ndarray:
    """Combat result of each battle, as numbers of ``WORDS``."""
    return battles["result"].astype(np.int64)


#: Columns of ``games`` that are counted in the logs of a game.
COUNTED: dict[str, Callable[[Any], int]] = {}
