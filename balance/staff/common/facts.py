"""Public facts of a game of the common system, as ``view.facts[NAME]`` tells them.

Each is something both players could read off the table, or of the own side in the own hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from balance.games.common.scenario import Scenario
from balance.games.common.state import State
from balance.games.common.tables import weather_names
from balance.games.common.vocabulary import KINDS, Phase, PhaseKind, Side, Status


class Told(NamedTuple):
    """What a fact is told from."""

    scenario: Scenario
    state: State
    side: Side


class Fact(NamedTuple):
    """One fact: what it tells, and how it is found out."""

    meaning: str
    tell: Callable[[Told], Any]


def phase_name(state: State) -> str:
    """``supply``, ``replacements``, ``movement``, ``combat``, ``exploitation``, or ``set_up``.

    Rule: common 1.1

    ``start`` between them.
    """
    phase = int(state.game.phase)
    if phase < Phase.TURN_END:
        return PhaseKind(phase % KINDS).name.lower()
    return "set_up" if phase == Phase.SET_UP else "start"


def _number(field: str) -> Callable[[Told], int]:
    return lambda told: int(told.state.game[field])


def _names(told: Told, chosen: np.ndarray) -> tuple[str, ...]:
    own = chosen & (told.state.units["side"] == told.side)
    return tuple(sorted(told.scenario.unit_names[u] for u in np.flatnonzero(own).tolist()))


def _due(told: Told) -> tuple[str, ...]:
    """Rule: common 12.1."""
    units = told.state.units
    due = units["arrival_turn"] <= told.state.game.game_turn
    return _names(told, due & (units["status"] == Status.AWAITING))


def _places(told: Told) -> dict[str, str]:
    """Rule: common 14.1."""
    valued = np.flatnonzero(told.state.hexes["vp"][:-1] > 0).tolist()
    control = told.state.ground["control"]
    return {told.scenario.hex_names[h]: Side(int(control[h])).name.lower() for h in valued}


def _replacements(told: Told) -> int:
    """Rule: common 13.1."""
    game = told.state.game
    return int(game.axis_replacements if told.side == Side.AXIS else game.soviet_replacements)


#: Name -> fact; the order is that of the documentation.
FACTS: dict[str, Fact] = {
    "game_turn": Fact("game turn, 0 during set-up", _number("game_turn")),
    "last_turn": Fact("number of the last game turn", lambda told: int(told.scenario.last_turn)),
    "phase": Fact(
        "set_up, supply, replacements, movement, combat, exploitation, or start between them",
        lambda told: phase_name(told.state),
    ),
    "player_turn": Fact(
        "side whose player turn it is, axis or soviet",
        lambda told: Side(int(told.state.game.side)).name.lower(),
    ),
    "first_day": Fact(
        "first day of the game turn as year-month-day",
        lambda told: told.scenario.first_day(max(1, int(told.state.game.game_turn))).isoformat(),
    ),
    "weather": Fact(
        "weather of the game turn, by its name in the chart",
        lambda told: weather_names(told.scenario.ruleset)[int(told.state.game.weather)],
    ),
    "vp": Fact("points of the axis side less the other's at the last turn's end", _number("vp")),
    "vp_axis": Fact("points of the axis side at the last turn's end", _number("vp_axis")),
    "vp_soviet": Fact("points of the soviet side at the last turn's end", _number("vp_soviet")),
    "places": Fact("places worth points, and who holds each: dict of hex to side", _places),
    "replacements": Fact("replacement points of the own side", _replacements),
    "reinforcements_due": Fact("own units that may enter now", _due),
    "units_lost": Fact(
        "own units eliminated",
        lambda told: len(_names(told, told.state.units["status"] == Status.ELIMINATED)),
    ),
}
