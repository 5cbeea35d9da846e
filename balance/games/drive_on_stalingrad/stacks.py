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

#: Bit of a company in which a German on foot, or a satellite unit but a panzer division, stands.
_UNARMORED = 1 << 15


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
    joining = company_bits(state, newcomer) if newcomer >= 0 else 0
    return company_may_share(state, h, joining)


@inner
def company_bits(state: State, unit: int) -> int:
    """Put what 6.3 asks of a German-side unit into bits, to be joined with those of others.

    Rule: drive_on_stalingrad 6.3

    One bit a nation, and above them what bars satellite panzer divisions from German company.
    """
    counter = state.units[unit]
    bits = 1 << np.int64(counter.nation)
    if counter.nation == Nation.GERMAN:
        if counter.mobility != Mobility.MECH:
            bits |= _UNARMORED
    elif counter.traits & Trait.PANZER_DIVISION == 0:
        bits |= _UNARMORED
    return bits


@inner
def company_may_share(state: State, h: int, joining: int) -> bool:
    """Whether the German-side units of a hex may share it with newcomers of these bits.

    Rule: drive_on_stalingrad 6.3

    joining : ``company_bits`` of all newcomers, 0 if there are none
    """
    if state.rules.stacking_mixed_nationality != 0:
        return True
    bits = joining
    unit = state.ground[h].first
    while unit >= 0:
        if state.units[unit].mixed_grace == 0:
            bits |= company_bits(state, unit)
        unit = state.units[unit].next
    nations = bits & ~_UNARMORED
    if nations & (nations - 1) == 0:
        return True
    # A satellite panzer division may join German mechanized units, one nationality of them only.
    # Ruling: drive_on_stalingrad 6.3c - not while Germans on foot stand with them.
    satellites = nations & ~(1 << Nation.GERMAN)
    if satellites & (satellites - 1) == 0 and bits & _UNARMORED == 0:
        return True
    supply = hex_supply(state, AXIS, h)
    return supply == SupplyState.OUT or supply == SupplyState.AERIAL


@inner
def is_artillery(state: State, unit: int) -> bool:
    """Whether a unit is Soviet artillery or heavy cannon.

    Rule: drive_on_stalingrad 6.4
    """
    return (state.units[unit].traits & Trait.ARTILLERY) != 0
