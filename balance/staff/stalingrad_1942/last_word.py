"""The last day: take what lies open; and the last word, which cuts what feeds 6th Army.

Nobody answers who moves last. Strategic movement comes after all battles even: those who can wait
for it do, and go where their zones close the ways of supply. Where a game ends in pauses, the ways
are closed after the last battles of the side, and in the pauses again.
"""

from __future__ import annotations

import numpy as np

from balance.games.searches import BEST
from balance.games.stalingrad_1942.march import compute_reach, follow_reach
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.stacks import (
    has_zone,
    in_enemy_zone,
    is_gun,
    is_headquarters,
)
from balance.games.stalingrad_1942.state import NO_LINE, PAUSE, State
from balance.games.stalingrad_1942.supply import bars_line, trace_supply
from balance.games.stalingrad_1942.vocabulary import AXIS, SOVIET, Game, Status
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR, nearest_by_travel
from balance.kernel.reach import PROHIBITED
from balance.rules.rows import behind_below, first_above
from balance.staff.craft.marching import is_free
from balance.staff.craft.rear_guards import guard_at_last
from balance.staff.desk import SETTLED, Desk
from balance.staff.stalingrad_1942.answers import ASK
from balance.staff.stalingrad_1942.blockades import field_of_bases, next_on_way, price_ways
from balance.staff.stalingrad_1942.choices import GUARDS
from balance.staff.stalingrad_1942.ground import check_stacking, place_worth
from balance.staff.stalingrad_1942.moves import longest

#: Most ways that are closed, one after the other.
_WAYS = 20


@inner
def prepare_last_word(state: State, desk: Desk, side: int) -> None:
    """Take places that lie open, and wait with the others if there is a line to be cut at last.

    Rule: stalingrad_1942 13.12, 13.13, 21.12, 21.13, S1e, S3d

    In a pause there is no strategic movement to wait for.
    """
    if state.game.pause != 0:
        have_last_word(state, desk, side)
    elif ASK.worths.turns_left(state) <= 0:
        if desk.order[GUARDS]:
            guard_at_last(state, ASK, desk, side)
        _take_what_lies_open(state, desk, side)
        if ASK.worths.has_last_word(state, side) and _may_cut(state, side) and _is_fed(state):
            _wait(state, desk, side)


@inner
def have_last_word(state: State, desk: Desk, side: int) -> None:
    """Cut the line of 6th Army if it has one, then take what lies open.

    Rule: stalingrad_1942 13.14, 14.13, 14.14, 21.13, S1e, S2e, S3d
    """
    last = ASK.worths.has_last_word(state, side)
    if _may_cut(state, side) and (last or _fights_are_over(state)):
        _cut_off(state, desk, side)
    if last:
        _take_what_lies_open(state, desk, side)


@inner
def _fights_are_over(state: State) -> bool:
    """Whether all game turns to come are pauses.

    Rule: stalingrad_1942 21.13
    """
    for turn in range(state.game.game_turn + 1, state.scene.turns + 1):
        if state.calendar[turn, PAUSE] == 0:
            return False
    return True


@inner
def _take_what_lies_open(state: State, desk: Desk, side: int) -> None:
    """March who is free to places that score and that nobody holds; guns do, too.

    Only who moves last takes units out of the enemy's zones, where they keep a line.

    Rule: stalingrad_1942 S1e, S1f, S2d, S2e, S3d
    """
    last = ASK.worths.has_last_word(state, side)
    for unit in range(len(state.units)):
        # The staff has decided about guns: they follow the troops.
        if not is_free(state, desk, side, unit) and not is_gun(state, unit):
            continue
        here, span = state.units[unit].hex, longest(state, unit)
        if state.units[unit].side != side or (in_enemy_zone(state, side, here) and not last):
            continue
        if compute_reach(state, unit) == 0:
            continue
        goal, most = -1, 0.0
        for h in range(first_above(state, here, span), behind_below(state, here, span)):
            if state.work[BEST, h] >= 0 and h != here:
                worth = place_worth(state, side, h)
                if worth > most and check_stacking(state, unit, h) == Refusal.OK:
                    goal, most = np.int64(h), worth
        if goal >= 0:
            follow_reach(state, unit, goal)
            desk.crew[SETTLED, unit] = 1


