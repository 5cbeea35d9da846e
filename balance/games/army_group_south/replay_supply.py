"""Supply for readers: who is supplied from where, by which lines (12, 20).

States looked at are copies: a headquarters' reach is traced anew on them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.army_group_south.state import (
    AXIS_LINE,
    NO_LINE,
    RAIL_SIDES,
    SOVIET_LINE,
    SUPPLY_BY_COMMAND,
    SUPPLY_SIDES,
    State,
)
from balance.games.army_group_south.supply import refresh_supply, trace_command
from balance.games.army_group_south.supply_changes import LINKS
from balance.games.army_group_south.vocabulary import AXIS, SOVIET, Feature, Side, Status, Terrain
from balance.games.replay_words import way_down
from balance.kernel.flood import Lines, spread_lines

#: What feeds each side from the edge of the map.
_EDGES = {Side.AXIS: Feature.RAIL_EXIT, Side.SOVIET: Feature.SOVIET_EDGE}
_LINES = {Side.AXIS: AXIS_LINE, Side.SOVIET: SOVIET_LINE}


def source_hexes(state: State, side: Side, *, working: bool) -> list[int]:
    """Hexes by the edge of the map that feed a side now, or that would if the enemy let them.

    Rule: army_group_south 12.1, 20.1, 20.2

    Railroads that lead off the map feed the Germans, the open east edge the Soviets.
    """
    refresh_supply(state, np.int64(side))
    edge = np.flatnonzero(state.hexes["features"][:-1] & int(_EDGES[side]))
    return edge[(state.supply[_LINES[side], edge] == 0) == working].tolist()


def supplied_hexes(state: State, side: Side) -> list[int]:
    """Hexes in which combat units of a side would be in supply.

    Rule: army_group_south 12.1, 12.14, 20.1, 20.2
    """
    refresh_supply(state, np.int64(side))
    if side == Side.AXIS:
        found = state.supply[AXIS_LINE] != NO_LINE
    else:
        found = (state.command & SUPPLY_BY_COMMAND) != 0
    return np.flatnonzero(found[:-1]).tolist()


def supply_lines(state: State) -> list[Any]:
    """A shortest line from each hex with supplied units: hex, directions to the source.

    Rule: army_group_south 12.1, 12.14, 20.1, 20.2

    Flat: hex, text of directions, hex ...; a line of no length is left out. German lines go on
    along the railroad, those of Soviet combat units end at their headquarters.
    """
    lines: list[Any] = []
    for h, way in [*_axis_lines(state), *_soviet_lines(state)]:
        lines += [h, way] if way else []
    return lines


def _held(state: State, side: Side) -> list[int]:
    return np.flatnonzero(state.ground["occupant"][:-1] == side).tolist()


def _axis_lines(state: State) -> list[tuple[int, str]]:
    """Ways to the railroad and on to the edge of the map."""
    refresh_supply(state, AXIS)
    links = state.supply[AXIS_LINE]
    sides = _open_sides(state, links)
    along = _rail_links(state, links)
    found = []
    for h in _held(state, Side.AXIS):
        if links[h] == NO_LINE:
            continue
        way = way_down(state.neighbour, links, sides, h)
        rest = way_down(state.neighbour, along, state.line_sides[RAIL_SIDES], _end(state, h, way))
        found.append((h, way + rest))
    return found


def _end(state: State, h: int, way: str) -> int:
    for direction in way:
        h = int(state.neighbour[h, int(direction)])
    return h


def _open_sides(state: State, links: np.ndarray) -> np.ndarray:
    """Sides by which a line goes on, seen from its source: none out of a swamp (12.11)."""
    swamp = (state.hexes["terrain"] == Terrain.SWAMP) & (links != 0)
    sides: np.ndarray = np.where(swamp, 0, state.line_sides[SUPPLY_SIDES])
    return sides


def _rail_links(state: State, links: np.ndarray) -> np.ndarray:
    """Hexes by rail to the edge of the map, for the railroad hexes that supply.

    Rule: army_group_south 20.2
    """
    # Below 0 no line may enter.
    along = np.where(links == 0, NO_LINE, -1).astype(np.int16)
    sources = source_hexes(state, Side.AXIS, working=True)
    along[sources] = 0
    queue = np.zeros(len(links), np.int16)
    queue[: len(sources)] = sources
    lines = Lines(state.neighbour, along, queue)
    spread_lines(lines, state.line_sides[RAIL_SIDES], np.int64(len(links)), np.int64(len(sources)))
    return along


def _soviet_lines(state: State) -> list[tuple[int, str]]:
    """Ways of headquarters to the edge, and of the other units to the nearest of those that supply.

    Rule: army_group_south 11.31, 12.14, 20.1
    """
    refresh_supply(state, SOVIET)
    edge = state.supply[SOVIET_LINE].copy()
    units = state.units
    staffs = np.flatnonzero((units["leadership"] > 0) & (units["status"] == Status.ON_MAP))
    fields = []
    for staff in staffs.tolist():
        if trace_command(state, np.int64(staff)):
            fields.append(state.supply_work[LINKS].copy())
    homes = {int(units[staff].hex) for staff in staffs.tolist()}
    found = [
        (h, way_down(state.neighbour, edge, _open_sides(state, edge), h))
        for h in homes
        if edge[h] != NO_LINE
    ]
    for h in _held(state, Side.SOVIET):
        if h not in homes and fields:
            links = min(fields, key=lambda field: int(field[h]))
            if links[h] != NO_LINE:
                found.append((h, way_down(state.neighbour, links, _open_sides(state, links), h)))
    return found
