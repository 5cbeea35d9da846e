"""Soviet movement by sea between the Black Sea ports (9.18, 9.19)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import (
    NOT_MOVED,
    begin_move,
    check_may_move,
    end_move,
    movement_allowance,
)
from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.reach import check_enter
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.vocabulary import Army, EventKind, Feature, Mobility, Side
from balance.games.log import record_event
from balance.kernel.compiled import entry, inner
from balance.rules.trace import TraceKind, record_trace


@inner
def is_friendly_port(state: State, h: int) -> bool:
    """Whether a hex is a Black Sea port under Soviet control.

    Rule: drive_on_stalingrad 9.18
    """
    port = (state.hexes[h].features & Feature.PORT) != 0
    return port and state.ground[h].control == Side.SOVIET


@entry
def sea_moves_left(state: State) -> int:
    """Units that may still go by sea this movement phase: one a port held, up to the most allowed.

    Rule: drive_on_stalingrad 9.18
    """
    if state.game.sea_block != 0:
        return 0
    ports = 0
    for i in range(len(state.places)):
        h = state.places[i]
        if is_friendly_port(state, h):
            ports += 1
    allowed = min(
        ports * state.rules.movement_sea_moves_per_port,
        state.rules.movement_sea_moves_max,
    )
    return max(0, allowed - state.game.sea_moves)


@entry
def check_landing(state: State, unit: int, port: int) -> int:
    """Say whether a unit may land in a port by sea, wherever it comes from: a ``Refusal``.

    Rule: drive_on_stalingrad 9.18, 9.19

    Newcomers that enter at a port are asked this too. Ruling: drive_on_stalingrad 9.18
    """
    if state.units[unit].side != Side.SOVIET or state.units[unit].mobility == Mobility.MECH:
        return Refusal.SEA_NOT_ALLOWED
    if state.game.sea_block != 0:
        return Refusal.SEA_BLOCKED
    if port < 0 or port >= len(state.ground) - 1 or not is_friendly_port(state, port):
        return Refusal.NOT_A_PORT
    if sea_moves_left(state) < 1:
        return Refusal.SEA_LIMIT
    return Refusal.OK


@inner
def note_landing(state: State, unit: int, port: int) -> None:
    """Count a landing against the limit of the phase and log it.

    Rule: drive_on_stalingrad 9.18
    """
    state.game.sea_moves += 1
    record_trace(state, TraceKind.SAILS, unit, port)
    record_event(state, EventKind.SEA_MOVE, port, unit, state.game.sea_moves)


@entry
def check_sea_move(state: State, unit: int, port: int) -> int:
    """Say whether a unit may go by sea to a port now: a ``Refusal``.

    Rule: drive_on_stalingrad 9.2, 9.18, 9.19

    Only a unit that began the phase in a port and hasn't stirred since may sail.
    """
    refusal = check_may_move(state, unit)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if counter.moved != NOT_MOVED or not is_friendly_port(state, np.int64(counter.hex)):
        return Refusal.SEA_NOT_ALLOWED
    if port == counter.hex:
        return Refusal.SAME_HEX
    refusal = check_landing(state, unit, port)
    if refusal != Refusal.OK:
        return refusal
    if landing_cost(state, unit, port) == PROHIBITED:
        return Refusal.HEX_CLOSED
    return check_enter(state, unit, port)


@inner
def landing_cost(state: State, unit: int, port: int) -> int:
    """Movement points to enter a hex from the sea or from off the map: its natural terrain alone.

    Rule: drive_on_stalingrad 8.2, 8.3, 9.18, 9.20
    """
    return state.tec[state.hexes[port].terrain, state.units[unit].mobility]


@entry
def move_by_sea(state: State, unit: int, port: int) -> int:
    """Move a unit from port to port, or say why not: a ``Refusal``.

    Rule: drive_on_stalingrad 9.3, 9.18

    It pays the entry cost of the port (all it has, if that is too little) and may then move on.
    """
    refusal = check_sea_move(state, unit, port)
    if refusal != Refusal.OK:
        return refusal
    begin_move(state, unit)
    counter = state.units[unit]
    counter.mp_left = max(0, movement_allowance(state, unit) - landing_cost(state, unit, port))
    note_landing(state, unit, port)
    enter_hex(state, unit, port)
    if counter.frozen_by != Army.NONE:
        end_move(state, unit)
    return Refusal.OK
