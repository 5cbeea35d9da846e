"""Supply fields kept right while units come and go, without tracing them anew (7.12, 7.16).

A unit entering an empty hex closes it to enemy lines, the last one leaving opens it. As long as the
same sources go on working only distances near the hex change, and they are corrected here. Where a
chain between sources is cut or might be forged, the side's fields are no longer corrected: those
that anything has changed in are marked to be traced again.
"""

from __future__ import annotations

from balance.games.drive_on_stalingrad.state import AXIS_NORTH, NO_LINE, State
from balance.games.drive_on_stalingrad.supply import (
    QUEUE,
    is_barred,
    is_network_source,
    line_limit,
    mark_field_dirty,
    supply_lines,
    supply_ways,
)
from balance.games.drive_on_stalingrad.vocabulary import Feature, Side
from balance.kernel.compiled import entry, inner
from balance.kernel.flood import withdraw_links


@inner
def _is_dirty(state: State, side: int) -> bool:
    if side == Side.AXIS:
        return state.game.axis_supply_dirty != 0
    return state.game.soviet_supply_dirty != 0


@inner
def _stop_correcting(state: State, side: int, h: int) -> None:
    """Mark the fields of a side that a hex lies in to be traced again."""
    for row in range(2 * side, 2 * side + 2):
        if state.line_sides[row, h] != 0 or state.supply[row, h] != NO_LINE:
            mark_field_dirty(state, row)


@entry
def note_hex_occupied(state: State, side: int, h: int) -> None:
    """Correct the enemy's fields for units of ``side`` that have come into an empty hex.

    Rule: drive_on_stalingrad 7.12, 7.16
    """
    enemy = 1 - side
    if _is_dirty(state, enemy):
        _stop_correcting(state, enemy, h)
        return
    for row in range(2 * enemy, 2 * enemy + 2):
        links = state.supply[row, h]
        if links == NO_LINE:
            continue
        if links == 0 or state.supply_marks[row, h] != 0:
            _stop_correcting(state, enemy, h)
            return
        lines, ways = supply_lines(state, row), supply_ways(state, row)
        changed = withdraw_links(lines, ways, line_limit(state), h, NO_LINE)
        if row == AXIS_NORTH and _holds_rostov(state, changed):
            _stop_correcting(state, enemy, h)
            return


@inner
def _holds_rostov(state: State, count: int) -> bool:
    """Whether Rostov is among the hexes in the queue: the south rests on its distance.

    Rule: drive_on_stalingrad 7.4, 7.13
    """
    queue = state.supply_work[QUEUE]
    for i in range(count):
        if state.hexes[queue[i]].features & Feature.ROSTOV != 0:
            return True
    return False


@entry
def note_hex_vacated(state: State, side: int, h: int) -> None:
    """Correct the enemy's fields for a hex that the last unit of ``side`` has left.

    Rule: drive_on_stalingrad 7.12, 7.16
    """
    enemy = 1 - side
    if _is_dirty(state, enemy):
        _stop_correcting(state, enemy, h)
        return
    if is_barred(state, enemy, h):
        return
    for row in range(2 * enemy, 2 * enemy + 2):
        links = NO_LINE
        for d in range(6):
            if (state.line_sides[row, h] >> d) & 1 != 0:
                links = min(links, state.supply[row, state.neighbour[h, d]] + 1)
        if links <= line_limit(state) and _extend_links(state, row, h, links):
            _stop_correcting(state, enemy, h)
            return


@inner
def _extend_links(state: State, row: int, h: int, links: int) -> bool:
    """Lower the distances that an opened hex shortens; True if a source may be linked anew.

    Rule: drive_on_stalingrad 7.12, 7.14
    """
    side = row // 2
    limit = line_limit(state)
    ground = state.ground
    field = state.supply[row]
    queue = state.supply_work[QUEUE]
    if _matters_beyond(state, side, row, h):
        return True
    field[h] = links
    queue[0] = h
    count = 1
    head = 0
    while head < count:
        here = queue[head]
        head += 1
        step = field[here] + 1
        if step > limit:
            break
        for d in range(6):
            if (state.line_sides[row, here] >> d) & 1 == 0:
                continue
            there = state.neighbour[here, d]
            if field[there] <= step or ground[there].occupant == 1 - side:
                continue
            if side == Side.AXIS and ground[there].line_intact != 0:
                continue
            if _matters_beyond(state, side, row, there):
                return True
            field[there] = step
            queue[count] = there
            count += 1
    return False


@inner
def _matters_beyond(state: State, side: int, row: int, h: int) -> bool:
    """Whether a shorter line to this hex could change more than distances.

    Rule: drive_on_stalingrad 7.4, 7.13, 7.14
    """
    if is_network_source(state, side, h):
        return True
    return row == AXIS_NORTH and state.hexes[h].features & Feature.ROSTOV != 0
