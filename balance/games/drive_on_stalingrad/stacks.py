"""Stacks: who stands where, and what may share a hex (section 6).

Counters of the hex and lines of supply follow the list of its units.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import (
    AXIS_STANDS,
    GUNS_FULL,
    NATION_STANDS,
    SOVIET_STANDS,
    UNITS_FULL,
    State,
)
from balance.games.drive_on_stalingrad.supply import hex_supply
from balance.games.drive_on_stalingrad.supply_changes import note_hex_occupied, note_hex_vacated
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    Mobility,
    Nation,
    Side,
    SupplyState,
    Trait,
)
from balance.kernel.compiled import entry, inner
from balance.rules import stacking


@inner
def _count_unit(state: State, unit: int, h: int, change: int) -> None:
    """Count a unit in a hex, or no longer.

    Rule: drive_on_stalingrad 6.1, 6.4
    """
    if is_artillery(state, unit):
        state.ground[h].guns += change
    else:
        state.ground[h].stack += change
    state.standing[h] = sum_up_stack(state, h)


@inner
def _change_holder(state: State, side: int, h: int, change: int) -> None:
    """Correct the supply of a side's enemies for a hex that it now holds or has left.

    Rule: drive_on_stalingrad 7.12, 7.16
    """
    if change > 0:
        note_hex_occupied(state, side, h)
    else:
        note_hex_vacated(state, side, h)


STACKS = stacking.StackRules(_count_unit, _change_holder)


@entry
def place_unit(state: State, unit: int, h: int) -> None:
    """Put a unit that stands nowhere on top of the stack in a hex; ask no questions.

    Rule: drive_on_stalingrad 2.2
    """
    stacking.place_unit(state, STACKS, unit, h)


@entry
def lift_unit(state: State, unit: int) -> None:
    """Take a unit out of its hex; it then stands nowhere (hex n)."""
    stacking.lift_unit(state, STACKS, unit)


@entry
def sum_up_stack(state: State, h: int) -> int:
    """Put what searches ask of the stack in a hex into the bits of ``State.standing``.

    Rule: drive_on_stalingrad 6.1, 6.3, 6.4
    """
    bits = 0
    unit = state.ground[h].first
    while unit >= 0:
        if state.units[unit].side == Side.AXIS:
            bits |= AXIS_STANDS | NATION_STANDS << np.int64(state.units[unit].nation)
        else:
            bits |= SOVIET_STANDS
        unit = state.units[unit].next
    if state.ground[h].stack >= state.rules.stacking_limit:
        bits |= UNITS_FULL
    if state.ground[h].guns >= state.rules.stacking_soviet_artillery_extra:
        bits |= GUNS_FULL
    return bits


@entry
def check_stacking(state: State, unit: int, h: int) -> int:
    """Say whether a unit may join the friendly units in a hex: a ``Refusal``.

    Rule: drive_on_stalingrad 6.1, 6.2, 6.3, 6.4

    Enemies in the hex do not count, for a mobile assault goes into their hex (9.24).
    """
    counter = state.units[unit]
    if state.ground[h].occupant != counter.side:
        return Refusal.OK
    room = check_room(state, unit, h)
    if room != Refusal.OK:
        return room
    if counter.side == Side.AXIS and not nations_may_share(state, h, unit):
        return Refusal.NATIONS_MIXED
    return Refusal.OK


@entry
def check_room(state: State, unit: int, h: int) -> int:
    """Say whether a hex has room for one more unit of this kind, whatever its nationality.

    Rule: drive_on_stalingrad 6.1, 6.4
    """
    ground = state.ground[h]
    if state.units[unit].traits & Trait.ARTILLERY != 0:
        if ground.guns >= state.rules.stacking_soviet_artillery_extra:
            return Refusal.ARTILLERY_FULL
    elif ground.stack >= state.rules.stacking_limit:
        return Refusal.STACK_FULL
    return Refusal.OK


@entry
def nations_may_share(state: State, h: int, newcomer: int) -> bool:
    """Whether the German-side units of a hex, with a newcomer (-1 = none), may share it.

    Rule: drive_on_stalingrad 6.3

    Units with grace to sort themselves out are passed over.
    """
    if state.rules.stacking_mixed_nationality != 0:
        return True
    nations = 0  # bit a nation
    german_foot = False
    satellite_other = False
    unit = newcomer
    following = state.ground[h].first
    if unit < 0:
        unit = following
        following = state.units[unit].next if unit >= 0 else -1
    while unit >= 0:
        counter = state.units[unit]
        if counter.mixed_grace == 0 or unit == newcomer:
            nations |= 1 << np.int64(counter.nation)
            if counter.nation == Nation.GERMAN:
                german_foot |= counter.mobility != Mobility.MECH
            else:
                satellite_other |= counter.traits & Trait.PANZER_DIVISION == 0
        unit = following
        following = state.units[unit].next if unit >= 0 else -1
    if nations & (nations - 1) == 0:
        return True
    # A satellite panzer division may join German mechanized units, one nationality of them only.
    # Ruling: drive_on_stalingrad 6.3c - not while Germans on foot stand with them.
    satellites = nations & ~(1 << Nation.GERMAN)
    if satellites & (satellites - 1) == 0 and not german_foot and not satellite_other:
        return True
    supply = hex_supply(state, AXIS, h)
    return supply == SupplyState.OUT or supply == SupplyState.AERIAL


@inner
def is_artillery(state: State, unit: int) -> bool:
    """Whether a unit is Soviet artillery or heavy cannon.

    Rule: drive_on_stalingrad 6.4
    """
    return (state.units[unit].traits & Trait.ARTILLERY) != 0
