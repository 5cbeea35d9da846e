"""What the common game answers to the craft; see ``balance.staff.craft.questions``.

Longer answers stand in ``ground`` and ``battles``.
"""

from __future__ import annotations

from balance.games.common.battle import check_attacker, check_target
from balance.games.common.march import (
    check_may_move,
    check_move,
    compute_reach,
    compute_stack_reach,
    follow_reach,
    move_stack,
    movement_allowance,
    points_left,
)
from balance.games.common.newcomers import enter_unit, list_entry_hexes
from balance.games.common.refusals import Refusal
from balance.games.common.stacks import carries_zone, first_in_excess, in_enemy_zone
from balance.games.common.state import CLASSES, PART, State
from balance.games.common.strategic import check_rider, find_rides, ride_unit, rides_left
from balance.games.common.tables import MobilityColumn
from balance.games.common.vocabulary import Policy
from balance.games.moves import is_unmoved
from balance.games.searches import BEST
from balance.kernel.compiled import inner
from balance.kernel.reach import UNREACHED
from balance.staff.common import battles, ground
from balance.staff.craft import supply_survey
from balance.staff.craft.entries import aim_at_line
from balance.staff.craft.nothing import (
    NO_BODIES,
    all_fit,
    always,
    may_go_anywhere,
    never,
    no_division,
    no_duties,
    no_need_to_leave,
    no_posts,
    no_relief,
    no_wish,
    one_company,
)
from balance.staff.craft.questions import (
    Attacks,
    Battles,
    Entries,
    Ground,
    Line,
    Moves,
    Orders,
    Overruns,
    Questions,
    Rides,
    Strengths,
    Worths,
)
from balance.staff.desk import Desk

#: Hexes of a road that a point pays, as a rule.
_BY_ROAD = 2
#: Columns are rungs of the ladder to the craft, for each game's table begins elsewhere: 1:1 is 0.
_EVEN = 0


# --- moves


@inner
def are_alike(state: State, unit: int, other: int) -> bool:
    """Whether two units can go to the same hexes: they stand together and move alike.

    Rule: common 5.1
    """
    a, b = state.units[unit], state.units[other]
    return (
        a.hex == b.hex
        and a.mobility == b.mobility
        and a.movement == b.movement
        and (a.unsupplied != 0) == (b.unsupplied != 0)
        and a.moved == b.moved
        and a.mp_left == b.mp_left
    )


@inner
def can_reach(state: State, unit: int, h: int) -> bool:
    """Whether a unit could move to a hex; finds its reach.

    Rule: common 5.1
    """
    return check_move(state, unit, h) == Refusal.OK


@inner
def price_of_ending(state: State, desk: Desk, unit: int, h: int) -> float:
    """Marches that it costs a unit to end beside enemies: nothing compels it there."""
    return 0.0


@inner
def cost_row(side: int, mobility: int) -> int:
    """Row of the costs by which units of a mobility find their way through the land."""
    return CLASSES * side + mobility


@inner
def longest(state: State, unit: int) -> int:
    """Hexes of the longest march of a unit: all of it by road.

    Rule: common 5.3
    """
    return _BY_ROAD * state.units[unit].movement


# --- time, and standing orders


@inner
def turns_left(state: State) -> int:
    """Game turns to come after this one.

    Rule: common 1.2
    """
    return state.rules.sequence_last_turn - state.game.game_turn


@inner
def has_last_word(state: State, side: int) -> bool:
    """Whether nobody acts after a side any more: its phases are the last of the sequence.

    Rule: common 1.1
    """
    return turns_left(state) <= 0 and state.sequence[len(state.sequence) - 1, 0] == side


@inner
def leave_policies(state: State, side: int) -> None:
    """Leave the orders that hold in all battles.

    Rule: common 8.6, 10.1
    """
    state.policy[side, Policy.ADVANCE] = state.rules.stacking_limit
    state.policy[side, Policy.KEEP_UNITS] = 1


