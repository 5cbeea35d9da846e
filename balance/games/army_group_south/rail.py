"""Rail movement of German units (5.3, 19.2)."""

from __future__ import annotations

from balance.games.army_group_south.control import follow_path
from balance.games.army_group_south.march import PATH
from balance.games.army_group_south.movement import NOT_MOVED, begin_moves, check_may_act, end_move
from balance.games.army_group_south.phases import is_initial_movement
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import in_enemy_zone
from balance.games.army_group_south.state import RAIL_SIDES, State
from balance.games.army_group_south.vocabulary import AXIS, Feature, Side
from balance.kernel.compiled import entry, inner
from balance.kernel.flood import Lines, Ways, spread_links
from balance.rules.trace import TraceKind, record_trace

#: Value of ``RAIL_HEXES`` where no railroad leads.
NO_WAY = 9999
#: Rows of ``state.work`` that belong to rail movement: hexes gone, hex before, and scratch.
RAIL_HEXES, RAIL_FROM = 7, 8
_BARRED, _QUEUE = 9, 10


@inner
def is_open_rail(state: State, h: int) -> bool:
    """Whether German units may pass a railroad hex.

    Rule: army_group_south 5.31, 5.33, 8.25, 19.2

    A friendly unit in the hex doesn't lift a Soviet zone for movement.
    """
    return (
        state.hexes[h].features & Feature.RAIL != 0
        and state.ground[h].occupant != Side.SOVIET
        and not in_enemy_zone(state, AXIS, h)
    )


@entry
def find_rail_reach(state: State, start: int, used: int) -> None:
    """Find the railroad hexes in reach of a hex, ``used`` hexes of the way being gone already.

    Rule: army_group_south 5.3, 5.31, 5.33, 19.2, 19.21

    Writes the rows ``RAIL_HEXES`` and ``RAIL_FROM`` of ``state.work``.
    """
    work = state.work
    for h in range(len(state.ground)):
        work[RAIL_HEXES, h] = NO_WAY
        work[_BARRED, h] = 1
    for h in range(len(state.ground) - 1):
        if is_open_rail(state, h):
            work[_BARRED, h] = 0
    work[RAIL_HEXES, start] = used
    work[RAIL_FROM, start] = start
    work[_QUEUE, 0] = start
    lines = Lines(state.neighbour, work[RAIL_HEXES], work[_QUEUE])
    ways = Ways(state.line_sides[RAIL_SIDES], work[_BARRED], work[RAIL_FROM])
    spread_links(lines, ways, state.rules.rail_hexes, 1)


@entry
def check_rail_unit(state: State, unit: int) -> int:
    """Say whether a unit on the map may be moved by rail at all now: a ``Refusal``.

    Rule: army_group_south 5.31, 5.32, 5.33, 5.34, 19.2, 19.22
    """
    refusal = check_may_act(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if not is_initial_movement(state):
        return Refusal.WRONG_PHASE
    counter = state.units[unit]
    if counter.side != Side.AXIS:
        return Refusal.RAIL_SIDE
    if counter.moved != NOT_MOVED:
        return Refusal.ALREADY_MOVED
    if state.game.rail_moves >= state.rules.rail_units:
        return Refusal.RAIL_LIMIT
    h = counter.hex
    if state.hexes[h].features & Feature.RAIL == 0:
        return Refusal.NOT_ON_RAIL
    if counter.start_zone != 0 or in_enemy_zone(state, AXIS, h):
        return Refusal.IN_ENEMY_ZONE
    return Refusal.OK


@entry
def check_rail_move(state: State, unit: int, destination: int) -> int:
    """Say whether a unit may be moved to a hex by rail now: a ``Refusal``. Leaves its rail reach.

    Rule: army_group_south 5.3, 5.31, 5.32, 5.33, 5.34, 19.2, 19.21, 19.22
    """
    refusal = check_rail_unit(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if destination < 0 or destination >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    if destination == state.units[unit].hex:
        return Refusal.SAME_HEX
    find_rail_reach(state, state.units[unit].hex, 0)
    if state.work[RAIL_HEXES, destination] == NO_WAY:
        return Refusal.NO_RAIL_WAY
    return Refusal.OK


@entry
def move_by_rail(state: State, unit: int, destination: int) -> int:
    """Move a unit to a hex by rail, or say why not: a ``Refusal``. It does no more this phase.

    Rule: army_group_south 5.3, 5.33, 19.2, 19.21, 19.22
    """
    refusal = check_rail_move(state, unit, destination)
    if refusal == Refusal.OK:
        state.party[0] = unit
        begin_moves(state, state.party)
        ride(state, unit, destination)
    return refusal


@inner
def ride(state: State, unit: int, destination: int) -> None:
    """Take a unit along the railroad way just found, and count the rail move.

    Rule: army_group_south 5.33, 19.22, 25.3
    """
    here = state.units[unit].hex
    length = 0
    back = destination
    while back != here:
        length += 1
        back = state.work[RAIL_FROM, back]
    back = destination
    for i in range(length):
        state.work[PATH, length - 1 - i] = back
        back = state.work[RAIL_FROM, back]
    record_trace(state, TraceKind.RIDES, unit, destination)
    follow_path(state, unit, state.work[PATH], length)
    state.game.rail_moves += 1
    end_move(state, unit)
