"""Supply: which hexes a line can reach, and what that makes of the units in them (section 7).

``state.supply`` holds four fields of distances to the nearest working source, one a side and map. A
source works while its side controls it and, unless it is an ultimate one, while it belongs to the
network and links on to another working source. The fields are traced when they are asked for and
something has changed since; where lines may run at all is told by ``supply_lines``.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import (
    AXIS_NORTH,
    AXIS_SOUTH,
    AXIS_STANDS,
    NO_LINE,
    SOVIET_NORTH,
    SOVIET_SOUTH,
    SOVIET_STANDS,
    State,
)
from balance.games.drive_on_stalingrad.vocabulary import AXIS, SOVIET, Feature, Side, SupplyState
from balance.kernel.compiled import entry, inlined, inner
from balance.kernel.flood import Lines, Nodes, Ways, flood_links
from balance.kernel.records import Rows
from balance.rules.rows import hexes_apart

# Rows of ``supply_work``.
_BARRED, _NODE, _PARENT, QUEUE, _REACHED = range(5)


# --- tracing


@entry
def refresh_supply(state: State, side: int) -> None:
    """Trace the fields of a side anew if anything has changed since they were last traced.

    Rule: drive_on_stalingrad 7.1, 7.3, 7.8, 7.10, 7.12, 7.13
    """
    if side == Side.AXIS:
        if state.game.axis_supply_dirty != 0:
            _trace_axis(state)
            state.game.axis_supply_dirty = 0
    elif state.game.soviet_supply_dirty != 0:
        # Soviet lines keep to their map, so the fields rest on nothing in common.
        for row in range(SOVIET_NORTH, SOVIET_SOUTH + 1):
            if state.game.soviet_supply_dirty & _field_bit(row) != 0:
                _trace_soviet(state, row)
        state.game.soviet_supply_dirty = 0


@entry
def line_limit(state: State) -> int:
    """Longest distance the fields hold: the longer of a unit's line and a link between sources."""
    return max(state.rules.supply_line_max_hexes, state.rules.supply_link_max_hexes)


@entry
def is_barred(state: State, side: int, h: int) -> bool:
    """Whether enemy units or intact fortifications keep the lines of a side out of a hex.

    Rule: drive_on_stalingrad 7.12, 11.23
    """
    if state.ground[h].occupant == 1 - side:
        return True
    return side == Side.AXIS and state.ground[h].line_intact != 0


@entry
def is_network_source(state: State, side: int, h: int) -> bool:
    """Whether a hex is an intermediate source of a side, linked on or not.

    Rule: drive_on_stalingrad 7.3, 7.8, 7.14
    """
    if state.ground[h].control != side:
        return False
    if side == Side.AXIS:
        return state.ground[h].network_axis != 0
    return state.ground[h].network_soviet != 0


@inner
def _bar_hexes(ground: Rows, standing: np.ndarray, side: int, barred: np.ndarray) -> None:
    """Note where the lines of a side may not enter, as ``is_barred`` has it.

    Rule: drive_on_stalingrad 7.12, 11.23
    """
    enemy = SOVIET_STANDS if side == Side.AXIS else AXIS_STANDS
    for h in range(np.uint32(len(standing))):
        barred[h] = 1 if (standing[h] & enemy) != 0 else 0
    if side == Side.AXIS:
        for h in range(np.uint32(len(ground))):
            barred[h] |= ground[h].line_intact


@inner
def _mark_nodes(ground: Rows, places: np.ndarray, side: int, node: np.ndarray) -> None:
    """Note the intermediate sources of a side, none of them linked yet.

    Rule: drive_on_stalingrad 7.3, 7.8, 7.14
    """
    node[:] = 0
    for i in range(len(places)):
        h = places[i]
        hex_ = ground[h]
        network = hex_.network_axis if side == Side.AXIS else hex_.network_soviet
        node[h] = 1 if network != 0 and hex_.control == side else 0


@inner
def _prepare(state: State, side: int) -> None:
    """Note the closed hexes and the sources of a side."""
    _bar_hexes(state.ground, state.standing, side, state.supply_work[_BARRED])
    _mark_nodes(state.ground, state.places, side, state.supply_work[_NODE])