@inner
def _wait(state: State, desk: Desk, side: int) -> None:
    """Have everybody outside the enemy's zones stand still."""
    for u in range(len(state.units)):
        counter = state.units[u]
        if counter.side == side and counter.status == Status.ON_MAP and counter.moved == 0:
            if not in_enemy_zone(state, side, counter.hex):
                desk.crew[SETTLED, u] = 1


@inner
def _cut_off(state: State, desk: Desk, side: int) -> None:
    """Close the ways on which 6th Army is fed, one after the other."""
    for _ in range(_WAYS):
        trace_supply(state, AXIS)
        if not _is_fed(state) or not _close_way(state, desk, side):
            return


@inner
def _may_cut(state: State, side: int) -> bool:
    """Whether a side is the one that surrounds the army at Stalingrad."""
    return side == SOVIET and state.scene.game != Game.ON_TO_STALINGRAD


@inner
def _counts(state: State, unit: int) -> bool:
    """Whether a unit is of the army that is to be surrounded.

    Rule: stalingrad_1942 S2d, S3d
    """
    counter = state.units[unit]
    if counter.side != AXIS or counter.status != Status.ON_MAP or is_headquarters(state, unit):
        return False
    if state.scene.game == Game.WINTER_STORM and counter.sixth_army == 0:
        return False
    return state.hexes[counter.hex].to_city <= state.rules.victory_encirclement_radius


@inner
def _is_fed(state: State) -> bool:
    """Whether too many of the army have a line of supply for it to be surrounded.

    Rule: stalingrad_1942 S2e, S3d
    """
    around, fed = 0, 0
    for unit in range(len(state.units)):
        if _counts(state, unit):
            around += 1
            fed += 1 if state.supply[AXIS, state.units[unit].hex] != NO_LINE else 0
    return 100 * fed >= state.rules.victory_share_with_line * around


@inner
def _close_way(state: State, desk: Desk, side: int) -> bool:
    """Send a unit where it closes the shortest way to the army; False if none can."""
    shut = _shutting_hexes(state)
    best, goal, most = -1, -1, 0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != side or counter.status != Status.ON_MAP or not has_zone(state, unit):
            continue
        if compute_reach(state, unit) == 0:
            continue
        here, span = counter.hex, longest(state, unit)
        for h in range(first_above(state, here, span), behind_below(state, here, span)):
            if shut[h] > most and state.work[BEST, h] >= 0 and h != here:
                if check_stacking(state, unit, h) == Refusal.OK:
                    best, goal, most = unit, np.int64(h), shut[h]
    if best < 0:
        return False
    compute_reach(state, best)
    follow_reach(state, best, goal)
    desk.crew[SETTLED, best] = 1
    return True


@inner
def _shutting_hexes(state: State) -> np.ndarray:
    """Count by hex the hexes of the shortest way to the army that a zone from it would close.

    Rule: stalingrad_1942 14.12, 14.13, 14.14
    """
    past, field = np.zeros(len(state.ground), np.uint16), field_of_bases(state, AXIS)
    for h in range(len(state.ground) - 1):
        if bars_line(state, AXIS, h):
            past[h], field[h] = PROHIBITED, FAR
    closed, asked = np.zeros(len(state.ground), np.uint8), np.zeros(len(state.ground), np.uint8)
    for unit in range(len(state.units)):
        here = state.units[unit].hex
        if _counts(state, unit) and state.supply[AXIS, here] != NO_LINE:
            asked[here] = 1
    cost = price_ways(state, past)
    here = np.int64(nearest_by_travel(state.neighbour, cost, PROHIBITED, closed, field, asked, 0))
    shut = np.zeros(len(state.ground), np.int64)
    while here >= 0:
        if state.ground[here].occupant != AXIS:
            shut[here] += 1
            for d in range(6):
                there = state.neighbour[here, d]
                if state.ground[there].occupant != AXIS:
                    shut[there] += 1
        if field[here] == 0:
            break
        here = next_on_way(state, cost, field, here)
    return shut
