"""Air units: where they are placed, strikes, support, and how they hinder movement (10, 17.2).

A unit stays with its task until its player gives it another, or has fewer units by the calendar.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.battle import AIR, Attack, end_fight, fight
from balance.games.stalingrad_1942.bridges import strike_bridge
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.state import AIR_UNITS, AXIS_AIR_UNITS, State
from balance.games.stalingrad_1942.vocabulary import AirTask, Forbidden, Hexside, Phase
from balance.kernel.compiled import entry, inner
from balance.rules.rows import hexes_apart


@inner
def air_units(state: State, side: int) -> int:
    """Air units that a side has this game turn.

    Rule: stalingrad_1942 10.11, 10.18b, S1i, S2g, S2h, S3h
    """
    if state.forbidden[side, Forbidden.AIRCRAFT] != 0:
        return 0
    return state.calendar[state.game.game_turn, AXIS_AIR_UNITS + side]


@entry
def open_air(state: State, side: int) -> None:
    """Begin the placement of a side's air units: those it has no more leave the map.

    Rule: stalingrad_1942 3.1-P1a, 10.17, 10.18b
    """
    for i in range(AIR_UNITS):
        wing = state.air[side * AIR_UNITS + i]
        wing.done = 0
        if i >= air_units(state, side):
            wing.task, wing.hex = AirTask.NONE, len(state.ground) - 1


@entry
def check_air(state: State, wing: int, task: int, h: int, direction: int) -> int:
    """Say whether an air unit may be given a task in a hex now: a ``Refusal``.

    Rule: stalingrad_1942 10.12, 10.14, 10.15, 10.16, 17.2a, 21.13

    Parameters
    ----------
    wing : row of ``state.air``
    direction : side of the hex, of a bridge to strike
    """
    side = state.game.side
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if state.game.phase != (Phase.SOVIET_AIR if side == 1 else Phase.AXIS_AIR):
        return Refusal.WRONG_PHASE
    if wing // AIR_UNITS != side or wing < 0 or wing % AIR_UNITS >= air_units(state, side):
        return Refusal.NO_AIR_UNIT
    if task == AirTask.NONE:
        return Refusal.OK
    if h < 0 or h >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    strikes = task == AirTask.STRIKE_BRIDGE or task == AirTask.STRIKE_UNITS
    if strikes and state.game.pause != 0:
        return Refusal.PAUSE
    if task == AirTask.STRIKE_BRIDGE:
        if direction < 0 or direction >= 6:
            return Refusal.NO_BRIDGE
        if np.int64(state.hexside[h, direction]) & Hexside.BRIDGE == 0:
            return Refusal.NO_BRIDGE
    if task == AirTask.STRIKE_UNITS:
        if state.ground[h].occupant != 1 - side or state.ground[h].stack == 0:
            return Refusal.NO_ENEMY
    # Ruling: stalingrad_1942 10.15 - support of an attack may be placed before the enemy is there.
    if task == AirTask.SUPPORT_DEFENSE:
        if state.ground[h].occupant != side or state.ground[h].stack == 0:
            return Refusal.NO_FRIEND
    return Refusal.OK


@entry
def place_air(state: State, wing: int, task: int, h: int, direction: int) -> int:
    """Give an air unit a task in a hex, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 3.1-P1a, 10.12, 10.16, 10.17
    """
    refusal = check_air(state, wing, task, h, direction)
    if refusal == Refusal.OK:
        unit = state.air[wing]
        unit.task, unit.direction = task, direction
        unit.hex = h if task != AirTask.NONE else len(state.ground) - 1
    return refusal


@entry
def spread_disruption(state: State) -> None:
    """Note in which hexes air units hinder movement this game turn.

    Rule: stalingrad_1942 10.19a

    Ruling: stalingrad_1942 10.19 - the enemies of the air unit alone.
    """
    state.disruption[:] = 0
    for wing in range(2 * AIR_UNITS):
        unit = state.air[wing]
        if unit.task != AirTask.DISRUPT:
            continue
        for h in range(len(state.ground) - 1):
            if hexes_apart(state, unit.hex, h) <= state.rules.air_disrupt_radius:
                state.disruption[1 - wing // AIR_UNITS, h] |= 1 << (wing % AIR_UNITS)


# --- strikes


@entry
def make_strikes(state: State) -> None:
    """Settle the air strikes of a game turn, those of the side with the initiative first.

    Rule: stalingrad_1942 3.1-P1b, 10.14, 10.16, 10.17, 17.2, 21.13

    Ruling: stalingrad_1942 10.14 - units are struck as by guns that fire alone with the attack
    points of all air units on the hex; in a pause nothing is, though air units keep their tasks.
    """
    if state.game.pause != 0:
        return
    none = np.empty(0, np.int64)
    for half in range(2):
        state.game.side = state.scene.initiative ^ half
        for wing in range(state.game.side * AIR_UNITS, (state.game.side + 1) * AIR_UNITS):
            unit = state.air[wing]
            if unit.done != 0:
                continue
            if unit.task == AirTask.STRIKE_BRIDGE:
                unit.done = 1
                if np.int64(state.hexside[unit.hex, unit.direction]) & Hexside.BRIDGE != 0:
                    strike_bridge(state, unit.hex, unit.direction, len(state.units) + wing)
            elif unit.task == AirTask.STRIKE_UNITS:
                planes = 0
                for other in range(wing, (state.game.side + 1) * AIR_UNITS):
                    beside = state.air[other]
                    if beside.task == AirTask.STRIKE_UNITS and beside.hex == unit.hex:
                        beside.done = 1
                        planes += 1
                ground = state.ground[unit.hex]
                if ground.occupant == 1 - state.game.side and ground.stack > 0:
                    fight(state, Attack(none, np.full(1, unit.hex, np.int64), none, AIR), planes)
                    end_fight(state)
    state.game.side = state.scene.initiative
