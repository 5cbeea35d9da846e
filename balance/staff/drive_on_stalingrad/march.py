"""Movement: where each unit goes.

Strike units choose, among the hexes in reach, by progress towards the objective, places to attack
from, ground to be had, supply and danger. Units that hold man the line, the worst gap first. What
is left over marches to where troops are wanted.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.allowance import check_may_move
from balance.games.drive_on_stalingrad.movement import follow_reach
from balance.games.drive_on_stalingrad.reach import (
    CAME,
    REACHED,
    can_reach,
    compute_nearer,
    compute_reach,
    list_reached,
)
from balance.games.drive_on_stalingrad.shifts import fortification_shift, terrain_shift
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature, PhaseOrder, Side, Status
from balance.kernel.compiled import entry, inner
from balance.kernel.fields import FAR
from balance.kernel.hexes import distance
from balance.staff.desk import (
    ENEMY_UNITS,
    GARRISON,
    MISSION,
    NEED,
    OWN_ATTACK,
    OWN_DEFENSE,
    PULL,
    SETTLED,
    THREAT,
    TOLL,
    TOTAL,
    VALUE,
    WANTED,
    Desk,
    Posture,
)
from balance.staff.drive_on_stalingrad.assaults import enemy_defense_there, value_at
from balance.staff.drive_on_stalingrad.line import (
    draw_line,
    garrison_need,
    march_field_of_rest,
    start_march_fields,
    waits_behind_start_line,
)
from balance.staff.drive_on_stalingrad.situation import (
    assess_threat,
    known_attack,
    known_defense,
    survey,
)
from balance.staff.drive_on_stalingrad.worth import capture_worth, in_supply_there
from balance.staff.tasks import SCATTERED, has_task, scatter

#: Attack factors that one unit is thought to bring to a party.
_UNIT_SHARE = 8.0
_TRIES = 5
#: Urgency of a hex of the line where nobody stands, above that of any that is only weak.
_EMPTY = 3.0
_SLIGHT = 0.1  # gaps that nobody marches for
#: Whom ``bring_one`` may take.
FOR_LINE, FOR_GARRISON, ANYBODY = np.arange(3)
_ROW = 1 << 16
_MANY_STEPS = np.int64(20)
_ORDER = np.int64(PhaseOrder.ASSAULT_MOVE)
_PREPARED = np.int64(0)
_NOBODY = np.int64(0)


# --- places to attack from


@inner
def price_targets(state: State, desk: Desk, side: int) -> None:
    """Rate attacking each enemy hex at the wanted odds, and spread the worth to the hexes around.

    Fills the rows VALUE, NEED and PULL of the desk's sheet.
    """
    n = state.neighbour.shape[0] - 1
    for h in range(n + 1):
        desk.sheet[VALUE, h] = 0.0
        desk.sheet[NEED, h] = 0.0
        desk.sheet[PULL, h] = 0.0
    wanted = np.int64(desk.weights.odds_wanted)
    for h in range(n):
        if desk.marks[ENEMY_UNITS, h] > 0:
            worth = value_at(state, desk, side, np.int64(h), wanted, 3.0, _MANY_STEPS)
            desk.sheet[VALUE, h] = max(0.0, worth)
            defense = enemy_defense_there(state, desk, np.int64(h))
            # What shifts the odds against the attacker has to be made up in factors.
            shift = terrain_shift(state, np.int64(h), _ORDER, _PREPARED)
            shift += fortification_shift(state, np.int64(h), _NOBODY, np.int64(side), _PREPARED)
            ratio = desk.weights.odds_wanted + 1.0 - shift
            desk.sheet[NEED, h] = max(1.0, ratio * defense)
    for h in range(n):
        if desk.marks[ENEMY_UNITS, h] > 0:
            _pull_towards(state, desk, np.int64(h), 1.0)


@inner
def _pull_towards(state: State, desk: Desk, target: int, sign: float) -> None:
    """Add (1.0) or take back (-1.0) a target's share in the pull of the hexes around it.

    The more of the wanted factors stand around it already, the less it pulls.
    """
    massed = 0.0
    for d in range(6):
        there = np.int64(state.neighbour[target, d])
        if desk.marks[ENEMY_UNITS, there] == 0:
            massed += desk.sheet[OWN_ATTACK, there]
    # Units that have just retreated here are not rated yet: they pull nothing.
    need = max(1.0, desk.sheet[NEED, target])
    missing = min(1.0, max(0.0, 1.0 - massed / need))
    worth = desk.sheet[VALUE, target] * missing * min(1.0, 3.0 * _UNIT_SHARE / need)
    for d in range(6):
        desk.sheet[PULL, state.neighbour[target, d]] += sign * 0.3 * worth


@inner
def _pull_around(state: State, desk: Desk, h: int, sign: float) -> None:
    """Do the same for every target next to a hex."""
    n = state.neighbour.shape[0] - 1
    for d in range(6):
        there = np.int64(state.neighbour[h, d])
        if there != n and desk.marks[ENEMY_UNITS, there] > 0:
            _pull_towards(state, desk, there, sign)


# --- moving one unit


@inner
def shift_unit(state: State, desk: Desk, unit: int, goal: int) -> None:
    """Move a unit to a hex of the reach just computed; keep the desk's strengths up to date."""
    start = np.int64(state.units[unit].hex)
    desk.crew[SETTLED, unit] = 1
    if goal == start:
        return
    attack = known_attack(state.units, unit)
    defense = known_defense(state.units, unit)
    follow_reach(state, unit, goal)
    end = np.int64(state.units[unit].hex)
    desk.sheet[OWN_ATTACK, start] -= attack
    desk.sheet[OWN_DEFENSE, start] -= defense
    desk.sheet[OWN_ATTACK, end] += attack
    desk.sheet[OWN_DEFENSE, end] += defense


