"""What Army Group South answers to the craft; see ``balance.staff.craft.questions``.

Longer answers stand in ``ground``, ``strengths`` and ``battles``.
"""

from __future__ import annotations

from balance.games.army_group_south.attack import check_attacker, check_target
from balance.games.army_group_south.costs import season_row
from balance.games.army_group_south.march import (
    can_reach,
    compute_reach,
    compute_stack_reach,
    follow_reach,
    move_stack,
)
from balance.games.army_group_south.movement import check_may_move, movement_allowance, points_left
from balance.games.army_group_south.overrun import make_overrun
from balance.games.army_group_south.rail import check_rail_unit, move_by_rail
from balance.games.army_group_south.reinforcements import enter_map, list_arrivals, list_entry_hexes
from balance.games.army_group_south.stacks import (
    carries_zone,
    check_stacking,
    in_enemy_zone,
    is_headquarters,
)
from balance.games.army_group_south.state import WESTWARD, State
from balance.games.army_group_south.strength import has_integrity
from balance.games.army_group_south.supply import refresh_supply
from balance.games.army_group_south.untried import is_hidden
from balance.games.army_group_south.vocabulary import Mode, Policy, Side
from balance.games.moves import is_unmoved
from balance.kernel.compiled import inner
from balance.staff.army_group_south.battles import (
    EVEN,
    are_alike,
    column_of,
    company_of,
    defends,
    fits,
    is_across_river,
    is_on_offensive,
    leadership,
    likely_attack,
    likely_defense_of,
    make_attack_on,
    marching_strength,
    may_launch,
    may_launch_overrun,
    may_overrun,
    may_sally,
    overrun_divisor,
    overrun_price,
    prefer_steps,
    presses_on,
    stays_beside,
    steps_lost,
    value_of,
)
from balance.staff.army_group_south.ground import (
    cover_of,
    end_of,
    find_passed,
    is_fed,
    is_land,
    is_last_resort,
    is_starving,
    keeps_guard,
    lack_of_supply,
    lonely_hexes,
    look_for_leaders,
    mans_line,
    measure_supply,
    most_together,
    newcomers_go_forward,
    place_points,
    place_worth,
    scores_jointly,
    worth_of_guards,
)
from balance.staff.army_group_south.rail import (
    enter_railed,
    find_stations,
    is_station,
    rides_left,
)
from balance.staff.army_group_south.strengths import (
    known_strengths,
    may_come,
    printed_attack,
    printed_defense,
    starved_divisor,
    step_points,
    striking_power,
)
from balance.staff.craft.entries import prepare_fields
from balance.staff.craft.nothing import (
    no_duties,
    no_handicap,
    no_need_to_leave,
    no_posts,
    no_relief,
    printed_movement,
)
from balance.staff.craft.questions import (
    Attacks,
    Battles,
    Bodies,
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

#: Most hexes of an advance; those who are trapped lose steps.
_ADVANCE, _BY_STEPS = 3, 2
#: Price of ending in an enemy zone one can't leave again, in marches lost.
_STUCK = 0.7


# --- units and bodies


@inner
def division_of(state: State, unit: int) -> int:
    """Division of a unit that may gain integrity, 0 if none.

    Rule: army_group_south 19.5
    """
    return state.units[unit].division


@inner
def least_units(state: State) -> int:
    """Regiments that make a division whole.

    Rule: army_group_south 19.5
    """
    return state.rules.integrity_least_units


@inner
def forms_divisions(side: int) -> bool:
    """Whether a side has divisions that gain integrity.

    Rule: army_group_south 19.5
    """
    return side == Side.AXIS


@inner
def integrity_multiplier(state: State) -> int:
    """What integrity multiplies strength by.

    Rule: army_group_south 19.5
    """
    return state.rules.integrity_multiplier


@inner
def follow(state: State, unit: int, goal: int) -> None:
    """March a unit to a hex of the reach just computed.

    Rule: army_group_south 5.0
    """
    state.party[0] = unit
    follow_reach(state, state.party, 1, goal)


@inner
def price_of_ending(state: State, desk: Desk, unit: int, h: int) -> float:
    """Marches that it costs a unit not to be able to leave a zone again: on the offensive it can't.

    Rule: army_group_south 5.23, 21.13
    """
    counter = state.units[unit]
    bound = counter.side == Side.SOVIET and counter.mode == Mode.OFFENSIVE
    return _STUCK if bound and in_enemy_zone(state, counter.side, h) else 0.0


@inner
def cost_row(side: int, mobility: int) -> int:
    """Row of the costs by which units of a mobility find their way through the land.

    Rule: army_group_south 10.4
    """
    return mobility


@inner
def forward_row(side: int, mobility: int) -> int:
    """Row of the costs by which units that go forward find their way: west only.

    Rule: army_group_south 21.14
    """
    return mobility + WESTWARD


# --- standing orders


@inner
def leave_policies(state: State, side: int) -> None:
    """Leave the orders that hold in all battles.

    Rule: army_group_south 9.66, 9.67, 9.71, 9.82, 9.83
    """
    policy = state.policy[side]
    policy[Policy.DEFEND_STEPS] = 0
    policy[Policy.ATTACK_STEPS] = 0
    policy[Policy.STEPS_IF_TRAPPED] = _BY_STEPS
    policy[Policy.STEPS_TO_THE_LAST] = 0
    policy[Policy.ADVANCE] = state.rules.stacking_combat_units
    policy[Policy.DEFENDER_ADVANCE] = 0
    policy[Policy.ADVANCE_HEXES] = _ADVANCE
    policy[Policy.KEEP_UNITS] = 0


@inner
def wish_for(state: State, unit: int, strikes: bool) -> None:
    """Have strikers go by the offensive mode where headquarters of both reach them.

    Rule: army_group_south 21.0
    """
    counter = state.units[unit]
    if counter.side == Side.SOVIET and not is_headquarters(state, unit):
        counter.mode_wish = Mode.OFFENSIVE if strikes else Mode.DEFENSIVE


# --- time


@inner
def turns_left(state: State) -> int:
    """Game turns to come after this one.

    Rule: army_group_south 19.13, 25.0
    """
    return state.rules.sequence_game_turns - state.game.game_turn


@inner
def has_last_word(state: State, side: int) -> bool:
    """Whether nobody acts after a side any more: the Soviets move last.

    Rule: army_group_south 4.1
    """
    return side == Side.SOVIET and turns_left(state) <= 0


ASK = Questions(
    ground=Ground(
        is_land=is_land,
        cover_of=cover_of,
        in_enemy_zone=in_enemy_zone,
        check_stacking=check_stacking,
        most_together=most_together,
    ),
    strengths=Strengths(
        printed_attack=printed_attack,
        printed_defense=printed_defense,
        known_strengths=known_strengths,
        starved_divisor=starved_divisor,
        is_hidden=is_hidden,
        is_headquarters=is_headquarters,
        leadership=leadership,
        striking_power=striking_power,
        may_come=may_come,
    ),
    bodies=Bodies(
        division_of=division_of,
        forms_divisions=forms_divisions,
        has_integrity=has_integrity,
        least_units=least_units,
        multiplier=integrity_multiplier,
    ),
    worths=Worths(
        step_points=step_points,
        place_points=place_points,
        place_worth=place_worth,
        worth_of_relief=no_relief,
        measure_supply=measure_supply,
        lack_of_supply=lack_of_supply,
        refresh_supply=refresh_supply,
        is_fed=is_fed,
        is_starving=is_starving,
        scores_jointly=scores_jointly,
        turns_left=turns_left,
        has_last_word=has_last_word,
    ),
    battles=Battles(
        even_column=EVEN,
        value_of=value_of,
        steps_lost=steps_lost,
        attack_of=likely_attack,
        defense_against=likely_defense_of,
        defends=defends,
        presses_on=presses_on,
        longest_retreat=3,
        retreat_row=season_row,
        carries_zone=carries_zone,
    ),
    attacks=Attacks(
        check_attacker=check_attacker,
        check_target=check_target,
        make=make_attack_on,
        prefer_steps=prefer_steps,
        marching_strength=marching_strength,
        is_on_offensive=is_on_offensive,
        may_sally=may_sally,
        stays_beside=stays_beside,
        may_launch=may_launch,
        company_of=company_of,
        fits=fits,
        price_of_duties=no_duties,
        column_of=column_of,
        is_across_river=is_across_river,
    ),
    overruns=Overruns(
        may_overrun=may_overrun,
        divisor=overrun_divisor,
        handicap=no_handicap,
        price=overrun_price,
        may_launch=may_launch_overrun,
        compute_reach=compute_stack_reach,
        move=move_stack,
        make=make_overrun,
    ),
    moves=Moves(
        check_may_move=check_may_move,
        is_unmoved=is_unmoved,
        are_alike=are_alike,
        allowance=movement_allowance,
        points_left=points_left,
        compute_reach=compute_reach,
        can_reach=can_reach,
        follow=follow,
        price_of_ending=price_of_ending,
        cost_row=cost_row,
        forward_row=forward_row,
        classes=2,
        parts=1,
        longest=printed_movement,
    ),
    line=Line(
        spacing=3,
        grave_threat=20.0,
        end_of=end_of,
        is_last_resort=is_last_resort,
        find_passed=find_passed,
        add_posts=no_posts,
        mans_line=mans_line,
        must_leave=no_need_to_leave,
        newcomers_go_forward=newcomers_go_forward,
        keeps_guard=keeps_guard,
        worth_of_guards=worth_of_guards,
    ),
    entries=Entries(
        list_arrivals=list_arrivals,
        list_entry_hexes=list_entry_hexes,
        enter=enter_map,
        enter_otherwise=enter_railed,
        look_for_leaders=look_for_leaders,
        lonely_hexes=lonely_hexes,
    ),
    orders=Orders(leave_policies=leave_policies, wish_for=wish_for),
    rides=Rides(
        left=rides_left,
        check=check_rail_unit,
        prepare=prepare_fields,
        find=find_stations,
        reaches=is_station,
        make=move_by_rail,
    ),
)
