"""Supply of both sides, lines of communications, and the modes that follow (11.3, 12, 20, 21).

Lines are traced for a side from all its sources outwards, when they are asked for after more has
changed than ``supply_changes`` can correct, and from those headquarters near which it has.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import (
    AXIS_LINE,
    COMMAND_SIDES,
    COMMUNICATION,
    DIRTY_LINES,
    DIRTY_STAFFS,
    FROM_DEFENSIVE,
    FROM_OFFENSIVE,
    HANDED,
    NO_LINE,
    RAIL_SIDES,
    SOVIET_LINE,
    SUPPLY_BY_COMMAND,
    SUPPLY_SIDES,
    State,
)
from balance.games.army_group_south.supply_changes import BARRED, LINKS, QUEUE, line_limit
from balance.games.army_group_south.vocabulary import (
    AXIS,
    SOVIET,
    Feature,
    Mode,
    Phase,
    Side,
    Status,
    Terrain,
)
from balance.kernel.compiled import entry, inner
from balance.kernel.flood import Lines, spread_lines
from balance.kernel.replaceable import replaceable

#: Distance of a hex that no line may enter, while a flood runs.
_CLOSED = -1
#: What a headquarters gives, as bits of ``staff_traces``, and the number of their combinations.
_SUPPLY, _ORDERS, _GIFTS = 1, 2, 4


# --- tracing


@entry
def refresh_supply(state: State, side: int) -> None:
    """Trace the supply of a side anew if its lines may have changed since.

    Rule: army_group_south 12.0, 12.22
    """
    if side == Side.AXIS:
        if state.game.axis_supply_dirty != 0:
            state.game.axis_supply_dirty = 0
            _trace_axis_supply(state)
        return
    dirty = state.game.soviet_supply_dirty
    if dirty == 0:
        return
    state.game.soviet_supply_dirty = 0
    if dirty & DIRTY_LINES != 0:
        _trace_soviet_supply(state)
    _trace_commands(state)


@inner
def _clear_links(state: State) -> None:
    links = state.supply_work[LINKS]
    for h in range(np.uint32(len(links))):
        links[h] = NO_LINE


@inner
def _flood(state: State, sides: np.ndarray, barred: np.ndarray, count: int, limit: int) -> None:
    """Measure lines from the first ``count`` hexes of the queue, which are at distance 0.

    sides : uint8[n + 1], barred : int16[n + 1]
    """
    links, queue = state.supply_work[LINKS], state.supply_work[QUEUE]
    # A source counts even where no line may enter.
    for h in range(np.uint32(len(links))):
        links[h] = _CLOSED if (barred[h] != 0) & (links[h] == NO_LINE) else links[h]
    spread_lines(Lines(state.neighbour, links, queue), sides, limit, count)
    for h in range(np.uint32(len(links))):
        links[h] = NO_LINE if links[h] == _CLOSED else links[h]


@inner
def _flood_supply(state: State, side: int, count: int, limit: int) -> None:
    """Measure supply lines from the first ``count`` hexes of the queue; see ``_flood``.

    Rule: army_group_south 12.11, 10.4

    One may enter swamp, but not go on from there. Seen from the source, a line may reach a swamp
    and no more. The source itself may be in one.
    """
    queue = state.supply_work[QUEUE]
    for i in range(count):
        state.open_sides[queue[i]] = state.line_sides[SUPPLY_SIDES, queue[i]]
    _flood(state, state.open_sides, state.barred[side], count, limit)
    # A wave leaves its first hexes where they are.
    for i in range(count):
        if state.hexes[queue[i]].terrain == Terrain.SWAMP:
            state.open_sides[queue[i]] = 0


@inner
def _seed(state: State, h: int, count: int) -> int:
    """Put a hex into the queue as a source, once, and return the length of the queue."""
    if state.supply_work[LINKS, h] == 0:
        return count
    state.supply_work[LINKS, h] = 0
    state.supply_work[QUEUE, count] = h
    return count + 1


@inner
def _trace_axis_supply(state: State) -> None:
    """Find how far each hex lies from a railroad that leads off the map.

    Rule: army_group_south 10.0, 12.1, 12.11, 12.12, 20.2
    """
    size = len(state.ground) - 1
    closed, links = state.supply_work[BARRED], state.supply_work[LINKS]
    # Step 1: the railroads that lead to the map edge, clear of the enemy.
    # Ruling: army_group_south 20.2 - enemies and their zones cut a railroad as they cut any line.
    for h in range(size):
        closed[h] = state.barred[AXIS, h] if state.rules.supply_zones_block_rails != 0 else 0
    closed[size] = 1
    _clear_links(state)
    count = 0
    for h in range(size):
        if state.hexes[h].features & Feature.RAIL_EXIT != 0 and closed[h] == 0:
            count = _seed(state, h, count)
    _flood(state, state.line_sides[RAIL_SIDES], closed, count, size)
    # Step 2: lines from there.
    count = 0
    for h in range(size):
        if links[h] != NO_LINE and state.barred[AXIS, h] == 0:
            links[h] = 0
            state.supply_work[QUEUE, count] = h
            count += 1
        else:
            links[h] = NO_LINE
    _flood_supply(state, AXIS, count, line_limit(state, AXIS))
    for h in range(size + 1):
        state.supply[AXIS_LINE, h] = links[h]


@inner
def _trace_soviet_supply(state: State) -> None:
    """Find the lines from the east edge.

    Rule: army_group_south 12.1, 12.11, 20.1
    """
    size = len(state.ground) - 1
    _clear_links(state)
    count = 0
    for h in range(size):
        if state.hexes[h].features & Feature.SOVIET_EDGE != 0 and state.barred[SOVIET, h] == 0:
            count = _seed(state, h, count)
    _flood_supply(state, SOVIET, count, line_limit(state, SOVIET))
    for h in range(size + 1):
        state.supply[SOVIET_LINE, h] = state.supply_work[LINKS, h]


@inner
def _trace_commands(state: State) -> None:
    """Trace what headquarters reach, those alone for which anything has changed, and mark it.

    Rule: army_group_south 11.1, 11.31, 12.14, 20.1, 21.0
    """
    dirty = state.staff_traces[DIRTY_STAFFS]
    state.staff_traces[DIRTY_STAFFS] = 0
    offensive, staff = 0, 0
    for unit in range(len(state.units)):
        if not is_headquarters(state, unit):
            continue
        if state.units[unit].mode == Mode.OFFENSIVE:
            offensive |= np.int64(1) << staff
        what = _what_it_gives(state, unit)
        if what != state.staff_traces[staff] or (dirty >> staff) & 1 != 0:
            state.staff_traces[staff] = what
            _trace_staff(state, unit, np.int64(1) << staff, what)
        staff += 1
    _mark_command(state, offensive)


@inner
def _what_it_gives(state: State, unit: int) -> int:
    """A number for where a headquarters stands and what it gives there, 0 off the map.

    Rule: army_group_south 6.32, 11.32, 12.14, 20.1

    Odd if it gives supply; the next bit is set if it gives orders.
    """
    counter = state.units[unit]
    if counter.status != Status.ON_MAP:
        return 0
    what = (counter.hex + 1) * _GIFTS
    # Ruling: army_group_south 6.32 - a disrupted headquarters denies supply alone, or attacks too.
    if counter.disrupted == 0 or state.rules.hq_disrupted_denies == 0:
        what += _ORDERS
    return what + (_SUPPLY if _gives_supply(state, unit) else 0)


@inner
def _trace_staff(state: State, unit: int, bit: int, what: int) -> None:
    """Trace what one headquarters reaches into ``staff_reach``.

    Rule: army_group_south 11.1, 11.31, 12.14
    """
    rating, here = state.units[unit].leadership, state.units[unit].hex
    for row in (COMMUNICATION, HANDED):
        gives = what & (_ORDERS if row == COMMUNICATION else _SUPPLY) != 0
        _clear_links(state)
        count = _seed(state, here, 0) if gives else 0
        if row == HANDED:
            _flood_supply(state, SOVIET, count, rating)
        else:
            _flood(state, state.line_sides[COMMAND_SIDES], state.barred[SOVIET], count, rating)
        links, reach = state.supply_work[LINKS], state.staff_reach[row]
        for h in range(np.uint32(len(links) - 1)):
            # Without a branch the processor does many hexes at once.
            reach[h] = (reach[h] & ~bit) | bit * (links[h] != NO_LINE)


@inner
def _mark_command(state: State, offensive: int) -> None:
    """Fill ``command``; ``offensive`` are the headquarters on the offensive, as bits.

    Rule: army_group_south 11.31, 12.14, 21.0
    """
    orders, handed, command = (
        state.staff_reach[COMMUNICATION],
        state.staff_reach[HANDED],
        state.command,
    )
    for h in range(np.uint32(len(command) - 1)):
        bits = FROM_OFFENSIVE * ((orders[h] & offensive) != 0)
        bits += FROM_DEFENSIVE * ((orders[h] & ~offensive) != 0)
        command[h] = bits + SUPPLY_BY_COMMAND * (handed[h] != 0)


@inner
def _gives_supply(state: State, unit: int) -> bool:
    """Whether a headquarters has supply to give.

    Rule: army_group_south 6.32, 11.3, 12.14, 15.0, 20.1
    """
    if state.units[unit].disrupted != 0:
        return False
    if has_just_entered(state, unit):
        return True
    # Ruling: army_group_south 12.14, 20.1 - a headquarters out of supply has none to give, or has.
    supplied = state.supply[SOVIET_LINE, state.units[unit].hex] != NO_LINE
    return supplied or state.rules.supply_headquarters_must_be_supplied == 0


@entry
def trace_command(state: State, unit: int) -> bool:
    """Find how far each hex is from a headquarters by lines of supply; whether it has any to give.

    Rule: army_group_south 11.1, 11.32, 12.14, 20.1

    The distances are left in ``supply_work[LINKS]``.
    """
    if not _gives_supply(state, unit):
        return False
    _clear_links(state)
    count = _seed(state, state.units[unit].hex, 0)
    _flood_supply(state, SOVIET, count, state.units[unit].leadership)
    return True


# --- what follows for a unit


@inner
def has_just_entered(state: State, unit: int) -> bool:
    """Whether a unit entered as a reinforcement in the Player-Turn that is being played.

    Rule: army_group_south 15.0
    """
    counter = state.units[unit]
    return (
        counter.entered_turn == state.game.game_turn
        and counter.side == state.game.side
        and state.rules.reinforcement_supplied_player_turns != 0
    )


@entry
def is_supplied(state: State, unit: int) -> bool:
    """Whether a unit on the map is in supply at this instant.

    Rule: army_group_south 11.34, 12.1, 12.14, 12.22, 15.0, 20.1, 20.2
    """
    if has_just_entered(state, unit):
        return True
    side = state.units[unit].side
    refresh_supply(state, side)
    h = state.units[unit].hex
    if side == Side.AXIS:
        return state.supply[AXIS_LINE, h] != NO_LINE
    if is_headquarters(state, unit):
        return state.supply[SOVIET_LINE, h] != NO_LINE
    return state.command[h] & SUPPLY_BY_COMMAND != 0


@entry
def is_in_communication(state: State, unit: int) -> bool:
    """Whether a line of communications leads from a headquarters to a Soviet combat unit.

    Rule: army_group_south 9.15, 11.3, 11.31, 11.32, 11.33, 10.15
    """
    refresh_supply(state, SOVIET)
    return state.command[state.units[unit].hex] & (FROM_OFFENSIVE | FROM_DEFENSIVE) != 0


@entry
@replaceable
def current_mode(state: State, unit: int) -> int:
    """Mode of a Soviet unit at this instant.

    Rule: army_group_south 21.0, 21.1, 21.2
    """
    counter = state.units[unit]
    if is_headquarters(state, unit):
        return counter.mode
    # A variant may do without doctrine: then units have no mode, and only supply binds them.
    if state.rules.hq_doctrine == 0:
        return np.int64(Mode.FREE)
    if not is_supplied(state, unit):
        return np.int64(Mode.DEFENSIVE)
    refresh_supply(state, SOVIET)
    reached = state.command[counter.hex] & (FROM_OFFENSIVE | FROM_DEFENSIVE)
    if reached == 0:
        # Ruling: army_group_south 21.0 - arrivals that no headquarters reaches yet.
        return state.rules.movement_modes_without_line
    if reached == FROM_OFFENSIVE:
        return np.int64(Mode.OFFENSIVE)
    if reached == FROM_DEFENSIVE:
        return np.int64(Mode.DEFENSIVE)
    # Ruling: army_group_south 21.0 - headquarters of both modes: choice 0 leaves it to the owner,
    # 1 is offensive, 2 defensive.
    if state.rules.hq_two_modes_in_reach == 0:
        return counter.mode_wish
    return state.rules.hq_two_modes_in_reach - 1


@inner
def note_supply(state: State) -> None:
    """Fix supply and mode of the phasing units for the Movement Phase that begins.

    Rule: army_group_south 4.2, 5.25, 6.12, 12.0, 12.21, 12.24, 12.3, 21.0

    Nothing else comes of lacking it: no unit is lost for that.
    """
    side = state.game.side
    # Ruling: army_group_south 19.12 - the first turn opens with a supply check of its own, or none.
    always = (
        state.game.phase == Phase.AXIS_MECHANIZED
        and state.game.game_turn == 1
        and state.rules.sequence_turn1_start_phase == 0
        and state.rules.sequence_turn1_supply_check == 0
    )
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.ON_MAP:
            continue
        counter.supplied = 1 if always or is_supplied(state, unit) else 0
        if side == Side.SOVIET:
            counter.mode = current_mode(state, unit)
