"""Where to stand: the cheapest chain of hexes that keeps the enemy out, and its posts.

Where zones of control stop whoever enters them, a line need not be occupied hex by hex: posts with
two empty hexes between them let nobody through in one movement. The wider the gaps, the more posts
have attackers beside them who bar their retreat. A chain from the north edge of the map to the
south edge, outside all that the enemy holds, parts him from everything behind it. Each hex has a
toll: less with cover, towns or troops in it, more away from the wanted distance to the enemy, in
danger or out of supply; the cheapest chain is the line, and the cheapest posts along it are manned.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.kernel.fields import FAR, cheapest_chain
from balance.rules.rows import behind_below, first_above, span_in_row
from balance.staff.craft.distances import count_hexes
from balance.staff.craft.questions import BEGINNING, END, INSIDE, Questions
from balance.staff.desk import ENEMY_UNITS, LINE, LINE_BIAS, LINE_LENGTH, PARENT, TOLL, TOTAL, Desk
from balance.staff.tasks import SCATTERED, scatter

_NOWHERE = -1
#: Toll of one hex of line without any advantage: tolls are hundredths of a hex.
_BASE = 100
_WET = 10  # of a hex of water
_BIAS = 10  # the plan's biases are tenths
_GRAIN = 20  # of chains about as good as each other the same one is drawn again
_WEST_END = 25000  # for a line that has to end on the west edge
_DEEP = 12  # distances are counted no further than this
_UNREACHED_FROM = 5  # hexes beyond which own troops are thought too far to come this turn
_STARVING = 2.0  # times what a hex in supply costs
#: Defense of a good stack; what threatens a hex is measured by it.
_STACK = 8.0
#: Rungs of threat beyond which a hex is too hot to stay in.
_HOT = 2.0
#: How much better than open ground a post is by cover, by troops already there.
_COVER, _MANNED = 30, 25
_PLACE = 8  # by each point of a place
_POST = 100
_GUARDED = 3.0  # points from which a place wants a guard
_BY_POINT = 0.12  # discount for a place in the line, by its victory points
#: Rows north and south, and half columns, in which an enemy counts as having passed a hex; strength
#: that makes a hex cost one more.
_ABREAST, _LEFT_BEHIND, _PASSED = 3, 24, 5.0
#: Rows of ``desk.distance``.
_TO_ENEMY, _TO_OWN = 0, 1


# --- the chain


@inner
def _measure_distances(state: Any, ask: Questions, desk: Desk) -> None:
    """Hexes from each hex to the nearest enemy and to the nearest own unit, over land."""
    for h in range(len(state.ground) - 1):
        desk.mask[0, h] = 1 if ask.ground.is_land(state, h) else 0
        desk.distance[_TO_ENEMY, h] = 0 if desk.marks[ENEMY_UNITS, h] > 0 else FAR
        desk.distance[_TO_OWN, h] = 0 if desk.own_defense[h] > 0.0 else FAR
    for row in (_TO_ENEMY, _TO_OWN):
        count_hexes(state, desk, row, _DEEP)


@inner
def _danger(state: Any, ask: Questions, desk: Desk, h: int) -> float:
    """By how much what threatens a hex is more than a good stack there could bear."""
    return max(0.0, desk.threat[h] / (_STACK * ask.ground.cover_of(state, h)) - _HOT)


@inner
def find_passed_in_rows(state: Any, desk: Desk, rear_at_high_x2: bool) -> None:
    """Fill ``desk.pull`` with the enemy strength that has passed each hex on its way to our rear.

    For a front that runs across the rows; rows far north or south don't count.
    """
    desk.pull[:] = 0.0
    for h in range(len(state.ground) - 1):
        if desk.marks[ENEMY_UNITS, h] == 0:
            continue
        strength = desk.enemy_attack[h]
        row, x2 = state.hexes[h].row, state.hexes[h].x2
        first = first_above(state, h, _ABREAST)
        below = behind_below(state, h, _ABREAST)
        while first < below:
            rows = abs(state.hexes[first].row - row)
            start, behind = span_in_row(state, first, x2, _LEFT_BEHIND)
            # What lies aside by more than the rows between has been passed.
            east, west = span_in_row(state, first, x2, rows)
            if rear_at_high_x2:
                behind = min(behind, east)
            else:
                start = max(start, west)
            for other in range(start, behind):
                desk.pull[other] += strength
            first = state.hexes[first].behind


@inner
def _price_hex(state: Any, ask: Questions, desk: Desk, side: int, h: int) -> float:
    """Toll of a hex in the line of a side, negative where the line may not run."""
    weights = desk.weights
    if desk.marks[ENEMY_UNITS, h] > 0:
        return -1.0
    to_enemy = min(desk.distance[_TO_ENEMY, h], _DEEP)
    to_own = min(desk.distance[_TO_OWN, h], _DEEP)
    if state.ground[h].control == 1 - side and to_own > to_enemy:
        return -1.0
    away = to_enemy - weights.stand_off
    toll = _BASE * (1.0 + (weights.forward * away if away > 0 else -1.5 * away))
    toll += _BASE * weights.risk * min(3.0, 0.5 * _danger(state, ask, desk, h))
    toll += _BASE * min(8.0, desk.pull[h] / _PASSED)
    if desk.own_defense[h] > 0.0:
        toll *= 1.0 - weights.occupied
    elif to_own > _UNREACHED_FROM:
        toll += _BASE * 0.5 * (to_own - _UNREACHED_FROM)
    if ask.ground.cover_of(state, h) > 1:
        toll *= 1.0 - 0.5 * weights.cover
    toll *= 1.0 - min(0.75, _BY_POINT * ask.worths.place_points(state, h))
    if ask.worths.lack_of_supply(state, desk, side, h) >= 1.0:
        toll *= _STARVING
    return max(1.0, toll)


@inner
def _price_hexes(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Fill ``desk.tolls[TOLL]`` and the masks of the hexes where a line may begin and end."""
    last = len(state.ground) - 1
    for h in range(last):
        end = ask.line.end_of(state, h)
        desk.mask[0, h] = 1 if end == BEGINNING else 0
        desk.mask[1, h] = 1 if end == END else 0
        if not ask.ground.is_land(state, h):
            desk.tolls[TOLL, h] = _WET
            continue
        toll = _price_hex(state, ask, desk, side, h)
        if toll >= 0.0:
            toll += _GRAIN * scatter(h) // SCATTERED
            toll = max(1.0, toll + _BIAS * desk.marks[LINE_BIAS, h])
            if end != INSIDE and ask.line.is_last_resort(state, h):
                toll += _WEST_END
        desk.tolls[TOLL, h] = np.int64(toll)
    desk.tolls[TOLL, last] = -1


