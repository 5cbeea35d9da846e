"""Soviet Tank Army headquarters, and corps that need one (special rule 2)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from balance.games.common.battle import DEFENDS, IDLE
from balance.games.common.battle import reluctance as reluctance_of
from balance.games.common.control import enter_hex
from balance.games.common.march import is_marching, phase_kind
from balance.games.common.refusals import Refusal
from balance.games.common.retreat import find_way
from balance.games.common.retreat import may_retreat_into as goes_through
from balance.games.common.stacks import carries_zone, eliminate_unit, has_zone
from balance.games.common.state import State
from balance.games.common.tables import ResultColumn
from balance.games.common.vocabulary import AXIS, SOVIET, PhaseKind, Status
from balance.games.more_lost_victories.enclaves import may_leave, other_half
from balance.games.more_lost_victories.enclaves import settle as settle_cities
from balance.games.more_lost_victories.marks import Mark
from balance.games.more_lost_victories.sixth_army import find_stalingrad, is_bound, leads_away
from balance.kernel.compiled import inner
from balance.kernel.hexes import opposite
from balance.rules.stacking import first_to_go, sum_over

#: Above any priority that an owner may give.
_LAST_OF_ALL = 1 << 30


@inner
def is_headquarters(state: State, unit: int) -> bool:
    """Whether a unit is the headquarters of a Tank Army.

    Rule: more_lost_victories S2c
    """
    return state.units[unit].marks & Mark.HEADQUARTERS != 0


@inner
def _is_soviet_corps(state: State, unit: int) -> bool:
    """Whether a unit is a Soviet c/m corps.

    Rule: more_lost_victories S2a
    """
    return state.units[unit].side == SOVIET and state.units[unit].marks & Mark.MOTORIZED != 0


@inner
def _counts(state: State, unit: int) -> bool:
    """Whether a unit counts against the limit of its hex: headquarters don't.

    Rule: more_lost_victories S2d
    """
    return not is_headquarters(state, unit)


@inner
def _corps_too_many(state: State, h: int, more: int) -> bool:
    """Whether Soviet c/m corps in a hex, with some more, are too many for want of a headquarters.

    Rule: more_lost_victories S2a
    """
    corps = sum_over(state, h, _is_soviet_corps) + more
    if corps <= state.rules.corps_per_hex:
        return False
    return sum_over(state, h, is_headquarters) == 0


@inner
def has_room(state: State, unit: int, h: int) -> bool:
    """Whether a unit may end a phase in a hex: corps need a headquarters, which takes no room.

    Rule: more_lost_victories S2a, S2d, S7j

    Retreats and advances bring corps together all the same, for no phase of movement ends there.
    Each half of a divided city has room of its own; who has driven the enemy out of the other half
    has the whole city as the phase ends, and doesn't advance there.
    """
    side, other = state.units[unit].side, other_half(state, h)
    if other >= 0 and state.ground[other].occupant == side and state.ground[h].occupant != side:
        return False
    shared = 0
    if other >= 0 and state.rules.city_full_stacking == 0:
        shared = sum_over(state, other, _counts)
    if is_headquarters(state, unit):
        return True
    if sum_over(state, h, _counts) + shared >= state.rules.stacking_limit:
        return False
    if phase_kind(state) == PhaseKind.COMBAT or not _is_soviet_corps(state, unit):
        return True
    return not _corps_too_many(state, h, 1)


@inner
def first_in_excess(state: State, h: int) -> int:
    """Whom a hex that holds too many units, or corps without a headquarters, loses next.

    Rule: more_lost_victories S2a, S2d
    """
    if sum_over(state, h, _counts) > state.rules.stacking_limit:
        return first_to_go(state, h, _counts)
    return first_to_go(state, h, _is_soviet_corps) if _corps_too_many(state, h, 0) else -1


@inner
def settle(state: State) -> None:
    """Settle cities as a phase ends, and part corps that a Soviet march has left together.

    Rule: more_lost_victories S2a
    """
    settle_cities(state)
    if not is_marching(state) or state.game.side != SOVIET:
        return
    for h in range(len(state.ground) - 1):
        while _corps_too_many(state, h, 0) and _send_away(state, h):
            pass


@inner
def _send_away(state: State, h: int) -> bool:
    """Have the last corps come to a hex that can leave it go a hex, as it would retreat.

    Rule: more_lost_victories S2a

    Tells whether any could.
    """
    way = np.empty(2, np.int64)
    unit = np.int64(state.ground[h].first)
    while unit >= 0:
        if _is_soviet_corps(state, unit) and find_way(state, unit, np.int64(1), way):
            enter_hex(state, unit, way[1])
            return True
        unit = np.int64(state.units[unit].next)
    return False


@inner
def check_party(state: State, units: NDArray[np.int64], target: int) -> int:
    """Say whether units may overrun a hex together: corps by a headquarters, 6th Army not away.

    Rule: more_lost_victories S1a, S2b
    """
    corps, leaders, city = 0, 0, find_stalingrad(state)
    for unit in units:
        corps += 1 if _is_soviet_corps(state, unit) else 0
        leaders += 1 if is_headquarters(state, unit) else 0
        if city >= 0 and is_bound(state, unit):
            if leads_away(state, city, state.units[unit].hex, target):
                return Refusal.OUT_OF_REACH
    alone = corps > state.rules.corps_per_overrun and leaders == 0
    return Refusal.CANNOT_OVERRUN if alone else Refusal.OK


@inner
def _in_german_zone(state: State, h: int) -> bool:
    """Whether a hex lies in a zone of a German c/m unit, or of any Axis unit if that is so read.

    Rule: more_lost_victories S2f
    """
    any_unit = state.rules.corps_german_zones_only == 0
    for d in range(6):
        beside = state.neighbour[h, d]
        if state.ground[beside].occupant != AXIS or not carries_zone(state, beside, opposite(d)):
            continue
        unit = state.ground[beside].first
        while unit >= 0:
            barring = any_unit or state.units[unit].marks & Mark.GERMAN_MOTORIZED != 0
            if barring and has_zone(state, unit):
                return True
            unit = state.units[unit].next
    return False


@inner
def may_retreat_into(state: State, unit: int, h: int) -> bool:
    """Whether a retreat may lead through a hex: German c/m zones alone bar headquarters.

    Rule: more_lost_victories S2f, S7q
    """
    if not may_leave(state, unit, h):
        return False
    if not is_headquarters(state, unit):
        return goes_through(state, unit, h)
    return state.ground[h].occupant != AXIS and not _in_german_zone(state, h)


@inner
def reluctance(state: State, unit: int) -> int:
    """How little an owner would like to take a step from a unit: headquarters go last of all.

    Rule: more_lost_victories S2g
    """
    return _LAST_OF_ALL if is_headquarters(state, unit) else reluctance_of(state, unit)


@inner
def _lone_one_falls(state: State, part: int, row: int) -> bool:
    """Whether a result eliminates a headquarters that is attacked alone, whatever it says of it.

    Rule: more_lost_victories S2g
    """
    result = state.results[state.battles[row].result]
    suffers = result[ResultColumn.DEFENDER_LOSS] != 0 or result[ResultColumn.DEFENDER_RETREAT] != 0
    return part == DEFENDS and suffers and state.rules.corps_lone_goes_at_once != 0


@inner
def after_losses(state: State, part: int, row: int) -> None:
    """Eliminate headquarters whose whole stack a battle has eliminated.

    Rule: more_lost_victories S2e, S2g
    """
    if state.battles[row].defenders < 2 and not _lone_one_falls(state, part, row):
        return  # alone it has suffered the result itself
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.fighting != part or counter.status != Status.ON_MAP:
            continue
        if is_headquarters(state, unit) and sum_over(state, counter.hex, _counts) == 0:
            eliminate_unit(state, unit, row)
            counter.fighting = IDLE
