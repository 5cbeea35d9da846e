"""The Taman hex: a second German-side base in the south, and the two units it brings (7.4, 8.2)."""

from __future__ import annotations

from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import check_room, place_unit
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import mark_supply_dirty
from balance.games.drive_on_stalingrad.vocabulary import AXIS, EventKind, Feature, Status, Trait
from balance.games.log import NO_VALUE, record_event
from balance.kernel.compiled import entry
from balance.rules.stacking import stacks_beside


@entry
def has_enemy_beside(state: State, side: int, h: int) -> bool:
    """Whether an enemy unit of ``side`` stands next to a hex.

    Rule: drive_on_stalingrad 8.11
    """
    return stacks_beside(state, 1 - side, h) > 0


@entry
def activate_taman(state: State, unit: int, h: int) -> None:
    """Make the Taman hex a German-side base, for a unit of that side has entered it.

    Rule: drive_on_stalingrad 7.4
    """
    if state.game.taman_active != 0:
        return
    state.game.taman_active = 1
    mark_supply_dirty(state, AXIS)
    record_event(state, EventKind.TAMAN_ACTIVATED, h, unit, state.game.taman_active)


@entry
def shut_taman(state: State, unit: int, h: int) -> None:
    """Close the base when a Soviet unit has entered the Taman hex.

    Rule: drive_on_stalingrad 7.4
    """
    if state.game.taman_active != 1:
        return
    # Ruling: drive_on_stalingrad 7.4 - it may be activated again, as any lost source.
    state.game.taman_active = 0 if state.rules.supply_taman_reactivates != 0 else -1
    mark_supply_dirty(state, AXIS)
    record_event(state, EventKind.TAMAN_ACTIVATED, h, unit, NO_VALUE)


@entry
def bring_taman_units(state: State) -> None:
    """Place the two units that come through Taman, once it is active and not interdicted.

    Rule: drive_on_stalingrad 8.2, 8.11

    They neither move nor attack in that game turn. Called on activation and at each start and end
    of a phase, since an enemy beside the hex only delays them.
    """
    if state.game.taman_active != 1 or state.game.taman_arrived != 0:
        return
    h = 0
    while state.hexes[h].features & Feature.TAMAN == 0:
        h += 1
    # Ruling: drive_on_stalingrad 8.2, 8.11
    if state.rules.reinforcement_taman_delayed_by_enemy != 0:
        if has_enemy_beside(state, AXIS, h):
            return
    waiting = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        waits = counter.status == Status.POOL or counter.status == Status.AWAITING
        if counter.traits & Trait.TAMAN == 0 or not waits:
            continue
        if check_room(state, unit, h) != Refusal.OK:
            waiting += 1
            continue
        # Ruling: drive_on_stalingrad 6.3, 8.2 - their nationalities may mix for now.
        counter.mixed_grace = state.rules.reinforcement_taman_mixed_grace
        counter.status = Status.ON_MAP
        counter.steps = counter.full_steps
        counter.held_turn = state.game.game_turn
        counter.mp_left = 0
        place_unit(state, unit, h)
        record_event(state, EventKind.ARRIVED, h, unit, NO_VALUE)
    if waiting == 0:
        state.game.taman_arrived = 1
