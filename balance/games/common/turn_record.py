"""The record of the game turns: where both sides stand when one ends, in all and hex by hex."""

from __future__ import annotations

from balance.games.common.state import State
from balance.games.common.victory import count_places, count_points
from balance.games.common.vocabulary import AXIS, SOVIET
from balance.kernel.compiled import inner
from balance.rules.turn_records import CountRules, record_control, write_losses, write_units


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
    write_losses(state, row)
    write_units(state, _COUNT, row)
    turn.axis_places, turn.soviet_places = count_places(state, AXIS), count_places(state, SOVIET)
    record_control(state, row + 1)
