"""The record of the game turns: where both sides stand when one ends, in all and hex by hex."""

from __future__ import annotations

from balance.games.hex_record import AXIS_OOS, CONTROL, SOVIET_OOS
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.supply import is_supplied
from balance.games.stalingrad_1942.victory import count_places, count_points
from balance.games.stalingrad_1942.vocabulary import AXIS, Feature, Side, Status
from balance.kernel.compiled import entry, inner


@entry
def record_turn(state: State) -> None:
    """Write the row of the current game turn; points are those that the game would come to now.

    Rule: stalingrad_1942 3.0b
    """
    row = state.game.game_turn - 1
    if row < 0 or row >= len(state.turns):
        return
    count_points(state)
    turn, game = state.turns[row], state.game
    turn.game_turn = game.game_turn
    turn.vp = game.vp
    turn.vp_axis = game.vp_axis
    turn.vp_soviet = game.vp_soviet
    turn.axis_steps_lost = game.axis_steps_lost
    turn.axis_units_lost = game.axis_units_lost
    turn.soviet_steps_lost = game.soviet_steps_lost
    turn.soviet_units_lost = game.soviet_units_lost
    turn.axis_towns = count_places(state, Feature.TOWN, AXIS)
    turn.axis_city_hexes = count_places(state, Feature.CITY, AXIS)
    turn.surrounded = game.surrounded
    turn.nearest = game.nearest
    _count_units(state, row)
    record_control(state, row + 1)


@inner
def record_control(state: State, row: int) -> None:
    """Write who controls each hex into a row of the map's record."""
    for h in range(len(state.ground) - 1):
        state.hex_turns[CONTROL, row, h] = state.ground[h].control


@inner
def unit_worth(state: State, unit: int) -> int:
    """Strength of a unit in attack, with the steps it has left."""
    return state.strengths[unit, state.units[unit].steps, 0]


@inner
def _count_units(state: State, row: int) -> None:
    axis_units = axis_steps = axis_strength = axis_oos = pocket = 0
    soviet_units = soviet_steps = soviet_strength = soviet_oos = 0
    state.hex_turns[AXIS_OOS:, row + 1] = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.status != Status.ON_MAP:
            continue
        out = 0 if is_supplied(state, unit) else 1
        if counter.side == Side.AXIS:
            axis_units += 1
            axis_steps += counter.steps
            axis_strength += unit_worth(state, unit)
            axis_oos += out
            pocket += counter.pocket
            state.hex_turns[AXIS_OOS, row + 1, counter.hex] += out
        else:
            soviet_units += 1
            soviet_steps += counter.steps
            soviet_strength += unit_worth(state, unit)
            soviet_oos += out
            state.hex_turns[SOVIET_OOS, row + 1, counter.hex] += out
    turn = state.turns[row]
    turn.axis_units = axis_units
    turn.axis_steps = axis_steps
    turn.axis_strength = axis_strength
    turn.axis_oos = axis_oos
    turn.soviet_units = soviet_units
    turn.soviet_steps = soviet_steps
    turn.soviet_strength = soviet_strength
    turn.soviet_oos = soviet_oos
    turn.pocket_units = pocket
