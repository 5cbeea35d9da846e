"""Bridges over Don and Volga: blown, struck and built (17)."""

from __future__ import annotations

from balance.games.log import record_event
from balance.games.stalingrad_1942.costs import flip_bridge, has_bridge, is_large_river, set_side
from balance.games.stalingrad_1942.movement import check_movement_phase, check_own_unit, points_left
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import (
    in_enemy_zone,
    is_bound,
    is_frozen,
    is_gun,
    is_headquarters,
)
from balance.games.stalingrad_1942.state import MAX_BRIDGES, PART, State
from balance.games.stalingrad_1942.vocabulary import EventKind, Forbidden, Purpose, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import opposite
from balance.rules.rolls import roll

_DIE = 6


@inner
def find_bridge(state: State, h: int, d: int) -> int:
    """Row of the bridge, standing or destroyed, over a side; -1 if there never was one.

    Rule: stalingrad_1942 17.1a
    """
    there = state.neighbour[h, d]
    for b in range(state.game.bridge_count):
        bridge = state.bridges[b]
        if bridge.hex == h and bridge.direction == d:
            return b
        if bridge.hex == there and bridge.direction == opposite(d):
            return b
    return -1


@inner
def _set_bridge(state: State, b: int, intact: int) -> None:
    """Open a bridge or close it; what it means to cross follows.

    Rule: stalingrad_1942 17.1, 17.3a
    """
    bridge = state.bridges[b]
    h, d = bridge.hex, bridge.direction
    bridge.intact = intact
    if has_bridge(state, h, d) != (intact != 0):
        flip_bridge(state, h, d)
    set_side(state, h, d)


@entry
def add_bridge(state: State, h: int, d: int, intact: int) -> None:
    """Put a bridge on the map, in use or destroyed.

    Rule: stalingrad_1942 17.3b, S1h, S2f, S3g
    """
    b = find_bridge(state, h, d)
    if b < 0:
        b = state.game.bridge_count
        state.game.bridge_count += 1
        state.bridges[b].hex = h
        state.bridges[b].direction = d
    _set_bridge(state, b, intact)


@inner
def _destroy(state: State, h: int, d: int, unit: int, by_fire: int) -> None:
    record_event(state, EventKind.BRIDGE_DESTROYED, h, unit, by_fire)
    _set_bridge(state, find_bridge(state, h, d), 0)


# --- blown by its holders


@inner
def _payer(state: State, h: int) -> int:
    """A unit of the phasing side in a hex that can pay for a demolition, the one with most points.

    Rule: stalingrad_1942 16.12a, 17.1, 21.12a, S2i, S2j

    Ruling: stalingrad_1942 17.1a - combat units other than headquarters and guns hold an end.
    In a pause it is one that has moved, if there is any: others are to be spared.
    """
    price = PART * state.rules.bridges_demolition_cost
    best, most = -1, price - 1
    if state.ground[h].occupant != state.game.side:
        return best
    unit = state.ground[h].first
    while unit >= 0:
        holds = not is_headquarters(state, unit) and not is_gun(state, unit)
        # To spend points is to move (17.1b), which not all armies may on the first turn, and none
        # under Stalin's Breath.
        if holds and not is_frozen(state, unit) and not is_bound(state, unit):
            left = points_left(state, unit)
            if state.game.pause != 0 and state.units[unit].moved != 0 and left >= price:
                return unit
            if left > most:
                best, most = unit, left
        unit = state.units[unit].next
    return best


@inner
def _pay(state: State, unit: int) -> None:
    """Take the points of a demolition from a unit.

    Rule: stalingrad_1942 17.1b, 21.12a

    Ruling: stalingrad_1942 17.1b - points spent are spent on movement: it hasn't stood still.
    """
    counter = state.units[unit]
    counter.mp_left = points_left(state, unit) - PART * state.rules.bridges_demolition_cost
    if counter.moved == 0:
        counter.moved = 1
        state.game.pause_moves += state.game.pause


