"""The record of the game turns: where both sides stand when one ends, in all and hex by hex."""

from __future__ import annotations

from balance.games.common.state import State
from balance.games.common.victory import count_places, count_points
from balance.games.common.vocabulary import AXIS, SOVIET
from balance.games.hex_record import CONTROL
from balance.kernel.compiled import inner
from balance.rules.turn_records import CUT_OFF, STEPS, UNITS, WORTH, CountRules, count_units


@inner
def unit_worth(state: State, unit: int) -> int:
    """Strength of a unit in attack, with the steps it has left."""
    return state.strengths[unit, state.units[unit].steps, 0]


@inner
def is_cut_off(state: State, unit: int) -> bool:
    """Whether a unit is out of supply, as last checked.

    Rule: common 11.3
    """
    return state.units[unit].unsupplied != 0


_COUNT = CountRules(unit_worth, is_cut_off)


@inner
def record_turn(state: State) -> None:
    """Write the row of the current game turn.

    Rule: common 1.2
    """
    row = state.game.game_turn - 1
    if row < 0 or row >= len(state.turns):
        return
    count_points(state)
    turn, game = state.turns[row], state.game
    turn.game_turn = game.game_turn
    turn.vp, turn.vp_axis, turn.vp_soviet = game.vp, game.vp_axis, game.vp_soviet
    turn.weather = game.weather
    sums = count_units(state, _COUNT, row + 1)
    turn.axis_units, turn.soviet_units = sums[0, UNITS], sums[1, UNITS]
    turn.axis_steps, turn.soviet_steps = sums[0, STEPS], sums[1, STEPS]
    turn.axis_strength, turn.soviet_strength = sums[0, WORTH], sums[1, WORTH]
    turn.axis_oos, turn.soviet_oos = sums[0, CUT_OFF], sums[1, CUT_OFF]
    turn.axis_steps_lost, turn.soviet_steps_lost = game.axis_steps_lost, game.soviet_steps_lost
    turn.axis_units_lost, turn.soviet_units_lost = game.axis_units_lost, game.soviet_units_lost
    turn.axis_places, turn.soviet_places = count_places(state, AXIS), count_places(state, SOVIET)
    record_control(state, row + 1)


@inner
def record_control(state: State, row: int) -> None:
    """Write who controls each hex into a row of the map's record."""
    for h in range(len(state.ground) - 1):
        state.hex_turns[CONTROL, row, h] = state.ground[h].control
