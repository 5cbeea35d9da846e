"""Retreat after combat: which way, whether together, and who may not (11.33-11.35)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.costs import cost_row
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import check_stacking, is_artillery
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.strength import GUEST, WITHDRAWN_ALONE, takes_part_in_defense
from balance.games.drive_on_stalingrad.supply import field_row, refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import Side
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.kernel.sorting import sort_down
from balance.rules.rows import hexes_apart
from balance.rules.trace import TraceKind, record_trace

#: ``barred_hex`` that bars nothing.
NO_HEX = -1
#: Farther than any two hexes of a map.
FAR = 9999
#: More units than ever share a hex.
STACK_MAX = 64
#: More than what 16 bits hold, as values and priorities do.
_ABOVE_VALUES = 1 << 20


@entry
@replaceable
def check_retreat_hex(state: State, unit: int, d: int, barred_hex: int) -> int:
    """Say whether a unit may retreat in a direction, apart from stacking: a ``Refusal``.

    Rule: drive_on_stalingrad 9.22, 11.23, 11.33, 11.34

    ``barred_hex`` is closed for reasons of the battle, -1 if none is.
    """
    counter = state.units[unit]
    h = state.neighbour[counter.hex, d]
    if h >= len(state.ground) - 1:
        return Refusal.OFF_MAP
    cost = np.int64(state.cost[cost_row(state, counter.side, counter.mobility), counter.hex, d])
    if cost == PROHIBITED:
        return Refusal.SIDE_CLOSED
    if state.ground[h].occupant == 1 - counter.side or h == barred_hex:
        return Refusal.ENEMY_IN_HEX
    if counter.side == Side.AXIS and state.ground[h].occupant < 0:
        if state.ground[h].line_intact != 0:
            return Refusal.HEX_CLOSED
    return Refusal.OK


@inner
def find_source_distances(state: State, side: int, h: int, nearest: np.ndarray) -> None:
    """Measure the hexes to the nearest working source, from each neighbour and from the hex itself.

    Rule: drive_on_stalingrad 7.4, 7.13, 11.33

    Counted in hexes, not along a supply line, to the sources that serve units in the hex itself,
    whichever map a neighbour is on. Ruling: drive_on_stalingrad 11.33

    nearest : int64[7], written
        By direction, the hex itself last; ``FAR`` off the map and if no source serves the hex.
    """
    refresh_supply(state, side)
    row = field_row(state, side, h)
    size = len(state.ground) - 1
    for d in range(7):
        nearest[d] = FAR
    for source in range(size):
        if state.supply[row, source] != 0:
            continue
        for d in range(7):
            at = h if d == 6 else state.neighbour[h, d]
            if at < size:
                nearest[d] = min(nearest[d], hexes_apart(state, at, source))


@inner
def rank_directions(state: State, side: int, h: int, order: np.ndarray) -> None:
    """Order the six directions out of a hex as a retreat must prefer them.

    Rule: drive_on_stalingrad 11.33

    Directions that lead nearer to the nearest source come first; within these, and within the
    others, the owner's standing order decides (``state.retreat_value``).

    order : int64[6], written
    """
    nearest = np.zeros(7, np.int64)
    find_source_distances(state, side, h, nearest)
    keys = np.zeros(6, np.int64)
    for d in range(6):
        keys[d] = state.retreat_value[side, state.neighbour[h, d]]
        if nearest[d] < nearest[6]:
            # Nearer hexes rank above any value.
            keys[d] += _ABOVE_VALUES
        order[d] = d
    sort_down(order, keys)


@inner
def _stack_fits(state: State, units: np.ndarray, count: int, h: int) -> bool:
    """Whether all these units together keep to the stacking rules in a hex.

    Rule: drive_on_stalingrad 6.1, 6.3, 6.4, 11.34
    """
    guns = 0
    for i in range(count):
        unit = units[i]
        if check_stacking(state, unit, h) != Refusal.OK:
            return False
        if is_artillery(state, unit):
            guns += 1
    ground = state.ground[h]
    if ground.guns + guns > state.rules.stacking_soviet_artillery_extra and guns > 0:
        return False
    return ground.stack + count - guns <= state.rules.stacking_limit or count == guns


@inner
def _retreat_into(state: State, unit: int, h: int, joins: bool) -> None:
    """Move one unit back; if others stood there before, it is their guest for this phase.

    Rule: drive_on_stalingrad 11.34, 11.35
    """
    record_trace(state, TraceKind.RETREATS, unit, h)
    enter_hex(state, unit, h)
    state.units[unit].retreated = GUEST if joins else WITHDRAWN_ALONE


@inner
def list_defenders(state: State, h: int, units: np.ndarray) -> int:
    """List the units that defend a hex, top of the stack first, and return their number.

    units : int array[STACK_MAX], written
    """
    count = 0
    unit = state.ground[h].first
    while unit >= 0 and count < len(units):
        if takes_part_in_defense(state, unit):
            units[count] = unit
            count += 1
        unit = state.units[unit].next
    return count


@inner
def retreat_defenders(state: State, h: int, barred_hex: int) -> tuple[int, bool]:
    """Retreat the defenders of a hex; return how many went, and whether a hex was open at all.

    Rule: drive_on_stalingrad 11.33, 11.34, 11.35

    All go to one hex if they can. They split only where the sole bar to going together is stacking,
    and then only if every one of them finds a place; otherwise none moves.
    """
    units = np.full(STACK_MAX, -1, np.int64)
    count = list_defenders(state, h, units)
    order = np.zeros(6, np.int64)
    rank_directions(state, state.units[units[0]].side, h, order)
    # Step 1: the whole stack to the best hex that takes it.
    open_to_all = False
    for i in range(6):
        d = order[i]
        there = state.neighbour[h, d]
        legal = True
        for j in range(count):
            if check_retreat_hex(state, units[j], d, barred_hex) != Refusal.OK:
                legal = False
        if not legal:
            continue
        open_to_all = True
        if _stack_fits(state, units, count, there):
            joins = state.ground[there].first >= 0
            # From the bottom up, so that the stack keeps its order.
            for j in range(count - 1, -1, -1):
                _retreat_into(state, units[j], there, joins)
            return count, True
    # Step 2: unit by unit, since stacking requires it.
    if not open_to_all or count == 1:
        return 0, open_to_all
    if _retreat_apart(state, h, units, count, order, barred_hex):
        return count, True
    return 0, True


@inner
def _retreat_apart(
    state: State, h: int, units: np.ndarray, count: int, order: np.ndarray, barred_hex: int
) -> bool:
    """Retreat each unit of a stack by itself, if there is room for all of them.

    Rule: drive_on_stalingrad 11.34

    Those with the fewest ways out choose first, then those their owner would lose last.
    """
    # Step 1: sort by ways out, then by standing order.
    keys = np.zeros(count, np.int64)
    for i in range(count):
        keys[i] = state.units[units[i]].loss_priority
        for d in range(6):
            if check_retreat_hex(state, units[i], d, barred_hex) == Refusal.OK:
                keys[i] -= _ABOVE_VALUES
    sort_down(units[:count], keys)
    # Step 2: give out the room there is, on paper.
    chosen = np.full(count, -1, np.int64)
    for i in range(count):
        for k in range(6):
            d = order[k]
            if check_retreat_hex(state, units[i], d, barred_hex) != Refusal.OK:
                continue
            there = state.neighbour[h, d]
            together = np.full(count, -1, np.int64)
            together[0] = units[i]
            size = 1
            for j in range(i):
                if chosen[j] == there:
                    together[size] = units[j]
                    size += 1
            if _stack_fits(state, together, size, there):
                chosen[i] = there
                break
        if chosen[i] < 0:
            return False
    # Step 3: go. Only units that stood there before make a guest.
    joins = np.zeros(count, np.int64)
    for i in range(count):
        joins[i] = 1 if state.ground[chosen[i]].first >= 0 else 0
    for i in range(count):
        _retreat_into(state, units[i], chosen[i], joins[i] != 0)
    return True
