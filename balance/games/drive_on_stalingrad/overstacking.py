"""Stacks beyond the limits at the start or end of a phase: the opponent thins them (6.2, 6.3)."""

from __future__ import annotations

from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.stacks import nations_may_share
from balance.games.drive_on_stalingrad.state import GUNS_FULL, UNITS_FULL, State
from balance.games.drive_on_stalingrad.supply import is_out_of_supply
from balance.games.drive_on_stalingrad.victory import remove_from_play
from balance.games.drive_on_stalingrad.vocabulary import EventKind, Mobility, Nation, Side, Trait
from balance.games.log import NO_BATTLE, NO_VALUE, record_event
from balance.kernel.compiled import entry, inner

_NO_NEWCOMER = -1
_NATIONS = 5
#: What may stay in a mixed stack: units of nation k, or German mechanized units with the panzer
#: divisions of satellite nation k - _NATIONS.
_NOBODY = -1


@entry
def unit_worth(state: State, unit: int) -> int:
    """Attack and defense of a unit as it stands, in tenths; unknown factors count by their mean.

    Rule: drive_on_stalingrad 2.10, 2.14, 2.15
    """
    counter = state.units[unit]
    if counter.steps < counter.full_steps:
        return 10 * (counter.attack_reduced + counter.defense_reduced)
    if counter.traits & Trait.UNTRIED != 0 and counter.revealed != 0:
        return 10 * (counter.attack + counter.defense)
    return counter.mean_attack_x10 + counter.mean_defense_x10


@entry
def punish_overstacking(state: State) -> None:
    """Remove the fewest units that bring every hex back to its limits, strongest first.

    Rule: drive_on_stalingrad 6.1, 6.2, 6.4

    The choice is the opponent's, who takes the units worth most.
    """
    for h in range(len(state.ground) - 1):
        if (state.standing[h] & (UNITS_FULL | GUNS_FULL)) == 0:
            continue
        ground = state.ground[h]
        while ground.stack > state.rules.stacking_limit:
            _remove(state, _strongest(state, h, False))
        while ground.guns > state.rules.stacking_soviet_artillery_extra:
            _remove(state, _strongest(state, h, True))


@entry
def punish_mixed_stacks(state: State) -> None:
    """Sort mixed German-side stacks whose grace is over, at the end of a German movement phase.

    Rule: drive_on_stalingrad 6.2, 6.3

    A stack that comes back into regular supply must be sorted by the end of its owner's current
    movement phase, or of his next one: so the ends of these phases alone are looked at.
    """
    if state.game.side != Side.AXIS and state.rules.stacking_mixed_stack_grace != 0:
        return
    if not is_movement_phase(state) and state.rules.stacking_mixed_stack_grace != 0:
        return
    _run_down_grace(state)
    # Ruling: drive_on_stalingrad 6.3 - choice 1 of the penalty spares mixed stacks.
    if state.rules.stacking_grace_penalty != 0:
        return
    for h in range(len(state.ground) - 1):
        if state.ground[h].occupant != Side.AXIS or state.ground[h].stack < 2:
            continue
        if not nations_may_share(state, h, _NO_NEWCOMER):
            _sort_stack(state, h)


@inner
def _run_down_grace(state: State) -> None:
    """Use up a movement phase of grace for units that could have moved in it.

    Rule: drive_on_stalingrad 6.3, 8.2
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.mixed_grace > 0 and counter.held_turn != state.game.game_turn:
            counter.mixed_grace -= 1


@inner
def _sort_stack(state: State, h: int) -> None:
    """Remove all but the largest group that may share the hex; of equal ones keep the weakest.

    Rule: drive_on_stalingrad 6.2, 6.3
    """
    best = _NOBODY
    best_count = 0
    best_worth = 0
    for group in range(2 * _NATIONS):
        count = 0
        worth = 0
        unit = state.ground[h].first
        while unit >= 0:
            if _belongs(state, unit, group):
                count += 1
                worth += unit_worth(state, unit)
            unit = state.units[unit].next
        if count > best_count or (count == best_count and worth < best_worth):
            best = group
            best_count = count
            best_worth = worth
    unit = state.ground[h].first
    while unit >= 0:
        following = state.units[unit].next
        if not _belongs(state, unit, best):
            _remove(state, unit)
        unit = following


@inner
def _belongs(state: State, unit: int, group: int) -> bool:
    """Whether a unit is one of a group that may share a hex; units with grace go with any.

    Rule: drive_on_stalingrad 6.3
    """
    counter = state.units[unit]
    if counter.mixed_grace > 0:
        return True
    if group < _NATIONS:
        return counter.nation == group
    if counter.nation == Nation.GERMAN:
        return counter.mobility == Mobility.MECH
    return counter.nation == group - _NATIONS and counter.traits & Trait.PANZER_DIVISION != 0


@inner
def _strongest(state: State, h: int, guns: bool) -> int:
    """Unit worth most in a hex, among its artillery or its other units."""
    best = -1
    unit = state.ground[h].first
    while unit >= 0:
        if (state.units[unit].traits & Trait.ARTILLERY != 0) == guns:
            if best < 0 or unit_worth(state, unit) > unit_worth(state, best):
                best = unit
        unit = state.units[unit].next
    return best


@inner
def _remove(state: State, unit: int) -> None:
    """Send a unit to the dead pile for overstacking.

    Rule: drive_on_stalingrad 6.2
    """
    h = state.units[unit].hex
    out_of_supply = state.units[unit].side == Side.SOVIET and is_out_of_supply(state, unit)
    record_event(state, EventKind.OVERSTACK_REMOVED, h, unit, NO_VALUE)
    remove_from_play(state, unit, NO_BATTLE, out_of_supply)
