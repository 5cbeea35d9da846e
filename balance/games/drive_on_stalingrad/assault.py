"""Prepared assaults: who may attack what from where, and what the victors do (11.1-11.38)."""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.armies import check_free_to_attack
from balance.games.drive_on_stalingrad.battle import Attack, fight_battle
from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.costs import cost_row, is_flooded
from balance.games.drive_on_stalingrad.phases import is_assault_phase
from balance.games.drive_on_stalingrad.reach import check_enter
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.shifts import PREPARED
from balance.games.drive_on_stalingrad.stacks import is_artillery
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.strength import (
    WITHDRAWN_ALONE,
    can_attack_at_all,
    takes_part_in_defense,
)
from balance.games.drive_on_stalingrad.tables import HexsideColumn, HexsideRow, TerrainColumn
from balance.games.drive_on_stalingrad.vocabulary import (
    Hexside,
    Mobility,
    Nation,
    Policy,
    Side,
    Status,
)
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.replaceable import replaceable
from balance.rules.orders import check_own_unit
from balance.rules.trace import TraceKind, record_trace

#: How far a unit may attack across a hexside: not at all, in support of others only, freely.
BARRED, SUPPORT, FREE = range(3)
#: ``most_to_advance`` that leaves the number to the standing order.
BY_POLICY = -1


# --- terrain


@inner
def side_permits(state: State, sides: int, column: int) -> bool:
    """Whether each feature of a hexside has a 1 in a column of the hexside chart.

    Rule: drive_on_stalingrad 9.13, 9.16, 9.25, 9.32, 11.16, 11.19, 11.20
    """
    if sides & Hexside.MANYCH and is_flooded(state):
        return False
    if sides & Hexside.VOLGA:
        if state.tec_sides[HexsideRow.VOLGA, column] == 0:
            return False
    elif sides & Hexside.RIVER:
        if state.tec_sides[HexsideRow.RIVER, column] == 0:
            return False
    if sides & Hexside.BLOCKED and state.tec_sides[HexsideRow.BLOCKED, column] == 0:
        return False
    return not (sides & Hexside.WATER and state.tec_sides[HexsideRow.WATER, column] == 0)


@entry
def attack_permission(state: State, unit: int, start: int, target: int) -> int:
    """How far terrain lets a unit prepared assault from a hex into the next.

    Rule: drive_on_stalingrad 9.16, 9.32, 11.16, 11.17, 11.19, 11.20

    Returns ``BARRED``, ``FREE``, or ``SUPPORT`` for Soviet artillery across water.
    """
    counter = state.units[unit]
    d = direction_to(state.neighbour, start, target)
    if d < 0:
        return BARRED
    if counter.mobility == Mobility.MECH:
        # Ruling: drive_on_stalingrad 11.16a - mountains, closed to their movement, are no bar.
        if state.tec[state.hexes[target].terrain, TerrainColumn.MECH_ATTACK_ALLOWED] == 0:
            return BARRED
    sides = np.int64(state.hexside[start, d])
    if counter.side == Side.AXIS:
        return FREE if side_permits(state, sides, HexsideColumn.AXIS_ATTACK) else BARRED
    if side_permits(state, sides, HexsideColumn.SOVIET_ATTACK):
        return FREE
    if is_artillery(state, unit) and sides & Hexside.WATER:
        if side_permits(state, sides & ~Hexside.WATER, HexsideColumn.SOVIET_ATTACK):
            return SUPPORT
    return BARRED


# --- legality


@entry
def check_attacker(state: State, unit: int, target: int) -> int:
    """Say whether a unit may take part in a prepared assault on a hex: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 8.2, 8.4, 11.1, 11.4, 11.12, 11.16, 11.17, 11.19, 11.20
    """
    refusal = check_own_unit(state, unit, True)
    if refusal == Refusal.OK:
        refusal = check_free_to_attack(state, unit)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if direction_to(state.neighbour, counter.hex, target) < 0:
        return Refusal.NOT_ADJACENT
    if counter.attacked != 0:
        return Refusal.ALREADY_ATTACKED
    if not can_attack_at_all(state, unit):
        return Refusal.ZERO_ATTACK
    if attack_permission(state, unit, counter.hex, target) == BARRED:
        return Refusal.TERRAIN_BARS_ATTACK
    return Refusal.OK


@entry
def check_target(state: State, target: int) -> int:
    """Say whether the units in a hex may be prepared assaulted now: a ``Refusal``.

    Rule: drive_on_stalingrad 11.1, 11.4, 11.35

    Units that retreated into a hex of others don't shield them: those may be attacked, with the
    newcomers on their necks. Units that retreated into an empty hex have been the target once.
    """
    if target < 0 or target >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    if state.ground[target].occupant != 1 - state.game.side:
        return Refusal.NO_ENEMY
    unit = state.ground[target].first
    while unit >= 0:
        counter = state.units[unit]
        if takes_part_in_defense(state, unit) and counter.defended != 0:
            # Ruling: drive_on_stalingrad 11.4, 11.35
            if counter.retreated != WITHDRAWN_ALONE or state.rules.combat_retreated_immune != 0:
                return Refusal.ALREADY_DEFENDED
        unit = counter.next
    return Refusal.OK


