"""Answers of games that know nothing of a matter."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.staff.craft.questions import ALLOWED, Bodies


@inner
def never(state: Any, unit: int) -> bool:
    """Whether a unit is or may something that none is or may."""
    return False


@inner
def always(state: Any, unit: int) -> bool:
    """Whether a unit is or may something that all are or may."""
    return True


@inner
def may_go_anywhere(bound: bool, away: int, rows: int, halves: int) -> bool:
    """Whether units may come to a hex where nothing binds them to a direction."""
    return True


@inner
def no_points(state: Any, unit: int) -> float:
    """Points for a step of a unit where losses don't count."""
    return 0.0


@inner
def no_bar(state: Any, unit: int, h: int) -> int:
    """What bars a unit from ending its move in a hex where its reach says all: ``ALLOWED``."""
    return ALLOWED


@inner
def no_relief(state: Any, desk: Any, side: int, h: int) -> float:
    """Factor points of driving off who starves own troops where the staff doesn't look for him."""
    return 0.0


@inner
def no_division(state: Any, unit: int) -> int:
    """Division of a unit where divisions are single counters."""
    return 0


@inner
def no_divisions(side: int) -> bool:
    """Whether a side has divisions whose strength is multiplied."""
    return False


@inner
def one_company(state: Any, unit: int) -> int:
    """Class of units that may stand together where all may."""
    return 0


@inner
def all_fit(company: int, there: int) -> bool:
    """Whether units of one class may join those in a hex where all may."""
    return True


@inner
def no_wish(state: Any, unit: int, strikes: bool) -> None:
    """Say how a unit would have itself led where there is nothing to choose."""


@inner
def no_duties(state: Any, desk: Any, side: int, target: int, launch: int) -> float:
    """Price of attacks that fall due where no attack compels to another."""
    return 0.0


@inner
def no_posts(state: Any, desk: Any, side: int) -> None:
    """Want troops nowhere beside the line."""


@inner
def no_need_to_leave(state: Any, desk: Any, unit: int) -> bool:
    """Whether a unit must leave its hex where nothing compels it to fight there."""
    return False


@inner
def printed_movement(state: Any, unit: int) -> int:
    """Hexes of the longest march of a unit where no hex costs less than a point."""
    return state.units[unit].movement


@inner
def once(state: Any) -> int:
    """What a strength is multiplied by where nothing multiplies it."""
    return 1


@inner
def no_handicap(state: Any, column: np.ndarray, count: int) -> int:
    """What a column takes from the die of an overrun where its make-up doesn't matter."""
    return 0


#: Of bodies, where divisions are single counters.
NO_BODIES = Bodies(
    division_of=no_division,
    forms_divisions=no_divisions,
    has_integrity=never,
    least_units=once,
    multiplier=once,
)