@inlined
def supply_lines(state: State, row: int) -> Lines:
    """Return the papers of floods of one field."""
    return Lines(state.neighbour, state.supply[row], state.supply_work[QUEUE])


@inlined
def supply_ways(state: State, row: int) -> Ways:
    """Return where lines of one field may run."""
    work = state.supply_work
    return Ways(state.line_sides[row], work[_BARRED], work[_PARENT])


@inner
def _clear_field(state: State, row: int) -> None:
    """Forget all lines of a field."""
    state.supply[row, :] = NO_LINE
    state.supply_marks[row, :] = 0


@inner
def _flood(state: State, row: int, count: int) -> None:
    """Flood one field from the seeds in the queue."""
    work = state.supply_work
    for i in range(count):
        seed = work[QUEUE, i]
        work[_NODE, seed] = 2
        work[_PARENT, seed] = seed
    limit = state.rules.supply_link_max_hexes
    nodes = Nodes(work[_NODE], state.supply_marks[row], work[_REACHED], limit)
    flood_links(supply_lines(state, row), supply_ways(state, row), nodes, line_limit(state), count)


@inner
def _seed_ultimates(state: State, row: int) -> int:
    """Put the ultimate sources in their owner's hands into the queue and return how many.

    Rule: drive_on_stalingrad 7.3, 7.4, 7.8, 7.10, 7.11
    """
    side = row // 2
    if row == AXIS_NORTH:
        feature = Feature.AXIS_ULTIMATE + 0
    elif row == AXIS_SOUTH:
        feature = Feature.TAMAN + 0
    elif row == SOVIET_NORTH:
        feature = Feature.SOVIET_NORTH_ULTIMATE | Feature.ASTRAKHAN
    else:
        feature = Feature.SOVIET_SOUTH_ULTIMATE | Feature.ASTRAKHAN
    count = 0
    for i in range(len(state.places)):
        h = state.places[i]
        if state.hexes[h].features & feature != 0 and state.ground[h].control == side:
            state.supply[row, h] = 0
            state.supply_work[QUEUE, count] = h
            count += 1
    return count


@inner
def _trace_axis(state: State) -> None:
    """Trace German-side supply, north and south.

    Rule: drive_on_stalingrad 7.3, 7.4, 7.13
    """
    _prepare(state, AXIS)
    _clear_field(state, AXIS_NORTH)
    _clear_field(state, AXIS_SOUTH)
    count = _seed_ultimates(state, AXIS_NORTH)
    _flood(state, AXIS_NORTH, count)
    _mark_nodes(state.ground, state.places, AXIS, state.supply_work[_NODE])
    # Step 1: lines of southern units pass Rostov; what lies beyond it has just been traced.
    # Ruling: drive_on_stalingrad 7.4, 7.13
    for i in range(len(state.places)):
        h = state.places[i]
        if state.hexes[h].features & Feature.ROSTOV != 0:
            links = state.supply[AXIS_NORTH, h]
            if links == 0 or (links != NO_LINE and state.rules.supply_rostov_must_be_source == 0):
                state.supply[AXIS_SOUTH, h] = links
                state.supply_work[QUEUE, 0] = h
                count = 1
                _flood(state, AXIS_SOUTH, count + 0)
    # Step 2: or they reach Taman while it is active.
    if state.game.taman_active == 1:
        count = _seed_ultimates(state, AXIS_SOUTH)
        _flood(state, AXIS_SOUTH, count)


@inner
def _trace_soviet(state: State, row: int) -> None:
    """Trace Soviet supply, north or south.

    Rule: drive_on_stalingrad 7.8, 7.10, 7.11, 7.13
    """
    _prepare(state, SOVIET)
    _clear_field(state, row)
    count = _seed_ultimates(state, row)
    _flood(state, row, count)


# --- what may have changed


@entry
def mark_supply_dirty(state: State, side: int) -> None:
    """Have the fields of a side traced again before their next use."""
    for row in range(2 * side, 2 * side + 2):
        mark_field_dirty(state, row)


