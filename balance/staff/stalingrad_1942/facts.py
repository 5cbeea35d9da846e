"""Public facts of a game of Stalingrad 1942-43, as ``view.facts[NAME]`` tells them.

Each is something both players could read off the table, or of the own side in the own hand.
"""

from __future__ import annotations

from collections.abc import Callable

from balance.games.stalingrad_1942.garrison import count_garrison
from balance.games.stalingrad_1942.reinforcements import is_due
from balance.games.stalingrad_1942.state import AXIS_AIR_UNITS, PAUSE, State
from balance.games.stalingrad_1942.vocabulary import Feature, Forbidden, Phase, Side, Status
from balance.staff.facts import (
    Fact,
    Told,
    hexes_with,
    holders,
    number,
    turn_facts,
    units_due,
    units_lost,
)

_PHASES = {
    Phase.SET_UP: "set_up",
    **dict.fromkeys((Phase.AXIS_AIR, Phase.SOVIET_AIR), "air"),
    **dict.fromkeys((Phase.AXIS_MOVEMENT, Phase.SOVIET_MOVEMENT), "movement"),
    **dict.fromkeys((Phase.AXIS_FORTIFICATION, Phase.SOVIET_FORTIFICATION), "fortification"),
    **dict.fromkeys((Phase.AXIS_COMBAT, Phase.SOVIET_COMBAT), "combat"),
    **dict.fromkeys((Phase.AXIS_STRATEGIC, Phase.SOVIET_STRATEGIC), "strategic_movement"),
}


def phase_name(state: State) -> str:
    """``set_up``, ``air``, ``movement``, ``fortification``, ``combat``, ``strategic_movement``.

    Rule: stalingrad_1942 3.2b

    ``start`` between them.
    """
    return _PHASES.get(Phase(int(state.game.phase)), "start")


def _bridges(intact: int) -> Callable[[Told], tuple[tuple[str, str], ...]]:
    def tell(told: Told) -> tuple[tuple[str, str], ...]:
        names, state = told.scenario.hex_names, told.state
        return tuple(
            (names[int(b.hex)], names[int(state.neighbour[b.hex, b.direction])])
            for b in state.bridges[: state.game.bridge_count]
            if b.intact == intact
        )

    return tell


def _calendar(column: int) -> Callable[[Told], int]:
    return lambda told: int(told.state.calendar[max(1, told.state.game.game_turn), column])


def _air_units(told: Told) -> int:
    """Rule: stalingrad_1942 10.11."""
    if told.state.forbidden[told.side, Forbidden.AIRCRAFT]:
        return 0
    return _calendar(AXIS_AIR_UNITS + told.side)(told)


#: Name -> fact; the order is that of the documentation.
FACTS: dict[str, Fact] = {
    **turn_facts(
        "set_up, air, movement, fortification, combat, strategic_movement, or start between them",
        phase_name,
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
    "vp_axis": Fact("German victory points at the last turn's end", number("vp_axis")),
    "vp_soviet": Fact("Soviet victory points at the last turn's end", number("vp_soviet")),
    "places": Fact(
        "towns and hexes of Stalingrad, and who holds each: dict of hex to side", holders
    ),
    "stalingrad": Fact("hexes of Stalingrad", hexes_with(Feature.CITY)),
    "garrison": Fact(
        "Soviet combat units in Stalingrad", lambda told: int(count_garrison(told.state))
    ),
    "surrounded": Fact(
        "whether the troops at Stalingrad were cut off at the last check, 0 or 1",
        number("surrounded"),
    ),
    "nearest": Fact("hexes from Stalingrad that Germans ever came to", number("nearest")),
    "bridges": Fact("bridges in use over Don and Volga, as pairs of hexes", _bridges(1)),
    "bridges_down": Fact("destroyed bridges, as pairs of hexes", _bridges(0)),
    "reinforcements_due": units_due(Status.AWAITING, is_due),
    "units_lost": units_lost(Status.ELIMINATED),
}
