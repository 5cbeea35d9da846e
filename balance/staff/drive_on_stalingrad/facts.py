"""Public facts of a game of Drive on Stalingrad, as ``view.facts[NAME]`` tells them.

Each is something both players could read off the table (or, of the own side, in the own hand).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from balance.games.drive_on_stalingrad.order_of_battle import ARMIES
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.reinforcements import draw_south_unit, list_arrivals
from balance.games.drive_on_stalingrad.scenario import Scenario
from balance.games.drive_on_stalingrad.state import RELEASED, State
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Feature,
    Phase,
    PhaseOrder,
    Side,
    Status,
)

_MAIN_PHASES = frozenset(
    map(int, (Phase.AXIS_FIRST, Phase.AXIS_SECOND, Phase.SOVIET_FIRST, Phase.SOVIET_SECOND))
)


class Fact(NamedTuple):
    """One fact: what it tells, and how it is found out."""

    meaning: str
    tell: Callable[[Scenario, State, Side], Any]


def phase_name(state: State) -> str:
    """``set_up``, ``start``, ``movement`` or ``assault``.

    Rule: drive_on_stalingrad 5.1
    """
    phase = int(state.game.phase)
    if phase in _MAIN_PHASES:
        return "movement" if is_movement_phase(state) else "assault"
    return "set_up" if phase == Phase.SET_UP else "start"


def _rule(key: str) -> Callable[[Scenario, State, Side], int]:
    return lambda scenario, state, side: int(state.rules[key])


def _number(field: str) -> Callable[[Scenario, State, Side], int]:
    return lambda scenario, state, side: int(state.game[field])


def _switch(field: str) -> Callable[[Scenario, State, Side], bool]:
    return lambda scenario, state, side: int(state.game[field]) == 1


def _side_of(number: int) -> str:
    return Side(number).name.lower()


def _hexes_with(scenario: Scenario, state: State, feature: int) -> list[int]:
    found: list[int] = np.flatnonzero(state.hexes["features"][:-1] & int(feature)).tolist()
    return found


def _vp_hexes(scenario: Scenario, state: State, side: Side) -> dict[str, str]:
    """Rule: drive_on_stalingrad 4.2."""
    return {
        scenario.hex_names[h]: _side_of(int(state.ground["control"][h]))
        for h in _hexes_with(scenario, state, Feature.VP)
    }


def _sudden_death_hexes(scenario: Scenario, state: State, side: Side) -> tuple[str, ...]:
    """Rule: drive_on_stalingrad 4.6."""
    return tuple(scenario.hex_names[h] for h in _hexes_with(scenario, state, Feature.SUDDEN_DEATH))


def _network(scenario: Scenario, state: State, side: Side) -> tuple[str, ...]:
    """Rule: drive_on_stalingrad 7.14."""
    member = state.ground["network_axis" if side == Side.AXIS else "network_soviet"]
    return tuple(scenario.hex_names[h] for h in np.flatnonzero(member[:-1]).tolist())


def _double_phase_left(scenario: Scenario, state: State, side: Side) -> bool:
    """Rule: drive_on_stalingrad 5.5."""
    game, rules = state.game, state.rules
    if side == Side.AXIS:
        return int(game.double_assault_used) < int(rules.sequence_german_pa_pa_per_game)
    return int(game.double_move_used) < int(rules.sequence_soviet_move_move_per_game)


def _flood_left(scenario: Scenario, state: State, side: Side) -> bool:
    """Rule: drive_on_stalingrad 9.32."""
    used = int(state.game.flood_used)
    return side == Side.SOVIET and used < int(state.rules.movement_manych_flood_per_game)


def _reinforcements_due(scenario: Scenario, state: State, side: Side) -> tuple[str, ...]:
    """Rule: drive_on_stalingrad 8.1, 8.5."""
    arrivals = np.zeros(len(state.units), np.int64)
    count = int(list_arrivals(state, np.int64(side), arrivals))
    due = [int(unit) for unit in arrivals[:count]]
    if side == Side.SOVIET:
        drawn = int(draw_south_unit(state))
        due += [drawn] if drawn >= 0 else []
    return tuple(scenario.unit_names[unit] for unit in due)


def _units_lost(scenario: Scenario, state: State, side: Side) -> int:
    lost = state.units["status"] == Status.ELIMINATED
    return int(np.count_nonzero(lost & (state.units["side"] == side)))


def _released_armies(scenario: Scenario, state: State, side: Side) -> tuple[str, ...]:
    """Rule: drive_on_stalingrad 3.2, 8.4."""
    return tuple(name for name, army in ARMIES.items() if state.army[army, RELEASED])


def _frozen_armies(scenario: Scenario, state: State, side: Side) -> tuple[str, ...]:
    """Rule: drive_on_stalingrad 3.2, 8.4."""
    own = [a for a in ARMIES.values() if (a <= Army.AXIS_17A) == (side == Side.AXIS)]
    return tuple(name for name, a in ARMIES.items() if a in own and not state.army[a, RELEASED])


def _aerial_hex(scenario: Scenario, state: State, side: Side) -> str:
    """Rule: drive_on_stalingrad 7.6."""
    h = int(state.game.aerial_hex)
    return scenario.hex_names[h] if h < len(scenario.hex_names) else ""


#: Name -> fact; the order is that of the documentation.
FACTS: dict[str, Fact] = {
    "game_turn": Fact("game turn, 0 during set-up", _number("game_turn")),
    "last_turn": Fact("number of the last game turn", _rule("victory_last_turn")),
    "phase": Fact(
        "set_up, start, movement or assault", lambda scenario, state, side: phase_name(state)
    ),
    "player_turn": Fact(
        "side whose player turn it is, axis or soviet",
        lambda scenario, state, side: _side_of(int(state.game.side)),
    ),
    "phase_order": Fact(
        "order declared: assault_move, move_assault, assault_assault, move_move",
        lambda scenario, state, side: PhaseOrder(int(state.game.phase_order)).name.lower(),
    ),
    "vp": Fact("German victory points", _number("vp")),
    "vp_to_win": Fact("victory points that win the game at once", _rule("victory_vp_to_win")),
    "vp_hexes": Fact("victory point hexes and who controls each: dict of hex to side", _vp_hexes),
    "vp_for_kills": Fact("victory points for units destroyed out of supply", _number("vp_oos")),
    "oos_kills": Fact("Soviet units destroyed out of supply so far", _number("oos_kills")),
    "oos_kills_per_vp": Fact("such units for one victory point", _rule("victory_oos_kills_per_vp")),
    "sudden_death_hexes": Fact("hexes whose loss ends the game", _sudden_death_hexes),
    "network": Fact("towns and cities of the own supply network", _network),
    "aircraft": Fact("German ground support aircraft left this game turn", _number("aircraft")),
    "sea_block": Fact("whether aircraft block the Black Sea", _switch("sea_block")),
    "schwerpunkt": Fact("whether aircraft support mobile assaults", _switch("schwerpunkt")),
    "aerial_hex": Fact('hex of the aerial supply marker, "" when off the map', _aerial_hex),
    "double_phase_left": Fact("whether the own double phase is left", _double_phase_left),
    "flood_left": Fact("whether the own side can still flood the Manych", _flood_left),
    "reinforcements_due": Fact("own units that may enter now", _reinforcements_due),
    "units_lost": Fact("own units eliminated", _units_lost),
    "released_armies": Fact("armies of both sides that are released", _released_armies),
    "frozen_armies": Fact("own armies not yet released", _frozen_armies),
    "don_line_crossed": Fact(
        "game turn in which the Germans crossed the Don line, 0 before",
        _number("don_line_crossed"),
    ),
    "south_open": Fact("whether Soviet southern reinforcements may enter", _switch("south_open")),
    "taman_active": Fact("whether the Taman base is open", _switch("taman_active")),
    "o_ring_intact": Fact("whether the ring around Stalingrad is intact", _switch("o_ring_intact")),
}
