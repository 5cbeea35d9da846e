"""What a battle is worth to the attacker: its expected value through the combat results table.

A player whose units must give way chooses: he pays in steps or he goes. Both are priced, and
he is thought to take what is less bad for him. All worths are in factor points, see ``Weights``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import entry, inlined, inner
from balance.staff.craft.questions import Questions

# Entries of the stakes of a battle, float64[STAKES].
(
    STEPS,  # defending steps
    WORTH,  # what they are worth together
    STEP,  # and the one that is lost first
    WAY,  # hexes that they can retreat, 0 to 3
    GROUND,  # worth of going into their hex
    PUSH,  # worth of their having to leave it
    OWN_STEPS,  # the same of the attackers
    OWN_WORTH,
    OWN_STEP,
    OWN_RETREAT,  # price of going back
    PRESSES_ON,  # 1 = they may not go back (21.11)
    OVERRUN,  # 1 = who is hurt goes nowhere (6.23); more: what its column takes from the die
) = range(12)
STAKES = 12
#: Hundredths of a factor point beyond which a value that is recorded isn't told apart.
_LARGEST = 32000


@inlined
def loss_of(stakes: np.ndarray, first: int, steps: int) -> float:
    """Worth of some steps of a side, the cheapest first.

    ``first`` is ``STEPS`` or ``OWN_STEPS``.
    """
    have = stakes[first]
    worth = stakes[first + 1]
    if steps >= have:
        return worth
    cheapest = stakes[first + 2]
    return cheapest + (steps - 1) * (worth - cheapest) / (have - 1.0)


@inner
def result_value(ask: Questions, attacker: int, defender: int, stakes: np.ndarray) -> float:
    """Worth of one result to the attacker.

    attacker, defender : halves of a result as in ``State.crt``
    stakes : float64[STAKES]
    """
    # Step 1: the defender's part; is the hex empty then?
    gain = 0.0
    emptied = False
    if defender == ask.battles.elimination:
        gain = stakes[WORTH]
        emptied = True
    elif defender == ask.battles.engaged:
        gain = loss_of(stakes, STEPS, 1)
    elif defender != 0:
        pays = loss_of(stakes, STEPS, defender)
        emptied = defender >= stakes[STEPS]
        gain = pays
        if defender <= stakes[WAY]:
            goes = stakes[PUSH] + stakes[GROUND]
            if emptied or goes <= pays:
                gain = stakes[PUSH]
                emptied = True
    ground = stakes[GROUND] if emptied and attacker != ask.battles.engaged else 0.0
    # Step 2: the attacker's part.
    if attacker == 0:
        return gain + ground
    if attacker == ask.battles.elimination:
        return gain - stakes[OWN_WORTH]
    if attacker == ask.battles.engaged:
        return gain - loss_of(stakes, OWN_STEPS, 1)
    if stakes[OVERRUN] != 0.0:
        ground = 0.0
    pays = loss_of(stakes, OWN_STEPS, attacker)
    if attacker >= stakes[OWN_STEPS]:
        ground = 0.0
    if stakes[PRESSES_ON] != 0.0:
        return gain + ground - pays
    return gain + max(ground - pays, -stakes[OWN_RETREAT])


@inner
def battle_value(ask: Questions, crt: np.ndarray, column: int, stakes: np.ndarray) -> float:
    """Expected worth of a battle to the attacker in a column of a table of two halves.

    crt : int16[2, die faces, columns]
    stakes : float64[STAKES]

    Columns beyond the table are read as its last ones.
    """
    column = max(0, min(column, crt.shape[2] - 1))
    total = 0.0
    for face in range(crt.shape[1]):
        attacker, defender = crt[0, face, column], crt[1, face, column]
        total += result_value(ask, attacker, defender, stakes)
    return total / crt.shape[1]


@inner
def doubtful_value(
    state: Any, ask: Questions, column: int, doubt: float, stakes: np.ndarray
) -> float:
    """Expected worth where untried units may move the odds by a column either way.

    ``doubt`` is 0 where all is known, 1 where nothing is.
    """
    value = ask.battles.value_of(state, column, stakes)
    if doubt <= 0.0:
        return value
    aside = ask.battles.value_of(state, column - 1, stakes)
    aside += ask.battles.value_of(state, column + 1, stakes)
    return value + 0.5 * doubt * (0.5 * aside - value)


@entry
def odds_rung(attack: float, defense: float) -> int:
    """Rung of the ladder of odds for estimated strengths: 0 is 1-1, see ``kernel.odds``.

    >>> [int(odds_rung(*pair)) for pair in ((26.0, 9.0), (9.0, 9.0), (5.0, 6.0), (5.0, 11.0))]
    [1, 0, -1, -2]
    """
    defense = max(defense, 1.0)
    attack = max(attack, 0.1)
    if attack >= defense:
        return np.int64(attack / defense) - 1
    ratio = defense / attack
    whole = np.int64(ratio)
    if whole < ratio:
        whole += 1
    return 1 - whole


@inner
def odds_column(ask: Questions, attack: float, defense: float) -> int:
    """Column of the table for estimated strengths, beyond its ends too."""
    return odds_rung(attack, defense) + ask.battles.even_column


@inner
def write_value(state: Any, battle: int, value: float) -> None:
    """Record what an attack was worth at the odds it was really fought at.

    battle : row of ``state.battles``; value : factor points
    """
    hundredths = max(-_LARGEST, min(_LARGEST, np.int64(value * 100.0)))
    state.battles[battle].expected_value = hundredths


@inner
def count_poor_attacks(state: Any, side: int, attacks: int) -> None:
    """Count attacks of negative value among the poor ones of a side."""
    if side == 0:
        state.game.poor_attacks_axis += attacks
    else:
        state.game.poor_attacks_soviet += attacks


@inner
def record_value(state: Any, side: int, battle: int, value: float) -> None:
    """Record what an attack was worth that nothing compelled; of negative value it is poor."""
    write_value(state, battle, value)
    if value < 0.0:
        count_poor_attacks(state, side, 1)
