"""Entering hexes, and who controls them: the side that was the last to enter.

``enter_hex`` is the one way onto a hex in play, ``follow_path`` that along several.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from balance.kernel.compiled import inner
from balance.rules.stacking import StackRules, lift_unit, place_unit
from balance.rules.trace import TraceKind, record_trace


class EntryRules(NamedTuple):
    """What the entry of a unit brings in a game, beside its standing there."""

    stacks: StackRules
    #: (state, unit, h): its side now controls a hex that it didn't control before.
    take_over: Any
    #: (state, unit, start, h) -> whether it may go on: all else, once it has come from a hex.
    arrive: Any
    #: (state, unit, h) -> whether one that goes on leaves a hex as if it had never stood there, but
    #: for ``take_over`` and ``arrive``.
    is_passed: Any


@inner
def pass_all(state: Any, unit: int, h: int) -> bool:
    """``is_passed`` of games in which all hexes are."""
    return True


@inner
def enter_hex(state: Any, rules: EntryRules, unit: int, h: int) -> bool:
    """Move a unit onto a hex, from another hex or from off the map; tell whether it may go on."""
    return _move_in(state, rules, unit, state.units[unit].hex, h)


@inner
def follow_path(state: Any, rules: EntryRules, unit: int, path: np.ndarray, length: int) -> int:
    """Move a unit hex by hex until an entry stops it; return how many hexes it has entered.

    path : int array[length or more], the hexes in order

    As ``enter_hex`` for each of them, but stacks and zones of hexes that it merely passes aren't
    touched: nobody looks at them while it moves.
    """
    here = state.units[unit].hex
    for i in range(length):
        h = path[i]
        if i + 1 < length and rules.is_passed(state, unit, h):
            _lift_from_map(state, rules, unit)
            record_trace(state, TraceKind.PLACED, unit, h)
            take_hex(state, rules, unit, h)
            rules.arrive(state, unit, here, h)
            record_trace(state, TraceKind.LIFTED, unit, h)
        elif not _move_in(state, rules, unit, here, h):
            return i + 1
        here = h
    return length


@inner
def take_hex(state: Any, rules: EntryRules, unit: int, h: int) -> None:
    """Hand a hex over to the side of a unit that has entered it, be it in passing."""
    side = state.units[unit].side
    if state.ground[h].control != side:
        state.ground[h].control = side
        rules.take_over(state, unit, h)


@inner
def _move_in(state: Any, rules: EntryRules, unit: int, start: int, h: int) -> bool:
    _lift_from_map(state, rules, unit)
    place_unit(state, rules.stacks, unit, h)
    take_hex(state, rules, unit, h)
    return rules.arrive(state, unit, start, h)


@inner
def _lift_from_map(state: Any, rules: EntryRules, unit: int) -> None:
    if state.units[unit].hex < len(state.ground) - 1:
        lift_unit(state, rules.stacks, unit)
