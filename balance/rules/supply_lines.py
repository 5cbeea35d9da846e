"""Lines of supply: from the sources of a side along roads, and so many hexes off them.

``supply[side]`` of the state gets, for each hex, the off-road hexes of the best line from a source.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from balance.kernel.compiled import inner

#: Value of ``supply`` where no line of legal length ends.
NO_LINE = 999
#: How a line goes on over a side: not at all, along a road, off road.
CLOSED, ROAD, OFF_ROAD = range(3)
# Rows of ``State.work`` that a trace uses: hexes of this number of off-road hexes, and of one more.
_NOW, _LATER = 8, 9
# Value of hexes closed to lines while a trace runs: nearer than any other, so none leads there.
_BARRED = -1


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
    """Fill ``supply[side]``, from sources by lines of at most ``most`` off-road hexes."""
    links, now, count = state.supply[side], state.work[_NOW], 0
    off_map = len(links) - 1
    for h in range(off_map):
        links[h] = NO_LINE
        if rules.bars(state, side, h):
            links[h] = _BARRED
        elif rules.is_source(state, side, h):
            links[h] = 0
            now[count] = h
            count += 1
    links[off_map] = _BARRED
    _spread(state, rules, side, most, 0, count)
    _open_barred(links)


@inner
def extend_lines(state: Any, rules: LineRules, side: int, most: int, starts: np.ndarray) -> None:
    """Bring ``supply[side]`` up to date where ways have opened from some hexes, and none closed."""
    links, off_map = state.supply[side], len(state.ground) - 1
    for h in range(off_map):
        links[h] = _BARRED if rules.bars(state, side, h) else links[h]
    links[off_map] = _BARRED
    for start in starts:
        level = int(links[start])
        if level != _BARRED:
            state.work[_NOW, 0] = start
            _spread(state, rules, side, most, level, 1)
    _open_barred(links)


@inner
def _spread(state: Any, rules: LineRules, side: int, most: int, level: int, count: int) -> None:
    """Draw lines on from hexes of a level, ``count`` of them, past none that is marked as barred.

    A flood in layers of off-road hexes: a road adds none.
    """
    links, neighbour = state.supply[side], state.neighbour
    now, later = state.work[_NOW], state.work[_LATER]
    while level <= most and count > 0:
        more, head = 0, 0
        while head < count:
            # Unsigned indices for speed: see ``kernel/fields``.
            here = np.uint32(now[np.uint32(head)])
            head += 1
            if links[here] != level:
                continue
            for d in range(np.uint32(6)):
                there = np.uint32(neighbour[here, d])
                known = int(links[there])
                if known <= level:
                    continue
                step = rules.step(state, here, d)
                if step == ROAD:
                    links[there] = level
                    now[np.uint32(count)] = there
                    count += 1
                elif step == OFF_ROAD and level < most and known > level + 1:
                    links[there] = level + 1
                    later[np.uint32(more)] = there
                    more += 1
        now, later = later, now
        count = more
        level += 1


@inner
def _open_barred(links: np.ndarray) -> None:
    """Say of the hexes that are marked as barred that no line comes to them."""
    for h in range(len(links)):
        links[h] = NO_LINE if links[h] == _BARRED else links[h]