@inner
def check_nations(state: State, attackers: np.ndarray) -> int:
    """Say whether these nations may attack together: a ``Refusal``.

    Rule: drive_on_stalingrad 11.39
    """
    satellites = 0
    for nation in (Nation.HUNGARIAN, Nation.ITALIAN, Nation.ROMANIAN):
        for unit in attackers:
            if state.units[unit].nation == nation:
                satellites += 1
                break
    if satellites > state.rules.combat_max_satellite_nationalities:
        return Refusal.TOO_MANY_NATIONS
    return Refusal.OK


@entry
def check_assault(
    state: State, target: int, attackers: np.ndarray, count: int, aircraft: int
) -> int:
    """Say whether units may prepared assault a hex together now: a ``Refusal``.

    Rule: drive_on_stalingrad 11.1, 11.2, 11.3, 11.4, 11.6, 11.12, 11.20, 11.25, 11.39

    attackers : int array, the first ``count`` entries are units
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if not is_assault_phase(state):
        return Refusal.WRONG_PHASE
    refusal = check_target(state, target)
    if refusal != Refusal.OK:
        return refusal
    if count < 1:
        return Refusal.NO_ATTACKERS
    supported_only = True
    for i in range(count):
        unit = attackers[i]
        refusal = check_attacker(state, unit, target)
        if refusal != Refusal.OK:
            return refusal
        for j in range(i):
            if attackers[j] == unit:
                return Refusal.ALREADY_ATTACKED
        if attack_permission(state, unit, state.units[unit].hex, target) == FREE:
            supported_only = False
    if supported_only:
        return Refusal.ARTILLERY_ALONE
    if aircraft < 0 or (aircraft > 0 and state.game.side != Side.AXIS):
        return Refusal.NO_AIRCRAFT
    if aircraft > state.game.aircraft:
        return Refusal.NO_AIRCRAFT
    return check_nations(state, attackers[:count])


# --- execution


@entry
def make_assault(
    state: State,
    target: int,
    attackers: np.ndarray,
    count: int,
    aircraft: int,
    most_to_advance: int,
) -> int:
    """Prepared assault a hex, or say why not: a ``Refusal``.

    Rule: drive_on_stalingrad 11.1, 11.5, 11.30, 11.36, 11.37, 11.38

    The battle is the last row of the log.

    Parameters
    ----------
    attackers : int array
        The first ``count`` entries are units; those that shall advance first come first.
    aircraft
        Ground support aircraft committed with the declaration.
    most_to_advance
        Attackers to advance into an emptied hex, at most; ``BY_POLICY`` leaves it to the standing
        order.
    """
    refusal = check_assault(state, target, attackers, count, aircraft)
    if refusal != Refusal.OK:
        return refusal
    party = attackers[:count]
    row = fight_battle(state, Attack(party, target, PREPARED), aircraft)
    if state.ground[target].first < 0 and state.game.ended == 0:
        most = most_to_advance
        if most < 0:
            most = state.policy[state.game.side, Policy.ADVANCE]
        state.battles[row].advanced = advance_attackers(state, party, target, most)
    return Refusal.OK


# --- advance after combat


@entry
@replaceable
def check_advance(state: State, unit: int, target: int) -> int:
    """Say whether an attacker may advance into the hex it has helped to empty: a ``Refusal``.

    Rule: drive_on_stalingrad 6.1, 9.13, 9.16, 9.19, 9.22, 11.38
    """
    counter = state.units[unit]
    if counter.status != Status.ON_MAP:
        return Refusal.NOT_ON_MAP
    if is_artillery(state, unit):
        return Refusal.HEX_CLOSED
    d = direction_to(state.neighbour, counter.hex, target)
    if d < 0:
        return Refusal.NOT_ADJACENT
    cost = np.int64(state.cost[cost_row(state, counter.side, counter.mobility), counter.hex, d])
    if cost == PROHIBITED:
        return Refusal.SIDE_CLOSED
    return check_enter(state, unit, target)


@inner
def advance_attackers(state: State, attackers: np.ndarray, target: int, most: int) -> int:
    """Advance up to ``most`` attackers, in the order they were named, and return how many went.

    Rule: drive_on_stalingrad 3.4, 11.36, 11.37, 11.38

    Those that may not advance are passed over.
    """
    advanced = 0
    for unit in attackers:
        if advanced >= most or state.game.ended != 0:
            break
        if check_advance(state, unit, target) == Refusal.OK:
            record_trace(state, TraceKind.ADVANCES, unit, target)
            enter_hex(state, unit, target)
            advanced += 1
    return advanced