@inner
def crosses_start_line(state: State, start: int, goal: int) -> bool:
    """Whether the way just found to a hex leaves the Soviet side of the start line.

    Rule: drive_on_stalingrad 3.2
    """
    here = goal
    while here != start:
        if (np.int64(state.hexes[here].features) & Feature.SOVIET_AT_START) == 0:
            return True
        here = np.int64(state.neighbour[here, (np.int64(state.work[CAME, here]) + 3) % 6])
    return False


@inner
def send_unit(state: State, desk: Desk, unit: int, goal: int) -> bool:
    """Move a unit to a hex and settle it there; False if it can't get there."""
    if state.units[unit].hex == goal:
        desk.crew[SETTLED, unit] = 1
        return True
    if not can_reach(state, unit, goal):
        return False
    if waits_behind_start_line(state, np.int64(state.units[unit].side)):
        if crosses_start_line(state, np.int64(state.units[unit].hex), goal):
            return False
    shift_unit(state, desk, unit, goal)
    return True


@inner
def strike_score(state: State, desk: Desk, side: int, unit: int, mission: int, h: int) -> float:
    """How much a strike unit would like to end its move in a hex."""
    weights = desk.weights
    units = state.units
    mobility = np.int64(units[unit].mobility)
    field = desk.fields[mission, mobility]
    pace = max(1, np.int64(units[unit].movement))
    score = -weights.advance * min(np.int64(field[h]), 200) / pace
    score += weights.mass * desk.sheet[PULL, h]
    score += capture_worth(state, desk, side, h)
    here = desk.sheet[OWN_DEFENSE, h]
    if h == units[unit].hex:
        here -= known_defense(units, unit)
    score += weights.together * min(1.0, here / 15.0)
    exposed = desk.sheet[THREAT, h] - 3.0 * (here + known_defense(units, unit))
    if exposed > 0.0:
        score -= weights.risk * min(10.0, 0.1 * exposed)
    if not in_supply_there(state, side, h):
        score -= weights.supply_need
    return score


@inner
def strike_move(state: State, desk: Desk, side: int, unit: int) -> None:
    """Move one strike unit to the hex in reach that it likes best."""
    mission = np.int64(desk.crew[MISSION, unit])
    if compute_reach(state, unit) == 0:
        return
    best = np.int64(state.units[unit].hex)
    best_score = strike_score(state, desk, side, unit, mission, best)
    for i in range(list_reached(state, unit)):
        h = np.int64(state.work[REACHED, i])
        if h != best and state.ground[h].occupant != 1 - side:
            score = strike_score(state, desk, side, unit, mission, h)
            if score > best_score + 1e-9:
                best_score = score
                best = h
    start = np.int64(state.units[unit].hex)
    if best == start:
        return
    _pull_around(state, desk, start, -1.0)
    _shift_attack(state, desk, unit, start, -1.0)
    _pull_around(state, desk, start, 1.0)
    _pull_around(state, desk, np.int64(best), -1.0)
    _shift_attack(state, desk, unit, start, 1.0)
    shift_unit(state, desk, unit, np.int64(best))
    _pull_around(state, desk, np.int64(best), 1.0)


