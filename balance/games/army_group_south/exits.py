"""Soviet units that leave the map for the Dnepr (25.1)."""

from __future__ import annotations

from balance.games.army_group_south.costs import TOTAL
from balance.games.army_group_south.movement import begin_moves, check_may_move, points_left
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.stacks import in_enemy_zone, is_headquarters, lift_unit
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import printed_strength, unit_attack
from balance.games.army_group_south.victory import has_free_line
from balance.games.army_group_south.vocabulary import EventKind, Feature, Side, Status
from balance.games.log import record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable


@inner
def _exit_price(state: State, unit: int) -> int:
    """Movement points that a unit spends on leaving the map, with what disengaging costs it.

    Rule: army_group_south 22.0, 25.1
    """
    # Ruling: army_group_south 25.1 - leaving costs as much as a clear hex.
    price = state.rules.victory_exit_price
    counter = state.units[unit]
    if not in_enemy_zone(state, counter.side, counter.hex):
        return price
    # Ruling: army_group_south 22.0 - the price of disengaging is extra, or all there is.
    if state.rules.movement_disengage_price == TOTAL:
        return state.rules.movement_disengage
    return price + state.rules.movement_disengage


@entry
@replaceable
def check_exit(state: State, unit: int) -> int:
    """Say whether a unit may leave the map from its hex now: a ``Refusal``.

    Rule: army_group_south 22.0, 25.1
    """
    refusal = check_may_move(state, unit)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if counter.side != Side.SOVIET:
        return Refusal.OFF_MAP
    if state.rules.restriction_exits == 0:
        return Refusal.FORBIDDEN
    if is_headquarters(state, unit) or state.hexes[counter.hex].features & Feature.EXIT == 0:
        return Refusal.NOT_AN_EXIT
    if points_left(state, unit) < _exit_price(state, unit):
        return Refusal.NOT_ENOUGH_POINTS
    return Refusal.OK


@inner
def _strength_at_exit(state: State, unit: int) -> int:
    """Attack strength that a unit takes off the map.

    Rule: army_group_south 25.1
    """
    # Ruling: army_group_south 25.1 - the line to the east must exist at the end, or at the exit.
    if state.rules.victory_exit_line_tested != 0:
        if not has_free_line(state, state.units[unit].hex):
            return 0
    # Ruling: army_group_south 25.1 - the printed strength counts, or what supply leaves of it.
    if state.rules.victory_exit_strength_counted != 0:
        return unit_attack(state, unit)
    return printed_strength(state, unit, 0)


@entry
def exit_map(state: State, unit: int) -> int:
    """Take a unit off the map for good by the exit area, or say why not: a ``Refusal``.

    Rule: army_group_south 25.1
    """
    refusal = check_exit(state, unit)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    h = counter.hex
    counter.exit_strength = _strength_at_exit(state, unit)
    state.party[0] = unit
    begin_moves(state, state.party)
    lift_unit(state, unit)
    counter.status = Status.EXITED
    counter.exit_hex = h
    counter.off_turn = state.game.game_turn
    record_event(state, EventKind.EXITED, h, unit, counter.exit_strength)
    return Refusal.OK
