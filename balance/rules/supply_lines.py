"""Lines of supply: from the sources of a side along roads, and so many hexes off them.

``supply[side]`` of the state gets, for each hex, the off-road hexes of the best line from a source.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from balance.kernel.compiled import inner

#: Value of ``supply`` where no line of legal length ends.
NO_LINE = 999
#: How a line goes on over a side: not at all, along a road, off road.
CLOSED, ROAD, OFF_ROAD = range(3)
# Rows of ``State.work`` that a trace uses: hexes of this number of off-road hexes, and of one more;
# and whether a hex is closed to lines.
_NOW, _LATER, _BARRED = 8, 9, 10


class LineRules(NamedTuple):
    """Where lines begin and how they run in a game."""

    #: (state, side, h) -> whether a side has a source of supply in a hex, enemies apart.
    is_source: Any
    #: (state, side, h) -> whether a hex is closed to lines of a side.
    bars: Any
    #: (state, h, d) -> how a line from a source goes on over a side of a hex that it has come to.
    step: Any


@inner
def trace_lines(state: Any, rules: LineRules, side: int, most: int) -> None:
    """Fill ``supply[side]``, from sources by lines of at most ``most`` off-road hexes.

    A flood in layers of off-road hexes: a road adds none.
    """
    links, barred = state.supply[side], state.work[_BARRED]
    now, later, count = _NOW, _LATER, 0
    for h in range(len(state.ground) - 1):
        links[h] = NO_LINE
        barred[h] = 1 if rules.bars(state, side, h) else 0
        if barred[h] == 0 and rules.is_source(state, side, h):
            links[h] = 0
            state.work[now, count] = h
            count += 1
    links[len(links) - 1] = NO_LINE
    barred[len(links) - 1] = 1
    for level in range(most + 1):
        more, head = 0, 0
        while head < count:
            h = state.work[now, head]
            head += 1
            if links[h] != level:
                continue
            for d in range(6):
                there = state.neighbour[h, d]
                if links[there] <= level or barred[there] != 0:
                    continue
                step = rules.step(state, h, d)
                if step == ROAD:
                    links[there] = level
                    state.work[now, count] = there
                    count += 1
                elif step == OFF_ROAD and level < most and links[there] > level + 1:
                    links[there] = level + 1
                    state.work[later, more] = there
                    more += 1
        now, later = later, now
        count = more
