"""Divisional integrity for unhurt regiments alone, in the place of army_group_south 19.5."""

import numpy as np


def has_integrity(state, unit):
    """Whether a unit at full strength stands with enough others of its division that are so too.

    Rule: army_group_south 9.9, 19.5, 19.51, 19.52, 19.53
    """
    division = np.int64(state.units[unit].division)
    if division == 0 or state.units[unit].steps < state.units[unit].full_steps:
        return False
    together = 0
    other = np.int64(state.ground[state.units[unit].hex].first)
    while other >= 0:
        counter = state.units[other]
        if counter.division == division and counter.steps == counter.full_steps:
            together += 1
        other = np.int64(counter.next)
    return together >= state.rules.integrity_least_units
