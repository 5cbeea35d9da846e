"""Movement of units over land: allowance, reach, and the walk hex by hex (9.1-9.22).

Rows of ``state.work`` named here belong to movement. After ``compute_reach`` the rows ``BEST`` and
``CAME`` hold points left on arrival and the direction of the last step, until the next call.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.armies import (
    awaits_release,
    check_army_area,
    check_free_to_move,
    is_front_army,
)
from balance.games.drive_on_stalingrad.control import enter_hex
from balance.games.drive_on_stalingrad.costs import cost_row
from balance.games.drive_on_stalingrad.phases import is_movement_phase
from balance.games.drive_on_stalingrad.refusals import Refusal
from balance.games.drive_on_stalingrad.stacks import check_stacking
from balance.games.drive_on_stalingrad.state import (
    AXIS_STANDS,
    GUNS_FULL,
    NATION_STANDS,
    PROHIBITED,
    RELEASED,
    SOVIET_STANDS,
    UNITS_FULL,
    State,
)
from balance.games.drive_on_stalingrad.supply import moves_and_attacks_halved, supply_state
from balance.games.drive_on_stalingrad.vocabulary import (
    Army,
    Nation,
    Side,
    Status,
    Trait,
)
from balance.games.stack_lists import share_parent_stack
from balance.kernel.compiled import entry, inlined, inner
from balance.kernel.hexes import direction_to
from balance.kernel.reach import (
    CLOSED,
    OPEN,
    STOP,
    UNREACHED,
    find_nearer,
    find_reach,
    find_way,
    trace_path,
)

BEST, CAME, HEADS, LINKS, BACKS, BLOCKED, PATH = range(7)

#: Values of ``units.moved``.
NOT_MOVED, MOVING, FINISHED = range(3)
#: No goal of a search: all hexes in reach are found.
_ANYWHERE = np.int64(-1)


@inner
def is_artillery(state: State, unit: int) -> bool:
    """Whether a unit is Soviet artillery or heavy cannon.

    Rule: drive_on_stalingrad 6.4
    """
    return (state.units[unit].traits & Trait.ARTILLERY) != 0


# --- who may move


@entry
def check_may_move(state: State, unit: int) -> int:
    """Say whether a unit may move at all at this instant: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 5.1, 8.2, 8.4, 9.1, 9.2, 9.6
    """
    if state.game.ended != 0:
        return Refusal.GAME_OVER
    if unit < 0 or unit >= len(state.units):
        return Refusal.NO_SUCH_UNIT
    counter = state.units[unit]
    if counter.side != state.game.side:
        return Refusal.WRONG_SIDE
    if not is_movement_phase(state):
        return Refusal.WRONG_PHASE
    if counter.status != Status.ON_MAP:
        return Refusal.NOT_ON_MAP
    refusal = check_free_to_move(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if counter.moved == FINISHED:
        return Refusal.MOVE_FINISHED
    return Refusal.OK


@entry
def movement_allowance(state: State, unit: int) -> int:
    """Movement points of a unit for this phase, by its supply at this instant.

    Rule: drive_on_stalingrad 1.3, 2.11, 7.5, 7.6, 7.15, 7.16, 9.1
    """
    points = np.int64(state.units[unit].movement)
    if moves_and_attacks_halved(supply_state(state, unit)):
        points //= np.int64(state.rules.supply_oos_halving)
    return points


@entry
def points_left(state: State, unit: int) -> int:
    """Movement points that a unit could still spend this phase.

    Rule: drive_on_stalingrad 7.16, 9.2
    """
    moved = state.units[unit].moved
    if moved == NOT_MOVED:
        return movement_allowance(state, unit)
    if moved == MOVING:
        return np.int64(state.units[unit].mp_left)
    return 0


# --- one stack at a time


@inner
def finish_other_moves(state: State, unit: int) -> None:
    """Close the move of every earlier stack, because this unit's stack begins or goes on.

    Rule: drive_on_stalingrad 9.2, 9.6
    """
    mover = np.int64(state.game.mover)
    state.game.mover = unit
    if mover < 0 or share_parent_stack(state, unit, mover):
        return
    for other in range(len(state.units)):
        if state.units[other].moved == MOVING and other != unit:
            state.units[other].moved = FINISHED
            state.units[other].mp_left = 0


@inner
def begin_move(state: State, unit: int) -> None:
    """Open the move of a unit that has been found free to move, or go on with it.

    Rule: drive_on_stalingrad 7.16, 9.2, 9.6
    """
    if state.units[unit].moved == NOT_MOVED:
        state.units[unit].mp_left = movement_allowance(state, unit)
    finish_other_moves(state, unit)
    state.units[unit].moved = MOVING


@entry
def begin_entry_move(state: State, unit: int, entry_cost: int) -> None:
    """Open the move of a reinforcement that has just been placed in its entry hex.

    Rule: drive_on_stalingrad 8.1, 8.2, 8.3, 9.3

    The entry hex is paid from the unit's allowance; like any first hex it is never out of reach.
    The newcomer began the phase in no hex, so it moves alone.
    """
    state.units[unit].start_hex = len(state.ground) - 1
    left = movement_allowance(state, unit) - np.int64(entry_cost)
    finish_other_moves(state, unit)
    state.units[unit].mp_left = max(0, left)
    state.units[unit].moved = MOVING


@inner
def end_move(state: State, unit: int) -> None:
    """Let a unit move no farther this phase."""
    state.units[unit].moved = FINISHED
    state.units[unit].mp_left = 0


# --- where it may go


@inner
def may_be_frozen(state: State, unit: int) -> bool:
    """Whether a unit would be held by a frozen front-line army that it joined, if one is left.

    Rule: drive_on_stalingrad 3.2
    """
    if state.rules.movement_joining_frozen_army_freezes == 0:
        return False
    if is_front_army(np.int64(state.units[unit].army)) and (
        state.rules.sequence_thawed_unit_refreezes == 0
    ):
        return False
    for army in range(len(state.army)):
        if is_front_army(army) and state.army[army, RELEASED] == 0:
            return True
    return False


@inner
def freezes_newcomer(state: State, h: int) -> bool:
    """Whether a hex holds units of a frozen front-line army.

    Rule: drive_on_stalingrad 3.2
    """
    other = np.int64(state.ground[h].first)
    while other >= 0:
        host = np.int64(state.units[other].army)
        if is_front_army(host) and state.army[host, RELEASED] == 0:
            return True
        other = np.int64(state.units[other].next)
    return False


@entry
def check_enter(state: State, unit: int, h: int) -> int:
    """Say whether a unit may enter a hex by movement, apart from cost: a ``Refusal``.

    Rule: drive_on_stalingrad 3.2, 6.1, 6.2, 6.3, 6.4, 7.17, 9.4, 9.22

    Supply is not asked: either side may march out of it.
    """
    if h < 0 or h >= len(state.ground) - 1:
        return Refusal.OFF_MAP
    occupant = state.ground[h].occupant
    if occupant == 1 - state.units[unit].side:
        return Refusal.ENEMY_IN_HEX
    refusal = check_army_area(state, unit, h)
    if refusal != Refusal.OK:
        return refusal
    if occupant >= 0:
        return check_stacking(state, unit, h)
    return Refusal.OK


@inlined
def first_hex_of_row(state: State, row: int) -> int:
    """Index of the first hex in a row or south of it."""
    return np.int64(state.row_start[min(max(row, 0), len(state.row_start) - 1)])


@inlined
def rows_around(state: State, h: int, radius: int) -> tuple[int, int]:
    """First hex of the rows within ``radius`` of a hex, and the first one beyond them."""
    row = np.int64(state.hexes[h].row)
    return first_hex_of_row(state, row - radius), first_hex_of_row(state, row + radius + 1)


@inner
def _doubtful_stacks(state: State, unit: int) -> int:
    """Bits of ``standing`` of the own stacks that a unit may perhaps not join.

    Rule: drive_on_stalingrad 6.1, 6.3, 6.4
    """
    counter = state.units[unit]
    bits = GUNS_FULL if (counter.traits & Trait.ARTILLERY) != 0 else UNITS_FULL
    if counter.side == Side.AXIS:
        for nation in range(Nation.SOVIET):
            if nation != counter.nation:
                bits |= NATION_STANDS << nation
    return np.uint8(bits)


@inner
def fill_blocked(state: State, unit: int, points: int, goal: int, blocked: np.ndarray) -> None:
    """Mark the hexes a unit may not enter, or not leave again, as far as its points could carry it.

    Rule: drive_on_stalingrad 3.2, 6.2, 9.4

    Hexes farther off, or too far from a goal (-1: none) to be of use, keep whatever value they had.
    """
    counter = state.units[unit]
    side = np.int64(counter.side)
    confined = awaits_release(state, unit)
    freezing = side == Side.SOVIET and may_be_frozen(state, unit)
    own, enemy = np.uint8(SOVIET_STANDS), np.uint8(AXIS_STANDS)
    if side == Side.AXIS:
        own, enemy = enemy, own
    doubtful = _doubtful_stacks(state, unit)
    # A step costs a point at least, and the minimum move is one step.
    radius = max(points, 1)
    row = np.int64(state.hexes[counter.hex].row)
    x2 = np.int64(state.hexes[counter.hex].x2)
    hexes = state.hexes
    standing = state.standing
    north, south = row - radius, row + radius
    if goal >= 0:
        # A way by rows beyond those of both its ends takes each step there twice.
        there = np.int64(hexes[goal].row)
        spare = max(0, radius - abs(there - row)) // 2
        north, south = min(row, there) - spare, max(row, there) + spare
    first = np.uint32(first_hex_of_row(state, north))
    last = np.uint32(first_hex_of_row(state, south + 1))
    for h in range(first, last):
        blocked[h] = CLOSED if (standing[h] & enemy) != 0 else OPEN
    # Most hexes are empty, most stacks have room for the unit and hold its own nationality alone.
    for h in range(first, last):
        if (standing[h] & own) == 0 or ((standing[h] & doubtful) == 0 and not freezing):
            continue
        # No farther than the radius: see ``hexes.distance``.
        rows = abs(np.int64(hexes[h].row) - row)
        if abs(np.int64(hexes[h].x2) - x2) > 2 * radius - rows:
            continue
        if (standing[h] & doubtful) != 0 and check_stacking(state, unit, np.int64(h)) != Refusal.OK:
            blocked[h] = CLOSED
        elif freezing and freezes_newcomer(state, np.int64(h)):
            blocked[h] = STOP
    if confined:
        for h in range(first, last):
            if hexes[h].area != counter.army:
                blocked[h] = CLOSED
    blocked[len(blocked) - 1] = CLOSED


@entry
def compute_reach(state: State, unit: int) -> int:
    """Find where a unit may go now and return the number of hexes, its own included; 0 if nowhere.

    Rule: drive_on_stalingrad 3.2, 6.2, 9.1, 9.2, 9.3, 9.4, 9.21

    Writes the rows ``BEST`` and ``CAME`` of ``state.work``.
    """
    points = _open_search(state, unit, _ANYWHERE)
    if points < 0:
        return 0
    counter = state.units[unit]
    return find_reach(
        np.int64(counter.hex),
        points,
        _ANYWHERE,
        _first_step(state, unit),
        PROHIBITED,
        state.neighbour,
        state.cost[cost_row(state, counter.side, counter.mobility)],
        state.work[BLOCKED],
        state.work[BEST],
        state.work[CAME],
        state.work[HEADS],
        state.work[LINKS],
        state.work[BACKS],
    )


@entry
def can_reach(state: State, unit: int, destination: int) -> bool:
    """Whether a unit may go to a hex now; leaves the way there, and no more, in ``state.work``.

    Rule: drive_on_stalingrad 9.1
    """
    points = _open_search(state, unit, destination)
    if points < 0:
        return False
    counter = state.units[unit]
    find_way(
        np.int64(counter.hex),
        points,
        destination,
        _first_step(state, unit),
        PROHIBITED,
        state.neighbour,
        state.cost[cost_row(state, counter.side, counter.mobility)],
        state.work[BLOCKED],
        state.work[BEST],
        state.work[CAME],
        state.work[HEADS],
        state.work[LINKS],
        state.work[BACKS],
        state.hexes.row,
        state.hexes.x2,
    )
    return state.work[BEST, destination] != UNREACHED


@inner
def compute_nearer(state: State, unit: int, field: np.ndarray) -> int:
    """Do as ``compute_reach`` for the hexes where a field is less than in the unit's own.

    field : int16[n + 1], movement points of its kind to somewhere, enemies closed

    Rule: drive_on_stalingrad 9.1
    """
    points = _open_search(state, unit, _ANYWHERE)
    if points < 0:
        return 0
    counter = state.units[unit]
    return find_nearer(
        np.int64(counter.hex),
        points,
        _first_step(state, unit),
        PROHIBITED,
        state.neighbour,
        state.cost[cost_row(state, counter.side, counter.mobility)],
        state.work[BLOCKED],
        state.work[BEST],
        state.work[CAME],
        state.work[HEADS],
        state.work[LINKS],
        state.work[BACKS],
        field,
    )


@inner
def _open_search(state: State, unit: int, goal: int) -> int:
    """Mark the hexes closed to a unit and return its points, -1 if it may not move.

    Rule: drive_on_stalingrad 9.1, 9.2
    """
    if check_may_move(state, unit) != Refusal.OK:
        state.work[BEST, :] = UNREACHED
        return np.int64(-1)
    points = points_left(state, unit)
    fill_blocked(state, unit, points, goal, state.work[BLOCKED])
    return points


@inner
def _first_step(state: State, unit: int) -> int:
    """Return 1 if a unit may move a hex however dear it is, 0 otherwise.

    Rule: drive_on_stalingrad 9.3
    """
    counter = state.units[unit]
    if counter.moved != NOT_MOVED or counter.movement <= 0:
        return 0
    return 1 if state.rules.movement_minimum_move_hexes > 0 else 0


# --- moving


@entry
def check_move(state: State, unit: int, destination: int) -> int:
    """Say whether a unit may move to a hex now: a ``Refusal``. Leaves its reach in ``work``.

    Rule: drive_on_stalingrad 9.1, 9.2, 9.3, 9.4, 9.13, 9.16, 9.19, 9.22
    """
    refusal = check_may_move(state, unit)
    if refusal != Refusal.OK:
        return refusal
    if destination < 0 or destination >= len(state.ground) - 1:
        return Refusal.OFF_MAP
    if destination == state.units[unit].hex:
        return Refusal.SAME_HEX
    compute_reach(state, unit)
    if state.work[BEST, destination] != UNREACHED:
        return Refusal.OK
    refusal = check_enter(state, unit, destination)
    if refusal != Refusal.OK:
        return refusal
    return explain_out_of_reach(state, unit, destination)


@inner
def explain_out_of_reach(state: State, unit: int, destination: int) -> int:
    """Name the reason why an empty or friendly hex can't be reached: a ``Refusal``."""
    counter = state.units[unit]
    cost = state.cost[cost_row(state, counter.side, counter.mobility)]
    if state.tec[state.hexes[destination].terrain, counter.mobility] == PROHIBITED:
        return Refusal.HEX_CLOSED
    d = direction_to(state.neighbour, np.int64(counter.hex), destination)
    if d >= 0 and cost[counter.hex, d] == PROHIBITED:
        return Refusal.SIDE_CLOSED
    return Refusal.NOT_ENOUGH_POINTS


