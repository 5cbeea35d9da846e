"""Garrisons: what the plan wants held, and what must not be left to whoever walks in.

No unit has a zone of control (Rule: drive_on_stalingrad 2.15f), so an empty hex behind the front is
open to all who find a gap.
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.around import rows_near, span_near
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.vocabulary import Feature, Side, Status
from balance.kernel.compiled import inner
from balance.rules.rows import hexes_apart
from balance.staff.desk import ENEMY_UNITS, GARRISON, SETTLED, Desk
from balance.staff.drive_on_stalingrad.march import ANYBODY, FOR_GARRISON, bring_one, list_free
from balance.staff.drive_on_stalingrad.situation import known_attack, known_defense
from balance.staff.drive_on_stalingrad.worth import SOVIET_ROOTS
from balance.staff.tasks import has_task

_VP = np.int64(Feature.VP)
#: What the Germans lose the game or all supply by; where supply of the Soviets begins.
_AXIS_PRIZES = _VP | Feature.SUDDEN_DEATH | Feature.AXIS_ULTIMATE | Feature.TAMAN
_SOVIET_PRIZES = _VP | SOVIET_ROOTS | Feature.ASTRAKHAN
#: What loses the Germans the game at once, and the roots of their supply.
_DECISIVE = np.int64(Feature.SUDDEN_DEATH) | np.int64(Feature.AXIS_ULTIMATE)
#: Defense wanted there for each factor that can attack it in the next enemy turn: less than 2:1.
_STEADY = 0.6
#: Player turns before the enemy could march in that a hex the game is lost with is held: once he is
#: a march away, nobody comes back to it in time.
_AHEAD = 2
#: Hexes within which an enemy stands always.
_EVERYWHERE = 60
_STRIKER = 100.0  # attack factors that leaving a unit with an objective behind is thought to cost


@inner
def guard_prizes(state: State, desk: Desk, side: int) -> None:
    """Ask for a unit in each victory point hex and root of supply that the enemy could march into.

    Rule: drive_on_stalingrad 4.2, 4.6, 5.5, 7.3, 7.4, 7.8, 7.10

    What the plan wants there goes first. Own units in the enemy's way aren't counted on: they may
    be elsewhere, or gone, when he comes.
    """
    prizes = _AXIS_PRIZES if side == Side.AXIS else _SOVIET_PRIZES
    fastest = _fastest_march(state, 1 - side)
    # The Soviets may still declare their turn of two movement phases.
    twice = state.game.double_move_used < state.rules.sequence_soviet_move_move_per_game
    _stand_down(state, desk)
    for i in range(len(state.places)):
        h = state.places[i]
        features = state.hexes[h].features
        if (features & prizes) == 0 or state.ground[h].control != side:
            continue
        if side == Side.SOVIET and (features & Feature.EAST_OF_VOLGA) != 0:
            continue
        marches = 1
        if (features & Feature.SUDDEN_DEATH) != 0:
            marches += _AHEAD + (1 if twice else 0)
        if desk.marks[GARRISON, h] == 0 and _could_come(state, desk, h, fastest, marches):
            desk.marks[GARRISON, h] = 1


@inner
def _stand_down(state: State, desk: Desk) -> None:
    """Have one unit do in each place that the plan wants more in while the enemy is far off."""
    alarm = np.int64(desk.weights.alarm)
    if alarm >= _EVERYWHERE:
        return
    for h in range(state.neighbour.shape[0] - 1):
        if desk.marks[GARRISON, h] > 1 and not _enemy_within(state, desk, h, alarm):
            desk.marks[GARRISON, h] = 1


@inner
def _enemy_within(state: State, desk: Desk, h: int, radius: int) -> bool:
    """Whether an enemy stack stands within so many hexes."""
    first_row, beyond = rows_near(state, h, radius)
    for there in range(first_row, beyond):
        first, last = span_near(state, h, radius, there)
        for other in range(first, last):
            if desk.marks[ENEMY_UNITS, other] > 0:
                return True
    return False


@inner
def _fastest_march(state: State, enemy: int) -> int:
    """Movement points of the fastest enemy unit on the map."""
    fastest = 0
    for u in range(state.units.shape[0]):
        if state.units[u].side == enemy and state.units[u].status == Status.ON_MAP:
            fastest = max(fastest, state.units[u].movement)
    return fastest


@inner
def _could_come(state: State, desk: Desk, h: int, fastest: int, marches: int) -> bool:
    """Whether an enemy stack is near enough to a hex for so many marches over open ground.

    Of a stack only the top unit is known (Rule: drive_on_stalingrad 11.7): below it there may be
    the fastest there is.
    """
    radius = marches * fastest
    first_row, beyond = rows_near(state, h, radius)
    for there in range(first_row, beyond):
        first, last = span_near(state, h, radius, there)
        for other in range(first, last):
            height = desk.marks[ENEMY_UNITS, other]
            if height == 0:
                continue
            if height > 1:
                return True
            points = state.units[state.ground[other].first].movement
            if hexes_apart(state, h, other) <= marches * points:
                return True
    return False


@inner
def man_garrisons(state: State, desk: Desk, side: int) -> None:
    """Settle the units that are wanted in a hex at all times, before anybody else moves.

    Who stands there already stays; what is missing is brought from the units that hold, and from
    any others where losing the hex would lose the game (Rule: drive_on_stalingrad 4.6).
    """
    free = list_free(state, desk, side, ANYBODY)
    for h in range(state.neighbour.shape[0] - 1):
        wanted = desk.marks[GARRISON, h]
        if wanted == 0 or desk.marks[ENEMY_UNITS, h] > 0:
            continue
        strength = 0.0
        decisive = side == Side.AXIS and (state.hexes[h].features & _DECISIVE) != 0
        if decisive:
            strength = _STEADY * desk.threat[h]
        kept = 0
        held = 0.0
        while kept < wanted or held < strength:
            unit = _least_missed(state, desk, h)
            if unit < 0:
                break
            desk.crew[SETTLED, unit] = 1
            kept += 1
            held += known_defense(state, unit)
        while kept < wanted or held < strength:
            before = desk.own_defense[h]
            if not bring_one(state, desk, free, h, FOR_GARRISON):
                if not decisive or not bring_one(state, desk, free, h, ANYBODY):
                    break
            kept += 1
            held += desk.own_defense[h] - before


@inner
def _least_missed(state: State, desk: Desk, h: int) -> int:
    """The free unit in a hex that is worth least elsewhere, -1 if there is none."""
    best = -1
    least = 1e9
    unit = state.ground[h].first
    while unit >= 0:
        if desk.crew[SETTLED, unit] == 0:
            missed = known_attack(state, unit)
            if has_task(desk, unit):
                missed += _STRIKER
            if missed < least:
                least = missed
                best = unit
        unit = state.units[unit].next
    return best
