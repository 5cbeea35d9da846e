"""Overruns: attacks made while moving (section 6)."""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.attack import check_attack_side, check_party
from balance.games.army_group_south.battle import OVERRUN, Attack, end_fight, fight, is_victory
from balance.games.army_group_south.control import enter_hex
from balance.games.army_group_south.costs import goes_west_only, season_row
from balance.games.army_group_south.movement import (
    begin_moves,
    check_may_act,
    end_move,
    points_left,
)
from balance.games.army_group_south.refusals import Refusal
from balance.games.army_group_south.retreat import NOT_FOLLOWED
from balance.games.army_group_south.stacks import is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import ATTACKS
from balance.games.army_group_south.vocabulary import Hexside, Mode, Side, Status
from balance.games.moves import share_parent_stack
from balance.kernel.compiled import entry, inner
from balance.kernel.hexes import direction_to
from balance.kernel.neighbours import EAST, NORTH_EAST, SOUTH_EAST
from balance.kernel.replaceable import replaceable
from balance.rules.trace import TraceKind, record_trace


@entry
@replaceable
def overrun_price(state: State, unit: int, target: int) -> int:
    """Movement points that a unit spends on overrunning an adjacent hex.

    Rule: army_group_south 6.0, 6.24
    """
    price = state.rules.overrun_price
    # Ruling: army_group_south 6.0 - the price is all there is, or terrain and river cost extra.
    if state.rules.overrun_terrain_extra != 0:
        here = state.units[unit].hex
        d = direction_to(state.neighbour, here, target)
        if d >= 0:
            price += np.int64(state.cost[season_row(state, unit), here, d])
    return price


@entry
def check_overrunner(state: State, unit: int, lead: int, target: int) -> int:
    """Say whether a unit may overrun a hex beside another unit of its stack: a ``Refusal``.

    Rule: army_group_south 6.0, 6.11, 6.12, 6.13, 6.16, 6.32, 21.14, 21.22
    """
    refusal = check_may_act(state, unit)
    if refusal != Refusal.OK:
        return refusal
    counter, first = state.units[unit], state.units[lead]
    allowed = state.rules.restriction_overruns_axis
    if counter.side == Side.SOVIET:
        allowed = state.rules.restriction_overruns_soviet
    if allowed == 0:
        return Refusal.FORBIDDEN
    if is_headquarters(state, unit):
        return Refusal.HEADQUARTERS_ALONE
    if counter.supplied == 0:
        return Refusal.NO_SUPPLY
    if counter.side == Side.SOVIET and counter.mode == Mode.DEFENSIVE:
        return Refusal.DEFENSIVE_MODE
    if counter.hex != first.hex:
        return Refusal.NOT_STACKED
    if not share_parent_stack(state, unit, lead) or counter.group != first.group:
        return Refusal.NOT_MOVED_TOGETHER
    if points_left(state, unit) < overrun_price(state, unit, target):
        return Refusal.NOT_ENOUGH_POINTS
    if goes_west_only(state, unit):
        d = direction_to(state.neighbour, counter.hex, target)
        if d in (NORTH_EAST, EAST, SOUTH_EAST):
            return Refusal.WRONG_DIRECTION
    return Refusal.OK


@inner
def _check_launch(state: State, attackers: np.ndarray, count: int, launch: int) -> int:
    """Say whether nobody stays behind in the launch hex but a headquarters: a ``Refusal``.

    Rule: army_group_south 6.17
    """
    joining = 0
    for i in range(count):
        if not is_headquarters(state, attackers[i]):
            joining += 1
    return Refusal.OK if state.ground[launch].stack == joining else Refusal.OTHERS_IN_HEX


@entry
def check_overrun(state: State, attackers: np.ndarray, count: int, target: int) -> int:
    """Say whether units may overrun a hex together from where they stand: a ``Refusal``.

    Rule: army_group_south 6.0, 6.11, 6.12, 6.13, 6.14, 6.15, 6.16, 6.17, 10.13, 10.16, 13.3

    attackers : int64 array, the first ``count`` entries are units
    """
    if count < 1:
        return Refusal.NO_ATTACKERS
    if target < 0 or target >= len(state.ground) - 1:
        return Refusal.NO_SUCH_HEX
    lead = attackers[0]
    for i in range(count):
        refusal = check_overrunner(state, attackers[i], lead, target)
        if refusal != Refusal.OK:
            return refusal
    launch = state.units[lead].hex
    refusal = check_attack_side(state, launch, target)
    if refusal != Refusal.OK:
        return refusal
    d = direction_to(state.neighbour, launch, target)
    if state.hexside[launch, d] & Hexside.MAJOR_RIVER != 0:
        return Refusal.SIDE_BARS_ATTACK
    if state.ground[target].occupant != 1 - state.game.side:
        return Refusal.NO_ENEMY
    refusal = _check_launch(state, attackers, count, launch)
    if refusal != Refusal.OK:
        return refusal
    return check_party(state, attackers[:count])


@entry
def make_overrun(state: State, attackers: np.ndarray, count: int, target: int) -> int:
    """Overrun a hex, or say why not: a ``Refusal``. The battle is the log's last row.

    Rule: army_group_south 6.0, 6.16, 6.17, 6.22, 6.23, 6.24, 6.25, 9.86, 11.23

    attackers : int64 array, the first ``count`` entries are units

    Unhurt victors of an emptied hex are in it, and what points they have left is there to move on
    or to overrun again; all others are finished for the phase.
    """
    refusal = check_overrun(state, attackers, count, target)
    if refusal != Refusal.OK:
        return refusal
    launch = state.units[attackers[0]].hex
    party = np.full(len(state.units), -1, np.int64)
    for i in range(count):
        party[i] = attackers[i]
    # 6.17: a headquarters left in the hex adds nothing, but suffers with the others.
    size = count
    unit = state.ground[launch].first
    while unit >= 0:
        if is_headquarters(state, unit):
            party[size] = unit
            size += 1
        unit = state.units[unit].next
    begin_moves(state, attackers[:count])
    targets = np.full(1, target, np.int64)
    row = fight(state, Attack(targets, party[:size], OVERRUN))
    battle = state.battles[row]
    hurt = battle.attacker_steps_lost > 0 or battle.attackers_retreated > 0
    won = state.ground[target].first < 0 and not hurt and is_victory(state, row)
    won = won and state.work[NOT_FOLLOWED, target] == 0
    for i in range(count):
        unit = attackers[i]
        if state.units[unit].status != Status.ON_MAP:
            continue
        if won and state.units[unit].fighting == ATTACKS:
            state.units[unit].mp_left -= overrun_price(state, unit, target)
            record_trace(state, TraceKind.ADVANCES, unit, target)
            enter_hex(state, unit, target)
            battle.advanced += 1
        else:
            end_move(state, unit)
    end_fight(state)
    return Refusal.OK