@inner
def walk_path(state: State, unit: int, length: int) -> None:
    """Walk a unit along ``work[PATH]``, each hex entered in turn, until an entry stops it.

    Rule: drive_on_stalingrad 3.2, 3.4, 9.1, 9.2
    """
    counter = state.units[unit]
    row = cost_row(state, counter.side, counter.mobility)
    for i in range(length):
        h = np.int64(state.work[PATH, i])
        d = direction_to(state.neighbour, np.int64(counter.hex), h)
        # The minimum move takes all there is, however little.
        counter.mp_left = max(
            0, np.int64(counter.mp_left) - np.int64(state.cost[row, counter.hex, d])
        )
        enter_hex(state, unit, h)
        if state.game.ended != 0 or counter.frozen_by != Army.NONE:
            break
    if counter.frozen_by != Army.NONE:
        end_move(state, unit)


@entry
def follow_reach(state: State, unit: int, destination: int) -> None:
    """Move a unit to a hex that ``compute_reach`` has just found for it, nothing having changed."""
    length = trace_path(
        np.int64(state.units[unit].hex),
        destination,
        state.neighbour,
        state.work[CAME],
        state.work[PATH],
    )
    begin_move(state, unit)
    walk_path(state, unit, length)


@entry
def move_unit(state: State, unit: int, destination: int) -> int:
    """Move a unit to a hex by the cheapest way, or say why not: a ``Refusal``.

    Rule: drive_on_stalingrad 9.1, 9.2, 9.3, 9.5, 9.6
    """
    refusal = check_move(state, unit, destination)
    if refusal == Refusal.OK:
        follow_reach(state, unit, destination)
    return refusal


