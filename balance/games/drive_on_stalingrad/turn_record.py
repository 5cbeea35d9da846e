"""The record of the game turns: where both sides stand when one ends, in all and hex by hex."""

from __future__ import annotations

from balance.games.drive_on_stalingrad.overstacking import unit_worth
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import is_out_of_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Feature,
    Side,
    Status,
    Terrain,
)
from balance.games.hex_record import AXIS_OOS, CONTROL, SOVIET_OOS
from balance.kernel.compiled import entry, inner


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
    _count_units(state, row)
    _count_hexes(state, row)


@inner
def _count_units(state: State, row: int) -> None:
    axis_units = axis_steps = axis_worth = axis_oos = 0
    soviet_units = soviet_worth = soviet_oos = soviet_frozen = 0
    state.hex_turns[AXIS_OOS:, row + 1] = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.status != Status.ON_MAP:
            continue
        if counter.side == Side.AXIS:
            axis_units += 1
            axis_steps += counter.steps
            axis_worth += unit_worth(state, unit)
            cut_off = is_out_of_supply(state, unit)
            axis_oos += cut_off
            state.hex_turns[AXIS_OOS, row + 1, counter.hex] += cut_off
        else:
            soviet_units += 1
            soviet_worth += unit_worth(state, unit)
            cut_off = is_out_of_supply(state, unit)
            soviet_oos += cut_off
            state.hex_turns[SOVIET_OOS, row + 1, counter.hex] += cut_off
            soviet_frozen += counter.frozen_by != Army.NONE
    turn = state.turns[row]
    turn.axis_units = axis_units
    turn.axis_steps = axis_steps
    turn.axis_strength = axis_worth // 20
    turn.axis_oos = axis_oos
    turn.soviet_units = soviet_units
    turn.soviet_strength = soviet_worth // 20
    turn.soviet_oos = soviet_oos
    turn.soviet_frozen = soviet_frozen


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
