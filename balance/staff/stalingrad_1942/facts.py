"""Public facts of a game of Stalingrad 1942-43, as ``view.facts[NAME]`` tells them.

Each is something both players could read off the table, or of the own side in the own hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from balance.games.stalingrad_1942.garrison import count_garrison
from balance.games.stalingrad_1942.scenario import Scenario
from balance.games.stalingrad_1942.state import AXIS_AIR_UNITS, PAUSE, State
from balance.games.stalingrad_1942.vocabulary import Feature, Forbidden, Phase, Side, Status

_PHASES = {
    Phase.SET_UP: "set_up",
    **dict.fromkeys((Phase.AXIS_AIR, Phase.SOVIET_AIR), "air"),
    **dict.fromkeys((Phase.AXIS_MOVEMENT, Phase.SOVIET_MOVEMENT), "movement"),
    **dict.fromkeys((Phase.AXIS_FORTIFICATION, Phase.SOVIET_FORTIFICATION), "fortification"),
    **dict.fromkeys((Phase.AXIS_COMBAT, Phase.SOVIET_COMBAT), "combat"),
    **dict.fromkeys((Phase.AXIS_STRATEGIC, Phase.SOVIET_STRATEGIC), "strategic_movement"),
}


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
    """``set_up``, ``air``, ``movement``, ``fortification``, ``combat``, ``strategic_movement``.

    Rule: stalingrad_1942 3.2b

    ``start`` between them.
    """
    return _PHASES.get(Phase(int(state.game.phase)), "start")


def _number(field: str) -> Callable[[Told], int]:
    return lambda told: int(told.state.game[field])


def _hexes_with(feature: int) -> Callable[[Told], tuple[str, ...]]:
    def tell(told: Told) -> tuple[str, ...]:
        found = np.flatnonzero(told.state.hexes["features"][:-1] & int(feature))
        return tuple(told.scenario.hex_names[h] for h in found.tolist())

    return tell


def _places(told: Told) -> dict[str, str]:
    """Rule: stalingrad_1942 S1e."""
    valued = np.flatnonzero(told.state.hexes["vp"][:-1] > 0).tolist()
    control = told.state.ground["control"]
    return {told.scenario.hex_names[h]: Side(int(control[h])).name.lower() for h in valued}


def _bridges(intact: int) -> Callable[[Told], tuple[tuple[str, str], ...]]:
    def tell(told: Told) -> tuple[tuple[str, str], ...]:
        names, state = told.scenario.hex_names, told.state
        return tuple(
            (names[int(b.hex)], names[int(state.neighbour[b.hex, b.direction])])
            for b in state.bridges[: state.game.bridge_count]
            if b.intact == intact
        )

    return tell


def _reinforcements_due(told: Told) -> tuple[str, ...]:
    """Rule: stalingrad_1942 15.21."""
    units = told.state.units
    due = (units["status"] == Status.AWAITING) & (units["side"] == told.side)
    due &= units["arrival_turn"] <= told.state.game.game_turn
    return tuple(sorted(told.scenario.unit_names[u] for u in np.flatnonzero(due).tolist()))


def _units_lost(told: Told) -> int:
    lost = told.state.units["status"] == Status.ELIMINATED
    return int(np.count_nonzero(lost & (told.state.units["side"] == told.side)))


def _calendar(column: int) -> Callable[[Told], int]:
    return lambda told: int(told.state.calendar[max(1, told.state.game.game_turn), column])


def _air_units(told: Told) -> int:
    """Rule: stalingrad_1942 10.11."""
    if told.state.forbidden[told.side, Forbidden.AIRCRAFT]:
        return 0
    return _calendar(AXIS_AIR_UNITS + told.side)(told)


#: Name -> fact; the order is that of the documentation.
FACTS: dict[str, Fact] = {
    "game_turn": Fact("game turn, 0 during set-up", _number("game_turn")),
    "last_turn": Fact("number of the last game turn", lambda told: int(told.scenario.last_turn)),
    "phase": Fact(
        "set_up, air, movement, fortification, combat, strategic_movement, or start between them",
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
    "initiative": Fact(
        "side that takes the first half of each game turn",
        lambda told: Side(int(told.state.scene.initiative)).name.lower(),
    ),
    "pause": Fact("whether this is a pause turn, 0 or 1", _calendar(PAUSE)),
    "air_units": Fact(
        "air units that the own side has this game turn",
        _air_units,
    ),
    "vp_axis": Fact("German victory points at the last turn's end", _number("vp_axis")),
    "vp_soviet": Fact("Soviet victory points at the last turn's end", _number("vp_soviet")),
    "places": Fact(
        "towns and hexes of Stalingrad, and who holds each: dict of hex to side", _places
    ),
    "stalingrad": Fact("hexes of Stalingrad", _hexes_with(Feature.CITY)),
    "garrison": Fact(
        "Soviet combat units in Stalingrad", lambda told: int(count_garrison(told.state))
    ),
    "surrounded": Fact(
        "whether the troops at Stalingrad were cut off at the last check, 0 or 1",
        _number("surrounded"),
    ),
    "nearest": Fact("hexes from Stalingrad that Germans ever came to", _number("nearest")),
    "bridges": Fact("bridges in use over Don and Volga, as pairs of hexes", _bridges(1)),
    "bridges_down": Fact("destroyed bridges, as pairs of hexes", _bridges(0)),
    "reinforcements_due": Fact("own units that may enter now", _reinforcements_due),
    "units_lost": Fact("own units eliminated", _units_lost),
}
