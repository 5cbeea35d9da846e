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
from balance.games.drive_on_stalingrad.reinforcements import may_hold_entry
from balance.games.drive_on_stalingrad.state import PROHIBITED, State
from balance.games.drive_on_stalingrad.vocabulary import Feature, Side, Status, Terrain
from balance.kernel.compiled import inlined, inner
from balance.kernel.fields import (
    FAR,
    cheapest_chain,
    hex_distance_field,
    travel_field_to,
)
from balance.staff.desk import (
    ENEMY_UNITS,
    GARRISON,
    LINE,
    LINE_BIAS,
    LINE_LENGTH,
    OWN_DEFENSE,
    PARENT,
    SETTLED,
    THREAT,
    TOLL,
    TOTAL,
    WANTED,
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
_STARTED = -1  # in the dummy hex of a march field


@inner
def measure_distances(state: State, desk: Desk, side: int) -> None:
    """Hexes from each hex to the nearest enemy (row 0) and own unit (row 1) that could walk."""
    n = state.neighbour.shape[0] - 1
    hexes = state.hexes
    for h in range(n):
        terrain = np.int64(hexes[h].terrain)
        land = terrain != Terrain.LAKE and terrain != Terrain.SEA
        far_bank = (np.int64(hexes[h].features) & np.int64(Feature.EAST_OF_VOLGA)) != 0
        desk.mask[0, h] = 1 if land and not (far_bank and side == Side.SOVIET) else 0
        desk.mask[1, h] = 1 if land and not (far_bank and side == Side.AXIS) else 0
        desk.distance[0, h] = 0 if desk.marks[ENEMY_UNITS, h] > 0 else FAR
        desk.distance[1, h] = 0 if desk.sheet[OWN_DEFENSE, h] > 0.0 else FAR
    desk.distance[0, n] = FAR
    desk.distance[1, n] = FAR
    hex_distance_field(
        state.neighbour, state.board, desk.mask[0], _DEEP, desk.distance[0], desk.queue
    )
    hex_distance_field(
        state.neighbour, state.board, desk.mask[1], _DEEP, desk.distance[1], desk.queue
    )


@inlined
def cover_in_front(state: State, desk: Desk, h: int) -> bool:
    """Whether a hex is easier to hold than open ground: works, heights, city, water in front."""
    features = np.int64(state.hexes[h].features)
    if (features & np.int64(Feature.CITY)) != 0 or state.ground[h].line_intact != 0:
        return True
    terrain = np.int64(state.hexes[h].terrain)
    if terrain == Terrain.HILLS or terrain == Terrain.MOUNTAIN:
        return True
    wet = np.int64(state.water_sides[h])
    if wet == 0:
        return False
    # Sides that lead nearer to the enemy: all of them behind water is a river line.
    here = np.int64(desk.distance[0, h])
    front = np.int64(0)
    for d in range(6):
        if np.int64(desk.distance[0, state.neighbour[h, d]]) < here:
            front |= np.int64(1) << d
    return front != 0 and (front & ~wet) == 0


@inner
def waits_behind_start_line(state: State, side: int) -> bool:
    """Whether a side had better not cross the start line: that would release all German armies.

    Rule: drive_on_stalingrad 3.2
    """
    if side != Side.SOVIET or state.rules.sequence_soviet_crossing_lifts_all == 0:
        return False
    return state.game.lifted == 0 and state.game.game_turn < state.rules.sequence_release_all


@inner
def price_hexes(state: State, desk: Desk, side: int) -> None:
    """Fill ``desk.tolls[TOLL]`` for the line of ``side``; -1 where the line may not run."""
    n = state.neighbour.shape[0] - 1
    weights = desk.weights
    waiting = waits_behind_start_line(state, side)
    for h in range(n):
        terrain = np.int64(state.hexes[h].terrain)
        features = np.int64(state.hexes[h].features)
        if terrain == Terrain.SEA or terrain == Terrain.LAKE:
            desk.tolls[TOLL, h] = _WET
            continue
        if side == Side.SOVIET and (features & np.int64(Feature.EAST_OF_VOLGA)) != 0:
            desk.tolls[TOLL, h] = _WET
            continue
        if waiting and (features & Feature.SOVIET_AT_START) == 0:
            desk.tolls[TOLL, h] = -1
            continue
        to_enemy = np.int64(desk.distance[0, h])
        to_own = np.int64(desk.distance[1, h])
        if desk.marks[ENEMY_UNITS, h] > 0:
            desk.tolls[TOLL, h] = -1
            continue
        if state.ground[h].control != side and to_own > to_enemy:
            desk.tolls[TOLL, h] = -1
            continue
        away = min(to_enemy, _DEEP) - weights.stand_off
        toll = float(_BASE)
        toll += _BASE * (weights.forward * away if away > 0 else -1.5 * away)
        if desk.sheet[OWN_DEFENSE, h] > 0.0:
            toll *= 1.0 - weights.occupied
        elif to_own > _UNREACHED_FROM:
            toll += _BASE * 0.5 * (min(to_own, _DEEP) - _UNREACHED_FROM)
        if cover_in_front(state, desk, h):
            toll *= 1.0 - weights.cover
        elif state.water_sides[h] != 0:
            toll *= 1.0 - 0.5 * weights.cover
        toll += _BIAS * desk.marks[LINE_BIAS, h] + _GRAIN * scatter(h) // SCATTERED
        desk.tolls[TOLL, h] = max(1, np.int64(toll))
    desk.tolls[TOLL, n] = -1


@inner
def draw_line(state: State, desk: Desk, side: int) -> None:
    """Choose the line of ``side``: fills ``desk.marks[LINE]``, its length and ``desk.wanted``."""
    n = state.neighbour.shape[0] - 1
    measure_distances(state, desk, side)
    price_hexes(state, desk, side)
    for h in range(n + 1):
        desk.mask[0, h] = 0
        desk.mask[1, h] = 0
        desk.sheet[WANTED, h] = 0.0
    for h in range(n):
        if state.hexes[h].row == 1:
            desk.mask[0, h] = 1
        if (np.int64(state.hexes[h].features) & np.int64(Feature.COAST)) != 0:
            desk.mask[1, h] = 1
    length = cheapest_chain(
        state.neighbour,
        desk.tolls[TOLL],
        desk.mask[0],
        desk.mask[1],
        desk.tolls[TOTAL],
        desk.marks[PARENT],
        desk.marks[LINE],
    )
    # Only hexes that somebody could stand in and the enemy could enter need troops.
    kept = 0
    for i in range(length):
        h = np.int64(desk.marks[LINE, i])
        terrain = np.int64(state.hexes[h].terrain)
        if terrain == Terrain.SEA or terrain == Terrain.LAKE:
            continue
        if (
            side == Side.SOVIET
            and (np.int64(state.hexes[h].features) & np.int64(Feature.EAST_OF_VOLGA)) != 0
        ):
            continue
        desk.marks[LINE, kept] = h
        kept += 1
        strength = desk.weights.line_need * desk.sheet[THREAT, h]
        if cover_in_front(state, desk, h):
            strength *= 0.6
        desk.sheet[WANTED, h] = max(0.5, strength)
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
        total += desk.sheet[OWN_DEFENSE, h]
    mean = np.int64(2.0 * total / max(1, count) + 0.5) / 2.0  # not moved by single units
    for h in range(n):
        if desk.marks[GARRISON, h] > 0 and desk.marks[ENEMY_UNITS, h] == 0:
            desk.sheet[WANTED, h] = max(desk.sheet[WANTED, h], desk.marks[GARRISON, h] * mean * 0.9)


@inner
def start_march_fields(state: State, desk: Desk) -> None:
    """Note in ``desk.distance[1:]`` how much the hexes that want troops have, for the march fields.

    Those that have enough stay goals, only farther: a hex that is filled up doesn't turn the
    reserves of half the front round.
    """
    n = desk.distance.shape[1] - 1
    for h in range(n + 1):
        desk.mask[2, h] = 1 if desk.marks[ENEMY_UNITS, h] > 0 else 0
        start = FAR
        # A garrison of as many units as the plan wants is no goal, weak as they may be.
        if desk.sheet[WANTED, h] > 0.0 and not 0 < desk.marks[GARRISON, h] <= state.ground[h].stack:
            share = min(1.0, desk.sheet[OWN_DEFENSE, h] / desk.sheet[WANTED, h])
            start = _STEP * np.int64(3.0 * share)
        for row in range(1, 4):  # 1 + Mobility
            desk.distance[row, h] = start
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
        farthest = max(farthest, np.int64(field[h]))
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
    asked = desk.mask[0]
    asked[:] = 0
    for i in range(len(state.places)):
        h = np.int64(state.places[i])
        if desk.distance[0, h] <= to_enemy:
            if may_hold_entry(state, h) and state.ground[h].control == side:
                asked[h] = 1
    _march_field(state, desk, side, mobility)


@inner
def march_field_of_rest(state: State, desk: Desk, side: int, mobility: int) -> None:
    """Do the same as far off as units stand that may march by it."""
    if desk.distance[1 + mobility, desk.distance.shape[1] - 1] != _STARTED:
        return
    asked = desk.mask[0]
    asked[:] = 0
    units = state.units
    for u in range(units.shape[0]):
        if units[u].side == side and units[u].mobility == mobility and desk.crew[SETTLED, u] == 0:
            if units[u].status == Status.ON_MAP and not has_task(desk, u):
                if check_may_move(state, u) == 0:
                    asked[units[u].hex] = 1
    _march_field(state, desk, side, mobility)


@inner
def _march_field(state: State, desk: Desk, side: int, mobility: int) -> None:
    """Complete a march field as far as the hexes of ``desk.mask[0]``."""
    field = desk.distance[1 + mobility]
    field[len(field) - 1] = FAR
    travel_field_to(
        state.neighbour,
        state.cost[3 * side + mobility],
        PROHIBITED,
        desk.mask[2],
        field,
        desk.mask[0],
    )
