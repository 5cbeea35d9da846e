"""Odds as rungs of a ladder, grouped halving, and the look-up of a result.

Rung 0 is 1:1, rung 1 is 2:1, rung -1 is 1:2 and so on without end either way. A column shift is
then plain addition, and the limits of a table are applied last.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.compiled import entry

#: Rung of an attack of no strength at all: below any table.
NO_ODDS = -99


@entry
def odds_ladder(attack: int, defense: int) -> int:
    """Rung of an attack against a defense: rounded down above 1:1, away from it below.

    >>> odds_ladder(26, 7), odds_ladder(7, 7), odds_ladder(5, 6), odds_ladder(5, 11)
    (2, 0, -1, -2)
    >>> odds_ladder(0, 5) == NO_ODDS
    True
    """
    attack = int(attack)
    defense = int(defense)
    if attack <= 0:
        return NO_ODDS
    if attack >= defense:
        return attack // defense - 1
    return 1 - (defense + attack - 1) // attack


@entry
def halve_group(total: int, divisor: int, floor: int) -> int:
    """Divide the sum of a group once, rounding down, but never below the floor.

    The floor holds only for a group that had something to lose.

    >>> halve_group(3, 2, 1), halve_group(1, 2, 1), halve_group(0, 2, 1)
    (1, 1, 0)
    """
    total = int(total)
    if total <= 0:
        return 0
    return max(total // int(divisor), min(int(floor), total))


@entry
def table_column(rung: int, low: int, high: int) -> int:
    """Column of a table that runs from rung ``low`` to rung ``high``; -1 below it, -2 above it.

    >>> table_column(-2, -2, 5), table_column(5, -2, 5), table_column(-3, -2, 5)
    (0, 7, -1)
    >>> table_column(17, -2, 5)
    -2
    """
    if rung < low:
        return -1
    if rung > high:
        return -2
    return rung - low


@entry
def look_up_result(table: np.ndarray, die: int, column: int) -> int:
    """Read a combat results table.

    table : int16[die faces, columns]
    """
    return int(table[die - 1, column])


def odds_text(rung: int) -> str:
    """Write a rung as players do.

    >>> odds_text(2), odds_text(0), odds_text(-2)
    ('3:1', '1:1', '1:3')
    """
    return f"{rung + 1}:1" if rung >= 0 else f"1:{1 - rung}"
