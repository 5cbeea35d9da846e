"""Public facts that games tell alike, as ``view.facts[NAME]`` shows them.

A fact is told from a named tuple that has the ``scenario``, the ``state`` and the ``side``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

SIDES = ("axis", "soviet")


class Told(NamedTuple):
    """What a fact is told from."""

    scenario: Any
    state: Any
    side: int


class Fact(NamedTuple):
    """One fact: what it tells, and how it is found out."""

    meaning: str
    tell: Callable[[Any], Any]


def number(field: str) -> Callable[[Any], int]:
    """Tell a number of the game's record."""
    return lambda told: int(told.state.game[field])


def rule_number(key: str) -> Callable[[Any], int]:
    """Tell a number of the rules in force."""
    return lambda told: int(told.state.rules[key])


def hexes_with(feature: int) -> Callable[[Any], tuple[str, ...]]:
    """Tell the hexes that have a feature."""

    def tell(told: Any) -> tuple[str, ...]:
        found = np.flatnonzero(told.state.hexes["features"][:-1] & int(feature))
        return tuple(told.scenario.hex_names[h] for h in found.tolist())

    return tell


def holder_name(control: int) -> str:
    """``axis``, ``soviet``, or "" for a hex that neither side controls."""
    return SIDES[control] if control >= 0 else ""


def holders(told: Any) -> dict[str, str]:
    """Hexes worth points, and the side that holds each, "" for none."""
    valued = np.flatnonzero(told.state.hexes["vp"][:-1] > 0).tolist()
    control = told.state.ground["control"]
    return {told.scenario.hex_names[h]: holder_name(int(control[h])) for h in valued}


def own_names(told: Any, chosen: np.ndarray) -> tuple[str, ...]:
    """Names of those of some units that are of the own side; ``chosen`` is bool[units]."""
    own = chosen & (told.state.units["side"] == told.side)
    return tuple(sorted(told.scenario.unit_names[u] for u in np.flatnonzero(own).tolist()))


def units_due(awaiting: int, is_due: Callable[[Any, int], bool] | None = None) -> Fact:
    """Tell own units that may enter now, by the status of those who haven't entered.

    ``is_due`` says of a state and a unit whose turn has come whether it may, where that isn't all.
    """

    def tell(told: Any) -> tuple[str, ...]:
        units = told.state.units
        due = (units["arrival_turn"] <= told.state.game.game_turn) & (units["status"] == awaiting)
        if is_due is not None:
            for unit in np.flatnonzero(due).tolist():
                due[unit] = is_due(told.state, unit)
        return own_names(told, due)

    return Fact("own units that may enter now", tell)


def units_lost(eliminated: int) -> Fact:
    """Tell how many own units have been eliminated, by the status of those."""

    def tell(told: Any) -> int:
        lost = told.state.units["status"] == eliminated
        return int(np.count_nonzero(lost & (told.state.units["side"] == told.side)))

    return Fact("own units eliminated", tell)


def turn_facts(phases: str, phase_name: Callable[[Any], str]) -> dict[str, Fact]:
    """What all games tell of the time; ``phases`` lists what the phase may be."""
    return {
        "game_turn": Fact("game turn, 0 during set-up", number("game_turn")),
        "last_turn": Fact(
            "number of the last game turn", lambda told: int(told.scenario.last_turn)
        ),
        "phase": Fact(phases, lambda told: phase_name(told.state)),
        "player_turn": Fact(
            "side whose player turn it is, axis or soviet",
            lambda told: SIDES[int(told.state.game.side)],
        ),
        "first_day": Fact(
            "first day of the game turn as year-month-day",
            lambda told: told.scenario.first_day(
                max(1, int(told.state.game.game_turn))
            ).isoformat(),
        ),
    }
