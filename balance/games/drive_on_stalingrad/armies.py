"""Armies: which are released, which are frozen, and what wakes them (3.2, 8.4, 8.6).

German-side armies wait for their date inside their own areas; Soviet front-line armies and Reserve
Armies stand still. A unit's ``frozen_by`` names the Soviet army whose sleep it shares.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import (
    LOCATION,
    OPPOSITE,
    RELEASE_TURN,
    RELEASED,
    SOVIET_STANDS,
    State,
)
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    EventKind,
    Feature,
    Purpose,
    Side,
    Status,
)
from balance.games.log import NO_UNIT, NO_VALUE, record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules.rolls import roll
from balance.rules.rows import hexes_apart


@entry
def is_axis_army(army: int) -> bool:
    """Whether this is one of the German-side armies of the schedule.

    Rule: drive_on_stalingrad 3.2
    """
    return Army.AXIS_2A <= army <= Army.AXIS_17A


@entry
def is_front_army(army: int) -> bool:
    """Whether this is a Soviet front-line army.

    Rule: drive_on_stalingrad 3.2
    """
    return Army.SOVIET_13 <= army <= Army.SOVIET_56


@entry
def is_reserve_army(army: int) -> bool:
    """Whether this is a Reserve Army.

    Rule: drive_on_stalingrad 8.4
    """
    return Army.RESERVE_5 <= army <= Army.RESERVE_8


# --- release


@entry
def release_army(state: State, army: int) -> None:
    """Set an army free, and with it every unit that its freeze holds.

    Rule: drive_on_stalingrad 3.2, 8.4
    """
    if state.army[army, RELEASED] != 0:
        return
    state.army[army, RELEASED] = 1
    for unit in range(len(state.units)):
        if state.units[unit].frozen_by == army:
            state.units[unit].frozen_by = Army.NONE
            own = state.units[unit].army
            # A guest of that army goes on sleeping with its own, if that is in reserve.
            if is_reserve_army(own) and state.army[own, RELEASED] == 0:
                state.units[unit].frozen_by = own
    record_event(state, EventKind.ARMY_RELEASED, len(state.ground) - 1, NO_UNIT, army)


@entry
def release_due_armies(state: State) -> None:
    """Release the German-side armies whose game turn has come, and the Soviet ones they face.

    Rule: drive_on_stalingrad 3.2
    """
    for army in range(len(state.army)):
        if is_axis_army(army) and _is_date_past(state, army):
            release_army(state, army)
    thaw_opposite_armies(state)


@inner
def _is_date_past(state: State, army: int) -> bool:
    """Whether the game turn of a German-side army has come.

    Rule: drive_on_stalingrad 3.2
    """
    turn = state.game.game_turn
    date = state.army[army, RELEASE_TURN]
    return (date > 0 and turn >= date) or turn >= state.rules.sequence_release_all


@entry
def thaw_opposite_armies(state: State) -> None:
    """Release each Soviet front-line army that faces a released German-side army.

    Rule: drive_on_stalingrad 3.2
    """
    for army in range(len(state.army)):
        facing = np.int64(state.army[army, OPPOSITE])
        if not is_front_army(army) or facing == 0:
            continue
        released = 0
        for opponent in range(len(state.army)):
            if facing & (1 << opponent) == 0 or state.army[opponent, RELEASED] == 0:
                continue
            # Ruling: drive_on_stalingrad 3.2 - armies freed by a Soviet crossing count as well.
            if _is_date_past(state, opponent) or state.rules.sequence_crossing_thaws_opposite != 0:
                released |= 1 << opponent
        # Choice 0: the earliest of several opponents decides; 1: the latest.
        if released == facing or (
            released != 0 and state.rules.sequence_multi_opponent_release == 0
        ):
            release_army(state, army)


@entry
def lift_army_restrictions(state: State, unit: int, h: int) -> None:
    """Free all German-side armies, for a Soviet unit has crossed the start line ahead of time.

    Rule: drive_on_stalingrad 3.2
    """
    if state.rules.sequence_soviet_crossing_lifts_all == 0 or state.game.lifted != 0:
        return
    if state.game.game_turn >= state.rules.sequence_release_all:
        return
    state.game.lifted = 1
    record_event(state, EventKind.START_LINE_CROSSED, h, unit, NO_VALUE)
    for army in range(len(state.army)):
        if is_axis_army(army):
            release_army(state, army)
    thaw_opposite_armies(state)


@entry
def lies_west_of_start_line(state: State, h: int) -> bool:
    """Whether a hex was German from the start, so that a Soviet unit crosses the line to reach it.

    Rule: drive_on_stalingrad 3.2, 3.4
    """
    return state.hexes[h].features & Feature.SOVIET_AT_START == 0


# --- what wakes a front-line army


@inner
def _sleepers_are_near(state: State, h: int) -> bool:
    """Whether a unit of a front-line army still frozen stands near enough to a hex to be woken."""
    radius = state.rules.sequence_front_army_wake_distance
    first_row, beyond = rows_near(state, h, radius)
    for row in range(first_row, beyond):
        first, last = span_near(state, h, radius, row)
        for there in range(first, last):
            if (state.standing[there] & SOVIET_STANDS) != 0 and holds_sleepers(state, there):
                return True
    return False


@inner
def holds_sleepers(state: State, h: int) -> bool:
    """Whether a hex holds units of a front-line army still frozen.

    Rule: drive_on_stalingrad 3.2
    """
    unit = state.ground[h].first
    while unit >= 0:
        army = state.units[unit].army
        if is_front_army(army) and state.army[army, RELEASED] == 0:
            return True
        unit = state.units[unit].next
    return False


@inner
def front_army_sleeps(state: State) -> bool:
    """Whether a front-line army is frozen still.

    Rule: drive_on_stalingrad 3.2
    """
    for army in range(len(state.army)):
        if is_front_army(army) and state.army[army, RELEASED] == 0:
            return True
    return False


@entry
def wake_armies_near(state: State, h: int) -> None:
    """Wake front-line armies that have a unit near the hex beyond the start line just entered.

    Rule: drive_on_stalingrad 3.2
    """
    features = state.hexes[h].features
    if features & Feature.SOVIET_AT_START == 0 or not front_army_sleeps(state):
        return
    # Ruling: drive_on_stalingrad 3.2 - the line's own hexes lie on its Soviet side.
    if features & Feature.START_LINE != 0 and state.rules.sequence_wake_by_line_hex == 0:
        return
    if not _sleepers_are_near(state, h):
        return
    for unit in range(len(state.units)):
        counter = state.units[unit]
        army = counter.army
        if counter.status != Status.ON_MAP or not is_front_army(army):
            continue
        if state.army[army, RELEASED] != 0:
            continue
        if hexes_apart(state, h, counter.hex) <= state.rules.sequence_front_army_wake_distance:
            release_army(state, army)


@entry
def wake_armies_in(state: State, h: int) -> None:
    """Wake the frozen armies whose units in this hex are under attack.

    Rule: drive_on_stalingrad 3.2, 8.4
    """
    unit = state.ground[h].first
    while unit >= 0:
        army = state.units[unit].army
        if is_front_army(army) and state.rules.sequence_wake_on_attack != 0:
            release_army(state, army)
        # Ruling: drive_on_stalingrad 8.4 - an attacked Reserve Army waits for its next check.
        if is_reserve_army(army) and state.rules.sequence_reserve_attack_wakes != 0:
            release_army(state, army)
        unit = state.units[unit].next


@entry
def join_frozen_army(state: State, unit: int, h: int) -> None:
    """Freeze a Soviet unit that has entered a hex of a front-line army still frozen.

    Rule: drive_on_stalingrad 3.2, 8.4
    """
    counter = state.units[unit]
    # Ruling: drive_on_stalingrad 3.2 - a Reserve Army asleep retreats into such a hex, too.
    if state.rules.movement_joining_frozen_army_freezes == 0 or is_front_army(counter.frozen_by):
        return
    if is_front_army(counter.army) and state.rules.sequence_thawed_unit_refreezes == 0:
        return
    other = state.ground[h].first
    while other >= 0:
        host = state.units[other].army
        if other != unit and is_front_army(host) and state.army[host, RELEASED] == 0:
            counter.frozen_by = host
            counter.mp_left = 0
            return
        other = state.units[other].next


# --- Reserve Armies


@entry
@replaceable
def check_reserve_armies(state: State) -> None:
    """Free the Reserve Armies that the enemy is near to, then petition for those still frozen.

    Rule: drive_on_stalingrad 8.4
    """
    for army in range(len(state.army)):
        if is_reserve_army(army) and state.army[army, RELEASED] == 0:
            if _enemy_is_near(state, state.army[army, LOCATION]):
                release_army(state, army)
    if state.game.game_turn < state.rules.sequence_petition_first_turn:
        return
    for army in range(len(state.army)):
        if is_reserve_army(army) and state.army[army, RELEASED] == 0:
            die = roll(state, state.rules.sequence_petition_die, Purpose.PETITION, army, 0)
            if die <= state.rules.sequence_petition_success_max:
                release_army(state, army)


@inner
def _enemy_is_near(state: State, location: int) -> bool:
    """Whether a German-side unit stands close enough to a Reserve Army.

    Rule: drive_on_stalingrad 8.4
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.status != Status.ON_MAP or counter.side != Side.AXIS:
            continue
        if hexes_apart(state, counter.hex, location) <= state.rules.sequence_reserve_wake_distance:
            return True
    return False


