"""Escorts: whoever stands with a headquarters near the enemy, so that it isn't lost with its army.

A headquarters has next to no strength of its own and falls with the stack that it is in. So before
the others march those are sent to it who defend best and are missed least.
"""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner
from balance.rules.rows import hexes_apart
from balance.staff.craft.marching import is_free, own_attack, own_defense, send_unit
from balance.staff.craft.questions import ALLOWED, ON_MAP, Questions
from balance.staff.desk import SETTLED, Desk
from balance.staff.tasks import has_task

_NOWHERE = -1
#: Enemy strength that can be massed against one hex as a rule.
_MASSED = 40.0
#: Odds at which an escort keeps a headquarters safe; by so much worse ones it is as good as lost.
_SAFE, _DOOMED = 0.5, 5.0
#: Risk from which somebody is sent.
_RISKY = 0.15
#: Defense of a headquarters without company, about.
_LONELY = 4.0
#: Units sent to one headquarters, at most.
_MOST = 3
#: Attack strength that a point of defense, and a hex nearer, are worth when one is sent.
_DEFENSE, _AWAY = 2.0, 0.5


@inner
def risk_of_loss(
    state: Any, ask: Questions, desk: Desk, h: int, alone: float, company: float, safe: float
) -> float:
    """How surely a headquarters in a hex is lost, 0 to 1, by what the enemy may bring against it.

    ``company`` is the defense of those with it, which keeps it from harm at odds of ``safe``;
    ``alone`` is its own where there is none: then any step lost is its last. Nobody attacks it out
    of hexes that its own troops hold.
    """
    against = min(_MASSED, desk.open_threat[h]) * _share_open(state, desk, h)
    cover = ask.ground.cover_of(state, h)
    if company <= 0.0:
        return min(1.0, against / (cover * alone))
    return min(1.0, max(0.0, against / (cover * max(1.0, company)) - safe) / _DOOMED)


@inner
def _share_open(state: Any, desk: Desk, h: int) -> float:
    """Share of the sides of a hex that no own troops cover."""
    uncovered = 0
    for d in range(6):
        if desk.own_defense[state.neighbour[h, d]] <= 0.0:
            uncovered += 1
    return uncovered / 6.0


@inner
def escort_headquarters(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Send units without a task to each headquarters of a side that the enemy could beat."""
    if ask.worths.has_last_word(state, side):
        return
    for u in range(len(state.units)):
        counter = state.units[u]
        if counter.side != side or counter.status != ON_MAP:
            continue
        if not ask.strengths.is_headquarters(state, u):
            continue
        h = counter.hex
        for _ in range(_MOST):
            company = _defense_staying(state, ask, desk, h)
            if risk_of_loss(state, ask, desk, h, _LONELY, company, _SAFE) <= _RISKY:
                break
            unit = _best_escort(state, ask, desk, side, h)
            if unit < 0 or not send_unit(state, ask, desk, unit, h):
                break


@inner
def _defense_staying(state: Any, ask: Questions, desk: Desk, h: int) -> float:
    """Defense of the combat units in a hex who don't march on: the staff is done with them."""
    held = 0.0
    unit = state.ground[h].first
    while unit >= 0:
        stays = desk.crew[SETTLED, unit] != 0 or ask.moves.check_may_move(state, unit) != ALLOWED
        if stays and not ask.strengths.is_headquarters(state, unit):
            held += own_defense(state, ask, unit)
        unit = state.units[unit].next
    return held


@inner
def _best_escort(state: Any, ask: Questions, desk: Desk, side: int, goal: int) -> int:
    """The free unit best sent into a hex: one that defends well, attacks little and is near; or -1.

    Whoever has a task stays only if he stands there.
    """
    best = _NOWHERE
    least = 1e9
    for unit in range(len(state.units)):
        if not is_free(state, desk, side, unit) or ask.strengths.is_headquarters(state, unit):
            continue
        away = hexes_apart(state, state.units[unit].hex, goal)
        if away > ask.moves.longest(state, unit) or (away > 0 and has_task(desk, unit)):
            continue
        price = own_attack(state, ask, unit) + _AWAY * away
        price -= _DEFENSE * own_defense(state, ask, unit)
        if price >= least or ask.moves.check_may_move(state, unit) != ALLOWED:
            continue
        if away == 0 or ask.ground.check_stacking(state, unit, goal) == ALLOWED:
            least = price
            best = unit
    return best
