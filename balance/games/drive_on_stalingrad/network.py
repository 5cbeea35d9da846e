"""The supply network: towns added by a player, and the aerial supply marker (7.6, 7.14)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.phases import is_start_of_player_turn
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import (
    field_row,
    is_network_source,
    mark_supply_dirty,
    refresh_supply,
)
from balance.games.drive_on_stalingrad.vocabulary import EventKind, Feature, Side
from balance.games.log import NO_UNIT, NO_VALUE, record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules.listing import list_hexes


@inner
def may_add_to_network(state: State, side: int) -> bool:
    """Whether a side may add to its network at all: a restriction may forbid it.

    Rule: drive_on_stalingrad 7.14
    """
    if side == Side.AXIS:
        return state.rules.restriction_network_additions_axis != 0
    return state.rules.restriction_network_additions_soviet != 0


@entry
def check_network_addition(state: State, side: int, h: int) -> int:
    """Say whether a side may add a hex to its supply network now: a ``Refusal``.

    Rule: drive_on_stalingrad 7.13, 7.14, 7.18
    """
    if not is_start_of_player_turn(state, side):
        return Refusal.WRONG_PHASE
    if not may_add_to_network(state, side):
        return Refusal.NETWORK_FORBIDDEN
    if state.game.network_additions >= state.rules.supply_network_additions_per_player_turn:
        return Refusal.NETWORK_LIMIT
    return check_network_candidate(state, side, h)


@entry
@replaceable
def check_network_candidate(state: State, side: int, h: int) -> int:
    """Say whether a hex qualifies for the network of a side, whenever its turn may come.

    Rule: drive_on_stalingrad 7.13, 7.14, 7.18
    """
    if state.hexes[h].features & (Feature.TOWN | Feature.CITY) == 0:
        return Refusal.NOT_A_TOWN
    if state.ground[h].control != side:
        return Refusal.NOT_CONTROLLED
    if is_network_source(state, side, h) or _is_ultimate(state, side, h):
        return Refusal.ALREADY_IN_NETWORK
    refresh_supply(state, side)
    links = state.supply[field_row(state, side, h), h]
    if links > state.rules.supply_link_max_hexes:
        return Refusal.NO_LINK
    return Refusal.OK


@entry
def _is_ultimate(state: State, side: int, h: int) -> bool:
    """Whether a hex is an ultimate source of a side, which needs no adding.

    Rule: drive_on_stalingrad 7.3, 7.8, 7.10
    """
    features = state.hexes[h].features
    if side == Side.AXIS:
        return features & Feature.AXIS_ULTIMATE != 0
    sources = Feature.SOVIET_NORTH_ULTIMATE | Feature.SOVIET_SOUTH_ULTIMATE | Feature.ASTRAKHAN
    return features & sources != 0


@entry
def list_network_candidates(state: State, side: int, candidates: np.ndarray) -> int:
    """Fill ``candidates`` (int array) with the hexes that may join a network; return how many.

    Rule: drive_on_stalingrad 7.14
    """
    return list_hexes(state, check_network_candidate, side, state.places, candidates)


@entry
def add_to_network(state: State, side: int, h: int) -> int:
    """Add a town or city to the supply network of a side, if it may be; return a ``Refusal``.

    Rule: drive_on_stalingrad 7.14
    """
    refusal = check_network_addition(state, side, h)
    if refusal != Refusal.OK:
        return refusal
    if side == Side.AXIS:
        state.ground[h].network_axis = 1
    else:
        state.ground[h].network_soviet = 1
    state.game.network_additions += 1
    mark_supply_dirty(state, side)
    record_event(state, EventKind.NETWORK_ADDED, h, NO_UNIT, side)
    return Refusal.OK


@entry
def check_aerial_marker(state: State, h: int) -> int:
    """Say whether the German-side aerial supply marker may be placed in a hex: a ``Refusal``.

    Rule: drive_on_stalingrad 7.6
    """
    if state.rules.air_aerial_supply_markers == 0 or state.game.aerial_used != 0:
        return Refusal.AERIAL_USED
    if h < 0 or h >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    return Refusal.OK


@entry
def place_aerial_marker(state: State, h: int) -> int:
    """Commit the aerial supply marker for this game turn, if it may be; return a ``Refusal``.

    Rule: drive_on_stalingrad 7.6
    """
    refusal = check_aerial_marker(state, h)
    if refusal == Refusal.OK:
        state.game.aerial_hex = h
        state.game.aerial_used = 1
        record_event(state, EventKind.AERIAL_SUPPLY, h, NO_UNIT, NO_VALUE)
    return refusal


@entry
def lift_aerial_marker(state: State) -> None:
    """Take the aerial supply marker off the map."""
    state.game.aerial_hex = len(state.ground) - 1