@inner
def _shift_attack(state: State, desk: Desk, unit: int, h: int, sign: float) -> None:
    desk.sheet[OWN_ATTACK, h] += sign * known_attack(state.units, unit)


@entry
def move_strikers(state: State, desk: Desk, side: int) -> None:
    """Move all strike units, nearest to their objective first."""
    units = state.units
    price_targets(state, desk, side)
    while state.game.ended == 0:
        chosen = -1
        key = 1e9
        for u in range(units.shape[0]):
            if (
                units[u].side != side
                or units[u].status != Status.ON_MAP
                or desk.crew[SETTLED, u] != 0
            ):
                continue
            mission = np.int64(desk.crew[MISSION, u])
            if (
                mission < 0
                or desk.posture[mission] != Posture.STRIKE
                or check_may_move(state, u) != 0
            ):
                continue
            field = desk.fields[mission, np.int64(units[u].mobility)]
            rank = float(field[units[u].hex]) / max(1, np.int64(units[u].movement))
            if rank < key:
                key = rank
                chosen = u
        if chosen < 0:
            return
        desk.crew[SETTLED, chosen] = 1
        strike_move(state, desk, side, chosen)


# --- the line


@inner
def man_line(state: State, desk: Desk, side: int) -> None:
    """Bring units that hold into the hexes where troops are wanted, the worst gap first.

    A hex without anybody comes before one that is merely weak: where nobody stands, the enemy walks
    through.
    """
    n = state.neighbour.shape[0] - 1
    free = list_free(state, desk, side, FOR_LINE)
    count = 0
    for h in range(n):
        desk.mask[2, h] = 0  # hexes nobody else can help
        if desk.sheet[WANTED, h] > 0.0:
            desk.queue[count] = h
            count += 1
    while state.game.ended == 0:
        worst = n
        highest = 0
        for i in range(count):
            h = np.int64(desk.queue[i])
            if desk.mask[2, h] == 0 and desk.marks[ENEMY_UNITS, h] == 0:
                urgency = _urgency(desk, h)
                if urgency > highest:
                    highest = urgency
                    worst = h
        if worst == n:
            return
        if not bring_one(state, desk, free, np.int64(worst), FOR_LINE):
            desk.mask[2, worst] = 1


@inner
def _urgency(desk: Desk, h: int) -> int:
    """How much a hex of the line wants troops, coarsely, then by its scattered number; 0: not."""
    gap = 1.0 - desk.sheet[OWN_DEFENSE, h] / desk.sheet[WANTED, h]
    gap *= 1.0 + min(2.0, desk.sheet[THREAT, h] / 40.0)
    if gap <= _SLIGHT:
        return 0
    if desk.sheet[OWN_DEFENSE, h] <= 0.0:
        gap += _EMPTY
    return (1 + np.int64(2.0 * gap)) * SCATTERED + scatter(h)


@inner
def _spare(state: State, desk: Desk, unit: int) -> bool:
    """Whether a unit can be taken from where it stands: not the last one wanted there."""
    h = np.int64(state.units[unit].hex)
    wanted = desk.sheet[WANTED, h]
    if wanted <= 0.0:
        return True
    left = desk.sheet[OWN_DEFENSE, h] - known_defense(state.units, unit)
    return left > 0.0 and left >= wanted


@inner
def list_free(state: State, desk: Desk, side: int, whom: int) -> int:
    """List whom ``bring_one`` may take; return how many.

    In ``desk.tolls[TOTAL]``, free by then, are the units, in ``desk.tolls[TOLL]`` where they stand:
    the row times ``_ROW`` and x2. Who is not settled doesn't stir.
    """
    units = state.units
    hexes = state.hexes
    count = 0
    for u in range(units.shape[0]):
        if desk.crew[SETTLED, u] != 0 or units[u].side != side or units[u].status != Status.ON_MAP:
            continue
        if whom == ANYBODY or not has_task(desk, u):
            h = np.int64(units[u].hex)
            desk.tolls[TOTAL, count] = u
            desk.tolls[TOLL, count] = np.int64(hexes[h].row) * _ROW + np.int64(hexes[h].x2)
            count += 1
    return count


