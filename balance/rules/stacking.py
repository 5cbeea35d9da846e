"""Stacks: who stands in which hex, and whose units hold it.

Units of a hex form a list, newest first, from ``ground.first`` through ``units.next``. Only
``place_unit`` and ``lift_unit`` change it, so that all a game keeps of its hexes agrees with it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from balance.kernel.compiled import inner
from balance.rules.trace import TraceKind, record_trace

_NOBODY = -1


class StackRules(NamedTuple):
    """What a game keeps of its stacks; ``change`` is 1 for what comes and -1 for what goes."""

    #: (state, unit, h, change): a unit now stands in a hex, or does so no longer.
    count_unit: Any
    #: (state, side, h, change): a side now holds a hex that was empty, or has left it empty.
    change_holder: Any


@inner
def place_unit(state: Any, rules: StackRules, unit: int, h: int) -> None:
    """Put a unit that stands nowhere on top of the stack in a hex; ask no questions."""
    counter = state.units[unit]
    ground = state.ground[h]
    counter.hex = h
    counter.next = ground.first
    ground.first = unit
    rules.count_unit(state, unit, h, 1)
    record_trace(state, TraceKind.PLACED, unit, h)
    if counter.next < 0:
        ground.occupant = counter.side
        rules.change_holder(state, counter.side, h, 1)


@inner
def stacks_beside(state: Any, side: int, h: int) -> int:
    """Hexes with units of a side next to a hex."""
    count = 0
    for d in range(6):
        if state.ground[state.neighbour[h, d]].occupant == side:
            count += 1
    return count


@inner
def sum_over(state: Any, h: int, what: Any) -> int:
    """Sum of (state, unit) over the units of a hex."""
    total = 0
    unit = state.ground[h].first
    while unit >= 0:
        total += what(state, unit)
        unit = state.units[unit].next
    return total


@inner
def holds_any(state: Any, h: int, accepts: Any) -> bool:
    """Whether a unit stands in a hex that (state, unit) accepts."""
    unit = state.ground[h].first
    while unit >= 0:
        if accepts(state, unit):
            return True
        unit = state.units[unit].next
    return False


@inner
def first_to_go(state: Any, h: int, counts: Any) -> int:
    """Unit of a hex that its owner's standing orders name first; of those (state, unit) accepts.

    -1 if there is none.
    """
    chosen, unit = _NOBODY, state.ground[h].first
    while unit >= 0:
        if counts(state, unit):
            worth = state.units[unit].loss_priority
            if chosen < 0 or worth < state.units[chosen].loss_priority:
                chosen = unit
        unit = state.units[unit].next
    return chosen


@inner
def first_beyond_limit(state: Any, h: int, counts: Any) -> int:
    """Whom a hex that holds more than the limit loses next: ``first_to_go``; -1 if it doesn't."""
    if state.ground[h].stack <= state.rules.stacking_limit:
        return _NOBODY
    return first_to_go(state, h, counts)


@inner
def thin_out(state: Any, side: int, first_in_excess: Any, remove: Any) -> None:
    """Remove units of a side from hexes that hold too many.

    ``first_in_excess`` (state, h) names the next of a hex, -1 for none; ``remove`` (state, unit)
    takes it off.
    """
    for h in range(len(state.ground) - 1):
        while state.ground[h].occupant == side:
            unit = first_in_excess(state, h)
            if unit < 0:
                break
            remove(state, unit)


@inner
def lift_unit(state: Any, rules: StackRules, unit: int) -> None:
    """Take a unit out of its hex; it then stands nowhere (hex n)."""
    counter = state.units[unit]
    h = counter.hex
    ground = state.ground[h]
    if ground.first == unit:
        ground.first = counter.next
    else:
        above = ground.first
        while state.units[above].next != unit:
            above = state.units[above].next
        state.units[above].next = counter.next
    counter.next = -1
    counter.hex = len(state.ground) - 1
    rules.count_unit(state, unit, h, -1)
    record_trace(state, TraceKind.LIFTED, unit, h)
    if ground.first < 0:
        ground.occupant = _NOBODY
        rules.change_holder(state, counter.side, h, -1)
