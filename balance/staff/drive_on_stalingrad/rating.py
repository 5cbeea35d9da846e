"""What an attack is worth: its expected value through the combat results table."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.vocabulary import Result
from balance.kernel.compiled import entry
from balance.staff.craft.battle_value import odds_rung

#: Share of a retreating stack's worth that the retreat itself is thought to cost it.
_RETREAT_SHARE = 0.15


@entry
def assault_value(
    crt: np.ndarray,
    lowest_rung: int,
    rung: int,
    defender_steps: int,
    defender_step_worth: float,
    full_two_steppers: int,
    own_step_worth: float,
    own_steps: int,
    ground: float,
    city_held: bool,
    trapped: bool,
) -> float:
    """Expected gain of an attack at final odds ``rung``, own losses deducted.

    Parameters
    ----------
    crt : int16[die faces, columns], Result
    lowest_rung : int
        Rung of the table's first column (-2 for 1:3).
    rung : int
        Final odds: 0 = 1:1, 5 = 6:1.
    defender_steps, full_two_steppers : int
        Steps that DE or EX would take; units that survive them reduced and keep the hex.
    own_step_worth : float
        What one own step lost counts, caution included.
    ground : float
        Worth of the hex falling empty.
    city_held : bool
        AS and DR become AL1 (Rule: drive_on_stalingrad 11.22).
    trapped : bool
        A retreat would end as an elimination (Rule: drive_on_stalingrad 11.34).
    """
    faces = crt.shape[0]
    columns = crt.shape[1]
    kill = defender_steps * defender_step_worth
    emptied = full_two_steppers == 0
    total = 0.0
    for face in range(faces):
        column = rung - lowest_rung
        if column >= columns:
            result = np.int64(Result.DE)
        elif column < 0:
            result = np.int64(Result.AL1)
        else:
            result = crt[face, column]
        if city_held and (result == Result.AS or result == Result.DR):
            result = np.int64(Result.AL1)
        if result == Result.DR and trapped:
            result = np.int64(Result.DE)
        if result == Result.DE:
            total += kill + (ground if emptied else 0.0)
        elif result == Result.EX:
            total += kill - min(defender_steps, own_steps) * own_step_worth
            total += ground if emptied else 0.0
        elif result == Result.DR:
            total += ground + _RETREAT_SHARE * kill
        elif result == Result.AL1:
            total -= own_step_worth
    return total / faces


@entry
def estimated_rung(attack: float, defense: float) -> int:
    """Odds rung of estimated strengths, before shifts.

    Rule: drive_on_stalingrad 11.8, 11.9
    """
    return odds_rung(max(1.0, attack), defense)
