"""One phase at a time: the compiled calls that carry out a plan.

``open_turn`` at the start of a player turn, then ``conduct_movement`` and ``conduct_assaults`` in
the order that it declares.
"""

from __future__ import annotations

from balance.games.drive_on_stalingrad.announcements import (
    block_sea,
    flood_manych,
    support_panzers,
)
from balance.games.drive_on_stalingrad.state import State
from balance.games.drive_on_stalingrad.supply import refresh_supply
from balance.games.drive_on_stalingrad.turn import declare_order
from balance.games.drive_on_stalingrad.vocabulary import Side
from balance.kernel.compiled import entry
from balance.staff.desk import SETTLED, Desk
from balance.staff.drive_on_stalingrad.breakout import break_out
from balance.staff.drive_on_stalingrad.choices import Luftwaffe
from balance.staff.drive_on_stalingrad.guards import guard_prizes, man_garrisons
from balance.staff.drive_on_stalingrad.line import (
    draw_line,
    garrison_need,
    start_march_fields,
)
from balance.staff.drive_on_stalingrad.logistics import (
    choose_withdrawal,
    enter_all,
    enter_nearest,
    expects_newcomers,
    extend_network,
    newcomers_seek_the_line,
    supply_by_air,
)
from balance.staff.drive_on_stalingrad.march import man_line, march_rest, plan_line
from balance.staff.drive_on_stalingrad.mobile import conduct_mobile_assaults
from balance.staff.drive_on_stalingrad.offensive import open_offensive
from balance.staff.drive_on_stalingrad.posture import (
    choose_luftwaffe,
    choose_phase_order,
    leave_standing_orders,
)
from balance.staff.drive_on_stalingrad.recall import call_back
from balance.staff.drive_on_stalingrad.situation import assess_threat, survey, survey_own
from balance.staff.drive_on_stalingrad.strikers import move_strikers


@entry
def announce(state: State, blocks: bool, floods: bool) -> None:
    """Block the sea and flood the Manych, as the plans for a game turn want it.

    Rule: drive_on_stalingrad 9.18, 9.32

    Compiled whether they do or not: what one opening takes to play is there for all.
    """
    if blocks:
        block_sea(state)
    if floods:
        flood_manych(state)


@entry
def open_turn(state: State, desk: Desk, side: int) -> None:
    """Do what comes before the phases, support of the panzers and the phase order last.

    Rule: drive_on_stalingrad 5.4, 7.14, 8.7, 9.27
    """
    prepare_turn(state, desk, side)
    if side == Side.AXIS and choose_luftwaffe(state, desk) == Luftwaffe.MOBILE:
        support_panzers(state)
    declare_order(state, choose_phase_order(state, desk, side))


@entry
def prepare_turn(state: State, desk: Desk, side: int) -> None:
    """Prepare a player turn: network, withdrawal, a survey, standing orders.

    Rule: drive_on_stalingrad 7.14, 8.7
    """
    extend_network(state, desk, side)
    if side == Side.AXIS:
        choose_withdrawal(state)
    refresh_supply(state, side)
    survey(state, desk, side)
    assess_threat(state, desk, side)
    guard_prizes(state, desk, side)
    leave_standing_orders(state, desk, side)


@entry
def conduct_movement(state: State, desk: Desk, side: int) -> None:
    """Move everything: newcomers, panzer columns with their assaults, strike units, then the line.

    Rule: drive_on_stalingrad 8.1, 9.1, 9.23
    """
    receive_newcomers(state, desk, side)
    if side == Side.AXIS and state.game.ended == 0:
        conduct_mobile_assaults(state, desk)
    if state.game.ended == 0:
        open_offensive(state, desk, side)
    if state.game.ended == 0:
        move_strikers(state, desk, side)
    if state.game.ended == 0:
        hold_line(state, desk, side)


@entry
def receive_newcomers(state: State, desk: Desk, side: int) -> None:
    """Draw the line as things stand and enter the reinforcements where they are wanted."""
    for u in range(len(state.units)):
        desk.crew[SETTLED, u] = 0
    survey(state, desk, side)
    assess_threat(state, desk, side)
    guard_prizes(state, desk, side)
    if expects_newcomers(state, side):
        if newcomers_seek_the_line(state, desk, side):
            draw_line(state, desk, side)
            garrison_need(state, desk, side)
            start_march_fields(state, desk)
        if enter_all(state, desk, side, enter_nearest) > 0:
            survey_own(state, desk, side)
    man_garrisons(state, desk, side)
    if side == Side.AXIS:
        call_back(state, desk, side)


@entry
def hold_line(state: State, desk: Desk, side: int) -> None:
    """Draw the line anew after the strike units have moved, and man it.

    Who is cut off goes first: he holds no line if he can get out.
    """
    guard_prizes(state, desk, side)
    break_out(state, desk, side)
    if state.game.ended != 0:
        return
    plan_line(state, desk, side)
    man_line(state, desk, side)
    march_rest(state, desk, side)
    survey_own(state, desk, side)
    leave_standing_orders(state, desk, side)
    if side == Side.AXIS:
        supply_by_air(state, desk)
