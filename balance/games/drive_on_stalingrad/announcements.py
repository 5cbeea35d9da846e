"""What is announced at the start of a turn: aircraft for the whole of it, the Manych in flood.

The German player may bar the sea with his aircraft (9.18) or throw them in with his panzers (9.27);
the Soviet player may flood the Manych once a game (9.32). Sea block and flooding belong to the
start of the game turn, in this order; support of the panzers to the start of his player turn.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import mark_supply_dirty
from balance.games.drive_on_stalingrad.supply_lines import open_line_sides
from balance.games.drive_on_stalingrad.vocabulary import (
    AXIS,
    SOVIET,
    EventKind,
    Feature,
    Phase,
    Side,
)
from balance.games.log import NO_UNIT, NO_VALUE, record_event
from balance.kernel.compiled import entry, inner

#: Values of an AIRCRAFT event.
SEA_BLOCK, PANZER_SUPPORT = 1, 2


@entry
def check_sea_block(state: State) -> int:
    """Say whether the German player may bar sea movement this game turn: a ``Refusal``.

    Rule: drive_on_stalingrad 9.18
    """
    if state.game.phase != Phase.TURN_START:
        return Refusal.TOO_LATE
    if state.game.aircraft < state.rules.air_sea_block_aircraft:
        return Refusal.AIRCRAFT_SPENT
    return Refusal.OK


@entry
def block_sea(state: State) -> int:
    """Commit the aircraft against Soviet sea movement, if allowed; return a ``Refusal``.

    Rule: drive_on_stalingrad 9.18
    """
    refusal = check_sea_block(state)
    if refusal == Refusal.OK:
        state.game.sea_block = 1
        _spend_aircraft(state, SEA_BLOCK)
    return refusal


@entry
def check_panzer_support(state: State) -> int:
    """Say whether the aircraft may support this player turn's mobile assaults: a ``Refusal``.

    Rule: drive_on_stalingrad 9.27, 11.25
    """
    if state.game.phase != Phase.AXIS_START:
        return Refusal.TOO_LATE
    if state.game.aircraft < state.rules.air_schwerpunkt_aircraft:
        return Refusal.AIRCRAFT_SPENT
    return Refusal.OK


@entry
def support_panzers(state: State) -> int:
    """Commit the aircraft to all mobile assaults of this player turn; return a ``Refusal``.

    Rule: drive_on_stalingrad 9.27, 11.25
    """
    refusal = check_panzer_support(state)
    if refusal == Refusal.OK:
        state.game.schwerpunkt = 1
        _spend_aircraft(state, PANZER_SUPPORT)
    return refusal


@inner
def _spend_aircraft(state: State, use: int) -> None:
    """Leave no aircraft for any other task this game turn.

    Rule: drive_on_stalingrad 9.18, 9.27
    """
    state.game.aircraft = 0
    record_event(state, EventKind.AIRCRAFT, len(state.ground) - 1, NO_UNIT, use)


@entry
def check_flooding(state: State) -> int:
    """Say whether the Soviet player may flood the Manych this game turn: a ``Refusal``.

    Rule: drive_on_stalingrad 9.32
    """
    if state.game.phase != Phase.TURN_START:
        return Refusal.TOO_LATE
    if state.game.flood_used >= state.rules.movement_manych_flood_per_game:
        return Refusal.FLOOD_USED
    for i in range(len(state.places)):
        h = np.int64(state.places[i])
        control = state.hexes[h].features & Feature.MANYCH_CONTROL != 0
        if control and state.ground[h].control == Side.SOVIET:
            return Refusal.OK
    return Refusal.FLOOD_HEX_LOST


@entry
def flood_manych(state: State) -> int:
    """Flood the Manych for this game turn, if allowed; return a ``Refusal``.

    Rule: drive_on_stalingrad 9.32

    Movement costs read ``game.flood_turn``; the Manych Deep stays the lake it is.
    """
    refusal = check_flooding(state)
    if refusal == Refusal.OK:
        state.game.flood_used += 1
        state.game.flood_turn = state.game.game_turn
        record_event(
            state, EventKind.MANYCH_FLOODED, np.int64(len(state.ground) - 1), NO_UNIT, NO_VALUE
        )
        reopen_line_sides(state)
    return refusal


@entry
def reopen_line_sides(state: State) -> None:
    """Let supply lines follow a flood that comes or goes, where a variant has it so.

    Rule: drive_on_stalingrad 9.32
    """
    if state.rules.supply_flooded_manych_blocks_supply != 0:
        open_line_sides(state)
        mark_supply_dirty(state, AXIS)
        mark_supply_dirty(state, SOVIET)