@inner
def bring_one(state: State, desk: Desk, free: int, goal: int, whom: int) -> bool:
    """Move the most suitable of the ``free`` units listed into ``goal``; False if none gets there.

    A line is manned by units that hold and can be spared where they stand; a garrison takes them
    from the line too, and in need from the strike units.
    """
    tried = np.full(_TRIES, -1)
    for attempt in range(_TRIES):
        unit = _most_suitable(state, desk, free, goal, whom, tried)
        if unit < 0:
            return False
        if send_unit(state, desk, unit, goal):
            return True
        tried[attempt] = unit
    return False


@inner
def _most_suitable(
    state: State, desk: Desk, free: int, goal: int, whom: int, tried: np.ndarray
) -> int:
    """Find the free unit to bring to ``goal``: strong and near; -1 if there is none."""
    units = state.units
    goal_row = np.int64(state.hexes[goal].row)
    goal_x2 = np.int64(state.hexes[goal].x2)
    best = -1
    best_cost = 1e9
    for i in range(free):
        place = np.int64(desk.tolls[TOLL, i])
        away = distance(place // _ROW, place % _ROW, goal_row, goal_x2)
        u = np.int64(desk.tolls[TOTAL, i])
        if away > units[u].movement or away == 0:
            continue
        if desk.crew[SETTLED, u] != 0 or units[u].status != Status.ON_MAP:
            continue
        if whom == FOR_GARRISON and has_task(desk, u):
            continue
        here = np.int64(units[u].hex)
        if whom == FOR_LINE:
            if not _spare(state, desk, u):
                continue
        elif desk.marks[GARRISON, here] > 0:
            continue
        if check_may_move(state, u) != 0 or u in tried:
            continue
        cost = away - 0.4 * known_defense(units, u)
        if cost < best_cost:
            best_cost = cost
            best = u
    return np.int64(best)


@inner
def march_rest(state: State, desk: Desk, side: int) -> None:
    """March the units that are left towards the nearest hex that wants troops."""
    units = state.units
    start_march_fields(state, desk)
    waiting = waits_behind_start_line(state, side)
    for u in range(units.shape[0]):
        if state.game.ended != 0:
            return
        if desk.crew[SETTLED, u] != 0 or units[u].side != side or units[u].status != Status.ON_MAP:
            continue
        if check_may_move(state, u) != 0 or not _spare(state, desk, u):
            continue
        mobility = np.int64(units[u].mobility)
        here = np.int64(units[u].hex)
        garrison = has_task(desk, u)
        if garrison:
            field = desk.fields[desk.crew[MISSION, u], mobility]
        else:
            march_field_of_rest(state, desk, side, mobility)
            field = desk.distance[1 + mobility]
        if np.int64(field[here]) == 0 or np.int64(field[here]) >= FAR:
            continue
        if compute_nearer(state, u, field) == 0:
            continue
        best = here
        for i in range(list_reached(state, u)):
            h = np.int64(state.work[REACHED, i])
            if np.int64(field[h]) >= np.int64(field[best]):
                continue
            if not garrison and desk.sheet[THREAT, h] > 3.0 * (
                desk.sheet[OWN_DEFENSE, h] + known_defense(units, u)
            ):
                continue
            if waiting and crosses_start_line(state, here, h):
                continue
            if in_supply_there(state, side, h) or not in_supply_there(state, side, here):
                best = h
        if best != here:
            shift_unit(state, desk, u, best)


@inner
def plan_line(state: State, desk: Desk, side: int) -> None:
    """Survey, draw the line, add garrisons."""
    survey(state, desk, side)
    if side == Side.AXIS:
        # His mobile assaults have changed what threatens; a Soviet march alone changes nothing.
        assess_threat(state, desk, side)
    draw_line(state, desk, side)
    garrison_need(state, desk, side)
