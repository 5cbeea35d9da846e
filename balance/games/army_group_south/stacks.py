"""Stacks and zones of control: who stands where, and what he controls (7.0, section 8).

Units of a hex form a list, newest first, from ``ground.first`` through ``units.next``. Only
``place_unit`` and ``lift_unit`` change it, so that the counters of the hex, the zones of control
and the lines of supply always agree with it.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.state import DIRTY_COMMAND, State
from balance.games.army_group_south.supply_changes import note_bar
from balance.games.army_group_south.vocabulary import AXIS, SOVIET, Hexside, Side, Size
from balance.games.stack_lists import link_unit, unlink_unit
from balance.games.trace import TraceKind, record_trace
from balance.kernel.compiled import entry, inner

_NOBODY = np.int64(-1)


@inner
def is_headquarters(state: State, unit: int) -> bool:
    """Whether a unit is a headquarters.

    Rule: army_group_south 11.0
    """
    return state.units[unit].unit_size == Size.HEADQUARTERS


@entry
def place_unit(state: State, unit: int, h: int) -> None:
    """Put a unit that stands nowhere on top of the stack in a hex; ask no questions.

    Rule: army_group_south 8.11
    """
    counter = state.units[unit]
    ground = state.ground[h]
    link_unit(state, unit, h)
    if counter.unit_size == Size.HEADQUARTERS:
        ground.headquarters += 1
        state.game.soviet_supply_dirty |= DIRTY_COMMAND
    else:
        ground.stack += 1
    if counter.next < 0:
        _change_occupant(state, h, np.int64(counter.side))
        _change_zones(state, np.int64(counter.side), h, 1)
    record_trace(state, TraceKind.PLACED, unit, h)


@entry
def lift_unit(state: State, unit: int) -> None:
    """Take a unit out of its hex; it then stands nowhere (hex n)."""
    counter = state.units[unit]
    h = unlink_unit(state, unit)
    ground = state.ground[h]
    if counter.unit_size == Size.HEADQUARTERS:
        ground.headquarters -= 1
        state.game.soviet_supply_dirty |= DIRTY_COMMAND
    else:
        ground.stack -= 1
    if ground.first < 0:
        _change_occupant(state, h, _NOBODY)
        _change_zones(state, np.int64(counter.side), h, -1)
    record_trace(state, TraceKind.LIFTED, unit, h)


@inner
def _change_occupant(state: State, h: int, side: int) -> None:
    """Note whose units stand in a hex now."""
    state.ground[h].occupant = side
    note_bar(state, AXIS, h, bars_line(state, AXIS, h))
    note_bar(state, SOVIET, h, bars_line(state, SOVIET, h))


# --- zones of control


@inner
def carries_zone(state: State, h: int, d: int) -> bool:
    """Whether a zone of control goes from a hex across a side.

    Rule: army_group_south 8.12, 10.4
    """
    sides = np.int64(state.hexside[h, d])
    if sides & Hexside.SEA != 0:
        return False
    return sides & Hexside.MAJOR_RIVER == 0 or state.rules.stacking_major_river_stops_zones == 0


@inner
def _change_zones(state: State, side: int, h: int, change: int) -> None:
    """Add (1) or take away (-1) the zone of control of a hex that a side now holds or has left.

    Rule: army_group_south 8.0, 8.11, 8.12, 8.24
    """
    enemy = AXIS if side == SOVIET else SOVIET
    for d in range(6):
        if carries_zone(state, h, d):
            there = np.int64(state.neighbour[h, d])
            state.zones[side, there] += change
            note_bar(state, enemy, there, bars_line(state, enemy, there))


@entry
def in_enemy_zone(state: State, side: int, h: int) -> bool:
    """Whether a hex lies in a zone of control of the enemies of a side.

    Rule: army_group_south 8.0, 8.12
    """
    return state.zones[1 - side, h] > 0


@inner
def bars_line(state: State, side: int, h: int) -> bool:
    """Whether a hex is closed to lines of a side: held by enemies, or in a zone without a friend.

    Rule: army_group_south 8.25, 11.31, 12.1
    """
    occupant = state.ground[h].occupant
    if occupant == 1 - side:
        return True
    return occupant != side and state.zones[1 - side, h] > 0


# --- stacking


@entry
def check_stacking(state: State, unit: int, h: int) -> int:
    """Say whether a unit may stand with the friendly units in a hex: a ``Refusal``.

    Rule: army_group_south 7.0, 11.22, 19.8

    The unit must not be in the hex already.
    """
    counter = state.units[unit]
    ground = state.ground[h]
    staff = counter.unit_size == Size.HEADQUARTERS
    if staff and ground.headquarters >= state.rules.stacking_headquarters:
        return Refusal.SECOND_HEADQUARTERS
    if not staff and ground.stack >= state.rules.stacking_combat_units:
        return Refusal.STACK_FULL
    if staff or ground.headquarters > 0:
        if ground.stack + ground.headquarters >= state.rules.stacking_with_headquarters:
            return Refusal.STACK_FULL
    if counter.side == Side.SOVIET and counter.unit_size >= Size.DIVISION:
        other = np.int64(ground.first)
        while other >= 0:
            if not may_share_hex(state, unit, other):
                return Refusal.CORPS_MIXED
            other = np.int64(state.units[other].next)
    return Refusal.OK


@inner
def may_share_hex(state: State, unit: int, other: int) -> bool:
    """Whether two Soviet units may share a hex as far as their sizes go.

    Rule: army_group_south 19.8
    """
    size, beside = state.units[unit].unit_size, state.units[other].unit_size
    if size == Size.CORPS:
        return beside != Size.CORPS and beside != Size.DIVISION
    return size != Size.DIVISION or beside != Size.CORPS


@inner
def find_misfit(state: State, h: int) -> int:
    """A unit whose removal a hex needs to keep to the stacking rules, -1 if it keeps to them.

    Rule: army_group_south 7.0, 11.22, 19.8

    Of the units that could go, the one that its owner's standing order gives up first.
    """
    ground = state.ground[h]
    units = ground.stack + ground.headquarters
    crowded = ground.stack > state.rules.stacking_combat_units or (
        ground.headquarters > 0 and units > state.rules.stacking_with_headquarters
    )
    staffs = ground.headquarters > state.rules.stacking_headquarters
    chosen = np.int64(-1)
    unit = np.int64(ground.first)
    while unit >= 0:
        if is_headquarters(state, unit):
            surplus = staffs
        else:
            surplus = crowded or _quarrels(state, unit)
        if surplus and (
            chosen < 0 or state.units[unit].loss_priority < state.units[chosen].loss_priority
        ):
            chosen = unit
        unit = np.int64(state.units[unit].next)
    return chosen


@inner
def _quarrels(state: State, unit: int) -> bool:
    """Whether a unit stands with one that it may not share a hex with.

    Rule: army_group_south 19.8
    """
    counter = state.units[unit]
    if counter.side != Side.SOVIET:
        return False
    other = np.int64(state.ground[counter.hex].first)
    while other >= 0:
        if other != unit and not may_share_hex(state, unit, other):
            return True
        other = np.int64(state.units[other].next)
    return False