@entry
def cross_don_line(state: State, unit: int, h: int) -> None:
    """Bring Soviet arrivals forward and free the Reserve Armies: the Germans are across the Don.

    Rule: drive_on_stalingrad 8.6
    """
    if state.game.don_line_crossed != 0 or state.rules.reinforcement_don_line_events == 0:
        return
    state.game.don_line_crossed = state.game.game_turn
    state.game.arrivals_advance = state.rules.reinforcement_don_line_advance_turns
    record_event(state, EventKind.DON_LINE_CROSSED, h, unit, NO_VALUE)
    if state.rules.sequence_reserve_release_at_crossing != 0:
        for army in range(len(state.army)):
            if is_reserve_army(army):
                release_army(state, army)


# --- what a unit may do


@entry
def awaits_release(state: State, unit: int) -> bool:
    """Whether a German-side unit belongs to an army not yet released.

    Rule: drive_on_stalingrad 3.2
    """
    army = state.units[unit].army
    if not is_axis_army(army) or state.army[army, RELEASED] != 0:
        return False
    return state.game.game_turn < state.rules.sequence_army_identity_ends


@entry
def check_free_to_move(state: State, unit: int) -> int:
    """Say whether a unit's army lets it move at all: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 8.2, 8.4
    """
    if state.units[unit].frozen_by != Army.NONE:
        return Refusal.FROZEN
    if state.units[unit].held_turn == state.game.game_turn:
        return Refusal.HELD
    return Refusal.OK


@entry
def check_army_area(state: State, unit: int, h: int) -> int:
    """Say whether a unit's army lets it enter a hex: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2
    """
    if awaits_release(state, unit) and state.hexes[h].area != state.units[unit].army:
        return Refusal.OUTSIDE_ARMY_AREA
    return Refusal.OK


@entry
def check_free_to_attack(state: State, unit: int) -> int:
    """Say whether a unit's army lets it attack: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 8.2, 8.4
    """
    if awaits_release(state, unit):
        return Refusal.ARMY_NOT_RELEASED
    return check_free_to_move(state, unit)
