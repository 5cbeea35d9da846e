"""Retreats after combat and overruns: the way, its price, and the way off the map (9.7, 19.6, 24).

A way is a row of directions. There are no more than 216 of three steps, so all are tried and the
best legal one is taken: what the rules prefer goes first, then the owner's standing order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from balance.games.army_group_south.control import enter_hex
from balance.games.army_group_south.costs import season_row
from balance.games.army_group_south.losses import disrupt, eliminate_unit, lose_step
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import check_stacking, in_enemy_zone, lift_unit
from balance.games.army_group_south.state import PROHIBITED, State
from balance.games.army_group_south.strength import ATTACKS, GUEST, IDLE, RETREATS, WITHDRAWN_ALONE
from balance.games.army_group_south.vocabulary import EventKind, Hexside, Side, Status
from balance.games.log import NO_UNIT, NO_VALUE, record_event
from balance.kernel.compiled import entry, inner
from balance.rules.losses import steps_of
from balance.rules.rows import hexes_apart
from balance.rules.stacking import holds_any
from balance.rules.trace import TraceKind, record_trace

#: Rows of ``state.work`` that hold the ground as the battle began (9.77): hexes that the defenders
#: controlled, hexes that they held.
ZONES_THEN, HELD_THEN = 13, 14
#: Row of ``state.work`` with 1 for hexes of the battle that a headquarters left by 11.23.
NOT_FOLLOWED = 15
#: Choice of ``retreat.off_map``: only units that can't pay in steps and live.
_FORCED = 0
#: No legal way.
NO_WAY = -1
#: Prices of what the rules would rather not see, each above any sum of the next.
_OFF_MAP, _RIVER, _ZONE, _FRIEND = 1 << 50, 1 << 42, 1 << 34, 1 << 26
_HALF_FRIEND = 1 << 22
_ILLEGAL = np.int64(1 << 60)
_HALF = np.int64(1 << 16)


class Retreat(NamedTuple):
    """Who goes back how far, or pays as many steps."""

    part: int  # ATTACKS or DEFENDS
    hexes: int
    overrun: int  # COMBAT or OVERRUN


@inner
def remember_ground(state: State, defender: int) -> None:
    """Note what the defenders hold and control before a battle.

    Rule: army_group_south 9.77, 11.23
    """
    for h in range(len(state.ground)):
        state.work[NOT_FOLLOWED, h] = 0
        state.work[ZONES_THEN, h] = state.zones[defender, h]
        state.work[HELD_THEN, h] = 1 if state.ground[h].occupant == defender else 0


@inner
def _holds_friends(state: State, side: int, h: int) -> bool:
    """Whether a unit of a side stands in a hex that isn't on the same retreat.

    Rule: army_group_south 8.25, 9.75

    Those who retreat together move at once: none finds another of them already there.
    """
    return state.ground[h].occupant == side and holds_any(state, h, _stays)


@inner
def _stays(state: State, unit: int) -> bool:
    return state.units[unit].fighting != RETREATS


@inner
def _step_price(state: State, unit: int, start: int, d: int, attacking: int, leaves: bool) -> int:
    """What the rules hold against one step of a retreat; ``_ILLEGAL`` if they forbid it.

    Rule: army_group_south 8.25, 9.71, 9.74, 9.75, 9.77, 9.78, 10.16, 19.41, 19.6, 24.0
    """
    counter = state.units[unit]
    side = counter.side
    h = state.neighbour[start, d]
    if h == len(state.ground) - 1:
        return _OFF_MAP if leaves else _ILLEGAL
    if state.cost[season_row(state, unit), start, d] == PROHIBITED:
        return _ILLEGAL
    ground = state.ground[h]
    if ground.occupant == 1 - side or (attacking != 0 and state.work[HELD_THEN, h] != 0):
        return _ILLEGAL
    price = 0
    if ground.occupant == side and check_stacking(state, unit, h) != Refusal.OK:
        return _ILLEGAL
    if _holds_friends(state, side, h):
        price += _FRIEND
    elif costs_step(state, unit, h, attacking):
        if side == Side.SOVIET:
            return _ILLEGAL
        # Ruling: army_group_south 9.74 - Germans prefer friendly hexes to vacant zones, or not.
        price += _ZONE if state.rules.retreat_german_order == 0 else _HALF_FRIEND
    if state.hexside[start, d] & Hexside.MAJOR_RIVER != 0:
        price += _RIVER
    return price


@inner
def costs_step(state: State, unit: int, h: int, attacking: int) -> bool:
    """Whether a hex without friends lies in an enemy zone for a retreating unit.

    Rule: army_group_south 8.25, 9.71, 9.77, 19.6
    """
    side = state.units[unit].side
    if _holds_friends(state, side, h):
        return False
    return state.zones[1 - side, h] > 0 or (attacking != 0 and state.work[ZONES_THEN, h] > 0)


@inner
def _loses_in(state: State, unit: int, h: int, retreat: Retreat) -> bool:
    """Whether a retreating unit pays for entering a hex with steps.

    Rule: army_group_south 8.25, 19.6
    """
    # Ruling: army_group_south 19.6 - it names combat; overruns are read alike, or not.
    if retreat.overrun != 0 and state.rules.overrun_zone_losses == 0:
        return False
    if costs_step(state, unit, h, _attacks(retreat)):
        return True
    # Ruling: army_group_south 8.25 - a friend in the hex lifts the loss, or doesn't.
    if state.rules.retreat_friend_lifts_zone_loss != 0:
        return False
    side = state.units[unit].side
    return side == Side.AXIS and in_enemy_zone(state, side, h)


@inner
def _attacks(retreat: Retreat) -> int:
    return 1 if retreat.part == ATTACKS else 0


@inner
def _may_leave_map(state: State, retreat: Retreat) -> bool:
    """Whether units may retreat off the map if nothing else is legal.

    Rule: army_group_south 9.71, 24.0
    """
    # Ruling: army_group_south 24.0 - who is driven off by an overrun may return, or is lost.
    if retreat.overrun != 0 and state.rules.overrun_retreat_off_map == 0:
        return False
    # Ruling: army_group_south 24.0 - who can pay in steps and live isn't forced off, or may go.
    return state.rules.retreat_off_map != _FORCED or steps_of(state, retreat.part) <= retreat.hexes


@entry
def find_retreat(state: State, unit: int, hexes: int, attacking: int, leaves: bool) -> int:
    """Find the way a unit retreats by: base-6 number of its directions, first step lowest.

    Rule: army_group_south 9.72, 9.73, 9.74, 9.78, 19.41, 19.6, 24.0

    Off the map only where nothing else is legal, and only if it ``leaves`` then. Returns ``NO_WAY``
    if no way is.
    """
    start = state.units[unit].hex
    side = state.units[unit].side
    best, least = NO_WAY, _ILLEGAL
    for way in range(6**hexes):
        here, rest, price = start, way, 0
        for step in range(1, hexes + 1):
            d = rest % 6
            rest //= 6
            price += _step_price(state, unit, here, d, attacking, leaves)
            if price >= _OFF_MAP:
                break
            here = state.neighbour[here, d]
            away = hexes_apart(state, here, start)
            # Ruling: army_group_south 9.73 - a retreat ends at its full distance, or may double
            # back as long as it doesn't end where it began.
            if away != step and (away == 0 or state.rules.retreat_exact_distance != 0):
                price = _ILLEGAL
                break
        if price < _OFF_MAP:
            price += _HALF - state.retreat_value[side, here]
        if price < least:
            best, least = way, price
    return best


@inner
def is_anyone_trapped(state: State, retreat: Retreat) -> bool:
    """Whether a retreat would cost one of the units playing a part in the battle.

    Rule: army_group_south 9.71, 9.74
    """
    leaves = _may_leave_map(state, retreat)
    for unit in range(len(state.units)):
        if state.units[unit].fighting == retreat.part:
            if find_retreat(state, unit, retreat.hexes, _attacks(retreat), leaves) == NO_WAY:
                return True
    return False


@inner
def steps_lost_retreating(state: State, retreat: Retreat) -> int:
    """Steps that a retreat would cost the units playing a part in the battle.

    Rule: army_group_south 8.25, 9.71, 9.74, 9.75, 19.6
    """
    leaves = _may_leave_map(state, retreat)
    lost = 0
    for unit in range(len(state.units)):
        if state.units[unit].fighting != retreat.part:
            continue
        way = find_retreat(state, unit, retreat.hexes, _attacks(retreat), leaves)
        if way == NO_WAY:
            lost += state.units[unit].steps
        else:
            lost += _steps_lost(state, unit, way, retreat)
    return lost


@inner
def _steps_lost(state: State, unit: int, way: int, retreat: Retreat) -> int:
    """Steps that a unit would lose in enemy zones on its way.

    Rule: army_group_south 8.25, 19.6
    """
    lost = 0
    h = state.units[unit].hex
    for _ in range(retreat.hexes):
        h = state.neighbour[h, way % 6]
        way //= 6
        if h == len(state.ground) - 1:
            break
        if _loses_in(state, unit, h, retreat):
            lost += state.rules.retreat_zone_steps
    return min(lost, state.units[unit].steps)


@inner
def retreat_units(state: State, retreat: Retreat, battle: int) -> int:
    """Retreat all units playing a part in the battle; return how many got away.

    Rule: army_group_south 6.31, 9.7, 9.73, 9.75, 11.36

    Those whom their owner would lose last choose first. Units without a legal way are eliminated.
    All move at once: who goes first is no friend to the others yet.
    """
    gone = 0
    leaves = _may_leave_map(state, retreat)
    for _ in range(len(state.units)):
        unit = NO_UNIT
        for other in range(len(state.units)):
            if state.units[other].fighting != retreat.part:
                continue
            if unit < 0 or state.units[other].loss_priority > state.units[unit].loss_priority:
                unit = other
        if unit < 0:
            break
        way = find_retreat(state, unit, retreat.hexes, _attacks(retreat), leaves)
        if way == NO_WAY:
            eliminate_unit(state, unit, battle)
            continue
        _go(state, unit, way, retreat, battle)
        if state.units[unit].status != Status.ELIMINATED:
            gone += 1
        if retreat.overrun != 0 and retreat.part != ATTACKS:
            disrupt(state, unit, battle)
    for other in range(len(state.units)):
        if state.units[other].fighting == RETREATS:
            state.units[other].fighting = IDLE
    return gone


@inner
def _go(state: State, unit: int, way: int, retreat: Retreat, battle: int) -> None:
    """Take a unit along its way, paying steps in enemy zones.

    Rule: army_group_south 9.76, 9.81, 19.6
    """
    counter = state.units[unit]
    counter.fighting = RETREATS
    trail = _open_trail(state, counter.hex)
    record_trace(state, TraceKind.RETREATS, unit, counter.hex)
    joins = False
    for step in range(1, retreat.hexes + 1):
        start = counter.hex
        h = state.neighbour[start, way % 6]
        way //= 6
        if h == len(state.ground) - 1:
            _leave_map(state, unit, start)
            return
        joins = _holds_friends(state, counter.side, h)
        losing = _loses_in(state, unit, h, retreat)
        enter_hex(state, unit, h)
        state.trails[trail, step] = h
        if losing:
            for _ in range(state.rules.retreat_zone_steps):
                if counter.status == Status.ON_MAP:
                    lose_step(state, unit, battle)
        if counter.status != Status.ON_MAP:
            return
    if retreat.overrun == 0:
        counter.retreated = GUEST if joins else WITHDRAWN_ALONE


@inner
def _open_trail(state: State, h: int) -> int:
    """Begin to record a path of retreat and return its number; the last one serves once all do.

    Rule: army_group_south 9.81
    """
    trail = min(state.game.trail_count, len(state.trails) - 1)
    state.game.trail_count = trail + 1
    state.trails[trail, 0] = h
    for step in range(1, state.trails.shape[1]):
        state.trails[trail, step] = -1
    return trail


@inner
def _leave_map(state: State, unit: int, h: int) -> None:
    """Take a unit off the map that has no other way; it may come back.

    Rule: army_group_south 6.33, 24.0, 24.1

    A disrupted one stays so there until its owner's next Disruption Removal Phase.
    """
    counter = state.units[unit]
    lift_unit(state, unit)
    counter.status = Status.RETREATED_OFF
    counter.exit_hex = h
    counter.off_turn = state.game.game_turn
    record_event(state, EventKind.FORCED_OFF, h, unit, NO_VALUE)
