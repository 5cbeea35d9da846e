"""Reinforcements: when a unit is due, where and how it enters (8.1-8.6, 8.11)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import begin_entry_move, end_move
from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.sea import check_landing, landing_cost, note_landing
from balance.games.drive_on_stalingrad.stacks import check_stacking
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.supply import field_row, refresh_supply
from balance.games.drive_on_stalingrad.taman import has_enemy_beside
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    EventKind,
    Feature,
    Purpose,
    Side,
    Status,
    Trait,
)
from balance.games.log import NO_VALUE, record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.dice import keyed_integer
from balance.kernel.replaceable import replaceable
from balance.rules.listing import list_hexes, list_units

_FIRST = 0


# --- when


@entry
@replaceable
def is_due(state: State, unit: int) -> bool:
    """Whether a scheduled reinforcement has arrived at the edge of the map by this game turn.

    Rule: drive_on_stalingrad 8.1, 8.6

    Soviet arrivals in the north come a turn earlier once the Germans have crossed the Don line.
    """
    counter = state.units[unit]
    if counter.status != Status.AWAITING or counter.arrival_turn <= 0:
        return False
    turn = state.game.game_turn
    if counter.arrival_turn <= turn:
        return True
    if counter.side != Side.SOVIET or state.game.arrivals_advance == 0:
        return False
    if counter.arrival_turn - state.game.arrivals_advance > turn:
        return False
    # Ruling: drive_on_stalingrad 8.6 - the turn of the crossing receives two turns' arrivals.
    crossed_now = state.game.don_line_crossed == turn
    return not crossed_now or state.rules.reinforcement_advance_includes_due_turn != 0


@entry
def list_arrivals(state: State, side: int, arrivals: np.ndarray) -> int:
    """Fill ``arrivals`` (int array) with the units of a side that are due; return how many.

    Rule: drive_on_stalingrad 8.1, 8.5

    The southern pool is not among them: ``draw_south_unit`` picks from it.
    """
    return list_units(state, is_due, side, arrivals)


@entry
def open_south(state: State) -> None:
    """Open the south to Soviet rifle divisions if a Soviet player turn begins with Rostov lost.

    Rule: drive_on_stalingrad 8.5
    """
    # Ruling: drive_on_stalingrad 8.5 - once open, the south stays open.
    if state.rules.reinforcement_south_entry_latches == 0:
        state.game.south_open = 0
    for i in range(len(state.places)):
        h = state.places[i]
        if state.hexes[h].features & Feature.ROSTOV != 0 and state.ground[h].control == Side.AXIS:
            state.game.south_open = 1


@entry
@replaceable
def check_south_quota(state: State) -> int:
    """Say whether one more southern rifle division may enter this game turn: a ``Refusal``.

    Rule: drive_on_stalingrad 8.5
    """
    if state.game.south_open == 0:
        return Refusal.SOUTH_CLOSED
    if state.game.south_entered >= state.rules.reinforcement_south_rifle_total:
        return Refusal.SOUTH_LIMIT
    if state.game.south_entered_turn >= state.rules.reinforcement_south_rifle_per_turn:
        return Refusal.SOUTH_LIMIT
    return Refusal.OK


@entry
def draw_south_unit(state: State) -> int:
    """Draw the rifle division of the southern pool that enters next, -1 if none may.

    Rule: drive_on_stalingrad 2.14, 8.5

    The draw belongs to its number in the game: asking again gives the same unit until it enters.
    """
    if check_south_quota(state) != Refusal.OK:
        return -1
    waiting = 0
    for unit in range(len(state.units)):
        if _is_in_south_pool(state, unit):
            waiting += 1
    entered = state.game.south_entered
    drawn = keyed_integer(
        max(waiting, 1),
        state.game.seed,
        _FIRST,
        _FIRST,
        Purpose.SOUTH_DRAW,
        entered,
        _FIRST,
    )
    for unit in range(len(state.units)):
        if _is_in_south_pool(state, unit):
            if drawn == 0:
                return unit
            drawn -= 1
    return -1


@inner
def _is_in_south_pool(state: State, unit: int) -> bool:
    counter = state.units[unit]
    return counter.traits & Trait.SOUTH_POOL != 0 and counter.status == Status.POOL


# --- where


@entry
def is_working_source(state: State, side: int, h: int) -> bool:
    """Whether a hex is a source of a side that gives supply at this instant.

    Rule: drive_on_stalingrad 7.3, 7.8, 7.14
    """
    if state.ground[h].control != side:
        return False
    refresh_supply(state, side)
    return state.supply[field_row(state, side, h), h] == 0 or (
        side == Side.SOVIET
        and state.hexes[h].features & Feature.ASTRAKHAN != 0
        and state.supply[2 * side + 1, h] == 0
    )


@entry
def check_entry_hex(state: State, unit: int, h: int) -> int:
    """Say whether a hex is an entry hex for a reinforcement at this instant: a ``Refusal``.

    Rule: drive_on_stalingrad 8.1, 8.2, 8.3, 8.5, 8.11
    """
    counter = state.units[unit]
    side = counter.side
    features = state.hexes[h].features
    if counter.traits & Trait.TAMAN != 0:
        return Refusal.TAMAN_ONLY
    # Step 1: the right map. Astrakhan serves the south alone, though its row is a northern one.
    south = features & Feature.SOUTH_MAP != 0
    if side == Side.SOVIET and features & Feature.ASTRAKHAN != 0:
        south = True
    if south != (counter.traits & Trait.SOUTH_POOL != 0):
        return Refusal.NOT_AN_ENTRY_HEX
    # Step 2: a working source of the owner.
    if not is_working_source(state, side, h):
        return Refusal.NOT_AN_ENTRY_HEX
    # Ruling: drive_on_stalingrad 8.1, 8.3, 8.5 - every Soviet ultimate source of the map is open.
    if side == Side.SOVIET and state.rules.reinforcement_soviet_ultimates_open == 0:
        if state.ground[h].network_soviet == 0:
            return Refusal.NOT_AN_ENTRY_HEX
    # Step 3: no enemy beside it.
    if state.rules.reinforcement_entry_blocked_by_adjacent_enemy != 0:
        if has_enemy_beside(state, side, h):
            return Refusal.ENTRY_INTERDICTED
    return Refusal.OK


@inner
def _check_entry_room(state: State, unit: int, h: int) -> int:
    """Say whether a stack's worth has not yet entered through a hex this phase: a ``Refusal``.

    Rule: drive_on_stalingrad 8.1
    """
    stacks = state.rules.reinforcement_entry_stacks_per_hex_per_phase
    if state.units[unit].traits & Trait.ARTILLERY != 0:
        if state.ground[h].arrivals_guns >= stacks * state.rules.stacking_soviet_artillery_extra:
            return Refusal.ENTRY_FULL
    elif state.ground[h].arrivals >= stacks * state.rules.stacking_limit:
        return Refusal.ENTRY_FULL
    return Refusal.OK


# --- how


@entry
def check_entry(state: State, unit: int, h: int) -> int:
    """Say whether a reinforcement may enter through a hex now: a ``Refusal``.

    Rule: drive_on_stalingrad 5.5, 8.1, 8.2, 8.3, 8.5, 8.11
    """
    if unit < 0 or unit >= len(state.units):
        return Refusal.NO_SUCH_UNIT
    if h < 0 or h >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    counter = state.units[unit]
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if not is_movement_phase(state):
        return Refusal.WRONG_PHASE
    if counter.side != state.game.side:
        return Refusal.WRONG_SIDE
    if _is_in_south_pool(state, unit):
        quota = check_south_quota(state)
        if quota != Refusal.OK:
            return quota
    elif counter.status != Status.AWAITING:
        return Refusal.NOT_AWAITING
    elif not is_due(state, unit):
        return Refusal.NOT_DUE
    place = check_entry_hex(state, unit, h)
    if place != Refusal.OK:
        return place
    room = _check_entry_room(state, unit, h)
    if room != Refusal.OK:
        return room
    if _comes_by_sea(state, unit, h):
        landing = check_landing(state, unit, h)
        if landing != Refusal.OK:
            return landing
    if landing_cost(state, unit, h) == PROHIBITED:
        return Refusal.HEX_CLOSED
    return check_stacking(state, unit, h)


@inner
def _comes_by_sea(state: State, unit: int, h: int) -> bool:
    """Whether a newcomer's entry is a movement by sea, as it comes in at a Black Sea port.

    Rule: drive_on_stalingrad 9.18
    """
    # Ruling: drive_on_stalingrad 9.18
    if state.rules.movement_port_entry_counts_as_sea == 0:
        return False
    port = state.hexes[h].features & Feature.PORT != 0
    return port and state.units[unit].side == Side.SOVIET


@entry
def can_enter(state: State, unit: int, h: int) -> bool:
    """Whether a reinforcement may enter through a hex now.

    Rule: drive_on_stalingrad 8.1
    """
    return check_entry(state, unit, h) == Refusal.OK


@entry
def enter_reinforcement(state: State, unit: int, h: int) -> int:
    """Bring a reinforcement into play at full strength, if it may enter; return a ``Refusal``.

    Rule: drive_on_stalingrad 2.13, 3.2, 8.1, 8.2, 8.3, 8.5

    It may move on with the movement points that its entry hex leaves it.
    """
    refusal = check_entry(state, unit, h)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if counter.traits & Trait.SOUTH_POOL != 0:
        state.game.south_entered += 1
        state.game.south_entered_turn += 1
    if counter.side == Side.AXIS:
        _assign_army(state, unit, h)
    counter.status = Status.ON_MAP
    counter.steps = counter.full_steps
    if counter.traits & Trait.ARTILLERY != 0:
        state.ground[h].arrivals_guns += 1
    else:
        state.ground[h].arrivals += 1
    record_event(state, EventKind.ARRIVED, h, unit, NO_VALUE)
    if _comes_by_sea(state, unit, h):
        note_landing(state, unit, h)
    enter_hex(state, unit, h)
    begin_entry_move(state, unit, landing_cost(state, unit, h))
    if counter.frozen_by != Army.NONE:
        end_move(state, unit)
    return Refusal.OK


@inner
def _assign_army(state: State, unit: int, h: int) -> None:
    """Count an early German-side newcomer as of the army whose area holds its entry hex.

    Rule: drive_on_stalingrad 3.2
    """
    if state.game.game_turn <= state.rules.reinforcement_army_assignment_last_turn:
        state.units[unit].army = state.hexes[h].area
    else:
        state.units[unit].army = Army.NONE


@inner
def may_hold_entry(state: State, h: int) -> bool:
    """Whether a hex is of the kind that reinforcements enter by: sources are towns and cities.

    Rule: drive_on_stalingrad 8.1
    """
    return (state.hexes[h].features & (Feature.TOWN | Feature.CITY)) != 0


@entry
def list_entry_hexes(state: State, unit: int, entries: np.ndarray) -> int:
    """Fill ``entries`` (int array) with the hexes through which a unit may enter; return how many.

    Rule: drive_on_stalingrad 8.1
    """
    return list_hexes(state, _check_entry_place, unit, state.places, entries)


@inner
def _check_entry_place(state: State, unit: int, h: int) -> int:
    return check_entry(state, unit, h) if may_hold_entry(state, h) else Refusal.NOT_AN_ENTRY_HEX


@entry
def start_entry_phase(state: State) -> None:
    """Forget how many units entered where, for a movement phase begins.

    Rule: drive_on_stalingrad 8.1
    """
    for h in range(len(state.ground)):
        state.ground[h].arrivals = 0
        state.ground[h].arrivals_guns = 0
