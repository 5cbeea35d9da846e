"""Stacks and zones of control: who stands where, and what he controls (7.0, section 8).

Counters of the hex, zones of control and lines of supply follow the list of its units.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.state import DIRTY_COMMAND, State
from balance.games.army_group_south.supply_changes import note_bar
from balance.games.army_group_south.vocabulary import AXIS, SOVIET, Hexside, Side, Size
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules import stacking


@inner
def is_headquarters(state: State, unit: int) -> bool:
    """Whether a unit is a headquarters.

    Rule: army_group_south 11.0
    """
    return state.units[unit].unit_size == Size.HEADQUARTERS


@inner
def _count_unit(state: State, unit: int, h: int, change: int) -> None:
    """Count a unit in a hex, or no longer.

    Rule: army_group_south 7.0, 11.22
    """
    ground = state.ground[h]
    if is_headquarters(state, unit):
        ground.headquarters += change
        state.game.soviet_supply_dirty |= DIRTY_COMMAND
    else:
        ground.stack += change


# --- zones of control


@inner
@replaceable
def carries_zone(state: State, h: int, d: int) -> bool:
    """Whether a zone of control goes from a hex across a side.

    Rule: army_group_south 8.12, 10.4
    """
    sides = np.int64(state.hexside[h, d])
    if sides & Hexside.SEA != 0:
        return False
    return sides & Hexside.MAJOR_RIVER == 0 or state.rules.stacking_major_river_stops_zones == 0


@inner
def _change_holder(state: State, side: int, h: int, change: int) -> None:
    """Add (1) or take away (-1) the zone of control of a hex that a side now holds or has left.

    Rule: army_group_south 8.0, 8.11, 8.12, 8.24
    """
    note_bar(state, AXIS, h, bars_line(state, AXIS, h))
    note_bar(state, SOVIET, h, bars_line(state, SOVIET, h))
    enemy = AXIS if side == SOVIET else SOVIET
    for d in range(6):
        if carries_zone(state, h, d):
            there = state.neighbour[h, d]
            state.zones[side, there] += change
            note_bar(state, enemy, there, bars_line(state, enemy, there))


@entry
def in_enemy_zone(state: State, side: int, h: int) -> bool:
    """Whether a hex lies in a zone of control of the enemies of a side.

    Rule: army_group_south 8.0, 8.12
    """
    return state.zones[1 - side, h] > 0


@inner
@replaceable
def bars_line(state: State, side: int, h: int) -> bool:
    """Whether a hex is closed to lines of a side: held by enemies, or in a zone without a friend.

    Rule: army_group_south 8.25, 11.31, 12.1
    """
    occupant = state.ground[h].occupant
    if occupant == 1 - side:
        return True
    return occupant != side and state.zones[1 - side, h] > 0


# --- stacking

STACKS = stacking.StackRules(_count_unit, _change_holder)


@entry
def place_unit(state: State, unit: int, h: int) -> None:
    """Put a unit that stands nowhere on top of the stack in a hex; ask no questions.

    Rule: army_group_south 8.11
    """
    stacking.place_unit(state, STACKS, unit, h)


@entry
def lift_unit(state: State, unit: int) -> None:
    """Take a unit out of its hex; it then stands nowhere (hex n)."""
    stacking.lift_unit(state, STACKS, unit)


@entry
def check_stacking(state: State, unit: int, h: int) -> int:
    """Say whether a unit may stand with the friendly units in a hex: a ``Refusal``.

    Rule: army_group_south 7.0, 11.22, 19.8

    The unit must not be in the hex already.
    """
    counter = state.units[unit]
    ground = state.ground[h]
    refusal = _room_for(state, unit, ground.stack, ground.headquarters)
    if refusal != Refusal.OK:
        return refusal
    if counter.side == Side.SOVIET and counter.unit_size >= Size.DIVISION:
        other = ground.first
        while other >= 0:
            if not may_share_hex(state, unit, other):
                return Refusal.CORPS_MIXED
            other = state.units[other].next
    return Refusal.OK


@inner
def _room_for(state: State, unit: int, troops: int, staffs: int) -> int:
    """Say whether a unit has room beside so many combat units and headquarters: a ``Refusal``.

    Rule: army_group_south 7.0, 11.22
    """
    staff = is_headquarters(state, unit)
    if staff and staffs >= state.rules.stacking_headquarters:
        return Refusal.SECOND_HEADQUARTERS
    if not staff and troops >= state.rules.stacking_combat_units:
        return Refusal.STACK_FULL
    if staff or staffs > 0:
        if troops + staffs >= state.rules.stacking_with_headquarters:
            return Refusal.STACK_FULL
    return Refusal.OK


@inner
@replaceable
def may_share_hex(state: State, unit: int, other: int) -> bool:
    """Whether two Soviet units may share a hex as far as their sizes go.

    Rule: army_group_south 19.8
    """
    size, beside = state.units[unit].unit_size, state.units[other].unit_size
    if size == Size.CORPS:
        return beside != Size.CORPS and beside != Size.DIVISION
    return size != Size.DIVISION or beside != Size.CORPS


@inner
def keeps_to_limits(state: State, h: int) -> bool:
    """Whether the units in a hex may stand there together.

    Rule: army_group_south 7.0, 11.22, 19.8
    """
    troops, staffs = state.ground[h].stack, state.ground[h].headquarters
    rules = state.rules
    if troops > rules.stacking_combat_units or staffs > rules.stacking_headquarters:
        return False
    if staffs > 0 and troops + staffs > rules.stacking_with_headquarters:
        return False
    if state.ground[h].occupant != Side.SOVIET or troops < 2:
        return True
    unit = state.ground[h].first
    while unit >= 0:
        other = state.units[unit].next
        while other >= 0:
            if not may_share_hex(state, unit, other):
                return False
            other = state.units[other].next
        unit = state.units[unit].next
    return True


@inner
def find_excess(state: State, h: int) -> np.ndarray:
    """Units that must go for a hex to keep to the stacking rules, where it doesn't.

    Rule: army_group_south 7.0, 11.22, 19.8

    Ruling: army_group_south 7.0 - of all sets that would do, and of which nobody could stay, the
    one whose steps are worth least by its owner's standing order; the smaller of equals.
    """
    units = np.zeros(state.ground[h].stack + state.ground[h].headquarters, np.int64)
    unit = state.ground[h].first
    for i in range(len(units)):
        units[i] = unit
        unit = state.units[unit].next
    best, most = np.zeros(len(units), np.bool_), 0
    for lead in range(len(units)):
        kept = _keep_with(state, units, lead)
        worth = 0
        for i in range(len(units)):
            worth += _keeping_worth(state, units[i]) if kept[i] else 0
        if lead == 0 or worth > most or (worth == most and kept.sum() > best.sum()):
            best, most = kept, worth
    return units[~best]


@inner
def _keeping_worth(state: State, unit: int) -> int:
    """What all steps of a unit are worth to its owner by his standing order."""
    return state.units[unit].loss_priority * state.units[unit].steps


@inner
def _keep_with(state: State, units: np.ndarray, lead: int) -> np.ndarray:
    """Which units of a hex stay if one of them does: of those that may join, the dearest first.

    Rule: army_group_south 7.0, 11.22, 19.8

    As long as a headquarters has a place of its own, no choice beside the same unit is better.
    """
    kept = np.zeros(len(units), np.bool_)
    chosen = lead
    while chosen >= 0:
        kept[chosen] = True
        chosen = -1
        for i in range(len(units)):
            if kept[i] or not _may_stay(state, units, kept, units[i]):
                continue
            worth = _keeping_worth(state, units[i])
            if chosen < 0 or worth > _keeping_worth(state, units[chosen]):
                chosen = i
    return kept


@inner
def _may_stay(state: State, units: np.ndarray, kept: np.ndarray, unit: int) -> bool:
    """Whether a unit of a hex may stay beside those that are kept.

    Rule: army_group_south 7.0, 11.22, 19.8
    """
    staffs, troops = 0, 0
    for i in range(len(units)):
        if not kept[i]:
            continue
        if is_headquarters(state, units[i]):
            staffs += 1
        else:
            troops += 1
        if state.units[unit].side == Side.SOVIET and not may_share_hex(state, unit, units[i]):
            return False
    return _room_for(state, unit, troops, staffs) == Refusal.OK
