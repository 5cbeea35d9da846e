"""Step losses, eliminated units, and the points they are worth (9.6, 25.2, 25.3)."""

from __future__ import annotations

from balance.games.army_group_south.stacks import lift_unit
from balance.games.army_group_south.state import DIRTY_COMMAND, State
from balance.games.army_group_south.strength import is_no_strength
from balance.games.army_group_south.vocabulary import EventKind, Kind, Policy, Side, Status
from balance.games.log import record_event
from balance.kernel.compiled import entry, inner
from balance.kernel.replaceable import replaceable
from balance.rules.losses import count_losses, first_of


@entry
@replaceable
def loss_points(state: State, unit: int, steps: int, eliminated: int) -> int:
    """Points that the enemy gets for steps a unit loses, its last one among them if eliminated.

    Rule: army_group_south 25.2, 25.3
    """
    counter = state.units[unit]
    rules = state.rules
    if is_no_strength(state, unit):
        return rules.victory_no_strength
    if counter.kind == Kind.GERMAN_INFANTRY:
        return steps * rules.victory_german_infantry_step
    if counter.kind == Kind.GERMAN_MECHANIZED:
        return steps * rules.victory_german_mech_step
    if counter.kind == Kind.GUARDS_RIFLE_DIVISION:
        return steps * rules.victory_guards_division_step
    if counter.kind == Kind.CAVALRY_CORPS or counter.kind == Kind.TANK_CORPS:
        return steps * rules.victory_soviet_corps_step
    if eliminated == 0:
        return 0
    if counter.kind == Kind.HEADQUARTERS:
        return rules.victory_headquarters
    if counter.kind == Kind.RIFLE_DIVISION or counter.kind == Kind.CAVALRY_DIVISION:
        return rules.victory_soviet_division
    return rules.victory_soviet_brigade


@inner
def _count_loss(state: State, unit: int, steps: int, eliminated: int) -> None:
    """Enter a loss into the tallies of both sides.

    Rule: army_group_south 25.0, 25.2, 25.3
    """
    points = loss_points(state, unit, steps, eliminated)
    if state.units[unit].side == Side.AXIS:
        state.game.vp_soviet += points
    else:
        state.game.vp_axis += points
    count_losses(state, state.units[unit].side, steps, eliminated)


@entry
def eliminate_unit(state: State, unit: int, battle: int) -> None:
    """Take a unit out of the game with all the steps it has left, wherever it is.

    Rule: army_group_south 9.61, 9.62, 9.65

    ``battle`` is the number of the battle, -1 outside battles.
    """
    counter = state.units[unit]
    h = counter.hex
    _count_loss(state, unit, counter.steps, 1)
    if h < len(state.ground) - 1:
        lift_unit(state, unit)
    counter.steps = 0
    counter.fighting = 0
    counter.disrupted = 0
    counter.status = Status.ELIMINATED
    record_event(state, EventKind.ELIMINATED, h, unit, battle)


@entry
def lose_step(state: State, unit: int, battle: int) -> None:
    """Take a step from a unit: reduce it, or eliminate it with its last.

    Rule: army_group_south 9.6, 9.61, 9.62, 9.63, 9.64
    """
    counter = state.units[unit]
    if counter.steps <= 1:
        eliminate_unit(state, unit, battle)
        return
    _count_loss(state, unit, 1, 0)
    counter.steps -= 1
    record_event(state, EventKind.STEP_LOST, counter.hex, unit, battle)


# --- losses of a battle


@inner
def _goes_before(state: State, unit: int, other: int) -> bool:
    """Whether a unit's owner would rather take a step from it than from another.

    Rule: army_group_south 9.67, 11.36
    """
    counter, beside = state.units[unit], state.units[other]
    if state.policy[counter.side, Policy.KEEP_UNITS] != 0:
        if (counter.steps > 1) != (beside.steps > 1):
            return counter.steps > 1
    return counter.loss_priority < beside.loss_priority


@inner
def lose_steps(state: State, part: int, steps: int, battle: int, disrupts: int) -> None:
    """Take steps from the units playing a part in the battle, as far as they have them.

    Rule: army_group_south 6.31, 9.66, 9.67, 9.69

    ``disrupts`` is 1 for defenders against an overrun: those who pay and live are disrupted.
    """
    # Ruling: army_group_south 9.66 - a loss of several steps is spread by choice, or falls on one
    # unit as far as it has them.
    spread = state.rules.combat_spread_losses != 0
    unit = first_of(state, _goes_before, part)
    for _ in range(steps):
        if spread:
            unit = first_of(state, _goes_before, part)
        if unit < 0 or state.units[unit].fighting != part:
            return
        lose_step(state, unit, battle)
        if disrupts != 0:
            disrupt(state, unit, battle)


@inner
def lose_all(state: State, part: int, battle: int) -> None:
    """Eliminate every unit playing a part in the battle.

    Rule: army_group_south 9.5, 9.65
    """
    for unit in range(len(state.units)):
        if state.units[unit].fighting == part:
            eliminate_unit(state, unit, battle)


@inner
def disrupt(state: State, unit: int, battle: int) -> None:
    """Disrupt a unit if it still lives, on the map or driven off it; once more has no effect.

    Rule: army_group_south 6.31, 6.32, 24.0
    """
    counter = state.units[unit]
    if counter.status == Status.ELIMINATED or counter.disrupted != 0:
        return
    counter.disrupted = 1
    state.game.soviet_supply_dirty |= DIRTY_COMMAND
    h = counter.hex if counter.status == Status.ON_MAP else counter.exit_hex
    record_event(state, EventKind.DISRUPTED, h, unit, battle)
