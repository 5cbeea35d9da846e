"""What standing in a hex may cost: the steps that the enemy could take there in his next turn.

The combat results table kills at eight to one and more; below that the beaten may go back. So a
stack is safe where all that can be massed against it stays under those odds, and a lone regiment is
safe where nobody comes.

Rule: army_group_south 9.5, 9.66, 9.71, 19.5
"""

from __future__ import annotations

from balance.games.army_group_south.movement import NOT_MOVED
from balance.games.army_group_south.state import State
from balance.games.army_group_south.strength import has_integrity
from balance.games.army_group_south.tables import ELIMINATED, ENGAGEMENTS, PAID, TerrainColumn
from balance.games.army_group_south.vocabulary import Feature, Side
from balance.kernel.compiled import entry, inner
from balance.staff.army_group_south.rating import odds_column
from balance.staff.army_group_south.situation import (
    forget_barred_threats,
    printed_defense,
    threaten_everywhere,
)
from balance.staff.army_group_south.worth import step_worth
from balance.staff.desk import SETTLED, Desk

#: Attack strength that the enemy can mass against one hex at most, as a rule.
_MASSED = 32.0
#: How likely a stack is trapped when it is attacked, with nobody of ours beside it and with friends
#: there; and how likely it is attacked at all where the enemy could come.
_TRAPPED_ALONE, _TRAPPED_BESIDE, _ATTACKED = 0.6, 0.2, 0.5
#: Share of the points of a place that holding it is thought to save.
HOLDING = 0.5


@entry
def assess_reach(state: State, desk: Desk, side: int) -> None:
    """Fill ``desk.threat``: enemy attack strength that can fall on a hex in his next turn.

    ``open_threat`` is what could if our zones kept nobody out.

    Rule: army_group_south 5.23, 6.0, 21.14
    """
    threaten_everywhere(state, desk, side)
    for h in range(len(state.ground)):
        desk.open_threat[h] = desk.threat[h]
    forget_barred_threats(state, desk, side)


@inner
def cover_of(state: State, h: int) -> int:
    """What the terrain of a hex multiplies its defenders by.

    Rule: army_group_south 9.31, 10.26, 10.4
    """
    multiplier = state.tec[state.hexes[h].terrain, TerrainColumn.MULTIPLIER]
    if state.hexes[h].features & Feature.CITY != 0:
        multiplier = max(multiplier, 2)
    return multiplier


@inner
def stays_together(state: State, desk: Desk, unit: int, other: int) -> bool:
    """Whether a unit beside another could still come along with it."""
    return (
        other != unit
        and state.units[other].division == state.units[unit].division
        and state.units[other].moved == NOT_MOVED
        and desk.crew[SETTLED, other] == 0
    )


@inner
def steps_lost(state: State, column: int, steps: int, trapped: bool) -> float:
    """Steps that a stack loses on average in a column of the combat results table.

    Rule: army_group_south 9.5, 9.66, 9.71, 19.6

    Who is free to go back does so; who is trapped pays every hex of a retreat with a step.
    """
    losses = state.losses
    column = max(0, min(column, losses.shape[0] - 1))
    lost = steps * losses[column, ELIMINATED] + losses[column, ENGAGEMENTS]
    if trapped:
        lost += losses[column, min(PAID + steps, losses.shape[1] - 1)]
    return lost / state.crt.shape[1]


@inner
def _risk_of_trap(state: State, desk: Desk, h: int, left: int) -> float:
    """How likely whoever attacks a hex bars every way out of it.

    Rule: army_group_south 8.25, 9.71

    Friends beside it keep a way of retreat and supply open, those in the hex ``left`` excepted,
    which the stack has come from.
    """
    for d in range(6):
        beside = state.neighbour[h, d]
        if beside != left and desk.own_defense[beside] > 0.0:
            return _TRAPPED_BESIDE
    return _TRAPPED_ALONE


@inner
def stack_with(state: State, desk: Desk, unit: int, h: int) -> tuple[float, int]:
    """Defense and steps of a hex with a unit in it and those of its division who can come along.

    Rule: army_group_south 9.31, 19.5
    """
    cover = cover_of(state, h)
    doubled = max(cover, state.rules.integrity_multiplier)
    division = state.units[unit].division
    here = state.units[unit].hex
    beside, own, mates = 0.0, printed_defense(state, unit), 0
    steps = state.units[unit].steps
    other = state.ground[h].first
    while other >= 0:
        if other != unit:
            steps += state.units[other].steps
            strength = printed_defense(state, other)
            if division != 0 and state.units[other].division == division:
                mates += 1
                own += strength
            else:
                beside += strength * (doubled if has_integrity(state, other) else cover)
        other = state.units[other].next
    room = state.rules.stacking_combat_units - state.ground[h].stack - 1
    other = state.ground[here].first
    while other >= 0 and h != here and division != 0 and room > 0:
        if stays_together(state, desk, unit, other):
            mates += 1
            own += printed_defense(state, other)
            steps += state.units[other].steps
            room -= 1
        other = state.units[other].next
    whole = division != 0 and mates + 1 >= state.rules.integrity_least_units
    return max(1.0, beside + own * (doubled if whole else cover)), steps


@inner
def loss_of_stack(state: State, desk: Desk, h: int, left: int, defense: float, steps: int) -> float:
    """Steps that a stack of some defense and steps, come from a hex ``left``, may lose in another.

    Rule: army_group_south 4.1, 9.5, 12.22

    ``defense`` has terrain and integrity in it.
    """
    massed = min(_MASSED, desk.open_threat[h])
    if massed <= 0.0:
        return 0.0
    risk = _risk_of_trap(state, desk, h, left)
    starved = max(1.0, defense / state.rules.supply_defense_divisor)
    lost = risk * steps_lost(state, odds_column(massed, starved), steps, True)
    lost += (1.0 - risk) * steps_lost(state, odds_column(massed, defense), steps, False)
    return _ATTACKED * lost


@inner
def exposure(state: State, desk: Desk, unit: int, h: int, worth: float) -> float:
    """What a unit is thought to lose if it ends its move in a hex, in factor points.

    Rule: army_group_south 4.1, 9.5

    ``worth`` is that of a step of the unit (``step_worth``), which is asked once for many hexes.
    The Soviets, who move last, have nothing to fear in the last turn.
    """
    if desk.open_threat[h] <= 0.0:
        return 0.0
    side = state.units[unit].side
    if side == Side.SOVIET and state.game.game_turn >= state.rules.sequence_game_turns:
        return 0.0
    defense, steps = stack_with(state, desk, unit, h)
    left = state.units[unit].hex
    share = loss_of_stack(state, desk, h, left, defense, steps) / steps
    return share * state.units[unit].steps * worth


@inner
def stands_ill(state: State, desk: Desk, unit: int, h: int, points: float) -> bool:
    """Whether holding a hex that stands for some victory points costs a unit more than it is worth.

    Rule: army_group_south 9.5, 25.3
    """
    weights = desk.weights
    worth = weights.ground_worth + HOLDING * weights.vp_worth * points
    return weights.risk * exposure(state, desk, unit, h, step_worth(state, desk, unit)) > worth
