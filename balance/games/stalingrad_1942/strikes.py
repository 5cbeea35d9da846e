"""Strikes of air units, and fire of guns at bridges (10.14, 17.2)."""

from __future__ import annotations

import numpy as np

from balance.games.stalingrad_1942.artillery import check_combat, check_gun
from balance.games.stalingrad_1942.battle import AIR, end_fight, fight
from balance.games.stalingrad_1942.bridges import strike_bridge
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.state import AIR_UNITS, State
from balance.games.stalingrad_1942.vocabulary import AirTask, Hexside
from balance.kernel.compiled import entry


@entry
def check_bridge_fire(state: State, gun: int, h: int, direction: int) -> int:
    """Say whether a gun may fire at the bridge over a side of a hex now: a ``Refusal``.

    Rule: stalingrad_1942 17.2a, 21.13

    Ruling: stalingrad_1942 17.2a - in its own combat phase, as its one fire of the phase.
    """
    refusal = check_combat(state)
    if refusal != Refusal.OK:
        return refusal
    if h < 0 or h >= len(state.ground) - 1 or direction < 0 or direction > 5:
        return Refusal.NO_SUCH_HEX
    if np.int64(state.hexside[h, direction]) & Hexside.BRIDGE == 0:
        return Refusal.NO_BRIDGE
    ends = np.full(2, h, np.int64)
    ends[1] = state.neighbour[h, direction]
    return check_gun(state, gun, ends)


@entry
def fire_at_bridge(state: State, gun: int, h: int, direction: int) -> int:
    """Have a gun fire at a bridge, or say why not: a ``Refusal``.

    Rule: stalingrad_1942 8.26a, 17.2
    """
    refusal = check_bridge_fire(state, gun, h, direction)
    if refusal == Refusal.OK:
        state.units[gun].attacked = state.units[gun].fought = 1
        strike_bridge(state, h, direction, gun)
    return refusal


@entry
def make_strikes(state: State) -> None:
    """Settle the air strikes of a game turn, those of the side with the initiative first.

    Rule: stalingrad_1942 3.1-P1b, 10.14, 10.16, 10.17, 17.2

    Ruling: stalingrad_1942 10.14 - units are struck as by guns that fire alone with the attack
    points of all air units on the hex.
    """
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
                    fight(state, none, np.full(1, unit.hex, np.int64), none, AIR, planes)
                    end_fight(state)
    state.game.side = state.scene.initiative
