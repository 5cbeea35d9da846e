"""One phase at a time: what the staff does to carry out a plan, and in which order."""

from __future__ import annotations

from balance.games.common.state import State
from balance.games.common.supply import trace_supply
from balance.games.common.turn import StepKind
from balance.kernel.compiled import entry, inner
from balance.staff.common.answers import ASK, exploits
from balance.staff.common.choices import STRATEGIC
from balance.staff.common.headquarters import move_headquarters
from balance.staff.common.newcomers import bring_arrivals, spend_replacements
from balance.staff.craft.attacks import conduct_attacks
from balance.staff.craft.crowds import part_crowds
from balance.staff.craft.errands import anybody, take_open_places, walk_back
from balance.staff.craft.exposure import assess_reach
from balance.staff.craft.garrisons import go_to_garrisons, man_garrisons
from balance.staff.craft.manning import hold_line
from balance.staff.craft.marching import move_strikers
from balance.staff.craft.offensive import open_offensive
from balance.staff.craft.overruns import conduct_overruns
from balance.staff.craft.rear_guards import take_last_places
from balance.staff.craft.rides import ride_to_the_front
from balance.staff.craft.standing_orders import leave_standing_orders
from balance.staff.craft.supply_survey import count_from_supply
from balance.staff.craft.survey import survey
from balance.staff.desk import SETTLED, Desk


@inner
def conduct(state: State, desk: Desk, side: int, kind: int) -> None:
    """Do what belongs into one step, a ``StepKind``.

    Rule: common 1.1
    """
    if kind == StepKind.MOVEMENT:
        conduct_movement(state, desk, side)
    elif kind == StepKind.COMBAT:
        conduct_combat(state, desk, side)
    elif kind == StepKind.EXPLOITATION:
        conduct_exploitation(state, desk, side)
    else:
        spend_replacements(state, desk, side)


@inner
def _look_around(state: State, desk: Desk, side: int) -> None:
    """Survey anew, with everybody free to be moved.

    Rule: common 11.2
    """
    for u in range(len(state.units)):
        desk.crew[SETTLED, u] = 0
    count_from_supply(state, trace_supply, desk, side)
    survey(state, ASK, desk, side)
    assess_reach(state, ASK, desk, side)


@entry
def conduct_movement(state: State, desk: Desk, side: int) -> None:
    """Enter and move: newcomers, rides, garrisons, overruns, attackers, strike units, the line.

    Rule: common 5.1, 5.7, 6.1, 12.2
    """
    _look_around(state, desk, side)
    # Where nobody is left to man a line none is drawn, but who leaves a full hex asks for posts, in
    # the exploitation phase for those of this one.
    desk.wanted[:] = 0.0
    bring_arrivals(state, desk, side)
    if desk.order[STRATEGIC] != 0:
        ride_to_the_front(state, ASK, desk, side)
    man_garrisons(state, ASK, desk, side)
    take_last_places(state, ASK, desk, side)
    conduct_overruns(state, ASK, desk, side)
    open_offensive(state, ASK, desk, side)
    _march(state, desk, side)
    leave_standing_orders(state, ASK, desk, side)


@entry
def conduct_combat(state: State, desk: Desk, side: int) -> None:
    """Leave standing orders for both player turns, then attack where it pays.

    Rule: common 8.1
    """
    _look_around(state, desk, side)
    leave_standing_orders(state, ASK, desk, side)
    conduct_attacks(state, ASK, desk, side)


@entry
def conduct_exploitation(state: State, desk: Desk, side: int) -> None:
    """March on with those who may, through what battles have opened.

    Rule: common 7.1
    """
    _look_around(state, desk, side)
    for u in range(len(state.units)):
        if not exploits(state, u):
            desk.crew[SETTLED, u] = 1
    man_garrisons(state, ASK, desk, side)
    take_last_places(state, ASK, desk, side)
    conduct_overruns(state, ASK, desk, side)
    _march(state, desk, side)
    leave_standing_orders(state, ASK, desk, side)


@inner
def _march(state: State, desk: Desk, side: int) -> None:
    """March strike units and garrisons to their objectives, the others into line, leaders last."""
    take_open_places(state, ASK, desk, side, anybody)
    walk_back(state, ASK, desk, side)
    move_strikers(state, ASK, desk, side)
    go_to_garrisons(state, ASK, desk, side)
    hold_line(state, ASK, desk, side)
    part_crowds(state, ASK, desk, side)
    move_headquarters(state, desk, side)
