"""Mobile assaults: German mechanized units that fight while they move (9.23-9.31).

The approach is ordinary movement. An assault starts in the launch hex, where the assaulting units
stand together, and goes into an adjacent hex; they enter it only once it is clear.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import (
    begin_move,
    check_may_move,
    end_move,
    points_left,
)
from balance.games.drive_on_stalingrad.armies import check_free_to_attack
from balance.games.drive_on_stalingrad.assault import BARRED, attack_permission, side_permits
from balance.games.drive_on_stalingrad.battle import Attack, fight_battle
from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.costs import cost_row
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.shifts import MOBILE
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.strength import can_attack_at_all, has_trait
from balance.games.drive_on_stalingrad.supply import supply_state
from balance.games.drive_on_stalingrad.tables import HexsideColumn, TerrainColumn
from balance.games.drive_on_stalingrad.vocabulary import (
    Feature,
    Mobility,
    Nation,
    Side,
    Status,
    SupplyState,
    Trait,
)
from balance.games.moves import share_parent_stack
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.rules.trace import TraceKind, record_trace

#: Mobile assaults are supported as a whole or not at all (9.27, 11.25).
NO_AIRCRAFT = 0


# --- legality


@entry
def check_assault_terrain(state: State, launch: int, target: int) -> int:
    """Say whether the map allows a mobile assault from a hex into another: a ``Refusal``.

    Rule: drive_on_stalingrad 9.25, 9.32, 11.14, 11.15, 11.16, 11.17, 11.19, 11.22, 11.23
    """
    if target < 0 or target >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    d = direction_to(state.neighbour, launch, target)
    if d < 0:
        return Refusal.NOT_ADJACENT
    if not side_permits(state, np.int64(state.hexside[launch, d]), HexsideColumn.MOBILE_ASSAULT):
        return Refusal.ASSAULT_TERRAIN
    there = state.hexes[target]
    if state.tec[there.terrain, TerrainColumn.MOBILE_ASSAULT_ALLOWED] == 0:
        return Refusal.ASSAULT_TERRAIN
    if (there.features & Feature.CITY) != 0 or state.ground[target].line_intact != 0:
        return Refusal.ASSAULT_TERRAIN
    return Refusal.OK


@entry
def mobile_assault_cost(state: State, unit: int, launch: int, target: int) -> int:
    """Movement points of a mobile assault: the entry cost, multiplied; ``PROHIBITED`` if closed.

    Rule: drive_on_stalingrad 9.24
    """
    counter = state.units[unit]
    d = direction_to(state.neighbour, launch, target)
    cost = np.int64(state.cost[cost_row(state, counter.side, counter.mobility), launch, d])
    if cost == PROHIBITED:
        return cost
    return cost * state.rules.combat_ma_cost_multiplier


@inner
def check_mobile_unit(state: State, unit: int) -> int:
    """Say whether a unit is of the kind that mobile assaults: a ``Refusal``.

    Rule: drive_on_stalingrad 6.3, 9.23, 11.39
    """
    if unit < 0 or unit >= len(state.units):
        return Refusal.NO_SUCH_UNIT
    counter = state.units[unit]
    if counter.side != Side.AXIS or counter.mobility != Mobility.MECH:
        return Refusal.NOT_MECHANIZED
    if counter.nation != Nation.GERMAN and state.rules.combat_satellite_ma == 0:
        return Refusal.NOT_MECHANIZED
    return Refusal.OK


@inner
def check_mobile_attacker(state: State, unit: int, lead: int, target: int) -> int:
    """Say whether a unit may mobile assault a hex beside another unit of its stack: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 7.16, 9.23, 9.24, 9.25, 9.26, 9.28, 11.12, 11.39
    """
    refusal = check_mobile_unit(state, unit)
    if refusal != Refusal.OK:
        return refusal
    refusal = check_may_move(state, unit)
    if refusal != Refusal.OK:
        return refusal
    refusal = check_free_to_attack(state, unit)
    if refusal != Refusal.OK:
        return refusal
    counter = state.units[unit]
    if counter.assaulted != 0:
        return Refusal.ALREADY_ASSAULTED
    launch = counter.hex
    if launch != state.units[lead].hex or not share_parent_stack(state, unit, lead):
        return Refusal.NOT_STACKED_AT_START
    if not can_attack_at_all(state, unit):
        return Refusal.ZERO_ATTACK
    if attack_permission(state, unit, launch, target) == BARRED:
        return Refusal.ASSAULT_TERRAIN
    # The minimum move of 9.3 is no help here.
    if mobile_assault_cost(state, unit, launch, target) > points_left(state, unit):
        return Refusal.NOT_ENOUGH_POINTS
    if supply_state(state, unit) != SupplyState.REGULAR:
        return Refusal.ASSAULT_SUPPLY
    return Refusal.OK


@entry
def check_mobile_assault(state: State, attackers: np.ndarray, count: int, target: int) -> int:
    """Say whether units may mobile assault a hex together from where they stand: a ``Refusal``.

    Rule: drive_on_stalingrad 9.23, 9.24, 9.25, 9.26, 9.28, 9.31, 11.3

    attackers : int array, the first ``count`` entries are units
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if count < 1:
        return Refusal.NO_ATTACKERS
    lead = attackers[0]
    refusal = check_mobile_unit(state, lead)
    if refusal != Refusal.OK:
        return refusal
    if state.units[lead].status != Status.ON_MAP:
        return Refusal.NOT_ON_MAP
    refusal = check_assault_terrain(state, state.units[lead].hex, target)
    if refusal != Refusal.OK:
        return refusal
    if state.ground[target].occupant != Side.SOVIET:
        return Refusal.NO_ENEMY
    panzers = 0
    for i in range(count):
        unit = attackers[i]
        refusal = check_mobile_attacker(state, unit, lead, target)
        if refusal != Refusal.OK:
            return refusal
        for j in range(i):
            if attackers[j] == unit:
                return Refusal.ALREADY_ASSAULTED
        if has_trait(state, unit, Trait.PANZER_DIVISION):
            panzers += 1
    if panzers < state.rules.combat_ma_min_panzer_divisions:
        return Refusal.NO_PANZER_DIVISION
    return Refusal.OK


# --- execution


@entry
def make_mobile_assault(state: State, attackers: np.ndarray, count: int, target: int) -> int:
    """Mobile assault a hex, or say why not: a ``Refusal``.

    Rule: drive_on_stalingrad 9.23, 9.24, 9.29, 9.30, 9.31

    attackers : int array, the first ``count`` entries are units

    A hex swept clean is entered, and the points left are there to move on with; otherwise the
    survivors are in their launch hex for the rest of the phase. The battle is the last row of the
    log.
    """
    refusal = check_mobile_assault(state, attackers, count, target)
    if refusal != Refusal.OK:
        return refusal
    party = attackers[:count]
    launch = state.units[attackers[0]].hex
    for unit in party:
        begin_move(state, unit)
        state.units[unit].mp_left -= mobile_assault_cost(state, unit, launch, target)
    fight_battle(state, Attack(party, target, MOBILE), NO_AIRCRAFT)
    cleared = state.ground[target].first < 0
    for unit in party:
        if state.units[unit].status != Status.ON_MAP:
            continue
        if cleared:
            # No advance after combat: they are there because they moved there.
            record_trace(state, TraceKind.ADVANCES, unit, target)
            enter_hex(state, unit, target)
        else:
            end_move(state, unit)
    return Refusal.OK
