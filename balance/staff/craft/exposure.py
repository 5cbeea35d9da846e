"""What standing in a hex may cost: the steps that the enemy could take there in his next turn.

The combat results table kills at eight to one and more; below that the beaten may go back. So a
stack is safe where all that can be massed against it stays under those odds, and a lone regiment is
safe where nobody comes.
"""

from __future__ import annotations

from typing import Any

from balance.kernel.compiled import inner
from balance.staff.craft.battle_value import odds_column
from balance.staff.craft.questions import Questions
from balance.staff.craft.threats import forget_barred_threats, threaten_everywhere
from balance.staff.craft.worth import step_worth
from balance.staff.desk import SETTLED, Desk

#: Attack strength that the enemy can mass against one hex at most, as a rule.
_MASSED = 32.0
#: How likely a stack is trapped when it is attacked, with nobody of ours beside it and with friends
#: there; and how likely it is attacked at all where the enemy could come.
_TRAPPED_ALONE, _TRAPPED_BESIDE, _ATTACKED = 0.6, 0.2, 0.5
#: Share of the points of a place that holding it is thought to save.
HOLDING = 0.5


@inner
def assess_reach(state: Any, ask: Questions, desk: Desk, side: int) -> None:
    """Fill ``desk.threat``: enemy attack strength that can fall on a hex in his next turn.

    ``open_threat`` is what could if our zones kept nobody out.
    """
    threaten_everywhere(state, ask, desk, side)
    for h in range(len(state.ground)):
        desk.open_threat[h] = desk.threat[h]
    forget_barred_threats(state, ask, desk, side)


@inner
def stays_together(state: Any, ask: Questions, desk: Desk, unit: int, other: int) -> bool:
    """Whether a unit beside another could still come along with it."""
    return (
        other != unit
        and ask.bodies.division_of(state, other) == ask.bodies.division_of(state, unit)
        and ask.moves.is_unmoved(state, other)
        and desk.crew[SETTLED, other] == 0
    )


@inner
def _risk_of_trap(state: Any, desk: Desk, h: int, left: int) -> float:
    """How likely whoever attacks a hex bars every way out of it.

    Friends beside it keep a way of retreat and supply open, those in the hex ``left`` excepted,
    which the stack has come from.
    """
    for d in range(6):
        beside = state.neighbour[h, d]
        if beside != left and desk.own_defense[beside] > 0.0:
            return _TRAPPED_BESIDE
    return _TRAPPED_ALONE


@inner
def stack_with(state: Any, ask: Questions, desk: Desk, unit: int, h: int) -> tuple[float, int]:
    """Defense and steps of a hex with a unit in it and those of its division who can come along."""
    cover = ask.ground.cover_of(state, h)
    doubled = max(cover, ask.bodies.multiplier(state))
    division = ask.bodies.division_of(state, unit)
    here = state.units[unit].hex
    beside, own, mates = 0.0, ask.strengths.printed_defense(state, unit), 0
    steps = state.units[unit].steps
    other = state.ground[h].first
    while other >= 0:
        if other != unit:
            steps += state.units[other].steps
            strength = ask.strengths.printed_defense(state, other)
            if division != 0 and ask.bodies.division_of(state, other) == division:
                mates += 1
                own += strength
            else:
                beside += strength * (doubled if ask.bodies.has_integrity(state, other) else cover)
        other = state.units[other].next
    room = ask.ground.most_together(state) - state.ground[h].stack - 1
    other = state.ground[here].first
    while other >= 0 and h != here and division != 0 and room > 0:
        if stays_together(state, ask, desk, unit, other):
            mates += 1
            own += ask.strengths.printed_defense(state, other)
            steps += state.units[other].steps
            room -= 1
        other = state.units[other].next
    whole = division != 0 and mates + 1 >= ask.bodies.least_units(state)
    return max(1.0, beside + own * (doubled if whole else cover)), steps


@inner
def loss_of_stack(
    state: Any, ask: Questions, desk: Desk, h: int, left: int, defense: float, steps: int
) -> float:
    """Steps that a stack of some defense and steps, come from a hex ``left``, may lose in another.

    ``defense`` has terrain and integrity in it.
    """
    massed = min(_MASSED, desk.open_threat[h])
    if massed <= 0.0:
        return 0.0
    risk = _risk_of_trap(state, desk, h, left)
    starved = max(1.0, defense / ask.strengths.starved_divisor(state))
    lost = risk * ask.battles.steps_lost(state, odds_column(ask, massed, starved), steps, True)
    lost += (1.0 - risk) * ask.battles.steps_lost(
        state, odds_column(ask, massed, defense), steps, False
    )
    return _ATTACKED * lost


@inner
def exposure(state: Any, ask: Questions, desk: Desk, unit: int, h: int, worth: float) -> float:
    """What a unit is thought to lose if it ends its move in a hex, in factor points.

    ``worth`` is that of a step of the unit (``step_worth``), which is asked once for many hexes.
    Whom nobody answers any more has nothing to fear.
    """
    if desk.open_threat[h] <= 0.0:
        return 0.0
    side = state.units[unit].side
    if ask.worths.has_last_word(state, side):
        return 0.0
    defense, steps = stack_with(state, ask, desk, unit, h)
    left = state.units[unit].hex
    share = loss_of_stack(state, ask, desk, h, left, defense, steps) / steps
    return share * state.units[unit].steps * worth


@inner
def stands_ill(state: Any, ask: Questions, desk: Desk, unit: int, h: int, points: float) -> bool:
    """Whether a hex that stands for some victory points costs a unit more than it is worth."""
    weights = desk.weights
    worth = weights.ground_worth + HOLDING * weights.vp_worth * points
    return (
        weights.risk * exposure(state, ask, desk, unit, h, step_worth(state, ask, desk, unit))
        > worth
    )
