"""Entering a hex: who controls it from then on, and all that follows at once (3.4).

``enter_hex`` is the one way onto a hex in play: movement, retreat, advance and reinforcement use
it, and ``follow_path`` along several. ``note_attack_across`` and ``note_attack_on`` are its
counterparts for attacks.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.armies import (
    cross_don_line,
    join_frozen_army,
    lies_west_of_start_line,
    lift_army_restrictions,
    wake_armies_in,
    wake_armies_near,
)
from balance.games.drive_on_stalingrad.stacks import STACKS
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import mark_supply_dirty
from balance.games.drive_on_stalingrad.taman import activate_taman, bring_taman_units, shut_taman
from balance.games.drive_on_stalingrad.victory import enter_sudden_death_hex, score_hex
from balance.games.drive_on_stalingrad.vocabulary import AXIS, Army, EventKind, Feature, Side
from balance.games.log import NO_UNIT, NO_VALUE, record_event
from balance.kernel.compiled import entry, inner
from balance.rules import control

#: Sources of a side's supply that belong to no network.
ULTIMATES = np.int64(
    Feature.AXIS_ULTIMATE
    | Feature.SOVIET_NORTH_ULTIMATE
    | Feature.SOVIET_SOUTH_ULTIMATE
    | Feature.ASTRAKHAN
    | Feature.TAMAN
)
#: Hexes whose capture may change more than control.
_TURNING_POINTS = ULTIMATES | np.int64(
    Feature.TOWN | Feature.CITY | Feature.VP | Feature.SUDDEN_DEATH | Feature.ROSTOV
)


@inner
def _is_passed(state: State, unit: int, h: int) -> bool:
    """Whether a unit that goes on from a hex leaves nothing there but control.

    Sources, bases and prizes are entered in full, for their loss may change more; so are stacks
    that may freeze a newcomer.
    """
    if state.hexes[h].features & _TURNING_POINTS != 0:
        return False
    return state.units[unit].side == Side.AXIS or state.ground[h].occupant < 0


@inner
def _take_over(state: State, unit: int, h: int) -> None:
    """Do all that follows when a hex passes from one side to the other.

    Rule: drive_on_stalingrad 3.4, 4.2
    """
    side = state.units[unit].side
    features = state.hexes[h].features
    if features & (Feature.TOWN | Feature.CITY) != 0:
        record_event(state, EventKind.TOWN_TAKEN, h, NO_UNIT, side)
        _change_networks(state, side, h)
    if features & ULTIMATES != 0:
        mark_supply_dirty(state, side)
    score_hex(state, h, side)


@inner
def _change_networks(state: State, side: int, h: int) -> None:
    """Drop a lost town from its owner's network; it rejoins the network it began in.

    Rule: drive_on_stalingrad 7.14, 7.18

    The lines of its owner have been corrected when its hex was closed to them
    (``note_hex_occupied``); those of the other side change only if it is a source of theirs now.
    """
    ground = state.ground[h]
    began = Side.AXIS if lies_west_of_start_line(state, h) else Side.SOVIET
    rejoins = began == side and state.rules.supply_own_side_recapture != 0
    if side == Side.AXIS:
        ground.network_soviet = 0
        if rejoins:
            ground.network_axis = 1
    else:
        ground.network_axis = 0
        if rejoins:
            ground.network_soviet = 1
    if rejoins:
        mark_supply_dirty(state, side)


@inner
def _arrive(state: State, unit: int, start: int, h: int) -> bool:
    """Do all that the entry of a unit into a hex brings, apart from control; may it go on?

    Rule: drive_on_stalingrad 3.2, 3.4
    """
    if state.units[unit].side == Side.AXIS:
        _break_fortifications(state, unit, h)
        if state.hexes[h].features & Feature.TAMAN != 0:
            activate_taman(state, unit, h)
            bring_taman_units(state)
        if state.hexes[h].features & Feature.EAST_OF_DON_LINE != 0:
            cross_don_line(state, unit, h)
        wake_armies_near(state, h)
    else:
        if state.hexes[h].features & Feature.TAMAN != 0:
            shut_taman(state, unit, h)
        if lies_west_of_start_line(state, h):
            lift_army_restrictions(state, unit, h)
        join_frozen_army(state, unit, h)
        enter_sudden_death_hex(state, unit, h)
    return state.game.ended == 0 and state.units[unit].frozen_by == Army.NONE


@inner
def _break_fortifications(state: State, unit: int, h: int) -> None:
    """Void the fortifications that a German-side unit has entered.

    Rule: drive_on_stalingrad 11.23, 11.24
    """
    if state.ground[h].line_intact != 0:
        state.ground[h].line_intact = 0
        mark_supply_dirty(state, AXIS)
        record_event(state, EventKind.LINE_DESTROYED, h, unit, NO_VALUE)
    if state.hexes[h].features & Feature.O_RING_INSIDE != 0 and state.game.o_ring_intact != 0:
        state.game.o_ring_intact = 0
        record_event(state, EventKind.O_RING_BROKEN, h, unit, NO_VALUE)


_ENTRY = control.EntryRules(STACKS, _take_over, _arrive, _is_passed)


@entry
def enter_hex(state: State, unit: int, h: int) -> None:
    """Move a unit onto a hex, from another hex or from off the map, and do all that this brings.

    Rule: drive_on_stalingrad 3.4

    Legality, movement points and stacking are the caller's affair. A mobile assault against a hex
    still held by the enemy is no entry; its units enter once the hex is clear. The game may be over
    afterwards (``game.ended``).
    """
    # Ruling: drive_on_stalingrad 11.23, 11.24
    control.enter_hex(state, _ENTRY, unit, h)


@entry
def follow_path(state: State, unit: int, path: np.ndarray, length: int) -> int:
    """Move a unit hex by hex until an entry stops it; return how many hexes it has entered.

    Rule: drive_on_stalingrad 3.2, 3.4

    path : int16[length or more], the hexes in order
    """
    return control.follow_path(state, _ENTRY, unit, path, length)


@entry
def note_attack_across(state: State, side: int, from_hex: int, to_hex: int) -> None:
    """Account for an attack of a side from one hex into another, before it is resolved.

    Rule: drive_on_stalingrad 3.2, 8.6

    A Soviet attack over the start line lifts the German army restrictions; a German-side attack
    over the Don line brings Soviet arrivals forward.
    """
    top = state.ground[from_hex].first
    if side == Side.SOVIET:
        if lies_west_of_start_line(state, to_hex) and not lies_west_of_start_line(state, from_hex):
            lift_army_restrictions(state, top, to_hex)
    elif state.hexes[to_hex].features & Feature.EAST_OF_DON_LINE != 0:
        cross_don_line(state, top, to_hex)


@entry
def note_attack_on(state: State, h: int) -> None:
    """Account for a German-side attack on the units in a hex, before it is resolved.

    Rule: drive_on_stalingrad 3.2
    """
    if state.ground[h].occupant == Side.SOVIET:
        wake_armies_in(state, h)
