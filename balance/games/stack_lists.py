"""Lists of the units in each hex, for any game: ``ground.first``, then ``units.next``."""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner


@inner
def link_unit(state: Any, unit: int, h: int) -> None:
    """Put a unit that stands nowhere on top of the list of a hex."""
    counter = state.units[unit]
    ground = state.ground[h]
    counter.hex = h
    counter.next = ground.first
    ground.first = unit


@inner
def unlink_unit(state: Any, unit: int) -> int:
    """Take a unit out of the list of its hex, and return that hex; it then stands in hex n."""
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
    return h


@inner
def share_parent_stack(state: Any, unit: int, other: int) -> bool:
    """Whether two units began the phase stacked together; a newcomer did so with none.

    Rule: drive_on_stalingrad 9.5, 9.6, 9.28
    Rule: army_group_south 5.0, 6.13
    """
    if unit == other:
        return True
    start = state.units[unit].start_hex
    return start == state.units[other].start_hex and start < len(state.ground) - 1
