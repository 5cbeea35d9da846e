"""Stacks, zones of control and the end of units: who stands where, and what he controls (5, 6).

Counters of the hex, zones and ``State.blocked`` follow the list of its units.
"""

from __future__ import annotations

from balance.games.log import NO_BATTLE, record_event
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import EventKind, Kind, Phase, Side, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.reach import CLOSED, OPEN, STOP
from balance.kernel.replaceable import replaceable
from balance.rules import stacking
from balance.rules.losses import count_losses


@inner
def is_headquarters(state: State, unit: int) -> bool:
    """Whether a unit is a headquarters.

    Rule: stalingrad_1942 11.21
    """
    return state.units[unit].kind == Kind.HEADQUARTERS


@inner
def is_gun(state: State, unit: int) -> bool:
    """Whether a unit is artillery of any sort, anti-tank guns included.

    Rule: stalingrad_1942 2.21, 18.1a
    """
    kind = state.units[unit].kind
    return kind >= Kind.ARTILLERY and kind <= Kind.ANTI_TANK


@inner
@replaceable
def is_overrun_by_entry(state: State, unit: int) -> bool:
    """Whether a unit dies where an enemy enters its hex: towed guns and headquarters do.

    Rule: stalingrad_1942 8.15b, 11.37
    """
    return state.units[unit].kind != Kind.SELF_PROPELLED_ARTILLERY and (
        is_gun(state, unit) or is_headquarters(state, unit)
    )


@inner
@replaceable
def has_zone(state: State, unit: int) -> bool:
    """Whether a unit has a zone of control now.

    Rule: stalingrad_1942 6.12, 7.31h, 8.15a, 11.21

    Of artillery self-propelled guns alone have one. For what B4S takes away see ``refresh_zones``.
    """
    counter = state.units[unit]
    if counter.kind == Kind.SELF_PROPELLED_ARTILLERY:
        # Ruling: stalingrad_1942 6.12, 8.15a - self-propelled guns have a zone, or have not.
        if state.rules.zones_self_propelled_guns == 0:
            return False
    elif is_gun(state, unit) or is_headquarters(state, unit):
        return False
    return counter.zoneless == 0


@inner
def _block_hex(state: State, h: int) -> None:
    """Note how a hex stops the movement of both sides.

    Rule: stalingrad_1942 4.21, 6.21, 8.15b, 11.37

    Guns and headquarters alone don't close it.
    """
    ground = state.ground[h]
    for side in range(2):
        if ground.occupant == 1 - side and ground.barring > 0:
            state.blocked[side, h] = CLOSED
        elif state.zones[1 - side, h] > 0:
            state.blocked[side, h] = STOP
        else:
            state.blocked[side, h] = OPEN


@inner
def _count_zone(state: State, side: int, h: int, change: int) -> None:
    """Count a unit with a zone in a hex, or no longer; its zone is the six hexes around.

    Rule: stalingrad_1942 6.11, 6.13, 6.14
    """
    before = state.ground[h].zoned
    state.ground[h].zoned = before + change
    if before != 0 and before + change != 0:
        return
    for d in range(6):
        there = state.neighbour[h, d]
        if there < len(state.ground) - 1:
            state.zones[side, there] += change
            _block_hex(state, there)


@inner
def _count_unit(state: State, unit: int, h: int, change: int) -> None:
    """Count a unit in a hex, or no longer.

    Rule: stalingrad_1942 5.0, 6.11, 11.21, 11.23
    """
    ground = state.ground[h]
    if not is_headquarters(state, unit):
        ground.stack += change
    if not is_overrun_by_entry(state, unit):
        ground.barring += change
    if has_zone(state, unit):
        _count_zone(state, state.units[unit].side, h, change)
    _block_hex(state, h)


@inner
def _change_holder(state: State, side: int, h: int, change: int) -> None:
    """Let field works go with the last of their units, except while its side moves.

    Rule: stalingrad_1942 4.1, 9.13, 9.14

    In a Movement Phase, strategic or not, another may still move in; ``works`` looks at its end.
    """
    moves, marches = Phase.AXIS_MOVEMENT, Phase.AXIS_STRATEGIC
    if side == Side.SOVIET:
        moves, marches = Phase.SOVIET_MOVEMENT, Phase.SOVIET_STRATEGIC
    if change < 0 and state.game.phase != moves and state.game.phase != marches:
        state.ground[h].works = 0
    _block_hex(state, h)


STACKS = stacking.StackRules(_count_unit, _change_holder)


@entry
def place_unit(state: State, unit: int, h: int) -> None:
    """Put a unit that stands nowhere on top of the stack in a hex; ask no questions."""
    stacking.place_unit(state, STACKS, unit, h)


