"""Troops called back to hexes the game is lost with, before the enemy stands beside them.

Rule: drive_on_stalingrad 2.15f, 4.6

No zone of control bars his way, so a front that has gone on covers nothing. For what gathers within
two marches of such a hex, defense is wanted within one march of it: so many factors for each as the
weight ``call_back`` says.
"""

from __future__ import annotations

from balance.games.drive_on_stalingrad.allowance import check_may_move
from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.reach import ANYWHERE, compute_nearer, open_search
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature
from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.rules.rows import hexes_apart
from balance.staff.craft.distances import complete_where_asked
from balance.staff.craft.marching import is_free, send_unit, shift_unit
from balance.staff.desk import ENEMY_UNITS, SETTLED, Desk
from balance.staff.drive_on_stalingrad.answers import ASK
from balance.staff.drive_on_stalingrad.line import waits_behind_start_line
from balance.staff.drive_on_stalingrad.march import nearest_place
from balance.staff.drive_on_stalingrad.situation import known_attack, known_defense
from balance.staff.tasks import has_task

#: Hexes of a march; what counts of the enemy who is up to two of them away.
_MARCH = 6
_FAR_SHARE = 0.5
#: Most turns that who is called back may need.
_TURNS = 3
#: Turns that a point of defense makes up for, and that missing a point of attack is as bad as.
_STRONG = 0.05
_MISSED = 0.3


@inner
def call_back(state: State, desk: Desk, side: int) -> None:
    """Call units back to each hex the game is lost with, as far as what stands near is too weak.

    Who attacks least goes first, strike units too. Who stands near with no objective of his own
    counts where he is; who has one is told to stay, or he would be gone next turn.
    """
    if desk.weights.call_back == 0.0:
        return
    for i in range(len(state.places)):
        h = state.places[i]
        lost_with = (state.hexes[h].features & Feature.SUDDEN_DEATH) != 0
        if lost_with and state.ground[h].control == side:
            missing = desk.weights.call_back * _gathering(state, desk, h)
            missing -= _stays_near(state, desk, side, h)
            if missing > 0.0:
                _call_to(state, desk, side, h, missing)


@inner
def _gathering(state: State, desk: Desk, h: int) -> float:
    """Attack factors of the enemy within two marches of a hex; less of those farther away."""
    total = 0.0
    first_row, beyond = rows_near(state, h, 2 * _MARCH)
    for row in range(first_row, beyond):
        first, last = span_near(state, h, 2 * _MARCH, row)
        for other in range(first, last):
            if desk.marks[ENEMY_UNITS, other] > 0:
                near = hexes_apart(state, h, other) <= _MARCH
                total += desk.enemy_attack[other] * (1.0 if near else _FAR_SHARE)
    return total


@inner
def _stays_near(state: State, desk: Desk, side: int, h: int) -> float:
    """Defense factors within a march of a hex that are there to stay."""
    total = 0.0
    first_row, beyond = rows_near(state, h, _MARCH)
    for row in range(first_row, beyond):
        first, last = span_near(state, h, _MARCH, row)
        for other in range(first, last):
            unit = state.ground[other].first
            while unit >= 0 and state.units[unit].side == side:
                if desk.crew[SETTLED, unit] != 0 or not has_task(desk, unit):
                    total += known_defense(state, unit)
                unit = state.units[unit].next
    return total


@inner
def _call_to(state: State, desk: Desk, side: int, h: int, missing: float) -> None:
    """March units towards a hex, or have them stay, until so many defense factors have come."""
    _ways_to(state, desk, side, h)
    waiting = waits_behind_start_line(state, side)
    while missing > 0.0 and state.game.ended == 0:
        unit = _next_called(state, desk, side, h)
        if unit < 0:
            return
        missing -= known_defense(state, unit)
        if not send_unit(state, ASK, desk, unit, h):
            _march(state, desk, side, unit, waiting)
        desk.crew[SETTLED, unit] = 1


@inner
def _ways_to(state: State, desk: Desk, side: int, h: int) -> None:
    """Fill ``desk.distance[1:]`` with MP to a hex, as far as units stand that could be called."""
    enemies, blocked = desk.marks[ENEMY_UNITS], desk.mask[2]
    for other in range(len(blocked)):
        blocked[other] = enemies[other] > 0
    for mobility in range(3):
        desk.mask[1] = 0
        anybody = False
        for u in range(len(state.units)):
            if state.units[u].mobility == mobility and _may_be_called(state, desk, side, u, h):
                desk.mask[1, state.units[u].hex] = 1
                anybody = True
        desk.distance[1 + mobility, :] = FAR
        desk.distance[1 + mobility, h] = 0
        if anybody:
            complete_where_asked(state, desk, 1 + mobility, 3 * side + mobility)


@inner
def _may_be_called(state: State, desk: Desk, side: int, unit: int, h: int) -> bool:
    """Whether a unit has an objective of its own and is near enough to a hex to be called there."""
    if not is_free(state, desk, side, unit) or not has_task(desk, unit):
        return False
    return hexes_apart(state, state.units[unit].hex, h) <= _TURNS * state.units[unit].movement


@inner
def _next_called(state: State, desk: Desk, side: int, h: int) -> int:
    """The unit that may be called and is missed least, or back soonest; -1 if there is none.

    Where the strong ones were called first, a quarter of the panzers stood at Kursk and Kharkov.
    """
    best = -1
    least = 1e9
    for u in range(len(state.units)):
        if not _may_be_called(state, desk, side, u, h):
            continue
        unit = state.units[u]
        points = desk.distance[1 + unit.mobility, unit.hex]
        turns = points / max(1, unit.movement)
        if points >= FAR or turns > _TURNS:
            continue
        price = turns - _STRONG * known_defense(state, u) + _MISSED * known_attack(state, u)
        if price < least and check_may_move(state, u) == 0:
            least = price
            best = u
    return best


@inner
def _march(state: State, desk: Desk, side: int, unit: int, waiting: bool) -> None:
    """March a unit as near as it comes by the fields that ``_ways_to`` has filled."""
    field = desk.distance[1 + state.units[unit].mobility]
    here = state.units[unit].hex
    points = open_search(state, unit, ANYWHERE)
    if points < 0:
        return
    compute_nearer(state, unit, points, field, field[here])
    best = nearest_place(state, desk, side, unit, field, waiting)
    if best != here:
        shift_unit(state, ASK, desk, unit, best)
