"""Any legal play: a player without aims, for tests and as the measure every strategy must beat.

All choices are drawn from the addressed dice under ``Purpose.PLAYER``, so random games replay too.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move
from balance.games.drive_on_stalingrad.assault import check_assault, make_assault
from balance.games.drive_on_stalingrad.mobile_assault import (
    check_mobile_assault,
    make_mobile_assault,
)
from balance.games.drive_on_stalingrad.movement import follow_reach
from balance.games.drive_on_stalingrad.network import add_to_network, list_network_candidates
from balance.games.drive_on_stalingrad.reach import BEST, compute_reach
from balance.games.drive_on_stalingrad.reinforcements import (
    enter_reinforcement,
    list_entry_hexes,
)
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.turn import check_order
from balance.games.drive_on_stalingrad.vocabulary import Purpose, Side, Status
from balance.kernel.compiled import entry, inner
from balance.rules import rolls
from balance.staff.desk import Desk
from balance.staff.drive_on_stalingrad.assaults import UNIT, gather_party
from balance.staff.drive_on_stalingrad.logistics import choose_withdrawal, enter_all
from balance.staff.drive_on_stalingrad.situation import survey

# What a draw is for: ``nth`` of its address.
_STAY, _WHERE, _FIGHT, _JOIN, _FOLLOW, _MOBILE, _NETWORK, _ORDER, _ENTRY = range(9)
_REDUCE, _LOSE = 9, 10
#: Prices of steps are drawn below this: each way to share out losses may come up.
_PRICES = 1000


@inner
def draw(state: State, size: int, key: int, nth: int) -> int:
    """A uniform integer 0 .. size - 1 of this player's own."""
    return rolls.draw(state, size, Purpose.PLAYER, key, nth)


@entry
def random_movement(state: State, desk: Desk, side: int) -> None:
    """Move about three units in four, each to any hex in reach; now and then a mobile assault."""
    n = state.neighbour.shape[0] - 1
    enter_all(state, desk, side, _enter_anywhere)
    for unit in range(len(state.units)):
        if state.game.ended != 0:
            return
        if state.units[unit].side != side or state.units[unit].status != Status.ON_MAP:
            continue
        if check_may_move(state, unit) != 0 or draw(state, 4, unit, _STAY) == 0:
            continue
        if side == Side.AXIS and draw(state, 3, unit, _MOBILE) == 0:
            _random_mobile_assault(state, desk, unit)
            if state.game.ended != 0 or check_may_move(state, unit) != 0:
                continue
        count = compute_reach(state, unit)
        if count < 2:
            continue
        choice = draw(state, count, unit, _WHERE)
        here = state.units[unit].hex
        for h in range(n):
            if state.work[BEST, h] >= 0:
                if choice == 0:
                    if h != here:
                        follow_reach(state, unit, h)
                    break
                choice -= 1


@inner
def _random_mobile_assault(state: State, desk: Desk, unit: int) -> None:
    """Attack an adjacent enemy hex with one unit on the march, if that is legal."""
    here = state.units[unit].hex
    desk.party[UNIT, 0] = unit
    for d in range(6):
        target = state.neighbour[here, d]
        if state.ground[target].occupant == Side.SOVIET:
            if check_mobile_assault(state, desk.party[UNIT], 1, target) == 0:
                make_mobile_assault(state, desk.party[UNIT], 1, target)
                return


@entry
def random_assaults(state: State, desk: Desk, side: int) -> None:
    """Attack about every third enemy hex in contact with a random party."""
    n = state.neighbour.shape[0] - 1
    survey(state, desk, side)
    for target in range(n):
        if state.game.ended != 0:
            return
        if state.ground[target].occupant != 1 - side or draw(state, 3, target, _FIGHT) != 0:
            continue
        count = gather_party(state, desk, side, target)
        kept = 0
        for i in range(count):
            if draw(state, 2, desk.party[UNIT, i], _JOIN) == 0:
                desk.party[UNIT, kept] = desk.party[UNIT, i]
                kept += 1
        if kept > 0 and check_assault(state, target, desk.party[UNIT], kept, 0) == 0:
            make_assault(state, target, desk.party[UNIT], kept, 0, draw(state, 9, target, _FOLLOW))


@entry
def open_random_turn(state: State, desk: Desk, side: int) -> None:
    """Add any town to the network, withdraw what must go, put any price on each step.

    Rule: drive_on_stalingrad 7.14, 8.7, 11.32, 11.37
    """
    for unit in range(len(state.units)):
        if state.units[unit].side == side:
            state.units[unit].reduction_priority = draw(state, _PRICES, unit, _REDUCE)
            state.units[unit].loss_priority = draw(state, _PRICES, unit, _LOSE)
    candidates = np.zeros(64, np.int64)
    count = list_network_candidates(state, side, candidates)
    if count > 0:
        add_to_network(state, side, candidates[draw(state, count, side, _NETWORK)])
    if side == Side.AXIS:
        choose_withdrawal(state)


@entry
def random_phase_order(state: State, side: int) -> int:
    """Any phase order that the side may declare.

    Rule: drive_on_stalingrad 5.4, 5.5
    """
    allowed = np.zeros(4, np.int64)
    count = 0
    for order in range(4):
        if check_order(state, order) == 0:
            allowed[count] = order
            count += 1
    return allowed[draw(state, count, side, _ORDER)] if count > 0 else 0


@inner
def _enter_anywhere(state: State, desk: Desk, side: int, unit: int) -> bool:
    """Enter a reinforcement through any entry hex; False if none is open.

    Rule: drive_on_stalingrad 8.1
    """
    entries = np.zeros(160, np.int64)
    count = list_entry_hexes(state, unit, entries)
    if count == 0:
        return False
    return enter_reinforcement(state, unit, entries[draw(state, count, unit, _ENTRY)]) == 0