@entry
def check_blow_bridge(state: State, h: int, d: int) -> int:
    """Say whether the phasing side may blow the bridge over a side of a hex: a ``Refusal``.

    Rule: stalingrad_1942 16.12a, 17.1, 21.12a

    Ruling: stalingrad_1942 21.12a - who pays in a pause is one of those that may move.
    """
    refusal = check_movement_phase(state)
    if refusal != Refusal.OK:
        return refusal
    if h < 0 or h >= len(state.ground) - 1 or d < 0 or d > 5:
        return Refusal.NO_SUCH_HEX
    if state.forbidden[state.game.side, Forbidden.DEMOLITIONS] != 0:
        return Refusal.FORBIDDEN
    if not has_bridge(state, h, d):
        return Refusal.NO_BRIDGE
    near, far = _payer(state, h), _payer(state, state.neighbour[h, d])
    if near < 0 or far < 0:
        return Refusal.NOT_BOTH_ENDS
    if state.game.pause != 0:
        moves = state.game.pause_moves
        for unit in (near, far):
            moves += 1 if state.units[unit].moved == 0 else 0
        if moves > state.rules.sequence_pause_units:
            return Refusal.PAUSE_USED_UP
    return Refusal.OK


@entry
def blow_bridge(state: State, h: int, d: int) -> int:
    """Blow a bridge, for a point of a unit on each end, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 17.1
    """
    refusal = check_blow_bridge(state, h, d)
    if refusal != Refusal.OK:
        return refusal
    _pay(state, _payer(state, h))
    _pay(state, _payer(state, state.neighbour[h, d]))
    _destroy(state, h, d, -1, 0)
    return refusal


# --- struck from afar


@inner
def strike_bridge(state: State, h: int, d: int, key: int) -> bool:
    """Roll for one unit that fires at a bridge; whether it is destroyed.

    Rule: stalingrad_1942 17.2

    key : what addresses the dice, the unit that fires; of air units a number behind all units
    """
    total = 0
    for nth in range(2):
        total += roll(state, _DIE, Purpose.BRIDGE_STRIKE, key, nth)
    if total >= state.rules.bridges_strike_below:
        return False
    _destroy(state, h, d, -1, 1)
    return True


# --- built by headquarters


@inner
def _check_site(state: State, side: int, h: int, d: int) -> int:
    """Say whether a side may build a bridge over a side of a hex: a ``Refusal``.

    Rule: stalingrad_1942 17.3, 17.4
    """
    if d < 0 or d > 5 or not is_large_river(state, h, d):
        return Refusal.NO_LARGE_RIVER
    if has_bridge(state, h, d):
        return Refusal.BRIDGE_STANDS
    there = state.neighbour[h, d]
    if in_enemy_zone(state, side, h) or in_enemy_zone(state, side, there):
        return Refusal.BRIDGE_IN_ZONE
    if find_bridge(state, h, d) < 0 and state.game.bridge_count >= MAX_BRIDGES:
        return Refusal.TOO_MANY_BRIDGES
    return Refusal.OK


@entry
def check_build_bridge(state: State, unit: int, d: int) -> int:
    """Say whether a headquarters may begin to bridge a side of its hex: a ``Refusal``.

    Rule: stalingrad_1942 17.3, 17.4, 21.15

    Ruling: stalingrad_1942 17.3b - a new bridge may lead over any side of Don or Volga.
    """
    refusal = check_own_unit(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if not is_headquarters(state, unit):
        return Refusal.NOT_A_HEADQUARTERS
    if state.units[unit].moved != 0:
        return Refusal.HAS_MOVED
    return _check_site(state, state.game.side, state.units[unit].hex, d)


@entry
def build_bridge(state: State, unit: int, d: int) -> int:
    """Have a headquarters begin to bridge a side of its hex, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 17.3, 17.4, 21.15
    """
    refusal = check_build_bridge(state, unit, d)
    if refusal == Refusal.OK and state.units[unit].bridge_side != d + 1:
        state.units[unit].bridge_side = d + 1
        state.units[unit].bridge_turn = state.game.game_turn
    return refusal


@inner
def complete_bridges(state: State) -> None:
    """As a Movement Phase begins: bridges stand where headquarters stayed a full turn.

    Rule: stalingrad_1942 17.3a, 17.4

    ``bridge_side`` is forgotten when the headquarters comes into another hex, see ``control``.
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != state.game.side or counter.bridge_side == 0:
            continue
        if counter.status != Status.ON_MAP:
            counter.bridge_side = 0
            continue
        if state.game.game_turn < counter.bridge_turn + state.rules.bridges_build_turns:
            continue
        h, d = counter.hex, counter.bridge_side - 1
        counter.bridge_side = 0
        if _check_site(state, counter.side, h, d) == Refusal.OK:
            add_bridge(state, h, d, 1)
            record_event(state, EventKind.BRIDGE_BUILT, h, unit, 0)
