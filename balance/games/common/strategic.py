"""Strategic movement: units ride along lines far behind the front (5.7, 5.8)."""

from __future__ import annotations

import numpy as np

from balance.games.common.control import follow_path
from balance.games.common.march import close_hexes, end_march, phase_kind
from balance.games.common.newcomers import points_on_entry
from balance.games.common.refusals import Refusal
from balance.games.common.stacks import has_room, in_enemy_zone
from balance.games.common.state import MAX_SIDES, PROHIBITED, State
from balance.games.common.tables import SideColumn
from balance.games.common.vocabulary import AXIS, EventKind, PhaseKind
from balance.games.log import record_event
from balance.games.moves import NOT_MOVED
from balance.games.searches import BEST, BLOCKED, CAME, PATH, lay_path
from balance.kernel.compiled import entry, inner
from balance.kernel.reach import CLOSED, OPEN, UNREACHED, Mover, Search, find_reach
from balance.kernel.replaceable import replaceable
from balance.rules.orders import check_actor
from balance.rules.stacking import stacks_beside
from balance.rules.trace import TraceKind, record_trace

#: Steps that a unit may always go: none.
_NONE = 0


@inner
def rides_left(state: State, side: int) -> int:
    """Units that a side may still move strategically in this game turn.

    Rule: common 5.8
    """
    game, rules = state.game, state.rules
    if side == AXIS:
        return rules.strategic_axis_units - game.axis_capacity_lost - game.axis_rides
    return rules.strategic_soviet_units - game.soviet_capacity_lost - game.soviet_rides


@inner
def lose_capacity(state: State, side: int) -> None:
    """Have a side move a unit less by lines from now on, if it has a capacity left to lose.

    Rule: common 5.8
    """
    game, rules = state.game, state.rules
    if side == AXIS and game.axis_capacity_lost < rules.strategic_axis_units:
        game.axis_capacity_lost += 1
    if side != AXIS and game.soviet_capacity_lost < rules.strategic_soviet_units:
        game.soviet_capacity_lost += 1


@inner
@replaceable
def may_ride(state: State, unit: int) -> bool:
    """Whether a unit may move strategically at all: any that is in supply.

    Rule: common 5.7
    """
    return state.units[unit].unsupplied == 0


@inner
def _lines(state: State) -> int:
    """Bits of the features of hexsides that lines for strategic movement lead along.

    Rule: common 5.7
    """
    bits = 0
    for row in range(MAX_SIDES):
        if state.sides[row, SideColumn.STRATEGIC] != 0:
            bits |= 1 << row
    return bits


@inner
def _is_on_line(state: State, h: int) -> bool:
    """Whether a line for strategic movement leads out of a hex at all.

    Rule: common 5.7
    """
    lines = _lines(state)
    for d in range(6):
        if state.hexside[h, d] & lines != 0:
            return True
    return False


@inner
def _is_open(state: State, side: int, h: int) -> bool:
    """Whether a side may ride through a hex: its own, and in no enemy zone.

    Rule: common 5.7
    """
    ground = state.ground[h]
    return ground.control == side and ground.occupant != 1 - side and not _is_near(state, side, h)


@inner
def _is_near(state: State, side: int, h: int) -> bool:
    """Whether enemies stand beside a hex, with a zone or without.

    Rule: common 5.7
    """
    return in_enemy_zone(state, side, h) or stacks_beside(state, 1 - side, h) > 0


@inner
def _is_fresh(state: State, unit: int) -> bool:
    """Whether a unit has not marched in this phase: it may have entered the map in it.

    Rule: common 5.7, 12.2
    """
    counter = state.units[unit]
    if counter.moved == NOT_MOVED:
        return True
    came = counter.start_hex == len(state.ground) - 1
    return came and counter.mp_left == points_on_entry(state, unit, counter.hex)


@inner
def check_rider(state: State, unit: int) -> int:
    """Say whether a unit may move strategically now, to wherever a line leads: a ``Refusal``.

    Rule: common 5.7, 5.8
    """
    refusal = check_actor(state, unit, phase_kind(state) == PhaseKind.MOVEMENT)
    if refusal != Refusal.OK:
        return refusal
    side, h = state.units[unit].side, state.units[unit].hex
    if rides_left(state, side) <= 0:
        return Refusal.NO_CAPACITY
    if not _is_fresh(state, unit):
        return Refusal.MOVE_FINISHED
    if _is_near(state, side, h) or not may_ride(state, unit):
        return Refusal.MAY_NOT_RIDE
    return Refusal.OK if _is_on_line(state, h) else Refusal.NO_LINE_LEADS


@inner
def find_rides(state: State, unit: int) -> int:
    """Find the hexes that lines take a unit to; return how many, its own included.

    Rule: common 5.7

    ``BEST`` has the hexes that it could ride on from there, ``UNREACHED`` where no line leads.
    """
    side, h = state.units[unit].side, state.units[unit].hex
    work, lines = state.work, _lines(state)
    cost = np.full((len(state.ground), 6), PROHIBITED, np.uint16)
    work[BLOCKED, :] = CLOSED
    for here in range(len(state.ground) - 1):
        has_line = False
        for d in range(6):
            if state.hexside[here, d] & lines != 0:
                cost[here, d] = 1
                has_line = True
        if has_line and _is_open(state, side, here):
            work[BLOCKED, here] = OPEN
    papers = Search(state.neighbour, cost, work[BLOCKED], work[BEST], work[CAME], state.waiting)
    found = find_reach(papers, Mover(h, np.int64(state.rules.strategic_hexes), _NONE))
    close_hexes(state, unit, work[BEST])
    return found


@inner
def check_ride(state: State, unit: int, destination: int) -> int:
    """Say whether a unit may move strategically to a hex now: a ``Refusal``. Leaves the ways.

    Rule: common 3.1, 5.7, 5.8
    """
    refusal = check_rider(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if destination < 0 or destination >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    if destination == state.units[unit].hex:
        return Refusal.SAME_HEX
    find_rides(state, unit)
    if state.work[BEST, destination] == UNREACHED:
        return Refusal.NO_LINE_LEADS
    return Refusal.OK if has_room(state, unit, destination) else Refusal.STACK_FULL


@entry
def ride_unit(state: State, unit: int, destination: int) -> int:
    """Move a unit strategically, or say why not: a ``Refusal``. It does no more in the phase.

    Rule: common 5.7, 5.8
    """
    refusal = check_ride(state, unit, destination)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    length = lay_path(state, counter.hex, destination)
    record_trace(state, TraceKind.RIDES, unit, destination)
    follow_path(state, unit, state.work[PATH], length)
    end_march(state, unit, 0)
    record_event(state, EventKind.RODE, destination, unit, length)
    if counter.side == AXIS:
        state.game.axis_rides += 1
    else:
        state.game.soviet_rides += 1
    return refusal
