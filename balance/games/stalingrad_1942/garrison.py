"""Stalingrad must be held: Soviet moves must not thin out its garrison but fill it up (20)."""

from __future__ import annotations

from balance.games.stalingrad_1942.movement import check_may_move, is_movement
from balance.games.stalingrad_1942.reach import ANYWHERE, BEST, search_reach
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import has_room, in_enemy_zone, is_gun, is_headquarters
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.vocabulary import AXIS, SOVIET, Feature, Side, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.reach import UNREACHED
from balance.rules.rows import hexes_apart

_ATTACK, _DEFENSE = range(2)


@inner
def is_city(state: State, h: int) -> bool:
    """Whether a hex is one of Stalingrad.

    Rule: stalingrad_1942 20.11
    """
    return state.hexes[h].features & Feature.CITY != 0


@entry
def count_garrison(state: State) -> int:
    """Soviet combat units in Stalingrad.

    Rule: stalingrad_1942 20.11
    """
    count = 0
    for h in range(len(state.ground) - 1):
        if is_city(state, h) and state.ground[h].occupant == SOVIET:
            count += state.ground[h].stack
    return count


@inner
def _is_bound_by_garrison(state: State, unit: int, destination: int) -> bool:
    """Whether the garrison of Stalingrad has a say in where a unit goes: out of the city alone.

    Rule: stalingrad_1942 20.11, 20.12
    """
    if state.scene.garrison == 0 or state.units[unit].side != Side.SOVIET:
        return False
    return not is_headquarters(state, unit) and not is_city(state, destination)


@inner
def leaves_garrison(state: State, unit: int, destination: int) -> bool:
    """Whether a unit that goes to a hex would leave fewer in Stalingrad than must be there.

    Rule: stalingrad_1942 20.11
    """
    if not _is_bound_by_garrison(state, unit, destination):
        return False
    if not is_city(state, state.units[unit].hex):
        return False
    return count_garrison(state) <= state.rules.stalingrad_least_soviet_units


@inner
def check_garrison(state: State, unit: int, destination: int) -> int:
    """Say whether the garrison of Stalingrad lets a unit go to a hex: a ``Refusal``.

    Rule: stalingrad_1942 20.11, 20.12

    Ruling: stalingrad_1942 20.12 - while a unit that can reach the city is missing there, Soviet
    moves lead into it, or beside its enemies for an attack.
    """
    if leaves_garrison(state, unit, destination):
        return Refusal.GARRISON_LEAVES
    if state.game.garrison_call != 0 and _is_bound_by_garrison(state, unit, destination):
        for d in range(6):
            there = state.neighbour[destination, d]
            if is_city(state, there) and state.ground[there].occupant == AXIS:
                return Refusal.OK
        return Refusal.GARRISON_CALLS
    return Refusal.OK


@inner
def _can_reinforce(state: State) -> bool:
    """Whether a Soviet unit that may still move can come into a hex of Stalingrad that is held.

    Rule: stalingrad_1942 20.12a, 20.12c
    """
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != Side.SOVIET or counter.status != Status.ON_MAP:
            continue
        if is_headquarters(state, unit) or is_city(state, counter.hex):
            continue
        if check_may_move(state, unit) != Refusal.OK:
            continue
        search_reach(state, unit, ANYWHERE)
        for h in range(len(state.ground) - 1):
            if is_city(state, h) and state.work[BEST, h] != UNREACHED:
                if state.ground[h].control == SOVIET and has_room(state, unit, h):
                    return True
    return False


@inner
def _strength_near(state: State, side: int, h: int, within: int, guns: bool, factor: int) -> int:
    """Strength that a side has near a hex: of units beside it, or of guns in range.

    Rule: stalingrad_1942 8.51a, 20.12b
    """
    total = 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.ON_MAP:
            continue
        if is_gun(state, unit) != guns:
            continue
        # Of German guns all count that could possibly fire; who beset them may still move.
        beset = guns and side == SOVIET and in_enemy_zone(state, side, counter.hex)
        if hexes_apart(state, h, counter.hex) <= (min(within, 1) if beset else within):
            total += state.strengths[unit, counter.steps, factor]
    return total


@inner
def can_storm(state: State) -> bool:
    """Whether Soviet units that stand beside Stalingrad could attack a hex of it at 1-1 or better.

    Rule: stalingrad_1942 8.51a, 20.12a, 20.12b, 21.13

    Ruling: stalingrad_1942 20.12a - 1-1 by printed strengths before shifts, all German guns in
    range counted. In a pause nobody could.
    """
    if state.game.pause != 0:
        return False
    reach = state.rules.artillery_range
    for h in range(len(state.ground) - 1):
        if not is_city(state, h) or state.ground[h].occupant != AXIS:
            continue
        attack = _strength_near(state, SOVIET, h, 1, False, _ATTACK)
        attack += _strength_near(state, SOVIET, h, reach, True, _ATTACK)
        defense = _strength_near(state, AXIS, h, 0, False, _DEFENSE)
        defense += _strength_near(state, AXIS, h, reach, True, _ATTACK)
        if attack > 0 and attack >= defense:
            return True
    return False


@inner
def refresh_call(state: State) -> None:
    """Note whether 20.12 binds Soviet moves at this instant.

    Rule: stalingrad_1942 20.12

    Looked for as the phase opens, then after each move as long as it binds.
    """
    state.game.garrison_call = 0
    if state.scene.garrison == 0 or state.game.side != Side.SOVIET or not is_movement(state):
        return
    if count_garrison(state) >= state.rules.stalingrad_least_soviet_units:
        return
    if not can_storm(state) and _can_reinforce(state):
        state.game.garrison_call = 1
