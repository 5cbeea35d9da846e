"""The record of the game turns: where both sides stand when one ends, in all and hex by hex."""

from __future__ import annotations

from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.victory import count_places, count_points
from balance.games.stalingrad_1942.vocabulary import AXIS, Feature, Status
from balance.kernel.compiled import entry, inner
from balance.rules.turn_records import CountRules, record_control, write_losses, write_units


@inner
def unit_worth(state: State, unit: int) -> int:
    """Strength of a unit in attack, with the steps it has left."""
    return state.strengths[unit, state.units[unit].steps, 0]


@inner
def _is_cut_off(state: State, unit: int) -> bool:
    """Whether a unit is out of supply, or in the pocket.

    Rule: stalingrad_1942 14.17, 14.21, 14.21a, S3i
    """
    return state.units[unit].unsupplied != 0


_COUNT = CountRules(unit_worth, _is_cut_off)


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
    turn.vp, turn.vp_axis, turn.vp_soviet = game.vp, game.vp_axis, game.vp_soviet
    turn.axis_towns = count_places(state, Feature.TOWN, AXIS)
    turn.axis_city_hexes = count_places(state, Feature.CITY, AXIS)
    turn.surrounded, turn.nearest = game.surrounded, game.nearest
    turn.pocket_units = 0
    for unit in range(len(state.units)):
        if state.units[unit].status == Status.ON_MAP:
            turn.pocket_units += state.units[unit].pocket
    write_losses(state, row)
    write_units(state, _COUNT, row)
    record_control(state, row + 1)