@inner
def mark_field_dirty(state: State, row: int) -> None:
    """Have one field traced again before its next use; of the German side both are."""
    if row <= AXIS_SOUTH:
        state.game.axis_supply_dirty |= _field_bit(row)
    else:
        state.game.soviet_supply_dirty |= _field_bit(row)


@inner
def _field_bit(row: int) -> int:
    """Bit of a field in ``game.axis_supply_dirty`` or ``game.soviet_supply_dirty``."""
    return 1 << (row % 2)


# --- supply states


@entry
def field_row(state: State, side: int, h: int) -> int:
    """Row of ``supply`` that serves units of a side in a hex.

    Rule: drive_on_stalingrad 7.13
    """
    south = 1 if state.hexes[h].features & Feature.SOUTH_MAP != 0 else 0
    return 2 * side + south


@entry
def read_regular_supply(state: State, side: int, h: int) -> bool:
    """Whether units of a side in this hex are in regular supply, by fields known to be fresh.

    Rule: drive_on_stalingrad 7.3, 7.4, 7.8, 7.9, 7.10
    """
    features = state.hexes[h].features
    south = features & Feature.SOUTH_MAP != 0
    row = 2 * side + (1 if south else 0)
    if state.supply[row, h] <= state.rules.supply_line_max_hexes:
        return True
    if side == Side.AXIS or south or state.rules.supply_soviet_auto_supply == 0:
        return False
    return features & Feature.EAST_OF_VOLGA != 0


@entry
def has_aerial_supply(state: State, h: int) -> bool:
    """Whether the aerial supply marker serves German-side units in this hex.

    Rule: drive_on_stalingrad 7.6
    """
    marker = state.game.aerial_hex
    if marker >= len(state.ground) - 1:
        return False
    return hexes_apart(state, h, marker) <= state.rules.air_aerial_supply_radius


@entry
def hex_supply(state: State, side: int, h: int) -> int:
    """Supply state of the units of a side in a hex: a ``SupplyState``.

    Rule: drive_on_stalingrad 7.2, 7.5, 7.6, 7.7

    Units of one side in one hex always share it. Regular supply comes before aerial, and that
    before coastal supply, which does less.
    """
    refresh_supply(state, side)
    return read_hex_supply(state, side, h)


@entry
def read_hex_supply(state: State, side: int, h: int) -> int:
    """Supply state of the units of a side in a hex, by fields known to be fresh.

    Rule: drive_on_stalingrad 7.2, 7.5, 7.6, 7.7

    For loops over many hexes, after one ``refresh_supply``: it calls nothing that could trace.
    """
    # Ruling: drive_on_stalingrad 7.2
    if read_regular_supply(state, side, h):
        return SupplyState.REGULAR
    if side == Side.SOVIET:
        return SupplyState.OUT
    aerial = has_aerial_supply(state, h)
    coastal = state.hexes[h].features & Feature.COAST != 0
    if aerial and (not coastal or state.rules.supply_aerial_before_coastal != 0):
        return SupplyState.AERIAL
    return SupplyState.COASTAL if coastal else SupplyState.OUT


@entry
def supply_state(state: State, unit: int) -> int:
    """Supply state of a unit on the map at this instant.

    Rule: drive_on_stalingrad 7.2, 7.7, 7.16
    """
    return hex_supply(state, state.units[unit].side, state.units[unit].hex)


@entry
def is_out_of_supply(state: State, unit: int) -> bool:
    """Whether a unit is in no kind of supply at this instant.

    Rule: drive_on_stalingrad 7.2, 7.7
    """
    return supply_state(state, unit) == SupplyState.OUT


@entry
def moves_and_attacks_halved(supply: int) -> bool:
    """Whether a supply state halves movement and attack.

    Rule: drive_on_stalingrad 7.5, 7.6, 7.15
    """
    return supply != SupplyState.REGULAR


@entry
def defends_halved(supply: int) -> bool:
    """Whether a supply state halves defense; coastal and aerial supply serve for defense.

    Rule: drive_on_stalingrad 7.5, 7.6, 7.15
    """
    return supply == SupplyState.OUT
