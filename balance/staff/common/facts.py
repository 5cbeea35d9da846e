"""Public facts of a game of the common system, as ``view.facts[NAME]`` tells them.

Each is something both players could read off the table, or of the own side in the own hand.
"""

from __future__ import annotations

from balance.games.common.state import State
from balance.games.common.tables import weather_names
from balance.games.common.vocabulary import KINDS, Phase, PhaseKind, Side, Status
from balance.staff.facts import (
    Fact,
    Told,
    holders,
    number,
    turn_facts,
    units_due,
    units_lost,
)


def phase_name(state: State) -> str:
    """``supply``, ``replacements``, ``movement``, ``combat``, ``exploitation``, or ``set_up``.

    Rule: common 1.1

    ``start`` between them.
    """
    phase = int(state.game.phase)
    if phase < Phase.TURN_END:
        return PhaseKind(phase % KINDS).name.lower()
    return "set_up" if phase == Phase.SET_UP else "start"


def _replacements(told: Told) -> int:
    """Rule: common 13.1."""
    game = told.state.game
    return int(game.axis_replacements if told.side == Side.AXIS else game.soviet_replacements)


#: Name -> fact; the order is that of the documentation.
FACTS: dict[str, Fact] = {
    **turn_facts(
        "set_up, supply, replacements, movement, combat, exploitation, or start between them",
        phase_name,
    ),
    "weather": Fact(
        "weather of the game turn, by its name in the chart",
        lambda told: weather_names(told.scenario.ruleset)[int(told.state.game.weather)],
    ),
    "vp": Fact("points of the axis side less the other's at the last turn's end", number("vp")),
    "vp_axis": Fact("points of the axis side at the last turn's end", number("vp_axis")),
    "vp_soviet": Fact("points of the soviet side at the last turn's end", number("vp_soviet")),
    "places": Fact("places worth points, and who holds each: dict of hex to side", holders),
    "replacements": Fact("replacement points of the own side", _replacements),
    "reinforcements_due": units_due(Status.AWAITING),
    "units_lost": units_lost(Status.ELIMINATED),
}