# --- stacks


@entry
def check_move_stack(state: State, members: np.ndarray, count: int, destination: int) -> int:
    """Say whether units may move together as one stack: a ``Refusal``. Leaves the way in ``work``.

    Rule: drive_on_stalingrad 9.5, 9.6, 9.7

    members : int array, the first ``count`` entries are units

    They must stand in one hex, have begun the phase stacked, and all afford the way of the slowest.
    """
    if count < 1:
        return Refusal.NO_SUCH_UNIT
    lead = np.int64(members[0])
    points = 0
    for i in range(count):
        unit = np.int64(members[i])
        refusal = check_may_move(state, unit)
        if refusal != Refusal.OK:
            return refusal
        if state.units[unit].hex != state.units[lead].hex:
            return Refusal.NOT_STACKED_AT_START
        if not share_parent_stack(state, unit, lead):
            return Refusal.NOT_STACKED_AT_START
        # Of two equally slow units the one with the lower mobility class has the dearer terrain.
        left = points_left(state, unit)
        slow = i == 0 or left < points
        if left == points and state.units[unit].mobility < state.units[lead].mobility:
            slow = True
        if slow:
            lead, points = unit, left
    refusal = check_move(state, lead, destination)
    if refusal != Refusal.OK:
        return refusal
    start = np.int64(state.units[lead].hex)
    length = trace_path(start, destination, state.neighbour, state.work[CAME], state.work[PATH])
    if not _stack_fits(state, members, count, length):
        return Refusal.STACK_FULL
    for i in range(count):
        refusal = _check_way(state, np.int64(members[i]), points, length)
        if refusal != Refusal.OK:
            return refusal
    return Refusal.OK