@entry
def lift_unit(state: State, unit: int) -> None:
    """Take a unit out of its hex; it then stands nowhere (hex n)."""
    stacking.lift_unit(state, STACKS, unit)


@entry
def in_enemy_zone(state: State, side: int, h: int) -> bool:
    """Whether a hex lies in a zone of control of the enemies of a side.

    Rule: stalingrad_1942 6.11, 6.13
    """
    return state.zones[1 - side, h] > 0


@entry
def refresh_zones(state: State) -> None:
    """As a game turn begins: units hit by B4S lose their zones, or have them again.

    Rule: stalingrad_1942 6.12b, 7.31h

    Ruling: stalingrad_1942 7.31h - the whole next turn is lost; the rest of this one isn't.
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        zoneless = 1 if state.game.game_turn <= counter.zoneless_turn else 0
        if zoneless == counter.zoneless:
            continue
        had = has_zone(state, unit)
        counter.zoneless = zoneless
        has = has_zone(state, unit)
        if counter.status == Status.ON_MAP and had != has:
            _count_zone(state, counter.side, counter.hex, 1 if has else -1)


@inner
@replaceable
def has_room(state: State, unit: int, h: int) -> bool:
    """Whether a unit may end a phase in a hex of friends, in which it doesn't stand yet.

    Rule: stalingrad_1942 5.0, 11.23
    """
    return is_headquarters(state, unit) or state.ground[h].stack < state.rules.stacking_limit


@inner
def is_frozen(state: State, unit: int) -> bool:
    """Whether the army of a unit may neither move nor attack on the first turn of Uranus.

    Rule: stalingrad_1942 S2i, S2j
    """
    return (
        state.game.game_turn == 1
        and state.scene.first_turn_limits != 0
        and state.units[unit].opens == 0
    )


@inner
@replaceable
def is_bound(state: State, unit: int) -> bool:
    """Whether Stalin's Breath keeps a unit in its hex: no move, no retreat, no pursuit.

    Rule: stalingrad_1942 16.12, 16.13
    """
    counter = state.units[unit]
    if counter.breath != 1:
        return False
    # Released, it leaves its hex in a Movement Phase of its side, in no other way.
    moves = Phase.AXIS_MOVEMENT if counter.side == Side.AXIS else Phase.SOVIET_MOVEMENT
    if state.game.phase != moves:
        return True
    free = counter.breath_turn + state.rules.stalingrad_breath_delay
    return counter.breath_turn == 0 or state.game.game_turn < free


# --- the end of units


@entry
def eliminate_unit(state: State, unit: int, battle: int) -> None:
    """Take a unit on the map out of the game with all its steps.

    Rule: stalingrad_1942 7.33, 7.35

    battle : its number, ``NO_BATTLE`` outside battles
    """
    counter = state.units[unit]
    here, steps = counter.hex, counter.steps
    record_event(state, EventKind.ELIMINATED, here, unit, battle)
    lift_unit(state, unit)
    counter.steps = 0
    counter.status = Status.ELIMINATED
    count_losses(state, counter.side, steps, 1)


@entry
def lose_step(state: State, unit: int, battle: int) -> None:
    """Take a step from a unit on the map: it is flipped, or eliminated with its last one.

    Rule: stalingrad_1942 7.32, 7.35, 8.12
    """
    counter = state.units[unit]
    if counter.steps <= 1:
        eliminate_unit(state, unit, battle)
        return
    record_event(state, EventKind.STEP_LOST, counter.hex, unit, battle)
    counter.steps -= 1
    count_losses(state, counter.side, 1, 0)


@inner
def _counts(state: State, unit: int) -> bool:
    """Whether a unit counts against the limit.

    Rule: stalingrad_1942 5.0, 11.23
    """
    return not is_headquarters(state, unit)


@inner
def first_in_excess(state: State, h: int) -> int:
    """Whom a hex loses next because it holds too many, as its side's standing orders say; -1: none.

    Rule: stalingrad_1942 5.0
    """
    return stacking.first_beyond_limit(state, h, _counts)


@inner
def remove_excess(state: State, side: int) -> None:
    """Remove combat units of a side that stand beyond the limit, least by standing order first.

    Rule: stalingrad_1942 5.0

    Ruling: stalingrad_1942 5.0 - the book names no penalty; battles may have driven too many
    together, and their owner has had a Movement Phase to part them. Strategic movement ends in
    no full hex, but isn't for those who fought: they have their next Movement Phase.
    """
    stacking.thin_out(state, side, first_in_excess, _remove)


@inner
def _remove(state: State, unit: int) -> None:
    record_event(state, EventKind.OVERSTACK_REMOVED, state.units[unit].hex, unit, 0)
    eliminate_unit(state, unit, NO_BATTLE)
