"""Public facts of a game of Army Group South, as ``view.facts[NAME]`` tells them.

Each is something both players could read off the table, or of the own side in the own hand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.army_group_south.reinforcements import list_arrivals
from balance.games.army_group_south.scenario import Scenario
from balance.games.army_group_south.state import State
from balance.games.army_group_south.victory import exited_strength, place_points
from balance.games.army_group_south.vocabulary import Feature, Kind, Mode, Phase, Side, Status
from balance.staff.army_group_south.naming import Naming
from balance.staff.facts import Fact, hexes_with, holders, rule_number, turn_facts, units_lost

_PHASES = {
    Phase.SET_UP: "set_up",
    Phase.SOVIET_START: "doctrine",
    Phase.AXIS_MOVEMENT: "movement",
    Phase.SOVIET_MOVEMENT: "movement",
    Phase.AXIS_COMBAT: "combat",
    Phase.SOVIET_COMBAT: "combat",
    Phase.AXIS_MECHANIZED: "mechanized_movement",
    Phase.SOVIET_MECHANIZED: "mechanized_movement",
}


class Told(NamedTuple):
    """What a fact is told from."""

    scenario: Scenario
    naming: Naming
    state: State
    side: Side


def phase_name(state: State) -> str:
    """``set_up``, ``doctrine``, ``movement``, ``combat``, ``mechanized_movement`` or ``start``.

    Rule: army_group_south 4.2, 21.0
    """
    return _PHASES.get(int(state.game.phase), "start")


def _place_worth(told: Told) -> dict[str, int]:
    """Rule: army_group_south 25.3."""
    worth = told.state.hexes["vp"]
    valued = np.flatnonzero(worth[:-1] > 0).tolist()
    return {told.scenario.hex_names[h]: int(worth[h]) for h in valued}


def _points(told: Told, side: Side) -> int:
    """Rule: army_group_south 25.0, 25.2, 25.3."""
    game = told.state.game
    if side == Side.AXIS:
        return int(game.vp_axis)
    towns = 0 if game.ended else int(place_points(told.state))
    return int(game.vp_soviet) + towns


def _reinforcements_due(told: Told) -> tuple[str, ...]:
    """Rule: army_group_south 15.0, 23.0, 24.0."""
    arrivals = np.zeros(len(told.state.units), np.int64)
    count = int(list_arrivals(told.state, np.int64(told.side), arrivals))
    due = arrivals[:count].tolist()
    return tuple(sorted(told.naming.own_name(told.state, unit) for unit in due))


def _headquarters(told: Told, mode: Mode) -> tuple[str, ...]:
    """Rule: army_group_south 21.0, 21.3."""
    units = told.state.units
    found = (units["kind"] == Kind.HEADQUARTERS) & (units["status"] == Status.ON_MAP)
    found &= units["mode"] == mode
    return tuple(told.scenario.unit_names[u] for u in np.flatnonzero(found).tolist())


#: Name -> fact; the order is that of the documentation.
FACTS: dict[str, Fact] = {
    **turn_facts(
        "set_up, doctrine, movement, combat, mechanized_movement, or start between them",
        phase_name,
    ),
    "vp_axis": Fact("German victory points", lambda told: _points(told, Side.AXIS)),
    "vp_soviet": Fact(
        "Soviet victory points, places as they are held now",
        lambda told: _points(told, Side.SOVIET),
    ),
    "places": Fact(
        'places that score and who holds each: dict of hex to side, "" for nobody', holders
    ),
    "place_worth": Fact("victory points of each place: dict of hex to points", _place_worth),
    "kharkov": Fact("hexes that score only together", hexes_with(Feature.KHARKOV)),
    "exit_hexes": Fact("hexes from which Soviet units may leave the map", hexes_with(Feature.EXIT)),
    "exit_strength": Fact(
        "attack strength off the map that wins the game", rule_number("victory_exit_strength")
    ),
    "exited_strength": Fact(
        "attack strength that has left by the exit area",
        lambda told: int(exited_strength(told.state, False)),
    ),
    "supply_exits": Fact(
        "hexes in which railroads feed the Germans", hexes_with(Feature.RAIL_EXIT)
    ),
    "rail_moves_left": Fact(
        "German units that may still move by rail this game turn",
        lambda told: int(told.state.rules.rail_units) - int(told.state.game.rail_moves),
    ),
    "thaw_turn": Fact("game turn in which the thaw begins", rule_number("supply_thaw_first_turn")),
    "offensive_headquarters": Fact(
        "Soviet headquarters on the map in offensive mode",
        lambda told: _headquarters(told, Mode.OFFENSIVE),
    ),
    "defensive_headquarters": Fact(
        "Soviet headquarters on the map in defensive mode",
        lambda told: _headquarters(told, Mode.DEFENSIVE),
    ),
    "reinforcements_due": Fact("own units that may enter now", _reinforcements_due),
    "units_lost": units_lost(Status.ELIMINATED),
}