@inner
def _stack_fits(state: State, members: np.ndarray, count: int, length: int) -> bool:
    """Whether all the members together keep within the limit in every hex of the way."""
    guns = 0
    for i in range(count):
        if is_artillery(state, np.int64(members[i])):
            guns += 1
    for i in range(length):
        ground = state.ground[state.work[PATH, i]]
        if ground.stack + count - guns > state.rules.stacking_limit:
            return False
        if ground.guns + guns > state.rules.stacking_soviet_artillery_extra:
            return False
    return True


@inner
def _check_way(state: State, unit: int, points: int, length: int) -> int:
    """Say whether a unit can walk the way in ``work[PATH]`` with so many points: a ``Refusal``."""
    counter = state.units[unit]
    row = cost_row(state, counter.side, counter.mobility)
    here = np.int64(counter.hex)
    guaranteed = counter.moved == NOT_MOVED and length == 1
    for i in range(length):
        there = np.int64(state.work[PATH, i])
        refusal = check_enter(state, unit, there)
        if refusal != Refusal.OK:
            return refusal
        step = np.int64(state.cost[row, here, direction_to(state.neighbour, here, there)])
        if step == PROHIBITED:
            return Refusal.SIDE_CLOSED
        points -= step
        if points < 0 and not guaranteed:
            return Refusal.NOT_ENOUGH_POINTS
        here = there
    return Refusal.OK


@entry
def move_stack(state: State, members: np.ndarray, count: int, destination: int) -> int:
    """Move units together at the pace of the slowest, or say why not: a ``Refusal``.

    Rule: drive_on_stalingrad 9.5, 9.6, 9.7

    members : int array, the first ``count`` entries are units
    """
    refusal = check_move_stack(state, members, count, destination)
    if refusal != Refusal.OK:
        return refusal
    start = np.int64(state.units[members[0]].hex)
    length = trace_path(start, destination, state.neighbour, state.work[CAME], state.work[PATH])
    # All begin before one of them stirs: what the first brings about gives the next no points.
    for i in range(count):
        begin_move(state, np.int64(members[i]))
    # The pace of the slowest was the affair of the check; each pays the way from its own points.
    for i in range(count):
        walk_path(state, np.int64(members[i]), length)
        if state.game.ended != 0:
            break
    return Refusal.OK
