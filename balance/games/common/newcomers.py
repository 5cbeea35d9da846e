"""Newcomers: reinforcements enter the map, replacements bring back steps and units (12, 13)."""

from __future__ import annotations

import numpy as np

from balance.games.common.control import enter_hex
from balance.games.common.march import end_march, movement_allowance, phase_kind
from balance.games.common.refusals import Refusal
from balance.games.common.stacks import has_room, in_enemy_zone
from balance.games.common.state import NO_LINE, State
from balance.games.common.supply import source_bit, trace_supply
from balance.games.common.tables import CalendarColumn
from balance.games.common.vocabulary import AXIS, EventKind, PhaseKind, Status
from balance.games.log import record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.reach import PROHIBITED
from balance.kernel.replaceable import replaceable
from balance.rules.listing import list_hexes, list_units
from balance.rules.orders import check_actor

# --- reinforcements


@inner
def _is_due(state: State, unit: int) -> bool:
    """Whether a unit waits to enter the map, and may.

    Rule: common 12.1
    """
    counter = state.units[unit]
    return counter.status == Status.AWAITING and counter.arrival_turn <= state.game.game_turn


@inner
def list_arrivals(state: State, side: int, arrivals: np.ndarray) -> int:
    """Fill in the units of a side that may enter now; return how many.

    Rule: common 12.1

    arrivals : int64[any]
    """
    return list_units(state, _is_due, side, arrivals)


@inner
@replaceable
def may_enter_by(state: State, unit: int, h: int) -> bool:
    """Whether a hex is one by which a unit may enter: of its area, or a source of its side.

    Rule: common 12.2
    """
    counter = state.units[unit]
    if counter.entry_area == 0:
        return state.hexes[h].features & source_bit(counter.side) != 0
    return state.hexes[h].areas & counter.entry_area != 0


@inner
def _price(state: State, unit: int, h: int) -> int:
    """Parts of a point for the step onto the map: the terrain of the hex."""
    return state.terrain[state.hexes[h].terrain, state.units[unit].mobility]


@inner
def points_on_entry(state: State, unit: int, h: int) -> int:
    """Parts of points that are left to a unit that has entered the map by a hex.

    Rule: common 12.2
    """
    return max(0, movement_allowance(state, unit) - _price(state, unit, h))


@inner
def _check_entry_hex(state: State, unit: int, h: int) -> int:
    """Say whether a unit may enter by a hex as things stand there: a ``Refusal``.

    Rule: common 3.1, 12.2
    """
    side = state.units[unit].side
    if not may_enter_by(state, unit, h) or _price(state, unit, h) >= PROHIBITED:
        return Refusal.NOT_AN_ENTRY_HEX
    if state.ground[h].occupant == 1 - side:
        return Refusal.ENEMY_IN_HEX
    if state.rules.reinforcements_zones_bar != 0 and in_enemy_zone(state, side, h):
        return Refusal.NOT_AN_ENTRY_HEX
    return Refusal.OK if has_room(state, unit, h) else Refusal.STACK_FULL


@inner
def list_entry_hexes(state: State, unit: int, hexes: np.ndarray) -> int:
    """Fill in the hexes by which a unit may enter now; return how many.

    Rule: common 12.2

    hexes : int64[n or more]
    """
    return list_hexes(state, _check_entry_hex, unit, np.arange(len(state.ground) - 1), hexes)


@entry
def check_enter(state: State, unit: int, h: int) -> int:
    """Say whether a unit may enter the map by a hex now: a ``Refusal``.

    Rule: common 12.1, 12.2
    """
    refusal = check_actor(state, unit, phase_kind(state) == PhaseKind.MOVEMENT)
    if refusal != Refusal.OK and refusal != Refusal.NOT_ON_MAP:
        return refusal
    if state.units[unit].status != Status.AWAITING:
        return Refusal.NOT_AWAITING
    if not _is_due(state, unit):
        return Refusal.NOT_DUE
    if h < 0 or h >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    return _check_entry_hex(state, unit, h)


