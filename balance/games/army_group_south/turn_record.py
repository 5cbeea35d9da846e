"""The record of the game turns: where both sides stand when one ends, in all and hex by hex."""

from __future__ import annotations

from balance.games.army_group_south.reveal import is_hidden
from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import printed_strength
from balance.games.army_group_south.supply import is_supplied
from balance.games.army_group_south.victory import (
    cut_off_points,
    exited_strength,
    place_points,
)
from balance.games.army_group_south.vocabulary import (
    AXIS,
    NOBODY,
    SOVIET,
    Feature,
    Mode,
    Side,
    Status,
)
from balance.games.hex_record import AXIS_OOS, CONTROL, SOVIET_OOS
from balance.kernel.compiled import entry, inner


@entry
def record_turn(state: State) -> None:
    """Write the row of the current game turn.

    Points are those that the game would come to if it ended now. A strength is half the sum of
    attack and defense of the units on the map, as they stand; untried units count by the mean of
    their pool.
    """
    row = state.game.game_turn - 1
    if row < 0 or row >= len(state.turns):
        return
    turn = state.turns[row]
    turn.game_turn = state.game.game_turn
    turn.vp_axis = state.game.vp_axis + cut_off_points(state)
    turn.vp_places = place_points(state)
    turn.vp_soviet = state.game.vp_soviet + turn.vp_places
    turn.vp = turn.vp_soviet - turn.vp_axis
    state.game.vp = turn.vp
    turn.axis_steps_lost = state.game.axis_steps_lost
    turn.axis_units_lost = state.game.axis_units_lost
    turn.soviet_steps_lost = state.game.soviet_steps_lost
    turn.soviet_units_lost = state.game.soviet_units_lost
    turn.exited_strength = exited_strength(state, False)
    turn.soviet_places = 0
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & (Feature.TOWN | Feature.CITY) != 0:
            turn.soviet_places += state.ground[h].control == Side.SOVIET
    _count_units(state, row)
    record_control(state, row + 1)


@inner
def record_control(state: State, row: int) -> None:
    """Write who controls each hex into a row of the map's record.

    A hex that nobody has entered belongs to the side behind whose line it lay at the start.
    """
    for h in range(len(state.ground) - 1):
        control = state.ground[h].control
        if control == NOBODY:
            behind = state.hexes[h].features & Feature.SOVIET_SIDE != 0
            control = SOVIET if behind else AXIS
        state.hex_turns[CONTROL, row, h] = control


@inner
def unit_worth_x20(state: State, unit: int) -> int:
    """Attack and defense of a unit together, in tenths."""
    if is_hidden(state, unit):
        counter = state.units[unit]
        return counter.mean_attack_x10 + counter.mean_defense_x10
    return 10 * (printed_strength(state, unit, 0) + printed_strength(state, unit, 1))


@inner
def _count_units(state: State, row: int) -> None:
    axis_units = axis_steps = axis_worth = axis_oos = 0
    soviet_units = soviet_steps = soviet_worth = soviet_oos = defensive = 0
    state.hex_turns[AXIS_OOS:, row + 1] = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.status != Status.ON_MAP:
            continue
        out = 0 if is_supplied(state, unit) else 1
        worth = unit_worth_x20(state, unit)
        if counter.side == Side.AXIS:
            axis_units += 1
            axis_steps += counter.steps
            axis_worth += worth
            axis_oos += out
            state.hex_turns[AXIS_OOS, row + 1, counter.hex] += out
        else:
            soviet_units += 1
            soviet_steps += counter.steps
            soviet_worth += worth
            soviet_oos += out
            state.hex_turns[SOVIET_OOS, row + 1, counter.hex] += out
            if is_headquarters(state, unit):
                defensive += counter.mode == Mode.DEFENSIVE
    turn = state.turns[row]
    turn.axis_units = axis_units
    turn.axis_steps = axis_steps
    turn.axis_strength = axis_worth // 20
    turn.axis_oos = axis_oos
    turn.soviet_units = soviet_units
    turn.soviet_steps = soviet_steps
    turn.soviet_strength = soviet_worth // 20
    turn.soviet_oos = soviet_oos
    turn.soviet_defensive = defensive
