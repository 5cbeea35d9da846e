"""Supply lines kept right while units come and go, without tracing them anew (8.25, 12.1).

A hex that opens to a side may shorten its lines, one that closes may end some. As long as the same
sources go on working and few hexes are cut off by a closed one, the distances are corrected here,
and otherwise the side is marked to be traced again. Which hexes are closed is noted in
``State.barred``.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.state import (
    AXIS_LINE,
    COMMUNICATION,
    DIRTY_COMMAND,
    DIRTY_LINES,
    DIRTY_STAFFS,
    HANDED,
    NO_LINE,
    RAIL_SIDES,
    SOVIET_LINE,
    SUPPLY_SIDES,
    State,
)
from balance.games.army_group_south.vocabulary import AXIS, SOVIET, Feature, Terrain
from balance.kernel.compiled import inner
from balance.kernel.flood import Lines, Ways, spread_links

# Rows of ``supply_work``.
BARRED, LINKS, PARENT, QUEUE = range(4)
#: Hexes that may rest on a closed one before it is cheaper to trace all lines again.
_MOST_WITHDRAWN = 100


@inner
def line_limit(state: State, side: int) -> int:
    """Greatest distance that a line of supply has.

    Rule: army_group_south 12.11, 20.1, 20.2
    """
    if side != AXIS:
        return len(state.ground) - 1
    # Ruling: army_group_south 20.2 - the railroad hex counts, or neither end does.
    limit = state.rules.supply_german_hexes
    if state.rules.supply_count_rail_hex == 0:
        limit += 1
    return limit


@inner
def goes_on(state: State, row: int, h: int) -> bool:
    """Whether lines go on from a hex that they reach: from swamp none do, but those of a source.

    Rule: army_group_south 10.4, 12.11
    """
    return state.hexes[h].terrain != Terrain.SWAMP or state.supply[row, h] == 0


@inner
def note_bar(state: State, side: int, h: int, barred: bool) -> None:
    """Note whether a hex is closed to the lines of a side now, and correct them if that is new.

    Rule: army_group_south 8.25, 11.31, 12.1, 12.14, 20.1, 20.2
    """
    now = 1 if barred else 0
    if state.barred[side, h] == now or h == len(state.ground) - 1:
        return
    state.barred[side, h] = now
    if side == AXIS:
        if state.game.axis_supply_dirty == 0 and not _correct_axis(state, h, barred):
            state.game.axis_supply_dirty = 1
        return
    touched = _staffs_touched(state, h, barred)
    if touched != 0:
        state.staff_traces[DIRTY_STAFFS] |= touched
        state.game.soviet_supply_dirty |= DIRTY_COMMAND
    if state.game.soviet_supply_dirty & DIRTY_LINES == 0 and not _correct_soviet(state, h, barred):
        state.game.soviet_supply_dirty |= DIRTY_LINES


@inner
def _correct_axis(state: State, h: int, barred: bool) -> bool:
    """Correct the German lines for a hex that has opened or closed; False if that takes more."""
    if barred:
        return _close_line(state, AXIS_LINE, h, line_limit(state, AXIS))
    if _opens_railroad(state, h):
        return False
    _open_line(state, AXIS_LINE, h, line_limit(state, AXIS))
    return True


@inner
def _opens_railroad(state: State, h: int) -> bool:
    """Whether a hex that has opened may be a source now: by it a railroad leads to the map edge.

    Rule: army_group_south 12.12, 20.2
    """
    if state.hexes[h].features & Feature.RAIL_EXIT != 0:
        return True
    rails = np.int64(state.line_sides[RAIL_SIDES, h])
    # Where zones don't close railroads, they may come through unseen and open with the hex.
    if rails != 0 and state.rules.supply_zones_block_rails == 0:
        return True
    for d in range(6):
        if (rails >> d) & 1 != 0 and state.supply[AXIS_LINE, state.neighbour[h, d]] == 0:
            return True
    return False


@inner
def _correct_soviet(state: State, h: int, barred: bool) -> bool:
    """Correct the lines from the east edge likewise; False if that takes more."""
    if state.hexes[h].features & Feature.SOVIET_EDGE != 0:
        return False
    row = SOVIET_LINE
    if barred:
        return _close_line(state, row, h, line_limit(state, SOVIET))
    if _open_line(state, row, h, line_limit(state, SOVIET)):
        # Whoever was cut off may have a line again, headquarters among them.
        state.game.soviet_supply_dirty |= DIRTY_COMMAND
    return True


@inner
def _staffs_touched(state: State, h: int, barred: bool) -> int:
    """Headquarters that reach a hex, or one beside it if it has opened, as bits.

    Rule: army_group_south 11.31, 12.14
    """
    reach = state.staff_reach
    touched = reach[COMMUNICATION, h] | reach[HANDED, h]
    if not barred:
        for d in range(6):
            there = state.neighbour[h, d]
            touched |= reach[COMMUNICATION, there] | reach[HANDED, there]
    return touched


@inner
def _open_line(state: State, row: int, h: int, limit: int) -> bool:
    """Lead lines through a hex that has opened; whether a hex beside it had none before."""
    links, sides = state.supply[row], np.int64(state.line_sides[SUPPLY_SIDES, h])
    least = _least_beside(state, row, h)
    cut_off = False
    for d in range(6):
        there = state.neighbour[h, d]
        if (sides >> d) & 1 != 0:
            cut_off = cut_off or (links[there] == NO_LINE and state.barred[row, there] == 0)
    if least == NO_LINE or least + 1 > limit:
        return False
    links[h] = least + 1
    state.supply_work[QUEUE, 0] = h
    lines = Lines(state.neighbour, links, state.supply_work[QUEUE])
    ways = Ways(state.open_sides, state.barred[row], state.supply_work[PARENT])
    spread_links(lines, ways, limit, 1)
    return cut_off


@inner
def _close_line(state: State, row: int, h: int, limit: int) -> bool:
    """End the lines in a hex that has closed, and lead those that went on from it another way.

    False if it was a source, or if so many hexes rested on it that to trace all again is cheaper.
    """
    links, queue = state.supply[row], state.supply_work[QUEUE]
    if links[h] == NO_LINE:
        return True
    if links[h] == 0:
        return False
    # Step 1: whatever rested on that hex alone, and on what rested on it, loses its line.
    before = state.supply_work[LINKS]
    queue[0] = h
    before[h] = links[h]
    links[h] = NO_LINE
    head, count = 0, 1
    while head < count:
        here = queue[head]
        head += 1
        if state.hexes[here].terrain == Terrain.SWAMP:
            continue
        sides = np.int64(state.line_sides[SUPPLY_SIDES, here])
        for d in range(6):
            there = state.neighbour[here, d]
            if (sides >> d) & 1 == 0 or links[there] != before[here] + 1:
                continue
            if _least_beside(state, row, there) + 1 == links[there]:
                continue
            if count == _MOST_WITHDRAWN:
                return False
            before[there] = links[there]
            links[there] = NO_LINE
            queue[count] = there
            count += 1
    _lead_round(state, row, count, limit)
    return True


@inner
def _lead_round(state: State, row: int, count: int, limit: int) -> None:
    """Find lines again for the hexes in the queue that have lost theirs, but for the first one."""
    links, queue = state.supply[row], state.supply_work[QUEUE]
    if row == SOVIET_LINE and count > 1:
        # Headquarters may be cut off now.
        state.game.soviet_supply_dirty |= DIRTY_COMMAND
    shorter = count > 1
    while shorter:
        shorter = False
        for i in range(1, count):
            there = queue[i]
            step = _least_beside(state, row, there) + 1
            if step <= limit and step < links[there]:
                links[there] = step
                shorter = True


@inner
def _least_beside(state: State, row: int, h: int) -> int:
    """Length of the shortest line that goes on into a hex, without it; ``NO_LINE`` if none does."""
    links, sides = state.supply[row], np.int64(state.line_sides[SUPPLY_SIDES, h])
    least = NO_LINE
    for d in range(6):
        there = state.neighbour[h, d]
        if (sides >> d) & 1 != 0 and links[there] < least and goes_on(state, row, there):
            least = links[there]
    return least