@entry
def enter_unit(state: State, unit: int, h: int) -> int:
    """Have a unit enter the map by a hex, or say why not: a ``Refusal``.

    Rule: common 12.2

    It pays for the hex and moves on with the rest; whoever lacks the points for it enters all the
    same.
    """
    refusal = check_enter(state, unit, h)
    if refusal == Refusal.OK:
        counter = state.units[unit]
        counter.status = Status.ON_MAP
        enter_hex(state, unit, h)
        end_march(state, unit, points_on_entry(state, unit, h))
        record_event(state, EventKind.ARRIVED, h, unit, 0)
    return refusal


# --- replacements


@inner
def points_at_hand(state: State, side: int) -> int:
    """Replacement points of a side.

    Rule: common 13.1
    """
    game = state.game
    return game.axis_replacements if side == AXIS else game.soviet_replacements


@inner
def take_points(state: State, side: int, points: int) -> None:
    """Add replacement points to those of a side, or take them.

    Rule: common 13.1
    """
    if side == AXIS:
        state.game.axis_replacements += points
    else:
        state.game.soviet_replacements += points


@inner
def open_replacements(state: State, side: int) -> None:
    """Give a side its points of this game turn; unspent ones are kept.

    Rule: common 13.1
    """
    turn = min(state.game.game_turn, state.calendar.shape[0] - 1)
    take_points(state, side, state.calendar[turn, CalendarColumn.AXIS_REPLACEMENTS + side])
    trace_supply(state, side)


@inner
@replaceable
def step_price(state: State, unit: int) -> int:
    """Replacement points for a step of a unit on the map.

    Rule: common 13.2
    """
    return state.rules.replacements_step_cost


@inner
@replaceable
def rebuild_price(state: State, unit: int) -> int:
    """Replacement points for a unit that was eliminated.

    Rule: common 13.2
    """
    return state.rules.replacements_rebuild_cost


@inner
def check_replace(state: State, unit: int) -> int:
    """Say whether a unit on the map may get back a step now: a ``Refusal``.

    Rule: common 13.2

    Supply is as the phase found it.
    """
    refusal = check_actor(state, unit, phase_kind(state) == PhaseKind.REPLACEMENTS)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if counter.steps >= counter.full_steps:
        return Refusal.AT_FULL_STRENGTH
    cut_off = state.supply[counter.side, counter.hex] == NO_LINE
    if cut_off or in_enemy_zone(state, counter.side, counter.hex):
        return Refusal.NOT_IN_SUPPLY
    if points_at_hand(state, counter.side) < step_price(state, unit):
        return Refusal.NO_REPLACEMENTS
    return Refusal.OK


@entry
def replace_step(state: State, unit: int) -> int:
    """Give a unit back a step, or say why not: a ``Refusal``.

    Rule: common 13.2
    """
    refusal = check_replace(state, unit)
    if refusal != Refusal.OK:
        return refusal
    take_points(state, state.game.side, -step_price(state, unit))
    state.units[unit].steps += 1
    record_event(state, EventKind.STEP_REPLACED, state.units[unit].hex, unit, 0)
    return refusal


@inner
def check_rebuild(state: State, unit: int) -> int:
    """Say whether an eliminated unit may be rebuilt now: a ``Refusal``.

    Rule: common 13.2
    """
    refusal = check_actor(state, unit, phase_kind(state) == PhaseKind.REPLACEMENTS)
    if refusal != Refusal.OK and refusal != Refusal.NOT_ON_MAP:
        return refusal
    counter = state.units[unit]
    if counter.status != Status.ELIMINATED or counter.can_return == 0:
        return Refusal.CANNOT_RETURN
    if points_at_hand(state, counter.side) < rebuild_price(state, unit):
        return Refusal.NO_REPLACEMENTS
    return Refusal.OK


@entry
def rebuild_unit(state: State, unit: int) -> int:
    """Rebuild an eliminated unit with one step, or say why not: a ``Refusal``.

    Rule: common 13.2

    It waits to enter like a reinforcement that is due.
    """
    refusal = check_rebuild(state, unit)
    if refusal == Refusal.OK:
        counter = state.units[unit]
        take_points(state, counter.side, -rebuild_price(state, unit))
        counter.steps = 1
        counter.unsupplied = 0
        counter.note = 0  # what its game remembered was of the unit that is gone
        counter.status = Status.AWAITING
        record_event(state, EventKind.REBUILT, len(state.ground) - 1, unit, 0)
    return refusal