@inner
def draw_line(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Choose the line of a side, ``desk.marks[LINE]``, and its posts, ``desk.wanted``."""
    _measure_distances(state, ask, desk)
    ask.line.find_passed(state, desk, side)
    _price_hexes(state, ask, desk, side)
    length = cheapest_chain(
        state.neighbour,
        desk.tolls[TOLL],
        desk.mask[0],
        desk.mask[1],
        desk.tolls[TOTAL],
        desk.marks[PARENT],
        desk.marks[LINE],
    )
    desk.tally[LINE_LENGTH] = length
    desk.wanted[:] = 0.0
    _choose_posts(state, ask, desk, length)
    ask.line.add_posts(state, desk, side)


@inner
def _price_post(state: Any, ask: Questions, desk: Desk, h: int) -> int:
    """Price of a post in a hex of the chain."""
    price = _POST
    if not ask.ground.is_land(state, h):
        return 10 * _POST
    if ask.ground.cover_of(state, h) > 1:
        price -= _COVER
    if desk.own_defense[h] > 0.0:
        price -= _MANNED
    return max(20, price - np.int64(_PLACE * min(6.0, ask.worths.place_points(state, h))))


@inner
def _choose_posts(state: Any, ask: Questions, desk: Desk, length: int) -> None:
    """Choose the cheapest posts of the chain that leave no gap, and what each wants.

    The cheapest way along the chain in steps of up to the spacing; ``desk.queue`` keeps the post
    before each.
    """
    total = desk.tolls[TOTAL]
    ends = max(1, ask.line.spacing - 1)  # hexes at either end of which one is a post
    for i in range(length):
        price = _price_post(state, ask, desk, desk.marks[LINE, i])
        total[i] = price if i < ends else price + total[i - 1]
        desk.queue[i] = -1 if i < ends else i - 1
        for j in range(max(0, i - ask.line.spacing), i):
            if total[j] + price < total[i]:
                total[i] = total[j] + price
                desk.queue[i] = j
    best = _NOWHERE
    for i in range(max(0, length - ends), length):
        if best < 0 or total[i] < total[best]:
            best = i
    while best >= 0:
        h = desk.marks[LINE, best]
        if ask.ground.is_land(state, h):
            need = desk.weights.line_need * desk.threat[h] / ask.ground.cover_of(state, h)
            desk.wanted[h] = max(1.0, need)
        best = desk.queue[best]
    _guard_places(state, ask, desk)


@inner
def _guard_places(state: Any, ask: Questions, desk: Desk) -> None:
    """Want somebody in each place of some points that the enemy could come to."""
    for h in range(len(state.ground) - 1):
        if desk.threat[h] > 0.0 and desk.marks[ENEMY_UNITS, h] == 0:
            if ask.worths.place_points(state, h) >= _GUARDED:
                desk.wanted[h] = max(1.0, desk.wanted[h])
