"""Supply: lines from the sources of a side, what lacks it, and isolation (11)."""

from __future__ import annotations

from balance.games.common.stacks import NO_BATTLE, eliminate_unit, in_enemy_zone, lose_step
from balance.games.common.state import MAX_SIDES, NO_LINE, State
from balance.games.common.tables import SideColumn, TerrainColumn
from balance.games.common.vocabulary import AXIS, EventKind, Feature, Status
from balance.games.log import record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules import supply_lines


@inner
def source_bit(side: int) -> int:
    """Feature bit of the sources of a side.

    Rule: common 11.1
    """
    return Feature.AXIS_SOURCE if side == AXIS else Feature.SOVIET_SOURCE


@inner
@replaceable
def bars_line(state: State, side: int, h: int) -> bool:
    """Whether a hex is closed to lines of a side: held by enemies, or in a zone without a friend.

    Rule: common 11.2
    """
    occupant = state.ground[h].occupant
    if occupant == 1 - side:
        return True
    zoned = state.rules.supply_zones_bar != 0 and in_enemy_zone(state, side, h)
    return zoned and occupant != side


@inner
def _step(state: State, h: int, d: int) -> int:
    """How a line from a source goes on over a side: along a road, off road, or not at all.

    Rule: common 11.2
    """
    there = state.neighbour[h, d]
    if there == len(state.ground) - 1:
        return supply_lines.CLOSED
    barred = state.terrain[state.hexes[there].terrain, TerrainColumn.LINE] == 0
    bits = state.hexside[h, d]
    for row in range(MAX_SIDES):
        if (bits >> row) & 1 == 0:
            continue
        if state.sides[row, SideColumn.ROAD] == 0:
            barred = barred or state.sides[row, SideColumn.LINE] == 0
        elif state.sides[row, SideColumn.LINE] != 0:
            return supply_lines.ROAD
    return supply_lines.CLOSED if barred else supply_lines.OFF_ROAD


@inner
def _is_source(state: State, side: int, h: int) -> bool:
    """Whether a hex is a source of supply of a side, now.

    Rule: common 11.1
    """
    if state.rules.supply_sources_held != 0 and state.ground[h].control != side:
        return False
    return state.hexes[h].features & source_bit(side) != 0


_LINES = supply_lines.LineRules(_is_source, bars_line, _step)


@entry
def trace_supply(state: State, side: int) -> None:
    """Fill ``State.supply`` for a side: off-road hexes of the best line from its sources.

    Rule: common 11.1, 11.2
    """
    supply_lines.trace_lines(state, _LINES, side, state.rules.supply_line_hexes)


@inner
@replaceable
def is_supplied(state: State, unit: int) -> bool:
    """Whether a unit is in supply when its side checks, lines being traced: it has one.

    Rule: common 11.3
    """
    return state.supply[state.units[unit].side, state.units[unit].hex] != NO_LINE


@inner
def check_supply(state: State, side: int) -> None:
    """Check the supply of a side's units, and what follows for those long without it.

    Rule: common 11.3, 11.4
    """
    trace_supply(state, side)
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.ON_MAP:
            continue
        if is_supplied(state, unit):
            counter.unsupplied = 0
            continue
        counter.unsupplied += 1
        record_event(state, EventKind.UNSUPPLIED, counter.hex, unit, counter.unsupplied)
        turns = state.rules.supply_isolation_turns
        if turns > 0 and counter.unsupplied >= turns:
            suffer_isolation(state, unit)


@inner
@replaceable
def suffer_isolation(state: State, unit: int) -> None:
    """Take a step, or the whole unit, from one long without supply.

    Rule: common 11.4
    """
    counter = state.units[unit]
    record_event(state, EventKind.ISOLATION_LOSS, counter.hex, unit, 0)
    lost = counter.steps if state.rules.supply_isolation_loss != 0 else 1
    if counter.side == AXIS:
        state.game.axis_isolation += lost
    else:
        state.game.soviet_isolation += lost
    if state.rules.supply_isolation_loss != 0:
        eliminate_unit(state, unit, NO_BATTLE)
    else:
        lose_step(state, unit, NO_BATTLE)
