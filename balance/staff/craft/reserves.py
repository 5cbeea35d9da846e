"""Reserves: where units go that the line doesn't need.

Not behind the far end of a line that is manned, but to what is short of troops, or to be had: posts
and garrisons that lack some, own places under a threat that they can't meet, and enemies whom few
would beat, those out of supply and those in places first. Of all these the nearest has them, and a
head start of some movement points says how much each wants them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.kernel.compiled import inner
from balance.kernel.fields import FAR
from balance.staff.craft.questions import Questions
from balance.staff.desk import ENEMY_UNITS, MISSION, Desk, Posture

#: Movement points, in which all goals are weighed: what a goal is farther off that has all but what
#: it wants, that an enemy is farther for each factor of his defense, and at most; what a place that
#: scores is nearer.
_NEARLY_FULL = 4.0
_PER_FACTOR, _STRONGEST = 0.5, 16.0
_SCORES = 4.0
#: Reserves don't go to a place for less than this share of what it lacks.
_SLIGHT = 0.1


@inner
def is_reserve(desk: Desk, unit: int) -> bool:
    """Whether a unit that the line doesn't need goes where it is wanted most."""
    mission = desk.crew[MISSION, unit]
    return mission >= 0 and desk.posture[mission] == Posture.RESERVE


@inner
def any_reserves(desk: Desk) -> bool:
    """Whether a plan keeps any."""
    for mission in range(len(desk.posture)):
        if desk.posture[mission] == Posture.RESERVE:
            return True
    return False


@inner
def note_goals(state: Any, ask: Questions, desk: Desk, side: int, goals: np.ndarray) -> None:
    """Fill ``goals`` with the head start of each hex that wants reserves, in movement points.

    goals : int16[n + 1], 0 where they are wanted most, FAR where they aren't

    Rests on a survey, on ``desk.threat`` and on ``desk.wanted``.
    """
    for h in range(len(goals)):
        goals[h] = FAR
    for h in range(len(goals) - 1):
        if desk.marks[ENEMY_UNITS, h] > 0:
            _want_beside(state, ask, desk, side, h, goals)
        else:
            share = _share_held(state, ask, desk, side, h)
            if share < 1.0 - _SLIGHT:
                goals[h] = min(goals[h], np.int64(_NEARLY_FULL * share))


@inner
def _share_held(state: Any, ask: Questions, desk: Desk, side: int, h: int) -> float:
    """Share of the defense wanted in a hex that stands there; 1 if it wants none."""
    wanted = desk.wanted[h]
    if ask.worths.place_points(state, h) > 0.0 and state.ground[h].control == side:
        wanted = max(wanted, desk.weights.line_need * desk.threat[h])
    return min(1.0, desk.own_defense[h] / wanted) if wanted > 0.0 else 1.0


@inner
def is_wanted_near(state: Any, desk: Desk, h: int) -> bool:
    """Whether troops are wanted within two hexes."""
    for d in range(6):
        there = state.neighbour[h, d]
        if desk.wanted[there] > 0.0:
            return True
        for e in range(6):
            if desk.wanted[state.neighbour[there, e]] > 0.0:
                return True
    return False


@inner
def _want_beside(
    state: Any, ask: Questions, desk: Desk, side: int, enemy: int, goals: np.ndarray
) -> None:
    """Want reserves next to an enemy stack, unless enough stand there to beat it.

    Who is in supply and hasn't come up to the line is left alone: they would be alone before him.
    """
    starves = not ask.worths.is_fed(state, 1 - side, enemy)
    if not starves and not is_wanted_near(state, desk, enemy):
        return
    defense = ask.strengths.seen_defense(state, desk, enemy)
    massed = 0.0
    for d in range(6):
        massed += desk.own_attack[state.neighbour[enemy, d]]
    # Rungs of the odds ladder begin at 1:1.
    if massed >= (1.0 + max(0.0, desk.weights.odds_wanted)) * defense:
        return
    start = min(_STRONGEST, _PER_FACTOR * defense)
    if ask.worths.place_points(state, enemy) > 0.0:
        start -= _SCORES
    for d in range(6):
        there = state.neighbour[enemy, d]
        if desk.marks[ENEMY_UNITS, there] == 0:
            goals[there] = min(goals[there], np.int64(max(0.0, start)))
