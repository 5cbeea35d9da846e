"""Any legal play: a player without aims, for tests and as the measure every strategy must beat.

All choices are drawn from the addressed dice under ``Purpose.PLAYER``, so random games replay too.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.assault import check_assault, make_assault
from balance.games.drive_on_stalingrad.mobile_assault import (
    check_mobile_assault,
    make_mobile_assault,
)
from balance.games.drive_on_stalingrad.movement import (
    BEST,
    check_may_move,
    compute_reach,
    follow_reach,
)
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Purpose, Side, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.dice import keyed_integer
from balance.staff.desk import Desk
from balance.staff.drive_on_stalingrad.assaults import UNIT, gather_party
from balance.staff.drive_on_stalingrad.situation import survey

# What a draw is for: ``nth`` of its address.
_STAY, _WHERE, _FIGHT, _JOIN, _FOLLOW, _MOBILE = range(6)


@inner
def draw(state: State, size: int, key: int, nth: int) -> int:
    """A uniform integer 0 .. size - 1 of this player's own."""
    game = state.game
    return keyed_integer(
        size,
        np.int64(game.seed),
        np.int64(game.game_turn),
        np.int64(game.phase),
        np.int64(Purpose.PLAYER),
        key,
        nth,
    )


@entry
def random_movement(state: State, desk: Desk, side: int) -> None:
    """Move about three units in four, each to any hex in reach; now and then a mobile assault."""
    n = state.neighbour.shape[0] - 1
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
        here = np.int64(state.units[unit].hex)
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
    here = np.int64(state.units[unit].hex)
    desk.party[UNIT, 0] = unit
    for d in range(6):
        target = np.int64(state.neighbour[here, d])
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
            if draw(state, 2, np.int64(desk.party[UNIT, i]), _JOIN) == 0:
                desk.party[UNIT, kept] = desk.party[UNIT, i]
                kept += 1
        if kept > 0 and check_assault(state, target, desk.party[UNIT], kept, 0) == 0:
            make_assault(state, target, desk.party[UNIT], kept, 0, draw(state, 9, target, _FOLLOW))
