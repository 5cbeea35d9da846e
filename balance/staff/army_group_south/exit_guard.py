"""The German guard of the exit area: whoever loses it loses the game at once (25.1).

From the second game turn on, when enough of the Soviet attack strength could come to the exit area
soon, the staff brings troops into its hexes before anybody else moves, whatever they were to do:
first into the hex whose zone covers most of the others, until it can't be taken cheaply.
"""

from __future__ import annotations

import numpy as np

from balance.games.army_group_south.stacks import in_enemy_zone, is_headquarters
from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import AXIS, SOVIET, Feature, Side, Status
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.kernel.sorting import sort_down
from balance.rules.rows import hexes_apart
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.strengths import printed_attack
from balance.staff.craft.distances import complete_where_asked
from balance.staff.craft.marching import (
    is_free,
    march,
    mates_in,
    own_attack,
    own_defense,
    send_unit,
)
from balance.staff.craft.questions import ALLOWED
from balance.staff.desk import ENEMY_UNITS, SETTLED, Desk
from balance.staff.tasks import has_task

_NOWHERE = -1
#: Game turn from which the staff looks at the exit.
_FIRST_TURN = 2
#: Hexes from the exit area within which Soviet strength counts: two marches of a tank corps.
_SOON = 9
#: Times the strength that wins the game which the Soviets don't bring for another purpose.
_MEANT = 1.6
#: Attack strength that is massed against one hex as a rule, and the odds that are too poor for it.
_MASSED, _POOR_ODDS = 32.0, 2.5
#: Units that look alike for a post but for this: a task costs, and a hex of the way.
_TASK, _AWAY, _MATE = 4.0, 0.3, 4.0
#: Marches from which troops are called to the exit.
_CALLED = 2
#: Hexes of the exit area that are looked at.
_HEXES = 24


@inner
def guard_exit(state: State, desk: Desk) -> None:
    """Settle troops in the hexes of the exit area while it is in danger, and call others there.

    Rule: army_group_south 25.1
    """
    if state.game.game_turn < _FIRST_TURN or state.rules.restriction_exits == 0:
        return
    exits = _list_exits(state)
    if len(exits) == 0:
        return
    if _strength_near(state, exits[0]) < _MEANT * state.rules.victory_exit_strength:
        return
    missing = 0.0
    for h in exits:
        if desk.marks[ENEMY_UNITS, h] == 0:
            missing += _man(state, desk, h)
        else:
            missing += _wanted_in(state, h)
            _bar(state, desk, h)
    if missing > 0.0:
        _call(state, desk, exits, missing)


@inner
def _list_exits(state: State) -> np.ndarray:
    """The hexes of the exit area, those with most others beside them first: int64 array."""
    exits, beside, count = np.zeros(_HEXES, np.int64), np.zeros(_HEXES, np.int64), 0
    for h in range(len(state.ground) - 1):
        if state.hexes[h].features & Feature.EXIT != 0 and count < len(exits):
            exits[count] = h
            beside[count] = _beside(state, h)
            count += 1
    sort_down(exits[:count], beside[:count])
    return exits[:count]


@inner
def _beside(state: State, h: int) -> int:
    """Hexes of the exit area beside a hex."""
    count = 0
    for d in range(6):
        if state.hexes[state.neighbour[h, d]].features & Feature.EXIT != 0:
            count += 1
    return count


@inner
def _strength_near(state: State, h: int) -> float:
    """Soviet attack strength that has left the map or could soon, as both sides know it."""
    strength = 0.0
    for unit in range(len(state.units)):
        counter = state.units[unit]
        if counter.side != Side.SOVIET:
            continue
        if counter.status == Status.EXITED:
            strength += counter.exit_strength
        elif counter.status == Status.ON_MAP and not is_headquarters(state, unit):
            if hexes_apart(state, counter.hex, h) <= _SOON:
                strength += printed_attack(state, unit)
    return strength


@inner
def _wanted_in(state: State, h: int) -> float:
    """Defense that a hex needs against all that can be massed, before terrain."""
    return _MASSED / (_POOR_ODDS * ASK.ground.cover_of(state, h))


