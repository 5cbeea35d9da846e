"""Where to stand: the cheapest chain of hexes that keeps the enemy out.

No unit has a zone of control (Rule: drive_on_stalingrad 2.15f), so only a chain of occupied hexes
stops anybody. A chain from the north edge of the map to the Sea of Azov or the Black Sea, outside
all that the enemy holds, parts him from everything behind it. Each hex has a toll: less with cover
or where troops already stand, more away from the wanted distance to the enemy, nothing where the
enemy can never come (water, and for the Germans the far bank of the Volga); the cheapest chain is
the line.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move
from balance.games.drive_on_stalingrad.reach import CAME, can_reach
from balance.games.drive_on_stalingrad.reinforcements import may_hold_entry
from balance.games.drive_on_stalingrad.state import (
    ALL_WATER,
    COASTAL,
    COVERED,
    EAST_BANK,
    NORTH_EDGE,
    SOVIET_START,
    State,
)
from balance.games.drive_on_stalingrad.vocabulary import Feature, Side, Status
from balance.kernel.compiled import inlined, inner
from balance.kernel.fields import FAR, cheapest_chain, hex_distance_field
from balance.staff.craft.distances import complete_where_asked
from balance.staff.craft.marching import is_free
from balance.staff.craft.questions import Questions
from balance.staff.craft.reserves import is_reserve, note_goals
from balance.staff.desk import (
    ENEMY_UNITS,
    GARRISON,
    LINE,
    LINE_BIAS,
    LINE_LENGTH,
    PARENT,
    TOLL,
    TOTAL,
    Desk,
)
from balance.staff.tasks import SCATTERED, has_task, scatter

#: Toll of one hex of line without any advantage: tolls are hundredths of a hex.
_BASE = 100
_WET = 10  # of a hex of water
_BIAS = 10  # the plan's biases are tenths
#: Of chains about as good as each other the same one is drawn whatever happens elsewhere: each hex
#: costs up to so much more by a number of its own.
_GRAIN = 50
_UNREACHED_FROM = 4  # hexes beyond which own troops are thought too far to man a hex this turn
_DEEP = 12  # distances are counted no further than this
_STEP = 2  # MP by which a hex that has a third of what it wants is farther than one that has none
_NEAR_FRONT = 5  # hexes from the enemy within which newcomers mostly enter
#: Row of ``desk.mask`` with the cover of each hex, and what stands there: none, water on a side,
#: works or heights or water in front.
COVER = 2
_OPEN, _WATERSIDE, _SHELTERED = range(3)
_STARTED = -1  # in the dummy hex of a march field


@inlined
def _closed_to(side: int) -> int:
    """Bits of ``lie`` that close a hex to the units of a side."""
    # The far bank of the Volga is closed to the Germans.
    return ALL_WATER | EAST_BANK if side == Side.AXIS else ALL_WATER


@inner
def measure_distances(state: State, desk: Desk, side: int) -> None:
    """Hexes from each hex to the nearest enemy (row 0) and own unit (row 1) that could walk."""
    lie = state.lie
    to_enemy, to_own = desk.distance[0], desk.distance[1]
    enemy_walks, own_walk = desk.mask[0], desk.mask[1]
    enemies, own = desk.marks[ENEMY_UNITS], desk.own_defense
    no_enemy, no_own = _closed_to(1 - side), _closed_to(side)
    for h in range(np.uint32(len(lie))):
        enemy_walks[h] = lie[h] & no_enemy == 0
        own_walk[h] = lie[h] & no_own == 0
        to_enemy[h] = 0 if enemies[h] > 0 else FAR
        to_own[h] = 0 if own[h] > 0.0 else FAR
    to_enemy[len(lie) - 1] = FAR
    to_own[len(lie) - 1] = FAR
    hex_distance_field(state.neighbour, state.board, enemy_walks, _DEEP, to_enemy, desk.queue)
    hex_distance_field(state.neighbour, state.board, own_walk, _DEEP, to_own, desk.queue)


@inlined
def _is_sheltered(state: State, desk: Desk, h: int) -> bool:
    """Whether works hold in a hex, or all its sides nearer to the enemy lie behind water."""
    here = desk.distance[0, h]
    front = 0
    for d in range(6):
        there = np.uint32(state.neighbour[h, d])
        front |= np.int64(desk.distance[0, there] < here) << d
    river_line = (front != 0) & (front & ~np.int64(state.water_sides[h]) == 0)
    return river_line | (state.ground[h].line_intact != 0)


@inner
def note_cover(state: State, desk: Desk) -> None:
    """Fill ``desk.mask[COVER]`` with what makes each hex easier to hold than open ground."""
    lie, cover = state.lie, desk.mask[COVER]
    for h in range(np.uint32(len(lie))):
        cover[h] = _SHELTERED if lie[h] & COVERED != 0 else _OPEN
    for i in range(np.uint32(len(state.shelters))):
        h = np.uint32(state.shelters[i])
        beside = _WATERSIDE if state.water_sides[h] != 0 else _OPEN
        cover[h] = _SHELTERED if _is_sheltered(state, desk, h) else beside


@inner
def waits_behind_start_line(state: State, side: int) -> bool:
    """Whether a side had better not cross the start line: that would release all German armies.

    Rule: drive_on_stalingrad 3.2
    """
    if side != Side.SOVIET or state.rules.sequence_soviet_crossing_lifts_all == 0:
        return False
    return state.game.lifted == 0 and state.game.game_turn < state.rules.sequence_release_all


@inner
def crosses_start_line(state: State, start: int, goal: int) -> bool:
    """Whether the way just found to a hex leaves the Soviet side of the start line.

    Rule: drive_on_stalingrad 3.2
    """
    here = goal
    while here != start:
        if (state.hexes[here].features & Feature.SOVIET_AT_START) == 0:
            return True
        here = state.neighbour[here, (state.work[CAME, here] + 3) % 6]
    return False


@inner
def can_march(state: State, unit: int, goal: int) -> bool:
    """Whether a unit could go to a hex without crossing the start line too early.

    Rule: drive_on_stalingrad 3.2, 9.1
    """
    if not can_reach(state, unit, goal):
        return False
    start = state.units[unit].hex
    waiting = waits_behind_start_line(state, state.units[unit].side)
    return not waiting or not crosses_start_line(state, start, goal)


@inner
def price_hexes(state: State, desk: Desk, side: int) -> None:
    """Fill ``desk.tolls[TOLL]`` for the line of ``side``; -1 where the line may not run.

    Everything is worked out for each hex and thrown away where it isn't wanted: to ask first would
    take longer, for the processor can't guess the answers.
    """
    n = len(state.lie) - 1
    lie, cover, tolls = state.lie, desk.mask[COVER], desk.tolls[TOLL]
    distances, biases = desk.distance, desk.marks[LINE_BIAS]
    weights = desk.weights
    stand_off, forward, unoccupied = weights.stand_off, weights.forward, 1.0 - weights.occupied
    sheltered, waterside = 1.0 - weights.cover, 1.0 - 0.5 * weights.cover
    never = _closed_to(1 - side)
    start = SOVIET_START if waits_behind_start_line(state, side) else 0
    for h in range(np.uint32(n)):
        to_enemy, to_own = distances[0, h], distances[1, h]
        lost = state.ground[h].control != side
        away = min(to_enemy, _DEEP) - stand_off
        toll = _BASE + _BASE * (forward * away if away > 0 else -1.5 * away)
        toll *= unoccupied if to_own == 0 else 1.0
        toll += _BASE * 0.5 * max(0, min(to_own, _DEEP) - _UNREACHED_FROM)
        by_cover = waterside if cover[h] == _WATERSIDE else 1.0
        toll *= sheltered if cover[h] == _SHELTERED else by_cover
        toll += _BIAS * np.int64(biases[h]) + _GRAIN * scatter(np.int64(h)) // SCATTERED
        closed = (lie[h] & start != start) | (to_enemy == 0) | (lost & (to_own > to_enemy))
        toll = -1.0 if closed else max(1.0, toll)
        tolls[h] = np.int32(_WET if lie[h] & never != 0 else toll)
    tolls[n] = -1


@inner
def draw_line(state: State, desk: Desk, side: int) -> None:
    """Choose the line of ``side``: fills ``desk.marks[LINE]``, its length and ``desk.wanted``."""
    measure_distances(state, desk, side)
    note_cover(state, desk)
    price_hexes(state, desk, side)
    lie, start, goal = state.lie, desk.mask[0], desk.mask[1]
    for h in range(np.uint32(len(lie))):
        start[h] = lie[h] & NORTH_EDGE
        goal[h] = lie[h] & COASTAL
    desk.wanted[:] = 0.0
    length = cheapest_chain(
        state.neighbour,
        desk.tolls[TOLL],
        start,
        goal,
        desk.tolls[TOTAL],
        desk.marks[PARENT],
        desk.marks[LINE],
    )
    # Only hexes that somebody could stand in and the enemy could enter need troops.
    never = _closed_to(1 - side)
    kept = 0
    for i in range(length):
        h = desk.marks[LINE, i]
        if lie[h] & never != 0:
            continue
        desk.marks[LINE, kept] = h
        kept += 1
        strength = desk.weights.line_need * desk.threat[h]
        if desk.mask[COVER, h] == _SHELTERED:
            strength *= 0.6
        desk.wanted[h] = max(0.5, strength)
    desk.tally[LINE_LENGTH] = kept


@inner
def garrison_need(state: State, desk: Desk, side: int) -> None:
    """Add the plan's garrisons to ``desk.wanted``: at least that many average units' defense."""
    n = state.neighbour.shape[0] - 1
    total = 0.0
    count = 0
    for u in range(state.units.shape[0]):
        if state.units[u].side == side and state.units[u].status == Status.ON_MAP:
            count += 1
    for h in range(n):
        total += desk.own_defense[h]
    mean = np.int64(2.0 * total / max(1, count) + 0.5) / 2.0  # not moved by single units
    for h in range(n):
        if desk.marks[GARRISON, h] > 0 and desk.marks[ENEMY_UNITS, h] == 0:
            desk.wanted[h] = max(desk.wanted[h], desk.marks[GARRISON, h] * mean * 0.9)


@inner
def start_march_fields(state: State, desk: Desk) -> None:
    """Note in ``desk.distance[1:]`` how much the hexes that want troops have, for the march fields.

    Those that have enough stay goals, only farther: a hex that is filled up doesn't turn the
    reserves of half the front round.
    """
    n = desk.distance.shape[1] - 1
    enemies, blocked = desk.marks[ENEMY_UNITS], desk.mask[2]
    for h in range(np.uint32(n + 1)):
        blocked[h] = enemies[h] > 0
    desk.distance[1:, :] = FAR
    for h in range(n):
        # A garrison of as many units as the plan wants is no goal, weak as they may be.
        if desk.wanted[h] > 0.0 and not 0 < desk.marks[GARRISON, h] <= state.ground[h].stack:
            share = min(1.0, desk.own_defense[h] / desk.wanted[h])
            for row in range(1, 4):  # 1 + Mobility
                desk.distance[row, h] = _STEP * np.int64(3.0 * share)
    for row in range(1, 4):
        desk.distance[row, n] = _STARTED


@inner
def start_reserve_fields(state: State, ask: Questions, desk: Desk, side: int) -> None:
    """Start the march fields of reserves in ``desk.distance[1:]``."""
    note_goals(state, ask, desk, side, desk.distance[1])
    n = desk.distance.shape[1] - 1
    for row in range(2, 4):  # 1 + Mobility
        for h in range(n):
            desk.distance[row, h] = desk.distance[1, h]
    for row in range(1, 4):
        desk.distance[row, n] = _STARTED


@inner
def march_field_of_newcomers(state: State, desk: Desk, side: int, mobility: int) -> None:
    """Complete ``desk.distance[1 + mobility]`` to MP to the nearest hex that wanted troops.

    As far off as own towns near the front lie, where newcomers mostly enter; up to which value it
    holds, stands in the dummy hex. Worked out when one first asks for it: few turns need all three
    fields, and each takes longer than the march of several units.

    Rule: drive_on_stalingrad 8.1
    """
    field = desk.distance[1 + mobility]
    if field[len(field) - 1] != _STARTED:
        return
    # Kept for ``far_march_field``: the row of totals is free once the line is drawn.
    for h in range(len(field)):
        desk.tolls[TOTAL, h] = field[h]
    _march_field_of_towns(state, desk, side, mobility, _NEAR_FRONT)
    farthest = 0
    for h in range(len(field) - 1):
        farthest = max(farthest, field[h])
    field[len(field) - 1] = farthest


@inner
def far_march_field(state: State, desk: Desk, side: int, mobility: int) -> None:
    """Do the same as far off as any own towns lie."""
    for h in range(desk.distance.shape[1]):
        desk.distance[1 + mobility, h] = desk.tolls[TOTAL, h]
    _march_field_of_towns(state, desk, side, mobility, FAR)


@inner
def _march_field_of_towns(
    state: State, desk: Desk, side: int, mobility: int, to_enemy: int
) -> None:
    """Complete a march field as far as own towns that have an enemy within so many hexes."""
    asked = desk.mask[1]
    asked[:] = 0
    for i in range(len(state.places)):
        h = state.places[i]
        if desk.distance[0, h] <= to_enemy:
            if may_hold_entry(state, h) and state.ground[h].control == side:
                asked[h] = 1
    _march_field(state, desk, side, mobility)


@inner
def march_field_of_rest(state: State, desk: Desk, side: int, mobility: int, reserves: bool) -> None:
    """Do the same as far off as units stand that may march by it: the ``reserves``, or others."""
    if desk.distance[1 + mobility, desk.distance.shape[1] - 1] != _STARTED:
        return
    asked = desk.mask[1]
    asked[:] = 0
    units = state.units
    for u in range(units.shape[0]):
        if units[u].mobility == mobility and is_free(state, desk, side, u):
            alike = not has_task(desk, u) and is_reserve(desk, u) == reserves
            if alike and check_may_move(state, u) == 0:
                asked[units[u].hex] = 1
    _march_field(state, desk, side, mobility)


@inner
def _march_field(state: State, desk: Desk, side: int, mobility: int) -> None:
    """Complete a march field as far as the hexes of ``desk.mask[1]``."""
    desk.distance[1 + mobility, desk.distance.shape[1] - 1] = FAR
    complete_where_asked(state, desk, 1 + mobility, 3 * side + mobility)
