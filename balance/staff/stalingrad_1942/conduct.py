"""One phase at a time: what the staff does to carry out a plan, and in which order."""

from __future__ import annotations

from balance.games.stalingrad_1942.movement import check_may_move, mark_unit
from balance.games.stalingrad_1942.refusals import Refusal
from balance.games.stalingrad_1942.sequence import StepKind
from balance.games.stalingrad_1942.stacks import in_enemy_zone
from balance.games.stalingrad_1942.state import State
from balance.games.stalingrad_1942.supply import trace_supply
from balance.games.stalingrad_1942.works import build_works, check_build_works
from balance.kernel.compiled import entry, inner
from balance.staff.craft.crowds import part_crowds
from balance.staff.craft.errands import walk_back
from balance.staff.craft.exposure import assess_reach
from balance.staff.craft.garrisons import go_to_garrisons, man_garrisons
from balance.staff.craft.manning import hold_line
from balance.staff.craft.marching import move_strikers
from balance.staff.craft.offensive import open_offensive
from balance.staff.craft.standing_orders import leave_standing_orders
from balance.staff.craft.supply_survey import count_from_supply
from balance.staff.craft.survey import survey
from balance.staff.desk import MISSION, SETTLED, Desk
from balance.staff.stalingrad_1942.aircraft import conduct_air
from balance.staff.stalingrad_1942.answers import ASK, QUIETLY, has_last_word
from balance.staff.stalingrad_1942.blockades import weigh_blockades
from balance.staff.stalingrad_1942.bridges import blow_bridges, bridge_rivers
from balance.staff.stalingrad_1942.choices import BRIDGING, DEMOLITION, WORKS
from balance.staff.stalingrad_1942.combat import conduct_combat
from balance.staff.stalingrad_1942.followers import move_followers
from balance.staff.stalingrad_1942.garrison import answer_call
from balance.staff.stalingrad_1942.ground import mans_line
from balance.staff.stalingrad_1942.guns import fire_alone
from balance.staff.stalingrad_1942.last_word import have_last_word, prepare_last_word
from balance.staff.stalingrad_1942.missions import (
    alarm_garrisons,
    hold_back_second_wave,
    stand_down,
)
from balance.staff.stalingrad_1942.newcomers import bring_newcomers
from balance.staff.stalingrad_1942.odds import sum_cover
from balance.staff.stalingrad_1942.posts import keep_ring
from balance.staff.stalingrad_1942.ways import bend_ways
from balance.staff.tasks import has_task, strike_mission


@inner
def conduct(state: State, desk: Desk, side: int, kind: int) -> None:
    """Do what belongs into one step, a ``StepKind``.

    Rule: stalingrad_1942 3.1a, 3.1b
    """
    if kind == StepKind.MOVEMENT:
        conduct_movement(state, desk, side)
    elif kind == StepKind.AIR:
        conduct_air(state, desk, side)
    elif kind == StepKind.FORTIFICATION:
        dig_in(state, desk, side)
    elif kind == StepKind.COMBAT:
        fight_battles(state, desk, side)
    elif kind == StepKind.STRATEGIC_MOVEMENT:
        conduct_strategic(state, desk, side)


@inner
def _look_around(state: State, desk: Desk, side: int) -> None:
    """Survey anew, with all troops free to be moved; guns and headquarters follow them.

    Rule: stalingrad_1942 14.1, 14.21
    """
    for u in range(len(state.units)):
        desk.crew[SETTLED, u] = 0 if mans_line(state, u) else 1
    count_from_supply(state, trace_supply, desk, side)
    survey(state, ASK, desk, side)
    assess_reach(state, ASK, desk, side)


@entry
def conduct_movement(state: State, desk: Desk, side: int) -> None:
    """Enter and move: newcomers, garrisons, attackers, strike units, the line, guns and staffs.

    Rule: stalingrad_1942 3.1-P2a, 3.1-P2b, 4.1a, 13.13, 15.22, 17.1, 17.3, 20.12
    """
    given = stand_down(state, desk, side)
    _look_around(state, desk, side)
    if state.game.pause != 0:
        # Few may move: first of all those whom a full hex would lose.
        ASK.worths.measure_supply(state, desk, side)
        part_crowds(state, ASK, desk, side)
    if desk.order[BRIDGING]:
        bridge_rivers(state, desk, side)
    bring_newcomers(state, desk, side)
    answer_call(state, desk, side)
    prepare_last_word(state, desk, side)
    man_garrisons(state, QUIETLY, desk, side)
    sum_cover(state, desk, 1 - side)
    weigh_blockades(state, desk, side)
    missions = alarm_garrisons(state, desk, side)
    open_offensive(state, ASK, desk, side)
    desk.crew[MISSION] = missions
    keep_ring(state, desk, side)
    straight = bend_ways(state, desk, side)
    hold_back_second_wave(state, desk, side)
    move_strikers(state, ASK, desk, side)
    go_to_garrisons(state, ASK, desk, side)
    desk.fields[:] = straight
    walk_back(state, QUIETLY, desk, side)
    hold_line(state, QUIETLY, desk, side)
    part_crowds(state, ASK, desk, side)
    move_followers(state, desk, side)
    if desk.order[DEMOLITION]:
        blow_bridges(state, desk, side)
    desk.crew[MISSION] = given
    # Who has stood still may be marked: it binds to nothing.
    for u in range(len(state.units)):
        mark_unit(state, u)


@entry
def dig_in(state: State, desk: Desk, side: int) -> None:
    """Dig in with who has stood still where enemies could come; strikers only beside the enemy.

    Rule: stalingrad_1942 3.1-P3, 3.1-P7, 9.11, 9.23

    Works free those in them from having to attack, and bind nobody.
    """
    if not desk.order[WORKS]:
        return
    for unit in range(len(state.units)):
        if state.units[unit].side != side or check_build_works(state, unit) != Refusal.OK:
            continue
        h = state.units[unit].hex
        threatened = desk.threat[h] > 0.0 and strike_mission(desk, unit) < 0
        if threatened or in_enemy_zone(state, side, h):
            build_works(state, unit)


@entry
def fight_battles(state: State, desk: Desk, side: int) -> None:
    """Leave standing orders for both player turns, then attack.

    Rule: stalingrad_1942 3.1-P4, 3.1-P8
    """
    leave_standing_orders(state, ASK, desk, side)
    conduct_combat(state, desk, side)
    fire_alone(state, desk, side)


@entry
def conduct_strategic(state: State, desk: Desk, side: int) -> None:
    """March on with those who have neither moved nor fought, through what battles have opened.

    Rule: stalingrad_1942 13.11, 13.14
    """
    last = has_last_word(state, side)
    if not last and not _anybody_marked(state, desk, side):
        return
    _look_around(state, desk, side)
    have_last_word(state, desk, side)
    given = stand_down(state, desk, side)
    keep_ring(state, desk, side)
    straight = bend_ways(state, desk, side)
    move_strikers(state, ASK, desk, side)
    go_to_garrisons(state, ASK, desk, side)
    desk.fields[:] = straight
    desk.crew[MISSION] = given
    move_followers(state, desk, side)


@inner
def _anybody_marked(state: State, desk: Desk, side: int) -> bool:
    """Whether a unit that has a task, a gun or a headquarters may move strategically."""
    for unit in range(len(state.units)):
        if state.units[unit].side == side and state.units[unit].marked == 1:
            if has_task(desk, unit) or not mans_line(state, unit):
                if check_may_move(state, unit) == Refusal.OK:
                    return True
    return False
