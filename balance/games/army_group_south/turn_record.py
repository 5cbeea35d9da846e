"""The record of the game turns: where both sides stand when one ends, in all and hex by hex."""

from __future__ import annotations

from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import printed_strength
from balance.games.army_group_south.supply import is_supplied
from balance.games.army_group_south.untried import is_hidden
from balance.games.army_group_south.victory import cut_off_points, exited_strength, place_points
from balance.games.army_group_south.vocabulary import (
    AXIS,
    NOBODY,
    SOVIET,
    Feature,
    Mode,
    Side,
    Status,
)
from balance.games.hex_record import CONTROL
from balance.kernel.compiled import entry, inner
from balance.rules.turn_records import CountRules, write_losses, write_units


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
def _is_cut_off(state: State, unit: int) -> bool:
    return not is_supplied(state, unit)


_COUNTS = CountRules(unit_worth_x20, _is_cut_off)


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
    write_losses(state, row)
    turn.exited_strength = exited_strength(state, False)
    turn.soviet_places = 0
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & (Feature.TOWN | Feature.CITY) != 0:
            turn.soviet_places += state.ground[h].control == Side.SOVIET
    write_units(state, _COUNTS, row)
    turn.axis_strength //= 20
    turn.soviet_strength //= 20
    turn.soviet_defensive = 0
    for unit in range(len(state.units)):
        if state.units[unit].status == Status.ON_MAP and is_headquarters(state, unit):
            turn.soviet_defensive += state.units[unit].mode == Mode.DEFENSIVE
    record_control(state, row + 1)
