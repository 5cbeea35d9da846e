"""One phase at a time: what the staff does to carry out a plan, and in which order."""

from __future__ import annotations

from balance.games.army_group_south.state import State
from balance.games.army_group_south.vocabulary import Side
from balance.kernel.compiled import entry, inner
from balance.staff.army_group_south.answers import ASK
from balance.staff.army_group_south.choices import EXIT, EXIT_GUARD, RAIL
from balance.staff.army_group_south.exit_guard import guard_exit
from balance.staff.army_group_south.exits import leave_for_the_dnepr
from balance.staff.army_group_south.ground import has_last_word
from balance.staff.army_group_south.headquarters import move_headquarters
from balance.staff.craft.advancing import advance_in_step
from balance.staff.craft.attacks import conduct_attacks
from balance.staff.craft.bodies import march_bodies
from balance.staff.craft.entries import bring_newcomers
from balance.staff.craft.errands import anybody, take_open_places, walk_back
from balance.staff.craft.escorts import escort_headquarters
from balance.staff.craft.exposure import assess_reach
from balance.staff.craft.garrisons import man_garrisons
from balance.staff.craft.manning import hold_line
from balance.staff.craft.marching import move_strikers
from balance.staff.craft.offensive import open_offensive
from balance.staff.craft.overruns import conduct_overruns
from balance.staff.craft.rear_guards import leave_rear_guards, take_last_places
from balance.staff.craft.rides import ride_to_the_front
from balance.staff.craft.standing_orders import leave_standing_orders
from balance.staff.craft.survey import survey
from balance.staff.desk import MARCHED, SETTLED, Desk


@entry
def look_around(state: State, desk: Desk, side: int) -> None:
    """Survey anew, with everybody free to be moved."""
    for u in range(len(state.units)):
        desk.crew[SETTLED, u] = 0
    survey(state, ASK, desk, side)
    assess_reach(state, ASK, desk, side)


@entry
def conduct_movement(state: State, desk: Desk, side: int) -> None:
    """Enter and move: newcomers, garrisons, strike units, headquarters, then the line.

    Rule: army_group_south 4.2, 5.0, 15.0
    """
    look_around(state, desk, side)
    prepared = False
    if side == Side.AXIS and desk.order[RAIL]:
        prepared = ride_to_the_front(state, ASK, desk, side)
    bring_newcomers(state, ASK, desk, side, prepared)
    _move(state, desk, side, True)
    desk.tally[MARCHED] = state.game.game_turn


@entry
def conduct_combat(state: State, desk: Desk, side: int) -> None:
    """Attack where it pays.

    Rule: army_group_south 4.2, 9.0
    """
    # Else own strengths have been kept up to date, and the enemy stands where he stood.
    if desk.tally[MARCHED] != state.game.game_turn:
        look_around(state, desk, side)
    leave_standing_orders(state, ASK, desk, side)
    conduct_attacks(state, ASK, desk, side)


@entry
def conduct_mechanized(state: State, desk: Desk, side: int) -> None:
    """Move once more with what may, and leave the map if that wins the game.

    Rule: army_group_south 4.2, 25.1
    """
    look_around(state, desk, side)
    _move(state, desk, side, False)
    # Own strengths have been kept up to date, and the enemy stands where he stood.
    leave_standing_orders(state, ASK, desk, side)


@inner
def _move(state: State, desk: Desk, side: int, battles_follow: bool) -> None:
    """Move who is on the map: those first who stay somewhere, then those who fight, then the rest.

    Rule: army_group_south 4.1, 4.2, 25.1, 25.3
    """
    if side == Side.AXIS and desk.order[EXIT_GUARD]:
        guard_exit(state, desk)
    if not has_last_word(state, side):
        man_garrisons(state, ASK, desk, side)
    take_last_places(state, ASK, desk, side)
    conduct_overruns(state, ASK, desk, side)
    if battles_follow:
        open_offensive(state, ASK, desk, side)
    leave_rear_guards(state, ASK, desk, side)
    _march(state, desk, side)


@inner
def _march(state: State, desk: Desk, side: int) -> None:
    """March strike units to their objectives, the others into line or in step with them."""
    take_open_places(state, ASK, desk, side, anybody)
    walk_back(state, ASK, desk, side)
    if side == Side.AXIS:
        march_bodies(state, ASK, desk, side, True)
    move_strikers(state, ASK, desk, side)
    if side == Side.SOVIET:
        if desk.order[EXIT]:
            leave_for_the_dnepr(state, desk)
        # Armies keep within reach of their headquarters, which go where the spearheads have gone.
        move_headquarters(state, desk)
        escort_headquarters(state, ASK, desk, side)
        advance_in_step(state, ASK, desk, side)
    hold_line(state, ASK, desk, side)
