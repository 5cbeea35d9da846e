"""Choices at the start of a player turn: phase order, aircraft, standing orders.

Rule: drive_on_stalingrad 5.4, 5.5, 9.27, 11.25
"""

from __future__ import annotations

import numpy as np

from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.tables import TerrainColumn
from balance.games.drive_on_stalingrad.vocabulary import (
    Feature,
    Mobility,
    PhaseOrder,
    Policy,
    Side,
    Trait,
)
from balance.kernel.compiled import entry, inner
from balance.staff.desk import Desk
from balance.staff.drive_on_stalingrad.choices import (
    LOSSES,
    LUFTWAFFE,
    PHASE_ORDER,
    Losses,
    Luftwaffe,
    Order,
)
from balance.staff.drive_on_stalingrad.offensive import NO_LIMIT, value_of_assaults
from balance.staff.drive_on_stalingrad.situation import last_step_worth, reduction_worth
from balance.staff.drive_on_stalingrad.worth import in_supply_there

#: Share of what a march would open that the attacks open now must have to make them first: whoever
#: has assaulted marches on into the gap.
_ENOUGH = 0.6
#: The highest price of a step, in tenths of a factor point, and more than it.
_DEAREST, _ANY_PRICE = 3000, 4000
#: What the last step costs beside its worth: of equals the one goes that leaves its unit in play,
#: for a reduced unit still holds a hex.
_IN_PLAY = 1
#: Panzer columns with a soft target before them from which the Luftwaffe goes with them.
_COLUMNS = 3


@inner
def leave_standing_orders(state: State, desk: Desk, side: int) -> None:
    """Tell the referee which steps to lose first and where to retreat to.

    Rule: drive_on_stalingrad 11.32, 11.33
    """
    _order_losses(state, desk, side)
    n = state.neighbour.shape[0] - 1
    for h in range(n):
        worth = min(40.0, desk.own_defense[h]) - 0.5 * min(100.0, desk.threat[h])
        if (state.hexes[h].features & (Feature.VP | Feature.CITY)) != 0:
            worth += 10.0
        if not in_supply_there(state, side, h):
            worth -= 40.0
        state.retreat_value[side, h] = np.int64(worth)
    if side == Side.AXIS:
        # Aircraft not used up in the German turn help to hold stacks worth three divisions or more.
        state.policy[side, Policy.DEFENSIVE_AIRCRAFT] = 2
        state.policy[side, Policy.DEFENSIVE_AIR_FROM] = 3


@inner
def _order_losses(state: State, desk: Desk, side: int) -> None:
    """Put a price on every step: the cheapest is lost first. Units still to enter have theirs too.

    Rule: drive_on_stalingrad 11.32, 11.37
    """
    wish = desk.order[LOSSES]
    last = _IN_PLAY
    if wish == Losses.SPREAD:
        last += _ANY_PRICE
    elif wish == Losses.CONCENTRATE:
        last -= _ANY_PRICE
    units = state.units
    for u in range(len(units)):
        if units[u].side == side:
            reduced, lost = reduction_worth(state, u), last_step_worth(state, u)
            units[u].reduction_priority = min(_DEAREST, np.int64(10.0 * reduced))
            units[u].loss_priority = min(_DEAREST, np.int64(10.0 * lost)) + last


@entry
def choose_phase_order(state: State, desk: Desk, side: int) -> int:
    """Phase order to declare: what the plan says, or the better of the two as things stand.

    Assaulting first earns the German a column, but only against what he stands next to.

    Rule: drive_on_stalingrad 5.4, 5.5, 5.6
    """
    wish = desk.order[PHASE_ORDER]
    rules, game = state.rules, state.game
    if side == Side.SOVIET:
        if (
            wish == Order.DOUBLE
            and game.double_move_used < rules.sequence_soviet_move_move_per_game
        ):
            return PhaseOrder.MOVE_MOVE
        return PhaseOrder.ASSAULT_MOVE
    if state.game.game_turn == 1 or wish == Order.ASSAULT_MOVE:
        return PhaseOrder.ASSAULT_MOVE
    if wish == Order.DOUBLE and game.double_assault_used < rules.sequence_german_pa_pa_per_game:
        return PhaseOrder.ASSAULT_ASSAULT
    if wish == Order.MOVE_ASSAULT:
        return PhaseOrder.MOVE_ASSAULT
    now = value_of_assaults(state, desk, side, False, NO_LIMIT)
    # What a march would open need not be known further than that it is more than enough.
    enough = 1.001 * now / _ENOUGH
    if now > 0.0 and now >= _ENOUGH * value_of_assaults(state, desk, side, True, enough):
        return PhaseOrder.ASSAULT_MOVE
    return PhaseOrder.MOVE_ASSAULT


@inner
def soft_target_near(state: State, h: int) -> bool:
    """Whether an enemy in open ground stands within two hexes of a column."""
    for d in range(6):
        there = state.neighbour[h, d]
        if _is_soft(state, there):
            return True
        for e in range(6):
            if _is_soft(state, state.neighbour[there, e]):
                return True
    return False


@inner
def _is_soft(state: State, h: int) -> bool:
    if state.ground[h].occupant != Side.SOVIET or state.ground[h].line_intact != 0:
        return False
    if (state.hexes[h].features & Feature.CITY) != 0:
        return False
    return state.tec[state.hexes[h].terrain, TerrainColumn.MOBILE_ASSAULT_ALLOWED] != 0


@entry
def choose_luftwaffe(state: State, desk: Desk) -> int:
    """What the aircraft do this turn, as ``Luftwaffe``.

    Rule: drive_on_stalingrad 9.18, 9.27, 11.25
    """
    wish = np.int64(desk.order[LUFTWAFFE])
    if wish != Luftwaffe.BEST:
        return wish
    columns = 0
    for h in range(state.neighbour.shape[0] - 1):
        if state.ground[h].occupant != Side.AXIS:
            continue
        wheels = 0
        panzers = 0
        u = state.ground[h].first
        while u >= 0:
            if state.units[u].mobility == Mobility.MECH:
                wheels += 1
                if (state.units[u].traits & Trait.PANZER_DIVISION) != 0:
                    panzers += 1
            u = state.units[u].next
        if panzers > 0 and wheels > 1 and soft_target_near(state, h):
            columns += 1
    return Luftwaffe.MOBILE if columns >= _COLUMNS else Luftwaffe.ASSAULTS
