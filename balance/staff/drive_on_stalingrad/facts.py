"""Public facts of a game of Drive on Stalingrad, as ``view.facts[NAME]`` tells them.

Each is something both players could read off the table (or, of the own side, in the own hand).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from balance.games.drive_on_stalingrad.order_of_battle import ARMIES
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.reinforcements import draw_south_unit, list_arrivals
from balance.games.drive_on_stalingrad.state import RELEASED, State
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Feature,
    Phase,
    PhaseOrder,
    Side,
    Status,
)
from balance.staff.facts import (
    SIDES,
    Fact,
    Told,
    hexes_with,
    number,
    rule_number,
    turn_facts,
    units_lost,
)

_MAIN_PHASES = frozenset(
    map(int, (Phase.AXIS_FIRST, Phase.AXIS_SECOND, Phase.SOVIET_FIRST, Phase.SOVIET_SECOND))
)


def phase_name(state: State) -> str:
    """``set_up``, ``start``, ``movement`` or ``assault``.

    Rule: drive_on_stalingrad 5.1
    """
    phase = int(state.game.phase)
    if phase in _MAIN_PHASES:
        return "movement" if is_movement_phase(state) else "assault"
    return "set_up" if phase == Phase.SET_UP else "start"


def _switch(field: str) -> Callable[[Told], bool]:
    return lambda told: int(told.state.game[field]) == 1


def _vp_hexes(told: Told) -> dict[str, str]:
    """Rule: drive_on_stalingrad 4.2."""
    control = told.state.ground["control"]
    valued = np.flatnonzero(told.state.hexes["features"][:-1] & Feature.VP).tolist()
    return {told.scenario.hex_names[h]: SIDES[int(control[h])] for h in valued}


def _network(told: Told) -> tuple[str, ...]:
    """Rule: drive_on_stalingrad 7.14."""
    member = told.state.ground[f"network_{SIDES[told.side]}"]
    return tuple(told.scenario.hex_names[h] for h in np.flatnonzero(member[:-1]).tolist())


def _double_phase_left(told: Told) -> bool:
    """Rule: drive_on_stalingrad 5.5."""
    game, rules = told.state.game, told.state.rules
    if told.side == Side.AXIS:
        return int(game.double_assault_used) < int(rules.sequence_german_pa_pa_per_game)
    return int(game.double_move_used) < int(rules.sequence_soviet_move_move_per_game)


def _flood_left(told: Told) -> bool:
    """Rule: drive_on_stalingrad 9.32."""
    most = int(told.state.rules.movement_manych_flood_per_game)
    return told.side == Side.SOVIET and int(told.state.game.flood_used) < most


def _reinforcements_due(told: Told) -> tuple[str, ...]:
    """Rule: drive_on_stalingrad 8.1, 8.5."""
    arrivals = np.zeros(len(told.state.units), np.int64)
    count = int(list_arrivals(told.state, np.int64(told.side), arrivals))
    due = arrivals[:count].tolist()
    if told.side == Side.SOVIET:
        drawn = int(draw_south_unit(told.state))
        due += [drawn] if drawn >= 0 else []
    return tuple(told.scenario.unit_names[unit] for unit in due)


def _released_armies(told: Told) -> tuple[str, ...]:
    """Rule: drive_on_stalingrad 3.2, 8.4."""
    return tuple(name for name, army in ARMIES.items() if told.state.army[army, RELEASED])


def _frozen_armies(told: Told) -> tuple[str, ...]:
    """Rule: drive_on_stalingrad 3.2, 8.4."""
    own = {n: a for n, a in ARMIES.items() if (a <= Army.AXIS_17A) == (told.side == Side.AXIS)}
    return tuple(name for name, a in own.items() if not told.state.army[a, RELEASED])


def _aerial_hex(told: Told) -> str:
    """Rule: drive_on_stalingrad 7.6."""
    names, h = told.scenario.hex_names, int(told.state.game.aerial_hex)
    return names[h] if h < len(names) else ""


#: Name -> fact; the order is that of the documentation.
FACTS: dict[str, Fact] = {
    **turn_facts("set_up, start, movement or assault", phase_name),
    "phase_order": Fact(
        "order declared: assault_move, move_assault, assault_assault, move_move",
        lambda told: PhaseOrder(int(told.state.game.phase_order)).name.lower(),
    ),
    "vp": Fact("German victory points", number("vp")),
    "vp_to_win": Fact("victory points that win the game at once", rule_number("victory_vp_to_win")),
    "vp_hexes": Fact("victory point hexes and who controls each: dict of hex to side", _vp_hexes),
    "vp_for_kills": Fact("victory points for units destroyed out of supply", number("vp_oos")),
    "oos_kills": Fact("Soviet units destroyed out of supply so far", number("oos_kills")),
    "oos_kills_per_vp": Fact(
        "such units for one victory point", rule_number("victory_oos_kills_per_vp")
    ),
    "sudden_death_hexes": Fact("hexes whose loss ends the game", hexes_with(Feature.SUDDEN_DEATH)),
    "network": Fact("towns and cities of the own supply network", _network),
    "aircraft": Fact("German ground support aircraft left this game turn", number("aircraft")),
    "sea_block": Fact("whether aircraft block the Black Sea", _switch("sea_block")),
    "schwerpunkt": Fact("whether aircraft support mobile assaults", _switch("schwerpunkt")),
    "aerial_hex": Fact('hex of the aerial supply marker, "" when off the map', _aerial_hex),
    "double_phase_left": Fact("whether the own double phase is left", _double_phase_left),
    "flood_left": Fact("whether the own side can still flood the Manych", _flood_left),
    "reinforcements_due": Fact("own units that may enter now", _reinforcements_due),
    "units_lost": units_lost(Status.ELIMINATED),
    "released_armies": Fact("armies of both sides that are released", _released_armies),
    "frozen_armies": Fact("own armies not yet released", _frozen_armies),
    "don_line_crossed": Fact(
        "game turn in which the Germans crossed the Don line, 0 before",
        number("don_line_crossed"),
    ),
    "south_open": Fact("whether Soviet southern reinforcements may enter", _switch("south_open")),
    "taman_active": Fact("whether the Taman base is open", _switch("taman_active")),
    "o_ring_intact": Fact("whether the ring around Stalingrad is intact", _switch("o_ring_intact")),
}
