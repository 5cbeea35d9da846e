"""Air units: where they are placed, strikes, support, and how they hinder movement (10, 17.2).

A unit stays with its task until its player gives it another, or has fewer units by the calendar.
"""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.state import AIR_UNITS, AXIS_AIR_UNITS, State
from balance.games.stalingrad_1942.vocabulary import AirTask, Hexside, Phase
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import distance


@inner
def air_units(state: State, side: int) -> int:
    """Air units that a side has this game turn.

    Rule: stalingrad_1942 10.11, 10.18b, S1i, S2g, S2h, S3h
    """
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


@inner
def use_air_support(state: State, side: int, targets: np.ndarray, task: int) -> int:
    """Use the air units of a side that support a fight in one of some hexes; return how many.

    Rule: stalingrad_1942 10.13, 10.15, 10.16, 10.17
    """
    used = 0
    for i in range(AIR_UNITS):
        wing = state.air[side * AIR_UNITS + i]
        if wing.task == task and wing.done == 0:
            for target in targets:
                if wing.hex == target:
                    wing.done = 1
                    used += 1
    return used


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
        middle = state.hexes[unit.hex]
        for h in range(len(state.ground) - 1):
            there = state.hexes[h]
            away = distance(middle.row, middle.x2, there.row, there.x2)
            if away <= state.rules.air_disrupt_radius:
                state.disruption[1 - wing // AIR_UNITS, h] |= 1 << (wing % AIR_UNITS)
