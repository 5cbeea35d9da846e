"""Concentric attacks by the hexes they come from, in the place of drive_on_stalingrad 11.28.

Three hexes or more give the shift of the book, wherever they lie; two opposite ones a column less.
"""

import numpy as np

from balance.games.drive_on_stalingrad.shifts import GERMAN_BIT
from balance.games.drive_on_stalingrad.vocabulary import Feature


def concentric_shift(state, target, launch_mask, nations, mobile):
    """Shift for an attack from several sides; never in mobile assaults nor, as a rule, on cities.

    Rule: drive_on_stalingrad 9.25, 11.22, 11.28, 11.39
    """
    if mobile != 0:
        return 0
    if (state.hexes[target].features & Feature.CITY) != 0:
        if state.rules.combat_city_concentric == 0:
            return 0
    hexes = 0
    opposite = 0
    for d in range(6):
        hexes += (launch_mask >> d) & 1
    for d in range(3):
        opposite += (launch_mask >> d) & (launch_mask >> (d + 3)) & 1
    shift = np.int64(state.rules.combat_concentric_other)
    if nations == GERMAN_BIT:
        shift = np.int64(state.rules.combat_concentric_german)
    elif nations & GERMAN_BIT:
        shift = np.int64(state.rules.combat_concentric_mixed)
    if hexes >= 3:
        return shift
    if opposite > 0:
        return max(shift - 1, 0)
    return 0
