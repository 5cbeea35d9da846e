"""Advance after combat: who follows the beaten side, and how far (9.8)."""

from __future__ import annotations

from balance.games.army_group_south.control import enter_hex
from balance.games.army_group_south.costs import season_row
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.retreat import NOT_FOLLOWED
from balance.games.army_group_south.stacks import check_stacking, in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import PROHIBITED, State
from balance.games.army_group_south.vocabulary import Hexside, Policy, Side
from balance.kernel.compiled import inner
from balance.kernel.hexes import direction_to
from balance.kernel.replaceable import replaceable
from balance.rules.trace import TraceKind, record_trace

_NOWHERE = -1


@inner
@replaceable
def may_stop_in(state: State, unit: int, h: int) -> bool:
    """Whether an advancing unit may end in a hex.

    Rule: army_group_south 7.0, 11.23, 11.36
    """
    counter = state.units[unit]
    side = counter.side
    if state.ground[h].occupant == 1 - side or check_stacking(state, unit, h) != Refusal.OK:
        return False
    if is_headquarters(state, unit) and in_enemy_zone(state, side, h):
        return state.ground[h].stack > 0
    return True


@inner
def _must_stop_in(state: State, unit: int, h: int) -> bool:
    """Whether an advancing unit goes no farther than a hex: Soviet units stop in German zones.

    Rule: army_group_south 9.82
    """
    counter = state.units[unit]
    return counter.side == Side.SOVIET and in_enemy_zone(state, counter.side, h)


@inner
def _better(state: State, unit: int, h: int, best: int) -> int:
    """The hex its owner's standing order prefers of two; the second may be ``_NOWHERE``."""
    side = state.units[unit].side
    if not may_stop_in(state, unit, h):
        return best
    if best == _NOWHERE or state.advance_value[side, h] > state.advance_value[side, best]:
        return h
    return best


@inner
def _follow_trails(state: State, unit: int, origin: int, most: int, best: int) -> int:
    """The best hex along the paths of retreat out of an emptied hex.

    Rule: army_group_south 9.81, 9.82, 9.85, 10.13
    """
    for trail in range(state.game.trail_count):
        if state.trails[trail, 0] != origin:
            continue
        length = 0
        for step in range(1, state.trails.shape[1]):
            if state.trails[trail, step] >= 0:
                length = step
        # As many hexes as the enemy went back, the hex he left being the first.
        for step in range(1, min(length, most)):
            h = state.trails[trail, step]
            if state.ground[h].occupant == 1 - state.units[unit].side:
                break
            best = _better(state, unit, h, best)
            if _must_stop_in(state, unit, h):
                break
    return best


@inner
def _step_beyond(state: State, unit: int, origin: int, best: int) -> int:
    """The best hex beside an emptied one, for all who were in it are dead.

    Rule: army_group_south 9.84, 10.13, 10.16
    """
    side = state.units[unit].side
    for d in range(6):
        h = state.neighbour[origin, d]
        if h == len(state.ground) - 1:
            continue
        if state.cost[season_row(state, unit), origin, d] == PROHIBITED:
            continue
        if state.hexside[origin, d] & Hexside.MAJOR_RIVER != 0 and in_enemy_zone(state, side, h):
            continue
        best = _better(state, unit, h, best)
    return best


@inner
def _has_trail(state: State, origin: int) -> bool:
    """Whether a unit of the beaten side got out of a hex alive or on its way."""
    for trail in range(state.game.trail_count):
        if state.trails[trail, 0] == origin:
            return True
    return False


@inner
def advance_unit(state: State, unit: int, origin: int) -> bool:
    """Advance a unit into an adjacent emptied hex or beyond it, by its owner's standing order.

    Rule: army_group_south 9.8, 9.81, 9.82, 9.83, 9.84, 9.85, 11.23

    Returns whether there was a hex for it.
    """
    side, rules = state.units[unit].side, state.rules
    allowed = rules.restriction_advances_axis
    if side == Side.SOVIET:
        allowed = rules.restriction_advances_soviet
    if allowed == 0 or state.work[NOT_FOLLOWED, origin] != 0:
        return False
    d = direction_to(state.neighbour, state.units[unit].hex, origin)
    if d < 0 or state.cost[season_row(state, unit), state.units[unit].hex, d] == PROHIBITED:
        return False
    most = state.policy[side, Policy.ADVANCE_HEXES]
    best = _better(state, unit, origin, _NOWHERE)
    if most > 1 and not _must_stop_in(state, unit, origin):
        if _has_trail(state, origin):
            best = _follow_trails(state, unit, origin, most, best)
        elif state.rules.advance_after_elimination > 1:
            best = _step_beyond(state, unit, origin, best)
    if best == _NOWHERE:
        return False
    record_trace(state, TraceKind.ADVANCES, unit, best)
    if best != origin:
        # It passes the emptied hex and takes it.
        enter_hex(state, unit, origin)
        for trail in range(state.game.trail_count):
            _pass_trail(state, unit, trail, origin, best)
    enter_hex(state, unit, best)
    return True


@inner
def _pass_trail(state: State, unit: int, trail: int, origin: int, goal: int) -> None:
    """Take a unit over the hexes between an emptied hex and one on a path of retreat from it."""
    if state.trails[trail, 0] != origin or state.units[unit].hex != origin:
        return
    for step in range(1, state.trails.shape[1]):
        if state.trails[trail, step] == goal:
            for before in range(1, step):
                enter_hex(state, unit, state.trails[trail, before])
            return