@inner
def _man(state: State, desk: Desk, h: int) -> float:
    """Bring free units into a hex until it is strong enough; return the defense still missing."""
    wanted = _wanted_in(state, h)
    held = 0.0
    unit = state.ground[h].first
    while unit >= 0:
        if desk.crew[SETTLED, unit] != 0:
            held += own_defense(state, ASK, unit)
        unit = state.units[unit].next
    for _ in range(ASK.ground.most_together(state)):
        if held >= wanted:
            break
        unit = _best_for(state, desk, h)
        if unit < 0 or not send_unit(state, ASK, desk, unit, h):
            break
        held += own_defense(state, ASK, unit)
    return max(0.0, wanted - held)


@inner
def _best_for(state: State, desk: Desk, goal: int) -> int:
    """The free unit in reach that is best put into a hex, -1 if there is none."""
    best = _NOWHERE
    least = 1e9
    for unit in range(len(state.units)):
        if not is_free(state, desk, AXIS, unit):
            continue
        away = hexes_apart(state, state.units[unit].hex, goal)
        if away > ASK.moves.longest(state, unit):
            continue
        price = _AWAY * away - own_defense(state, ASK, unit)
        price -= _MATE * mates_in(state, ASK, unit, goal)
        price += _TASK if has_task(desk, unit) else 0.0
        if price >= least:
            continue
        if away > 0:
            if ASK.moves.check_may_move(state, unit) != ALLOWED:
                continue
            if ASK.ground.check_stacking(state, unit, goal) != ALLOWED:
                continue
            if not ASK.moves.can_reach(state, unit, goal):
                continue
        least = price
        best = unit
    return best


@inner
def _bar(state: State, desk: Desk, h: int) -> None:
    """Bring one unit beside enemies in a hex of the exit area: in its zone they can't leave.

    Rule: army_group_south 5.23, 21.13
    """
    if in_enemy_zone(state, SOVIET, h):
        return
    for d in range(6):
        there = state.neighbour[h, d]
        if there == len(state.ground) - 1 or desk.marks[ENEMY_UNITS, there] > 0:
            continue
        unit = _best_for(state, desk, there)
        if unit >= 0 and send_unit(state, ASK, desk, unit, there):
            return


@inner
def _call(state: State, desk: Desk, exits: np.ndarray, missing: float) -> None:
    """March the nearest units that aren't too far towards the exit, as many as are missing."""
    called = np.zeros(len(state.units), np.uint8)
    measured = 0  # fields as bits
    while missing > 0.0 and state.game.ended == 0:
        nearest = _NOWHERE
        least = 1e9
        for unit in range(len(state.units)):
            if called[unit] != 0 or not is_free(state, desk, AXIS, unit):
                continue
            away = hexes_apart(state, state.units[unit].hex, exits[0])
            marches = away / max(1.0, state.units[unit].movement)
            if marches > _CALLED or marches >= least or own_attack(state, ASK, unit) <= 0.0:
                continue
            if ASK.moves.check_may_move(state, unit) == ALLOWED:
                least = marches
                nearest = unit
        if nearest < 0:
            return
        called[nearest] = 1
        mobility = state.units[nearest].mobility
        if (measured >> mobility) & 1 == 0:
            _measure_to_exit(state, desk, exits, mobility)
            measured |= 1 << mobility
        missing -= own_defense(state, ASK, nearest)
        if desk.distance[mobility, state.units[nearest].hex] < FAR:
            march(state, ASK, desk, AXIS, nearest, desk.distance[mobility])


@inner
def _measure_to_exit(state: State, desk: Desk, exits: np.ndarray, mobility: int) -> None:
    """Fill a row of ``desk.distance`` with points to the exit area, where free units stand."""
    row = desk.distance[mobility]
    for h in range(len(state.ground)):
        row[h] = FAR
        desk.mask[2, h] = 1 if desk.marks[ENEMY_UNITS, h] > 0 else 0
        desk.mask[1, h] = 0
    for h in exits:
        row[h] = 0
        desk.mask[2, h] = 0
    for u in range(len(state.units)):
        if state.units[u].mobility == mobility and is_free(state, desk, AXIS, u):
            desk.mask[1, state.units[u].hex] = 1
    complete_where_asked(state, desk, mobility, ASK.moves.cost_row(AXIS, mobility))
