"""Pockets: which hexes to occupy so that enemy stacks lose their line of supply.

No unit has a zone of control, so only occupied hexes bar a line. For an enemy stack the fewest
hexes that part it from every working source in reach of a line are a minimum vertex cut: enemy
stacks and hexes that nobody can come to are of unlimited capacity, a hex that a free unit can
occupy has capacity one, one that is held for good has none (Ford and Fulkerson 1956; each hex is
split into an entrance and an exit).

Rule: drive_on_stalingrad 4.3, 7.12, 7.15
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import field_row, refresh_supply
from balance.games.drive_on_stalingrad.vocabulary import Feature, Side
from balance.kernel.bits import count_bits, has_bit, put_bit
from balance.kernel.compiled import inner
from balance.kernel.hexes import distance
from balance.staff.desk import ENEMY_UNITS, ENEMY_WORTH, SETTLED, THREAT, Desk
from balance.staff.drive_on_stalingrad.march import send_unit
from balance.staff.drive_on_stalingrad.muster import strikes
from balance.staff.drive_on_stalingrad.situation import known_defense
from balance.staff.ranking import best_and_second

#: No ring of more hexes is tried: it would be thin, and fewer than so many units are at hand.
_LONGEST = 9
_MOST_RINGS = 6  # in one phase
#: Price of a hex of the ring, in factor points: what its unit could do elsewhere.
_PER_HEX = 2.0
_PER_THREAT = 0.05  # for each enemy factor that can fall on it
#: Chance that a unit in a pocket is destroyed there, for what its own strength is worth.
_DOOMED = 0.5

_CLOSE = 2  # towns so near a stack are cut off with it
_ULTIMATE = (
    np.int64(Feature.AXIS_ULTIMATE)
    | np.int64(Feature.TAMAN)
    | np.int64(Feature.ASTRAKHAN)
    | np.int64(Feature.SOVIET_NORTH_ULTIMATE)
    | np.int64(Feature.SOVIET_SOUTH_ULTIMATE)
)

# Capacity of a hex for lines of supply.
_SHUT, _ONE, _FREE = range(3)
# Bits of a hex in a search: its entrance and its exit have been reached.
_IN, _OUT = 1, 2


@inner
def count_cover(
    state: State,
    desk: Desk,
    side: int,
    camp: np.ndarray,
    count: int,
    reach: np.ndarray,
    cover: np.ndarray,
    held: np.ndarray,
) -> None:
    """Count by hex the free strike units that can come there, and the units that stay there."""
    n = state.neighbour.shape[0] - 1
    units = state.units
    for u in range(units.shape[0]):
        if units[u].side == side and units[u].hex < n:
            held[units[u].hex] += 1
    free = np.zeros(reach.shape[1], np.uint32)
    for i in range(count):
        u = np.int64(camp[i])
        if desk.crew[SETTLED, u] == 0 and strikes(desk, u):
            held[units[u].hex] -= 1
            put_bit(free, i)
    for h in range(n):
        cover[h] = _count_both(reach[h], free)


@inner
def _count_both(one: np.ndarray, other: np.ndarray) -> int:
    """How many numbers are in both of two rows of bits."""
    found = np.int64(0)
    for k in range(len(one)):
        found += count_bits(np.int64(one[k] & other[k]))
    return found


@inner
def mark_capacity(
    state: State, desk: Desk, side: int, cover: np.ndarray, held: np.ndarray, capacity: np.ndarray
) -> None:
    """Fill ``capacity`` for the lines of the enemy of ``side``.

    What only free units hold is open, unless somebody stays.
    """
    n = state.neighbour.shape[0] - 1
    ground = state.ground
    units = desk.marks[ENEMY_UNITS]
    for h in range(n):
        if ground[h].occupant == side:
            capacity[h] = _SHUT if held[h] > 0 else _ONE
        elif cover[h] > 0 and units[h] == 0:
            capacity[h] = _ONE
        else:
            capacity[h] = _FREE
    capacity[n] = _SHUT


@inner
def find_cut(
    state: State,
    start: int,
    row: int,
    capacity: np.ndarray,
    seen: np.ndarray,
    flow: np.ndarray,
    through: np.ndarray,
    cut: np.ndarray,
    inside: np.ndarray,
) -> tuple[int, int]:
    """Find the fewest hexes that part the stack in ``start`` from its sources of supply.

    Towns close by belong to the pocket: they are sources only while they are linked themselves.

    Returns
    -------
    hexes, hexes inside : int
        Written to ``cut`` and ``inside``; (-1, 0) if there is no cut of ``_LONGEST`` or fewer.
    """
    n = state.neighbour.shape[0] - 1
    limit = np.int64(state.rules.supply_line_max_hexes)
    # Taken out of the state once: here that counts references (see ``compiled``).
    hexes = state.hexes
    neighbour = state.neighbour
    sides = state.line_sides[row]
    supply = state.supply[row]
    from_row = np.int64(hexes[start].row)
    from_x2 = np.int64(hexes[start].x2)
    queue = np.empty(2 * n + 2, np.int32)
    prev = np.empty(2 * n + 2, np.int32)
    touched = np.empty(n + 1, np.int32)
    root = np.zeros(64, np.int64)
    roots = _list_roots(state, start, row, root)
    if roots > 1:
        limit += _CLOSE
    if _road_is_open(state, start, row, root, roots, limit, capacity, seen, cut):
        return -1, 0
    flow[:] = 0
    through[:] = 0
    lines = 0
    while True:
        seen[:] = 0
        head = 0
        tail = 0
        many = 0
        for i in range(roots):
            queue[tail] = 2 * root[i] + 1
            prev[queue[tail]] = -1
            tail += 1
            seen[root[i]] = _IN | _OUT
            touched[many] = root[i]
            many += 1
        end = -1
        while head < tail and end < 0:
            node = np.int64(queue[head])
            head += 1
            h = np.uint32(node >> 1)
            if node & 1 == 1:  # leaving h
                if through[h] > 0 and (seen[h] & _IN) == 0:
                    seen[h] |= _IN
                    prev[2 * h] = node
                    queue[tail] = 2 * h
                    tail += 1
                for d in range(6):
                    there = np.uint32(neighbour[h, d])
                    if (sides[h] >> d) & 1 == 0 or capacity[there] == _SHUT:
                        continue
                    if (seen[there] & _IN) != 0:
                        continue
                    away = distance(
                        from_row, from_x2, np.int64(hexes[there].row), np.int64(hexes[there].x2)
                    )
                    if away > limit:
                        continue
                    if seen[there] == 0:
                        touched[many] = there
                        many += 1
                    seen[there] |= _IN
                    prev[2 * there] = node
                    queue[tail] = 2 * there
                    tail += 1
            else:  # standing at the entrance of h
                if (seen[h] & _OUT) == 0 and (capacity[h] == _FREE or through[h] == 0):
                    seen[h] |= _OUT
                    prev[2 * h + 1] = node
                    if supply[h] == 0:
                        end = 2 * h + 1
                        break
                    queue[tail] = 2 * h + 1
                    tail += 1
                for d in range(6):
                    there = np.uint32(neighbour[h, d])
                    back = (d + 3) % 6
                    if there < n and flow[there, back] > 0 and (seen[there] & _OUT) == 0:
                        if seen[there] == 0:
                            touched[many] = there
                            many += 1
                        seen[there] |= _OUT
                        prev[2 * there + 1] = node
                        queue[tail] = 2 * there + 1
                        tail += 1
        if end < 0:
            break
        lines += 1
        if lines > _LONGEST:
            return -1, 0
        # Draw the line, and see whether it passes a hex that can be shut.
        node = np.int64(end)
        narrow = False
        while prev[node] >= 0:
            before = np.int64(prev[node])
            h = node // 2
            g = before // 2
            if h == g:
                if node % 2 == 1:
                    through[h] += 1
                    if capacity[h] == _ONE:
                        narrow = True
                else:
                    through[h] -= 1
                    narrow = True
            elif node % 2 == 0:  # from the exit of g to the entrance of h
                for d in range(6):
                    if neighbour[g, d] == h:
                        flow[g, d] += 1
            else:  # a line through h into g is taken back
                narrow = True
                for d in range(6):
                    if neighbour[h, d] == g:
                        flow[h, d] -= 1
            node = before
        if not narrow:
            return -1, 0
    size = 0
    within = 0
    for i in range(many):
        h = np.int64(touched[i])
        if seen[h] == _IN and capacity[h] == _ONE:
            cut[size] = h
            size += 1
        elif (seen[h] & _OUT) != 0:
            inside[within] = h
            within += 1
    return size, within


@inner
def _road_is_open(
    state: State,
    start: int,
    row: int,
    root: np.ndarray,
    roots: int,
    limit: int,
    capacity: np.ndarray,
    seen: np.ndarray,
    queue: np.ndarray,
) -> bool:
    """Whether a line runs from a pocket to a source over hexes alone that nobody could occupy.

    Most stacks have such a line. No ring parts it, so none need be looked for.
    """
    hexes = state.hexes
    neighbour = state.neighbour
    sides = state.line_sides[row]
    supply = state.supply[row]
    from_row = np.int64(hexes[start].row)
    from_x2 = np.int64(hexes[start].x2)
    seen[:] = 0
    for i in range(roots):
        queue[i] = root[i]
        seen[root[i]] = 1
    head = 0
    tail = roots
    while head < tail:
        h = np.uint32(queue[head])
        head += 1
        for d in range(6):
            there = np.uint32(neighbour[h, d])
            if seen[there] != 0 or capacity[there] != _FREE or (sides[h] >> d) & 1 == 0:
                continue
            there_row, there_x2 = np.int64(hexes[there].row), np.int64(hexes[there].x2)
            if distance(from_row, from_x2, there_row, there_x2) > limit:
                continue
            if supply[there] == 0:
                return True
            seen[there] = 1
            queue[tail] = there
            tail += 1
    return False


@inner
def _list_roots(state: State, start: int, row: int, root: np.ndarray) -> int:
    """List a hex and the sources close by that are none of their own; return how many."""
    root[0] = start
    count = 1
    first_row, beyond = rows_near(state, start, _CLOSE)
    for there in range(first_row, beyond):
        first, last = span_near(state, start, _CLOSE, there)
        for h in range(first, last):
            if state.supply[row, h] != 0 or h == start:
                continue
            if (np.int64(state.hexes[h].features) & _ULTIMATE) == 0 and count < root.shape[0]:
                root[count] = h
                count += 1
    return count


@inner
def man_ring(
    state: State,
    desk: Desk,
    camp: np.ndarray,
    count: int,
    reach: np.ndarray,
    cut: np.ndarray,
    size: int,
    crew: np.ndarray,
) -> bool:
    """Choose a free unit for each hex of a ring; the hexes that fewest can reach come first."""
    for k in range(size):
        crew[k] = -1
    for _ in range(size):
        tightest = -1
        fewest = 1 << 20
        for k in range(size):
            if crew[k] >= 0:
                continue
            can = 0
            for i in range(count):
                if has_bit(reach[cut[k]], i) and _is_free(desk, camp, i, crew, size):
                    can += 1
            if can < fewest:
                fewest = can
                tightest = k
        if fewest == 0:
            return False
        best = -1
        best_rank = -1e9
        for i in range(count):
            if not has_bit(reach[cut[tightest]], i) or not _is_free(desk, camp, i, crew, size):
                continue
            u = np.int64(camp[i])
            rank = known_defense(state.units, u)
            if state.units[u].hex == cut[tightest]:
                rank += 4.0
            if rank > best_rank:
                best_rank = rank
                best = i
        crew[tightest] = best
    return True


@inner
def _is_free(desk: Desk, camp: np.ndarray, i: int, crew: np.ndarray, size: int) -> bool:
    u = np.int64(camp[i])
    if desk.crew[SETTLED, u] != 0 or not strikes(desk, u):
        return False
    for k in range(size):
        if crew[k] == i:
            return False
    return True


@inner
def close_pockets(
    state: State, desk: Desk, side: int, camp: np.ndarray, count: int, reach: np.ndarray
) -> None:
    """March free strike units into the rings that cut off most for the units they take.

    Rule: drive_on_stalingrad 4.3, 7.12
    """
    n = state.neighbour.shape[0] - 1
    weights = desk.weights
    if weights.pocket_worth <= 0.0:
        return
    enemy = 1 - side
    award = 0.0
    if side == Side.AXIS:
        award = weights.vp_worth / max(1, np.int64(state.rules.victory_oos_kills_per_vp))
    capacity = np.zeros(n + 1, np.uint8)
    seen = np.zeros(n + 1, np.uint8)
    flow = np.zeros((n + 1, 6), np.int8)
    through = np.zeros(n + 1, np.int8)
    cut = np.zeros(n + 1, np.int64)
    inside = np.zeros(n + 1, np.int64)
    crew = np.zeros(_LONGEST, np.int64)
    refresh_supply(state, np.int64(enemy))
    cover = np.zeros(n + 1, np.int16)
    held = np.zeros(n + 1, np.int16)
    count_cover(state, desk, side, camp, count, reach, cover, held)
    mark_capacity(state, desk, side, cover, held, capacity)
    stacks = np.empty(n, np.int64)
    worth = np.full(_list_stacks(state, desk, enemy, capacity, stacks), 1e9)  # not looked at yet
    rings = 0
    while rings < _MOST_RINGS:
        # A ring only loses by the units that others have taken: the best of the old values is found
        # anew, and is the best indeed if it still beats the rest.
        best, second = best_and_second(worth)
        if best < 0 or worth[best] <= 0.0:
            return
        stack = stacks[best]
        row = field_row(state, np.int64(enemy), stack)
        size, within = find_cut(state, stack, row, capacity, seen, flow, through, cut, inside)
        if size <= 0:
            worth[best] = -1e9
            continue
        value = 0.0
        for k in range(within):
            h = inside[k]
            if desk.marks[ENEMY_UNITS, h] > 0:
                each = award + _DOOMED * desk.sheet[ENEMY_WORTH, h]
                value += weights.pocket_worth * each * desk.marks[ENEMY_UNITS, h]
        for k in range(size):
            value -= _PER_HEX + _PER_THREAT * desk.sheet[THREAT, cut[k]]
        worth[best] = value
        if value <= 0.0 or value < second:
            continue
        worth[best] = -1e9
        if not man_ring(state, desk, camp, count, reach, cut, size, crew):
            continue
        rings += 1
        for k in range(size):
            u = np.int64(camp[crew[k]])
            send_unit(state, desk, u, cut[k])
            if state.game.ended != 0:
                return
            if desk.crew[SETTLED, u] != 0:
                held[state.units[u].hex] += 1
                for h in range(n):
                    cover[h] -= np.int64(has_bit(reach[h], crew[k]))
        mark_capacity(state, desk, side, cover, held, capacity)


@inner
def _list_stacks(
    state: State, desk: Desk, enemy: int, capacity: np.ndarray, stacks: np.ndarray
) -> int:
    """List the enemy stacks that could be cut off, those with one of us beside; return how many."""
    count = 0
    for h in range(state.neighbour.shape[0] - 1):
        if desk.marks[ENEMY_UNITS, h] > 0 and state.ground[h].occupant == enemy:
            if (np.int64(state.hexes[h].features) & _ULTIMATE) == 0:
                if _near(state, np.int64(h), capacity):
                    stacks[count] = h
                    count += 1
    return count


@inner
def _near(state: State, h: int, capacity: np.ndarray) -> bool:
    """Whether a hex next to this one can be occupied by us, or is."""
    for d in range(6):
        if capacity[state.neighbour[h, d]] != _FREE:
            return True
    return False
