"""Victory points, losses that earn them, and the end of the game (section 4)."""

from __future__ import annotations

from balance.games.drive_on_stalingrad.stacks import lift_unit
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import is_out_of_supply
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    SOVIET,
    Ending,
    EventKind,
    Feature,
    Side,
    Status,
)
from balance.games.log import NO_UNIT, NO_VALUE, record_event
from balance.kernel.compiled import entry, inlined, inner
from balance.kernel.replaceable import replaceable


@entry
def end_game(state: State, winner: int, ending: int, h: int) -> None:
    """Stop play; a game that has ended stays as it ended.

    Rule: drive_on_stalingrad 4.5, 4.6
    """
    if state.game.ended != 0:
        return
    state.game.ended = 1
    state.game.winner = winner
    state.game.ending = ending
    state.game.ending_hex = h


@inlined
def hex_points(state: State, h: int) -> int:
    """What a VP hex is worth: points of its own, or what the rules give each.

    Rule: drive_on_stalingrad 4.2
    """
    own = state.hexes[h].own_vp
    return own if own != 0 else state.rules.victory_vp_per_hex


@entry
@replaceable
def score_hex(state: State, h: int, taker: int) -> None:
    """Adjust the German total for a hex that has just changed hands.

    Rule: drive_on_stalingrad 4.1, 4.2, 4.5
    """
    if state.hexes[h].features & Feature.VP == 0:
        return
    gained = taker == Side.AXIS
    worth = hex_points(state, h) if gained else -hex_points(state, h)
    state.game.vp_hexes += worth
    state.game.vp += worth
    record_event(state, EventKind.VP_GAINED if gained else EventKind.VP_LOST, h, NO_UNIT, worth)
    _check_points(state, h)


@inner
def _check_points(state: State, h: int) -> None:
    """End the game at once when the German total suffices.

    Rule: drive_on_stalingrad 4.5
    """
    if state.game.vp >= state.rules.victory_vp_to_win:
        end_game(state, AXIS, Ending.VICTORY_POINTS, h)


@entry
@replaceable
def score_out_of_supply_kill(state: State, unit: int, h: int) -> None:
    """Add a Soviet unit to the pile of those destroyed out of supply; award what that earns.

    Rule: drive_on_stalingrad 4.3, 4.5
    """
    state.game.oos_kills += 1
    record_event(state, EventKind.OOS_KILL, h, unit, state.game.oos_kills)
    if state.game.oos_kills % state.rules.victory_oos_kills_per_vp == 0:
        state.game.vp_oos += 1
        state.game.vp += 1
        record_event(state, EventKind.OOS_AWARD, h, unit, 1)
        _check_points(state, h)


@entry
def remove_from_play(state: State, unit: int, battle: int, out_of_supply: bool) -> None:
    """Eliminate a unit on the map for good, count it, and score it if it was out of supply.

    Rule: drive_on_stalingrad 2.12, 2.15, 4.3

    ``battle`` is the number of the battle, -1 outside battle. ``out_of_supply`` is judged by the
    caller: by the rules, at the start of the battle that kills.
    """
    counter = state.units[unit]
    h = counter.hex
    if counter.side == Side.AXIS:
        state.game.axis_units_lost += 1
        state.game.axis_steps_lost += counter.steps
    else:
        state.game.soviet_units_lost += 1
    counter.steps = 0
    counter.status = Status.ELIMINATED
    lift_unit(state, unit)
    record_event(state, EventKind.ELIMINATED, h, unit, battle)
    if counter.side == Side.SOVIET and out_of_supply:
        score_out_of_supply_kill(state, unit, h)


@entry
@replaceable
def enter_sudden_death_hex(state: State, unit: int, h: int) -> None:
    """End the game if a Soviet unit has entered one of the German bases.

    Rule: drive_on_stalingrad 4.6
    """
    if state.rules.victory_sudden_death == 0 or state.units[unit].side != Side.SOVIET:
        return
    if state.hexes[h].features & Feature.SUDDEN_DEATH != 0 and state.game.ended == 0:
        record_event(state, EventKind.SUDDEN_DEATH, h, unit, NO_VALUE)
        end_game(state, SOVIET, Ending.SUDDEN_DEATH, h)


@entry
@replaceable
def close_last_turn(state: State) -> None:
    """Count the Soviet units left out of supply, then give the Soviets the game if it is open.

    Rule: drive_on_stalingrad 4.3, 4.5, 4.6
    """
    if state.game.ended != 0 or state.game.game_turn < state.rules.victory_last_turn:
        return
    if state.rules.victory_final_oos_counts != 0:
        for unit in range(len(state.units)):
            counter = state.units[unit]
            if counter.status != Status.ON_MAP or counter.side != Side.SOVIET:
                continue
            if is_out_of_supply(state, unit):
                state.game.soviet_oos_at_end += 1
                score_out_of_supply_kill(state, unit, counter.hex)
    end_game(state, SOVIET, Ending.TIME_LIMIT, len(state.ground) - 1)
