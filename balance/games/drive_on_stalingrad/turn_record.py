"""The record of the game turns: where both sides stand when one ends, in all and hex by hex."""

from __future__ import annotations

from balance.games.drive_on_stalingrad.overstacking import unit_worth
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import is_out_of_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    SOVIET,
    Army,
    Feature,
    Side,
    Status,
    Terrain,
)
from balance.games.hex_record import CONTROL
from balance.kernel.compiled import entry, inner
from balance.rules.turn_records import CUT_OFF, STEPS, UNITS, WORTH, CountRules, count_units

_COUNTS = CountRules(unit_worth, is_out_of_supply)


@entry
def record_turn(state: State) -> None:
    """Write the row of the current game turn; a second call in the same turn writes it again.

    A strength is half the sum of attack and defense of the units on the map, as they stand (reduced
    sides reduced); hidden and rolled factors count by their mean.
    """
    row = state.game.game_turn - 1
    if row < 0 or row >= len(state.turns):
        return
    turn = state.turns[row]
    turn.game_turn = state.game.game_turn
    turn.vp = state.game.vp
    turn.vp_hexes = state.game.vp_hexes
    turn.vp_oos = state.game.vp_oos
    turn.oos_kills = state.game.oos_kills
    turn.axis_steps_lost = state.game.axis_steps_lost
    turn.soviet_units_lost = state.game.soviet_units_lost
    sums = count_units(state, _COUNTS, row + 1)
    turn.axis_units, turn.soviet_units = sums[AXIS, UNITS], sums[SOVIET, UNITS]
    turn.axis_steps = sums[AXIS, STEPS]
    # Worth counts both factors, in tenths.
    turn.axis_strength, turn.soviet_strength = sums[AXIS, WORTH] // 20, sums[SOVIET, WORTH] // 20
    turn.axis_oos, turn.soviet_oos = sums[AXIS, CUT_OFF], sums[SOVIET, CUT_OFF]
    turn.soviet_frozen = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.status == Status.ON_MAP and counter.side == Side.SOVIET:
            turn.soviet_frozen += counter.frozen_by != Army.NONE
    _count_hexes(state, row)


@inner
def _count_hexes(state: State, row: int) -> None:
    hexes = towns = 0
    for h in range(len(state.ground) - 1):
        state.hex_turns[CONTROL, row + 1, h] = state.ground[h].control
        terrain = state.hexes[h].terrain
        if terrain == Terrain.SEA or terrain == Terrain.LAKE:
            continue
        if state.ground[h].control == Side.AXIS:
            hexes += 1
            towns += state.hexes[h].features & (Feature.TOWN | Feature.CITY) != 0
    state.turns[row].axis_hexes = hexes
    state.turns[row].axis_towns = towns