@inner
def exploits(state: State, unit: int) -> bool:
    """Whether a unit moves in the exploitation phase.

    Rule: common 7.1
    """
    return state.mobility[state.units[unit].mobility, MobilityColumn.EXPLOITS] != 0


@inner
def is_reached(state: State, h: int) -> bool:
    """Whether the search just made, of strategic moves, leads to a hex.

    Rule: common 5.7
    """
    return state.work[BEST, h] != UNREACHED


ASK = Questions(
    ground=Ground(
        is_land=ground.is_land,
        cover_of=ground.cover_of,
        in_enemy_zone=in_enemy_zone,
        check_stacking=ground.check_stacking,
        first_in_excess=first_in_excess,
        most_together=ground.most_together,
    ),
    strengths=Strengths(
        printed_attack=battles.printed_attack,
        printed_defense=battles.printed_defense,
        known_strengths=battles.known_strengths,
        starved_divisor=battles.starved_divisor,
        is_hidden=never,
        is_headquarters=ground.is_headquarters,
        leadership=no_division,
        striking_power=battles.striking_power,
        may_come=may_go_anywhere,
    ),
    bodies=NO_BODIES,
    worths=Worths(
        step_points=battles.step_points,
        place_points=ground.place_points,
        place_worth=ground.place_worth,
        worth_of_relief=no_relief,
        measure_supply=supply_survey.measure_supply,
        lack_of_supply=supply_survey.lack_of_supply,
        refresh_supply=supply_survey.refresh_supply,
        is_fed=supply_survey.is_fed,
        is_starving=supply_survey.is_starving,
        scores_jointly=ground.scores_jointly,
        turns_left=turns_left,
        has_last_word=has_last_word,
    ),
    battles=Battles(
        even_column=_EVEN,
        value_of=battles.value_of,
        steps_lost=battles.steps_lost,
        attack_of=battles.attack_of,
        defense_against=battles.defense_against,
        defends=always,
        presses_on=never,
        longest_retreat=battles.LONGEST_RETREAT,
        retreat_row=battles.retreat_row,
        carries_zone=carries_zone,
    ),
    attacks=Attacks(
        check_attacker=check_attacker,
        check_target=check_target,
        make=battles.make_attack_on,
        prefer_steps=battles.prefer_steps,
        marching_strength=battles.attack_of,
        is_on_offensive=never,
        may_sally=battles.may_sally,
        stays_beside=battles.stays_beside,
        may_launch=battles.may_launch,
        company_of=one_company,
        fits=all_fit,
        price_of_duties=no_duties,
        column_of=battles.column_of,
        is_across_river=battles.is_across_river,
    ),
    overruns=Overruns(
        may_overrun=battles.can_overrun,
        divisor=battles.overrun_divisor,
        handicap=battles.handicap_of,
        price=battles.overrun_price,
        may_launch=battles.may_launch_overrun,
        compute_reach=compute_stack_reach,
        move=move_stack,
        make=battles.overrun_with,
    ),
    moves=Moves(
        check_may_move=check_may_move,
        is_unmoved=is_unmoved,
        are_alike=are_alike,
        allowance=movement_allowance,
        points_left=points_left,
        compute_reach=compute_reach,
        can_reach=can_reach,
        follow=follow_reach,
        price_of_ending=price_of_ending,
        cost_row=cost_row,
        classes=CLASSES,
        parts=PART,
        longest=longest,
    ),
    line=Line(
        spacing=3,
        grave_threat=15.0,
        end_of=ground.end_of,
        is_last_resort=never,
        find_passed=ground.find_passed,
        add_posts=no_posts,
        mans_line=ground.mans_line,
        must_leave=no_need_to_leave,
        keeps_guard=ground.keeps_guard,
    ),
    entries=Entries(list_entry_hexes=list_entry_hexes, enter=enter_unit),
    orders=Orders(leave_policies=leave_policies, wish_for=no_wish),
    rides=Rides(
        left=rides_left,
        check=check_rider,
        prepare=aim_at_line,
        find=find_rides,
        reaches=is_reached,
        make=ride_unit,
    ),
)
